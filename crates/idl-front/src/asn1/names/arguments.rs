//! Binds dummy references to actual parameters and makes the keys and names of instances (X.683 clause 9).

use crate::asn1::lowering::Lowering;
use crate::asn1::names::resolve::Entity;
use crate::asn1::names::resolve::Found;
use crate::asn1::names::{Actual, Names, Scope};
use crate::asn1::parse::ast::{
    Argument, ArgumentKind, ElementSet, Elements, Parameter, Reference, TypeKind, Value, ValueKind,
};
use crate::asn1::parse::{basics, constraints};
use crate::asn1::text::tokens::{Ident, TokenKind, Tokens};
use std::rc::Rc;

/// Longest key in bytes; longer ones are replaced by numbers.
const LONG_KEY: usize = 256;
/// Characters of an actual parameter, or of the definition around it, beyond which an instance's name does not show it.
const LONG_DISPLAY: usize = 60;

impl<'a> Lowering<'a> {
    /// What a dummy reference stands for in an instance.
    pub fn bind(
        &mut self,
        parameter: &Parameter<'a>,
        argument: &Argument<'a>,
        scope: Scope,
    ) -> Option<Actual<'a>> {
        let capital = parameter.name.text.starts_with(|c: char| c.is_ascii_uppercase());
        let wants_set = parameter.governor.is_some() && capital;
        let actual = match &argument.kind {
            ArgumentKind::Type(ty) => {
                let plain = match &ty.kind {
                    TypeKind::Reference(reference) if ty.tags.is_empty() && ty.constraints.is_empty() => {
                        Some(reference)
                    }
                    _ => None,
                };
                if let Some(actual) = plain.and_then(|reference| self.names.dummy(reference, scope)) {
                    return Some(actual);
                }
                if wants_set {
                    let root = Some(Elements::Type(Rc::clone(ty)));
                    Actual::Set(Rc::new(ElementSet { root, ..ElementSet::default() }), scope)
                } else if matches!(ty.kind, TypeKind::Null) && !capital {
                    Actual::Value(Rc::new(Value { kind: ValueKind::Null, span: ty.span }), scope)
                } else {
                    Actual::Type(Rc::clone(ty), scope)
                }
            }
            ArgumentKind::Value(value) => {
                let plain = match &value.kind {
                    ValueKind::Reference(reference) => Some(reference),
                    _ => None,
                };
                match plain.and_then(|reference| self.names.dummy(reference, scope)) {
                    Some(actual) => return Some(actual),
                    None => Actual::Value(Rc::clone(value), scope),
                }
            }
            ArgumentKind::Braced(inside) if capital => {
                let name = Ident { text: inside.text(0), span: inside.span(0) };
                let plain = Reference { module: None, name, arguments: None };
                if let Some(actual) = self.names.dummy(&plain, scope).filter(|_| inside.end - inside.at == 1)
                {
                    return Some(actual);
                }
                match basics::complete(constraints::element_set(*inside), "`|`, `,` or the end of the set") {
                    Ok((_, set)) => Actual::Set(Rc::new(set), scope),
                    Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => {
                        self.report(fault.report(*inside));
                        return None;
                    }
                    Err(nom::Err::Incomplete(_)) => return None,
                }
            }
            ArgumentKind::Braced(inside) => {
                let value = Value { kind: ValueKind::Braced(*inside), span: inside.whole_span() };
                Actual::Value(Rc::new(value), scope)
            }
        };
        Some(actual)
    }
}

impl<'a> Names<'a> {
    /// What a dummy reference stands for.
    pub fn dummy(&self, reference: &Reference<'a>, scope: Scope) -> Option<Actual<'a>> {
        if reference.module.is_some() || reference.arguments.is_some() {
            return None;
        }
        let binding = self.binding(reference.name.text, scope)?;
        Some(binding.actual.clone())
    }

    /// A text that is equal for actual parameters with one meaning: names are replaced by what they mean.
    ///
    /// Long texts become numbers, so that deeply nested ones stay short.
    pub fn argument_key(&mut self, argument: &Argument<'a>, scope: Scope) -> String {
        let mut key = String::new();
        let mut tokens = argument.tokens;
        if tokens.end - tokens.at == 3 && tokens.kind(0) == TokenKind::LBrace {
            // A set by its name: the braces add nothing.
            tokens = Tokens { at: tokens.at + 1, end: tokens.end - 1, ..tokens };
        }
        if tokens.end - tokens.at == 1
            && let Some(binding) =
                self.envs[scope.env].bindings.iter().find(|binding| binding.name == tokens.text(0))
        {
            return binding.key.clone();
        }
        for ahead in 0..tokens.end - tokens.at {
            let text = tokens.text(ahead);
            let named = matches!(tokens.kind(ahead), TokenKind::Upper | TokenKind::Lower);
            let binding = self.envs[scope.env].bindings.iter().find(|binding| named && binding.name == text);
            if let Some(binding) = binding {
                key.push_str(&binding.key);
            } else if let (true, Found::Entity(entity)) = (named, self.program.find(scope.module, text)) {
                key.push_str(&format!("#{}.{}", entity.module, entity.index));
            } else {
                key.push_str(text);
            }
            key.push(' ');
        }
        // An inline type is read in the tag environment of its module.
        if tokens.end - tokens.at > 1 {
            key.push_str(&format!("@{}", scope.module));
        }
        if key.len() > LONG_KEY {
            let next = self.long_keys.len();
            key = format!("%{}", self.long_keys.entry(key).or_insert(next));
        }
        key
    }

    /// How an actual parameter is shown in the name of an instance.
    pub fn argument_display(&mut self, argument: &Argument<'a>, scope: Scope, key: &str) -> String {
        let tokens = argument.tokens;
        let mut shown = String::new();
        let mut last_word = false;
        for word in tokens.words().take(9) {
            let bindings = &self.envs[scope.env].bindings;
            let text =
                bindings.iter().find(|binding| binding.name == word).map_or(word, |binding| &binding.display);
            let is_word = text.ends_with(|c: char| c.is_ascii_alphanumeric());
            if last_word && text.starts_with(|c: char| c.is_ascii_alphanumeric()) {
                shown.push(' ');
            }
            shown.push_str(text);
            last_word = is_word;
        }
        if tokens.end - tokens.at <= 8 && shown.len() <= LONG_DISPLAY {
            // A set shows without the braces that X.683 puts around it.
            let inner = shown.strip_prefix('{').and_then(|inner| inner.strip_suffix('}'));
            return inner.map_or(shown.clone(), str::to_owned);
        }
        // A type written in place: its first word and the definition that it is written in, as a number would depend on
        // the order of files.
        let first = (0..8).find(|ahead| matches!(tokens.kind(*ahead), TokenKind::Upper | TokenKind::Lower));
        let first = first.map_or("value", |ahead| tokens.text(ahead));
        if let Some(around) = self.around(tokens, scope).filter(|around| around.len() <= LONG_DISPLAY) {
            return format!("{first}-{around}");
        }
        let next = self.long_names.len() + 1;
        let number = *self.long_names.entry(key.to_owned()).or_insert(next);
        format!("{first}-{number}")
    }

    /// The name of the definition or instance in which a text is written.
    fn around(&self, tokens: Tokens<'a>, scope: Scope) -> Option<String> {
        let assignments = &self.program.modules.get(scope.module)?.assignments;
        let span = tokens.span(0);
        let index = assignments.partition_point(|one| one.name.span.start <= span.start).checked_sub(1)?;
        let is_here = assignments[index].name.span.file == span.file;
        is_here.then(|| self.instance_name(Entity { module: scope.module, index }, scope.env))
    }

    /// The name of an instance: `SIGNED{CertificateContent}`.
    pub fn instance_name(&self, entity: Entity, env: usize) -> String {
        let name = self.program.assignment(entity).name.text;
        if env == 0 {
            return name.to_owned();
        }
        let shown: Vec<&str> =
            self.envs[env].bindings.iter().map(|binding| binding.display.as_str()).collect();
        format!("{name}{{{}}}", shown.join(","))
    }

    /// A name that no definition of the module has: this one, or with a number.
    pub fn fresh_name(&mut self, module: usize, name: &str) -> String {
        let key = (module, name.to_owned());
        let mut number = self.made_names.get(&key).copied().unwrap_or(0);
        loop {
            number += 1;
            let fresh = if number == 1 { name.to_owned() } else { format!("{name}-{number}") };
            let taken = number > 1 && self.made_names.contains_key(&(module, fresh.clone()));
            if !taken && !self.program.defines(module, &fresh) {
                self.made_names.insert((module, fresh.clone()), 1);
                self.made_names.insert(key, number);
                return fresh;
            }
        }
    }
}

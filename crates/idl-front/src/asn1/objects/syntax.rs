//! Reads objects by the WITH SYNTAX of their class, or field by field (X.681 clauses 10 and 11).

use crate::asn1::lowering::Lowering;
use crate::asn1::names::{Actual, Scope};
use crate::asn1::objects::Settings;
use crate::asn1::objects::{ClassRef, Object, ObjectId};
use crate::asn1::parse::ast::{Class, Setting, SyntaxItem, TypeKind, ValueKind};
use crate::asn1::parse::basics::{Fault, Parsed, complete, expected};
use crate::asn1::parse::classes::setting;
use crate::asn1::rules::sets::class_place;
use crate::asn1::text::tokens::{TokenKind as T, Tokens};
use std::rc::Rc;
use syntax_graph::Diagnostic;

impl<'a> Lowering<'a> {
    /// Returns an object that is written in place. It is read once.
    pub fn object_in_place(
        &mut self,
        tokens: Tokens<'a>,
        scope: Scope,
        class: &ClassRef<'a>,
    ) -> Option<Rc<Object<'a>>> {
        let key = (tokens.whole_span(), scope, class.definition, class.scope);
        if let Some(known) = self.objects.in_place.get(&key) {
            return known.clone();
        }
        let object = self.parse_object(tokens, scope, class, "").map(Rc::new);
        self.objects.placed.extend(object.clone());
        self.objects.in_place.insert(key, object.clone());
        object
    }

    /// `{...}` as an object of a class: by its WITH SYNTAX, or field by field.
    pub fn parse_object(
        &mut self,
        tokens: Tokens<'a>,
        scope: Scope,
        class: &ClassRef<'a>,
        name: &'a str,
    ) -> Option<Object<'a>> {
        let mut settings = Vec::new();
        let by_field = matches!(tokens.kind(0), T::FieldUpper | T::FieldLower);
        let parsed = match &class.class.syntax {
            Some(syntax) if !by_field => {
                let mut furthest: Option<Fault> = None;
                match items(syntax, tokens, &class.class, &mut settings, &mut furthest) {
                    Ok(rest) if rest.is_empty() => Ok((rest, ())),
                    Ok(rest) => match furthest.filter(|fault| fault.at > rest.at) {
                        Some(fault) => Err(nom::Err::Error(fault)),
                        None => expected(rest, "`}` or what WITH SYNTAX allows here"),
                    },
                    // What an optional group failed at further on is what is wrong.
                    Err(nom::Err::Error(fault)) => Err(nom::Err::Error(match furthest {
                        Some(further) if further.at > fault.at => further,
                        _ => fault,
                    })),
                    Err(error) => Err(error),
                }
            }
            _ => default_syntax(tokens, &class.class, &mut settings),
        };
        if let (Err(nom::Err::Error(fault) | nom::Err::Failure(fault)), Some(syntax)) =
            (&parsed, &class.class.syntax)
            && !by_field
        {
            let help = format!("write objects of the class as `{{{} }}`", shown(syntax));
            self.report(fault.report(tokens).with_help(help));
            return None;
        }
        self.parsed(tokens, parsed)?;
        if by_field && let Some(syntax) = &class.class.syntax {
            let message = "this object names its fields, but its class has a syntax of its own";
            let report = Diagnostic::warning("object-notation", tokens.span(0), message)
                .with_label(class_place(class), "the class begins here");
            self.report(report.with_help(format!("write it as `{{{} }}` (X.681 clause 11)", shown(syntax))));
        }
        if scope.env != 0 {
            settings.retain(|(_, setting, _)| !self.is_of_unset_field(setting, scope));
        }
        self.check_settings(&settings, class, tokens.whole_span());
        self.objects.read += 1;
        let id = ObjectId(self.objects.read);
        Some(Object { id, class: class.clone(), settings, scope, name, span: tokens.whole_span() })
    }
}

impl<'a> Lowering<'a> {
    /// Whether a setting is taken from a field that an actual parameter leaves out (`operation.&ResultType`): then it is
    /// left out, too, as X.880 has it.
    fn is_of_unset_field(&mut self, setting: &Setting<'a>, scope: Scope) -> bool {
        let (reference, path) = match setting {
            Setting::Type(ty) => match &ty.kind {
                TypeKind::Field(reference, path) => (reference, path),
                _ => return false,
            },
            Setting::Value(value) => match &value.kind {
                ValueKind::Field(reference, path) => (reference, path),
                _ => return false,
            },
            Setting::Set(_) => return false,
        };
        let ([field], Some(Actual::Value(object, there))) = (&path[..], self.names.dummy(reference, scope))
        else {
            return false;
        };
        self.object(&object, there, None).is_some_and(|object| {
            let declared = object.class.field(field.text);
            declared.is_some_and(|declared| declared.optional) && object.get(field.text).is_none()
        })
    }
}

/// Reads the items of WITH SYNTAX; an optional group that does not fit is left out.
fn items<'a>(
    syntax: &[SyntaxItem<'a>],
    mut i: Tokens<'a>,
    class: &Class<'a>,
    out: &mut Settings<'a>,
    furthest: &mut Option<Fault>,
) -> Result<Tokens<'a>, nom::Err<Fault>> {
    for item in syntax {
        match item {
            SyntaxItem::Literal(word) => {
                if i.is_empty() || i.text(0) != word.text {
                    return expected::<_, ()>(i, "a word of WITH SYNTAX").map(|(i, ())| i);
                }
                i = i.skip(1);
            }
            SyntaxItem::Field(name) => {
                let Some(field) = class.fields.iter().find(|field| field.name.text == name.text) else {
                    return expected::<_, ()>(i, "a field of the class").map(|(i, ())| i);
                };
                let (rest, value) = setting(i, &field.kind)?;
                out.push((field.name.text, value, i.span(0)));
                i = rest;
            }
            // A word of the syntax is that word, though a type could have its name.
            SyntaxItem::Optional(group)
                if matches!(group.first(), Some(SyntaxItem::Field(_)))
                    && class.syntax.as_ref().is_some_and(|syntax| has_word(syntax, i)) => {}
            SyntaxItem::Optional(group) => {
                let kept = out.len();
                match items(group, i, class, out, furthest) {
                    Ok(rest) => i = rest,
                    Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => {
                        out.truncate(kept);
                        if furthest.as_ref().is_none_or(|before| before.at < fault.at) {
                            *furthest = Some(fault);
                        }
                    }
                    Err(error) => return Err(error),
                }
            }
        }
    }
    Ok(i)
}

/// WITH SYNTAX as it is written, each item behind a space.
fn shown(syntax: &[SyntaxItem<'_>]) -> String {
    let item = |item: &SyntaxItem<'_>| match item {
        SyntaxItem::Literal(word) => format!(" {}", word.text),
        SyntaxItem::Field(field) => format!(" {}", field.text),
        SyntaxItem::Optional(group) => format!(" [{}]", shown(group).trim_start()),
    };
    syntax.iter().map(item).collect()
}

/// Whether a word of the syntax stands here.
fn has_word(syntax: &[SyntaxItem<'_>], i: Tokens<'_>) -> bool {
    i.kind(0) == T::Upper
        && syntax.iter().any(|item| match item {
            SyntaxItem::Literal(word) => word.text == i.text(0),
            SyntaxItem::Field(_) => false,
            SyntaxItem::Optional(group) => has_word(group, i),
        })
}

/// `&field setting, &Field Setting`
fn default_syntax<'a>(mut i: Tokens<'a>, class: &Class<'a>, out: &mut Settings<'a>) -> Parsed<'a, ()> {
    while !i.is_empty() {
        let name = i.text(0);
        let Some(field) = class.fields.iter().find(|field| field.name.text == name) else {
            return expected(i, "a field of the class");
        };
        let (rest, value) = setting(i.skip(1), &field.kind)?;
        out.push((field.name.text, value, i.span(0)));
        i = match rest.kind(0) {
            T::Comma if rest.kind(1) == T::End => return expected(rest.skip(1), "a field of the class"),
            T::Comma => rest.skip(1),
            _ => complete(Ok((rest, ())), "`,` or `}`")?.0,
        };
    }
    Ok((i, ()))
}

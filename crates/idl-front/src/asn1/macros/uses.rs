//! Finds the type that a use of a macro stands for, and lowers the types in its notation (X.208 annex A).

use crate::asn1::lowering::{Lowering, MAX_LOWERING_DEPTH};
use crate::asn1::names::resolve::Found;
use crate::asn1::names::{Actual, Binding, Scope};
use crate::asn1::parse::ast::{AssignmentKind, MacroItem, MacroUse, Type, TypeKind, ValueKind};
use crate::asn1::parse::types;
use crate::asn1::text::tokens::{Ident, Tokens};
use crate::asn1::types::{Enclosing, Step};
use std::collections::BTreeSet;
use std::rc::Rc;
use syntax_graph::{Diagnostic, Origin, Span};

impl<'a> Lowering<'a> {
    /// The type that the value notation marks as VALUE. Operations and the like that have none are no data: NULL.
    pub fn step_macro(&mut self, used: &Rc<MacroUse<'a>>, span: Span, scope: Scope) -> Step<'a> {
        let key = (used.id, scope);
        let known = match self.macros.types.get(&key) {
            Some(known) => known.clone(),
            None => {
                let found = self.value_type(used, scope);
                self.macros.types.insert(key, found.clone());
                found
            }
        };
        match known {
            Some((ty, scope)) => Step::Inline { ty, scope, dummy: false, values: None },
            None => Step::Inline { ty: self.plain(TypeKind::Null, span), scope, dummy: false, values: None },
        }
    }

    /// Whether a governor is a macro with nothing behind its name.
    pub fn is_macro(&self, ty: &Type<'a>, scope: Scope) -> bool {
        let TypeKind::Reference(reference) = &ty.kind else { return false };
        match self.program.find(scope.module, reference.name.text) {
            Found::Entity(entity) => {
                matches!(self.program.assignment(entity).kind, AssignmentKind::Macro(_))
            }
            Found::Unknown => self.program.standard_macro(reference.name.text).is_some(),
            Found::Missing => false,
        }
    }

    /// Whether a governor is the name of a macro's use, as in `abandoned Abandoned ::= 5`.
    pub fn is_macro_use(&self, ty: &Type<'a>, scope: Scope) -> bool {
        let (mut ty, mut scope) = (ty, scope);
        for _ in 0..MAX_LOWERING_DEPTH {
            let TypeKind::Reference(reference) = &ty.kind else { break };
            let Found::Entity(entity) = self.program.find(scope.module, reference.name.text) else { break };
            let AssignmentKind::Type(next) = &self.program.assignment(entity).kind else { break };
            (ty, scope) = (next, Scope { module: entity.module, env: 0 });
        }
        matches!(ty.kind, TypeKind::Macro(_)) || self.is_macro(ty, scope)
    }

    fn plain(&self, kind: TypeKind<'a>, span: Span) -> Rc<Type<'a>> {
        Rc::new(Type::plain(self.program.nodes.fresh(), kind, span))
    }

    fn value_type(&mut self, used: &Rc<MacroUse<'a>>, scope: Scope) -> Option<(Rc<Type<'a>>, Scope)> {
        let program = self.program;
        let index = used.definition?;
        let table = program.sources.first()?.macros;
        let definition = table.macros.get(index)?;
        let marked = definition.value_type()?;
        let source = program.sources.get(definition.source)?;
        let text = Tokens { source, at: marked.start, end: marked.end, depth: 0, instructions: false };
        let mut bindings: Vec<Binding<'a>> = Vec::new();
        for item in &used.items {
            if let MacroItem::Type { local, ty } = item {
                let key = format!("macro {}", self.macros.types.len());
                let display = (*local).to_owned();
                let actual = Actual::Type(Rc::clone(ty), scope);
                bindings.push(Binding { name: local, actual, governor: None, key, display });
            }
        }
        if text.end == text.at + 1
            && definition.productions.iter().any(|production| production.name == text.text(0))
            && !bindings.iter().any(|binding| binding.name == text.text(0))
        {
            // `SYNTAX BITS {...}` (RFC 2578 section 7.1.4): the notation stands in place of a type.
            let bits = used.items.iter().any(|item| matches!(item, MacroItem::Word("BITS")));
            return bits.then(|| (self.plain(TypeKind::OctetString, used.name.span), scope));
        }
        let ty = self.parsed(text, types::ty(text))?;
        // Macros of the standards use names of the module that uses them.
        let module = program.macro_modules.get(&index).copied().unwrap_or(scope.module);
        let name =
            Tokens { source, at: definition.at, end: definition.at + 1, depth: 0, instructions: false };
        let defined = definition.file.map_or(Span::none(), |_| name.whole_span());
        let env = self.nested_env(bindings, scope, used.name, defined)?;
        Some((ty, Scope { module, env }))
    }

    /// Lowers what stands in the macros' notation of one definition: types written in place get nodes of their
    /// own, names must mean something.
    pub fn lower_notations(&mut self) {
        let program = self.program;
        for (module, ast) in program.modules.iter().enumerate() {
            let scope = Scope { module, env: 0 };
            for assignment in ast.assignments.iter().filter(|assignment| assignment.parameters.is_empty()) {
                let used = match &assignment.kind {
                    AssignmentKind::Type(ty) => match &ty.kind {
                        TypeKind::Macro(used) => used,
                        _ => continue,
                    },
                    AssignmentKind::MacroValue { used: Some(used), .. } => used,
                    _ => continue,
                };
                self.lower_notation(assignment.name, used, scope, 0);
            }
        }
        self.drain();
    }

    fn lower_notation(&mut self, name: Ident<'a>, used: &Rc<MacroUse<'a>>, scope: Scope, depth: usize) {
        // Parts of the type that the use stands for are lowered with it.
        let table = self.program.sources.first().map(|source| source.macros);
        let definition = used.definition.and_then(|index| table?.macros.get(index));
        let held = definition.and_then(|definition| definition.value_type()).map_or(Vec::new(), |marked| {
            let source = definition.and_then(|definition| self.program.sources.get(definition.source));
            let words = source.map(|source| Tokens {
                source,
                at: marked.start,
                end: marked.end,
                depth: 0,
                instructions: false,
            });
            words.map_or(Vec::new(), |words| words.words().collect())
        });
        let mut label = "";
        let mut labels: BTreeSet<&str> = BTreeSet::new();
        for item in &used.items {
            match item {
                MacroItem::Word(word) => label = word,
                MacroItem::Type { local, .. } if held.contains(local) => {}
                MacroItem::Type { local, ty } => {
                    let label = if label.is_empty() { local } else { label };
                    if let TypeKind::Macro(inner) = &ty.kind {
                        if depth < 8 {
                            self.lower_notation(name, inner, scope, depth + 1);
                        }
                        continue;
                    }
                    let suffix = if labels.insert(label) { label } else { local };
                    self.lower_part(name, suffix, ty, scope);
                }
                MacroItem::Value { value, marked } => {
                    // Only values that are named objects themselves must have names of the module.
                    if let ValueKind::Reference(reference) = &value.kind
                        && let Some(definition) = definition
                        && self.names_objects(definition.source, (marked.start, marked.end))
                    {
                        self.symbol(reference, scope, "value");
                    }
                }
            }
        }
    }

    /// Whether the type of a value in a macro is one whose values are names: an object identifier, or a macro.
    fn names_objects(&self, source: usize, (start, end): (usize, usize)) -> bool {
        let Some(source) = self.program.sources.get(source) else { return false };
        let text = Tokens { source, at: start, end, depth: 0, instructions: false };
        text.is("OBJECT") || text.is("ObjectName") || !source.macros.named(text.text(0)).is_empty()
    }

    fn lower_part(&mut self, name: Ident<'a>, label: &str, ty: &Rc<Type<'a>>, scope: Scope) {
        match &ty.kind {
            TypeKind::Reference(_) | TypeKind::Field(..) if ty.tags.is_empty() => {
                let is_narrowed = !ty.constraints.is_empty() && is_carried(label);
                match self.step(ty, scope) {
                    Step::Definition { entity, env, .. } if !is_narrowed => {
                        self.definition(entity, env);
                    }
                    Step::Failed => {}
                    _ if is_carried(label) => self.part_node(name, label, ty, scope),
                    _ => {}
                }
            }
            TypeKind::Structure(..) | TypeKind::Array(..) | TypeKind::Choice(_) => {
                self.part_node(name, label, ty, scope)
            }
            // A scalar that stands in place is its own name, but for what operations carry.
            _ if ty.tags.is_empty() && !is_carried(label) => {}
            _ => self.part_node(name, label, ty, scope),
        }
    }

    fn part_node(&mut self, name: Ident<'a>, label: &str, ty: &Rc<Type<'a>>, scope: Scope) {
        if self.over_budget(ty.span) {
            return;
        }
        let fresh = self.names.fresh_name(scope.module, &format!("{}-{label}", name.text));
        let id = self.new_node(Origin::Definition(fresh), scope.module, ty.span);
        self.lower_alone(id, ty, scope, Enclosing::default());
    }

    /// Reports a macro's use that leads to another one of itself without end; `defined`: where the macro is.
    pub fn endless_macro(&mut self, name: Ident<'a>, defined: Span) {
        self.report(
            Diagnostic::error(
                "endless-instantiation",
                name.span,
                format!("macro `{}` uses itself without end", name.text),
            )
            .with_label(defined, "defined here")
            .with_note("its VALUE type uses the macro again (X.208 annex A)"),
        );
    }
}

/// Whether the type behind a word of the standards' macros is that of a message.
fn is_carried(label: &str) -> bool {
    matches!(label, "ARGUMENT" | "RESULT" | "PARAMETER" | "BIND-ERROR" | "UNBIND-ERROR")
}

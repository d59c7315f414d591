//! Follows a type to what it stands for, one step or all steps to its base.

use crate::asn1::lowering::{Lowering, MAX_CHAIN};
use crate::asn1::names::resolve::Entity;
use crate::asn1::names::{Actual, Scope, Symbol};
use crate::asn1::objects::{ClassRef, FieldMeaning};
use crate::asn1::parse::ast::{
    Argument, ArgumentKind, AssignmentKind, Component, Components, Constraint, Elements, MacroUse, Reference,
    TagDefault, TagPrefix, Type, TypeKind, Value, ValueKind,
};
use crate::asn1::parse::words::useful;
use crate::asn1::text::tokens::Ident;
use crate::asn1::types::Step;
use crate::asn1::types::Stripped;
use std::rc::Rc;
use syntax_graph::{Diagnostic, TagClass};

impl<'a> Lowering<'a> {
    /// What a type stands for.
    pub fn step(&mut self, ty: &Rc<Type<'a>>, scope: Scope) -> Step<'a> {
        match &ty.kind {
            TypeKind::Reference(reference) => self.step_reference(reference, scope),
            TypeKind::Field(reference, path) => self.step_field(ty, reference, path, scope),
            TypeKind::Selection(name, choice) => self.step_selection(*name, choice, scope),
            TypeKind::InstanceOf(class) => self.step_instance(class, ty, scope),
            TypeKind::Macro(used) => self.step_macro(used, ty.span, scope),
            _ => Step::Base,
        }
    }

    fn step_reference(&mut self, reference: &Reference<'a>, scope: Scope) -> Step<'a> {
        let name = reference.name;
        // String and time types are plain names: those of the module come first.
        if reference.module.is_none()
            && reference.arguments.is_none()
            && let Some(kind) = useful(name.text)
        {
            let found = self.program.find(scope.module, name.text);
            if !matches!(found, crate::asn1::names::resolve::Found::Entity(_)) {
                let ty = Type::plain(self.program.nodes.fresh(), kind, name.span);
                return Step::Inline { ty: Rc::new(ty), scope, dummy: false, values: None };
            }
        }
        // A macro of the standards, which no module defines, with nothing behind its name.
        if self.program.find(scope.module, name.text) == crate::asn1::names::resolve::Found::Unknown
            && scope.env == 0
            && let Some(index) = self.program.standard_macro(name.text)
        {
            let used =
                MacroUse { id: self.program.nodes.fresh(), name, definition: Some(index), items: Vec::new() };
            return self.step_macro(&Rc::new(used), name.span, scope);
        }
        match self.symbol(reference, scope, "type") {
            Symbol::Poisoned => Step::Failed,
            Symbol::Actual(Actual::Type(ty, scope)) => Step::Inline { ty, scope, dummy: true, values: None },
            Symbol::Actual(actual) => {
                let message = format!("`{}` is not a type here", name.text);
                let mut report = Diagnostic::error("not-a-type", name.span, message);
                if let Actual::Value(value, _) = actual {
                    report = report.with_label(value.span, "its actual parameter");
                }
                self.report(
                    report.with_note("a parameter with a governor is a value or a set (X.683 clause 8)"),
                );
                Step::Failed
            }
            Symbol::Entity(entity, env) => self.step_entity(entity, env, name),
        }
    }

    fn step_entity(&mut self, entity: Entity, env: usize, name: Ident<'a>) -> Step<'a> {
        let program = self.program;
        let scope = Scope { module: entity.module, env };
        let what = match &program.assignment(entity).kind {
            AssignmentKind::Type(ty) => {
                return Step::Definition { entity, env, ty: Rc::clone(ty), scope, set: None };
            }
            AssignmentKind::Set { governor, set } => {
                if self.class_of_type(governor, scope).is_none() {
                    let (ty, set) = (Rc::clone(governor), Some(Rc::clone(set)));
                    return Step::Definition { entity, env, ty, scope, set };
                }
                "an object set"
            }
            AssignmentKind::Class(_) => "a class",
            AssignmentKind::Value { .. } | AssignmentKind::MacroValue { .. } => "a value",
            AssignmentKind::Macro(definition) => {
                let used = MacroUse {
                    id: self.program.nodes.fresh(),
                    name,
                    definition: *definition,
                    items: Vec::new(),
                };
                return self.step_macro(&Rc::new(used), name.span, scope);
            }
            AssignmentKind::Broken => return Step::Failed,
        };
        self.report(
            Diagnostic::error("not-a-type", name.span, format!("`{}` is {what}, not a type", name.text))
                .with_label(program.assignment(entity).name.span, "defined here")
                .with_note("X.680 clause 17.3"),
        );
        Step::Failed
    }

    fn step_field(
        &mut self,
        ty: &Rc<Type<'a>>,
        reference: &Reference<'a>,
        path: &[Ident<'a>],
        scope: Scope,
    ) -> Step<'a> {
        match self.field_meaning(reference, path, scope) {
            None => Step::Failed,
            Some(FieldMeaning::Fixed { ty, scope, values }) => {
                Step::Inline { ty, scope, dummy: false, values }
            }
            Some(FieldMeaning::Open { class, field }) => match type_constraint(ty) {
                // A type constraint (X.680 clause 51.6) says what the open type holds.
                Some(held) => Step::Inline { ty: held, scope, dummy: true, values: None },
                None => Step::Open { class, field },
            },
        }
    }

    /// `identifier < Choice`: the alternative's type, with the tag that the CHOICE gives it.
    fn step_selection(&mut self, name: Ident<'a>, choice: &Rc<Type<'a>>, scope: Scope) -> Step<'a> {
        let stripped = self.strip(choice, scope);
        let Some((base, scope)) = stripped.base else { return Step::Failed };
        let TypeKind::Choice(list) = &base.kind else {
            self.report(
                Diagnostic::error("selection", name.span, "a selection type needs a CHOICE")
                    .with_label(base.span, "this is not a CHOICE")
                    .with_note("X.680 clause 30"),
            );
            return Step::Failed;
        };
        let all: Vec<&Component<'a>> = list.first.iter().chain(&list.last).chain(&list.additions).collect();
        let found = all.iter().position(|arm| arm.name.is_some_and(|own| own.text == name.text));
        let Some(index) = found else {
            self.report(
                Diagnostic::error(
                    "selection",
                    name.span,
                    format!("the CHOICE has no alternative `{}`", name.text),
                )
                .with_label(base.span, "this CHOICE")
                .with_note("X.680 clause 30"),
            );
            return Step::Failed;
        };
        let mut ty = (*all[index].ty).clone();
        if self.automatic(list, scope) {
            let number = Rc::new(automatic_number(index, ty.span));
            ty.tags.insert(0, TagPrefix { class: TagClass::Context, number, implicit: Some(true) });
        }
        Step::Inline { ty: Rc::new(ty), scope, dummy: false, values: None }
    }

    /// INSTANCE OF, as its associated type (X.681 annex C).
    fn step_instance(&mut self, class: &Reference<'a>, ty: &Rc<Type<'a>>, scope: Scope) -> Step<'a> {
        let set = ty.constraints.iter().find_map(|constraint| match &constraint.set.root {
            Some(Elements::Braced(tokens, _)) => Some(*tokens),
            _ => None,
        });
        let span = class.name.span;
        if self.class_of(class, scope).is_none() {
            let found = self.symbol(class, scope, "class");
            if !matches!(found, Symbol::Poisoned) {
                let mut report =
                    Diagnostic::error("not-a-class", span, format!("`{}` is not a class", class.name.text));
                if let Symbol::Entity(entity, _) = found {
                    report = report.with_label(self.program.assignment(entity).name.span, "defined here");
                }
                self.report(report.with_help(
                    "write `INSTANCE OF TYPE-IDENTIFIER`, or another name of that class (X.681 annex C)",
                ));
            }
            return Step::Failed;
        }
        if let Some(report) = self.no_type_identifier(class, scope) {
            self.report(report);
            return Step::Failed;
        }
        let (name, arguments) = match set {
            Some(tokens) => {
                let argument = Argument { tokens, kind: ArgumentKind::Braced(tokens) };
                ("INSTANCE-OF-SET", Some(Rc::new(vec![argument])))
            }
            None => ("INSTANCE-OF", None),
        };
        let reference = Reference { module: None, name: Ident { text: name, span }, arguments };
        let kind = TypeKind::Reference(reference);
        let inner = Type::plain(self.program.nodes.fresh(), kind, ty.span);
        Step::Inline { ty: Rc::new(inner), scope, dummy: false, values: None }
    }

    /// What is wrong with INSTANCE OF a class that is neither TYPE-IDENTIFIER nor another name of it.
    fn no_type_identifier(&mut self, class: &Reference<'a>, scope: Scope) -> Option<Diagnostic> {
        let found = self.class_of(class, scope)?;
        let name = Ident { text: "TYPE-IDENTIFIER", span: class.name.span };
        let builtin = Scope { module: self.program.builtin(), env: 0 };
        let wanted = self.class_of(&Reference { module: None, name, arguments: None }, builtin)?;
        if found.definition == wanted.definition {
            return None;
        }
        let message =
            format!("INSTANCE OF takes TYPE-IDENTIFIER, but `{}` is another class", class.name.text);
        let report = Diagnostic::error("not-a-class", class.name.span, message)
            .with_label(crate::asn1::rules::sets::class_place(&found), "the class begins here");
        Some(report.with_help(
            "give TYPE-IDENTIFIER a name of your own: `MY-CLASS ::= TYPE-IDENTIFIER` (X.681 annex C)",
        ))
    }

    /// Whether a list of components gets automatic tags (X.680 clauses 25.7 and 29.2).
    pub fn automatic(&self, list: &Components<'a>, scope: Scope) -> bool {
        let module = &self.program.modules[scope.module];
        let tagged = |component: &Component<'a>| !component.spliced && !component.ty.tags.is_empty();
        module.tags == TagDefault::Automatic
            && !list.first.iter().chain(&list.last).chain(&list.additions).any(tagged)
    }

    /// Follows a type to its base.
    pub fn strip(&mut self, ty: &Rc<Type<'a>>, scope: Scope) -> Stripped<'a> {
        // A selection strips the CHOICE that it selects from, which may be itself.
        self.deeper(|own| own.strip_steps(ty, scope)).unwrap_or_else(|| {
            let report = Diagnostic::error(
                "reference-cycle",
                ty.span,
                "this type refers back to itself, or through too many others",
            );
            self.report(
                report.with_note(
                    "a selection type needs a CHOICE that does not depend on it (X.680 clause 30)",
                ),
            );
            Stripped { base: None, levels: Vec::new() }
        })
    }

    fn strip_steps(&mut self, ty: &Rc<Type<'a>>, scope: Scope) -> Stripped<'a> {
        let mut levels = Vec::new();
        let (mut ty, mut scope) = (Rc::clone(ty), scope);
        for _ in 0..MAX_CHAIN {
            if !ty.constraints.is_empty() {
                levels.push((ty.constraints.clone(), scope));
            }
            match self.step(&ty, scope) {
                Step::Base => return Stripped { base: Some((ty, scope)), levels },
                Step::Inline { ty: next, scope: there, values, .. } => {
                    if let Some((set, home)) = values {
                        levels.push((vec![crate::asn1::types::lower::set_constraint(&set, next.span)], home));
                    }
                    (ty, scope) = (next, there);
                }
                Step::Definition { ty: next, scope: there, set, .. } => {
                    if let Some(set) = set {
                        let constraint = Constraint { set: (*set).clone(), span: next.span };
                        levels.push((vec![Rc::new(constraint)], there));
                    }
                    (ty, scope) = (next, there);
                }
                Step::Open { .. } => match crate::asn1::types::lower::held_type(&levels) {
                    Some((held, there)) => {
                        levels.clear();
                        (ty, scope) = (held, there);
                    }
                    None => return Stripped { base: None, levels },
                },
                Step::Failed => return Stripped { base: None, levels },
            }
        }
        Stripped { base: None, levels }
    }

    /// Whether a type is an open type of a class, by references alone.
    pub fn is_open(&mut self, ty: &Rc<Type<'a>>, scope: Scope) -> bool {
        let (mut ty, mut scope) = (Rc::clone(ty), scope);
        for _ in 0..MAX_CHAIN {
            match self.step(&ty, scope) {
                Step::Open { .. } => return true,
                Step::Inline { ty: next, scope: there, .. }
                | Step::Definition { ty: next, scope: there, .. } => {
                    (ty, scope) = (next, there);
                }
                Step::Base | Step::Failed => return false,
            }
        }
        false
    }

    /// The class that a type names, where it names one.
    pub fn class_of_type(&mut self, ty: &Rc<Type<'a>>, scope: Scope) -> Option<ClassRef<'a>> {
        match &ty.kind {
            TypeKind::Reference(reference) if ty.tags.is_empty() => self.class_of(reference, scope),
            _ => None,
        }
    }
}

/// The type in `CLASS.&Type (Type)`.
fn type_constraint<'a>(ty: &Type<'a>) -> Option<Rc<Type<'a>>> {
    ty.constraints.iter().find_map(|constraint| match &constraint.set.root {
        Some(Elements::Type(held)) => Some(Rc::clone(held)),
        _ => None,
    })
}

/// The tag number of automatic tagging.
fn automatic_number<'a>(index: usize, span: syntax_graph::Span) -> Value<'a> {
    Value { kind: ValueKind::Automatic(index), span }
}

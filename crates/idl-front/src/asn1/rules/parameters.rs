//! Checks actual parameters against the governors of their dummy references (X.683 clauses 8 and 9).

use crate::asn1::lowering::Lowering;
use crate::asn1::names::{Actual, Scope, Symbol};
use crate::asn1::objects::ClassRef;
use crate::asn1::parse::ast::{
    AssignmentKind, Elements, Parameter, Reference, Type, TypeKind, Value, ValueKind,
};
use crate::asn1::types::family::Family;
use std::rc::Rc;
use syntax_graph::{CharKind, Diagnostic, Order, Span, TimeKind};

impl<'a> Lowering<'a> {
    /// Checks the actual parameters of an instance, which `scope` holds by their names; whether they fit.
    pub fn check_parameters(&mut self, parameters: &[Parameter<'a>], scope: Scope, spans: &[Span]) -> bool {
        let ((), findings) = self.aside(|own| own.compare_parameters(parameters, scope, spans));
        let fits = !findings.has_errors();
        self.findings.keep(findings);
        fits
    }

    fn compare_parameters(&mut self, parameters: &[Parameter<'a>], scope: Scope, spans: &[Span]) {
        for (at, parameter) in parameters.iter().enumerate() {
            let first = parameters[..at].iter().find(|other| other.name.text == parameter.name.text);
            if let Some(first) = first {
                let message = format!("parameter `{}` is defined twice", parameter.name.text);
                let report = Diagnostic::error("duplicate-name", parameter.name.span, message);
                self.report(
                    report
                        .with_text("defined again here")
                        .with_label(first.name.span, "first defined here")
                        .with_note("X.683 clause 8"),
                );
            }
        }
        for (at, (parameter, span)) in parameters.iter().zip(spans.iter().copied()).enumerate() {
            let actual = self.names.bindings(scope)[at].actual.clone();
            match &parameter.governor {
                None => {
                    if !matches!(actual, Actual::Type(..))
                        && parameter.name.text.starts_with(|c: char| c.is_ascii_uppercase())
                    {
                        self.wrong_parameter(parameter, span, "a type", "a value or set");
                    }
                }
                Some(governor) => self.check_governed(parameter, governor, &actual, scope, span),
            }
        }
    }

    fn check_governed(
        &mut self,
        parameter: &Parameter<'a>,
        governor: &Rc<Type<'a>>,
        actual: &Actual<'a>,
        scope: Scope,
        span: Span,
    ) {
        if let Some(class) = self.class_of_type(governor, scope) {
            match actual {
                Actual::Type(ty, there) => self.check_governed_set(parameter, &class, ty, *there, span),
                Actual::Value(value, there) => {
                    self.check_governed_object(parameter, &class, value, *there, span)
                }
                Actual::Set(set, there) => match &set.root {
                    Some(Elements::Type(ty)) => self.check_governed_set(parameter, &class, ty, *there, span),
                    Some(Elements::Value(value)) => {
                        self.check_governed_object(parameter, &class, value, *there, span);
                    }
                    None if !set.extensible => self.empty_set(span, &class),
                    _ => {}
                },
            }
            return;
        }
        let Some((base, _)) = self.strip(governor, scope).base else { return };
        let Some(wanted) = Family::of(&base.kind) else { return };
        let single = match actual {
            Actual::Value(value, there) => Some((value, there)),
            Actual::Set(set, there) => match &set.root {
                Some(Elements::Value(value)) => Some((value, there)),
                _ => None,
            },
            Actual::Type(..) => None,
        };
        if single.is_some_and(|(value, there)| self.is_object(value, *there)) {
            return self.no_class_governs(parameter, span, (governor, &base), wanted, "an object");
        }
        let named = match actual {
            Actual::Type(ty, there) => Some((ty, there)),
            Actual::Set(set, there) => match &set.root {
                Some(Elements::Type(ty)) => Some((ty, there)),
                _ => None,
            },
            Actual::Value(..) => None,
        };
        if named.is_some_and(|(ty, there)| self.is_object_set(ty, *there)) {
            return self.no_class_governs(parameter, span, (governor, &base), wanted, "an object set");
        }
        let found = match actual {
            Actual::Type(ty, there) => {
                if parameter.name.text.starts_with(|c: char| c.is_ascii_lowercase()) {
                    return self.wrong_parameter(parameter, span, "a value", "a type");
                }
                self.family(ty, *there)
            }
            Actual::Value(value, there) => self.family_of_value(value, *there, wanted),
            Actual::Set(set, there) => match &set.root {
                Some(Elements::Type(ty)) => self.family(ty, *there),
                Some(Elements::Value(value)) => self.family_of_value(value, *there, wanted),
                _ => None,
            },
        };
        if let Some(found) = found.filter(|found| *found != wanted) {
            self.wrong_parameter(parameter, span, wanted.name(), found.name());
        }
    }

    /// The family that a value has to be of; `wanted` where it may be of that.
    fn family_of_value(&mut self, value: &Rc<Value<'a>>, scope: Scope, wanted: Family) -> Option<Family> {
        if let ValueKind::Reference(reference) = &value.kind {
            // The name may be an item of the governor itself.
            if !matches!(
                self.program.find(scope.module, reference.name.text),
                crate::asn1::names::resolve::Found::Entity(_)
            ) {
                return None;
            }
            let Symbol::Entity(entity, env) = self.symbol(reference, scope, "value") else { return None };
            let AssignmentKind::Value { governor, .. } = &self.program.assignment(entity).kind else {
                return None;
            };
            return self.family(governor, Scope { module: entity.module, env });
        }
        if wanted.can_be(&value.kind) {
            return Some(wanted);
        }
        let all = [
            TypeKind::Boolean,
            TypeKind::Integer(Vec::new()),
            TypeKind::Real,
            TypeKind::Null,
            TypeKind::Characters(CharKind::Utf8, 12),
            TypeKind::Time(TimeKind::Time, 14),
            TypeKind::BitString(Vec::new()),
            TypeKind::Choice(Rc::default()),
            TypeKind::Structure(Order::Ordered, Rc::default()),
        ];
        all.iter().filter_map(Family::of).find(|family| family.can_be(&value.kind))
    }

    fn check_governed_set(
        &mut self,
        parameter: &Parameter<'a>,
        class: &ClassRef<'a>,
        ty: &Rc<Type<'a>>,
        scope: Scope,
        span: Span,
    ) {
        let reference = match &ty.kind {
            TypeKind::Reference(reference) => reference,
            TypeKind::Field(..) => return,
            _ => return self.wrong_parameter(parameter, span, "an object set", "a type"),
        };
        let Symbol::Entity(entity, env) = self.symbol(reference, scope, "object set") else { return };
        let there = Scope { module: entity.module, env };
        match &self.program.assignment(entity).kind {
            AssignmentKind::Set { governor, .. } => {
                let own = self.class_of_type(governor, there);
                self.check_governing_class(parameter, class, own.as_ref(), reference, span);
            }
            AssignmentKind::Broken => {}
            _ => self.wrong_parameter(parameter, span, "an object set", "a type or class"),
        }
    }

    fn check_governed_object(
        &mut self,
        parameter: &Parameter<'a>,
        class: &ClassRef<'a>,
        value: &Rc<Value<'a>>,
        scope: Scope,
        span: Span,
    ) {
        match &value.kind {
            ValueKind::Reference(reference) => {
                let Symbol::Entity(entity, env) = self.symbol(reference, scope, "object") else { return };
                let there = Scope { module: entity.module, env };
                match &self.program.assignment(entity).kind {
                    AssignmentKind::Value { governor, .. } => {
                        let own = self.class_of_type(governor, there);
                        self.check_governing_class(parameter, class, own.as_ref(), reference, span);
                    }
                    AssignmentKind::Broken => {}
                    _ => self.wrong_parameter(parameter, span, "an object", "something else"),
                }
            }
            ValueKind::Braced(_) => drop(self.object(value, scope, Some(class))),
            ValueKind::Field(..) => {}
            _ => self.wrong_parameter(parameter, span, "an object", "a value"),
        }
    }

    fn check_governing_class(
        &mut self,
        parameter: &Parameter<'a>,
        wanted: &ClassRef<'a>,
        found: Option<&ClassRef<'a>>,
        reference: &Reference<'a>,
        span: Span,
    ) {
        if found.is_none_or(|found| found.definition != wanted.definition) {
            let message = format!(
                "`{}` is not of the class that governs `{}`",
                reference.name.text, parameter.name.text
            );
            let governor = parameter.governor.as_ref().map_or(span, |governor| governor.span);
            self.report(
                Diagnostic::error("governor-mismatch", span, message)
                    .with_label(governor, "the governor")
                    .with_note("X.683 clause 9"),
            );
        }
    }

    /// Reports objects for a parameter whose governor is a type, perhaps one that a parameter stands for.
    fn no_class_governs(
        &mut self,
        parameter: &Parameter<'a>,
        span: Span,
        (governor, base): (&Type<'a>, &Type<'a>),
        wanted: Family,
        found: &str,
    ) {
        let TypeKind::Reference(reference) = &governor.kind else {
            return self.wrong_parameter(parameter, span, wanted.name(), found);
        };
        let (name, class) = (parameter.name.text, reference.name.text);
        let message = format!(
            "the parameter `{name}` is {found}, but its governor `{class}` is {}, not a class",
            wanted.name()
        );
        self.report(
            Diagnostic::error("governor-mismatch", span, message)
                .with_label(base.span, "this is not a class")
                .with_label(governor.span, "the governor")
                .with_note("X.683 clauses 8.4 and 9"),
        );
    }

    fn wrong_parameter(&mut self, parameter: &Parameter<'a>, span: Span, wanted: &str, found: &str) {
        let message = format!("the parameter `{}` is {wanted}, but {found} is given", parameter.name.text);
        self.report(
            Diagnostic::error("governor-mismatch", span, message)
                .with_label(parameter.name.span, "the parameter")
                .with_note("X.683 clauses 8 and 9"),
        );
    }
}

//! Encodes values written `CONTAINING value` (X.680 clauses 22.9 and 23.3).

use crate::asn1::lowering::{Lowering, MAX_CHAIN};
use crate::asn1::names::resolve::Found;
use crate::asn1::names::{Actual, Scope};
use crate::asn1::parse::ast::{AssignmentKind, ElementSet, Elements, Type, Value as Ast, ValueKind};
use crate::asn1::types::Holder;
use der_values::canonical::Canonical;
use std::rc::Rc;
use syntax_graph::{Diagnostic, Scalar, TypeId, TypeKind, Value};

impl<'a> Lowering<'a> {
    /// Notes the types that CONTAINING names in the constraints that were met.
    pub fn note_contained(&mut self) {
        let mut twice = Vec::new();
        for noted in self.constraints.noted().to_vec() {
            let node = match noted.holder {
                Holder::Definition(id) => id,
                Holder::Field(field) => self.graph.fields[field].target,
            };
            if noted.copy && node != noted.governor {
                self.values.contained.copies.insert(node, noted.governor);
            }
            // The innermost level stands last.
            let mut written = Vec::new();
            for (constraints, scope) in &noted.levels {
                for constraint in constraints.iter().rev() {
                    contents_of_set(&constraint.set, *scope, &mut written);
                }
            }
            let Some((ty, scope)) = written.first().cloned() else { continue };
            let governor = Some(noted.governor).filter(|governor| *governor != node);
            twice.push((ty.span, written.get(1).map(|(other, _)| other.span), governor));
            let known = self.constraints.contents(ty.id, scope);
            let Some(contents) = known.or_else(|| self.named_type(&ty, scope)) else { continue };
            match noted.holder {
                Holder::Definition(id) => self.values.contained.types.insert(id, contents),
                Holder::Field(field) => self.values.contained.fields.insert(field, contents),
            };
        }
        for (place, beside, governor) in twice {
            let below = governor.and_then(|governor| self.contents_of(Holder::Definition(governor)));
            let first = beside.or_else(|| below.map(|contents| self.graph.types[contents].span));
            let Some(first) = first else { continue };
            let message = "this string has a CONTAINING constraint already";
            let report =
                Diagnostic::error("contents-twice", place, message).with_label(first, "it contains this");
            self.report(
                report.with_note("a string has one CONTAINING, also by names of types (X.682 clause 11.3)"),
            );
        }
    }

    /// What a string contains: the field's own constraints say so, or those of its type.
    fn contents_of(&self, holder: Holder) -> Option<TypeId> {
        let known = &self.values.contained;
        let mut at = match holder {
            Holder::Definition(id) => id,
            Holder::Field(field) => match known.fields.get(&field) {
                Some(contents) => return Some(*contents),
                None => self.graph.fields[field].target,
            },
        };
        for _ in 0..MAX_CHAIN {
            if let Some(contents) = known.types.get(&at) {
                return Some(*contents);
            }
            at = match self.graph.types[at].kind {
                TypeKind::Reference(next) => next,
                _ => *known.copies.get(&at)?,
            };
        }
        None
    }

    /// `CONTAINING value`, as the octets of its DER.
    pub fn contained_value(
        &mut self,
        ty: TypeId,
        holder: Holder,
        value: &Ast<'a>,
        inner: &Rc<Ast<'a>>,
        scope: Scope,
    ) -> Option<Value> {
        let Some(contained) = self.contents_of(holder) else {
            self.mismatch(value, "a value of this type: no constraint of it says what it contains");
            return None;
        };
        let own = self.graph_value(contained, inner, scope)?;
        let canonical = Canonical { graph: &self.graph, der: true };
        let octets = canonical.encode(&self.graph.types[contained].tags, contained, &own)?;
        match self.graph.kind(ty) {
            TypeKind::Scalar(Scalar::BitString { .. }) => {
                let length = 8 * octets.len() as u64;
                Some(Value::Bits { octets, length })
            }
            TypeKind::Scalar(Scalar::OctetString { .. }) => Some(Value::Octets(octets)),
            _ => None,
        }
    }

    /// The value of a name that is defined by CONTAINING. The type of the name decides what it contains.
    pub fn named_containing(&mut self, value: &Rc<Ast<'a>>, scope: Scope) -> Option<Option<Value>> {
        let (program, place) = (self.program, value.span);
        let (mut value, mut scope) = (Rc::clone(value), scope);
        for _ in 0..MAX_CHAIN {
            let ValueKind::Reference(reference) = &value.kind else { return None };
            let name = reference.name.text;
            let bound = self.names.binding(name, scope);
            if let (None, Some(binding)) = (reference.module, bound) {
                let Actual::Value(actual, there) = binding.actual.clone() else { return None };
                (value, scope) = (actual, there);
                continue;
            }
            let found = match reference.module {
                None => program.find(scope.module, name),
                Some(module) => program.find_external(scope.module, module.text, name),
            };
            let Found::Entity(entity) = found else { return None };
            let assignment = program.assignment(entity);
            let AssignmentKind::Value { governor, value: next } = &assignment.kind else { return None };
            if !assignment.parameters.is_empty() {
                return None;
            }
            (value, scope) = (Rc::clone(next), Scope { module: entity.module, env: 0 });
            if matches!(value.kind, ValueKind::Containing(_)) {
                if self.values.contained.within.contains(&entity) {
                    let message = "this value contains itself";
                    let report = Diagnostic::error("endless-value", value.span, message);
                    self.report(report.with_label(place, "by this name").with_note("X.680 clause 16"));
                    return Some(None);
                }
                self.values.contained.within.push(entity);
                let found = self.governed_value(governor, scope, &value, scope);
                self.values.contained.within.pop();
                return Some(found);
            }
        }
        None
    }
}

/// The types that CONTAINING names in a set, where all values of the set are to contain them.
fn contents_of_set<'a>(set: &ElementSet<'a>, scope: Scope, found: &mut Vec<(Rc<Type<'a>>, Scope)>) {
    let mut waiting: Vec<&Elements<'a>> = set.root.iter().collect();
    while let Some(elements) = waiting.pop() {
        match elements {
            Elements::Intersection(parts) => waiting.extend(parts),
            Elements::Nested(inner) => waiting.extend(&inner.root),
            Elements::Contents(Some(ty), _) => found.push((Rc::clone(ty), scope)),
            _ => {}
        }
    }
}

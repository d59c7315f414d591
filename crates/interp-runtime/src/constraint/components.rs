//! Evaluates inner subtyping (X.680 clause 51.8): WITH COMPONENT and WITH COMPONENTS.

use super::{Membership, Subject, Verdict};
use crate::real;
use num_bigint::BigInt;
use syntax_graph::constraint::{ComponentConstraint, ComponentPresence, Constraint};
use syntax_graph::{FieldId, Presence, Scalar, TypeKind, Value};

/// Maximum number of bits of mantissas and of exponents of REAL in WITH COMPONENTS. Constraints with larger ones
/// are open.
const MOST_BITS: [u64; 2] = [62, 38];

/// Maximum number of ranges of mantissas or exponents in WITH COMPONENTS; constraints with more are open.
const MOST_RANGES: usize = 255;

impl<'g> Membership<'_, 'g> {
    /// Evaluates WITH COMPONENT: every element satisfies the constraint.
    pub(super) fn component(&mut self, constraint: &Constraint, subject: Subject<'_>, inside: bool) -> bool {
        let Subject::Value { ty, value: Value::Array(values), .. } = subject else { return true };
        let TypeKind::Array(array) = self.graph.kind(ty) else { return true };
        let ty = self.graph.fields[array.element].target;
        let mut elements =
            values.iter().map(|value| Subject::Value { ty, governor: ty, value: value.plain() });
        match inside {
            true => elements.all(|element| self.inner(constraint, element, true)),
            false => elements.any(|element| self.inner(constraint, element, false)),
        }
    }

    /// Evaluates WITH COMPONENTS: every component satisfies its constraint and its presence word.
    pub(super) fn components(
        &mut self,
        partial: bool,
        components: &[ComponentConstraint],
        subject: Subject<'_>,
        inside: bool,
    ) -> bool {
        let Subject::Value { ty, value, .. } = subject else { return true };
        let graph = self.graph;
        let (fields, is_union): (&'g [FieldId], bool) = match graph.kind(ty) {
            TypeKind::Structure(structure) => (&structure.fields, false),
            TypeKind::Union(union) => (&union.arms, true),
            TypeKind::Scalar(Scalar::Real) => return self.real_components(components, value, inside),
            _ => return true,
        };
        for field in fields {
            let component = components.iter().find(|component| component.field == *field);
            let presence = match component {
                Some(ComponentConstraint { presence: Some(presence), .. }) => *presence,
                // In a full specification, components without a presence word are present, and missing ones
                // are absent (clauses 51.8.6 and 51.8.10).
                Some(_) if !partial && !is_union && graph.fields[*field].presence == Presence::Optional => {
                    ComponentPresence::Present
                }
                None if !partial && (is_union || graph.fields[*field].presence != Presence::Mandatory) => {
                    ComponentPresence::Absent
                }
                _ => ComponentPresence::Optional,
            };
            if self.is_present_so(*field, is_union, presence, value).may_be(inside) != inside {
                return !inside;
            }
            if component.is_some_and(|component| !self.decodes_of(component))
                && !self.is_component_so(component, value, inside)
            {
                return !inside;
            }
        }
        // Constraints that decode string contents come last, in written order.
        for component in components {
            if self.decodes_of(component) && !self.is_component_so(Some(component), value, inside) {
                return !inside;
            }
        }
        inside
    }

    /// Returns whether evaluating a component's constraint may decode string contents.
    fn decodes_of(&self, component: &ComponentConstraint) -> bool {
        component.constraint.as_ref().is_some_and(|constraint| self.decodes_in(&constraint, 0))
    }

    /// Returns whether the constraint of a component may hold, or if `inside` is false, whether it certainly
    /// holds. An absent component breaks no constraint.
    fn is_component_so(
        &mut self,
        component: Option<&ComponentConstraint>,
        value: &Value,
        inside: bool,
    ) -> bool {
        let Some(ComponentConstraint { field, constraint: Some(constraint), .. }) = component else {
            return true;
        };
        let Some(value) = self.present(*field, value) else { return true };
        let ty = self.graph.fields[*field].target;
        let part = Subject::Value { ty, governor: ty, value: value.plain() };
        self.inner(constraint, part, inside) == inside
    }

    /// Returns the value of a component or arm, if present.
    fn present<'v>(&self, field: FieldId, value: &'v Value) -> Option<&'v Value>
    where
        'g: 'v,
    {
        match value {
            Value::Structure(members) => {
                let given = members.iter().find(|(own, _)| *own == field).map(|(_, value)| value);
                given.or_else(|| self.graph.default_value(field))
            }
            Value::Union(arm, value) if *arm == field => Some(value),
            _ => None,
        }
    }

    /// Returns whether a component's presence agrees with its presence word.
    fn is_present_so(
        &self,
        field: FieldId,
        is_union: bool,
        presence: ComponentPresence,
        value: &Value,
    ) -> Verdict {
        let node = &self.graph.fields[field];
        let default = self.graph.default_value(field);
        let found = self.present(field, value);
        match (presence, default) {
            (ComponentPresence::Optional, _) => Verdict::Inside,
            // Values do not record whether a default was sent: an absent component has its default.
            (ComponentPresence::Present, Some(_)) => Verdict::Open,
            (ComponentPresence::Absent, Some(default)) if self.is_compared(node.target, default) => {
                Verdict::of(found.is_none_or(|value| self.is_equal(node.target, default, value)))
            }
            (ComponentPresence::Absent, Some(_)) => Verdict::Open,
            (ComponentPresence::Present, None) => Verdict::of(found.is_some()),
            // A mandatory component is never absent. The front end has reported a constraint that makes it so.
            (ComponentPresence::Absent, None) if !is_union && !self.graph.may_be_absent(field) => {
                Verdict::Open
            }
            (ComponentPresence::Absent, None) => Verdict::of(found.is_none()),
        }
    }

    /// Evaluates the components of REAL (X.680 clause 21.5). Many pairs of mantissa and exponent denote one number,
    /// and one matching pair suffices.
    fn real_components(&mut self, components: &[ComponentConstraint], value: &Value, inside: bool) -> bool {
        let Value::Real(contents) = value else { return true };
        let graph = self.graph;
        let named = |name: &str| {
            let found = components.iter().find(|component| graph.fields[component.field].name == name);
            found.and_then(|component| component.constraint.as_ref())
        };
        let [mantissas, bases, exponents] = ["mantissa", "base", "exponent"].map(named);
        let limits = [(mantissas, MOST_BITS[0]), (exponents, MOST_BITS[1])];
        if limits.into_iter().any(|(constraint, bits)| self.is_beyond(constraint, bits, inside)) {
            return true;
        }
        if real::check(contents, self.codec.rules).is_err() {
            return !inside;
        }
        let Some((mut mantissa, base, mut exponent)) = real::components(contents) else { return true };
        let zero = BigInt::ZERO;
        if mantissa == zero {
            // Zero has any base and exponent; EXCEPT excludes no zero.
            return !inside || self.is_such(mantissas, &zero, true);
        }
        let landmarks = |constraint: Option<&Constraint>| {
            constraint.map(|constraint| self.landmarks(constraint)).unwrap_or_default()
        };
        let (far, mut steps) = (landmarks(mantissas), landmarks(exponents));
        let most = far.iter().map(BigInt::magnitude).max().cloned().unwrap_or_default();
        let mut found = false;
        while *mantissa.magnitude() <= most {
            found |= self.is_such(mantissas, &mantissa, inside) && self.is_such(exponents, &exponent, inside);
            mantissa *= &base;
            exponent -= 1;
        }
        // Beyond the largest end, one answer holds for all mantissas, and exponents decrease without end.
        steps.retain(|step| *step <= exponent);
        steps.insert(exponent);
        found |= self.is_such(mantissas, &mantissa, inside)
            && steps.iter().any(|exponent| self.is_such(exponents, exponent, inside));
        (found && self.is_such(bases, &base, inside)) == inside
    }

    /// Returns whether a number may satisfy a constraint, or if `inside` is false, whether it certainly does.
    fn is_such(&mut self, constraint: Option<&Constraint>, number: &BigInt, inside: bool) -> bool {
        constraint.is_none_or(|constraint| self.inner(constraint, Subject::Number(number), inside) == inside)
    }

    /// Returns whether a set of numbers has an end of more than `bits` bits, or more than [`MOST_RANGES`] ranges.
    fn is_beyond(&mut self, constraint: Option<&Constraint>, bits: u64, inside: bool) -> bool {
        let Some(found) = constraint else { return false };
        let mut ends = [0, 0];
        for number in self.landmarks(found) {
            let own = self.is_such(constraint, &number, inside);
            let beside = [&number - 1, &number + 1];
            for (count, beside) in ends.iter_mut().zip(beside) {
                if own && !self.is_such(constraint, &beside, inside) {
                    *count += 1;
                    if number.magnitude().bits() > bits {
                        return true;
                    }
                }
            }
        }
        ends.into_iter().max() > Some(MOST_RANGES)
    }
}

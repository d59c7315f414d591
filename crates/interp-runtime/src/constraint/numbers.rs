//! Evaluates sets of whole numbers, one number at a time.

use super::{Membership, Subject};
use num_bigint::BigInt;
use std::collections::BTreeSet;
use syntax_graph::constraint::{Constraint, Elements};
use syntax_graph::{TypeId, Value};

/// Returns the number of a value; for a BOOLEAN, 0 or 1.
pub(super) fn of(value: &Value) -> Option<BigInt> {
    match value {
        Value::Integer(number) => Some(number.clone()),
        Value::Boolean(value) => Some(BigInt::from(u8::from(*value))),
        _ => None,
    }
}

impl Membership<'_, '_> {
    /// Returns all numbers at which membership in a constraint can change: its ends and their neighbors.
    pub(super) fn landmarks(&self, constraint: &Constraint) -> BTreeSet<BigInt> {
        let mut found = BTreeSet::new();
        let mut seen: BTreeSet<TypeId> = BTreeSet::new();
        let mut left: Vec<&Elements> = constraint.root.iter().collect();
        let mut named = |value: &Value| {
            let number = of(value);
            found.extend(number.into_iter().flat_map(|number| [&number - 1, &number + 1, number]));
        };
        while let Some(elements) = left.pop() {
            match elements {
                Elements::Union(parts) | Elements::Intersection(parts) => left.extend(parts),
                Elements::Except(base, excluded) => left.extend([&**base, &**excluded]),
                Elements::AllExcept(excluded) => left.push(excluded),
                Elements::Nested(inner) => left.extend(&inner.root),
                Elements::Includes(ty) if seen.insert(*ty) => {
                    left.extend(
                        self.checks.types[*ty].iter().filter_map(|constraint| constraint.root.as_ref()),
                    );
                }
                Elements::Value(value) => named(value),
                Elements::Range(range) => range.lower.iter().chain(&range.upper).for_each(&mut named),
                _ => {}
            }
        }
        found
    }

    /// Returns whether this number or a greater one may be in a constraint.
    pub(super) fn reaches(&mut self, constraint: &Constraint, number: &BigInt) -> bool {
        let mut candidates = self.landmarks(constraint).split_off(number);
        candidates.insert(number.clone());
        candidates.iter().any(|candidate| self.inner(constraint, Subject::Number(candidate), true))
    }
}

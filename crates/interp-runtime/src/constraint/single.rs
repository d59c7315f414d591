//! Evaluates single values (X.680 clause 51.2): equality of two values of a type.

use super::{Membership, Subject, Verdict, numbers, strings, times};
use crate::real;
use std::cmp::Ordering;
use syntax_graph::{FieldId, Order, Scalar, TypeId, TypeKind, Value};

/// Maximum number of different elements in a single value of a SET OF; a value with more is open.
const MOST_DIFFERENT: usize = 250;

/// NOT-A-NUMBER (X.690 clause 8.5.9).
const NOT_A_NUMBER: &[u8] = &[0x42];

impl Membership<'_, '_> {
    /// Returns whether the subject is this value; inside FROM, whether it is one of the characters of this
    /// string.
    pub(super) fn is_value(&self, own: &Value, subject: Subject<'_>) -> Verdict {
        match subject {
            Subject::Number(number) => {
                numbers::of(own).map_or(Verdict::Open, |own| Verdict::of(own == *number))
            }
            Subject::Character { governor, point } => {
                let points = self.points_of(governor, own);
                points.map_or(Verdict::Open, |points| Verdict::of(points.contains(&point)))
            }
            Subject::Value { ty, governor, value } => {
                self.is_single(ty, governor, own.plain(), value.plain())
            }
        }
    }

    fn is_single(&self, ty: TypeId, governor: TypeId, own: &Value, value: &Value) -> Verdict {
        match (self.graph.kind(ty), own, value) {
            (TypeKind::Scalar(Scalar::Time(kind)), Value::Chars(own), Value::Chars(value))
                if times::digits(*kind).is_none() =>
            {
                times::is_same(*kind, own, value)
            }
            (TypeKind::Scalar(Scalar::Characters { kind, .. }), Value::Chars(own), Value::Chars(octets)) => {
                if !strings::has_characters(*kind) {
                    return if strings::is_plain(octets) {
                        Verdict::of(own == octets)
                    } else {
                        Verdict::Open
                    };
                }
                if self.graph.kind(ty) == self.graph.kind(governor) {
                    return Verdict::of(own == octets);
                }
                // A contained subtype may be another kind of string, so characters are compared, not bytes.
                let own = self.points_of(governor, &Value::Chars(own.clone()));
                own.map_or(Verdict::Open, |own| Verdict::of(strings::points(*kind, octets) == Some(own)))
            }
            _ if self.is_compared(ty, own) => Verdict::of(self.is_equal(ty, own, value)),
            _ => Verdict::Open,
        }
    }

    /// Returns whether checks compare values with this one and all its parts; otherwise it is open.
    pub(super) fn is_compared(&self, ty: TypeId, own: &Value) -> bool {
        let target = |field: FieldId| self.graph.fields[field].target;
        let inside =
            |field: FieldId, value: &Value| *value == Value::Null || self.is_compared(target(field), value);
        match (self.graph.kind(ty), own.plain()) {
            (TypeKind::Scalar(scalar), own) => match (scalar, own) {
                (Scalar::Boolean, Value::Boolean(_))
                | (Scalar::Integer(_) | Scalar::Enumerated(_), Value::Integer(_))
                | (Scalar::BitString { .. }, Value::Bits { .. })
                | (Scalar::OctetString { .. }, Value::Octets(_))
                | (Scalar::ObjectIdentifier | Scalar::RelativeOid, Value::Oid(_)) => true,
                (Scalar::Real, Value::Real(contents)) => contents == NOT_A_NUMBER || real::is_held(contents),
                (Scalar::Characters { kind, .. }, Value::Chars(_)) => strings::has_characters(*kind),
                (Scalar::Time(kind), Value::Chars(_)) => times::digits(*kind).is_some(),
                _ => false,
            },
            (TypeKind::Structure(structure), Value::Structure(members)) => structure
                .fields
                .iter()
                .all(|field| self.member(members, *field).is_none_or(|value| inside(*field, value))),
            (TypeKind::Union(_), Value::Union(arm, value)) => inside(*arm, value),
            (TypeKind::Array(array), Value::Array(values)) => {
                let mut different: Vec<&Value> = Vec::new();
                for value in values {
                    if !inside(array.element, value) {
                        return false;
                    }
                    let known = different.iter().any(|own| self.is_equal(target(array.element), own, value));
                    if array.order == Order::Unordered && !known {
                        different.push(value);
                    }
                }
                different.len() <= MOST_DIFFERENT
            }
            _ => false,
        }
    }

    /// Returns whether two comparable values are equal as values of their type.
    pub(super) fn is_equal(&self, ty: TypeId, own: &Value, value: &Value) -> bool {
        let target = |field: FieldId| self.graph.fields[field].target;
        match (self.graph.kind(ty), own.plain(), value.plain()) {
            (_, Value::Real(own), Value::Real(value)) if own == NOT_A_NUMBER => own == value,
            (_, Value::Real(own), Value::Real(value)) => {
                real::order(value, own, self.codec.rules) == Some(Ordering::Equal)
            }
            (
                TypeKind::Scalar(Scalar::BitString { named, .. }),
                Value::Bits { octets, length },
                Value::Bits { octets: others, length: other },
            ) => {
                let bits = |octets, length| bits(octets, length, !named.is_empty());
                bits(octets, *length) == bits(others, *other)
            }
            (TypeKind::Structure(structure), Value::Structure(own), Value::Structure(values)) => structure
                .fields
                .iter()
                .all(|&field| match (self.member(own, field), self.member(values, field)) {
                    (Some(own), Some(value)) => self.is_equal(target(field), own, value),
                    (own, value) => own.is_none() && value.is_none(),
                }),
            (TypeKind::Union(_), Value::Union(own_arm, own), Value::Union(arm, value)) => {
                own_arm == arm && self.is_equal(target(*arm), own, value)
            }
            (TypeKind::Array(array), Value::Array(own), Value::Array(values)) => {
                let element = target(array.element);
                if own.len() != values.len() {
                    return false;
                }
                if array.order == Order::Ordered {
                    return own.iter().zip(values).all(|(own, value)| self.is_equal(element, own, value));
                }
                let mut left: Vec<&Value> = values.iter().collect();
                own.iter().all(|own| {
                    let found = left.iter().position(|value| self.is_equal(element, own, value));
                    found.map(|at| left.swap_remove(at)).is_some()
                })
            }
            (_, own, value) => own == value,
        }
    }

    /// Returns a member of a structure; an absent one has its default.
    pub(super) fn member<'v>(&'v self, members: &'v [(FieldId, Value)], field: FieldId) -> Option<&'v Value> {
        let given = members.iter().find(|(own, _)| *own == field).map(|(_, value)| value);
        given.or_else(|| self.graph.default_value(field))
    }
}

/// Returns the bits one by one; of a type with named bits, without the zeros at the end (X.680 clause 22.7).
fn bits(octets: &[u8], length: u64, named: bool) -> Vec<bool> {
    let all = octets.iter().flat_map(|octet| (0..8).rev().map(move |bit| octet >> bit & 1 == 1));
    let mut bits: Vec<bool> = all.take(usize::try_from(length).unwrap_or(usize::MAX)).collect();
    while named && bits.last() == Some(&false) {
        bits.pop();
    }
    bits
}

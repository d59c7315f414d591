//! Turns single values into predicates that accept only these values.

use super::normal::normal;
use super::{Deduction, characters, digits_of};
use crate::ids::{FieldId, TypeId};
use crate::intervals::Intervals;
use crate::predicate::Predicate;
use crate::real_end::RealEnd;
use crate::types::{Array, Order, Scalar, TypeKind};
use crate::value::Value;

/// Maximum number of different elements of a SET OF in a single value.
const MOST_IN_SETS: usize = 250;

impl Deduction<'_> {
    /// Returns the predicate that a value equals this one; `None` if it cannot be expressed.
    pub(super) fn equal(&mut self, ty: TypeId, value: &Value) -> Option<Predicate> {
        self.parts = self.parts.checked_sub(1)?;
        let graph = self.graph;
        let target = |field: FieldId| graph.fields[field].target;
        match (graph.kind(ty), value.plain()) {
            (TypeKind::Scalar(Scalar::Boolean), Value::Boolean(value)) => {
                Some(Predicate::Number(Intervals::one(u8::from(*value).into())))
            }
            (TypeKind::Scalar(Scalar::Integer(_) | Scalar::Enumerated(_)), Value::Integer(number)) => {
                Some(Predicate::Number(Intervals::one(number.clone())))
            }
            (TypeKind::Scalar(Scalar::Real), Value::Real(contents)) => match &contents[..] {
                [0x42] => Some(Predicate::Octets(vec![0x42])),
                _ => {
                    let end = Box::new(RealEnd::new(contents)?);
                    Some(Predicate::Real { lower: Some((end.clone(), false)), upper: Some((end, false)) })
                }
            },
            (TypeKind::Scalar(Scalar::Time(kind)), Value::Chars(octets)) if digits_of(*kind).is_some() => {
                Some(Predicate::Octets(octets.clone()))
            }
            (TypeKind::Scalar(Scalar::BitString { named, .. }), Value::Bits { octets, length }) => {
                let named = !named.is_empty();
                Some(Predicate::Bits { octets: octets.clone(), length: *length, named })
            }
            (TypeKind::Scalar(Scalar::OctetString { .. }), Value::Octets(octets))
            | (TypeKind::Scalar(Scalar::ObjectIdentifier | Scalar::RelativeOid), Value::Oid(octets)) => {
                Some(Predicate::Octets(octets.clone()))
            }
            (TypeKind::Scalar(Scalar::Characters { kind, .. }), Value::Chars(octets))
                if kind.has_characters() =>
            {
                let own = self.notation.and_then(|notation| characters(graph, notation)).unwrap_or(*kind);
                let same = kind.transcoded(own, octets);
                Some(same.map_or_else(Predicate::nothing, Predicate::Octets))
            }
            (TypeKind::Structure(structure), Value::Structure(members)) => {
                let mut parts = Vec::new();
                for &field in &structure.fields {
                    let given = members.iter().find(|(own, _)| *own == field).map(|(_, value)| value);
                    parts
                        .extend(self.has(field).map(|has| if given.is_some() { has } else { has.negated() }));
                    if let Some(value) = given.or_else(|| graph.default_value(field))
                        && *value != Value::Null
                    {
                        parts.push(Predicate::component(field, self.equal(target(field), value)?));
                    }
                }
                Some(Predicate::all(parts))
            }
            (TypeKind::Union(_), Value::Union(arm, value)) => {
                let mut parts = vec![Predicate::Has(*arm)];
                if **value != Value::Null {
                    parts.push(Predicate::component(*arm, self.equal(target(*arm), value)?));
                }
                Some(Predicate::all(parts))
            }
            (TypeKind::Array(array), Value::Array(values)) => self.equal_array(array, values),
            _ => None,
        }
    }

    fn equal_array(&mut self, array: &Array, values: &[Value]) -> Option<Predicate> {
        let element = array.element;
        let target = self.graph.fields[element].target;
        let mut parts = vec![Predicate::Size(Intervals::one(values.len().into()))];
        let mut seen: Vec<(Value, &Value, usize)> = Vec::new();
        for (index, value) in values.iter().enumerate() {
            if *value == Value::Null {
                continue;
            }
            if array.order == Order::Ordered {
                let equal = self.equal(target, value)?;
                parts.push(Predicate::Element(element, index, Box::new(equal)));
                continue;
            }
            // Compare normal forms, since a value may have several notations: named bits, sets in another order.
            let own = normal(self.graph, target, value)?;
            match seen.iter().position(|(known, ..)| *known == own) {
                Some(at) => seen[at].2 += 1,
                None if seen.len() == MOST_IN_SETS => return None,
                None => seen.push((own, value, 1)),
            }
        }
        for (_, value, times) in seen {
            parts.push(Predicate::Occurs(element, Box::new(self.equal(target, value)?), times));
        }
        Some(Predicate::all(parts))
    }
}

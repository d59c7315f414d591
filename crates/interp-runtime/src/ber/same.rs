//! Equality of two values of a type, which decides whether a DEFAULT field is sent.

use super::scalar;
use crate::codec::{Codec, Limits, Rules};
use syntax_graph::{FieldId, Order, Scalar, TypeId, TypeKind, ValidGraph, Value};

/// Returns whether a value equals the `known` one. The order of the elements of a SET OF does not matter, and an
/// absent DEFAULT member has its default. Open types are compared by [`same_octets`]. Under DER, trailing zeros
/// of named bits do not count. Everything else is compared exactly.
pub(super) fn same(codec: &Codec<'_>, ty: TypeId, known: &Value, value: &Value) -> bool {
    let graph = codec.graph;
    let target = |field: FieldId| graph.fields[field].target;
    match (graph.kind(ty), known.plain(), value.plain()) {
        (TypeKind::Structure(structure), Value::Structure(known), Value::Structure(value)) => structure
            .fields
            .iter()
            .all(|&field| match (member(graph, known, field), member(graph, value, field)) {
                (Some(known), Some(value)) => same(codec, target(field), known, value),
                (known, value) => known.is_none() && value.is_none(),
            }),
        (TypeKind::Union(_), Value::Union(known_arm, known), Value::Union(arm, value)) => {
            known_arm == arm && same(codec, target(*arm), known, value)
        }
        (TypeKind::Array(array), Value::Array(known), Value::Array(values)) => {
            let element = target(array.element);
            if known.len() != values.len() {
                return false;
            }
            if array.order == Order::Ordered {
                return known.iter().zip(values).all(|(known, value)| same(codec, element, known, value));
            }
            let mut left: Vec<&Value> = values.iter().collect();
            known.iter().all(|known| {
                let found = left.iter().position(|value| same(codec, element, known, value));
                found.map(|at| left.swap_remove(at)).is_some()
            })
        }
        (TypeKind::Open(_), known, value) => same_octets(codec, known, value),
        (TypeKind::Scalar(Scalar::BitString { named, .. }), known, value)
            if codec.rules == Rules::Der && !named.is_empty() =>
        {
            // X.690 clause 11.2.2: trailing zero bits are not sent.
            let encode = |value| scalar::encode(graph.scalar(ty)?, value, Rules::Der).ok();
            encode(known) == encode(value)
        }
        (_, known, value) => known == value,
    }
}

/// Returns the given member of a structure, or its default.
fn member<'v>(graph: &'v ValidGraph, members: &'v [(FieldId, Value)], field: FieldId) -> Option<&'v Value> {
    let given = members.iter().find(|(own, _)| *own == field).map(|(_, value)| value);
    given.or_else(|| graph.default_value(field))
}

/// Returns whether two values of an open type are equal. The known one is encoded in DER. A value that is bytes
/// must be the same bytes; a decoded value must equal these bytes as decoded to its type.
fn same_octets(codec: &Codec<'_>, known: &Value, value: &Value) -> bool {
    let target = |arm: FieldId| codec.graph.fields[arm].target;
    let limits = Limits { depth: usize::MAX, elements: usize::MAX, ..Limits::FRESH };
    let mut der = codec.clone().with_limits(limits);
    der.rules = Rules::Der;
    der.checks = None;
    let octets = match known {
        Value::Open(octets) => Some(octets.clone()),
        Value::Known(arm, known) => der.encode(target(*arm), known).ok(),
        _ => None,
    };
    octets.is_some_and(|octets| match value {
        Value::Open(own) => *own == octets,
        Value::Known(arm, value) => {
            let known = der.decode_exact(target(*arm), &octets);
            known.is_ok_and(|known| same(codec, target(*arm), &known, value))
        }
        _ => false,
    })
}

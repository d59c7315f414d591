//! Equality of two values of a type, which decides whether a DEFAULT field is sent.

use crate::codec::Codec;
use syntax_graph::{FieldId, Order, SyntaxGraph, TypeId, TypeKind, Value};

/// Returns whether a value equals the `known` one. The order of the elements of a SET OF does not matter, and an
/// absent DEFAULT member has its default. `is_same` compares values that are no structure, union or array.
pub(crate) fn same(
    graph: &SyntaxGraph,
    ty: TypeId,
    (known, value): (&Value, &Value),
    is_same: &dyn Fn(TypeId, &Value, &Value) -> bool,
) -> bool {
    let inner =
        |field: FieldId, known, value| same(graph, graph.fields[field].target, (known, value), is_same);
    if value.unknown() != known.unknown() {
        return false;
    }
    match (graph.kind(ty), known.plain(), value.plain()) {
        (TypeKind::Structure(structure), Value::Structure(known), Value::Structure(value)) => structure
            .fields
            .iter()
            .all(|&field| match (member(graph, known, field), member(graph, value, field)) {
                (Some(known), Some(value)) => inner(field, known, value),
                (known, value) => known.is_none() && value.is_none(),
            }),
        (TypeKind::Union(_), Value::Union(known_arm, known), Value::Union(arm, value)) => {
            known_arm == arm && inner(*arm, known, value)
        }
        (TypeKind::Array(array), Value::Array(known), Value::Array(values)) => {
            if known.len() != values.len() {
                return false;
            }
            if array.order == Order::Ordered {
                return known.iter().zip(values).all(|(known, value)| inner(array.element, known, value));
            }
            let mut left: Vec<&Value> = values.iter().collect();
            known.iter().all(|known| {
                let found = left.iter().position(|value| inner(array.element, known, value));
                found.map(|at| left.swap_remove(at)).is_some()
            })
        }
        (_, known, value) => is_same(ty, known, value),
    }
}

/// Returns whether a value of an open type equals its default, which the graph holds as DER. A value that is bytes must be
/// the same bytes; a decoded value must equal them as decoded to its type, by `same`.
pub(crate) fn same_open(
    codec: &Codec<'_>,
    known: &Value,
    value: &Value,
    same: &dyn Fn(TypeId, &Value, &Value) -> bool,
) -> bool {
    let target = |arm: FieldId| codec.graph.fields[arm].target;
    let der = codec.of_defaults();
    let octets = match known {
        Value::Open(octets) => Some(octets.clone()),
        Value::Known(arm, known) => der.encode(target(*arm), known).ok(),
        _ => None,
    };
    octets.is_some_and(|octets| match value {
        Value::Open(own) => *own == octets,
        Value::Known(arm, value) => {
            der.decode_exact(target(*arm), &octets).is_ok_and(|known| same(target(*arm), &known, value))
        }
        _ => false,
    })
}

/// Returns the given member of a structure, or its default.
fn member<'v>(graph: &'v SyntaxGraph, members: &'v [(FieldId, Value)], field: FieldId) -> Option<&'v Value> {
    let given = members.iter().find(|(own, _)| *own == field).map(|(_, value)| value);
    given.or_else(|| graph.default_value(field))
}

//! Whether two values of a type are the same: what decides whether a DEFAULT field is sent.

use syntax_graph::{FieldId, Order, SyntaxGraph, TypeId, TypeKind, Value};

/// Whether a value is the one that is `known`. The elements of a SET OF count in any order, and a DEFAULT member that is left
/// out has its default; all else is compared as it is.
pub(super) fn same(graph: &SyntaxGraph, ty: TypeId, known: &Value, value: &Value) -> bool {
    let target = |field: FieldId| graph.fields[field].target;
    match (graph.kind(ty), known.plain(), value.plain()) {
        (TypeKind::Structure(structure), Value::Structure(known), Value::Structure(value)) => {
            let member = |members: &[(FieldId, Value)], field: FieldId| {
                let given = members.iter().find(|(own, _)| *own == field).map(|(_, value)| value.clone());
                given.or_else(|| graph.default_value(field).cloned())
            };
            structure.fields.iter().all(|&field| match (member(known, field), member(value, field)) {
                (Some(known), Some(value)) => same(graph, target(field), &known, &value),
                (known, value) => known.is_none() && value.is_none(),
            })
        }
        (TypeKind::Union(_), Value::Union(known_arm, known), Value::Union(arm, value)) => {
            known_arm == arm && same(graph, target(*arm), known, value)
        }
        (TypeKind::Array(array), Value::Array(known), Value::Array(values)) => {
            let element = target(array.element);
            if known.len() != values.len() {
                return false;
            }
            if array.order == Order::Ordered {
                return known.iter().zip(values).all(|(known, value)| same(graph, element, known, value));
            }
            let mut left: Vec<&Value> = values.iter().collect();
            known.iter().all(|known| {
                let found = left.iter().position(|value| same(graph, element, known, value));
                found.map(|at| left.swap_remove(at)).is_some()
            })
        }
        (_, known, value) => known == value,
    }
}

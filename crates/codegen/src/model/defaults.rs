//! The bytes that defaults are compared with.

use crate::model::layout::{CType, scalar_ctype};
use crate::program::DefaultValue;
use der_values::{Canonical, known_as};
use std::collections::BTreeMap;
use syntax_graph::{FieldId, SyntaxGraph, TypeId, TypeKind, Value};

/// Returns the bytes of the defaults of open types that fit none of their known types, for all fields of `types`.
/// Equal ones share a function.
pub fn unknown(graph: &SyntaxGraph, types: &[TypeId]) -> BTreeMap<FieldId, DefaultValue> {
    let fields = types.iter().flat_map(|ty| graph.fields_of(*ty));
    let of_field = |field: &FieldId| {
        let target = graph.resolve(graph.fields[*field].target);
        let (octets, known) = held(graph, target, graph.default_value(*field)?)?;
        known.is_empty().then_some((*field, octets))
    };
    fields.filter_map(of_field).collect()
}

/// Returns the bytes that a scalar or open type is compared with, as a default; `None` if it is compared
/// otherwise.
pub fn octets_of(graph: &SyntaxGraph, ty: TypeId, value: &Value) -> Option<DefaultValue> {
    match value {
        Value::Integer(number) => {
            let held_as_bytes = graph.scalar(ty).is_some_and(|scalar| scalar_ctype(scalar) == CType::Slice);
            held_as_bytes.then(|| DefaultValue::Slice(number.to_signed_bytes_be()))
        }
        Value::Octets(octets)
        | Value::Oid(octets)
        | Value::Chars(octets)
        | Value::Real(octets)
        | Value::Open(octets)
        | Value::UnknownArm(octets) => Some(DefaultValue::Slice(octets.clone())),
        Value::Bits { octets, length } => Some(DefaultValue::Bits(octets.clone(), *length)),
        _ => None,
    }
}

/// Returns the default of a resolved open type: its bytes, and their value for each arm that they fit.
pub fn held(graph: &SyntaxGraph, ty: TypeId, value: &Value) -> Option<(DefaultValue, Vec<(FieldId, Value)>)> {
    let TypeKind::Open(open) = graph.kind(ty) else { return None };
    let octets = Canonical { graph, der: true }.encode(&[], ty, value).filter(|_| !open.arms.is_empty())?;
    let known = known_as(graph, open, &octets);
    Some((DefaultValue::Slice(octets), known))
}

/// Collects all bytes needed to compare with a value.
pub fn all_octets(graph: &SyntaxGraph, ty: TypeId, value: &Value, found: &mut Vec<DefaultValue>) {
    if let Some((octets, known)) = held(graph, ty, value) {
        found.push(octets);
        known.iter().for_each(|(arm, value)| all_octets(graph, graph.fields[*arm].target, value, found));
        return;
    }
    found.extend(octets_of(graph, ty, value));
    let target = |field: FieldId| graph.fields[field].target;
    match (graph.kind(ty), value) {
        (_, Value::Structure(members)) => {
            members.iter().for_each(|(field, value)| all_octets(graph, target(*field), value, found));
        }
        (_, Value::Union(arm, value)) => all_octets(graph, target(*arm), value, found),
        (TypeKind::Array(array), Value::Array(values)) => {
            values.iter().for_each(|value| all_octets(graph, target(array.element), value, found));
        }
        _ => {}
    }
}

//! Computes the normal form of a value, for comparisons.

use crate::graph::SyntaxGraph;
use crate::ids::{FieldId, TypeId};
use crate::types::{Order, Scalar, TypeKind};
use crate::value::Value;

/// Returns the normal form of a value: two values of a type are the same if their normal forms are equal.
///
/// In normal form, named bits have no trailing zeros, the elements of a SET OF are sorted, and components equal to
/// their default are omitted. `None` if the value is not of the type, or contains a value of an open type.
pub(super) fn normal(graph: &SyntaxGraph, ty: TypeId, value: &Value) -> Option<Value> {
    let field = |field: FieldId, value| normal(graph, graph.fields[field].target, value);
    Some(match (graph.kind(ty), value.plain()) {
        (TypeKind::Structure(structure), Value::Structure(members)) => {
            let mut normals = Vec::new();
            for &id in &structure.fields {
                let Some((_, value)) = members.iter().find(|(own, _)| *own == id) else { continue };
                if graph.default_value(id) != Some(value) {
                    normals.push((id, field(id, value)?));
                }
            }
            Value::Structure(normals)
        }
        (TypeKind::Array(array), Value::Array(values)) => {
            let normals = values.iter().map(|value| field(array.element, value));
            let mut normals: Vec<Value> = normals.collect::<Option<_>>()?;
            if array.order == Order::Unordered {
                normals.sort();
            }
            Value::Array(normals)
        }
        (TypeKind::Union(_), Value::Union(arm, value)) => Value::Union(*arm, Box::new(field(*arm, value)?)),
        (TypeKind::Scalar(Scalar::BitString { named, .. }), Value::Bits { octets, length })
            if !named.is_empty() =>
        {
            let used = octets.iter().rposition(|octet| *octet != 0).map_or(0, |last| last + 1);
            let zeros = octets[..used].last().map_or(0, |last| last.trailing_zeros());
            let held = (8 * used as u64).saturating_sub(zeros.into());
            Value::Bits { octets: octets[..used].to_vec(), length: held.min(*length) }
        }
        (
            TypeKind::Scalar(_),
            scalar @ (Value::Boolean(_)
            | Value::Integer(_)
            | Value::Null
            | Value::Real(_)
            | Value::Bits { .. }
            | Value::Octets(_)
            | Value::Oid(_)
            | Value::Chars(_)),
        ) => scalar.clone(),
        _ => return None,
    })
}

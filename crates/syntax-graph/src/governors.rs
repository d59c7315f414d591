//! Compares values of the governors of open types: comparable values, and equality (X.682 clause 10).

use crate::graph::SyntaxGraph;
use crate::ids::{FieldId, IndexVec, TypeId};
use crate::types::{Scalar, TypeKind};
use crate::value::Value;

/// A part of a governor that is a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The path from the governor to the part.
    pub path: Vec<FieldId>,
    /// Whether only the presence of the part counts. Otherwise the part is a scalar, and its presence and value count.
    pub is_presence: bool,
}

/// Returns the parts that a comparison of values of a structure uses, in the order of the definition. Mandatory fields
/// of type NULL are not parts. `recursive` is the result of
/// [`recursive_fields`](crate::recursion::recursive_fields).
///
/// # Errors
/// The first field that cannot be compared: it is recursive, a BIT STRING, a REAL or IEEE 754 number, an array, a union
/// or an open type.
pub fn parts(
    graph: &SyntaxGraph,
    recursive: &IndexVec<FieldId, bool>,
    structure: TypeId,
) -> Result<Vec<Part>, FieldId> {
    let mut found = Vec::new();
    add_parts(graph, recursive, structure, &mut Vec::new(), &mut found)?;
    Ok(found)
}

fn add_parts(
    graph: &SyntaxGraph,
    recursive: &IndexVec<FieldId, bool>,
    structure: TypeId,
    path: &mut Vec<FieldId>,
    found: &mut Vec<Part>,
) -> Result<(), FieldId> {
    for &field in graph.fields_of(structure) {
        path.push(field);
        let part = |is_presence| Part { path: path.clone(), is_presence };
        let target = graph.resolve(graph.fields[field].target);
        let may_lack = graph.may_be_absent(field) && graph.default_value(field).is_none();
        match &graph.types[target].kind {
            _ if recursive[field] => return Err(field),
            TypeKind::Scalar(Scalar::Null) => found.extend(may_lack.then(|| part(true))),
            TypeKind::Scalar(scalar) if is_key(scalar) => found.push(part(false)),
            TypeKind::Structure(_) => {
                found.extend(may_lack.then(|| part(true)));
                add_parts(graph, recursive, target, path, found)?;
            }
            _ => return Err(field),
        }
        path.pop();
    }
    Ok(())
}

/// Returns whether values of a scalar can select an alternative.
pub(crate) fn is_key(scalar: &Scalar) -> bool {
    match scalar {
        Scalar::Boolean
        | Scalar::Integer(_)
        | Scalar::Enumerated(_)
        | Scalar::ObjectIdentifier
        | Scalar::RelativeOid
        | Scalar::OctetString { .. }
        | Scalar::Characters { .. }
        | Scalar::Time(_) => true,
        Scalar::Real | Scalar::Float(_) | Scalar::BitString { .. } | Scalar::Null => false,
    }
}

/// Returns whether a value of a governor can select an alternative: a number, a BOOLEAN, a string of 1 to 255 bytes, or
/// a union or structure of these. Tables of generated code have one byte for the length, and 0 ends the table.
pub fn can_select(identifier: &Value) -> bool {
    match identifier {
        Value::Union(_, value) => is_scalar_key(value),
        Value::Structure(members) => members.iter().all(|(_, value)| is_part(value)),
        value => is_scalar_key(value),
    }
}

fn is_scalar_key(value: &Value) -> bool {
    match value {
        Value::Boolean(_) => true,
        Value::Integer(number) => number.bits() < 255 * 8,
        Value::Oid(octets) | Value::Octets(octets) | Value::Chars(octets) => {
            (1..=255).contains(&octets.len())
        }
        _ => false,
    }
}

fn is_part(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Structure(members) => members.iter().all(|(_, value)| is_part(value)),
        value => is_scalar_key(value),
    }
}

/// Returns whether two values of a governor are equal. An omitted component has its default.
pub fn are_equal(graph: &SyntaxGraph, one: &Value, other: &Value) -> bool {
    match (one.plain(), other.plain()) {
        (Value::Structure(one), Value::Structure(other)) => {
            let member = |members: &'_ [(FieldId, Value)], field: FieldId| {
                let own = members.iter().find(|(own, _)| *own == field).map(|(_, value)| value.clone());
                own.or_else(|| graph.default_value(field).cloned())
            };
            one.iter().chain(other).all(|(field, _)| match (member(one, *field), member(other, *field)) {
                (Some(one), Some(other)) => are_equal(graph, &one, &other),
                (one, other) => one.is_none() && other.is_none(),
            })
        }
        (one, other) => one == other,
    }
}

/// Returns a value of a governor with its components in the order of the definition. Omitted components get their
/// default.
pub fn completed(graph: &SyntaxGraph, governor: TypeId, value: &Value) -> Value {
    let Value::Structure(members) = value else { return value.clone() };
    let complete = |&field: &FieldId| {
        let own = members.iter().find(|(own, _)| *own == field).map(|(_, value)| value);
        let value = own.or_else(|| graph.default_value(field))?;
        Some((field, completed(graph, graph.fields[field].target, value)))
    };
    Value::Structure(graph.fields_of(graph.resolve(governor)).iter().filter_map(complete).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A component counts like a scalar governor: a component that no table can hold makes the structure unfit.
    #[test]
    fn structures_select_by_what_can_be_compared() {
        let field = <FieldId as crate::ids::Id>::new(0);
        let around = |value: &Value| Value::Structure(vec![(field, value.clone())]);
        let fit = [
            Value::Boolean(true),
            Value::Integer(5.into()),
            Value::Oid(vec![0x2a]),
            Value::Octets(vec![0; 255]),
        ];
        let unfit = [
            Value::Octets(Vec::new()),
            Value::Chars(vec![b'a'; 256]),
            Value::Integer(num_bigint::BigInt::from(1) << (255 * 8)),
            Value::Array(Vec::new()),
        ];
        for value in &fit {
            assert!(can_select(value) && can_select(&around(value)) && can_select(&around(&around(value))));
        }
        for value in &unfit {
            assert!(
                !can_select(value) && !can_select(&around(value)) && !can_select(&around(&around(value)))
            );
        }
        assert!(can_select(&around(&Value::Null)) && !can_select(&Value::Null));
    }
}

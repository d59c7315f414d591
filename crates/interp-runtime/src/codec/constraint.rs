//! Whether a value is one that the constraints of its type permit.

use num_bigint::BigInt;
use syntax_graph::permitted::Check;
use syntax_graph::{Scalar, SyntaxGraph, TypeId, TypeKind, Value};

/// Whether a value of type `ty` passes a check.
pub(super) fn permits(graph: &SyntaxGraph, ty: TypeId, check: &Check, value: &Value) -> bool {
    let kind = graph.kind(ty);
    let mut points = None;
    let number = match (kind, value.plain()) {
        (_, Value::Integer(number)) => number.clone(),
        (_, Value::Boolean(value)) => BigInt::from(u8::from(*value)),
        (_, Value::Bits { length, .. }) => BigInt::from(*length),
        (_, Value::Octets(octets)) => BigInt::from(octets.len()),
        (_, Value::Array(elements)) => BigInt::from(elements.len()),
        (TypeKind::Scalar(Scalar::Characters { kind, .. }), Value::Chars(octets)) => {
            let Some(found) = kind.code_points(octets) else { return false };
            let count = BigInt::from(found.len());
            points = Some(found);
            count
        }
        _ => return true,
    };
    let known = |point: &u32| {
        check.characters.as_ref().is_none_or(|characters| characters.contains(&BigInt::from(*point)))
    };
    check.number.as_ref().is_none_or(|numbers| numbers.contains(&number))
        && points.iter().flatten().all(known)
}

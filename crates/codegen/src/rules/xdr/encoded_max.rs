//! Computes the size of the largest encoding of a type under XDR (RFC 4506).

use crate::model::encoded_max::{Octets, Parts, Sizes, bounded, number};
use crate::model::layout::has_flag;
use num_bigint::BigInt;
use syntax_graph::{FieldId, Scalar, TypeId, TypeKind, ValidGraph};

/// Returns the octets of the largest encoding of a message of type `root`.
pub fn encoded_max(graph: &ValidGraph, root: TypeId) -> Octets {
    of(&Sizes::find(graph, root, &Xdr), root)
}

struct Xdr;

impl Parts for Xdr {
    fn field(&self, sizes: &Sizes<'_>, field: FieldId) -> Octets {
        let announcement = if has_flag(sizes.graph, field) { 4 } else { 0 };
        bounded(of(sizes, sizes.graph.fields[field].target)?, announcement)
    }
}

fn of(sizes: &Sizes<'_>, ty: TypeId) -> Octets {
    let ty = sizes.graph.resolve(ty);
    if sizes.graph.kept.contains(&ty) {
        return None;
    }
    match &sizes.graph.types[ty].kind {
        TypeKind::Scalar(value) => scalar(value),
        TypeKind::Structure(_) => sizes.parts(ty),
        TypeKind::Union(_) => bounded(sizes.parts(ty)?, 4),
        TypeKind::Array(array) if array.linked => None,
        TypeKind::Array(array) => {
            let count = if array.size.min > 0 { 0 } else { 4 };
            bounded(sizes.parts(ty)?.checked_mul(array.size.max?)?, count)
        }
        TypeKind::Open(_) | TypeKind::Reference(_) => None,
    }
}

/// Returns the octets of the largest encoding of a scalar (RFC 4506 section 4).
fn scalar(scalar: &Scalar) -> Octets {
    let padded = |size: u64| number(&BigInt::from(size))?.checked_next_multiple_of(4);
    match scalar {
        Scalar::Integer(integer) => match integer.repr.machine() {
            Some((bits, _)) if bits > 32 => Some(8),
            _ => Some(4),
        },
        Scalar::Boolean | Scalar::Enumerated(_) => Some(4),
        Scalar::Float(width) => Some(width.octets() as u64),
        Scalar::OctetString { size } if size.min > 0 => padded(size.min),
        Scalar::OctetString { size } => bounded(padded(size.max?)?, 4),
        Scalar::Characters { size, .. } => bounded(padded(size.max?)?, 4),
        Scalar::Null => Some(0),
        _ => None,
    }
}

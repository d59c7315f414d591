//! The bytes of the smallest value of each type.

use super::ops::width;
use crate::packed::least::Sizes;
use syntax_graph::{FieldId, OctetView, Scalar, TypeKind, Union, ValidGraph};

/// The least bytes under OER.
pub struct Octets;

impl Sizes for Octets {
    fn own(&self, graph: &ValidGraph, field: FieldId) -> u64 {
        match graph.kind(graph.fields[field].target) {
            TypeKind::Scalar(scalar) => scalar_octets(scalar, &graph.octet_view_in(field)),
            // The number of elements has a length and at least one byte.
            TypeKind::Array(_) => 2,
            TypeKind::Open(_) => 1,
            _ => 0,
        }
    }

    fn flags(&self, flags: u64) -> u64 {
        flags.div_ceil(8)
    }

    fn union(&self, _: &Union) -> u64 {
        1
    }
}

fn scalar_octets(scalar: &Scalar, view: &OctetView) -> u64 {
    let fixed = |unit: u64| view.sizes.fixed().map_or(1, |size| size.min(1 << 10) * unit);
    match scalar {
        Scalar::Null => 0,
        Scalar::Integer(_) => view.integer().bytes.map_or(2, |bytes| bytes as u64),
        Scalar::Real => view.float.map_or(1, |width| width.octets() as u64),
        Scalar::BitString { .. } => view.sizes.fixed().map_or(2, |size| size.min(1 << 10).div_ceil(8)),
        Scalar::OctetString { .. } => fixed(1),
        Scalar::Characters { kind, .. } => width(*kind).map_or(1, |unit| fixed(u64::from(unit))),
        _ => 1,
    }
}

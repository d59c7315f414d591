//! The bits of the smallest value of each type.

use crate::packed::least::Sizes;
use syntax_graph::{FieldId, PackedView, Scalar, SizeRange, TypeKind, Union, ValidGraph};

/// The least bits under UPER and APER.
pub struct Bits;

impl Sizes for Bits {
    fn own(&self, graph: &ValidGraph, field: FieldId) -> u64 {
        match graph.kind(graph.fields[field].target) {
            TypeKind::Scalar(scalar) => scalar_bits(scalar, &graph.packed_view_in(field)),
            TypeKind::Array(_) => length_bits(&graph.packed_view_in(field).sizes),
            TypeKind::Open(_) => 16,
            _ => 0,
        }
    }

    fn flags(&self, flags: u64) -> u64 {
        flags
    }

    fn union(&self, union: &Union) -> u64 {
        // An addition takes at least seven bits for its index.
        u64::from(union.extensible) + index_bits(union.roots).min(7)
    }
}

/// Returns the bits of an index below `count`.
fn index_bits(count: usize) -> u64 {
    u64::from(usize::BITS - count.saturating_sub(1).leading_zeros())
}

/// Returns the bits of the smallest length with these sizes.
fn length_bits(sizes: &SizeRange) -> u64 {
    // Outside the root, a length takes at least a byte.
    let unbounded = 8 + u64::from(sizes.extensible);
    match sizes.max.filter(|max| *max < 1 << 16) {
        Some(max) => {
            let span = max.saturating_sub(sizes.min);
            (u64::from(sizes.extensible) + u64::from(u64::BITS - span.leading_zeros())).min(unbounded)
        }
        None => unbounded,
    }
}

/// Returns the bits of the shortest string with these sizes, of items with so many bits.
fn string_bits(sizes: &SizeRange, unit: u64) -> u64 {
    let items = if sizes.extensible { 0 } else { sizes.min.min(1 << 10) * unit };
    length_bits(sizes).max(items)
}

fn scalar_bits(scalar: &Scalar, view: &PackedView) -> u64 {
    match scalar {
        Scalar::Null => 0,
        Scalar::Boolean => 1,
        // A wider number may have fewer bytes under APER.
        Scalar::Integer(_) => u64::from(view.values.extensible) + view.values.bits().unwrap_or(8).min(8),
        Scalar::Enumerated(enumeration) => {
            let roots = enumeration.roots.min(enumeration.items.len());
            u64::from(enumeration.extensible) + index_bits(roots).min(7)
        }
        Scalar::BitString { .. } => string_bits(&view.sizes, 1),
        Scalar::OctetString { .. } => string_bits(&view.sizes, 8),
        Scalar::Characters { kind, .. } if kind.is_known_multiplier() => length_bits(&view.sizes),
        _ => 8,
    }
}

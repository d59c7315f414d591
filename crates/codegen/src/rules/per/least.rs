//! The bits of the smallest value of each type, which bound the memory that a count in a message can ask for.

use syntax_graph::{FieldId, IndexVec, PackedView, Presence, Scalar, SizeRange, TypeKind, ValidGraph};

/// The rounds that raise the bounds of nested structures; without them, zero is a lower bound.
const ROUNDS: usize = 4;
/// No bound is larger, so that sums do not overflow.
const MOST: u64 = 1 << 20;

/// The bits of the smallest value of each field; a lower bound under UPER and APER.
pub struct Least {
    fields: IndexVec<FieldId, u64>,
}

impl Least {
    /// Computes the bounds of all fields.
    pub fn of(graph: &ValidGraph) -> Self {
        let own = |field: FieldId| {
            let target = graph.fields[field].target;
            match graph.kind(target) {
                TypeKind::Scalar(scalar) => scalar_bits(scalar, &graph.packed_view_in(field)),
                TypeKind::Array(_) => length_bits(&graph.packed_view_in(field).sizes),
                TypeKind::Open(_) => 16,
                _ => 0,
            }
        };
        let mut least = Self { fields: graph.fields.ids().map(own).collect() };
        for _ in 0..ROUNDS {
            for field in graph.fields.ids() {
                least.fields[field] = least.structured(graph, field).min(MOST);
            }
        }
        least
    }

    /// Returns the bits of the smallest value of a field.
    pub fn field(&self, field: FieldId) -> u64 {
        self.fields[field]
    }

    /// Returns the bound of a field whose type has fields itself; of another field, the known bound.
    fn structured(&self, graph: &ValidGraph, field: FieldId) -> u64 {
        match graph.kind(graph.fields[field].target) {
            TypeKind::Structure(structure) => {
                let roots = structure.fields.iter().filter(|field| !graph.fields[**field].addition);
                let part = |field: &FieldId| match graph.fields[*field].presence {
                    Presence::Mandatory => self.fields[*field],
                    _ => 1,
                };
                roots.map(part).sum::<u64>() + u64::from(structure.extension.is_some())
            }
            // An addition takes at least seven bits for its index.
            TypeKind::Union(union) => u64::from(union.extensible) + index_bits(union.roots).min(7),
            _ => self.fields[field],
        }
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

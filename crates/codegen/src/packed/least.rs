//! The bits or bytes of the smallest value of each type, which bound the memory that a count in a message can ask for.

use syntax_graph::{FieldId, IndexVec, Presence, TypeKind, Union, ValidGraph};

/// The rounds that raise the bounds of nested structures; without them, zero is a lower bound.
const ROUNDS: usize = 4;
/// No bound is larger, so that sums do not overflow.
const MOST: u64 = 1 << 20;

/// What a rule sends at least, in its own unit.
pub trait Sizes {
    /// Returns the least size of a field whose type has no fields itself; 0 for others.
    fn own(&self, graph: &ValidGraph, field: FieldId) -> u64;

    /// Returns the size of so many flags in front of a structure.
    fn flags(&self, flags: u64) -> u64;

    /// Returns the least size of a CHOICE.
    fn union(&self, union: &Union) -> u64;
}

/// The size of the smallest value of each field; a lower bound.
pub struct Least {
    fields: IndexVec<FieldId, u64>,
}

impl Least {
    /// Computes the bounds of all fields.
    pub fn of(graph: &ValidGraph, sizes: &dyn Sizes) -> Self {
        let mut least = Self { fields: graph.fields.ids().map(|field| sizes.own(graph, field)).collect() };
        for _ in 0..ROUNDS {
            for field in graph.fields.ids() {
                least.fields[field] = least.structured(graph, sizes, field).min(MOST);
            }
        }
        least
    }

    /// Returns the size of the smallest value of a field.
    pub fn field(&self, field: FieldId) -> u64 {
        self.fields[field]
    }

    /// Returns the bound of a field whose type has fields itself; of another field, the known bound.
    fn structured(&self, graph: &ValidGraph, sizes: &dyn Sizes, field: FieldId) -> u64 {
        match graph.kind(graph.fields[field].target) {
            TypeKind::Structure(structure) => {
                let is_mandatory = |field: &FieldId| graph.fields[*field].presence == Presence::Mandatory;
                let roots = structure.fields.iter().filter(|field| !graph.fields[**field].addition);
                let (mandatory, optional): (Vec<FieldId>, Vec<FieldId>) =
                    roots.copied().partition(is_mandatory);
                let flags = optional.len() as u64 + u64::from(structure.extension.is_some());
                mandatory.iter().map(|field| self.fields[*field]).sum::<u64>() + sizes.flags(flags)
            }
            TypeKind::Union(union) => sizes.union(union),
            _ => self.fields[field],
        }
    }
}

//! The largest encoding of a type, if bounded: `T_ENCODED_MAX`.
//!
//! It is the largest encoding of all permitted values, as sent, in exact arithmetic; default values are not
//! sent. There is none if a value can have any size: strings and arrays without an upper bound, extensible
//! unions (unknown alternatives are sent unchanged), open types, kept bytes, recursion.

use crate::rules::Rules;
use num_bigint::BigInt;
use syntax_graph::{FieldId, IndexVec, TypeId, TypeKind, ValidGraph};

/// Bytes; `None` if unbounded, or above the size_t of a 32-bit target.
pub type Octets = Option<u64>;

/// The largest buffer of a 32-bit target.
pub const MOST: u64 = u32::MAX as u64;

/// Returns the bytes of the largest encoding of a message of type `root`.
pub fn encoded_max(graph: &ValidGraph, root: TypeId, rules: Rules) -> Octets {
    rules.encoding().encoded_max(graph, root)
}

/// The sizes of parts under one encoding rule.
pub trait Parts {
    /// Returns the bytes of the largest value of a field.
    fn field(&self, sizes: &Sizes<'_>, field: FieldId) -> Octets;
}

/// The size of a constructor: for a structure or union its contents, for an array one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unknown,
    /// In progress: a type found again is recursive.
    Open,
    Known(Octets),
}

/// The sizes of all types in a root.
pub struct Sizes<'g> {
    /// The graph.
    pub graph: &'g ValidGraph,
    known: IndexVec<TypeId, State>,
}

impl<'g> Sizes<'g> {
    /// Computes the sizes of a type and of all types in it, at any depth.
    pub fn find(graph: &'g ValidGraph, root: TypeId, rule: &dyn Parts) -> Self {
        let mut sizes = Self { graph, known: IndexVec::filled(State::Unknown, graph.types.len()) };
        let mut open = vec![graph.resolve(root)];
        while let Some(&ty) = open.last() {
            if sizes.known[ty] == State::Unknown {
                sizes.known[ty] = State::Open;
                let targets = graph.fields_of(ty).iter().map(|field| graph.fields[*field].target);
                let targets = targets.map(|target| graph.resolve(target));
                open.extend(targets.filter(|target| sizes.known[*target] == State::Unknown));
                continue;
            }
            open.pop();
            if sizes.known[ty] == State::Open {
                sizes.known[ty] = State::Known(sizes.sum(ty, rule));
            }
        }
        sizes
    }

    /// Returns the size of a type's fields: the sum for a structure, otherwise the largest.
    fn sum(&self, ty: TypeId, rule: &dyn Parts) -> Octets {
        let parts = self.graph.fields_of(ty).iter().map(|&field| rule.field(self, field));
        match &self.graph.types[ty].kind {
            TypeKind::Structure(_) => parts.sum::<Octets>().filter(|sum| *sum <= MOST),
            _ => parts.collect::<Option<Vec<_>>>().map(|parts| parts.into_iter().max().unwrap_or(0)),
        }
    }

    /// Returns the size of the fields of a type; `None` if unbounded or recursive.
    pub fn parts(&self, ty: TypeId) -> Octets {
        match self.known[ty] {
            State::Known(octets) => octets,
            State::Unknown | State::Open => None,
        }
    }
}

/// Returns a sum, if a buffer can have that size.
pub fn bounded(octets: u64, more: u64) -> Octets {
    octets.checked_add(more).filter(|sum| *sum <= MOST)
}

/// Returns a number of bytes, if a buffer can have that size.
pub fn number(number: &BigInt) -> Octets {
    u64::try_from(number).ok().filter(|number| *number <= MOST)
}

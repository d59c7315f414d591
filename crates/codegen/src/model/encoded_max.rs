//! The largest encoding of a type, where there is one: `T_ENCODED_MAX`.
//!
//! It is that of the values that the specification permits, as they are sent: in exact arithmetic, without a value that is
//! left out because it is the default. There is none where a value can be of any size: strings and arrays without an upper
//! bound, extensible unions (an unknown alternative is sent as it is), open types, octets that are kept as received,
//! recursion.

use crate::rules::Rules;
use num_bigint::BigInt;
use syntax_graph::{FieldId, IndexVec, TypeId, TypeKind, ValidGraph};

/// Octets; none: without bound, or more than the size_t of a target of 32 bits.
pub type Octets = Option<u64>;

/// No buffer is larger on a target of 32 bits.
pub const MOST: u64 = u32::MAX as u64;

/// Octets of the largest encoding of a message of type `root`.
pub fn encoded_max(graph: &ValidGraph, root: TypeId, rules: Rules) -> Octets {
    rules.encoding().encoded_max(graph, root)
}

/// What the sizes of parts are under some encoding rules.
pub trait Parts {
    /// Octets of the largest value of a field.
    fn field(&self, sizes: &Sizes<'_>, field: FieldId) -> Octets;
}

/// What is known of a type that holds others: of a structure or union its contents, of an array one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unknown,
    /// Being found: met again, it is recursive.
    Open,
    Known(Octets),
}

/// The sizes of all types that a root holds.
pub struct Sizes<'g> {
    /// The graph.
    pub graph: &'g ValidGraph,
    known: IndexVec<TypeId, State>,
}

impl<'g> Sizes<'g> {
    /// Finds the sizes of a type and of all that it holds, however deep that is.
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

    /// What a type's fields come to: all of a structure, the largest of others.
    fn sum(&self, ty: TypeId, rule: &dyn Parts) -> Octets {
        let parts = self.graph.fields_of(ty).iter().map(|&field| rule.field(self, field));
        match &self.graph.types[ty].kind {
            TypeKind::Structure(_) => parts.sum::<Octets>().filter(|sum| *sum <= MOST),
            _ => parts.collect::<Option<Vec<_>>>().map(|parts| parts.into_iter().max().unwrap_or(0)),
        }
    }

    /// What the fields of a type come to.
    pub fn parts(&self, ty: TypeId) -> Octets {
        match self.known[ty] {
            State::Known(octets) => octets,
            State::Unknown | State::Open => None,
        }
    }
}

/// A sum that a buffer can have as its size.
pub fn bounded(octets: u64, more: u64) -> Octets {
    octets.checked_add(more).filter(|sum| *sum <= MOST)
}

/// A number of octets that a buffer can have.
pub fn number(number: &BigInt) -> Octets {
    u64::try_from(number).ok().filter(|number| *number <= MOST)
}

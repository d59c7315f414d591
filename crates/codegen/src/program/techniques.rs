//! The plan in codegen's terms: which technique each node and reference gets, per direction.

use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::{FieldId, TypeId};

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// Octets to value.
    Decode,
    /// Value to octets.
    Encode,
}

impl Direction {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Decode, Self::Encode];

    /// `decode` or `encode`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Encode => "encode",
        }
    }
}

/// The techniques of one direction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// The nodes that are compiled; the others are interpreted.
    pub compiled: BTreeSet<TypeId>,
    /// The references that are inlined where their owner is compiled; the others are calls.
    pub inlined: BTreeSet<FieldId>,
    /// The arrays whose loop is unrolled where they are compiled, and by how much: one of [`crate::program::unroll::factors`].
    pub unrolled: BTreeMap<TypeId, u32>,
}

/// The techniques of both directions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Techniques {
    /// Of decoding.
    pub decode: Side,
    /// Of encoding.
    pub encode: Side,
}

impl Techniques {
    /// Those of one direction.
    pub fn side(&self, direction: Direction) -> &Side {
        match direction {
            Direction::Decode => &self.decode,
            Direction::Encode => &self.encode,
        }
    }

    /// Those of one direction, to be changed.
    pub fn side_mut(&mut self, direction: Direction) -> &mut Side {
        match direction {
            Direction::Decode => &mut self.decode,
            Direction::Encode => &mut self.encode,
        }
    }
}

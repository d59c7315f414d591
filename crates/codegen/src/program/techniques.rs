//! The plan in codegen's terms: the technique of each node and reference, per direction.

pub use crate::stub::Direction;
use crate::stub::Node;
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::FieldId;

/// The techniques of one direction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// The nodes that are compiled; the others are interpreted.
    pub compiled: BTreeSet<Node>,
    /// The references that are inlined if their owner is compiled, by owner and field; the others are calls.
    pub inlined: BTreeSet<(Node, FieldId)>,
    /// The compiled nodes whose primitives are in line.
    pub in_line: BTreeSet<Node>,
    /// The arrays whose loops are unrolled when compiled, with their factors: of
    /// [`crate::program::unroll::factors`].
    pub unrolled: BTreeMap<Node, u32>,
    /// The shapes that are tried first, by their position in the model.
    pub shapes: BTreeSet<usize>,
    /// The shapes whose functions run a table, by their position in the model; those of the others are compiled.
    pub tables: BTreeSet<usize>,
}

/// The techniques of both directions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Techniques {
    /// The techniques of decoding.
    pub decode: Side,
    /// The techniques of encoding.
    pub encode: Side,
}

impl Techniques {
    /// Returns the techniques of one direction.
    pub fn side(&self, direction: Direction) -> &Side {
        match direction {
            Direction::Decode => &self.decode,
            Direction::Encode => &self.encode,
        }
    }

    /// Returns the techniques of one direction, mutably.
    pub fn side_mut(&mut self, direction: Direction) -> &mut Side {
        match direction {
            Direction::Decode => &mut self.decode,
            Direction::Encode => &mut self.encode,
        }
    }
}

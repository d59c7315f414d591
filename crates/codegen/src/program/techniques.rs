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
    /// Whether the runtime's functions that procedures call are compiled for size at any level of optimization.
    pub small_runtime: bool,
}

impl Techniques {
    /// Returns these techniques with a small runtime, if they have procedures: it makes no difference without.
    #[must_use]
    pub fn with_small_runtime(self, is_wanted: bool) -> Self {
        let has_procedures = [&self.decode, &self.encode]
            .iter()
            .any(|side| !side.compiled.is_empty() || !side.shapes.is_empty());
        Self { small_runtime: is_wanted && has_procedures, ..self }
    }

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

//! What the user declares of a shape.

use syntax_graph::{Span, TypeId};

/// A shape as the user declares it.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Its name, a part of C names.
    pub name: String,
    /// The place of its name in the configuration.
    pub span: Span,
    /// The message type: a root.
    pub root: TypeId,
    /// The message to decode: as received.
    pub decode: Option<Vec<u8>>,
    /// The message to encode: as the stubs send it.
    pub encode: Option<Vec<u8>>,
    /// The share of the root's messages that have the shape.
    pub share: Option<f64>,
    /// The scalars that differ.
    pub holes: Vec<HoleRequest>,
    /// The arrays whose number of elements the user states.
    pub counts: Vec<CountRequest>,
}

/// A scalar that differs between messages, or one in each element of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoleRequest {
    /// A pattern of paths: `*` stands for any characters, `[*]` for any element of an array.
    pub path: String,
    /// The place of the path.
    pub span: Span,
    /// The member of the struct of holes.
    pub name: String,
    /// Whether its length is that of the sample.
    pub is_fixed: bool,
}

/// The number of elements that an array of the sample must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountRequest {
    /// A pattern of paths.
    pub path: String,
    /// The place of the path.
    pub span: Span,
    /// The number.
    pub count: u64,
}

//! Types to nodes of the graph: references, components, tags, and the bounds of scalars.

pub mod deref;
pub mod effective;
pub mod family;
pub mod lower;
pub mod structure;
pub mod tagging;

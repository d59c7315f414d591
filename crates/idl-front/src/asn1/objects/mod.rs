//! Information objects: classes, objects, object sets, and the open types that they give alternatives to (X.681, X.682).

pub mod opens;
pub mod sets;
pub mod single;
pub mod slices;
pub mod syntax;

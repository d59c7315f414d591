//! Clusters: calls of remote procedures that travel as one.

mod names;

pub use names::short_names;

use syntax_graph::{SyntaxGraph, TypeId, TypeKind};

/// The most calls of a cluster.
pub const CALLS: usize = 8;

/// Returns the path of a part of a value; either may be empty, for the whole.
pub fn joined(outer: &str, inner: &str) -> String {
    if outer.is_empty() || inner.is_empty() { format!("{outer}{inner}") } else { format!("{outer}.{inner}") }
}

/// Returns the path of one of a procedure's arguments: its name in C, or nothing if it is the only one.
pub fn argument_path(count: usize, index: usize) -> String {
    if count == 1 { String::new() } else { format!("argument{}", index + 1) }
}

/// Returns whether two types have the same values and the same form in C.
pub fn is_same_type(graph: &SyntaxGraph, one: TypeId, other: TypeId) -> bool {
    let [one, other] = [one, other].map(|ty| graph.resolve(ty));
    one == other
        || match (&graph.types[one].kind, &graph.types[other].kind) {
            (TypeKind::Scalar(one), TypeKind::Scalar(other)) => one == other,
            _ => false,
        }
}

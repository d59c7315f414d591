//! Clusters: calls of remote procedures that travel as one.

pub mod config;
mod lower;
mod names;
mod resolve;

pub use names::short_names;

use crate::config::Entry;
use config::ClusterEntry;
use resolve::Resolved;
use syntax_graph::{Diagnostic, SyntaxGraph, TypeId, TypeKind};

/// The most calls of a cluster.
pub const CALLS: usize = 8;

/// The most turns of a loop.
pub const TURNS: u64 = 1024;

/// Checks clusters, and adds them to the graph if its remote procedures get stubs.
pub fn add(
    graph: &mut SyntaxGraph,
    entries: &[Entry<ClusterEntry>],
    has_stubs: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut found: Vec<Resolved> = Vec::new();
    for entry in entries {
        match resolve::resolve(graph, entry) {
            Ok(cluster) => found.push(cluster),
            Err(errors) => diagnostics.extend(errors),
        }
    }
    let key = |cluster: &Resolved| (cluster.program, cluster.version, lower::number(graph, cluster));
    for (at, cluster) in found.iter().enumerate() {
        if let Some(first) = found[..at].iter().find(|first| key(first) == key(cluster)) {
            let message = format!("the clusters {} and {} make the same calls", first.name, cluster.name);
            let error = Diagnostic::error("cluster", cluster.span, message);
            diagnostics
                .push(error.with_label(first.span, "the other one").with_help("leave out one of the two"));
        }
    }
    if has_stubs && !diagnostics.iter().any(Diagnostic::is_error) {
        found.iter().for_each(|cluster| lower::add(graph, cluster));
    }
}

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

//! The DER of values that a specification writes, and back.
//!
//! A value of an open type (`Type : value`) stands in the graph as its encoding, and the rule of ASN.1's open types is
//! DER where nothing else is said. The front end encodes such values by [`Canonical`]; [`validate()`] finds what the
//! octets of a DEFAULT are to the type that a governor chooses; generated code compares with these octets.
//!
//! The graph itself knows no encoding. The independent codec of `interp-runtime` does not use this crate: it is the
//! witness of the code that does.

pub mod canonical;
mod open_defaults;

pub use canonical::Canonical;
pub use open_defaults::known_as;

use syntax_graph::validate::{self, ValidGraph, reach};
use syntax_graph::{Diagnostic, SyntaxGraph, TypeId};

/// Checks a graph ([`validate::validate`], or of `roots` [`validate::validate_reachable`]) and resolves the open types in
/// its DEFAULTs.
///
/// # Errors
/// All that is wrong with the graph, and the warnings, in the order of the source.
pub fn validate(graph: SyntaxGraph, roots: Option<&[TypeId]>) -> Result<ValidGraph, Vec<Diagnostic>> {
    let graph = match roots {
        Some(roots) => validate::validate_reachable(graph, roots)?,
        None => validate::validate(graph)?,
    };
    let reached = roots.map(|roots| reach(&graph, roots));
    let (presences, warnings) = open_defaults::resolve(&graph, reached.as_ref());
    Ok(graph.with_defaults(presences, warnings))
}

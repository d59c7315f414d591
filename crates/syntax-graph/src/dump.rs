//! A stable text form of the graph, for golden files and `stubc dump graph`.

use crate::graph::SyntaxGraph;

/// The graph as text: modules, definitions and their fields, in the order of the specification.
pub fn dump(graph: &SyntaxGraph) -> String {
    let _ = graph;
    String::new()
}

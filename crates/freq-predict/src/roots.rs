//! How often each root is a message, where nobody says so: by its name, and by whether other roots contain it.

use crate::facts::any;
use crate::parameters::Parameters;
use crate::type_ref_graph::{NodeId, TypeRefGraph};
use crate::words::own_name;

/// The shares of roots of which nothing is known but the specification; together 1. A root that others contain is sent
/// within them more often than alone; requests and responses are what is sent.
///
/// # Panics
/// When the graph lacks a root.
pub fn root_shares(graph: &TypeRefGraph, parameters: &Parameters, roots: &[NodeId]) -> Vec<(NodeId, f64)> {
    let r = &parameters.root;
    let contained = contained(graph, roots);
    let weight = |root: NodeId| {
        let message = any(own_name(graph.name(root)), &parameters.words.message);
        let factor = |holds: bool, by: f64| if holds { by } else { 1.0 };
        factor(contained[root.index()], r.contained) * factor(message, r.message)
    };
    let weights: Vec<_> = roots.iter().map(|&root| (root, weight(root))).collect();
    let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
    weights.into_iter().map(|(root, weight)| (root, weight / sum)).collect()
}

/// Of each type, whether a root outside its cycle leads to it.
fn contained(graph: &TypeRefGraph, roots: &[NodeId]) -> Vec<bool> {
    let mut holds = vec![false; graph.type_count()];
    let mut contained = vec![false; graph.type_count()];
    roots.iter().for_each(|root| holds[root.index()] = true);
    // Callers come before callees.
    for nodes in graph.components(|_| true) {
        let above = nodes.iter().any(|node| contained[node.index()]);
        nodes.iter().for_each(|node| contained[node.index()] = above);
        let leads = above || nodes.iter().any(|node| holds[node.index()]);
        for id in nodes.iter().filter(|_| leads).flat_map(|node| graph.fields_of(*node)) {
            let target = graph.target(id);
            contained[target.index()] |= nodes.binary_search(&target).is_err();
        }
    }
    contained
}

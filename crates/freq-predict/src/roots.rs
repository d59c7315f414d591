//! Guesses the share of each root among all messages, by its name and by whether other roots contain it.

use crate::guess::{Cause, Factor, product};
use crate::parameters::Parameters;
use crate::type_ref_graph::{NodeId, TypeRefGraph};
use crate::words::{Lexicon, own_name};

/// The guessed share of a root, with its factors.
#[derive(Clone, Debug)]
pub struct RootShare {
    /// The type of the root.
    pub node: NodeId,
    /// The guessed share of all messages, 0 to 1.
    pub share: f64,
    /// The factors on the root's weight. A root's share is its weight over the sum of all weights.
    pub factors: Vec<Factor>,
}

/// Returns the guessed shares of roots, which sum to 1.
///
/// A root that other roots contain gets a small weight, since it is mostly sent within them. A root named as a
/// message, such as a request or response, gets a large weight.
///
/// # Panics
/// The graph lacks a root.
pub fn root_shares(graph: &TypeRefGraph, parameters: &Parameters, roots: &[NodeId]) -> Vec<RootShare> {
    let r = &parameters.root;
    let contained = contained(graph, roots);
    let lexicon = Lexicon::of(&parameters.words);
    let weighed = |&node: &NodeId| {
        let message = lexicon.said(own_name(graph.name(node))).message;
        let causes =
            [(contained[node.index()], Cause::Contained, r.contained), (message, Cause::Message, r.message)];
        let factors: Vec<Factor> = causes
            .into_iter()
            .filter(|&(holds, _, by)| holds && by != 1.0)
            .map(|(_, cause, by)| Factor { cause, by })
            .collect();
        RootShare { node, share: product(&factors), factors }
    };
    let mut shares: Vec<RootShare> = roots.iter().map(weighed).collect();
    let sum: f64 = shares.iter().map(|root| root.share).sum();
    shares.iter_mut().for_each(|root| root.share /= sum);
    shares
}

/// For each type: whether a root outside its cycle leads to it.
fn contained(graph: &TypeRefGraph, roots: &[NodeId]) -> Vec<bool> {
    let mut holds = vec![false; graph.type_count()];
    let mut contained = vec![false; graph.type_count()];
    roots.iter().for_each(|root| holds[root.index()] = true);
    // Owners come before targets.
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

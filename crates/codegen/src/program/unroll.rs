//! Unrolling of loops over arrays, with its costs: the plan chooses the factor.

use crate::cost::Times;
use crate::model::Model;
use crate::program::techniques::Direction;
use crate::rules::Visited;
use crate::stub::Node;

/// The effect of one more step of unrolling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unrolling {
    /// Elements per turn of the loop; if all elements, no loop.
    pub factor: u32,
    /// Bytes added to those of the previous step.
    pub size: i64,
    /// Instructions saved per visit, beyond those of the previous step.
    pub time_saved: f64,
}

/// Returns the factors by which the loop of a node can be unrolled, smallest first.
pub fn factors(model: &Model<'_>, node: Node) -> Vec<u32> {
    model.code.unroll_factors(node)
}

/// Returns whether unrolling the loop of a node by one of its factors leaves a loop.
pub fn leaves_loop(model: &Model<'_>, node: Node, factor: u32) -> bool {
    model.code.leaves_loop(node, factor)
}

/// Returns the steps of unrolling, in the order of [`factors`], for a node whose array has this mean number
/// of elements. `callee` returns the bytes of a compiled procedure.
pub fn steps(
    model: &Model<'_>,
    times: &Times,
    node: Node,
    direction: Direction,
    elements: f64,
    callee: impl Fn(Node) -> u64,
) -> Vec<Unrolling> {
    model.code.unroll_steps(model, &Visited { node, direction, elements, times, callee: &callee })
}

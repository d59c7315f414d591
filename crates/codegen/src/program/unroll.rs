//! Loops over arrays that may be unrolled, and what that changes: the plan chooses among them.

use crate::cost::Times;
use crate::model::Model;
use crate::program::techniques::Direction;
use crate::rules::Visited;
use syntax_graph::TypeId;

/// What one more step of unrolling changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unrolling {
    /// Elements in a turn of the loop; as many as there are: no loop.
    pub factor: u32,
    /// Bytes added, beside those of the step before.
    pub size: i64,
    /// Instructions saved a visit, beside those of the step before.
    pub time_saved: f64,
}

/// The factors by which the loop of a node can be unrolled, the smallest first.
pub fn factors(model: &Model<'_>, node: TypeId) -> Vec<u32> {
    model.code.unroll_factors(node)
}

/// Whether unrolling the loop of a node by one of its factors leaves a loop.
pub fn leaves_loop(model: &Model<'_>, node: TypeId, factor: u32) -> bool {
    model.code.leaves_loop(node, factor)
}

/// The steps of unrolling, in the order of [`factors`], for a node whose array has so many elements in the mean. `callee` gives
/// the bytes of a compiled procedure.
pub fn steps(
    model: &Model<'_>,
    times: &Times,
    node: TypeId,
    direction: Direction,
    elements: f64,
    callee: impl Fn(TypeId) -> u64,
) -> Vec<Unrolling> {
    model.code.unroll_steps(model, &Visited { node, direction, elements, times, callee: &callee })
}

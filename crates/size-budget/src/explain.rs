//! Explains a plan: the reason for each node's technique, and the gain from more bytes.

use crate::bytes::{Bytes, Predicted};
use crate::extremes::smallest;
use crate::greedy::{Move, Ratio, ascend, ascend_watched};
use crate::plan::{Plan, Technique, Totals};
use crate::problem::{Node, NodeId, Problem, ReferenceId};
use crate::state::{Change, State, Step};
use std::fmt;

/// Why a node got its technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No root reaches it.
    Unreached,
    /// The configuration pins the technique.
    Pinned,
    /// Compiled: that adds no bytes.
    Shrinks,
    /// Compiled: the ratio of profit to weight is at least that of the critical item.
    Worth,
    /// Compiled, with a lower ratio than the critical item: the node fitted into bytes that the critical item left.
    Fills,
    /// Interpreted: the critical item, the interpreted node with the highest ratio. It did not fit.
    Critical,
    /// Interpreted: other nodes save more time per byte.
    BelowCritical,
    /// Interpreted: the compiled node would be no faster.
    NoGain,
}

/// Why a node got its technique, with the numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reason {
    /// The kind of reason.
    pub verdict: Verdict,
    /// Profit: instructions per message that compiling the node saves, or would save, in this plan, cold bytes included
    /// if the problem is [charged](Problem::charged). Includes the inlining in the node and of the node.
    pub profit: f64,
    /// Weight: bytes that compiling the node adds, or would add, to this plan.
    pub weight: i64,
    /// Profit over weight; infinite if compiling adds no bytes. `None` if compiling costs time, or saves neither time
    /// nor bytes.
    pub ratio: Option<f64>,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { profit, weight, .. } = self;
        let rate = self.ratio.filter(|ratio| ratio.is_finite()).unwrap_or(0.0);
        match self.verdict {
            Verdict::Unreached => f.write_str("no root reaches it"),
            Verdict::Pinned => f.write_str("pinned by the configuration"),
            Verdict::Shrinks => {
                write!(f, "compiled: saves the time of {profit:.3} instructions, and {} bytes", -weight)
            }
            Verdict::Worth => {
                write!(
                    f,
                    "compiled: saves the time of {profit:.3} instructions for {weight} bytes ({rate:.4} a byte)"
                )
            }
            Verdict::Fills => {
                write!(f, "compiled: {rate:.4} instructions a byte, in {weight} bytes that were left over")
            }
            Verdict::Critical => {
                write!(
                    f,
                    "critical: next in line with {rate:.4} instructions a byte, but {weight} bytes did not fit"
                )
            }
            Verdict::BelowCritical => {
                write!(
                    f,
                    "interpreted: the time of {profit:.3} instructions for {weight} bytes ({rate:.4} a byte) is too little"
                )
            }
            Verdict::NoGain => f.write_str("interpreted: compiled it would be no faster"),
        }
    }
}

/// Returns why each node of a plan got its technique, indexed by node.
///
/// The weight and profit of a node are those of changing only this node in the finished plan. The critical item is the
/// interpreted node with the highest ratio.
pub fn reasons(problem: &Problem, plan: &Plan) -> Vec<Reason> {
    let mut state = State::of_plan(problem, plan);
    let mut changes: Vec<Change> = Vec::new();
    for id in problem.node_ids() {
        changes.push(if state.compiled[id.index()] {
            let steps = state.revert(id);
            let back = state.trial(&steps);
            Change { size: -back.size, gain: -back.gain, ..Change::default() }
        } else {
            match (Move::Compile(id)).steps(&mut state) {
                Some(steps) => state.trial(&steps),
                None => Change::default(),
            }
        });
    }
    let ratios: Vec<Option<f64>> =
        changes.iter().map(|change| Ratio::of(change).map(|ratio| ratio.0)).collect();
    let waiting = |id: &NodeId| !plan.is_compiled(*id) && state.may(*id, Technique::Compiled);
    let critical = problem
        .node_ids()
        .filter(waiting)
        .filter_map(|id| ratios[id.index()].map(|ratio| (ratio, id)))
        .reduce(|a, b| if b.0 > a.0 { b } else { a });
    let verdict = |id: NodeId| {
        let ratio = ratios[id.index()];
        match (problem.is_reached(id), problem.node(id).pinned, plan.is_compiled(id)) {
            (false, _, _) => Verdict::Unreached,
            (_, Some(_), _) => Verdict::Pinned,
            (_, _, true) if changes[id.index()].size <= 0 => Verdict::Shrinks,
            (_, _, true) => {
                let below = critical.is_some_and(|(limit, _)| ratio.unwrap_or(0.0) < limit);
                if below { Verdict::Fills } else { Verdict::Worth }
            }
            (_, _, false) if ratio.is_none() => Verdict::NoGain,
            (_, _, false) if critical.is_some_and(|(_, node)| node == id) => Verdict::Critical,
            (_, _, false) => Verdict::BelowCritical,
        }
    };
    let reason = |id: NodeId| Reason {
        verdict: verdict(id),
        profit: changes[id.index()].gain,
        weight: i64::try_from(changes[id.index()].size).unwrap_or(i64::MAX),
        ratio: ratios[id.index()],
    };
    problem.node_ids().map(reason).collect()
}

/// The gain from more bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Purchase {
    /// Bytes offered beyond the plan's size.
    pub offered: Bytes<Predicted>,
    /// The totals of the plan that uses these bytes.
    pub totals: Totals,
    /// Instructions per message that these bytes save.
    pub saved: f64,
    /// Nodes that would newly be compiled, in id order.
    pub compiled: Vec<NodeId>,
    /// Number of references that would newly be inlined.
    pub inlined: usize,
}

/// Returns the gain from `bytes` beyond the plan's own size. The greedy search continues from the plan.
pub fn buys(problem: &Problem, plan: &Plan, bytes: impl Into<Bytes<Predicted>>) -> Purchase {
    let bytes = bytes.into();
    let cap = plan.totals.size.saturating_add(bytes);
    let after = ascend(State::of_plan(problem, plan), cap).into_plan();
    let inlined = problem.reference_ids().filter(|r| after.is_inlined(*r) && !plan.is_inlined(*r)).count();
    Purchase {
        offered: bytes,
        saved: plan.totals.time - after.totals.time,
        compiled: problem.node_ids().filter(|id| after.is_compiled(*id) && !plan.is_compiled(*id)).collect(),
        inlined,
        totals: after.totals,
    }
}

/// A plan on the frontier of size against time, and the choices that lead to it from the previous point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrontierPoint {
    /// Bytes.
    pub size: Bytes<Predicted>,
    /// Instructions per message, cold bytes included if the problem is [charged](Problem::charged).
    pub time: f64,
    /// Instructions per message.
    pub instructions: f64,
    /// Commands that the interpreter dispatches per message.
    pub dispatches: f64,
    /// Those of the commands that convert a part of the message.
    pub conversions: f64,
    /// Nodes compiled since the previous point, in the order of the moves.
    pub compiled: Vec<NodeId>,
    /// References inlined since the previous point, in the order of the moves.
    pub inlined: Vec<ReferenceId>,
}

/// Returns the frontier of size against time from the smallest plan through a plan to the fastest one, smallest first.
///
/// The points are the moves of the greedy search upward from the smallest plan, then `through`, then the moves that
/// continue from it. If the search has already found a plan that is neither larger nor slower than `through`, it
/// continues from there without `through`. `instructions` is the problem whose times are instructions: `problem` itself,
/// or the problem that it was [charged](Problem::charged) from.
pub fn frontier(
    problem: &Problem,
    instructions: &Problem,
    through: &Plan,
    fastest: &Plan,
) -> Vec<FrontierPoint> {
    let both = Both { problem, instructions };
    let start = smallest(problem);
    let mut points = vec![both.point(&start)];
    let mut end = both.walk(&start, through.totals.size, &mut points);
    let is_met =
        |point: &FrontierPoint| point.size <= through.totals.size && point.time <= through.totals.time;
    if !points.iter().any(is_met) {
        points.push(both.leap(&end, through));
        end = through.clone();
    }
    let end = both.walk(&end, fastest.totals.size, &mut points);
    if fastest.totals.time <= through.totals.time {
        // The fastest plan obeys limits that single moves do not check.
        let within = points.iter().position(|point| point.time <= fastest.totals.time);
        let beyond = points.split_off(within.unwrap_or(points.len()));
        let mut last = both.leap(&end, fastest);
        for point in beyond {
            last.compiled.extend(point.compiled.into_iter().filter(|id| fastest.is_compiled(*id)));
            last.inlined.extend(point.inlined.into_iter().filter(|id| fastest.is_inlined(*id)));
        }
        points.push(last);
    }
    // A smaller or equally small point replaces the larger points before it and takes over their choices.
    let mut frontier: Vec<FrontierPoint> = Vec::new();
    for mut point in points {
        while let Some(mut before) = frontier.pop_if(|last| last.size >= point.size) {
            before.compiled.append(&mut point.compiled);
            before.inlined.append(&mut point.inlined);
            (point.compiled, point.inlined) = (before.compiled, before.inlined);
        }
        frontier.push(point);
    }
    frontier
}

/// A problem, and the same problem with instructions alone as times.
struct Both<'p> {
    problem: &'p Problem,
    instructions: &'p Problem,
}

impl Both<'_> {
    /// The point of a plan, without choices.
    fn point(&self, plan: &Plan) -> FrontierPoint {
        let Totals { size, time, dispatches, conversions, .. } = plan.totals;
        let instructions = self.instructions.evaluate(plan).time;
        FrontierPoint { size, time, instructions, dispatches, conversions, ..FrontierPoint::default() }
    }

    /// The point of plan `to`, with all its choices that `from` lacks.
    fn leap(&self, from: &Plan, to: &Plan) -> FrontierPoint {
        let problem = self.problem;
        let compiled = problem.node_ids().filter(|id| to.is_compiled(*id) && !from.is_compiled(*id));
        let inlined = problem.reference_ids().filter(|id| to.is_inlined(*id) && !from.is_inlined(*id));
        let (compiled, inlined) = (compiled.collect(), inlined.collect());
        FrontierPoint { compiled, inlined, ..self.point(to) }
    }

    /// Adds a point after each move of the greedy search upward from a plan; returns the last plan.
    fn walk(&self, from: &Plan, cap: Bytes<Predicted>, points: &mut Vec<FrontierPoint>) -> Plan {
        let Self { problem, instructions } = *self;
        let mut at = self.point(from);
        let end = ascend_watched(State::of_plan(problem, from), cap, &[], |state, steps, change| {
            at.time -= change.gain;
            let (mut compiled, mut inlined) = (Vec::new(), Vec::new());
            for &step in steps {
                let (node, sign) = match step {
                    Step::Compile(id) => {
                        compiled.push(id);
                        (id, 1.0)
                    }
                    Step::Interpret(id) => (id, -1.0),
                    Step::Inline(id) => {
                        at.instructions -= instructions.inline_gain(id);
                        inlined.push(id);
                        continue;
                    }
                    Step::Call(id) => {
                        at.instructions += instructions.inline_gain(id);
                        continue;
                    }
                };
                let Node { frequency, dispatches, conversions, .. } = problem.node(node);
                at.instructions -= sign * instructions.compile_gain(node);
                at.dispatches -= sign * frequency * dispatches;
                at.conversions -= sign * frequency * conversions;
            }
            at.size = Bytes::new(u64::try_from(state.size.max(0)).unwrap_or(u64::MAX));
            points.push(FrontierPoint { compiled, inlined, ..at.clone() });
        });
        end.into_plan()
    }
}

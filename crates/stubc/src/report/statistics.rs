//! Collects the data of the pictures: the frontier, the type reference graph, and the bytes by purpose.

use super::frontier::Frontier;
use super::{ArcReport, FrontierPoint, Idle, Piece, TypeReport};
use crate::candidates::Candidates;
use crate::driver::Stages;
use crate::predict::Prediction;
use codegen::{Direction, Model, Stub};
use size_budget::{Bytes, Found, Limits, Measured, Plan, Problem, Technique, all_interpreted};
use std::collections::BTreeMap;

/// Approximate number of points of the frontier in a report; a picture cannot show more.
const POINTS: usize = 120;

/// Returns the frontier with fewer points. The chosen plan's point stays, so that it lies on the drawn line.
pub(super) fn frontier(whole: &Frontier, chosen: Bytes<Measured>) -> Vec<FrontierPoint> {
    let points = &whole.points;
    let step = points.len().div_ceil(POINTS).max(1);
    let last = points.len().saturating_sub(1);
    let plan = points.iter().rposition(|point| point.size <= chosen).unwrap_or(0);
    let kept = points.iter().enumerate().filter(|(at, _)| at % step == 0 || [plan, last].contains(at));
    kept.map(|(_, point)| FrontierPoint {
        size: point.size.get(),
        instructions_saved: point.instructions_saved,
        time_saved: point.time_saved,
    })
    .collect()
}

/// Returns all nodes, in the model's order.
pub(super) fn types(model: &Model<'_>, prediction: &Prediction) -> Vec<TypeReport> {
    let roots: Vec<_> = model.options.roots.iter().map(|root| model.graph.resolve(root.ty)).collect();
    let sum = |of: &dyn Fn(Direction) -> f64| Direction::ALL.into_iter().map(of).sum::<f64>();
    model
        .types
        .iter()
        .map(|&ty| TypeReport {
            path: model.graph.type_path(ty),
            root: roots.contains(&ty),
            frequency: sum(&|way| prediction.of_type(ty, way)),
            guessed: prediction.guessed.as_ref().map(|guessed| sum(&|way| guessed.of_type(ty, way))),
        })
        .collect()
}

/// Returns the fields between nodes.
pub(super) fn references(model: &Model<'_>, prediction: &Prediction) -> Vec<ArcReport> {
    let places: BTreeMap<_, _> = model.types.iter().enumerate().map(|(at, &ty)| (ty, at)).collect();
    let mut arcs = Vec::new();
    for (from, &owner) in model.types.iter().enumerate() {
        for &field in model.graph.fields_of(owner) {
            let Some(&to) = places.get(&model.graph.resolve(model.graph.fields[field].target)) else {
                continue;
            };
            let v = Direction::ALL
                .into_iter()
                .map(|way| prediction.shares[&way] * prediction.per_owner(field, way));
            let frequency = Direction::ALL.into_iter().map(|way| prediction.of_field(field, way));
            arcs.push(ArcReport {
                path: model.graph.field_path(field),
                from,
                to,
                v: v.sum(),
                frequency: frequency.sum(),
            });
        }
    }
    arcs
}

/// Returns the shares of interpreter calls, and of those that convert something, that the plan eliminates in this
/// specification, against the specification's all-interpreted plan.
pub(super) fn eliminated(stages: &Stages) -> [f64; 2] {
    let (candidates, plan) = (&stages.candidates, &stages.planned.found.plan);
    let (mut calls, mut conversions) = ((0.0, 0.0), (0.0, 0.0));
    for id in candidates.node_ids().filter(|id| candidates.problem.is_reached(*id)) {
        let node = candidates.problem.node(id);
        let left = if plan.is_compiled(id) { 0.0 } else { node.frequency };
        calls = (calls.0 + left * node.dispatches, calls.1 + node.frequency * node.dispatches);
        conversions =
            (conversions.0 + left * node.conversions, conversions.1 + node.frequency * node.conversions);
    }
    [share_saved(calls.0, calls.1), share_saved(conversions.0, conversions.1)]
}

/// Returns the share of the times of `problem` that the plan saves in this specification, against the specification's
/// all-interpreted plan.
pub(super) fn saved(stages: &Stages, problem: &Problem) -> f64 {
    let (candidates, plan) = (&stages.candidates, &stages.planned.found.plan);
    let (mut time, mut all) = (candidates.entered(plan), 0.0);
    for id in candidates.node_ids().filter(|id| problem.is_reached(*id)) {
        let node = problem.node(id);
        let candidate = if plan.is_compiled(id) { &node.compiled } else { &node.interpreted };
        time += node.frequency * candidate.time;
        all += node.frequency * node.interpreted.time;
    }
    for id in candidates.all_reference_ids().filter(|id| plan.is_inlined(*id)) {
        let reference = problem.reference(id);
        time -= reference.frequency * reference.time_saved;
    }
    share_saved(time, all)
}

fn share_saved(left: f64, all: f64) -> f64 {
    if all > 0.0 { (1.0 - left / all).clamp(0.0, 1.0) } else { 0.0 }
}

/// Returns the share of the time of the all-interpreted plan that a plan saves in all specifications of its problem.
pub(crate) fn time_saved(all: &[&Candidates], plan: &Plan) -> f64 {
    share_saved(Candidates::time(all, plan), Candidates::slowest(all))
}

/// Returns the share of the instructions of the all-interpreted plan that a plan saves in all specifications of its
/// problem.
pub(crate) fn instructions_saved(all: &[&Candidates], plan: &Plan) -> f64 {
    share_saved(Candidates::instructions(all, plan), Candidates::most_instructions(all))
}

/// Returns the bytes that save no time: those of the plan, and those beyond the fastest plan that save instructions.
pub(super) fn idle(candidates: &Candidates, found: &Found) -> Idle {
    let Candidates { problem, instructions, .. } = candidates;
    let Found { plan, fastest_plan, .. } = found;
    let lean = size_budget::without_idle(problem, plan).totals.size;
    let most = size_budget::fastest(instructions, Limits::STANDARD);
    let beyond = most.totals.size.saturating_sub(fastest_plan.totals.size).get();
    let fewer = instructions.evaluate(fastest_plan).time - most.totals.time;
    let none = all_interpreted(instructions).totals.time;
    // The limits of the fastest plan are of measured bytes, so this plan may exceed them and save time.
    let is_slower = problem.evaluate(&most).time >= fastest_plan.totals.time;
    let saves = beyond > 0 && fewer > 0.0 && none > 0.0 && is_slower;
    Idle {
        within: plan.totals.size.saturating_sub(lean).get(),
        beyond: if saves { beyond } else { 0 },
        instructions: if saves { fewer / none } else { 0.0 },
    }
}

/// Returns the bytes of procedures, inlined copies, commands and the runtime, and the rest of the measured
/// size.
pub(super) fn bytes(model: &Model<'_>, stages: &Stages) -> Vec<Piece> {
    let (candidates, plan) = (&stages.candidates, &stages.planned.found.plan);
    let problem = &candidates.problem;
    let standalone = problem.standalone(plan);
    let mut commands = BTreeMap::new();
    let mut pieces = Vec::new();
    for (id, Stub { node, direction }) in candidates.node_ids().zip(candidates.stubs()) {
        match plan.techniques[id.index()] {
            Technique::Compiled if standalone[id.index()] => pieces.push(Piece {
                part: match direction {
                    Direction::Decode => "decode procedures",
                    Direction::Encode => "encode procedures",
                },
                path: model.path(node),
                bytes: problem.node(id).compiled.size,
            }),
            Technique::Compiled => {}
            // A node's commands serve both directions, and all nodes with equal commands.
            Technique::Interpreted => {
                let first = stages.sizes.commands.first(node);
                commands.insert(first, stages.sizes.commands.octets(first));
            }
        }
    }
    for (id, (owner, field, _)) in candidates.reference_ids().zip(candidates.fields()) {
        let added = u64::try_from(problem.reference(id).size_delta).unwrap_or(0);
        if plan.is_inlined(id) {
            pieces.push(Piece {
                part: "inlined copies",
                path: owner.field_path(model.graph, field),
                bytes: added,
            });
        }
    }
    for (node, bytes) in commands {
        pieces.push(Piece { part: "commands", path: model.path(node), bytes });
    }
    let size = &stages.planned.size;
    let told: u64 = pieces.iter().map(|piece| piece.bytes).sum();
    let around = size.generated.get().saturating_sub(told);
    pieces.push(Piece { part: "runtime", path: String::new(), bytes: size.runtime.get() });
    pieces.push(Piece { part: "around them", path: String::new(), bytes: around });
    pieces.retain(|piece| piece.bytes > 0);
    pieces
}

//! Collects the data of the pictures: the frontier, the type reference graph, and the bytes by purpose.

use super::frontier::Frontier;
use super::{ArcReport, FrontierPoint, Piece, TypeReport};
use crate::candidates::Candidates;
use crate::driver::Stages;
use crate::predict::Prediction;
use codegen::{Direction, Model, Stub};
use size_budget::{Bytes, Measured, Plan, Technique, all_interpreted};
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
    kept.map(|(_, point)| FrontierPoint { size: point.size.get(), time_saved: point.time_saved }).collect()
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

/// Returns the shares of interpreter calls, of those that convert something, and of time that the plan eliminates in
/// this specification, against the specification's all-interpreted plan.
pub(super) fn saved(stages: &Stages) -> [f64; 3] {
    let (candidates, plan) = (&stages.candidates, &stages.planned.found.plan);
    let problem = &candidates.problem;
    let (mut calls, mut conversions, mut time) = ((0.0, 0.0), (0.0, 0.0), (0.0, 0.0));
    for id in candidates.node_ids().filter(|id| problem.is_reached(*id)) {
        let node = problem.node(id);
        calls.1 += node.frequency * node.dispatches;
        conversions.1 += node.frequency * node.conversions;
        time.1 += node.frequency * node.interpreted.time;
        if plan.is_compiled(id) {
            time.0 += node.frequency * node.compiled.time;
        } else {
            calls.0 += node.frequency * node.dispatches;
            conversions.0 += node.frequency * node.conversions;
            time.0 += node.frequency * node.interpreted.time;
        }
    }
    for id in candidates.all_reference_ids().filter(|id| plan.is_inlined(*id)) {
        let reference = problem.reference(id);
        time.0 -= reference.frequency * reference.time_saved;
    }
    time.0 += candidates.entered(plan);
    let share = |(left, all): (f64, f64)| if all > 0.0 { (1.0 - left / all).clamp(0.0, 1.0) } else { 0.0 };
    [share(calls), share(conversions), share(time)]
}

/// Returns the share of the time of the all-interpreted plan that a plan saves in all specifications of its problem.
pub(crate) fn time_saved(all: &[&Candidates], plan: &Plan) -> f64 {
    let none = all.first().map_or(0.0, |one| all_interpreted(&one.problem).totals.time);
    if none > 0.0 { (1.0 - Candidates::time(all, plan) / none).clamp(0.0, 1.0) } else { 0.0 }
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
                let first = stages.sizes.tables.first(node);
                commands.insert(first, stages.sizes.tables.octets(first));
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

//! Plans: which nodes are compiled, which references inlined.

use crate::subject::Subject;
use codegen::{Direction, Model, Side, Techniques, emit, unroll};
use freq_predict::Heuristic;
use size_budget::Chooser;
use std::collections::BTreeMap;
use stubc::candidates::{Candidates, candidates};
use stubc::front::Specification;
use stubc::measuring::Sizes;
use stubc::planning;
use stubc::roots::{ChosenRoot, Roots};
use stubc::{Cap, Solver, measuring, predict};
use syntax_graph::{Id, SourceMap, TypeId, TypeKind};

/// All nodes compiled; references inlined when `inline` says so of their field number, and loops unrolled by what it says of
/// their type's number and the factor.
pub fn compiled(model: &Model<'_>, inline: impl Fn(usize) -> bool) -> Techniques {
    let mut techniques = Techniques::default();
    for direction in Direction::ALL {
        let side = techniques.side_mut(direction);
        for node in model.nodes_in(direction) {
            side.compiled.insert(node);
            let factors = unroll::factors(model, node);
            if let Some(factor) = factors.iter().rev().find(|factor| inline(node.index() + **factor as usize))
            {
                side.unrolled.insert(node, *factor);
            }
            for &field in model.graph.fields_of(node) {
                let target = model.graph.resolve(model.graph.fields[field].target);
                let constructor =
                    !matches!(model.graph.types[target].kind, TypeKind::Scalar(_) | TypeKind::Open(_));
                if constructor && !model.layouts.is_recursive(field) && inline(field.index()) {
                    side.inlined.insert(field);
                }
            }
        }
    }
    techniques
}

/// Fields of a procedure beyond which [`inlined`] leaves it a procedure, and its loops as they are.
const MOST_FIELDS: usize = 25;

/// All nodes compiled, references inlined and loops unrolled, as long as a body with all that is in it is not far beyond what a planner would
/// repeat: without a limit, the messages of a mail system are five megabytes of C that hold some bodies a hundred times.
pub fn inlined(model: &Model<'_>) -> Techniques {
    let mut techniques = compiled(model, |_| true);
    for direction in Direction::ALL {
        let side = techniques.side_mut(direction);
        let mut fields = BTreeMap::new();
        for node in model.nodes_in(direction) {
            fields_of_body(model, node, side, &mut fields);
        }
    }
    techniques
}

/// Fields of a node's body, those of inlined bodies included; references and loops that make too much of them are struck from `side`.
fn fields_of_body(
    model: &Model<'_>,
    node: TypeId,
    side: &mut Side,
    known: &mut BTreeMap<TypeId, usize>,
) -> usize {
    if let Some(&count) = known.get(&node) {
        return count;
    }
    let mut count = 0;
    for &field in model.graph.fields_of(node) {
        count += 1;
        if side.inlined.contains(&field) {
            let target = model.graph.resolve(model.graph.fields[field].target);
            let body = fields_of_body(model, target, side, known);
            if body > MOST_FIELDS {
                side.inlined.remove(&field);
            } else {
                count += body;
            }
        }
    }
    if let Some(&factor) = side.unrolled.get(&node) {
        // The loop for what is left stands behind the turns.
        let unrolled = count * (factor as usize + 1);
        if unrolled > MOST_FIELDS {
            side.unrolled.remove(&node);
        } else {
            count = unrolled;
        }
    }
    known.insert(node, count);
    count
}

/// All nodes interpreted that can be.
pub fn interpreted(model: &Model<'_>) -> Techniques {
    let mut techniques = Techniques::default();
    for direction in Direction::ALL {
        let nodes = model.nodes_in(direction).filter(|&node| !emit::table_limits(model, node));
        techniques.side_mut(direction).compiled = nodes.collect();
    }
    techniques
}

/// Half of everything, as the seed has it.
pub fn random(model: &Model<'_>, seed: u64) -> Techniques {
    let bit = |n: u64| (n.wrapping_add(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 37) & 1 == 1;
    let mut techniques = compiled(model, |field| bit(field as u64 + 7));
    for direction in Direction::ALL {
        let shift = if direction == Direction::Decode { 1000 } else { 5000 };
        techniques
            .side_mut(direction)
            .compiled
            .retain(|node| bit(node.index() as u64 + shift) || !emit::table_limits(model, *node));
    }
    techniques
}

/// The four plans that everything is held to: every technique by itself, and all borders between them.
pub fn all(model: &Model<'_>) -> Vec<(&'static str, Techniques)> {
    vec![
        ("interpreted", interpreted(model)),
        ("compiled", compiled(model, |_| false)),
        ("inlined", inlined(model)),
        ("random 1", random(model, 1)),
    ]
}

/// [`all`], and the interpreter once more, for speed ([`crate::witness::programs`]): shortcuts that it has there alone are otherwise
/// met by the half of the nodes that a random plan interprets.
pub fn variants(model: &Model<'_>) -> Vec<(&'static str, Techniques)> {
    let mut plans = all(model);
    plans.push(("interpreted for speed", interpreted(model)));
    plans
}

/// Nodes beyond which compiling five plans under sanitizers takes minutes.
const MANY: usize = 100;

/// [`variants`]; of large models the interpreted plan and the one that holds every technique, so that what goes through each plan a hundred
/// thousand times stays within the time that a continuous integration has.
pub fn few(model: &Model<'_>) -> Vec<(&'static str, Techniques)> {
    let mut plans = variants(model);
    if model.nodes.len() > MANY {
        plans.retain(|(name, _)| matches!(*name, "interpreted" | "random 1"));
    }
    plans
}

/// What `stubc --max-size N%` chooses, by estimated sizes.
///
/// # Panics
/// When it finds nothing.
pub fn within(subject: &Subject, model: &Model<'_>, percent: f64) -> Techniques {
    let candidates = candidates_by(subject, model, &measuring::estimated_sizes(model));
    let chooser = Chooser::Auto(Solver::Greedy);
    let cap = Some(Cap::Percent(percent));
    let planned = planning::plan(model, &candidates, &chooser, cap, None, &mut Vec::new());
    let planned =
        planned.unwrap_or_else(|failure| panic!("{} {percent} %: {failure:?}", subject.family.title()));
    candidates.techniques(&planned.found.plan)
}

/// What the planner chooses among, by these sizes, with what the standard predictor says.
pub fn candidates_by(subject: &Subject, model: &Model<'_>, sizes: &Sizes) -> Candidates {
    let root = |root: &codegen::Root| ChosenRoot {
        ty: root.ty,
        decode: root.decode.then_some(1.0),
        encode: root.encode.then_some(1.0),
        entry_points: root.entry_points,
    };
    let roots = Roots {
        roots: model.options.roots.iter().map(root).collect(),
        shares: Direction::ALL.into_iter().map(|direction| (direction, 0.5)).collect(),
        named: true,
        weighed: true,
        left_out: Vec::new(),
    };
    let specification = Specification {
        sources: SourceMap::new(),
        graph: subject.graph.clone(),
        roots,
        frequencies: Vec::new(),
        pins: Default::default(),
        diagnostics: Vec::new(),
    };
    let prediction = predict::predict(&specification, Heuristic::default());
    candidates(model, &prediction, sizes, &specification.pins)
}

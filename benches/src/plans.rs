//! Plans for tests and measurements: which nodes are compiled, which references inlined.

use crate::subject::Subject;
use codegen::cost::Extent;
use codegen::{Direction, Model, Node, Side, Techniques, emit, unroll};
use freq_predict::Heuristic;
use size_budget::Chooser;
use std::collections::BTreeMap;
use stubc::candidates::{Candidates, candidates};
use stubc::config::{FieldFrequency, Occurrences};
use stubc::front::Specification;
use stubc::measuring::Sizes;
use stubc::planning;
use stubc::predict::{self, Prediction};
use stubc::profile::{Count, Counts};
use stubc::roots::{ChosenRoot, Roots};
use stubc::{Cap, Solver, measuring};
use syntax_graph::{FieldId, Id, SourceMap, TypeKind, ValidGraph};

/// Returns a plan with all nodes compiled. `inline` decides on references by their field number, on primitives by
/// the type's number, and on unrolling by the sum of the type's number and the factor.
pub fn compiled(model: &Model<'_>, inline: impl Fn(usize) -> bool) -> Techniques {
    let mut techniques = Techniques::default();
    for direction in Direction::ALL {
        let side = techniques.side_mut(direction);
        for node in model.nodes_in(direction) {
            side.compiled.insert(node);
            if inline(node.ty.index()) {
                side.in_line.insert(node);
            }
            let factors = unroll::factors(model, node);
            if let Some(factor) =
                factors.iter().rev().find(|factor| inline(node.ty.index() + **factor as usize))
            {
                side.unrolled.insert(node, *factor);
            }
            for &field in model.graph.fields_of(node.ty) {
                let target = model.graph.resolve(model.graph.fields[field].target);
                let constructor =
                    !matches!(model.graph.types[target].kind, TypeKind::Scalar(_) | TypeKind::Open(_));
                if constructor && !model.layouts.is_recursive(field) && inline(field.index()) {
                    side.inlined.insert((node, field));
                }
            }
        }
    }
    techniques
}

/// The largest procedure that [`inlined`] inlines or unrolls, in fields.
const MOST_FIELDS: usize = 25;

/// Returns a plan with all nodes compiled, references inlined and loops unrolled, up to bodies not far beyond
/// a planner's limit. Without a limit, X.400 gives five megabytes of C that repeat some bodies a hundred
/// times.
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

/// Returns the fields of a node's body, inlined bodies included. References and loops that exceed the limit
/// are removed from `side`.
fn fields_of_body(
    model: &Model<'_>,
    node: Node,
    side: &mut Side,
    known: &mut BTreeMap<Node, usize>,
) -> usize {
    if let Some(&count) = known.get(&node) {
        return count;
    }
    let mut count = 0;
    for &field in model.graph.fields_of(node.ty) {
        count += 1;
        if side.inlined.contains(&(node, field)) {
            let target = Node::general(model.graph.resolve(model.graph.fields[field].target));
            let body = fields_of_body(model, target, side, known);
            if body > MOST_FIELDS {
                side.inlined.remove(&(node, field));
            } else {
                count += body;
            }
        }
    }
    if let Some(&factor) = side.unrolled.get(&node) {
        // A loop for the rest follows the turns.
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

/// Returns a plan with all nodes interpreted that can be.
pub fn interpreted(model: &Model<'_>) -> Techniques {
    let mut techniques = Techniques::default();
    for direction in Direction::ALL {
        let nodes = model.nodes_in(direction).filter(|&node| !emit::table_limits(model, node));
        techniques.side_mut(direction).compiled = nodes.collect();
    }
    techniques
}

/// Returns a plan with a random half of everything.
pub fn random(model: &Model<'_>, seed: u64) -> Techniques {
    let bit = |n: u64| (n.wrapping_add(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 37) & 1 == 1;
    let mut techniques = compiled(model, |field| bit(field as u64 + 7));
    for direction in Direction::ALL {
        let shift = if direction == Direction::Decode { 1000 } else { 5000 };
        techniques
            .side_mut(direction)
            .compiled
            .retain(|node| bit(node.ty.index() as u64 + shift) || !emit::table_limits(model, *node));
    }
    techniques
}

/// Returns the four plans of every comparison: each technique by itself, and all borders between them.
pub fn all(model: &Model<'_>) -> Vec<(&'static str, Techniques)> {
    vec![
        ("interpreted", interpreted(model)),
        ("compiled", compiled(model, |_| false)),
        ("inlined", inlined(model)),
        ("random 1", random(model, 1)),
    ]
}

/// Returns [`all`], and the interpreted plan once more, for speed ([`crate::witness::programs`]): only the
/// interpreter for speed has some shortcuts.
pub fn variants(model: &Model<'_>) -> Vec<(&'static str, Techniques)> {
    let mut plans = all(model);
    plans.push(("interpreted for speed", interpreted(model)));
    plans
}

/// With more nodes, compiling five plans under sanitizers takes minutes.
const MANY: usize = 100;

/// Returns [`variants`]; for large models only the interpreted plan and one with every technique, to bound
/// the time of tests with a hundred thousand messages.
pub fn few(model: &Model<'_>) -> Vec<(&'static str, Techniques)> {
    bounded(model, variants(model))
}

/// Returns [`all`]; for large models only the interpreted plan and one with every technique.
pub fn all_or_few(model: &Model<'_>) -> Vec<(&'static str, Techniques)> {
    bounded(model, all(model))
}

fn bounded<'n>(model: &Model<'_>, mut plans: Vec<(&'n str, Techniques)>) -> Vec<(&'n str, Techniques)> {
    if model.nodes.len() > MANY {
        plans.retain(|(name, _)| matches!(*name, "interpreted" | "random 1"));
    }
    plans
}

/// Returns the plan of `stubc --max-size N%`, by estimated sizes.
///
/// # Panics
/// The planner finds no plan.
pub fn within(subject: &Subject, model: &Model<'_>, percent: f64) -> Techniques {
    let plan = planned(model, &candidates_by(subject, model, &measuring::estimated_sizes(model)), percent);
    plan.unwrap_or_else(|failure| panic!("{} {percent} %: {failure}", subject.family.title()))
}

/// The same for a model without a subject.
///
/// # Panics
/// As [`within`].
pub fn capped(model: &Model<'_>, percent: f64) -> Techniques {
    let knowledge = Knowledge { roots_are_equal: true, ..Knowledge::default() };
    let candidates = candidates_of(model.graph, model, &measuring::estimated_sizes(model), &knowledge);
    planned(model, &candidates, percent).unwrap_or_else(|failure| panic!("{percent} %: {failure}"))
}

fn planned(model: &Model<'_>, candidates: &Candidates, percent: f64) -> Result<Techniques, String> {
    let (chooser, cap) = (Chooser::Auto(Solver::Greedy), Some(Cap::Percent(percent)));
    let planned = planning::plan(model, candidates, &chooser, cap, None, &mut Vec::new());
    let planned = planned.map_err(|failure| format!("{failure:?}"))?;
    Ok(candidates.techniques(&planned.found.plan))
}

/// Returns the planner's candidates with these sizes and the standard predictor's frequencies.
pub fn candidates_by(subject: &Subject, model: &Model<'_>, sizes: &Sizes) -> Candidates {
    candidates_with(subject, model, sizes, &Knowledge { roots_are_equal: true, ..Knowledge::default() })
}

/// What a plan knows of the messages beside the specification.
#[derive(Clone, Copy, Debug, Default)]
pub struct Knowledge<'c> {
    /// Counts over messages, with what the messages hold beside their values.
    pub profile: Option<(&'c Counts, Extent)>,
    /// Whether all roots are equally frequent; otherwise the profile or the predictor tells their shares.
    pub roots_are_equal: bool,
}

/// Returns the planner's candidates with these sizes, for the frequencies that the knowledge gives.
pub fn candidates_with(
    subject: &Subject,
    model: &Model<'_>,
    sizes: &Sizes,
    knowledge: &Knowledge<'_>,
) -> Candidates {
    candidates_of(&subject.graph, model, sizes, knowledge)
}

fn candidates_of(
    graph: &ValidGraph,
    model: &Model<'_>,
    sizes: &Sizes,
    knowledge: &Knowledge<'_>,
) -> Candidates {
    candidates(model, &prediction_with(graph, model, knowledge), sizes, &BTreeMap::new())
}

/// Returns the frequencies that the knowledge gives.
pub fn prediction_with(graph: &ValidGraph, model: &Model<'_>, knowledge: &Knowledge<'_>) -> Prediction {
    let Knowledge { profile, roots_are_equal } = *knowledge;
    let seen: BTreeMap<_, _> = profile.iter().flat_map(|(counts, _)| counts.roots()).collect();
    let share = |ty| profile.map_or(1.0, |_| seen.get(&ty).copied().unwrap_or(0) as f64);
    let root = |root: &codegen::Root| ChosenRoot {
        ty: root.ty,
        decode: root.decode.then(|| share(root.ty)),
        encode: root.encode.then(|| share(root.ty)),
        entry_points: root.entry_points,
    };
    let counted = |(field, count): (FieldId, Count)| {
        let Count { seen, of, messages, .. } = count;
        let occurrences = Occurrences::Counted { seen: seen as f64, of: of as f64, messages };
        (field, FieldFrequency { direction: None, occurrences })
    };
    let frequencies = profile.iter().flat_map(|(counts, _)| counts.fields(graph)).map(counted);
    let roots = Roots {
        roots: model.options.roots.iter().map(root).collect(),
        shares: Direction::ALL.into_iter().map(|direction| (direction, 0.5)).collect(),
        named: true,
        weighed: roots_are_equal || profile.is_some(),
        left_out: Vec::new(),
    };
    let specification = Specification {
        sources: SourceMap::new(),
        graph: graph.clone(),
        roots,
        frequencies: frequencies.collect(),
        extent: profile.map(|(_, extent)| extent),
        pins: Default::default(),
        filters: Vec::new(),
        diagnostics: Vec::new(),
        shapes: Vec::new(),
    };
    predict::predict(&specification, Heuristic::default())
}

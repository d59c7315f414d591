//! Builds the planner's problem: nodes, references and shared costs as numbers, and maps its results back to
//! ids.

use crate::measuring::{Sizes, Support, always_compiled, is_root, pairs};
use crate::predict::Prediction;
use codegen::{Direction, Model, Techniques, cost, unroll};
use size_budget::{
    Candidate, Link, Node, NodeId, Plan, Problem, ProblemBuilder, Reference, ReferenceId, SharedId, Technique,
};
use std::collections::BTreeMap;
use syntax_graph::{FieldId, TypeId};

/// The planner's problem, with the ids behind its numbers.
#[derive(Clone, Debug)]
pub struct Candidates {
    /// The problem.
    pub problem: Problem,
    /// The type and direction of each node.
    pub nodes: Vec<(TypeId, Direction)>,
    /// The field and direction of each reference.
    pub references: Vec<(FieldId, Direction)>,
    /// The array, direction and factor of each further reference of the problem: one step of unrolling a
    /// loop.
    pub unrollings: Vec<(TypeId, Direction, u32)>,
    ids: BTreeMap<(TypeId, Direction), NodeId>,
}

/// Costs shared by several nodes.
struct Shared {
    compiled: BTreeMap<Direction, [SharedId; 2]>,
    interpreted: BTreeMap<Direction, [SharedId; 2]>,
    tables: BTreeMap<TypeId, SharedId>,
    roots: SharedId,
}

impl Shared {
    fn new(builder: &mut ProblemBuilder, sizes: &Sizes) -> Self {
        let mut support = |support: &Support| {
            let shared = builder.shared(support.shared);
            let sides = support.sides.iter();
            sides.map(|(way, bytes)| (*way, [shared, builder.shared(*bytes)])).collect::<BTreeMap<_, _>>()
        };
        Self {
            compiled: support(&sizes.compiled),
            interpreted: support(&sizes.interpreted),
            tables: sizes.tables.each().map(|(node, bytes)| (node, builder.shared(bytes))).collect(),
            roots: builder.shared(sizes.roots),
        }
    }
}

/// Collects the candidates of all nodes that the roots reach.
///
/// # Panics
/// Prediction or cost model give numbers that are not finite, which is a bug.
pub fn candidates(
    model: &Model<'_>,
    prediction: &Prediction,
    sizes: &Sizes,
    pins: &BTreeMap<TypeId, Technique>,
) -> Candidates {
    let mut builder = ProblemBuilder::new(sizes.fixed);
    let shared = Shared::new(&mut builder, sizes);
    let mut nodes = Vec::new();
    let mut ids = BTreeMap::new();
    for (node, direction) in pairs(model) {
        let id = builder.node(node_numbers(model, prediction, sizes, pins, &shared, node, direction));
        nodes.push((node, direction));
        ids.insert((node, direction), id);
    }
    let mut references = Vec::new();
    for &(node, direction) in &nodes {
        for step in model.steps(node) {
            let (Some(target), Some(field)) = (step.callee, step.field) else { continue };
            let callee = ids[&(target, direction)];
            let procedure = sizes.procedures[&(target, direction)];
            let (bytes, alone) = (procedure.inner(), procedure.alone);
            let delta = cost::inline_delta(model, sizes.times, target, bytes, alone, direction);
            builder.reference(Reference {
                owner: ids[&(node, direction)],
                callee,
                frequency: prediction.of_field(field, direction),
                size_delta: delta.size,
                time_saved: delta.time_saved,
                recursive: !step.may_splice(|node| model.is_open(node)),
            });
            references.push((field, direction));
        }
    }
    let unrollings = unrollings(&mut builder, model, prediction, sizes, &ids);
    let problem = builder.build().expect("frequencies and costs are finite, and cycles are marked");
    Candidates { problem, nodes, references, unrollings, ids }
}

/// Adds the steps of unrolling loops. A step costs bytes in every copy of its owner and saves time, like
/// inlining: it is a reference to a node without size. Each step saves less per byte than the previous one,
/// so steps are taken in order.
fn unrollings(
    builder: &mut ProblemBuilder,
    model: &Model<'_>,
    prediction: &Prediction,
    sizes: &Sizes,
    ids: &BTreeMap<(TypeId, Direction), NodeId>,
) -> Vec<(TypeId, Direction, u32)> {
    let mut unrollings = Vec::new();
    let mut turn = None;
    for (node, direction) in pairs(model) {
        let Some(field) = model.steps(node).first().and_then(|step| step.field) else {
            continue;
        };
        let elements = prediction.per_owner(field, direction);
        let bytes = |callee: TypeId| sizes.procedures[&(callee, direction)].inner();
        for step in unroll::steps(model, sizes.times, node, direction, elements, bytes) {
            let callee = *turn.get_or_insert_with(|| {
                builder.node(Node { pinned: Some(Technique::Compiled), ..Node::root() })
            });
            builder.reference(Reference {
                owner: ids[&(node, direction)],
                callee,
                frequency: prediction.of_type(node, direction),
                size_delta: step.size,
                time_saved: step.time_saved,
                recursive: false,
            });
            unrollings.push((node, direction, step.factor));
        }
    }
    unrollings
}

fn node_numbers(
    model: &Model<'_>,
    prediction: &Prediction,
    sizes: &Sizes,
    pins: &BTreeMap<TypeId, Technique>,
    shared: &Shared,
    node: TypeId,
    direction: Direction,
) -> Node {
    let visit =
        cost::visit(model, sizes.times, node, direction, &|field| prediction.per_owner(field, direction));
    let unfit = always_compiled(model, node);
    let root = is_root(model, node, direction);
    let of = |support: &BTreeMap<_, [SharedId; 2]>| support.get(&direction).copied().into_iter().flatten();
    // The commands of a node serve both directions and all nodes like it: they are paid once.
    let interpreter =
        of(&shared.interpreted).chain(shared.tables.get(&sizes.tables.first(node)).copied()).collect();
    let procedural = of(&shared.compiled).chain(root.then_some(shared.roots)).collect();
    Node {
        frequency: prediction.of_type(node, direction),
        root: root
            || direction == Direction::Decode
                && model.contained.iter().any(|ty| model.graph.resolve(*ty) == node),
        interpreted: Candidate { size: 0, time: visit.interpreted, shared: interpreter },
        compiled: Candidate {
            size: sizes.procedures[&(node, direction)].bytes,
            time: visit.compiled,
            shared: procedural,
        },
        dispatches: if unfit { 0.0 } else { visit.dispatches },
        commands: cost::commands(model, node),
        pinned: if unfit { Some(Technique::Compiled) } else { pins.get(&node).copied() },
    }
}

impl Candidates {
    /// Returns the node of a type in a direction.
    pub fn node(&self, ty: TypeId, direction: Direction) -> Option<NodeId> {
        self.ids.get(&(ty, direction)).copied()
    }

    /// Returns the reference of a field in a direction.
    pub fn reference(&self, field: FieldId, direction: Direction) -> Option<ReferenceId> {
        self.references.iter().position(|known| *known == (field, direction)).map(ReferenceId::new)
    }

    /// Returns a plan in codegen's terms.
    pub fn techniques(&self, plan: &Plan) -> Techniques {
        let mut techniques = Techniques::default();
        for (&(node, direction), technique) in self.nodes.iter().zip(&plan.techniques) {
            if *technique == Technique::Compiled {
                techniques.side_mut(direction).compiled.insert(node);
            }
        }
        for (&(field, direction), link) in self.references.iter().zip(&plan.links) {
            if *link == Link::Inline {
                techniques.side_mut(direction).inlined.insert(field);
            }
        }
        // The chosen steps are always the first ones.
        let mut taken: BTreeMap<(TypeId, Direction), Vec<u32>> = BTreeMap::new();
        for (at, &(node, direction, factor)) in self.unrollings.iter().enumerate() {
            let is_taken = plan.links.get(self.references.len() + at) == Some(&Link::Inline);
            let (of_node, side) =
                (taken.entry((node, direction)).or_default(), techniques.side_mut(direction));
            of_node.push(factor);
            if is_taken {
                let steps = side.unrolled.entry(node).or_default();
                *steps += 1;
            }
        }
        for ((node, direction), factors) in taken {
            if let Some(steps) = techniques.side_mut(direction).unrolled.get_mut(&node) {
                *steps = factors[*steps as usize - 1];
            }
        }
        techniques
    }
}

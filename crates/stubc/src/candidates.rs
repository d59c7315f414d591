//! Builds the planner's problem: nodes, references and shared costs as numbers, and maps its results back to
//! ids.

use crate::measuring::{Sizes, Support, always_compiled, is_root};
use crate::predict::Prediction;
use codegen::stub::Node as CodeNode;
use codegen::stub::{Stub, StubId, Stubs};
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
    /// The stub of each node.
    pub nodes: Vec<StubId>,
    /// The stubs of the model.
    pub stubs: Stubs,
    /// The owner and field of each reference.
    pub references: Vec<(StubId, FieldId)>,
    /// The stub and factor of each further reference of the problem: one step of unrolling a loop.
    pub unrollings: Vec<(StubId, u32)>,
    ids: BTreeMap<StubId, NodeId>,
}

/// Costs shared by several nodes.
struct Shared {
    compiled: BTreeMap<Direction, [SharedId; 2]>,
    interpreted: BTreeMap<Direction, [SharedId; 2]>,
    tables: BTreeMap<CodeNode, SharedId>,
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
    for (stub, _) in model.stubs.iter() {
        let id = builder.node(node_numbers(model, prediction, sizes, pins, &shared, stub));
        nodes.push(stub);
        ids.insert(stub, id);
    }
    let mut references = Vec::new();
    for (owner, Stub { node, direction }) in model.stubs.iter() {
        for step in model.steps(node) {
            let (Some(target), Some(field)) = (step.callee, step.field) else { continue };
            let Some(called) = model.stubs.find(target, direction) else { continue };
            let procedure = sizes.procedures[&called];
            let (bytes, alone) = (procedure.inner(), procedure.alone);
            let delta = cost::inline_delta(model, sizes.times, target, bytes, alone, direction);
            builder.reference(Reference {
                owner: ids[&owner],
                callee: ids[&called],
                frequency: prediction.of_field(field, direction),
                size_delta: delta.size,
                time_saved: delta.time_saved,
                recursive: !step.may_splice(|node| model.is_open(node)),
            });
            references.push((owner, field));
        }
    }
    let unrollings = unrollings(&mut builder, model, prediction, sizes, &ids);
    let problem = builder.build().expect("frequencies and costs are finite, and cycles are marked");
    Candidates { problem, nodes, stubs: model.stubs.clone(), references, unrollings, ids }
}

/// Adds the steps of unrolling loops. A step costs bytes in every copy of its owner and saves time, like
/// inlining: it is a reference to a node without size. Each step saves less per byte than the previous one,
/// so steps are taken in order.
fn unrollings(
    builder: &mut ProblemBuilder,
    model: &Model<'_>,
    prediction: &Prediction,
    sizes: &Sizes,
    ids: &BTreeMap<StubId, NodeId>,
) -> Vec<(StubId, u32)> {
    let mut unrollings = Vec::new();
    let mut turn = None;
    for (stub, Stub { node, direction }) in model.stubs.iter() {
        let Some(field) = model.steps(node).first().and_then(|step| step.field) else {
            continue;
        };
        let elements = prediction.per_owner(field, direction);
        let bytes = |callee: CodeNode| {
            model.stubs.find(callee, direction).map_or(0, |callee| sizes.procedures[&callee].inner())
        };
        for step in unroll::steps(model, sizes.times, node, direction, elements, bytes) {
            let callee = *turn.get_or_insert_with(|| {
                builder.node(Node { pinned: Some(Technique::Compiled), ..Node::root() })
            });
            builder.reference(Reference {
                owner: ids[&stub],
                callee,
                frequency: prediction.of_type(node.ty, direction),
                size_delta: step.size,
                time_saved: step.time_saved,
                recursive: false,
            });
            unrollings.push((stub, step.factor));
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
    stub: StubId,
) -> Node {
    let Stub { node, direction } = model.stubs.of(stub);
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
        frequency: prediction.of_type(node.ty, direction),
        root: root
            || direction == Direction::Decode
                && model.contained.iter().any(|ty| CodeNode::general(model.graph.resolve(*ty)) == node),
        interpreted: Candidate { size: 0, time: visit.interpreted, shared: interpreter },
        compiled: Candidate { size: sizes.procedures[&stub].bytes, time: visit.compiled, shared: procedural },
        dispatches: if unfit { 0.0 } else { visit.dispatches },
        commands: cost::commands(model, node),
        pinned: if unfit { Some(Technique::Compiled) } else { pins.get(&node.ty).copied() },
    }
}

impl Candidates {
    /// Returns the node of a type in a direction: that of its general stub.
    pub fn node(&self, ty: TypeId, direction: Direction) -> Option<NodeId> {
        self.ids.get(&self.stubs.find(CodeNode::general(ty), direction)?).copied()
    }

    /// What each node is for.
    pub fn stubs(&self) -> impl Iterator<Item = Stub> + '_ {
        self.nodes.iter().map(|id| self.stubs.of(*id))
    }

    /// What a node is for.
    pub fn stub(&self, node: NodeId) -> Stub {
        self.stubs.of(self.nodes[node.index()])
    }

    /// Returns the reference of a field in a direction: that of its owner's first stub.
    pub fn reference(&self, field: FieldId, direction: Direction) -> Option<ReferenceId> {
        let is_of = |&(owner, known): &(StubId, FieldId)| {
            known == field && self.stubs.of(owner).direction == direction
        };
        self.references.iter().position(is_of).map(ReferenceId::new)
    }

    /// The owner, field and direction of each reference.
    pub fn fields(&self) -> impl Iterator<Item = (CodeNode, FieldId, Direction)> + '_ {
        self.references.iter().map(|&(owner, field)| {
            let Stub { node, direction } = self.stubs.of(owner);
            (node, field, direction)
        })
    }

    /// Returns a plan in codegen's terms.
    pub fn techniques(&self, plan: &Plan) -> Techniques {
        let mut techniques = Techniques::default();
        for (Stub { node, direction }, technique) in self.stubs().zip(&plan.techniques) {
            if *technique == Technique::Compiled {
                techniques.side_mut(direction).compiled.insert(node);
            }
        }
        for (&(owner, field), link) in self.references.iter().zip(&plan.links) {
            if *link == Link::Inline {
                let Stub { node, direction } = self.stubs.of(owner);
                techniques.side_mut(direction).inlined.insert((node, field));
            }
        }
        // The chosen steps are always the first ones.
        let mut taken: BTreeMap<StubId, Vec<u32>> = BTreeMap::new();
        for (at, &(stub, factor)) in self.unrollings.iter().enumerate() {
            let Stub { node, direction } = self.stubs.of(stub);
            let is_taken = plan.links.get(self.references.len() + at) == Some(&Link::Inline);
            let (of_node, side) = (taken.entry(stub).or_default(), techniques.side_mut(direction));
            of_node.push(factor);
            if is_taken {
                let steps = side.unrolled.entry(node).or_default();
                *steps += 1;
            }
        }
        for (stub, factors) in taken {
            let Stub { node, direction } = self.stubs.of(stub);
            if let Some(steps) = techniques.side_mut(direction).unrolled.get_mut(&node) {
                *steps = factors[*steps as usize - 1];
            }
        }
        techniques
    }
}

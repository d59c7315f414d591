//! Builds the planner's problem of nodes, references and shared costs, and maps its results back to stubs and
//! fields.

use crate::measuring::{Runtime, Sizes, Support, always_compiled, is_root};
use crate::predict::Prediction;
use crate::shapes::planned;
use codegen::cost::{Term, Time};
use codegen::emit::{can_compile, table_octets};
use codegen::stub::Node as CodeNode;
use codegen::stub::{Context, Stub, StubId, Stubs};
use codegen::{Direction, Model, Techniques, cost, unroll};
use size_budget::{
    Cache, Candidate, Link, Node, NodeId, Plan, Problem, ProblemBuilder, Reference, ReferenceId, SharedId,
    Technique, all_interpreted,
};
use std::collections::BTreeMap;
use syntax_graph::{FieldId, TypeId};

/// The planner's problem, with the stubs and fields that its numbers stand for.
#[derive(Clone, Debug)]
pub struct Candidates {
    /// The problem that plans solve. Its times include cold bytes after [`charge`](Self::charge).
    pub problem: Problem,
    /// The problem whose times are instructions alone.
    pub instructions: Problem,
    /// The cache of [`charge`](Self::charge); before that [`Cache::Warm`].
    pub cache: Cache,
    /// The stub of each node.
    pub nodes: Vec<StubId>,
    /// The stubs of the model.
    pub stubs: Stubs,
    /// The owner and field of each reference.
    pub references: Vec<(StubId, FieldId)>,
    /// The stub and choice of each further reference of the problem.
    pub refinements: Vec<(StubId, Refinement)>,
    /// The node of each shape: compiled, if decoders try it first.
    pub shapes: Vec<NodeId>,
    /// The positions of the shapes that are tables unless they are compiled. The choice of compiled code is a
    /// reference of the problem, behind the choices within stubs.
    pub tables: Vec<usize>,
    /// The C name of each shape.
    pub shape_names: Vec<String>,
    /// Whether procedures stand beside a small runtime ([`Techniques::small_runtime`]).
    pub small_runtime: bool,
    ids: BTreeMap<StubId, NodeId>,
    /// Instructions of a call of an interpreted node by a procedure, by direction.
    entering: BTreeMap<Direction, f64>,
    /// Instructions per message that the interpreter takes more if the plan compiles nothing: see
    /// [`codegen::cost::Small`].
    small: f64,
    /// The positions in the problem of this specification's first node and first reference.
    first: (usize, usize),
}

/// A choice within a compiled stub: bytes in every copy of it for time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refinement {
    /// Its primitives are in line.
    InLine,
    /// Its loop is unrolled by this factor.
    Unrolled(u32),
}

/// What tries a shape before other decoders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeForm {
    /// Nothing.
    None,
    /// A table, which an engine runs.
    Data,
    /// Compiled code.
    Compiled,
}

impl ShapeForm {
    /// Returns its name in plans and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Data => "data",
            Self::Compiled => "compiled",
        }
    }
}

/// Bytes of the interpreter's code that a message runs in one direction if all its nodes are interpreted: with cold
/// caches, as many bytes of procedures cost as much (1,600 for Z39.50, 2,000 for LDAP).
const INTERPRETER: u64 = 2000;

/// The shared costs of all nodes in one technique, by direction.
type Supports = BTreeMap<Direction, Vec<SharedId>>;

/// The shared costs of the nodes of one specification.
struct Shared {
    compiled: Supports,
    interpreted: Supports,
    tables: BTreeMap<CodeNode, SharedId>,
    roots: SharedId,
}

fn supports(builder: &mut ProblemBuilder, support: &Support) -> Supports {
    let shared = builder.shared(support.shared);
    support.sides.iter().map(|(way, bytes)| (*way, vec![shared, builder.shared(*bytes)])).collect()
}

/// Adds the bytes that only this specification needs to the costs that it shares with others.
fn with_own(builder: &mut ProblemBuilder, common: &Supports, bytes: u64) -> Supports {
    let own = (bytes > 0).then(|| builder.shared(bytes));
    common.iter().map(|(way, ids)| (*way, ids.iter().copied().chain(own).collect())).collect()
}

/// One specification of the problem.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    /// The model.
    pub model: &'a Model<'a>,
    /// Its frequencies.
    pub prediction: &'a Prediction,
    /// Its bytes.
    pub sizes: &'a Sizes,
    /// Techniques pinned by the configuration.
    pub pins: &'a BTreeMap<TypeId, Technique>,
    /// Its share of all messages.
    pub share: f64,
}

impl Part<'_> {
    /// Returns the visits of a node per message. Those of a field's own node are the field's.
    fn visits(&self, node: CodeNode, direction: Direction) -> f64 {
        let by = |field| {
            let owner = self.model.graph.fields[field].owner;
            self.prediction.of_field(field, direction) * self.left(owner, direction)
        };
        let apart = |other: &CodeNode| match other.context {
            Context::Field(field) => by(field),
            Context::General => 0.0,
        };
        let visits = match node.context {
            Context::Field(field) => by(field),
            Context::General => {
                let apart: f64 = self.model.nodes_of(node.ty).iter().map(apart).sum();
                let all = self.prediction.of_type(node.ty, direction) * self.left(node.ty, direction);
                (all - apart).max(0.0)
            }
        };
        self.share * visits
    }

    /// Returns the part of a type's visits that tried shapes leave.
    fn left(&self, ty: TypeId, direction: Direction) -> f64 {
        self.sizes.hits.as_ref().map_or(1.0, |hits| hits.left(ty, direction))
    }
}

/// Specifications that use the same runtime code: their positions, and the runtime's bytes if there are several.
pub type Sharing = (Vec<usize>, Option<Runtime>);

/// Collects the candidates of all nodes that the roots reach.
///
/// # Panics
/// The prediction or the cost model gives a number that is not finite, which is a bug.
pub fn candidates(
    model: &Model<'_>,
    prediction: &Prediction,
    sizes: &Sizes,
    pins: &BTreeMap<TypeId, Technique>,
) -> Candidates {
    let part = Part { model, prediction, sizes, pins, share: 1.0 };
    together(&[part], &[(vec![0], None)]).remove(0)
}

/// Collects the candidates of several specifications in one problem. The bytes of each runtime are paid once.
///
/// # Panics
/// Those of [`candidates`].
pub fn together(parts: &[Part<'_>], sharing: &[Sharing]) -> Vec<Candidates> {
    let fixed = sharing.iter().map(|(of, runtime)| {
        let own = of.iter().map(|&at| match runtime {
            Some(_) => parts[at].sizes.fixed - parts[at].sizes.runtime.fixed,
            None => parts[at].sizes.fixed,
        });
        runtime.as_ref().map_or(0, |runtime| runtime.fixed) + own.sum::<u64>()
    });
    let mut builder = ProblemBuilder::new(fixed.sum());
    builder.interpreter(INTERPRETER);
    let mut shared: BTreeMap<usize, Shared> = BTreeMap::new();
    for (of, runtime) in sharing {
        let first = parts[of[0]].sizes;
        let (compiled, interpreted) = match runtime {
            Some(runtime) => (&runtime.compiled, &runtime.interpreted),
            None => (&first.compiled, &first.interpreted),
        };
        let (compiled, interpreted) = (supports(&mut builder, compiled), supports(&mut builder, interpreted));
        for &at in of {
            let sizes = parts[at].sizes;
            let own = |all: &Support, of_runtime: &Support| {
                if runtime.is_some() { all.shared.saturating_sub(of_runtime.shared) } else { 0 }
            };
            let of_compiled = own(&sizes.compiled, &sizes.runtime.compiled);
            let of_interpreted = own(&sizes.interpreted, &sizes.runtime.interpreted);
            let one = Shared {
                compiled: with_own(&mut builder, &compiled, of_compiled),
                interpreted: with_own(&mut builder, &interpreted, of_interpreted),
                tables: sizes.commands.each().map(|(node, bytes)| (node, builder.shared(bytes))).collect(),
                roots: builder.shared(sizes.roots),
            };
            shared.insert(at, one);
        }
    }
    let mut first = (0, 0);
    let mut all = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let one = collect(&mut builder, part, &shared[&at], &mut first);
        all.push(one);
    }
    let problem = builder.build().expect("frequencies and costs are finite, and cycles are marked");
    all.into_iter()
        .map(|one| Candidates { problem: problem.clone(), instructions: problem.clone(), ..one })
        .collect()
}

/// Adds the nodes and references of one specification. Their positions start at `first`, which then moves to those
/// of the next specification.
fn collect(
    builder: &mut ProblemBuilder,
    part: &Part<'_>,
    shared: &Shared,
    first: &mut (usize, usize),
) -> Candidates {
    let Part { model, prediction, sizes, share, .. } = *part;
    let mut nodes = Vec::new();
    let mut ids = BTreeMap::new();
    let message = |direction| prediction.extent(model, direction).time(model, sizes.times, direction);
    let messages: BTreeMap<Direction, Time> =
        Direction::ALL.into_iter().map(|direction| (direction, message(direction))).collect();
    let small = sizes.times.small(model.options.rules);
    let mut slower = 0.0;
    for (stub, Stub { direction, .. }) in model.stubs.iter() {
        let message = messages[&direction];
        let mut numbers = node_numbers(part, shared, stub, message);
        let more = if direction == Direction::Decode { small.decode } else { small.encode } - 1.0;
        if sizes.small_runtime {
            numbers.interpreted.time *= 1.0 + more;
        } else if model.options.compact {
            // Without a cap, the interpreter has its form for speed.
            slower += more * numbers.frequency * numbers.interpreted.time;
        }
        let id = builder.node(numbers);
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
                frequency: share * prediction.of_field(field, direction) * part.left(node.ty, direction),
                size_delta: delta.size,
                time_saved: delta.time_saved,
                recursive: !step.may_splice(|node| model.is_open(node)),
            });
            references.push((owner, field));
        }
    }
    let refinements = refinements(builder, part, &ids);
    let shared_by_shapes = shared.compiled.get(&Direction::Decode).cloned().unwrap_or_default();
    let shapes: Vec<NodeId> =
        planned::nodes(part, &shared_by_shapes).into_iter().map(|node| builder.node(node)).collect();
    let tables = planned::steps(builder, part, &shapes);
    let own = *first;
    let without_bytes = [refinements.is_empty(), tables.is_empty()].into_iter().filter(|none| !none).count();
    first.0 += nodes.len() + shapes.len() + without_bytes;
    first.1 += references.len() + refinements.len() + tables.len();
    let entering = |direction| sizes.times.table(model.options.rules, direction).of(Term::Enter).compiled;
    let entering = Direction::ALL.into_iter().map(|direction| (direction, entering(direction))).collect();
    let (problem, instructions, stubs) = (Problem::default(), Problem::default(), model.stubs.clone());
    let cache = Cache::Warm;
    Candidates {
        problem,
        instructions,
        cache,
        nodes,
        stubs,
        references,
        refinements,
        shapes,
        tables,
        shape_names: model.shapes.iter().map(|shape| shape.flat.name.clone()).collect(),
        small_runtime: sizes.small_runtime,
        ids,
        entering,
        small: slower,
        first: own,
    }
}

/// Adds the choices within stubs. A choice costs bytes in every copy of its owner and saves time, like inlining: it
/// is a reference to a node without size. Each step of unrolling saves less per byte than the previous one, so steps
/// are taken in order.
fn refinements(
    builder: &mut ProblemBuilder,
    part: &Part<'_>,
    ids: &BTreeMap<StubId, NodeId>,
) -> Vec<(StubId, Refinement)> {
    let Part { model, prediction, sizes, .. } = *part;
    let mut refinements = Vec::new();
    let mut nothing = None;
    for (stub, Stub { node, direction }) in model.stubs.iter() {
        let mut add = |refinement, size_delta, time_saved| {
            let callee = *nothing.get_or_insert_with(|| {
                builder.node(Node { pinned: Some(Technique::Compiled), ..Node::root() })
            });
            builder.reference(Reference {
                owner: ids[&stub],
                callee,
                frequency: part.visits(node, direction),
                size_delta,
                time_saved,
                recursive: false,
            });
            refinements.push((stub, refinement));
        };
        let saved = cost::in_line(model, sizes.times, node, direction, &|field| {
            prediction.per_owner(field, direction)
        });
        if saved > 0.0 {
            add(Refinement::InLine, sizes.procedures[&stub].in_line, saved);
        }
        let Some(field) = model.steps(node).first().and_then(|step| step.field) else {
            continue;
        };
        let elements = prediction.per_owner(field, direction);
        let bytes = |callee: CodeNode| {
            model.stubs.find(callee, direction).map_or(0, |callee| sizes.procedures[&callee].inner())
        };
        for step in unroll::steps(model, sizes.times, node, direction, elements, bytes) {
            add(Refinement::Unrolled(step.factor), step.size, step.time_saved);
        }
    }
    refinements
}

/// Returns the numbers of a node. `message`: the instructions of a message beside those of its nodes. The nodes of
/// roots take them, in each of their visits the share of the visits that begin a message.
fn node_numbers(part: &Part<'_>, shared: &Shared, stub: StubId, message: Time) -> Node {
    let Part { model, prediction, sizes, pins, share } = *part;
    let Stub { node, direction } = model.stubs.of(stub);
    let begun = if node == CodeNode::general(node.ty) {
        prediction.begun(model.graph, node.ty, direction)
    } else {
        0.0
    };
    let visit =
        cost::visit(model, sizes.times, node, direction, &|field| prediction.per_owner(field, direction));
    let unfit = always_compiled(model, node);
    let root = is_root(model, node, direction);
    let of = |support: &Supports| support.get(&direction).cloned().unwrap_or_default();
    // The commands of a node serve both directions and all nodes with equal commands, so they are paid once.
    let interpreter = of(&shared.interpreted)
        .into_iter()
        .chain(shared.tables.get(&sizes.commands.first(node)).copied())
        .collect();
    let procedural = of(&shared.compiled).into_iter().chain(root.then_some(shared.roots)).collect();
    let table = if unfit { 0 } else { table_octets(model, node) };
    Node {
        frequency: part.visits(node, direction),
        messages: share * prediction.shares[&direction],
        root,
        interpreted: Candidate {
            size: 0,
            time: visit.interpreted + begun * message.interpreted,
            shared: interpreter,
        },
        compiled: Candidate {
            size: sizes.procedures[&stub].bytes,
            time: visit.compiled + begun * message.compiled,
            shared: procedural,
        },
        command_bytes: table,
        dispatches: if unfit { 0.0 } else { visit.dispatches },
        conversions: if unfit { 0.0 } else { visit.conversions },
        commands: cost::commands(model, node),
        pinned: match (unfit, can_compile(model, node)) {
            (true, _) => Some(Technique::Compiled),
            (false, false) => Some(Technique::Interpreted),
            (false, true) => pins.get(&node.ty).copied(),
        },
    }
}

impl Candidates {
    /// Returns the node of a type's general stub in a direction.
    pub fn node(&self, ty: TypeId, direction: Direction) -> Option<NodeId> {
        self.ids.get(&self.stubs.find(CodeNode::general(ty), direction)?).copied()
    }

    /// Returns the stub of each node.
    pub fn stubs(&self) -> impl Iterator<Item = Stub> + '_ {
        self.nodes.iter().map(|id| self.stubs.of(*id))
    }

    /// Returns the stub of a node; `None` for a node of another specification.
    pub fn stub(&self, node: NodeId) -> Option<Stub> {
        let own = node.index().checked_sub(self.first.0)?;
        self.nodes.get(own).map(|stub| self.stubs.of(*stub))
    }

    /// Returns this specification's nodes of the problem, in the order of [`nodes`](Self::nodes).
    pub fn node_ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        let first = self.first.0;
        (first..first + self.nodes.len()).map(NodeId::new)
    }

    /// Returns this specification's references of the problem, in the order of [`references`](Self::references).
    pub fn reference_ids(&self) -> impl Iterator<Item = ReferenceId> + use<> {
        let first = self.first.1;
        (first..first + self.references.len()).map(ReferenceId::new)
    }

    /// Returns this specification's references of the problem, followed by its choices within stubs.
    pub fn all_reference_ids(&self) -> impl Iterator<Item = ReferenceId> + use<> {
        let first = self.first.1;
        (first..first + self.references.len() + self.refinements.len()).map(ReferenceId::new)
    }

    /// Returns the position of a reference in [`references`](Self::references) followed by
    /// [`refinements`](Self::refinements); `None` for a reference of another specification.
    pub fn position(&self, reference: ReferenceId) -> Option<usize> {
        let own = reference.index().checked_sub(self.first.1)?;
        (own < self.references.len() + self.refinements.len()).then_some(own)
    }

    /// Returns the reference of a field in a direction, in the first stub of its owner.
    pub fn reference(&self, field: FieldId, direction: Direction) -> Option<ReferenceId> {
        let is_of = |&(owner, known): &(StubId, FieldId)| {
            known == field && self.stubs.of(owner).direction == direction
        };
        let own = self.references.iter().position(is_of)?;
        Some(ReferenceId::new(self.first.1 + own))
    }

    /// Returns the owner, field and direction of each reference.
    pub fn fields(&self) -> impl Iterator<Item = (CodeNode, FieldId, Direction)> + '_ {
        self.references.iter().map(|&(owner, field)| {
            let Stub { node, direction } = self.stubs.of(owner);
            (node, field, direction)
        })
    }

    /// Returns the instructions per message of this specification's calls of interpreted nodes by procedures. They
    /// belong to pairs of nodes, so plans are chosen without them.
    pub fn entered(&self, plan: &Plan) -> f64 {
        let calls = self.reference_ids().zip(&self.references).map(|(id, (owner, _))| {
            let reference = self.problem.reference(id);
            let enters = plan.is_compiled(reference.owner) && !plan.is_compiled(reference.callee);
            let entering = self.entering.get(&self.stubs.of(*owner).direction).copied().unwrap_or(0.0);
            if enters { reference.frequency * entering } else { 0.0 }
        });
        calls.sum()
    }

    /// Charges the planner's problem with the bytes that a message touches while they are not in the cache.
    #[must_use]
    pub fn charge(self, cache: Cache) -> Self {
        Self { problem: self.instructions.charged(cache.per_byte()), cache, ..self }
    }

    /// Returns the time per message of a plan in instructions, cold bytes included: that of all specifications together.
    pub fn time(all: &[&Self], plan: &Plan) -> f64 {
        Self::under(all, plan, |one| &one.problem)
    }

    /// Returns the instructions per message of a plan, those of all specifications together.
    pub fn instructions(all: &[&Self], plan: &Plan) -> f64 {
        Self::under(all, plan, |one| &one.instructions)
    }

    fn under(all: &[&Self], plan: &Plan, problem: impl Fn(&Self) -> &Problem) -> f64 {
        let nodes = all.first().map_or(0.0, |one| problem(one).evaluate(plan).time);
        nodes + all.iter().map(|one| one.entered(plan) + one.slower(plan)).sum::<f64>()
    }

    /// Returns the instructions per message that the interpreter takes more under a plan that compiles nothing.
    pub fn slower(&self, plan: &Plan) -> f64 {
        if self.node_ids().any(|id| plan.is_compiled(id)) { 0.0 } else { self.small }
    }

    /// Returns the time per message of the all-interpreted plan, cold bytes included: that of all specifications together.
    pub fn slowest(all: &[&Self]) -> f64 {
        all.first().map_or(0.0, |one| Self::time(all, &all_interpreted(&one.problem)))
    }

    /// Returns the instructions per message of the all-interpreted plan, those of all specifications together.
    pub fn most_instructions(all: &[&Self]) -> f64 {
        all.first().map_or(0.0, |one| Self::instructions(all, &all_interpreted(&one.instructions)))
    }

    /// Returns the position among the plan's references of the choice to compile a shape that may be a table.
    pub fn compiling(&self, shape: usize) -> Option<usize> {
        let at = self.tables.iter().position(|known| *known == shape)?;
        Some(self.first.1 + self.references.len() + self.refinements.len() + at)
    }

    /// Returns the form of a shape in a plan.
    pub fn form(&self, plan: &Plan, shape: usize) -> ShapeForm {
        let is_compiled = |at| plan.links.get(at) == Some(&Link::Inline);
        match (plan.is_compiled(self.shapes[shape]), self.compiling(shape)) {
            (false, _) => ShapeForm::None,
            (true, Some(at)) if !is_compiled(at) => ShapeForm::Data,
            (true, _) => ShapeForm::Compiled,
        }
    }

    /// Returns a plan in codegen's terms.
    pub fn techniques(&self, plan: &Plan) -> Techniques {
        let mut techniques = Techniques::default();
        for (Stub { node, direction }, technique) in self.stubs().zip(&plan.techniques[self.first.0..]) {
            if *technique == Technique::Compiled {
                techniques.side_mut(direction).compiled.insert(node);
            }
        }
        for (&(owner, field), link) in self.references.iter().zip(&plan.links[self.first.1..]) {
            if *link == Link::Inline {
                let Stub { node, direction } = self.stubs.of(owner);
                techniques.side_mut(direction).inlined.insert((node, field));
            }
        }
        let tried = self.shapes.iter().enumerate().filter(|(_, id)| plan.is_compiled(**id));
        techniques.decode.shapes = tried.map(|(at, _)| at).collect();
        let compiled = |at: &usize| self.form(plan, *at) == ShapeForm::Compiled;
        techniques.decode.tables = self.tables.iter().copied().filter(|at| !compiled(at)).collect();
        // The chosen steps of a loop are always its first ones.
        let mut taken: BTreeMap<StubId, Vec<u32>> = BTreeMap::new();
        for (at, &(stub, refinement)) in self.refinements.iter().enumerate() {
            let Stub { node, direction } = self.stubs.of(stub);
            let is_taken = plan.links.get(self.first.1 + self.references.len() + at) == Some(&Link::Inline);
            let Refinement::Unrolled(factor) = refinement else {
                if is_taken {
                    techniques.side_mut(direction).in_line.insert(node);
                }
                continue;
            };
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
        techniques.with_small_runtime(self.small_runtime)
    }
}

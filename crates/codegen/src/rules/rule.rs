//! The traits of an encoding rule. Each rule's folder implements [`Rule`], with programs of its own operations. The rest of the
//! crate sees [`Encoding`] before programs exist and [`Code`] with them; both follow from a [`Rule`] here.

use crate::c::helpers::Called;
use crate::c::runtime::{Configuration, Parts};
use crate::c::several;
use crate::c::writer::Writer;
use crate::cost::{Times, Uses};
use crate::emit::Edition;
use crate::model::layout::{CType, Layouts, SetOrder, scalar_ctype};
use crate::model::view::View;
use crate::model::{Model, Options, node_of_field};
use crate::program::needs::Needs;
use crate::program::techniques::{Direction, Techniques};
use crate::program::unroll::Unrolling;
use crate::program::{
    Action, Body, Control, FieldStep, Operations, Program, Programs, Relation, Step, alike, dump,
};
use crate::stub::Node;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::mem::discriminant;
use syntax_graph::{Array, Diagnostic, FieldId, Scalar, TypeId, ValidGraph};

/// A program, or the reason for its absence.
pub type Lowered<T> = Result<T, Box<Diagnostic>>;

/// Lowers the types of one graph to programs.
pub trait Lower<O: Operations> {
    /// Returns the program of a node, to which relations are added.
    ///
    /// # Errors
    /// A type that the rules cannot encode.
    fn node(&self, node: TypeId) -> Lowered<Program<O>>;

    /// Returns the step that finds and converts a root.
    ///
    /// # Errors
    /// As [`node`](Self::node).
    fn root(&self, root: TypeId) -> Lowered<FieldStep<O>>;
}

/// An encoding rule. Methods with a default are alike under most rules.
pub trait Rule: Operations {
    /// The name of its table of times, in `cost/times/*.toml`.
    fn times(&self) -> &'static str;

    /// The C type of a scalar.
    fn scalar(&self, scalar: &Scalar) -> CType {
        scalar_ctype(scalar)
    }

    /// Whether structs hold the elements of this array themselves. The other arrays lie in the arena.
    fn holds_elements(&self, _: &Array) -> bool {
        false
    }

    /// What makes a struct smaller: the help where one is too large.
    fn smaller(&self) -> &'static str {
        "make a component SEQUENCE OF: its elements are in the arena, and not in the struct"
    }

    /// The order of the fields of each SET among these nodes, where the rule gives it one.
    fn set_orders(&self, _: &ValidGraph, _: &[TypeId]) -> BTreeMap<TypeId, SetOrder> {
        BTreeMap::new()
    }

    /// Returns the operation that compares strings of a scalar type: its name behind `STUBC_OP_`.
    fn string_operation(&self, _: &Scalar) -> &'static str {
        "OCTETS"
    }

    /// Whether constraints can be checked.
    fn checks_constraints(&self) -> bool {
        false
    }

    /// Whether a string may arrive in segments, which decoders join in the arena.
    fn joins_strings(&self) -> bool {
        false
    }

    /// Returns the lowering of a graph's types.
    fn lowering<'a>(
        &self,
        graph: &'a ValidGraph,
        layouts: &'a Layouts,
        options: &'a Options,
    ) -> Box<dyn Lower<Self> + 'a>;

    /// Whether the interpreter can hold the program of a node.
    fn fits(&self, model: &View<'_, Self>, node: Node) -> bool;

    /// Octets that a node takes in the table of programs.
    fn table_octets(&self, model: &View<'_, Self>, node: Node) -> u64;

    /// Whether roots, scalars included, are called by number as soon as any node is interpreted.
    fn numbers_roots(&self) -> bool {
        false
    }

    /// Whether each procedure of a root adds to the root's constant.
    fn roots_hold_procedures(&self) -> bool {
        false
    }

    /// Returns the callees whose programs the interpreter reads while it decodes this body.
    fn looked_into(&self, _: &Body<Self>) -> Vec<Node> {
        Vec::new()
    }

    /// Prints `NAME.c` of a plan, without the prefix of the runtime.
    fn code(&self, model: &View<'_, Self>, needs: &Needs<Self>, edition: &Edition<'_>) -> Writer;

    /// Prints the files beside `NAME.c`, by the end of their stems.
    fn code_beside(&self, _model: &View<'_, Self>) -> Vec<(&'static str, Writer)> {
        Vec::new()
    }

    /// Returns what generated code needs of the runtime; `called`: the helpers that it calls. `shared` holds the features
    /// of a runtime that serves other specifications as well.
    fn configuration(
        &self,
        model: &View<'_, Self>,
        needs: &Needs<Self>,
        called: &Called,
        shared: &BTreeSet<String>,
    ) -> Configuration;

    /// Returns what the runtime has to be for several specifications, at least two.
    fn united(&self, all: &[Configuration]) -> Configuration {
        several::united(all)
    }

    /// The parts of the C runtime.
    fn runtime_parts(&self) -> Parts;

    /// Prints declarations of the header besides types and entry points.
    fn declarations(&self, _: &mut Writer, _: &Model<'_>) {}

    /// Returns the size of the largest encoding of this type in bytes, if it is bounded.
    fn encoded_max(&self, graph: &ValidGraph, root: TypeId) -> Option<u64>;

    /// The terms of one visit of a node: the same in each technique.
    fn uses(
        &self,
        model: &View<'_, Self>,
        node: Node,
        direction: Direction,
        occurrences: &dyn Fn(FieldId) -> f64,
    ) -> Uses;

    /// Commands that the interpreter dispatches in one visit of a body, relations left out.
    fn dispatches(
        &self,
        body: &Body<Self>,
        direction: Direction,
        occurrences: &dyn Fn(&FieldStep<Self>) -> f64,
    ) -> f64;

    /// Whether a body has no header of its own, so that inlining leaves nothing of its frame.
    fn is_bare(&self, body: &Body<Self>) -> bool;

    /// Returns the bytes that inlining a callee of this body adds. The callee takes `bytes`; `alone` of them only as a procedure.
    fn inlined_size(&self, body: &Body<Self>, bytes: u64, alone: u64, direction: Direction) -> i64;

    /// Bytes of a compiled procedure, all references called: an estimate.
    fn procedure_size(&self, program: &Program<Self>, direction: Direction) -> u64;

    /// Bytes of the runtime that compiled procedures need, by how many kinds of values and of bodies there are: an estimate.
    fn runtime_size(&self, kinds: u64) -> u64;

    /// Returns the representative of the primitives that share one piece of runtime code.
    fn kind(&self, primitive: Self::Primitive) -> Self::Primitive {
        primitive
    }

    /// Returns the factors for unrolling the loop of a node, the smallest first.
    fn unroll_factors(&self, _: &Body<Self>) -> Vec<u32> {
        Vec::new()
    }

    /// Whether unrolling by this factor leaves a loop.
    fn leaves_loop(&self, _: &Body<Self>, _: u32) -> bool {
        true
    }

    /// Returns the change of bytes and time for each factor, for an array with this mean number of elements.
    fn unroll_steps(&self, _: &View<'_, Self>, _: &Visited<'_>) -> Vec<Unrolling> {
        Vec::new()
    }

    /// Returns the kind of a program as text, for dumps.
    fn heading(&self, program: &Program<Self>) -> String;

    /// Returns the text between the fields of a sequence, for dumps.
    fn between(&self, between: &Self::Between) -> String;

    /// Returns how a field is found as text, for dumps: before and behind its conversion.
    fn found(&self, field: &Self::Field) -> (String, String);
}

/// A visited array, for the steps of unrolling its loop.
pub struct Visited<'a> {
    /// The node.
    pub node: Node,
    /// The direction.
    pub direction: Direction,
    /// The mean number of elements.
    pub elements: f64,
    /// The times of the target.
    pub times: &'a Times,
    /// Bytes of a compiled procedure.
    pub callee: &'a dyn Fn(Node) -> u64,
}

/// The input of lowering.
pub(crate) struct Source<'a> {
    pub graph: &'a ValidGraph,
    pub layouts: &'a Layouts,
    pub options: &'a Options,
    pub nodes: &'a [Node],
    pub apart: &'a BTreeSet<FieldId>,
    pub contained: &'a [TypeId],
    pub relations: BTreeMap<Node, Vec<Relation>>,
}

/// The view of an encoding rule before programs exist.
pub(crate) trait Encoding {
    fn times(&self) -> &'static str;
    fn scalar(&self, scalar: &Scalar) -> CType;
    fn holds_elements(&self, array: &Array) -> bool;
    fn smaller(&self) -> &'static str;
    fn set_orders(&self, graph: &ValidGraph, nodes: &[TypeId]) -> BTreeMap<TypeId, SetOrder>;
    fn string_operation(&self, scalar: &Scalar) -> &'static str;
    fn checks_constraints(&self) -> bool;
    fn joins_strings(&self) -> bool;
    fn roots_hold_procedures(&self) -> bool;
    fn runtime_parts(&self) -> Parts;
    fn united(&self, all: &[Configuration]) -> Configuration;
    fn encoded_max(&self, graph: &ValidGraph, root: TypeId) -> Option<u64>;

    /// Lowers all nodes and roots.
    ///
    /// # Errors
    /// What the rules cannot encode.
    fn lower(&self, source: Source<'_>) -> Result<Box<dyn Code>, Vec<Diagnostic>>;
}

impl<R: Rule> Encoding for R {
    fn times(&self) -> &'static str {
        Rule::times(self)
    }

    fn scalar(&self, scalar: &Scalar) -> CType {
        Rule::scalar(self, scalar)
    }

    fn holds_elements(&self, array: &Array) -> bool {
        Rule::holds_elements(self, array)
    }

    fn smaller(&self) -> &'static str {
        Rule::smaller(self)
    }

    fn set_orders(&self, graph: &ValidGraph, nodes: &[TypeId]) -> BTreeMap<TypeId, SetOrder> {
        Rule::set_orders(self, graph, nodes)
    }

    fn string_operation(&self, scalar: &Scalar) -> &'static str {
        Rule::string_operation(self, scalar)
    }

    fn checks_constraints(&self) -> bool {
        Rule::checks_constraints(self)
    }

    fn joins_strings(&self) -> bool {
        Rule::joins_strings(self)
    }

    fn roots_hold_procedures(&self) -> bool {
        Rule::roots_hold_procedures(self)
    }

    fn runtime_parts(&self) -> Parts {
        Rule::runtime_parts(self)
    }

    fn united(&self, all: &[Configuration]) -> Configuration {
        if let [one] = all { one.clone() } else { Rule::united(self, all) }
    }

    fn encoded_max(&self, graph: &ValidGraph, root: TypeId) -> Option<u64> {
        Rule::encoded_max(self, graph, root)
    }

    fn lower(&self, source: Source<'_>) -> Result<Box<dyn Code>, Vec<Diagnostic>> {
        let Source { graph, layouts, options, nodes, apart, contained, mut relations } = source;
        let lowering = self.lowering(graph, layouts, options);
        let mut errors = Vec::new();
        let mut programs = BTreeMap::new();
        for &node in nodes {
            match lowering.node(node.ty) {
                Ok(mut program) => {
                    program.node = node;
                    set_apart(graph, &mut program, apart);
                    program.relations = relations.remove(&node).unwrap_or_default();
                    programs.insert(node, program);
                }
                Err(diagnostic) => errors.push(*diagnostic),
            }
        }
        let mut step = |ty| lowering.root(ty).map_err(|diagnostic| errors.push(*diagnostic)).ok();
        let roots: Vec<_> = options.roots.iter().filter_map(|root| step(root.ty)).collect();
        let contained = contained.iter().filter_map(|&ty| step(ty)).collect();
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Box::new(Coded { rule: *self, programs: Programs { nodes: programs, roots, contained } }))
    }
}

/// Redirects the calls of fields that stand apart to their own nodes.
fn set_apart<O: Operations>(graph: &ValidGraph, program: &mut Program<O>, apart: &BTreeSet<FieldId>) {
    for step in program.body.fields_mut() {
        if let (Action::Call(target), Some(field)) = (&mut step.action, step.field) {
            *target = node_of_field(graph, field, apart);
        }
    }
}

/// The view of a model's programs, whatever their rule. `model` is the model that owns them.
pub(crate) trait Code: Debug + Send + Sync {
    /// The steps of a node's fields.
    fn steps(&self, node: Node) -> Vec<Control<'_>>;
    /// The step of each type that strings are to contain.
    fn contained(&self) -> Vec<Control<'_>>;
    /// The step of each root.
    fn roots(&self) -> Vec<Control<'_>>;
    /// The [`Programs`] of the rule.
    fn programs(&self) -> &dyn Any;
    /// The same, to be changed.
    fn programs_mut(&mut self) -> &mut dyn Any;
    /// The relations of a node.
    fn relations(&self, node: Node) -> &[Relation];
    /// Steps of a node that the interpreter has commands for.
    fn commands(&self, node: Node) -> usize;
    /// All programs as text.
    fn dump(&self, model: &Model<'_>) -> String;
    /// See [`alike::representatives`].
    fn representatives(
        &self,
        model: &Model<'_>,
        nodes: &BTreeSet<Node>,
        shares: &dyn Fn(Node) -> bool,
    ) -> BTreeMap<Node, Node>;
    /// Kinds of values and of bodies.
    fn kinds(&self) -> u64;

    // As in `Rule`.
    fn fits(&self, model: &Model<'_>, node: Node) -> bool;
    fn table_octets(&self, model: &Model<'_>, node: Node) -> u64;
    fn code(&self, model: &Model<'_>, edition: &Edition<'_>) -> Writer;
    fn code_beside(&self, model: &Model<'_>) -> Vec<(&'static str, Writer)>;
    /// What a plan needs of the runtime; without techniques, what procedures and commands need at once.
    fn configuration(
        &self,
        model: &Model<'_>,
        techniques: Option<&Techniques>,
        called: &Called,
        shared: &BTreeSet<String>,
    ) -> Configuration;
    fn declarations(&self, w: &mut Writer, model: &Model<'_>);
    fn uses(
        &self,
        model: &Model<'_>,
        node: Node,
        direction: Direction,
        occurrences: &dyn Fn(FieldId) -> f64,
    ) -> Uses;
    fn dispatches(&self, node: Node, direction: Direction, occurrences: &dyn Fn(FieldId) -> f64) -> f64;
    fn is_bare(&self, node: Node) -> bool;
    fn inlined_size(&self, node: Node, bytes: u64, alone: u64, direction: Direction) -> i64;
    fn procedure_size(&self, node: Node, direction: Direction) -> u64;
    fn runtime_size(&self, kinds: u64) -> u64;
    fn unroll_factors(&self, node: Node) -> Vec<u32>;
    fn leaves_loop(&self, node: Node, factor: u32) -> bool;
    fn unroll_steps(&self, model: &Model<'_>, visited: &Visited<'_>) -> Vec<Unrolling>;
}

/// Programs with their rule.
#[derive(Debug)]
struct Coded<R: Rule> {
    rule: R,
    programs: Programs<R>,
}

impl<R: Rule> Coded<R> {
    fn body(&self, node: Node) -> &Body<R> {
        &self.programs.nodes[&node].body
    }
}

impl<R: Rule> Code for Coded<R> {
    fn steps(&self, node: Node) -> Vec<Control<'_>> {
        self.body(node).fields().map(FieldStep::control).collect()
    }

    fn contained(&self) -> Vec<Control<'_>> {
        self.programs.contained.iter().map(FieldStep::control).collect()
    }

    fn roots(&self) -> Vec<Control<'_>> {
        self.programs.roots.iter().map(FieldStep::control).collect()
    }

    fn programs(&self) -> &dyn Any {
        &self.programs
    }

    fn programs_mut(&mut self) -> &mut dyn Any {
        &mut self.programs
    }

    fn relations(&self, node: Node) -> &[Relation] {
        &self.programs.nodes[&node].relations
    }

    fn commands(&self, node: Node) -> usize {
        let between = match self.body(node) {
            Body::Sequence(steps) => steps.iter().filter(|step| matches!(step, Step::Between(_))).count(),
            _ => 0,
        };
        self.body(node).fields().count() + between
    }

    fn dump(&self, model: &Model<'_>) -> String {
        dump::text(&self.rule, &View::new(model, &self.programs))
    }

    fn representatives(
        &self,
        model: &Model<'_>,
        nodes: &BTreeSet<Node>,
        shares: &dyn Fn(Node) -> bool,
    ) -> BTreeMap<Node, Node> {
        alike::representatives(&View::new(model, &self.programs), nodes, shares)
    }

    fn kinds(&self) -> u64 {
        let bodies = || self.programs.nodes.values().map(|program| &program.body);
        let primitives: BTreeSet<_> = bodies()
            .flat_map(Body::fields)
            .filter_map(|step| match &step.action {
                Action::Primitive(primitive) => Some(self.rule.kind(*primitive)),
                Action::Call(_) | Action::Inline(_) => None,
            })
            .collect();
        let mut forms = Vec::new();
        for form in bodies().filter(|body| !matches!(body, Body::Scalar(_))).map(discriminant) {
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
        (primitives.len() + forms.len()) as u64
    }

    fn fits(&self, model: &Model<'_>, node: Node) -> bool {
        self.rule.fits(&View::new(model, &self.programs), node)
    }

    fn table_octets(&self, model: &Model<'_>, node: Node) -> u64 {
        self.rule.table_octets(&View::new(model, &self.programs), node)
    }

    fn code(&self, model: &Model<'_>, edition: &Edition<'_>) -> Writer {
        let model = View::new(model, &self.programs);
        self.rule.code(&model, &Needs::of(&self.rule, &model, edition.techniques, edition.shared), edition)
    }

    fn code_beside(&self, model: &Model<'_>) -> Vec<(&'static str, Writer)> {
        self.rule.code_beside(&View::new(model, &self.programs))
    }

    fn configuration(
        &self,
        model: &Model<'_>,
        techniques: Option<&Techniques>,
        called: &Called,
        shared: &BTreeSet<String>,
    ) -> Configuration {
        let model = View::new(model, &self.programs);
        let needs = match techniques {
            Some(techniques) => Needs::of(&self.rule, &model, techniques, shared),
            None => Needs::of_both(&self.rule, &model),
        };
        self.rule.configuration(&model, &needs, called, shared)
    }

    fn declarations(&self, w: &mut Writer, model: &Model<'_>) {
        self.rule.declarations(w, model);
    }

    fn uses(
        &self,
        model: &Model<'_>,
        node: Node,
        direction: Direction,
        occurrences: &dyn Fn(FieldId) -> f64,
    ) -> Uses {
        self.rule.uses(&View::new(model, &self.programs), node, direction, occurrences)
    }

    fn dispatches(&self, node: Node, direction: Direction, occurrences: &dyn Fn(FieldId) -> f64) -> f64 {
        let often = |step: &FieldStep<R>| step.field.map_or(1.0, occurrences);
        self.rule.dispatches(self.body(node), direction, &often)
    }

    fn is_bare(&self, node: Node) -> bool {
        self.rule.is_bare(self.body(node))
    }

    fn inlined_size(&self, node: Node, bytes: u64, alone: u64, direction: Direction) -> i64 {
        self.rule.inlined_size(self.body(node), bytes, alone, direction)
    }

    fn procedure_size(&self, node: Node, direction: Direction) -> u64 {
        self.rule.procedure_size(&self.programs.nodes[&node], direction)
    }

    fn runtime_size(&self, kinds: u64) -> u64 {
        self.rule.runtime_size(kinds)
    }

    fn unroll_factors(&self, node: Node) -> Vec<u32> {
        self.rule.unroll_factors(self.body(node))
    }

    fn leaves_loop(&self, node: Node, factor: u32) -> bool {
        self.rule.leaves_loop(self.body(node), factor)
    }

    fn unroll_steps(&self, model: &Model<'_>, visited: &Visited<'_>) -> Vec<Unrolling> {
        self.rule.unroll_steps(&View::new(model, &self.programs), visited)
    }
}

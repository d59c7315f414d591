//! The traits of an encoding rule. Each rule's folder implements [`Rule`], with programs of its own
//! operations. The rest of the crate uses [`Encoding`] before programs exist, and [`Code`] afterwards. Every
//! [`Rule`] implements both here.

use crate::c::helpers::Called;
use crate::c::runtime::{Configuration, Parts};
use crate::c::several;
use crate::c::writer::Writer;
use crate::cost::{Dispatches, Occurrences, Term, Times, Uses};
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

    /// Returns the program of a node in its context. The default is for rules under which no field changes the encoding of
    /// its type.
    ///
    /// # Errors
    /// As [`node`](Self::node).
    fn node_in(&self, node: Node) -> Lowered<Program<O>> {
        self.node(node.ty)
    }

    /// Returns the step that finds and converts a root.
    ///
    /// # Errors
    /// As [`node`](Self::node).
    fn root(&self, root: TypeId) -> Lowered<FieldStep<O>>;
}

/// An encoding rule. The default methods serve most rules.
pub trait Rule: Operations {
    /// Returns the name of its table of times, in `cost/times/*.toml`.
    fn times(&self) -> &'static str;

    /// Returns the bytes of a message that one use of a term stands for, without those of other terms.
    fn octets(&self, term: Term) -> f64;

    /// Returns the name of its C runtime. Rules with one name share their code in a build of several specifications.
    fn runtime(&self) -> &'static str {
        self.times()
    }

    /// Returns whether errors have the place of a bit.
    fn is_packed(&self) -> bool {
        false
    }

    /// Returns the fields whose type is encoded in another way than elsewhere: each gets a node of its own.
    fn apart(&self, _: &ValidGraph) -> BTreeSet<FieldId> {
        BTreeSet::new()
    }

    /// Returns the C type of a scalar.
    fn scalar(&self, scalar: &Scalar) -> CType {
        scalar_ctype(scalar)
    }

    /// Returns whether structs hold the elements of this array themselves. The other arrays are in the arena.
    fn holds_elements(&self, _: &Array) -> bool {
        false
    }

    /// Returns the help for a struct that is too large: how to make it smaller.
    fn smaller(&self) -> &'static str {
        "make a component SEQUENCE OF: its elements are in the arena, and not in the struct"
    }

    /// Returns the order of the fields of each SET among these nodes, if the rule decides it.
    fn set_orders(&self, _: &ValidGraph, _: &[TypeId]) -> BTreeMap<TypeId, SetOrder> {
        BTreeMap::new()
    }

    /// Returns the operation that compares strings of a scalar type: its name after `STUBC_OP_`.
    fn string_operation(&self, _: &Scalar) -> &'static str {
        "OCTETS"
    }

    /// Returns whether constraints can be checked.
    fn checks_constraints(&self) -> bool {
        false
    }

    /// Returns whether a string may arrive in segments, which decoders join in the arena.
    fn joins_strings(&self) -> bool {
        false
    }

    /// Returns the most bytes of the arena that a scalar takes, padding included; `None` if there is no limit. `is_string`:
    /// neither a number, nor an object identifier.
    fn arena(&self, _: &Scalar, is_string: bool) -> Option<u64> {
        (!is_string || !self.joins_strings()).then_some(0)
    }

    /// Returns the lowering of a graph's types.
    fn lowering<'a>(
        &self,
        graph: &'a ValidGraph,
        layouts: &'a Layouts,
        options: &'a Options,
    ) -> Box<dyn Lower<Self> + 'a>;

    /// Returns whether the interpreter can run the program of a node. Other nodes are always compiled.
    fn fits(&self, _: &View<'_, Self>, _: Node) -> bool {
        true
    }

    /// Returns whether a node with this body can be compiled. Others are interpreted, whatever the plan.
    fn compiles(&self, _: &Body<Self>) -> bool {
        true
    }

    /// Returns the bytes of a node in the table of programs.
    fn table_octets(&self, model: &View<'_, Self>, node: Node) -> u64;

    /// Returns whether roots, including scalars, are called by number once any node is interpreted.
    fn numbers_roots(&self) -> bool {
        false
    }

    /// Returns whether each procedure of a root adds bytes to the root's constant.
    fn roots_hold_procedures(&self) -> bool {
        false
    }

    /// Returns the callees whose programs the interpreter reads while it decodes this body.
    fn looked_into(&self, _: &Body<Self>) -> Vec<Node> {
        Vec::new()
    }

    /// Returns the headers and scalars that one visit of a compiled node decodes by calls, and that can be in line.
    /// `often` returns the mean occurrences of a step.
    fn taken(&self, _: &Body<Self>, _: Direction, _often: &dyn Fn(&FieldStep<Self>) -> f64) -> f64 {
        0.0
    }

    /// Returns whether procedures of a direction leave unusual messages to the interpreter. Then every plan with
    /// that direction holds the interpreter and the commands of all nodes that it converts.
    fn leaves(&self, _: Direction) -> bool {
        false
    }

    /// Returns the callees that commands convert even if this program is compiled.
    fn left_to_commands(&self, _: &Program<Self>) -> Vec<Node> {
        Vec::new()
    }

    /// Prints `NAME.c` of a plan, without the prefix of the runtime.
    fn code(&self, model: &View<'_, Self>, needs: &Needs<Self>, edition: &Edition<'_>) -> Writer;

    /// Prints the files beside `NAME.c`. Returns each with the end of its stem, such as `_clnt`.
    fn code_beside(&self, _model: &View<'_, Self>) -> Vec<(&'static str, Writer)> {
        Vec::new()
    }

    /// Returns what generated code needs of the runtime; `called`: the helpers that it calls. `shared` holds
    /// the features of a runtime that also serves other specifications.
    fn configuration(
        &self,
        model: &View<'_, Self>,
        needs: &Needs<Self>,
        called: &Called,
        shared: &BTreeSet<String>,
    ) -> Configuration;

    /// Returns the configuration of one runtime for at least two specifications.
    fn united(&self, all: &[Configuration]) -> Configuration {
        several::united(all)
    }

    /// Returns the parts of the C runtime.
    fn runtime_parts(&self) -> Parts;

    /// Prints declarations of the header besides types and entry points.
    fn declarations(&self, _: &mut Writer, _: &Model<'_>) {}

    /// Returns the size of the largest encoding of this type in bytes, if it is bounded.
    fn encoded_max(&self, graph: &ValidGraph, root: TypeId) -> Option<u64>;

    /// Returns how often one visit of a node uses each term, the same in each technique.
    fn uses(
        &self,
        model: &View<'_, Self>,
        node: Node,
        direction: Direction,
        occurrences: Occurrences<'_>,
    ) -> Uses;

    /// Returns the commands that the interpreter dispatches in one visit of a body, without relations.
    fn dispatches(
        &self,
        body: &Body<Self>,
        direction: Direction,
        occurrences: &dyn Fn(&FieldStep<Self>) -> f64,
    ) -> Dispatches;

    /// Returns whether a body has no header of its own; its calls count as
    /// [`Term::CallBare`](crate::cost::Term).
    fn is_bare(&self, body: &Body<Self>) -> bool;

    /// Returns the bytes that inlining a callee adds. The callee has `bytes`; `alone` counts those that only
    /// the standalone procedure needs.
    fn inlined_size(&self, bytes: u64, alone: u64) -> i64;

    /// Returns the estimated bytes of a compiled procedure, all references called.
    fn procedure_size(&self, program: &Program<Self>, direction: Direction) -> u64;

    /// Returns the estimated bytes of the runtime that compiled procedures need. `kinds` is the number of
    /// kinds of values and bodies.
    fn runtime_size(&self, kinds: u64) -> u64;

    /// Returns the representative of the primitives that share one piece of runtime code.
    fn kind(&self, primitive: Self::Primitive) -> Self::Primitive {
        primitive
    }

    /// Returns the factors for unrolling the loop of a node, the smallest first.
    fn unroll_factors(&self, _: &Body<Self>) -> Vec<u32> {
        Vec::new()
    }

    /// Returns whether unrolling by this factor leaves a loop.
    fn leaves_loop(&self, _: &Body<Self>, _: u32) -> bool {
        true
    }

    /// Returns the change of bytes and time for each factor, for a visited array.
    fn unroll_steps(&self, _: &View<'_, Self>, _: &Visited<'_>) -> Vec<Unrolling> {
        Vec::new()
    }

    /// Returns the kind of a program as text, for dumps.
    fn heading(&self, program: &Program<Self>) -> String;

    /// Returns the text between the fields of a sequence, for dumps.
    fn between(&self, between: &Self::Between) -> String;

    /// Returns how a field is found, as text for dumps: the parts before and after its conversion.
    fn found(&self, field: &Self::Field) -> (String, String);
}

/// An array in one direction, with the input of unrolling its loop.
pub struct Visited<'a> {
    /// The node.
    pub node: Node,
    /// The direction.
    pub direction: Direction,
    /// The mean number of elements.
    pub elements: f64,
    /// The times of the target.
    pub times: &'a Times,
    /// Returns the bytes of a compiled procedure.
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
    fn octets(&self, term: Term) -> f64;
    fn runtime(&self) -> &'static str;
    fn is_packed(&self) -> bool;
    fn apart(&self, graph: &ValidGraph) -> BTreeSet<FieldId>;
    fn scalar(&self, scalar: &Scalar) -> CType;
    fn holds_elements(&self, array: &Array) -> bool;
    fn smaller(&self) -> &'static str;
    fn set_orders(&self, graph: &ValidGraph, nodes: &[TypeId]) -> BTreeMap<TypeId, SetOrder>;
    fn string_operation(&self, scalar: &Scalar) -> &'static str;
    fn checks_constraints(&self) -> bool;
    fn arena(&self, scalar: &Scalar, is_string: bool) -> Option<u64>;
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

    fn octets(&self, term: Term) -> f64 {
        Rule::octets(self, term)
    }

    fn runtime(&self) -> &'static str {
        Rule::runtime(self)
    }

    fn is_packed(&self) -> bool {
        Rule::is_packed(self)
    }

    fn apart(&self, graph: &ValidGraph) -> BTreeSet<FieldId> {
        Rule::apart(self, graph)
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

    fn arena(&self, scalar: &Scalar, is_string: bool) -> Option<u64> {
        Rule::arena(self, scalar, is_string)
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
            match lowering.node_in(node) {
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

/// Redirects the calls of fields in `apart` to the fields' own nodes.
fn set_apart<O: Operations>(graph: &ValidGraph, program: &mut Program<O>, apart: &BTreeSet<FieldId>) {
    for step in program.body.fields_mut() {
        if let (Action::Call(target), Some(field)) = (&mut step.action, step.field) {
            *target = node_of_field(graph, field, apart);
        }
    }
}

/// The programs of a model, whatever their rule. `model` is the model that owns them.
pub(crate) trait Code: Debug + Send + Sync {
    /// The steps of a node's fields.
    fn steps(&self, node: Node) -> Vec<Control<'_>>;
    /// The step of each type that strings must contain.
    fn contained(&self) -> Vec<Control<'_>>;
    /// The step of each root.
    fn roots(&self) -> Vec<Control<'_>>;
    /// The [`Programs`] of the rule.
    fn programs(&self) -> &dyn Any;
    /// The same, mutable.
    fn programs_mut(&mut self) -> &mut dyn Any;
    /// The relations of a node.
    fn relations(&self, node: Node) -> &[Relation];
    /// The number of a node's steps that have commands.
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
    /// The number of kinds of values and bodies.
    fn kinds(&self) -> u64;

    /// As in `Rule`. `occurrences`: as of `uses`.
    fn taken(&self, model: &Model<'_>, node: Node, direction: Direction, occurrences: Occurrences<'_>)
    -> f64;

    // As in `Rule`.
    fn fits(&self, model: &Model<'_>, node: Node) -> bool;
    fn compiles(&self, node: Node) -> bool;
    fn leaves(&self, direction: Direction) -> bool;
    fn table_octets(&self, model: &Model<'_>, node: Node) -> u64;
    fn code(&self, model: &Model<'_>, edition: &Edition<'_>) -> Writer;
    fn code_beside(&self, model: &Model<'_>) -> Vec<(&'static str, Writer)>;
    /// The configuration of the runtime for a plan; without techniques, for procedures and commands of all
    /// nodes.
    fn configuration(
        &self,
        model: &Model<'_>,
        techniques: Option<&Techniques>,
        called: &Called,
        shared: &BTreeSet<String>,
    ) -> Configuration;
    fn declarations(&self, w: &mut Writer, model: &Model<'_>);
    fn uses(&self, model: &Model<'_>, node: Node, direction: Direction, occurrences: Occurrences<'_>)
    -> Uses;
    fn dispatches(&self, node: Node, direction: Direction, occurrences: Occurrences<'_>) -> Dispatches;
    fn is_bare(&self, node: Node) -> bool;
    fn inlined_size(&self, bytes: u64, alone: u64) -> i64;
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

    fn compiles(&self, node: Node) -> bool {
        self.rule.compiles(self.body(node))
    }

    fn leaves(&self, direction: Direction) -> bool {
        self.rule.leaves(direction)
    }

    fn taken(&self, _: &Model<'_>, node: Node, direction: Direction, occurrences: Occurrences<'_>) -> f64 {
        let often = |step: &FieldStep<R>| step.field.map_or(1.0, occurrences);
        self.rule.taken(&self.programs.nodes[&node].body, direction, &often)
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
        occurrences: Occurrences<'_>,
    ) -> Uses {
        self.rule.uses(&View::new(model, &self.programs), node, direction, occurrences)
    }

    fn dispatches(&self, node: Node, direction: Direction, occurrences: Occurrences<'_>) -> Dispatches {
        let often = |step: &FieldStep<R>| step.field.map_or(1.0, occurrences);
        self.rule.dispatches(self.body(node), direction, &often)
    }

    fn is_bare(&self, node: Node) -> bool {
        self.rule.is_bare(self.body(node))
    }

    fn inlined_size(&self, bytes: u64, alone: u64) -> i64 {
        self.rule.inlined_size(bytes, alone)
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

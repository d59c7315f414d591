//! The views of any encoding rule that the rest of the crate uses: [`Encoding`] before programs exist, [`Code`]
//! afterwards. Every [`Rule`] implements both here, so a model depends on no rule.

use super::rule::{Lowered, Rule, Visited};
use crate::blob::{Engine, Kind};
use crate::c::helpers::Called;
use crate::c::runtime::{Configuration, Parts};
use crate::c::writer::Writer;
use crate::cost::{Dispatches, Occurrences, Term, Uses};
use crate::emit::Edition;
use crate::filter::emit::{Form, Functions};
use crate::model::layout::{CType, Layouts, SetOrder};
use crate::model::view::View;
use crate::model::{Model, Options, node_of_field};
use crate::program::needs::Needs;
use crate::program::techniques::{Direction, Techniques};
use crate::program::unroll::Unrolling;
use crate::program::{
    Action, Body, Control, FieldStep, Operations, Program, Programs, Relation, Step, alike, dump,
};
use crate::shape::table::Table;
use crate::shape::{Segments, Shape, build};
use crate::stub::Node;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::mem::discriminant;
use syntax_graph::filter::Filter;
use syntax_graph::{Array, Diagnostic, FieldId, Scalar, Span, TypeId, ValidGraph};

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
    fn engine(&self, kind: Kind) -> Option<Engine>;

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

    fn engine(&self, kind: Kind) -> Option<Engine> {
        Rule::engine(self, kind)
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
    fn has_small_runtime(&self, target: &str) -> bool;
    fn table_octets(&self, model: &Model<'_>, node: Node) -> u64;
    /// Builds the shapes of the model's options.
    fn shapes(&self, model: &Model<'_>) -> Result<Vec<Shape>, Vec<Diagnostic>>;
    /// Returns the table that decodes the holes of a shape.
    fn shape_table(
        &self,
        model: &Model<'_>,
        shape: &Shape,
        segments: &Segments,
        span: Span,
    ) -> Lowered<Table>;
    /// Returns the bytes of a shape's table in a plan, if it has one.
    fn shape_data(&self, model: &Model<'_>, shape: &Shape, segments: &Segments) -> Option<u64>;
    fn code(&self, model: &Model<'_>, edition: &Edition<'_>) -> Writer;
    fn code_beside(&self, model: &Model<'_>) -> Vec<(&'static str, Writer)>;
    fn filter(&self, model: &Model<'_>, filter: &Filter, name: &str, form: Form) -> Lowered<Functions>;
    fn configuration(
        &self,
        model: &Model<'_>,
        purpose: Purpose<'_>,
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

/// What a runtime is for.
#[derive(Clone, Copy)]
pub enum Purpose<'a> {
    /// A plan.
    Plan(&'a Techniques),
    /// Procedures and commands of all nodes.
    Both {
        /// Whether the runtime is small at any level of optimization.
        small_runtime: bool,
    },
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

    fn has_small_runtime(&self, target: &str) -> bool {
        self.rule.has_small_runtime(target)
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

    fn shapes(&self, model: &Model<'_>) -> Result<Vec<Shape>, Vec<Diagnostic>> {
        let view = View::new(model, &self.programs);
        build::shapes(model, &|root, request, sample| self.rule.shape(&view, root, request, sample))
    }

    fn code(&self, model: &Model<'_>, edition: &Edition<'_>) -> Writer {
        let model = View::new(model, &self.programs);
        self.rule.code(&model, &Needs::of(&self.rule, &model, edition.techniques, edition.shared), edition)
    }

    fn code_beside(&self, model: &Model<'_>) -> Vec<(&'static str, Writer)> {
        self.rule.code_beside(&View::new(model, &self.programs))
    }

    fn shape_table(
        &self,
        model: &Model<'_>,
        shape: &Shape,
        segments: &Segments,
        span: Span,
    ) -> Lowered<Table> {
        self.rule.shape_table(&View::new(model, &self.programs), shape, segments, span)
    }

    fn shape_data(&self, model: &Model<'_>, shape: &Shape, segments: &Segments) -> Option<u64> {
        self.rule.shape_data(&View::new(model, &self.programs), shape, segments)
    }

    fn filter(&self, model: &Model<'_>, filter: &Filter, name: &str, form: Form) -> Lowered<Functions> {
        self.rule.filter(&View::new(model, &self.programs), filter, name, form)
    }

    fn configuration(
        &self,
        model: &Model<'_>,
        purpose: Purpose<'_>,
        called: &Called,
        shared: &BTreeSet<String>,
    ) -> Configuration {
        let model = View::new(model, &self.programs);
        let needs = match purpose {
            Purpose::Plan(techniques) => Needs::of(&self.rule, &model, techniques, shared),
            Purpose::Both { small_runtime } => Needs::of_both(&self.rule, &model, small_runtime),
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

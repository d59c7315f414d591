//! The traits of an encoding rule: each rule's folder implements [`Rule`], with programs of its own operations.

use crate::blob::{Engine, Kind};
use crate::c::helpers::Called;
use crate::c::runtime::{Configuration, Parts};
use crate::c::several;
use crate::c::writer::Writer;
use crate::cost::{Dispatches, Occurrences, Term, Times, Uses};
use crate::emit::Edition;
use crate::filter::emit::{Form, Functions};
use crate::model::layout::{CType, Layouts, SetOrder, scalar_ctype};
use crate::model::view::View;
use crate::model::{Model, Options};
use crate::program::needs::Needs;
use crate::program::techniques::Direction;
use crate::program::unroll::Unrolling;
use crate::program::{Body, FieldStep, Operations, Program};
use crate::shape::table::Table;
use crate::shape::{Found, Request, Segments, Shape, runs};
use crate::stub::Node;
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::filter::Filter;
use syntax_graph::{Array, Diagnostic, FieldId, Scalar, Span, TypeId, ValidGraph};

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

    /// Returns whether the runtime beside procedures can be smaller on a target, such as `x86-64 -O2`, than it is by
    /// default.
    fn has_small_runtime(&self, _target: &str) -> bool {
        false
    }

    /// Returns the callees that commands convert even if this program is compiled.
    fn left_to_commands(&self, _: &Program<Self>) -> Vec<Node> {
        Vec::new()
    }

    /// Walks the program of a root beside a sample message, for a shape.
    ///
    /// # Errors
    /// What cannot be a shape.
    fn shape(&self, _: &View<'_, Self>, _root: usize, request: &Request, _sample: &[u8]) -> Lowered<Found> {
        let message = format!("shape `{}`: these encoding rules have no shapes yet", request.name);
        Err(Box::new(Diagnostic::error("shape-refused", request.span, message)))
    }

    /// Returns the table that decodes the holes of a shape.
    ///
    /// # Errors
    /// What a table cannot express.
    fn shape_table(&self, _: &View<'_, Self>, _: &Shape, _: &Segments, span: Span) -> Lowered<Table> {
        Err(Box::new(Diagnostic::error("shape-table", span, "these encoding rules have no tables of shapes")))
    }

    /// Returns the bytes of a shape's table in a plan. `None`: it has none.
    fn shape_data(&self, _: &View<'_, Self>, _: &Shape, segments: &Segments) -> Option<u64> {
        runs::table(segments).map(|table| table.len() as u64)
    }

    /// Prints `NAME.c` of a plan, without the prefix of the runtime.
    fn code(&self, model: &View<'_, Self>, needs: &Needs<Self>, edition: &Edition<'_>) -> Writer;

    /// Prints the files beside `NAME.c`. Returns each with the end of its stem, such as `_clnt`.
    fn code_beside(&self, _model: &View<'_, Self>) -> Vec<(&'static str, Writer)> {
        Vec::new()
    }

    /// Prints the functions of a filter on the messages of the first root.
    ///
    /// # Errors
    /// A field that the filter cannot find, or rules without filters.
    fn filter(&self, _: &View<'_, Self>, _: &Filter, _name: &str, _form: Form) -> Lowered<Functions> {
        let message = "filters are not implemented for these encoding rules yet";
        Err(Box::new(Diagnostic::error("filter-rules", Span::none(), message)))
    }

    /// Returns the engine of tables that arrive at run time, if the rules have one.
    fn engine(&self, _: Kind) -> Option<Engine> {
        None
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

//! A packed rule, as the rest of the crate sees it: what PER and OER do alike is here, and a rule's folder adds the rest by
//! [`PackedRule`].

use super::configuration;
use super::cost;
use super::decode::Decoders;
use super::encode::Encoders;
use super::filter;
use super::ops::Sent;
use super::procedures::{left_to_commands, procedure};
use super::shape::{self as shapes, content::Shaped};
use super::table::{self, Table};
use super::{ops::Added, print};
use crate::c::helpers::Called;
use crate::c::procedures::procedures;
use crate::c::remarks::Remarks;
use crate::c::runtime::{Configuration, Parts};
use crate::c::writer::Writer;
use crate::cost::{Dispatches, Occurrences, Term, Uses};
use crate::emit::Edition;
use crate::filter::emit::{Form, Functions};
use crate::model::layout::{Layouts, SetOrder};
use crate::model::view::View;
use crate::model::{Options, shape};
use crate::program::needs::Needs;
use crate::program::techniques::Direction;
use crate::program::{Body, FieldStep, Program};
use crate::rules::{Lower, Lowered, Rule};
use crate::shape::{Found, Request};
use crate::stub::Node;
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::filter::Filter;
use syntax_graph::{FieldId, Scalar, TypeId, ValidGraph};

/// What a packed rule adds to the others. [`Rule`] follows from it.
pub trait PackedRule: Shaped {
    /// The C types of a place in decoders and encoders, with what stands before a name.
    const PLACES: [&'static str; 2];
    /// The estimated bytes of the runtime that compiled procedures need.
    const RUNTIME_SIZE: u64;
    /// The name of its times in the cost model.
    const TIMES: &'static str;

    /// Returns the name of its C runtime.
    fn runtime_name(&self) -> &'static str;

    /// Returns whether a place is that of a bit.
    fn has_bit_places(&self) -> bool;

    /// Returns the fields whose type is encoded in another way than elsewhere.
    fn fields_apart(&self, _: &ValidGraph) -> BTreeSet<FieldId> {
        BTreeSet::new()
    }

    /// Returns the most bytes of the arena that a scalar takes, padding included; `None` if there is no limit.
    fn scalar_arena(&self, scalar: &Scalar) -> Option<u64>;

    /// Returns the lowering of a graph's types; `checks`: with checks of constraints.
    fn lower<'a>(
        &self,
        graph: &'a ValidGraph,
        layouts: &'a Layouts,
        checks: bool,
    ) -> Box<dyn Lower<Self> + 'a>;

    /// Returns whether a CHOICE can be compiled.
    fn compiles_choice(&self, _: &Self::Switch) -> bool {
        true
    }

    /// Returns whether commands convert an arm of a compiled CHOICE.
    fn is_left(switch: &Self::Switch, arm: usize) -> bool;

    /// Prints the statements that decode `v`, up to the return.
    fn decode(decoders: &Decoders<'_, Self>, w: &mut Writer, program: &Program<Self>);

    /// Prints the statements that encode `v`, up to the return.
    fn encode(encoders: &Encoders<'_, Self>, w: &mut Writer, program: &Program<Self>);

    /// Returns what generated code needs of the runtime.
    fn needed(
        &self,
        model: &View<'_, Self>,
        needs: &Needs<Self>,
        called: &Called,
        table: &Table<Self>,
    ) -> Configuration;

    /// Returns the parts of the C runtime.
    fn parts(&self) -> Parts;

    /// Returns whether the runtime beside procedures can be smaller on a target.
    fn is_small_on(&self, _target: &str) -> bool {
        false
    }

    /// Returns the term of the conversion of a scalar.
    fn term(&self, step: &FieldStep<Self>) -> Term;

    /// Returns the runs of values of known width that procedures convert at once, in one visit.
    fn runs(
        &self,
        program: &Program<Self>,
        direction: Direction,
        often: &dyn Fn(&FieldStep<Self>) -> f64,
    ) -> f64;

    /// Returns the scalars that one visit of a compiled node converts by calls, and that can be in line.
    fn calls(&self, body: &Body<Self>, direction: Direction, often: &dyn Fn(&FieldStep<Self>) -> f64) -> f64;

    /// Returns the estimated bytes of a compiled procedure, all references called.
    fn compiled_size(program: &Program<Self>, direction: Direction) -> u64;

    /// Returns the representative of the primitives that share one piece of runtime code.
    fn representative(primitive: Self::Primitive) -> Self::Primitive;

    /// Returns what a dump says of a CHOICE: its alternatives, and whether it is extensible.
    fn choice_text(switch: &Self::Switch) -> (String, bool);

    /// Returns what a dump says of the elements of an array.
    fn elements_text(elements: &Self::Repeat) -> String;

    /// Returns what a dump says of the width of a value, with a space before it.
    fn form_text(form: &Self::Form) -> String;
}

impl<R: PackedRule> Rule for R {
    fn filter(&self, model: &View<'_, Self>, test: &Filter, name: &str, form: Form) -> Lowered<Functions> {
        filter::print(*self, model, test, name, form)
    }

    fn shape(&self, model: &View<'_, Self>, root: usize, request: &Request, sample: &[u8]) -> Lowered<Found> {
        shapes::walk(*self, model, root, request, sample)
    }

    fn times(&self) -> &'static str {
        R::TIMES
    }

    fn octets(&self, term: Term) -> f64 {
        cost::octets(term)
    }

    fn runtime(&self) -> &'static str {
        self.runtime_name()
    }

    fn is_packed(&self) -> bool {
        self.has_bit_places()
    }

    fn apart(&self, graph: &ValidGraph) -> BTreeSet<FieldId> {
        self.fields_apart(graph)
    }

    fn set_orders(&self, graph: &ValidGraph, nodes: &[TypeId]) -> BTreeMap<TypeId, SetOrder> {
        shape::orders(graph, nodes)
    }

    fn string_operation(&self, scalar: &Scalar) -> &'static str {
        match scalar {
            Scalar::BitString { named, .. } if named.is_empty() => "BITS",
            Scalar::BitString { .. } => "NAMED_BITS",
            Scalar::Integer(_) => "BYTES",
            _ => "OCTETS",
        }
    }

    fn checks_constraints(&self) -> bool {
        true
    }

    fn arena(&self, scalar: &Scalar, _: bool) -> Option<u64> {
        self.scalar_arena(scalar)
    }

    fn lowering<'a>(
        &self,
        graph: &'a ValidGraph,
        layouts: &'a Layouts,
        options: &'a Options,
    ) -> Box<dyn Lower<Self> + 'a> {
        self.lower(graph, layouts, options.check_constraints)
    }

    // An open type waits for its governor, and commands find it; a scalar root is its step.
    fn compiles(&self, body: &Body<Self>) -> bool {
        match body {
            Body::Sequence(_) | Body::Repeat { .. } => true,
            Body::Switch { op, .. } => self.compiles_choice(op),
            Body::Open { .. } | Body::Scalar(_) => false,
            Body::Set { op, .. } => match *op {},
        }
    }

    fn leaves(&self, _: Direction) -> bool {
        true
    }

    fn has_small_runtime(&self, target: &str) -> bool {
        self.is_small_on(target)
    }

    fn left_to_commands(&self, program: &Program<Self>) -> Vec<Node> {
        left_to_commands(program, &R::is_left)
    }

    fn table_octets(&self, model: &View<'_, Self>, node: Node) -> u64 {
        table::octets(model, node)
    }

    fn numbers_roots(&self) -> bool {
        true
    }

    fn code(&self, model: &View<'_, Self>, needs: &Needs<Self>, edition: &Edition<'_>) -> Writer {
        print::code(*self, (model, needs), edition, self.is_strict(), |w, table| {
            let decoders = Decoders { rule: *self, model, needs, table };
            procedures(w, (model, needs), edition.remarks, Direction::Decode, |w, program, form| {
                decoders.function(w, (program, form), R::PLACES[0], |w, declaration| {
                    let variables = [("w", "uint64_t"), ("n", "size_t")];
                    procedure(w, declaration, &variables, "d", |w| R::decode(&decoders, w, program));
                });
            });
            let encoders = Encoders { rule: *self, model, needs, table };
            procedures(w, (model, needs), edition.remarks, Direction::Encode, |w, program, form| {
                encoders.function(w, (program, form), R::PLACES[1], |w, declaration| {
                    procedure(w, declaration, &[], "c", |w| R::encode(&encoders, w, program));
                });
            });
        })
    }

    fn configuration(
        &self,
        model: &View<'_, Self>,
        needs: &Needs<Self>,
        called: &Called,
        _: &BTreeSet<String>,
    ) -> Configuration {
        let table = Table::build(model, needs, &Remarks::default(), *self);
        self.needed(model, needs, called, &table)
    }

    fn united(&self, all: &[Configuration]) -> Configuration {
        configuration::united(all)
    }

    fn runtime_parts(&self) -> Parts {
        self.parts()
    }

    fn encoded_max(&self, _: &ValidGraph, _: TypeId) -> Option<u64> {
        None
    }

    fn uses(
        &self,
        model: &View<'_, Self>,
        node: Node,
        direction: Direction,
        occurrences: Occurrences<'_>,
    ) -> Uses {
        let often = |step: &FieldStep<Self>| step.field.map_or(1.0, occurrences);
        let runs = self.runs(&model.programs[&node], direction, &often);
        cost::uses(model, (node, direction), occurrences, &|step| self.term(step), runs)
    }

    fn taken(&self, body: &Body<Self>, direction: Direction, often: &dyn Fn(&FieldStep<Self>) -> f64) -> f64 {
        self.calls(body, direction, often)
    }

    fn dispatches(
        &self,
        body: &Body<Self>,
        _: Direction,
        occurrences: &dyn Fn(&FieldStep<Self>) -> f64,
    ) -> Dispatches {
        let converting = body.fields().map(occurrences).sum();
        let checks: f64 = body.fields().filter(|step| step.check.is_some()).map(occurrences).sum();
        Dispatches { all: converting + checks, converting }
    }

    fn is_bare(&self, _: &Body<Self>) -> bool {
        true
    }

    fn inlined_size(&self, bytes: u64, _: u64) -> i64 {
        i64::try_from(bytes).unwrap_or(i64::MAX / 4)
    }

    fn procedure_size(&self, program: &Program<Self>, direction: Direction) -> u64 {
        R::compiled_size(program, direction)
    }

    fn runtime_size(&self, _: u64) -> u64 {
        R::RUNTIME_SIZE
    }

    fn kind(&self, primitive: Self::Primitive) -> Self::Primitive {
        R::representative(primitive)
    }

    fn heading(&self, program: &Program<Self>) -> String {
        let with = |name: String, extensible| if extensible { format!("{name}, extensible") } else { name };
        match &program.body {
            Body::Sequence(_) => with("sequence".into(), program.whole.extensible),
            Body::Switch { op, .. } => {
                let (alternatives, extensible) = R::choice_text(op);
                with(format!("choice of {alternatives}"), extensible)
            }
            Body::Repeat { op, .. } => format!("elements{}", R::elements_text(op)),
            Body::Scalar(_) => "scalar".into(),
            Body::Open { .. } => "open type".into(),
            Body::Set { op, .. } => match *op {},
        }
    }

    fn between(&self, added: &Added) -> String {
        if added.is_group { format!("addition of {}", added.fields) } else { "addition".into() }
    }

    fn found(&self, sent: &Sent<R::Form>) -> (String, String) {
        let before = if sent.is_flagged { " flagged" } else { "" };
        (before.to_owned(), R::form_text(&sent.form))
    }
}

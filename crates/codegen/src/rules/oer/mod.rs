//! The encoding rule OER (X.696). Canonicity is a property of one rule: [`Oer::is_canonical`].

mod cost;
mod decode;
mod encode;
mod least;
mod lower;
mod octets;
pub mod ops;
mod runtime;
mod text;

use crate::c::helpers::Called;
use crate::c::procedures::procedures;
use crate::c::remarks::Remarks;
use crate::c::runtime::{Configuration, Parts};
use crate::c::writer::Writer;
use crate::cost::{Dispatches, Occurrences, Term, Uses};
use crate::emit::Edition;
use crate::model::layout::{Layouts, SetOrder};
use crate::model::{Options, shape};
use crate::packed;
use crate::packed::lower::Lowering;
use crate::packed::print;
use crate::packed::procedures::left_to_commands;
use crate::packed::table::{self, Table};
use crate::program::techniques::Direction;
use crate::rules::{Lower, Rule};
use crate::stub::Node;
pub use ops::Oer;
use ops::{Added, Body, FieldStep, Form, Model, Needs, Primitive, Program, Sent};
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::{Scalar, TypeId, ValidGraph};

impl Rule for Oer {
    // Nothing is fitted to its messages yet, so it uses the times of the most similar rule.
    fn times(&self) -> &'static str {
        "ber"
    }

    fn octets(&self, term: Term) -> f64 {
        packed::cost::octets(term)
    }

    fn runtime(&self) -> &'static str {
        if self.is_canonical { "coer" } else { "oer" }
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

    // A REAL of IEEE 754 has at most ten bytes. An INTEGER may get a byte more than the message has.
    fn arena(&self, scalar: &Scalar, _: bool) -> Option<u64> {
        match scalar {
            Scalar::Real => Some(16),
            Scalar::Integer(_) => None,
            _ => Some(0),
        }
    }

    fn lowering<'a>(
        &self,
        graph: &'a ValidGraph,
        layouts: &'a Layouts,
        _: &'a Options,
    ) -> Box<dyn Lower<Self> + 'a> {
        Box::new(Lowering { graph, layouts, widths: lower::OctetWidths::new(graph) })
    }

    // An open type waits for its governor, and commands find it; a scalar root is its step.
    fn compiles(&self, body: &Body) -> bool {
        match body {
            Body::Sequence(_) | Body::Repeat { .. } | Body::Switch { .. } => true,
            Body::Open { .. } | Body::Scalar(_) => false,
            Body::Set { op, .. } => match *op {},
        }
    }

    fn leaves(&self, _: Direction) -> bool {
        true
    }

    // Commands convert additions, and the arms of a CHOICE that are additions or have long tags.
    fn left_to_commands(&self, program: &Program) -> Vec<Node> {
        left_to_commands(program, &|op, at| octets::tags(op, at).is_none())
    }

    fn table_octets(&self, model: &Model<'_>, node: Node) -> u64 {
        table::octets(model, node)
    }

    fn numbers_roots(&self) -> bool {
        true
    }

    fn code(&self, model: &Model<'_>, needs: &Needs, edition: &Edition<'_>) -> Writer {
        print::code(*self, (model, needs), edition, self.is_canonical, |w, table| {
            let decoders = decode::Printer { rule: *self, model, needs, table };
            procedures(w, (model, needs), edition.remarks, Direction::Decode, |w, program, form| {
                decoders.print(w, program, form);
            });
            let encoders = encode::Printer { rule: *self, model, needs, table };
            procedures(w, (model, needs), edition.remarks, Direction::Encode, |w, program, form| {
                encoders.print(w, program, form);
            });
        })
    }

    fn configuration(
        &self,
        model: &Model<'_>,
        needs: &Needs,
        called: &Called,
        _: &BTreeSet<String>,
    ) -> Configuration {
        let table = Table::build(model, needs, &Remarks::default(), *self);
        runtime::configuration(model, needs, called, &table, self.is_canonical)
    }

    fn united(&self, all: &[Configuration]) -> Configuration {
        packed::configuration::united(all)
    }

    fn runtime_parts(&self) -> Parts {
        runtime::parts()
    }

    fn encoded_max(&self, _: &ValidGraph, _: TypeId) -> Option<u64> {
        None
    }

    fn uses(
        &self,
        model: &Model<'_>,
        node: Node,
        direction: Direction,
        occurrences: Occurrences<'_>,
    ) -> Uses {
        packed::cost::uses(model, node, direction, occurrences, cost::primitive)
    }

    fn taken(&self, body: &Body, _: Direction, often: &dyn Fn(&FieldStep) -> f64) -> f64 {
        cost::taken(body, often)
    }

    fn dispatches(&self, body: &Body, _: Direction, occurrences: &dyn Fn(&FieldStep) -> f64) -> Dispatches {
        let all = body.fields().map(occurrences).sum();
        Dispatches { all, converting: all }
    }

    fn is_bare(&self, _: &Body) -> bool {
        true
    }

    fn inlined_size(&self, bytes: u64, _: u64) -> i64 {
        i64::try_from(bytes).unwrap_or(i64::MAX / 4)
    }

    fn procedure_size(&self, program: &Program, direction: Direction) -> u64 {
        cost::procedure_size(program, direction)
    }

    fn runtime_size(&self, _: u64) -> u64 {
        2500
    }

    fn kind(&self, primitive: Primitive) -> Primitive {
        match primitive {
            // Numbers of all widths share their code.
            Primitive::Integer(_) => Primitive::Integer(syntax_graph::IntegerRepr::U8),
            Primitive::Enumerated(_) => Primitive::Enumerated(syntax_graph::IntegerRepr::U8),
            other => other,
        }
    }

    fn heading(&self, program: &Program) -> String {
        let with = |name: String, extensible| if extensible { format!("{name}, extensible") } else { name };
        match &program.body {
            Body::Sequence(_) => with("sequence".into(), program.whole.extensible),
            Body::Switch { op, .. } => {
                let tagged = if op.tags.is_empty() { "" } else { " by tags" };
                with(format!("choice of {}{tagged}", op.choice.roots), op.choice.extensible)
            }
            Body::Repeat { op, .. } => format!("elements, of at least {} bytes", op.least),
            Body::Scalar(_) => "scalar".into(),
            Body::Open { .. } => "open type".into(),
            Body::Set { op, .. } => match *op {},
        }
    }

    fn between(&self, added: &Added) -> String {
        if added.is_group { format!("addition of {}", added.fields) } else { "addition".into() }
    }

    fn found(&self, sent: &Sent<Form>) -> (String, String) {
        let before = if sent.is_flagged { " flagged" } else { "" };
        let behind = match &sent.form {
            Form::Plain | Form::Short | Form::Sized { fixed: None, .. } => String::new(),
            Form::Number(format) => {
                let sign = if format.signed { "signed" } else { "unsigned" };
                format.bytes.map_or_else(|| format!(" {sign}"), |bytes| format!(" {sign} in {bytes} bytes"))
            }
            Form::Float(width) => format!(" in {} bytes", width.octets()),
            Form::Sized { fixed: Some(size), .. } => format!(" size {size}"),
        };
        (before.to_owned(), behind)
    }
}

//! The encoding rule PER (X.691). Alignment is a property of one rule: [`Per::is_aligned`].

mod bits;
mod cost;
mod decode;
mod encode;
mod least;
mod lower;
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
pub use ops::Per;
use ops::{Added, Body, FieldStep, Form, Model, Needs, Primitive, Program, Sent};
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::{FieldId, Scalar, TypeId, TypeKind, ValidGraph};

impl Rule for Per {
    // Nothing is fitted to its messages yet, so it uses the times of the most similar rule.
    fn times(&self) -> &'static str {
        "ber"
    }

    fn octets(&self, term: Term) -> f64 {
        packed::cost::octets(term)
    }

    fn runtime(&self) -> &'static str {
        if self.is_aligned { "aper" } else { "per" }
    }

    fn is_packed(&self) -> bool {
        true
    }

    fn apart(&self, graph: &ValidGraph) -> BTreeSet<FieldId> {
        let differs = |field: &FieldId| {
            let target = graph.resolve(graph.fields[*field].target);
            matches!(graph.types[target].kind, TypeKind::Array(_))
                && graph.packed_view_in(*field).sizes != graph.packed_view(target).sizes
        };
        graph.fields.ids().filter(differs).collect()
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

    // What does not begin on a byte boundary is copied into the arena.
    fn arena(&self, _: &Scalar, _: bool) -> Option<u64> {
        None
    }

    fn lowering<'a>(
        &self,
        graph: &'a ValidGraph,
        layouts: &'a Layouts,
        _: &'a Options,
    ) -> Box<dyn Lower<Self> + 'a> {
        Box::new(Lowering { graph, layouts, widths: lower::PackedWidths::new(graph, *self) })
    }

    // An open type waits for its governor, and commands find it; a scalar root is its step.
    fn compiles(&self, body: &Body) -> bool {
        match body {
            Body::Sequence(_) | Body::Repeat { .. } => true,
            Body::Switch { op, .. } => bits::index(op, self.is_aligned).is_some(),
            Body::Open { .. } | Body::Scalar(_) => false,
            Body::Set { op, .. } => match *op {},
        }
    }

    fn leaves(&self, _: Direction) -> bool {
        true
    }

    // Commands convert additions, and the arms of a CHOICE that are additions.
    fn left_to_commands(&self, program: &Program) -> Vec<Node> {
        left_to_commands(program, &|op, at| at >= op.roots)
    }

    fn table_octets(&self, model: &Model<'_>, node: Node) -> u64 {
        table::octets(model, node)
    }

    fn numbers_roots(&self) -> bool {
        true
    }

    fn code(&self, model: &Model<'_>, needs: &Needs, edition: &Edition<'_>) -> Writer {
        print::code(*self, (model, needs), edition, false, |w, table| {
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
        runtime::configuration(model, needs, called, &table, self.is_aligned)
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
        3000
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
            Body::Switch { op, .. } => with(format!("choice of {}", op.roots), op.extensible),
            Body::Repeat { op, .. } => {
                let least = op.least;
                format!("elements{}, of at least {least} bits", sizes_text(&op.sizes))
            }
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
            Form::Plain => String::new(),
            Form::Number(range) => {
                let end = |bound: &Option<num_bigint::BigInt>| {
                    bound.as_ref().map_or_else(String::new, ToString::to_string)
                };
                let more = if range.extensible { ", ..." } else { "" };
                format!(" {}..{}{more}", end(&range.min), end(&range.max))
            }
            Form::Items(items) => {
                let more = if items.extensible { ", ..." } else { "" };
                format!(" of {} + {}{more}", items.roots.len(), items.additions.len())
            }
            Form::Sized(sizes) => sizes_text(sizes),
            Form::Characters(sizes, alphabet) => {
                let mapped = if alphabet.is_mapped { " mapped" } else { "" };
                format!("{}, {} bits{mapped}", sizes_text(sizes), alphabet.bits)
            }
        };
        (before.to_owned(), behind)
    }
}

/// Returns sizes as text for dumps.
fn sizes_text(sizes: &syntax_graph::SizeRange) -> String {
    let max = sizes.max.map_or_else(String::new, |max| max.to_string());
    let more = if sizes.extensible { ", ..." } else { "" };
    format!(" size {}..{max}{more}", sizes.min)
}

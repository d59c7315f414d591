//! The encoding rules BER and DER (X.690).

mod begun;
pub mod cost;
mod decode;
mod encode;
mod encoded_max;
mod expr;
mod filter;
pub mod identifier;
pub mod lower;
pub mod ops;
mod parts;
mod roots;
mod runtime;
pub mod set_order;
mod shape;
mod table;

use crate::blob::{Engine, Kind};
use crate::c::helpers::Called;
use crate::c::paths::Paths;
use crate::c::procedures::{procedures, prototypes};
use crate::c::remarks::Remarks;
use crate::c::runtime::{Configuration, Parts};
use crate::c::writer::Writer;
use crate::c::{defaults, instrument};
use crate::cost::{Dispatches, Occurrences, Term, Uses};
use crate::emit::Edition;
use crate::filter::emit::{Form, Functions};
use crate::model::Options;
use crate::model::layout::{Layouts, SetOrder};
use crate::program::StepPresence;
use crate::program::techniques::Direction;
use crate::rules::{Lower, Lowered, Rule, Rules};
use crate::shape::table::Table;
use crate::shape::{Found, Request, Segments, Shape};
use crate::stub::Node;
pub use ops::Ber;
use ops::{Action, Body, FieldStep, Model, Needs, Primitive, Program, Skip, Start, Step, Tags};
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::filter::Filter;
use syntax_graph::{IntegerRepr, Scalar, Span, TypeId, ValidGraph};

impl Rule for Ber {
    fn times(&self) -> &'static str {
        "ber"
    }

    fn octets(&self, term: Term) -> f64 {
        cost::octets(term)
    }

    fn set_orders(&self, graph: &ValidGraph, nodes: &[TypeId]) -> BTreeMap<TypeId, SetOrder> {
        set_order::set_orders(graph, nodes, self.rules)
    }

    fn string_operation(&self, scalar: &Scalar) -> &'static str {
        match lower::primitive(scalar, self.rules) {
            Primitive::Bits => "BITS",
            Primitive::NamedBits => "NAMED_BITS",
            Primitive::Bytes => "BYTES",
            _ => "OCTETS",
        }
    }

    fn checks_constraints(&self) -> bool {
        true
    }

    fn lowering<'a>(
        &self,
        graph: &'a ValidGraph,
        layouts: &'a Layouts,
        options: &'a Options,
    ) -> Box<dyn Lower<Self> + 'a> {
        Box::new(lower::Lowering::new(graph, layouts, options))
    }

    fn table_octets(&self, model: &Model<'_>, node: Node) -> u64 {
        table::octets(model, node)
    }

    fn looked_into(&self, body: &Body) -> Vec<Node> {
        looked_into(body)
    }

    fn leaves(&self, direction: Direction) -> bool {
        direction == Direction::Decode
    }

    fn has_small_runtime(&self, target: &str) -> bool {
        target.ends_with(" -O2")
    }

    fn taken(&self, body: &Body, direction: Direction, often: &dyn Fn(&FieldStep) -> f64) -> f64 {
        cost::taken(body, direction, often)
    }

    fn shape(&self, model: &Model<'_>, root: usize, request: &Request, sample: &[u8]) -> Lowered<Found> {
        shape::walk(model, root, request, sample)
    }

    fn shape_table(&self, model: &Model<'_>, own: &Shape, segments: &Segments, span: Span) -> Lowered<Table> {
        shape::table(model, own, segments, span)
    }

    fn shape_data(&self, model: &Model<'_>, own: &Shape, segments: &Segments) -> Option<u64> {
        let table = shape::table(model, own, segments, Span::none()).ok()?;
        Some(table.octets().len() as u64)
    }

    fn code(&self, model: &Model<'_>, needs: &Needs, edition: &Edition<'_>) -> Writer {
        code(model, needs, edition)
    }

    fn filter(&self, model: &Model<'_>, test: &Filter, name: &str, form: Form) -> Lowered<Functions> {
        filter::print(model, test, name, form)
    }

    fn engine(&self, kind: Kind) -> Option<Engine> {
        Some(match kind {
            Kind::Filter => filter::engine(),
            Kind::Shape => shape::engine(),
        })
    }

    fn configuration(
        &self,
        model: &Model<'_>,
        needs: &Needs,
        called: &Called,
        shared: &BTreeSet<String>,
    ) -> Configuration {
        runtime::configuration(
            model,
            needs,
            &table::Table::build(model, needs, &Remarks::default(), shared),
            called,
        )
    }

    fn united(&self, all: &[Configuration]) -> Configuration {
        runtime::united(all)
    }

    fn runtime_parts(&self) -> Parts {
        runtime::parts()
    }

    fn joins_strings(&self) -> bool {
        self.rules == Rules::Ber
    }

    fn encoded_max(&self, graph: &ValidGraph, root: TypeId) -> Option<u64> {
        encoded_max::encoded_max(graph, root, self.rules)
    }

    fn uses(
        &self,
        model: &Model<'_>,
        node: Node,
        direction: Direction,
        occurrences: Occurrences<'_>,
    ) -> Uses {
        cost::uses(model, node, direction, occurrences)
    }

    fn dispatches(
        &self,
        body: &Body,
        direction: Direction,
        occurrences: &dyn Fn(&FieldStep) -> f64,
    ) -> Dispatches {
        cost::dispatches(body, direction, occurrences)
    }

    fn is_bare(&self, body: &Body) -> bool {
        matches!(body, Body::Switch { .. } | Body::Open { .. } | Body::Scalar(_))
    }

    fn inlined_size(&self, bytes: u64, alone: u64) -> i64 {
        cost::inlined_size(bytes, alone)
    }

    fn procedure_size(&self, program: &Program, direction: Direction) -> u64 {
        cost::procedure_size(program, direction)
    }

    fn runtime_size(&self, kinds: u64) -> u64 {
        cost::runtime_size(kinds)
    }

    fn kind(&self, primitive: Primitive) -> Primitive {
        match primitive {
            // Integers of all widths share their code.
            Primitive::Integer(_) => Primitive::Integer(IntegerRepr::U8),
            other => other,
        }
    }

    fn heading(&self, program: &Program) -> String {
        let with = |name: &str, extensible| format!("{name}{}", if extensible { ", extensible" } else { "" });
        match &program.body {
            Body::Sequence(_) => "sequence".into(),
            Body::Set { op, .. } => with("set", op.extensible),
            Body::Switch { op, .. } => with("union", op.extensible),
            Body::Repeat { op, .. } => format!("array{}", if op.unordered { ", unordered" } else { "" }),
            Body::Scalar(_) => "scalar".into(),
            Body::Open { .. } => "open type".into(),
        }
    }

    fn between(&self, skip: &Skip) -> String {
        format!("skip until {}", starts(&skip.until))
    }

    fn found(&self, tags: &Tags) -> (String, String) {
        let mut found: String = tags.outer.iter().map(|tag| format!(" {tag}")).collect();
        found.push(' ');
        found.push_str(&tags.tag.map_or_else(|| starts(&tags.starts), |tag| tag.to_string()));
        (found, tags.keep.map_or_else(String::new, |around| format!(" keep within {around}")))
    }
}

/// Returns what may begin an element, as text for dumps.
fn starts(starts: &[Start]) -> String {
    let words: Vec<String> = starts
        .iter()
        .map(|start| match start {
            Start::Identifier(id) => id.to_string(),
            Start::EitherForm(id) => format!("{id}~"),
            Start::Any => "any".to_owned(),
        })
        .collect();
    if words.is_empty() { "end".to_owned() } else { words.join("|") }
}

/// Returns the callees of untagged steps that the interpreter examines, as the next element may belong to
/// another step. In a SEQUENCE these are optional fields, and fields after an extension insertion point up to
/// the first mandatory one; in a SET or CHOICE, all.
fn looked_into(body: &Body) -> Vec<Node> {
    let mut looked = Vec::new();
    let mut look = |step: &FieldStep| match step.action {
        Action::Call(target) if step.op.tag.is_none() && step.op.outer.is_empty() => looked.push(target),
        _ => {}
    };
    match body {
        Body::Sequence(steps) => {
            let mut unknown = false;
            for step in steps {
                match step {
                    Step::Between(Skip { .. }) => unknown = true,
                    Step::Field(step) => {
                        let is_mandatory = step.presence == StepPresence::Mandatory;
                        if unknown || !is_mandatory {
                            look(step);
                        }
                        unknown &= !is_mandatory;
                    }
                }
            }
        }
        Body::Set { fields, .. } => fields.iter().for_each(look),
        Body::Switch { arms, .. } => arms.iter().for_each(look),
        _ => {}
    }
    looked
}

/// Prints the C of a plan under BER or DER.
fn code(model: &Model<'_>, needs: &Needs, edition: &Edition<'_>) -> Writer {
    let Edition { techniques, remarks, apart, shared, .. } = *edition;
    let table = table::Table::build(model, needs, remarks, shared);
    let mut w = Writer::keeping(apart);
    if shared.contains("WIDES") && !table.far.is_empty() {
        w.line("#undef STUBC_WIDES");
        w.line(&format!("#define STUBC_WIDES {}", table.wides.len()));
        w.blank();
    }
    prototypes(&mut w, model, needs, |_, direction| format!("stubc_{}_fn", direction.name()));
    table.print(&mut w, model);
    let paths = Paths::of(model);
    if let Some(paths) = &paths {
        let steps = paths.of_steps(model, &table.steps, &table.ways);
        paths.print(&mut w, &steps, table.is_used);
    }
    let decoders = decode::Printer { model, needs };
    procedures(&mut w, (model, needs), remarks, Direction::Decode, |w, program, form| {
        decoders.print(w, program, form);
    });
    defaults::functions(&mut w, model, needs, &table.constructed.concat(), false);
    table.print_constructed(&mut w, model, needs, shared);
    if model.options.instrument {
        instrument::functions(&mut w, model);
    }
    let encoders = encode::Printer { model, needs, paths: paths.as_ref() };
    procedures(&mut w, (model, needs), remarks, Direction::Encode, |w, program, form| {
        encoders.print(w, program, form);
    });
    if table.is_unit {
        table.print_unit(&mut w, model, shared);
    }
    shape::functions(&mut w, model, needs, techniques);
    roots::functions(&mut w, model, techniques, &table);
    w
}

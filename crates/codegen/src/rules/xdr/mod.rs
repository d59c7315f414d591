//! The encoding rule XDR (RFC 4506).

mod clusters;
mod cost;
mod decode;
mod encode;
mod encoded_max;
mod filter;
mod lower;
pub mod ops;
mod parts;
mod roots;
mod rpc;
mod runtime;
mod shape;
mod table;
mod unroll;
mod versions;
mod walk;

use crate::c::helpers::Called;
use crate::c::instrument;
use crate::c::paths::Paths;
use crate::c::procedures::prototypes;
use crate::c::remarks::Remarks;
use crate::c::rigid;
use crate::c::runtime::{Configuration, Parts};
use crate::c::several::UNITS;
use crate::c::writer::Writer;
use crate::cost::{Dispatches, Occurrences, Term, Uses};
use crate::emit::Edition;
use crate::filter::emit::{Form, Functions};
use crate::model::layout::{CType, Layouts, scalar_ctype};
use crate::model::{self, Options};
use crate::program::techniques::Direction;
use crate::program::unroll::Unrolling;
use crate::rules::{Lower, Lowered, Rule, Visited};
use crate::shape::{Found, Request};
use crate::stub::Node;
pub use ops::Xdr;
use ops::{Body, Count, FieldStep, Lead, Model, Need, Needs, Program, Room};
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::filter::Filter;
use syntax_graph::{Array, Scalar, TypeId, ValidGraph};

impl Rule for Xdr {
    fn times(&self) -> &'static str {
        "xdr"
    }

    fn octets(&self, term: Term) -> f64 {
        cost::octets(term)
    }

    fn scalar(&self, scalar: &Scalar) -> CType {
        // Values of fixed size are members of the struct.
        match scalar {
            Scalar::Float(width) => CType::Float(*width),
            Scalar::OctetString { size } if size.min > 0 => CType::Octets(size.min),
            _ => scalar_ctype(scalar),
        }
    }

    fn holds_elements(&self, array: &Array) -> bool {
        !array.linked && array.size.min > 0
    }

    fn smaller(&self) -> &'static str {
        "give an array a count (`<n>` in place of `[n]`), or make a component optional data (`type *name`)"
    }

    fn lowering<'a>(
        &self,
        graph: &'a ValidGraph,
        layouts: &'a Layouts,
        _: &'a Options,
    ) -> Box<dyn Lower<Self> + 'a> {
        Box::new(lower::Lowering::new(graph, layouts))
    }

    fn fits(&self, model: &Model<'_>, node: Node) -> bool {
        table::fits(model, node)
    }

    fn table_octets(&self, model: &Model<'_>, node: Node) -> u64 {
        table::octets(model, node)
    }

    fn numbers_roots(&self) -> bool {
        true
    }

    fn roots_hold_procedures(&self) -> bool {
        true
    }

    fn code(&self, model: &Model<'_>, needs: &Needs, edition: &Edition<'_>) -> Writer {
        code(model, needs, edition)
    }

    fn code_beside(&self, model: &Model<'_>) -> Vec<(&'static str, Writer)> {
        if model.options.rpc.apart { rpc::sides(model) } else { Vec::new() }
    }

    fn shape(&self, model: &Model<'_>, root: usize, request: &Request, sample: &[u8]) -> Lowered<Found> {
        shape::walk(model, root, request, sample)
    }

    fn filter(&self, model: &Model<'_>, test: &Filter, name: &str, form: Form) -> Lowered<Functions> {
        filter::print(model, test, name, form)
    }

    fn configuration(
        &self,
        model: &Model<'_>,
        needs: &Needs,
        called: &Called,
        _: &BTreeSet<String>,
    ) -> Configuration {
        runtime::configuration(model, needs, &table::Table::build(model, needs, &Remarks::default()), called)
    }

    fn united(&self, all: &[Configuration]) -> Configuration {
        runtime::united(all)
    }

    fn runtime_parts(&self) -> Parts {
        runtime::parts()
    }

    fn declarations(&self, w: &mut Writer, model: &model::Model<'_>) {
        rpc::prototypes(w, model);
    }

    fn encoded_max(&self, graph: &ValidGraph, root: TypeId) -> Option<u64> {
        encoded_max::encoded_max(graph, root)
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

    fn dispatches(&self, body: &Body, _: Direction, occurrences: &dyn Fn(&FieldStep) -> f64) -> Dispatches {
        cost::dispatches(body, occurrences)
    }

    fn is_bare(&self, body: &Body) -> bool {
        !matches!(body, Body::Sequence(_))
    }

    fn inlined_size(&self, bytes: u64, _: u64) -> i64 {
        cost::inlined_size(bytes)
    }

    fn procedure_size(&self, program: &Program, direction: Direction) -> u64 {
        cost::procedure_size(program, direction)
    }

    fn runtime_size(&self, _: u64) -> u64 {
        cost::RUNTIME_SIZE
    }

    fn unroll_factors(&self, body: &Body) -> Vec<u32> {
        unroll::factors(body)
    }

    fn leaves_loop(&self, body: &Body, factor: u32) -> bool {
        unroll::leaves_loop(body, factor)
    }

    fn unroll_steps(&self, model: &Model<'_>, visited: &Visited<'_>) -> Vec<Unrolling> {
        unroll::steps(model, visited)
    }

    fn heading(&self, program: &Program) -> String {
        let body = match &program.body {
            Body::Sequence(_) => "sequence".to_owned(),
            Body::Switch { op, .. } => {
                let cases = op.cases.iter().enumerate().map(|(arm, numbers)| {
                    let numbers = numbers.iter().map(ToString::to_string);
                    let default = (op.default == Some(arm)).then(|| "default".to_owned());
                    numbers.chain(default).collect::<Vec<_>>().join(" ")
                });
                format!("switch {}", cases.collect::<Vec<_>>().join(" | "))
            }
            Body::Repeat { op, .. } => match op.count {
                Count::Fixed(count) => format!("elements, {count}"),
                Count::Counted(u32::MAX) => "elements, counted".to_owned(),
                Count::Counted(most) => format!("elements, counted, at most {most}"),
                Count::Linked { .. } => "elements, linked".to_owned(),
            },
            Body::Scalar(_) => "scalar".to_owned(),
            Body::Set { op, .. } | Body::Open { op, .. } => match *op {},
        };
        let Lead { octets, is_static } = program.whole;
        format!("{body}, {} {octets}", if is_static { "static" } else { "lead" })
    }

    fn between(&self, need: &Need) -> String {
        format!("need {}", need.0)
    }

    fn found(&self, room: &Room) -> (String, String) {
        let behind = if room.need > 0 { format!(" need {}", room.need) } else { String::new() };
        (String::new(), behind)
    }
}

/// Prints the C of a plan under XDR.
fn code(model: &Model<'_>, needs: &Needs, edition: &Edition<'_>) -> Writer {
    let Edition { techniques, remarks, apart, shared, .. } = *edition;
    let mut table = table::Table::build(model, needs, remarks);
    table.is_unit = shared.contains(UNITS);
    let mut w = Writer::keeping(apart);
    let failing = BTreeMap::from(Direction::ALL.map(|way| (way, parts::Failing::of(model, needs, way))));
    prototypes(&mut w, model, needs, |node, direction| failing[&direction].function_type(node).to_owned());
    let stepped = roots::stepped(&mut w, model, needs);
    table.print(&mut w, model, &stepped);
    let paths = Paths::of(model);
    if let Some(paths) = &paths {
        let steps = paths.of_steps(model, &table.steps, &[]);
        paths.print(&mut w, &steps, !table.numbers.order.is_empty());
    }
    let printing = walk::Printing { model, needs, failing: &failing, paths: paths.as_ref(), remarks };
    printing.procedures::<decode::Decode<'_>>(&mut w);
    printing.procedures::<encode::Encode<'_>>(&mut w);
    if model.options.instrument {
        instrument::functions(&mut w, model);
    }
    if table.is_unit {
        table.print_unit(&mut w);
    }
    rigid::functions(&mut w, model, techniques);
    roots::functions(&mut w, model, needs, (&table, techniques));
    if !model.options.rpc.apart {
        rpc::stubs(&mut w, model);
    }
    w
}

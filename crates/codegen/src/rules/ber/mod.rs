//! BER and DER (X.690).

pub mod cost;
mod decode;
mod encode;
mod encoded_max;
mod expr;
pub mod identifier;
pub mod lower;
mod relations;
mod roots;
mod runtime;
pub mod set_order;
mod table;

use crate::c::paths::Paths;
use crate::c::runtime::prefixed;
use crate::c::writer::Writer;
use crate::c::{defaults, header, instrument};
use crate::cost::{Times, Uses};
use crate::emit::{MADE, OutputFiles, Remarks, owned};
use crate::model::layout::{CType, Layouts, scalar_ctype};
use crate::model::{Model, Options};
use crate::program::needs::Needs;
use crate::program::techniques::{Direction, Techniques};
use crate::program::unroll::Unrolling;
use crate::program::{Body, FieldStep, Primitive, Program, Start};
use crate::rules::{Encoding, Lower, Rules};
use set_order::SetOrder;
use std::collections::BTreeMap;
use syntax_graph::{FieldId, Scalar, TypeId, ValidGraph};

/// BER, or DER.
pub(crate) struct Ber {
    /// Which of the two.
    pub rules: Rules,
}

impl Encoding for Ber {
    fn times(&self) -> &'static str {
        "ber"
    }

    fn scalar(&self, scalar: &Scalar) -> CType {
        scalar_ctype(scalar)
    }

    fn set_orders(&self, graph: &ValidGraph, nodes: &[TypeId]) -> BTreeMap<TypeId, SetOrder> {
        set_order::set_orders(graph, nodes, self.rules)
    }

    fn primitive(&self, scalar: &Scalar) -> Primitive {
        lower::primitive(scalar, self.rules)
    }

    fn checks_constraints(&self) -> bool {
        true
    }

    fn lowering<'a>(
        &self,
        graph: &'a ValidGraph,
        layouts: &'a Layouts,
        options: &'a Options,
    ) -> Box<dyn Lower + 'a> {
        Box::new(lower::Lowering::new(graph, layouts, options))
    }

    fn fits(&self, model: &Model<'_>, node: TypeId) -> bool {
        table::fits(model, node)
    }

    fn table_octets(&self, model: &Model<'_>, node: TypeId) -> u64 {
        table::octets(model, node)
    }

    fn numbers_roots(&self) -> bool {
        false
    }

    fn roots_hold_procedures(&self) -> bool {
        false
    }

    fn emit(
        &self,
        model: &Model<'_>,
        techniques: &Techniques,
        remarks: &Remarks,
        summary: &[String],
    ) -> OutputFiles {
        emit(model, techniques, remarks, summary)
    }

    fn runtime(&self, model: &Model<'_>, needs: &Needs) -> (String, String) {
        let table = table::Table::build(model, needs);
        runtime::runtime(model, needs, &table, &|_| true)
    }

    fn declarations(&self, _: &mut Writer, _: &Model<'_>) {}

    fn encoded_max(&self, graph: &ValidGraph, root: TypeId) -> Option<u64> {
        encoded_max::encoded_max(graph, root, self.rules)
    }

    fn uses(
        &self,
        model: &Model<'_>,
        node: TypeId,
        direction: Direction,
        occurrences: &dyn Fn(FieldId) -> f64,
    ) -> Uses {
        cost::uses(model, node, direction, occurrences)
    }

    fn dispatches(&self, body: &Body, direction: Direction, occurrences: &dyn Fn(&FieldStep) -> f64) -> f64 {
        cost::dispatches(body, direction, occurrences)
    }

    fn is_bare(&self, body: &Body) -> bool {
        matches!(body, Body::Union { .. } | Body::Open { .. } | Body::Scalar(_))
    }

    fn inlined_size(&self, body: &Body, bytes: u64, alone: u64, direction: Direction) -> i64 {
        cost::inlined_size(body, bytes, alone, direction)
    }

    fn procedure_size(&self, program: &Program, direction: Direction) -> u64 {
        cost::procedure_size(program, direction)
    }

    fn runtime_size(&self, kinds: u64) -> u64 {
        cost::runtime_size(kinds)
    }

    fn unroll_factors(&self, _: &Body) -> Vec<u32> {
        Vec::new()
    }

    fn unroll_steps(
        &self,
        _: &Model<'_>,
        _: &Times,
        _: TypeId,
        _: Direction,
        _: f64,
        _: &dyn Fn(TypeId) -> u64,
    ) -> Vec<Unrolling> {
        Vec::new()
    }

    fn found(&self, step: &FieldStep) -> String {
        let mut words: Vec<String> = step.outer.iter().map(ToString::to_string).collect();
        words.push(step.tag.map_or_else(|| starts(&step.starts), |tag| tag.to_string()));
        words.join(" ")
    }
}

/// What may stand somewhere, as text for dumps.
pub fn starts(starts: &[Start]) -> String {
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

/// Prints the C of a plan.
fn emit(model: &Model<'_>, techniques: &Techniques, remarks: &Remarks, summary: &[String]) -> OutputFiles {
    let needs = Needs::of(model, techniques);
    let table = table::Table::build(model, &needs);
    let prefix = &model.options.prefix;
    let name = &model.options.name;
    let header = header::header(model, summary);
    let mut w = Writer::new();
    w.comment(&format!("{name}: marshalling code {MADE}"));
    w.line(&format!("#include \"{prefix}{name}.h\""));
    w.blank();
    decode::prototypes(&mut w, model, techniques, &needs);
    encode::prototypes(&mut w, model, techniques, &needs);
    table.print(&mut w, model);
    let paths = Paths::of(model);
    if let Some(paths) = &paths {
        let steps = paths.of_steps(model, &table.steps, &table.ways);
        paths.print(&mut w, &steps, table.is_used);
    }
    decode::procedures(&mut w, model, paths.as_ref(), &needs, remarks);
    defaults::functions(&mut w, model, &needs, &table.constructed.concat());
    table.print_constructed(&mut w, model, &needs);
    if model.options.instrument {
        instrument::functions(&mut w, model);
    }
    encode::procedures(&mut w, model, paths.as_ref(), &needs, remarks);
    roots::functions(&mut w, model, techniques, &table);
    let (rt_header, rt_source) = runtime::runtime(model, &needs, &table, &|call| w.mentions(call));
    let code = prefixed(&w.finish(), prefix);
    OutputFiles {
        files: vec![
            (format!("{prefix}{name}.h"), prefixed(&header, prefix)),
            (format!("{prefix}{name}.c"), code),
            (format!("{prefix}stubc_rt.h"), owned(name, &rt_header)),
            (format!("{prefix}stubc_rt.c"), owned(name, &rt_source)),
        ],
    }
}

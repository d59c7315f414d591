//! The encoding rule OER (X.696). Canonicity is a property of one rule: [`Oer::is_canonical`].

mod cost;
mod decode;
mod encode;
mod filter;
mod least;
mod lower;
mod octets;
pub mod ops;
mod runtime;
mod shape;
mod text;

use crate::c::helpers::Called;
use crate::c::runtime::{Configuration, Parts};
use crate::c::writer::Writer;
use crate::cost::Term;
use crate::model::layout::Layouts;
use crate::packed::decode::Decoders;
use crate::packed::encode::Encoders;
use crate::packed::lower::Lowering;
use crate::packed::rule::PackedRule;
use crate::packed::table::Table;
use crate::program::techniques::Direction;
use crate::rules::Lower;
pub use ops::Oer;
use ops::{Alternatives, Body, Elements, FieldStep, Form, Model, Needs, Primitive, Program};
use syntax_graph::{Scalar, ValidGraph};

impl PackedRule for Oer {
    const PLACES: [&'static str; 2] = ["const uint8_t *", "uint8_t *"];
    const TIMES: &'static str = "oer";
    const RUNTIME_SIZE: u64 = 2500;

    fn runtime_name(&self) -> &'static str {
        if self.is_canonical { "coer" } else { "oer" }
    }

    fn has_bit_places(&self) -> bool {
        false
    }

    // A REAL of IEEE 754 has at most ten bytes. An INTEGER may get a byte more than the message has.
    fn scalar_arena(&self, scalar: &Scalar) -> Option<u64> {
        match scalar {
            Scalar::Real => Some(16),
            Scalar::Integer(_) => None,
            _ => Some(0),
        }
    }

    fn lower<'a>(
        &self,
        graph: &'a ValidGraph,
        layouts: &'a Layouts,
        checks: bool,
    ) -> Box<dyn Lower<Self> + 'a> {
        Box::new(Lowering { graph, layouts, widths: lower::OctetWidths::new(graph), checks })
    }

    // Additions, and alternatives with long tags.
    fn is_left(op: &Alternatives, arm: usize) -> bool {
        octets::tags(op, arm).is_none()
    }

    fn decode(decoders: &Decoders<'_, Self>, w: &mut Writer, program: &Program) {
        decoders.statements(w, program);
    }

    fn encode(encoders: &Encoders<'_, Self>, w: &mut Writer, program: &Program) {
        encoders.statements(w, program);
    }

    fn needed(
        &self,
        model: &Model<'_>,
        needs: &Needs,
        called: &Called,
        table: &Table<Self>,
    ) -> Configuration {
        runtime::configuration(model, needs, called, table, self.is_canonical)
    }

    fn parts(&self) -> Parts {
        runtime::parts()
    }

    fn term(&self, step: &FieldStep) -> Term {
        cost::scalar(step)
    }

    fn runs(&self, program: &Program, direction: Direction, often: &dyn Fn(&FieldStep) -> f64) -> f64 {
        cost::runs(&program.body, program.whole.extensible, direction, often)
    }

    fn calls(&self, body: &Body, _: Direction, often: &dyn Fn(&FieldStep) -> f64) -> f64 {
        cost::taken(body, often)
    }

    fn compiled_size(program: &Program, direction: Direction) -> u64 {
        cost::procedure_size(program, direction)
    }

    // Numbers of all widths share their code.
    fn representative(primitive: Primitive) -> Primitive {
        match primitive {
            Primitive::Integer(_) => Primitive::Integer(syntax_graph::IntegerRepr::U8),
            Primitive::Enumerated(_) => Primitive::Enumerated(syntax_graph::IntegerRepr::U8),
            other => other,
        }
    }

    fn choice_text(op: &Alternatives) -> (String, bool) {
        let tagged = if op.tags.is_empty() { "" } else { " by tags" };
        (format!("{}{tagged}", op.choice.roots), op.choice.extensible)
    }

    fn elements_text(op: &Elements) -> String {
        format!(", of at least {} bytes", op.least)
    }

    fn form_text(form: &Form) -> String {
        match form {
            Form::Plain | Form::Short | Form::Sized { fixed: None, .. } => String::new(),
            Form::Number(format) => {
                let sign = if format.signed { "signed" } else { "unsigned" };
                format.bytes.map_or_else(|| format!(" {sign}"), |bytes| format!(" {sign} in {bytes} bytes"))
            }
            Form::Float(width) => format!(" in {} bytes", width.octets()),
            Form::Sized { fixed: Some(size), .. } => format!(" size {size}"),
        }
    }
}

//! The encoding rule PER (X.691). Alignment is a property of one rule: [`Per::is_aligned`].

mod bits;
mod cost;
mod decode;
mod encode;
mod filter;
mod least;
mod lower;
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
pub use ops::Per;
use ops::{Body, Choice, Elements, FieldStep, Form, Model, Needs, Primitive, Program};
use std::collections::BTreeSet;
use syntax_graph::{FieldId, Scalar, TypeKind, ValidGraph};

impl PackedRule for Per {
    const PLACES: [&'static str; 2] = ["size_t "; 2];
    const TIMES: &'static str = "per";
    const RUNTIME_SIZE: u64 = 3000;

    fn runtime_name(&self) -> &'static str {
        if self.is_aligned { "aper" } else { "per" }
    }

    fn has_bit_places(&self) -> bool {
        true
    }

    fn fields_apart(&self, graph: &ValidGraph) -> BTreeSet<FieldId> {
        let differs = |field: &FieldId| {
            let target = graph.resolve(graph.fields[*field].target);
            matches!(graph.types[target].kind, TypeKind::Array(_))
                && graph.packed_view_in(*field).sizes != graph.packed_view(target).sizes
        };
        graph.fields.ids().filter(differs).collect()
    }

    // What does not begin on a byte boundary is copied into the arena.
    fn scalar_arena(&self, _: &Scalar) -> Option<u64> {
        None
    }

    fn lower<'a>(
        &self,
        graph: &'a ValidGraph,
        layouts: &'a Layouts,
        checks: bool,
    ) -> Box<dyn Lower<Self> + 'a> {
        Box::new(Lowering { graph, layouts, widths: lower::PackedWidths::new(graph, *self), checks })
    }

    fn compiles_choice(&self, op: &Choice) -> bool {
        bits::index(op, self.is_aligned).is_some()
    }

    // Additions.
    fn is_left(op: &Choice, arm: usize) -> bool {
        arm >= op.roots
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
        runtime::configuration(model, needs, called, table, self.is_aligned)
    }

    fn parts(&self) -> Parts {
        runtime::parts()
    }

    // The machines on which the interpreter takes bytes for speed.
    fn is_small_on(&self, target: &str) -> bool {
        ["x86-64", "AArch64"].iter().any(|machine| target.starts_with(machine))
    }

    fn term(&self, step: &FieldStep) -> Term {
        cost::scalar(step, self.is_aligned)
    }

    fn runs(&self, program: &Program, _: Direction, often: &dyn Fn(&FieldStep) -> f64) -> f64 {
        cost::runs(&program.body, program.whole.extensible, self.is_aligned, often)
    }

    fn calls(&self, body: &Body, _: Direction, often: &dyn Fn(&FieldStep) -> f64) -> f64 {
        cost::runs(body, false, self.is_aligned, often)
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

    fn choice_text(op: &Choice) -> (String, bool) {
        (op.roots.to_string(), op.extensible)
    }

    fn elements_text(op: &Elements) -> String {
        format!("{}, of at least {} bits", sizes_text(&op.sizes), op.least)
    }

    fn form_text(form: &Form) -> String {
        match form {
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
        }
    }
}

/// Returns sizes as text for dumps.
fn sizes_text(sizes: &syntax_graph::SizeRange) -> String {
    let max = sizes.max.map_or_else(String::new, |max| max.to_string());
    let more = if sizes.extensible { ", ..." } else { "" };
    format!(" size {}..{max}{more}", sizes.min)
}

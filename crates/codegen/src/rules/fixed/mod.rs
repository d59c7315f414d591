//! A toy encoding rule: numbers of fixed width and no tags. It shows what a new rule needs, and only the
//! feature `toy-rule` compiles it.
//!
//! - An INTEGER or ENUMERATED takes the octets of its C type, the highest first; a BOOLEAN takes one, 0 or 1.
//! - A SEQUENCE or SET is its components in the order of the specification.
//! - A CHOICE is the number of its arm in one octet, from 0, and the arm. An array is its count in four octets, and the elements.
//! - Nothing else has an encoding: see `lower.rs`.

mod lower;
pub mod ops;
mod print;
mod table;

use crate::c::helpers::Called;
use crate::c::runtime::{Configuration, Parts};
use crate::c::writer::Writer;
use crate::cost::{Dispatches, Occurrences, Term, Uses, value};
use crate::emit::Edition;
use crate::model::Options;
use crate::model::layout::Layouts;
use crate::program::techniques::Direction;
use crate::rules::{Lower, Rule};
use crate::stub::Node;
use interp_runtime::sources;
pub use ops::Fixed;
use ops::{Body, FieldStep, Model, Needs, Program};
use std::collections::BTreeSet;
use std::convert::Infallible;
use syntax_graph::{TypeId, ValidGraph};

const FEATURES: [&str; 7] =
    ["COUNT_COMMANDS", "DECODE", "ENCODE", "ENTRIES", "ERROR_PATHS", "INTERPRET", "PROFILE"];

impl Rule for Fixed {
    // It is not measured, so it uses the times of the most similar rule.
    fn times(&self) -> &'static str {
        "xdr"
    }

    fn octets(&self, _: Term) -> f64 {
        0.0
    }

    fn lowering<'a>(
        &self,
        graph: &'a ValidGraph,
        layouts: &'a Layouts,
        options: &'a Options,
    ) -> Box<dyn Lower<Self> + 'a> {
        Box::new(lower::Lowering { graph, layouts, options })
    }

    fn fits(&self, model: &Model<'_>, node: Node) -> bool {
        table::fits(model, node)
    }

    fn table_octets(&self, model: &Model<'_>, node: Node) -> u64 {
        table::octets(&model.programs[&node])
    }

    fn numbers_roots(&self) -> bool {
        true
    }

    fn roots_hold_procedures(&self) -> bool {
        true
    }

    fn code(&self, model: &Model<'_>, needs: &Needs, edition: &Edition<'_>) -> Writer {
        print::code(model, needs, edition)
    }

    fn configuration(
        &self,
        model: &Model<'_>,
        needs: &Needs,
        _: &Called,
        _: &BTreeSet<String>,
    ) -> Configuration {
        let mut set = vec!["ENTRIES".to_owned()];
        for direction in Direction::ALL {
            set.extend(model.uses(direction).then(|| direction.name().to_uppercase()));
        }
        set.extend(needs.interprets().then(|| "INTERPRET".to_owned()));
        Configuration {
            features: set.into_iter().collect(),
            values: vec![("ALIGN".to_owned(), "sizeof(uint64_t)".to_owned())],
            source: String::new(),
        }
    }

    fn runtime_parts(&self) -> Parts {
        Parts {
            serves: "numbers of fixed width, a toy",
            header: vec![sources::fixed::HEADER, sources::ENTRIES_HEADER],
            source: vec![sources::fixed::SOURCE, sources::EXACTLY, sources::TAIL],
            features: FEATURES.to_vec(),
            values: &[],
        }
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
        let mut uses = Uses::default();
        let body = &model.programs[&node].body;
        uses.add(
            match body {
                Body::Switch { .. } => Term::Union,
                Body::Repeat { .. } => Term::Array,
                _ => Term::Structure,
            },
            1.0,
        );
        for step in body.fields() {
            let times = step.field.map_or(1.0, occurrences);
            uses.add(Term::Step, times);
            value(&mut uses, model, step, direction, times, |_| Term::Word);
        }
        uses
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

    fn procedure_size(&self, program: &Program, _: Direction) -> u64 {
        30 + 30 * program.body.fields().count() as u64
    }

    fn runtime_size(&self, _: u64) -> u64 {
        700
    }

    fn heading(&self, program: &Program) -> String {
        match &program.body {
            Body::Sequence(_) => "sequence",
            Body::Switch { .. } => "choice",
            Body::Repeat { .. } => "elements",
            Body::Scalar(_) => "scalar",
            Body::Set { op, .. } | Body::Open { op, .. } => match *op {},
        }
        .to_owned()
    }

    fn between(&self, between: &Infallible) -> String {
        match *between {}
    }

    fn found(&self, (): &()) -> (String, String) {
        (String::new(), String::new())
    }
}

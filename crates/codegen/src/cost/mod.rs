//! The cost model: instructions per visit, and estimated bytes where nothing can be measured.
//!
//! Sizes come from the target compiler if there is one. Times are modelled: planning needs the difference
//! between techniques, not the absolute time. The time of a program is a sum over [`Term`]s. The instructions
//! of each term are data ([`times`]), which `benches/src/bin/calibrate.rs` fits to measurements.
//! `docs/cost-model.md` has the formulas beside those of 1997.

pub mod estimate;
mod extent;
pub mod times;

pub use extent::Extent;
pub use times::{About, Small, Table, Term, Time, Times, Uses};

use crate::model::Model;
use crate::program::techniques::Direction;
use crate::program::{Action, FieldStep, Operations, StepPresence};
use crate::stub::Node;
use syntax_graph::FieldId;

/// Returns the mean occurrences of a field per value of its owner.
pub type Occurrences<'a> = &'a dyn Fn(FieldId) -> f64;

/// The time of one visit of a node, without its callees.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Visit {
    /// Instructions when it is interpreted.
    pub interpreted: f64,
    /// Instructions when it is compiled, all references and primitives called.
    pub compiled: f64,
    /// Commands that the interpreter dispatches.
    pub dispatches: f64,
    /// Those of them that convert bytes of the message.
    pub conversions: f64,
}

/// The commands that the interpreter dispatches in one visit of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Dispatches {
    /// All commands.
    pub all: f64,
    /// The commands that convert bytes of the message. The others are those of absent fields, and checks.
    pub converting: f64,
}

impl Dispatches {
    /// Adds `times` these.
    pub(crate) fn plus(self, other: Self, times: f64) -> Self {
        Self { all: self.all + times * other.all, converting: self.converting + times * other.converting }
    }
}

/// Returns the time of one visit, in instructions.
pub fn visit(
    model: &Model<'_>,
    times: &Times,
    node: Node,
    direction: Direction,
    occurrences: Occurrences<'_>,
) -> Visit {
    let sum = times.table(model.options.rules, direction).sum(&uses(model, node, direction, occurrences));
    let called = in_line(model, times, node, direction, occurrences);
    let relations = if direction == Direction::Decode { model.relations(node).len() } else { 0 };
    let commands = model.code.dispatches(node, direction, occurrences);
    Visit {
        interpreted: sum.interpreted,
        compiled: sum.compiled + called,
        dispatches: commands.all + relations as f64,
        conversions: commands.converting,
    }
}

/// Returns how often one visit uses each term but [`Term::Taken`], the same in each technique.
pub fn uses(model: &Model<'_>, node: Node, direction: Direction, occurrences: Occurrences<'_>) -> Uses {
    model.code.uses(model, node, direction, occurrences)
}

/// Returns the headers and scalars that one visit of a compiled node decodes by calls, and that can be in line.
pub fn taken(model: &Model<'_>, node: Node, direction: Direction, occurrences: Occurrences<'_>) -> f64 {
    model.code.taken(model, node, direction, occurrences)
}

/// Returns the instructions that one visit of a compiled node saves with these in line.
pub fn in_line(
    model: &Model<'_>,
    times: &Times,
    node: Node,
    direction: Direction,
    occurrences: Occurrences<'_>,
) -> f64 {
    let time = times.table(model.options.rules, direction).of(Term::Taken).compiled;
    time * taken(model, node, direction, occurrences)
}

/// Counts the terms of a field's presence; the field occurs `times` times per visit.
pub(crate) fn presence<O: Operations>(uses: &mut Uses, step: &FieldStep<O>, times: f64) {
    let absent = (1.0 - times).max(0.0);
    match &step.presence {
        StepPresence::Mandatory => {}
        StepPresence::Flag(_) => {
            uses.add(Term::Optional, 1.0);
            uses.add(Term::Absent, absent);
        }
        StepPresence::Default(_) => {
            uses.add(Term::Optional, 1.0);
            uses.add(Term::Filled, absent);
        }
    }
}

/// Counts the terms of a field's value, which occurs `times` times; `primitive` returns the term of a
/// primitive.
pub(crate) fn value<O: Operations>(
    uses: &mut Uses,
    model: &Model<'_>,
    step: &FieldStep<O>,
    direction: Direction,
    times: f64,
    primitive: impl Fn(O::Primitive) -> Term,
) {
    if step.check.is_some() {
        uses.add(Term::Check, times);
    }
    if step.recursive || step.boxed {
        uses.add(Term::Boxed, times);
    }
    let term = match &step.action {
        Action::Primitive(kind) => primitive(*kind),
        // Only the bytes are kept here; their contents are decoded once the governor is known.
        Action::Call(target) if direction == Direction::Decode && model.is_open(*target) => Term::Any,
        Action::Call(target) => call(model, *target),
        Action::Inline(inner) => call(model, inner.node),
    };
    uses.add(term, times);
}

/// Returns the term of a call of `callee`.
pub fn call(model: &Model<'_>, callee: Node) -> Term {
    if model.code.is_bare(callee) { Term::CallBare } else { Term::Call }
}

/// Returns the number of commands in a node's program.
pub fn commands(model: &Model<'_>, node: Node) -> u32 {
    u32::try_from(model.code.commands(node)).unwrap_or(u32::MAX)
}

/// The change that inlining one reference makes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InlineDelta {
    /// Bytes that the owner grows by.
    pub size: i64,
    /// Instructions saved per visit.
    pub time_saved: f64,
}

/// Returns the change when a call of `callee` is replaced by its body. The procedure takes `bytes`; `alone`
/// counts bytes that only the standalone procedure needs. Fitted to the procedures of whole plans (LDAP, SNMP, certificates, Z39.50;
/// gcc -Os, x86-64), both capped and all compiled.
pub fn inline_delta(
    model: &Model<'_>,
    times: &Times,
    callee: Node,
    bytes: u64,
    alone: u64,
    direction: Direction,
) -> InlineDelta {
    let size = model.code.inlined_size(bytes, alone);
    let time_saved = times.table(model.options.rules, direction).of(call(model, callee)).compiled;
    InlineDelta { size, time_saved }
}

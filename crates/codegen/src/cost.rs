//! The cost model: instructions a visit, and bytes where nothing can be measured.
//!
//! Sizes come from the target compiler wherever there is one; times are modelled, since planning needs the difference
//! between techniques and not the time itself. A program is a sum of [`Term`]s, and what each of them takes is data
//! ([`times`]), fitted to measurements by `benches/src/bin/calibrate.rs`. `docs/cost-model.md` has the formulas beside
//! those of 1997.

pub mod estimate;
pub mod times;

pub use times::{About, Table, Term, Time, Times, Uses};

use crate::model::{Model, Rules};
use crate::program::{Action, Body, Count, FieldStep, Primitive, Start, Step, StepPresence, XdrPrimitive};
use crate::techniques::Direction;
use syntax_graph::{FieldId, IntegerRepr, TypeId};

/// Time of one visit of a node, what its callees do left out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Visit {
    /// Instructions when it is interpreted.
    pub interpreted: f64,
    /// Instructions when it is compiled, all references called.
    pub compiled: f64,
    /// Commands that the interpreter dispatches.
    pub dispatches: f64,
}

/// Time of one visit. `occurrences` says how often a field occurs per value of its owner.
pub fn visit(
    model: &Model<'_>,
    times: &Times,
    node: TypeId,
    direction: Direction,
    occurrences: &dyn Fn(FieldId) -> f64,
) -> Visit {
    let sum = times.table(model.options.rules, direction).sum(&uses(model, node, direction, occurrences));
    let dispatches = dispatches(model, node, direction, occurrences);
    Visit { interpreted: sum.interpreted, compiled: sum.compiled, dispatches }
}

/// Commands that the interpreter dispatches in one visit.
fn dispatches(
    model: &Model<'_>,
    node: TypeId,
    direction: Direction,
    occurrences: &dyn Fn(FieldId) -> f64,
) -> f64 {
    let program = &model.programs[&node];
    let relations = if direction == Direction::Decode { program.relations.len() } else { 0 };
    let often = |step: &FieldStep| step.field.map_or(1.0, occurrences);
    let own = match &program.body {
        Body::Sequence(steps) => steps.len() as f64,
        Body::Set { fields, .. } if direction == Direction::Decode => fields.iter().map(often).sum(),
        Body::Set { fields, .. } => fields.len() as f64,
        Body::Union { .. } | Body::Open { .. } | Body::Switch { .. } | Body::Scalar(_) => 1.0,
        Body::Elements { element, .. } if crate::emit::is_block(element) => 1.0,
        Body::Array { element, .. } | Body::Elements { element, .. } => often(element),
    };
    own + relations as f64
}

/// The terms of one visit: the same in each technique.
pub fn uses(
    model: &Model<'_>,
    node: TypeId,
    direction: Direction,
    occurrences: &dyn Fn(FieldId) -> f64,
) -> Uses {
    let program = &model.programs[&node];
    let mut sum = Sum { model, direction, uses: Uses::default() };
    let often = |step: &FieldStep| step.field.map_or(1.0, occurrences);
    if direction == Direction::Decode {
        sum.uses.add(Term::Relation, program.relations.len() as f64);
    }
    match &program.body {
        Body::Sequence(steps) => {
            sum.uses.add(Term::Structure, 1.0);
            for step in steps {
                match step {
                    Step::Skip { .. } => sum.uses.add(Term::Skip, 1.0),
                    Step::Need(_) => sum.uses.add(Term::Need, 1.0),
                    Step::Field(step) => sum.field(step, often(step)),
                }
            }
        }
        Body::Set { fields, .. } => {
            sum.uses.add(Term::Set, 1.0);
            for step in fields {
                // Senders keep to some order: the next element is mostly that of the next step.
                sum.uses.add(Term::Look, 1.0);
                sum.field(step, often(step));
            }
        }
        Body::Union { arms, .. } => {
            sum.uses.add(Term::Union, 1.0);
            let is_long = arms.iter().any(|step| long_tags(step) > 0.0);
            sum.uses.add(Term::LongLook, f64::from(u8::from(is_long)));
            let mut into = 0.0;
            for (before, step) in arms.iter().enumerate() {
                let times = often(step);
                into += looks_into(step);
                sum.uses.add(Term::Step, times);
                sum.uses.add(Term::Look, times * before as f64);
                sum.uses.add(Term::LookInto, times * into);
                sum.element(step, times);
            }
        }
        Body::Open { arms } => {
            sum.uses.add(Term::Open, 1.0);
            for step in arms {
                let times = often(step);
                sum.uses.add(Term::Step, times);
                sum.uses.add(Term::Boxed, times);
                sum.element(step, times);
            }
        }
        Body::Array { element: step, .. } => {
            let times = often(step);
            sum.uses.add(Term::Array, 1.0);
            sum.uses.add(Term::Element, times);
            sum.element(step, times);
        }
        Body::Switch { arms, discriminant, .. } => {
            sum.uses.add(Term::Union, 1.0);
            sum.uses.add(Term::Look, arms.len() as f64);
            sum.element(discriminant, 1.0);
            for step in arms {
                sum.uses.add(Term::Step, often(step));
                sum.element(step, often(step));
            }
        }
        Body::Elements { element: step, count, .. } => {
            let times = often(step);
            match count {
                // Each element is announced, and so is the end.
                Count::Linked { .. } => sum.uses.add(Term::Link, times + 1.0),
                Count::Fixed(_) | Count::Counted(_) => sum.uses.add(Term::Array, 1.0),
            }
            // Words and hypers are converted in one go, by whatever technique.
            if crate::emit::is_block(step) {
                sum.uses.add(Term::Block, times);
            } else {
                sum.uses.add(Term::Element, times);
                sum.element(step, times);
            }
        }
        Body::Scalar(step) => {
            sum.uses.add(Term::Step, 1.0);
            sum.element(step, 1.0);
        }
    }
    sum.uses
}

/// What arms of a union are looked at by more than one identifier, as how many identifiers.
fn looks_into(step: &FieldStep) -> f64 {
    match &step.starts[..] {
        [Start::Identifier(_) | Start::Any] => 0.0,
        starts => starts.len() as f64,
    }
}

/// What a step may begin with, as far as it has more than one octet.
fn long_tags(step: &FieldStep) -> f64 {
    let long = step.starts.iter().filter(|start| match start {
        Start::Identifier(identifier) | Start::EitherForm(identifier) => identifier.is_long(),
        Start::Any => false,
    });
    long.count() as f64
}

/// The uses of a visit under construction.
struct Sum<'m> {
    model: &'m Model<'m>,
    direction: Direction,
    uses: Uses,
}

impl Sum<'_> {
    fn field(&mut self, step: &FieldStep, times: f64) {
        self.uses.add(Term::Step, 1.0);
        let absent = (1.0 - times).max(0.0);
        if step.presence != StepPresence::Mandatory {
            self.uses.add(Term::LookInto, looks_into(step));
            self.uses.add(Term::LongLook, long_tags(step));
        }
        match &step.presence {
            StepPresence::Mandatory => {}
            StepPresence::Flag(_) => {
                self.uses.add(Term::Optional, 1.0);
                self.uses.add(Term::Absent, absent);
            }
            StepPresence::Default(_) => {
                self.uses.add(Term::Optional, 1.0);
                self.uses.add(Term::Filled, absent);
            }
        }
        self.element(step, times);
    }

    fn element(&mut self, step: &FieldStep, times: f64) {
        self.uses.add(Term::Explicit, times * step.outer.len() as f64);
        let tags = step.outer.iter().chain(&step.tag).filter(|tag| tag.is_long()).count();
        self.uses.add(Term::LongTag, times * tags as f64);
        if step.check.is_some() {
            self.uses.add(Term::Check, times);
        }
        if step.recursive || step.boxed {
            self.uses.add(Term::Boxed, times);
        }
        if step.need > 0 {
            self.uses.add(Term::Need, times);
        }
        let term = match &step.action {
            Action::Primitive(kind) => primitive(*kind),
            Action::Call(target) => match (&self.model.programs[target].body, self.direction) {
                // It keeps its octets: what they hold is decoded when the governor is known.
                (Body::Open { .. }, Direction::Decode) => Term::Any,
                _ => call(self.model, *target),
            },
            Action::Inline(inner) => call(self.model, inner.node),
        };
        self.uses.add(term, times);
    }
}

/// The term of a call.
pub fn call(model: &Model<'_>, callee: TypeId) -> Term {
    if is_bare(model, callee) { Term::CallBare } else { Term::Call }
}

/// Whether a node has no header of its own, so that inlining leaves nothing of its frame.
fn is_bare(model: &Model<'_>, node: TypeId) -> bool {
    let body = &model.programs[&node].body;
    model.options.rules == Rules::Xdr && matches!(body, Body::Switch { .. } | Body::Elements { .. })
        || matches!(body, Body::Union { .. } | Body::Open { .. } | Body::Scalar(_))
}

fn primitive(primitive: Primitive) -> Term {
    match primitive {
        Primitive::Boolean => Term::Boolean,
        Primitive::Integer(IntegerRepr::U8 | IntegerRepr::I8) => Term::Byte,
        Primitive::Integer(_) => Term::Integer,
        Primitive::Bytes | Primitive::Octets => Term::Octets,
        Primitive::Real => Term::Real,
        Primitive::UtcTime | Primitive::GeneralizedTime | Primitive::IsoTime => Term::Time,
        Primitive::Bits | Primitive::NamedBits => Term::Bits,
        Primitive::Oid => Term::Oid,
        Primitive::Null => Term::Null,
        Primitive::Open => Term::Any,
        Primitive::Xdr(XdrPrimitive::Word(_) | XdrPrimitive::Truth) => Term::Word,
        Primitive::Xdr(XdrPrimitive::Hyper(_) | XdrPrimitive::Float(_)) => Term::Hyper,
        Primitive::Xdr(XdrPrimitive::Opaque(_)) => Term::Opaque,
        Primitive::Xdr(XdrPrimitive::Counted(_)) => Term::Counted,
    }
}

/// Instructions of a turn of a compiled loop over elements of XDR, without what it is for.
pub fn loop_turn(times: &Times, direction: Direction) -> f64 {
    times.table(Rules::Xdr, direction).of(Term::Element).compiled
}

/// Commands of a node's program.
pub fn commands(model: &Model<'_>, node: TypeId) -> u32 {
    let skips = match &model.programs[&node].body {
        Body::Sequence(steps) => steps.iter().filter(|step| !matches!(step, Step::Field(_))).count(),
        _ => 0,
    };
    let fields = model.programs[&node].body.fields().count();
    u32::try_from(fields + skips).unwrap_or(u32::MAX)
}

/// What inlining one reference changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InlineDelta {
    /// Bytes that the owner grows by.
    pub size: i64,
    /// Instructions saved a visit.
    pub time_saved: f64,
}

/// What inlining a callee changes whose code takes `bytes`, and what it has but for standing alone `alone`: the call goes, and of prologue, epilogue and header what the compiler can merge with those of the owner. The bytes were fitted to
/// the procedures of whole plans (LDAP, SNMP, certificates, Z39.50; gcc -Os, x86-64), capped ones and all compiled.
pub fn inline_delta(
    model: &Model<'_>,
    times: &Times,
    callee: TypeId,
    bytes: u64,
    alone: u64,
    direction: Direction,
) -> InlineDelta {
    let is_xdr = model.options.rules == Rules::Xdr;
    let goes = match (&model.programs[&callee].body, direction) {
        _ if is_xdr => 14,
        // A range within a range: the owner has checked most of it already.
        (Body::Sequence(_) | Body::Set { .. }, Direction::Decode) => 50,
        (Body::Sequence(_) | Body::Set { .. }, Direction::Encode) => 10,
        // What is live in the owner is so throughout the loop.
        (Body::Array { .. }, Direction::Decode) => 3,
        (Body::Array { .. }, Direction::Encode) => 14,
        _ => 0,
    };
    // The owner saves more registers than before, and the unwind table says so; procedures of XDR save next to none.
    let stays = if is_xdr { 0 } else { alone / 6 };
    let size = i64::try_from(bytes.saturating_add(stays)).unwrap_or(i64::MAX / 4) - goes;
    let time_saved = times.table(model.options.rules, direction).of(call(model, callee)).compiled;
    InlineDelta { size, time_saved }
}

//! What BER and DER cost: terms of a visit, dispatches, and estimated bytes.

use crate::cost::estimate::{self, Part, Runtime};
use crate::cost::{Dispatches, Occurrences, Term, Uses, presence, value};
use crate::program::StepPresence;
use crate::program::techniques::Direction;
use crate::rules::ber::ops::{Action, Body, FieldStep, Model, Primitive, Program, Start, Step};
use crate::stub::Node;
use syntax_graph::IntegerRepr;

/// Returns the commands that the interpreter dispatches in one visit of a body, without relations. `often`
/// returns the mean occurrences of a step.
pub fn dispatches(body: &Body, direction: Direction, often: &dyn Fn(&FieldStep) -> f64) -> Dispatches {
    let present = |step: &FieldStep| match step.presence {
        StepPresence::Mandatory => 1.0,
        StepPresence::Flag(_) | StepPresence::Default(_) => often(step).min(1.0),
    };
    let sent = |step: &FieldStep| match step.presence {
        StepPresence::Default(_) => 1.0,
        StepPresence::Mandatory | StepPresence::Flag(_) => present(step),
    };
    let (all, converting) = match body {
        Body::Sequence(steps) => {
            let of_step = |step: &Step| match step {
                Step::Field(step) => present(step),
                Step::Between(_) => 0.0,
            };
            (steps.len() as f64, steps.iter().map(of_step).sum())
        }
        Body::Set { fields, .. } => {
            let converting = fields.iter().map(present).sum();
            let all = match direction {
                // A field that is absent costs no command, unless it has a default.
                Direction::Decode => fields.iter().map(sent).sum(),
                Direction::Encode => fields.len() as f64,
            };
            (all, converting)
        }
        Body::Repeat { element, .. } => (often(element), often(element)),
        _ => (1.0, 1.0),
    };
    Dispatches { all, converting }
}

/// Returns the headers and scalars that one visit of a decoder takes by calls, and that can be in line.
pub fn taken(body: &Body, direction: Direction, often: &dyn Fn(&FieldStep) -> f64) -> f64 {
    if direction == Direction::Encode {
        return 0.0;
    }
    let own = match body {
        Body::Switch { .. } | Body::Open { .. } | Body::Scalar(_) => 0.0,
        _ => 1.0,
    };
    let quick = |step: &FieldStep| {
        use Primitive::{GeneralizedTime, IsoTime, Real, UtcTime};
        let is_quick = match step.action {
            Action::Primitive(Real | UtcTime | GeneralizedTime | IsoTime) => false,
            Action::Primitive(_) => true,
            _ => false,
        };
        (step.op.outer.len() + usize::from(is_quick)) as f64
    };
    own + body.fields().map(|step| quick(step) * often(step)).sum::<f64>()
}

/// Returns how often one visit uses each term, the same in each technique.
pub fn uses(model: &Model<'_>, node: Node, direction: Direction, occurrences: Occurrences<'_>) -> Uses {
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
                    Step::Field(step) => sum.field(step, often(step)),
                    Step::Between(_) => sum.uses.add(Term::Skip, 1.0),
                }
            }
        }
        Body::Set { fields, .. } => {
            sum.uses.add(Term::Set, 1.0);
            for step in fields {
                // Senders keep some order: mostly the next step matches the next element.
                sum.uses.add(Term::Look, 1.0);
                sum.field(step, often(step));
            }
        }
        Body::Switch { arms, .. } => {
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
        Body::Open { arms, .. } => {
            sum.uses.add(Term::Open, 1.0);
            for step in arms {
                let times = often(step);
                sum.uses.add(Term::Step, times);
                sum.uses.add(Term::Boxed, times);
                sum.element(step, times);
            }
        }
        Body::Repeat { element: step, .. } => {
            let times = often(step);
            sum.uses.add(Term::Array, 1.0);
            sum.uses.add(Term::Element, times);
            sum.element(step, times);
        }
        body => {
            for step in body.fields() {
                sum.uses.add(Term::Step, 1.0);
                sum.element(step, 1.0);
            }
        }
    }
    sum.uses
}

/// Returns the bytes of a message that one use of a term stands for: its header and, for values without a fixed
/// length, a usual number of contents octets.
pub fn octets(term: Term) -> f64 {
    match term {
        Term::Structure | Term::Set | Term::Array | Term::Explicit | Term::Null => 2.0,
        Term::Boolean | Term::Byte => 3.0,
        Term::Integer => 4.0,
        Term::Oid => 7.0,
        Term::Real => 10.0,
        Term::Time => 15.0,
        Term::Octets | Term::Bits => 18.0,
        Term::Any => 32.0,
        _ => 0.0,
    }
}

/// Returns the number of a step's starts; 0 if one comparison suffices.
fn looks_into(step: &FieldStep) -> f64 {
    match &step.op.starts[..] {
        [Start::Identifier(_) | Start::Any] => 0.0,
        starts => starts.len() as f64,
    }
}

/// Returns how many of the identifiers that may begin a step have more than one octet.
fn long_tags(step: &FieldStep) -> f64 {
    let long = step.op.starts.iter().filter(|start| match start {
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
        if step.presence != StepPresence::Mandatory {
            self.uses.add(Term::LookInto, looks_into(step));
            self.uses.add(Term::LongLook, long_tags(step));
        }
        presence(&mut self.uses, step, times);
        self.element(step, times);
    }

    fn element(&mut self, step: &FieldStep, times: f64) {
        self.uses.add(Term::Explicit, times * step.op.outer.len() as f64);
        let tags = step.op.outer.iter().chain(&step.op.tag).filter(|tag| tag.is_long()).count();
        self.uses.add(Term::LongTag, times * tags as f64);
        value(&mut self.uses, self.model, step, self.direction, times, primitive);
    }
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
    }
}

/// Returns the bytes that inlining a callee of these bytes adds.
pub fn inlined_size(bytes: u64, alone: u64) -> i64 {
    // The owner saves more registers, which also adds to the unwind table.
    i64::try_from(bytes.saturating_add(alone / 6)).unwrap_or(i64::MAX / 4)
}

/// Bytes of the parts of a procedure. Fitted to the 501 procedures of ten specifications (LDAP, SNMP, Kerberos, PKIX,
/// Z39.50, X.400 P1 and small ones; gcc -Os, x86-64): the median error of one is 14 % in decode and 5 % in encode. The sum
/// of a specification is within 13 %.
struct Bytes {
    sequence: u64,
    set: u64,
    union: u64,
    open: u64,
    array: u64,
    field: u64,
    arm: u64,
    integer: u64,
    octets: u64,
    bits: u64,
    any: u64,
    flag: u64,
    default: u64,
    outer: u64,
    skip: u64,
    boxed: u64,
    relation: u64,
}

const DECODE: Bytes = Bytes {
    sequence: 120,
    set: 165,
    union: 0,
    open: 216,
    array: 262,
    field: 23,
    arm: 37,
    integer: 16,
    octets: 13,
    bits: 47,
    any: 0,
    flag: 25,
    default: 61,
    outer: 59,
    skip: 21,
    boxed: 75,
    relation: 87,
};

const ENCODE: Bytes = Bytes {
    sequence: 121,
    set: 125,
    union: 37,
    open: 173,
    array: 184,
    field: 14,
    arm: 14,
    integer: 41,
    octets: 70,
    bits: 12,
    any: 13,
    flag: 3,
    default: 50,
    outer: 75,
    skip: 12,
    boxed: 46,
    relation: 4,
};

/// Returns the estimated bytes of a compiled procedure, all references called.
pub fn procedure_size(program: &Program, direction: Direction) -> u64 {
    let bytes = match direction {
        Direction::Decode => &DECODE,
        Direction::Encode => &ENCODE,
    };
    let (frame, each) = match &program.body {
        Body::Sequence(steps) => {
            let skips = steps.iter().filter(|step| matches!(step, Step::Between(_))).count();
            (bytes.sequence + bytes.skip * skips as u64, bytes.field)
        }
        Body::Set { .. } => (bytes.set, bytes.field),
        Body::Switch { .. } => (bytes.union, bytes.arm),
        Body::Open { .. } => (bytes.open, bytes.arm),
        Body::Repeat { .. } => (bytes.array, 0),
        Body::Scalar(_) => (bytes.sequence / 2, 0),
    };
    let per_field = |step: &FieldStep| -> u64 {
        let inner = match &step.action {
            Action::Primitive(Primitive::Integer(_)) => bytes.integer,
            Action::Primitive(Primitive::Octets | Primitive::Bytes) => bytes.octets,
            Action::Primitive(Primitive::Bits | Primitive::NamedBits) => bytes.bits,
            Action::Primitive(Primitive::Open) => bytes.any,
            Action::Primitive(_) | Action::Call(_) | Action::Inline(_) => 0,
        };
        let presence = match &step.presence {
            StepPresence::Mandatory => 0,
            StepPresence::Flag(_) => bytes.flag,
            StepPresence::Default(_) => bytes.default,
        };
        let boxed = if step.boxed { bytes.boxed } else { 0 };
        each + inner + presence + boxed + bytes.outer * step.op.outer.len() as u64
    };
    let relations = bytes.relation * program.relations.len() as u64;
    estimate::together(frame + relations + program.body.fields().map(per_field).sum::<u64>())
}

/// Returns the estimated bytes of the runtime, by the number of kinds of values and bodies. Fitted to the specifications
/// of the procedures, within an eighth of each.
pub fn runtime_size(kinds: u64) -> Runtime {
    Runtime {
        fixed: Part::of(1_250 + 467 * kinds, 55, 25),
        compiled: Part::of(720 + 63 * kinds, 45, 5),
        interpreted: Part::of(60 + 90 * kinds, 5, 65),
    }
}

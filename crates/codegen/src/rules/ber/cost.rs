//! What BER and DER cost: terms of a visit, dispatches, and estimated bytes.

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

/// Bytes of the parts of a procedure. Fitted to 440 procedures (LDAP, X.400 P1, Z39.50; gcc -Os, x86-64): the mean
/// error of one is 8 % in decode and 9 % in encode, of all together 2 %.
struct Bytes {
    sequence: u64,
    set: u64,
    union: u64,
    array: u64,
    integer: u64,
    octets: u64,
    other: u64,
    call: u64,
    test: u64,
    outer: u64,
    skip: u64,
}

const DECODE: Bytes = Bytes {
    sequence: 189,
    set: 432,
    union: 155,
    array: 309,
    integer: 120,
    octets: 67,
    other: 36,
    call: 40,
    test: 21,
    outer: 122,
    skip: 64,
};

const ENCODE: Bytes = Bytes {
    sequence: 121,
    set: 176,
    union: 94,
    array: 178,
    integer: 49,
    octets: 61,
    other: 22,
    call: 18,
    test: 9,
    outer: 72,
    skip: 47,
};

/// Returns the estimated bytes of a compiled procedure, all references called.
pub fn procedure_size(program: &Program, direction: Direction) -> u64 {
    let bytes = match direction {
        Direction::Decode => &DECODE,
        Direction::Encode => &ENCODE,
    };
    let per_field = |step: &FieldStep| -> u64 {
        let inner = match &step.action {
            Action::Primitive(Primitive::Integer(_)) => bytes.integer,
            Action::Primitive(Primitive::Octets | Primitive::Boolean) => bytes.octets,
            Action::Primitive(_) => bytes.other,
            Action::Call(_) | Action::Inline(_) => bytes.call,
        };
        let test = if step.presence == StepPresence::Mandatory { 0 } else { bytes.test };
        inner + test + bytes.outer * step.op.outer.len() as u64
    };
    let frame = match &program.body {
        Body::Sequence(steps) => {
            let skips = steps.iter().filter(|step| matches!(step, Step::Between(_))).count();
            bytes.sequence + bytes.skip * skips as u64
        }
        Body::Set { .. } => bytes.set,
        Body::Repeat { .. } => bytes.array,
        Body::Scalar(_) => bytes.sequence / 2,
        _ => bytes.union,
    };
    let relations = if direction == Direction::Decode { program.relations.len() } else { 0 };
    frame + program.body.fields().map(per_field).sum::<u64>() + bytes.outer * relations as u64
}

/// Returns the estimated bytes of the runtime that compiled procedures need.
pub fn runtime_size(kinds: u64) -> u64 {
    2_400 + 80 * kinds
}

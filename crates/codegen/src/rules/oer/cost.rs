//! What OER costs: the terms of conversions, and estimated bytes. Bytes are measured if there is a compiler.

use super::octets;
use super::ops::{Action, Body, FieldStep, Form, Primitive, Program};
use crate::cost::Term;
use crate::packed::ops::roots_of;
use crate::program::StepPresence;
use crate::program::techniques::Direction;

/// Returns the term of the conversion of a scalar.
pub fn scalar(step: &FieldStep) -> Term {
    let Action::Primitive(primitive) = step.action else { return Term::Any };
    match (primitive, &step.op.form) {
        (Primitive::Null, _) => Term::Null,
        (Primitive::Boolean, _) => Term::Boolean,
        (Primitive::Integer(_), Form::Number(format)) if format.bytes.is_some() => Term::Byte,
        (Primitive::Enumerated(_), Form::Short) => Term::Byte,
        (Primitive::Integer(_) | Primitive::Enumerated(_), _) => Term::Integer,
        (Primitive::Octets, Form::Sized { fixed: Some(_), .. }) => Term::Opaque,
        (Primitive::Bytes | Primitive::Octets, _) => Term::Octets,
        (Primitive::Characters, _) => Term::Counted,
        (Primitive::Real | Primitive::Float, _) => Term::Real,
        (Primitive::Oid, _) => Term::Oid,
        (Primitive::Bits | Primitive::NamedBits, _) => Term::Bits,
    }
}

/// Returns the lengths in one visit that can be in line.
pub fn taken(body: &Body, often: &dyn Fn(&FieldStep) -> f64) -> f64 {
    let is_string = |step: &&FieldStep| {
        matches!(step.action, Action::Primitive(Primitive::Octets))
            && !matches!(step.op.form, Form::Sized { fixed: Some(_), .. })
    };
    let strings: f64 = body.fields().filter(is_string).map(often).sum();
    strings + if matches!(body, Body::Repeat { .. }) { 1.0 } else { 0.0 }
}

/// Returns the runs of values of known width in one visit.
pub fn runs(
    body: &Body,
    is_extensible: bool,
    direction: Direction,
    often: &dyn Fn(&FieldStep) -> f64,
) -> f64 {
    let is_fixed =
        |step: &FieldStep| octets::scalar(step, "", direction).is_some_and(|slots| !slots.is_empty());
    let alone = |step: &FieldStep| if is_fixed(step) { often(step) } else { 0.0 };
    match body {
        Body::Sequence(steps) => {
            let mut is_open = is_extensible || roots_of(steps).any(|step| step.op.is_flagged);
            let mut runs = 0.0;
            for step in roots_of(steps) {
                let joins = !step.op.is_flagged && is_fixed(step);
                if is_open && !joins {
                    runs += 1.0;
                }
                is_open = joins;
                if step.op.is_flagged {
                    runs += alone(step);
                }
            }
            runs + if is_open { 1.0 } else { 0.0 }
        }
        Body::Switch { arms, .. } => arms.iter().map(alone).sum(),
        Body::Repeat { element, .. } => alone(element),
        Body::Open { .. } | Body::Scalar(_) => 0.0,
        Body::Set { op, .. } => match *op {},
    }
}

/// Returns the estimated bytes of a compiled procedure, all references called (gcc -Os).
pub fn procedure_size(program: &Program, direction: Direction) -> u64 {
    let (frame, run, call) = match direction {
        Direction::Decode => (24, 8, 24),
        Direction::Encode => (24, 10, 18),
    };
    let of_field = |step: &FieldStep| {
        let is_fixed = octets::scalar(step, "", direction).is_some();
        let optional = if step.presence == StepPresence::Mandatory { 0 } else { 8 };
        optional + if is_fixed { run } else { call }
    };
    match program.body {
        Body::Open { .. } | Body::Scalar(_) => 0,
        _ => frame + program.body.fields().map(of_field).sum::<u64>(),
    }
}

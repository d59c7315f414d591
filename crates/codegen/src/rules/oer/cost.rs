//! What OER costs: the terms of conversions, and estimated bytes. Times are those of the most similar rule, BER, as
//! nothing has been fitted to messages of OER yet. Bytes are measured if there is a compiler.

use super::octets;
use super::ops::{Action, Body, FieldStep, Form, Primitive, Program};
use crate::cost::Term;
use crate::program::StepPresence;
use crate::program::techniques::Direction;

/// What a length that is in line saves, as a share of what a header of BER saves.
const LENGTH: f64 = 0.5;

/// Returns the term of a conversion.
pub fn primitive(primitive: Primitive) -> Term {
    match primitive {
        Primitive::Null => Term::Null,
        Primitive::Boolean => Term::Boolean,
        Primitive::Integer(_) | Primitive::Enumerated(_) => Term::Byte,
        Primitive::Bytes | Primitive::Octets | Primitive::Characters => Term::Octets,
        Primitive::Real | Primitive::Float => Term::Real,
        Primitive::Oid => Term::Oid,
        Primitive::Bits | Primitive::NamedBits => Term::Bits,
    }
}

/// Returns the lengths in one visit that can be in line, as headers of BER.
pub fn taken(body: &Body, often: &dyn Fn(&FieldStep) -> f64) -> f64 {
    let is_string = |step: &&FieldStep| {
        matches!(step.action, Action::Primitive(Primitive::Octets))
            && !matches!(step.op.form, Form::Sized { fixed: Some(_), .. })
    };
    let strings: f64 = body.fields().filter(is_string).map(often).sum();
    let count = if matches!(body, Body::Repeat { .. }) { 1.0 } else { 0.0 };
    LENGTH * (strings + count)
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

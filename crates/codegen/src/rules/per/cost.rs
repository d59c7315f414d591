//! What PER costs: terms of a visit, and estimated bytes. Bytes are measured if there is a compiler.

use super::bits::{self, Length, MOST};
use super::ops::{Action, Body, FieldStep, Form, Primitive, Program};
use crate::cost::Term;
use crate::packed::ops::roots_of;
use crate::program::StepPresence;
use crate::program::techniques::Direction;

/// Returns the term of the conversion of a scalar.
pub fn scalar(step: &FieldStep, is_aligned: bool) -> Term {
    let Action::Primitive(primitive) = step.action else { return Term::Any };
    match primitive {
        Primitive::Null => Term::Null,
        Primitive::Boolean => Term::Boolean,
        Primitive::Integer(_) | Primitive::Enumerated(_) if width(step, is_aligned).is_some() => Term::Byte,
        Primitive::Integer(_) | Primitive::Enumerated(_) => Term::Integer,
        Primitive::Octets if matches!(length(step, is_aligned), Some(Length::Known(_))) => Term::Opaque,
        Primitive::Bytes | Primitive::Octets | Primitive::Contents => Term::Octets,
        Primitive::Characters => Term::Counted,
        Primitive::Real => Term::Real,
        Primitive::Oid => Term::Oid,
        Primitive::Open => Term::Any,
        Primitive::Bits | Primitive::NamedBits => Term::Bits,
    }
}

/// Returns the bits of a scalar that is a bit-field.
fn width(step: &FieldStep, is_aligned: bool) -> Option<u32> {
    let slots = bits::scalar(step, "", is_aligned)?;
    Some(slots.iter().map(|slot| slot.whole.width).sum())
}

/// Returns the length of a string.
fn length(step: &FieldStep, is_aligned: bool) -> Option<Length> {
    match (&step.action, &step.op.form) {
        (
            Action::Primitive(Primitive::Octets | Primitive::Bits | Primitive::NamedBits),
            Form::Sized(sizes),
        ) => Some(Length::of(sizes, is_aligned)),
        _ => None,
    }
}

/// Returns the runs of bit-fields in one visit.
pub fn runs(body: &Body, is_extensible: bool, is_aligned: bool, often: &dyn Fn(&FieldStep) -> f64) -> f64 {
    let of_length = |step: &FieldStep| matches!(length(step, is_aligned), Some(Length::Field(..)));
    let alone = |step: &FieldStep| {
        let is_run = width(step, is_aligned).is_some_and(|width| width > 0) || of_length(step);
        if is_run { often(step) } else { 0.0 }
    };
    match body {
        Body::Sequence(steps) => {
            let flags = roots_of(steps).filter(|step| step.op.is_flagged).count() as u32;
            let (mut open, mut runs) = (flags + u32::from(is_extensible), 0.0);
            let close = |open: &mut u32| {
                let ends = *open > 0;
                *open = 0;
                if ends { 1.0 } else { 0.0 }
            };
            for step in roots_of(steps) {
                match width(step, is_aligned) {
                    _ if step.op.is_flagged => runs += close(&mut open) + alone(step),
                    Some(width) => {
                        if open + width > MOST {
                            runs += close(&mut open);
                        }
                        open += width;
                    }
                    None => {
                        open += u32::from(of_length(step));
                        runs += close(&mut open);
                    }
                }
            }
            runs + close(&mut open)
        }
        Body::Switch { arms, .. } => 1.0 + arms.iter().map(alone).sum::<f64>(),
        Body::Repeat { element, op, .. } => {
            let count = matches!(Length::of(&op.sizes, is_aligned), Length::Field(..));
            f64::from(u8::from(count)) + alone(element)
        }
        Body::Open { .. } | Body::Scalar(_) => 0.0,
        Body::Set { op, .. } => match *op {},
    }
}

/// Returns the estimated bytes of a compiled procedure, all references called. The sum over LTE RRC Rel-8 is that of the
/// fastest plan, within an eighth (gcc -Os, x86-64 and Cortex-M4).
pub fn procedure_size(program: &Program, direction: Direction) -> u64 {
    let fields = program.body.fields().count() as u64;
    let optional =
        program.body.fields().filter(|step| step.presence != StepPresence::Mandatory).count() as u64;
    let (frame, field) = match direction {
        Direction::Decode => (42, 20),
        Direction::Encode => (36, 17),
    };
    match program.body {
        Body::Open { .. } | Body::Scalar(_) => 0,
        _ => frame + field * fields + 7 * optional,
    }
}

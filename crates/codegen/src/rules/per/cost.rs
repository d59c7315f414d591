//! What PER costs: terms of a visit, and estimated bytes. Times are those of the most similar rule, BER, as nothing has
//! been fitted to messages of PER yet. Bytes are measured if there is a compiler.

use super::ops::{Body, FieldStep, Primitive, Program};
use crate::cost::Term;
use crate::program::StepPresence;
use crate::program::techniques::Direction;

/// What a run that is in line saves, as a share of what a header of BER saves.
const RUN: f64 = 0.25;

/// Returns the term of a conversion.
pub fn primitive(primitive: Primitive) -> Term {
    match primitive {
        Primitive::Null => Term::Null,
        Primitive::Boolean => Term::Boolean,
        Primitive::Integer(_) | Primitive::Enumerated(_) => Term::Byte,
        Primitive::Bytes | Primitive::Octets | Primitive::Contents | Primitive::Characters => Term::Octets,
        Primitive::Real => Term::Real,
        Primitive::Oid => Term::Oid,
        Primitive::Open => Term::Any,
        Primitive::Bits | Primitive::NamedBits => Term::Bits,
    }
}

/// Returns the runs of bit-fields in one visit that can be in line, as headers of BER.
pub fn taken(body: &Body, often: &dyn Fn(&FieldStep) -> f64) -> f64 {
    let optional = |step: &&FieldStep| step.presence != StepPresence::Mandatory;
    let runs = match body {
        Body::Sequence(_) => 1.0 + body.fields().filter(optional).map(often).sum::<f64>(),
        Body::Repeat { .. } => 1.0 + body.fields().map(often).sum::<f64>(),
        Body::Switch { .. } => 2.0,
        Body::Open { .. } | Body::Scalar(_) => 0.0,
        Body::Set { op, .. } => match *op {},
    };
    RUN * runs
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

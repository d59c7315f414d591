//! Bytes where there is no compiler to measure with.

use crate::model::{Model, Rules};
use crate::program::{Action, Body, FieldStep, Primitive, Step, StepPresence, XdrPrimitive};
use crate::techniques::Direction;
use std::collections::BTreeSet;
use std::mem::discriminant;
use syntax_graph::TypeId;

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

/// Bytes of a compiled procedure, all references called.
pub fn procedure(model: &Model<'_>, node: TypeId, direction: Direction) -> u64 {
    let bytes = match direction {
        Direction::Decode => &DECODE,
        Direction::Encode => &ENCODE,
    };
    let body = &model.programs[&node].body;
    let per_field = |step: &FieldStep| -> u64 {
        let inner = match &step.action {
            Action::Primitive(Primitive::Xdr(XdrPrimitive::Counted(_))) => 30,
            Action::Primitive(Primitive::Xdr(_)) => 12,
            Action::Primitive(Primitive::Integer(_)) => bytes.integer,
            Action::Primitive(Primitive::Octets | Primitive::Boolean) => bytes.octets,
            Action::Primitive(_) => bytes.other,
            Action::Call(_) | Action::Inline(_) => bytes.call,
        };
        let test = if step.presence == StepPresence::Mandatory { 0 } else { bytes.test };
        inner + test + bytes.outer * step.outer.len() as u64
    };
    let frame = match body {
        Body::Sequence(_) if model.options.rules == Rules::Xdr => 30,
        Body::Sequence(steps) => {
            let skips = steps.iter().filter(|step| matches!(step, Step::Skip { .. })).count();
            bytes.sequence + bytes.skip * skips as u64
        }
        Body::Set { .. } => bytes.set,
        Body::Switch { .. } => 60,
        Body::Elements { .. } => 90,
        Body::Union { .. } | Body::Open { .. } => bytes.union,
        Body::Array { .. } => bytes.array,
        Body::Scalar(_) => bytes.sequence / 2,
    };
    let relations = if direction == Direction::Decode { model.programs[&node].relations.len() } else { 0 };
    frame + body.fields().map(per_field).sum::<u64>() + bytes.outer * relations as u64
}

/// Bytes of the entry points of one root in one direction: most of them stand in the header.
pub const ENTRY: u64 = 20;

/// How far an estimate of a whole plan may be off: the measured size is the estimate times one of the shares between these, on the
/// families that `benches/src/bin/sizes.rs` builds (gcc -Os, x86-64; the table is in `benches/report.md`).
pub const BOUNDS: (f64, f64) = (0.75, 1.60);

/// An estimate with its bounds, for people.
pub fn told(bytes: u64) -> String {
    let of = |share: f64| (bytes as f64 * share).round() as u64;
    format!("estimate, between {} and {}", of(BOUNDS.0), of(BOUNDS.1))
}

/// Bytes of the runtime, which holds what a specification needs and grows with the kinds of values in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Runtime {
    /// What compiled procedures need.
    pub fixed: u64,
    /// What each direction of the interpreter adds.
    pub side: u64,
    /// What both directions share, the tables around the commands included.
    pub shared: u64,
}

/// Bytes of the runtime. Fitted to eight specifications (two fields, LDAP, Kerberos, SNMP, NFSv3, Z39.50, X.400 P1,
/// certificates; gcc -Os, x86-64), within a fourth of each.
pub fn runtime(model: &Model<'_>) -> Runtime {
    let bodies = || model.programs.values().map(|program| &program.body);
    let primitives: BTreeSet<_> = bodies()
        .flat_map(Body::fields)
        .filter_map(|step| match &step.action {
            // Integers of all widths are read alike.
            Action::Primitive(Primitive::Integer(_)) => Some(None),
            Action::Primitive(primitive) => Some(Some(*primitive)),
            Action::Call(_) | Action::Inline(_) => None,
        })
        .collect();
    let mut forms = Vec::new();
    for form in bodies().filter(|body| !matches!(body, Body::Scalar(_))).map(discriminant) {
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    let kinds = (primitives.len() + forms.len()) as u64;
    let fixed = if model.options.rules == Rules::Xdr { 1_000 } else { 2_400 + 80 * kinds };
    Runtime { fixed, side: 80 * kinds, shared: 80 * kinds }
}

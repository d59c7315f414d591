//! The cost model: instructions a visit, and bytes where nothing can be measured.
//!
//! Sizes come from the target compiler wherever there is one; times are modelled, since planning needs the difference
//! between techniques and not the time itself. All numbers stand in one table below. They were read off
//! the code that gcc makes at -Os for x86-64: what the interpreter runs to dispatch one command, and what a procedure
//! keeps of it. Other targets differ by a factor that is much the same for all entries, and planning does not feel it.

pub mod estimate;

use crate::model::{Model, Rules};
use crate::program::{Action, Body, FieldStep, Primitive, Step, StepPresence, XdrPrimitive};
use crate::techniques::Direction;
use syntax_graph::{FieldId, TypeId};

/// Instructions of one direction.
struct Table {
    /// The interpreter enters and leaves a node: finds its commands, checks its header.
    enter_interpreted: f64,
    /// A procedure does: call, return, registers saved, header in place.
    enter_compiled: f64,
    /// The interpreter fetches a command and branches to it.
    dispatch: f64,
    /// The interpreter tests whether a field is there.
    test_interpreted: f64,
    /// A procedure does.
    test_compiled: f64,
    /// The interpreter looks at one arm of a union, or at one field of a SET.
    look: f64,
    /// A procedure branches to the arm: a jump table or a few comparisons.
    branch: f64,
    /// A header around a field: an explicit tag.
    explicit_interpreted: f64,
    /// The same in a procedure.
    explicit_compiled: f64,
    /// Passing on to a child, from the interpreter.
    call_interpreted: f64,
    /// From a procedure: arguments and check of the result. What inlining saves beside.
    call_compiled: f64,
    /// Counting the elements of an array beforehand, each.
    count: f64,
}

const DECODE: Table = Table {
    enter_interpreted: 42.0,
    enter_compiled: 26.0,
    dispatch: 26.0,
    test_interpreted: 14.0,
    test_compiled: 4.0,
    look: 9.0,
    branch: 6.0,
    explicit_interpreted: 40.0,
    explicit_compiled: 14.0,
    call_interpreted: 14.0,
    call_compiled: 8.0,
    count: 12.0,
};

const ENCODE: Table = Table {
    enter_interpreted: 36.0,
    enter_compiled: 20.0,
    dispatch: 24.0,
    test_interpreted: 5.0,
    test_compiled: 2.0,
    look: 2.0,
    branch: 4.0,
    explicit_interpreted: 24.0,
    explicit_compiled: 12.0,
    call_interpreted: 12.0,
    call_compiled: 7.0,
    count: 0.0,
};

/// Instructions of finding what a governor selects and of going there.
const RESOLVE: f64 = 60.0;

fn table(direction: Direction) -> &'static Table {
    match direction {
        Direction::Decode => &DECODE,
        Direction::Encode => &ENCODE,
    }
}

/// Instructions of a primitive: called by the interpreter, and as it stands in a procedure.
fn primitive(primitive: Primitive, direction: Direction) -> (f64, f64) {
    match (primitive, direction) {
        (Primitive::Boolean, Direction::Decode) => (22.0, 9.0),
        (Primitive::Integer(_), Direction::Decode) => (36.0, 16.0),
        (Primitive::Bytes | Primitive::Octets, Direction::Decode) => (24.0, 13.0),
        (Primitive::Real, _) => (58.0, 52.0),
        (Primitive::UtcTime | Primitive::GeneralizedTime | Primitive::IsoTime, _) => (160.0, 150.0),
        (Primitive::Bits | Primitive::NamedBits, Direction::Decode) => (38.0, 32.0),
        (Primitive::Oid, Direction::Decode) => (46.0, 42.0),
        (Primitive::Null, Direction::Decode) => (18.0, 14.0),
        (Primitive::Open, Direction::Decode) => (30.0, 26.0),
        (Primitive::Boolean | Primitive::Null, Direction::Encode) => (18.0, 12.0),
        (Primitive::Integer(_), Direction::Encode) => (38.0, 28.0),
        (Primitive::Bytes | Primitive::Octets, Direction::Encode) => (34.0, 28.0),
        (Primitive::Bits | Primitive::NamedBits | Primitive::Oid, Direction::Encode) => (42.0, 38.0),
        (Primitive::Open, Direction::Encode) => (26.0, 22.0),
        (Primitive::Xdr(kind), _) => xdr_primitive(kind),
    }
}

/// The same for a scalar of XDR: whatever the direction.
fn xdr_primitive(primitive: XdrPrimitive) -> (f64, f64) {
    match primitive {
        XdrPrimitive::Word(_) | XdrPrimitive::Truth => (9.0, 3.0),
        XdrPrimitive::Hyper(_) | XdrPrimitive::Float(_) => (11.0, 4.0),
        XdrPrimitive::Opaque(_) => (16.0, 6.0),
        XdrPrimitive::Counted(_) => (26.0, 20.0),
    }
}

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

impl Visit {
    fn add(&mut self, times: f64, interpreted: f64, compiled: f64) {
        self.interpreted += times * interpreted;
        self.compiled += times * compiled;
    }
}

/// Time of one visit. `occurrences` says how often a field occurs per value of its owner.
pub fn visit(
    model: &Model<'_>,
    node: TypeId,
    direction: Direction,
    occurrences: &dyn Fn(FieldId) -> f64,
) -> Visit {
    let table = table(direction);
    let program = &model.programs[&node];
    let mut visit = Visit::default();
    visit.add(1.0, table.enter_interpreted, table.enter_compiled);
    let often = |step: &FieldStep| step.field.map_or(1.0, occurrences);
    if direction == Direction::Decode {
        for _ in &program.relations {
            visit.dispatches += 1.0;
            visit.add(1.0, table.dispatch + RESOLVE, RESOLVE);
        }
    }
    match &program.body {
        Body::Sequence(steps) => {
            for step in steps {
                visit.dispatches += 1.0;
                visit.add(1.0, table.dispatch, 0.0);
                match step {
                    Step::Skip { .. } => visit.add(1.0, table.test_interpreted, table.test_compiled),
                    Step::Need(_) => visit.add(1.0, table.test_compiled, table.test_compiled),
                    Step::Field(step) => field(&mut visit, step, often(step), direction),
                }
            }
        }
        Body::Set { fields, .. } => {
            for (position, step) in fields.iter().enumerate() {
                let times = often(step);
                let commands = if direction == Direction::Decode { times } else { 1.0 };
                visit.dispatches += commands;
                visit.add(commands, table.dispatch, table.branch);
                visit.add(times, table.look * (position + 1) as f64, 0.0);
                field(&mut visit, step, times, direction);
            }
        }
        Body::Union { arms, .. } => {
            visit.dispatches += 1.0;
            visit.add(1.0, table.dispatch, table.branch);
            for (position, step) in arms.iter().enumerate() {
                let times = often(step);
                visit.add(times, table.look * (position + 1) as f64, 0.0);
                element(&mut visit, step, times, direction);
            }
        }
        Body::Open { arms } => {
            visit.dispatches += 1.0;
            visit.add(1.0, table.dispatch, table.branch);
            for step in arms {
                element(&mut visit, step, often(step), direction);
            }
        }
        Body::Array { element: step, .. } => {
            let times = often(step);
            visit.dispatches += times;
            visit.add(times, table.dispatch + table.count, table.test_compiled + table.count);
            element(&mut visit, step, times, direction);
        }
        Body::Switch { arms, .. } => {
            visit.dispatches += 1.0;
            visit.add(1.0, table.dispatch + table.look * arms.len() as f64, table.branch);
            for step in arms {
                element(&mut visit, step, often(step), direction);
            }
        }
        Body::Elements { element: step, .. } => {
            let times = often(step);
            // Words and hypers are converted in one go, by whatever technique.
            if crate::emit::is_block(step) {
                visit.dispatches += 1.0;
                visit.add(1.0, table.dispatch, table.test_compiled);
                visit.add(times, 2.0, 2.0);
            } else {
                visit.dispatches += times;
                visit.add(times, table.dispatch, table.test_compiled);
                element(&mut visit, step, times, direction);
            }
        }
        Body::Scalar(step) => {
            visit.dispatches += 1.0;
            visit.add(1.0, table.dispatch, 0.0);
            element(&mut visit, step, 1.0, direction);
        }
    }
    visit
}

fn field(visit: &mut Visit, step: &FieldStep, times: f64, direction: Direction) {
    let table = table(direction);
    if step.presence != StepPresence::Mandatory {
        visit.add(1.0, table.test_interpreted, table.test_compiled);
    }
    element(visit, step, times, direction);
}

fn element(visit: &mut Visit, step: &FieldStep, times: f64, direction: Direction) {
    let table = table(direction);
    let tags = step.outer.len() as f64;
    visit.add(times * tags, table.explicit_interpreted, table.explicit_compiled);
    match &step.action {
        Action::Primitive(kind) => {
            let (interpreted, compiled) = primitive(*kind, direction);
            visit.add(times, interpreted, compiled);
        }
        Action::Call(_) | Action::Inline(_) => {
            visit.add(times, table.call_interpreted, table.call_compiled);
        }
    }
}

/// Instructions of a turn of a compiled loop, without what it is for.
pub fn loop_turn(direction: Direction) -> f64 {
    table(direction).test_compiled
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

/// What inlining a callee changes whose procedure takes `compiled_size` bytes, what it has but for standing alone left
/// out: its prologue, its epilogue and the call go, and a union or scalar (which has no header of its own to check)
/// leaves nothing of its frame. The bytes were fitted to whole plans (LDAP, Kerberos, SNMP, NFSv3; gcc -Os and -O2,
/// x86-64): the fastest is predicted within 6 % of what it takes.
pub fn inline_delta(
    model: &Model<'_>,
    callee: TypeId,
    compiled_size: u64,
    direction: Direction,
) -> InlineDelta {
    let table = table(direction);
    let frameless = matches!(
        model.programs[&callee].body,
        Body::Union { .. } | Body::Switch { .. } | Body::Elements { .. } | Body::Scalar(_)
    );
    let entry = match (frameless, direction) {
        (true, _) => 10.0,
        (false, Direction::Decode) => 12.0,
        (false, Direction::Encode) => 9.0,
    };
    let goes = match (model.options.rules, frameless, direction) {
        (Rules::Xdr, ..) => 14,
        (_, true, _) | (_, false, Direction::Encode) => 37,
        (_, false, Direction::Decode) => 45,
    };
    let size = i64::try_from(compiled_size).unwrap_or(i64::MAX / 4) - goes;
    InlineDelta { size, time_saved: table.call_compiled + entry }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dispatched_command_never_costs_less_than_its_place_in_a_procedure() {
        for direction in Direction::ALL {
            let table = table(direction);
            assert!(table.enter_interpreted > table.enter_compiled);
            assert!(table.test_interpreted > table.test_compiled);
            for kind in [Primitive::Boolean, Primitive::Octets, Primitive::Oid, Primitive::Open] {
                let (interpreted, compiled) = primitive(kind, direction);
                assert!(interpreted >= compiled, "{kind:?}");
            }
        }
    }
}

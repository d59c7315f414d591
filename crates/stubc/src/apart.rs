//! Measures procedures that the compiler keeps apart from their callers: in one object, in the objects of parts of a
//! large specification, or only those that matter.

use crate::measuring::{Measurement, all_compiled, has_in_line, measure, trying_shapes, trying_tables};
use crate::predict::Prediction;
use crate::toolchain::{Toolchain, ToolchainError};
use codegen::cost::{self, Times};
use codegen::emit::{emit_apart, emit_part, is_runtime};
use codegen::{Direction, Model, Stub, Techniques};
use size_budget::Bytes;
use std::collections::{BTreeMap, BTreeSet};

/// Flags that give each function a section of its own. Parts hold declarations that they do not use.
const SECTIONS: [&str; 3] = ["-ffunction-sections", "-fdata-sections", "-w"];
/// Maximum number of procedures in one object. More are compiled in several objects, at the same time.
pub const MOST_IN_ONE: usize = 2048;
/// Number of procedures whose bytes with primitives in line are measured, those that gain the most. If there are
/// at most twice as many, all are measured.
const MEASURED_IN_LINE: usize = 32;

/// Measures the all-compiled plan, without inlining. `small_runtime`: as in [`Techniques`].
///
/// # Errors
/// Those of [`measure()`].
pub fn compiled(
    model: &Model<'_>,
    small_runtime: bool,
    toolchain: &dyn Toolchain,
) -> Result<Measurement, ToolchainError> {
    let techniques = trying_shapes(model, all_compiled(model)).with_small_runtime(small_runtime);
    if procedures(model, &techniques).len() <= MOST_IN_ONE {
        return measure(&emit_apart(model, &techniques), toolchain, &SECTIONS);
    }
    in_parts(model, &techniques, toolchain, MOST_IN_ONE)
}

/// Measures the functions of shapes as tables, and the runtime of the all-compiled plan with their engine.
///
/// # Errors
/// Those of [`measure()`].
pub fn tables(
    model: &Model<'_>,
    small_runtime: bool,
    toolchain: &dyn Toolchain,
) -> Result<Measurement, ToolchainError> {
    let techniques = trying_tables(model, all_compiled(model)).with_small_runtime(small_runtime);
    let mut runtime = emit_apart(model, &techniques);
    runtime.files.retain(|(name, _)| !name.ends_with(".c") || is_runtime(name));
    let shapes = emit_part(model, &techniques, BTreeSet::new());
    Ok(joined(measure(&runtime, toolchain, &SECTIONS)?, measure(&shapes, toolchain, &SECTIONS)?))
}

/// Measures a plan with at most `most` procedures in one object. The compiler does not see who calls them: so the sizes
/// do not depend on `most`, but procedures are some 4 % larger than where it does.
///
/// # Errors
/// Those of [`measure()`].
pub fn in_parts(
    model: &Model<'_>,
    techniques: &Techniques,
    toolchain: &dyn Toolchain,
    most: usize,
) -> Result<Measurement, ToolchainError> {
    let mut runtime = emit_apart(model, techniques);
    runtime.files.retain(|(name, _)| !name.ends_with(".c") || is_runtime(name));
    let stubs = procedures(model, techniques);
    let parts = std::thread::scope(|scope| {
        let part = |stubs: &[Stub]| {
            let files = emit_part(model, techniques, stubs.iter().copied().collect());
            scope.spawn(move || measure(&files, toolchain, &SECTIONS))
        };
        let runs: Vec<_> = stubs.chunks(most).map(part).collect();
        runs.into_iter()
            .map(|run| run.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect::<Result<Vec<_>, _>>()
    })?;
    let runtime = measure(&runtime, toolchain, &SECTIONS)?;
    Ok(parts.into_iter().fold(runtime, joined))
}

/// Returns the stubs that a plan compiles.
fn procedures(model: &Model<'_>, techniques: &Techniques) -> Vec<Stub> {
    let stubs = model.stubs.iter().map(|(_, stub)| stub);
    stubs.filter(|stub| is_compiled(techniques, *stub)).collect()
}

fn is_compiled(techniques: &Techniques, stub: Stub) -> bool {
    techniques.side(stub.direction).compiled.contains(&stub.node)
}

/// Joins the sizes of two parts of a specification. Functions and constants in both count once.
fn joined(mut whole: Measurement, part: Measurement) -> Measurement {
    let mut twice = 0;
    let mut add = |all: &mut BTreeMap<String, u64>, part: BTreeMap<String, u64>| {
        for (symbol, bytes) in part {
            match all.get(&symbol) {
                Some(known) => twice += bytes.min(*known),
                None => drop(all.insert(symbol, bytes)),
            }
        }
    };
    add(&mut whole.by_symbol, part.by_symbol);
    add(&mut whole.frames, part.frames);
    whole.generated += part.generated.saturating_sub(Bytes::new(twice));
    whole
}

/// Returns the bytes that primitives in line add to each procedure with that choice. All are measured, or those that gain
/// the most if there are many: the bytes of the others follow from the number of their primitives. `compiled` is the
/// build that compiles everything.
///
/// # Errors
/// Those of [`measure()`].
pub fn in_line(
    model: &Model<'_>,
    (prediction, times): (&Prediction, &Times),
    compiled: &Measurement,
    small_runtime: bool,
    toolchain: &dyn Toolchain,
) -> Result<BTreeMap<Stub, i64>, ToolchainError> {
    let all_compiled = all_compiled(model).with_small_runtime(small_runtime);
    let mut techniques = all_compiled.clone();
    for direction in Direction::ALL {
        let nodes = model.nodes_in(direction).filter(|&node| has_in_line(model, node, direction));
        techniques.side_mut(direction).in_line = nodes.collect();
    }
    let choices = model.stubs.iter().map(|(_, stub)| stub);
    let mut choices: Vec<Stub> =
        choices.filter(|stub| techniques.side(stub.direction).in_line.contains(&stub.node)).collect();
    if choices.is_empty() {
        return Ok(BTreeMap::new());
    }
    if choices.len() <= 2 * MEASURED_IN_LINE {
        let mut files = emit_apart(model, &techniques);
        files.files.retain(|(name, _)| !is_runtime(name));
        return Ok(added(model, compiled, &measure(&files, toolchain, &SECTIONS)?, &choices));
    }
    let gain = |&Stub { node, direction }: &Stub| {
        let per_owner = |field| prediction.per_owner(field, direction);
        let visits = prediction.of_type(node.ty, direction);
        visits * cost::in_line(model, times, node, direction, &per_owner)
    };
    choices.sort_by(|one, two| gain(two).total_cmp(&gain(one)));
    let most: BTreeSet<Stub> = choices.iter().take(MEASURED_IN_LINE).copied().collect();
    let part = |techniques| measure(&emit_part(model, techniques, most.clone()), toolchain, &SECTIONS);
    // A part is compared with a part, since the compiler knows more of callers where it sees all of them.
    Ok(added(model, &part(&all_compiled)?, &part(&techniques)?, &choices))
}

/// Returns the bytes that primitives in line add to these procedures.
fn added(
    model: &Model<'_>,
    compiled: &Measurement,
    in_line: &Measurement,
    choices: &[Stub],
) -> BTreeMap<Stub, i64> {
    let primitives = |stub: &Stub| cost::taken(model, stub.node, stub.direction, &|_| 1.0);
    let mut added = BTreeMap::new();
    // The bytes and primitives of the measured ones, by direction.
    let mut sums = [(0.0, 0.0); Direction::ALL.len()];
    for stub in choices {
        let symbol = format!("{}_{}", stub.direction.name(), model.names.node(stub.node));
        let bytes = |build: &Measurement| {
            let frame = build.frames.get(&symbol).copied().unwrap_or(0);
            Some((build.by_symbol.get(&symbol)? + frame) as i64)
        };
        if let (Some(before), Some(after)) = (bytes(compiled), bytes(in_line)) {
            let sum = &mut sums[stub.direction as usize];
            *sum = (sum.0 + (after - before) as f64, sum.1 + primitives(stub));
            added.insert(*stub, after - before);
        }
    }
    for stub in choices {
        let (bytes, of) = sums[stub.direction as usize];
        if of > 0.0 {
            added.entry(*stub).or_insert_with(|| (primitives(stub) * bytes / of).round() as i64);
        }
    }
    added
}

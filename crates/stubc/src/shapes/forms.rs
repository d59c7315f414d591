//! Plans twice: with compiled shapes, and with shapes that are tables unless they are compiled. All tables share an engine,
//! which costs its bytes in each plan of the second kind.

use crate::candidates::Candidates;
use crate::driver::Stages;
use crate::failure::{CompileError, Failure};
use crate::measuring::Sizes;
use size_budget::{Cap, Found};

/// The stages of planning, or the failure.
pub type Result = std::result::Result<Vec<Stages>, Box<CompileError>>;

/// Returns the sizes of plans with tables: of the shapes that are smaller so, or of `all` that have tables. Returns
/// `None` if there are none.
pub fn with_tables(sizes: &[Sizes], all: bool) -> Option<Vec<Sizes>> {
    let mut has_tables = false;
    let of_one = |sizes: &Sizes| match sizes.with_tables(all, !has_tables) {
        Some(with) => {
            has_tables = true;
            with
        }
        None => sizes.clone(),
    };
    let with: Vec<Sizes> = sizes.iter().map(of_one).collect();
    has_tables.then_some(with)
}

/// Returns the smaller one of both plans.
///
/// # Errors
/// Those of planning.
pub fn smaller(
    sizes: Vec<Sizes>,
    tables: Option<Vec<Sizes>>,
    cap: Option<Cap>,
    plan: impl Fn(Vec<Sizes>, Option<Cap>) -> Result,
) -> Result {
    let compiled = plan(sizes, cap);
    let Some(tables) = tables else { return compiled };
    let cap = cap_of(&compiled, cap);
    better(compiled, plan(tables, cap), |one, other| size(one) < size(other))
}

/// Returns the faster one of both plans under a cap.
///
/// # Errors
/// No plan keeps the cap, or the compiler fails.
pub fn faster(
    sizes: Vec<Sizes>,
    tables: Option<Vec<Sizes>>,
    cap: Option<Cap>,
    plan: impl Fn(Vec<Sizes>, Option<Cap>) -> Result,
) -> Result {
    let compiled = plan(sizes, cap);
    let is_fastest = compiled.as_ref().is_ok_and(|stages| {
        let Found { plan, fastest_plan, .. } = &stages[0].planned.found;
        plan.totals.time <= fastest_plan.totals.time
    });
    let Some(mut tables) = tables.filter(|_| !is_fastest) else { return compiled };
    let slowness = compiled.as_ref().map_or(1.0, |stages| {
        let Found { plan, fastest_plan, .. } = &stages[0].planned.found;
        plan.totals.time / fastest_plan.totals.time.max(1.0)
    });
    tables.iter_mut().for_each(|sizes| sizes.slowness = slowness);
    let cap = cap_of(&compiled, cap);
    // Both plans decode messages of a shape that they do not try in the same time.
    let time = |one: &[Stages], other: &[Stages]| time(one) + one.iter().zip(other).map(untried).sum::<f64>();
    better(compiled, plan(tables, cap), |one, other| {
        (time(one, one), size(one)) < (time(other, one), size(other))
    })
}

/// Returns the instructions by which messages of shapes that a plan does not try differ in the problem of another plan.
fn untried((one, other): (&Stages, &Stages)) -> f64 {
    let plan = &one.planned.found.plan;
    let shapes = one.candidates.shapes.iter().zip(&other.candidates.shapes);
    let untried = shapes.filter(|(id, _)| !plan.is_compiled(**id)).map(|(own, id)| {
        let (own, node) = (one.candidates.problem.node(*own), other.candidates.problem.node(*id));
        own.frequency * (node.interpreted.time - own.interpreted.time)
    });
    untried.sum()
}

/// Returns the cap of both plans in bytes: that of the first one.
fn cap_of(compiled: &Result, cap: Option<Cap>) -> Option<Cap> {
    let bytes = match compiled {
        Ok(stages) => stages[0].planned.found.cap.map(|cap| cap.get()),
        Err(error) => too_small(error).map(|(cap, _)| cap),
    };
    bytes.map(Cap::Bytes).or(cap)
}

/// Returns the second plan if it is better or the first one failed; of two failures, that of the smaller code.
fn better(compiled: Result, tables: Result, is_better: impl Fn(&[Stages], &[Stages]) -> bool) -> Result {
    match (compiled, tables) {
        (Ok(mut one), Ok(mut other)) => {
            let smallest = one[0].planned.found.smallest.min(other[0].planned.found.smallest);
            for stages in one.iter_mut().chain(&mut other) {
                stages.planned.found.smallest = smallest;
            }
            Ok(if is_better(&other, &one) { other } else { one })
        }
        (Err(one), Err(other)) => {
            let [one_size, other_size] = [&one, &other].map(|error| too_small(error).map(|(_, size)| size));
            let is_smaller = one_size.zip(other_size).is_some_and(|(one, other)| other < one);
            Err(if is_smaller { other } else { one })
        }
        (Err(error), Ok(stages)) | (Ok(stages), Err(error)) => match too_small(&error) {
            Some(_) => Ok(stages),
            None => Err(error),
        },
    }
}

/// Returns the cap that no plan keeps, and the smallest size.
fn too_small(error: &CompileError) -> Option<(u64, u64)> {
    match error.failure {
        Failure::CapTooSmall { cap, smallest, .. } => Some((cap, smallest)),
        _ => None,
    }
}

fn size(stages: &[Stages]) -> u64 {
    stages[0].planned.size.total().get()
}

fn time(stages: &[Stages]) -> f64 {
    let all: Vec<&Candidates> = stages.iter().map(|one| &one.candidates).collect();
    Candidates::time(&all, &stages[0].planned.found.plan)
}

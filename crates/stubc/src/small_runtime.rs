//! Plans under a small cap with a runtime that is compiled for size at any level of optimization: the first procedure then
//! needs fewer bytes of it, and each procedure takes more time.

use crate::candidates::Candidates;
use crate::driver::Stages;
use crate::planning::Fastest;
use crate::report;
use crate::target::Timed;
use crate::together::Prepared;
use codegen::emit::has_small_runtime;
use size_budget::Plan;

/// The bytes of the usual runtime that procedures need are at least this share of caps under which a small one is tried.
const WORTHWHILE: f64 = 0.02;

/// Returns the cap in bytes under which a small runtime may give a faster plan than these stages.
pub fn cap(stages: &[Stages], prepared: &[Prepared<'_>], timed: &Timed) -> Option<u64> {
    let found = &stages[0].planned.found;
    let cap = found.cap?.get();
    let is_fastest = found.plan.totals.time <= found.fastest_plan.totals.time;
    let target = timed.target.as_deref()?;
    let has_choice = prepared.iter().any(|one| has_small_runtime(one.model, target));
    let support = |one: &Stages| one.sizes.compiled.shared + one.sizes.compiled.sides.values().sum::<u64>();
    let bytes = stages.iter().map(support).max().unwrap_or(0);
    (has_choice && !is_fastest && bytes as f64 >= WORTHWHILE * cap as f64).then_some(cap)
}

/// Returns the plan that saves the larger share of the time, the one with the usual runtime if both save the same.
pub fn better(mut usual: Vec<Stages>, mut small: Vec<Stages>) -> Vec<Stages> {
    let [of_usual, of_small] = [&usual, &small].map(|stages| saved(stages, &stages[0].planned.found.plan).1);
    let most = most(&usual, of_usual).max(most(&small, of_small));
    let found = &usual[0].planned.found;
    let (instructions_saved, time_saved) = saved(&usual, &found.fastest_plan);
    let (size, measured) = (found.fastest, found.fastest_measured);
    let fastest = Fastest { size, measured, instructions_saved, time_saved };
    let fastest_small = saved(&small, &small[0].planned.found.fastest_plan).1;
    let is_small = of_small > of_usual;
    let chosen = if is_small { &mut small } else { &mut usual };
    for Stages { planned, .. } in chosen.iter_mut() {
        planned.beyond = Some(fastest).filter(|plan| is_small && plan.time_saved > fastest_small);
        planned.found.gap = Some(if most > 0.0 { 1.0 - of_usual.max(of_small) / most } else { 0.0 });
    }
    if is_small { small } else { usual }
}

/// Returns the shares of the instructions and of the time that a plan saves.
fn saved(stages: &[Stages], plan: &Plan) -> (f64, f64) {
    let all: Vec<&Candidates> = stages.iter().map(|one| &one.candidates).collect();
    (report::instructions_saved(&all, plan), report::time_saved(&all, plan))
}

/// Returns the share of the time that any plan beside the same runtime could save.
fn most(stages: &[Stages], saved: f64) -> f64 {
    match stages[0].planned.found.gap {
        Some(gap) if gap < 1.0 => saved / (1.0 - gap),
        _ => saved,
    }
}

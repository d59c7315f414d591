//! The interpreter calls that plans with the profile eliminate, beside the most that any plan can.

use crate::plans::{Knowledge, candidates_with};
use crate::saved::Messages;
use crate::subject::Subject;
use size_budget::{Effort, Solved, all_compiled, all_interpreted, exact, greedy, lp_bound};
use std::fmt::Write;
use stubc::measuring::estimated_sizes;

/// The shares of compiled code, in percent.
pub const SHARES: [f64; 2] = [25.0, 50.0];

/// The share of the best plan's calls that a plan must eliminate.
pub const WANTED: f64 = 0.97;

/// With as many procedures, plans are compared with the bound of the relaxation if the best plan is not proven. With
/// fewer ones, the bound takes parts of procedures that no plan can take.
pub const MANY: usize = 30;

/// Limit of the exact solver.
const EFFORT: Effort = Effort::Nodes(300);
/// Maximum number of nodes and references with which the exact solver is asked.
const LARGEST: usize = 1_200;

/// What a plan is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    /// The best plan, as the exact solver proves.
    Proven,
    /// An upper bound for any plan.
    Bound,
}

/// A plan with the profile of its messages, with predicted numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Reached {
    /// The family's title.
    pub title: String,
    /// Compiled code in percent of that of the all-compiled plan.
    pub percent: f64,
    /// Procedures of the plan.
    pub procedures: usize,
    /// Share of the interpreter calls that the plan eliminates.
    pub plan: f64,
    /// The most that any plan with as much compiled code eliminates.
    pub most: f64,
    /// The origin of `most`.
    pub best: Best,
}

impl Reached {
    /// Returns the plan's share of what is possible.
    pub fn ratio(&self) -> f64 {
        if self.most > 0.0 { self.plan / self.most } else { 1.0 }
    }

    /// Returns whether the plan must reach [`WANTED`].
    pub fn is_held(&self) -> bool {
        self.best == Best::Proven || self.procedures >= MANY
    }
}

/// Plans a family at each of [`SHARES`] for the fewest interpreter calls, with the profile of its messages and estimated
/// sizes.
pub fn reached(subject: &Subject) -> Vec<Reached> {
    let mut options = subject.options(subject.rules());
    options.compact = true;
    let model = subject.model(options);
    let messages = Messages::of(subject);
    let knowledge =
        Knowledge { profile: Some((&messages.counts, messages.extent())), ..Knowledge::default() };
    let candidates = candidates_with(subject, &model, &estimated_sizes(&model), &knowledge);
    let problem = &candidates.problem;
    let (calls, none) = (problem.of_calls(), all_interpreted(problem).totals.dispatches);
    let is_small = calls.node_ids().len() + calls.reference_ids().len() <= LARGEST;
    let at = |percent: f64| {
        let cap = all_compiled(problem).totals.compiled_size.share(percent / 100.0);
        let plan = greedy(&calls, cap).ok()?;
        let solved = is_small.then(|| exact(&calls, cap, EFFORT).ok()).flatten();
        let (most, best) = match solved {
            Some(Solved::Proven(best)) => (none - best.totals.dispatches, Best::Proven),
            _ => (lp_bound(&problem.of_calls_alone(), cap), Best::Bound),
        };
        Some(Reached {
            title: subject.family.title(),
            percent,
            procedures: problem.node_ids().filter(|id| plan.is_compiled(*id)).count(),
            plan: 1.0 - plan.totals.dispatches / none,
            most: (most / none).clamp(0.0, 1.0),
            best,
        })
    };
    SHARES.into_iter().filter_map(at).collect()
}

/// Returns the table of some families.
pub fn table(all: &[Reached]) -> String {
    let mut out = String::from(
        "| family | compiled code | procedures | plan | at most | | ratio |\n|---|---:|---:|---:|---:|---|---:|\n",
    );
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    for one in all {
        let best = if one.best == Best::Proven { "proven" } else { "bound" };
        let missed = if one.is_held() && one.ratio() < WANTED { " **missed**" } else { "" };
        let _ = writeln!(
            out,
            "| {} | {} % | {} | {} | {} | {best} | {}{missed} |",
            one.title,
            one.percent,
            one.procedures,
            percent(one.plan),
            percent(one.most),
            percent(one.ratio())
        );
    }
    out
}

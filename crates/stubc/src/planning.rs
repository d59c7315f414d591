//! From candidates to a plan that keeps the cap as measured: plan, emit, compile, measure, move the budget, until
//! nothing more fits.

use crate::candidates::Candidates;
use crate::failure::Failure;
use crate::forced;
use crate::measuring::{self, Measurement};
use crate::settings::{Cap, Solver};
use crate::toolchain::Toolchain;
use codegen::emit::Remarks;
use codegen::{Model, Techniques, emit};
use size_budget::{
    Limits, Link, NodeId, Plan, Problem, ReferenceId, Technique, all_compiled, all_interpreted, exact,
    fastest, greedy, lp_bound, smallest,
};
use std::time::Duration;

/// Builds that the search for a cap may take.
const ROUNDS: usize = 6;
/// Runs of the exact solver.
const EXACT_ROUNDS: usize = 3;
/// Builds that single steps into the rest of the budget may take.
const FILLS: usize = 4;
/// Single steps that are looked at: those of the greatest gain.
const MOST_STEPS: usize = 64;
/// Patience with the exact solver, a run.
const EXACT_LIMIT: Duration = Duration::from_secs(30);

/// Who chooses, once a plan file has been read.
#[derive(Clone, Debug)]
pub enum Chooser {
    /// The planner.
    Auto(Solver),
    /// One technique everywhere.
    Interpreted,
    /// One technique everywhere.
    Compiled,
    /// Compiled and inlined.
    Inlined,
    /// This plan.
    Given(Plan),
}

/// A plan that was chosen, and its size.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The plan.
    pub plan: Plan,
    /// Its size.
    pub size: Measurement,
    /// Whether sizes are measured.
    pub measured: bool,
    /// The cap in bytes.
    pub cap: Option<u64>,
    /// Size of the smallest plan.
    pub smallest: u64,
    /// Size of the fastest plan.
    pub fastest: u64,
    /// How far, at most, the plan is from the best one: of the time that any plan could save.
    pub gap: f64,
    /// What the user should know.
    pub notes: Vec<String>,
}

/// Chooses a plan. `known` holds builds that need not be made again, and gets those that are.
///
/// # Errors
/// When no plan keeps the cap, or the compiler fails.
pub fn plan(
    model: &Model<'_>,
    candidates: &Candidates,
    chooser: &Chooser,
    cap: Option<Cap>,
    toolchain: Option<&dyn Toolchain>,
    known: &mut Vec<(Techniques, Measurement)>,
) -> Result<Planned, Failure> {
    let mut search = Search { model, candidates, toolchain, known };
    let ends = search.ends()?;
    let mut notes = Vec::new();
    let cap = match cap {
        None => None,
        Some(Cap::Bytes(bytes)) => Some(bytes),
        Some(Cap::Percent(percent)) => Some(ends.percent(percent, &mut notes)),
    };
    let problem = &candidates.problem;
    let (plan, size, gap) = match chooser {
        Chooser::Auto(solver) => match cap {
            None => (ends.fastest.0.clone(), ends.fastest.1.clone(), 0.0),
            Some(cap) => search.within(cap, *solver, &ends)?,
        },
        forced => {
            let plan = match forced {
                Chooser::Interpreted => all_interpreted(problem),
                Chooser::Compiled => all_compiled(problem),
                Chooser::Given(plan) => plan.clone(),
                Chooser::Inlined | Chooser::Auto(_) => forced::all_inlined(problem, Limits::STANDARD),
            };
            let size = search.size(&plan)?;
            if let Some(cap) = cap.filter(|cap| size.total() > *cap) {
                let measured = toolchain.is_some();
                return Err(Failure::CapTooSmall { cap, smallest: size.total(), measured });
            }
            (plan, size, 0.0)
        }
    };
    Ok(Planned {
        smallest: ends.smallest.1.total(),
        fastest: ends.fastest.1.total(),
        plan,
        size,
        measured: toolchain.is_some(),
        cap,
        gap,
        notes,
    })
}

/// Size of a plan.
///
/// # Errors
/// When the compiler fails.
pub fn size_of(
    model: &Model<'_>,
    candidates: &Candidates,
    plan: &Plan,
    toolchain: Option<&dyn Toolchain>,
    known: &mut Vec<(Techniques, Measurement)>,
) -> Result<Measurement, Failure> {
    Search { model, candidates, toolchain, known }.size(plan)
}

/// The ends of the range, with their sizes.
struct Ends {
    smallest: (Plan, Measurement),
    compiled: (Plan, Measurement),
    fastest: (Plan, Measurement),
}

impl Ends {
    /// The cap that a percentage stands for.
    fn percent(&self, percent: f64, notes: &mut Vec<String>) -> u64 {
        let (low, high) = (self.smallest.1.total(), self.compiled.1.total());
        if high <= low {
            notes.push(format!(
                "all-compiled ({high} bytes) is not larger than the smallest plan: every percentage gives it"
            ));
            return high;
        }
        low.saturating_add(((high - low) as f64 * percent / 100.0).round() as u64)
    }
}

struct Search<'a> {
    model: &'a Model<'a>,
    candidates: &'a Candidates,
    toolchain: Option<&'a dyn Toolchain>,
    known: &'a mut Vec<(Techniques, Measurement)>,
}

impl Search<'_> {
    /// Size of a plan: measured, or predicted where there is no compiler.
    fn size(&mut self, plan: &Plan) -> Result<Measurement, Failure> {
        let Some(toolchain) = self.toolchain else {
            let runtime = codegen::cost::estimate::RUNTIME.min(plan.totals.size);
            return Ok(Measurement {
                generated: plan.totals.size - runtime,
                runtime,
                ..Measurement::default()
            });
        };
        let techniques = self.candidates.techniques(plan);
        if let Some((_, size)) = self.known.iter().find(|(known, _)| *known == techniques) {
            return Ok(size.clone());
        }
        let files = emit(self.model, &techniques, &Remarks::new(), &[]);
        let size = measuring::measure(&files, toolchain, &[]).map_err(Failure::Toolchain)?;
        self.known.push((techniques, size.clone()));
        Ok(size)
    }

    fn ends(&mut self) -> Result<Ends, Failure> {
        let problem = &self.candidates.problem;
        let mut plans = vec![all_interpreted(problem), smallest(problem), all_compiled(problem)];
        let mut sized = Vec::new();
        for plan in plans.drain(..) {
            let size = self.size(&plan)?;
            sized.push((plan, size));
        }
        let compiled = sized[2].clone();
        let smallest = sized
            .into_iter()
            .reduce(|best, next| if next.1.total() < best.1.total() { next } else { best })
            .expect("there are three");
        let mut limits = Limits::STANDARD;
        let mut quickest = fastest(problem, limits);
        let mut size = self.size(&quickest)?;
        // The limit holds for what the compiler makes, which may differ from what was predicted.
        let ceiling = compiled.1.total() * 2;
        for _ in 0..3 {
            if size.total() <= ceiling {
                break;
            }
            limits.growth *= ceiling as f64 / size.total() as f64 * 0.99;
            quickest = fastest(problem, limits);
            size = self.size(&quickest)?;
        }
        Ok(Ends { smallest, compiled, fastest: (quickest, size) })
    }

    fn solve(&self, budget: u64, solver: Solver) -> Option<(Plan, bool)> {
        let problem = &self.candidates.problem;
        match solver {
            Solver::Greedy => greedy(problem, budget).ok().map(|plan| (plan, false)),
            Solver::Exact => exact(problem, budget, EXACT_LIMIT)
                .ok()
                .map(|solved| (solved.plan().clone(), solved.is_proven())),
        }
    }

    /// The fastest plan that is found within `cap` measured bytes, and its gap.
    fn within(&mut self, cap: u64, solver: Solver, ends: &Ends) -> Result<(Plan, Measurement, f64), Failure> {
        let problem = &self.candidates.problem;
        let smallest = ends.smallest.1.total();
        if smallest > cap {
            return Err(Failure::CapTooSmall { cap, smallest, measured: self.toolchain.is_some() });
        }
        if ends.fastest.1.total() <= cap {
            return Ok((ends.fastest.0.clone(), ends.fastest.1.clone(), 0.0));
        }
        let mut best = Best { plan: ends.smallest.clone(), proven: false };
        if ends.compiled.1.total() <= cap {
            best.offer(&ends.compiled.0, &ends.compiled.1, false);
        }
        let mut budgets = Budgets { kept: 0, broke: u64::MAX };
        self.close_in(cap, cap, Solver::Greedy, ROUNDS, &mut budgets, &mut best)?;
        if solver == Solver::Exact {
            // The search is dear: it starts where the greedy one has led, and only gives way where it must.
            let start = budgets.kept.max(best.plan.0.totals.size);
            budgets.kept = 0;
            self.close_in(start, cap, Solver::Exact, EXACT_ROUNDS, &mut budgets, &mut best)?;
        }
        self.fill(cap, &mut best)?;
        let kept = budgets.kept;
        let Best { plan: (plan, size), proven } = best;
        let saved = all_interpreted(problem).totals.time - plan.totals.time;
        let bound = lp_bound(problem, plan.totals.size.max(kept));
        let gap = if proven || bound <= 0.0 { 0.0 } else { ((bound - saved) / bound).clamp(0.0, 1.0) };
        Ok((plan, size, gap))
    }

    /// Plans and measures, round by round, closer and closer to the cap.
    fn close_in(
        &mut self,
        start: u64,
        cap: u64,
        solver: Solver,
        rounds: usize,
        budgets: &mut Budgets,
        best: &mut Best,
    ) -> Result<(), Failure> {
        let mut budget = start;
        for _ in 0..rounds {
            let Some((plan, proven)) = self.solve(budget, solver) else {
                // Predicted too large, though the smallest plan does fit: look higher.
                budgets.kept = budgets.kept.max(budget);
                budget = budgets.between(budget + cap / 20);
                if budget <= budgets.kept {
                    break;
                }
                continue;
            };
            let size = self.size(&plan)?;
            let total = size.total();
            if total <= cap {
                best.offer(&plan, &size, proven);
                budgets.kept = budgets.kept.max(budget);
                let slack = cap - total;
                if slack < least_unused(self.candidates, &plan) || solver == Solver::Exact {
                    break;
                }
                budget = budgets.between(plan.totals.size.max(budget) + slack);
            } else {
                budgets.broke = budgets.broke.min(budget);
                let predicted = plan.totals.size.min(budget);
                budget = budgets.between(predicted.saturating_sub(total - cap));
            }
            if budget <= budgets.kept || budget >= budgets.broke {
                break;
            }
        }
        Ok(())
    }

    /// Single steps into what the search has left: it moves whole budgets, and what it predicts is not what the
    /// compiler makes.
    fn fill(&mut self, cap: u64, best: &mut Best) -> Result<(), Failure> {
        let problem = &self.candidates.problem;
        let mut tried = Vec::new();
        for _ in 0..FILLS {
            let (plan, size) = &best.plan;
            let slack = cap - size.total();
            if slack <= cap * 3 / 100 {
                break;
            }
            let next = steps(problem, plan).into_iter().find(|step| {
                step.totals.size <= plan.totals.size + slack
                    && step.totals.time < plan.totals.time
                    && !tried.contains(step)
            });
            let Some(next) = next else { break };
            let size = self.size(&next)?;
            if size.total() <= cap {
                best.offer(&next, &size, false);
            }
            tried.push(next);
        }
        Ok(())
    }
}

/// Plans that differ from one in a single definition compiled or reference inlined, the greatest gains first.
fn steps(problem: &Problem, plan: &Plan) -> Vec<Plan> {
    let compiling = problem.node_ids().filter(|id| !plan.is_compiled(*id)).map(|id| {
        let node = problem.node(id);
        (node.frequency * (node.interpreted.time - node.compiled.time), Step::Compile(id))
    });
    let inlining = problem.reference_ids().filter(|id| !plan.is_inlined(*id)).map(|id| {
        let reference = problem.reference(id);
        (reference.frequency * reference.time_saved, Step::Inline(id))
    });
    let mut steps: Vec<(f64, Step)> = compiling.chain(inlining).filter(|(gain, _)| *gain > 0.0).collect();
    steps.sort_by(|a, b| b.0.total_cmp(&a.0));
    let after = |step: Step| {
        let (mut techniques, mut links) = (plan.techniques.clone(), plan.links.clone());
        match step {
            Step::Compile(id) => techniques[id.index()] = Technique::Compiled,
            Step::Inline(id) => links[id.index()] = Link::Inline,
        }
        problem.plan(techniques, links).ok()
    };
    steps.into_iter().take(MOST_STEPS).filter_map(|(_, step)| after(step)).collect()
}

/// What one step changes.
enum Step {
    Compile(NodeId),
    Inline(ReferenceId),
}

/// Budgets in predicted bytes: the largest that kept the cap, the smallest that broke it.
struct Budgets {
    kept: u64,
    broke: u64,
}

impl Budgets {
    /// The wanted budget if it lies strictly between what is known, else the middle.
    fn between(&self, wanted: u64) -> u64 {
        let Self { kept, broke } = *self;
        if wanted > kept && wanted < broke {
            return wanted;
        }
        if broke == u64::MAX { wanted } else { kept + (broke - kept) / 2 }
    }
}

/// The fastest plan so far that keeps the cap.
struct Best {
    plan: (Plan, Measurement),
    proven: bool,
}

impl Best {
    fn offer(&mut self, plan: &Plan, size: &Measurement, proven: bool) {
        let (known, known_size) = &self.plan;
        let better =
            plan.totals.time.total_cmp(&known.totals.time).then(size.total().cmp(&known_size.total()));
        if better.is_lt() {
            *self = Self { plan: (plan.clone(), size.clone()), proven };
        }
    }
}

/// Bytes of the smallest choice that the plan has not made.
fn least_unused(candidates: &Candidates, plan: &Plan) -> u64 {
    let problem = &candidates.problem;
    let nodes = problem
        .node_ids()
        .filter(|id| plan.techniques[id.index()] == Technique::Interpreted)
        .filter(|id| problem.node(*id).pinned.is_none())
        .map(|id| problem.node(id).compiled.size);
    let references = problem
        .reference_ids()
        .filter(|id| !plan.is_inlined(*id) && !problem.reference(*id).recursive)
        .map(|id| u64::try_from(problem.reference(id).size_delta).unwrap_or(0));
    nodes.chain(references).min().unwrap_or(u64::MAX).max(16)
}

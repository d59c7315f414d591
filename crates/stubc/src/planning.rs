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
/// Builds that it takes before it is content with what [`LEFT`] leaves.
const STRICT_ROUNDS: usize = 2;
/// Share of the cap that may be left unused: at first, and when more builds would be needed.
const LEFT: [f64; 2] = [0.015, 0.03];
/// By what share the prediction of a whole plan may be wrong: what is predicted beyond the cap by more is not built.
const DOUBT: f64 = 0.25;
/// Share of the interpreted size that a smaller plan must be predicted to save, to be worth a build.
const WORTHWHILE: f64 = 0.01;
/// Runs of the exact solver.
const EXACT_ROUNDS: usize = 3;
/// Builds that single steps into the rest of the budget may take.
const FILLS: usize = 4;
/// By how many percent more than the cap plans are predicted that are built all the same, where too much of it is left.
const BEYOND: [u64; 4] = [2, 5, 10, 20];
/// Single steps that are looked at: those of the greatest gain.
const MOST_STEPS: usize = 64;
/// Patience with the exact solver, a run.
pub const EXACT_LIMIT: Duration = Duration::from_secs(30);

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
    /// The fastest plan: what is chosen without a cap.
    pub fastest_plan: Plan,
    /// Its size.
    pub fastest: u64,
    /// Whether it was built. It is the largest of all: far beyond the cap it is not, and what stands there is predicted, moved
    /// by what the prediction of the chosen plan was wrong.
    pub fastest_measured: bool,
    /// How far, at most, the plan is from the best one: of the time that any plan could save. Nothing where the user has
    /// chosen the plan, which claims nothing then.
    pub gap: Option<f64>,
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
    let smallest = search.smallest(cap)?;
    let mut notes = Vec::new();
    let cap = match cap {
        None => None,
        Some(Cap::Bytes(bytes)) => Some(bytes),
        Some(Cap::Percent(percent)) => Some(search.percent(percent, smallest.1.total(), &mut notes)?),
    };
    let problem = &candidates.problem;
    let reach = match chooser {
        Chooser::Auto(_) => cap.unwrap_or(u64::MAX),
        _ => 0,
    };
    let fastest = search.fastest(reach)?;
    let (plan, size, gap) = match chooser {
        Chooser::Auto(solver) => match &fastest.size {
            Some(size) if size.total() <= reach => (fastest.plan.clone(), size.clone(), Some(0.0)),
            _ => {
                let (plan, size, gap) = search.within(reach, *solver, smallest.clone(), &fastest)?;
                (plan, size, Some(gap))
            }
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
            (plan, size, None)
        }
    };
    let predicted = || {
        let beyond = fastest.plan.totals.size.saturating_sub(plan.totals.size);
        size.total().saturating_add(beyond)
    };
    Ok(Planned {
        smallest: smallest.1.total(),
        fastest_measured: toolchain.is_some() && fastest.size.is_some(),
        fastest: fastest.size.as_ref().map_or_else(predicted, Measurement::total),
        fastest_plan: fastest.plan,
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

/// The fastest plan.
struct Fastest {
    plan: Plan,
    /// What it takes, where that was worth a build.
    size: Option<Measurement>,
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
            let runtime = codegen::cost::estimate::runtime(self.model).fixed.min(plan.totals.size);
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

    /// The smallest plan: the all-interpreted one, which is built anyway, unless another is predicted to be worth a build
    /// or may decide whether the cap can be kept at all, or all compiled is hardly larger.
    fn smallest(&mut self, cap: Option<Cap>) -> Result<(Plan, Measurement), Failure> {
        let problem = &self.candidates.problem;
        let interpreted = all_interpreted(problem);
        let size = self.size(&interpreted)?;
        let total = size.total();
        let scarce = matches!(cap, Some(Cap::Bytes(bytes)) if bytes < total);
        let (other, compiled) = (smallest(problem), all_compiled(problem));
        let saves = interpreted.totals.size.saturating_sub(other.totals.size);
        let worthwhile = saves > 0 && (scarce || saves as f64 >= total as f64 * WORTHWHILE);
        let near = compiled.totals.size as f64 * (1.0 - DOUBT) < total as f64;
        let mut best = (interpreted, size);
        for plan in [worthwhile.then_some(other), near.then_some(compiled)].into_iter().flatten() {
            let size = self.size(&plan)?;
            if size.total() < best.1.total() {
                best = (plan, size);
            }
        }
        Ok(best)
    }

    /// The cap that a percentage stands for: of the way from the smallest plan to the all-compiled one.
    fn percent(&mut self, percent: f64, low: u64, notes: &mut Vec<String>) -> Result<u64, Failure> {
        let high = self.size(&all_compiled(&self.candidates.problem))?.total();
        if high <= low {
            notes.push(format!(
                "all-compiled ({high} bytes) is not larger than the smallest plan: every percentage gives it"
            ));
            return Ok(high);
        }
        Ok(low.saturating_add(((high - low) as f64 * percent / 100.0).round() as u64))
    }

    /// The fastest plan within its limits, built where it may take no more than `reach`.
    fn fastest(&mut self, reach: u64) -> Result<Fastest, Failure> {
        let problem = &self.candidates.problem;
        let mut limits = Limits::STANDARD;
        let mut plan = fastest(problem, limits);
        if self.toolchain.is_some() && plan.totals.size as f64 * (1.0 - DOUBT) > reach as f64 {
            return Ok(Fastest { plan, size: None });
        }
        let mut size = self.size(&plan)?;
        let compiled = all_compiled(problem);
        // The limit holds for what the compiler makes, which may differ from what was predicted.
        if size.total() as f64 > compiled.totals.size as f64 * limits.growth * (1.0 - DOUBT) {
            let ceiling = self.size(&compiled)?.total() as f64 * limits.growth;
            for _ in 0..3 {
                if size.total() as f64 <= ceiling {
                    break;
                }
                limits.growth *= ceiling / size.total() as f64 * 0.99;
                plan = fastest(problem, limits);
                size = self.size(&plan)?;
            }
        }
        Ok(Fastest { plan, size: Some(size) })
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
    fn within(
        &mut self,
        cap: u64,
        solver: Solver,
        smallest: (Plan, Measurement),
        fastest: &Fastest,
    ) -> Result<(Plan, Measurement, f64), Failure> {
        let problem = &self.candidates.problem;
        let least = smallest.1.total();
        if least > cap {
            return Err(Failure::CapTooSmall { cap, smallest: least, measured: self.toolchain.is_some() });
        }
        let scale = Scale { predicted: smallest.0.totals.size, measured: least };
        // Where the fastest plan was built, the cap is near it, and what it shows of the prediction holds here, too.
        let start = match &fastest.size {
            Some(size) => scale.budget(cap, &fastest.plan, size),
            None => cap,
        };
        let mut best = Best { plan: smallest, proven: false };
        let mut budgets = Budgets { kept: 0, broke: u64::MAX, scale };
        self.close_in(start, cap, Solver::Greedy, ROUNDS, &mut budgets, &mut best)?;
        if solver == Solver::Exact {
            // The search is dear: it starts where the greedy one has led, and only gives way where it must.
            let start = budgets.kept.max(best.plan.0.totals.size);
            budgets.kept = 0;
            self.close_in(start, cap, Solver::Exact, EXACT_ROUNDS, &mut budgets, &mut best)?;
        }
        self.fill(cap, &mut best)?;
        if self.look_beyond(cap, &mut best)? {
            self.fill(cap, &mut best)?;
        }
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
        for round in 0..rounds {
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
            let left = LEFT[usize::from(round >= STRICT_ROUNDS)] * cap as f64;
            if total <= cap {
                best.offer(&plan, &size, proven);
                budgets.kept = budgets.kept.max(budget);
                let slack = cap - total;
                let content = slack as f64 <= left || slack < least_unused(self.candidates, &plan);
                if content || solver == Solver::Exact {
                    break;
                }
            } else {
                // Every budget from here on gives this plan or a larger one.
                budgets.broke = budgets.broke.min(plan.totals.size.min(budget));
                // What was found before may leave as little as would do.
                if round >= STRICT_ROUNDS && (cap - best.plan.1.total()) as f64 <= left {
                    break;
                }
            }
            // The middle of what would do is hit more often than the cap itself.
            let aim = cap - (left / 2.0) as u64;
            budget = budgets.between(budgets.scale.budget(aim, &plan, &size));
            if budget <= budgets.kept || budget >= budgets.broke {
                break;
            }
        }
        Ok(())
    }

    /// Plans that are predicted to be a little larger than the cap, where much of it is left: the first procedures bring parts of the
    /// runtime, of which less than predicted may remain. Whether one is better than what was found.
    fn look_beyond(&mut self, cap: u64, best: &mut Best) -> Result<bool, Failure> {
        let idle = (cap as f64 * LEFT[1]) as u64;
        let (base, before) = (best.plan.0.totals.size.max(cap), best.plan.0.totals.time);
        for percent in BEYOND {
            if cap - best.plan.1.total() <= idle {
                break;
            }
            let Some((plan, _)) = self.solve(base.saturating_add(base / 100 * percent), Solver::Greedy)
            else {
                break;
            };
            if plan.totals.time >= best.plan.0.totals.time {
                continue;
            }
            let size = self.size(&plan)?;
            if size.total() <= cap {
                best.offer(&plan, &size, false);
            }
        }
        Ok(best.plan.0.totals.time < before)
    }

    /// Single steps into what the search has left: it moves whole budgets, and what it predicts is not what the
    /// compiler makes.
    fn fill(&mut self, cap: u64, best: &mut Best) -> Result<(), Failure> {
        let problem = &self.candidates.problem;
        let idle = (cap as f64 * LEFT[1]) as u64;
        let mut tried = Vec::new();
        // By how much a step has been larger than predicted: what is set up once may stand in for all that follow.
        let mut excess = 0;
        for _ in 0..FILLS {
            let (plan, before) = &best.plan;
            let slack = cap - before.total();
            if slack <= idle {
                break;
            }
            let mut open = steps(problem, plan);
            open.retain(|step| step.totals.time < plan.totals.time && !tried.contains(step));
            let fits = |step: &Plan, room: u64| {
                step.totals.size.saturating_add(excess) <= plan.totals.size.saturating_add(room)
            };
            // Where nothing is predicted to fit, the prediction may be what is wrong, of a first procedure by much.
            let likely = open.iter().position(|step| fits(step, slack));
            let doubt = cap / 100 * BEYOND[BEYOND.len() - 1];
            let next = likely.or_else(|| {
                let doubtful = (0..open.len()).filter(|at| fits(&open[*at], slack + doubt));
                doubtful.min_by_key(|at| open[*at].totals.size)
            });
            let Some(next) = next.map(|at| open.swap_remove(at)) else { break };
            let size = self.size(&next)?;
            if size.total() <= cap {
                best.offer(&next, &size, false);
            } else {
                let predicted = next.totals.size.saturating_sub(plan.totals.size);
                let measured = size.total().saturating_sub(before.total());
                excess = excess.max(measured.saturating_sub(predicted));
                // Something that buys less may make room for it.
                let faster = exchanges(problem, &next, size.total() - cap)
                    .into_iter()
                    .find(|other| other.totals.time < plan.totals.time && !tried.contains(other));
                if let Some(other) = faster {
                    let size = self.size(&other)?;
                    if size.total() <= cap {
                        best.offer(&other, &size, false);
                    }
                    tried.push(other);
                }
            }
            tried.push(next);
        }
        Ok(())
    }
}

/// Plans that differ from one in a single definition compiled or reference inlined, the greatest gains first.
fn steps(problem: &Problem, plan: &Plan) -> Vec<Plan> {
    let mut steps = choices(problem, plan, false);
    steps.retain(|(gain, _)| *gain > 0.0);
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

/// Plans that differ from one, which is so many bytes too large, in a single choice given up that frees as many, the fastest
/// first.
fn exchanges(problem: &Problem, plan: &Plan, over: u64) -> Vec<Plan> {
    let mut choices = choices(problem, plan, true);
    choices.sort_by(|a, b| a.0.total_cmp(&b.0));
    let without = |choice: Step| {
        let (mut techniques, mut links) = (plan.techniques.clone(), plan.links.clone());
        match choice {
            Step::Compile(id) => {
                techniques[id.index()] = Technique::Interpreted;
                for reference in problem.reference_ids() {
                    let ends = problem.reference(reference);
                    if ends.owner == id || ends.callee == id {
                        links[reference.index()] = Link::Call;
                    }
                }
            }
            Step::Inline(id) => links[id.index()] = Link::Call,
        }
        problem.plan(techniques, links).ok()
    };
    let mut plans: Vec<Plan> =
        choices.into_iter().take(MOST_STEPS).filter_map(|(_, choice)| without(choice)).collect();
    plans.retain(|other| other.totals.size.saturating_add(over) <= plan.totals.size);
    plans.sort_by(|a, b| a.totals.time.total_cmp(&b.totals.time));
    plans
}

/// The single choices that a plan has made, or has not, each with the time that it saves.
fn choices(problem: &Problem, plan: &Plan, made: bool) -> Vec<(f64, Step)> {
    let nodes = problem.node_ids().filter(|id| plan.is_compiled(*id) == made).map(|id| {
        let node = problem.node(id);
        (node.frequency * (node.interpreted.time - node.compiled.time), Step::Compile(id))
    });
    let references = problem.reference_ids().filter(|id| plan.is_inlined(*id) == made).map(|id| {
        let reference = problem.reference(id);
        (reference.frequency * reference.time_saved, Step::Inline(id))
    });
    nodes.chain(references).collect()
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
    scale: Scale,
}

/// The smallest plan, as predicted and as measured: what is beyond it grows as the last build did.
#[derive(Clone, Copy)]
struct Scale {
    predicted: u64,
    measured: u64,
}

impl Scale {
    /// The budget whose plan should take `cap` bytes, judged by another plan.
    fn budget(self, cap: u64, plan: &Plan, size: &Measurement) -> u64 {
        let beyond = |total: u64, base: u64| total.saturating_sub(base).max(1) as f64;
        let predicted = beyond(plan.totals.size, self.predicted);
        let growth = (beyond(size.total(), self.measured) / predicted).clamp(0.5, 2.0);
        let more = (cap as f64 - size.total() as f64) / growth;
        (plan.totals.size as f64 + more).max(0.0) as u64
    }
}

impl Budgets {
    /// The wanted budget if it lies strictly between what is known, else the middle.
    fn between(&self, wanted: u64) -> u64 {
        let Self { kept, broke, .. } = *self;
        if wanted > kept && wanted < broke {
            return wanted;
        }
        // What was predicted of two plans may be the other way round as measured: then there is nothing between.
        if broke == u64::MAX { wanted } else { kept + broke.saturating_sub(kept) / 2 }
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

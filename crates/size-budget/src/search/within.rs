//! Approaches the cap: by budgets for the solver, by single steps, and by plans predicted slightly above the cap.

use super::{EXACT_LIMIT, Fastest, Search, SearchError, Sized, Solver};
use crate::bound::lp_bound;
use crate::bytes::{Bytes, Measured, Predicted};
use crate::exact::{Effort, Solved, exact};
use crate::exchange::{smaller, steps};
use crate::extremes::all_interpreted;
use crate::greedy::greedy;
use crate::plan::{Plan, Technique};
use crate::problem::Problem;

/// Maximum number of rounds with the greedy solver. A round takes at most one build.
const ROUNDS: usize = 6;
/// Number of rounds with the first, strict share of [`LEFT`]: another build seldom gains what it costs.
const STRICT_ROUNDS: usize = 1;
/// Share of the cap that may stay unused: in the strict rounds, and in later ones.
const LEFT: [f64; 2] = [0.015, 0.03];
/// Maximum number of runs of the exact solver, and of builds of its plans.
const EXACT_ROUNDS: usize = 4;
/// Share of the cap that may stay unused where the bound on the distance from the best plan is [`LOOSE`].
const LEFT_WHERE_LOOSE: f64 = 0.005;
/// Maximum number of single steps tried in one fill of the unused bytes.
const FILLS: usize = 4;
/// Percentages: if too much of the cap is unused, the search also builds plans predicted to exceed it by these.
const BEYOND: [u64; 4] = [2, 5, 10, 20];
/// If a solver finds no plan within a budget, the budget rises by the cap divided by this.
const RISE: u64 = 20;
/// A bound on the distance from the best plan above this share may be loose. The search then asks the exact solver.
pub const LOOSE: f64 = 0.05;
/// Maximum number of nodes plus references with which the exact solver tightens the bound of a greedy plan.
const TIGHTENED: usize = 400;
/// Limit of that run, in nodes of the solver's search tree: the plan must not depend on the speed of the machine.
const TIGHTEN_LIMIT: Effort = Effort::Nodes(1000);
/// Bytes that are too few to justify another build.
const CRUMBS: u64 = 16;

impl<E> Search<'_, E> {
    /// The fastest plan that is found within the cap, and its gap.
    pub(super) fn within(
        &mut self,
        cap: Bytes<Measured>,
        solver: Solver,
        smallest: Sized,
        fastest: &Fastest,
    ) -> Result<(Sized, f64), SearchError<E>> {
        let least = smallest.size;
        if least > cap {
            return Err(SearchError::CapTooSmall { cap, smallest: least });
        }
        let scale = Growth { predicted: smallest.plan.totals.size, measured: least };
        // If the fastest plan was built, the cap is near its size, and the error of its prediction applies here, too.
        let start = match fastest.size {
            Some(size) => scale.budget(cap, &fastest.plan, size),
            None => cap.at_face_value(),
        };
        let budgets = Budgets { kept: Bytes::ZERO, broke: Bytes::MAX, scale };
        let mut within = Within {
            search: self,
            cap,
            budgets,
            best: smallest,
            proven: None,
            hopeless: false,
            ceiling: Bytes::MAX,
        };
        within.close_in(start, Solver::Greedy, ROUNDS)?;
        if solver == Solver::Exact {
            // Exact runs are slow. They start at the budget that the greedy rounds reached, and lower it only if the
            // plan breaks the cap.
            let start = within.budgets.kept.max(within.best.plan.totals.size);
            within.budgets.kept = Bytes::ZERO;
            within.close_in(start, Solver::Exact, EXACT_ROUNDS)?;
        }
        within.fill(LEFT[1])?;
        if within.look_beyond()? {
            within.fill(LEFT[1])?;
        }
        within.settle(solver)?;
        let gap = within.gap(solver);
        Ok((within.best, gap))
    }
}

/// A search within one cap.
struct Within<'s, 'a, E> {
    search: &'s mut Search<'a, E>,
    cap: Bytes<Measured>,
    budgets: Budgets,
    /// The fastest plan so far that keeps the cap.
    best: Sized,
    /// The budget of which `best` is proven to be the fastest plan.
    proven: Option<Bytes<Predicted>>,
    /// Whether the exact solver has reached its limit.
    hopeless: bool,
    /// The most predicted bytes of plans that keep the cap, judged by the exact solver's plans that broke it.
    ceiling: Bytes<Predicted>,
}

impl<E> Within<'_, '_, E> {
    fn solve(&self, budget: Bytes<Predicted>, solver: Solver) -> Option<(Plan, bool)> {
        let problem = self.search.problem;
        match solver {
            Solver::Greedy => greedy(problem, budget).ok().map(|plan| (plan, false)),
            Solver::Exact => exact(problem, budget, EXACT_LIMIT)
                .ok()
                .map(|solved| (solved.is_proven(), solved.into_plan()))
                .map(|(proven, plan)| (plan, proven)),
        }
    }

    /// Stores a plan that keeps the cap if it is faster than the best so far, or as fast and smaller.
    fn offer(&mut self, plan: &Plan, size: Bytes<Measured>, proven: Option<Bytes<Predicted>>) {
        let known = &self.best;
        let better = plan.totals.time.total_cmp(&known.plan.totals.time).then(size.cmp(&known.size));
        if size <= self.cap && better.is_lt() {
            self.best = Sized { plan: plan.clone(), size };
            self.proven = proven;
        } else if better.is_eq() {
            self.proven = self.proven.max(proven);
        }
    }

    /// Bytes of the cap that the best plan leaves unused.
    fn slack(&self) -> Bytes<Measured> {
        self.cap.saturating_sub(self.best.size)
    }

    /// Plans and measures, round by round, closer and closer to the cap.
    fn close_in(&mut self, start: Bytes<Predicted>, solver: Solver, rounds: usize) -> Result<(), E> {
        let cap = self.cap;
        let mut budget = start;
        let mut trimmed = None;
        for round in 0..rounds {
            let solved = trimmed.take().map(|plan| (plan, false)).or_else(|| self.solve(budget, solver));
            let Some((plan, proven)) = solved else {
                // All plans are predicted to be too large, but the smallest plan does fit: raise the budget.
                self.budgets.kept = self.budgets.kept.max(budget);
                let rise = Bytes::new(cap.get() / RISE);
                budget = self.budgets.between(budget.saturating_add(rise));
                if budget <= self.budgets.kept {
                    break;
                }
                continue;
            };
            let size = self.search.size(&plan)?;
            let left = LEFT[usize::from(round >= STRICT_ROUNDS)] * cap.as_f64();
            if size <= cap {
                self.offer(&plan, size, proven.then_some(budget));
                self.budgets.kept = self.budgets.kept.max(budget);
                let slack = cap.saturating_sub(size);
                let too_little = slack.at_face_value() < least_unused(self.search.problem, &plan);
                if slack.as_f64() <= left || too_little || solver == Solver::Exact {
                    break;
                }
            } else {
                // Every budget from this size on gives this plan or a larger one.
                self.budgets.broke = self.budgets.broke.min(plan.totals.size.min(budget));
                // The best plan so far may leave few enough bytes.
                if round >= STRICT_ROUNDS && self.slack().as_f64() <= left {
                    break;
                }
                // A near miss: the plan without one choice has nearly the same error, a plan for another budget may
                // not.
                let over = size.saturating_sub(cap);
                if over.as_f64() <= left && solver == Solver::Greedy {
                    let enough = over.saturating_add(Bytes::new(CRUMBS)).at_face_value();
                    trimmed = smaller(self.search.problem, &plan, enough).into_iter().next();
                }
            }
            // Aim at the middle of the accepted range: a build hits it more often than the cap itself.
            let aim = cap.saturating_sub(Bytes::new((left / 2.0) as u64));
            budget = self.budgets.between(self.budgets.scale.budget(aim, &plan, size));
            if trimmed.is_none() && (budget <= self.budgets.kept || budget >= self.budgets.broke) {
                break;
            }
        }
        Ok(())
    }

    /// Builds plans that are predicted to be slightly larger than the cap, if much of the cap is unused. Returns
    /// whether one of them is better than the best so far.
    ///
    /// The first procedures bring parts of the runtime, which may take fewer bytes than predicted.
    fn look_beyond(&mut self) -> Result<bool, E> {
        let idle = self.cap.share(LEFT[1]);
        let before = self.best.plan.totals.time;
        let base = self.best.plan.totals.size.max(self.cap.at_face_value());
        for percent in BEYOND {
            if self.slack() <= idle {
                break;
            }
            let more = Bytes::new(base.get() / 100 * percent);
            let Some((plan, _)) = self.solve(base.saturating_add(more), Solver::Greedy) else { break };
            if plan.totals.time < self.best.plan.totals.time {
                let size = self.search.size(&plan)?;
                self.offer(&plan, size, None);
            }
        }
        Ok(self.best.plan.totals.time < before)
    }

    /// Fills the unused bytes of the cap by single steps. Budgets leave some bytes unused, since they are predictions.
    /// `left`: the share of the cap that may stay unused.
    fn fill(&mut self, left: f64) -> Result<(), E> {
        let idle = self.cap.share(left);
        let mut tried = Vec::new();
        // The largest excess of a step over its prediction. Set-up costs may cause the same excess in later steps.
        let mut excess = Bytes::ZERO;
        for _ in 0..FILLS {
            let before = self.best.clone();
            if self.slack() <= idle {
                break;
            }
            let Some(next) = self.next_step(excess, &tried) else { break };
            let size = self.search.size(&next)?;
            self.offer(&next, size, None);
            if size > self.cap {
                let expected = next.totals.size.saturating_sub(before.plan.totals.size).at_face_value();
                excess = excess.max(size.saturating_sub(before.size).saturating_sub(expected));
                // Reversing a less useful choice may make room for this step.
                let over = size.saturating_sub(self.cap).at_face_value();
                let faster = smaller(self.search.problem, &next, over)
                    .into_iter()
                    .find(|other| other.totals.time < before.plan.totals.time && !tried.contains(other));
                if let Some(other) = faster {
                    let size = self.search.size(&other)?;
                    self.offer(&other, size, None);
                    tried.push(other);
                }
            }
            tried.push(next);
        }
        Ok(())
    }

    /// The plan after the next step: the step with the greatest gain that is predicted to fit beside the best plan.
    ///
    /// If no step is predicted to fit, the prediction may be wrong, especially for a first procedure. The result is
    /// then the smallest step that is predicted to be slightly above the cap, or above it by no more than the best
    /// plan's own prediction is wrong: under -O3, a runtime for commands alone may take a third less than predicted.
    fn next_step(&self, excess: Bytes<Measured>, tried: &[Plan]) -> Option<Plan> {
        let plan = &self.best.plan;
        let mut open = steps(self.search.problem, plan);
        open.retain(|step| step.totals.time < plan.totals.time && !tried.contains(step));
        let fits = |step: &Plan, room: Bytes<Measured>| {
            step.totals.size.saturating_add(excess.at_face_value())
                <= plan.totals.size.saturating_add(room.at_face_value())
        };
        let slack = self.slack();
        let likely = open.iter().position(|step| fits(step, slack));
        let next = likely.or_else(|| {
            let wrong = plan.totals.size.get().abs_diff(self.best.size.get());
            let doubt = Bytes::new((self.cap.get() / 100 * BEYOND[BEYOND.len() - 1]).max(wrong));
            let room = slack.saturating_add(doubt);
            let doubtful = (0..open.len()).filter(|at| fits(&open[*at], room));
            doubtful.min_by_key(|at| open[*at].totals.size)
        });
        next.map(|at| open.swap_remove(at))
    }

    /// The predicted bytes of plans that fill the cap.
    fn reach(&self) -> Bytes<Predicted> {
        let plan = &self.best.plan;
        let reach = self.budgets.scale.budget(self.cap, plan, self.best.size);
        reach.max(self.budgets.kept).min(self.ceiling).max(plan.totals.size)
    }

    /// The fastest plan of at most `reach` predicted bytes, if the exact solver proves it. With the greedy solver, the
    /// search asks only for small problems with a loose bound.
    fn proven_best(&mut self, reach: Bytes<Predicted>, solver: Solver) -> Option<Plan> {
        if self.hopeless {
            return None;
        }
        let problem = self.search.problem;
        let is_small = problem.nodes.len() + problem.references.len() <= TIGHTENED;
        let is_loose = self.share_missed(lp_bound(problem, reach)) >= LOOSE;
        let limit = match solver {
            Solver::Exact => Effort::Time(EXACT_LIMIT),
            Solver::Greedy if is_small && is_loose => TIGHTEN_LIMIT,
            Solver::Greedy => return None,
        };
        if let Ok(Solved::Proven(best)) = exact(problem, reach, limit) {
            return Some(best);
        }
        self.hopeless = true;
        None
    }

    /// The share of `bound`, in saved instructions, that the best plan found does not save.
    fn share_missed(&self, bound: f64) -> f64 {
        let saved = all_interpreted(self.search.problem).totals.time - self.best.plan.totals.time;
        if bound > 0.0 { ((bound - saved) / bound).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Where plans within the cap may save much more time than the best so far: fills it with single steps, then builds
    /// the exact solver's plans for the whole cap. Such a plan breaks the cap if its bytes are predicted wrongly; the
    /// next one is smaller.
    fn settle(&mut self, solver: Solver) -> Result<(), E> {
        if self.share_missed(lp_bound(self.search.problem, self.reach())) < LOOSE {
            return Ok(());
        }
        self.fill(LEFT_WHERE_LOOSE)?;
        let none = all_interpreted(self.search.problem).totals.time;
        for _ in 0..EXACT_ROUNDS {
            // The best plan so far may be predicted above the ceiling, but plans like those that broke the cap lie below.
            let reach = self.reach().min(self.ceiling);
            let Some(plan) = self.proven_best(reach, solver) else { break };
            let gains = match solver {
                Solver::Exact => plan.totals.time < self.best.plan.totals.time,
                Solver::Greedy => self.share_missed(none - plan.totals.time) >= LOOSE,
            };
            if !gains {
                break;
            }
            let size = self.search.size(&plan)?;
            self.offer(&plan, size, None);
            if size > self.cap {
                // The budget by this plan's error; in any case a smaller plan.
                let less = plan.totals.size.min(reach).saturating_sub(Bytes::new(1));
                self.ceiling = self.budgets.scale.budget(self.cap, &plan, size).min(less);
            }
        }
        Ok(())
    }

    /// Upper bound on the distance of the best plan found from the optimum, as a share of the time that any plan within
    /// the cap could save.
    fn gap(&mut self, solver: Solver) -> f64 {
        let reach = self.reach();
        if self.proven.is_some_and(|budget| budget >= reach) {
            return 0.0;
        }
        let problem = self.search.problem;
        let gap = self.share_missed(lp_bound(problem, reach));
        let none = all_interpreted(problem).totals.time;
        let proven = self.proven_best(reach, solver).map(|best| self.share_missed(none - best.totals.time));
        proven.map_or(gap, |proven| proven.min(gap))
    }
}

/// The known budgets: the largest whose plan kept the cap, and the smallest whose plan broke it.
struct Budgets {
    kept: Bytes<Predicted>,
    broke: Bytes<Predicted>,
    scale: Growth,
}

impl Budgets {
    /// The wanted budget if it lies strictly between the known ones or none broke the cap; else the middle.
    fn between(&self, wanted: Bytes<Predicted>) -> Bytes<Predicted> {
        let Self { kept, broke, .. } = *self;
        if wanted > kept && wanted < broke || broke == Bytes::MAX {
            return wanted;
        }
        // The measured order of two plans may be the reverse of the predicted one. Then no budget lies between them.
        Bytes::new(kept.get() + broke.saturating_sub(kept).get() / 2)
    }
}

/// Converts between the scales: both start at the smallest plan, and growth beyond it has the ratio of a known build.
#[derive(Clone, Copy)]
struct Growth {
    predicted: Bytes<Predicted>,
    measured: Bytes<Measured>,
}

impl Growth {
    /// The budget whose plan should measure `cap` bytes, judged by another plan and its measured size.
    fn budget(self, cap: Bytes<Measured>, plan: &Plan, size: Bytes<Measured>) -> Bytes<Predicted> {
        let planned = plan.totals.size.saturating_sub(self.predicted).as_f64().max(1.0);
        let made = size.saturating_sub(self.measured).as_f64().max(1.0);
        let growth = (made / planned).clamp(0.5, 2.0);
        let more = (cap.as_f64() - size.as_f64()) / growth;
        Bytes::new((plan.totals.size.as_f64() + more).max(0.0) as u64)
    }
}

/// Bytes of the smallest choice that the plan has not made, at least [`CRUMBS`].
fn least_unused(problem: &Problem, plan: &Plan) -> Bytes<Predicted> {
    let nodes = problem
        .node_ids()
        .filter(|id| plan.techniques[id.index()] == Technique::Interpreted)
        .filter(|id| problem.node(*id).pinned.is_none())
        .map(|id| problem.node(id).compiled.size);
    let references = problem
        .reference_ids()
        .filter(|id| !plan.is_inlined(*id) && !problem.reference(*id).recursive)
        .map(|id| u64::try_from(problem.reference(id).size_delta).unwrap_or(0));
    Bytes::new(nodes.chain(references).min().unwrap_or(u64::MAX).max(CRUMBS))
}

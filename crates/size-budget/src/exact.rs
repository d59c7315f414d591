//! Finds the fastest plan within a cap by mixed integer programming.
//!
//! | variable | kind | meaning |
//! |---|---|---|
//! | c(n) | binary | node n is compiled |
//! | i(r) | binary | reference r is inlined |
//! | l(n) | continuous, made 0 or 1 by the others | the standalone form of n exists |
//! | u(s) | continuous, made 0 or 1 by the others | shared cost s is paid |
//! | w(r) | continuous | number of inlined copies of r: the owner's code may exist several times |
//!
//! Minimizing bytes under the constraints
//!
//! ```text
//! i(r) <= c(owner), i(r) <= c(callee)
//! l(n) >= 1 - i(r) for each r to n, l(n) <= sum of 1 - i(r)
//! l(n) = 1 for roots, and if some reference to n is never inlined
//! u(s) >= c(n), or 1 - c(n), for each candidate that uses s
//! w(r) >= i(r), w(r) >= copies(owner) - M (1 - i(r)), w(r) <= M i(r), w(r) <= copies(owner)
//! copies(n) = c(n) - 1 + l(n) + sum of w(r) to n
//! ```
//!
//! gives the size of [`Problem::evaluate`]. The integer program maximizes the time saved while this size stays within
//! the cap. The relaxation of large set-up costs is weak, so each choice of paying or avoiding them has its own
//! program. The solver uses floating point, so every plan that it returns is evaluated again.

use crate::bound::{branch_bound, lp_bound};
use crate::bytes::{Bytes, Predicted};
use crate::extremes::all_interpreted;
use crate::greedy::{CapTooSmall, best, greedy};
use crate::plan::{Link, Plan, Technique};
use crate::problem::{NodeId, Problem};
use crate::set_up::{Branch, branches};
use good_lp::solvers::{SolutionStatus, WithTimeLimit};
use good_lp::{
    Expression, ProblemVariables, ResolutionError, Solution, SolverModel, Variable, WithInitialSolution,
    variable,
};
use std::time::{Duration, Instant};

/// Maximum number of copies of one body in the model. A larger bound M would weaken the relaxation.
const MOST_COPIES: f64 = 4096.0;
/// Maximum number of nodes plus references. For more, building the model takes longer than any useful time limit.
pub const LARGEST: usize = 20_000;

/// Time limit for a solver that cannot count nodes.
const NODES_LIMIT: Duration = Duration::from_secs(2);

/// How much work [`exact()`] may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// At most about this time.
    Time(Duration),
    /// At most this many nodes of the search tree for each choice of set-up costs, so that the result does not depend on
    /// the machine. CBC does not count them, and gets two seconds.
    Nodes(u64),
}

impl From<Duration> for Effort {
    fn from(limit: Duration) -> Self {
        Self::Time(limit)
    }
}

/// The limit of a run.
#[derive(Clone, Copy)]
enum Limit {
    Until(Instant),
    Nodes(u64),
}

impl Limit {
    fn new(effort: Effort) -> Self {
        match effort {
            Effort::Time(time) => Self::Until(Instant::now() + time),
            Effort::Nodes(nodes) => Self::Nodes(nodes),
        }
    }

    fn is_reached(self) -> bool {
        match self {
            Self::Until(deadline) => Instant::now() >= deadline,
            Self::Nodes(nodes) => nodes == 0,
        }
    }
}

/// Result of [`exact()`].
#[derive(Clone, Debug, PartialEq)]
pub enum Solved {
    /// No plan within the cap is faster.
    Proven(Plan),
    /// The best plan found, perhaps the greedy one. The limit is reached, or the problem is too large.
    BestFound {
        /// The best plan found.
        plan: Plan,
        /// Upper bound on the instructions per message that any plan within the cap saves against [`all_interpreted`].
        bound: f64,
    },
}

impl Solved {
    /// Returns the plan.
    pub fn plan(&self) -> &Plan {
        match self {
            Self::Proven(plan) | Self::BestFound { plan, .. } => plan,
        }
    }

    /// Converts into the plan.
    pub fn into_plan(self) -> Plan {
        match self {
            Self::Proven(plan) | Self::BestFound { plan, .. } => plan,
        }
    }

    /// Whether no plan within the cap is faster.
    pub fn is_proven(&self) -> bool {
        matches!(self, Self::Proven(_))
    }
}

/// Finds the fastest plan of at most `cap` predicted bytes, or the best one that it finds within the `limit`.
///
/// The solver checks the clock between its steps, so a run may exceed a limit of time by its longest step: milliseconds for
/// hundreds of nodes, about a second for 20,000 nodes and references. Problems above [`LARGEST`] do not run the solver.
/// microlp usually solves problems of some hundreds of nodes in seconds; with the feature `cbc`, larger ones.
///
/// # Errors
/// When the smallest plan found exceeds the cap, and the solver finds none that fits either.
pub fn exact(
    problem: &Problem,
    cap: impl Into<Bytes<Predicted>>,
    limit: impl Into<Effort>,
) -> Result<Solved, CapTooSmall> {
    let cap = cap.into();
    let limit = Limit::new(limit.into());
    let greedy = greedy(problem, cap);
    let size = problem.nodes.len() + problem.references.len();
    let (found, proven) = if size > LARGEST || limit.is_reached() {
        (None, false)
    } else {
        search(problem, cap, limit, greedy.as_ref().ok())
    };
    let plan = match (greedy, found) {
        (Ok(greedy), found) => best(std::iter::once(greedy).chain(found)).expect("there is the greedy plan"),
        (Err(_), Some(found)) => found,
        (Err(error), None) => return Err(error),
    };
    if proven {
        return Ok(Solved::Proven(plan));
    }
    let bound = lp_bound(problem, cap);
    // A plan that reaches the bound is optimal.
    let saved = all_interpreted(problem).totals.time - plan.totals.time;
    if saved >= bound - 1e-9 * bound.abs() {
        return Ok(Solved::Proven(plan));
    }
    Ok(Solved::BestFound { plan, bound })
}

#[cfg(feature = "cbc")]
static CBC: std::sync::Mutex<()> = std::sync::Mutex::new(());

/// A program. The variables of `compiled` are its first ones, those of `inlined` the next.
struct Model {
    variables: ProblemVariables,
    compiled: Vec<Variable>,
    inlined: Vec<Option<Variable>>,
    size: Expression,
    gain: Expression,
    constraints: Vec<good_lp::Constraint>,
}

/// The best plan found within the limit, and whether it is proven optimal. Solves the branches one after another,
/// the most promising first, and skips branches that cannot contain a better plan.
fn search(
    problem: &Problem,
    cap: Bytes<Predicted>,
    limit: Limit,
    start: Option<&Plan>,
) -> (Option<Plan>, bool) {
    let interpreted = all_interpreted(problem).totals.time;
    let saved = |plan: &Plan| interpreted - plan.totals.time;
    let mut open: Vec<(f64, Branch)> =
        branches(problem).into_iter().map(|branch| (branch_bound(&branch, cap), branch)).collect();
    open.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (mut found, mut proven) = (start.cloned(), true);
    for (bound, branch) in open {
        if found.as_ref().is_some_and(|plan| saved(plan) >= bound - 1e-9 * bound.abs()) {
            continue;
        }
        let (plan, settled) = solve(problem, &branch, cap, limit, found.as_ref());
        proven &= settled;
        found = best(found.into_iter().chain(plan));
    }
    (found, proven)
}

/// The best plan of a branch, if the solver finds one in time, and whether it is proven optimal.
fn solve(
    whole: &Problem,
    branch: &Branch,
    cap: Bytes<Predicted>,
    limit: Limit,
    start: Option<&Plan>,
) -> (Option<Plan>, bool) {
    let problem = &branch.problem;
    let model = Model::new(problem);
    // Scale times to a total of about 1000, so that the solver's tolerances mean the same for every problem.
    let total: f64 = problem.node_ids().map(|id| problem.compile_gain(id).abs()).sum();
    let scale = if total > 0.0 { 1000.0 / total } else { 1.0 };
    let objective = model.gain.clone() * scale;
    #[cfg(not(feature = "cbc"))]
    let mut solver = model.variables.maximise(objective).using(good_lp::solvers::microlp::microlp);
    // CBC keeps settings in global variables. Models that several threads make at the same time give wrong results.
    #[cfg(feature = "cbc")]
    let _alone = CBC.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    #[cfg(feature = "cbc")]
    let mut solver = model.variables.maximise(objective).using(good_lp::solvers::coin_cbc::coin_cbc);
    // If the preprocessing of CBC 2.10 fixes all integers, CBC reports a worse solution as optimal.
    #[cfg(feature = "cbc")]
    solver.set_parameter("preprocess", "off");
    // CBC's steepest edge rule fails an assertion and ends the process if a reduced cost is zero.
    #[cfg(feature = "cbc")]
    solver.set_parameter("primalPivot", "dantzig");
    for constraint in model.constraints {
        solver = solver.with(constraint);
    }
    // Scale bytes to the cap, for the same reason.
    let unit = cap.as_f64().max(1.0) / 1000.0;
    solver = solver.with((model.size * (1.0 / unit)).leq(cap.as_f64() / unit));
    // CBC gets no start: if the start is already optimal, CBC 2.10 returns the relaxation.
    let lies_here = |plan: &&Plan| branch.compiled.iter().all(|id| plan.is_compiled(*id));
    if let Some(start) = start.filter(lies_here).filter(|_| cfg!(not(feature = "cbc"))) {
        let compiled =
            problem.node_ids().map(|id| (model.compiled[id.index()], f64::from(start.is_compiled(id))));
        let inlined = problem
            .reference_ids()
            .filter_map(|id| model.inlined[id.index()].map(|var| (var, f64::from(start.is_inlined(id)))));
        let values: Vec<(Variable, f64)> = compiled.chain(inlined).collect();
        solver = solver.with_initial_solution(values);
    }
    let choices: Vec<Variable> =
        model.compiled.iter().chain(model.inlined.iter().flatten()).copied().collect();
    let (values, proven) = match answer(solver, limit, &choices) {
        Ok(answer) => answer,
        // The branch holds no plan within the cap.
        Err(ResolutionError::Infeasible) => return (None, true),
        Err(_) => return (None, false),
    };
    let mut chosen = values.into_iter().map(|value| value > 0.5);
    let technique = |is_compiled| if is_compiled { Technique::Compiled } else { Technique::Interpreted };
    let techniques = chosen.by_ref().take(model.compiled.len()).map(technique).collect();
    let inlined = |var: &Option<Variable>| var.is_some() && chosen.next().unwrap_or(false);
    let link = |is_inlined| if is_inlined { Link::Inline } else { Link::Call };
    let links = model.inlined.iter().map(inlined).map(link).collect();
    match whole.plan(techniques, links) {
        Ok(plan) if plan.totals.size <= cap => (Some(plan), proven),
        // The plan breaks the cap because the solver rounds within its tolerance. This proves nothing.
        _ => (None, false),
    }
}

/// Runs the solver. Returns the values of `choices`, the first variables of the program, and whether they are proven to
/// be optimal.
fn answer<S>(solver: S, limit: Limit, choices: &[Variable]) -> Result<(Vec<f64>, bool), ResolutionError>
where
    S: SolverModel<Error = ResolutionError> + WithTimeLimit + CountsNodes,
{
    let seconds = match limit {
        Limit::Until(deadline) => deadline.saturating_duration_since(Instant::now()).as_secs_f64(),
        Limit::Nodes(nodes) => match solver.within_nodes(nodes) {
            Some(answer) => return answer,
            None => NODES_LIMIT.as_secs_f64(),
        },
    };
    let solution = solver.with_time_limit(seconds.max(0.001)).solve()?;
    let values = choices.iter().map(|variable| solution.value(*variable)).collect();
    Ok((values, matches!(solution.status(), SolutionStatus::Optimal)))
}

/// A solver that may stop after a number of nodes of its search tree.
trait CountsNodes {
    /// Solves the program without its start. Returns the values of all variables in their order, and whether they are
    /// proven to be optimal; `None` if the solver does not count nodes.
    fn within_nodes(&self, nodes: u64) -> Option<Result<(Vec<f64>, bool), ResolutionError>>;
}

#[cfg(not(feature = "cbc"))]
impl CountsNodes for good_lp::solvers::microlp::MicroLpProblem {
    fn within_nodes(&self, nodes: u64) -> Option<Result<(Vec<f64>, bool), ResolutionError>> {
        let mut options = microlp::SolveOptions::default();
        options.node_limit = Some(nodes);
        let stopped = || ResolutionError::Str("no plan within the limit of nodes".to_owned());
        let solved = self.as_inner().clone().solve_with(options).map_err(ResolutionError::from);
        let solved = solved.and_then(|outcome| outcome.into_solution().map_err(|_| stopped()));
        Some(solved.map(|solution| {
            let values = solution.iter().map(|(_, value)| value).collect();
            (values, solution.status() == microlp::SolutionStatus::Optimal)
        }))
    }
}

#[cfg(feature = "cbc")]
impl CountsNodes for good_lp::solvers::coin_cbc::CoinCbcProblem {
    fn within_nodes(&self, _: u64) -> Option<Result<(Vec<f64>, bool), ResolutionError>> {
        None
    }
}

impl Model {
    fn new(problem: &Problem) -> Self {
        let mut model = Self {
            variables: ProblemVariables::new(),
            compiled: Vec::new(),
            inlined: Vec::new(),
            size: Expression::from(problem.fixed_size as f64),
            gain: Expression::from(0.0),
            constraints: Vec::new(),
        };
        for id in problem.node_ids() {
            let var = match (problem.is_reached(id), problem.node(id).pinned) {
                (true, None) => model.variables.add(variable().binary()),
                (_, pinned) => {
                    let value = f64::from(pinned == Some(Technique::Compiled));
                    model.variables.add(variable().min(value).max(value))
                }
            };
            model.compiled.push(var);
        }
        for id in problem.reference_ids() {
            let var = problem.may_inline(id).then(|| model.variables.add(variable().binary()));
            if let Some(var) = var {
                let reference = problem.reference(id);
                for end in [reference.owner, reference.callee] {
                    model.constraints.push((var - model.compiled[end.index()]).leq(0.0));
                }
                model.gain += problem.inline_gain(id) * var;
            }
            model.inlined.push(var);
        }
        model.add_bodies(problem);
        model.add_shared(problem);
        model
    }

    /// Adds the standalone forms and the copies, owners before callees.
    fn add_bodies(&mut self, problem: &Problem) {
        let mut copies: Vec<Expression> = vec![Expression::from(0.0); problem.nodes.len()];
        let mut most = vec![0.0_f64; problem.nodes.len()];
        for &id in problem.owners_first().iter().filter(|id| problem.is_reached(**id)) {
            let node = problem.node(id);
            let compiled = self.compiled[id.index()];
            self.gain += problem.compile_gain(id) * compiled;
            let body = self.body(problem, id);
            self.size += node.interpreted.size as f64 * (1.0 - compiled);
            self.size += node.compiled.size as f64 * body.clone();
            copies[id.index()] += body;
            most[id.index()] = (most[id.index()] + 1.0).min(MOST_COPIES);
            for r in problem.references_of(id) {
                let Some(inlined) = self.inlined[r.index()] else { continue };
                let callee = problem.reference(*r).callee.index();
                let bound = most[id.index()];
                let count = if bound <= 1.0 {
                    Expression::from(inlined)
                } else {
                    self.count(inlined, &copies[id.index()], bound)
                };
                self.size += problem.reference(*r).size_delta as f64 * count.clone();
                copies[callee] += count;
                most[callee] = (most[callee] + bound).min(MOST_COPIES);
            }
        }
    }

    /// An expression that is 1 if the compiled standalone form exists, else 0.
    fn body(&mut self, problem: &Problem, id: NodeId) -> Expression {
        let compiled = self.compiled[id.index()];
        if !problem.is_droppable(id) {
            return compiled.into();
        }
        let live = self.variables.add(variable().min(0.0).max(1.0));
        for r in problem.references_to(id) {
            let inlined =
                self.inlined[r.index()].expect("every reference to a droppable node may be inlined");
            self.constraints.push((live + inlined).geq(1.0));
        }
        // The standalone form of an interpreted node exists, since nothing inlines it. This also tightens the
        // relaxation.
        self.constraints.push((live + compiled).geq(1.0));
        compiled - 1.0 + live
    }

    /// The number of copies of the callee that an inlined reference makes: the number of copies of its owner, at most
    /// `most`.
    fn count(&mut self, inlined: Variable, owner: &Expression, most: f64) -> Expression {
        let count = self.variables.add(variable().min(0.0).max(most));
        self.constraints.push((count - inlined).geq(0.0));
        self.constraints.push((count - owner.clone() - most * inlined).geq(-most));
        self.constraints.push((count - most * inlined).leq(0.0));
        self.constraints.push((count - owner.clone()).leq(0.0));
        count.into()
    }

    fn add_shared(&mut self, problem: &Problem) {
        for (item, users) in problem.shared_users.iter().enumerate() {
            if users.is_empty() {
                continue;
            }
            let paid = self.variables.add(variable().min(0.0).max(1.0));
            self.size += problem.shared[item] as f64 * paid;
            for id in users {
                let node = problem.node(*id);
                let compiled = self.compiled[id.index()];
                let uses = |items: &[crate::SharedId]| items.iter().any(|used| used.index() == item);
                if uses(&node.interpreted.shared) {
                    self.constraints.push((paid + compiled).geq(1.0));
                }
                if uses(&node.compiled.shared) {
                    self.constraints.push((paid - compiled).geq(0.0));
                }
            }
        }
    }
}

//! Finds the neighbors of a plan: plans that take or reverse a few moves.
//!
//! [`exchange`] is the last stage of the greedy search: it takes or reverses one or two moves and fills the cap again.
//! [`steps`] and [`smaller`] change a single choice and keep the rest. The search within a measured cap uses them and
//! compiles the results that it tries.

use crate::bytes::{Bytes, Predicted};
use crate::greedy::{Move, Ratio, ascend_watched, best, descend};
use crate::plan::Plan;
use crate::problem::Problem;
use crate::state::{State, Step};

/// Limits one round of exchanges: moves tried, times the number of nodes and references. Problems with more nodes and
/// references than this skip exchanges.
const EXCHANGE_EFFORT: usize = 15_000;
const EXCHANGE_ROUNDS: usize = 6;

/// Improves a plan by exchanges: takes a move that did not fit, or reverses one, and fills the cap again.
///
/// It tries single moves, then pairs if no single move helps. This matters if the cap holds a few large nodes; with
/// many small ones the greedy plan is nearly optimal.
pub(crate) fn exchange(problem: &Problem, mut plan: Plan, cap: Bytes<Predicted>) -> Plan {
    let effort = EXCHANGE_EFFORT / (problem.nodes.len() + problem.references.len()).max(1);
    let tries = effort.min(32);
    for _ in 0..if tries > 0 { EXCHANGE_ROUNDS } else { 0 } {
        let (waiting, taken) = candidates_of_exchange(&mut State::of_plan(problem, &plan), tries);
        let first = |most: usize| -> Vec<Reversal> {
            waiting.iter().take(most).chain(taken.iter().take(most)).copied().collect()
        };
        let mut better = exchanged(problem, &plan, cap, first(tries).chunks(1));
        if better.totals.time >= plan.totals.time {
            let few = first(effort.isqrt().min(tries));
            let seconds =
                |at: usize| few[at + 1..].iter().map(|second| [few[at], *second]).collect::<Vec<_>>();
            let pairs: Vec<[Reversal; 2]> = (0..few.len()).flat_map(seconds).collect();
            better = exchanged(problem, &plan, cap, pairs.iter().map(|pair| &pair[..]));
        }
        if better.totals.time >= plan.totals.time {
            return plan;
        }
        plan = better;
    }
    plan
}

/// A move that an exchange takes or reverses.
#[derive(Clone, Copy)]
pub(crate) enum Reversal {
    Take(Move),
    GiveUp(Move),
}

/// Returns the best of a plan and the plans after each list of reversals, with the cap filled again.
fn exchanged<'r>(
    problem: &Problem,
    plan: &Plan,
    cap: Bytes<Predicted>,
    reversals: impl Iterator<Item = &'r [Reversal]>,
) -> Plan {
    let start = State::of_plan(problem, plan);
    let reversed = |moves: &[Reversal]| {
        let mut state = start.clone();
        let mut done = Vec::new();
        for reversal in moves {
            let steps = match *reversal {
                Reversal::Take(what) => what.steps(&mut state),
                Reversal::GiveUp(what) => what.given_up(&state),
            };
            // The first of two moves may include the second, or make it impossible.
            let Some(steps) = steps else { continue };
            if state.apply(&steps).refused {
                return None;
            }
            done.extend(steps);
        }
        let fits = descend(state, cap, &done)?;
        Some(ascend_watched(fits, cap, &done, |_, _, _| {}).into_plan())
    };
    best(std::iter::once(plan.clone()).chain(reversals.filter_map(reversed))).expect("there is one")
}

/// The open moves with the highest ratio, and the taken moves with the lowest; at most `tries` of each.
pub(crate) fn candidates_of_exchange(state: &mut State<'_>, tries: usize) -> (Vec<Reversal>, Vec<Reversal>) {
    let problem = state.problem;
    let mut waiting: Vec<(Ratio, Move)> = Vec::new();
    let mut taken: Vec<(Ratio, Move)> = Vec::new();
    for what in problem.node_ids().map(Move::Compile).chain(problem.reference_ids().map(Move::Inline)) {
        if let Some(steps) = what.steps(state) {
            let ratio = Ratio::of(&state.trial(&steps));
            waiting.extend(ratio.map(|ratio| (ratio, what)));
        } else if let Some(steps) = what.given_up(state) {
            let change = state.trial(&steps);
            if change.size < 0 {
                taken.push((Ratio(change.gain / change.size as f64), what));
            }
        }
    }
    waiting.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    taken.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
    let first = |moves: Vec<(Ratio, Move)>, reversal: fn(Move) -> Reversal| {
        moves.into_iter().take(tries).map(|(_, what)| reversal(what)).collect()
    };
    (first(waiting, Reversal::Take), first(taken, Reversal::GiveUp))
}

/// Number of single choices that [`steps`] and [`smaller`] try.
const MOST_CHOICES: usize = 64;

/// Plans that compile one more node, or inline one more reference, than a plan. The greatest gains come first.
pub(crate) fn steps(problem: &Problem, plan: &Plan) -> Vec<Plan> {
    let mut state = State::of_plan(problem, plan);
    let mut open: Vec<(f64, Move)> = choices(&state, false).filter(|(gain, _)| *gain > 0.0).collect();
    open.sort_by(|a, b| b.0.total_cmp(&a.0));
    let step = |(_, what): (f64, Move)| {
        let step = what.alone(&state)?;
        Some(changed(&mut state, &[step]))
    };
    open.into_iter().take(MOST_CHOICES).filter_map(step).collect()
}

/// Plans that reverse a single choice of a plan and are at least `over` bytes smaller. The fastest come first.
pub(crate) fn smaller(problem: &Problem, plan: &Plan, over: Bytes<Predicted>) -> Vec<Plan> {
    let mut state = State::of_plan(problem, plan);
    let mut made: Vec<(f64, Move)> = choices(&state, true).collect();
    made.sort_by(|a, b| a.0.total_cmp(&b.0));
    let without = |(_, what): (f64, Move)| {
        let steps = what.given_up(&state)?;
        Some(changed(&mut state, &steps))
    };
    let mut plans: Vec<Plan> = made.into_iter().take(MOST_CHOICES).filter_map(without).collect();
    plans.retain(|other| other.totals.size.saturating_add(over) <= plan.totals.size);
    plans.sort_by(|a, b| a.totals.time.total_cmp(&b.totals.time));
    plans
}

/// The plan after these steps. The state stays as it was.
fn changed(state: &mut State<'_>, steps: &[Step]) -> Plan {
    state.apply(steps);
    let plan = state.clone().into_plan();
    state.undo(steps);
    plan
}

/// The single choices that a state has made (`made`) or not made, each with the time that it saves.
fn choices(state: &State<'_>, made: bool) -> impl Iterator<Item = (f64, Move)> {
    let problem = state.problem;
    let nodes = problem.node_ids().filter(move |id| state.compiled[id.index()] == made);
    let references = problem.reference_ids().filter(move |id| state.inlined[id.index()] == made);
    nodes
        .map(|id| (problem.compile_gain(id), Move::Compile(id)))
        .chain(references.map(|id| (problem.inline_gain(id), Move::Inline(id))))
}

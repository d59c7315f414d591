//! The extreme plans (all interpreted, all compiled, smallest, fastest), and the caps between them.

use crate::bytes::{Bytes, Predicted};
use crate::greedy::{Move, ascend, best};
use crate::plan::{Plan, Technique};
use crate::problem::{NodeId, Problem, ReferenceId};
use crate::state::{Change, State, Step};

/// Maximum number of rounds over all nodes in the search for small plans.
const SHRINK_ROUNDS: usize = 12;

/// Limits of the fastest plan if there is no cap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Maximum total size, as a multiple of the all-compiled plan's size. Values below 1 count as 1.
    pub growth: f64,
    /// Maximum number of commands in one body, with all that is inlined into it.
    pub body_commands: u32,
}

impl Limits {
    /// The default limits: twice the all-compiled size, 256 commands per body.
    pub const STANDARD: Self = Self { growth: 2.0, body_commands: 256 };

    /// Maximum size of a plan, given the all-compiled plan.
    fn size(self, compiled: &Plan) -> Bytes<Predicted> {
        compiled.totals.size.share(self.growth.max(1.0))
    }
}

/// The plan with everything interpreted, except for pins.
pub fn all_interpreted(problem: &Problem) -> Plan {
    State::interpreted(problem).into_plan()
}

/// The plan with everything compiled, except for pins. A reference is inlined only if that shrinks the plan. Times do
/// not matter, so a [charged](Problem::charged) problem has the same plan, and the percentages of a cap mean the same.
pub fn all_compiled(problem: &Problem) -> Plan {
    let mut state = compiled(problem, None);
    take_while(&mut state, |change| change.size < 0, possible_inlinings);
    state.into_plan()
}

/// The smallest plan found; of two equally small ones the faster.
///
/// The search starts from both the all-interpreted and the all-compiled plan, and shrinks each until no single change
/// shrinks it further. If many nodes share a cost, a smaller plan may exist.
pub fn smallest(problem: &Problem) -> Plan {
    let ends = [State::interpreted(problem), shrink_by_inlining(compiled(problem, None))];
    let [a, b] = ends.map(|state| shrink(state).into_plan());
    if (b.totals.size, b.totals.time) < (a.totals.size, a.totals.time) { b } else { a }
}

/// The fastest plan found within the limits.
///
/// It compiles nodes that are faster compiled, and inlines references while that saves time. If no plan found keeps the
/// limits, the result is the all-compiled plan.
pub fn fastest(problem: &Problem, limits: Limits) -> Plan {
    let reference = all_compiled(problem);
    let most = limits.size(&reference);
    let mut interpreted = State::interpreted(problem);
    interpreted.limit_bodies(limits.body_commands);
    let compiled = shrink_by_inlining(compiled(problem, Some(limits.body_commands)));
    let mut faster = compiled.clone();
    give_up_slower(&mut faster);
    let plans = [compiled, faster, interpreted].map(|state| ascend(state, most).into_plan());
    best(plans.into_iter().filter(|plan| plan.totals.size <= most)).unwrap_or(reference)
}

/// The plan with everything compiled, except for pins, and with all inlining that the limits allow.
///
/// It inlines the most frequent references first, even if that saves no time.
pub fn all_inlined(problem: &Problem, limits: Limits) -> Plan {
    let most = limits.size(&all_compiled(problem));
    let mut state = shrink_by_inlining(compiled(problem, Some(limits.body_commands)));
    let mut order: Vec<ReferenceId> = problem.reference_ids().collect();
    let frequency = |id: &ReferenceId| problem.reference(*id).frequency;
    order.sort_by(|a, b| frequency(b).total_cmp(&frequency(a)).then(a.cmp(b)));
    for id in order {
        let Some(step) = Move::Inline(id).alone(&state) else { continue };
        if state.apply(&[step]).refused || state.size > i128::from(most.get()) {
            state.undo(&[step]);
        }
    }
    state.into_plan()
}

/// The plan without the bytes that save no time: interprets nodes and calls references again where that frees bytes and
/// costs no time. The solvers' plans hold no such bytes; forced plans do.
pub fn without_idle(problem: &Problem, plan: &Plan) -> Plan {
    let mut state = State::of_plan(problem, plan);
    let wanted = |change: &Change| change.size < 0 && change.gain >= 0.0;
    take_while(&mut state, wanted, |state, id| {
        let of_node = state.problem.references_of(id).iter().filter(|r| state.inlined[r.index()]);
        let mut choices: Vec<Vec<Step>> = of_node.map(|r| vec![Step::Call(*r)]).collect();
        if state.compiled[id.index()] && state.may(id, Technique::Interpreted) {
            choices.push(state.revert(id));
        }
        choices
    });
    state.into_plan()
}

/// The cap in bytes for a percentage: 0 is the size of the smallest plan, 100 that of the all-compiled plan, linear
/// between and beyond. Negative percentages count as 0. If the all-compiled plan is not larger than the smallest, every
/// percentage gives the smallest size.
pub fn cap_for_percent(problem: &Problem, percent: f64) -> Bytes<Predicted> {
    let (low, high) = (smallest(problem).totals.size, all_compiled(problem).totals.size);
    if high <= low {
        return high.max(low);
    }
    let between = high.saturating_sub(low).as_f64() * percent.max(0.0) / 100.0;
    low.saturating_add(Bytes::new(between.round() as u64))
}

fn compiled(problem: &Problem, body_commands: Option<u32>) -> State<'_> {
    let mut state = State::interpreted(problem);
    if let Some(commands) = body_commands {
        state.limit_bodies(commands);
    }
    for id in problem.node_ids() {
        if state.may_compile(id) {
            state.apply(&[Step::Compile(id)]);
        }
    }
    state
}

/// Inlines references if that shrinks the plan and costs no time.
pub(crate) fn shrink_by_inlining(mut state: State<'_>) -> State<'_> {
    take_while(&mut state, |change| change.size < 0 && change.gain >= 0.0, possible_inlinings);
    state
}

fn possible_inlinings(state: &mut State<'_>, id: NodeId) -> Vec<Vec<Step>> {
    inlinings(state, id).into_iter().filter_map(|what| what.steps(state)).collect()
}

/// Interprets nodes that are slower compiled.
fn give_up_slower(state: &mut State<'_>) {
    take_while(
        state,
        |change| change.gain > 0.0,
        |state, id| {
            let free = state.compiled[id.index()] && state.may(id, Technique::Interpreted);
            if free { vec![state.revert(id)] } else { Vec::new() }
        },
    );
}

/// Takes any single change that shrinks the plan, or saves time without adding bytes.
fn shrink(mut state: State<'_>) -> State<'_> {
    let wanted = |change: &Change| change.size < 0 || (change.size == 0 && change.gain > 0.0);
    take_while(&mut state, wanted, |state, id| {
        let moves = inlinings(state, id);
        let mut choices: Vec<Vec<Step>> = moves.into_iter().filter_map(|what| what.steps(state)).collect();
        if state.may_compile(id) {
            choices.push(vec![Step::Compile(id)]);
        }
        if state.compiled[id.index()] && state.may(id, Technique::Interpreted) {
            choices.push(state.revert(id));
        }
        for r in state.problem.references_of(id).iter().filter(|r| state.inlined[r.index()]) {
            choices.push(vec![Step::Call(*r)]);
        }
        choices
    });
    state
}

fn inlinings(state: &State<'_>, id: NodeId) -> Vec<Move> {
    let mut moves = vec![Move::Absorb(id)];
    moves.extend(state.problem.references_to(id).iter().map(|r| Move::Inline(*r)));
    moves
}

/// Takes the wanted choices around each node, callees first, until a round takes none. Stops after [`SHRINK_ROUNDS`].
fn take_while<'p>(
    state: &mut State<'p>,
    wanted: impl Fn(&Change) -> bool,
    choices: impl Fn(&mut State<'p>, NodeId) -> Vec<Vec<Step>>,
) {
    let problem = state.problem;
    for _ in 0..SHRINK_ROUNDS {
        let mut changed = false;
        for &id in problem.owners_first().iter().rev() {
            for steps in choices(state, id) {
                if !still_possible(state, &steps) {
                    continue;
                }
                let change = state.trial(&steps);
                if !wanted(&change) || change.refused {
                    continue;
                }
                if state.apply(&steps).refused {
                    state.undo(&steps);
                } else {
                    changed = true;
                }
            }
        }
        if !changed {
            return;
        }
    }
}

/// Whether these steps are still possible after earlier choices around the same node.
fn still_possible(state: &State<'_>, steps: &[Step]) -> bool {
    let problem = state.problem;
    let mut compiled: Vec<NodeId> = Vec::new();
    steps.iter().all(|step| match *step {
        Step::Compile(id) => {
            compiled.push(id);
            !state.compiled[id.index()]
        }
        Step::Interpret(id) => {
            let around = problem.references_of(id).iter().chain(problem.references_to(id));
            let called = |r: &ReferenceId| !state.inlined[r.index()] || steps.contains(&Step::Call(*r));
            state.compiled[id.index()] && around.into_iter().all(called)
        }
        Step::Inline(r) => {
            let ready = |id: NodeId| state.compiled[id.index()] || compiled.contains(&id);
            !state.inlined[r.index()] && problem.reference(r).may_inline(ready)
        }
        Step::Call(r) => state.inlined[r.index()],
    })
}

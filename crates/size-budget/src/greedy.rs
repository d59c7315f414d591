//! The default solver: a greedy search by profit over weight, upward and downward.
//!
//! The paper sorts the candidates once and takes them up to the cap (Hoschka 1997, the knapsack heuristic).
//! [`simple_greedy`] does the same. In this problem, however, a choice changes the cost of other choices: a shared
//! item is paid, a standalone form disappears, or an owner becomes ready to inline. [`greedy`] therefore keeps the
//! moves in a queue, with the ratio of profit to weight at their last evaluation. It evaluates each move again when
//! the move comes up, and re-queues moves that became better. It skips moves that do not fit and continues.
//!
//! The search upward misses set-up costs: no single node is worth the whole cost of a shared item, or of avoiding the
//! interpreter. So [`greedy`] also searches downward from the all-compiled plan, and keeps the better plan.

use crate::bytes::{Bytes, Predicted};
use crate::exchange::exchange;
use crate::extremes::{all_compiled, all_interpreted, shrink_by_inlining, smallest};
use crate::plan::{Plan, Technique};
use crate::problem::{NodeId, Problem, ReferenceId};
use crate::set_up::{Branch, branches};
use crate::state::{Change, State, Step};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::fmt;

/// The error that no plan fits within the cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CapTooSmall {
    /// The cap in bytes.
    pub cap: Bytes<Predicted>,
    /// Bytes of the smallest plan found.
    pub smallest: Bytes<Predicted>,
}

impl fmt::Display for CapTooSmall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no plan fits in {} bytes; the smallest needs {}", self.cap, self.smallest)
    }
}

impl std::error::Error for CapTooSmall {}

/// The best plan that the greedy search finds within `cap` bytes. It is never slower than that of [`simple_greedy`].
///
/// # Errors
/// When the smallest plan exceeds the cap.
pub fn greedy(problem: &Problem, cap: impl Into<Bytes<Predicted>>) -> Result<Plan, CapTooSmall> {
    let cap = cap.into();
    let interpreted = all_interpreted(problem);
    let smallest = smallest(problem);
    if smallest.totals.size > cap {
        return Err(CapTooSmall { cap, smallest: smallest.totals.size });
    }
    let mut starts = Vec::new();
    if interpreted.totals.size <= cap {
        starts.push(State::of_plan(problem, &interpreted));
    }
    if smallest.techniques != interpreted.techniques || smallest.links != interpreted.links {
        starts.push(State::of_plan(problem, &smallest));
    }
    starts.extend(descend(State::of_plan(problem, &all_compiled(problem)), cap, &[]));
    starts.extend(without_set_ups(problem, cap));
    let mut plans: Vec<Plan> = starts.into_iter().map(|state| ascend(state, cap).into_plan()).collect();
    plans.push(simple_greedy(problem, cap)?);
    Ok(exchange(problem, best(plans).expect("the smallest plan fits"), cap))
}

/// Starting states that avoid some of the largest set-up costs: only the users of these costs are compiled. Omits
/// states above the cap.
fn without_set_ups(problem: &Problem, cap: Bytes<Predicted>) -> Vec<State<'_>> {
    let start = |branch: Branch| {
        let mut state = State::interpreted(problem);
        for id in branch.compiled.into_iter().filter(|id| problem.node(*id).pinned.is_none()) {
            state.apply(&[Step::Compile(id)]);
        }
        let state = shrink_by_inlining(state);
        (state.size <= i128::from(cap.get())).then_some(state)
    };
    branches(problem).into_iter().skip(1).filter_map(start).collect()
}

/// The fastest plan; of equally fast plans the smallest, of equally small ones the first.
pub(crate) fn best(plans: impl IntoIterator<Item = Plan>) -> Option<Plan> {
    let better = |a: &Plan, b: &Plan| {
        a.totals.time.total_cmp(&b.totals.time).then(a.totals.size.cmp(&b.totals.size)) != Ordering::Greater
    };
    plans.into_iter().reduce(|a, b| if better(&a, &b) { a } else { b })
}

/// The paper's knapsack heuristic (Hoschka 1997): compiles nodes in order of falling profit over weight, until one
/// exceeds the cap. It inlines nothing.
///
/// # Errors
/// When the smallest plan exceeds the cap.
pub fn simple_greedy(problem: &Problem, cap: impl Into<Bytes<Predicted>>) -> Result<Plan, CapTooSmall> {
    let cap = cap.into();
    let mut start = all_interpreted(problem);
    if start.totals.size > cap {
        start = smallest(problem);
        if start.totals.size > cap {
            return Err(CapTooSmall { cap, smallest: start.totals.size });
        }
    }
    let mut state = State::of_plan(problem, &start);
    let mut items: Vec<(Ratio, NodeId)> = Vec::new();
    for id in problem.node_ids() {
        let node = problem.node(id);
        let size = i128::from(node.compiled.size) - i128::from(node.interpreted.size);
        let ratio = Ratio::of(&Change { size, gain: problem.compile_gain(id), ..Change::default() });
        if let Some(ratio) = ratio.filter(|_| state.may_compile(id)) {
            items.push((ratio, id));
        }
    }
    items.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    for (_, id) in items {
        let steps = [Step::Compile(id)];
        state.apply(&steps);
        if state.size > i128::from(cap.get()) {
            state.undo(&steps);
            break;
        }
    }
    Ok(state.into_plan())
}

/// Profit over weight: instructions per message saved for each byte. Infinite for a change that adds no bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ratio(pub f64);

impl Ratio {
    /// The ratio of a change. `None` for a change that is refused, costs time, or saves neither time nor bytes.
    pub fn of(change: &Change) -> Option<Self> {
        if change.refused || change.gain < 0.0 || (change.gain == 0.0 && change.size >= 0) {
            return None;
        }
        Some(Self(if change.size <= 0 { f64::INFINITY } else { change.gain / change.size as f64 }))
    }
}

impl Eq for Ratio {}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A move of the search upward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Move {
    /// Compile the node, and inline the references in it that raise the ratio of the whole move. This is the best point
    /// of the node's efficient frontier.
    Compile(NodeId),
    /// Inline the reference. Its owner must be compiled; the move compiles the callee if necessary.
    Inline(ReferenceId),
    /// Inline all references to the node.
    Absorb(NodeId),
}

impl Move {
    /// The move's position in side tables.
    fn slot(self, problem: &Problem) -> usize {
        let (nodes, references) = (problem.nodes.len(), problem.references.len());
        match self {
            Self::Compile(id) => id.index(),
            Self::Inline(id) => nodes + id.index(),
            Self::Absorb(id) => nodes + references + id.index(),
        }
    }

    /// The steps of the move in this state. `None` if the move does not apply.
    pub fn steps(self, state: &mut State<'_>) -> Option<Vec<Step>> {
        let problem = state.problem;
        match self {
            Self::Compile(id) => state.may_compile(id).then(|| compile_steps(state, id)),
            Self::Inline(id) => {
                let reference = problem.reference(id);
                let ready = problem.may_inline(id)
                    && !state.inlined[id.index()]
                    && state.compiled[reference.owner.index()];
                ready.then(|| inline_steps(state, id))
            }
            Self::Absorb(id) => state.absorb(id).filter(|steps| !steps.is_empty()),
        }
    }

    /// The move's own step, without the further steps that the move includes. `None` if that step alone is impossible.
    pub fn alone(self, state: &State<'_>) -> Option<Step> {
        match self {
            Self::Compile(id) => state.may_compile(id).then_some(Step::Compile(id)),
            Self::Inline(id) => state.may_inline(id).then_some(Step::Inline(id)),
            Self::Absorb(_) => None,
        }
    }

    /// The steps that reverse the move. `None` if the move is not taken or a pin requires it.
    pub fn given_up(self, state: &State<'_>) -> Option<Vec<Step>> {
        match self {
            Self::Compile(id) => {
                let free = state.compiled[id.index()] && state.may(id, Technique::Interpreted);
                free.then(|| state.revert(id))
            }
            Self::Inline(id) => state.inlined[id.index()].then(|| vec![Step::Call(id)]),
            Self::Absorb(_) => None,
        }
    }
}

fn inline_steps(state: &State<'_>, id: ReferenceId) -> Vec<Step> {
    let callee = state.problem.reference(id).callee;
    if state.compiled[callee.index()] {
        vec![Step::Inline(id)]
    } else {
        vec![Step::Compile(callee), Step::Inline(id)]
    }
}

fn compile_steps(state: &mut State<'_>, id: NodeId) -> Vec<Step> {
    let problem = state.problem;
    let mut steps = vec![Step::Compile(id)];
    if !problem.references_of(id).iter().any(|r| problem.may_inline(*r)) {
        return steps;
    }
    let mut total = state.apply(&steps);
    let mut inner: Vec<(Ratio, ReferenceId)> = Vec::new();
    for r in problem.references_of(id).iter().filter(|r| problem.may_inline(**r)) {
        let inline = inline_steps(state, *r);
        let change = state.trial(&inline);
        inner.extend(Ratio::of(&change).map(|ratio| (ratio, *r)));
    }
    inner.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    for (_, r) in inner {
        // Evaluate again: an earlier inlining may have compiled the same callee or dropped its standalone form.
        let inline = inline_steps(state, r);
        let change = state.apply(&inline);
        let raises = |ratio: Ratio| Ratio::of(&total).is_none_or(|whole| ratio >= whole);
        if Ratio::of(&change).is_some_and(raises) {
            total.size += change.size;
            total.gain += change.gain;
            steps.extend(inline);
        } else {
            state.undo(&inline);
        }
    }
    state.undo(&steps);
    steps
}

/// An entry of the queue, ordered by falling ratio, then by move.
#[derive(PartialEq, Eq)]
struct Entry {
    ratio: Ratio,
    what: Move,
    stamp: u32,
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        self.ratio
            .cmp(&other.ratio)
            .then_with(|| other.what.cmp(&self.what))
            .then(self.stamp.cmp(&other.stamp))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The open moves, with the ratio that each had when last evaluated.
struct Queue {
    heap: BinaryHeap<Entry>,
    /// The latest stamp of each slot. Entries with older stamps are obsolete.
    stamps: Vec<u32>,
}

impl Queue {
    fn new(problem: &Problem) -> Self {
        let slots = 2 * problem.nodes.len() + problem.references.len();
        Self { heap: BinaryHeap::new(), stamps: vec![0; slots] }
    }

    fn look(&mut self, state: &mut State<'_>, what: Move) {
        let Some(steps) = what.steps(state) else { return };
        let change = state.trial(&steps);
        if let Some(ratio) = Ratio::of(&change) {
            self.push(state.problem, ratio, what);
        }
    }

    fn push(&mut self, problem: &Problem, ratio: Ratio, what: Move) {
        let stamp = &mut self.stamps[what.slot(problem)];
        *stamp += 1;
        self.heap.push(Entry { ratio, what, stamp: *stamp });
    }

    fn pop(&mut self, problem: &Problem) -> Option<Entry> {
        loop {
            let entry = self.heap.pop()?;
            if self.stamps[entry.what.slot(problem)] == entry.stamp {
                return Some(entry);
            }
        }
    }

    /// Evaluates all moves again that these steps may have made better.
    fn look_around(&mut self, state: &mut State<'_>, steps: &[Step]) {
        let problem = state.problem;
        let mut moves = Vec::new();
        for step in steps {
            match *step {
                Step::Compile(id) => {
                    moves.extend(problem.references_of(id).iter().map(|r| Move::Inline(*r)));
                    moves.extend(
                        problem.references_of(id).iter().map(|r| Move::Absorb(problem.reference(*r).callee)),
                    );
                    moves.extend(problem.references_to(id).iter().map(|r| Move::Inline(*r)));
                    moves.push(Move::Absorb(id));
                    moves.extend(newly_shared(state, id));
                }
                Step::Inline(r) => {
                    let callee = problem.reference(r).callee;
                    moves.push(Move::Absorb(callee));
                    moves.extend(problem.references_of(callee).iter().map(|r| Move::Inline(*r)));
                }
                Step::Interpret(_) | Step::Call(_) => {}
            }
        }
        moves.sort_unstable();
        moves.dedup();
        for what in moves {
            self.look(state, what);
        }
    }
}

/// The moves that became cheaper because a node was compiled: a shared cost is now paid, or has only one user left.
fn newly_shared(state: &State<'_>, id: NodeId) -> Vec<Move> {
    let problem = state.problem;
    let node = problem.node(id);
    let first = node.compiled.shared.iter().filter(|item| state.users[item.index()] == 1);
    let last = node.interpreted.shared.iter().filter(|item| state.users[item.index()] == 1);
    let mut moves = Vec::new();
    for item in first.chain(last) {
        moves.extend(problem.shared_users[item.index()].iter().map(|user| Move::Compile(*user)));
    }
    moves
}

/// Takes moves by falling ratio and skips those that do not fit within the cap.
pub(crate) fn ascend(state: State<'_>, cap: Bytes<Predicted>) -> State<'_> {
    ascend_watched(state, cap, &[], |_, _, _| {})
}

/// Like [`ascend`], but never reverses a step of `given_up`. Calls `taken` after each move, with the new state, the
/// steps and their change.
pub(crate) fn ascend_watched<'p>(
    mut state: State<'p>,
    cap: Bytes<Predicted>,
    given_up: &[Step],
    mut taken: impl FnMut(&State<'p>, &[Step], Change),
) -> State<'p> {
    let problem = state.problem;
    let mut queue = Queue::new(problem);
    // Whether some move freed bytes since the skipped moves were last evaluated.
    let mut gave_back = false;
    for id in problem.node_ids() {
        queue.look(&mut state, Move::Compile(id));
        queue.look(&mut state, Move::Absorb(id));
    }
    for id in problem.reference_ids() {
        queue.look(&mut state, Move::Inline(id));
    }
    let mut passed_over: Vec<Move> = Vec::new();
    loop {
        let Some(entry) = queue.pop(problem) else {
            if !std::mem::take(&mut gave_back) {
                return state;
            }
            let room = i128::from(cap.get()) - state.size;
            let again: Vec<Move> = std::mem::take(&mut passed_over);
            for what in again {
                let Some(steps) = what.steps(&mut state) else { continue };
                let change = state.trial(&steps);
                if let Some(ratio) = Ratio::of(&change).filter(|_| change.size <= room) {
                    queue.push(problem, ratio, what);
                }
            }
            continue;
        };
        let Some(steps) = entry.what.steps(&mut state) else { continue };
        if steps.iter().any(|step| given_up.contains(&step.inverse())) {
            continue;
        }
        let change = state.trial(&steps);
        let Some(ratio) = Ratio::of(&change) else { continue };
        if ratio < entry.ratio && queue.heap.peek().is_some_and(|next| next.ratio > ratio) {
            queue.push(problem, ratio, entry.what);
            continue;
        }
        if state.size + change.size > i128::from(cap.get()) {
            passed_over.push(entry.what);
            // The node with its inlinings is too large, but the node alone may fit.
            let bare = &steps[..1];
            let change = state.trial(bare);
            let fits = state.size + change.size <= i128::from(cap.get()) && Ratio::of(&change).is_some();
            if steps.len() > 1 && fits && matches!(entry.what, Move::Compile(_)) {
                state.apply(bare);
                gave_back |= change.size < 0;
                taken(&state, bare, change);
                queue.look_around(&mut state, bare);
            }
            continue;
        }
        // A trial checks only the nearest bodies. `apply` may find others that exceed the limits.
        if state.apply(&steps).refused {
            state.undo(&steps);
            continue;
        }
        gave_back |= change.size < 0;
        taken(&state, &steps, change);
        queue.look_around(&mut state, &steps);
    }
}

/// Searches downward from a state above the cap: reverses moves until the plan fits, first those that lose least time
/// per byte freed. `None` if no reversal makes it fit.
///
/// The ratios ignore shared costs that a reversal newly pays, such as the interpreter: they are paid once anything is
/// interpreted, and no plan fits before that.
///
/// The search never reverses the steps of `kept`.
pub(crate) fn descend<'p>(mut state: State<'p>, cap: Bytes<Predicted>, kept: &[Step]) -> Option<State<'p>> {
    let problem = state.problem;
    let mut heap: BinaryHeap<std::cmp::Reverse<(Ratio, Move)>> = BinaryHeap::new();
    let loss = |state: &mut State<'_>, what: Move| {
        let steps = what.given_up(state)?;
        if steps.iter().any(|step| kept.contains(&step.inverse())) {
            return None;
        }
        let change = state.trial(&steps);
        let freed = change.shared - change.size;
        (freed > 0).then(|| (Ratio(-change.gain / freed as f64), steps))
    };
    let all = problem.node_ids().map(Move::Compile).chain(problem.reference_ids().map(Move::Inline));
    for what in all {
        heap.extend(loss(&mut state, what).map(|(ratio, _)| std::cmp::Reverse((ratio, what))));
    }
    while state.size > i128::from(cap.get()) {
        let std::cmp::Reverse((seen, what)) = heap.pop()?;
        let Some((ratio, steps)) = loss(&mut state, what) else { continue };
        if ratio > seen && heap.peek().is_some_and(|next| next.0.0 < ratio) {
            heap.push(std::cmp::Reverse((ratio, what)));
            continue;
        }
        state.apply(&steps);
        for step in &steps {
            let around: Vec<NodeId> = match *step {
                Step::Call(r) => vec![problem.reference(r).owner, problem.reference(r).callee],
                Step::Interpret(id) => last_compiled_users(&state, id),
                Step::Compile(_) | Step::Inline(_) => Vec::new(),
            };
            for id in around {
                let what = Move::Compile(id);
                heap.extend(loss(&mut state, what).map(|(ratio, _)| std::cmp::Reverse((ratio, what))));
            }
        }
    }
    Some(state)
}

/// The nodes that may now free a shared cost: reversing a move has left the cost with one user.
fn last_compiled_users(state: &State<'_>, id: NodeId) -> Vec<NodeId> {
    let problem = state.problem;
    let left = problem.node(id).compiled.shared.iter().filter(|item| state.users[item.index()] == 1);
    left.flat_map(|item| problem.shared_users[item.index()].iter().copied()).collect()
}

#[cfg(test)]
mod tests;

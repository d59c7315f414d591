//! A plan under construction: takes single steps and updates the size and the time saved.

use crate::plan::{Link, Plan, Technique};
use crate::problem::{NodeId, Problem, ReferenceId, SharedId};
use std::collections::BTreeMap;

/// Maximum number of copies of one body. No sensible program needs as many, and integers stay far from overflow.
const COPIES_LIMIT: i128 = 1 << 40;

/// One elementary change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Compile(NodeId),
    Interpret(NodeId),
    Inline(ReferenceId),
    Call(ReferenceId),
}

impl Step {
    /// The step that undoes this one.
    pub fn inverse(self) -> Self {
        match self {
            Self::Compile(id) => Self::Interpret(id),
            Self::Interpret(id) => Self::Compile(id),
            Self::Inline(id) => Self::Call(id),
            Self::Call(id) => Self::Inline(id),
        }
    }
}

/// The change in size and time by some steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Change {
    /// Bytes added, shared costs included.
    pub size: i128,
    /// The part of `size` for shared costs that are newly paid.
    pub shared: i128,
    /// Instructions per message saved.
    pub gain: f64,
    /// Whether a limit forbids the steps.
    pub refused: bool,
}

/// The choices of a plan, with the tables that give the cost of a further step.
#[derive(Clone)]
pub(crate) struct State<'p> {
    pub problem: &'p Problem,
    pub compiled: Vec<bool>,
    pub inlined: Vec<bool>,
    /// Bytes of the whole program.
    pub size: i128,
    /// Number of references that call each node, plus one for a root.
    pub calling: Vec<u32>,
    /// Number of chosen candidates that use each shared cost.
    pub users: Vec<u32>,
    /// Number of copies of each node's compiled code in the program.
    copies: Vec<i128>,
    /// Bytes that inlining adds to each copy of a node's code.
    expansions: Vec<i128>,
    /// Number of references inlined in each node's code. Usually it is 0, and a change affects no further node.
    inlined_in: Vec<u32>,
    /// Number of commands in each node's body with all that is inlined into it.
    commands: Vec<i128>,
    /// Maximum number of commands in a body that contains inlined code.
    body_limit: Option<i128>,
}

impl<'p> State<'p> {
    /// The all-interpreted plan, except for pins.
    pub fn interpreted(problem: &'p Problem) -> Self {
        let mut state = Self {
            problem,
            compiled: vec![false; problem.nodes.len()],
            inlined: vec![false; problem.references.len()],
            size: i128::from(problem.fixed_size),
            calling: vec![0; problem.nodes.len()],
            users: vec![0; problem.shared.len()],
            copies: vec![0; problem.nodes.len()],
            expansions: vec![0; problem.nodes.len()],
            inlined_in: vec![0; problem.nodes.len()],
            commands: problem.nodes.iter().map(|node| i128::from(node.commands)).collect(),
            body_limit: None,
        };
        for id in problem.node_ids().filter(|id| problem.is_reached(*id)) {
            let node = problem.node(id);
            state.calling[id.index()] = state.callers(id) as u32;
            state.size += i128::from(node.interpreted.size);
            for item in &node.interpreted.shared {
                state.use_shared(*item);
            }
        }
        for id in problem.node_ids() {
            if problem.node(id).pinned == Some(Technique::Compiled) {
                state.compile(id, true);
            }
        }
        state
    }

    /// Limits the commands in one body from now on. Call it before anything is inlined.
    pub fn limit_bodies(&mut self, commands: u32) {
        debug_assert!(self.inlined.iter().all(|inlined| !inlined));
        self.body_limit = Some(i128::from(commands));
    }

    /// The state with the choices of a plan.
    pub fn of_plan(problem: &'p Problem, plan: &Plan) -> Self {
        let mut state = Self::interpreted(problem);
        for id in problem.node_ids().filter(|id| plan.is_compiled(*id)) {
            state.compile(id, true);
        }
        // Callees first: each body is complete before it is copied, so each change stays local.
        for owner in problem.owners_first().iter().rev() {
            for r in problem.references_of(*owner) {
                if plan.is_inlined(*r) && problem.may_inline(*r) {
                    state.inline(*r, true);
                }
            }
        }
        state
    }

    /// Makes a plan from the choices.
    pub fn into_plan(self) -> Plan {
        let technique =
            |&compiled: &bool| if compiled { Technique::Compiled } else { Technique::Interpreted };
        let techniques: Vec<_> = self.compiled.iter().map(technique).collect();
        let links: Vec<_> =
            self.inlined.iter().map(|&inlined| if inlined { Link::Inline } else { Link::Call }).collect();
        let totals = self.problem.totals(&techniques, &links);
        debug_assert!(u64::try_from(self.size.max(0)).is_ok_and(|size| totals.size == size));
        Plan { techniques, links, totals }
    }

    /// Whether the node may take this technique.
    pub fn may(&self, id: NodeId, technique: Technique) -> bool {
        self.problem.is_reached(id) && self.problem.node(id).pinned.is_none_or(|pinned| pinned == technique)
    }

    /// Whether the node is interpreted and may be compiled.
    pub fn may_compile(&self, id: NodeId) -> bool {
        !self.compiled[id.index()] && self.may(id, Technique::Compiled)
    }

    /// Whether the reference is called and may be inlined in this state.
    pub fn may_inline(&self, id: ReferenceId) -> bool {
        !self.inlined[id.index()] && self.problem.reference(id).may_inline(|node| self.compiled[node.index()])
    }

    /// Takes the steps in order and returns their total change. Each step must be possible when its turn comes.
    pub fn apply(&mut self, steps: &[Step]) -> Change {
        let mut change = Change::default();
        for &step in steps {
            let one = self.take(step);
            change.size += one.size;
            change.shared += one.shared;
            change.gain += one.gain;
            change.refused |= one.refused;
        }
        change
    }

    /// Returns what the steps would change. The state stays as it was.
    ///
    /// The effect of the last steps is computed without taking them if no copies need a visit. This saves time.
    pub fn trial(&mut self, steps: &[Step]) -> Change {
        if let Some((Step::Interpret(id), _)) = steps.split_last() {
            debug_assert_eq!(steps, self.revert(*id));
            return self.foresee_revert(*id);
        }
        let linked = |step: &Step| match *step {
            Step::Inline(id) => Some(id),
            _ => None,
        };
        let callee = |id: ReferenceId| self.problem.reference(id).callee;
        let mut last: Vec<ReferenceId> = steps.iter().rev().map_while(linked).collect();
        let same = last.iter().take_while(|id| callee(**id) == callee(last[0])).count();
        last.truncate(same);
        let first = &steps[..steps.len() - last.len()];
        let mut change = self.apply(first);
        if !last.is_empty() {
            let one = self.foresee_links(&last, true);
            change.size += one.size;
            change.gain += one.gain;
            change.refused |= one.refused;
        }
        self.undo(first);
        change
    }

    /// The change if these references, all to one callee, were inlined (`inline`) or called.
    fn foresee_links(&self, references: &[ReferenceId], inline: bool) -> Change {
        let problem = self.problem;
        let callee = problem.reference(references[0]).callee.index();
        let sign = if inline { 1 } else { -1 };
        let (mut size, mut more, mut gain) = (0, 0, 0.0);
        let mut longest = 0;
        for id in references {
            let reference = problem.reference(*id);
            let copies = sign * self.copies[reference.owner.index()];
            size += copies * i128::from(reference.size_delta);
            more += copies;
            gain += sign as f64 * problem.inline_gain(*id);
            longest = longest.max(self.commands[reference.owner.index()] + self.commands[callee]);
        }
        let before = i128::from(self.calling[callee]);
        let after = before - sign * references.len() as i128;
        let standalone = i128::from(after > 0) - i128::from(before > 0);
        size += standalone * i128::from(problem.nodes[callee].compiled.size);
        more += standalone;
        size += more * self.expansions[callee];
        // This checks only the limits of the nearest bodies. `apply` checks all bodies.
        let too_long = inline && self.body_limit.is_some_and(|limit| longest > limit);
        let refused = too_long || self.copies[callee] + more > COPIES_LIMIT;
        Change { size, shared: 0, gain, refused }
    }

    /// The change by the steps of [`revert`](Self::revert).
    fn foresee_revert(&self, id: NodeId) -> Change {
        let problem = self.problem;
        let node = problem.node(id);
        let mut change = Change { gain: -problem.compile_gain(id), ..Change::default() };
        let mut add = |one: Change| {
            change.size += one.size;
            change.gain += one.gain;
        };
        let callee = |id: &ReferenceId| problem.reference(*id).callee;
        if self.inlined_in[id.index()] > 0 {
            let mut within: Vec<ReferenceId> = problem.references_of(id).to_vec();
            within.retain(|r| self.inlined[r.index()]);
            within.sort_by_key(callee);
            within
                .chunk_by(|a, b| callee(a) == callee(b))
                .for_each(|same| add(self.foresee_links(same, false)));
        }
        if self.calling[id.index()] as usize != self.callers(id) {
            let to: Vec<_> =
                problem.references_to(id).iter().copied().filter(|r| self.inlined[r.index()]).collect();
            let mut bare = self.foresee_links(&to, false);
            // Nothing is inlined in the node any more, so its copies have no expansion.
            let copies: i128 = to.iter().map(|r| self.copies[problem.reference(*r).owner.index()]).sum();
            let standalone = i128::from(self.calling[id.index()] == 0);
            bare.size -= (standalone - copies) * self.expansions[id.index()];
            add(bare);
        }
        let (table, code) = (&node.interpreted, &node.compiled);
        change.size += i128::from(table.size) - i128::from(code.size);
        let bytes = |item: &SharedId| i128::from(problem.shared[item.index()]);
        let unused = |item: &&SharedId| self.users[item.index()] == 0;
        change.shared = table.shared.iter().filter(unused).map(bytes).sum();
        let left = |item: &&SharedId| self.users[item.index()] == 1 && !table.shared.contains(item);
        change.size += change.shared - code.shared.iter().filter(left).map(bytes).sum::<i128>();
        change
    }

    /// Undoes the steps that were just applied.
    pub fn undo(&mut self, steps: &[Step]) {
        for step in steps.iter().rev() {
            self.take(step.inverse());
        }
    }

    fn take(&mut self, step: Step) -> Change {
        let before = self.size;
        let (shared, refused, gain) = match step {
            Step::Compile(id) => (self.compile(id, true), false, self.problem.compile_gain(id)),
            Step::Interpret(id) => (self.compile(id, false), false, -self.problem.compile_gain(id)),
            Step::Inline(id) => (0, self.inline(id, true), self.problem.inline_gain(id)),
            Step::Call(id) => (0, self.inline(id, false), -self.problem.inline_gain(id)),
        };
        Change { size: self.size - before, shared, gain, refused }
    }

    /// Switches a node to its compiled form (`compiled`) or its table, and returns the shared bytes newly paid. The
    /// standalone form of the node must exist: no reference in it or to it may be inlined.
    fn compile(&mut self, id: NodeId, compiled: bool) -> i128 {
        if std::mem::replace(&mut self.compiled[id.index()], compiled) == compiled
            || !self.problem.is_reached(id)
        {
            return 0;
        }
        let node = self.problem.node(id);
        self.copies[id.index()] = i128::from(compiled);
        let (old, new) =
            if compiled { (&node.interpreted, &node.compiled) } else { (&node.compiled, &node.interpreted) };
        self.size += i128::from(new.size) - i128::from(old.size);
        let paid: i128 = new.shared.iter().map(|item| self.use_shared(*item)).sum();
        let freed: i128 = old.shared.iter().map(|item| self.leave_shared(*item)).sum();
        // Items of the new form are counted first, so an item that both forms use stays paid.
        debug_assert!(paid >= 0 && freed >= 0);
        paid
    }

    fn use_shared(&mut self, item: SharedId) -> i128 {
        let users = &mut self.users[item.index()];
        *users += 1;
        let paid = if *users == 1 { i128::from(self.problem.shared[item.index()]) } else { 0 };
        self.size += paid;
        paid
    }

    fn leave_shared(&mut self, item: SharedId) -> i128 {
        let users = &mut self.users[item.index()];
        *users -= 1;
        let freed = if *users == 0 { i128::from(self.problem.shared[item.index()]) } else { 0 };
        self.size -= freed;
        freed
    }

    /// Inlines a reference between compiled nodes (`inline`), or calls it again. Returns whether a limit is exceeded;
    /// the caller then undoes the step.
    fn inline(&mut self, id: ReferenceId, inline: bool) -> bool {
        debug_assert!(self.inlined[id.index()] != inline);
        let problem = self.problem;
        let reference = problem.reference(id);
        let (owner, callee) = (reference.owner.index(), reference.callee.index());
        self.inlined[id.index()] = inline;
        let copies = self.copies[owner];
        let sign = if inline { 1 } else { -1 };
        self.size += sign * copies * i128::from(reference.size_delta);
        self.inlined_in[owner] = self.inlined_in[owner].wrapping_add_signed(sign as i32);
        let standalone = i128::from(problem.nodes[callee].compiled.size);
        let mut more = sign * copies;
        if inline {
            self.calling[callee] -= 1;
            if self.calling[callee] == 0 {
                self.size -= standalone;
                more -= 1;
            }
        } else {
            if self.calling[callee] == 0 {
                self.size += standalone;
                more += 1;
            }
            self.calling[callee] += 1;
        }
        let too_many = self.copy(reference.callee, more);
        let bytes = i128::from(reference.size_delta) + self.expansions[callee];
        let too_long = self.lengthen(reference.owner, sign * bytes, sign * self.commands[callee]);
        too_many || too_long
    }

    /// Adds `more` copies of a node's code and of the code that is inlined into it. Returns whether the number of
    /// copies exceeds its limit.
    fn copy(&mut self, id: NodeId, more: i128) -> bool {
        if more == 0 {
            return false;
        }
        if self.inlined_in[id.index()] == 0 {
            self.copies[id.index()] += more;
            return self.copies[id.index()] > COPIES_LIMIT;
        }
        let problem = self.problem;
        let mut refused = false;
        // Ordered by rank, so the loop visits a node once even if several paths lead to it.
        let mut pending = BTreeMap::from([(problem.ranks[id.index()], (id, more))]);
        while let Some((_, (id, more))) = pending.pop_first() {
            self.copies[id.index()] += more;
            refused |= self.copies[id.index()] > COPIES_LIMIT;
            if self.inlined_in[id.index()] == 0 {
                continue;
            }
            for r in problem.references_of(id).iter().filter(|r| self.inlined[r.index()]) {
                let reference = problem.reference(*r);
                self.size += more * i128::from(reference.size_delta);
                let rank = problem.ranks[reference.callee.index()];
                pending.entry(rank).or_insert((reference.callee, 0)).1 += more;
            }
        }
        refused
    }

    /// Adds bytes and commands to a body and to the bodies that it is inlined into. Returns whether one of them now
    /// exceeds the limit of commands.
    fn lengthen(&mut self, id: NodeId, bytes: i128, commands: i128) -> bool {
        let problem = self.problem;
        let mut refused = false;
        let mut pending = BTreeMap::from([(u32::MAX - problem.ranks[id.index()], (id, bytes, commands))]);
        while let Some((_, (id, bytes, commands))) = pending.pop_first() {
            self.expansions[id.index()] += bytes;
            self.commands[id.index()] += commands;
            refused |= commands > 0 && self.body_limit.is_some_and(|limit| self.commands[id.index()] > limit);
            if self.calling[id.index()] as usize == self.callers(id) {
                continue;
            }
            for r in problem.references_to(id).iter().filter(|r| self.inlined[r.index()]) {
                let owner = problem.reference(*r).owner;
                let entry = pending.entry(u32::MAX - problem.ranks[owner.index()]).or_insert((owner, 0, 0));
                entry.1 += bytes;
                entry.2 += commands;
            }
        }
        refused
    }

    /// Number of possible callers of a node: the references to it, plus one for a root. If all call it, it is inlined
    /// nowhere.
    fn callers(&self, id: NodeId) -> usize {
        self.problem.references_to(id).len() + usize::from(self.problem.node(id).root)
    }

    /// The steps that make a compiled node interpreted. They first turn inlined references in the node and to it into
    /// calls.
    pub fn revert(&self, id: NodeId) -> Vec<Step> {
        let around = self.problem.references_of(id).iter().chain(self.problem.references_to(id));
        let mut steps: Vec<Step> =
            around.filter(|r| self.inlined[r.index()]).map(|r| Step::Call(*r)).collect();
        steps.push(Step::Interpret(id));
        steps
    }

    /// The steps that inline every reference to a node, so that its standalone form disappears. `None` if an owner is
    /// interpreted, or if the standalone form must exist.
    pub fn absorb(&self, id: NodeId) -> Option<Vec<Step>> {
        let problem = self.problem;
        if !problem.is_droppable(id) {
            return None;
        }
        let mut steps = Vec::new();
        if !self.compiled[id.index()] {
            steps.push(Step::Compile(id));
        }
        for r in problem.references_to(id) {
            if !self.compiled[problem.reference(*r).owner.index()] {
                return None;
            }
            if !self.inlined[r.index()] {
                steps.push(Step::Inline(*r));
            }
        }
        Some(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Candidate, Node, ProblemBuilder, Reference};

    /// `trial` predicts exactly what `apply` changes, in a random walk over the states of random problems.
    #[test]
    fn trials_tell_the_truth() {
        let mut seed = 1_u64;
        let mut below = |limit: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % limit
        };
        for _ in 0..200 {
            let mut builder = ProblemBuilder::new(0);
            let items: Vec<SharedId> = (0..3).map(|_| builder.shared(below(50))).collect();
            let nodes = 2 + below(6) as usize;
            for at in 0..nodes {
                let mut candidate = || Candidate {
                    size: 40 + below(60),
                    time: below(90) as f64,
                    shared: (0..below(3)).map(|_| items[below(3) as usize]).collect(),
                };
                let (interpreted, compiled) = (candidate(), candidate());
                builder.node(Node {
                    frequency: 1.0,
                    root: at == 0,
                    interpreted,
                    compiled,
                    ..Node::default()
                });
            }
            for _ in 0..2 * nodes {
                let (a, b) = (below(nodes as u64) as usize, below(nodes as u64) as usize);
                if a < b {
                    let (owner, callee) = (NodeId::new(a), NodeId::new(b));
                    let (size_delta, time_saved) = (below(40) as i64 - 10, below(20) as f64);
                    builder.reference(Reference {
                        owner,
                        callee,
                        frequency: 1.0,
                        size_delta,
                        time_saved,
                        recursive: false,
                    });
                }
            }
            let problem = builder.build().expect("references lead forward");
            let mut state = State::interpreted(&problem);
            for _ in 0..60 {
                let id = NodeId::new(below(nodes as u64) as usize);
                let steps = match (state.compiled[id.index()], below(3)) {
                    _ if !problem.is_reached(id) => continue,
                    (true, 0) => state.revert(id),
                    (false, _) => vec![Step::Compile(id)],
                    (true, 1) => match state.absorb(id) {
                        Some(steps) => steps,
                        None => continue,
                    },
                    (true, _) => {
                        let ready = |r: &&ReferenceId| {
                            !state.inlined[r.index()] && state.compiled[problem.reference(**r).callee.index()]
                        };
                        match problem.references_of(id).iter().find(ready) {
                            Some(r) => vec![Step::Inline(*r)],
                            None => continue,
                        }
                    }
                };
                let foreseen = state.trial(&steps);
                let change = state.apply(&steps);
                assert_eq!(foreseen, change, "{steps:?}");
                assert_eq!(state.clone().into_plan().totals.size.get() as i128, state.size);
            }
        }
    }
}

//! Computes an upper bound on the time that any plan could save, by Lagrangian relaxation.
//!
//! For a price of λ instructions per byte, no plan within the cap saves more than
//! `λ (cap - fixed) + max over plans of (time saved - λ bytes)`. Relaxed constraints between nodes bound the maximum
//! on the right:
//!
//!  - A reference may be inlined although its callee is not compiled. It then pays a part of the callee's cost, at
//!    most its own gain. Its owner must be compiled, as in a plan.
//!  - A standalone form disappears in parts, mostly with the references that gain least from inlining.
//!  - Code that is copied several times is paid once. Copies that shrink keep their gain.
//!  - The users of a shared cost pay it together, each at most its gain from the technique that uses it. The most
//!    expensive set-up costs are decided beforehand, in one branch for each choice.
//!
//! Each rule is a relaxation or a Lagrangian penalty, so the result bounds every plan for every λ. The module returns
//! the least bound over the prices that it tries. It chooses the payments greedily; the best payments would give the
//! value of the linear relaxation, which is close. The running time is linear for each price.

use crate::bytes::{Bytes, Predicted};
use crate::extremes::all_interpreted;
use crate::plan::{Plan, Technique};
use crate::problem::{NodeId, Problem, ReferenceId};
use crate::set_up::{Branch, branches};

/// Number of prices on the logarithmic grid. A local search then refines the best one.
const GRID: usize = 48;
const REFINEMENTS: usize = 24;

/// An upper bound on the instructions per message that any plan of at most `cap` bytes saves against
/// [`all_interpreted`]. If no plan fits, the result has no meaning and may be negative.
pub fn lp_bound(problem: &Problem, cap: impl Into<Bytes<Predicted>>) -> f64 {
    let cap = cap.into();
    branches(problem).iter().map(|branch| branch_bound(branch, cap)).fold(f64::NEG_INFINITY, f64::max)
}

/// [`lp_bound`] for the plans of one branch, against the all-interpreted plan of the whole problem.
pub(crate) fn branch_bound(branch: &Branch, cap: Bytes<Predicted>) -> f64 {
    relaxed(&branch.problem, cap) + branch.gain
}

fn relaxed(problem: &Problem, cap: Bytes<Predicted>) -> f64 {
    let relaxation = Relaxation::new(problem);
    let room = cap.as_f64() - problem.fixed_size as f64;
    let at = |price: f64| price * room + relaxation.best(price);
    let (low, high) = relaxation.prices();
    let mut best = (at(0.0), 0.0_f64);
    let price = |step: f64| low * (high / low).powf(step / GRID as f64);
    for step in 0..=GRID {
        let value = at(price(step as f64));
        if value < best.0 {
            best = (value, step as f64);
        }
    }
    let mut width = 0.5;
    for _ in 0..REFINEMENTS {
        let here = best.1;
        for step in [here - width, here + width] {
            let value = at(price(step));
            if value < best.0 {
                best = (value, step);
            }
        }
        width *= 0.7;
    }
    best.0
}

/// Upper bound on the distance of a plan from the best one within `cap`: the share, 0 to 1, of [`lp_bound`] that the
/// plan does not save.
pub fn optimality_gap(problem: &Problem, plan: &Plan, cap: impl Into<Bytes<Predicted>>) -> f64 {
    let bound = lp_bound(problem, cap);
    let saved = all_interpreted(problem).totals.time - plan.totals.time;
    if bound > 0.0 { ((bound - saved) / bound).clamp(0.0, 1.0) } else { 0.0 }
}

struct Relaxation<'p> {
    problem: &'p Problem,
    callees_first: Vec<NodeId>,
    /// The least bytes that inlining each reference adds. 0 if no plan may inline it.
    weights: Vec<f64>,
}

impl<'p> Relaxation<'p> {
    fn new(problem: &'p Problem) -> Self {
        let mut callees_first: Vec<NodeId> = problem.owners_first().iter().rev().copied().collect();
        callees_first.retain(|id| problem.is_reached(*id));
        let mut weights = vec![0.0; problem.references.len()];
        // Bytes that shrinking inlinings can save in each copy of a node.
        let mut shrinkage = vec![0.0_f64; problem.nodes.len()];
        for &id in &callees_first {
            for r in problem.references_of(id).iter().filter(|r| problem.may_inline(**r)) {
                let reference = problem.reference(*r);
                let callee = reference.callee;
                let whole = reference.size_delta as f64 + shrinkage[callee.index()];
                shrinkage[id.index()] += whole.min(0.0);
                weights[r.index()] = whole;
            }
        }
        Self { problem, callees_first, weights }
    }

    /// The range of prices to try: from the least to the greatest profit over weight, with a margin.
    fn prices(&self) -> (f64, f64) {
        let (mut low, mut high) = (f64::INFINITY, 0.0_f64);
        let mut see = |gain: f64, weight: f64| {
            if gain > 0.0 {
                let ratio = gain / weight.abs().max(1.0);
                low = low.min(ratio);
                high = high.max(ratio);
            }
        };
        let problem = self.problem;
        for &id in &self.callees_first {
            let node = problem.node(id);
            see(problem.compile_gain(id), node.compiled.size as f64 - node.interpreted.size as f64);
            for r in problem.references_of(id).iter().filter(|r| problem.may_inline(**r)) {
                see(problem.inline_gain(*r), self.weights[r.index()]);
            }
        }
        if low > high { (1e-9, 1.0) } else { ((low / 1e3).max(1e-12), (high * 10.0).max(1e-9)) }
    }

    /// An upper bound over all plans on the time saved minus the price of all bytes except the fixed ones.
    fn best(&self, price: f64) -> f64 {
        let problem = self.problem;
        let mut values = vec![(0.0, 0.0); problem.nodes.len()];
        // Gain of inlining each reference at this price, after its payments.
        let mut worths = vec![0.0_f64; problem.references.len()];
        for &id in &self.callees_first {
            let node = problem.node(id);
            let mut interpreted = -price * node.interpreted.size as f64;
            let mut compiled = problem.compile_gain(id) - price * node.compiled.size as f64;
            match node.pinned {
                Some(Technique::Interpreted) => compiled = f64::NEG_INFINITY,
                Some(Technique::Compiled) => {
                    // Savings count against the all-interpreted plan, in which pinned nodes are already compiled.
                    compiled -= problem.compile_gain(id);
                    interpreted = f64::NEG_INFINITY;
                }
                None => {}
            }
            for r in problem.references_of(id).iter().filter(|r| problem.may_inline(**r)) {
                compiled += worths[r.index()].max(0.0);
            }
            for r in problem.references_to(id).iter().filter(|r| problem.may_inline(**r)) {
                worths[r.index()] = problem.inline_gain(*r) - price * self.weights[r.index()];
            }
            if problem.is_droppable(id) {
                spread(price * node.compiled.size as f64, problem.references_to(id), &mut worths);
            }
            let mut wanting = interpreted - compiled;
            if wanting > 0.0 && compiled.is_finite() {
                // The penalty for inlining a callee that is not compiled. A valid plan never loses by it.
                for r in problem.references_to(id).iter().filter(|r| problem.may_inline(**r)) {
                    let paid = worths[r.index()].max(0.0).min(wanting);
                    worths[r.index()] -= paid;
                    wanting -= paid;
                    compiled += paid;
                }
            }
            values[id.index()] = (interpreted, compiled);
        }
        for (item, users) in problem.shared_users.iter().enumerate() {
            let mut left = price * problem.shared[item] as f64;
            for id in users {
                let node = problem.node(*id);
                let uses = |items: &[crate::SharedId]| items.iter().any(|used| used.index() == item);
                let (by_table, by_code) = (uses(&node.interpreted.shared), uses(&node.compiled.shared));
                let (interpreted, compiled) = &mut values[id.index()];
                match (by_table, by_code) {
                    (true, true) => {
                        // Both techniques use the item, so this node can pay all of it.
                        *interpreted -= left;
                        *compiled -= left;
                        left = 0.0;
                    }
                    (true, false) => charge(interpreted, *compiled, &mut left),
                    (false, true) => charge(compiled, *interpreted, &mut left),
                    (false, false) => {}
                }
            }
        }
        self.callees_first.iter().map(|id| values[id.index()].0.max(values[id.index()].1)).sum()
    }
}

/// Spreads the price of a standalone form's bytes over the references that must all be inlined before it disappears.
/// References not worth inlining get credit first, until they are worth it. The first reference gets the remainder.
fn spread(mut credit: f64, references: &[ReferenceId], worths: &mut [f64]) {
    for r in references {
        let part = (-worths[r.index()]).max(0.0).min(credit);
        worths[r.index()] += part;
        credit -= part;
    }
    worths[references[0].index()] += credit;
}

/// Moves a part of the cost `left` to a technique: at most the technique's advantage over the other.
fn charge(value: &mut f64, other: f64, left: &mut f64) {
    let paid = (*value - other).max(0.0).min(*left);
    *value -= paid;
    *left -= paid;
}

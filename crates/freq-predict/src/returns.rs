//! Computes how often values of a recursive component hold further values of their own type.
//!
//! With the matrix W of a component, `N = (I - W)^-1` holds the expected visits of each type from each other one, and
//! `N_ii = 1 / (1 - r_i)`, where r_i is the expected number of returns to type i before the next one: the sum over all
//! cycles through i. The spectral radius bounds r_i, too, but a cycle of n arcs with the product p has the radius
//! p^(1/n): it says that a long cycle repeats often although its types seldom return.
//!
//! Only the diagonal of N is needed. Types are eliminated one by one, those with few neighbors first. Going back over
//! them, the entries of N follow from those of later types at the places that elimination has filled. Specifications are
//! nearly trees, so few places fill.

use crate::markov::InnerArc;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of types and products in one elimination. Above it the component has no [`Returns`].
const EFFORT: usize = 50_000;

/// The order of elimination of one component.
pub(crate) struct Returns {
    order: Vec<usize>,
}

/// Arcs by owner, and the owners by target.
struct Arcs {
    out: Vec<BTreeMap<usize, f64>>,
    into: Vec<BTreeSet<usize>>,
}

/// An eliminated type with its arcs from and to later types.
struct Eliminated {
    node: usize,
    /// 1 less its arc to itself.
    pivot: f64,
    out: Vec<(usize, f64)>,
    into: Vec<(usize, f64)>,
}

impl Returns {
    /// Returns the order of elimination; `None` if elimination takes more than the effort.
    pub(crate) fn of(size: usize, arcs: &[InnerArc]) -> Option<Self> {
        let mut all = Arcs::of(size, arcs, |_| 1.0);
        let mut open: BTreeSet<(usize, usize)> = (0..size).map(|node| (all.products(node), node)).collect();
        let (mut order, mut effort) = (Vec::with_capacity(size), 0);
        while let Some((products, node)) = open.pop_first() {
            effort += 1 + products;
            if effort > EFFORT {
                return None;
            }
            order.push(node);
            let mut near: BTreeSet<usize> = all.out[node].keys().chain(&all.into[node]).copied().collect();
            near.remove(&node);
            for &other in &near {
                open.remove(&(all.products(other), other));
            }
            all.eliminate(node);
            for &other in &near {
                open.insert((all.products(other), other));
            }
        }
        Some(Self { order })
    }

    /// Solves `f = inflow + W^T f`; `None` if f has no bound.
    pub(crate) fn solve(&self, inflow: &[f64], arcs: &[InnerArc]) -> Option<Vec<f64>> {
        let eliminated = self.eliminated(arcs, |arc| arc.v)?;
        let mut f = inflow.to_vec();
        for row in &eliminated {
            let own = f[row.node] / row.pivot;
            row.out.iter().for_each(|&(target, v)| f[target] += v * own);
        }
        for row in eliminated.iter().rev() {
            let from_later: f64 = row.into.iter().map(|&(owner, v)| v * f[owner]).sum();
            f[row.node] = (f[row.node] + from_later) / row.pivot;
        }
        Some(f)
    }

    /// Eliminates all types; `None` if f has no bound.
    fn eliminated(&self, arcs: &[InnerArc], v: impl Fn(&InnerArc) -> f64) -> Option<Vec<Eliminated>> {
        let mut all = Arcs::of(self.order.len(), arcs, v);
        let rows = self.order.iter().map(|&node| all.eliminate(node));
        // With a pivot of 0 or less, f is infinite or negative.
        rows.map(|row| (row.pivot > 1e-9).then_some(row)).collect()
    }

    /// Returns the largest expected number of returns to a type, for arcs of these values; `None` if it has no bound.
    pub(crate) fn most(&self, arcs: &[InnerArc], v: impl Fn(&InnerArc) -> f64) -> Option<f64> {
        let eliminated = self.eliminated(arcs, v)?;
        // The expected visits of the second type from the first.
        let mut visits: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        let mut most: f64 = 0.0;
        for row in eliminated.iter().rev() {
            let known = |from: usize, to: usize| visits.get(&(from, to)).copied().unwrap_or(0.0);
            let mut found = Vec::with_capacity(row.out.len() + row.into.len());
            let mut own = 1.0 / row.pivot;
            for &(target, to) in &row.out {
                let back: f64 = row.into.iter().map(|&(owner, v)| known(target, owner) * v).sum();
                found.push(((target, row.node), back / row.pivot));
                own += to / row.pivot * back / row.pivot;
            }
            for &(owner, _) in &row.into {
                let forth: f64 = row.out.iter().map(|&(target, v)| v * known(target, owner)).sum();
                found.push(((row.node, owner), forth / row.pivot));
            }
            visits.extend(found);
            visits.insert((row.node, row.node), own);
            most = most.max(1.0 - 1.0 / own);
        }
        Some(most)
    }
}

impl Arcs {
    fn of(size: usize, arcs: &[InnerArc], v: impl Fn(&InnerArc) -> f64) -> Self {
        let mut all = Self { out: vec![BTreeMap::new(); size], into: vec![BTreeSet::new(); size] };
        for arc in arcs {
            *all.out[arc.owner].entry(arc.target).or_insert(0.0) += v(arc);
            all.into[arc.target].insert(arc.owner);
        }
        all
    }

    /// The number of products that eliminating a type takes.
    fn products(&self, node: usize) -> usize {
        self.out[node].len() * self.into[node].len()
    }

    /// Replaces the paths over one type by arcs.
    fn eliminate(&mut self, node: usize) -> Eliminated {
        let mut out = std::mem::take(&mut self.out[node]);
        let mut owners = std::mem::take(&mut self.into[node]);
        let pivot = 1.0 - out.remove(&node).unwrap_or(0.0);
        owners.remove(&node);
        for &target in out.keys() {
            self.into[target].remove(&node);
        }
        let mut into = Vec::with_capacity(owners.len());
        for owner in owners {
            let v = self.out[owner].remove(&node).unwrap_or(0.0);
            for (&target, to) in &out {
                *self.out[owner].entry(target).or_insert(0.0) += v * to / pivot;
                self.into[target].insert(owner);
            }
            into.push((owner, v));
        }
        Eliminated { node, pivot, out: out.into_iter().collect(), into }
    }
}

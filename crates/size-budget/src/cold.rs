//! Charges a plan's time with the bytes that a message touches while they are not in the cache.
//!
//! A byte of code or of commands that is not in the cache costs the time of some instructions, once in a message,
//! however often the message visits it:
//!
//! ```text
//! instructions a byte x bytes of the form x share of them that a message touches
//! ```
//!
//! The share is the probability that a message enters the form, and a small part of the rest.
//! [`Problem::charged`] adds the charge to the times of a problem. The solvers then see an ordinary problem and need not
//! know about caches. A copy that saves a call must be worth its bytes; so must a procedure that few messages enter.

use crate::problem::{Node, NodeId, Problem, ReferenceId};
use std::fmt;
use std::str::FromStr;

/// How much of the code is in the cache when a message arrives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cache {
    /// All of it: messages follow each other without other work.
    Warm,
    /// The mean of the two others.
    #[default]
    Mixed,
    /// None: other work evicts the code between two messages.
    Cold,
}

impl Cache {
    /// All settings.
    pub const ALL: [Self; 3] = [Self::Warm, Self::Mixed, Self::Cold];

    /// Instructions in whose time a processor reads one byte of code. `benches/clock.md` has the measurements.
    pub fn per_byte(self) -> f64 {
        match self {
            Self::Warm => 0.0,
            Self::Mixed => 0.075,
            Self::Cold => 0.15,
        }
    }

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Warm => "warm",
            Self::Mixed => "mixed",
            Self::Cold => "cold",
        }
    }
}

impl fmt::Display for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Cache {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|cache| cache.name() == text);
        known.ok_or_else(|| {
            format!("`{text}` is no state of the cache; use {}", Self::ALL.map(Self::name).join(", "))
        })
    }
}

/// The share of a form's bytes that a message touches although it does not enter the form: they share lines, pages and
/// prefetches with bytes that it runs.
const SPILL: f64 = 0.04;
/// Maximum number of rounds in which probabilities spread along references. Only cycles need more than one.
const ROUNDS: usize = 32;
/// Largest change of a probability that needs no further round.
const SETTLED: f64 = 1e-9;

/// The share of its bytes that a message touches of a form that it enters with this probability.
fn touched(entered: f64, node: &Node) -> f64 {
    entered + SPILL * (node.messages - entered).max(0.0)
}

impl Problem {
    /// The problem whose times include the bytes that a message touches, at `per_byte` instructions for each. Its plans
    /// are plans of this problem.
    ///
    /// The nodes that a message enters share the charge for the interpreter. So its charge is exact in the plan that
    /// interprets all of them, and in the plan that interprets none.
    ///
    /// A reference that is inlined moves bytes from the standalone form of its callee into its owner. It is charged for
    /// its copy, of which a message touches as much as of the owner: compilers mix the code of both. It is credited with
    /// its share of the standalone form. So the charge is exact where all references of a node are inlined, or none;
    /// further copies of an owner are not charged.
    #[must_use]
    pub fn charged(&self, per_byte: f64) -> Self {
        let entered = self.entered();
        let interpreter = self.interpreter as f64 / entered.iter().sum::<f64>().max(1.0);
        let reach: Vec<f64> = self.reference_ids().map(|id| self.reach(id, &entered)).collect();
        let mut problem = self.clone();
        // Times are per visit, the charge is per message.
        let per_visit =
            |charge: f64, visits: f64| if visits > 0.0 { per_byte * charge / visits } else { 0.0 };
        for (node, &entered) in problem.nodes.iter_mut().zip(&entered) {
            let (table, read) = ((node.interpreted.size + node.command_bytes) as f64, touched(entered, node));
            node.interpreted.time += per_visit(table * read + interpreter * entered, node.frequency);
            node.compiled.time += per_visit(node.compiled.size as f64 * read, node.frequency);
        }
        for id in self.node_ids() {
            let node = self.node(id);
            let ways: f64 =
                self.begun(id) + self.references_to(id).iter().map(|r| reach[r.index()]).sum::<f64>();
            let standalone = node.compiled.size as f64 * touched(entered[id.index()], node);
            for r in self.references_to(id) {
                let (reach, reference) = (reach[r.index()], &mut problem.references[r.index()]);
                let part = if ways > 0.0 { reach / ways } else { 0.0 };
                let owner = reference.owner;
                let copy = reference.size_delta as f64 * touched(entered[owner.index()], self.node(owner));
                reference.time_saved -= per_visit(copy - standalone * part, reference.frequency);
            }
        }
        problem
    }

    /// The probability that a message enters each node, times the share of its direction; indexed by node.
    ///
    /// A message enters a node at a root, or by a reference. The ways of one message into a node exclude each other, as
    /// the alternatives of a union do, or one of them is almost certain; so the probabilities add up to at most 1.
    pub fn entered(&self) -> Vec<f64> {
        let mut entered = vec![0.0; self.nodes.len()];
        for _ in 0..ROUNDS {
            let mut change = 0.0_f64;
            for &id in self.owners_first() {
                let node = self.node(id);
                let reached: f64 = self.references_to(id).iter().map(|r| self.reach(*r, &entered)).sum();
                let now = (self.begun(id) + reached).min(node.frequency).min(node.messages);
                change = change.max((now - entered[id.index()]).abs());
                entered[id.index()] = now;
            }
            if change <= SETTLED {
                break;
            }
        }
        entered
    }

    /// Messages that begin with a node: the visits of a root that no reference explains.
    fn begun(&self, id: NodeId) -> f64 {
        let node = self.node(id);
        if !node.root {
            return 0.0;
        }
        let referenced: f64 = self.references_to(id).iter().map(|r| self.reference(*r).frequency).sum();
        (node.frequency - referenced).max(0.0)
    }

    /// The probability that a message takes a reference.
    fn reach(&self, id: ReferenceId, entered: &[f64]) -> f64 {
        let reference = self.reference(id);
        let visits = self.node(reference.owner).frequency;
        let per_visit = if visits > 0.0 { (reference.frequency / visits).min(1.0) } else { 0.0 };
        entered[reference.owner.index()] * per_visit
    }
}

//! A plan: a technique per node, a link per reference, and their total cost.

use crate::bytes::{Bytes, Predicted};
use crate::problem::{NodeId, Problem, ReferenceId};
use std::fmt;

/// How the generated code performs a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Technique {
    /// The interpreter runs a table of commands.
    Interpreted,
    /// The node has its own procedure.
    Compiled,
}

/// How the generated code performs a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Link {
    /// The owner calls the callee's standalone form.
    Call,
    /// The owner's code contains the callee's code.
    Inline,
}

/// Size and time of a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Totals {
    /// Bytes of everything, fixed size included; saturates at 0 and at [`Bytes::MAX`].
    pub size: Bytes<Predicted>,
    /// Instructions per message.
    pub time: f64,
    /// Commands that the interpreter dispatches per message.
    pub dispatches: f64,
    /// Those of the commands that convert a part of the message.
    pub conversions: f64,
    /// Bytes of the compiled bodies only: procedures, with all code that is inlined into them.
    pub compiled_size: Bytes<Predicted>,
}

/// A technique for every node and a link for every reference.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The technique of each node; indexed by [`NodeId::index`].
    pub techniques: Vec<Technique>,
    /// The link of each reference; indexed by [`ReferenceId::index`].
    pub links: Vec<Link>,
    /// The predicted size and time.
    pub totals: Totals,
}

/// Why choices are not a valid plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanError {
    /// The number of choices differs from the number of nodes or references.
    WrongLength,
    /// The node is pinned to the other technique.
    Pinned(NodeId),
    /// The reference is inlined but recursive.
    Recursive(ReferenceId),
    /// The reference is inlined but its owner or its callee is interpreted.
    NotCompiled(ReferenceId),
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongLength => f.write_str("a plan has one choice for each node and each reference"),
            Self::Pinned(node) => write!(f, "node {} is pinned to the other technique", node.index()),
            Self::Recursive(id) => write!(f, "reference {} is recursive and cannot be inlined", id.index()),
            Self::NotCompiled(id) => {
                write!(f, "reference {} is inlined, but its owner or its callee is not compiled", id.index())
            }
        }
    }
}

impl std::error::Error for PlanError {}

impl Plan {
    /// Whether a node is compiled.
    pub fn is_compiled(&self, id: NodeId) -> bool {
        self.techniques[id.index()] == Technique::Compiled
    }

    /// Whether a reference is inlined.
    pub fn is_inlined(&self, id: ReferenceId) -> bool {
        self.links[id.index()] == Link::Inline
    }

    /// Whether a reference is called but could be inlined without any other change.
    pub fn may_inline(&self, problem: &Problem, id: ReferenceId) -> bool {
        !self.is_inlined(id) && problem.reference(id).may_inline(|node| self.is_compiled(node))
    }
}

impl Problem {
    /// Makes a plan from choices of another source, such as a file.
    ///
    /// # Errors
    /// The first choice that breaks a rule.
    pub fn plan(&self, techniques: Vec<Technique>, links: Vec<Link>) -> Result<Plan, PlanError> {
        if techniques.len() != self.nodes.len() || links.len() != self.references.len() {
            return Err(PlanError::WrongLength);
        }
        for id in self.node_ids() {
            if self.node(id).pinned.is_some_and(|pinned| pinned != techniques[id.index()]) {
                return Err(PlanError::Pinned(id));
            }
        }
        let compiled = |id: NodeId| techniques[id.index()] == Technique::Compiled;
        for id in self.reference_ids().filter(|id| links[id.index()] == Link::Inline) {
            let reference = self.reference(id);
            if !reference.may_inline(compiled) {
                let recursive = reference.recursive;
                return Err(if recursive { PlanError::Recursive(id) } else { PlanError::NotCompiled(id) });
            }
        }
        let totals = self.totals(&techniques, &links);
        Ok(Plan { techniques, links, totals })
    }

    /// Computes the size and time of a plan. This is their only definition; [`Plan::totals`] holds its result.
    ///
    /// # Panics
    /// May panic when the plan has fewer techniques or links than this problem has nodes or references.
    pub fn evaluate(&self, plan: &Plan) -> Totals {
        self.totals(&plan.techniques, &plan.links)
    }

    /// Which standalone forms exist: those of roots, and of nodes that some reference calls. Indexed by node.
    pub fn standalone(&self, plan: &Plan) -> Vec<bool> {
        self.live(&plan.links)
    }

    fn live(&self, links: &[Link]) -> Vec<bool> {
        let called = |id: NodeId| self.references_to(id).iter().any(|r| links[r.index()] == Link::Call);
        self.node_ids().map(|id| self.is_reached(id) && (self.node(id).root || called(id))).collect()
    }

    pub(crate) fn totals(&self, techniques: &[Technique], links: &[Link]) -> Totals {
        let live = self.live(links);
        let mut size = i128::from(self.fixed_size);
        let mut compiled_size = 0_i128;
        let (mut time, mut dispatches, mut conversions) = (0.0, 0.0, 0.0);
        let mut used = vec![false; self.shared.len()];
        // Copies of each node's code in the program.
        let mut copies = vec![0_i128; self.nodes.len()];
        for &id in self.owners_first().iter().filter(|id| self.is_reached(**id)) {
            let node = self.node(id);
            let compiled = techniques[id.index()] == Technique::Compiled;
            let candidate = if compiled { &node.compiled } else { &node.interpreted };
            for item in &candidate.shared {
                used[item.index()] = true;
            }
            time += node.frequency * candidate.time;
            if !compiled {
                dispatches += node.frequency * node.dispatches;
                conversions += node.frequency * node.conversions;
                size += if live[id.index()] { i128::from(candidate.size) } else { 0 };
                continue;
            }
            if live[id.index()] {
                compiled_size = compiled_size.saturating_add(i128::from(candidate.size));
                copies[id.index()] = copies[id.index()].saturating_add(1);
            }
            for r in self.references_of(id).iter().filter(|r| links[r.index()] == Link::Inline) {
                let reference = self.reference(*r);
                let bytes = copies[id.index()].saturating_mul(i128::from(reference.size_delta));
                compiled_size = compiled_size.saturating_add(bytes);
                let callee = reference.callee.index();
                copies[callee] = copies[callee].saturating_add(copies[id.index()]);
                time -= self.inline_gain(*r);
            }
        }
        size += used
            .iter()
            .zip(&self.shared)
            .map(|(&used, &size)| i128::from(size) * i128::from(used))
            .sum::<i128>();
        let bytes = |size: i128| Bytes::new(u64::try_from(size.max(0)).unwrap_or(u64::MAX));
        let size = bytes(size.saturating_add(compiled_size));
        Totals { size, time, dispatches, conversions, compiled_size: bytes(compiled_size) }
    }
}

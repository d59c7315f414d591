//! Set-up costs: shared costs that vanish when every user is compiled, such as the interpreter's.
//!
//! A search that changes one node at a time cannot find the benefit of avoiding them. A relaxation pays only parts of
//! them. Only a few are large, so the planner examines each choice of paying or avoiding these separately.

use crate::plan::Technique;
use crate::problem::{NodeId, Problem, SharedId};
use std::cmp::Reverse;

/// Number of set-up costs that the planner decides beforehand: the largest ones.
const MOST: usize = 3;

/// A problem in which each of the largest set-up costs is already paid or avoided.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    /// The problem: paid costs are part of the fixed size, and the users of avoided costs are pinned compiled.
    pub problem: Problem,
    /// The users of the avoided costs: pinned compiled in this branch.
    pub compiled: Vec<NodeId>,
    /// Instructions per message that the new pins save. The branch's all-interpreted plan contains this saving, since
    /// pinned nodes are compiled there.
    pub gain: f64,
}

/// Makes one branch for each choice of the largest set-up costs that pins allow. Together the branches contain all
/// plans. The first branch pays all set-up costs.
pub(crate) fn branches(problem: &Problem) -> Vec<Branch> {
    let items = set_ups(problem);
    let mut found: Vec<Branch> = Vec::new();
    for choice in 0_usize..1 << items.len() {
        let unpaid = |at: usize| choice >> at & 1 == 1;
        let Some(new) = branch(problem, &items, unpaid) else { continue };
        // If all users of one cost also use others, several choices are equivalent: keep the cheapest.
        match found.iter_mut().find(|old| old.compiled == new.compiled) {
            Some(old) if new.problem.fixed_size < old.problem.fixed_size => *old = new,
            Some(_) => {}
            None => found.push(new),
        }
    }
    found
}

/// The largest shared costs that several nodes need only in their interpreted forms.
fn set_ups(problem: &Problem) -> Vec<SharedId> {
    let is_set_up = |item: &SharedId| {
        let users = &problem.shared_users[item.index()];
        users.len() > 1 && users.iter().all(|id| !problem.node(*id).compiled.shared.contains(item))
    };
    let mut items: Vec<SharedId> = (0..problem.shared.len()).map(SharedId::new).filter(is_set_up).collect();
    items.sort_by_key(|item| Reverse(problem.shared_size(*item)));
    items.truncate(MOST);
    items
}

fn branch(problem: &Problem, items: &[SharedId], unpaid: impl Fn(usize) -> bool) -> Option<Branch> {
    let mut branch = Branch { problem: problem.clone(), compiled: Vec::new(), gain: 0.0 };
    for (at, item) in items.iter().enumerate() {
        if unpaid(at) {
            branch.compiled.extend(&problem.shared_users[item.index()]);
        } else {
            branch.problem.fixed_size += problem.shared_size(*item);
        }
        branch.problem.shared_users[item.index()].clear();
    }
    branch.compiled.sort_unstable();
    branch.compiled.dedup();
    for node in &mut branch.problem.nodes {
        node.interpreted.shared.retain(|item| !items.contains(item));
    }
    for id in &branch.compiled {
        let pinned = &mut branch.problem.nodes[id.index()].pinned;
        match pinned {
            Some(Technique::Interpreted) => return None,
            Some(Technique::Compiled) => {}
            None => {
                *pinned = Some(Technique::Compiled);
                branch.gain += problem.compile_gain(*id);
            }
        }
    }
    Some(branch)
}

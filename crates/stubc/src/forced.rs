//! One technique everywhere.

use size_budget::{Limits, Link, Plan, Problem, ReferenceId, Technique, all_compiled};

/// Everything compiled, and everything inlined that the limits of the fastest plan allow, the most frequent
/// references first.
pub fn all_inlined(problem: &Problem, limits: Limits) -> Plan {
    let compiled = all_compiled(problem);
    let cap = (compiled.totals.size as f64 * limits.growth) as u64;
    let mut links: Vec<Link> = compiled.links.clone();
    let mut order: Vec<ReferenceId> = problem.reference_ids().collect();
    order.sort_by(|a, b| {
        let frequency = |id: &ReferenceId| problem.reference(*id).frequency;
        frequency(b).total_cmp(&frequency(a)).then(a.cmp(b))
    });
    let mut plan = compiled;
    for id in order {
        let reference = problem.reference(id);
        let both = [reference.owner, reference.callee]
            .iter()
            .all(|node| plan.techniques[node.index()] == Technique::Compiled);
        if reference.recursive || !both || links[id.index()] == Link::Inline {
            continue;
        }
        links[id.index()] = Link::Inline;
        let tried = problem.plan(plan.techniques.clone(), links.clone()).ok();
        let bodies = body_commands(problem, &links);
        match tried.filter(|tried| tried.totals.size <= cap) {
            Some(tried) if bodies.iter().all(|&commands| commands <= u64::from(limits.body_commands)) => {
                plan = tried;
            }
            _ => links[id.index()] = Link::Call,
        }
    }
    plan
}

/// Commands of each body with all that is inlined into it; a body that is too large by itself counts as 0.
fn body_commands(problem: &Problem, links: &[Link]) -> Vec<u64> {
    let mut memo: Vec<Option<u64>> = vec![None; problem.node_ids().len()];
    for id in problem.node_ids() {
        // Depth first, without recursion: a node is done when all that is inlined into it is.
        let mut stack = vec![id];
        while let Some(&node) = stack.last() {
            let inlined = || {
                problem
                    .references_of(node)
                    .iter()
                    .filter(|r| links[r.index()] == Link::Inline)
                    .map(|r| problem.reference(*r).callee)
            };
            if memo[node.index()].is_some() {
                stack.pop();
                continue;
            }
            let open: Vec<_> = inlined().filter(|callee| memo[callee.index()].is_none()).collect();
            if open.is_empty() {
                let own = u64::from(problem.node(node).commands);
                let more: u64 = inlined().map(|callee| memo[callee.index()].unwrap_or(0)).sum();
                memo[node.index()] = Some(own.saturating_add(more));
                stack.pop();
            } else {
                stack.extend(open);
            }
        }
    }
    problem
        .node_ids()
        .zip(memo)
        .map(|(id, commands)| {
            let inlines = problem.references_of(id).iter().any(|r| links[r.index()] == Link::Inline);
            if inlines { commands.unwrap_or(0) } else { 0 }
        })
        .collect()
}

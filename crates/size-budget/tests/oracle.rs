//! All plans of small problems, against what the solvers find.

use proptest::prelude::*;
use size_budget::*;
use std::time::Duration;

/// A number of whole instructions, so that sums are exact and ties real.
fn candidate(shared: usize, smallest: u64) -> impl Strategy<Value = Candidate> {
    let items = prop::collection::vec((0..shared.max(1)).prop_map(SharedId::new), 0..=shared.min(2));
    (smallest..60, 0..40_u32, items).prop_map(|(size, time, shared)| Candidate {
        size,
        time: f64::from(time),
        shared,
    })
}

fn node(shared: usize) -> impl Strategy<Value = Node> {
    let pin = prop_oneof![
        12 => Just(None),
        1 => Just(Some(Technique::Interpreted)),
        1 => Just(Some(Technique::Compiled)),
    ];
    // Inlining cannot shrink a body below nothing: compiled bodies hold what the references may take away.
    (0..16_u32, any::<bool>(), candidate(shared, 0), candidate(shared, 30), pin).prop_map(
        |(frequency, root, interpreted, compiled, pinned)| Node {
            frequency: f64::from(frequency) / 4.0,
            root,
            interpreted,
            compiled,
            dispatches: 1.0,
            conversions: 1.0,
            commands: 2,
            pinned,
            ..Node::default()
        },
    )
}

/// Problems with at most this many free choices.
fn problem(nodes: usize, references: usize) -> impl Strategy<Value = Problem> {
    (0..3_usize).prop_flat_map(move |shared| {
        let reference = (0..nodes, 0..nodes, 0..16_u32, -10..60_i64, -4..20_i32, prop::bool::weighted(0.1));
        (
            prop::collection::vec(1..80_u64, shared),
            prop::collection::vec(node(shared), 1..=nodes),
            prop::collection::vec(reference, 0..=references),
        )
            .prop_map(|(shared, nodes, references)| {
                let mut builder = ProblemBuilder::new(10);
                for size in shared {
                    builder.shared(size);
                }
                let count = nodes.len();
                for (at, mut node) in nodes.into_iter().enumerate() {
                    node.root |= at == 0;
                    builder.node(node);
                }
                for (a, b, frequency, size_delta, saved, recursive) in references {
                    let (a, b) = (a % count, b % count);
                    builder.reference(Reference {
                        owner: NodeId::new(a),
                        callee: NodeId::new(b),
                        frequency: f64::from(frequency) / 4.0,
                        size_delta,
                        time_saved: f64::from(saved),
                        recursive: recursive || a >= b,
                    });
                }
                builder.build().expect("a problem with forward references only must be valid")
            })
    })
}

/// Every plan that keeps the rules.
fn all_plans(problem: &Problem) -> Vec<Plan> {
    let (nodes, references) = (problem.node_ids().len(), problem.reference_ids().len());
    let mut plans = Vec::new();
    for choice in 0..1_u64 << (nodes + references) {
        let bit = |at: usize| choice >> at & 1 == 1;
        let technique = |at| if bit(at) { Technique::Compiled } else { Technique::Interpreted };
        let link = |at| if bit(nodes + at) { Link::Inline } else { Link::Call };
        plans.extend(problem.plan((0..nodes).map(technique).collect(), (0..references).map(link).collect()));
    }
    plans
}

fn saved(problem: &Problem, plan: &Plan) -> f64 {
    all_interpreted(problem).totals.time - plan.totals.time
}

fn check(problem: &Problem, plan: &Plan) {
    let again = problem.plan(plan.techniques.clone(), plan.links.clone()).expect("the plan must be valid");
    assert_eq!(again.totals, plan.totals);
    assert_eq!(problem.evaluate(plan), plan.totals);
}

fn check_at(problem: &Problem, plans: &[Plan], cap: Bytes<Predicted>) -> Result<(), TestCaseError> {
    let fitting = plans.iter().filter(|plan| plan.totals.size <= cap);
    let best = fitting.map(|plan| plan.totals.time).reduce(f64::min);
    let exact = exact(problem, cap, Duration::from_secs(20));
    let Some(best) = best else {
        prop_assert!(exact.is_err());
        prop_assert!(greedy(problem, cap).is_err());
        return Ok(());
    };
    let exact = exact.expect("the exact solver must find a plan within the cap");
    prop_assert!(exact.is_proven());
    check(problem, exact.plan());
    prop_assert!(exact.plan().totals.size <= cap);
    prop_assert!(
        (exact.plan().totals.time - best).abs() < 1e-6,
        "exact {} best {best}",
        exact.plan().totals.time
    );
    let bound = lp_bound(problem, cap);
    let most = all_interpreted(problem).totals.time - best;
    prop_assert!(bound >= most - 1e-6, "bound {bound} optimum {most}");
    match (greedy(problem, cap), simple_greedy(problem, cap)) {
        (Ok(greedy), simple) => {
            check(problem, &greedy);
            prop_assert!(greedy.totals.size <= cap);
            prop_assert!(saved(problem, &greedy) <= most + 1e-6);
            if let Ok(simple) = simple {
                check(problem, &simple);
                prop_assert!(simple.totals.size <= cap);
                prop_assert!(greedy.totals.time <= simple.totals.time);
            }
        }
        // The search for the smallest plan is local: it may miss plans, never invent them.
        (Err(error), _) => prop_assert!(error.smallest > cap && error.smallest >= smallest_of(plans)),
    }
    Ok(())
}

fn smallest_of(plans: &[Plan]) -> Bytes<Predicted> {
    plans.iter().map(|plan| plan.totals.size).min().expect("the problem must have a plan")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nodes_and_references(problem in problem(6, 6), share in 0.0..1.2_f64) {
        let plans = all_plans(&problem);
        let (low, high) = (smallest_of(&plans), all_compiled(&problem).totals.size);
        let cap = low + high.saturating_sub(low).share(share);
        check_at(&problem, &plans, cap)?;
        check_at(&problem, &plans, low)?;
        if low > 0 {
            check_at(&problem, &plans, low.saturating_sub(1.into()))?;
        }
    }

    #[test]
    fn nodes_alone(problem in problem(12, 0), share in 0.0..1.2_f64) {
        let plans = all_plans(&problem);
        let (low, high) = (smallest_of(&plans), all_compiled(&problem).totals.size);
        check_at(&problem, &plans, low + high.saturating_sub(low).share(share))?;
    }

    #[test]
    fn ends_of_the_range(problem in problem(5, 6)) {
        let plans = all_plans(&problem);
        for plan in [all_interpreted(&problem), all_compiled(&problem), smallest(&problem)] {
            check(&problem, &plan);
        }
        let fast = fastest(&problem, Limits::STANDARD);
        check(&problem, &fast);
        prop_assert!(fast.totals.time <= all_compiled(&problem).totals.time);
        prop_assert!(smallest(&problem).totals.size <= all_interpreted(&problem).totals.size);
        prop_assert!(smallest(&problem).totals.size <= all_compiled(&problem).totals.size);
        prop_assert!(smallest_of(&plans) <= smallest(&problem).totals.size);
    }
}

/// Whoever does without one of two set-up costs of the same nodes does without the other.
#[test]
fn set_ups_of_the_same_nodes_go_together() {
    let mut builder = ProblemBuilder::new(10);
    let shared = vec![builder.shared(1), builder.shared(1)];
    for (frequency, time) in [(0.0, 0.0), (0.25, 38.0)] {
        builder.node(Node {
            frequency,
            root: true,
            interpreted: Candidate { size: 30, time, shared: shared.clone() },
            compiled: Candidate { size: 30, time: 0.0, shared: Vec::new() },
            dispatches: 1.0,
            conversions: 1.0,
            commands: 2,
            ..Node::default()
        });
    }
    let problem = builder.build().expect("the problem must be valid");
    check_at(&problem, &all_plans(&problem), 70.into())
        .expect("the bound must hold if neither shared cost is paid");
}

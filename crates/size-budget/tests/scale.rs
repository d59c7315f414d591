//! Large problems: how long planning takes, and how near the bound it comes.

mod protocol;

use protocol::protocol;
use size_budget::*;
use std::time::{Duration, Instant};

/// Time limits hold for optimized code alone; a debug build plans less.
const NODES: usize = if cfg!(debug_assertions) { 1_000 } else { 10_000 };

#[test]
fn ten_thousand_nodes() {
    let problem = protocol(NODES, 1);
    let cap = cap_for_percent(&problem, 25.0);
    let plan = greedy(&problem, cap).expect("a plan must fit a cap of 25 %");
    assert!(plan.totals.size <= cap);
    let gap = optimality_gap(&problem, &plan, cap);
    assert!(gap < 0.05, "the gap to the optimum must be below 5 %, found {gap}");
}

#[test]
fn greedy_is_near_the_bound_and_never_behind_the_simple_one() {
    let percents: &[f64] =
        if cfg!(debug_assertions) { &[10.0, 50.0] } else { &[5.0, 10.0, 25.0, 50.0, 75.0, 100.0, 150.0] };
    for seed in 0..if cfg!(debug_assertions) { 1 } else { 12 } {
        let problem = protocol(300, seed);
        for &percent in percents {
            let cap = cap_for_percent(&problem, percent);
            let plan = greedy(&problem, cap).expect("a plan must fit the cap");
            let simple = simple_greedy(&problem, cap).expect("a plan must fit the cap");
            assert!(plan.totals.time <= simple.totals.time);
            let gap = optimality_gap(&problem, &plan, cap);
            // A small cap holds a handful of nodes, and the bound may cut them in pieces.
            assert!(
                gap < if percent < 25.0 { 0.1 } else { 0.02 },
                "seed {seed} at {percent} %: the gap to the optimum is too large: {gap}"
            );
        }
    }
}

#[test]
fn the_time_limit_holds() {
    let problem = protocol(if cfg!(debug_assertions) { 200 } else { 600 }, 7);
    let cap = cap_for_percent(&problem, 25.0);
    let start = Instant::now();
    let solved = exact(&problem, cap, Duration::from_secs(2)).expect("a plan must fit the cap");
    assert!(solved.plan().totals.size <= cap);
    assert!(solved.plan().totals.time <= greedy(&problem, cap).expect("a plan must fit the cap").totals.time);
    assert!(start.elapsed() < Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 4 }));
}

#[test]
fn the_same_problem_gives_the_same_plan() {
    let caps = |problem: &Problem| cap_for_percent(problem, 30.0);
    let (a, b) = (protocol(400, 3), protocol(400, 3));
    assert_eq!(
        greedy(&a, caps(&a)).expect("a plan must fit the cap"),
        greedy(&b, caps(&b)).expect("a plan must fit the cap")
    );
    assert_eq!(fastest(&a, Limits::STANDARD), fastest(&b, Limits::STANDARD));
}

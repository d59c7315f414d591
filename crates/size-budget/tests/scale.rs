//! Large problems: how long planning takes, and how near the bound it comes.

use size_budget::*;
use std::time::{Duration, Instant};

/// A fixed stream of numbers (a linear congruential generator), so that every run plans the same problems.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn share(&mut self) -> f64 {
        self.below(1 << 20) as f64 / f64::from(1 << 20)
    }
}

/// A problem shaped like a protocol: most references lead to one of the next few nodes, some to a widely used
/// one; frequencies fall as the references are followed; shared interpreter and primitives.
fn protocol(nodes: usize, seed: u64) -> Problem {
    let mut numbers = Numbers(seed);
    let mut builder = ProblemBuilder::new(400);
    let interpreter = builder.shared(900);
    let opcodes: Vec<SharedId> = (0..12).map(|_| builder.shared(40 + numbers.below(160))).collect();
    let mut frequencies = vec![0.0; nodes];
    frequencies[0] = 1.0;
    let mut references = Vec::new();
    for owner in 0..nodes {
        let fields = 1 + numbers.below(6) as usize;
        for field in 0..fields {
            let next = owner + 1 + numbers.below(8) as usize;
            let common = nodes - 1 - numbers.below((nodes / 10).max(1) as u64) as usize;
            // The first reference of each node leads to the next one, so that all are reached.
            let callee = if field == 0 {
                owner + 1
            } else if numbers.below(4) == 0 {
                common
            } else {
                next
            };
            if callee <= owner || callee >= nodes {
                continue;
            }
            let v = [1.0, 0.5, 0.25, 0.1][numbers.below(4) as usize] / fields as f64 * 1.6;
            frequencies[callee] += frequencies[owner] * v;
            references.push((owner, callee, v));
        }
    }
    for (at, &frequency) in frequencies.iter().enumerate() {
        let commands = 1 + numbers.below(12) as u32;
        let n = f64::from(commands);
        let opcode = opcodes[numbers.below(opcodes.len() as u64) as usize];
        let shared = vec![interpreter, opcode];
        builder.node(Node {
            frequency,
            root: at == 0,
            interpreted: Candidate { size: 4 * u64::from(commands) + 3, time: 30.0 * n, shared },
            compiled: Candidate {
                size: u64::from(commands) * (14 + numbers.below(16)) + 24,
                time: n * (8.0 + 6.0 * numbers.share()),
                shared: Vec::new(),
            },
            dispatches: n,
            commands,
            pinned: None,
        });
    }
    for (owner, callee, v) in references {
        builder.reference(Reference {
            owner: NodeId::new(owner),
            callee: NodeId::new(callee),
            frequency: frequencies[owner] * v,
            size_delta: numbers.below(300) as i64 - 20,
            time_saved: 4.0 + 10.0 * numbers.share(),
            recursive: false,
        });
    }
    builder.build().expect("references lead forward")
}

/// Time limits hold for optimized code alone; a debug build plans less.
const NODES: usize = if cfg!(debug_assertions) { 1_000 } else { 10_000 };

#[test]
fn ten_thousand_nodes() {
    let problem = protocol(NODES, 1);
    let cap = cap_for_percent(&problem, 25.0);
    let plan = greedy(&problem, cap).expect("25 % is above the smallest");
    assert!(plan.totals.size <= cap);
    let gap = optimality_gap(&problem, &plan, cap);
    assert!(gap < 0.05, "gap {gap}");
}

#[test]
fn greedy_is_near_the_bound_and_never_behind_the_simple_one() {
    let percents: &[f64] =
        if cfg!(debug_assertions) { &[10.0, 50.0] } else { &[5.0, 10.0, 25.0, 50.0, 75.0, 100.0, 150.0] };
    for seed in 0..if cfg!(debug_assertions) { 1 } else { 12 } {
        let problem = protocol(300, seed);
        for &percent in percents {
            let cap = cap_for_percent(&problem, percent);
            let plan = greedy(&problem, cap).expect("the cap is above the smallest");
            let simple = simple_greedy(&problem, cap).expect("the cap is above the smallest");
            assert!(plan.totals.time <= simple.totals.time);
            let gap = optimality_gap(&problem, &plan, cap);
            // A small cap holds a handful of nodes, and the bound may cut them in pieces.
            assert!(gap < if percent < 25.0 { 0.1 } else { 0.02 }, "seed {seed} at {percent} %: gap {gap}");
        }
    }
}

#[test]
fn the_time_limit_holds() {
    let problem = protocol(if cfg!(debug_assertions) { 200 } else { 600 }, 7);
    let cap = cap_for_percent(&problem, 25.0);
    let start = Instant::now();
    let solved = exact(&problem, cap, Duration::from_secs(2)).expect("the cap is above the smallest");
    assert!(solved.plan().totals.size <= cap);
    assert!(solved.plan().totals.time <= greedy(&problem, cap).expect("as above").totals.time);
    assert!(start.elapsed() < Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 4 }));
}

#[test]
fn the_same_problem_gives_the_same_plan() {
    let caps = |problem: &Problem| cap_for_percent(problem, 30.0);
    let (a, b) = (protocol(400, 3), protocol(400, 3));
    assert_eq!(greedy(&a, caps(&a)).expect("fits"), greedy(&b, caps(&b)).expect("fits"));
    assert_eq!(fastest(&a, Limits::STANDARD), fastest(&b, Limits::STANDARD));
}

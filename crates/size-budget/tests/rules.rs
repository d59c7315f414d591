//! The rules of a plan, one at a time, on problems that can be worked out by hand.

use size_budget::*;

fn candidate(size: u64, time: f64) -> Candidate {
    Candidate { size, time, shared: Vec::new() }
}

/// A node of frequency 1: interpreted 10 bytes and 100 instructions, compiled as given.
fn node(root: bool, size: u64, time: f64) -> Node {
    Node {
        frequency: 1.0,
        root,
        interpreted: candidate(10, 100.0),
        compiled: candidate(size, time),
        dispatches: 4.0,
        conversions: 3.0,
        commands: 4,
        ..Node::default()
    }
}

fn call(owner: NodeId, callee: NodeId, size_delta: i64, time_saved: f64) -> Reference {
    Reference { owner, callee, frequency: 1.0, size_delta, time_saved, recursive: false }
}

fn plan(problem: &Problem, compiled: &[NodeId], inlined: &[ReferenceId]) -> Result<Plan, PlanError> {
    let technique = |id| if compiled.contains(&id) { Technique::Compiled } else { Technique::Interpreted };
    let link = |id| if inlined.contains(&id) { Link::Inline } else { Link::Call };
    problem.plan(problem.node_ids().map(technique).collect(), problem.reference_ids().map(link).collect())
}

#[test]
fn a_standalone_form_lives_while_someone_calls_it() {
    let mut builder = ProblemBuilder::new(0);
    let a = builder.node(node(true, 60, 20.0));
    let b = builder.node(node(true, 70, 20.0));
    let leaf = builder.node(node(false, 50, 20.0));
    let from_a = builder.reference(call(a, leaf, 30, 5.0));
    let from_b = builder.reference(call(b, leaf, 35, 5.0));
    let problem = builder.build().expect("the problem must be valid");
    let size = |compiled: &[NodeId], inlined: &[ReferenceId]| {
        plan(&problem, compiled, inlined).expect("the plan must be valid").totals.size
    };
    assert_eq!(size(&[], &[]), 30);
    assert_eq!(size(&[a, b], &[]), 140);
    assert_eq!(size(&[a, b, leaf], &[]), 180);
    assert_eq!(size(&[a, b, leaf], &[from_a]), 210);
    // The leaf is unreferenced now: its 50 bytes go.
    assert_eq!(size(&[a, b, leaf], &[from_a, from_b]), 195);
    assert_eq!(plan(&problem, &[a], &[from_a]), Err(PlanError::NotCompiled(from_a)));
    assert_eq!(plan(&problem, &[leaf], &[from_a]), Err(PlanError::NotCompiled(from_a)));
    let both = plan(&problem, &[a, b, leaf], &[from_a, from_b]).expect("the plan must be valid");
    assert_eq!(problem.standalone(&both), [true, true, false]);
    assert_eq!(both.totals.time, 50.0);
    assert_eq!(both.totals.compiled_size, 195);
    let first = plan(&problem, &[a], &[]).expect("the plan must be valid").totals;
    assert_eq!((first.dispatches, first.conversions), (8.0, 6.0));
    // A cap that holds both copies but not three bodies and a copy: going by single steps would miss it.
    assert_eq!(greedy(&problem, 195).expect("a plan must fit the cap").totals.time, 50.0);
}

#[test]
fn what_is_inlined_is_copied_with_its_owner() {
    let mut builder = ProblemBuilder::new(0);
    let (a, b) = (builder.node(node(true, 60, 20.0)), builder.node(node(true, 60, 20.0)));
    let middle = builder.node(node(true, 50, 20.0));
    let leaf = builder.node(node(false, 40, 20.0));
    let calls = [call(a, middle, 30, 5.0), call(b, middle, 30, 5.0), call(middle, leaf, 25, 5.0)];
    let inlined = calls.map(|call| builder.reference(call));
    let problem = builder.build().expect("the problem must be valid");
    // The middle stands in three places, and the leaf in each of them and nowhere else.
    let all = plan(&problem, &[a, b, middle, leaf], &inlined).expect("the plan must be valid");
    assert_eq!(all.totals.size, 60 + 60 + 50 + 2 * 30 + 3 * 25);
}

#[test]
fn shared_costs_are_paid_once() {
    let mut builder = ProblemBuilder::new(5);
    let (interpreter, primitive) = (builder.shared(1000), builder.shared(100));
    let mut two = || {
        let mut node = node(true, 60, 20.0);
        node.interpreted.shared = vec![interpreter, primitive];
        node.compiled.shared = vec![primitive, primitive];
        builder.node(node)
    };
    let (a, b) = (two(), two());
    let problem = builder.build().expect("the problem must be valid");
    let size =
        |compiled: &[NodeId]| plan(&problem, compiled, &[]).expect("the plan must be valid").totals.size;
    assert_eq!([size(&[]), size(&[a]), size(&[a, b])], [1125, 1175, 225]);
    // Without the interpreter everything is smaller: the smallest plan is the fastest.
    assert_eq!(smallest(&problem).totals.size, 225);
    assert_eq!(greedy(&problem, 225).expect("a plan must fit the cap").totals.time, 40.0);
    assert_eq!(cap_for_percent(&problem, 0.0), 225);
    assert_eq!(cap_for_percent(&problem, 70.0), 225);
    let error = greedy(&problem, 224).expect_err("too small");
    assert_eq!(error.to_string(), "no plan fits in 224 bytes; the smallest needs 225");
    assert_eq!(exact(&problem, 224, std::time::Duration::from_secs(5)), Err(error));
}

#[test]
fn inlining_that_shrinks_is_always_taken() {
    let mut builder = ProblemBuilder::new(0);
    let a = builder.node(node(true, 60, 20.0));
    let leaf = builder.node(node(true, 30, 20.0));
    let shrinks = builder.reference(call(a, leaf, -6, 1.0));
    let problem = builder.build().expect("the problem must be valid");
    for plan in [
        all_compiled(&problem),
        fastest(&problem, Limits::STANDARD),
        greedy(&problem, 100).expect("a plan must fit the cap"),
        greedy(&problem, 84).expect("a plan must fit the cap"),
    ] {
        assert!(plan.is_inlined(shrinks));
        assert_eq!(plan.totals.size, 84);
    }
}

#[test]
fn recursion_is_never_inlined() {
    let mut builder = ProblemBuilder::new(0);
    let a = builder.node(node(true, 60, 20.0));
    let list = builder.node(node(false, 50, 20.0));
    let entry = builder.reference(call(a, list, 30, 50.0));
    let again = builder.reference(Reference { recursive: true, ..call(list, list, -40, 50.0) });
    let problem = builder.build().expect("the problem must be valid");
    let fast = fastest(&problem, Limits::STANDARD);
    assert!(fast.is_inlined(entry) && !fast.is_inlined(again));
    // It calls itself, so that it cannot disappear.
    assert_eq!(fast.totals.size, 60 + 30 + 50);
    assert_eq!(plan(&problem, &[a, list], &[again]), Err(PlanError::Recursive(again)));
}

#[test]
fn cycles_must_be_marked() {
    let mut builder = ProblemBuilder::new(0);
    let a = builder.node(node(true, 60, 20.0));
    let b = builder.node(node(false, 60, 20.0));
    builder.reference(call(a, b, 0, 0.0));
    builder.reference(call(b, a, 0, 0.0));
    assert_eq!(builder.build().err(), Some(BuildError::Cycle(a)));
    let mut builder = ProblemBuilder::new(0);
    let bad = builder.node(Node { frequency: f64::NAN, ..node(true, 1, 1.0) });
    assert_eq!(builder.build().err(), Some(BuildError::BadNode(bad)));
}

/// Nodes behind a cycle have no place in the order either, but no reference to mark.
#[test]
fn an_error_names_a_node_on_the_cycle() {
    let mut builder = ProblemBuilder::new(0);
    let behind = builder.node(node(false, 60, 20.0));
    let on = builder.node(node(false, 60, 20.0));
    let also = builder.node(node(false, 60, 20.0));
    let root = builder.node(node(true, 60, 20.0));
    for (owner, callee) in [(root, on), (on, also), (also, on), (also, behind), (root, behind)] {
        builder.reference(call(owner, callee, 0, 0.0));
    }
    assert_eq!(builder.build().err(), Some(BuildError::Cycle(also)));
}

#[test]
fn what_no_root_reaches_costs_nothing() {
    let mut builder = ProblemBuilder::new(0);
    let a = builder.node(node(true, 60, 20.0));
    let unused = builder.node(node(false, 60, 20.0));
    builder.reference(call(unused, a, 5, 5.0));
    let problem = builder.build().expect("the problem must be valid");
    assert_eq!(all_compiled(&problem).totals.size, 60);
    assert_eq!(reasons(&problem, &all_compiled(&problem))[unused.index()].verdict, Verdict::Unreached);
}

#[test]
fn pins_are_kept() {
    let mut builder = ProblemBuilder::new(0);
    let slow = builder.node(Node { pinned: Some(Technique::Interpreted), ..node(true, 11, 1.0) });
    let fast = builder.node(Node { pinned: Some(Technique::Compiled), ..node(true, 900, 99.0) });
    let free = builder.node(node(true, 60, 20.0));
    let problem = builder.build().expect("the problem must be valid");
    for plan in [
        all_interpreted(&problem),
        all_compiled(&problem),
        smallest(&problem),
        fastest(&problem, Limits::STANDARD),
        greedy(&problem, 5000).expect("a plan must fit the cap"),
    ] {
        assert!(!plan.is_compiled(slow) && plan.is_compiled(fast));
    }
    assert_eq!(smallest(&problem).totals.size, 920);
    assert_eq!(reasons(&problem, &all_compiled(&problem))[fast.index()].verdict, Verdict::Pinned);
    let choices = vec![Technique::Compiled; 3];
    assert_eq!(problem.plan(choices, Vec::new()), Err(PlanError::Pinned(slow)));
    assert!(greedy(&problem, 970).expect("a plan must fit the cap").is_compiled(free));
}

#[test]
fn compiled_is_not_assumed_to_be_faster() {
    let mut builder = ProblemBuilder::new(0);
    let worse = builder.node(node(true, 60, 120.0));
    let better = builder.node(node(true, 60, 20.0));
    let problem = builder.build().expect("the problem must be valid");
    for plan in
        [fastest(&problem, Limits::STANDARD), greedy(&problem, 5000).expect("a plan must fit the cap")]
    {
        assert!(!plan.is_compiled(worse) && plan.is_compiled(better));
    }
    assert_eq!(reasons(&problem, &all_interpreted(&problem))[worse.index()].verdict, Verdict::NoGain);
}

#[test]
fn the_fastest_plan_keeps_its_limits() {
    let mut builder = ProblemBuilder::new(0);
    let root = builder.node(node(true, 100, 20.0));
    let leaves: Vec<NodeId> =
        (0..10).map(|_| builder.node(Node { commands: 30, ..node(true, 100, 20.0) })).collect();
    let calls: Vec<_> = leaves.iter().map(|leaf| builder.reference(call(root, *leaf, 80, 5.0))).collect();
    let useless = builder.reference(call(root, leaves[0], 80, 0.0));
    let problem = builder.build().expect("the problem must be valid");
    let inlined = |limits| {
        let plan = fastest(&problem, limits);
        assert!(!plan.is_inlined(useless));
        calls.iter().filter(|call| plan.is_inlined(**call)).count()
    };
    // 4 + 8 * 30 commands; a limit of growth that leaves 550 bytes; room for all.
    assert_eq!(inlined(Limits::STANDARD), 8);
    assert_eq!(inlined(Limits { growth: 1.5, body_commands: 10_000 }), 6);
    assert_eq!(inlined(Limits { growth: 9.0, body_commands: 10_000 }), 10);
}

/// Body limits count what is inlined at every depth.
#[test]
fn the_limit_of_commands_counts_whole_bodies() {
    let mut builder = ProblemBuilder::new(0);
    let [outer, middle, inner] = [(); 3].map(|()| builder.node(node(true, 60, 20.0)));
    let upper = builder.reference(call(outer, middle, 10, 9.0));
    let lower = builder.reference(call(middle, inner, 10, 5.0));
    let problem = builder.build().expect("the problem must be valid");
    // Each body has four commands; the outer one has twelve with both inlined.
    for (body_commands, both) in [(11, false), (12, true)] {
        let plan = fastest(&problem, Limits { growth: 9.0, body_commands });
        assert!(plan.is_inlined(upper));
        assert_eq!(plan.is_inlined(lower), both, "{body_commands} commands");
    }
}

/// The paper's heuristic sorts by profit over weight: 100 / 100 and 80 / 20 instructions a byte.
#[test]
fn the_simple_heuristic_weighs_bytes() {
    let mut builder = ProblemBuilder::new(0);
    let large = builder.node(node(true, 110, 0.0));
    let small = builder.node(node(true, 30, 20.0));
    let problem = builder.build().expect("the problem must be valid");
    let plan = simple_greedy(&problem, 120).expect("a plan must fit the cap");
    assert!(plan.is_compiled(small) && !plan.is_compiled(large));
}

#[test]
fn a_root_is_always_there() {
    let mut builder = ProblemBuilder::new(0);
    let id = builder.node(Node { interpreted: candidate(10, 1.0), ..Node::root() });
    let problem = builder.build().expect("the problem must be valid");
    assert!(problem.is_reached(id));
    assert_eq!(all_interpreted(&problem).totals.size, 10);
}

#[test]
fn the_critical_item_is_passed_over() {
    let mut builder = ProblemBuilder::new(0);
    let best = builder.node(Node { frequency: 9.0, ..node(true, 60, 20.0) });
    let large = builder.node(Node { frequency: 50.0, ..node(true, 510, 20.0) });
    let small = builder.node(node(true, 40, 20.0));
    let problem = builder.build().expect("the problem must be valid");
    let plan = greedy(&problem, 120).expect("a plan must fit the cap");
    assert!(plan.is_compiled(best) && !plan.is_compiled(large) && plan.is_compiled(small));
    // The paper's stops there.
    let simple = simple_greedy(&problem, 120).expect("a plan must fit the cap");
    assert!(simple.is_compiled(best) && !simple.is_compiled(small));

    let verdicts: Vec<Verdict> = reasons(&problem, &plan).iter().map(|reason| reason.verdict).collect();
    assert_eq!(verdicts, [Verdict::Worth, Verdict::Critical, Verdict::Fills]);
    let reason = reasons(&problem, &plan)[large.index()];
    assert_eq!((reason.profit, reason.weight, reason.ratio), (4000.0, 500, Some(8.0)));
    assert_eq!(
        reason.to_string(),
        "critical: next in line with 8.0000 instructions a byte, but 500 bytes did not fit"
    );
    assert_eq!(buys(&problem, &plan, 100).compiled, []);
    let purchase = buys(&problem, &plan, 600);
    assert_eq!((purchase.compiled, purchase.saved), (vec![large], 4000.0));
}

#[test]
fn caps_in_percent_and_the_frontier() {
    let mut builder = ProblemBuilder::new(0);
    for frequency in 1..=4 {
        builder.node(Node { frequency: f64::from(frequency), ..node(true, 60, 20.0) });
    }
    let problem = builder.build().expect("the problem must be valid");
    assert_eq!([0.0, 25.0, 100.0, 150.0].map(|p| cap_for_percent(&problem, p)), [40, 90, 240, 340]);
    let fastest = fastest(&problem, Limits::STANDARD);
    let frontier = frontier(&problem, &problem, &fastest, &fastest);
    let along: Vec<_> = frontier.iter().map(|point| (point.size.get(), point.time)).collect();
    assert_eq!(along, [(40, 1000.0), (90, 680.0), (140, 440.0), (190, 280.0), (240, 200.0)]);
    // The most frequent first, and with it its share of the interpreter's calls.
    let bought: Vec<_> = frontier.iter().flat_map(|point| &point.compiled).map(|node| node.index()).collect();
    assert_eq!(bought, [3, 2, 1, 0]);
    for (point, plan) in frontier.iter().zip([40, 90, 140, 190, 240].map(|cap| greedy(&problem, cap))) {
        let totals = plan.expect("a plan must fit the cap").totals;
        assert!((point.dispatches - totals.dispatches).abs() < 1e-9, "{point:?} {totals:?}");
        assert!((point.conversions - totals.conversions).abs() < 1e-9, "{point:?} {totals:?}");
    }
    // A fractional knapsack of equal weights is exact at whole items.
    assert!((lp_bound(&problem, 140) - 560.0).abs() < 1e-6, "{}", lp_bound(&problem, 140));
}

/// A part of the bytes of a node saves that part of its time, however much a byte is worth.
#[test]
fn the_bound_of_one_node_is_its_share() {
    for scale in [1e-6, 1.0, 1e6] {
        let mut builder = ProblemBuilder::new(7);
        builder.node(Node { frequency: scale, ..node(true, 14, 20.0) });
        let problem = builder.build().expect("the problem must be valid");
        for (room, saved) in [(10, 0.0), (11, 20.0), (12, 40.0), (14, 80.0), (99, 80.0)] {
            let bound = lp_bound(&problem, 7 + room) / scale;
            assert!(
                (bound - saved).abs() < 1e-3,
                "{scale}, {room} bytes: expected the bound {saved}, found {bound}"
            );
        }
        let (none, all) = (all_interpreted(&problem), all_compiled(&problem));
        assert_eq!([&none, &all].map(|plan| optimality_gap(&problem, plan, 99)), [1.0, 0.0]);
    }
}

/// The bound charges shared bytes to the nodes that need them: half of the bytes buy half of the time.
#[test]
fn the_bound_charges_shared_bytes() {
    for users in [1, 2] {
        let mut builder = ProblemBuilder::new(0);
        let item = builder.shared(80);
        for _ in 0..users {
            let mut user = node(true, 10, 20.0);
            user.compiled.shared = vec![item];
            builder.node(user);
        }
        let problem = builder.build().expect("the problem must be valid");
        let bound = lp_bound(&problem, 10 * users + 40);
        let saved = 40.0 * users as f64;
        assert!((bound - saved).abs() < 0.1, "{users} users: expected the bound {saved}, found {bound}");
    }
}

/// Inlining needs a compiled callee: half of the callee's bytes buy half of what the reference saves.
#[test]
fn the_bound_charges_the_callee_to_what_is_inlined() {
    let mut builder = ProblemBuilder::new(0);
    let owner = builder.node(Node { pinned: Some(Technique::Compiled), ..node(true, 10, 100.0) });
    let callee = builder.node(node(true, 110, 100.0));
    builder.reference(call(owner, callee, 0, 50.0));
    let problem = builder.build().expect("the problem must be valid");
    let bound = lp_bound(&problem, 20 + 50);
    assert!((bound - 25.0).abs() < 0.1, "expected the bound 25, found {bound}");
}

/// Without time for a search, only a plan that meets the bound is proven.
#[test]
fn a_plan_below_the_bound_is_not_proven() {
    let mut builder = ProblemBuilder::new(0);
    builder.node(node(true, 14, 20.0));
    let problem = builder.build().expect("the problem must be valid");
    let solved = |cap| {
        exact(&problem, cap, std::time::Duration::ZERO)
            .expect("the exact solver must find a plan within the cap")
    };
    assert!(solved(14).is_proven());
    // Two bytes of four: the bound is half of the 80 instructions, and no plan saves any.
    assert!(!solved(12).is_proven());
}

#[test]
fn calls_are_bought_with_compiled_code_alone() {
    let mut builder = ProblemBuilder::new(500);
    let table = builder.shared(300);
    // Compiling the first saves more instructions, and its dear table; the second more calls.
    let mut slow = node(true, 60, 20.0);
    slow.interpreted = Candidate { size: 200, time: 900.0, shared: vec![table] };
    let mut busy = node(true, 60, 20.0);
    busy.dispatches = 9.0;
    let (slow, busy) = (builder.node(slow), builder.node(busy));
    let problem = builder.build().expect("the problem must be valid");
    let bought = greedy(&problem.of_calls(), 60).expect("an interpreted plan must fit a problem of calls");
    assert!(bought.is_compiled(busy) && !bought.is_compiled(slow));
    assert_eq!(bought.totals.size, 60);
    // No plan of as much code wins more calls; half the code, half of them at most.
    let calls = problem.of_calls_alone();
    let most = |cap: u64| lp_bound(&calls, cap);
    assert!((most(60) - 9.0).abs() < 1e-3 && (most(30) - 4.5).abs() < 1e-3, "{} {}", most(60), most(30));
    let plan = problem
        .plan(bought.techniques, bought.links)
        .expect("the plan must be valid for the original problem");
    assert_eq!(plan.totals.size, 500 + 300 + 200 + 60);
    assert_eq!(plan.totals.compiled_size, 60);
    assert!(greedy(&problem, 1060).expect("a plan must fit the cap").is_compiled(slow));
}

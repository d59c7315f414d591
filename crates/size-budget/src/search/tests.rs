//! Tests the search with simulated compilers, whose sizes differ from the prediction.

use super::*;
use crate::problem::{Candidate, Node, NodeId, ProblemBuilder, Reference};
use std::convert::Infallible;

fn problem() -> Problem {
    chain(30)
}

/// Messages of growing size and falling frequency. Each message calls the next.
fn chain(length: u64) -> Problem {
    let mut builder = ProblemBuilder::new(2_000);
    let interpreter = builder.shared(1_500);
    let node = |at: u64| Node {
        frequency: 100.0 / (at + 1) as f64,
        root: at == 0,
        interpreted: Candidate { size: 20 + at, time: 90.0 + at as f64, shared: vec![interpreter] },
        compiled: Candidate { size: 120 + 7 * at, time: 30.0, shared: Vec::new() },
        dispatches: 5.0,
        conversions: 4.0,
        commands: 5,
        ..Node::default()
    };
    let nodes: Vec<NodeId> = (0..length).map(|at| builder.node(node(at))).collect();
    for pair in nodes.windows(2) {
        builder.reference(Reference {
            owner: pair[0],
            callee: pair[1],
            frequency: 100.0 / (pair[1].index() + 1) as f64,
            size_delta: 130 + 7 * pair[1].index() as i64,
            time_saved: 4.0,
            recursive: false,
        });
    }
    builder.build().expect("the numbers are sound")
}

/// A simulated compiler: its sizes are `per_mille` thousandths of the prediction, plus at most `scatter` bytes that
/// depend on the plan.
struct Compiler {
    per_mille: u64,
    scatter: u64,
    builds: Vec<Plan>,
}

impl Compiler {
    fn new(per_mille: u64, scatter: u64) -> Self {
        Self { per_mille, scatter, builds: Vec::new() }
    }

    fn size(&self, plan: &Plan) -> Bytes<Measured> {
        let compiled = plan.techniques.iter().filter(|of| **of == crate::Technique::Compiled).count() as u64;
        Bytes::new(plan.totals.size.get() * self.per_mille / 1000 + compiled * 37 % (self.scatter + 1))
    }

    fn search(&mut self, chooser: &Chooser, cap: Option<Cap>) -> Result<Found, SearchError<Infallible>> {
        let mut measure = |plan: &Plan| {
            if !self.builds.contains(plan) {
                self.builds.push(plan.clone());
            }
            Ok(self.size(plan))
        };
        search(&problem(), chooser, cap, Some(&mut measure))
    }
}

const GREEDY: Chooser = Chooser::Auto(Solver::Greedy);

#[test]
fn a_cap_is_kept_and_used_whatever_the_prediction_is_worth() {
    for per_mille in [800, 1000, 1250] {
        for scatter in [0, 300] {
            let mut compiler = Compiler::new(per_mille, scatter);
            let range = [all_interpreted(&problem()), all_compiled(&problem())];
            let [low, high] = range.map(|plan| compiler.size(&plan).get());
            for tenth in [2, 5, 8] {
                let cap = low + scatter + (high - low) * tenth / 10;
                compiler.builds.clear();
                let found = compiler.search(&GREEDY, Some(Cap::Bytes(cap))).expect("there is room");
                assert_eq!(found.size, compiler.size(&found.plan));
                assert!(found.size.get() <= cap, "{per_mille} {scatter} {tenth}: {:?} of {cap}", found.size);
                // The search may leave 3 % of the cap; no choice is larger than 500 bytes.
                let left = cap - found.size.get();
                assert!(left as f64 <= 0.03 * cap as f64, "{per_mille} {scatter} {tenth}: {left} of {cap}");
                assert!(
                    compiler.builds.len() <= 12,
                    "{per_mille} {scatter} {tenth}: {}",
                    compiler.builds.len()
                );
                let gap = found.gap.expect("the search has chosen");
                assert!((0.0..0.2).contains(&gap), "{per_mille} {scatter} {tenth}: {gap}");
            }
        }
    }
}

#[test]
fn where_predictions_hold_the_search_is_the_solver() {
    let problem = chain(8);
    for cap in [4_000, 4_300, 4_700] {
        let cap_bytes = Some(Cap::Bytes(cap));
        let found = search::<Infallible>(&problem, &GREEDY, cap_bytes, None).expect("fits");
        let best = crate::greedy(&problem, cap).expect("fits");
        assert!(found.plan.totals.time <= best.totals.time);
        assert_eq!(found.size.get(), found.plan.totals.size.get());
        assert!(!found.fastest_measured);
        let exact = Chooser::Auto(Solver::Exact);
        let exact = search::<Infallible>(&problem, &exact, cap_bytes, None).expect("fits");
        assert!(exact.plan.totals.time <= found.plan.totals.time);
        assert_eq!(exact.gap, Some(0.0));
        // The exact solver proves that the greedy plan is within 5 % of the best, so its gap is no larger.
        let saved = |plan: &Plan| all_interpreted(&problem).totals.time - plan.totals.time;
        let missed = 1.0 - saved(&found.plan) / saved(&exact.plan);
        let gap = found.gap.expect("the search has chosen");
        assert!(missed < 0.05 && missed - 1e-9 <= gap && gap < 0.05, "{cap}: {gap}, in truth {missed}");
    }
}

/// The first procedure takes far fewer bytes than predicted, so budgets up to the cap never contain it.
#[test]
fn plans_beyond_the_cap_are_built_where_much_is_left() {
    let mut builder = ProblemBuilder::new(1_000);
    let support = builder.shared(400);
    let node = Node {
        frequency: 1.0,
        interpreted: Candidate { size: 0, time: 90.0, shared: Vec::new() },
        compiled: Candidate { size: 300, time: 30.0, shared: vec![support] },
        ..Node::root()
    };
    let node = builder.node(node);
    let problem = builder.build().expect("sound");
    let mut measure = |plan: &Plan| {
        let less = if plan.is_compiled(node) { 350 } else { 0 };
        Ok::<_, Infallible>(Bytes::new(plan.totals.size.get() - less))
    };
    let mut within =
        |cap| search(&problem, &GREEDY, Some(Cap::Bytes(cap)), Some(&mut measure)).expect("fits");
    assert!(within(1_350).plan.is_compiled(node));
    assert!(!within(1_349).plan.is_compiled(node));
}

/// The gap counts what the unused bytes of the cap could save. The exact solver tightens a loose bound, and its plans are
/// built: they may break the cap.
#[test]
fn the_gap_is_against_the_cap() {
    let mut builder = ProblemBuilder::new(1_000);
    let nodes = [1.0, 0.5].map(|frequency| {
        builder.node(Node {
            frequency,
            interpreted: Candidate { size: 0, time: 90.0, shared: Vec::new() },
            compiled: Candidate { size: 200, time: 30.0, shared: Vec::new() },
            ..Node::root()
        })
    });
    let problem = builder.build().expect("sound");
    // The second procedure takes 300 bytes more than predicted, so it does not fit beside the first.
    let mut measure = |plan: &Plan| {
        let more = if plan.is_compiled(nodes[1]) { 300 } else { 0 };
        Ok::<_, Infallible>(Bytes::new(plan.totals.size.get() + more))
    };
    for solver in [Solver::Greedy, Solver::Exact] {
        let cap = Some(Cap::Bytes(1_450));
        let found = search(&problem, &Chooser::Auto(solver), cap, Some(&mut measure)).expect("fits");
        assert_eq!(found.size.get(), 1_200);
        // By the prediction both fit, but not as built: no plan within the cap saves more.
        assert_eq!(found.gap, Some(0.0), "{solver:?}");
    }
    // The bound takes half of the second procedure: 60 of 75 instructions. No plan does.
    assert!((crate::lp_bound(&problem, 1_300) - 75.0).abs() < 1.0);
    let found = search::<Infallible>(&problem, &GREEDY, Some(Cap::Bytes(1_300)), None).expect("fits");
    assert_eq!((found.size.get(), found.gap), (1_200, Some(0.0)));
}

#[test]
fn a_percentage_lies_between_the_smallest_and_the_compiled_plan() {
    let mut compiler = Compiler::new(1100, 0);
    let range = [all_interpreted(&problem()), all_compiled(&problem())];
    let [low, high] = range.map(|plan| compiler.size(&plan).get());
    let found = compiler.search(&GREEDY, Some(Cap::Percent(25.0))).expect("fits");
    assert_eq!(found.smallest.get(), low);
    assert_eq!(found.cap.map(Bytes::get), Some(low + ((high - low) as f64 / 4.0).round() as u64));
    assert!(found.notes.is_empty());
}

#[test]
fn without_a_cap_the_fastest_plan_is_chosen_within_its_limits_as_measured() {
    let problem = problem();
    let mut compiler = Compiler::new(1000, 0);
    let found = compiler.search(&GREEDY, None).expect("no cap");
    assert_eq!(found.plan, fastest(&problem, Limits::STANDARD));
    assert_eq!((found.gap, found.cap, found.fastest), (Some(0.0), None, found.size));
    // A compiler that adds 1,000 bytes to the prediction for each inlined reference.
    let blown = |plan: &Plan| {
        let inlined = problem.reference_ids().filter(|id| plan.is_inlined(*id)).count() as u64;
        Bytes::<Measured>::new(plan.totals.size.get() + 1_000 * inlined)
    };
    let mut measure = |plan: &Plan| Ok::<_, Infallible>(blown(plan));
    let found = search(&problem, &GREEDY, None, Some(&mut measure)).expect("no cap");
    assert!(found.size.get() <= 2 * blown(&all_compiled(&problem)).get());
}

#[test]
fn a_forced_plan_claims_nothing_and_keeps_the_cap() {
    let mut compiler = Compiler::new(1000, 0);
    let given = Chooser::Given(crate::greedy(&problem(), 6_000).expect("fits"));
    for chooser in [Chooser::Interpreted, Chooser::Compiled, Chooser::Inlined, given] {
        let found = compiler.search(&chooser, None).expect("no cap");
        assert_eq!(found.gap, None, "{chooser:?}");
        assert!(!found.fastest_measured && found.fastest >= found.size, "{chooser:?}");
        let less = Cap::Bytes(found.size.get() - 1);
        let smaller = compiler.search(&chooser, Some(less)).expect_err("one byte is wanting");
        let cap = Bytes::new(found.size.get() - 1);
        assert_eq!(smaller, SearchError::CapTooSmall { cap, smallest: found.size });
    }
}

#[test]
fn a_cap_below_the_smallest_plan_names_it() {
    let mut compiler = Compiler::new(1000, 0);
    let smallest = compiler.size(&smallest(&problem()));
    let error = compiler.search(&GREEDY, Some(Cap::Bytes(100))).expect_err("nothing fits in 100 bytes");
    assert_eq!(error, SearchError::CapTooSmall { cap: Bytes::new(100), smallest });
}

#[test]
fn a_measurement_that_fails_ends_the_search() {
    let mut builds = 0;
    let mut measure = |_: &Plan| {
        builds += 1;
        if builds < 3 { Ok(Bytes::new(3_000)) } else { Err("no compiler") }
    };
    let error = search(&problem(), &GREEDY, Some(Cap::Bytes(4_000)), Some(&mut measure)).expect_err("fails");
    assert_eq!(error, SearchError::Measure("no compiler"));
    assert_eq!(builds, 3);
}

#[test]
fn caps_are_read() {
    assert_eq!("40K".parse(), Ok(Cap::Bytes(40_960)));
    assert_eq!("1M".parse(), Ok(Cap::Bytes(1 << 20)));
    assert_eq!("25%".parse(), Ok(Cap::Percent(25.0)));
    for wrong in ["", "K", "-1", "4.5K", "12KB", "x%", "-5%", "99999999999999999999", "NaN%"] {
        assert!(wrong.parse::<Cap>().is_err(), "{wrong}");
    }
}

//! Charges for cold bytes, on problems that can be worked out by hand.

use size_budget::*;

fn candidate(size: u64, time: f64) -> Candidate {
    Candidate { size, time, shared: Vec::new() }
}

/// A node of all messages: interpreted 10 bytes and 100 instructions, compiled as given.
fn node(frequency: f64, size: u64, time: f64) -> Node {
    let (interpreted, compiled) = (candidate(10, 100.0), candidate(size, time));
    Node { frequency, messages: 1.0, interpreted, compiled, ..Node::default() }
}

fn call(owner: NodeId, callee: NodeId, frequency: f64, size_delta: i64) -> Reference {
    Reference { owner, callee, frequency, size_delta, time_saved: 5.0, recursive: false }
}

/// A procedure that a message enters once must save its bytes at once; a loop pays for them in each turn.
#[test]
fn a_large_procedure_pays_warm_and_not_cold() {
    let mut builder = ProblemBuilder::new(0);
    let root = builder.node(Node { root: true, ..node(1.0, 60, 20.0) });
    let (once, turns) = (builder.node(node(0.1, 400, 20.0)), builder.node(node(10.0, 400, 20.0)));
    builder.reference(call(root, once, 0.1, 390));
    builder.reference(call(root, turns, 10.0, 390));
    let problem = builder.build().expect("the problem must be valid");
    assert_eq!(problem.entered(), [1.0, 0.1, 1.0]);
    let compiled = |problem: &Problem| {
        let plan = fastest(problem, Limits::STANDARD);
        [root, once, turns].map(|id| plan.is_compiled(id))
    };
    assert_eq!(compiled(&problem), [true, true, true]);
    let cold = problem.charged(0.5);
    assert_eq!(compiled(&cold), [true, false, true]);
    // 400 bytes instead of 10, in a tenth of the messages; the other messages touch 4 % of them.
    let saved = |problem: &Problem| {
        let node = problem.node(once);
        node.frequency * (node.interpreted.time - node.compiled.time)
    };
    assert!((saved(&problem) - saved(&cold) - 0.5 * 390.0 * (0.1 + 0.04 * 0.9)).abs() < 1e-9);
    // The bytes that save no time are those of a forced plan.
    let forced = all_compiled(&cold);
    let lean = without_idle(&cold, &forced);
    assert!(!lean.is_compiled(once) && lean.is_compiled(turns));
    // The copy in the root is ten bytes smaller than the procedure.
    assert_eq!(forced.totals.size.get() - lean.totals.size.get(), 380);
    assert_eq!(
        without_idle(&problem, &all_compiled(&problem)).totals.size,
        all_compiled(&problem).totals.size
    );
}

/// Where each message enters every node, the charge is that of all bytes: in calls, and where everything is inlined.
#[test]
fn all_bytes_are_charged_once() {
    let mut builder = ProblemBuilder::new(0);
    let root = builder.node(Node { root: true, ..node(1.0, 60, 20.0) });
    let middle = builder.node(node(1.0, 70, 20.0));
    let leaf = builder.node(Node { command_bytes: 7, ..node(4.0, 50, 20.0) });
    builder.interpreter(21);
    let references = [call(root, middle, 1.0, 55), call(root, leaf, 2.0, 30), call(middle, leaf, 2.0, 35)];
    let references = references.map(|reference| builder.reference(reference));
    let problem = builder.build().expect("the problem must be valid");
    let charged = problem.charged(2.0);
    let charge = |plan: &Plan| charged.evaluate(plan).time - problem.evaluate(plan).time;
    let plan = |technique, inlined: &[ReferenceId]| {
        let link = |id| if inlined.contains(&id) { Link::Inline } else { Link::Call };
        let links = problem.reference_ids().map(link).collect();
        problem.plan(vec![technique; 3], links).expect("the plan must be valid")
    };
    assert_eq!(charge(&plan(Technique::Interpreted, &[])), 2.0 * (30.0 + 7.0 + 21.0));
    assert_eq!(charge(&plan(Technique::Compiled, &[])), 2.0 * 180.0);
    let all = plan(Technique::Compiled, &references);
    assert_eq!(charge(&all), 2.0 * all.totals.size.as_f64());
    assert_eq!(problem.charged(0.0).evaluate(&all), problem.evaluate(&all));
}

/// A message takes one arm of a union, and a list of ten is entered with the message that has it.
#[test]
fn probabilities_follow_references() {
    let mut builder = ProblemBuilder::new(0);
    let half = |node: Node| Node { messages: 0.5, ..node };
    let root = builder.node(half(Node { root: true, ..node(0.5, 60, 20.0) }));
    let (arm, other) = (builder.node(half(node(0.1, 60, 20.0))), builder.node(half(node(0.4, 60, 20.0))));
    let element = builder.node(half(node(1.0, 60, 20.0)));
    let everywhere = builder.node(half(node(2.0, 60, 20.0)));
    // It refers to itself: no message enters it more often than the list.
    let tree = builder.node(half(node(0.2, 60, 20.0)));
    for (owner, callee, frequency) in [
        (root, arm, 0.1),
        (root, other, 0.4),
        (arm, element, 1.0),
        (root, everywhere, 1.0),
        (other, everywhere, 1.0),
        (arm, tree, 0.1),
    ] {
        builder.reference(call(owner, callee, frequency, 10));
    }
    builder.reference(Reference { recursive: true, ..call(tree, tree, 0.1, 10) });
    let entered = builder.build().expect("the problem must be valid").entered();
    let expected = [0.5, 0.1, 0.4, 0.1, 0.5, 0.2];
    assert!(entered.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{entered:?}");
}

#[test]
fn settings_have_names() {
    assert_eq!(Cache::ALL.map(|cache| cache.to_string().parse()), Cache::ALL.map(Ok));
    assert_eq!(
        "hot".parse::<Cache>(),
        Err("`hot` is no state of the cache; use warm, mixed, cold".to_owned())
    );
    let [warm, mixed, cold] = Cache::ALL.map(Cache::per_byte);
    assert!(warm < mixed && mixed < cold && (mixed - f64::midpoint(warm, cold)).abs() < 1e-9);
}

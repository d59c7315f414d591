//! Predictions worked out by hand, and the rules behind them.

use freq_predict::ReferenceKind::{Addition, Alias, Arm, Default, Element, Link, Mandatory, Optional};
use freq_predict::*;

const ANY: ReferenceKind = Element { min: 0, max: None };

/// Predicts by kind alone, so that every number can be worked out by hand.
fn predict(
    graph: &TypeRefGraph,
    roots: &[(NodeId, f64)],
    overrides: &Overrides,
) -> Result<Frequencies, PredictError> {
    predict_by(Heuristic::Markov, &Parameters::plain(), graph, roots, overrides)
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * b.abs().max(1.0)
}

fn types<const N: usize>(graph: &mut TypeRefGraph, names: [&str; N]) -> [NodeId; N] {
    names.map(|name| graph.add_type(name))
}

fn solved(graph: &TypeRefGraph, root: NodeId) -> Frequencies {
    predict(graph, &[(root, 1.0)], &Overrides::new()).expect("the prediction must succeed")
}

#[test]
fn each_kind_has_its_guess() {
    let mut graph = TypeRefGraph::new();
    let [root, choice, scalar] = types(&mut graph, ["Root", "Choice", "Scalar"]);
    let kinds = [
        (Mandatory, 1.0),
        (Optional, 0.5),
        (Default, 0.5),
        (Addition, 0.25),
        (Alias, 1.0),
        (ANY, 3.0),
        (Element { min: 0, max: Some(2) }, 2.0),
        (Element { min: 8, max: None }, 8.0),
        (Element { min: 4, max: Some(4) }, 4.0),
    ];
    let references: Vec<_> = kinds.map(|(kind, v)| (graph.add_reference(root, scalar, "x", kind), v)).into();
    let arms: Vec<_> = (0..4).map(|_| graph.add_reference(choice, scalar, "arm", Arm)).collect();
    graph.add_reference(root, choice, "choice", Optional);
    let frequencies = solved(&graph, root);
    for (reference, v) in references {
        assert!(close(frequencies.of_reference(reference), v));
        assert_eq!(frequencies.weight(reference).scale, 1.0);
    }
    assert!(arms.iter().all(|arm| close(frequencies.of_reference(*arm), 0.125)));
    assert!(close(frequencies.of_type(scalar), kinds.iter().map(|kind| kind.1).sum::<f64>() + 0.5));
}

#[test]
fn a_self_loop_below_the_limit_is_left_alone() {
    let mut graph = TypeRefGraph::new();
    let [list] = types(&mut graph, ["List"]);
    let next = graph.add_reference(list, list, "next", Optional);
    let frequencies = solved(&graph, list);
    assert!(close(frequencies.of_type(list), 2.0));
    assert!(close(frequencies.weight(next).scale, 1.0));
}

#[test]
fn self_loops_through_arrays_stay_finite() {
    for loops in 1..=3 {
        let mut graph = TypeRefGraph::new();
        let [node] = types(&mut graph, ["Node"]);
        for _ in 0..loops {
            let array = graph.add_type("Array");
            graph.add_reference(node, array, "children", Mandatory);
            graph.add_reference(array, node, "", ANY);
        }
        let frequencies = solved(&graph, node);
        // Half a node per node, however long the cycle is.
        assert!(close(frequencies.of_type(node), 2.0), "{}", frequencies.of_type(node));
        for ty in graph.types() {
            assert!(frequencies.of_type(ty) >= 0.0 && frequencies.of_type(ty).is_finite());
        }
        // Mandatory fields are known: an array occurs as often as its node.
        assert!(close(frequencies.of_type(NodeId::new(1)), 2.0));
    }
}

#[test]
fn direct_array_loops_share_the_limit() {
    for loops in [2_u32, 3] {
        let mut graph = TypeRefGraph::new();
        let [node] = types(&mut graph, ["Node"]);
        let arcs: Vec<_> = (0..loops).map(|_| graph.add_reference(node, node, "", ANY)).collect();
        let frequencies = solved(&graph, node);
        assert!(close(frequencies.of_type(node), 2.0));
        for arc in arcs {
            assert!(close(frequencies.of_reference(arc), 1.0 / f64::from(loops)));
        }
    }
}

/// LDAP's Filter: and, or (SET OF Filter), not (Filter), and seven arms that end the recursion.
#[test]
fn recursive_filter() {
    let mut graph = TypeRefGraph::new();
    let [request, filter, and, or, leaf] = types(&mut graph, ["Request", "Filter", "and", "or", "Leaf"]);
    graph.add_reference(request, filter, "filter", Mandatory);
    graph.add_reference(filter, and, "and", Arm);
    graph.add_reference(filter, or, "or", Arm);
    let not = graph.add_reference(filter, filter, "not", Arm);
    for _ in 0..7 {
        graph.add_reference(filter, leaf, "leaf", Arm);
    }
    graph.add_reference(and, filter, "", Element { min: 1, max: None });
    graph.add_reference(or, filter, "", Element { min: 1, max: None });
    let frequencies = solved(&graph, request);
    // Scaled by s, one filter holds 2 * 0.1 * 3 * s^2 + 0.1 s others: half a filter.
    let s = (-0.1 + (0.01 + 4.0 * 0.6 * 0.5_f64).sqrt()) / 1.2;
    assert!(close(frequencies.weight(not).scale, s));
    assert!(close(frequencies.of_type(filter), 2.0));
    // Arms that leave the recursion are not scaled.
    assert!(close(frequencies.of_type(leaf), 0.7 * frequencies.of_type(filter)));
}

#[test]
fn mutual_recursion_keeps_mandatory_fields() {
    let mut graph = TypeRefGraph::new();
    let [a, b, c] = types(&mut graph, ["A", "B", "C"]);
    graph.add_reference(a, b, "b", Mandatory);
    graph.add_reference(b, c, "c", Mandatory);
    graph.add_reference(c, a, "a", Optional);
    let frequencies = solved(&graph, a);
    // Half an A per A is at the limit: the length of the cycle does not matter.
    assert!(close(frequencies.of_type(a), 2.0));
    assert!(close(frequencies.of_type(c), 2.0));
}

/// Contents of messages, one of which holds a message again: a long way round does not make the way to it rare.
#[test]
fn a_long_cycle_scales_little() {
    let mut graph = TypeRefGraph::new();
    let [message, content, plain] = types(&mut graph, ["Message", "Content", "Plain"]);
    graph.add_reference(message, content, "content", Mandatory);
    let nested = graph.add_reference(content, plain, "plain", Arm);
    let mut last = graph.add_type("Signed");
    let signed = graph.add_reference(content, last, "signed", Arm);
    for at in 0..12 {
        let next = graph.add_type(format!("Part{at}"));
        graph.add_reference(last, next, "part", Mandatory);
        last = next;
    }
    graph.add_reference(last, message, "", ANY);
    let frequencies = solved(&graph, message);
    // 0.5 x 3 messages per message: two guesses on the cycle share the factor 1/3.
    let scale = (1.0 / 3.0_f64).sqrt();
    assert!(close(frequencies.weight(signed).scale, scale) && frequencies.weight(nested).scale == 1.0);
    assert!(close(frequencies.of_type(message), 2.0));
}

#[test]
fn roots_are_weighted_and_add_up() {
    let mut graph = TypeRefGraph::new();
    let [a, b, shared] = types(&mut graph, ["A", "B", "Shared"]);
    graph.add_reference(a, shared, "x", Mandatory);
    graph.add_reference(b, shared, "x", Optional);
    let frequencies = predict(&graph, &[(a, 0.5), (b, 0.25), (b, 0.25)], &Overrides::new())
        .expect("the prediction must succeed");
    assert!(close(frequencies.of_type(shared), 0.75));
    assert!(close(frequencies.of_root(b), 0.5));
}

#[test]
fn overrides_replace_guesses() {
    let mut graph = TypeRefGraph::new();
    let [root, a, b, c] = types(&mut graph, ["Root", "A", "B", "C"]);
    let often = graph.add_reference(root, a, "a", Arm);
    let rest = graph.add_reference(root, b, "b", Arm);
    graph.add_reference(root, c, "c", Arm);
    let mut overrides = Overrides::new();
    overrides.set(often, 0.9).expect("the frequency must be accepted");
    let frequencies = predict(&graph, &[(root, 1.0)], &overrides).expect("the prediction must succeed");
    assert!(close(frequencies.of_type(a), 0.9));
    // The other arms share the rest of one value.
    assert!(close(frequencies.of_type(b), 0.05) && close(frequencies.of_type(c), 0.05));
    assert_eq!(frequencies.weight(often).rule, Rule::Override);
    assert_eq!(frequencies.weight(rest).rule, Rule::RestOf(3));
}

#[test]
fn known_recursion_is_believed_up_to_a_point() {
    let mut graph = TypeRefGraph::new();
    let [node] = types(&mut graph, ["Node"]);
    let children = graph.add_reference(node, node, "children", ANY);
    let known = |v: f64| {
        let mut overrides = Overrides::new();
        overrides.set(children, v).expect("the frequency must be accepted");
        predict(&graph, &[(node, 1.0)], &overrides).expect("the prediction must succeed").of_type(node)
    };
    assert!(close(known(0.0), 1.0));
    assert!(close(known(0.8), 5.0));
    assert!(close(known(7.0), 10.0));
}

#[test]
fn bad_numbers_are_refused() {
    let mut graph = TypeRefGraph::new();
    let [root] = types(&mut graph, ["Root"]);
    let field = graph.add_reference(root, root, "x", Optional);
    for value in [-0.1, f64::NAN, f64::INFINITY] {
        assert!(Overrides::new().set(field, value).is_err());
        assert!(predict(&graph, &[(root, value)], &Overrides::new()).is_err());
    }
    let beyond = NodeId::new(1);
    assert_eq!(predict(&graph, &[(beyond, 1.0)], &Overrides::new()), Err(PredictError::UnknownRoot(beyond)));
    let mut overrides = Overrides::new();
    overrides.set(ReferenceId::new(1), 1.0).expect("the frequency must be accepted");
    assert!(predict(&graph, &[(root, 1.0)], &overrides).is_err());
}

#[test]
fn the_heuristics_of_1997() {
    let mut graph = TypeRefGraph::new();
    let [root, item, text, unused] = types(&mut graph, ["Root", "Item", "Text", "Unused"]);
    graph.add_reference(root, item, "items", ANY);
    graph.add_reference(root, text, "title", Optional);
    graph.add_reference(item, text, "name", Mandatory);
    graph.add_reference(unused, text, "name", Mandatory);
    let f = |heuristic| {
        let plain = Parameters::plain();
        let frequencies = predict_by(heuristic, &plain, &graph, &[(root, 1.0)], &Overrides::new())
            .expect("the prediction must succeed");
        [item, text].map(|node| frequencies.of_type(node))
    };
    // Section 4.2 of the paper. The type that no root reaches does not count.
    assert_eq!(f(Heuristic::References), [1.0, 2.0]);
    assert_eq!(f(Heuristic::Optional), [1.0, 1.5]);
    assert_eq!(f(Heuristic::Array), [2.0, 3.0]);
    assert_eq!(f(Heuristic::Markov), [3.0, 3.5]);
    for heuristic in Heuristic::ALL {
        assert_eq!(Heuristic::from_name(heuristic.name()), Some(heuristic));
    }
}

#[test]
fn contributions_add_up() {
    let mut graph = TypeRefGraph::new();
    let [root, list] = types(&mut graph, ["Root", "List"]);
    graph.add_reference(root, list, "list", Mandatory);
    graph.add_reference(list, list, "next", Mandatory);
    graph.add_reference(list, list, "more", Optional);
    for heuristic in Heuristic::ALL {
        let roots = [(root, 0.5), (list, 0.5)];
        let frequencies =
            predict_with(heuristic, &graph, &roots, &Overrides::new()).expect("the prediction must succeed");
        let sum: f64 = frequencies.contributions(&graph, list).iter().map(|from| from.frequency).sum();
        assert!(close(sum + frequencies.of_root(list), frequencies.of_type(list)), "{heuristic:?}");
    }
}

#[test]
fn dumps_are_stable() {
    let mut graph = TypeRefGraph::new();
    let [root, list] = types(&mut graph, ["Mod.Root", "Mod.List"]);
    graph.add_reference(root, list, "list", Optional);
    graph.add_reference(list, list, "", ANY);
    let frequencies = solved(&graph, root);
    let expected = "heuristic markov\n\
        Mod.Root 1\n  1 root\n\
        Mod.List 1\n  0.5 Mod.Root.list = 1 x 0.5 (optional)\n  \
        0.5 Mod.List.(element) = 1 x 0.5 (mean length, 3; recursion x 0.166667)\n";
    assert_eq!(dump::frequencies(&graph, &frequencies, &[]), expected);
    let expected = "Mod.Root\n  list optional -> Mod.List 0.5 (optional)\n\
        Mod.List\n  (element) element -> Mod.List 0.5 (mean length, 3; recursion x 0.166667)\n";
    assert_eq!(dump::references(&graph, &frequencies), expected);
    let dot = dump::references_dot(&graph, &frequencies);
    assert!(dot.starts_with("digraph references {\n") && dot.contains("  t0 -> t1 [label=\"list 0.5\"];\n"));
}

/// Predicts with the standard parameters. Tests compare guesses only: the numbers are data.
fn standard(graph: &TypeRefGraph, root: NodeId) -> Frequencies {
    freq_predict::predict(graph, &[(root, 1.0)], &Overrides::new()).expect("the prediction must succeed")
}

#[test]
fn names_places_and_siblings_count() {
    let mut graph = TypeRefGraph::new();
    let [root, choice, lone, part, scalar] = types(&mut graph, ["Root", "Choice", "Lone", "Part", "Scalar"]);
    graph.add_reference(root, choice, "choice", Mandatory);
    graph.add_reference(root, lone, "lone", Mandatory);
    graph.add_reference(part, scalar, "x", Mandatory);
    let arms = ["first", "second", "errorReport", "searchRequest"];
    let arms = arms.map(|name| graph.add_reference(choice, scalar, name, Arm));
    let alone = graph.add_reference(lone, scalar, "alone", Optional);
    let crowd = ["a", "b", "otherStuff"].map(|name| graph.add_reference(root, scalar, name, Optional));
    graph.add_reference(root, part, "c", Optional);
    let frequencies = standard(&graph, root);
    let v = |id| frequencies.weight(id).v;
    assert!(close(arms.iter().map(|arm| v(*arm)).sum(), 1.0));
    assert!(v(arms[0]) > v(arms[1]) && v(arms[1]) > v(arms[2]) && v(arms[3]) > v(arms[2]));
    assert!(v(alone) > v(crowd[0]) && close(v(crowd[0]), v(crowd[1])));
    assert!(v(crowd[2]) < v(crowd[0]));
    let causes: Vec<Cause> = frequencies.factors(crowd[2]).iter().map(|factor| factor.cause).collect();
    assert_eq!(causes, [Cause::Crowd(4), Cause::Rare]);
    let shown = dump::frequencies(&graph, &frequencies, &[]);
    assert!(
        shown.contains("Root.otherStuff = 1 x ")
            && shown.contains("(optional: 4 may be absent x 0.33, rare word x ")
    );
}

/// Arrays of structures do not multiply deep types, whether they are optional or not.
#[test]
fn arrays_are_the_less_likely_the_deeper_they_lie() {
    let mut graph = TypeRefGraph::new();
    let [root, inner, parts, part, scalar] = types(&mut graph, ["Root", "Inner", "Parts", "Part", "Scalar"]);
    let mut owner = root;
    let mut seen = Vec::new();
    for depth in 0..4 {
        seen.push(graph.add_reference(owner, parts, "parts", Optional));
        seen.push(graph.add_reference(owner, scalar, "scalar", Optional));
        let next = graph.add_type(format!("Inner{depth}"));
        graph.add_reference(owner, next, "inner", Mandatory);
        owner = next;
    }
    graph.add_reference(owner, inner, "inner", Mandatory);
    graph.add_reference(parts, part, "", Element { min: 0, max: None });
    graph.add_reference(part, scalar, "x", Mandatory);
    let frequencies = standard(&graph, root);
    let v: Vec<f64> = seen.iter().map(|id| frequencies.weight(*id).v).collect();
    for pair in v.chunks(2).collect::<Vec<_>>().windows(2) {
        assert!(pair[1][0] < pair[0][0] && close(pair[1][1], pair[0][1]), "{v:?}");
    }
    let causes = frequencies.factors(seen[6]).iter().map(|factor| factor.cause);
    assert!(causes.into_iter().any(|cause| matches!(cause, Cause::Depth(depth) if close(depth, 3.0))));
}

/// An optional component that most structures have is a hook for extensions.
#[test]
fn what_every_structure_has_is_seldom_there() {
    let mut graph = TypeRefGraph::new();
    let [root, scalar] = types(&mut graph, ["Root", "Scalar"]);
    let mut hooks = Vec::new();
    for at in 0..9 {
        let part = graph.add_type(format!("Part{at}"));
        graph.add_reference(root, part, format!("part{at}"), Mandatory);
        hooks.push(graph.add_reference(part, scalar, "controls", Optional));
    }
    let frequencies = standard(&graph, root);
    assert!(hooks.iter().all(|hook| frequencies.weight(*hook).v < 0.4));
}

/// A structure that a receiver may ignore is an extension, whatever its name.
#[test]
fn extensions_are_seldom_there() {
    let mut graph = TypeRefGraph::new();
    let [root, list, alias, plain, item, thing, scalar] =
        types(&mut graph, ["Root", "Hooks", "MoreHooks", "Things", "Hook", "Thing", "Scalar"]);
    graph.add_reference(list, item, "", ANY);
    graph.add_reference(alias, list, "", Alias);
    graph.add_reference(plain, thing, "", ANY);
    graph.add_reference(item, scalar, "isCritical", Default);
    graph.add_reference(thing, scalar, "isGreen", Default);
    let [hooks, more, things] =
        [list, alias, plain].map(|target| graph.add_reference(root, target, "list", Optional));
    let frequencies = standard(&graph, root);
    let v = |id| frequencies.weight(id).v;
    assert!(v(hooks) < v(things) && v(more) == v(hooks));
    assert!(frequencies.factors(hooks).iter().any(|factor| factor.cause == Cause::Container));
}

#[test]
fn extensions_that_every_structure_has_are_a_habit() {
    let presence = |structures: usize| {
        let mut graph = TypeRefGraph::new();
        let [root, extensions, extension, flag] =
            types(&mut graph, ["Root", "Extensions", "Extension", "BOOLEAN"]);
        graph.add_reference(extensions, extension, "", ReferenceKind::Element { min: 0, max: None });
        graph.add_reference(extension, flag, "criticality", ReferenceKind::Mandatory);
        let mut hook = None;
        for at in 0..structures {
            let item = graph.add_type(format!("Item{at}"));
            graph.add_reference(root, item, format!("item{at}"), ReferenceKind::Mandatory);
            hook = Some(graph.add_reference(item, extensions, "extensions", ReferenceKind::Optional));
        }
        standard(&graph, root).weight(hook.expect("the hooks must not be empty")).v
    };
    assert!(close(presence(1), presence(10)), "{} {}", presence(1), presence(10));
    assert!(presence(200) < 0.2 * presence(10), "{}", presence(200));
}

#[test]
fn lists_are_as_long_wherever_they_lie() {
    let mut graph = TypeRefGraph::new();
    let [root, part, list, entry] = types(&mut graph, ["Root", "Part", "List", "Entry"]);
    graph.add_reference(root, part, "part", Mandatory);
    graph.add_reference(part, list, "list", Mandatory);
    let link = graph.add_reference(list, entry, "next", Link);
    let length = Parameters::standard().array.listed;
    assert_eq!(standard(&graph, root).of_reference(link), length);
    assert_eq!(standard(&graph, list).of_reference(link), length);
    // The first array of a structure with a list name is its main array; another structure's is not.
    let [holder, all, faults, other, shared] =
        types(&mut graph, ["CertList", "CertList.all", "CertList.faults", "Certs", "Shared"]);
    let element = Element { min: 0, max: None };
    graph.add_reference(root, holder, "certs", Mandatory);
    graph.add_reference(root, other, "other", Mandatory);
    let present = graph.add_reference(holder, all, "all", Optional);
    let failed = graph.add_reference(holder, faults, "faults", Optional);
    graph.add_reference(other, shared, "all", Optional);
    graph.add_reference(holder, shared, "shared", Optional);
    let [all, faults, shared] =
        [all, faults, shared].map(|array| graph.add_reference(array, entry, "", element));
    let predicted = standard(&graph, root);
    assert!(close(predicted.of_reference(all), length * predicted.of_reference(present)));
    assert!(predicted.of_reference(faults) < length / 2.0 && predicted.of_reference(shared) < length / 2.0);
    assert!(predicted.of_reference(present) > 0.7 && predicted.of_reference(failed) < 0.5);
    let roots = [(root, 1.0)];
    let old = predict_with(Heuristic::Array, &graph, &roots, &Overrides::new())
        .expect("the prediction must succeed");
    assert_eq!(old.of_reference(link), 2.0);
}

#[test]
fn messages_are_sent_and_their_parts_within_them() {
    let mut graph = TypeRefGraph::new();
    let [request, reply, part, key, inner] =
        types(&mut graph, ["M.AS-REQ", "M.GetReply", "M.Part", "M.Key", "M.Inner"]);
    graph.add_reference(request, key, "key", Optional);
    graph.add_reference(key, inner, "inner", Mandatory);
    // A cycle does not contain itself.
    graph.add_reference(part, part, "part", Optional);
    let shares = root_shares(&graph, Parameters::standard(), &[request, reply, part, key]);
    let share =
        |node| shares.iter().find(|root| root.node == node).expect("the node must be one of the roots").share;
    assert!(close(shares.iter().map(|root| root.share).sum(), 1.0));
    assert!(close(share(request), share(reply)) && share(request) > share(part));
    assert!(share(part) > share(key) && share(key) > 0.0);
    let entry: Vec<_> = shares.iter().map(|root| (root.node, root.share)).collect();
    let frequencies =
        freq_predict::predict(&graph, &entry, &Overrides::new()).expect("the prediction must succeed");
    let shown = dump::frequencies(&graph, &frequencies, &shares);
    assert!(
        shown.contains(" root (one of 4: message word x ")
            && shown.contains(" root (one of 4: in other roots x ")
    );
    assert!(dump::frequencies(&graph, &frequencies, &[]).contains(" root\n"));
    assert!(root_shares(&graph, Parameters::standard(), &[]).is_empty());
}

#[test]
fn nested_arrays_do_not_multiply_without_bound() {
    let mut graph = TypeRefGraph::new();
    let mut at = graph.add_type("Root");
    let (root, mut all) = (at, Vec::new());
    for _ in 0..40 {
        let next = graph.add_type("Nested");
        graph.add_reference(at, next, "", ANY);
        all.push(next);
        at = next;
    }
    let frequencies = standard(&graph, root);
    assert!(all.iter().all(|node| frequencies.of_type(*node) < 100.0), "{}", frequencies.of_type(at));
    assert!(frequencies.of_type(at) > 1.0);
}

#[test]
fn few_observations_weigh_little() {
    let mut graph = TypeRefGraph::new();
    let [root, a, b] = types(&mut graph, ["Root", "A", "B"]);
    let often = graph.add_reference(root, a, "a", Arm);
    let seldom = graph.add_reference(root, b, "b", Arm);
    let mut parameters = Parameters::plain();
    parameters.profile.prior_messages = 4.0;
    let measured = |messages: u64| {
        let mut overrides = Overrides::new();
        overrides.set_measured(often, 1.0, messages).expect("the frequency must be accepted");
        overrides.set_measured(seldom, 0.0, messages).expect("the frequency must be accepted");
        let roots = [(root, 1.0)];
        let frequencies = predict_by(Heuristic::Markov, &parameters, &graph, &roots, &overrides)
            .expect("the prediction must succeed");
        assert!(close(frequencies.of_type(a) + frequencies.of_type(b), 1.0));
        assert_eq!(frequencies.weight(often).rule, Rule::Measured { messages, v: 1.0 });
        frequencies.of_type(a)
    };
    // (m x 1 + 4 x 0.5) / (m + 4).
    assert!(close(measured(0), 0.5) && close(measured(4), 0.75) && close(measured(196), 0.99));
}

/// A reference of weight 0 joins no cycles: each keeps its own factor.
#[test]
fn what_is_never_taken_closes_no_cycle() {
    let mut graph = TypeRefGraph::new();
    let [a, b] = types(&mut graph, ["A", "B"]);
    // Guesses of 6 and of 3 visits, each scaled to 0.5.
    graph.add_reference(a, a, "one", ANY);
    graph.add_reference(a, a, "two", ANY);
    graph.add_reference(b, b, "one", ANY);
    graph.add_reference(a, b, "b", Mandatory);
    let back = graph.add_reference(b, a, "back", Optional);
    let mut overrides = Overrides::new();
    overrides.set(back, 0.0).expect("the frequency must be accepted");
    let frequencies = predict(&graph, &[(a, 1.0)], &overrides).expect("the prediction must succeed");
    // f(A) = 1 + f(A) / 2 and f(B) = f(A) + f(B) / 2.
    assert!(close(frequencies.of_type(a), 2.0), "{}", frequencies.of_type(a));
    assert!(close(frequencies.of_type(b), 4.0), "{}", frequencies.of_type(b));
}

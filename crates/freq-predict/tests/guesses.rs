//! Guesses of the default predictor, computed by hand. The parameters are the tests' own, as the crate's may
//! change.

use freq_predict::ReferenceKind::{AddedArm, Alias, Arm, Element, Mandatory, Optional};
use freq_predict::*;
use std::collections::BTreeSet;

const ANY: ReferenceKind = Element { min: 0, max: None };

/// Parameters that all differ.
fn parameters() -> Parameters {
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<_>>();
    let mut all = Parameters::plain();
    all.presence.optional = 0.4;
    all.presence.crowd = 1.0;
    all.presence.repeated = 2.0;
    all.presence.rare = 0.2;
    all.presence.collection = 7.0;
    all.alternative.later = 1.0;
    all.alternative.structure = 3.0;
    all.alternative.addition = 0.3;
    all.alternative.rare = 0.25;
    all.array.scalar = 2.0;
    all.array.other = 4.0;
    all.array.listed = 16.0;
    all.array.collection = 5.0;
    all.array.deeper = 0.5;
    all.words.rare = words(&["other"]);
    all.words.collection = words(&["item"]);
    all.words.extension = words(&["critical"]);
    all
}

fn predict(graph: &TypeRefGraph, root: NodeId) -> Frequencies {
    let roots = [(root, 1.0)];
    predict_by(Heuristic::Markov, &parameters(), graph, &roots, &Overrides::new())
        .expect("the prediction must succeed")
}

fn types<const N: usize>(graph: &mut TypeRefGraph, names: [&str; N]) -> [NodeId; N] {
    names.map(|name| graph.add_type(name))
}

#[track_caller]
fn assert_close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "expected {expected}, found {found}");
}

/// Returns a probability from odds.
fn of_odds(odds: f64) -> f64 {
    odds / (1.0 + odds)
}

const ODDS: f64 = 0.4 / 0.6;

#[test]
fn presence_by_siblings_and_words() {
    let mut graph = TypeRefGraph::new();
    let [root, one, two, all, scalar, part] =
        types(&mut graph, ["Root", "One", "Two", "All", "Scalar", "Part"]);
    for part in [one, two, all] {
        graph.add_reference(root, part, "part", Mandatory);
    }
    graph.add_reference(part, scalar, "x", Mandatory);
    graph.add_reference(one, scalar, "m", Mandatory);
    let alone = graph.add_reference(one, scalar, "alone", Optional);
    graph.add_reference(two, scalar, "m", Mandatory);
    let crowd = graph.add_reference(two, scalar, "a", Optional);
    let rare = graph.add_reference(two, scalar, "otherThing", Optional);
    // Without a mandatory component, the number of components does not count.
    let free = graph.add_reference(all, scalar, "b", Optional);
    let carried = graph.add_reference(all, part, "items", Optional);
    let frequencies = predict(&graph, root);
    let v = |id| frequencies.weight(id).v;
    assert_close(v(alone), 0.4);
    assert_close(v(crowd), of_odds(ODDS / 2.0));
    assert_close(v(rare), of_odds(ODDS / 2.0 * 0.2));
    assert_close(v(free), 0.4);
    assert_close(v(carried), of_odds(ODDS * 7.0));
}

#[test]
fn names_of_many_structures_and_hooks() {
    let mut graph = TypeRefGraph::new();
    let [root, scalar, hooks, hook] = types(&mut graph, ["Root", "Scalar", "Hooks", "Hook"]);
    graph.add_reference(hooks, hook, "", ANY);
    graph.add_reference(hook, scalar, "isCritical", Mandatory);
    let mut seen = Vec::new();
    for (name, structures) in [("two", 2), ("three", 3), ("other", 3), ("four", 4)] {
        for _ in 0..structures {
            let part = graph.add_type("Part");
            graph.add_reference(root, part, "", Mandatory);
            seen.push((name, graph.add_reference(part, scalar, name, Optional)));
        }
    }
    graph.add_reference(root, scalar, "m", Mandatory);
    let hooked = graph.add_reference(root, hooks, "x", Optional);
    graph.add_reference(root, scalar, "y", Optional);
    let frequencies = predict(&graph, root);
    for (name, id) in seen {
        let expected = match name {
            "two" => 0.4,
            "three" => of_odds(ODDS * 1.5_f64.powi(-2)),
            // The word counts more than the habit.
            "other" => of_odds(ODDS * 0.2),
            _ => of_odds(ODDS / 4.0),
        };
        assert_close(frequencies.weight(id).v, expected);
    }
    // Extensions do not count in a crowd.
    assert_close(frequencies.weight(hooked).v, of_odds(ODDS * 0.2));
}

#[test]
fn weights_of_alternatives() {
    let mut graph = TypeRefGraph::new();
    let [choice, scalar, part] = types(&mut graph, ["Choice", "Scalar", "Part"]);
    graph.add_reference(part, scalar, "x", Mandatory);
    let arms = [
        (graph.add_reference(choice, scalar, "a", Arm), 1.0),
        (graph.add_reference(choice, part, "b", Arm), 3.0 / 2.0),
        (graph.add_reference(choice, scalar, "other", Arm), 0.25 / 3.0),
        (graph.add_reference(choice, scalar, "d", AddedArm), 0.3 / 4.0),
    ];
    let frequencies = predict(&graph, choice);
    let sum: f64 = arms.iter().map(|arm| arm.1).sum();
    for (arm, weight) in arms {
        assert_close(frequencies.weight(arm).v, weight / sum);
    }
}

#[test]
fn lengths_by_depth_element_and_name() {
    let mut graph = TypeRefGraph::new();
    let [root, middle, far, scalars, parts, items, name, part, scalar] =
        types(&mut graph, ["Root", "Middle", "Far", "Scalars", "Parts", "Items", "Name", "Part", "Scalar"]);
    graph.add_reference(part, scalar, "x", Mandatory);
    let of_scalars = graph.add_reference(scalars, scalar, "", ANY);
    let of_parts = graph.add_reference(parts, part, "", ANY);
    let of_items = graph.add_reference(items, scalar, "", ANY);
    // Depth 1, and by an optional field of a structure at depth 1 another 2: in the mean 1.8 / 1.4.
    graph.add_reference(root, scalars, "s", Mandatory);
    graph.add_reference(root, middle, "m", Optional);
    graph.add_reference(middle, scalars, "s", Mandatory);
    // An alias is not a field: depth 2.
    graph.add_reference(root, far, "f", Mandatory);
    graph.add_reference(far, name, "n", Mandatory);
    graph.add_reference(name, parts, "", Alias);
    graph.add_reference(root, items, "i", Mandatory);
    let frequencies = predict(&graph, root);
    let v = |id| frequencies.weight(id).v;
    assert_close(v(of_scalars), 1.0 + 0.5_f64.powf(1.8 / 1.4));
    assert_close(v(of_parts), 1.0 + 3.0 * 0.25);
    assert_close(v(of_items), 1.0 + 5.0 * 0.5);
}

#[test]
fn alternatives_count_in_depths_by_their_weights() {
    let mut graph = TypeRefGraph::new();
    let [root, choice, scalars, scalar] = types(&mut graph, ["Root", "Choice", "Scalars", "Scalar"]);
    let length = graph.add_reference(scalars, scalar, "", ANY);
    graph.add_reference(root, scalars, "s", Mandatory);
    graph.add_reference(root, choice, "c", Mandatory);
    graph.add_reference(choice, scalars, "a", Arm);
    graph.add_reference(choice, scalar, "b", Arm);
    // Depth 1 once, and depth 2 by an arm that weighs 1 beside 1/2: in the mean (1 + 2/3 x 2) / (1 + 2/3).
    assert_close(predict(&graph, root).weight(length).v, 1.0 + 0.5_f64.powf(1.4));
}

#[test]
fn arrays_of_structures_are_absent_the_deeper_they_lie() {
    let mut graph = TypeRefGraph::new();
    let [root, middle, parts, part, scalar] =
        types(&mut graph, ["Root", "Middle", "Parts", "Part", "Scalar"]);
    graph.add_reference(part, scalar, "x", Mandatory);
    graph.add_reference(parts, part, "", ANY);
    graph.add_reference(root, middle, "m", Mandatory);
    let near = graph.add_reference(root, parts, "near", Optional);
    let far = graph.add_reference(middle, parts, "far", Optional);
    let frequencies = predict(&graph, root);
    assert_close(frequencies.weight(near).v, 0.4);
    assert_close(frequencies.weight(far).v, of_odds(ODDS * 0.5));
}

/// Components too large for elimination: the sweeps reach the closed form.
#[test]
fn large_cycles_are_solved() {
    const SIZE: usize = 60;
    let mut graph = TypeRefGraph::new();
    let nodes: Vec<NodeId> = (0..SIZE).map(|_| graph.add_type("Node")).collect();
    let mut overrides = Overrides::new();
    for at in 0..SIZE {
        let next = graph.add_reference(nodes[at], nodes[(at + 1) % SIZE], "next", Mandatory);
        overrides.set(next, if at + 1 == SIZE { 0.2 } else { 1.0 }).expect("the frequency must be accepted");
    }
    let itself = graph.add_reference(nodes[0], nodes[0], "itself", Optional);
    overrides.set(itself, 0.25).expect("the frequency must be accepted");
    let roots = [(nodes[0], 1.0)];
    let solved = predict_by(Heuristic::Markov, &Parameters::plain(), &graph, &roots, &overrides);
    let frequencies = solved.expect("the prediction must succeed");
    // f = 1 + 0.25 f + 0.2 f.
    for node in nodes {
        assert_close(frequencies.of_type(node), 1.0 / 0.55);
    }
}

#[test]
fn parameters_have_ranges() {
    let text = include_str!("../src/parameters.toml");
    let with = |section: &str, key: &str, value: &str| {
        let at = text.find(&format!("[{section}]")).expect("the parameters must have the section");
        let from = at + text[at..].find(&format!("\n{key} = ")).expect("the section must have the key") + 1;
        let end =
            from + text[from..].find(['\n', '#']).expect("the key's value must end before the file does");
        Parameters::from_toml(&format!("{}{key} = {value} {}", &text[..from], &text[end..]))
    };
    for (section, key, accepted, refused) in [
        ("presence", "optional", vec!["0.01", "0.99"], vec!["0.0", "1.0", "-1.0", "nan"]),
        ("presence", "rare", vec!["0.1", "3.0"], vec!["0.0", "-1.0", "inf"]),
        ("presence", "crowd", vec!["0.0", "2.0"], vec!["-0.1", "inf"]),
        ("array", "scalar", vec!["1.0", "9.0"], vec!["0.9", "inf"]),
        ("profile", "prior-messages", vec!["0.0"], vec!["-1.0", "nan"]),
    ] {
        for value in accepted {
            assert!(with(section, key, value).is_ok(), "{section}.{key} = {value} must be accepted");
        }
        for value in refused {
            let problem = with(section, key, value).expect_err(value);
            let shown = format!("not {}", value.trim_end_matches(".0"));
            assert!(problem.to_lowercase().ends_with(&shown), "the error must end in `{shown}`: {problem}");
        }
    }
}

//! Guesses of the default predictor, computed by hand. The parameters are the tests' own, as the crate's may
//! change.

use freq_predict::ReferenceKind;
use freq_predict::ReferenceKind::{
    AddedArm, Alias, Arm, Element, Mandatory, MandatoryMember, Optional, OptionalMember,
};
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
    all.presence.newest = 9.0;
    all.presence.governed = 6.0;
    all.alternative.later = 1.0;
    all.alternative.structure = 3.0;
    all.alternative.addition = 0.3;
    all.alternative.rare = 0.25;
    all.array.scalar = 2.0;
    all.array.other = 4.0;
    all.array.listed = 16.0;
    all.array.collection = 5.0;
    all.array.deeper = 0.5;
    all.array.omitted = 12.0;
    all.array.unordered = 0.4;
    all.array.name = 5.5;
    all.array.table = 0.5;
    all.words.rare = words(&["other"]);
    all.words.collection = words(&["item"]);
    all.words.extension = words(&["critical"]);
    all.words.version = words(&["version"]);
    all.words.name = words(&["name"]);
    all.words.list = words(&["list"]);
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

/// A structure with a version number that may be absent, extensions and another field; returns these fields.
fn with_version(graph: &mut TypeRefGraph, named: u32) -> (NodeId, [ReferenceId; 3]) {
    let [owner, version, hooks, hook, scalar] = types(graph, ["Owner", "V", "Hooks", "Hook", "Scalar"]);
    graph.set_traits(version, Traits { named, ..Traits::default() });
    graph.add_reference(hooks, hook, "", ANY);
    graph.add_reference(hook, scalar, "critical", Mandatory);
    graph.add_reference(owner, scalar, "m", Mandatory);
    let fields = [("version", version), ("extensions", hooks), ("other2", scalar)];
    (owner, fields.map(|(name, target)| graph.add_reference(owner, target, name, Optional)))
}

#[test]
fn senders_use_the_newest_version() {
    let mut graph = TypeRefGraph::new();
    let (owner, [version, extensions, other]) = with_version(&mut graph, 2);
    let frequencies = predict(&graph, owner);
    assert_close(frequencies.weight(version).v, of_odds(ODDS * 9.0));
    assert_close(frequencies.weight(extensions).v, of_odds(ODDS * 9.0));
    // Neither counts as a sibling that may be absent.
    assert_close(frequencies.weight(other).v, of_odds(ODDS * 0.2));

    // There is no newer version than the only one.
    let mut graph = TypeRefGraph::new();
    let (owner, [version, extensions, _]) = with_version(&mut graph, 1);
    let frequencies = predict(&graph, owner);
    assert_close(frequencies.weight(version).v, of_odds(ODDS / 3.0));
    assert_close(frequencies.weight(extensions).v, of_odds(ODDS * 0.2));
}

#[test]
fn a_version_is_that_of_the_parts_too() {
    let mut graph = TypeRefGraph::new();
    let (owner, [_, extensions, _]) = with_version(&mut graph, 3);
    let (hooks, scalar) = (graph.target(extensions), graph.add_type("Scalar"));
    let [list, own, shared] = types(&mut graph, ["Items", "Item", "Shared"]);
    graph.add_reference(owner, list, "entries", Mandatory);
    graph.add_reference(list, own, "", ANY);
    for part in [own, shared] {
        graph.add_reference(part, scalar, "m", Mandatory);
    }
    let in_own = graph.add_reference(own, hooks, "extensions", Optional);
    let in_shared = graph.add_reference(shared, hooks, "extensions", Optional);
    for name in ["one", "two"] {
        graph.add_reference(owner, shared, name, Mandatory);
    }
    let frequencies = predict(&graph, owner);
    assert_close(frequencies.weight(in_own).v, of_odds(ODDS * 9.0));
    // A type with other uses has no version of its own; two structures have its field, and the owner a third.
    assert_close(frequencies.weight(in_shared).v, of_odds(ODDS * 0.2));
}

#[test]
fn an_identifier_announces_its_value() {
    let mut graph = TypeRefGraph::new();
    let [root, open, one] = types(&mut graph, ["Root", "Open", "One"]);
    graph.set_traits(open, Traits { open: true, known: 1, ..Traits::default() });
    graph.add_reference(open, one, "", ReferenceKind::Member);
    let value = graph.add_reference(root, open, "value", Optional);
    assert_close(predict(&graph, root).weight(value).v, of_odds(ODDS * 6.0));
}

#[test]
fn instances_of_one_definition_are_one_structure() {
    let mut graph = TypeRefGraph::new();
    let [root, scalar] = types(&mut graph, ["Root", "Scalar"]);
    let mut last = None;
    for set in ["A", "B", "C", "D"] {
        let part = graph.add_type(format!("M.Part{{{set}}}.inner"));
        graph.add_reference(root, part, "", Mandatory);
        graph.add_reference(part, scalar, "m", Mandatory);
        last = Some(graph.add_reference(part, scalar, "x", Optional));
    }
    let last = last.expect("the loop must add a field");
    assert_close(predict(&graph, root).weight(last).v, 0.4);
}

#[test]
fn an_operation_begins_with_its_verb() {
    let mut parameters = parameters();
    parameters.alternative.once = 0.15;
    parameters.alternative.frequent = 2.0;
    parameters.alternative.later = 0.0;
    parameters.words.once = BTreeSet::from(["setup".to_owned()]);
    parameters.words.frequent = ["entry", "search"].map(str::to_owned).into();
    let mut graph = TypeRefGraph::new();
    let [choice, scalar] = types(&mut graph, ["Choice", "Scalar"]);
    let arms = [("setupRequest", 0.15), ("contextSetup", 1.0), ("searchDone", 2.0), ("searchEntry", 4.0)];
    let arms = arms.map(|(name, weight)| (graph.add_reference(choice, scalar, name, Arm), weight));
    let frequencies = predict_by(Heuristic::Markov, &parameters, &graph, &[(choice, 1.0)], &Overrides::new());
    let frequencies = frequencies.expect("the prediction must succeed");
    let sum: f64 = arms.iter().map(|arm| arm.1).sum();
    for (arm, weight) in arms {
        assert_close(frequencies.weight(arm).v, weight / sum);
    }
}

#[test]
fn lengths_by_order_table_and_name() {
    let mut graph = TypeRefGraph::new();
    let [root, part, scalar, open] = types(&mut graph, ["Root", "Part", "Scalar", "Open"]);
    let [set, table, table_set, path, names, own] =
        types(&mut graph, ["Set", "Table", "TableSet", "M.Path", "Names", "fullName"]);
    let entry = graph.add_type("Entry");
    graph.set_traits(open, Traits { open: true, known: 9, ..Traits::default() });
    for node in [set, table_set] {
        graph.set_traits(node, Traits { unordered: true, ..Traits::default() });
    }
    graph.add_reference(part, scalar, "x", Mandatory);
    graph.add_reference(entry, scalar, "id", Mandatory);
    graph.add_reference(entry, open, "value", Mandatory);
    let elements =
        [(set, part), (table, entry), (table_set, entry), (path, part), (names, part), (own, part)];
    let lengths = elements.map(|(array, element)| graph.add_reference(array, element, "", ANY));
    let [holder, wide] = types(&mut graph, ["HolderName", "WideName"]);
    graph.add_reference(holder, path, "p", Mandatory);
    // A name of several structures is no path.
    for part in [names, part] {
        graph.add_reference(wide, part, "p", Optional);
    }
    for field in [set, table, table_set, holder, names, own, wide] {
        graph.add_reference(root, field, "", Mandatory);
    }
    let frequencies = predict(&graph, root);
    // Depth 1: four structures, less one, by half.
    let shared = 1.0 + 3.0 * 0.5_f64.powf((1.0 + 0.4 * 2.0) / 1.4);
    let expected = [1.0 + 1.5 * 0.4, 3.0, 1.0 + 1.5 * 0.4, 5.5, shared, 5.5];
    for (id, expected) in lengths.into_iter().zip(expected) {
        assert_close(frequencies.weight(id).v, expected);
    }
}

/// A table whose rows the specification calls mandatory or optional is a structure with such components.
#[test]
fn rows_of_a_table_are_present_as_components_are() {
    let mut graph = TypeRefGraph::new();
    let [list, row, value, scalar] = types(&mut graph, ["Rows", "Row", "Value", "Scalar"]);
    graph.set_traits(value, Traits { open: true, known: 5, mandatory: 2, ..Traits::default() });
    let rows = graph.add_reference(list, row, "", ANY);
    graph.add_reference(row, scalar, "id", Mandatory);
    graph.add_reference(row, value, "value", Mandatory);
    let kinds = [OptionalMember, MandatoryMember, OptionalMember, OptionalMember, MandatoryMember];
    let members = ["a", "b", "other", "d", "e"].into_iter().zip(kinds);
    let members: Vec<_> =
        members.map(|(name, kind)| graph.add_reference(value, scalar, name, kind)).collect();
    let frequencies = predict(&graph, list);
    let v = |id: ReferenceId| frequencies.weight(id).v;
    // Three of the five may be absent.
    let (optional, rare) = (of_odds(ODDS / 3.0), of_odds(ODDS / 3.0 * 0.2));
    assert_close(v(rows), 2.0 + 3.0 * optional);
    let all = 2.0 + 2.0 * optional + rare;
    for (member, weight) in members.iter().zip([optional, 1.0, rare, optional, 1.0]) {
        assert_close(v(*member), weight / all);
    }

    // Without a mandatory row, they are weighed as other members.
    graph.set_traits(value, Traits { open: true, known: 5, ..Traits::default() });
    let frequencies = predict(&graph, list);
    assert_close(frequencies.weight(members[1]).v, frequencies.weight(members[0]).v);
}

#[test]
fn a_list_that_may_be_left_out_is_shorter() {
    for (mandatory, presence, length) in [(true, 0.4, 12.0), (false, of_odds(ODDS * 7.0), 16.0)] {
        let mut graph = TypeRefGraph::new();
        let [root, list, array, part, scalar] =
            types(&mut graph, ["Root", "PartList", "Array", "Part", "Scalar"]);
        graph.add_reference(root, list, "l", Mandatory);
        graph.add_reference(part, scalar, "x", Mandatory);
        if mandatory {
            graph.add_reference(list, scalar, "m", Mandatory);
        }
        let present = graph.add_reference(list, array, "parts", Optional);
        let element = graph.add_reference(array, part, "", ANY);
        let frequencies = predict(&graph, root);
        assert_close(frequencies.weight(present).v, presence);
        assert_close(frequencies.weight(element).v, length);
    }
}

#[test]
fn only_near_recursion_makes_an_alternative_rare() {
    let mut parameters = parameters();
    parameters.alternative.recursive = 0.5;
    parameters.alternative.later = 0.0;
    parameters.alternative.structure = 1.0;
    let weights = |steps: usize| {
        let mut graph = TypeRefGraph::new();
        let [choice, scalar] = types(&mut graph, ["Choice", "Scalar"]);
        let plain = graph.add_reference(choice, scalar, "a", Arm);
        let mut last = graph.add_type("Part");
        let back = graph.add_reference(choice, last, "b", Arm);
        for _ in 0..steps {
            let next = graph.add_type("Part");
            graph.add_reference(last, next, "x", Optional);
            last = next;
        }
        graph.add_reference(last, choice, "back", Optional);
        let roots = [(choice, 1.0)];
        let frequencies = predict_by(Heuristic::Markov, &parameters, &graph, &roots, &Overrides::new());
        let frequencies = frequencies.expect("the prediction must succeed");
        (frequencies.weight(plain).v, frequencies.weight(back).v)
    };
    // The arm, the structures between, and the field back.
    assert_eq!(weights(2), (2.0 / 3.0, 1.0 / 3.0));
    assert_eq!(weights(3), (0.5, 0.5));
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
        types(&mut graph, ["Root", "Middle", "Far", "Scalars", "Parts", "Items", "Alias", "Part", "Scalar"]);
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
        ("array", "omitted", vec!["1.0", "9.0"], vec!["0.9", "inf"]),
        ("array", "name", vec!["1.0", "9.0"], vec!["0.9", "inf"]),
        ("array", "table", vec!["0.0", "1.0"], vec!["-0.1", "inf"]),
        ("array", "unordered", vec!["0.1", "3.0"], vec!["0.0", "-1.0", "inf"]),
        ("presence", "newest", vec!["0.1", "30.0"], vec!["0.0", "-1.0", "inf"]),
        ("presence", "governed", vec!["0.1", "30.0"], vec!["0.0", "-1.0", "inf"]),
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

/// An attribute has a list of open values: a set of attributes is a table, though it has no order.
#[test]
fn attributes_with_their_values_are_a_table() {
    let mut graph = TypeRefGraph::new();
    let [set, attribute, values, open, scalar] =
        types(&mut graph, ["Set", "Attribute", "Values", "Open", "Scalar"]);
    graph.set_traits(open, Traits { open: true, known: 9, ..Traits::default() });
    for node in [set, values] {
        graph.set_traits(node, Traits { unordered: true, ..Traits::default() });
    }
    let attributes = graph.add_reference(set, attribute, "", ANY);
    graph.add_reference(attribute, scalar, "id", Mandatory);
    graph.add_reference(attribute, values, "values", Mandatory);
    graph.add_reference(values, open, "", ANY);
    assert_close(predict(&graph, set).weight(attributes).v, 3.0);
}

/// Messages did without a list before a version added it.
#[test]
fn a_list_that_a_version_added_is_no_content() {
    let mut graph = TypeRefGraph::new();
    let [root, rows, part, scalar] = types(&mut graph, ["Root", "Items", "Part", "Scalar"]);
    graph.add_reference(rows, part, "", ANY);
    graph.add_reference(part, scalar, "x", Mandatory);
    let optional = graph.add_reference(root, rows, "rows", Optional);
    let added = graph.add_reference(root, rows, "rows-v2", ReferenceKind::Addition);
    let frequencies = predict(&graph, root);
    assert_close(frequencies.weight(optional).v, of_odds(ODDS * 7.0));
    assert!(frequencies.weight(added).v < 0.5, "{}", frequencies.weight(added).v);
}

//! One type with two stubs: fields that stand apart have nodes of their own, beside the general ones of their types.

use codegen::{Context, Direction, Model, Rules, Techniques, emit};
use std::collections::BTreeSet;
use stubc_benches::family::family;
use stubc_benches::stubs::Modes;
use stubc_benches::subject::Subject;
use stubc_benches::{plans, witness};
use syntax_graph::FieldId;

/// A plan that compiles one kind of nodes and interprets the other, where the interpreter can.
fn split(model: &Model<'_>, compiles_apart: bool) -> Techniques {
    let mut techniques = Techniques::default();
    for direction in Direction::ALL {
        let is_compiled = |node: &codegen::Node| {
            (node.context != Context::General) == compiles_apart || !emit::table_limits(model, *node)
        };
        techniques.side_mut(direction).compiled = model.nodes_in(direction).filter(is_compiled).collect();
    }
    techniques
}

/// Sets every second field apart that is not a scalar, and compares all plans with the codec.
fn hold(name: &str, place: &str, rules: Rules) {
    let Some(subject) = Subject::load(family(name, place)) else { return };
    let codec = subject.codec(rules);
    let records = subject.random_records(&codec, 120, 11);
    let graph = &subject.graph;
    let is_node = |field: &FieldId| graph.scalar(graph.fields[*field].target).is_none();
    let apart: BTreeSet<FieldId> = graph.fields.ids().filter(is_node).step_by(2).collect();
    let options = subject.options(rules);
    let general = subject.model(options.clone());
    let model = Model::build_apart(graph, options, &apart).expect("the same types are generated");
    assert_eq!(model.types, general.types);
    assert!(model.nodes.len() > general.nodes.len(), "{name}: no field stands apart");
    let mut plans = plans::all(&model);
    plans.extend([("apart compiled", split(&model, true)), ("apart interpreted", split(&model, false))]);
    // Each compiled stub has a procedure of its own.
    let files = emit(&model, &plans::compiled(&model, |_| false), &Default::default()).files;
    let node = model.nodes.iter().find(|node| node.context != Context::General);
    let procedure = format!("decode_{}(", model.names.node(*node.expect("a field stands apart")));
    assert!(files[1].1.contains(&procedure), "{procedure}");
    let programs = witness::programs(&subject, &model, plans);
    let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
    let tally = tally.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(tally.accepted > records.len() / 2, "{name}: {tally:?}");
}

#[test]
fn ber_fields_have_stubs_of_their_own() {
    hold("project-ldap", "ldap", Rules::Ber);
    hold("project-kinds", "kinds", Rules::Der);
}

#[test]
fn xdr_fields_have_stubs_of_their_own() {
    hold("project-xdr", "kinds.x", Rules::Xdr);
}

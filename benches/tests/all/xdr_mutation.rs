//! Mutation of the XDR lowering: the proof's comparison finds every wrong step.

use codegen::program::StepPresence;
use codegen::rules::xdr::Xdr;
use codegen::rules::xdr::ops::{Action, Body, Count, FieldStep, Need, Primitive, Step};
use codegen::{Model, Node, Techniques};
use stubc_benches::family::family;
use stubc_benches::stubs::{Modes, QUICK, build};
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{plans, witness};
use syntax_graph::IntegerRepr;

/// A mutation of a program; returns whether some step can have it.
type Mutation = (&'static str, fn(&mut Body) -> bool);

fn first_field(body: &mut Body, change: impl Fn(&mut FieldStep) -> bool) -> bool {
    body.fields_mut().any(change)
}

const MUTATIONS: [Mutation; 7] = [
    ("a check asks for a word too much", |body| match body {
        // The message may end after the last one.
        Body::Sequence(steps) => steps.iter_mut().rev().any(|step| match step {
            Step::Between(Need(octets)) => {
                *octets += 4;
                true
            }
            _ => false,
        }),
        _ => false,
    }),
    ("a case is another number", |body| match body {
        Body::Switch { op, .. } => op.cases.iter_mut().flatten().next().is_some_and(|case| {
            *case += 1000;
            true
        }),
        _ => false,
    }),
    ("a bound is too small", |body| match body {
        Body::Repeat { op, .. } => match &mut op.count {
            Count::Counted(most) if *most > 1 && *most < 100 => {
                *most = 1;
                true
            }
            _ => false,
        },
        _ => false,
    }),
    ("a string's bound is too small", |body| {
        first_field(body, |step| match &mut step.action {
            Action::Primitive(Primitive::Counted(most)) if *most > 1 && *most < 100 => {
                *most = 1;
                true
            }
            _ => false,
        })
    }),
    ("an integer is too narrow", |body| {
        first_field(body, |step| match &mut step.action {
            Action::Primitive(Primitive::Word(repr)) if *repr == IntegerRepr::I16 => {
                *repr = IntegerRepr::I8;
                true
            }
            _ => false,
        })
    }),
    ("optional data is always there", |body| {
        first_field(body, |step| {
            let optional = matches!(step.presence, StepPresence::Flag(_));
            if optional {
                step.presence = StepPresence::Mandatory;
            }
            optional
        })
    }),
    ("opaque data loses its last octet", |body| {
        first_field(body, |step| match &mut step.action {
            Action::Primitive(Primitive::Opaque(octets)) => {
                *octets -= 1;
                true
            }
            _ => false,
        })
    }),
];

fn differs(subject: &Subject, records: &[Record], model: &Model<'_>, techniques: &Techniques) -> bool {
    let program = build(model, techniques, "cc", QUICK).unwrap_or_else(|error| panic!("{error}"));
    let codec = subject.codec(model.options.rules);
    witness::compare(&codec, &subject.roots, &[("mutated", program)], Modes::Fresh, records).is_err()
}

fn mutations(technique: &str) {
    let subject = Subject::load(family("project-xdr", "kinds.x")).expect("specs/ is there");
    let rules = subject.rules();
    let records = subject.random_records(&subject.codec(rules), 2000, 5);
    let plan = |model: &Model<'_>| match technique {
        "interpreted" => plans::interpreted(model),
        _ => plans::compiled(model, |_| false),
    };
    let sound = subject.model(subject.options(rules));
    assert!(!differs(&subject, &records, &sound, &plan(&sound)), "the comparison fails without a mutation");
    let programs = sound.programs::<Xdr>().expect("the rules are XDR");
    for (what, mutation) in MUTATIONS {
        let body_of = |node: &Node| mutation(&mut programs.nodes[node].body.clone());
        let node =
            *sound.nodes.iter().find(|node| body_of(node)).unwrap_or_else(|| panic!("no field: {what}"));
        let mut model = subject.model(subject.options(rules));
        let programs = model.programs_mut::<Xdr>().expect("the rules are XDR");
        let program = programs.nodes.get_mut(&node).expect("it is a node of this model, too");
        assert!(mutation(&mut program.body));
        let path = subject.graph.type_path(node.ty);
        assert!(
            differs(&subject, &records, &model, &plan(&model)),
            "{technique}: the comparison misses {what} in {path}"
        );
    }
}

#[test]
fn interpreted() {
    mutations("interpreted");
}

#[test]
fn compiled() {
    mutations("compiled");
}

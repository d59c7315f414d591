//! Mutation of the lowering: the proof's comparison finds every wrong field.

use codegen::program::StepPresence;
use codegen::rules::ber::Ber;
use codegen::rules::ber::ops::{Action, FieldStep, Primitive, Start};
use codegen::{Model, Node, Techniques};
use stubc_benches::family::family;
use stubc_benches::stubs::{Modes, QUICK, build};
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{plans, witness};
use syntax_graph::{IntegerRepr, Scalar, ValidGraph};

/// A mutation of one field.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mutation {
    /// Another number in its tag.
    Tag,
    /// Integers of half the width, or of the other sign.
    Width,
    /// A mandatory field, although it may be absent.
    Optional,
}

/// Mutates one field of a node; returns whether some field can have the mutation.
fn mutate(model: &mut Model<'_>, node: Node, nth: usize, mutation: Mutation) -> bool {
    let graph = model.graph;
    let programs = model.programs_mut::<Ber>().expect("the rules are BER or DER");
    let Some(program) = programs.nodes.get_mut(&node) else { return false };
    let mut fields = program.body.fields_mut().filter(|step| applies(graph, step, mutation));
    let Some(step) = fields.nth(nth) else { return false };
    match mutation {
        Mutation::Tag => {
            for start in &mut step.op.starts {
                if let Start::Identifier(id) | Start::EitherForm(id) = start {
                    id.0 ^= 0x10;
                }
            }
            let outermost = step.op.outer.first_mut().or(step.op.tag.as_mut());
            outermost.expect("it applies to a tagged field").0 ^= 0x10;
        }
        Mutation::Width => {
            let Action::Primitive(Primitive::Integer(repr)) = step.action else { return false };
            step.action = Action::Primitive(Primitive::Integer(narrower(repr)));
        }
        Mutation::Optional => step.presence = StepPresence::Mandatory,
    }
    true
}

/// Returns a representation that does not hold all values of this one.
fn narrower(repr: IntegerRepr) -> IntegerRepr {
    match repr {
        IntegerRepr::I8 => IntegerRepr::U8,
        IntegerRepr::U8 | IntegerRepr::I16 => IntegerRepr::I8,
        IntegerRepr::U16 => IntegerRepr::U8,
        IntegerRepr::I32 => IntegerRepr::I16,
        IntegerRepr::U32 => IntegerRepr::U16,
        IntegerRepr::I64 => IntegerRepr::I32,
        _ => IntegerRepr::U32,
    }
}

/// Returns whether some values of a field exceed a narrower representation.
fn is_wide(graph: &ValidGraph, step: &FieldStep) -> bool {
    let Some(Scalar::Integer(integer)) =
        step.field.and_then(|field| graph.scalar(graph.fields[field].target))
    else {
        return false;
    };
    let Some((least, most)) = narrower(integer.repr).limits() else { return false };
    let range = &integer.range;
    range.min.as_ref().is_none_or(|min| *min < least) || range.max.as_ref().is_none_or(|max| *max > most)
}

fn applies(graph: &ValidGraph, step: &FieldStep, mutation: Mutation) -> bool {
    let outermost = step.op.outer.first().or(step.op.tag.as_ref());
    match mutation {
        // Other bytes of long identifiers stay.
        Mutation::Tag => outermost.is_some_and(|id| !id.is_long() && id.0 & 0x0f != 0x0f),
        Mutation::Width => {
            matches!(step.action, Action::Primitive(Primitive::Integer(_))) && is_wide(graph, step)
        }
        Mutation::Optional => matches!(step.presence, StepPresence::Flag(_)),
    }
}

fn plan(model: &Model<'_>, name: &str) -> Techniques {
    if name == "interpreted" { plans::interpreted(model) } else { plans::compiled(model, |_| false) }
}

/// Returns whether the comparison finds the difference.
fn differs(subject: &Subject, records: &[Record], model: &Model<'_>, name: &str) -> bool {
    let program = build(model, &plan(model, name), "cc", QUICK);
    let program = program.unwrap_or_else(|error| panic!("{} {name}: {error}", subject.family.title()));
    let codec = subject.codec(model.options.rules);
    witness::compare(&codec, &subject.roots, &[(name, program)], Modes::Fresh, records).is_err()
}

/// Tries every mutation in several fields, far apart, on random values.
fn mutations(name: &str, specs: &str, of_each: usize, values: usize) {
    let Some(subject) = Subject::load(family(name, specs)) else { return };
    let rules = subject.rules();
    let records = subject.random_records(&subject.codec(rules), values, 5);
    for technique in ["interpreted", "compiled"] {
        let sound = subject.model(subject.options(rules));
        assert!(
            !differs(&subject, &records, &sound, technique),
            "{name}: the comparison fails without a mutation"
        );
        for mutation in [Mutation::Tag, Mutation::Width, Mutation::Optional] {
            let programs = sound.programs::<Ber>().expect("the rules are BER or DER");
            let eligible: Vec<(Node, usize)> = sound
                .nodes
                .iter()
                .flat_map(|&node| {
                    let fields = programs.nodes[&node].body.fields();
                    (0..fields.filter(|step| applies(&subject.graph, step, mutation)).count())
                        .map(move |nth| (node, nth))
                })
                .collect();
            assert!(!eligible.is_empty(), "{name}: no field for {mutation:?}");
            let tries = of_each.min(eligible.len());
            for at in 0..tries {
                let (node, nth) = eligible[at * eligible.len() / tries];
                let mut model = subject.model(subject.options(rules));
                assert!(mutate(&mut model, node, nth, mutation));
                let what = subject.graph.type_path(node.ty);
                assert!(
                    differs(&subject, &records, &model, technique),
                    "{name} {technique}: the comparison misses {mutation:?} in field {nth} (of those it applies to) of {what}"
                );
            }
        }
    }
}

macro_rules! families {
    ($($name:ident: $family:literal $specs:literal $of_each:literal $values:literal)*) => {
        $(#[test]
        fn $name() {
            mutations($family, $specs, $of_each, $values);
        })*
    };
}

families! {
    project_ldap: "project-ldap" "ldap" 4 1000
    project_kerberos: "project-kerberos" "kerberos" 3 1000
    project_pkix: "project-pkix" "pkix" 3 1000
    project_z3950: "project-z3950" "z3950" 1 1000
    // Of many alternatives, each is rare.
    opens: "opens" "opens" 3 20000
}

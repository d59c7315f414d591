//! The proof: every technique against the independent codec, on real messages.

use codegen::{Direction, Model, Rules, Techniques, emit};
use interp_runtime::{Codec, json};
use stubc_benches::family::{FAMILIES, Family};
use stubc_benches::stubs::{Answer, SANITIZED, build};
use syntax_graph::{Id, TypeKind};

/// All nodes compiled; references inlined when `inline` says so of their field number.
fn compiled(model: &Model<'_>, inline: impl Fn(usize) -> bool) -> Techniques {
    let mut techniques = Techniques::default();
    for direction in Direction::ALL {
        let side = techniques.side_mut(direction);
        for node in model.nodes_in(direction) {
            side.compiled.insert(node);
            for &field in model.graph.fields_of(node) {
                let target = model.graph.resolve(model.graph.fields[field].target);
                let constructor = !matches!(model.graph.types[target].kind, TypeKind::Scalar(_) | TypeKind::Open(_));
                if constructor && !model.layouts.is_recursive(field) && inline(field.index()) {
                    side.inlined.insert(field);
                }
            }
        }
    }
    techniques
}

/// All nodes interpreted that can be.
fn interpreted(model: &Model<'_>) -> Techniques {
    let mut techniques = Techniques::default();
    for direction in Direction::ALL {
        let nodes = model.nodes_in(direction).filter(|&node| !emit::table_limits(model, node));
        techniques.side_mut(direction).compiled = nodes.collect();
    }
    techniques
}

/// Half of everything, as the seed has it.
fn random(model: &Model<'_>, seed: u64) -> Techniques {
    let bit = |n: u64| (n.wrapping_add(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 37) & 1 == 1;
    let mut techniques = compiled(model, |field| bit(field as u64 + 7));
    for direction in Direction::ALL {
        let shift = if direction == Direction::Decode { 1000 } else { 5000 };
        techniques
            .side_mut(direction)
            .compiled
            .retain(|node| bit(node.index() as u64 + shift) || !emit::table_limits(model, *node));
    }
    techniques
}

fn prove(family: &Family) {
    let Some(shared) = stubc_benches::shared() else {
        eprintln!("skipped: ../shared is absent");
        return;
    };
    let graph = family.graph(&shared).unwrap_or_else(|errors| panic!("{}: {errors}", family.name));
    let messages = family.messages(&shared);
    let roots = family.root_types(&graph, &messages);
    let rules = if family.der { Rules::Der } else { Rules::Ber };
    let codec_rules = if family.der { interp_runtime::Rules::Der } else { interp_runtime::Rules::Ber };
    let model = family.model(&graph, &roots, rules).unwrap_or_else(|errors| panic!("{}: {errors}", family.name));
    let codec = Codec::new(&graph, codec_rules);
    let records: Vec<(usize, &str, &[u8])> = messages
        .iter()
        .filter_map(|message| {
            let root = family.root_of(&graph, &roots, message)?;
            Some((root, message.file.as_str(), message.octets.as_slice()))
        })
        .collect();
    assert!(!records.is_empty(), "{}: no messages", family.name);
    let plans = [
        ("interpreted", interpreted(&model)),
        ("compiled", compiled(&model, |_| false)),
        ("inlined", compiled(&model, |_| true)),
        ("random 1", random(&model, 1)),
        ("random 2", random(&model, 2)),
        ("random 3", random(&model, 3)),
    ];
    for (name, plan) in &plans {
        let program = build(&model, plan, "cc", SANITIZED).unwrap_or_else(|error| panic!("{} {name}: {error}", family.name));
        let answers = program
            .feed(records.iter().map(|(root, _, octets)| (*root, *octets)))
            .unwrap_or_else(|error| panic!("{} {name}: {error}", family.name));
        assert_eq!(answers.len(), records.len());
        for ((root, file, octets), answer) in records.iter().zip(&answers) {
            check(&codec, roots[*root], octets, answer, family.der, &format!("{} {name} {file}", family.name));
        }
    }
}

fn check(codec: &Codec<'_>, root: syntax_graph::TypeId, octets: &[u8], answer: &Answer, der: bool, what: &str) {
    let expected = codec.decode(root, octets);
    match (answer, &expected) {
        (Answer::Accepted { length, value, encoded, .. }, Ok(decoded)) => {
            assert_eq!(*length, decoded.length as u64, "{what}");
            let json = json::to_json(codec.graph(), root, &decoded.value);
            assert_eq!(*value, json, "{what}");
            let canonical = codec.encode(root, &decoded.value).unwrap_or_else(|error| panic!("{what}: {error:?}"));
            assert_eq!(*encoded, canonical, "{what}");
            if der {
                assert_eq!(encoded, octets, "{what}");
            }
        }
        (Answer::Refused { code, offset }, Err(error)) => {
            assert_eq!((*code, *offset), (error.code as i64, error.offset as u64), "{what}: {error:?}");
        }
        _ => panic!("{what}: {answer:?} but the codec says {expected:?}"),
    }
}

macro_rules! families {
    ($($name:ident: $index:literal)*) => {
        $(#[test]
        fn $name() {
            prove(&FAMILIES[$index]);
        })*
    };
}

families! { ldap: 0 snmp_v1: 1 snmp_v2_v3: 2 kerberos: 3 pkix_certificates: 4 pkix_crl: 5 z3950: 6 x400: 7 }

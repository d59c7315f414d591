//! `keep-bytes`: values hold their received bytes, and are sent as those, in every technique.

use codegen::Rules;
use std::collections::BTreeSet;
use stubc_benches::family::family;
use stubc_benches::stubs::Modes;
use stubc_benches::subject::Subject;
use stubc_benches::{plans, witness};
use syntax_graph::{Id, TypeId, TypeKind, ValidGraph};

/// The structures, unions and arrays that `chosen` selects by number.
fn nodes(graph: &ValidGraph, chosen: impl Fn(usize) -> bool) -> BTreeSet<TypeId> {
    let is_node = |ty: &TypeId| {
        matches!(graph.types[*ty].kind, TypeKind::Structure(_) | TypeKind::Union(_) | TypeKind::Array(_))
    };
    graph.types.ids().filter(|ty| is_node(ty) && chosen(ty.index())).collect()
}

/// Keeps the bytes of some nodes, and compares every technique with the codec on random values in canonical
/// and odd forms.
fn hold(name: &str, place: &str, rules: Rules, chosen: impl Fn(usize) -> bool) {
    let Some(mut subject) = Subject::load(family(name, place)) else { return };
    // Records are made without kept bytes: each value has its canonical form.
    let plain = subject.codec(rules);
    let mut records = subject.random_records(&plain, 60, 7);
    records.extend(subject.spread(20));
    let kept = nodes(&subject.graph, chosen);
    subject.graph = subject.graph.clone().with_kept(kept);
    let codec = subject.codec(rules);
    for record in &records {
        // A message that keeps its bytes is sent as received, in any form.
        let root = subject.roots[record.root];
        if subject.graph.kept.contains(&subject.graph.resolve(root))
            && let Ok(decoded) = codec.decode(root, &record.octets)
        {
            let sent = codec.encode(root, &decoded.value);
            assert_eq!(sent.as_deref(), Ok(&record.octets[..decoded.length]), "{name}: {}", record.title);
        }
    }
    let model = subject.model(subject.options(rules));
    let programs = witness::programs(&subject, &model, plans::variants(&model));
    let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
    let tally = tally.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(tally.accepted > records.len() / 2, "{name}: {tally:?}");
}

#[test]
fn everything_is_kept() {
    hold("opens", "opens", Rules::Ber, |_| true);
    hold("project-ldap", "ldap", Rules::Ber, |_| true);
}

#[test]
fn borders_between_kept_and_not() {
    hold("opens", "opens", Rules::Der, |at| at % 2 == 0);
    hold("project-kinds", "kinds", Rules::Ber, |at| at % 2 == 1);
}

/// Its types have explicit tags, and its fields have further ones.
#[test]
fn explicit_tags() {
    hold("project-kerberos", "kerberos", Rules::Ber, |at| at % 3 != 0);
}

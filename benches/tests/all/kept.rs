//! `keep-bytes`: values hold their received bytes, and are sent as those, in every technique.

use crate::packed::{damaged, graph, longer_forms, rows};
use codegen::Rules;
use interp_runtime::{Codec, Generator};
use std::collections::BTreeSet;
use stubc_benches::family::family;
use stubc_benches::stubs::Modes;
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{alteration, plans, witness};
use syntax_graph::{Id, TypeId, TypeKind, ValidGraph, Value};

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

/// Returns a specification of the packed collection, its messages under a rule, and random values.
fn packed(rules: (&str, Rules), name: &str) -> Option<(Subject, Vec<Record>)> {
    let shared = test_needs::published("")?;
    let folder = shared.join("messages/packed");
    let rows = rows(&folder, rules.0, name);
    let names: BTreeSet<String> = rows.iter().map(|row| row.root.clone()).collect();
    let names: Vec<String> = names.into_iter().collect();
    let graph = graph(&shared, name, &names);
    let roots: Vec<TypeId> = names.iter().map(|name| graph.definitions(name)[0]).collect();
    let mut records = Vec::new();
    for row in &rows {
        let root = names.iter().position(|name| *name == row.root).expect("each row has a root");
        let octets = std::fs::read(folder.join(&row.file)).expect("the message must be readable");
        records.push(Record { root, octets, title: row.file.clone() });
    }
    let subject = Subject { family: family("project-kinds", "kinds"), graph, roots, messages: Vec::new() };
    let plain = subject.codec(rules.1);
    let generator = Generator::new(&subject.graph);
    for (root, &ty) in subject.roots.iter().enumerate() {
        for seed in 0..20 {
            let value = generator.value(ty, seed);
            // The generator makes unknown arms as elements of BER.
            let octets = value.and_then(|value| plain.encode(ty, &value).ok());
            records.extend(octets.map(|octets| Record { root, octets, title: format!("seed {seed}") }));
        }
    }
    Some((subject, records))
}

/// Collects the bytes that the parts of a value have kept.
fn collect<'v>(value: &'v Value, found: &mut Vec<(&'v Value, &'v [u8])>) {
    match value {
        Value::Kept(value, octets) => {
            found.push((value, octets));
            collect(value, found);
        }
        Value::Structure(fields) => fields.iter().for_each(|(_, value)| collect(value, found)),
        Value::Union(_, value) | Value::Known(_, value) => collect(value, found),
        Value::Array(values) => values.iter().for_each(|value| collect(value, found)),
        _ => {}
    }
}

/// Keeps the bytes of some nodes under OER, and compares every technique with the codec on the collection, on
/// damaged messages, on random values, and on values whose parts or kept bytes are others.
fn hold_packed(rules: (&str, Rules), name: &str, chosen: impl Fn(usize) -> bool) {
    let Some((mut subject, mut records)) = packed(rules, name) else { return };
    let chosen = nodes(&subject.graph, chosen);
    subject.graph = subject.graph.clone().with_kept(chosen);
    let codec = subject.codec(rules.1);
    let mut count = 0;
    for record in &records {
        let root = subject.roots[record.root];
        let Ok(decoded) = codec.decode(root, &record.octets) else { continue };
        let mut found = Vec::new();
        collect(&decoded.value, &mut found);
        for (_, octets) in &found {
            let is_part =
                octets.is_empty() || record.octets.windows(octets.len()).any(|part| part == *octets);
            assert!(is_part, "{name}: {}: no part of the message is {octets:02x?}", record.title);
        }
        count += found.len();
        if subject.graph.kept.contains(&subject.graph.resolve(root)) {
            let sent = codec.encode(root, &decoded.value);
            assert_eq!(sent.as_deref(), Ok(&record.octets[..decoded.length]), "{name}: {}", record.title);
        }
    }
    assert!(count > 0, "{name}: no value keeps its bytes");
    let model = subject.model(subject.options(rules.1));
    let programs = witness::programs(&subject, &model, plans::variants(&model));
    let tally = alteration::compare(&codec, &model, &subject.roots, &programs, &records, 24);
    let tally = tally.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(tally.sent > 0, "{name}: {tally:?}");
    let sampled: Vec<Record> = records.iter().step_by((records.len() / 20).max(1)).cloned().collect();
    records.extend(sampled.iter().flat_map(damaged).collect::<Vec<_>>());
    records.extend(sampled.iter().flat_map(longer_forms).collect::<Vec<_>>());
    let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
    let tally = tally.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(tally.accepted > sampled.len() && tally.refused > 0, "{name}: {tally:?}");
}

/// Certificates and signed messages: each type, and the borders between types that keep their bytes and others.
#[test]
fn messages_of_ieee_1609() {
    hold_packed(("coer", Rules::Coer), "specs/packed/ieee1609-2", |_| true);
    hold_packed(("coer", Rules::Coer), "specs/packed/ieee1609-2", |at| at % 2 == 0);
}

/// Defaults, recursion, open types, additions, arrays.
#[test]
fn packed_values_that_are_whole_bytes() {
    for file in ["sequences-extensible", "recursive", "open-types", "choices"] {
        hold_packed(("oer", Rules::Oer), &format!("specs/packed/mini/{file}.asn"), |_| true);
    }
    for file in ["sequences", "lists", "sets"] {
        hold_packed(("coer", Rules::Coer), &format!("specs/packed/mini/{file}.asn"), |at| at % 3 != 0);
    }
}

/// A signature of IEEE 1609.2 covers the bytes of `ToBeSignedData`, which is in the middle of a message. They are those
/// that another encoder of COER makes of the value.
#[test]
fn signed_bytes() {
    let Some((subject, records)) = packed(("coer", Rules::Coer), "specs/packed/ieee1609-2") else { return };
    let signed = subject.graph.definitions("ToBeSignedData")[0];
    let graph = subject.graph.clone().with_kept([subject.graph.resolve(signed)].into());
    let (kept, plain) = (
        Codec::new(&graph, interp_runtime::Rules::Coer),
        Codec::new(&subject.graph, interp_runtime::Rules::Coer),
    );
    let mut count = 0;
    for record in records.iter().filter(|record| record.title.ends_with(".coer")) {
        // The collection has values that are nested deeper than the limit.
        let Ok(decoded) = kept.decode(subject.roots[record.root], &record.octets) else { continue };
        let mut found = Vec::new();
        collect(&decoded.value, &mut found);
        for (value, octets) in found {
            assert_eq!(plain.encode(signed, value).as_deref(), Ok(octets), "{}", record.title);
            count += 1;
        }
    }
    assert!(count > 0, "a message is signed");
}

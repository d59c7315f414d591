//! `keep-unknown`: structures keep the additions that their specification does not know, and are sent with them, in
//! every technique.

use codegen::Rules;
use interp_runtime::Generator;
use std::collections::BTreeSet;
use stubc_benches::family::{compile, family};
use stubc_benches::stubs::Modes;
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{plans, witness};
use syntax_graph::{TypeId, TypeKind, ValidGraph};

const RULES: [Rules; 4] = [Rules::Uper, Rules::Aper, Rules::Oer, Rules::Coer];

/// What the receiver knows. `older` gives each place where a newer specification adds something.
const OLDER: [&str; 9] = ["", "", "", "", "", "", "", "", ""];

/// The additions of the newer specification, in the same places.
const NEWER: [&str; 9] = [
    ", x INTEGER (0..5) OPTIONAL, y UTF8String OPTIONAL",
    ", [[ p BOOLEAN, q OCTET STRING (SIZE (0..300)) OPTIONAL ]], r SEQUENCE OF Part OPTIONAL",
    ", more SEQUENCE (SIZE (70)) OF BOOLEAN OPTIONAL, last NULL OPTIONAL",
    ", s IA5String DEFAULT \"none\"",
    ", big OCTET STRING (SIZE (0..40000)) OPTIONAL",
    ", z Numbers OPTIONAL",
    ", other BOOLEAN",
    ", third",
    ", n01 NULL OPTIONAL, n02 NULL OPTIONAL, n03 INTEGER OPTIONAL, n04 NULL OPTIONAL, n05 NULL OPTIONAL, n06 NULL OPTIONAL,
      n07 NULL OPTIONAL, n08 NULL OPTIONAL, n09 NULL OPTIONAL, n10 NULL OPTIONAL, n11 INTEGER OPTIONAL, n12 NULL OPTIONAL,
      n13 NULL OPTIONAL, n14 NULL OPTIONAL, n15 NULL OPTIONAL, n16 NULL OPTIONAL, n17 NULL OPTIONAL, n18 NULL OPTIONAL,
      n19 NULL OPTIONAL, n20 NULL OPTIONAL, n21 INTEGER OPTIONAL, n22 NULL OPTIONAL, n23 NULL OPTIONAL, n24 NULL OPTIONAL,
      n25 NULL OPTIONAL, n26 NULL OPTIONAL, n27 NULL OPTIONAL, n28 NULL OPTIONAL, n29 NULL OPTIONAL, n30 NULL OPTIONAL,
      n31 NULL OPTIONAL, n32 NULL OPTIONAL, n33 NULL OPTIONAL, n34 NULL OPTIONAL, n35 INTEGER OPTIONAL, n36 NULL OPTIONAL,
      n37 NULL OPTIONAL, n38 NULL OPTIONAL, n39 NULL OPTIONAL, n40 NULL OPTIONAL, n41 NULL OPTIONAL, n42 NULL OPTIONAL,
      n43 NULL OPTIONAL, n44 NULL OPTIONAL, n45 NULL OPTIONAL, n46 NULL OPTIONAL, n47 NULL OPTIONAL, n48 NULL OPTIONAL,
      n49 NULL OPTIONAL, n50 NULL OPTIONAL, n51 NULL OPTIONAL, n52 NULL OPTIONAL, n53 INTEGER OPTIONAL, n54 NULL OPTIONAL,
      n55 NULL OPTIONAL, n56 NULL OPTIONAL, n57 NULL OPTIONAL, n58 NULL OPTIONAL, n59 NULL OPTIONAL, n60 NULL OPTIONAL,
      n61 NULL OPTIONAL, n62 NULL OPTIONAL, n63 NULL OPTIONAL, n64 NULL OPTIONAL, n65 NULL OPTIONAL, n66 BOOLEAN OPTIONAL",
];

/// The names of the types that messages can have.
const ROOTS: [&str; 7] = ["Message", "Part", "Group", "Numbers", "Set", "Empty", "Many"];

/// Returns a specification: extensible structures with and without known additions, defaults and version brackets, inside
/// each other, arrays, open types and additions. Nothing is a SET OF, so that values have one encoding.
fn specification(added: &[&str; 9]) -> Subject {
    let [part, group, numbers, set, empty, message, union, item, many] = added;
    let text = format!(
        "Version DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Part ::= SEQUENCE {{ a INTEGER (0..7), b BOOLEAN OPTIONAL, ...{part} }}
        Group ::= SEQUENCE {{ a BOOLEAN, ..., [[ c BOOLEAN, d INTEGER OPTIONAL ]], e Part OPTIONAL{group} }}
        Numbers ::= SEQUENCE {{ ..., n INTEGER (0..255) DEFAULT 3, k Kind OPTIONAL{numbers}, ..., f BOOLEAN }}
        Set ::= SET {{ b [1] BOOLEAN, a [0] INTEGER (0..3), ...{set} }}
        Empty ::= SEQUENCE {{ ...{empty} }}
        Union ::= CHOICE {{ part Part, flag BOOLEAN, ..., group Group{union} }}
        Kind ::= ENUMERATED {{ first, second, ...{item} }}
        Many ::= SEQUENCE {{ bit BOOLEAN, ...{many} }}
        Message ::= SEQUENCE {{
          one BOOLEAN, part Part, list SEQUENCE (SIZE (0..3)) OF Group, known Part DEFAULT {{ a 2 }},
          union Union, kind Kind, numbers Numbers OPTIONAL, set Set, empty Empty, next Message OPTIONAL,
          ..., later Part DEFAULT {{ a 5 }}, empties SEQUENCE (SIZE (0..2)) OF Empty OPTIONAL, many Many OPTIONAL{message} }}
        END"
    );
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let file = folder.path().join("version.asn1");
    std::fs::write(&file, text).expect("the folder is writable");
    let graph = compile(&[file], &[], &[], false).unwrap_or_else(|errors| panic!("{errors}"));
    let roots: Vec<TypeId> = ROOTS.iter().flat_map(|root| graph.definitions(root)).collect();
    assert_eq!(roots.len(), ROOTS.len());
    Subject { family: family("project-kinds", "kinds"), graph, roots, messages: Vec::new() }
}

/// Returns the structures with an extension marker.
fn extensible(graph: &ValidGraph) -> BTreeSet<TypeId> {
    let is_extensible = |ty: &TypeId| matches!(&graph.types[*ty].kind, TypeKind::Structure(structure) if structure.extension.is_some());
    graph.types.ids().filter(is_extensible).collect()
}

/// Returns messages of random values.
fn messages(subject: &Subject, rules: Rules, count: u64) -> Vec<Record> {
    let (codec, generator) = (subject.codec(rules), Generator::new(&subject.graph));
    let mut records = Vec::new();
    for (root, &ty) in subject.roots.iter().enumerate() {
        for seed in 0..count {
            // The generator makes unknown arms as elements of BER.
            let octets = generator.value(ty, seed).and_then(|value| codec.encode(ty, &value).ok());
            let title = format!("{} of seed {seed}", ROOTS[root]);
            records.extend(octets.map(|octets| Record { root, octets, title }));
        }
    }
    records
}

/// A receiver that keeps unknown additions sends the same bytes again.
#[test]
fn messages_of_a_newer_version_are_sent_again() {
    let newer = specification(&NEWER);
    for rules in RULES {
        let mut older = specification(&OLDER);
        let extended = extensible(&older.graph);
        older.graph = older.graph.clone().with_extended(extended);
        let mut records = messages(&newer, rules, 40);
        let (codec, mut extended) = (older.codec(rules), 0);
        for record in &records {
            let root = older.roots[record.root];
            let value = codec.decode_exact(root, &record.octets);
            let value = value.unwrap_or_else(|error| panic!("{rules:?} {}: {error}", record.title));
            extended += usize::from(value.unknown().is_some());
            assert_eq!(
                codec.encode(root, &value).as_deref(),
                Ok(&record.octets[..]),
                "{rules:?} {}",
                record.title
            );
        }
        assert!(extended > 50, "{rules:?}: {extended} of {} messages have unknown additions", records.len());
        let sampled: Vec<Record> =
            records.iter().filter(|record| record.octets.len() < 80).cloned().collect();
        let sampled = sampled.iter().step_by(8);
        records.extend(sampled.flat_map(crate::packed::damaged).collect::<Vec<_>>());
        let model = older.model(older.options(rules));
        let programs = witness::programs(&older, &model, plans::variants(&model));
        let tally = witness::compare(&codec, &older.roots, &programs, Modes::Fresh, &records);
        let tally = tally.unwrap_or_else(|error| panic!("{rules:?}: {error}"));
        assert!(tally.accepted > 150 && tally.refused > 150, "{rules:?}: {tally:?}");
    }
}

/// Only chosen structures keep unknown additions.
#[test]
fn others_are_sent_without() {
    let newer = specification(&NEWER);
    for rules in [Rules::Uper, Rules::Coer] {
        let mut older = specification(&OLDER);
        let chosen = ["Part", "Message"].iter().flat_map(|name| older.graph.definitions(name)).collect();
        older.graph = older.graph.clone().with_extended(chosen);
        let (codec, records) = (older.codec(rules), messages(&newer, rules, 12));
        let model = older.model(older.options(rules));
        let programs = witness::programs(&older, &model, plans::all(&model));
        let tally = witness::compare(&codec, &older.roots, &programs, Modes::Fresh, &records);
        assert!(tally.unwrap_or_else(|error| panic!("{rules:?}: {error}")).accepted > 50);
    }
}

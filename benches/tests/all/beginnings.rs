//! Beginnings of messages, for roots of every kind: each technique says the same of them as the codec, and how many octets
//! are missing.

use codegen::Rules;
use interp_runtime::{ErrorCode, Limits};
use std::collections::BTreeMap;
use stubc_benches::family::family;
use stubc_benches::stubs::Modes;
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{plans, witness};

/// Roots whose first tags are those of other types, long, several, or any.
const ROOTS: &str = "Roots DEFINITIONS IMPLICIT TAGS ::= BEGIN
    Plain ::= SEQUENCE { number INTEGER, text Text OPTIONAL }
    Number ::= [APPLICATION 31] INTEGER
    Text ::= OCTET STRING
    LongText ::= [PRIVATE 1000] Text
    LongPlain ::= [APPLICATION 20000] EXPLICIT Plain
    Renamed ::= Plain
    Retagged ::= [3] Renamed
    Inner ::= CHOICE { text Text, long [200] Plain, longer [25600] INTEGER }
    Closed ::= CHOICE { number INTEGER, inner Inner, more CHOICE { yes [5] NULL, no [6] Plain } }
    Alias ::= Closed
    Tagged ::= [40] Closed
    Open ::= CHOICE { number INTEGER, long [200] Plain, ... }
    Any ::= ANY
    Wrapped ::= [7] ANY
    END";

const NAMES: [&str; 14] = [
    "Plain",
    "Number",
    "Text",
    "LongText",
    "LongPlain",
    "Renamed",
    "Retagged",
    "Inner",
    "Closed",
    "Alias",
    "Tagged",
    "Open",
    "Any",
    "Wrapped",
];

fn subject(names: &[&str]) -> Subject {
    let settings = stubc::Settings {
        specs: vec![("roots.asn1".to_owned(), ROOTS.to_owned())],
        ..stubc::Settings::default()
    };
    let specification = stubc::front::specification(&settings);
    let graph = specification.unwrap_or_else(|error| panic!("{:?}", error.diagnostics)).graph;
    let roots = names.iter().map(|name| graph.definitions(name)[0]).collect();
    Subject { family: family("opens", "opens"), graph, roots, messages: Vec::new() }
}

/// Each first octet, with what continues or ends an identifier, and lengths in every form; then random messages, cut.
fn beginnings(subject: &Subject, codec: &interp_runtime::Codec<'_>) -> Vec<Record> {
    let behind: [&[u8]; 17] = [
        &[],
        &[0x80],
        &[0x82, 0x01],
        &[0x85, 0, 0, 0, 0],
        &[0x80, 0x30, 0x80, 0x89, 1, 0, 0, 0],
        &[0x00],
        &[0x01],
        &[0x7f],
        &[0x81],
        &[0x81, 0x48],
        &[0x87],
        &[0x87, 0x68],
        &[0x81, 0x9c],
        &[0x81, 0x9c, 0x20],
        &[0x81, 0xc8],
        &[0x88, 0x7f],
        &[0xff, 0xff, 0xff, 0xff, 0xff],
    ];
    let mut found = Vec::new();
    for root in 0..subject.roots.len() {
        found.push(Record { root, octets: Vec::new(), title: "nothing".to_owned() });
        for first in 0..=255 {
            // What continues an identifier is a length where there is none to continue.
            let count = if first & 0x1f == 0x1f { behind.len() } else { 5 };
            for rest in &behind[..count] {
                let octets = [&[first], *rest].concat();
                found.push(Record { root, octets, title: "a beginning".to_owned() });
            }
        }
    }
    for whole in subject.random_records(codec, 12 * subject.roots.len(), 5) {
        for cut in 0..whole.octets.len().min(60) {
            let octets = whole.octets[..cut].to_vec();
            found.push(Record { root: whole.root, octets, title: format!("{} cut to {cut}", whole.title) });
        }
    }
    found
}

/// Compares all techniques with the codec; returns how often each error was met.
fn hold(names: &[&str], rules: Rules) -> BTreeMap<&'static str, usize> {
    let subject = subject(names);
    let model = subject.model(subject.options(rules));
    let programs = witness::programs(&subject, &model, plans::variants(&model));
    let codec = subject.codec(rules);
    let records = beginnings(&subject, &codec);
    for bytes in [None, Some(2), Some(5)] {
        let limits = Limits { bytes, ..Limits::FRESH };
        let codec = codec.clone().with_limits(limits);
        let mode = if bytes.is_some() { Modes::Limits(limits) } else { Modes::Fresh };
        witness::compare(&codec, &subject.roots, &programs, mode, &records)
            .unwrap_or_else(|error| panic!("{rules:?} {bytes:?}: {error}"));
    }
    let mut errors = BTreeMap::new();
    for record in &records {
        let Err(error) = codec.decode(subject.roots[record.root], &record.octets) else { continue };
        *errors.entry(error.code.name()).or_default() += 1;
        assert_eq!(error.needed.is_some(), error.code == ErrorCode::Truncated);
        assert!(error.needed.is_none_or(|needed| needed > record.octets.len()), "{record:?}");
    }
    errors
}

/// Identifiers of several octets are compared as far as they are there.
#[test]
fn of_every_root() {
    for rules in [Rules::Ber, Rules::Der] {
        let errors = hold(&NAMES, rules);
        assert!(errors["TRUNCATED"] > 3000 && errors["BAD_TAG"] > 10_000, "{errors:?}");
    }
}

/// Where no root has an identifier of several octets, the first octet of one is enough.
#[test]
fn of_short_roots() {
    for rules in [Rules::Ber, Rules::Der] {
        let errors = hold(&["Plain", "Text", "Retagged"], rules);
        assert!(errors["TRUNCATED"] > 100 && errors["BAD_TAG"] > 3000, "{errors:?}");
    }
}

/// What cannot become a message is refused, however little of it is there.
#[test]
fn by_hand() {
    let subject = subject(&NAMES);
    let codec = subject.codec(Rules::Ber);
    let said = |name: &str, octets: &[u8]| {
        let root = subject.graph.definitions(name)[0];
        let error = codec.decode(root, octets).expect_err("it is cut off, or wrong");
        (error.code.name(), error.needed.unwrap_or(0))
    };
    assert_eq!(said("Plain", b"G"), ("BAD_TAG", 0));
    assert_eq!(said("Plain", &[0x3f]), ("BAD_TAG", 0));
    assert_eq!(said("Plain", &[0x30]), ("TRUNCATED", 2));
    assert_eq!(said("Plain", &[0x30, 0xff]), ("BAD_LENGTH", 0));
    assert_eq!(said("Number", &[0x5f]), ("TRUNCATED", 3));
    assert_eq!(said("Number", &[0x7f]), ("BAD_TAG", 0));
    assert_eq!(said("LongText", &[0xff, 0x87]), ("TRUNCATED", 4));
    assert_eq!(said("LongText", &[0xdf, 0x88]), ("BAD_TAG", 0));
    assert_eq!(said("LongPlain", &[0x7f, 0x81, 0x9c]), ("TRUNCATED", 5));
    assert_eq!(said("LongPlain", &[0x7f, 0x81, 0x9d]), ("BAD_TAG", 0));
    assert_eq!(said("Alias", &[0xbf, 0x81]), ("TRUNCATED", 4));
    assert_eq!(said("Alias", &[0x9f, 0x81]), ("TRUNCATED", 4));
    assert_eq!(said("Alias", &[0x9f, 0x82]), ("BAD_TAG", 0));
    assert_eq!(said("Tagged", &[0xbf, 0x81]), ("BAD_TAG", 0));
    assert_eq!(said("Open", &[0x9f, 0x82]), ("TRUNCATED", 4));
    assert_eq!(said("Any", &[0xff; 9]), ("TRUNCATED", 11));
    assert_eq!(said("Wrapped", &[0xff; 9]), ("BAD_TAG", 0));
}

//! Filters under the packed rules give the answer of their predicate on the value that the independent codec decodes.

use crate::packed::{graph, rows};
use codegen::Rules;
use codegen::filter::Form;
use idl_front::{FrontOptions, parse};
use interp_runtime::Generator;
use std::collections::BTreeSet;
use stubc_benches::family::{Message, family};
use stubc_benches::filters::views::Fields;
use stubc_benches::filters::{Predicate, build, checked, compare, random, run, views};
use stubc_benches::subject::{Record, Subject};
use syntax_graph::validate::validate_reachable;
use syntax_graph::{SourceMap, Value};

/// The random predicates of a specification.
const PREDICATES: usize = 25;
/// The random views of a specification.
const VIEWS: usize = 10;
/// The random values of each root.
const RANDOM: u64 = 8;
/// Strings and arrays of so many items come in fragments, which are left to decoders.
const FRAGMENT: usize = 1 << 14;

/// Checks filters on the messages of one specification in the collection, and on random ones.
fn prove((code, rules): (&str, Rules), specification: &str) {
    let Some(shared) = test_needs::published("") else { return };
    let folder = shared.join("messages/packed");
    let rows = rows(&folder, code, specification);
    assert!(!rows.is_empty(), "{specification}: no messages under {code}");
    let names: BTreeSet<String> = rows.iter().map(|row| row.root.clone()).collect();
    let names: Vec<String> = names.into_iter().collect();
    let graph = graph(&shared, specification, &names);
    let roots: Vec<_> = names.iter().map(|name| graph.definitions(name)[0]).collect();
    let read = |row: &crate::packed::Row| {
        let root = names.iter().position(|name| *name == row.root).expect("each row has a root");
        let octets = std::fs::read(folder.join(&row.file)).expect("the message must be readable");
        (root, message(row.file.clone(), octets))
    };
    let messages: Vec<_> = rows.iter().step_by((rows.len() / 120).max(1)).map(read).collect();
    agree(Subject { family: family("ldap", "ldap"), graph, roots, messages }, rules, PREDICATES, RANDOM);
}

/// Checks filters on random messages of a specification with all forms of values.
fn prove_forms(rules: Rules) {
    let mut map = SourceMap::new();
    map.add("forms", include_str!("packed_filters/forms.asn1"));
    let output = parse(&map, &FrontOptions::default());
    let errors: Vec<_> = output.diagnostics.iter().filter(|found| found.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let roots = vec![output.graph.definitions("Message")[0]];
    let graph = validate_reachable(output.graph, &roots).expect("the graph must pass validation");
    let subject = Subject { family: family("ldap", "ldap"), graph, roots, messages: Vec::new() };
    agree(subject, rules, 2 * PREDICATES, 20 * RANDOM);
}

fn message(file: String, octets: Vec<u8>) -> Message {
    Message { ty: String::new(), notes: String::new(), file, octets }
}

/// Checks random filters on the messages of a subject, and on `random` more of each root.
fn agree(mut subject: Subject, rules: Rules, predicates: usize, random_values: u64) {
    let mut made = Vec::new();
    for (root, &ty) in subject.roots.iter().enumerate() {
        for seed in 0..random_values {
            let value = Generator::new(&subject.graph).value(ty, seed);
            let octets = value.and_then(|value| subject.codec(rules).encode(ty, &value).ok());
            made.extend(octets.map(|octets| (root, message(format!("{root} of seed {seed}"), octets))));
        }
    }
    subject.messages.extend(made);
    let codec = subject.codec(rules);
    let predicates = random(&subject, &codec, predicates, 1);
    let records: Vec<Record> = subject.records();
    let may_be_other = |record: &Record, value: &Value| {
        let encoded = codec.encode(subject.roots[record.root], value);
        encoded.as_deref() != Ok(&record.octets[..]) || record.octets.len() > FRAGMENT / 8
    };
    let answers = answers(&subject, rules, &predicates, &records, records.len() / 10 + 1);
    let own = views::random(&subject, rules, &codec, VIEWS);
    let tally = compare(&subject, &codec, &predicates, &records, &answers, &may_be_other)
        .unwrap_or_else(|error| panic!("{rules:?}: {error}"));
    assert!(tally.passed > 0 && tally.agreed > 2 * tally.other, "{rules:?}: {tally:?}");
    let folder = tempfile::tempdir().expect("a temporary folder must be creatable");
    views::build(&subject, rules, &own, folder.path());
    let (agreed, other) = views::compare(&subject, &codec, &own, &records, folder.path(), &may_be_other)
        .unwrap_or_else(|error| panic!("{rules:?}: {error}"));
    assert!(agreed > 0 && agreed > 2 * other, "{rules:?}: {agreed} {other}");
    assert!(tally.passed > 0 && tally.agreed > 2 * tally.other, "{rules:?}: {tally:?}");
}

/// Returns the answers of filters, which are the same compiled and interpreted.
fn answers(
    subject: &Subject,
    rules: Rules,
    predicates: &[Predicate],
    records: &[Record],
    every: usize,
) -> Vec<String> {
    let [compiled, interpreted] = [Form::Compiled, Form::Interpreted].map(|form| {
        let folder = tempfile::tempdir().expect("a temporary folder must be creatable");
        build(subject, (rules, form), predicates, folder.path());
        run(folder.path(), records, every)
    });
    for ((record, one), other) in records.iter().zip(&compiled).zip(&interpreted) {
        assert_eq!(one, other, "{rules:?}: {}: the forms differ", record.title);
    }
    compiled
}

/// Declares a test for each specification.
macro_rules! proofs {
    ($($name:ident: $code:literal $rules:ident $($specification:literal)+;)+) => {
        $(#[test]
        fn $name() {
            $(prove(($code, Rules::$rules), $specification);)+
        })+
    };
}

proofs! {
    uper_its: "uper" Uper "specs/packed/its-infrastructure";
    aper_s1ap: "aper" Aper "specs/asn1/s1ap";
    oer_interledger: "oer" Oer "specs/packed/interledger";
    coer_ieee1609_2: "coer" Coer "specs/packed/ieee1609-2";
}

#[test]
fn all_forms_of_values() {
    for rules in [Rules::Uper, Rules::Aper, Rules::Oer, Rules::Coer] {
        prove_forms(rules);
    }
}

/// Named bits whose size demands trailing zeros, and messages that are cut off anywhere.
#[test]
fn trailing_zeros_and_cut_lengths() {
    let mut map = SourceMap::new();
    map.add(
        "bits",
        "Bits DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Message ::= SEQUENCE {
            first BOOLEAN, b BIT STRING { a(0) }, c BIT STRING { a(0), d(5) } (SIZE (4..8)), n INTEGER,
            yes BOOLEAN DEFAULT TRUE, e ENUMERATED { red(5), green(1), blue(300) }, u INTEGER (0..18446744073709551615),
            last BOOLEAN }
        END",
    );
    let output = parse(&map, &FrontOptions::default());
    let roots = output.graph.definitions("Message");
    let graph = validate_reachable(output.graph, &roots).expect("the graph must pass validation");
    let subject = Subject { family: family("ldap", "ldap"), graph, roots, messages: Vec::new() };
    let texts = ["b = '1'B", "c = '1'B", "c = '000001'B", "n = 5", "n < 70000 and last = TRUE", "u > 5"];
    let view = views::checked(&subject.graph, "Message: yes, e, u, last").expect("the view is valid");
    let own = [Fields { filter: view, root: 0 }];
    let predicate = |text: &&str| {
        let text = format!("Message: {text}");
        let filter = checked(&subject.graph, &text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        Predicate { text, filter, root: 0 }
    };
    let predicates: Vec<Predicate> = texts.iter().map(predicate).collect();
    let fields = subject.graph.fields_of(subject.roots[0]).to_vec();
    let bits = |octet: u8, length: u64| Value::Bits { octets: vec![octet], length };
    for rules in [Rules::Der, Rules::Uper, Rules::Aper, Rules::Oer, Rules::Coer] {
        let codec = subject.codec(rules);
        let mut records = Vec::new();
        for (b, c, n) in [(0x80, 0x80, 5), (0x80, 0x04, -1), (0x40, 0x84, 70000), (0, 0, 1_i64 << 40)] {
            let own = [
                Value::Boolean(true),
                bits(b, 2),
                bits(c, 6),
                Value::Integer(n.into()),
                Value::Boolean(n != 5),
                Value::Integer([1, 5, 300][usize::from(b == 0x80) + usize::from(n == 5)].into()),
                Value::Integer((if n < 0 { u64::MAX } else { n as u64 }).into()),
                Value::Boolean(n > 9),
            ];
            let value = Value::Structure(fields.iter().copied().zip(own).collect());
            let octets = codec.encode(subject.roots[0], &value).expect("the value has an encoding");
            if rules == Rules::Der && n == 5 {
                // A number below the least one, which views leave to the decoder.
                let below = octets.iter().map(|octet| if *octet == 5 { 0x85 } else { *octet }).collect();
                records.push(Record { root: 0, octets: below, title: "below the least number".to_owned() });
            }
            for end in 0..=octets.len() {
                let title = format!("{n}, {end} octets");
                records.push(Record { root: 0, octets: octets[..end].to_vec(), title });
            }
        }
        let answers = answers(&subject, rules, &predicates, &records, records.len() / 10 + 1);
        let tally = compare(&subject, &codec, &predicates, &records, &answers, &|_, _| false)
            .unwrap_or_else(|error| panic!("{rules:?}: {error}"));
        assert!(tally.agreed == 24 && tally.passed >= 4, "{rules:?}: {tally:?}");
        let folder = tempfile::tempdir().expect("a temporary folder must be creatable");
        views::build(&subject, rules, &own, folder.path());
        let agreed = views::compare(&subject, &codec, &own, &records, folder.path(), &|_, _| false)
            .unwrap_or_else(|error| panic!("{rules:?}: {error}"));
        assert_eq!(agreed, (4, 0), "{rules:?}");
    }
}

/// Numbers that no machine type holds compare as the largest one.
#[test]
fn numbers_beyond_64_bits() {
    let mut map = SourceMap::new();
    map.add(
        "large",
        "Large DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Message ::= SEQUENCE { n INTEGER (0..99999999999999999999), last BOOLEAN } END",
    );
    let output = parse(&map, &FrontOptions::default());
    let roots = output.graph.definitions("Message");
    let graph = validate_reachable(output.graph, &roots).expect("the graph must pass validation");
    let subject = Subject { family: family("ldap", "ldap"), graph, roots, messages: Vec::new() };
    let predicate = |text: &str| {
        let text = format!("Message: {text}");
        let filter = checked(&subject.graph, &text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        Predicate { text, filter, root: 0 }
    };
    let predicates = ["n > 5", "n in 6..4000000000", "n <= 5 and last = TRUE"].map(predicate);
    let fields = subject.graph.fields_of(subject.roots[0]).to_vec();
    for rules in [Rules::Oer, Rules::Coer] {
        let codec = subject.codec(rules);
        let encoded = |n: u128| {
            let own = [Value::Integer(n.into()), Value::Boolean(n % 2 == 1)];
            let value = Value::Structure(fields.iter().copied().zip(own).collect());
            let octets = codec.encode(subject.roots[0], &value).expect("the value has an encoding");
            Record { root: 0, octets, title: n.to_string() }
        };
        let records = [3, 5, 6, 4_000_000_001, 1 << 63, 1 << 65].map(encoded);
        let answers = answers(&subject, rules, &predicates, &records, 1);
        let tally = compare(&subject, &codec, &predicates, &records, &answers, &|_, _| false)
            .unwrap_or_else(|error| panic!("{rules:?}: {error}"));
        assert!(tally.agreed == 18 && tally.passed == 7, "{rules:?}: {tally:?}");
    }
}

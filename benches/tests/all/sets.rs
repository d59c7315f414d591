//! SETs under DER: elements are sent and expected in the order of their tags. Sorting happens only where a
//! value decides the order.

use codegen::emit::Configuration;
use codegen::{Rules, emit};
use interp_runtime::ErrorCode;
use stubc_benches::family::{compile, family};
use stubc_benches::stubs::Modes;
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{alteration, plans, witness};

const TEXT: &str = "Sets DEFINITIONS ::= BEGIN
    Fixed ::= SET {
        c [3] INTEGER, a BOOLEAN, p [PRIVATE 2] EXPLICIT INTEGER OPTIONAL, long [900] IMPLICIT OCTET STRING OPTIONAL,
        app [APPLICATION 70] INTEGER DEFAULT 5, b [0] BIT STRING OPTIONAL, r REAL OPTIONAL,
        pair [2] SEQUENCE { list SEQUENCE OF INTEGER, of SET OF INTEGER OPTIONAL } DEFAULT { list { 1, 2 } }
    }
    Between ::= SET {
        last [9] INTEGER OPTIONAL, choice CHOICE { x [2] NULL, y [4] BOOLEAN, deeper CHOICE { z [7] INTEGER } },
        first [1] INTEGER, n INTEGER OPTIONAL
    }
    More ::= SET { b [3] Between, a [1] INTEGER DEFAULT 4, ..., n NULL }
    Mixed ::= SET { b [3] INTEGER, choice CHOICE { x [2] NULL, y [4] BOOLEAN }, a [1] INTEGER OPTIONAL, f [9] Fixed,
        w [16385] NULL OPTIONAL, v [16384] NULL OPTIONAL }
    Growing ::= SET { b [3] INTEGER, choice CHOICE { x [1] NULL, y [4] BOOLEAN, ... }, a [2] INTEGER OPTIONAL }
    List ::= SET OF TYPE-IDENTIFIER.&Type
    Any ::= SET { b [3] INTEGER OPTIONAL, n BOOLEAN, any TYPE-IDENTIFIER.&Type }
    END";

/// Types whose fields have one order; and all types: in some the value decides the order, one holds a SET OF.
const STATIC: &[&str] = &["Between", "More"];
const ALL: &[&str] = &["Fixed", "Between", "More", "Mixed", "Growing", "Any"];

fn subject(roots: &[&str]) -> Subject {
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let file = folder.path().join("sets.asn1");
    std::fs::write(&file, TEXT).expect("the folder is writable");
    let graph = compile(&[file], &[], &[], false).unwrap_or_else(|errors| panic!("{errors}"));
    let roots: Vec<_> = roots.iter().flat_map(|root| graph.definitions(root)).collect();
    Subject { family: family("project-kinds", "kinds"), graph, roots, messages: Vec::new() }
}

/// Where the order is known, the runtime has no code to sort or to compare tags.
#[test]
fn nothing_is_sorted_whose_order_is_known() {
    for (roots, sorts) in [(STATIC, false), (ALL, true)] {
        let subject = subject(roots);
        for rules in [Rules::Ber, Rules::Der] {
            let model = subject.model(subject.options(rules));
            for (plan, techniques) in plans::all(&model) {
                let output = emit(&model, &techniques, &Default::default());
                let header = output.files.iter().find(|(name, _)| name == "stubc_rt.h");
                let (_, header) = header.expect("there is a runtime");
                for feature in ["SORT", "RANK"] {
                    let is_there =
                        Configuration::read(header, "").features.contains(&format!("USE_{feature}"));
                    assert_eq!(
                        is_there,
                        sorts && rules == Rules::Der,
                        "{roots:?} {rules:?} {plan} {feature}"
                    );
                }
            }
        }
    }
}

/// Both kinds of values agree with the codec in every technique; elements out of order, as BER sends them,
/// are refused.
#[test]
fn elements_in_the_order_of_their_tags() {
    for roots in [STATIC, ALL] {
        let subject = subject(roots);
        for rules in [Rules::Ber, Rules::Der] {
            let (codec, model) = (subject.codec(rules), subject.model(subject.options(rules)));
            let programs = witness::programs(&subject, &model, plans::all(&model));
            let mut records = subject.random_records(&codec, 400, 1);
            let sent = records.len();
            records.extend(subject.random_records(&subject.codec(Rules::Ber), 400, 2));
            if let Some(root) = roots.iter().position(|root| *root == "Any") {
                // Identifiers that are incomplete or too long, after elements and alone.
                for last in [
                    &[0x1f, 0x81, 0x82][..],
                    &[0x1f],
                    &[0x1f, 0x80, 0x81],
                    &[0x1f, 5, 0],
                    &[0x1f, 0x80, 0x9f, 0x1f, 0],
                ] {
                    for first in [&[][..], &[1, 1, 0xff], &[1, 1, 0xff, 0xa3, 3, 2, 1, 7]] {
                        let contents = [first, last].concat();
                        let octets = [&[0x31, contents.len() as u8][..], &contents].concat();
                        records.push(Record { root, octets, title: "an identifier".into() });
                    }
                }
            }
            let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
            let tally = tally.unwrap_or_else(|error| panic!("{roots:?} {rules:?}: {error}"));
            assert!(tally.accepted >= sent, "{tally:?}");
            let disordered = records.iter().filter(|record| {
                let found = codec.decode(subject.roots[record.root], &record.octets);
                found.is_err_and(|error| error.code == ErrorCode::NotCanonical)
            });
            assert_eq!(disordered.count() > 100, rules == Rules::Der);
        }
    }
}

/// Malformed open values among others that are sorted: none is read beyond its end.
#[test]
fn malformed_elements_are_sorted() {
    let subject = subject(&["List"]);
    let (codec, model) = (subject.codec(Rules::Der), subject.model(subject.options(Rules::Der)));
    let programs = witness::programs(&subject, &model, plans::variants(&model));
    let records = subject.random_records(&codec, 100, 1);
    let tally = alteration::compare(&codec, &model, &subject.roots, &programs, &records, 40);
    let tally = tally.unwrap_or_else(|error| panic!("{error}"));
    assert!(tally.sent > 100, "{tally:?}");
}

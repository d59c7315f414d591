//! Compiled decoders decode nearly all valid messages themselves, without the interpreter.

use codegen::Rules;
use stubc_benches::fallbacks::{MOST, count, count_of, counting, families};
use stubc_benches::family::{Message, compile, family};
use stubc_benches::plans;
use stubc_benches::stubs::{self, QUICK};
use stubc_benches::subject::{Record, Subject};

#[test]
fn at_most_one_message_in_a_hundred_is_left_to_the_interpreter() {
    for family in families() {
        let Some(subject) = Subject::load(family) else { continue };
        let found =
            count(&subject, "cc", QUICK).unwrap_or_else(|error| panic!("{}: {error}", family.title()));
        assert!(found.valid > 0, "{found:?}");
        assert!(found.are_few(), "at most {MOST} % of the messages: {found:?}");
    }
}

#[test]
fn a_message_with_a_constructed_string_is_left() {
    let Some(mut subject) = Subject::load(family("project-ldap", "ldap")) else { return };
    // A delRequest, its name in one piece and in segments (X.690 8.7.3).
    let whole = b"\x30\x08\x02\x01\x01\x4A\x03c=a".to_vec();
    let segments = b"\x30\x0A\x02\x01\x01\x6A\x05\x04\x03c=a".to_vec();
    subject.messages = [("whole", whole), ("segments", segments)]
        .map(|(file, octets)| {
            (0, Message { file: file.into(), ty: String::new(), notes: String::new(), octets })
        })
        .into();
    let found = count(&subject, "cc", QUICK).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((found.valid, found.left.len()), (2, 1), "{found:?}");
    assert!(found.left[0].contains("segments"), "{found:?}");
    assert!(!found.are_few());
}

/// The random values of each specification.
const VALUES: usize = 400;

/// Compiled decoders leave no canonical encoding, whether their primitives are calls or in line, for size or for speed.
fn none_is_left(name: &str) {
    let Some(subject) = Subject::load_once(family(&format!("project-{name}"), name)) else { return };
    for rules in subject.all_rules() {
        let mut records = subject.random_records(&subject.codec(rules), VALUES, 1);
        records.retain(|record| record.title.starts_with("random"));
        let model = counting(&subject, rules);
        for (plan, flags) in [
            (plans::compiled(&model, |_| false), QUICK),
            (plans::inlined(&model), QUICK),
            (plans::inlined(&model), &["-O1", "-w"]),
        ] {
            let program = stubs::build(&model, &plan, "cc", flags).unwrap_or_else(|error| panic!("{error}"));
            let found = count_of(&subject, &program, &records).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((found.valid, found.left.len()), (records.len(), 0), "{name} {rules:?}: {found:?}");
        }
    }
}

#[test]
fn no_canonical_message_is_left() {
    none_is_left("micro");
    none_is_left("kinds");
}

/// Types with everything that a procedure decodes besides the canonical form.
const FORMS: &str = "Forms DEFINITIONS IMPLICIT TAGS ::= BEGIN
    Structure ::= SEQUENCE { a INTEGER (0..255), b [0] EXPLICIT BOOLEAN OPTIONAL, ..., ..., c [3] INTEGER OPTIONAL }
    Choice ::= CHOICE { x [0] INTEGER (0..255), y [1] Structure, ... }
    Set ::= SET { x [0] BOOLEAN, y [1] INTEGER OPTIONAL, z [2] OCTET STRING DEFAULT 'aa'H, ... }
    List ::= SEQUENCE OF Structure
    END";

/// Their names, and messages as hexadecimal digits.
const MESSAGES: &[(&str, &[&str])] = &[
    (
        "Structure",
        &[
            // Every form of a length (X.690 8.1.3).
            "30 03 020105",
            "30 8103 020105",
            "30 820003 020105",
            "30 8400000003 020105",
            "30 80 020105 0000",
            "30 05 02820001 05",
            "30 80 020105 a080 0101ff 0000 0000",
            // Unknown additions, also between known ones.
            "30 07 020105 9f850100",
            "30 09 020105 8500 8302abcd",
            "30 0d 020105 a0030101ff 8500 830145",
            "30 80 020105 a580 0500 0000 0000",
        ],
    ),
    ("Choice", &["800105", "81810105", "a103020105", "a180 020105 0000", "850100", "a580 0500 0000"]),
    (
        "Set",
        &[
            "31 03 8001ff",
            "31 06 8001ff 810105",
            "31 06 810105 8001ff",
            "31 0a 820155 8500 8001ff 8600",
            "31 80 820155 8001ff 0000",
        ],
    ),
    ("List", &["30 00", "30 05 3003020105", "30 80 3080 020105 0000 3003020106 0000"]),
];

#[test]
fn every_form_but_constructed_strings_stays_in_procedures() {
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let file = folder.path().join("forms.asn1");
    std::fs::write(&file, FORMS).expect("the folder is writable");
    let names: Vec<&str> = MESSAGES.iter().map(|(name, _)| *name).collect();
    let graph = compile(&[file], &names, &[], true).unwrap_or_else(|errors| panic!("{errors}"));
    let roots = names.iter().flat_map(|name| graph.definitions(name)).collect();
    let subject = Subject { family: family("opens", "opens"), graph, roots, messages: Vec::new() };
    let record = |root: usize, text: &&str| {
        let digits: Vec<u32> = text.chars().filter_map(|digit| digit.to_digit(16)).collect();
        let octets = digits.chunks(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect();
        Record { root, octets, title: (*text).to_owned() }
    };
    let records: Vec<Record> = MESSAGES
        .iter()
        .enumerate()
        .flat_map(|(root, (_, texts))| texts.iter().map(move |text| record(root, text)))
        .collect();
    let model = counting(&subject, Rules::Ber);
    for plan in [plans::compiled(&model, |_| false), plans::inlined(&model)] {
        let program = stubs::build(&model, &plan, "cc", QUICK).unwrap_or_else(|error| panic!("{error}"));
        let found = count_of(&subject, &program, &records).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((found.valid, &found.left[..]), (records.len(), &[][..]));
    }
}

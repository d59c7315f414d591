//! Compiled decoders decode nearly all valid messages themselves, without the interpreter.

use stubc_benches::fallbacks::{MOST, count, count_of, counting, families};
use stubc_benches::family::{Message, family};
use stubc_benches::plans;
use stubc_benches::stubs::{self, QUICK};
use stubc_benches::subject::Subject;

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

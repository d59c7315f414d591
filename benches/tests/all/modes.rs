//! The modes of the harness that measurements use: they convert messages without answers.

use codegen::{Model, Techniques};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use stubc_benches::family::family;
use stubc_benches::plans;
use stubc_benches::stubs::{self, Modes, build};
use stubc_benches::subject::Subject;

/// Returns the exit code of a program with this input.
fn code(program: &Path, words: &[&str], input: &[u8]) -> Option<i32> {
    let mut child = Command::new(program)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the harness must start");
    child.stdin.take().expect("standard input is a pipe").write_all(input).expect("the harness must read");
    let done = child.wait_with_output().expect("the harness must end");
    assert!(done.stdout.is_empty(), "{words:?}: {}", String::from_utf8_lossy(&done.stdout));
    done.status.code()
}

/// Answers about messages that are only decoded have no encoding; nothing is measured of messages that are refused.
#[test]
fn answers_without_encodings() {
    let subject = Subject::load(family("project-micro", "micro")).expect("specs/ is there");
    let rules = subject.rules();
    let record = subject.random_records(&subject.codec(rules), 1, 1).remove(0);
    let message = (record.root, &record.octets[..]);
    let mut options = subject.options(rules);
    let model = subject.model(options.clone());
    let built = |model: &Model<'_>| {
        let program = build(model, &Techniques::default(), "cc", &[]);
        program.unwrap_or_else(|error| panic!("{error}"))
    };
    let refused = built(&model).feed(Modes::Sizes, [(0, &[0x1f][..]), message]).expect("it must run");
    assert!(refused[0].starts_with("{\"error\":") && refused[1].starts_with("{\"arena\":"), "{refused:?}");
    options.roots.iter_mut().for_each(|root| root.encode = false);
    let model = subject.model(options);
    let answers = built(&model).feed(Modes::Fresh, [message]).expect("it must run");
    assert!(answers[0].contains("\"value\":") && !answers[0].contains("encoded"), "{answers:?}");
}

#[test]
fn modes_of_measurements() {
    let subject = Subject::load(family("project-micro", "micro")).expect("specs/ is there");
    let rules = subject.rules();
    let model = subject.model(subject.options(rules));
    let records = subject.random_records(&subject.codec(rules), 2 * subject.roots.len(), 1);
    let program = build(&model, &plans::compiled(&model, |_| false), "cc", &[])
        .unwrap_or_else(|error| panic!("{error}"));
    let harness = program.folder().join("harness");
    let input = |messages: &[(usize, &[u8])]| stubs::input(messages.iter().copied()).expect("few roots");
    let valid: Vec<(usize, &[u8])> = records.iter().map(|record| (record.root, &record.octets[..])).collect();
    let invalid: (usize, &[u8]) = (0, &[0x1f]);
    assert_eq!(code(&harness, &["count"], &input(&valid)), Some(0));
    assert_eq!(code(&harness, &["count"], &input(&[valid[0], invalid])), Some(1));
    assert_eq!(code(&harness, &["decode"], &input(&[&valid[..], &[invalid]].concat())), Some(0));
    // A record that is longer than the input.
    assert_eq!(code(&harness, &["decode"], &input(&valid[..1])[..5 + valid[0].1.len() - 1]), Some(1));

    let folder = tempfile::tempdir().expect("a temporary folder must be creatable");
    let files = [("valid", valid[0].1), ("invalid", invalid.1)].map(|(name, octets)| {
        let path = folder.path().join(name);
        std::fs::write(&path, octets).expect("the folder is writable");
        path.display().to_string()
    });
    let root = valid[0].0.to_string();
    for direction in ["decode", "encode"] {
        let bench =
            |files: &[&str]| code(&harness, &[&["bench", &root, direction, "3"], files].concat(), &[]);
        assert_eq!(bench(&[&files[0], &files[0]]), Some(0), "{direction}");
        assert_eq!(bench(&[&files[0], &files[1]]), Some(1), "{direction}");
        assert_eq!(bench(&["/nowhere/at all"]), Some(1), "{direction}");
    }
}

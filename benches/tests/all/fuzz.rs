//! A small part of `cargo xtask fuzz`, without libFuzzer: mutated messages in all techniques, which must agree.

use std::process::Command;
use stubc_benches::fuzz::compared;
use stubc_benches::fuzz::differential::{Purpose, build};
use stubc_benches::fuzz::targets::TARGETS;
use stubc_benches::stubs::answers;
use stubc_benches::subject::Record;

/// Mutated messages of each target.
const RUNS: &str = "6000";

fn agree(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("a target of this name");
    let subject = target.subject().expect("the specification is in the repository");
    let folder = tempfile::tempdir().expect("a temporary folder must be creatable");
    let program = build(&subject, target.rules, folder.path(), Purpose::Alone);
    let program = program.unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut command = Command::new(program);
    command.args([RUNS, "1"]);
    let seeds = target.seeds(&subject, 30);
    for (at, record) in seeds.iter().enumerate() {
        let file = folder.path().join(format!("seed-{at}"));
        std::fs::write(&file, &record.octets).expect("the file must be writable");
        command.arg(file);
    }
    let said = answers(command, Vec::new()).unwrap_or_else(|error| panic!("{name}: {}", error.text));
    assert_eq!(said, [format!("{} files, {RUNS} mutations", seeds.len())], "{name}");
}

/// Elements that are NULL made the interpreter divide by zero.
#[test]
fn of_uper() {
    agree("uper-packed");
}

#[test]
fn of_coer() {
    agree("coer-packed");
}

#[test]
fn of_xdr() {
    agree("xdr-arrays");
}

/// The index of an unknown item of an ENUMERATED, 2^32 - 1, became 0 in a word of 32 bits: the interpreter read behind the known
/// numbers.
#[test]
fn indices_that_fill_a_word() {
    let target = TARGETS.iter().find(|target| target.name == "uper-ldap").expect("a target of this name");
    let subject = target.subject().expect("the specification is in the repository");
    let octets = vec![0, 0, 7, 0, 0x27, 0x98, 0x27, 0xff, 0xff, 0xff, 0xff, 0x1f, 0x90];
    let record = Record { root: 0, octets, title: "an unknown result".to_owned() };
    compared(&subject, target, &[record]).unwrap_or_else(|difference| panic!("{difference}"));
}

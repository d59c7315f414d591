//! A small part of `cargo xtask fuzz`, without libFuzzer: mutated messages in all techniques, which must agree.

use std::process::Command;
use stubc_benches::fuzz::differential::{Purpose, build};
use stubc_benches::fuzz::targets::TARGETS;
use stubc_benches::stubs::answers;

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

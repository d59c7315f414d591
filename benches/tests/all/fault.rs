//! The switch of mutation runs: a fault in the C runtime reaches exactly the programs that hold its text.

use codegen::{Model, Techniques};
use std::path::Path;
use std::process::Command;
use stubc_benches::family::family;
use stubc_benches::fault::Fault;
use stubc_benches::stubs::{Modes, QUICK, build};
use stubc_benches::subject::Subject;
use stubc_benches::{plans, witness};

/// The subject of the faults: random messages of a small specification, in this technique.
fn agree(plan: impl Fn(&Model<'_>) -> Techniques) {
    let subject = Subject::load(family("project-micro", "micro")).expect("specs/ is there");
    let rules = subject.rules();
    let (codec, model) = (subject.codec(rules), subject.model(subject.options(rules)));
    let records = subject.random_records(&codec, 100, 5);
    let program = build(&model, &plan(&model), "cc", QUICK);
    let programs = [("stubs", program.unwrap_or_else(|error| panic!("{error}")))];
    let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
    assert!(tally.unwrap_or_else(|error| panic!("{error}")).accepted >= 100);
}

#[test]
fn commands_agree_with_the_codec() {
    agree(plans::interpreted);
}

#[test]
fn procedures_agree_with_the_codec() {
    agree(plans::inlined);
}

/// Runs the first of those tests with a fault; returns whether it passes, and whether it met the fault.
fn run(folder: &Path, fault: &str) -> (bool, bool) {
    run_one("commands", folder, fault)
}

fn run_one(technique: &str, folder: &Path, fault: &str) -> (bool, bool) {
    let file = folder.join("fault.txt");
    std::fs::write(&file, fault).expect("the folder can be written to");
    let _ = std::fs::remove_file(folder.join("fault.seen"));
    let this = std::env::current_exe().expect("a test is a program");
    let mut command = Command::new(this);
    let test = format!("fault::{technique}_agree_with_the_codec");
    let output = command.args(["--exact", &test]).env("STUBC_FAULT", &file).output();
    (output.expect("it runs").status.success(), folder.join("fault.seen").exists())
}

#[test]
fn a_fault_fails_the_tests_that_compile_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = "const ptrdiff_t length = end - q; => const ptrdiff_t length = end - q + 1;";
    assert_eq!(run(folder.path(), broken), (false, true));
    // Equivalent, but compiled.
    let equal = "const ptrdiff_t length = end - q; => const ptrdiff_t length = -(q - end);";
    assert_eq!(run(folder.path(), equal), (true, true));
    // Code that the specification does not use is not compiled.
    let elsewhere = "unsigned state = pattern->start; => unsigned state = 0;";
    assert_eq!(run(folder.path(), elsewhere), (true, false));
}

#[test]
fn a_fault_of_printed_code_reaches_procedures_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = "printed\nreturn p == e ? next : NULL; => return p == e ? next - 1 : NULL;";
    assert_eq!(run_one("procedures", folder.path(), broken), (false, true));
    assert_eq!(run_one("commands", folder.path(), broken), (true, false));
    let equal = "printed\nreturn p@ == e@ ? next : NULL; => return p@ != e@ ? NULL : next;";
    assert_eq!(run_one("procedures", folder.path(), equal), (true, true));
    // The runtime has this line, printed code has none like it.
    let elsewhere = "printed\nconst ptrdiff_t length = end - q; => const ptrdiff_t length = 0;";
    assert_eq!(run_one("procedures", folder.path(), elsewhere), (true, false));
}

#[test]
fn lines_that_are_compiled_are_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(run(folder.path(), "?"), (true, true));
    let seen = std::fs::read_to_string(folder.path().join("fault.seen")).expect("the list");
    let has = |line: &str| seen.lines().any(|seen| seen == line);
    assert!(has("const ptrdiff_t length = end - q;"), "{seen}");
    // Comments, directives, what the specification does not use, and C of others.
    assert!(!has("unsigned state = pattern->start;"));
    assert!(seen.lines().all(|line| !line.starts_with("/*") && !line.starts_with('#')));
    assert!(!seen.contains("extern void *memcpy"));
}

#[test]
fn a_fault_that_is_not_in_the_runtime_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("fault.txt");
    for (text, expected) in [
        ("unheard_of() => 0", "`unheard_of()` must occur exactly once in the C runtime, and occurs 0 times"),
        ("return => break", "must occur exactly once"),
        ("return", "`=>` is missing"),
    ] {
        std::fs::write(&file, text).expect("the folder can be written to");
        let problem = Fault::read(&file).expect_err(text);
        assert!(problem.contains(expected), "{problem}");
    }
    let (passes, seen) = run(folder.path(), "unheard_of() => 0");
    assert!(!passes && !seen);
}

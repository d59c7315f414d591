//! Repository chores: `cargo xtask <chore>`. Each chore is a module; this file dispatches.

mod capture_z3950;
mod coverage;
mod dist;
mod fuzz;
mod measure;
mod message_folder;
mod mutants;
mod programs;
mod prose;
mod x400_messages;
mod xdr_messages;

use std::path::Path;
use std::process::ExitCode;

/// Name, description, entry point.
type Chore = (&'static str, &'static str, fn(&Path) -> Result<String, String>);

const CHORES: [Chore; 11] = [
    (
        "capture-z3950",
        "talk to yaz-ztest through a recording proxy and write specs/z3950/messages",
        capture_z3950::run,
    ),
    (
        "coverage",
        "run tests with a compiler that counts lines, and report what runs: --only TEST, --again, --write (benches/coverage.md)",
        coverage::run,
    ),
    ("dist", "make release archives for Linux: target/dist", dist::run),
    (
        "fuzz",
        "fuzz generated code and the tool's inputs in turn: --minutes N, --only PART, --coverage, --write (benches/fuzz.md)",
        fuzz::run,
    ),
    (
        "measure",
        "make the tables of benches/ that are not of the current sources; --check lists them",
        measure::run,
    ),
    (
        "portability",
        "replay messages under emulators and other compilers: --only FAMILY,..., --machine NAME, --write (benches/portability.md)",
        programs::portability,
    ),
    (
        "mutated-specs",
        "compile mutated specifications: no panic, no hang, C without warnings; --accepted N, --minutes N",
        programs::mutated_specs,
    ),
    ("prose", "check sentences, phrases and commit subjects", prose::run),
    (
        "x400-messages",
        "write the synthetic P1 messages of specs/x400/messages, from a fixed seed",
        x400_messages::run,
    ),
    (
        "mutants",
        "mutate the sources one place at a time and run the tests (benches/mutants.md)",
        mutants::run,
    ),
    ("xdr-messages", "write the synthetic messages of specs/xdr/messages", xdr_messages::run),
];

fn main() -> ExitCode {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository");
    let Some(chore) = CHORES.iter().find(|chore| chore.0 == wanted) else {
        usage();
        return ExitCode::from(2);
    };
    match (chore.2)(root) {
        Ok(summary) => {
            say(&summary);
            ExitCode::SUCCESS
        }
        Err(problem) => {
            complain(&problem);
            ExitCode::FAILURE
        }
    }
}

fn usage() {
    complain("usage: cargo xtask <chore>, where a chore is one of");
    for (name, purpose, _) in CHORES {
        complain(&format!("  {name:<16} {purpose}"));
    }
}

#[expect(clippy::print_stdout, reason = "a chore reports to the person who ran it")]
fn say(text: &str) {
    println!("{text}");
}

#[expect(clippy::print_stderr, reason = "a chore reports to the person who ran it")]
fn complain(text: &str) {
    eprintln!("{text}");
}

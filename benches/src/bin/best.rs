//! Compares plans with the profile of their messages with the best possible ones.
//!
//! `best [--write]` plans every family beside the repository. `--write` writes the table to `benches/optimality.md`.

use std::path::Path;
use std::process::ExitCode;
use stubc_benches::best::{reached, table};
use stubc_benches::console::{ended, say};
use stubc_benches::prediction::measured::families;
use stubc_benches::report;
use stubc_benches::subject::Subject;

fn main() -> ExitCode {
    ended(run())
}

fn run() -> Result<(), String> {
    let subjects = families().into_iter().filter_map(Subject::load);
    let text = table(&subjects.flat_map(|subject| reached(&subject)).collect::<Vec<_>>());
    say(&text);
    if std::env::args().any(|argument| argument == "--write") {
        report::replace(&Path::new(env!("CARGO_MANIFEST_DIR")).join("optimality.md"), "best", &text)?;
    }
    Ok(())
}

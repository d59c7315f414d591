//! Prints the share of valid messages that compiled decoders leave to the interpreter, by family.
//!
//! `fallbacks [--write]`: `--write` writes the table to `benches/report.md`.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use stubc_benches::console::{ended, say};
use stubc_benches::fallbacks::{count, families};
use stubc_benches::report;
use stubc_benches::stubs::QUICK;
use stubc_benches::subject::Subject;

fn main() -> ExitCode {
    ended(run())
}

fn run() -> Result<(), String> {
    let mut text =
        String::from("| family | valid messages | left to the interpreter | share |\n|---|---:|---:|---:|\n");
    for family in families() {
        let Some(subject) = Subject::load(family) else { continue };
        let found = count(&subject, "cc", QUICK)?;
        let (valid, left) = (found.valid, found.left.len());
        let share = 100.0 * left as f64 / valid.max(1) as f64;
        let _ = writeln!(text, "| {} | {valid} | {left} | {share:.2} % |", found.title);
    }
    say(&text);
    if std::env::args().any(|argument| argument == "--write") {
        report::replace(&Path::new(env!("CARGO_MANIFEST_DIR")).join("report.md"), "fallbacks", &text)?;
    }
    Ok(())
}

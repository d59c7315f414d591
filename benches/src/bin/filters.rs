//! Measures filters over collections of messages and prints the table of `benches/filters.md`.
//!
//! `filters [--write]`: `--write` writes the table to the file.

use std::path::Path;
use std::process::ExitCode;
use stubc_benches::console::{complain, say};
use stubc_benches::filters::count::{ROWS, count};
use stubc_benches::report;

fn main() -> ExitCode {
    let mut lines = vec![
        "| filter | messages | pass | instructions | bytes |".to_owned(),
        "|---|---:|---:|---:|---:|".to_owned(),
    ];
    for row in &ROWS {
        match count(row) {
            Ok(Some(counted)) => lines.push(format!(
                "| `{}` | {} | {} | {:.0} | {} |",
                row.predicate.replace('|', "\\|"),
                counted.messages,
                counted.passed,
                counted.instructions,
                counted.bytes
            )),
            Ok(None) => complain(&format!("skipped: {}", row.name)),
            Err(error) => {
                complain(&format!("{}: {error}", row.name));
                return ExitCode::FAILURE;
            }
        }
    }
    let table = lines.join("\n") + "\n";
    say(&table);
    if std::env::args().any(|argument| argument == "--write") {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("filters.md");
        if let Err(error) = report::replace(&path, "filters", &table) {
            complain(&error);
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

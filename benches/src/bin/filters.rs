//! Measures filters over collections of messages and prints the tables of `benches/filters.md`.
//!
//! `filters [--write]`: `--write` writes the tables to the file.

use codegen::filter::Form;
use std::path::Path;
use std::process::ExitCode;
use stubc_benches::console::{complain, say};
use stubc_benches::filters::beside;
use stubc_benches::filters::count::{ROWS, VIEWS, count};
use stubc_benches::report;

fn main() -> ExitCode {
    let mut lines = vec![
        "| filter | messages | pass | compiled: instructions | bytes | interpreted: instructions | commands | interpreter |"
            .to_owned(),
        "|---|---:|---:|---:|---:|---:|---:|---:|".to_owned(),
    ];
    for row in &ROWS {
        match (count(row, Form::Compiled), count(row, Form::Interpreted)) {
            (Ok(Some(own)), Ok(other)) => {
                let other = other.map_or_else(
                    || " | |".to_owned(),
                    |own| {
                        format!("{:.0} | {} | {}", own.instructions, own.commands, own.bytes - own.commands)
                    },
                );
                lines.push(format!(
                    "| `{}` | {} | {} | {:.0} | {} | {other} |",
                    row.predicate.replace('|', "\\|"),
                    own.messages,
                    own.passed,
                    own.instructions,
                    own.bytes
                ));
            }
            (Ok(None), Ok(_)) => complain(&format!("skipped: {}", row.name)),
            (Err(error), _) | (_, Err(error)) => {
                complain(&format!("{}: {error}", row.name));
                return ExitCode::FAILURE;
            }
        }
    }
    let mut views = vec![
        "| view | messages | filled | instructions | bytes |".to_owned(),
        "|---|---:|---:|---:|---:|".to_owned(),
    ];
    for row in &VIEWS {
        match count(row, Form::Compiled) {
            Ok(Some(own)) => views.push(format!(
                "| `{}` | {} | {} | {:.0} | {} |",
                row.predicate, own.messages, own.passed, own.instructions, own.bytes
            )),
            Ok(None) => complain(&format!("skipped: {}", row.name)),
            Err(error) => {
                complain(&format!("{}: {error}", row.name));
                return ExitCode::FAILURE;
            }
        }
    }
    let beside = match beside() {
        Ok(lines) => lines,
        Err(error) => {
            complain(&error);
            return ExitCode::FAILURE;
        }
    };
    for (name, lines) in [("filters", lines), ("views", views), ("beside", beside)] {
        let table = lines.join("\n") + "\n";
        say(&table);
        if std::env::args().any(|argument| argument == "--write") {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("filters.md");
            if let Err(error) = report::replace(&path, name, &table) {
                complain(&error);
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Returns the table of filters beside other ways.
fn beside() -> Result<Vec<String>, String> {
    let mut lines = vec![
        "| predicate | messages | pass | compiled | interpreted | decode and test | libpcap | tshark |"
            .to_owned(),
        "|---|---:|---:|---:|---:|---:|---:|---:|".to_owned(),
    ];
    for row in &beside::ROWS {
        let Some(own) = beside::count(row)? else {
            complain(&format!("skipped: {}", row.predicate));
            continue;
        };
        let bpf = own.bpf.map_or_else(|| "-".to_owned(), |bpf| format!("{bpf:.0}"));
        let [compiled, interpreted] = own.filter;
        lines.push(format!(
            "| `{}` | {} | {} | {compiled:.0} | {interpreted:.0} | {:.0} | {bpf} | {:.0} |",
            row.predicate, own.messages, own.passed, own.decoded, own.tshark
        ));
    }
    Ok(lines)
}

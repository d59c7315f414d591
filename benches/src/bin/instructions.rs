//! Counts the instructions of generated stubs beside the best peers' and prints the tables of `benches/report.md`.
//!
//! `instructions [--write] [--functions N]`: `--write` writes the tables to the report, `--functions` lists
//! the most expensive functions of a message.

use std::path::Path;
use std::process::ExitCode;
use stubc_benches::console::{complain, say};
use stubc_benches::instructions::{Counted, Plan, ROWS, Row, count};
use stubc_benches::report;

/// Flags of the stubs, and of the peers.
const CFLAGS: &[&str] = &["-O2"];

/// Targets as multiples of the best peer's instructions: interpreted and fastest, to decode and to encode.
const TARGETS: [[f64; 2]; 2] = [[1.0, 0.4], [1.5, 1.0]];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let shown = arguments.iter().position(|argument| argument == "--functions");
    let functions = shown.and_then(|at| arguments.get(at + 1)?.parse().ok()).unwrap_or(0);
    if !test_needs::program("valgrind") {
        return ExitCode::SUCCESS;
    }
    match tables(functions) {
        Ok(tables) => {
            say(&tables);
            if arguments.iter().any(|argument| argument == "--write") {
                let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("report.md");
                if let Err(error) = report::replace(&path, "instructions", &tables) {
                    complain(&error);
                    return ExitCode::FAILURE;
                }
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}

fn tables(functions: usize) -> Result<String, String> {
    let shared = test_needs::shared();
    let mut rows = Vec::new();
    for row in &ROWS {
        let messages = row.messages.octets(shared.as_deref());
        if messages.is_empty() {
            complain(&format!("skipped: {}: the messages are not beside the repository", row.title));
            continue;
        }
        let octets = messages.iter().map(Vec::len).sum::<usize>() as f64 / messages.len() as f64;
        let mut counted = Vec::new();
        for plan in Plan::ALL {
            let one =
                count(row, plan, &messages, CFLAGS).map_err(|error| format!("{}: {error}", row.title))?;
            if functions > 0 {
                breakdown(row, plan, &one, functions);
            }
            counted.push(one);
        }
        rows.push((row, octets, counted));
    }
    let mut text = String::new();
    let mut missed = Vec::new();
    for (direction, name) in ["decode", "encode"].into_iter().enumerate() {
        text += &format!(
            "| {name} | octets | interpreted | fastest | best peer | interpreted / peer | fastest / peer |\n|---|---|---|---|---|---|---|\n"
        );
        for (row, octets, counted) in &rows {
            let peer = row.peers[direction];
            let best = peer.instructions as f64;
            let ours: Vec<f64> = counted.iter().map(|one| one.instructions[direction]).collect();
            text += &format!(
                "| {} | {octets:.0} | {:.0} | {:.0} | {} {} | {:.2} | {:.2} |\n",
                row.title,
                ours[0],
                ours[1],
                peer.instructions,
                peer.tool,
                ours[0] / best,
                ours[1] / best
            );
            for (plan, &target) in TARGETS[direction].iter().enumerate() {
                if ours[plan] > target * best {
                    missed.push(format!(
                        "- {}, {name} {}: {:.3} of the best peer, the target is {target}",
                        row.title,
                        Plan::ALL[plan].name(),
                        ours[plan] / best
                    ));
                }
            }
        }
        text.push('\n');
    }
    let targets =
        "Targets, as shares of the best peer: decode 1.0 interpreted and 0.4 fastest, encode 1.5 and 1.0.";
    text += targets;
    if missed.is_empty() {
        text += "\nAll are met.\n";
    } else {
        text += &format!("\nNot met:\n\n{}\n", missed.join("\n"));
    }
    Ok(text)
}

fn breakdown(row: &Row, plan: Plan, counted: &Counted, functions: usize) {
    for (direction, name) in ["decode", "encode"].into_iter().enumerate() {
        say(&format!("{}, {name}, {}: {:.0}", row.title, plan.name(), counted.instructions[direction]));
        for (function, cost) in counted.functions[direction].iter().take(functions) {
            say(&format!("  {cost:>9.1}  {function}"));
        }
    }
}

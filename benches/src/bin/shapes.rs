//! Counts the instructions of stubs with a shape beside the fastest plan without one, for docs/specialization.md.
//!
//! `shapes [--mutants] [--times]`: prints the tables; `--mutants` compares all single-byte mutants of the samples as
//! well, and `--times` prints nanoseconds and how many more messages there are in a second.

use std::process::ExitCode;
use stubc_benches::console::{complain, say};
use stubc_benches::instructions;
use stubc_benches::shapes::{Comparer, OPERATIONS, RIGID, SHAPED, Shaped, blob, engine_bytes, model, trying};

/// The fastest plans of 22 November 2026, decode and encode: what the targets are shares of.
const FASTEST: [[f64; 2]; 3] = [[3549.0, 1745.0], [3269.0, 2037.0], [3011.0, 1495.0]];
/// The targets: decoding into the same struct, into the struct of holes, encoding from it.
const TARGETS: [f64; 3] = [0.2, 0.17, 0.28];
/// The targets of the first message as a table: instructions, and bytes of engine and table together.
const TABLE_TARGETS: (f64, u64) = (1600.0, 1299);
/// Timed runs of each operation.
const RUNS: usize = 31;
/// Octets of a blob's header.
const HEADER: usize = 15;

fn main() -> ExitCode {
    if !test_needs::program("valgrind") {
        return ExitCode::SUCCESS;
    }
    let mutants = std::env::args().any(|argument| argument == "--mutants");
    say(
        "| message | decode: fastest plan | shape, same struct | shape, flat | encode: fastest plan | shape, flat |",
    );
    say("|---|---:|---:|---:|---:|---:|");
    let mut missed = Vec::new();
    for (shaped, fastest) in SHAPED.iter().zip(FASTEST) {
        match row(shaped, fastest, &mut missed) {
            Ok(text) => say(&text),
            Err(error) => {
                complain(&format!("{}: {error}", shaped.title));
                return ExitCode::FAILURE;
            }
        }
    }
    for shaped in &RIGID {
        match row(shaped, [f64::INFINITY; 2], &mut missed) {
            Ok(text) => say(&text),
            Err(error) => {
                complain(&format!("{}: {error}", shaped.title));
                return ExitCode::FAILURE;
            }
        }
    }
    say("\n| message | table | engine | checker | shape as a table, flat | holes of other lengths |");
    say("|---|---:|---:|---:|---:|---:|");
    for shaped in &SHAPED {
        match table_row(shaped, &mut missed) {
            Ok(text) => say(&text),
            Err(error) => {
                complain(&format!("{}: {error}", shaped.title));
                return ExitCode::FAILURE;
            }
        }
    }
    say(&if missed.is_empty() { "All targets are met.".to_owned() } else { missed.join("\n") });
    if std::env::args().any(|argument| argument == "--times") {
        say(
            "\n| message | fastest plan, ns | shape as a table, ns | messages a second | compiled, flat, ns | messages a second |",
        );
        say("|---|---:|---:|---:|---:|---:|");
        for shaped in &SHAPED {
            match time_row(shaped) {
                Ok(text) => say(&text),
                Err(error) => {
                    complain(&format!("{}: {error}", shaped.title));
                    return ExitCode::FAILURE;
                }
            }
        }
    }
    for shaped in SHAPED.iter().chain(&RIGID).filter(|_| mutants) {
        let compared = comparer(shaped, true, &["-O1"]).and_then(|comparer| {
            comparer.compare(&["mutants", "1"], &[(shaped.sample)()]).map_err(|error| error.text)
        });
        match compared {
            Ok(counts) => say(&format!(
                "{}: {} inputs, {} of the shape, none differs",
                shaped.title, counts.inputs, counts.hits
            )),
            Err(error) => {
                complain(&format!("{}: {error}", shaped.title));
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

fn row(shaped: &Shaped, fastest: [f64; 2], missed: &mut Vec<String>) -> Result<String, String> {
    let message = (shaped.sample)();
    let (with, without) = (comparer(shaped, true, &["-O2"])?, comparer(shaped, false, &["-O2"])?);
    let general = [without.instructions("decode", &message)?, without.instructions("encode", &message)?];
    let same = with.instructions(OPERATIONS[0], &message)?;
    let flat = with.instructions(OPERATIONS[1], &message)?;
    let sent = with.instructions(OPERATIONS[3], &message)?;
    let counted = [(same, fastest[0]), (flat, fastest[0]), (sent, fastest[1])];
    for ((count, of), target) in counted.into_iter().zip(TARGETS) {
        if count > target * of {
            missed.push(format!(
                "{}: {count:.0} instructions, the target is {:.0}",
                shaped.title,
                target * of
            ));
        }
    }
    let title = format!("{}, {} bytes", shaped.title, message.len());
    Ok(format!("| {title} | {:.0} | {same:.0} | {flat:.0} | {:.0} | {sent:.0} |", general[0], general[1]))
}

/// Returns the row of a shape as a table: bytes of table, engine and checker at -Os, and instructions.
fn table_row(shaped: &Shaped, missed: &mut Vec<String>) -> Result<String, String> {
    let (message, with) = ((shaped.sample)(), comparer(shaped, true, &["-O2"])?);
    let graph = shaped.graph()?;
    let model = model(&graph, shaped.options(&graph, shaped.rules, true)?)?;
    let table = blob(&model)?.0.len() - HEADER;
    let [engine, checker] = engine_bytes(&model)?;
    let instructions = with.instructions(OPERATIONS[4], &message)?;
    // Where all holes are fixed, no other message has the shape.
    let longer = with.instructions(OPERATIONS[5], &message).map(|count| format!("{count:.0}"));
    let longer = longer.unwrap_or_else(|_| "-".to_owned());
    if shaped.title == SHAPED[0].title
        && (instructions > TABLE_TARGETS.0 || table as u64 + engine > TABLE_TARGETS.1)
    {
        missed.push(format!("{}: the targets of the table are {TABLE_TARGETS:?}", shaped.title));
    }
    Ok(format!(
        "| {}, {} bytes | {table} | {engine} | {checker} | {instructions:.0} | {longer} |",
        shaped.title,
        message.len()
    ))
}

/// Returns the row of nanoseconds: the fastest decoder, and the shape as a table and compiled. Their runs alternate.
fn time_row(shaped: &Shaped) -> Result<String, String> {
    let message = (shaped.sample)();
    let (with, without) = (comparer(shaped, true, &["-O2"])?, comparer(shaped, false, &["-O2"])?);
    let timed = [(&without, OPERATIONS[0]), (&with, OPERATIONS[4]), (&with, OPERATIONS[1])];
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..RUNS {
        for ((comparer, operation), times) in timed.iter().zip(&mut times) {
            times.push(comparer.nanoseconds(operation, &message)?);
        }
    }
    let [general, table, flat] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[RUNS / 2]
    });
    let more = |time: f64| format!("{time:.0} | {:+.0} %", 100.0 * (general / time - 1.0));
    let (title, octets) = (shaped.title, message.len());
    Ok(format!("| {title}, {octets} bytes | {general:.0} | {} | {} |", more(table), more(flat)))
}

/// Compiles the fastest plan; `tries`: decoders try the shape first.
fn comparer(shaped: &Shaped, tries: bool, flags: &[&str]) -> Result<Comparer, String> {
    let graph = shaped.graph()?;
    let with = model(&graph, shaped.options(&graph, shaped.rules, true)?)?;
    let mut options = shaped.options(&graph, shaped.rules, false)?;
    options.prefix = "g_".to_owned();
    let general = model(&graph, options)?;
    let plan = instructions::Plan::Fastest.techniques(&with);
    let techniques = if tries { trying(&with, plan) } else { plan };
    Comparer::build(&with, &techniques, &general, flags)
}

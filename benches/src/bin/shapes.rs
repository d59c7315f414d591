//! Counts the instructions of stubs with a shape beside the fastest plan without one, for docs/specialization.md.
//!
//! `shapes [--mutants] [--times]`: prints the tables; `--mutants` compares all single-byte mutants of the samples as
//! well, and `--times` prints nanoseconds and how many more messages there are in a second.

use std::process::ExitCode;
use stubc_benches::console::{complain, say};
use stubc_benches::instructions;
use stubc_benches::shapes::{
    Comparer, FormBytes, OPERATIONS, RIGID, SHAPED, Shaped, Tries, blob, engine_bytes, form_bytes, model,
    trying, trying_tables,
};

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
    say(
        "\n| message | compiled | as data | engine | compiled, instructions | as data, instructions |\n|---|---:|---:|---:|---:|---:|",
    );
    if !print_rows(SHAPED.iter().chain(&RIGID), form_row) {
        return ExitCode::FAILURE;
    }
    say("\n| message | table | engine | checker | shape as a table, flat | holes of other lengths |");
    say("|---|---:|---:|---:|---:|---:|");
    if !print_rows(SHAPED.iter(), |shaped| table_row(shaped, &mut missed)) {
        return ExitCode::FAILURE;
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
        let compared = [trying as Tries, trying_tables].map(|tries| {
            let comparer = comparer(shaped, Some(tries), &["-O1"])?;
            comparer.compare(&["mutants", "1"], &[(shaped.sample)()]).map_err(|error| error.text)
        });
        let compared = compared.into_iter().reduce(|one, other| one.and(other)).unwrap_or(Err(String::new()));
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

/// Prints a row for each message. Returns whether all could be measured.
fn print_rows<'s>(
    mut all: impl Iterator<Item = &'s Shaped>,
    mut row: impl FnMut(&Shaped) -> Result<String, String>,
) -> bool {
    all.all(|shaped| match row(shaped) {
        Ok(text) => {
            say(&text);
            true
        }
        Err(error) => {
            complain(&format!("{}: {error}", shaped.title));
            false
        }
    })
}

fn row(shaped: &Shaped, fastest: [f64; 2], missed: &mut Vec<String>) -> Result<String, String> {
    let message = (shaped.sample)();
    let (with, without) = (comparer(shaped, Some(trying), &["-O2"])?, comparer(shaped, None, &["-O2"])?);
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

/// Returns the row of the forms that a plan may choose: bytes at -Os on x86-64 and a Cortex-M4, and instructions at -O2.
fn form_row(shaped: &Shaped) -> Result<String, String> {
    const M4: [&str; 3] = ["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb"];
    let (graph, message) = (shaped.graph()?, (shaped.sample)());
    let model = model(&graph, shaped.options(&graph, shaped.rules, true)?)?;
    let plan = instructions::Plan::Fastest.techniques(&model);
    let mut columns = [Vec::new(), Vec::new()];
    for tries in [trying as Tries, trying_tables] {
        let techniques = tries(&model, plan.clone());
        let [host, small] = [&["cc"][..], &M4].map(|cc| form_bytes(&model, &techniques, cc));
        let (host, small) = (host?, small?);
        let all = |bytes: FormBytes| bytes.flat + bytes.same + bytes.table;
        columns[0].push(format!("{} ({})", all(host), all(small)));
        if host.engine > 0 {
            columns[0].push(format!("{} ({})", host.engine, small.engine));
        }
        let count = comparer(shaped, Some(tries), &["-O2"])?.instructions(OPERATIONS[0], &message)?;
        columns[1].push(format!("{count:.0}"));
    }
    let cells = columns.concat().join(" | ");
    Ok(format!("| {}, {} bytes | {cells} |", shaped.title, message.len()))
}

/// Returns the row of a shape as a table: bytes of table, engine and checker at -Os, and instructions.
fn table_row(shaped: &Shaped, missed: &mut Vec<String>) -> Result<String, String> {
    let (message, with) = ((shaped.sample)(), comparer(shaped, Some(trying), &["-O2"])?);
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
    let (with, without) = (comparer(shaped, Some(trying), &["-O2"])?, comparer(shaped, None, &["-O2"])?);
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

/// Compiles the fastest plan; `tries`: what makes decoders try the shape first.
fn comparer(shaped: &Shaped, tries: Option<Tries>, flags: &[&str]) -> Result<Comparer, String> {
    let graph = shaped.graph()?;
    let with = model(&graph, shaped.options(&graph, shaped.rules, true)?)?;
    let mut options = shaped.options(&graph, shaped.rules, false)?;
    options.prefix = "g_".to_owned();
    let general = model(&graph, options)?;
    let plan = instructions::Plan::Fastest.techniques(&with);
    let techniques = match tries {
        Some(tries) => tries(&with, plan),
        None => plan,
    };
    Comparer::build(&with, &techniques, &general, flags)
}

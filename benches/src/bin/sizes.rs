//! Compares predicted sizes with measured ones, and prints the tables of `benches/report.md`.
//!
//! `sizes [--write] [--family NAME]`: `--write` writes the tables to the report. The bounds of the second
//! table are `codegen::cost::estimate::BOUNDS`.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use stubc_benches::calibration::table::median;
use stubc_benches::console::{complain, ended, say};
use stubc_benches::report;
use stubc_benches::sizes::{Compared, Sized, compare, families};
use stubc_benches::subject::Subject;

fn main() -> ExitCode {
    ended(run())
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let only = arguments.iter().position(|argument| argument == "--family");
    let only = only.and_then(|at| arguments.get(at + 1));
    let mut all = Vec::new();
    for family in families().filter(|family| only.is_none_or(|name| name == family.name)) {
        let Some(subject) = Subject::load(family) else { continue };
        let sized = compare(&subject).map_err(|error| format!("{}: {error}", family.title()))?;
        complain(&format!("built: {}", sized.title));
        all.push(sized);
    }
    let text = tables(&all);
    say(&text);
    if arguments.iter().any(|argument| argument == "--write") && only.is_none() {
        report::replace(&Path::new(env!("CARGO_MANIFEST_DIR")).join("report.md"), "sizes", &text)?;
    }
    Ok(())
}

fn tables(all: &[Sized]) -> String {
    let cell = |compared: &Compared| {
        let Compared { predicted, measured } = compared;
        format!(" {predicted} | {measured} | {:+.1} % |", 100.0 * compared.error())
    };
    let mut out = String::from(
        "| family | 25 %: predicted | measured | error | 50 %: predicted | measured | error | 75 %: predicted | measured | error |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for family in all {
        let _ = writeln!(out, "| {} |{}", family.title, family.first.iter().map(cell).collect::<String>());
    }
    let of_first = all.iter().flat_map(|family| &family.first).map(|compared| compared.error().abs());
    let middle = median(of_first.collect()).unwrap_or(0.0);
    let _ = writeln!(out, "\nMedian error: {:.1} %.\n", 100.0 * middle);
    out.push_str(
        "| family, without a compiler | interpreted: estimate | measured | error | compiled: estimate | measured | error | half way: estimate | measured | error |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for family in all {
        let _ =
            writeln!(out, "| {} |{}", family.title, family.estimated.iter().map(cell).collect::<String>());
    }
    let errors = || all.iter().flat_map(|family| &family.estimated).map(|compared| compared.error());
    let least = errors().fold(f64::INFINITY, f64::min);
    let most = errors().fold(f64::NEG_INFINITY, f64::max);
    let middle = median(errors().map(f64::abs).collect()).unwrap_or(0.0);
    let _ = writeln!(
        out,
        "\nErrors of estimates lie between {:+.0} % and {:+.0} %; median error: {:.1} %.",
        100.0 * least,
        100.0 * most,
        100.0 * middle
    );
    out
}

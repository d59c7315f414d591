//! Calibrates the cost model: counts the instructions of messages and fits the terms of `codegen::cost`.
//!
//! `calibrate [--write] [--cflags FLAGS] [--family NAME]`: builds each family interpreted, compiled, inlined and half way,
//! counts decoding and encoding of single messages with callgrind, and prints how far the model is off. `--write` fits the
//! terms, stores them in `crates/codegen/src/cost/times/` and puts the errors into `benches/report.md`.

use codegen::cost::Times;
use codegen::{Direction, Rules};
use std::path::Path;
use std::process::ExitCode;
use stubc_benches::calibration::observed::{Measured, measure};
use stubc_benches::calibration::table::{Tables, errors, tables, toml};
use stubc_benches::calibration::{families, group};
use stubc_benches::console::{complain, ended, say};
use stubc_benches::report;
use stubc_benches::subject::Subject;

fn main() -> ExitCode {
    ended(run())
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let write = arguments.iter().any(|argument| argument == "--write");
    let value = |option: &str| {
        let at = arguments.iter().position(|argument| argument == option)?;
        arguments.get(at + 1).map(String::as_str)
    };
    let cflags: Vec<&str> = value("--cflags").unwrap_or("-Os").split(' ').collect();
    if write && (value("--family").is_some() || value("--cflags").is_some()) {
        return Err(
            "--write is for all families, as stubc builds them: without --family and --cflags".to_owned()
        );
    }
    if !stubc_benches::has_program("valgrind") {
        return Err("valgrind is not installed".to_owned());
    }
    let mut all = Vec::new();
    for family in families().filter(|family| value("--family").is_none_or(|name| name == family.name)) {
        let Some(subject) = Subject::load(family) else { continue };
        let measured = measure(&subject, group(family), &cflags)
            .map_err(|error| format!("{}: {error}", family.title()))?;
        complain(&format!("counted: {}, {} messages", measured.title, measured.messages));
        all.push(measured);
    }
    if all.is_empty() {
        return Err("no family of that name has messages".to_owned());
    }
    let tables = if write { fitted(&all, &cflags)? } else { stored() };
    let text = errors(&all, &tables);
    say(&text);
    if write {
        report::replace(&Path::new(env!("CARGO_MANIFEST_DIR")).join("report.md"), "calibration", &text)?;
    }
    Ok(())
}

/// The tables as `codegen` has them.
fn stored() -> Tables {
    let mut tables = Tables::new();
    for (is_xdr, rules) in [(false, Rules::Ber), (true, Rules::Xdr)] {
        for direction in Direction::ALL {
            tables.insert((is_xdr, direction), Times::standard().table(rules, direction).clone());
        }
    }
    tables
}

/// Fits tables, and stores them.
fn fitted(all: &[Measured], cflags: &[&str]) -> Result<Tables, String> {
    let tables = tables(all, None);
    let version =
        std::process::Command::new("cc").arg("--version").output().map_err(|error| error.to_string())?;
    let version = String::from_utf8_lossy(&version.stdout).lines().next().unwrap_or_default().to_owned();
    let families: Vec<&str> = all.iter().map(|family| family.title.as_str()).collect();
    let provenance = format!(
        "Instructions of each term of the cost model on x86-64: crates/codegen/src/cost/times.rs says what each one is.\n\n\
         Fitted by\n\n    cargo run -p stubc-benches --release --bin calibrate -- --write\n\n\
         with {version}, {}, to {}.\n\
         benches/report.md says how far predictions by them are off.",
        cflags.join(" "),
        families.join(", ")
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/codegen/src/cost/times/x86-64.toml");
    std::fs::write(&path, toml(&tables, &provenance))
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(tables)
}

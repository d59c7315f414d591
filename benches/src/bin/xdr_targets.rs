//! Counts the instructions of XDR's arrays on Cortex-M4 and rv32imac under QEMU, and prints the tables of `benches/xdr.md`.
//!
//! `xdr_targets [--write]`: `--write` writes the tables to the file.

use std::path::Path;
use std::process::ExitCode;
use stubc_benches::calibration::target::Target;
use stubc_benches::console::{ended, say};
use stubc_benches::report;
use stubc_benches::xdr_targets::{LENGTHS, TARGETS, rows, table};

fn main() -> ExitCode {
    ended(run())
}

fn run() -> Result<(), String> {
    let mut tables = Vec::new();
    for name in TARGETS {
        let target = Target::named(name).ok_or_else(|| format!("{name} is no target"))?;
        let missing = target.missing();
        if !missing.is_empty() {
            return Err(format!("{name} needs {}", missing.join(", ")));
        }
        tables.push(table(&target, &rows(&target, &LENGTHS)?));
    }
    let text = tables.join("\n");
    say(&text);
    if std::env::args().any(|argument| argument == "--write") {
        report::replace(&Path::new(env!("CARGO_MANIFEST_DIR")).join("xdr.md"), "targets", &text)?;
    }
    Ok(())
}

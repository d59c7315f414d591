//! Counts bytes and instructions of stubs for packed messages, and prints the tables of `docs/design/per.md`,
//! `docs/design/oer.md` and `examples/cam-cortex-m4`.
//!
//! `packed [--write] [--rules per|oer|cam] [--section NAME] [--plan NAME]`: `--write` writes the tables to the documents;
//! with `--rules` only those of one rule, with `--section` only this table of plans; with `--plan` the first table has only the plans whose name has this text, and is not written.

use std::path::Path;
use std::process::ExitCode;
use stubc_benches::console::{ended, say};
use stubc_benches::{packed, report};

fn main() -> ExitCode {
    ended(run())
}

fn run() -> Result<(), String> {
    let Some(shared) = test_needs::shared() else {
        return Err("../shared is absent".to_owned());
    };
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_written = arguments.iter().any(|argument| argument == "--write");
    let after = |option: &str| {
        let at = arguments.iter().position(|argument| argument == option);
        at.and_then(|at| arguments.get(at + 1)).map_or("", String::as_str)
    };
    let (only, rules, section) = (after("--plan"), after("--rules"), after("--section"));
    for measured in [packed::PER, packed::SETUP, packed::MAP, packed::S1AP, packed::OER, packed::CAM] {
        if !measured.document.contains(rules) || !(section.is_empty() || measured.section == section) {
            continue;
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(measured.document);
        if test_needs::program("valgrind") {
            let table = packed::plans(&measured, &shared, only)?;
            say(&table);
            if is_written && only.is_empty() {
                report::replace(&path, measured.section, &table)?;
            }
        }
        if test_needs::program("arm-none-eabi-gcc") && !measured.whole.is_empty() && section.is_empty() {
            let table = packed::sizes(&measured, &shared)?;
            say(&table);
            if is_written {
                report::replace(&path, "sizes", &table)?;
            }
        }
    }
    Ok(())
}

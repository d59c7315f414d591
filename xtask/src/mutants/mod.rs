//! Mutation runs: `cargo xtask mutants c`, `rust` and `report`. A mutant is a change to one place of the
//! sources that must make a test fail. [CONTRIBUTING.md](../../../CONTRIBUTING.md) says when to run them.

mod c_rules;
mod c_run;
mod c_source;
mod c_tests;
mod c_tokens;
mod options;
mod report;
mod results;
mod rust;
mod sample;

use options::{Options, What};
use results::Results;
use std::path::Path;

/// The folder of the results, the explanations, the listed faults and the list of tests.
const FOLDER: &str = "benches/mutants";

/// Runs the chore.
pub(crate) fn run(root: &Path) -> Result<String, String> {
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    let options = Options::parse(&arguments)?;
    let mut results = Results::load(&root.join(FOLDER))?;
    match options.what {
        What::C => c_run::run(root, &options, &mut results)?,
        What::Rust => rust::run(root, &options, &mut results)?,
        What::Report => {}
    }
    report::write(root, &results)
}

/// Returns a path as text, for the command lines of other programs.
fn text(path: &Path) -> Result<&str, String> {
    path.to_str().ok_or_else(|| format!("{} is not UTF-8", path.display()))
}

/// Reads a file; the error names it.
fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file; the error names it.
fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

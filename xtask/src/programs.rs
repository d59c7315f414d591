//! Chores that are programs of the benches: builds them, and runs them with the same options.

use std::path::Path;
use std::process::Command;

/// Replays messages on other machines.
pub fn portability(root: &Path) -> Result<String, String> {
    run(root, "portability")
}

/// Compiles mutated specifications.
pub fn mutated_specs(root: &Path) -> Result<String, String> {
    run(root, "mutated")
}

fn run(root: &Path, name: &str) -> Result<String, String> {
    succeed(
        Command::new("cargo").args(["build", "-q", "-p", "stubc-benches", "--bin", name]).current_dir(root),
    )?;
    let options = std::env::args().skip(2);
    succeed(Command::new(root.join("target/debug").join(name)).args(options).current_dir(root))?;
    Ok("done".to_owned())
}

/// Runs a command to its successful end.
pub fn succeed(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}")) }
}

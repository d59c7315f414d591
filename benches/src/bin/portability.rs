//! Replays messages on other machines: `portability [--only FAMILY,...] [--machine NAME] [--write]`.
//!
//! `cargo xtask portability` runs this program. It names the compilers and emulators that are missing. `--write` writes
//! the table to `benches/portability.md`.

use std::path::Path;
use std::process::ExitCode;
use stubc_benches::console::{complain, ended, say};
use stubc_benches::portability::{MACHINES, Machine, compare, is_there};
use stubc_benches::report;

fn main() -> ExitCode {
    ended(run())
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |option: &str| {
        let at = arguments.iter().position(|argument| argument == option);
        at.and_then(|at| arguments.get(at + 1)).map_or("", String::as_str)
    };
    let wanted = MACHINES.iter().filter(|machine| machine.name.contains(value("--machine")));
    let (found, missing): (Vec<&Machine>, Vec<&Machine>) = wanted.partition(|machine| is_there(machine));
    for machine in &missing {
        complain(&format!("{} is missing (Debian: {})", machine.name, machine.packages));
    }
    let compared = compare(&found, value("--only"), &mut say)?;
    let mut table = "| machine | answers compared | differences |\n|---|---|---|\n".to_owned();
    let mut differences = Vec::new();
    for (machine, compared) in found.iter().zip(&compared) {
        table += &format!("| {} | {} | {} |\n", machine.name, compared.messages, compared.differences.len());
        differences.extend(compared.differences.iter().map(|text| format!("{}: {text}", machine.name)));
    }
    say(&table);
    if arguments.iter().any(|argument| argument == "--write") {
        let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("portability.md");
        report::replace(&document, "portability", &table)?;
    }
    if differences.is_empty() { Ok(()) } else { Err(differences.join("\n")) }
}

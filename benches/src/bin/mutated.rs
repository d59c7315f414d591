//! Compiles mutated specifications: `mutated [--accepted N] [--minutes N] [--seed N]`.
//!
//! `cargo xtask mutated-specs` runs this program. It ends with an error if stubc panics, takes ten seconds for one
//! specification, or gives C with warnings.

use std::process::ExitCode;
use std::time::Duration;
use stubc_benches::console::{ended, say};
use stubc_benches::mutated_specs::run as mutate;

fn main() -> ExitCode {
    // Specifications may nest deeply: recursive stages need a large stack, as in stubc.
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(run);
    let done = worker
        .map_err(|error| error.to_string())
        .and_then(|worker| worker.join().unwrap_or_else(|_| Err("the worker panicked".to_owned())));
    ended(done)
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |option: &str, usual: u64| {
        let at = arguments.iter().position(|argument| argument == option);
        at.and_then(|at| arguments.get(at + 1)?.parse().ok()).unwrap_or(usual)
    };
    let time = Duration::from_secs(60 * value("--minutes", 60));
    let tally = mutate(value("--accepted", 10_000) as usize, time, value("--seed", 1))?;
    say(&format!(
        "{} mutated specifications, {} of them gave C; the longest took {:.1} s; {} findings",
        tally.tried,
        tally.accepted,
        tally.longest.as_secs_f64(),
        tally.findings.len()
    ));
    if tally.findings.is_empty() { Ok(()) } else { Err(tally.findings.join("\n\n")) }
}

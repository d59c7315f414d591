//! Counts what plans under caps win on messages that their profile has not counted, and prints a table.
//!
//! `halves [CAP ...]` profiles half of the captured messages of LTE RRC and measures the other half, under these
//! caps in bytes.

use std::process::ExitCode;
use stubc_benches::console::{ended, say};
use stubc_benches::halves::{Halves, table};
use stubc_benches::prediction::counted::packed_subjects;

/// The specification and the folder of messages.
const CASE: (&str, &str) = ("lte-rrc", "packed/lte-rrc-scat");
/// The caps in bytes.
const CAPS: [u64; 3] = [50 << 10, 100 << 10, 200 << 10];

fn main() -> ExitCode {
    ended(run())
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let caps: Vec<u64> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    let caps = if caps.is_empty() { CAPS.to_vec() } else { caps };
    let mut all = Vec::new();
    for subject in packed_subjects(|family| family.specs == CASE.0) {
        all.push(Halves::of(&subject, CASE.1, &caps)?);
    }
    if all.is_empty() {
        return Err("the messages are not beside the repository".to_owned());
    }
    say(&table(&all));
    Ok(())
}

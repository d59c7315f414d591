//! Prints the most work that messages cause: `work [--specs N] [--rounds N] [--write]`.
//!
//! For each rule and technique, the table has the most work for a byte over all specifications, and the most work of a
//! message. `--write` writes it to `benches/fuzz.md`. Work beyond the linear bound is an error.

use codegen::Rules;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use stubc_benches::console::{ended, say};
use stubc_benches::{report, work};

fn main() -> ExitCode {
    ended(run())
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |option: &str, usual: u64| {
        let at = arguments.iter().position(|argument| argument == option);
        at.and_then(|at| arguments.get(at + 1)?.parse().ok()).unwrap_or(usual)
    };
    let (specs, rounds) = (value("--specs", 8), value("--rounds", 20_000) as usize);
    let mut rows: BTreeMap<(usize, &str), (f64, u64)> = BTreeMap::new();
    let mut problems = Vec::new();
    let subjects = |is_xdr: bool| {
        let valid = (0..).filter_map(move |seed| Some((seed, work::subject(seed, is_xdr).ok()?)));
        valid.take(specs as usize)
    };
    for ((seed, of_asn1), (_, of_xdr)) in subjects(false).zip(subjects(true)) {
        for (at, rules) in work::RULES.into_iter().enumerate() {
            let subject = if rules == Rules::Xdr { &of_xdr } else { &of_asn1 };
            let stubs = work::search(subject, rules, rounds, seed)?;
            let filters = work::filters::search(subject, rules, rounds, seed)?;
            for found in stubs.into_iter().chain(filters) {
                let row = rows.entry((at, found.plan)).or_default();
                row.0 = row.0.max(found.constant());
                row.1 = found.worst.iter().flatten().fold(row.1, |most, worst| most.max(worst.work));
                if !found.is_linear() {
                    problems.push(format!("seed {seed}, {rules:?}, {}: {:?}", found.plan, found.worst));
                }
            }
        }
        say(&format!("seed {seed}: done"));
    }
    let mut table =
        "| rule | technique | most work a byte | most work of a message |\n|---|---|---|---|\n".to_owned();
    for ((at, plan), (constant, most)) in rows {
        table += &format!("| {:?} | {plan} | {constant:.1} | {most} |\n", work::RULES[at]);
    }
    say(&table);
    if arguments.iter().any(|argument| argument == "--write") {
        report::replace(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz.md"), "work", &table)?;
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

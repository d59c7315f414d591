//! Checks `--max-size` on random specifications, roots and caps, for every target with an installed compiler.
//!
//! `promise [--runs N] [--seed N] [--target NAME | --write]` checks one target of the table, or all;
//! `--write` writes the table to `benches/promise.md`. It runs the binary `stubc` beside this program: build
//! it with the same profile first.

use std::path::Path;
use std::process::ExitCode;
use stubc_benches::console::{complain, say, stubc_beside};
use stubc_benches::promise::{Run, TARGETS, Target, runs};
use stubc_benches::report;

/// The table's seed; any would do.
const SEED: u64 = 1997;

fn main() -> ExitCode {
    match check() {
        Ok(kept) if kept => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            complain(&error);
            ExitCode::from(2)
        }
    }
}

/// Checks the targets; returns whether every run kept its cap.
fn check() -> Result<bool, String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str, default: u64| match arguments.iter().position(|argument| argument == name) {
        None => Ok(default),
        Some(at) => {
            arguments.get(at + 1).and_then(|text| text.parse().ok()).ok_or(format!("{name} needs a number"))
        }
    };
    let (count, seed) = (value("--runs", 10)?, value("--seed", SEED)?);
    let written = arguments.iter().any(|argument| argument == "--write");
    let alone = arguments.iter().position(|argument| argument == "--target").map(|at| arguments.get(at + 1));
    let targets: Vec<&Target> = match alone {
        None => TARGETS.iter().collect(),
        Some(_) if written => return Err("--write needs all targets; leave out --target".into()),
        Some(name) => TARGETS.iter().filter(|target| name.is_some_and(|name| name == target.name)).collect(),
    };
    if targets.is_empty() {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        return Err(format!("--target needs one of: {}", names.join(", ")));
    }
    let stubc = stubc_beside()?;
    let mut table = String::from(
        "| target | compiler and flags | runs | refused, with a true reason | above the cap | fastest plan fits | left unused by the others, mean | worst | runs with more unused than allowed |\n\
         |---|---|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    let mut kept = true;
    for target in targets {
        if !test_needs::program(target.cc) {
            continue;
        }
        let (refused, done): (Vec<Run>, Vec<Run>) =
            runs(&stubc, target, seed, count as usize)?.into_iter().partition(|run| run.refused);
        kept &= done.iter().all(|run| run.size <= run.cap);
        for run in done.iter().filter(|run| run.idle.is_some()) {
            complain(&format!("{}: {}: {} of {} idle", target.name, run.what, run.cap - run.size, run.cap));
        }
        let row = row(target, refused.len(), &done);
        say(row.trim_end());
        table += &row;
    }
    if written {
        report::replace(&Path::new(env!("CARGO_MANIFEST_DIR")).join("promise.md"), "promise", &table)?;
    }
    Ok(kept)
}

fn row(target: &Target, refused: usize, done: &[Run]) -> String {
    let unused = |run: &Run| (run.cap - run.size) as f64 / run.cap as f64 * 100.0;
    let others: Vec<&Run> = done.iter().filter(|run| !run.fastest).collect();
    let mean = others.iter().copied().map(unused).sum::<f64>() / others.len().max(1) as f64;
    let worst = others.iter().copied().max_by(|a, b| unused(a).total_cmp(&unused(b)));
    if let Some(run) = worst {
        complain(&format!(
            "{}: most unused: {}: {} of {}",
            target.name,
            run.what,
            run.cap - run.size,
            run.cap
        ));
    }
    let worst = worst.map_or(0.0, unused);
    format!(
        "| {} | `{} {}` | {} | {refused} | {} | {} | {mean:.2} % | {worst:.2} % | {} |\n",
        target.name,
        target.cc,
        target.cflags,
        done.len() + refused,
        done.iter().filter(|run| run.size > run.cap).count(),
        done.len() - others.len(),
        done.iter().filter(|run| run.idle.is_some()).count(),
    )
}

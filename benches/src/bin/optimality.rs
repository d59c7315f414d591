//! How far the greedy plan is from the best one on every specification of `specs/` and `../shared/specs`.
//!
//! `optimality [--seconds N] [--write] [NAME...]`: patience with the exact solver for each cap (60), whether the table goes
//! into `benches/optimality.md`, and which specifications (all). Built with `--features cbc` it asks CBC instead of microlp.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use stubc_benches::console::{complain, ended, say};
use stubc_benches::optimality::{Case, cases, specifications};
use stubc_benches::{report, shared, specs};

fn main() -> ExitCode {
    ended(table())
}

fn table() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (mut seconds, mut write, mut names) = (60, false, Vec::new());
    let mut rest = arguments.into_iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--seconds" => {
                let value = rest.next().and_then(|text| text.parse().ok());
                seconds = value.ok_or("--seconds wants a number of seconds")?;
            }
            "--write" => write = true,
            _ => names.push(argument),
        }
    }
    let mut all = specifications(&specs(), "");
    match shared() {
        Some(shared) => {
            all.extend(specifications(&shared.join("specs/asn1"), "published "));
            all.extend(specifications(&shared.join("specs/xdr"), "published "));
        }
        None => complain("../shared is absent: the published specifications are left out"),
    }
    all.retain(|specification| names.is_empty() || names.contains(&specification.name));
    let mut text = String::from(
        "| specification | nodes | references | cap | paper's greedy | greedy | best | | greedy above best |\n\
         |---|---:|---:|---:|---:|---:|---:|---|---:|\n",
    );
    let mut done = Vec::new();
    for specification in all {
        let problem = match specification.problem() {
            Ok(problem) => problem,
            Err(error) => {
                let row = format!("| {} | does not compile: {error} | | | | | | | |\n", specification.name);
                say(row.trim_end());
                text += &row;
                continue;
            }
        };
        if problem.node_ids().next().is_none() {
            continue;
        }
        for case in cases(&problem, Duration::from_secs(seconds)) {
            let row = format!(
                "| {} | {} | {} | {} % | {:.1} | {:.1} | {:.1} | {} | {:.3} % |\n",
                specification.name,
                problem.node_ids().count(),
                problem.reference_ids().count(),
                case.percent,
                case.simple,
                case.greedy,
                case.best,
                if case.proven { "proven" } else { "bound" },
                case.distance() * 100.0,
            );
            say(row.trim_end());
            text += &row;
            done.push(case);
        }
    }
    let summary = summary(&done);
    say(&summary);
    if write {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("optimality.md");
        report::replace(&file, "optimality summary", &summary)?;
        report::replace(&file, "optimality", &text)?;
    }
    Ok(())
}

/// Median and worst of the proven, of those held to the bound, and of all.
fn summary(done: &[Case]) -> String {
    let mut text = String::from("| against | cases | median | worst |\n|---|---:|---:|---:|\n");
    let kinds = [
        ("the optimum, proven", Some(true)),
        ("the bound of the linear relaxation", Some(false)),
        ("either", None),
    ];
    for (name, proven) in kinds {
        let cases = done.iter().filter(|case| proven.is_none_or(|proven| case.proven == proven));
        let mut distances: Vec<f64> = cases.map(|case| case.distance() * 100.0).collect();
        distances.sort_by(f64::total_cmp);
        let median = distances.get(distances.len() / 2).copied().unwrap_or(0.0);
        let worst = distances.last().copied().unwrap_or(0.0);
        text += &format!("| {name} | {} | {median:.3} % | {worst:.3} % |\n", distances.len());
    }
    let slower = done.iter().filter(|case| case.greedy > case.simple).count();
    text += &format!("\nThe greedy plan is slower than the paper's in {slower} of {} cases.\n", done.len());
    text
}

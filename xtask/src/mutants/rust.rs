//! Runs the mutants of the Rust crates: cargo-mutants makes and tries them; this file samples and records
//! them.

use super::options::{CRATES, Options};
use super::results::{Id, Outcome, Results, number};
use super::sample::sample;
use super::{read, text};
use crate::say;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Tries a sample of each crate's mutants.
pub(crate) fn run(root: &Path, options: &Options, results: &mut Results) -> Result<(), String> {
    let version = Command::new("cargo").args(["mutants", "--version"]).output();
    if !version.is_ok_and(|output| output.status.success()) {
        return Err("cargo-mutants is not installed; run cargo install cargo-mutants --locked".to_owned());
    }
    for name in &options.crates {
        let mutants = list(root, name)?;
        let known: BTreeSet<Id> = mutants.iter().map(|(id, _)| id.clone()).collect();
        let folder = format!("crates/{name}/");
        results.forget(|id| id.file.starts_with(&folder), |id| known.contains(id))?;
        let by_name: BTreeMap<String, Vec<Id>> =
            mutants.iter().fold(BTreeMap::new(), |mut all, (id, name)| {
                all.entry(name.clone()).or_insert_with(Vec::new).push(id.clone());
                all
            });
        // Results of an interrupted run.
        collect(root, name, &by_name, results)?;
        let all = mutants.len();
        let chosen = sample(mutants, options.sample, options.seed);
        results.ran(root, name, options, &chosen, all)?;
        let wanted: Vec<_> = chosen.iter().filter(|(id, _)| results.wants(id, options.again)).collect();
        if wanted.is_empty() {
            say(&format!("{name}: all of the sample are recorded"));
            continue;
        }
        attempt(root, name, options, wanted.iter().map(|(_, name)| name.as_str()))?;
        collect(root, name, &by_name, results)?;
        results.ran(root, name, options, &chosen, all)?;
    }
    Ok(())
}

/// Returns all mutants of a crate, with cargo-mutants' names.
fn list(root: &Path, name: &str) -> Result<Vec<(Id, String)>, String> {
    let mut command = Command::new("cargo");
    command.args(["mutants", "--list", "--json", "-p", name]).current_dir(root).stderr(Stdio::inherit());
    let output = command.output().map_err(|error| format!("cargo mutants: {error}"))?;
    let listed: Json =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo mutants: {error}"))?;
    let mut sources: BTreeMap<String, String> = BTreeMap::new();
    let mut found = Vec::new();
    for mutant in listed.as_array().ok_or("cargo mutants lists no mutants")? {
        let file = mutant["file"].as_str().ok_or("a mutant has no file")?;
        if !sources.contains_key(file) {
            sources.insert(file.to_owned(), read(&root.join(file))?);
        }
        found.push(identify(mutant, &sources[file])?);
    }
    Ok(number(found))
}

/// Returns a mutant by the surrounding texts, with cargo-mutants' name.
fn identify(mutant: &Json, source: &str) -> Result<(Id, String), String> {
    let name = mutant["name"].as_str().ok_or("a mutant has no name")?;
    let file = mutant["file"].as_str().ok_or("a mutant has no file")?;
    let function = mutant["function"]["function_name"].as_str().unwrap_or_default();
    let row = mutant["span"]["start"]["line"].as_u64().ok_or("a mutant has no place")?;
    let line = source.lines().nth(row as usize - 1).unwrap_or_default();
    // The text after file, line and column.
    let change = name.split_once(": ").map_or(name, |parts| parts.1);
    Ok((Id::new(file, function, line, change), name.to_owned()))
}

/// Runs cargo-mutants on these mutants.
fn attempt<'n>(
    root: &Path,
    name: &str,
    options: &Options,
    wanted: impl Iterator<Item = &'n str>,
) -> Result<(), String> {
    let (_, packages, arguments) = CRATES
        .iter()
        .find(|known| known.0 == name)
        .ok_or_else(|| format!("the crate {name} is not mutated"))?;
    let folder = root.join("target/mutants").join(name);
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    // Dependencies are built once, not in every copy of the sources.
    let target = (!options.in_place).then(|| root.join("target/mutants/build"));
    let limit = sound(root, packages, arguments, target.as_deref())?;
    let mut command = Command::new("cargo");
    command.args(["mutants", "--no-shuffle", "--baseline=skip", "--timeout", &limit.to_string(), "-p", name]);
    command.args(["-o", text(&folder)?]).args(wanted.map(|name| format!("--re=^{}$", escaped(name))));
    packages.iter().for_each(|package| {
        command.args(["--test-package", package]);
    });
    // In place there is one job.
    command.args(if options.in_place { &["--in-place"][..] } else { &["--jobs", "1"] });
    // What is built is chosen, too; behind `--` stands what test programs are told.
    let (built, told) =
        arguments.split_at(arguments.iter().position(|word| *word == "--").unwrap_or(arguments.len()));
    command.args(built.iter().map(|word| format!("--cargo-arg={word}"))).arg("--").args(told);
    command.current_dir(root);
    if let Some(target) = target {
        command.env("CARGO_TARGET_DIR", target);
    }
    // The exit code only says that mutants survived; the outcomes are in a file.
    let status = command.status().map_err(|error| format!("cargo mutants: {error}"))?;
    match status.code() {
        Some(0 | 2 | 3) => Ok(()),
        _ => Err(format!("cargo mutants ended with {status}")),
    }
}

/// Runs the tests on the sound sources, where they must pass: cargo-mutants itself would run those of the mutated package alone. Returns
/// the seconds that they may take with a mutant.
fn sound(root: &Path, packages: &[&str], arguments: &[&str], target: Option<&Path>) -> Result<u64, String> {
    let run = |first: &[&str]| {
        let mut command = Command::new("cargo");
        command.args(["test", "--quiet"]).args(first).current_dir(root).stdout(Stdio::null());
        command.args(packages.iter().flat_map(|package| ["-p", package])).args(arguments);
        target.into_iter().for_each(|target| {
            command.env("CARGO_TARGET_DIR", target);
        });
        command.status().map_err(|error| format!("cargo test: {error}"))
    };
    run(&["--no-run"])?;
    let start = Instant::now();
    match run(&[])?.success() {
        // The next minutes may be busier.
        true => Ok(300 + 5 * start.elapsed().as_secs()),
        false => Err(format!("tests of {} fail on the sound sources", packages.join(", "))),
    }
}

/// Returns a name as a regular expression.
fn escaped(name: &str) -> String {
    let special = |c: char| r".+*?()|[]{}^$\".contains(c);
    name.chars().flat_map(|c| special(c).then_some('\\').into_iter().chain([c])).collect()
}

/// Records the last results of cargo-mutants.
fn collect(
    root: &Path,
    name: &str,
    by_name: &BTreeMap<String, Vec<Id>>,
    results: &mut Results,
) -> Result<(), String> {
    let folder = root.join("target/mutants").join(name).join("mutants.out");
    let file = folder.join("outcomes.json");
    if !file.exists() {
        return Ok(());
    }
    let outcomes: Json = serde_json::from_str(&read(&file)?).map_err(|error| error.to_string())?;
    for outcome in outcomes["outcomes"].as_array().map_or(&[][..], Vec::as_slice) {
        let Some(ids) = outcome["scenario"]["Mutant"]["name"].as_str().and_then(|name| by_name.get(name))
        else {
            continue;
        };
        let became = match outcome["summary"].as_str() {
            Some("CaughtMutant") => Outcome::Killed,
            Some("MissedMutant") => Outcome::Survived,
            Some("Timeout") => Outcome::TimedOut,
            Some("Unviable") => Outcome::NotCompiled,
            _ => continue,
        };
        let log = outcome["log_path"].as_str().map(|path| folder.join(path));
        let log = log.and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
        let by = if became == Outcome::Killed { first_failure(&log) } else { String::new() };
        for id in ids {
            results.record(id, became, &by)?;
        }
    }
    Ok(())
}

/// Returns the first failed test in the test program's output.
fn first_failure(log: &str) -> String {
    let failed = log.lines().find_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"));
    failed.unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mutant_is_named_by_its_text() {
        let mutant = serde_json::json!({
            "name": "crates/a/src/b.rs:2:7: replace + with - in C::d",
            "file": "crates/a/src/b.rs",
            "function": { "function_name": "C::d" },
            "span": { "start": { "line": 2, "column": 7 } },
        });
        let (id, name) = identify(&mutant, "fn d() {\n    a + b\n}\n").expect("a mutant");
        assert_eq!(id, Id::new("crates/a/src/b.rs", "C::d", "a + b", "replace + with - in C::d"));
        assert_eq!(escaped(&name), r"crates/a/src/b\.rs:2:7: replace \+ with - in C::d");
    }

    #[test]
    fn the_first_failure_is_named() {
        assert_eq!(first_failure("test a ... ok\ntest b ... FAILED\ntest c ... FAILED\n"), "b");
    }
}

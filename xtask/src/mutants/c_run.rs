//! Runs the tests on faults of the C runtime, one at a time. The tests are built once and apply the fault of
//! `STUBC_FAULT` to the C that they compile.

use super::c_source::{Fault, Faults, faults};
use super::c_tests::{End, Test, build, forget_faulty, in_order, output, printed};
use super::options::Options;
use super::results::{Id, Outcome, Results};
use super::sample::sample;
use super::write;
use crate::say;
use std::collections::BTreeMap;
use std::path::Path;

/// The folder of programs, output and the current fault.
const WORK: &str = "target/mutants/c";

/// Tries the listed faults and a sample of the faults by rule.
pub(crate) fn run(root: &Path, options: &Options, results: &mut Results) -> Result<(), String> {
    let (listed, by_rule) = faults(root)?;
    let is_of_c = |id: &Id| id.file.ends_with(".c") || id.file.ends_with(".h") || id.function == "(printed)";
    let known: std::collections::BTreeSet<Id> =
        listed.iter().chain(&by_rule).map(|(id, _)| id.clone()).collect();
    results.forget(is_of_c, |id| known.contains(id))?;
    let (of_list, of_rules) = (listed.len(), by_rule.len());
    let chosen: Vec<(Id, Fault)> = match &options.file {
        None => listed.into_iter().chain(sample(by_rule, options.sample, options.seed)).collect(),
        Some(file) => of_each_function(by_rule, file, options),
    };
    let all = of_rules + of_list;
    let kind = options.file.as_deref().unwrap_or("c");
    results.ran(root, kind, options, &chosen, all)?;
    let wanted: Vec<_> = chosen.iter().filter(|(id, _)| results.wants(id, options.again)).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let folder = root.join(WORK);
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let mut tests = build(root, &folder)?;
    for (at, (id, fault)) in wanted.iter().enumerate() {
        let (outcome, by) = attempt(root, &mut tests, id, fault, results)?;
        results.record(id, outcome, &by)?;
        let row = id.row().replace('\t', " | ");
        say(&format!("{}/{} {} {by}: {row}", at + 1, wanted.len(), outcome.name()));
    }
    results.ran(root, kind, options, &chosen, all)
}

/// Samples each function of one file.
fn of_each_function(by_rule: Faults, file: &str, options: &Options) -> Faults {
    let mut functions: BTreeMap<String, Faults> = BTreeMap::new();
    for (id, fault) in by_rule.into_iter().filter(|(id, _)| part_of_path(&id.file, 0) == file) {
        functions.entry(id.function.clone()).or_default().push((id, fault));
    }
    functions.into_values().flat_map(|faults| sample(faults, options.sample, options.seed)).collect()
}

/// Returns the name that is so many places from the end of a path.
fn part_of_path(path: &str, from_end: usize) -> &str {
    path.rsplit('/').nth(from_end).unwrap_or_default()
}

/// Returns the part of the runtime that a file belongs to; empty if all parts use it.
fn part(file: &str) -> &str {
    match part_of_path(file, 1) {
        "common" => "",
        // The printers of BER's decoders.
        "decode" => "ber",
        folder => folder,
    }
}

/// Runs the tests that compile a fault, up to the first failure.
fn attempt(
    root: &Path,
    tests: &mut [Test],
    id: &Id,
    Fault(fault): &Fault,
    results: &Results,
) -> Result<(Outcome, String), String> {
    let folder = root.join(WORK);
    let (file, seen) = (folder.join("fault.txt"), folder.join("fault.seen"));
    write(&file, fault)?;
    let _ = std::fs::remove_file(&seen);
    let from = fault.split_once("\n=>").map_or("", |parts| parts.0);
    // The change is in the last line; those in front make the text unique, or are changed too.
    let line = from.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let mut ended = (Outcome::Survived, String::new());
    for test in in_order(tests, id, part(&id.file), results) {
        // A runtime for one specification has other words where the source says `unit`, so any test may compile such a line.
        if !line.contains("unit") && !test.compiles(root, &folder, line)? {
            continue;
        }
        let outcome = match test.run(root, &folder, &file)? {
            End::Passed => continue,
            End::TooLong => Outcome::TimedOut,
            End::Failed if refused(&printed(&folder)) => Outcome::NotCompiled,
            End::Failed => Outcome::Killed,
        };
        if !seen.exists() {
            let log = output(&folder);
            return Err(format!("{} fails without the fault; see {}", test.name, log.display()));
        }
        ended = (outcome, test.name.clone());
        break;
    }
    if !seen.exists() {
        ended.0 = Outcome::NotCovered;
    }
    forget_faulty(tests);
    Ok(ended)
}

/// Returns whether the C compiler or the linker refused the fault.
fn refused(output: &str) -> bool {
    let is_of_compiler = |line: &str| {
        let file = line.find(".c:").or_else(|| line.find(".h:"));
        file.is_some_and(|at| {
            let rest = &line[at + 3..];
            let place = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
            place.starts_with(" error: ") || place.starts_with(" fatal error: ")
        })
    };
    output.lines().any(|line| is_of_compiler(line) || line.contains("undefined reference to"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_compiler_are_no_kills() {
        assert!(refused("stubc_rt.c:12:5: error: expected expression before ';' token"));
        assert!(refused("/usr/bin/ld: stubc_rt.o: undefined reference to `digits'"));
        assert!(!refused("stubc_rt.c:12:5: runtime error: load of value 3"));
        assert!(!refused("thread 'ldap' panicked at benches/tests/all/proof.rs:3:5: {\"error\":3}"));
    }

    #[test]
    fn files_belong_to_parts() {
        assert_eq!(part("crates/interp-runtime/c/xdr/stubc_xdr_interpret_decode.c"), "xdr");
        assert_eq!(part("crates/interp-runtime/c/ber/stubc_rt.h"), "ber");
        assert_eq!(part("crates/interp-runtime/c/rpc/stubc_net.c"), "rpc");
    }
}

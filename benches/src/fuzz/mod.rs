//! Fuzzing: generated code in all techniques against each other and against the codec, and the tool's own inputs.

pub mod coverage;
pub mod differential;
pub mod inputs;
pub mod pairs;
pub mod targets;

use crate::console::say;
use crate::stubs::{Modes, SANITIZED, build};
use crate::subject::{Record, Subject};
use crate::{plans, sanitizer, witness};
use differential::{Purpose, checks_constraints};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use targets::Target;

/// Random values of a target's root, as seeds.
const VALUES: usize = 100;
/// The most bytes of a message.
const LONGEST: usize = 4096;
/// The most findings of a target in one run.
const MOST_FINDINGS: usize = 20;
/// The most kept messages of a target that the codec is compared with.
const COMPARED: usize = 20_000;

/// The work on one target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The target's name.
    pub name: String,
    /// Executions, each of which runs all variants.
    pub executions: u64,
    /// Those of the executions that ran with sanitizers.
    pub sanitized: u64,
    /// Messages in the corpus.
    pub kept: usize,
    /// Messages of the corpus on which the codec agreed.
    pub compared: usize,
    /// What was found: files and descriptions.
    pub findings: Vec<String>,
}

/// Fuzzes a target of generated code for a time, a quarter of it with sanitizers, minimizes its corpus, and compares the codec over the corpus. Corpus,
/// program and findings are in `folder`.
///
/// # Errors
/// The program cannot be built, or the specification is absent.
pub fn generated(target: &Target, folder: &Path, time: Duration) -> Result<Tally, String> {
    let subject = target.subject().ok_or_else(|| format!("{}: no specification", target.name))?;
    let build = |name, purpose| differential::build(&subject, target.rules, &folder.join(name), purpose);
    let programs = [build("quick", Purpose::Quick)?, build("build", Purpose::Fuzzer)?];
    let seeds = target.seeds(&subject, VALUES);
    let (mut tally, records) = campaign(target.name, &programs, &seeds, folder, time)?;
    match compared(&subject, target, &records) {
        Ok(()) => tally.compared = records.len(),
        Err(difference) => tally.findings.push(difference),
    }
    Ok(tally)
}

/// Fuzzes with the quick program and the one with sanitizers, and minimizes the corpus. Returns the messages of the corpus.
///
/// # Errors
/// A program cannot be run, or the folder cannot be written.
fn campaign(
    name: &str,
    [quick, program]: &[PathBuf; 2],
    records: &[Record],
    folder: &Path,
    time: Duration,
) -> Result<(Tally, Vec<Record>), String> {
    let corpus = folder.join("corpus");
    let (seeds, findings) = (folder.join("seeds"), folder.join("findings"));
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    for made in [&corpus, &seeds, &findings] {
        std::fs::create_dir_all(made).map_err(told)?;
    }
    for (at, record) in records.iter().enumerate() {
        std::fs::write(seeds.join(format!("{at:04}")), &record.octets).map_err(told)?;
    }
    let words = folder.join("words.dict");
    targets::write_dictionary(records, &words).map_err(told)?;
    // The second program begins with all that the first one has kept, so every edge is seen with sanitizers.
    let folders = [corpus.as_path(), &seeds];
    let plain = fuzz(quick, &folders, &findings, &words, time * 3 / 4)?;
    let sanitized = fuzz(program, &folders, &findings, &words, time / 4)?;
    minimize(program, folder)?;
    let executions = plain + sanitized;
    let mut tally = Tally { name: name.to_owned(), executions, sanitized, ..Tally::default() };
    for finding in files(&findings) {
        tally.findings.push(format!("a crash, a difference or a long run: {}", finding.display()));
    }
    let kept = files(&corpus);
    tally.kept = kept.len();
    let octets = kept.iter().take(COMPARED).filter_map(|path| std::fs::read(path).ok());
    let records = octets.map(|octets| Record { root: 0, octets, title: name.to_owned() }).collect();
    Ok((tally, records))
}

/// Compares the interpreted stubs with the codec: values, errors and their places, encodings.
///
/// # Errors
/// The first difference.
pub fn compared(subject: &Subject, target: &Target, records: &[Record]) -> Result<(), String> {
    let mut options = subject.options(target.rules);
    options.check_constraints = checks_constraints(subject, target.rules);
    let checks = options.check_constraints;
    let model = subject.model(options);
    let program = build(&model, &plans::interpreted(&model), sanitizer::compiler(), SANITIZED)?;
    let codec = subject.codec(target.rules);
    let codec = if checks { codec.with_constraints() } else { codec };
    witness::compare(&codec, &subject.roots, &[("interpreted", program)], Modes::Fresh, records).map(|_| ())
}

/// Runs libFuzzer, and returns the number of executions. After a finding it starts again until the time is over.
fn fuzz(
    program: &Path,
    folders: &[&Path],
    findings: &Path,
    words: &Path,
    time: Duration,
) -> Result<u64, String> {
    let (start, mut executions, mut known) = (Instant::now(), 0, files(findings).len());
    while let left @ 1.. = time.saturating_sub(start.elapsed()).as_secs() {
        let output = Command::new(program)
            .arg(format!("-max_total_time={left}"))
            .arg(format!("-max_len={LONGEST}"))
            .arg(format!("-artifact_prefix={}/", findings.display()))
            .arg(format!("-dict={}", words.display()))
            // The entropic schedule takes most of the time of a target with many edges.
            .args([
                "-timeout=10",
                "-rss_limit_mb=2048",
                "-print_final_stats=1",
                "-verbosity=0",
                "-entropic=0",
            ])
            .args(folders)
            .env("ASAN_OPTIONS", "detect_leaks=0")
            .output()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let count = said.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
        executions += count.and_then(|count| count.trim().parse::<u64>().ok()).unwrap_or(0);
        let found = files(findings).len();
        if !output.status.success() {
            let shown: Vec<&str> =
                said.lines().filter(|line| line.contains("rror") || line.contains("differ")).collect();
            say(&format!("{}: {}: {}", program.display(), output.status, shown.join("\n")));
        }
        // The same finding again, at once: the rest of the time would show nothing else.
        if !output.status.success() && (found == known || found > MOST_FINDINGS) {
            break;
        }
        known = found;
    }
    Ok(executions)
}

/// Replaces the corpus by its smallest part with the same coverage.
fn minimize(program: &Path, folder: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let (corpus, smaller) = (folder.join("corpus"), folder.join("smaller"));
    let _ = std::fs::remove_dir_all(&smaller);
    std::fs::create_dir_all(&smaller).map_err(told)?;
    let mut merge = Command::new(program);
    merge.args(["-merge=1", "-verbosity=0", "-timeout=10", "-rss_limit_mb=2048"]);
    merge.args([&smaller, &corpus, &folder.join("seeds")]).env("ASAN_OPTIONS", "detect_leaks=0");
    if !merge.output().map_err(told)?.status.success() || files(&smaller).is_empty() {
        return Ok(());
    }
    std::fs::remove_dir_all(&corpus).and_then(|()| std::fs::rename(&smaller, &corpus)).map_err(told)
}

/// Returns the files of a folder, sorted.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}

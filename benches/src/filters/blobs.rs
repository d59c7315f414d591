//! Blobs of filters for the interpreter of a device: good ones get the answers of their predicates, all others harm nothing.

use super::{Predicate, random};
use crate::sanitizer;
use crate::subject::{Record, Subject};
use codegen::OutputFiles;
use codegen::blob::{Blob, Kind};
use std::path::Path;
use std::process::Command;
use syntax_graph::filter::meaning;

/// The predicates of a family.
const PREDICATES: usize = 48;
/// The messages of a family, and the most octets of one.
const MESSAGES: (usize, usize) = (150, 3000);
/// The digest of the device.
pub(crate) const DIGEST: [u8; 32] = [0x5a; 32];

/// What a run tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Blobs of the predicates, and their octets with the headers.
    pub good: (usize, usize),
    /// Answers of these blobs that agree with the meaning of their predicates.
    pub agreed: usize,
    /// Random and changed blobs.
    pub blobs: u64,
    /// Those that the checker accepted; each was run over six messages or more.
    pub accepted: u64,
}

/// Tries good blobs, then `count` random and changed ones.
///
/// # Errors
/// A wrong answer, a blob that is refused and should not be, and reports of the sanitizers.
pub fn fuzz(subject: &Subject, count: u64, seed: u64) -> Result<Tried, String> {
    fuzz_with(subject, count, seed, ("", ""))
}

/// Does what [`fuzz`] does with a fault in the checker: a text of its source and what takes its place.
///
/// # Errors
/// As [`fuzz`], and a text that the source does not hold.
pub fn fuzz_with(subject: &Subject, count: u64, seed: u64, fault: (&str, &str)) -> Result<Tried, String> {
    let codec = subject.codec(subject.rules());
    let predicates = random(subject, &codec, PREDICATES, seed);
    let mut blobs: Vec<(&Predicate, Blob)> = Vec::new();
    for predicate in &predicates {
        // Filters that commands cannot express are compiled.
        let commands = codegen::filter::commands(&subject.graph, subject.rules(), &predicate.filter);
        let Ok(commands) = commands else { continue };
        blobs.push((
            predicate,
            Blob::new(Kind::Filter, &DIGEST, &[], &commands).ok_or("a table is too large")?,
        ));
    }
    let mut records = subject.spread(MESSAGES.0);
    records.retain(|record| record.octets.len() <= MESSAGES.1);
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let engine = codegen::blob::engine(subject.rules(), Kind::Filter, "engine", &[], &DIGEST, &[])
        .ok_or("these rules have no interpreted filters")?;
    build(folder.path(), &engine, include_str!("blobs.c"), fault)?;
    write(folder.path(), "blobs", blobs.iter().map(|(_, blob)| &blob.0[..]))?;
    write(folder.path(), "messages", records.iter().map(|record| &record.octets[..]))?;
    let lines = run(folder.path(), count, seed)?;
    let [answers @ .., last] = &lines[..] else { return Err("no output".to_owned()) };
    let numbers: Vec<u64> = last.split(' ').filter_map(|number| number.parse().ok()).collect();
    let [blobs_tried, accepted] = numbers[..] else { return Err(format!("no numbers: {last}")) };
    let agreed = compare(subject, &blobs, &records, answers)?;
    let octets = blobs.iter().map(|(_, blob)| blob.0.len()).sum();
    Ok(Tried { good: (blobs.len(), octets), agreed, blobs: blobs_tried, accepted })
}

/// Returns the number of answers that agree with the meaning of their predicates.
fn compare(
    subject: &Subject,
    blobs: &[(&Predicate, Blob)],
    records: &[Record],
    answers: &[String],
) -> Result<usize, String> {
    let codec = subject.codec(subject.rules());
    let mut agreed = 0;
    for (record, answers) in records.iter().zip(answers) {
        let Ok(decoded) = codec.decode(subject.roots[record.root], &record.octets) else { continue };
        for ((predicate, _), answer) in blobs.iter().zip(answers.chars()) {
            if predicate.root != record.root || answer == 'O' {
                continue;
            }
            let is_meant = meaning::holds(&subject.graph, &predicate.filter.test, &decoded.value);
            if answer != if is_meant { '1' } else { '0' } {
                return Err(format!("{}: {}: the answer is {answer}", record.title, predicate.text));
            }
            agreed += 1;
        }
    }
    Ok(agreed)
}

/// Runs a fuzzer. Returns the lines of its output.
pub(crate) fn run(folder: &Path, count: u64, seed: u64) -> Result<Vec<String>, String> {
    let mut command = Command::new(folder.join("fuzz"));
    command.args([count.to_string(), seed.to_string()]).current_dir(folder);
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

/// Builds a fuzzer of an engine, which has a fault: a text of its source and what takes its place.
pub(crate) fn build(
    folder: &Path,
    engine: &OutputFiles,
    main: &str,
    (right, wrong): (&str, &str),
) -> Result<(), String> {
    let main = [("fuzz.c", main), ("blobs.h", include_str!("blobs.h"))];
    let main = main.map(|(name, text)| (name.to_owned(), text.to_owned()));
    if !engine.files.iter().any(|(_, text)| text.contains(right)) {
        return Err(format!("no part of the checker is `{right}`"));
    }
    for (name, text) in engine.files.iter().chain(&main) {
        let text = if right.is_empty() { text.clone() } else { text.replace(right, wrong) };
        std::fs::write(folder.join(name), text).map_err(|error| error.to_string())?;
    }
    let flags =
        ["-std=gnu99", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"];
    sanitizer::build(folder, &flags, &["engine.c", "fuzz.c"], "fuzz")
}

/// Writes parts to a file, each behind its length.
pub(crate) fn write<'a>(
    folder: &Path,
    name: &str,
    parts: impl Iterator<Item = &'a [u8]>,
) -> Result<(), String> {
    let mut all = Vec::new();
    for part in parts {
        all.extend(u32::try_from(part.len()).map_err(|error| error.to_string())?.to_le_bytes());
        all.extend(part);
    }
    std::fs::write(folder.join(name), all).map_err(|error| error.to_string())
}

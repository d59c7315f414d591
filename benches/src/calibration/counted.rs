//! Counts the instructions of single messages.

use super::emulated;
use super::target::Target;
use crate::stubs::Program;
use crate::subject::Record;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::process::{Command, Stdio};

/// Returns the instructions of each message, decode and encode. Counts are stored beside the program for the
/// next run.
///
/// # Errors
/// The output of valgrind or the stubs.
pub fn counted(target: &Target, program: &Program, records: &[Record]) -> Result<Vec<[u64; 2]>, String> {
    let mut hasher = DefaultHasher::new();
    framed(records)?.hash(&mut hasher);
    let kept = program.folder().join(format!("counted-{:016x}", hasher.finish()));
    let known = std::fs::read_to_string(&kept).unwrap_or_default();
    let number = |text: Option<&str>| text.and_then(|text| text.parse::<u64>().ok());
    let line = |line: &str| Some([number(line.split(' ').next())?, number(line.split(' ').nth(1))?]);
    let known: Option<Vec<[u64; 2]>> = known.lines().map(line).collect();
    if let Some(known) = known.filter(|known| known.len() == records.len()) {
        return Ok(known);
    }
    let counts = match target.emulator {
        Some(_) => emulated::count(target, program.folder(), &framed(records)?, records.len())?,
        None => {
            // Each message has four parts: before, decoding, between, encoding.
            let parts = callgrind(program, "count", 4 * records.len(), records)?;
            parts.chunks(4).map(|parts| [parts[1], parts[3]]).collect()
        }
    };
    let text: String = counts.iter().map(|[decode, encode]| format!("{decode} {encode}\n")).collect();
    std::fs::write(&kept, text).map_err(|error| error.to_string())?;
    Ok(counts)
}

/// Returns the instructions of all messages, decode and encode together. On the host it is faster than a count for
/// each message.
///
/// # Errors
/// Those of [`counted`].
pub fn sum(target: &Target, program: &Program, records: &[Record]) -> Result<u64, String> {
    if target.emulator.is_some() {
        return Ok(counted(target, program, records)?.iter().flatten().sum());
    }
    let mut hasher = DefaultHasher::new();
    framed(records)?.hash(&mut hasher);
    let kept = program.folder().join(format!("sum-{:016x}", hasher.finish()));
    if let Some(known) = std::fs::read_to_string(&kept).ok().and_then(|text| text.trim().parse().ok()) {
        return Ok(known);
    }
    let parts = ["decode", "encode"].map(|name| format!("--toggle-collect=counted_{name}"));
    let folder = watched(program, "count", &parts, records)?;
    let sum = total(&folder.path().join("out"))?;
    std::fs::write(&kept, sum.to_string()).map_err(|error| error.to_string())?;
    Ok(sum)
}

/// Returns the instructions of decoding each message, also of those that are refused.
///
/// # Errors
/// The output of valgrind or the stubs.
pub fn decoded(program: &Program, records: &[Record]) -> Result<Vec<u64>, String> {
    // Each message has two parts: before, decoding.
    let parts = callgrind(program, "decode", 2 * records.len(), records)?;
    Ok(parts.chunks(2).map(|parts| parts[1]).collect())
}

/// Counts with callgrind, which writes its counts whenever one of the harness's marked functions returns. Returns the
/// instructions of each of so many parts.
fn callgrind(program: &Program, mode: &str, parts: usize, records: &[Record]) -> Result<Vec<u64>, String> {
    let ends = ["start", "decode", "encode"].map(|name| format!("--dump-after=counted_{name}"));
    let folder = watched(program, mode, &ends, records)?;
    (1..=parts).map(|part| total(&folder.path().join(format!("out.{part}")))).collect()
}

/// Runs a program under callgrind. Returns the folder with callgrind's output `out`.
fn watched(
    program: &Program,
    mode: &str,
    options: &[String],
    records: &[Record],
) -> Result<tempfile::TempDir, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let input = folder.path().join("records");
    std::fs::write(&input, framed(records)?).map_err(|error| error.to_string())?;
    let out = folder.path().join("out");
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--quiet", &format!("--callgrind-out-file={}", out.display())]);
    command.args(options);
    command.arg(program.folder().join("harness")).arg(mode);
    command.stdin(std::fs::File::open(&input).map_err(|error| error.to_string())?).stdout(Stdio::null());
    let output = command.output().map_err(|error| format!("valgrind: {error}"))?;
    if !output.status.success() {
        return Err(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    Ok(folder)
}

/// Returns the total of a part of callgrind's output.
fn total(path: &Path) -> Result<u64, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: "));
    total.and_then(|total| total.trim().parse().ok()).ok_or_else(|| format!("{}: no totals", path.display()))
}

/// Returns messages in the harness's framing.
fn framed(records: &[Record]) -> Result<Vec<u8>, String> {
    let mut input = Vec::new();
    for record in records {
        input.push(u8::try_from(record.root).map_err(|error| error.to_string())?);
        input.extend((record.octets.len() as u32).to_le_bytes());
        input.extend(&record.octets);
    }
    Ok(input)
}

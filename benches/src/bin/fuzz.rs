//! Fuzzes everything in turn: `fuzz [--minutes N] [--only PART] [--rounds N] [--coverage] [--list] [--write]`.
//!
//! Corpora and findings are in `target/fuzz`. `--write` writes the table of `benches/fuzz.md`; `--coverage` replays the corpora
//! and counts the lines of the runtime. `cargo xtask fuzz` runs this program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::OnceLock;
use std::time::Duration;
use stubc_benches::console::{ended, say};
use stubc_benches::fuzz::coverage::{self, Lines};
use stubc_benches::fuzz::inputs::{self, Own};
use stubc_benches::fuzz::targets::{TARGETS, Target};
use stubc_benches::fuzz::{self, Tally, pairs};
use stubc_benches::report;

// Parts of the program `stubc`, which no library has.
#[allow(dead_code, reason = "the cache alone is fuzzed, and its own tests use more")]
#[path = "../../../crates/stubc/src/cache.rs"]
mod cache;
#[expect(dead_code, reason = "captures are read from memory")]
#[path = "../../../crates/stubc/src/captures.rs"]
mod captures;
#[expect(dead_code, reason = "the cache asks for the version of a compiler")]
#[path = "../../../crates/stubc/src/ending.rs"]
mod ending;
#[path = "../../../crates/stubc/src/process.rs"]
mod process;

fn main() -> ExitCode {
    ended(run())
}

/// The script that fuzzes stubs of remote procedures, and the techniques that it is run with.
const PROCEDURES: [&str; 2] = ["interpreted", "compiled"];

/// The parts of the program.
const OWN: Own = Own { capture, cache: cached };

/// Reads a capture.
fn capture(octets: &[u8], each: &mut dyn FnMut(&mut Vec<u8>)) {
    let source = std::io::Cursor::new(octets.to_vec());
    let payload = |_: captures::Packet, payload: captures::Payload<'_>| match payload {
        captures::Payload::Datagram(datagram) => each(&mut datagram.to_vec()),
        captures::Payload::Stream(stream) => each(stream),
    };
    // A damaged capture is an error, and not a finding.
    let _ = captures::read(Path::new("fuzz.pcap"), source, None, payload);
}

/// Keeps an object, damages its file as the input says, and looks for it: a damaged object is not found.
fn cached(octets: &[u8]) -> Result<(), String> {
    static CACHE: OnceLock<Option<cache::Cache>> = OnceLock::new();
    let open = || cache::Cache::open(&["cc".to_owned()], &[], Duration::from_secs(10));
    let cache =
        CACHE.get_or_init(open).as_ref().ok_or("there is no cache: set STUBC_CACHE_DIR to a folder")?;
    let folder = PathBuf::from(std::env::var_os(cache::FOLDER_VARIABLE).unwrap_or_default());
    let (head, object) = octets.split_at(octets.len().min(4));
    let at = |index: usize| head.get(index).copied().unwrap_or(0);
    let files = stubc::OutputFiles { files: vec![("a.c".to_owned(), at(0).to_string())] };
    let key = cache.key(&files, "a.c", &[], &[]);
    cache.keep(&key, object);
    if cache.find(&key).as_deref() != Some(object) {
        return Err("a kept object is not found".to_owned());
    }
    let told = |error: std::io::Error| error.to_string();
    for file in fuzz::files(&folder) {
        let mut entry = std::fs::read(&file).map_err(told)?;
        let place = usize::from(at(1)) * entry.len() / 256;
        match at(2) % 4 {
            0 => entry.truncate(place),
            1 => entry.insert(place, at(3)),
            2 => entry.extend(octets),
            _ => entry[place] ^= at(3),
        }
        std::fs::write(&file, entry).map_err(told)?;
    }
    let found = cache.find(&key);
    for file in fuzz::files(&folder) {
        std::fs::remove_file(file).map_err(told)?;
    }
    match found {
        Some(found) if found != object => Err("a damaged object is found".to_owned()),
        _ => Ok(()),
    }
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |option: &str| arguments.iter().any(|argument| argument == option);
    let value = |option: &str| {
        let at = arguments.iter().position(|argument| argument == option)?;
        arguments.get(at + 1).map(String::as_str)
    };
    let number = |option: &str, usual: f64| match value(option) {
        Some(text) => text.parse::<f64>().map_err(|_| format!("{option} needs a number, not `{text}`")),
        None => Ok(usual),
    };
    let only = value("--only").unwrap_or("");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/fuzz");
    let generated: Vec<&Target> = TARGETS.iter().filter(|target| target.name.contains(only)).collect();
    let procedures: Vec<String> = PROCEDURES.iter().map(|name| format!("rpc-{name}")).collect();
    let mut names: Vec<String> = generated.iter().map(|target| target.name.to_owned()).collect();
    names.extend(pairs::names().map(str::to_owned).filter(|name| name.contains(only)));
    names.extend(procedures.into_iter().chain(inputs::names(OWN)).filter(|name| name.contains(only)));
    if has("--list") || names.is_empty() {
        say(&names.join("\n"));
        return Ok(());
    }
    if has("--coverage") {
        return lines(&generated, &folder, has("--write"));
    }
    let (minutes, rounds) = (number("--minutes", 10.0)?, number("--rounds", 1.0)?.max(1.0));
    // The tool's inputs have no feedback, so they get less time.
    let is_input = |name: &str| inputs::names(OWN).iter().any(|input| input == name);
    let weight = |name: &str| if is_input(name) { 0.25 } else { 1.0 };
    let weights: f64 = names.iter().map(|name| weight(name)).sum();
    let time =
        |name: &str| Duration::from_secs_f64((60.0 * minutes / rounds / weights * weight(name)).max(1.0));
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for round in 0..rounds as u64 {
        for name in &names {
            let tally = one(name, &folder.join(name), time(name), round)?;
            say(&row(&tally));
            let sum = tallies.entry(name.clone()).or_default();
            *sum = Tally {
                executions: sum.executions + tally.executions,
                sanitized: sum.sanitized + tally.sanitized,
                findings: [std::mem::take(&mut sum.findings), tally.findings.clone()].concat(),
                ..tally
            };
        }
    }
    finish(&tallies.into_values().collect::<Vec<_>>(), has("--write"))
}

/// Fuzzes one part.
fn one(name: &str, folder: &Path, time: Duration, round: u64) -> Result<Tally, String> {
    if let Some(target) = TARGETS.iter().find(|target| target.name == name) {
        return fuzz::generated(target, folder, time);
    }
    if pairs::names().any(|pair| pair == name) {
        return pairs::fuzzed(name, folder, time);
    }
    match name.strip_prefix("rpc-") {
        Some(technique) => remote(name, technique, time),
        None => inputs::run(name, folder, time, 1 + round, OWN),
    }
}

/// Fuzzes the stubs of remote procedures: client and server.
fn remote(name: &str, technique: &str, time: Duration) -> Result<Tally, String> {
    let script: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/rpc/run");
    let output = Command::new(&script)
        .args([technique, &format!("-max_total_time={}", time.as_secs().max(1)), "-print_final_stats=1"])
        .output()
        .map_err(|error| format!("{}: {error}", script.display()))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let count = said.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    let executions = count.and_then(|count| count.trim().parse().ok()).unwrap_or(0);
    let mut tally = Tally { name: name.to_owned(), executions, sanitized: executions, ..Tally::default() };
    if !output.status.success() {
        let shown: Vec<&str> = said.lines().filter(|line| !line.is_empty()).take(20).collect();
        tally.findings.push(format!("{}: {}", output.status, shown.join("\n")));
    }
    Ok(tally)
}

fn row(tally: &Tally) -> String {
    let Tally { name, executions, sanitized, kept, compared, findings } = tally;
    format!("| {name} | {executions} | {sanitized} | {kept} | {compared} | {} |", findings.len())
}

/// Prints the sums, and writes the table.
fn finish(tallies: &[Tally], write: bool) -> Result<(), String> {
    let sum = Tally {
        name: "all".to_owned(),
        executions: tallies.iter().map(|tally| tally.executions).sum(),
        sanitized: tallies.iter().map(|tally| tally.sanitized).sum(),
        kept: tallies.iter().map(|tally| tally.kept).sum(),
        compared: tallies.iter().map(|tally| tally.compared).sum(),
        findings: tallies.iter().flat_map(|tally| tally.findings.clone()).collect(),
    };
    let rows: String = tallies.iter().chain([&sum]).map(|tally| row(tally) + "\n").collect();
    let head = "| target | executions | with sanitizers | messages kept | compared with the codec | findings |\n\
        |---|---|---|---|---|---|\n";
    say(&format!("{head}{rows}"));
    if write {
        let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz.md");
        report::replace(&document, "campaign", &format!("{head}{rows}"))?;
    }
    if sum.findings.is_empty() { Ok(()) } else { Err(sum.findings.join("\n")) }
}

/// Counts the lines of the runtime that the corpora execute.
fn lines(targets: &[&Target], folder: &Path, write: bool) -> Result<(), String> {
    let mut lines = Lines::new();
    for target in targets {
        coverage::add(target, &folder.join(target.name), &mut lines)?;
    }
    let (table, missed) = coverage::table(&lines);
    say(&table);
    if write {
        let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz.md");
        report::replace(&document, "coverage", &table)?;
    }
    let list = folder.join("missed.txt");
    std::fs::write(&list, missed.join("\n") + "\n").map_err(|error| error.to_string())?;
    say(&format!("lines that nothing executes: {}", list.display()));
    Ok(())
}

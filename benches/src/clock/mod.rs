//! Times plans by the clock, with warm and with cold caches, and asks whether a smaller plan is faster.
//!
//! `clock.c` decodes and encodes real messages in three states: right after the same message, after other code that fills
//! the instruction cache, and after other work that also fills the second level. The runs of all plans take turns, so
//! that a disturbance of the machine meets all of them.

mod table;

use crate::figure1::Case;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use stubc::Cache;

pub use table::{judged, table};

/// The families, each once: the names of their cases.
pub const CASES: [&str; 10] = [
    "z3950-PDU",
    "x400-MTS-APDU",
    "ldap-LDAPMessage",
    "kerberos-AS-REP",
    "pkix-Certificate",
    "pkix-CertificateList",
    "snmp-v1-Message",
    "snmp-v2-v3-SNMPv3Message",
    "ocsp-OCSPResponse",
    "nfs3-READDIRPLUS3res",
];
/// The caps of the plans; without one last.
const CAPS: [Option<&str>; 5] = [Some("25%"), Some("50%"), Some("75%"), Some("100%"), None];
/// The caps of the plans that no smaller plan may beat.
const JUDGED: [Option<&str>; 2] = [None, Some("50%")];
/// Flags of the target compiler.
const FLAGS: &str = "-Os";
/// How often one run times each message in each state.
const PASSES: &str = "4";

/// A state of the caches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The code ran just before.
    Warm,
    /// Other code filled the instruction cache.
    OtherCode,
    /// Other work filled the second level, too.
    OtherWork,
}

/// A program that times a plan.
#[derive(Debug)]
struct Built {
    folder: tempfile::TempDir,
    /// The objects that the cap counts: equal ones are one plan.
    objects: Vec<Vec<u8>>,
    plan: Plan,
}

/// A plan, and its ticks per message.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// How to ask for it: the settings and caps that gave it.
    pub names: Vec<String>,
    /// Bytes of object code.
    pub bytes: u64,
    /// Ticks to decode and encode a message, for each run and [`State`].
    pub runs: Vec<[f64; 3]>,
}

/// The plans of a case.
#[derive(Clone, Debug)]
pub struct Timed {
    /// The name of the case.
    pub name: String,
    /// Number of messages.
    pub messages: usize,
    /// The plans, smallest first.
    pub plans: Vec<Plan>,
}

/// Builds the plans of a case with this binary, and times each so many times.
///
/// # Errors
/// A program fails, or a folder cannot be written.
pub fn time(case: &Case, stubc: &Path, runs: usize, most: usize) -> Result<Timed, String> {
    let every = case.messages().len().div_ceil(most).max(1);
    let messages: Vec<&Vec<u8>> = case.messages().iter().step_by(every).collect();
    let mut records = Vec::new();
    for message in &messages {
        records.extend(u32::try_from(message.len()).map_err(|error| error.to_string())?.to_le_bytes());
        records.extend(*message);
    }
    let mut all: Vec<Built> = Vec::new();
    let mut asked = vec![("interpreted".to_owned(), vec!["--technique", "interpreted"])];
    for cache in Cache::ALL {
        for cap in CAPS {
            let capped = cap.map_or_else(Vec::new, |cap| vec!["--max-size", cap]);
            asked.push((name(cache, cap), [vec!["--cache", cache.name()], capped].concat()));
        }
    }
    for (name, options) in asked {
        let mut built = build(case, stubc, &options)?;
        match all.iter_mut().find(|known| known.objects == built.objects) {
            Some(known) => known.plan.names.push(name),
            None => {
                built.plan.names.push(name);
                all.push(built);
            }
        }
    }
    for _ in 0..runs {
        for built in &mut all {
            built.plan.runs.push(run(built.folder.path(), &records)?);
        }
    }
    let mut plans: Vec<Plan> = all.into_iter().map(|built| built.plan).collect();
    plans.sort_by_key(|plan| plan.bytes);
    Ok(Timed { name: case.name.clone(), messages: messages.len(), plans })
}

/// Returns the name of the plan under a cap, with this cache.
fn name(cache: Cache, cap: Option<&str>) -> String {
    format!("{cache} {}", cap.unwrap_or("no cap"))
}

fn build(case: &Case, stubc: &Path, options: &[&str]) -> Result<Built, String> {
    let told = |error: std::io::Error| error.to_string();
    let folder = tempfile::tempdir().map_err(told)?;
    let path = folder.path();
    let mut command = Command::new(stubc);
    command.args(case.arguments(path)?).args(["-q", "--name", "stubs", "--report", "report.json"]);
    command.arg(format!("--cflags={FLAGS}")).args(options).current_dir(path);
    done(&mut command, &case.name)?;
    let report = std::fs::read_to_string(path.join("report.json")).map_err(told)?;
    let report: serde_json::Value = serde_json::from_str(&report).map_err(|error| error.to_string())?;
    let header = std::fs::read_to_string(path.join("stubs.h")).map_err(told)?;
    let root = header.split_once("_decode(").and_then(|(before, _)| before.rsplit(' ').next());
    let root = root.ok_or_else(|| format!("{}: the header declares no entry point", case.name))?;
    std::fs::write(path.join("main.c"), main(root)).map_err(told)?;
    for source in ["stubs.c", "stubc_rt.c", "main.c"] {
        done(Command::new("cc").args(["-w", FLAGS, "-c", source]).current_dir(path), source)?;
    }
    let linked = ["stubs.o", "stubc_rt.o", "main.o", "-o", "timed"];
    done(Command::new("cc").args(linked).current_dir(path), &case.name)?;
    let object = |name: &str| std::fs::read(path.join(name)).map_err(told);
    let objects = vec![object("stubs.o")?, object("stubc_rt.o")?];
    let bytes = report["size"]["total"].as_u64().unwrap_or_default();
    Ok(Built { folder, objects, plan: Plan { bytes, ..Plan::default() } })
}

/// Returns the program around the stubs of a root.
fn main(root: &str) -> String {
    format!(
        "#include \"stubs.h\"\n\
         typedef char value_fits[sizeof({root}) <= 65536 ? 1 : -1];\n\
         static stubc_result decode(void *value, const uint8_t *input, size_t length, stubc_context *context)\n{{\n    \
         return {root}_decode(value, input, length, context, NULL);\n}}\n\
         static stubc_result encode(const void *value, uint8_t *buffer, size_t capacity, stubc_context *context)\n{{\n    \
         uint8_t *start;\n    \
         return {root}_encode_tail(value, buffer, capacity, context, NULL, &start);\n}}\n{}",
        include_str!("clock.c")
    )
}

fn run(folder: &Path, records: &[u8]) -> Result<[f64; 3], String> {
    let told = |error: std::io::Error| error.to_string();
    let mut command = Command::new(folder.join("timed"));
    let mut child = command.arg(PASSES).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(told)?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(records).map_err(told)?;
    }
    let output = child.wait_with_output().map_err(told)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let sum = |line: &str| line.split(' ').map(|number| number.parse::<f64>().unwrap_or(f64::NAN)).sum();
    let ticks: Vec<f64> = text.lines().map(sum).collect();
    match <[f64; 3]>::try_from(ticks) {
        Ok(ticks) if ticks.iter().all(|ticks| ticks.is_finite()) => Ok(ticks),
        _ => Err(format!("the program of {} has no times: {text}", folder.display())),
    }
}

fn done(command: &mut Command, what: &str) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{what}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(format!("{what}: {said}")) }
}

impl Timed {
    /// Returns the plan under a cap, with this cache.
    fn plan(&self, cache: Cache, cap: Option<&str>) -> Option<&Plan> {
        let name = name(cache, cap);
        self.plans.iter().find(|plan| plan.names.contains(&name))
    }
}

impl Plan {
    /// Returns the ticks of a message as a setting means them, for each run.
    fn ticks(&self, cache: Cache) -> Vec<f64> {
        let of = |run: &[f64; 3]| match cache {
            Cache::Warm => run[State::Warm as usize],
            Cache::Mixed => f64::midpoint(run[State::Warm as usize], run[State::OtherWork as usize]),
            Cache::Cold => run[State::OtherWork as usize],
        };
        self.runs.iter().map(of).collect()
    }

    /// Returns the median ticks in a state.
    fn median(&self, state: State) -> f64 {
        quantile(self.runs.iter().map(|run| run[state as usize]).collect(), 0.5)
    }

    /// Returns the names of the plan by cap: `warm, mixed 50%; cold 75%`.
    fn named(&self) -> String {
        let mut by_cap: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for name in &self.names {
            let (cache, cap) = name.split_once(' ').unwrap_or(("", name));
            by_cap.entry(cap).or_default().push(cache);
        }
        let told = |(cap, caches): (&str, Vec<&str>)| match caches.len() {
            3 => cap.to_owned(),
            _ => format!("{} {cap}", caches.join(", ")).trim().to_owned(),
        };
        by_cap.into_iter().map(told).collect::<Vec<_>>().join("; ")
    }
}

/// Returns the value below which this share of the values lies.
fn quantile(mut values: Vec<f64>, share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = (values.len().saturating_sub(1)) as f64 * share;
    let (low, high) = (at.floor() as usize, at.ceil() as usize);
    match (values.get(low), values.get(high)) {
        (Some(low_value), Some(high_value)) => low_value + (high_value - low_value) * (at - at.floor()),
        _ => f64::NAN,
    }
}

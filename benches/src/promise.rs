//! Checks that plans keep their caps: random specifications, roots, caps and flags, through the command line, for
//! several targets. Where stubc refuses, it checks that the reason is true.
//!
//! This file measures sizes independently of stubc. It compiles the written files with the target's command
//! and flags, and reads the section headers of the two objects by the System V ABI.

use crate::family::{FAMILIES, Family, Place};
use interp_runtime::random::Random;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use syntax_graph::{TypeId, TypeKind, ValidGraph};

/// A target compiler and its flags.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name in the table.
    pub name: &'static str,
    /// The command.
    pub cc: &'static str,
    /// Its flags.
    pub cflags: &'static str,
}

/// The targets of the check.
pub const TARGETS: &[Target] = &[
    Target { name: "x86-64 gcc -Os", cc: "gcc", cflags: "-Os" },
    Target { name: "x86-64 gcc -O2", cc: "gcc", cflags: "-O2" },
    Target { name: "x86-64 clang -Os", cc: "clang", cflags: "-Os" },
    Target { name: "x86-64 clang -O2", cc: "clang", cflags: "-O2" },
    Target { name: "Cortex-M0", cc: "arm-none-eabi-gcc", cflags: "-Os -mcpu=cortex-m0 -mthumb" },
    Target { name: "Cortex-M4", cc: "arm-none-eabi-gcc", cflags: "-Os -mcpu=cortex-m4 -mthumb" },
    Target {
        name: "rv32imac",
        cc: "riscv64-unknown-elf-gcc",
        cflags: "-Os -march=rv32imac -mabi=ilp32 -ffreestanding",
    },
    // 16-bit ints and no alignment.
    Target { name: "AVR", cc: "avr-gcc", cflags: "-Os -mmcu=atmega2560 -ffreestanding" },
];

/// Flags that a run adds to those of its target.
const MORE_FLAGS: [&str; 12] = [
    "",
    "",
    "",
    "-O3",
    "-O1 -g3",
    "-fPIC",
    "-m32",
    "-ffunction-sections -fdata-sections",
    "-g -fno-inline",
    "-O3 -g3 -fPIC",
    "-fno-asynchronous-unwind-tables",
    COVERAGE,
];

/// A flag that puts the name of the folder into objects, so that their size is no property of the source.
const COVERAGE: &str = "--coverage";

/// The part of runs, one of so many, that ask for less than the smallest plan.
const TOO_SMALL: usize = 12;

/// The result of one run.
#[derive(Clone, Debug)]
pub struct Run {
    /// Specification, root and cap, for failure messages.
    pub what: String,
    /// The cap in bytes.
    pub cap: u64,
    /// Bytes of the objects.
    pub size: u64,
    /// Whether the fastest plan keeps the cap; then no plan could use the rest.
    pub fastest: bool,
    /// Bytes that a faster plan could have used, if they exceed the smallest candidate and 3 % of the cap.
    pub idle: Option<u64>,
    /// Whether stubc refused, with a reason that is true. Then there are no sizes.
    pub refused: bool,
}

/// One run to be made.
struct Job<'s> {
    subject: &'s Subject,
    root: String,
    cap: String,
    target: Target,
    flags: String,
    what: String,
}

/// Why stubc wrote nothing.
struct Refusal {
    code: Option<i32>,
    text: String,
}

impl From<String> for Refusal {
    fn from(text: String) -> Self {
        Self { code: None, text }
    }
}

/// Exit codes of stubc: no plan keeps the cap; the compiler cannot measure.
const NO_PLAN: i32 = 3;
const NO_MEASURE: i32 = 4;

/// A family with its possible roots.
struct Subject {
    family: &'static Family,
    files: Vec<PathBuf>,
    roots: Vec<String>,
}

/// Returns structures, unions and arrays that can be messages, as `Module.Type`.
fn roots(graph: &ValidGraph) -> Vec<String> {
    let is_constructor = |ty: TypeId| {
        let kind = &graph.types[graph.resolve(ty)].kind;
        matches!(kind, TypeKind::Structure(_) | TypeKind::Union(_) | TypeKind::Array(_))
    };
    let paths = graph.types.ids().filter(|&ty| is_constructor(ty)).map(|ty| graph.type_path(ty));
    // The path of an embedded type has more parts.
    let is_message = |path: &String| stubc::roots::message(graph, path).is_ok();
    paths.filter(|path| path.matches('.').count() == 1).filter(is_message).collect()
}

/// Makes `count` random runs for a target.
///
/// # Errors
/// A run fails, disagrees with its report, exceeds its cap, or is refused for a reason that is not true.
pub fn runs(stubc: &Path, target: &Target, seed: u64, count: usize) -> Result<Vec<Run>, String> {
    let mut random = Random::new(seed);
    let mut subjects = Vec::new();
    for family in FAMILIES.iter().filter(|family| family.place == Place::Project) {
        let (Some(files), Some(graph)) = (family.files(), family.graph()?) else { continue };
        subjects.push(Subject { family, files, roots: roots(&graph) });
    }
    let jobs: Vec<Job<'_>> = (0..count)
        .map(|at| {
            let subject = &subjects[random.below(subjects.len() as u64) as usize];
            let root = &subject.roots[random.below(subject.roots.len() as u64) as usize];
            let percent = random.below(1051) as f64 / 10.0;
            let direction = ["", "", ":decode", ":encode"][random.below(4) as usize];
            let more = MORE_FLAGS[random.below(MORE_FLAGS.len() as u64) as usize];
            // Only these compilers have both widths.
            let more = if more == "-m32" && !target.name.starts_with("x86-64") { "" } else { more };
            let cap = if at % TOO_SMALL == 0 { "1".to_owned() } else { format!("{percent}%") };
            let flags = format!("{} {more}", target.cflags).trim_end().to_owned();
            let what = format!("{} {root}{direction} {cap} {flags}", subject.family.title());
            Job { subject, root: format!("{root}{direction}"), cap, target: *target, flags, what }
        })
        .collect();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let (next, jobs) = (&AtomicUsize::new(0), &jobs);
    let work = || {
        let mut done = Vec::new();
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let run = job.run(stubc);
            done.push(run.map_err(|problem| format!("{}: {}: {problem}", job.target.name, job.what))?);
        }
        Ok(done)
    };
    let done: Vec<Result<Vec<Run>, String>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker does not panic")).collect()
    });
    Ok(done.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
}

impl Job<'_> {
    /// Runs stubc once, and compares what it says with what is there.
    fn run(&self, stubc: &Path) -> Result<Run, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let report = match self.report(stubc, &self.cap, folder.path()) {
            Ok(_) if self.flags.ends_with(COVERAGE) => return Err("the flags must be refused".into()),
            Ok(report) => report,
            Err(refusal) => {
                self.check(stubc, &refusal, folder.path())?;
                return Ok(Run {
                    what: self.what.clone(),
                    cap: 0,
                    size: 0,
                    fastest: false,
                    idle: None,
                    refused: true,
                });
            }
        };
        let (cap, said) = (whole(&report, "/cap")?, whole(&report, "/size/total")?);
        let fastest = whole(&report, "/size_range/fastest")?;
        let size = self.objects(folder.path())?;
        // The compiler's own helpers count, too; only the report has them.
        if said < size || size > cap || said > cap {
            return Err(format!("cap {cap}, measured {size}, reported {said}"));
        }
        let left = cap - said;
        let mut idle = None;
        if said < fastest && left > (cap * 3 / 100).max(least(&report)) {
            // A plan predicted to fit may not: a plan for a larger cap shows the bytes of the next step.
            for more in [2, 5, 10, 20] {
                let larger = (cap + cap * more / 100).to_string();
                let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
                let other = self.report(stubc, &larger, folder.path()).map_err(|refusal| refusal.text)?;
                let saved = |report: &Value| report["predicted"]["time_saved"].as_f64();
                if whole(&other, "/size/total")? <= cap && saved(&other) > saved(&report) {
                    idle = Some(left);
                }
            }
        }
        Ok(Run { what: self.what.clone(), cap, size, fastest: said >= fastest, idle, refused: false })
    }

    /// Checks that the reason of a refusal is true.
    fn check(&self, stubc: &Path, refusal: &Refusal, folder: &Path) -> Result<(), String> {
        let Refusal { code, text } = refusal;
        match *code {
            Some(NO_PLAN) => {
                let needed = text.split("the smallest needs ").nth(1).and_then(|rest| rest.split(' ').next());
                let needed: u64 =
                    needed.and_then(|word| word.parse().ok()).ok_or(format!("no smallest plan: {text}"))?;
                let report =
                    self.report(stubc, &needed.to_string(), folder).map_err(|refusal| refusal.text)?;
                if whole(&report, "/size/total")? != needed || self.objects(folder)? > needed {
                    return Err(format!("the smallest plan does not have {needed} bytes"));
                }
                let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
                match self.report(stubc, &(needed - 1).to_string(), folder.path()) {
                    Err(Refusal { code: Some(NO_PLAN), .. }) => Ok(()),
                    _ => Err(format!("a plan below the smallest of {needed} bytes is not refused")),
                }
            }
            Some(NO_MEASURE) if text.contains("the name of its folder") => {
                let source = "int stubc_names(int x)\n{\n    return x + 1;\n}\n";
                std::fs::write(folder.join("names.c"), source).map_err(|error| error.to_string())?;
                let object = self.object(folder, "names.c")?;
                let name = folder.as_os_str().as_encoded_bytes();
                let is_true = object.windows(name.len()).any(|part| part == name);
                if is_true { Ok(()) } else { Err(format!("objects do not name their folder: {text}")) }
            }
            _ => Err(text.clone()),
        }
    }

    /// Runs the command line with a cap, and returns the report.
    fn report(&self, stubc: &Path, cap: &str, folder: &Path) -> Result<Value, Refusal> {
        let report = folder.join("report.json");
        let output = Command::new(stubc)
            .args(&self.subject.files)
            .args(["--pdu", &self.root, "--max-size", cap, "--name", "stubs", "--quiet"])
            .args(["--cc", self.target.cc, "--cflags", &self.flags])
            .arg("--out-dir")
            .arg(folder)
            .arg("--report")
            .arg(&report)
            .output()
            .map_err(|error| format!("{}: {error}", stubc.display()))?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(Refusal { code: output.status.code(), text });
        }
        let text = std::fs::read_to_string(&report).map_err(|error| error.to_string())?;
        Ok(serde_json::from_str(&text).map_err(|error| error.to_string())?)
    }

    /// Compiles the written files and returns the bytes of allocated sections with contents.
    fn objects(&self, folder: &Path) -> Result<u64, String> {
        let mut total = 0;
        for source in ["stubs.c", "stubc_rt.c"] {
            let object = self.object(folder, source)?;
            total += allocated(&object).ok_or("the object is not an ELF file")?;
        }
        Ok(total)
    }

    /// Compiles a file of a folder, and returns the object.
    fn object(&self, folder: &Path, source: &str) -> Result<Vec<u8>, String> {
        let mut compile = Command::new(self.target.cc);
        compile.args(self.flags.split(' ')).args(["-c", source, "-o", "measured.o"]);
        crate::stubs::run(compile.current_dir(folder))?;
        std::fs::read(folder.join("measured.o")).map_err(|error| error.to_string())
    }
}

/// Returns a whole number of the report.
fn whole(report: &Value, pointer: &str) -> Result<u64, String> {
    report.pointer(pointer).and_then(Value::as_u64).ok_or_else(|| format!("the report has no {pointer}"))
}

/// Returns the bytes of the smallest step to a faster plan.
fn least(report: &Value) -> u64 {
    let nodes = report["nodes"].as_array().map(Vec::as_slice).unwrap_or_default();
    let steps = nodes.iter().filter_map(|node| node["faster"].as_i64());
    steps.map(|bytes| u64::try_from(bytes).unwrap_or(0)).min().unwrap_or(u64::MAX)
}

/// Returns the bytes of all sections of a little-endian ELF file that are allocated (SHF_ALLOC) and have
/// contents (not SHT_NOBITS).
fn allocated(elf: &[u8]) -> Option<u64> {
    const ALLOCATED: u64 = 2;
    const NO_CONTENTS: u64 = 8;
    let wide = *elf.get(4)? == 2;
    let read = |at: usize, octets: usize| -> Option<u64> {
        let bytes = elf.get(at..at + octets)?;
        Some(bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
    };
    let word = if wide { 8 } else { 4 };
    let table = read(if wide { 0x28 } else { 0x20 }, word)? as usize;
    let entry = read(if wide { 0x3a } else { 0x2e }, 2)? as usize;
    let count = read(if wide { 0x3c } else { 0x30 }, 2)? as usize;
    let mut total = 0;
    for section in (0..count).map(|at| table + at * entry) {
        let kind = read(section + 4, 4)?;
        let flags = read(section + 8, word)?;
        let size = read(section + if wide { 0x20 } else { 0x14 }, word)?;
        if flags & ALLOCATED != 0 && kind != NO_CONTENTS {
            total += size;
        }
    }
    Some(total)
}

//! The tests that a fault of the C runtime must fail: their programs, what they compile of the runtime, and how long they take.

use super::results::{Id, Outcome, Results};
use super::{FOLDER, read, text, write};
use crate::say;
use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// One test of the list.
pub(crate) struct Test {
    /// The part of the runtime that it guards: `ber`, `xdr` or `rpc`.
    pub(crate) part: String,
    package: String,
    /// Its name in the package's test program.
    pub(crate) name: String,
    program: PathBuf,
    /// What it does on the sound runtime, when that is measured.
    sound: Option<Sound>,
}

/// What a test does on the sound runtime.
struct Sound {
    /// Seconds of processor time, of all its processes.
    seconds: f64,
    /// The lines of the runtime that it compiles.
    compiled: BTreeSet<String>,
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Passed,
    Failed,
    TooLong,
}

/// What a shell returns of a process that SIGXCPU ended: it used up its processor time.
const OVER_TIME: i32 = 128 + 24;

/// The test program of each package.
const PROGRAM: &str = "all";

/// Seconds that a test takes before it is measured.
const UNKNOWN: f64 = 20.0;

/// The file with the output of the test that ran last.
pub(crate) fn output(folder: &Path) -> PathBuf {
    folder.join("output.txt")
}

/// That output; programs with a fault may print anything.
pub(crate) fn printed(folder: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(output(folder)).unwrap_or_default()).into_owned()
}

/// Builds the programs of the listed tests, and links them into the folder: they stay there while sources change.
pub(crate) fn build(root: &Path, folder: &Path) -> Result<Vec<Test>, String> {
    let list = read(&root.join(FOLDER).join("tests.txt"))?;
    let mut tests = Vec::new();
    for line in list.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [part, package, name] = words[..] else {
            return Err(format!("tests.txt: `{line}` is not a part, a package and a test"));
        };
        let [part, package, name] = [part, package, name].map(str::to_owned);
        tests.push(Test { part, package, name, program: PathBuf::new(), sound: None });
    }
    let programs = programs(root, &tests)?;
    for test in &mut tests {
        let program = programs.get(&root.join(test.home()));
        let program = program.ok_or_else(|| format!("{} has no test program `{PROGRAM}`", test.package))?;
        let name = program.file_name().unwrap_or_default();
        test.program = folder.join("programs").join(name);
        let problem = |error: std::io::Error| format!("{}: {error}", program.display());
        std::fs::create_dir_all(folder.join("programs")).map_err(problem)?;
        let _ = std::fs::remove_file(&test.program);
        std::fs::hard_link(program, &test.program).map_err(problem)?;
    }
    Ok(tests)
}

/// The test programs by folder of their package.
fn programs(root: &Path, tests: &[Test]) -> Result<BTreeMap<PathBuf, PathBuf>, String> {
    let mut command = Command::new("cargo");
    command.args(["test", "--no-run", "--message-format=json", "--test", PROGRAM]);
    let packages: BTreeSet<&str> = tests.iter().map(|test| test.package.as_str()).collect();
    command.args(packages.into_iter().flat_map(|package| ["-p", package]));
    command.current_dir(root).stderr(Stdio::inherit());
    let output = command.output().map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        return Err("the tests cannot be built".to_owned());
    }
    let mut programs = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let message: serde_json::Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let program = message["executable"].as_str();
        if let Some(program) = program.filter(|_| message["target"]["name"] == PROGRAM) {
            let source = message["manifest_path"].as_str().unwrap_or_default().to_owned();
            let folder = Path::new(&source).parent().map(Path::to_owned).unwrap_or_default();
            programs.insert(folder, PathBuf::from(program));
        }
    }
    Ok(programs)
}

/// Removes the compiled programs with a fault: they are of no use to the next one.
pub(crate) fn forget_faulty(tests: &[Test]) {
    let folders: BTreeSet<_> = tests.iter().filter_map(|test| test.program.ancestors().nth(2)).collect();
    for folder in folders {
        let _ = std::fs::remove_dir_all(folder.join("stubs/faulty"));
    }
}

/// The tests of a part, those that fail soonest by what is known of other faults first. The list is in order of their costs.
pub(crate) fn in_order<'t>(
    tests: &'t mut [Test],
    id: &Id,
    part: &str,
    results: &Results,
) -> Vec<&'t mut Test> {
    let chosen = tests.iter_mut().filter(|test| part.is_empty() || test.part == part);
    let mut chosen: Vec<(f64, &mut Test)> = chosen
        .map(|test| {
            let seconds = test.sound.as_ref().map_or(UNKNOWN, |sound| sound.seconds);
            (kills(&test.name, id, results) / (1.0 + seconds), test)
        })
        .collect();
    chosen.sort_by(|one, other| other.0.total_cmp(&one.0));
    chosen.into_iter().map(|(_, test)| test).collect()
}

/// How likely a test kills a mutant: by those of the same function and of the same file.
fn kills(title: &str, id: &Id, results: &Results) -> f64 {
    let killed =
        results.outcomes.iter().filter(|(_, (outcome, by))| *outcome == Outcome::Killed && by == title);
    killed.fold(1.0, |sum, (known, _)| match (known.file == id.file, known.function == id.function) {
        (true, true) => sum + 3.0,
        (true, false) => sum + 1.0,
        _ => sum + 0.1,
    })
}

impl Test {
    /// The folder of its package, where cargo runs it.
    fn home(&self) -> String {
        if self.package == "stubc-benches" { "benches".into() } else { format!("crates/{}", self.package) }
    }

    /// Whether it compiles a line of the runtime, or a part of one; or a line of printed code, with `@` for any text. Before its first fault, and unless an earlier mutation run did, it runs on the sound
    /// runtime: it must pass.
    pub(crate) fn compiles(&mut self, root: &Path, folder: &Path, line: &str) -> Result<bool, String> {
        if self.sound.is_none() {
            self.sound = Some(self.measure(root, folder)?);
        }
        Ok(self.sound.as_ref().is_some_and(|sound| sound.compiled.iter().any(|known| has(known, line))))
    }

    fn measure(&self, root: &Path, folder: &Path) -> Result<Sound, String> {
        let kept = folder.join("sound").join(self.name.replace("::", "-"));
        let program = std::fs::metadata(&self.program).and_then(|data| data.modified());
        let program = program.map_err(|error| format!("{}: {error}", self.program.display()))?;
        let version = format!("{program:?}");
        if let Some(sound) = read(&kept).ok().and_then(|text| Sound::of(&text, &version)) {
            return Ok(sound);
        }
        let (question, seen) = (folder.join("lines.txt"), folder.join("lines.seen"));
        write(&question, "?\n")?;
        let _ = std::fs::remove_file(&seen);
        if self.run(root, folder, &question)? != End::Passed {
            let log = output(folder);
            return Err(format!("{} fails on the sound runtime; see {}", self.name, log.display()));
        }
        let seconds = processor_time(&printed(folder)).ok_or("the shell tells no times")?;
        let compiled: BTreeSet<String> = read(&seen).unwrap_or_default().lines().map(str::to_owned).collect();
        say(&format!("sound: {} in {seconds:.1} s, {} lines", self.name, compiled.len()));
        let lines: String = compiled.iter().map(|line| format!("{line}\n")).collect();
        std::fs::create_dir_all(folder.join("sound")).map_err(|error| error.to_string())?;
        write(&kept, &format!("{version}\n{seconds}\n{lines}"))?;
        Ok(Sound { seconds, compiled })
    }

    /// Runs it with a fault, in a process group of its own, which ends when the time is over. Each process has a limit of processor
    /// time besides, so that a program that hangs ends soon and one that waits for a busy machine does not.
    pub(crate) fn run(&self, root: &Path, folder: &Path, fault: &Path) -> Result<End, String> {
        let problem = |error: std::io::Error| format!("{}: {error}", self.name);
        let log = std::fs::File::create(output(folder)).map_err(problem)?;
        let sound = self.sound.as_ref().map_or(300.0, |sound| sound.seconds);
        let limit = Duration::from_secs_f64(600.0 + 20.0 * sound);
        let most = 10.0 + 1.5 * sound;
        let limited = format!("ulimit -c 0; ulimit -t {most:.0}; \"$0\" \"$@\"; code=$?; times; exit $code");
        let mut command = Command::new("sh");
        command.args(["-c", &limited, text(&self.program)?, "--exact", &self.name, "--nocapture"]);
        command.process_group(0).current_dir(root.join(self.home())).env("STUBC_FAULT", text(fault)?);
        command.stdout(log.try_clone().map_err(problem)?).stderr(log);
        let mut child = command.spawn().map_err(problem)?;
        let start = Instant::now();
        loop {
            if let Some(status) = child.try_wait().map_err(problem)? {
                let hung = status.code() == Some(OVER_TIME) || is_over_time(&printed(folder));
                return Ok(match status.success() {
                    true => End::Passed,
                    false if hung => End::TooLong,
                    false => End::Failed,
                });
            }
            if start.elapsed() > limit {
                let group = format!("-{}", child.id());
                let killed = Command::new("kill").args(["-KILL", "--", &group]).status();
                killed.map_err(problem)?;
                child.wait().map_err(problem)?;
                return Ok(End::TooLong);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Whether a line has a text; `@` in it stands for any text.
fn has(line: &str, text: &str) -> bool {
    let mut rest = line;
    text.split('@').all(|part| match rest.find(part) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    })
}

/// Whether a test says that a program of it used up its processor time.
fn is_over_time(output: &str) -> bool {
    output.contains("SIGXCPU")
}

/// What the shell's `times` says of processes that have ended, in its last line: `0m1.250s 0m0.510s`.
fn processor_time(output: &str) -> Option<f64> {
    let seconds = |text: &str| {
        let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
        Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
    };
    let (user, system) = output.lines().last()?.split_once(' ')?;
    Some(seconds(user)? + seconds(system)?)
}

impl Sound {
    /// What an earlier run kept, if it is of this version of the test.
    fn of(text: &str, version: &str) -> Option<Self> {
        let mut lines = text.lines();
        if lines.next()? != version {
            return None;
        }
        let seconds = lines.next()?.parse().ok()?;
        Some(Self { seconds, compiled: lines.map(str::to_owned).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(name: &str, seconds: f64) -> Test {
        Test {
            part: "ber".into(),
            package: "stubc-benches".into(),
            name: name.into(),
            program: PathBuf::new(),
            sound: Some(Sound { seconds, compiled: BTreeSet::new() }),
        }
    }

    #[test]
    fn quick_killers_run_first() {
        let mut results = Results::load(Path::new("/nonexistent")).expect("no table is an empty one");
        let id = |line: &str| Id::new("ber/a.c", "f", line, "change");
        let mut tests = [test("slow", 40.0), test("quick", 1.0)];
        let names = |tests: &mut [Test], results: &Results| -> Vec<String> {
            in_order(tests, &id("x"), "ber", results).iter().map(|test| test.name.clone()).collect()
        };
        assert_eq!(names(&mut tests, &results), ["quick", "slow"]);
        for line in 0..20 {
            results.outcomes.insert(id(&line.to_string()), (Outcome::Killed, "slow".into()));
        }
        assert_eq!(names(&mut tests, &results), ["slow", "quick"]);
        assert!(in_order(&mut tests, &id("x"), "xdr", &results).is_empty());
    }

    #[test]
    fn lines_of_printed_code() {
        assert!(has("if (p1 != e1) {", "if (p@ != e@) {") && has("a = b;", "= b"));
        assert!(!has("if (p1 != e1) {", "if (p@ < e@) {") && !has("e1 != p1", "p@ != e"));
    }

    #[test]
    fn what_is_kept_belongs_to_one_version() {
        let kept = Sound::of("7\n1.5\na\nb\n", "7").expect("it is of this version");
        assert_eq!((kept.seconds, kept.compiled.len()), (1.5, 2));
        assert!(Sound::of("7\n1.5\na\n", "8").is_none() && Sound::of("", "8").is_none());
    }

    #[test]
    fn processor_time_is_measured_and_limited() {
        assert!(is_over_time("signal: 24 (SIGXCPU) (core dumped)"));
        assert!(!is_over_time("signal: 6 (SIGABRT)"));
        assert_eq!(processor_time("test ok\n0m0.001s 0m0.000s\n1m1.250s 0m0.500s\n"), Some(61.75));
        assert_eq!(processor_time("test ok"), None);
    }
}

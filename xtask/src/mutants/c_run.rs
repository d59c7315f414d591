//! Faults of the C runtime, one a run: the tests are built once and apply the fault that `STUBC_FAULT` names to the C that they compile.

use super::c_source::{Fault, faults};
use super::options::Options;
use super::results::{Id, Outcome, Results};
use super::sample::sample;
use super::{FOLDER, read, text, write};
use crate::say;
use std::collections::BTreeMap;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// One test of the list.
struct Test {
    /// The part of the runtime that it guards: `ber`, `xdr` or `rpc`.
    part: String,
    package: String,
    /// Its test program, and its name therein.
    target: String,
    name: String,
    program: PathBuf,
    /// How long it may take, when it has been measured.
    limit: Option<Duration>,
}

impl Test {
    fn title(&self) -> String {
        format!("{}::{}", self.target, self.name)
    }
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Passed,
    Failed,
    TooLong,
}

/// Tries the listed faults and a sample of those by rule.
pub(crate) fn run(root: &Path, options: &Options, results: &mut Results) -> Result<(), String> {
    let (listed, by_rule) = faults(root)?;
    let is_of_c = |id: &Id| id.file.ends_with(".c") || id.file.ends_with(".h");
    let known: std::collections::BTreeSet<Id> =
        listed.iter().chain(&by_rule).map(|(id, _)| id.clone()).collect();
    results.forget(is_of_c, |id| known.contains(id))?;
    let (of_list, of_rules) = (listed.len(), by_rule.len());
    let chosen: Vec<(Id, Fault)> =
        listed.into_iter().chain(sample(by_rule, options.sample, options.seed)).collect();
    let all = of_rules + of_list;
    results.ran(root, "c", options, &chosen, all)?;
    let wanted: Vec<_> = chosen.iter().filter(|(id, _)| results.wants(id, options.again)).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let folder = root.join("target/mutants/c");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let mut tests = build(root)?;
    for (at, (id, fault)) in wanted.iter().enumerate() {
        let (outcome, by) = attempt(&folder, &mut tests, id, fault)?;
        results.record(id, outcome, &by)?;
        let row = id.row().replace('\t', " | ");
        say(&format!("{}/{} {} {by}: {row}", at + 1, wanted.len(), outcome.name()));
    }
    results.ran(root, "c", options, &chosen, all)
}

/// The part of the runtime that a file belongs to; nothing when all parts hold it.
fn part(file: &str) -> &str {
    let folder = file.rsplit('/').nth(1).unwrap_or_default();
    if folder == "common" { "" } else { folder }
}

/// Builds the programs of the listed tests.
fn build(root: &Path) -> Result<Vec<Test>, String> {
    let list = read(&root.join(FOLDER).join("tests.txt"))?;
    let mut tests = Vec::new();
    for line in list.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [part, package, target, name] = words[..] else {
            return Err(format!("tests.txt: `{line}` is not a part, a package, a test program and a test"));
        };
        let [part, package, target, name] = [part, package, target, name].map(str::to_owned);
        tests.push(Test { part, package, target, name, program: PathBuf::new(), limit: None });
    }
    let mut command = Command::new("cargo");
    command.args(["test", "--no-run", "--message-format=json"]).current_dir(root).stderr(Stdio::inherit());
    let mut arguments: Vec<[String; 2]> = tests
        .iter()
        .flat_map(|test| [["-p".into(), test.package.clone()], ["--test".into(), test.target.clone()]])
        .collect();
    arguments.sort();
    arguments.dedup();
    let output = command.args(arguments.concat()).output().map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        return Err("the tests cannot be built".to_owned());
    }
    let mut programs = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let message: serde_json::Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if let Some(program) = message["executable"].as_str() {
            let source = message["manifest_path"].as_str().unwrap_or_default().to_owned();
            let name = message["target"]["name"].as_str().unwrap_or_default().to_owned();
            let folder = Path::new(&source).parent().map(Path::to_owned).unwrap_or_default();
            programs.insert((name, folder), PathBuf::from(program));
        }
    }
    for test in &mut tests {
        let folder = if test.package == "stubc-benches" {
            "benches".into()
        } else {
            format!("crates/{}", test.package)
        };
        let program = programs.get(&(test.target.clone(), root.join(folder)));
        let program =
            program.ok_or_else(|| format!("{} {} is no test program", test.package, test.target))?;
        test.program = program.clone();
    }
    Ok(tests)
}

/// Runs a test on the sound runtime, before its first fault: it must pass, and what it takes is its measure.
fn measure(folder: &Path, test: &mut Test) -> Result<(), String> {
    if test.limit.is_some() {
        return Ok(());
    }
    let start = Instant::now();
    if run_test(folder, test, None)? != End::Passed {
        return Err(format!("{} fails on the sound runtime; see {}", test.title(), output(folder).display()));
    }
    // Programs of the sound runtime are kept; those with a fault must be compiled, perhaps on a busy machine.
    test.limit = Some(Duration::from_secs(900) + 5 * start.elapsed());
    say(&format!("sound: {} in {:.1} s", test.title(), start.elapsed().as_secs_f64()));
    Ok(())
}

fn output(folder: &Path) -> PathBuf {
    folder.join("output.txt")
}

/// Runs the tests on the runtime with a fault, up to the first that fails.
fn attempt(
    folder: &Path,
    tests: &mut [Test],
    id: &Id,
    Fault(fault): &Fault,
) -> Result<(Outcome, String), String> {
    let (file, seen) = (folder.join("fault.txt"), folder.join("fault.seen"));
    write(&file, fault)?;
    let _ = std::fs::remove_file(&seen);
    let part = part(&id.file);
    let mut ended = (Outcome::Survived, String::new());
    for test in tests.iter_mut().filter(|test| part.is_empty() || test.part == part) {
        measure(folder, test)?;
        let outcome = match run_test(folder, test, Some(&file))? {
            End::Passed => continue,
            End::TooLong => Outcome::TimedOut,
            End::Failed if refused(&read(&output(folder))?) => Outcome::NotCompiled,
            End::Failed => Outcome::Killed,
        };
        if !seen.exists() {
            return Err(format!(
                "{} fails without the fault; see {}",
                test.title(),
                output(folder).display()
            ));
        }
        ended = (outcome, test.title());
        break;
    }
    if !seen.exists() {
        ended.0 = Outcome::NotCovered;
    }
    // Programs with a fault are of no use to the next one.
    for test in tests {
        let target = test.program.ancestors().nth(2);
        let _ = target.map(|target| std::fs::remove_dir_all(target.join("stubs/faulty")));
    }
    Ok(ended)
}

/// Whether the C compiler or the linker refused the fault.
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

/// Runs one test in a process group of its own, which ends when the time is over.
fn run_test(folder: &Path, test: &Test, fault: Option<&Path>) -> Result<End, String> {
    let problem = |error: std::io::Error| format!("{}: {error}", test.title());
    let log = std::fs::File::create(output(folder)).map_err(problem)?;
    let mut command = Command::new(&test.program);
    command.args(["--exact", &test.name, "--nocapture"]).process_group(0);
    command.stdout(log.try_clone().map_err(problem)?).stderr(log);
    // Where cargo runs tests: in the folder of their package.
    let package =
        if test.package == "stubc-benches" { "benches".into() } else { format!("crates/{}", test.package) };
    let root = folder.ancestors().nth(3).unwrap_or(folder);
    command.current_dir(root.join(package));
    match fault {
        Some(fault) => command.env("STUBC_FAULT", text(fault)?),
        None => command.env_remove("STUBC_FAULT"),
    };
    let mut child = command.spawn().map_err(problem)?;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(problem)? {
            return Ok(if status.success() { End::Passed } else { End::Failed });
        }
        if test.limit.is_some_and(|limit| start.elapsed() > limit) {
            let group = format!("-{}", child.id());
            let killed = Command::new("kill").args(["-KILL", "--", &group]).status();
            killed.map_err(problem)?;
            child.wait().map_err(problem)?;
            return Ok(End::TooLong);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_compiler_are_no_kills() {
        assert!(refused("stubc_rt.c:12:5: error: expected expression before ';' token"));
        assert!(refused("/usr/bin/ld: stubc_rt.o: undefined reference to `digits'"));
        assert!(!refused("stubc_rt.c:12:5: runtime error: load of value 3"));
        assert!(!refused("thread 'ldap' panicked at benches/tests/proof.rs:3:5: {\"error\":3}"));
    }

    #[test]
    fn files_belong_to_parts() {
        assert_eq!(part("crates/interp-runtime/c/xdr/stubc_xdr_interpret.c"), "xdr");
        assert_eq!(part("crates/interp-runtime/c/ber/stubc_rt.h"), "ber");
        assert_eq!(part("crates/interp-runtime/c/rpc/stubc_net.c"), "rpc");
    }
}

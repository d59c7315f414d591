//! Measures the distance of the greedy plan from the best one on every specification of `specs/` and
//! `../shared/specs`.
//!
//! `optimality [--seconds N] [--jobs N] [--write] [NAME...]`: time limit of the exact solver per cap (60),
//! caps solved at a time (2), write the table to `benches/optimality.md`, specifications (all). With
//! `--features cbc` it runs CBC instead of microlp.
//!
//! Each case runs in its own process, since CBC cannot solve two problems in one. Results are stored in
//! `target/optimality.tsv` at once: an interrupted run continues.

use size_budget::Problem;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use stubc_benches::console::{complain, ended, say};
use stubc_benches::optimality::{Best, Case, PERCENTS, Specification, case, specifications};
use stubc_benches::{report, specs};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    ended(match &arguments[..] {
        [flag, name, percent, seconds] if flag == "--case" => one(name, percent, seconds),
        _ => table(arguments),
    })
}

/// Returns all specifications.
fn all() -> Vec<Specification> {
    let mut all = specifications(&specs(), "");
    match test_needs::shared() {
        Some(shared) => {
            all.extend(specifications(&shared.join("specs/asn1"), "published "));
            all.extend(specifications(&shared.join("specs/xdr"), "published "));
        }
        None => complain("skipped: ../shared with the published specifications is absent"),
    }
    all
}

/// Solves one case, for the parent process.
fn one(name: &str, percent: &str, seconds: &str) -> Result<(), String> {
    let specification = all().into_iter().find(|specification| specification.name == name);
    let problem = specification.ok_or("there is no such specification")?.problem()?;
    let (Ok(percent), Ok(seconds)) = (percent.parse(), seconds.parse()) else {
        return Err("--case needs a name, a percentage and seconds".to_owned());
    };
    say(&case(&problem, percent, Duration::from_secs(seconds)).line());
    Ok(())
}

/// A requested case.
struct Asked {
    name: String,
    percent: f64,
    key: String,
}

fn table(arguments: Vec<String>) -> Result<(), String> {
    let (mut seconds, mut jobs, mut write, mut names) = (60_u64, 2_usize, false, Vec::new());
    let mut rest = arguments.into_iter();
    while let Some(argument) = rest.next() {
        let mut number = || {
            let value = rest.next().and_then(|text| text.parse::<u64>().ok());
            value.ok_or_else(|| format!("{argument} needs a number"))
        };
        match argument.as_str() {
            "--seconds" => seconds = number()?,
            "--jobs" => jobs = usize::try_from(number()?.max(1)).map_err(|error| error.to_string())?,
            "--write" => write = true,
            _ => names.push(argument),
        }
    }
    let mut all = all();
    all.retain(|specification| names.is_empty() || names.contains(&specification.name));
    let kept = Kept::open()?;
    let (mut heads, mut asked) = (Vec::new(), Vec::new());
    for specification in &all {
        let name = &specification.name;
        match specification.problem() {
            Err(error) => heads.push((name, Err(error))),
            Ok(problem) if problem.node_ids().next().is_none() => {}
            Ok(problem) => {
                let sizes = [problem.node_ids().count(), problem.reference_ids().count()];
                let known = key(name, &problem, seconds);
                let of =
                    |percent: f64| Asked { name: name.clone(), percent, key: format!("{known} {percent}") };
                asked.extend(PERCENTS.map(of));
                heads.push((name, Ok((sizes, known))));
            }
        }
    }
    run(&asked, &kept, seconds, jobs)?;
    let mut text = String::from(
        "| specification | nodes | references | cap | paper's greedy | greedy | best | | greedy above best |\n\
         |---|---:|---:|---:|---:|---:|---:|---|---:|\n",
    );
    let mut done = Vec::new();
    for (name, problem) in heads {
        let ([nodes, references], known) = match problem {
            Ok(head) => head,
            Err(error) => {
                text += &format!("| {name} | does not compile: {error} | | | | | | | |\n");
                continue;
            }
        };
        for percent in PERCENTS {
            let key = format!("{known} {percent}");
            let case = kept.get(&key).ok_or_else(|| format!("{name} at {percent} % is missing"))?;
            text += &format!(
                "| {name} | {nodes} | {references} | {percent} % | {:.1} | {:.1} | {:.1} | {} | {:.3} % |\n",
                case.simple,
                case.greedy,
                case.best,
                case.kind.name(),
                case.distance() * 100.0,
            );
            done.push(case);
        }
    }
    let summary = summary(&done);
    say(&text);
    say(&summary);
    if write {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("optimality.md");
        report::replace(&file, "optimality summary", &summary)?;
        report::replace(&file, "optimality", &text)?;
    }
    Ok(())
}

/// Returns a key of everything that a case depends on except its cap: the problem, the solver and its time.
fn key(name: &str, problem: &Problem, seconds: u64) -> String {
    let mut hasher = DefaultHasher::new();
    format!("{problem:?}").hash(&mut hasher);
    let solver = if cfg!(feature = "cbc") { "cbc" } else { "microlp" };
    format!("{name} {:016x} {solver} {seconds}", hasher.finish())
}

/// Runs the cases that are not stored, `jobs` at a time, each in a process.
fn run(asked: &[Asked], kept: &Kept, seconds: u64, jobs: usize) -> Result<(), String> {
    let start = Instant::now();
    let missing: Vec<&Asked> = asked.iter().filter(|asked| kept.get(&asked.key).is_none()).collect();
    complain(&format!("{} cases, {} of them kept from before", asked.len(), asked.len() - missing.len()));
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let solve = |asked: &Asked| -> Result<(), String> {
        let started = Instant::now();
        let mut command = Command::new(&program);
        command.args(["--case", &asked.name, &asked.percent.to_string(), &seconds.to_string()]);
        let output = command.stderr(Stdio::inherit()).output().map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        // CBC also writes to standard output.
        let case = text.lines().rev().find_map(Case::from_line);
        let case = case.ok_or_else(|| format!("{} at {} %: {}", asked.name, asked.percent, output.status))?;
        kept.put(&asked.key, case)?;
        complain(&format!(
            "{} s: {} at {} %: {}, {:.3} % above, took {:.1} s",
            start.elapsed().as_secs(),
            asked.name,
            asked.percent,
            case.kind.name(),
            case.distance() * 100.0,
            started.elapsed().as_secs_f64()
        ));
        Ok(())
    };
    let queue = Mutex::new(missing.into_iter());
    let next = || queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
    std::thread::scope(|scope| {
        let work = || std::iter::from_fn(&next).try_for_each(solve);
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Finished cases in a file, one line each: key and result.
struct Kept {
    path: PathBuf,
    cases: Mutex<BTreeMap<String, Case>>,
}

impl Kept {
    fn open() -> Result<Self, String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/optimality.tsv");
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let case = |line: &str| {
            let (key, case) = line.split_once('\t')?;
            Some((key.to_owned(), Case::from_line(case)?))
        };
        let cases = Mutex::new(text.lines().filter_map(case).collect());
        Ok(Self { path, cases })
    }

    fn get(&self, key: &str) -> Option<Case> {
        self.cases.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get(key).copied()
    }

    fn put(&self, key: &str, case: Case) -> Result<(), String> {
        let mut cases = self.cases.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        cases.insert(key.to_owned(), case);
        let told = |error: std::io::Error| format!("{}: {error}", self.path.display());
        let mut file =
            std::fs::OpenOptions::new().create(true).append(true).open(&self.path).map_err(told)?;
        file.write_all(format!("{key}\t{}\n", case.line()).as_bytes()).map_err(told)
    }
}

/// Returns median and worst of each kind, and of all.
fn summary(done: &[Case]) -> String {
    let mut text = String::from("| against | cases | median | worst |\n|---|---:|---:|---:|\n");
    let kinds = [
        ("the optimum, proven", Some(Best::Proven)),
        ("the bound of the linear relaxation, after a timeout", Some(Best::Bound)),
        ("the same, problem too large for the solver", Some(Best::TooLarge)),
        ("any", None),
    ];
    for (name, kind) in kinds {
        let cases = done.iter().filter(|case| kind.is_none_or(|kind| case.kind == kind));
        let mut distances: Vec<f64> = cases.map(|case| case.distance() * 100.0).collect();
        distances.sort_by(f64::total_cmp);
        let median =
            distances.get(distances.len() / 2).map_or("-".to_owned(), |value| format!("{value:.3} %"));
        let worst = distances.last().map_or("-".to_owned(), |value| format!("{value:.3} %"));
        text += &format!("| {name} | {} | {median} | {worst} |\n", distances.len());
    }
    let slower = done.iter().filter(|case| case.greedy > case.simple).count();
    text += &format!("\nThe greedy plan is slower than the paper's in {slower} of {} cases.\n", done.len());
    text
}

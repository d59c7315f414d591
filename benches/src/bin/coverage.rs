//! Reports the lines of C that tests execute: `coverage [--write]`, after `cargo xtask coverage` has run the tests.
//!
//! `coverage --sum TEST` first counts the lines of one test, into `target/coverage/sums`, and removes its programs.
//! `--write` writes the tables to `benches/coverage.md`. `target/coverage/lines.tsv` has each line with its tests.
//! Lines without a test need a reason in `benches/coverage.tsv`: file, text of the line, reason.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stubc_benches::console::{complain, ended, say};
use stubc_benches::coverage::{self, Line, Lines, Place, Sum, choice};
use stubc_benches::report;

fn main() -> ExitCode {
    ended(run())
}

fn run() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = root.canonicalize().map_err(|error| error.to_string())?;
    let folder = root.join("target/coverage");
    let folder = folder.canonicalize().map_err(|error| format!("no test has run: {error}"))?;
    if let Some(test) = std::env::args().skip_while(|word| word != "--sum").nth(1) {
        return sum(&root, &folder, &test);
    }
    let lines = read_sums(&root, &folder.join("sums"))?;
    let sources = Sources::default();
    let is_text = |place: &Place| !place.0.ends_with(".rs");
    let of_texts: Vec<(&Place, &Line)> = lines.iter().filter(|(place, _)| is_text(place)).collect();
    let mut texts = "| file | lines | executed | share | tests |\n|---|---|---|---|---|\n".to_owned();
    let name = |place: &Place| {
        place.0.replace("crates/interp-runtime/c/", "").replace("crates/codegen/src/c/", "print/")
    };
    texts += &table(&of_texts, &name);
    let calls: Lines = coverage::printing_calls(&root)?
        .into_iter()
        .map(|place| (place.clone(), lines.get(&place).cloned().unwrap_or_default()))
        .collect();
    let printed = |place: &Place| lines.contains_key(place);
    let of_calls: Vec<(&Place, &Line)> = calls.iter().collect();
    let unprinted: Vec<&Place> = calls.keys().filter(|place| !printed(place)).collect();
    let mut printers = format!(
        "{} calls print lines. Tests compile lines of {} of them.\n\n",
        calls.len(),
        calls.len() - unprinted.len()
    );
    printers += "| folder | calls whose lines are code | executed | share | tests |\n|---|---|---|---|---|\n";
    let parent = |place: &Place| {
        let path = place.0.replace("crates/codegen/src/", "");
        path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned())
    };
    printers += &table(&of_calls, &parent);
    let missed = of_texts.iter().chain(&of_calls).filter(|(_, line)| line.is_code && line.tests.is_empty());
    let mut open: Vec<(String, String)> = missed.map(|(place, _)| sources.of(&root, place)).collect();
    open.extend(unprinted.iter().map(|place| sources.of(&root, place)));
    open.sort();
    open.dedup();
    write_all(&folder, &lines, &open)?;
    let reasons = reasons(&root)?;
    let (explained, unexplained): (Vec<_>, Vec<_>) =
        open.iter().partition(|line| reasons.contains_key(*line));
    let mut left = "| file | line | reason |\n|---|---|---|\n".to_owned();
    for line in &explained {
        left += &format!("| {} | `{}` | {} |\n", line.0, line.1.replace('|', "\\|"), reasons[*line]);
    }
    say(&format!("{texts}\n{printers}\n{} lines without a test have a reason", explained.len()));
    if std::env::args().any(|argument| argument == "--write") {
        let document = root.join("benches/coverage.md");
        for (section, text) in [("runtime", texts), ("printers", printers), ("left", left)] {
            report::replace(&document, section, &text)?;
        }
    }
    let shown: Vec<String> = unexplained.iter().map(|(file, text)| format!("{file}: {text}")).collect();
    if shown.is_empty() {
        Ok(())
    } else {
        Err(format!("{} lines have no test and no reason:\n{}", shown.len(), shown.join("\n")))
    }
}

/// Counts the lines that a test executes.
fn sum(root: &Path, folder: &Path, test: &str) -> Result<(), String> {
    let (units, sums) = (folder.join("units").join(test), folder.join("sums"));
    let mut lines = Lines::new();
    coverage::add(root, test, &units, &mut lines)?;
    let told = |error: std::io::Error| format!("{test}: {error}");
    std::fs::create_dir_all(&sums).map_err(told)?;
    std::fs::write(sums.join(test), coverage::rows(root, &lines)).map_err(told)?;
    std::fs::remove_dir_all(&units).map_err(told)
}

/// Returns the lines of all tests that have run.
fn read_sums(root: &Path, sums: &Path) -> Result<Lines, String> {
    let told = |error: std::io::Error| format!("no test has run: {error}");
    let mut tests: Vec<PathBuf> =
        std::fs::read_dir(sums).map_err(told)?.flatten().map(|entry| entry.path()).collect();
    tests.sort();
    let mut lines = Lines::new();
    for test in tests {
        let name = test.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let rows = std::fs::read_to_string(&test).map_err(told)?;
        let changed: Vec<String> = coverage::read(root, &name, &rows, &mut lines).into_iter().collect();
        if !changed.is_empty() {
            complain(&format!(
                "{name} ran before changes of {}: run it again with --only",
                changed.join(", ")
            ));
        }
    }
    Ok(lines)
}

/// Returns the rows of groups of lines, and the row of all.
fn table(lines: &[(&Place, &Line)], group: &dyn Fn(&Place) -> String) -> String {
    let mut groups: BTreeMap<String, Vec<&Line>> = BTreeMap::new();
    lines.iter().for_each(|(place, line)| groups.entry(group(place)).or_default().push(line));
    let (mut rows, mut all) = (String::new(), Sum::default());
    for (name, lines) in groups {
        let mut sum = Sum::default();
        lines.iter().for_each(|line| sum.add(line));
        lines.iter().for_each(|line| all.add(line));
        if sum.code > 0 {
            rows += &sum.row(&name, &choice(lines.into_iter()).join(", "));
        }
    }
    rows + &all.row("all", "")
}

/// The texts of the lines.
#[derive(Default)]
struct Sources(std::cell::RefCell<BTreeMap<String, Vec<String>>>);

impl Sources {
    /// Returns the file and the text of a line.
    fn of(&self, root: &Path, (file, number): &Place) -> (String, String) {
        let mut known = self.0.borrow_mut();
        let lines = known.entry(file.clone()).or_insert_with(|| {
            let text = std::fs::read_to_string(root.join(file)).unwrap_or_default();
            text.lines().map(|line| line.trim().to_owned()).collect()
        });
        (file.clone(), lines.get(number - 1).cloned().unwrap_or_default())
    }
}

/// Writes each line with its tests, and the lines that no test executes.
fn write_all(folder: &Path, lines: &Lines, open: &[(String, String)]) -> Result<(), String> {
    let mut table = String::new();
    for ((file, number), line) in lines.iter().filter(|(_, line)| line.is_code) {
        let tests: Vec<&str> = line.tests.iter().map(String::as_str).collect();
        table += &format!("{file}:{number}\t{}\n", tests.join(" "));
    }
    let open: String = open.iter().map(|(file, text)| format!("{file}\t{text}\n")).collect();
    for (name, text) in [("lines.tsv", table), ("open.tsv", open)] {
        std::fs::write(folder.join(name), text).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

/// Reads the reasons of lines that no test executes.
fn reasons(root: &Path) -> Result<BTreeMap<(String, String), String>, String> {
    let file = root.join("benches/coverage.tsv");
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let row = |line: &str| {
        let mut columns = line.split('\t').map(str::to_owned);
        Some(((columns.next()?, columns.next()?), columns.next()?))
    };
    Ok(text.lines().filter_map(row).collect())
}

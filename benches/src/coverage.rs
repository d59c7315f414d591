//! The lines of C that tests execute: of the runtime, and of what `stubc` prints, by the call that prints them.
//!
//! Tests compile with `covered_cc`, which keeps sources and counters. Printed lines end with marks of their places
//! (`codegen`, feature `places`).

use codegen::emit::place_key;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A line of the sources of `stubc`: file below the repository, and number.
pub type Place = (String, usize);

/// What tests do with a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Whether a compiler makes code of it.
    pub is_code: bool,
    /// The tests that execute it.
    pub tests: BTreeSet<String>,
}

/// The lines that tests print, by place.
pub type Lines = BTreeMap<Place, Line>;

/// The folders whose texts are printed as they are.
const TEXTS: [&str; 2] = ["crates/interp-runtime/c", "crates/codegen/src/c"];

/// Adds what the units of a test say: a folder for each run of the compiler.
///
/// # Errors
/// gcov is missing, or a file cannot be read.
pub fn add(root: &Path, test: &str, units: &Path, lines: &mut Lines) -> Result<(), String> {
    let texts = texts(root)?;
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(units).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    folders.sort();
    for folder in folders {
        let mut places = BTreeMap::new();
        for file in crate::fuzz::files(&folder) {
            let text = if is(&file, "c") || is(&file, "h") { std::fs::read(&file) } else { continue };
            let text = text.map_err(|error| format!("{}: {error}", file.display()))?;
            let found = marked(&String::from_utf8_lossy(&text), &texts);
            for place in found.values() {
                lines.entry(place.clone()).or_default();
            }
            places.insert(file, found);
        }
        for notes in crate::fuzz::files(&folder).iter().filter(|file| is(file, "gcno")) {
            count(notes, &places, test, lines)?;
        }
    }
    Ok(())
}

fn is(file: &Path, ending: &str) -> bool {
    file.extension().is_some_and(|own| own == ending)
}

/// The files of a text, each with the line in front of its first one.
type Files = Vec<(usize, String)>;

/// Returns the files of the texts by the keys in their marks. A text may join files.
fn texts(root: &Path) -> Result<BTreeMap<String, Files>, String> {
    const JOINED: [&str; 2] = [interp_runtime::sources::FILTER_PER, interp_runtime::sources::FILTER_OER];
    let mut found: BTreeMap<String, Files> = BTreeMap::new();
    for folder in TEXTS {
        for ending in ["c", "h"] {
            for file in test_needs::files_below(root.join(folder), ending) {
                let text =
                    std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
                let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
                for joined in JOINED {
                    let before = joined.split_once(&text).map(|(before, _)| before.lines().count());
                    let files = found.entry(format!("{:x}", place_key(joined))).or_default();
                    files.extend(before.map(|before| (before, name.clone())));
                }
                found.insert(format!("{:x}", place_key(&text)), vec![(0, name)]);
            }
        }
    }
    Ok(found)
}

/// Returns the places of a printed file's lines, by number. The mark of a line that was too long is on a line before it.
fn marked(text: &str, texts: &BTreeMap<String, Files>) -> BTreeMap<usize, Place> {
    let mut places = BTreeMap::new();
    let mut before: Option<Place> = None;
    for (at, line) in text.lines().enumerate() {
        let place = line.split_once("/*@").and_then(|(_, rest)| {
            let (file, number) = rest.split_once("*/")?.0.rsplit_once(':')?;
            let number: usize = number.parse().ok()?;
            let Some(files) = texts.get(file) else { return Some((file.to_owned(), number)) };
            let own = files.iter().filter(|(before, _)| *before < number).max();
            own.map(|(before, file)| (file.clone(), number - before))
        });
        let is_alone = line.trim_start().starts_with("/*@");
        let own = place.clone().or_else(|| before.clone());
        before = if is_alone { place } else { before.filter(|_| place.is_none()) };
        places.extend(own.filter(|_| !is_alone).map(|own| (at + 1, own)));
    }
    places
}

/// Adds the counts of one compiled file.
fn count(
    notes: &Path,
    places: &BTreeMap<PathBuf, BTreeMap<usize, Place>>,
    test: &str,
    lines: &mut Lines,
) -> Result<(), String> {
    let folder = notes.parent().unwrap_or(Path::new(""));
    let output =
        Command::new("gcov").args(["--json-format", "--stdout"]).arg(notes).current_dir(folder).output();
    let output = output.map_err(|error| format!("gcov: {error}"))?;
    // Counters of an interrupted program are damaged; its lines count as not executed.
    let Ok(found) = serde_json::from_slice::<serde_json::Value>(&output.stdout) else { return Ok(()) };
    for file in found["files"].as_array().into_iter().flatten() {
        let name = folder.join(file["file"].as_str().unwrap_or_default());
        let Some(places) = places.get(&name) else { continue };
        for line in file["lines"].as_array().into_iter().flatten() {
            let Some(place) = line["line_number"].as_u64().and_then(|number| places.get(&(number as usize)))
            else {
                continue;
            };
            let own = lines.entry(place.clone()).or_default();
            own.is_code = true;
            if line["count"].as_u64() != Some(0) && !own.tests.contains(test) {
                own.tests.insert(test.to_owned());
            }
        }
    }
    Ok(())
}

/// Returns the rows of one test's lines: file, key of its text, number of the line, whether it is code and executed.
#[must_use]
pub fn rows(root: &Path, lines: &Lines) -> String {
    let mut keys = Keys::default();
    let row = |((file, number), line): (&Place, &Line)| {
        let key = keys.of(root, file);
        format!("{file}\t{key:x}\t{number}\t{}\t{}\n", line.is_code, !line.tests.is_empty())
    };
    lines.iter().map(row).collect()
}

/// Adds the rows of a test. Returns the files whose text has changed since; their rows are left out.
pub fn read(root: &Path, test: &str, rows: &str, lines: &mut Lines) -> BTreeSet<String> {
    let (mut keys, mut changed) = (Keys::default(), BTreeSet::new());
    for row in rows.lines() {
        let [file, key, number, is_code, is_executed] = row.split('\t').collect::<Vec<_>>()[..] else {
            continue;
        };
        if key != format!("{:x}", keys.of(root, file)) {
            changed.insert(file.to_owned());
            continue;
        }
        let line = lines.entry((file.to_owned(), number.parse().unwrap_or_default())).or_default();
        line.is_code |= is_code == "true";
        line.tests.extend((is_executed == "true").then(|| test.to_owned()));
    }
    changed
}

/// The keys of the texts of files.
#[derive(Default)]
struct Keys(BTreeMap<String, u64>);

impl Keys {
    fn of(&mut self, root: &Path, file: &str) -> u64 {
        let text = || std::fs::read_to_string(root.join(file)).unwrap_or_default();
        *self.0.entry(file.to_owned()).or_insert_with(|| place_key(&text()))
    }
}

/// Returns the places of the calls that print lines of code, in the sources of `codegen`. Calls whose text begins with a
/// directive or a comment print no code.
///
/// # Errors
/// A file cannot be read.
pub fn printing_calls(root: &Path) -> Result<BTreeSet<Place>, String> {
    const CALLS: [&str; 11] = [
        "line(",
        "lines(",
        "declare(",
        "block(",
        "when(",
        "either(",
        "switch(",
        "case(",
        "last_case(",
        "function(",
        "prototype(",
    ];
    const OTHERS: [&str; 8] =
        ["\"#", "&format!(\"#", "\"/*", "&format!(\"/*", "\" *", "\"\")", "&remarks.", ")"];
    let mut calls = BTreeSet::new();
    for file in test_needs::files_below(root.join("crates/codegen/src"), "rs") {
        let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        // The writer itself; the toy rule, which no user has.
        if name.ends_with("c/writer.rs") || name.contains("/rules/fixed/") {
            continue;
        }
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{name}: {error}"))?;
        let own = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        for (at, line) in own.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
            // A writer is `w`, or the body of a function.
            let found = ["w.", "body."].into_iter().flat_map(|writer| line.split(writer).skip(1));
            let prints = |rest: &str| {
                let text = CALLS.iter().find_map(|call| rest.strip_prefix(call));
                text.is_some_and(|text| OTHERS.iter().all(|other| !text.starts_with(other)))
            };
            calls.extend(found.into_iter().any(prints).then(|| (name.clone(), at + 1)));
        }
    }
    Ok(calls)
}

/// The sum over the lines of one file or folder.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// Lines that a compiler makes code of, in some test.
    pub code: usize,
    /// Those that a test executes.
    pub executed: usize,
    /// For each test the lines that it executes.
    pub tests: BTreeMap<String, usize>,
}

impl Sum {
    /// Adds a line.
    pub fn add(&mut self, line: &Line) {
        self.code += usize::from(line.is_code);
        self.executed += usize::from(!line.tests.is_empty());
        line.tests.iter().for_each(|test| *self.tests.entry(test.clone()).or_default() += 1);
    }

    /// Returns a row of a table, with the fewest tests that execute all executed lines, found one by one.
    pub fn row(&self, name: &str, tests: &str) -> String {
        let share = 100.0 * self.executed as f64 / self.code.max(1) as f64;
        format!("| {name} | {} | {} | {share:.1} % | {tests} |\n", self.code, self.executed)
    }
}

/// Returns tests that together execute all lines that any test executes, the largest part first.
pub fn choice<'l>(lines: impl Iterator<Item = &'l Line>) -> Vec<String> {
    let mut left: Vec<&Line> = lines.filter(|line| !line.tests.is_empty()).collect();
    let mut chosen = Vec::new();
    while !left.is_empty() {
        let mut sum = Sum::default();
        left.iter().for_each(|line| sum.add(line));
        let best = sum.tests.iter().max_by_key(|(name, count)| (**count, std::cmp::Reverse((*name).clone())));
        let Some((name, _)) = best else { break };
        left.retain(|line| !line.tests.contains(name));
        chosen.push(name.clone());
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read() {
        let files = vec![(0, "c/x.c".to_owned()), (10, "c/y.c".to_owned())];
        let texts = [("a1".to_owned(), files)].into();
        let text = "int f(void) /*@a1:3*/\n{\n    /*@b.rs:7*/\n    return g(1,\n        2);\n} /*@b.rs:9*/\n\
            int g; /*@a1:12*/\n";
        let place = |file: &str, line| (file.to_owned(), line);
        let expected = [
            (1, place("c/x.c", 3)),
            (4, place("b.rs", 7)),
            (5, place("b.rs", 7)),
            (6, place("b.rs", 9)),
            (7, place("c/y.c", 2)),
        ];
        assert_eq!(marked(text, &texts), expected.into());
    }

    #[test]
    fn few_tests_are_chosen() {
        let line = |tests: &[&str]| Line {
            is_code: true,
            tests: tests.iter().map(|test| (*test).to_owned()).collect(),
        };
        let lines = [line(&["a", "b"]), line(&["b"]), line(&["c"]), line(&[]), line(&["a", "b"])];
        assert_eq!(choice(lines.iter()), ["b", "c"]);
    }
}

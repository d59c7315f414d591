//! The outcomes of mutants and the explanations of survivors: two tables, one line per mutant.

use super::options::Options;
use super::{read, write};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A mutant, named by the surrounding texts, so that edits elsewhere keep its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Id {
    /// Path in the repository.
    pub(crate) file: String,
    pub(crate) function: String,
    /// The line before the change, or the fault's title.
    pub(crate) line: String,
    /// The line after the change, or cargo-mutants' name of it; `#2` for the second such change in the
    /// function.
    pub(crate) change: String,
}

impl Id {
    /// Returns the name with these parts.
    pub(crate) fn new(file: &str, function: &str, line: &str, change: &str) -> Self {
        let clean = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        Self { file: clean(file), function: clean(function), line: clean(line), change: clean(change) }
    }

    /// Returns the columns of a table.
    pub(crate) fn row(&self) -> String {
        [self.file.as_str(), &self.function, &self.line, &self.change].join("\t")
    }
}

/// Numbers the second and further mutants of one name.
pub(crate) fn number<T>(mutants: Vec<(Id, T)>) -> Vec<(Id, T)> {
    let mut seen: BTreeMap<Id, usize> = BTreeMap::new();
    let numbered = mutants.into_iter().map(|(mut id, mutant)| {
        let nth = seen.entry(id.clone()).or_default();
        *nth += 1;
        if *nth > 1 {
            id.change = format!("{} #{nth}", id.change);
        }
        (id, mutant)
    });
    numbered.collect()
}

/// The outcome of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// A test failed.
    Killed,
    /// A test ran much longer than on the sound sources.
    TimedOut,
    /// All tests passed.
    Survived,
    /// No test compiles its place.
    NotCovered,
    /// The compiler refuses it: it does not count.
    NotCompiled,
}

impl Outcome {
    const NAMES: [(Self, &str); 5] = [
        (Self::Killed, "killed"),
        (Self::TimedOut, "timed out"),
        (Self::Survived, "survived"),
        (Self::NotCovered, "not covered"),
        (Self::NotCompiled, "not compiled"),
    ];

    /// Returns the name in tables.
    pub(crate) fn name(self) -> &'static str {
        Self::NAMES.iter().find(|known| known.0 == self).map_or("", |known| known.1)
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|known| known.1 == name).map(|known| known.0)
    }

    /// Returns whether a test or an explanation is missing.
    pub(crate) fn is_open(self) -> bool {
        matches!(self, Self::Survived | Self::NotCovered)
    }
}

/// Both tables.
#[derive(Debug)]
pub(crate) struct Results {
    folder: PathBuf,
    /// Outcomes, with the test behind each.
    pub(crate) outcomes: BTreeMap<Id, (Outcome, String)>,
    /// Explanations of survivors without a test.
    pub(crate) explained: BTreeMap<Id, String>,
    /// The last run of each kind, as in the report.
    pub(crate) runs: BTreeMap<String, String>,
}

const HEADER: &str = "file\tfunction\tline\tchange\toutcome\tby\n";

impl Results {
    /// Reads both tables; a missing one is empty.
    pub(crate) fn load(folder: &Path) -> Result<Self, String> {
        let mut results = Self {
            folder: folder.to_owned(),
            outcomes: BTreeMap::new(),
            explained: BTreeMap::new(),
            runs: BTreeMap::new(),
        };
        for line in lines(&folder.join("results.tsv"))? {
            let columns: Vec<&str> = line.split('\t').collect();
            match columns[..] {
                ["#", kind, run] => {
                    results.runs.insert(kind.to_owned(), run.to_owned());
                }
                [file, function, line, change, outcome, by] => {
                    let outcome = Outcome::from_name(outcome)
                        .ok_or_else(|| format!("`{outcome}` is not an outcome"))?;
                    let id = Id::new(file, function, line, change);
                    results.outcomes.insert(id, (outcome, by.to_owned()));
                }
                _ => return Err(format!("results.tsv: `{line}` must have six columns")),
            }
        }
        for line in lines(&folder.join("explained.tsv"))? {
            let columns: Vec<&str> = line.split('\t').collect();
            let [file, function, line, change, why] = columns[..] else {
                return Err(format!("explained.tsv: `{line}` must have five columns"));
            };
            results.explained.insert(Id::new(file, function, line, change), why.to_owned());
        }
        Ok(results)
    }

    /// Records an outcome at once: an interrupted run continues.
    pub(crate) fn record(&mut self, id: &Id, outcome: Outcome, by: &str) -> Result<(), String> {
        let by = by.split_whitespace().collect::<Vec<_>>().join(" ");
        self.change(|results| {
            results.outcomes.insert(id.clone(), (outcome, by));
        })
    }

    /// Drops the mutants of these files that are no longer in the sources.
    pub(crate) fn forget(
        &mut self,
        is_of: impl Fn(&Id) -> bool,
        has: impl Fn(&Id) -> bool,
    ) -> Result<(), String> {
        self.change(|results| results.outcomes.retain(|id, _| !is_of(id) || has(id)))
    }

    /// Returns whether a mutant must still be tried.
    pub(crate) fn wants(&self, id: &Id, again: bool) -> bool {
        self.outcomes.get(id).is_none_or(|(outcome, _)| again && outcome.is_open())
    }

    /// Records how a run chose its mutants out of `all`, its commit, and how many of them have outcomes.
    pub(crate) fn ran<T>(
        &mut self,
        root: &Path,
        kind: &str,
        options: &Options,
        chosen: &[(Id, T)],
        all: usize,
    ) -> Result<(), String> {
        let recorded = chosen.iter().filter(|(id, _)| self.outcomes.contains_key(id)).count();
        let how = format!("{recorded} of {} chosen by seed {} out of {all}", chosen.len(), options.seed);
        let head = Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).current_dir(root).output();
        let head = head.map_err(|error| format!("git: {error}"))?;
        let commit = String::from_utf8_lossy(&head.stdout).trim().to_owned();
        let run = format!("{how}, commit {commit}");
        self.change(|results| {
            results.runs.insert(kind.to_owned(), run);
        })
    }

    /// Changes the tables on disk: runs of C and Rust may write in turns.
    fn change(&mut self, edit: impl FnOnce(&mut Self)) -> Result<(), String> {
        *self = Self::load(&self.folder)?;
        edit(self);
        self.save()
    }

    fn save(&self) -> Result<(), String> {
        let runs = self.runs.iter().map(|(kind, run)| format!("#\t{kind}\t{run}\n"));
        let rows = self
            .outcomes
            .iter()
            .map(|(id, (outcome, by))| format!("{}\t{}\t{by}\n", id.row(), outcome.name()));
        let text: String = [HEADER.to_owned()].into_iter().chain(runs).chain(rows).collect();
        write(&self.folder.join("results.tsv"), &text)
    }
}

/// Returns the lines of a table after its header.
fn lines(path: &Path) -> Result<Vec<String>, String> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    Ok(read(path)?.lines().skip(1).map(str::to_owned).collect())
}

//! Compares the greedy plan's predicted time with the best plan's, on every available specification.
//!
//! Sizes are modelled and not measured, so the table is the same on every machine. Where the solver proves no
//! plan in time, the bound of the linear relaxation stands for the best plan.

use crate::family::specification_files;
use size_budget::{Problem, Solved, all_interpreted, cap_for_percent, exact, greedy, simple_greedy};
use std::path::{Path, PathBuf};
use std::time::Duration;
use stubc::{Settings, candidates, driver, front, measuring, predict};

/// The caps of the table, in percent of the range from the smallest to the all-compiled plan.
pub const PERCENTS: [f64; 4] = [10.0, 25.0, 50.0, 75.0];

/// A specification: files that are compiled together.
#[derive(Clone, Debug)]
pub struct Specification {
    /// Its name in the table.
    pub name: String,
    files: Vec<PathBuf>,
}

/// The kind of value that the greedy plan is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    /// The proven optimum.
    Proven,
    /// The lower bound of the linear relaxation: time ran out.
    Bound,
    /// The same bound, without the solver: loading the problem alone would take longer than the limit.
    TooLarge,
}

impl Best {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Proven, Self::Bound, Self::TooLarge];

    /// Returns the name in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::Bound => "bound",
            Self::TooLarge => "bound, too large",
        }
    }
}

/// One cap on one specification; times are predicted instructions per message.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Percent, as in [`PERCENTS`].
    pub percent: f64,
    /// The time of the paper's heuristic.
    pub simple: f64,
    /// The time of our greedy plan.
    pub greedy: f64,
    /// The time of the best plan, or its lower bound.
    pub best: f64,
    /// The kind of `best`.
    pub kind: Best,
}

impl Case {
    /// Returns how much slower the greedy plan is than the best one, as a share of the latter.
    pub fn distance(&self) -> f64 {
        self.greedy / self.best - 1.0
    }

    /// Returns a line that [`Case::from_line`] reads.
    pub fn line(&self) -> String {
        let Self { percent, simple, greedy, best, kind } = self;
        format!("{percent}\t{simple}\t{greedy}\t{best}\t{}", kind.name())
    }

    /// Reads a line of [`Case::line`].
    pub fn from_line(line: &str) -> Option<Self> {
        let columns: Vec<&str> = line.trim_end().split('\t').collect();
        let [percent, simple, greedy, best, kind] = columns[..] else { return None };
        Some(Self {
            percent: percent.parse().ok()?,
            simple: simple.parse().ok()?,
            greedy: greedy.parse().ok()?,
            best: best.parse().ok()?,
            kind: Best::ALL.into_iter().find(|known| known.name() == kind)?,
        })
    }
}

/// Returns all specifications of a tree: each folder of ASN.1 is one, and each `.x` file.
pub fn specifications(tree: &Path, prefix: &str) -> Vec<Specification> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(tree).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let name = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        format!("{prefix}{name}")
    };
    let mut found = Vec::new();
    for path in entries {
        if path.is_dir() {
            let files = specification_files(&path);
            if files.is_empty() {
                found.extend(specifications(&path, &format!("{}/", name(&path))));
            } else {
                found.push(Specification { name: name(&path), files });
            }
        } else if path.extension().is_some_and(|ext| ext == "x") {
            found.push(Specification { name: name(&path), files: vec![path] });
        }
    }
    found
}

impl Specification {
    /// Returns the planner's problem, with every message type as a root.
    ///
    /// # Errors
    /// The first diagnostic of a specification that does not compile.
    pub fn problem(&self) -> Result<Problem, String> {
        let read = |path: &PathBuf| {
            let octets = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
            Ok((path.display().to_string(), String::from_utf8_lossy(&octets).into_owned()))
        };
        let specs = self.files.iter().map(read).collect::<Result<_, String>>()?;
        let settings = Settings { specs, ..Settings::default() };
        let told = |error: stubc::CompileError| {
            let first = error.diagnostics.iter().find(|diagnostic| diagnostic.is_error());
            first.map_or_else(|| format!("{:?}", error.failure), |diagnostic| diagnostic.message.clone())
        };
        let specification = front::specification(&settings).map_err(told)?;
        let prediction = predict::predict(&specification, settings.heuristic);
        let model = driver::model(&specification, &settings).map_err(told)?;
        let sizes = measuring::estimated_sizes(&model);
        Ok(candidates::candidates(&model, &prediction, &sizes, &specification.pins).problem)
    }
}

/// Plans at one cap, with this time limit for the exact solver.
///
/// # Panics
/// A cap above the smallest plan cannot be kept.
pub fn case(problem: &Problem, percent: f64, patience: Duration) -> Case {
    let interpreted = all_interpreted(problem).totals.time;
    let cap = cap_for_percent(problem, percent);
    let greedy = greedy(problem, cap).expect("the cap is above the smallest plan");
    let simple = simple_greedy(problem, cap).expect("the cap is above the smallest plan");
    let solved = exact(problem, cap, patience).expect("the greedy plan fits");
    let (best, kind) = match &solved {
        Solved::Proven(plan) => (plan.totals.time, Best::Proven),
        Solved::BestFound { bound, .. } => {
            let size = problem.node_ids().count() + problem.reference_ids().count();
            (interpreted - bound, if size > exact::LARGEST { Best::TooLarge } else { Best::Bound })
        }
    };
    Case { percent, simple: simple.totals.time, greedy: greedy.totals.time, best, kind }
}

#[cfg(test)]
mod tests {
    use super::{Best, Case};

    #[test]
    fn a_case_is_read_as_it_was_written() {
        for kind in Best::ALL {
            let case = Case { percent: 25.0, simple: 3.5, greedy: 0.1 + 0.2, best: 0.25, kind };
            let read = Case::from_line(&case.line()).expect("it is a case");
            assert_eq!(format!("{read:?}"), format!("{case:?}"));
        }
        assert!(Case::from_line("25\t1\t1\t1\tsomehow").is_none());
        assert!(Case::from_line("25\t1").is_none());
    }
}

//! How near the greedy plan comes to the best one, in predicted time, on every specification that is there.
//!
//! Sizes are those of the model and not measured, so that the table is the same on every machine. Where the solver proves
//! no plan within its time, the bound of the linear relaxation stands for the best one.

use crate::family::specification_files;
use size_budget::{Problem, Solved, all_interpreted, cap_for_percent, exact, greedy, simple_greedy};
use std::path::{Path, PathBuf};
use std::time::Duration;
use stubc::{Settings, candidates, driver, front, measuring, predict};

/// The caps of the table, in percent of the way from the smallest to the all-compiled plan.
pub const PERCENTS: [f64; 4] = [10.0, 25.0, 50.0, 75.0];

/// A specification: some files that are compiled together.
#[derive(Clone, Debug)]
pub struct Specification {
    /// What the table calls it.
    pub name: String,
    files: Vec<PathBuf>,
}

/// What the greedy plan is held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    /// The optimum, proven.
    Proven,
    /// What no plan is faster than by the linear relaxation: time ran out.
    Bound,
    /// The same: the solver is not asked, since loading the problem alone would take longer.
    TooLarge,
}

impl Best {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Proven, Self::Bound, Self::TooLarge];

    /// What the tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::Bound => "bound",
            Self::TooLarge => "bound, too large",
        }
    }
}

/// One cap on one specification; times are instructions per message, as predicted.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Percent, as in [`PERCENTS`].
    pub percent: f64,
    /// The paper's heuristic.
    pub simple: f64,
    /// Ours.
    pub greedy: f64,
    /// The best plan, or what no plan is faster than.
    pub best: f64,
    /// Which of these `best` is.
    pub kind: Best,
}

impl Case {
    /// How much slower the greedy plan is than the best one, as a share of the latter.
    pub fn distance(&self) -> f64 {
        self.greedy / self.best - 1.0
    }

    /// A line that [`Case::from_line`] reads.
    pub fn line(&self) -> String {
        let Self { percent, simple, greedy, best, kind } = self;
        format!("{percent}\t{simple}\t{greedy}\t{best}\t{}", kind.name())
    }

    /// Reads what [`Case::line`] has written.
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

/// All specifications of a tree that has folders of ASN.1 and files of XDR: each folder is one, and each `.x` file.
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
    /// The planner's problem, every message a root.
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

/// Plans at one cap, with so much patience for the exact solution.
///
/// # Panics
/// When a cap that lies above the smallest plan cannot be kept.
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

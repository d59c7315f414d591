//! Searches for the fastest plan whose measured size keeps a cap: plan, measure, move the budget, repeat.
//!
//! The caller measures: it prints a plan, compiles it and counts the bytes. A prediction is seldom exact, so the search
//! moves the budget of the solvers by the error of each build. Single steps then fill the bytes that the solvers leave.
//! Builds are slow; the constants of this module limit their number. Without a compiler, predicted sizes count as
//! measured.

mod within;

pub use within::LOOSE;

use crate::bytes::{Bytes, Measured, Predicted};
use crate::extremes::{Limits, all_compiled, all_inlined, all_interpreted, fastest, smallest};
use crate::plan::Plan;
use crate::problem::Problem;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Largest assumed error of a prediction: the measured size of a plan is at least `1 - DOUBT` times the predicted one.
const DOUBT: f64 = 0.25;
/// Share of the interpreted size that a smaller plan must be predicted to save. Smaller savings are not worth a build.
const WORTHWHILE: f64 = 0.01;
/// Maximum number of attempts to bring the measured size of the fastest plan within its limit.
const LIMIT_ROUNDS: usize = 3;
/// Predicted bytes from which a percentage of the cap ends at the predicted size of the all-compiled plan: its build
/// would take longer than all others.
const LARGE: Bytes<Predicted> = Bytes::new(512 * 1024);
/// Time limit for one run of the exact solver.
pub const EXACT_LIMIT: Duration = Duration::from_secs(30);

/// A cap on the size of a whole program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cap {
    /// A number of bytes.
    Bytes(u64),
    /// A percentage: 0 is the size of the smallest plan, 100 that of the all-compiled plan, linear between and beyond.
    /// From 512 KB on, the size of the all-compiled plan is predicted.
    Percent(f64),
}

impl FromStr for Cap {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("`{text}` is not a size; write bytes (20000), kilobytes (40K), megabytes (1M) or 25%");
        if let Some(number) = text.strip_suffix('%') {
            let percent: f64 = number.parse().map_err(|_| wrong())?;
            return if percent.is_finite() && percent >= 0.0 {
                Ok(Self::Percent(percent))
            } else {
                Err(wrong())
            };
        }
        let (number, unit) = match text.char_indices().last() {
            Some((at, 'k' | 'K')) => (&text[..at], 1024),
            Some((at, 'm' | 'M')) => (&text[..at], 1024 * 1024),
            _ => (text, 1),
        };
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(wrong());
        }
        let number: u64 = number.parse().map_err(|_| wrong())?;
        number.checked_mul(unit).map(Self::Bytes).ok_or_else(wrong)
    }
}

/// The solver that finds a plan within a budget of predicted bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solver {
    /// [`greedy`](crate::greedy::greedy): by profit over weight.
    #[default]
    Greedy,
    /// [`exact`](crate::exact::exact): by mixed integer programming, within [`EXACT_LIMIT`] per run.
    Exact,
}

/// How a search chooses the plan.
#[derive(Clone, Debug)]
pub enum Chooser {
    /// The search chooses, with this solver.
    Auto(Solver),
    /// No solver: everything is interpreted, except for pins.
    Interpreted,
    /// No solver: everything is compiled, except for pins.
    Compiled,
    /// No solver: everything is compiled and inlined within [`Limits::STANDARD`].
    Inlined,
    /// No solver: the caller gives the plan.
    Given(Plan),
}

/// Returns the measured size of a plan. The search may measure a plan more than once; if builds are slow, cache the
/// results.
pub type Measure<'m, E> = &'m mut dyn FnMut(&Plan) -> Result<Bytes<Measured>, E>;

/// The result of a search: a plan and its size. Without a `measure`, all sizes are predicted ones.
#[derive(Clone, Debug)]
pub struct Found {
    /// The plan that the search chose.
    pub plan: Plan,
    /// Size of `plan`.
    pub size: Bytes<Measured>,
    /// The cap in bytes. `None` if there is no cap.
    pub cap: Option<Bytes<Measured>>,
    /// Size of the smallest plan found.
    pub smallest: Bytes<Measured>,
    /// The fastest plan found. The search chooses it if there is no cap.
    pub fastest_plan: Plan,
    /// Size of `fastest_plan`. The search builds this large plan only if the cap is near its size. Otherwise this is
    /// its predicted size, corrected by the error of the chosen plan's prediction.
    pub fastest: Bytes<Measured>,
    /// Whether `fastest` is a measured size.
    pub fastest_measured: bool,
    /// Upper bound on the distance of the plan from the best one, as a share (0 to 1) of the time that any plan could
    /// save. `None` for a forced plan.
    pub gap: Option<f64>,
    /// Notes for the user.
    pub notes: Vec<Note>,
}

/// A note for the user about a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// The all-compiled plan, of this many bytes, is not larger than the smallest, so percentages have no effect.
    NoRange(Bytes<Measured>),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::NoRange(bytes) = self;
        write!(
            f,
            "all-compiled ({bytes} bytes) is not larger than the smallest plan: every percentage gives it"
        )
    }
}

/// Why a search found no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchError<E> {
    /// No plan keeps the cap.
    CapTooSmall {
        /// The cap in bytes.
        cap: Bytes<Measured>,
        /// Size of the smallest plan, or of the forced plan.
        smallest: Bytes<Measured>,
    },
    /// A plan could not be measured.
    Measure(E),
}

impl<E> From<E> for SearchError<E> {
    fn from(error: E) -> Self {
        Self::Measure(error)
    }
}

/// Finds the fastest plan within a cap on measured bytes, or measures the plan that `chooser` forces. Without a
/// `measure`, sizes are those that the problem predicts.
///
/// ```
/// use size_budget::{Bytes, Candidate, Cap, Chooser, Node, Plan, ProblemBuilder, Solver, search};
/// use std::convert::Infallible;
/// let mut builder = ProblemBuilder::new(0);
/// let node = |size| Node {
///     frequency: 1.0,
///     interpreted: Candidate { size: 20, time: 90.0, shared: Vec::new() },
///     compiled: Candidate { size, time: 30.0, shared: Vec::new() },
///     ..Node::root()
/// };
/// let (small, large) = (builder.node(node(200)), builder.node(node(300)));
/// let problem = builder.build().expect("the numbers are sound");
/// // A compiler whose code is a tenth larger than predicted.
/// let mut measure = |plan: &Plan| Ok::<_, Infallible>(Bytes::new(plan.totals.size.get() * 11 / 10));
/// let mut within = |cap| search(&problem, &Chooser::Auto(Solver::Greedy), Some(Cap::Bytes(cap)), Some(&mut measure));
/// // The predicted size of both is 500 bytes.
/// assert!(within(500).expect("fits").plan.is_compiled(small));
/// assert!(!within(500).expect("fits").plan.is_compiled(large));
/// assert!(within(550).expect("fits").plan.is_compiled(large));
/// ```
///
/// # Errors
/// When no plan keeps the cap, or a measurement fails.
pub fn search<'a, E>(
    problem: &'a Problem,
    chooser: &Chooser,
    cap: Option<Cap>,
    measure: Option<Measure<'a, E>>,
) -> Result<Found, SearchError<E>> {
    Search { problem, measure }.run(chooser, cap)
}

/// A plan with its size.
#[derive(Clone)]
struct Sized {
    plan: Plan,
    size: Bytes<Measured>,
}

/// The fastest plan.
struct Fastest {
    plan: Plan,
    /// Its size; `None` if it was not worth a build.
    size: Option<Bytes<Measured>>,
}

struct Search<'a, E> {
    problem: &'a Problem,
    measure: Option<Measure<'a, E>>,
}

impl<E> Search<'_, E> {
    fn run(&mut self, chooser: &Chooser, cap: Option<Cap>) -> Result<Found, SearchError<E>> {
        let smallest = self.smallest(cap)?;
        let mut notes = Vec::new();
        let cap = match cap {
            None => None,
            Some(Cap::Bytes(bytes)) => Some(Bytes::new(bytes)),
            Some(Cap::Percent(percent)) => Some(self.percent(percent, smallest.size, &mut notes)?),
        };
        let reach = match chooser {
            Chooser::Auto(_) => cap.unwrap_or(Bytes::MAX),
            _ => Bytes::ZERO,
        };
        let fastest = self.fastest(reach)?;
        let least = smallest.size;
        let (Sized { plan, size }, gap) = match chooser {
            Chooser::Auto(solver) => match fastest.size.filter(|size| *size <= reach) {
                Some(size) => (Sized { plan: fastest.plan.clone(), size }, Some(0.0)),
                None => {
                    let (found, gap) = self.within(reach, *solver, smallest, &fastest)?;
                    (found, Some(gap))
                }
            },
            forced => (self.forced(forced, cap)?, None),
        };
        let beyond = fastest.plan.totals.size.saturating_sub(plan.totals.size).at_face_value();
        Ok(Found {
            smallest: least,
            fastest_measured: self.measure.is_some() && fastest.size.is_some(),
            fastest: fastest.size.unwrap_or_else(|| size.saturating_add(beyond)),
            fastest_plan: fastest.plan,
            plan,
            size,
            cap,
            gap,
            notes,
        })
    }

    /// Returns the size of a plan: measured, or predicted without `measure`.
    fn size(&mut self, plan: &Plan) -> Result<Bytes<Measured>, E> {
        match &mut self.measure {
            Some(measure) => measure(plan),
            None => Ok(plan.totals.size.at_face_value()),
        }
    }

    fn sized(&mut self, plan: Plan) -> Result<Sized, E> {
        let size = self.size(&plan)?;
        Ok(Sized { plan, size })
    }

    /// The plan of a forced choice.
    fn forced(&mut self, chooser: &Chooser, cap: Option<Bytes<Measured>>) -> Result<Sized, SearchError<E>> {
        let plan = match chooser {
            Chooser::Interpreted => all_interpreted(self.problem),
            Chooser::Compiled => all_compiled(self.problem),
            Chooser::Given(plan) => plan.clone(),
            Chooser::Inlined | Chooser::Auto(_) => all_inlined(self.problem, Limits::STANDARD),
        };
        let forced = self.sized(plan)?;
        match cap.filter(|cap| forced.size > *cap) {
            Some(cap) => Err(SearchError::CapTooSmall { cap, smallest: forced.size }),
            None => Ok(forced),
        }
    }

    /// The smallest plan as measured. Always builds the all-interpreted plan, and two others in these cases:
    ///
    ///  - The plan predicted to be smallest, if it saves enough, or if the cap is below the all-interpreted plan.
    ///  - The all-compiled plan, if it may be smaller than the all-interpreted one.
    fn smallest(&mut self, cap: Option<Cap>) -> Result<Sized, E> {
        let mut best = self.sized(all_interpreted(self.problem))?;
        let total = best.size;
        let scarce = matches!(cap, Some(Cap::Bytes(bytes)) if bytes < total.get());
        let (other, compiled) = (smallest(self.problem), all_compiled(self.problem));
        let saves = best.plan.totals.size.saturating_sub(other.totals.size);
        let worthwhile = saves > Bytes::ZERO && (scarce || saves.as_f64() >= total.as_f64() * WORTHWHILE);
        let near = at_least(&compiled) < total.as_f64();
        for plan in [worthwhile.then_some(other), near.then_some(compiled)].into_iter().flatten() {
            let other = self.sized(plan)?;
            if other.size < best.size {
                best = other;
            }
        }
        Ok(best)
    }

    /// The cap for a percentage of the range from the smallest plan to the all-compiled one, whose size is predicted if
    /// it is [`LARGE`].
    fn percent(
        &mut self,
        percent: f64,
        low: Bytes<Measured>,
        notes: &mut Vec<Note>,
    ) -> Result<Bytes<Measured>, E> {
        let compiled = all_compiled(self.problem);
        let high = match compiled.totals.size {
            large if large >= LARGE => large.at_face_value(),
            _ => self.size(&compiled)?,
        };
        if high <= low {
            notes.push(Note::NoRange(high));
            return Ok(high);
        }
        let way = high.saturating_sub(low).as_f64() * percent / 100.0;
        Ok(low.saturating_add(Bytes::new(way.round() as u64)))
    }

    /// The fastest plan within its limits. Builds it only if its size may be at most `reach`.
    fn fastest(&mut self, reach: Bytes<Measured>) -> Result<Fastest, E> {
        let mut limits = Limits::STANDARD;
        let mut plan = fastest(self.problem, limits);
        if self.measure.is_some() && at_least(&plan) > reach.as_f64() {
            return Ok(Fastest { plan, size: None });
        }
        let mut size = self.size(&plan)?;
        let compiled = all_compiled(self.problem);
        // The limit applies to measured bytes, which may differ from the predicted ones.
        if size.as_f64() > at_least(&compiled) * limits.growth {
            let ceiling = self.size(&compiled)?.as_f64() * limits.growth;
            for _ in 0..LIMIT_ROUNDS {
                if size.as_f64() <= ceiling {
                    break;
                }
                limits.growth *= ceiling / size.as_f64() * 0.99;
                plan = fastest(self.problem, limits);
                size = self.size(&plan)?;
            }
        }
        Ok(Fastest { plan, size: Some(size) })
    }
}

/// The least measured bytes that a plan may take, given the largest assumed error of its prediction.
fn at_least(plan: &Plan) -> f64 {
    plan.totals.size.at_face_value().as_f64() * (1.0 - DOUBT)
}

#[cfg(test)]
mod tests;

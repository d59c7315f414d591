//! Chooses a plan: `size-budget` searches, and this file measures its plans with the target compiler.

use crate::candidates::Candidates;
use crate::failure::Failure;
use crate::measuring::{self, Measurement};
use crate::toolchain::Toolchain;
use codegen::emit::{Remarks, Unit, emit_all, sharing};
use codegen::{Model, Techniques};
use size_budget::{Bytes, Cap, Chooser, Found, Measure, Measured, Plan, SearchError, search};

/// A chosen plan, with its size by parts.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The result of the search.
    pub found: Found,
    /// The size of the plan.
    pub size: Measurement,
    /// Whether sizes were measured.
    pub measured: bool,
    /// The fastest plan of all, if it stands beside another runtime.
    pub beyond: Option<Fastest>,
}

/// The fastest plan of all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fastest {
    /// Its size.
    pub size: Bytes<Measured>,
    /// Whether the size was measured.
    pub measured: bool,
    /// The share of instructions that it saves.
    pub instructions_saved: f64,
    /// The share of the time that it saves.
    pub time_saved: f64,
}

/// Chooses a plan. `known` holds finished builds, and receives new ones.
///
/// # Errors
/// No plan keeps the cap, or the compiler fails.
pub fn plan(
    model: &Model<'_>,
    candidates: &Candidates,
    chooser: &Chooser,
    cap: Option<Cap>,
    toolchain: Option<&dyn Toolchain>,
    known: &mut Known,
) -> Result<Planned, Failure> {
    let output = Output { parts: vec![(model, candidates)], prefix: &model.options.prefix };
    plan_all(&output, chooser, cap, toolchain, known)
}

/// Finished builds: the techniques of each specification, with the sizes.
pub type Known = Vec<(Vec<Techniques>, Measurement)>;

/// The specifications that are planned together.
pub struct Output<'a> {
    /// The model of each specification, and its candidates in the common problem.
    pub parts: Vec<(&'a Model<'a>, &'a Candidates)>,
    /// The prefix of the runtime.
    pub prefix: &'a str,
}

/// Chooses one plan for all specifications of an output.
///
/// # Errors
/// Those of [`plan`].
pub fn plan_all(
    output: &Output<'_>,
    chooser: &Chooser,
    cap: Option<Cap>,
    toolchain: Option<&dyn Toolchain>,
    known: &mut Known,
) -> Result<Planned, Failure> {
    let mut measured = |plan: &Plan| -> Result<Bytes<Measured>, Failure> {
        Ok(size_of_all(output, plan, toolchain, known)?.total())
    };
    let measure: Option<Measure<'_, Failure>> = toolchain.is_some().then_some(&mut measured);
    let problem = &output.parts[0].1.problem;
    let found = search(problem, chooser, cap, measure).map_err(|error| match error {
        SearchError::CapTooSmall { cap, smallest } => {
            Failure::CapTooSmall { cap: cap.get(), smallest: smallest.get(), measured: toolchain.is_some() }
        }
        SearchError::Measure(failure) => failure,
    })?;
    let size = size_of_all(output, &found.plan, toolchain, known)?;
    Ok(Planned { found, size, measured: toolchain.is_some(), beyond: None })
}

/// Returns the size of a plan: measured, or predicted without a compiler.
///
/// # Errors
/// The compiler fails.
pub fn size_of(
    model: &Model<'_>,
    candidates: &Candidates,
    plan: &Plan,
    toolchain: Option<&dyn Toolchain>,
    known: &mut Known,
) -> Result<Measurement, Failure> {
    let output = Output { parts: vec![(model, candidates)], prefix: &model.options.prefix };
    size_of_all(&output, plan, toolchain, known)
}

fn size_of_all(
    output: &Output<'_>,
    plan: &Plan,
    toolchain: Option<&dyn Toolchain>,
    known: &mut Known,
) -> Result<Measurement, Failure> {
    let Some(toolchain) = toolchain else {
        // Without a compiler, the predicted size is the only one.
        let total = plan.totals.size.at_face_value();
        let models: Vec<&Model<'_>> = output.parts.iter().map(|part| part.0).collect();
        let largest = |of: &Vec<usize>| {
            of.iter().map(|&at| codegen::cost::estimate::runtime(models[at]).fixed).max().unwrap_or(0)
        };
        let fixed: u64 = sharing(&models).iter().map(largest).sum();
        let runtime = total.min(fixed.into());
        return Ok(Measurement {
            generated: total.saturating_sub(runtime),
            runtime,
            ..Measurement::default()
        });
    };
    let techniques: Vec<Techniques> = output.parts.iter().map(|part| part.1.techniques(plan)).collect();
    if let Some((_, size)) = known.iter().find(|(known, _)| *known == techniques) {
        return Ok(size.clone());
    }
    let remarks = Remarks::default();
    let units = output.parts.iter().zip(&techniques);
    let units: Vec<Unit<'_>> =
        units.map(|((model, _), techniques)| Unit::new(model, techniques, &remarks)).collect();
    let files = emit_all(&units, output.prefix, &[]);
    let size = measuring::measure(&files, toolchain, &[]).map_err(Failure::Toolchain)?;
    known.push((techniques, size.clone()));
    Ok(size)
}

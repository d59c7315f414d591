//! Searches for a plan: `size-budget` searches, this file measures with the target compiler.

use crate::candidates::Candidates;
use crate::failure::Failure;
use crate::measuring::{self, Measurement};
use crate::toolchain::Toolchain;
use codegen::emit::Remarks;
use codegen::{Model, Techniques, emit};
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
    known: &mut Vec<(Techniques, Measurement)>,
) -> Result<Planned, Failure> {
    let mut measured = |plan: &Plan| -> Result<Bytes<Measured>, Failure> {
        Ok(size_of(model, candidates, plan, toolchain, known)?.total())
    };
    let measure: Option<Measure<'_, Failure>> = toolchain.is_some().then_some(&mut measured);
    let found = search(&candidates.problem, chooser, cap, measure).map_err(|error| match error {
        SearchError::CapTooSmall { cap, smallest } => {
            Failure::CapTooSmall { cap: cap.get(), smallest: smallest.get(), measured: toolchain.is_some() }
        }
        SearchError::Measure(failure) => failure,
    })?;
    let size = size_of(model, candidates, &found.plan, toolchain, known)?;
    Ok(Planned { found, size, measured: toolchain.is_some() })
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
    known: &mut Vec<(Techniques, Measurement)>,
) -> Result<Measurement, Failure> {
    let Some(toolchain) = toolchain else {
        // Only the prediction is known.
        let total = plan.totals.size.at_face_value();
        let runtime = total.min(codegen::cost::estimate::runtime(model).fixed.into());
        return Ok(Measurement {
            generated: total.saturating_sub(runtime),
            runtime,
            ..Measurement::default()
        });
    };
    let techniques = candidates.techniques(plan);
    if let Some((_, size)) = known.iter().find(|(known, _)| *known == techniques) {
        return Ok(size.clone());
    }
    let files = emit(model, &techniques, &Remarks::default());
    let size = measuring::measure(&files, toolchain, &[]).map_err(Failure::Toolchain)?;
    known.push((techniques, size.clone()));
    Ok(size)
}

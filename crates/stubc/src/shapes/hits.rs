//! Plans once more with the visits that tried shapes leave: a message that has a shape visits none of the stubs that it
//! replaces, so their procedures are worth less, and those of other messages more.

use crate::candidates::{Candidates, ShapeForm};
use crate::driver::Stages;
use crate::failure::CompileError;
use crate::measuring::Sizes;
use crate::predict::Prediction;
use crate::shapes::planned::SHARE;
use codegen::{Direction, Model};
use size_budget::{Cap, Plan};
use std::collections::BTreeMap;
use syntax_graph::TypeId;
use syntax_graph::validate::reach;

/// What the shapes that a plan tries take from its stubs.
#[derive(Clone, Debug, PartialEq)]
pub struct Hits {
    /// The part of the visits that is left, of each type that messages with a tried shape contain.
    left: BTreeMap<TypeId, f64>,
    /// Whether each shape is tried.
    pub tried: Vec<bool>,
    /// The instructions of a message of each shape without it, under the plan before.
    pub general: Vec<f64>,
}

impl Hits {
    /// Returns the hits under a plan; `None` if it tries no shape.
    fn of(model: &Model<'_>, prediction: &Prediction, stages: &Stages) -> Option<Self> {
        let candidates = &stages.candidates;
        let plan = &stages.planned.found.plan;
        let tried: Vec<bool> =
            (0..model.shapes.len()).map(|at| candidates.form(plan, at) != ShapeForm::None).collect();
        if !tried.contains(&true) {
            return None;
        }
        // For each type: the messages of the roots that contain it, and how many of these have a tried shape.
        let mut messages: BTreeMap<TypeId, (f64, f64)> = BTreeMap::new();
        for (at, root) in model.options.roots.iter().enumerate().filter(|(_, root)| root.decode) {
            let share = prediction.root_share(root.ty, Direction::Decode);
            let shapes = model.shapes.iter().zip(&tried).filter(|(shape, tried)| shape.root == at && **tried);
            let hits = shapes.map(|(shape, _)| shape.share.unwrap_or(SHARE)).sum::<f64>().min(1.0);
            let reached = reach(model.graph, &[root.ty]);
            for ty in reached.ids().filter(|ty| reached[*ty]) {
                let of_type = messages.entry(ty).or_default();
                *of_type = (of_type.0 + share, of_type.1 + share * hits);
            }
        }
        let left = messages.into_iter().filter(|(_, (_, hits))| *hits > 0.0);
        let left = left.map(|(ty, (all, hits))| (ty, 1.0 - hits / all)).collect();
        let general =
            candidates.shapes.iter().map(|id| candidates.instructions.node(*id).interpreted.time).collect();
        Some(Self { left, tried, general })
    }

    /// Returns the part of a type's visits that is left.
    pub fn left(&self, ty: TypeId, direction: Direction) -> f64 {
        match direction {
            Direction::Decode => self.left.get(&ty).copied().unwrap_or(1.0),
            Direction::Encode => 1.0,
        }
    }
}

/// Plans again with the visits that are left, if the plan tries shapes. Returns the better plan of both, in the problem
/// with these visits.
///
/// # Errors
/// Those of planning.
pub fn settled(
    first: Vec<Stages>,
    models: &[(&Model<'_>, &Prediction)],
    plan: impl Fn(Vec<Sizes>, Option<Cap>) -> Result<Vec<Stages>, Box<CompileError>>,
) -> Result<Vec<Stages>, Box<CompileError>> {
    let hits = |(stages, (model, prediction)): (&Stages, &(&Model<'_>, &Prediction))| Sizes {
        hits: Hits::of(model, prediction, stages),
        ..stages.sizes.clone()
    };
    let sizes: Vec<Sizes> = first.iter().zip(models).map(hits).collect();
    let Some(cap) = first[0].planned.found.cap.filter(|_| sizes.iter().any(|one| one.hits.is_some())) else {
        return Ok(first);
    };
    let mut second = plan(sizes, Some(Cap::Bytes(cap.get())))?;
    let all: Vec<&Candidates> = second.iter().map(|one| &one.candidates).collect();
    let time = |stages: &[Stages]| Candidates::time(&all, &stages[0].planned.found.plan);
    let keeps = time(&first) < time(&second);
    for (stages, Stages { planned, .. }) in second.iter_mut().zip(first) {
        let found = &mut stages.planned.found;
        found.smallest = planned.found.smallest;
        if keeps {
            found.plan = Plan {
                totals: stages.candidates.problem.evaluate(&planned.found.plan),
                ..planned.found.plan
            };
            found.size = planned.found.size;
            stages.planned.size = planned.size;
        }
    }
    Ok(second)
}

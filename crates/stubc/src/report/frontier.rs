//! Computes the predicted frontier of size against time, with the gain of each step. It needs no messages.

use super::picture::chart::{Axis, Chart, Series, Unit};
use super::text::percent;
use crate::candidates::{Candidates, Refinement};
use crate::driver::Stages;
use codegen::{Direction, Model, Stub};
use serde_json::{Value, json};
use size_budget::{Bytes, Measured, Predicted, ReferenceId, all_interpreted};
use std::fmt::Write;

/// The greedy plans from the smallest to the fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct Frontier {
    /// Base name of the output.
    pub name: String,
    /// Whether measured sizes correct the predicted ones.
    pub measured: bool,
    /// The plans, smallest first.
    pub points: Vec<Point>,
}

/// One plan of the frontier.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Predicted bytes of object code, corrected by the measured sizes of the smallest, the chosen and the
    /// fastest plan.
    pub size: Bytes<Measured>,
    /// Predicted instructions per message.
    pub instructions: f64,
    /// Predicted share of instructions saved, against the all-interpreted plan.
    pub instructions_saved: f64,
    /// Predicted share of time saved, against the all-interpreted plan.
    pub time_saved: f64,
    /// Predicted share of interpreter calls eliminated.
    pub calls_eliminated: f64,
    /// The same share of the calls that convert something.
    pub conversions_eliminated: f64,
    /// The nodes compiled or inlined here and not at the previous point.
    pub bought: Vec<String>,
}

/// Returns the frontier from the smallest plan through the chosen one to the fastest.
pub fn frontier(model: &Model<'_>, stages: &Stages) -> Frontier {
    let (candidates, planned) = (&stages.candidates, &stages.planned);
    let (problem, plan) = (&candidates.problem, &planned.found.plan);
    let anchors = Anchors::new([
        (size_budget::smallest(problem).totals.size, planned.found.smallest),
        (plan.totals.size, planned.found.size),
        (planned.found.fastest_plan.totals.size, planned.found.fastest),
    ]);
    let none = all_interpreted(problem).totals;
    let (slowest, most) = (Candidates::slowest(&[candidates]), Candidates::most_instructions(&[candidates]));
    // The first point may compile nothing.
    let mut slower = candidates.slower(&all_interpreted(problem));
    let share = |part: f64, whole: f64| if whole > 0.0 { (1.0 - part / whole).max(0.0) } else { 0.0 };
    let told = |what: String, direction: Direction, how: &str| format!("{what} ({}) {how}", direction.name());
    let inlined = |id: &ReferenceId| {
        let at = candidates.position(*id)?;
        let Some((owner, field, way)) = candidates.fields().nth(at) else {
            let (stub, refinement) = candidates.refinements[at - candidates.references.len()];
            let Stub { node, direction } = candidates.stubs.of(stub);
            let how = match refinement {
                Refinement::InLine => "with primitives in line".to_owned(),
                Refinement::Unrolled(factor) => format!("unrolled by {factor}"),
            };
            return Some(told(model.path(node), direction, &how));
        };
        Some(told(owner.field_path(model.graph, field), way, "inlined"))
    };
    let points = size_budget::frontier(problem, &candidates.instructions, plan, &planned.found.fastest_plan);
    let points = points.into_iter().map(|point| {
        if !point.compiled.is_empty() {
            slower = 0.0;
        }
        let compiled = point.compiled.iter().filter_map(|id| {
            let Stub { node, direction } = candidates.stub(*id)?;
            Some(told(model.path(node), direction, "compiled"))
        });
        Point {
            size: anchors.moved(point.size),
            instructions: point.instructions + slower,
            instructions_saved: share(point.instructions + slower, most),
            time_saved: share(point.time + slower, slowest),
            calls_eliminated: share(point.dispatches, none.dispatches),
            conversions_eliminated: share(point.conversions, none.conversions),
            bought: compiled.chain(point.inlined.iter().filter_map(inlined)).collect(),
        }
    });
    let mut points: Vec<Point> = points.collect();
    let beyond = planned.beyond.zip(points.last());
    points.extend(beyond.map(|(fastest, last)| Point {
        size: fastest.size,
        instructions: most * (1.0 - fastest.instructions_saved),
        instructions_saved: fastest.instructions_saved,
        time_saved: fastest.time_saved,
        bought: vec!["the runtime for time".to_owned()],
        ..*last
    }));
    Frontier { name: model.options.name.clone(), measured: planned.measured, points }
}

/// Predicted and measured bytes of the measured plans, smallest first.
struct Anchors(Vec<(f64, f64)>);

impl Anchors {
    fn new(known: [(Bytes<Predicted>, Bytes<Measured>); 3]) -> Self {
        let mut known = known.map(|(predicted, actual)| (predicted.as_f64(), actual.as_f64()));
        known.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        Self(known.to_vec())
    }

    /// Returns a predicted size corrected by the errors of the nearest measured plans, interpolated between
    /// two of them.
    fn moved(&self, size: Bytes<Predicted>) -> Bytes<Measured> {
        let size = size.as_f64();
        let wrong = |anchor: &(f64, f64)| anchor.1 - anchor.0;
        let above = self.0.iter().position(|anchor| anchor.0 >= size);
        let moved = match above {
            None => size + self.0.last().map_or(0.0, wrong),
            Some(0) => size + wrong(&self.0[0]),
            Some(at) if self.0[at].0 == size => self.0[at].1,
            Some(at) => {
                let (low, high) = (self.0[at - 1], self.0[at]);
                low.1 + (size - low.0) / (high.0 - low.0) * (high.1 - low.1)
            }
        };
        Bytes::new(moved.round().max(0.0) as u64)
    }
}

impl Frontier {
    /// Returns the frontier as JSON, with the keys that scripts rely on.
    pub fn json(&self) -> String {
        let point = |point: &Point| -> Value {
            json!({
                "size": point.size.get(),
                "instructions_per_message_predicted": point.instructions,
                "instructions_saved_predicted": point.instructions_saved,
                "time_saved_predicted": point.time_saved,
                "calls_eliminated_predicted": point.calls_eliminated,
                "converting_calls_eliminated_predicted": point.conversions_eliminated,
                "bought": point.bought,
            })
        };
        let points: Vec<Value> = self.points.iter().map(point).collect();
        format!("{:#}\n", json!({ "axis": "frontier", "measured": self.measured, "points": points }))
    }

    /// Returns the frontier as a table of text.
    pub fn text(&self) -> String {
        let source = if self.measured {
            "predicted, corrected by those of the smallest, the chosen and the fastest plan as measured"
        } else {
            "estimates"
        };
        let mut out = format!(
            "{}: the predicted frontier of size against time; sizes are {source}\n\n\
             | size | instructions | instructions saved | time saved | calls eliminated | of those that convert | bought |\n|---:|---:|---:|---:|---:|---:|---|\n",
            self.name
        );
        for point in &self.points {
            let fewer = percent(point.instructions_saved);
            let (saved, eliminated) = (percent(point.time_saved), percent(point.calls_eliminated));
            let converting = percent(point.conversions_eliminated);
            let bought = point.bought.join(", ");
            let _ = writeln!(
                out,
                "| {} | {:.0} | {fewer} | {saved} | {eliminated} | {converting} | {bought} |",
                point.size, point.instructions
            );
        }
        out
    }

    /// Returns the chart of time saved and calls eliminated by size.
    pub fn chart(&self) -> Chart {
        let series = |name: &str, of: &dyn Fn(&Point) -> f64| Series {
            name: name.to_owned(),
            points: self.points.iter().map(|point| (point.size.as_f64(), of(point), String::new())).collect(),
            joined: true,
        };
        Chart {
            title: format!("{}: what more code buys", self.name),
            about: "Predicted time and instructions saved, and interpreter calls eliminated, against size."
                .to_owned(),
            x: Axis { label: "bytes of object code".to_owned(), unit: Unit::Number },
            y: Axis { label: String::new(), unit: Unit::Percent },
            series: vec![
                series("time saved", &|point| point.time_saved),
                series("instructions saved", &|point| point.instructions_saved),
                series("calls eliminated", &|point| point.calls_eliminated),
            ],
            marks: Vec::new(),
        }
    }
}

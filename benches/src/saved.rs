//! The share of time that plans save under caps, as predicted and as counted by callgrind over the messages of a
//! family.

use crate::calibration::counted;
use crate::calibration::target::{TARGETS, Target};
use crate::plans::{Knowledge, candidates_with, prediction_with};
use crate::sizes::Host;
use crate::stubs::build;
use crate::subject::{Record, Subject};
use codegen::cost::{Extent, Times};
use codegen::{Model, Techniques};
use interp_runtime::Lengths;
use size_budget::{Chooser, all_compiled};
use std::fmt::Write;
use stubc::candidates::Candidates;
use stubc::measuring::{self, Sizes, measured_sizes};
use stubc::profile::Counts;
use stubc::{Cap, Solver, planning};

/// The caps of the comparison, in percent of the range from all interpreted to all compiled.
pub const CAPS: [f64; 5] = [15.0, 25.0, 40.0, 60.0, 100.0];

/// The caps of the comparison for packed messages.
pub const PACKED_CAPS: [f64; 3] = [25.0, 50.0, 100.0];

/// The largest difference between the two shares, in points: with the profile of the same messages for each family.
pub const MOST: f64 = 5.0;

/// The host as stubc builds for it by default.
const HOST: &Target = &TARGETS[0];

/// A plan's share of the time of the all-interpreted plan that is saved, decode and encode together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Saved {
    /// The cap in percent.
    pub cap: f64,
    /// The predicted share.
    pub predicted: f64,
    /// The counted share, over all messages.
    pub measured: f64,
    /// The counted instructions of all messages.
    pub spent: u64,
}

impl Saved {
    /// Returns the prediction's error in points, above 0 if the prediction is too high.
    pub fn error(&self) -> f64 {
        100.0 * (self.predicted - self.measured)
    }
}

/// The plans of one family.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The family's title.
    pub title: String,
    /// Number of messages.
    pub messages: usize,
    /// Plans from the specification alone, by cap.
    pub alone: Vec<Saved>,
    /// Plans with the profile of the messages, by cap.
    pub profiled: Vec<Saved>,
}

/// Plans a family under each cap, with and without the profile of its messages, and counts the instructions of the
/// plans. Messages that the Rust codec refuses are skipped.
///
/// # Errors
/// The output of the compiler, the stubs or valgrind.
pub fn compare(subject: &Subject, caps: &[f64]) -> Result<Compared, String> {
    let mut options = subject.options(subject.rules());
    // Stubc builds for size under every cap.
    options.compact = true;
    let model = subject.model(options);
    let prediction = prediction_with(&subject.graph, &model, &Knowledge::default());
    let sizes = measured_sizes(&model, (&prediction, Times::standard()), false, &Host)
        .map_err(|error| error.to_string())?;
    let mut planner = Planner { subject, messages: Messages::of(subject), model: &model, sizes, slowest: 0 };
    planner.slowest = planner.spent(&measuring::all_interpreted(&model))?;
    let (counts, extent) = (planner.messages.counts.clone(), planner.messages.extent());
    let profile = Knowledge { profile: Some((&counts, extent)), ..Knowledge::default() };
    Ok(Compared {
        title: subject.family.title(),
        messages: planner.messages.records.len(),
        alone: planner.under(caps, &Knowledge::default())?,
        profiled: planner.under(caps, &profile)?,
    })
}

/// The messages of a family that the codec decodes.
#[derive(Debug, Default)]
pub struct Messages {
    records: Vec<Record>,
    /// Their fields.
    pub counts: Counts,
    sum: Extent,
}

impl Messages {
    /// Reads and counts the messages of a family.
    pub fn of(subject: &Subject) -> Self {
        Self::among(subject, subject.records())
    }

    /// Reads and counts some messages of a family.
    pub fn among(subject: &Subject, records: impl IntoIterator<Item = Record>) -> Self {
        let codec = subject.codec(subject.rules());
        let mut messages = Self::default();
        for record in records {
            let root = subject.roots[record.root];
            let Ok(value) = codec.decode_exact(root, &record.octets) else { continue };
            messages.counts.add(&subject.graph, root, &value);
            let Lengths { long, passed } = codec.lengths(&record.octets);
            messages.sum.octets += record.octets.len() as f64;
            messages.sum.long += long as f64;
            messages.sum.passed += passed as f64;
            messages.records.push(record);
        }
        messages
    }

    /// Returns the messages.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Returns what the messages hold beside their values, as means.
    pub fn extent(&self) -> Extent {
        let count = self.records.len().max(1) as f64;
        let Extent { octets, long, passed } = self.sum;
        Extent { octets: octets / count, long: long / count, passed: passed / count }
    }
}

/// Chooses and counts the plans of one family.
struct Planner<'a> {
    subject: &'a Subject,
    model: &'a Model<'a>,
    messages: Messages,
    sizes: Sizes,
    /// Instructions of the all-interpreted plan for all messages.
    slowest: u64,
}

impl Planner<'_> {
    fn under(&mut self, caps: &[f64], knowledge: &Knowledge<'_>) -> Result<Vec<Saved>, String> {
        let candidates = candidates_with(self.subject, self.model, &self.sizes, knowledge);
        let problem = &candidates.problem;
        let slowest = Candidates::slowest(&[&candidates]);
        let chooser = Chooser::Auto(Solver::Greedy);
        let mut points = Vec::new();
        for &cap in caps {
            // The all-compiled plan is the end of the range; the fastest plan of its size may inline more.
            let plan = if cap == 100.0 {
                all_compiled(problem)
            } else {
                let (asked, known) = (Some(Cap::Percent(cap)), &mut self.sizes.builds);
                let planned = planning::plan(self.model, &candidates, &chooser, asked, Some(&Host), known);
                planned.map_err(|failure| format!("{cap} %: {failure:?}"))?.found.plan
            };
            let predicted = 1.0 - Candidates::time(&[&candidates], &plan) / slowest;
            let spent = self.spent(&candidates.techniques(&plan))?;
            let measured = 1.0 - spent as f64 / self.slowest as f64;
            points.push(Saved { cap, predicted, measured, spent });
        }
        Ok(points)
    }

    /// Returns the instructions of a plan for all messages.
    fn spent(&self, techniques: &Techniques) -> Result<u64, String> {
        let program = build(self.model, techniques, HOST.cc, HOST.cflags)?;
        counted::sum(HOST, &program, &self.messages.records)
    }
}

/// Returns the table of some families.
pub fn table(all: &[Compared], caps: &[f64]) -> String {
    let mut out = String::from("| family | messages | frequencies |");
    for cap in caps {
        let _ = write!(out, " {cap} %: predicted | measured | error |");
    }
    let _ = writeln!(out, "\n|---|---:|---|{}", "---:|".repeat(3 * caps.len()));
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    for Compared { title, messages, alone, profiled } in all {
        for (kind, points) in [("profile", profiled), ("specification", alone)] {
            let _ = write!(out, "| {title} | {messages} | {kind} |");
            for point in points {
                let (predicted, measured) = (percent(point.predicted), percent(point.measured));
                let _ = write!(out, " {predicted} | {measured} | {:+.1} |", point.error());
            }
            out.push('\n');
        }
    }
    let errors = |of: fn(&Compared) -> &Vec<Saved>| {
        all.iter().flat_map(of).map(|point| point.error().abs()).fold(0.0, f64::max)
    };
    let (profiled, alone) = (errors(|family| &family.profiled), errors(|family| &family.alone));
    let _ = writeln!(
        out,
        "\nThe largest error is {profiled:.1} points with the profile, {alone:.1} points from the specification alone."
    );
    out
}

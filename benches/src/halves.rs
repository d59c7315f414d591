//! What a plan under a cap wins on messages that its profile has not counted: half of a collection is profiled, the
//! instructions of the other half are counted.

use crate::calibration::counted;
use crate::calibration::target::{TARGETS, Target};
use crate::plans::{self, Knowledge, candidates_with, prediction_with};
use crate::saved::Messages;
use crate::sizes::Host;
use crate::stubs::build;
use crate::subject::{Record, Subject};
use codegen::cost::Times;
use codegen::{Model, Techniques};
use size_budget::Chooser;
use std::fmt::Write;
use stubc::measuring::measured_sizes;
use stubc::{Cap, Solver, planning};

/// The host as stubc builds for it by default.
const HOST: &Target = &TARGETS[0];

/// The plans of one specification.
#[derive(Clone, Debug, PartialEq)]
pub struct Halves {
    /// The title of the specification.
    pub title: String,
    /// Number of messages profiled, and of those measured.
    pub messages: [usize; 2],
    /// Bytes and instructions of the measured messages, decoded and encoded: all interpreted without a cap.
    pub interpreted: u64,
    /// The same of the fastest plan.
    pub fastest: u64,
    /// Caps in bytes, with the bytes and the instructions of their plans.
    pub capped: Vec<(u64, u64, u64)>,
}

impl Halves {
    /// Plans a specification under caps, by a profile of every other message of each type of a folder.
    ///
    /// # Errors
    /// The output of the compiler, the stubs or valgrind.
    pub fn of(subject: &Subject, folder: &str, caps: &[u64]) -> Result<Self, String> {
        let mut messages: Vec<_> =
            subject.messages.iter().filter(|message| message.1.notes == folder).cloned().collect();
        messages.sort_by_key(|message| message.0);
        let half = |odd: usize| messages.iter().skip(odd).step_by(2).cloned().collect::<Vec<_>>();
        let profiled = Messages::among(subject, half(0).iter().map(Record::of));
        let measured = Messages::among(subject, half(1).iter().map(Record::of));
        let mut options = subject.options(subject.rules());
        let fast = subject.model(options.clone());
        options.compact = true;
        let model = subject.model(options);
        let extent = profiled.extent();
        let profile = Knowledge { profile: Some((&profiled.counts, extent)), ..Knowledge::default() };
        let prediction = prediction_with(&subject.graph, &model, &profile);
        let mut sizes = measured_sizes(&model, (&prediction, Times::standard()), false, &Host)
            .map_err(|error| error.to_string())?;
        let candidates = candidates_with(subject, &model, &sizes, &profile);
        let spent = |model: &Model<'_>, techniques: &Techniques| -> Result<u64, String> {
            let program = build(model, techniques, HOST.cc, HOST.cflags)?;
            counted::sum(HOST, &program, measured.records())
        };
        let mut planned = |cap: Option<u64>| {
            let cap = cap.map(Cap::Bytes);
            let chooser = Chooser::Auto(Solver::Greedy);
            let found = planning::plan(&model, &candidates, &chooser, cap, Some(&Host), &mut sizes.builds);
            let found = found.map_err(|failure| format!("{failure:?}"))?.found;
            Ok::<_, String>((found.size.get(), candidates.techniques(&found.plan)))
        };
        let mut capped = Vec::new();
        for &cap in caps {
            let (bytes, techniques) = planned(Some(cap))?;
            capped.push((cap, bytes, spent(&model, &techniques)?));
        }
        Ok(Self {
            title: subject.family.title(),
            messages: [profiled.records().len(), measured.records().len()],
            interpreted: spent(&fast, &plans::interpreted(&fast))?,
            fastest: spent(&fast, &planned(None)?.1)?,
            capped,
        })
    }

    /// Returns the share of the time between interpreted and fastest that a plan with so many instructions wins.
    pub fn won(&self, spent: u64) -> f64 {
        (self.interpreted as f64 - spent as f64) / (self.interpreted as f64 - self.fastest as f64).max(1.0)
    }
}

/// Returns the table of some specifications.
pub fn table(all: &[Halves]) -> String {
    let mut out = String::from(
        "| specification | profiled | measured | cap | bytes | interpreted | under the cap | fastest | won |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for halves in all {
        let [profiled, measured] = halves.messages;
        let per_message = |spent: u64| spent / measured.max(1) as u64;
        for &(cap, bytes, spent) in &halves.capped {
            let _ = writeln!(
                out,
                "| {} | {profiled} | {measured} | {cap} | {bytes} | {} | {} | {} | {:.1} % |",
                halves.title,
                per_message(halves.interpreted),
                per_message(spent),
                per_message(halves.fastest),
                100.0 * halves.won(spent)
            );
        }
    }
    out
}

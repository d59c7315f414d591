//! The report: the plan, its size, and why.

pub mod frontier;
pub mod html;
pub mod json;
pub mod markdown;
mod nodes;
pub mod picture;
mod statistics;
pub mod sweep;
pub mod tables;
pub mod text;

use crate::candidates::Candidates;
use crate::driver::Stages;
use crate::predict::Prediction;
use crate::target::Timed;
use codegen::cost::estimate;
use codegen::emit::Remarks;
use codegen::{Direction, Model};
use size_budget::{Bytes, all_interpreted};
use std::collections::BTreeMap;

/// Sizes in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// What the cap counts.
    pub total: u64,
    /// Of it, NAME.o.
    pub generated: u64,
    /// Of it, stubc_rt.o.
    pub runtime: u64,
    /// Beside it, stubc_net.o, where there is one and the compiler can make it.
    pub transport: Option<u64>,
    /// Bytes of the helpers for applications (`--util`) that no cap counts.
    pub helpers: Option<u64>,
    /// Whether a compiler made them, or the model.
    pub measured: bool,
    /// Command and flags of the compiler; empty without one.
    pub compiler: String,
}

/// A definition or a reference in one direction.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeReport {
    /// `Module.Type.field`.
    pub path: String,
    /// Whether it is a reference.
    pub reference: bool,
    /// Which way.
    pub direction: Direction,
    /// `interpreted`, `compiled`, `call` or `inline`.
    pub technique: &'static str,
    /// Visits per message of the direction.
    pub frequency: f64,
    /// Bytes: of a definition in its technique; of a reference, what inlining adds (or would).
    pub size: i64,
    /// Instructions a visit: of a definition in its technique; of a reference, what inlining saves (or would).
    pub time: f64,
    /// Bytes that the next faster technique would add, as predicted: compiling what is interpreted, inlining what is
    /// called between compiled definitions; nothing where there is none or a pin or recursion forbids it.
    pub faster: Option<i64>,
    /// Why.
    pub reason: String,
}

/// A point of the frontier of size against time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrontierPoint {
    /// Bytes of object code, as predicted, moved to what the smallest, the chosen and the fastest plan measure.
    pub size: u64,
    /// Share of the time of the all-interpreted plan that is saved.
    pub time_saved: f64,
}

/// A type that the roots reach: a node of the type reference graph.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeReport {
    /// `Module.Type`, with the fields that lead to an embedded constructor.
    pub path: String,
    /// Whether it is itself a message.
    pub root: bool,
    /// Visits per message, the mean of the directions by their shares.
    pub frequency: f64,
    /// The same without what profiles counted; nothing where there is no profile.
    pub guessed: Option<f64>,
}

/// A field that leads from one such type to another: an arc of the type reference graph.
#[derive(Clone, Debug, PartialEq)]
pub struct ArcReport {
    /// `Module.Type.field`.
    pub path: String,
    /// The enclosing type, by its place among the types.
    pub from: usize,
    /// The type of the field, by its place among the types.
    pub to: usize,
    /// Mean occurrences per value of the enclosing type.
    pub v: f64,
    /// Occurrences per message.
    pub frequency: f64,
}

/// Bytes of object code, and what they are for.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// `decode procedures`, `encode procedures`, `inlined copies`, `commands`, `runtime`, `around them`.
    pub part: &'static str,
    /// The type, or the field whose type is copied there; empty where they serve all.
    pub path: String,
    /// How many.
    pub bytes: u64,
}

/// The plan and its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Base name of the output.
    pub name: String,
    /// The cap in bytes.
    pub cap: Option<u64>,
    /// Sizes.
    pub size: Size,
    /// Where times come from.
    pub timed: Timed,
    /// Size of the smallest plan.
    pub smallest: u64,
    /// Size of the fastest plan.
    pub fastest: u64,
    /// Whether that was measured: it is built where the cap is near.
    pub fastest_measured: bool,
    /// Predicted share of interpreter calls that the plan saves, against all interpreted.
    pub calls_eliminated: f64,
    /// Predicted share of time that it saves.
    pub time_saved: f64,
    /// How far, at most, the plan is from the best; nothing where the user has chosen it.
    pub gap: Option<f64>,
    /// Bytes of procedures in the plan over those of the all-compiled plan.
    pub compiled_share: f64,
    /// Share of the messages that go in each direction.
    pub shares: BTreeMap<Direction, f64>,
    /// Definitions, then references.
    pub nodes: Vec<NodeReport>,
    /// Size against time, the smallest plan first.
    pub frontier: Vec<FrontierPoint>,
    /// The types that the roots reach.
    pub types: Vec<TypeReport>,
    /// The fields between them.
    pub references: Vec<ArcReport>,
    /// Where the bytes go: their sum is the total size, unless more was predicted than was measured.
    pub bytes: Vec<Piece>,
}

/// Collects the report.
pub fn build(
    model: &Model<'_>,
    prediction: &Prediction,
    stages: &Stages,
    compiler: Option<String>,
) -> Report {
    let (candidates, planned) = (&stages.candidates, &stages.planned);
    let (problem, found) = (&candidates.problem, &planned.found);
    let plan = &found.plan;
    let nothing = all_interpreted(problem).totals;
    let everything = size_budget::all_compiled(problem).totals;
    let share = |part: f64, whole: f64| if whole > 0.0 { (1.0 - part / whole).clamp(0.0, 1.0) } else { 0.0 };
    Report {
        name: model.options.name.clone(),
        cap: found.cap.map(Bytes::get),
        size: Size {
            total: found.size.get(),
            generated: planned.size.generated.get(),
            runtime: planned.size.runtime.get(),
            transport: None,
            helpers: None,
            measured: planned.measured,
            compiler: compiler.unwrap_or_default(),
        },
        timed: stages.timed.clone(),
        smallest: found.smallest.get(),
        fastest: found.fastest.get(),
        fastest_measured: found.fastest_measured,
        calls_eliminated: share(plan.totals.dispatches, nothing.dispatches),
        time_saved: share(plan.totals.time, nothing.time),
        gap: found.gap,
        compiled_share: if everything.compiled_size == Bytes::ZERO {
            0.0
        } else {
            plan.totals.compiled_size.as_f64() / everything.compiled_size.as_f64()
        },
        shares: prediction.shares.clone(),
        nodes: nodes::nodes(model, prediction, stages),
        frontier: statistics::frontier(&frontier::frontier(model, stages), found.size),
        types: statistics::types(model, prediction),
        references: statistics::references(model, prediction),
        bytes: statistics::bytes(model, stages),
    }
}

impl Report {
    /// How many definitions have this technique, or references this link.
    pub fn count(&self, technique: &str) -> usize {
        self.nodes.iter().filter(|node| node.technique == technique).count()
    }

    /// From the smallest to the fastest plan, in bytes, for people.
    fn range(&self) -> String {
        let Self { smallest, fastest, .. } = self;
        if !self.size.measured {
            let told = [smallest, fastest].map(|bytes| format!("{bytes} ({})", estimate::told(*bytes)));
            return format!("from the smallest, {}, to the fastest, {}", told[0], told[1]);
        }
        let about = if self.fastest_measured { "" } else { "about " };
        format!("{smallest} (smallest) to {about}{fastest} (fastest)")
    }

    /// Comments for the procedures: frequency, technique, size.
    pub fn remarks(&self, candidates: &Candidates) -> Remarks {
        let definitions = self.nodes.iter().filter(|node| !node.reference);
        let mut remarks = Remarks::new();
        for (&key, node) in candidates.nodes.iter().zip(definitions) {
            let about = format!("frequency {:.4}, {}, {} bytes", node.frequency, node.technique, node.size);
            remarks.insert(key, about);
        }
        remarks
    }

    /// The first lines of the header.
    pub fn summary(&self) -> Vec<String> {
        let how = match self.size.measured {
            true => format!("measured with {}", self.size.compiler),
            false => estimate::told(self.size.total),
        };
        let cap = self.cap.map_or_else(|| "no cap".to_owned(), |cap| format!("cap {cap}"));
        vec![
            format!("{} bytes of object code ({how}), {cap}", self.size.total),
            format!(
                "definitions by direction: {} interpreted, {} compiled; {} references inlined",
                self.count("interpreted"),
                self.count("compiled"),
                self.count("inline")
            ),
        ]
    }
}

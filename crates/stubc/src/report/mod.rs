//! Collects the report as data: the plan, its size and its reasons.

pub mod frontier;
pub mod html;
pub mod json;
pub mod markdown;
pub mod messages;
mod nodes;
mod octets;
pub mod picture;
pub mod several;
pub mod special;
mod statistics;
pub mod sweep;
pub mod tables;
pub mod text;

use crate::banner::without_folders;
use crate::candidates::Candidates;
use crate::driver::Stages;
use crate::plural::count;
use crate::predict::Prediction;
use crate::settings::{Cache, RulesName};
use crate::stack::Stack;
use crate::target::Timed;
use codegen::cost::estimate;
use codegen::{Direction, Model, StubId};
use size_budget::{Bytes, all_interpreted};
use std::collections::BTreeMap;

pub(crate) use statistics::{instructions_saved, time_saved};

/// Sizes in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// Bytes that the cap counts.
    pub total: u64,
    /// Bytes of NAME.o.
    pub generated: u64,
    /// Bytes of stubc_rt.o.
    pub runtime: u64,
    /// Bytes of stubc_net.o, which the cap does not count; `None` without it, or if the compiler cannot make
    /// it.
    pub transport: Option<u64>,
    /// Bytes of the helpers for applications (`--util`), unless the cap counts them.
    pub helpers: Option<u64>,
    /// Whether the sizes were measured; otherwise they are estimates.
    pub measured: bool,
    /// Command and flags of the compiler; empty without one.
    pub compiler: String,
}

/// A definition or a reference in one direction.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeReport {
    /// `Module.Type.field`.
    pub path: String,
    /// Whether it is a reference; otherwise a definition.
    pub reference: bool,
    /// The direction.
    pub direction: Direction,
    /// `interpreted`, `compiled`, `call` or `inline`.
    pub technique: &'static str,
    /// Visits per message of the direction.
    pub frequency: f64,
    /// For a definition, its bytes in its technique; for a reference, the bytes that inlining adds or would add.
    pub size: i64,
    /// Instructions per visit: for a definition, those of its technique; for a reference, those that inlining
    /// saves or would save.
    pub time: f64,
    /// Predicted bytes that the next faster technique adds: compiling an interpreted definition, or inlining a call
    /// between compiled ones. `None` if there is no faster technique, or if a pin or recursion forbids it.
    pub faster: Option<i64>,
    /// The reason for the technique.
    pub reason: String,
}

/// A point of the frontier of size against time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrontierPoint {
    /// Predicted bytes of object code, corrected by the measured sizes of the smallest, the chosen and the
    /// fastest plan.
    pub size: u64,
    /// Share of instructions saved, against the all-interpreted plan.
    pub instructions_saved: f64,
    /// Share of time saved, against the all-interpreted plan.
    pub time_saved: f64,
}

/// Bytes that save no time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Idle {
    /// Predicted bytes of the plan that save no time. The planner's own plans hold none.
    pub within: u64,
    /// Predicted bytes by which the plan of fewest instructions is larger than the fastest plan.
    pub beyond: u64,
    /// Share of the instructions of the all-interpreted plan that those bytes save.
    pub instructions: f64,
}

/// A type that the roots reach: a node of the type reference graph.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeReport {
    /// `Module.Type`, followed by the fields that lead to an embedded type.
    pub path: String,
    /// Whether the type is a root.
    pub root: bool,
    /// Visits per message, the mean of the directions weighted by their shares.
    pub frequency: f64,
    /// Predicted visits per message without the profile's counts; `None` without a profile.
    pub guessed: Option<f64>,
}

/// A field between two types: an arc of the type reference graph.
#[derive(Clone, Debug, PartialEq)]
pub struct ArcReport {
    /// `Module.Type.field`.
    pub path: String,
    /// Index of the enclosing type among the types.
    pub from: usize,
    /// Index of the field's type among the types.
    pub to: usize,
    /// Mean occurrences per value of the enclosing type.
    pub v: f64,
    /// Occurrences per message.
    pub frequency: f64,
}

/// Bytes of object code by purpose.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// `decode procedures`, `encode procedures`, `inlined copies`, `commands`, `runtime`, `around them`.
    pub part: &'static str,
    /// The type, or the field whose type is inlined there; empty where the bytes serve all types.
    pub path: String,
    /// Number of bytes.
    pub bytes: u64,
}

impl Piece {
    /// Returns whether the bytes belong to no single type.
    fn is_rest(&self) -> bool {
        self.path.is_empty()
    }
}

/// The plan and its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Base name of the output; for several specifications, all their names.
    pub name: String,
    /// The encoding rules; `None` for several specifications together.
    pub rules: Option<RulesName>,
    /// The specification's share of all messages of a build; 1 for the whole build.
    pub share: f64,
    /// The cap in bytes, if any.
    pub cap: Option<u64>,
    /// Sizes of the object code.
    pub size: Size,
    /// Bounds of the stack; `None` if the compiler does not list frames and calls, or no bound is known.
    pub stack: Option<Stack>,
    /// The times of the cost model, with their target.
    pub timed: Timed,
    /// Bytes of the smallest plan.
    pub smallest: u64,
    /// Whether the runtime is compiled for size at any level of optimization.
    pub small_runtime: bool,
    /// Bytes of the fastest plan.
    pub fastest: u64,
    /// Whether `fastest` was measured. The fastest plan is built only when the cap is near its size.
    pub fastest_measured: bool,
    /// Predicted share of interpreter calls eliminated, against the all-interpreted plan. Every command counts, also
    /// that of an absent field.
    pub calls_eliminated: f64,
    /// The same share of the commands that convert a part of the message.
    pub conversions_eliminated: f64,
    /// How much of the code is in the cache when a message arrives.
    pub cache: Cache,
    /// Predicted share of instructions saved, against the all-interpreted plan.
    pub instructions_saved: f64,
    /// Predicted share of time saved, against the all-interpreted plan: instructions, and bytes that are not in the
    /// cache.
    pub time_saved: f64,
    /// Bytes that save no time.
    pub idle: Idle,
    /// Upper bound on the distance from the best plan, as a share; `None` if the user chose the plan.
    pub gap: Option<f64>,
    /// Bytes of the plan's procedures over those of the all-compiled plan.
    pub compiled_share: f64,
    /// Share of the messages in each direction.
    pub shares: BTreeMap<Direction, f64>,
    /// Definitions, followed by references.
    pub nodes: Vec<NodeReport>,
    /// The frontier of size against time, smallest plan first.
    pub frontier: Vec<FrontierPoint>,
    /// The types that the roots reach.
    pub types: Vec<TypeReport>,
    /// The fields between the types.
    pub references: Vec<ArcReport>,
    /// The bytes by purpose. They add up to the total size, unless the prediction exceeds the measurement.
    pub bytes: Vec<Piece>,
    /// The messages that the user asked to annotate.
    pub messages: Vec<messages::Annotated>,
    /// The shapes of the configuration.
    pub shapes: Vec<special::ShapeReport>,
    /// The filters and views of the configuration, and what they share.
    pub filters: Vec<special::FilterReport>,
}

/// Collects the report of a plan.
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
        rules: None,
        share: 1.0,
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
        stack: None,
        timed: stages.timed.clone(),
        smallest: found.smallest.get(),
        small_runtime: candidates.techniques(plan).small_runtime,
        fastest: planned.beyond.map_or(found.fastest, |plan| plan.size).get(),
        fastest_measured: planned.beyond.map_or(found.fastest_measured, |plan| plan.measured),
        calls_eliminated: share(plan.totals.dispatches, nothing.dispatches),
        conversions_eliminated: share(plan.totals.conversions, nothing.conversions),
        cache: candidates.cache,
        instructions_saved: statistics::instructions_saved(&[candidates], plan),
        time_saved: statistics::time_saved(&[candidates], plan),
        idle: statistics::idle(candidates, found),
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
        messages: Vec::new(),
        shapes: special::shapes(model, stages),
        filters: Vec::new(),
    }
}

impl Report {
    /// Restricts the report of one of several specifications to its own bytes, and to the calls and the time that its
    /// own stubs save.
    pub(crate) fn restrict(&mut self, stages: &Stages, generated: u64) {
        self.size.total = generated;
        self.size.generated = generated;
        self.size.runtime = 0;
        self.bytes.retain(|piece| !piece.is_rest());
        self.add_rest();
        [self.calls_eliminated, self.conversions_eliminated] = statistics::eliminated(stages);
        let Candidates { problem, instructions, .. } = &stages.candidates;
        self.instructions_saved = statistics::saved(stages, instructions);
        self.time_saved = statistics::saved(stages, problem);
    }

    /// Adds the bytes of the runtime, and those that no piece explains.
    fn add_rest(&mut self) {
        let told: u64 = self.bytes.iter().map(|piece| piece.bytes).sum();
        let rest =
            [("runtime", self.size.runtime), ("around them", self.size.generated.saturating_sub(told))];
        let pieces = rest.map(|(part, bytes)| Piece { part, path: String::new(), bytes });
        self.bytes.extend(pieces.into_iter().filter(|piece| piece.bytes > 0));
    }

    /// Returns the report of several specifications from those of each, which are not yet
    /// [restricted](Self::restrict).
    pub(crate) fn of_all(parts: &[Self]) -> Self {
        let mut all = parts[0].clone();
        all.name = parts.iter().map(|part| part.name.as_str()).collect::<Vec<_>>().join(", ");
        (all.share, all.rules) = (1.0, None);
        all.nodes = parts.iter().flat_map(|part| part.nodes.iter().cloned()).collect();
        all.types = Vec::new();
        all.references = Vec::new();
        (all.bytes, all.messages) = (Vec::new(), Vec::new());
        all.shapes = parts.iter().flat_map(|part| part.shapes.iter().cloned()).collect();
        all.filters = parts.iter().flat_map(|part| part.filters.iter().cloned()).collect();
        all.shares = BTreeMap::new();
        for part in parts {
            let first = all.types.len();
            let moved =
                |arc: &ArcReport| ArcReport { from: arc.from + first, to: arc.to + first, ..arc.clone() };
            all.references.extend(part.references.iter().map(moved));
            all.types.extend(part.types.iter().cloned());
            all.messages.extend(part.messages.iter().cloned());
            all.bytes.extend(part.bytes.iter().filter(|piece| !piece.is_rest()).cloned());
            for (way, own) in &part.shares {
                *all.shares.entry(*way).or_default() += part.share * own;
            }
        }
        all.add_rest();
        all
    }

    /// Returns the number of definitions with this technique, or of references with this link.
    pub fn count(&self, technique: &str) -> usize {
        self.nodes.iter().filter(|node| node.technique == technique).count()
    }

    /// Returns the sizes of the smallest and the fastest plan in bytes, as text.
    fn range(&self) -> String {
        let Self { smallest, fastest, .. } = self;
        if !self.size.measured {
            let told = [smallest, fastest].map(|bytes| format!("{bytes} ({})", estimate::told(*bytes)));
            return format!("from the smallest plan, {}, to the fastest, {}", told[0], told[1]);
        }
        let about = if self.fastest_measured { "" } else { "about " };
        format!("{smallest} (smallest) to {about}{fastest} (fastest)")
    }

    /// Returns the comments for the procedures: frequency, technique, size.
    pub fn remarks(&self, candidates: &Candidates) -> BTreeMap<StubId, String> {
        let definitions = self.nodes.iter().filter(|node| !node.reference);
        let mut remarks = BTreeMap::new();
        for (&key, node) in candidates.nodes.iter().zip(definitions) {
            let how = match (node.technique, node.size) {
                // All its calls are inlined, so its bytes belong to its owners.
                ("compiled", 0) => "inlined".to_owned(),
                (technique, size) => format!("{technique}, {}", count(size, "byte")),
            };
            let about = format!("frequency {:.4}, {how}", node.frequency);
            remarks.insert(key, about);
        }
        remarks
    }

    /// Returns the first lines of the generated header's comment.
    pub fn summary(&self) -> Vec<String> {
        let how = match self.size.measured {
            true => format!("measured with {}", without_folders(&self.size.compiler)),
            false => estimate::told(self.size.total),
        };
        let cap = self.cap.map_or_else(|| "no cap".to_owned(), |cap| format!("cap {cap}"));
        vec![
            format!("{} of object code ({how}), {cap}", count(self.size.total, "byte")),
            format!(
                "definitions by direction: {} interpreted, {} compiled; {} inlined",
                self.count("interpreted"),
                self.count("compiled"),
                count(self.count("inline"), "reference")
            ),
        ]
    }
}

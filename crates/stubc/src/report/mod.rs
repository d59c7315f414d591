//! The report: the plan, its size, and why.

pub mod html;
pub mod json;
pub mod markdown;
pub mod text;

use crate::candidates::Candidates;
use crate::driver::Stages;
use crate::plan_file::technique_name;
use crate::predict::Prediction;
use codegen::emit::Remarks;
use codegen::{Direction, Model};
use size_budget::{Link, Reason, Technique, all_interpreted, reasons};
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

/// The plan and its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Base name of the output.
    pub name: String,
    /// The cap in bytes.
    pub cap: Option<u64>,
    /// Sizes.
    pub size: Size,
    /// Size of the smallest plan.
    pub smallest: u64,
    /// Size of the fastest plan.
    pub fastest: u64,
    /// Predicted share of interpreter calls that the plan saves, against all interpreted.
    pub calls_eliminated: f64,
    /// Predicted share of time that it saves.
    pub time_saved: f64,
    /// How far, at most, the plan is from the best.
    pub gap: f64,
    /// Bytes of procedures in the plan over those of the all-compiled plan.
    pub compiled_share: f64,
    /// Share of the messages that go in each direction.
    pub shares: BTreeMap<Direction, f64>,
    /// Definitions, then references.
    pub nodes: Vec<NodeReport>,
}

/// Collects the report.
pub fn build(
    model: &Model<'_>,
    prediction: &Prediction,
    stages: &Stages,
    compiler: Option<String>,
) -> Report {
    let (candidates, planned) = (&stages.candidates, &stages.planned);
    let (problem, plan) = (&candidates.problem, &planned.plan);
    let nothing = all_interpreted(problem).totals;
    let everything = size_budget::all_compiled(problem).totals;
    let share = |part: f64, whole: f64| if whole > 0.0 { (1.0 - part / whole).clamp(0.0, 1.0) } else { 0.0 };
    Report {
        name: model.options.name.clone(),
        cap: planned.cap,
        size: Size {
            total: planned.size.total(),
            generated: planned.size.generated,
            runtime: planned.size.runtime,
            measured: planned.measured,
            compiler: compiler.unwrap_or_default(),
        },
        smallest: planned.smallest,
        fastest: planned.fastest,
        calls_eliminated: share(plan.totals.dispatches, nothing.dispatches),
        time_saved: share(plan.totals.time, nothing.time),
        gap: planned.gap,
        compiled_share: if everything.compiled_size == 0 {
            0.0
        } else {
            plan.totals.compiled_size as f64 / everything.compiled_size as f64
        },
        shares: prediction.shares.clone(),
        nodes: nodes(model, prediction, stages),
    }
}

fn nodes(model: &Model<'_>, prediction: &Prediction, stages: &Stages) -> Vec<NodeReport> {
    let (candidates, plan) = (&stages.candidates, &stages.planned.plan);
    let problem = &candidates.problem;
    let reasons = reasons(problem, plan);
    let standalone = problem.standalone(plan);
    let mut nodes = Vec::new();
    for (id, &(ty, direction)) in problem.node_ids().zip(&candidates.nodes) {
        let node = problem.node(id);
        let technique = plan.techniques[id.index()];
        let (size, time) = match technique {
            Technique::Compiled if standalone[id.index()] => (node.compiled.size, node.compiled.time),
            Technique::Compiled => (0, node.compiled.time),
            Technique::Interpreted => {
                (stages.sizes.tables.get(&ty).copied().unwrap_or(0), node.interpreted.time)
            }
        };
        nodes.push(NodeReport {
            path: model.graph.type_path(ty),
            reference: false,
            direction,
            technique: technique_name(technique),
            frequency: prediction.of_type_per_message(ty, direction),
            size: i64::try_from(size).unwrap_or(i64::MAX),
            time,
            faster: (technique == Technique::Interpreted && node.pinned.is_none()).then(|| {
                let table = stages.sizes.tables.get(&ty).copied().unwrap_or(0);
                i64::try_from(node.compiled.size.saturating_sub(table)).unwrap_or(i64::MAX)
            }),
            reason: why(model, &reasons[id.index()], ty, standalone[id.index()], technique),
        });
    }
    for (id, &(field, direction)) in problem.reference_ids().zip(&candidates.references) {
        let reference = problem.reference(id);
        let link = plan.links[id.index()];
        let compiled = |node| plan.is_compiled(node);
        let open = link == Link::Call
            && !reference.recursive
            && compiled(reference.owner)
            && compiled(reference.callee);
        let reason = match link {
            Link::Inline if reference.size_delta < 0 => "inlined: saves time and bytes".to_owned(),
            Link::Inline => format!(
                "inlined: saves {:.1} instructions a visit for {} bytes",
                reference.time_saved, reference.size_delta
            ),
            Link::Call if reference.recursive => "called: recursion is never inlined".to_owned(),
            Link::Call if !compiled(reference.owner) => "called: the owner is interpreted".to_owned(),
            Link::Call if !compiled(reference.callee) => "called: the target is interpreted".to_owned(),
            Link::Call => format!(
                "called: inlining would save {:.1} instructions a visit, and copy {} bytes",
                reference.time_saved, reference.size_delta
            ),
        };
        nodes.push(NodeReport {
            path: model.graph.field_path(field),
            reference: true,
            direction,
            technique: if link == Link::Inline { "inline" } else { "call" },
            frequency: prediction.of_field_per_message(field, direction),
            size: reference.size_delta,
            time: reference.time_saved,
            faster: open.then_some(reference.size_delta),
            reason,
        });
    }
    nodes
}

fn why(
    model: &Model<'_>,
    reason: &Reason,
    ty: syntax_graph::TypeId,
    standalone: bool,
    technique: Technique,
) -> String {
    if model.is_scalar(ty) {
        return "compiled: a scalar has no commands".to_owned();
    }
    if crate::measuring::always_compiled(model, ty) {
        return "compiled: the interpreter cannot hold it".to_owned();
    }
    if technique == Technique::Compiled && !standalone {
        return format!("{reason}; inlined wherever it is used");
    }
    reason.to_string()
}

impl Report {
    /// How many definitions have this technique, or references this link.
    pub fn count(&self, technique: &str) -> usize {
        self.nodes.iter().filter(|node| node.technique == technique).count()
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
        let how = if self.size.measured { "measured with" } else { "estimated, no compiler" };
        let compiler = if self.size.measured { format!(" {}", self.size.compiler) } else { String::new() };
        let cap = self.cap.map_or_else(|| "no cap".to_owned(), |cap| format!("cap {cap}"));
        vec![
            format!("{} bytes of object code ({how}{compiler}), {cap}", self.size.total),
            format!(
                "definitions by direction: {} interpreted, {} compiled; {} references inlined",
                self.count("interpreted"),
                self.count("compiled"),
                self.count("inline")
            ),
        ]
    }
}

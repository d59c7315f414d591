//! Lists every definition and reference in each direction, with the reason for its technique.

use super::NodeReport;
use crate::driver::Stages;
use crate::plan_file::technique_name;
use crate::plural::count;
use crate::predict::Prediction;
use codegen::{Model, Stub};
use size_budget::{Link, Reason, Technique, Verdict, reasons};

/// Returns definitions, followed by references.
pub(super) fn nodes(model: &Model<'_>, prediction: &Prediction, stages: &Stages) -> Vec<NodeReport> {
    let (candidates, plan) = (&stages.candidates, &stages.planned.found.plan);
    let (problem, instructions) = (&candidates.problem, &candidates.instructions);
    // The planner's verdicts do not apply to a plan that it did not choose.
    let is_chosen = stages.planned.found.gap.is_some();
    let reasons = reasons(problem, plan);
    let standalone = problem.standalone(plan);
    let chosen = candidates.techniques(plan);
    let mut nodes = Vec::new();
    for (id, Stub { node: stub, direction }) in candidates.node_ids().zip(candidates.stubs()) {
        let node = instructions.node(id);
        let technique = plan.techniques[id.index()];
        let (size, time) = match technique {
            Technique::Compiled if standalone[id.index()] => (node.compiled.size, node.compiled.time),
            Technique::Compiled => (0, node.compiled.time),
            Technique::Interpreted => (stages.sizes.commands.octets(stub), node.interpreted.time),
        };
        let reason = &reasons[id.index()];
        let reason = if is_chosen { reason.to_string() } else { forced(reason, technique) };
        let mut reason = why(model, reason, stub, standalone[id.index()], technique);
        if let Some(factor) = chosen.side(direction).unrolled.get(&stub).filter(|_| plan.is_compiled(id)) {
            reason.push_str(&format!("; {factor} elements per turn of its loop"));
        }
        if chosen.side(direction).in_line.contains(&stub) && plan.is_compiled(id) {
            reason.push_str("; primitives in line");
        }
        let first = stages.sizes.commands.first(stub);
        if technique == Technique::Interpreted && first != stub {
            reason.push_str(&format!("; shares the commands of {}", model.path(first)));
        }
        nodes.push(NodeReport {
            path: model.path(stub),
            reference: false,
            direction,
            technique: technique_name(technique),
            frequency: prediction.of_type_per_message(stub.ty, direction),
            size: i64::try_from(size).unwrap_or(i64::MAX),
            time,
            faster: (technique == Technique::Interpreted && node.pinned.is_none()).then(|| {
                let table = stages.sizes.commands.octets(stub);
                i64::try_from(node.compiled.size.saturating_sub(table)).unwrap_or(i64::MAX)
            }),
            reason,
        });
    }
    for (id, (owner, field, direction)) in candidates.reference_ids().zip(candidates.fields()) {
        let reference = instructions.reference(id);
        // Instructions that cost as much time in bytes buy nothing.
        let idle = if problem.reference(id).time_saved > 0.0 { "" } else { ", and no time" };
        let link = plan.links[id.index()];
        let compiled = |node| plan.is_compiled(node);
        let reason = match link {
            Link::Inline if reference.size_delta < 0 => "inlined: saves time and bytes".to_owned(),
            Link::Inline => format!(
                "inlined: saves {:.1} instructions per visit{idle} for {}",
                reference.time_saved,
                count(reference.size_delta, "byte")
            ),
            Link::Call if reference.recursive => "called: recursion is never inlined".to_owned(),
            Link::Call if !compiled(reference.owner) => "called: the owner is interpreted".to_owned(),
            Link::Call if !compiled(reference.callee) => "called: the target is interpreted".to_owned(),
            Link::Call => format!(
                "called: inlining would save {:.1} instructions per visit{idle}, and add {}",
                reference.time_saved,
                count(reference.size_delta, "byte")
            ),
        };
        nodes.push(NodeReport {
            path: owner.field_path(model.graph, field),
            reference: true,
            direction,
            technique: if link == Link::Inline { "inline" } else { "call" },
            frequency: prediction.of_field_per_message(field, direction),
            size: reference.size_delta,
            time: reference.time_saved,
            faster: plan.may_inline(problem, id).then_some(reference.size_delta),
            reason,
        });
    }
    nodes
}

fn why(
    model: &Model<'_>,
    reason: String,
    stub: codegen::Node,
    standalone: bool,
    technique: Technique,
) -> String {
    if crate::measuring::always_compiled(model, stub) {
        return "compiled: the interpreter cannot run it".to_owned();
    }
    if technique == Technique::Compiled && !standalone {
        return format!("{reason}; inlined at every use");
    }
    reason
}

/// Returns the reason for a technique in a forced plan: the effect of compiling, without a verdict.
fn forced(reason: &Reason, technique: Technique) -> String {
    if matches!(reason.verdict, Verdict::Unreached | Verdict::Pinned) {
        return reason.to_string();
    }
    let saves = if technique == Technique::Compiled { "saves" } else { "compiling it would save" };
    let (profit, weight) = (reason.profit, reason.weight);
    format!(
        "{} as asked for: {saves} the time of {profit:.3} instructions for {weight} bytes",
        technique_name(technique)
    )
}

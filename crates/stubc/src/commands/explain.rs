//! `explain`: prints why a type got its technique, and the gain from the next 1024 bytes.

use super::build::Project;
use super::{Job, Stop};
use crate::args::{ExplainArgs, TechniqueArg};
use codegen::{Direction, Node, Stub};
use freq_predict::from_syntax::node_of;
use std::fmt::Write;
use std::path::Path;
use stubc::driver::Stages;
use stubc::front::Specification;
use stubc::plural::count;
use stubc::predict::Prediction;
use stubc::report::{FrontierPoint, Report};
use stubc::{Choice, driver, front, predict, report, roots};
use syntax_graph::TypeId;

/// Plans, and prints the reasons for one type.
pub fn run(job: &mut Job, args: &ExplainArgs) -> Result<(), Stop> {
    let cc = job.cc()?;
    let specification = front::specification(&job.settings).map_err(|error| job.failed(&error))?;
    let ty = find(&specification, &args.ty)
        .map_err(|(message, hint)| job.unknown_type(&message, hint.as_deref()))?;
    let prediction = predict::predict(&specification, job.settings.heuristic);
    let model = driver::model(&specification, &job.settings).map_err(|error| job.failed(&error))?;
    let stages = driver::plan(&specification, &prediction, &model, &job.settings, Some(&cc))
        .map_err(|error| job.failed(&error))?;
    let report = report::build(&model, &prediction, &stages, None);
    let mut out = explained(&specification, &prediction, &stages, &report, ty);
    if job.settings.max_size.is_none() && job.settings.choice == Choice::Auto {
        without_cap(&mut out, &report);
    } else {
        next_bytes(&mut out, &[(&specification, &stages)]);
    }
    job.print(&out)
}

/// Plans a build, and prints the reasons for one type of any of its specifications.
pub fn run_build(file: &Path, args: &ExplainArgs) -> Result<(), Stop> {
    let project = Project::read(&args.compile.of_build(file))?;
    let job = project.job();
    let cc = job.cc()?;
    let build = project.build().toolchain(Some(&cc));
    let text = build.planned(|prepared, stages| {
        let all: Vec<_> = prepared.iter().map(|one| one.specification).zip(stages).collect();
        let mut unknown = None;
        for (one, stages) in prepared.iter().zip(stages) {
            match find(one.specification, &args.ty) {
                Ok(ty) => {
                    let report = report::build(one.model, one.prediction, stages, None);
                    let mut out = explained(one.specification, one.prediction, stages, &report, ty);
                    if stages.planned.found.cap.is_none() && args.compile.technique == TechniqueArg::Auto {
                        without_cap(&mut out, &report);
                    } else {
                        next_bytes(&mut out, &all);
                    }
                    return Ok(out);
                }
                Err((message, Some(hint))) => unknown = Some((message, Some(hint))),
                Err(other) => unknown = unknown.or(Some(other)),
            }
        }
        let (message, hint) = unknown.unwrap_or_default();
        Err(job.unknown_type(&message, hint.as_deref()))
    });
    job.print(&text.map_err(|error| project.failed(&error))??)
}

/// Finds a type by its name, or an embedded one by its path.
fn find(specification: &Specification, name: &str) -> Result<TypeId, (String, Option<String>)> {
    let graph = &specification.graph;
    roots::find(graph, name)
        .or_else(|unknown| graph.types.ids().find(|ty| graph.type_path(*ty) == name).ok_or(unknown))
}

/// Returns the reasons for one type.
fn explained(
    specification: &Specification,
    prediction: &Prediction,
    stages: &Stages,
    report: &Report,
    ty: TypeId,
) -> String {
    let graph = &specification.graph;
    let node = graph.resolve(ty);
    let candidates = &stages.candidates;
    let mut out = format!("{}\n  instructions: {}\n", graph.type_path(ty), stages.timed.told());
    for direction in Direction::ALL {
        let Some(id) = candidates.node(node, direction) else {
            let _ = writeln!(
                out,
                "  {}: no choice; no root reaches it, or it is a scalar in its owner",
                direction.name()
            );
            continue;
        };
        let at = candidates.node_ids().position(|known| known == id);
        let Some(about) = at.and_then(|at| report.nodes.get(at)) else { continue };
        let numbers = candidates.instructions.node(id);
        let _ = writeln!(out, "  {}: {}", direction.name(), about.reason);
        let _ = writeln!(
            out,
            "    frequency {:.4}; interpreted {} and {}, compiled {:.0} and {}",
            about.frequency,
            count(format!("{:.0}", numbers.interpreted.time), "instruction"),
            count(stages.sizes.commands.octets(Node::general(node)), "byte"),
            numbers.compiled.time,
            numbers.compiled.size
        );
        let frequencies = &prediction.frequencies[&direction];
        let mut from = frequencies.contributions(&prediction.graph, node_of(node));
        from.sort_by(|a, b| b.frequency.total_cmp(&a.frequency));
        for part in from.iter().filter(|part| part.frequency > 0.0).take(8) {
            let _ = writeln!(
                out,
                "    {:.4} from {}.{}: {:.4} x {:.4} ({})",
                part.frequency,
                prediction.graph.name(part.owner),
                prediction.graph.reference(part.reference).name,
                part.owner_frequency,
                part.weight.effective(),
                part.weight.rule
            );
        }
        let references = candidates.fields().zip(&report.nodes[candidates.nodes.len()..]);
        for (_, reference) in
            references.filter(|((owner, _, way), _)| *way == direction && *owner == Node::general(node))
        {
            let _ = writeln!(out, "    {} {}", reference.path, reference.reason);
        }
    }
    for shape in report.shapes.iter().filter(|shape| shape.root == graph.type_path(ty)) {
        let _ = writeln!(out, "  shape {}", shape.line());
        for line in shape.drawn().lines() {
            let _ = writeln!(out, "    {line}");
        }
        for hole in &shape.holes {
            let _ = writeln!(out, "    [{:06x}] {} is {}", hole.place.start, hole.path, hole.member);
        }
    }
    out
}

/// Writes the gain from the next 1024 bytes.
fn next_bytes(out: &mut String, all: &[(&Specification, &Stages)]) {
    let Some((_, Stages { candidates, planned, .. })) = all.first() else { return };
    let plan = &planned.found.plan;
    let bought = size_budget::buys(&candidates.problem, plan, 1024);
    let _ = writeln!(
        out,
        "the next 1024 bytes would save the time of {:.1} of {:.1} instructions per message: {} compiled, {} inlined",
        bought.saved,
        plan.totals.time,
        count(bought.compiled.len(), "definition"),
        count(bought.inlined, "reference")
    );
    for id in bought.compiled {
        for (specification, stages) in all {
            if let Some(Stub { node, direction }) = stages.candidates.stub(id) {
                let _ = writeln!(out, "  {} {}", direction.name(), node.path(&specification.graph));
            }
        }
    }
}

/// Writes the cost of caps, since more bytes gain nothing without a cap.
fn without_cap(out: &mut String, report: &Report) {
    let Some(fastest) = report.frontier.last() else { return };
    let _ = writeln!(out, "no cap: this is the fastest plan, {}", count(report.size.total, "byte"));
    for share in [0.99, 0.9, 0.5] {
        let reaches = |point: &&FrontierPoint| point.time_saved >= fastest.time_saved * share;
        if let Some(point) = report.frontier.iter().find(reaches) {
            let (percent, size) = (share * 100.0, point.size);
            let _ = writeln!(out, "  --max-size {size} keeps about {percent:.0} % of the time that it saves");
        }
    }
}

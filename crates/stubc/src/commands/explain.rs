//! `explain`: prints why a type got its technique, and what the next 1024 bytes would buy.

use super::{Job, Stop};
use crate::args::ExplainArgs;
use codegen::{Direction, Node, Stub};
use freq_predict::from_syntax::node_of;
use std::fmt::Write;
use stubc::driver::Stages;
use stubc::front::Specification;
use stubc::plural::count;
use stubc::report::{FrontierPoint, Report};
use stubc::{Choice, driver, front, predict, report, roots};

/// Plans, and prints the reasons for one type.
pub fn run(job: &mut Job, args: &ExplainArgs) -> Result<(), Stop> {
    let cc = job.cc()?;
    let specification = front::specification(&job.settings).map_err(|error| job.failed(&error))?;
    let graph = &specification.graph;
    let ty = roots::find(graph, &args.ty).or_else(|unknown| {
        // A path to an embedded type is accepted as well.
        graph.types.ids().find(|ty| graph.type_path(*ty) == args.ty).ok_or(unknown)
    });
    let ty = ty.map_err(|(message, hint)| job.unknown_type(&message, hint.as_deref()))?;
    let node = graph.resolve(ty);
    let prediction = predict::predict(&specification, job.settings.heuristic);
    let model = driver::model(&specification, &job.settings).map_err(|error| job.failed(&error))?;
    let stages = driver::plan(&specification, &prediction, &model, &job.settings, Some(&cc))
        .map_err(|error| job.failed(&error))?;
    let candidates = &stages.candidates;
    let report = report::build(&model, &prediction, &stages, None);
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
        let about = &report.nodes[id.index()];
        let numbers = candidates.problem.node(id);
        let _ = writeln!(out, "  {}: {}", direction.name(), about.reason);
        let _ = writeln!(
            out,
            "    frequency {:.4}; interpreted {} and {}, compiled {:.0} and {}",
            about.frequency,
            count(format!("{:.0}", numbers.interpreted.time), "instruction"),
            count(stages.sizes.tables.octets(Node::general(node)), "byte"),
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
    if job.settings.max_size.is_none() && job.settings.choice == Choice::Auto {
        without_cap(&mut out, &report);
    } else {
        next_bytes(&mut out, &specification, &stages);
    }
    job.print(&out)
}

/// Writes what the next 1024 bytes would buy.
fn next_bytes(out: &mut String, specification: &Specification, stages: &Stages) {
    let (candidates, plan) = (&stages.candidates, &stages.planned.found.plan);
    let bought = size_budget::buys(&candidates.problem, plan, 1024);
    let _ = writeln!(
        out,
        "the next 1024 bytes would save {:.1} of {:.1} instructions per message: {} compiled, {} inlined",
        bought.saved,
        plan.totals.time,
        count(bought.compiled.len(), "definition"),
        count(bought.inlined, "reference")
    );
    for id in bought.compiled {
        let Stub { node, direction } = candidates.stub(id);
        let _ = writeln!(out, "  {} {}", direction.name(), node.path(&specification.graph));
    }
}

/// Writes what caps would cost: more bytes buy nothing where there is no cap.
fn without_cap(out: &mut String, report: &Report) {
    let Some(fastest) = report.frontier.last() else { return };
    let _ = writeln!(out, "no cap: this is the fastest plan, {}", count(report.size.total, "byte"));
    for share in [0.99, 0.9, 0.5] {
        let reaches = |point: &&FrontierPoint| point.time_saved >= fastest.time_saved * share;
        if let Some(point) = report.frontier.iter().find(reaches) {
            let (percent, size) = (share * 100.0, point.size);
            let _ = writeln!(
                out,
                "  --max-size {size} keeps about {percent:.0} % of the instructions that it saves"
            );
        }
    }
}

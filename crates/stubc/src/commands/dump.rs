//! `dump`: prints the result of a stage as stable text.

use super::{Job, Stop};
use crate::args::{DumpArgs, Stage};
use codegen::{Direction, Stub};
use std::fmt::Write;
use stubc::candidates::Candidates;
use stubc::{driver, front, plan_file, predict};
use syntax_graph::SyntaxGraph;

/// Runs the pipeline up to the stage and prints its result.
pub fn run(job: &mut Job, args: &DumpArgs) -> Result<(), Stop> {
    if args.dot && args.stage != Stage::References {
        return Err(job.usage("--dot works with `dump references` only"));
    }
    let specification = front::specification(&job.settings).map_err(|error| job.failed(&error))?;
    job.renderer.all(&specification.sources, &specification.diagnostics);
    if args.stage == Stage::Graph {
        return job.deliver(&syntax_graph::dump::dump(&specification.graph));
    }
    let prediction = predict::predict(&specification, job.settings.heuristic);
    let (graph, decode) = (&prediction.graph, &prediction.frequencies[&Direction::Decode]);
    match args.stage {
        Stage::References if args.dot => {
            return job.deliver(&freq_predict::dump::references_dot(graph, decode));
        }
        Stage::References => return job.deliver(&freq_predict::dump::references(graph, decode)),
        Stage::Frequencies => {
            let mut out = String::new();
            for (direction, frequencies) in &prediction.frequencies {
                let share = prediction.shares[direction];
                let _ = writeln!(out, "{} share {share}", direction.name());
                let roots = prediction.roots.get(direction).map_or(&[][..], Vec::as_slice);
                out.push_str(&freq_predict::dump::frequencies(graph, frequencies, roots));
            }
            return job.deliver(&out);
        }
        _ => {}
    }
    let model = driver::model(&specification, &job.settings).map_err(|error| job.failed(&error))?;
    if args.stage == Stage::Programs {
        return job.deliver(&model.dump());
    }
    let cc = job.cc()?;
    let stages = driver::plan(&specification, &prediction, &model, &job.settings, Some(&cc))
        .map_err(|error| job.failed(&error))?;
    job.deliver(&match args.stage {
        Stage::Candidates => candidates(&specification.graph, &stages.candidates),
        _ => plan_file::write(&specification.graph, &stages.candidates, &stages.planned.found.plan),
    })
}

/// Returns the planner's problem as text.
fn candidates(graph: &SyntaxGraph, candidates: &Candidates) -> String {
    let problem = &candidates.instructions;
    let mut out = format!("fixed {} bytes\n", problem.fixed_size());
    for (id, Stub { node: stub, direction }) in problem.node_ids().zip(candidates.stubs()) {
        let node = problem.node(id);
        let shared: u64 = node.interpreted.shared.iter().map(|item| problem.shared_size(*item)).sum();
        let _ = writeln!(
            out,
            "definition {} {} frequency {:.6} interpreted {} bytes, {shared} shared, {:.1} instructions, {:.2} commands; \
             compiled {} bytes, {:.1} instructions",
            stub.path(graph),
            direction.name(),
            node.frequency,
            node.interpreted.size,
            node.interpreted.time,
            node.dispatches,
            node.compiled.size,
            node.compiled.time
        );
    }
    for (id, (owner, field, direction)) in problem.reference_ids().zip(candidates.fields()) {
        let reference = problem.reference(id);
        let _ = writeln!(
            out,
            "reference {} {} frequency {:.6} inline {:+} bytes, {:.1} instructions saved{}",
            owner.field_path(graph, field),
            direction.name(),
            reference.frequency,
            reference.size_delta,
            reference.time_saved,
            if reference.recursive { ", recursive" } else { "" }
        );
    }
    out
}

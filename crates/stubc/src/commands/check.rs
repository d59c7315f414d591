//! `check`: prints diagnostics and writes nothing.

use super::{Job, Stop};
use stubc::plural::count;
use stubc::{driver, front};

/// Parses, resolves, configures and validates the specifications.
pub fn run(job: &mut Job) -> Result<(), Stop> {
    let specification = front::specification(&job.settings).map_err(|error| job.failed(&error))?;
    // Default roots are a guess. Two of them with one C name matter only when C is written.
    if specification.roots.named {
        driver::model(&specification, &job.settings).map_err(|error| job.failed(&error))?;
    }
    job.renderer.all(&specification.sources, &specification.diagnostics);
    if job.args.quiet {
        return Ok(());
    }
    let graph = &specification.graph;
    job.print(&format!(
        "{}, {}, {}; {}: no errors\n",
        count(graph.modules.len(), "module"),
        count(graph.types.len(), "type"),
        count(graph.fields.len(), "field"),
        count(specification.roots.roots.len(), "root")
    ))
}

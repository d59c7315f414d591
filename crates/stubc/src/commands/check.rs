//! `check`: diagnostics alone.

use super::{Job, Stop};
use stubc::{driver, front};

/// Parses, resolves, configures and validates.
pub fn run(job: &mut Job) -> Result<(), Stop> {
    let specification = front::specification(&job.settings).map_err(|error| job.failed(&error))?;
    // Default roots are a guess: whether they fit into one output matters only when one is made.
    if specification.roots.named {
        driver::model(&specification, &job.settings).map_err(|error| job.failed(&error))?;
    }
    job.renderer.all(&specification.sources, &specification.diagnostics);
    if job.args.quiet {
        return Ok(());
    }
    let graph = &specification.graph;
    job.print(&format!(
        "{} modules, {} types, {} fields; {} roots: no errors\n",
        graph.modules.len(),
        graph.types.len(),
        graph.fields.len(),
        specification.roots.roots.len()
    ))
}

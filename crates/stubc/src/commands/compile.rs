//! The main job: specifications to C.

use super::{Job, Stop};
use crate::files;
use std::path::PathBuf;
use stubc::report::{Report, html, json, markdown, text};
use stubc::{Compiled, Compiler};

/// Compiles, writes, and says what was chosen.
pub fn run(job: &mut Job) -> Result<(), Stop> {
    let cc = job.cc()?;
    let folder = job.out_dir();
    std::fs::create_dir_all(&folder).map_err(|error| {
        job.input_error(&format!("cannot create {}: {}", folder.display(), files::plain(&error)))
    })?;
    let compiler = Compiler::with_settings(job.settings.clone()).toolchain(&cc);
    let Compiled { files, report, diagnostics, sources } =
        compiler.compile().map_err(|error| job.failed(&error))?;
    job.renderer.all(&sources, &diagnostics);
    let mut output = files::placed(&folder, &files);
    let generated: Vec<PathBuf> = output.iter().map(|(path, _)| path.clone()).collect();
    for path in &job.args.report {
        output.push((path.clone(), render(&report, path)));
    }
    if let Some(path) = &job.args.depfile {
        output.push((path.clone(), files::depfile(&generated, &job.inputs)));
    }
    files::write_all(&output).map_err(|message| job.input_error(&message))?;
    if job.args.quiet { Ok(()) } else { job.print(&text::write(&report, job.args.verbose)) }
}

/// The report in the form that the file's ending asks for.
fn render(report: &Report, path: &std::path::Path) -> String {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("html") => html::write(report, None),
        Some("svg") => html::frontier(report).draw().file(),
        Some("md") => markdown::write(report),
        _ => json::write(report),
    }
}

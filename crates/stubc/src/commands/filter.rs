//! `filter`: writes a C function that decides about messages without decoding them.

use super::compile::check_kept;
use super::{Job, Stop};
use crate::args::FilterArgs;
use crate::files;
use std::path::{Path, PathBuf};
use stubc::filter::{self, Filtered};
use stubc::outputs::{Owners, check_name};
use stubc::plural::count;
use stubc::{CompileError, Failure};

/// Compiles the predicate, writes `NAME.h` and `NAME.c`, and prints the bytes of its object code.
pub fn run(job: &mut Job, args: &FilterArgs) -> Result<(), Stop> {
    let cc = job.cc()?;
    let name = args.compile.name.clone().unwrap_or_else(|| "filter".to_owned());
    filter::check_function(&name).map_err(|message| job.usage(&format!("--name: {message}")))?;
    check_name("", &name, "").map_err(|fault| job.usage(&fault.message))?;
    let Filtered { specification, files, .. } =
        filter::compile(&job.settings, &name, &args.predicate).map_err(|error| job.failed(&error))?;
    job.renderer.all(&specification.sources, &specification.diagnostics);
    let bytes = filter::size(&files, &cc).map_err(|error| {
        let failure = Failure::Toolchain(error);
        job.failed(&CompileError { failure, diagnostics: Vec::new(), sources: specification.sources.clone() })
    })?;
    let folder = job.out_dir();
    std::fs::create_dir_all(&folder).map_err(|error| {
        job.input_error(&format!("cannot create {}: {}", folder.display(), files::plain(&error)))
    })?;
    let mut output = files::placed(&folder, &files);
    let generated: Vec<PathBuf> = output.iter().map(|(path, _)| path.clone()).collect();
    if let Some(path) = &job.args.depfile {
        let rule = files::depfile(&generated, &job.inputs).map_err(|message| job.input_error(&message))?;
        output.push((path.clone(), rule));
    }
    let paths: Vec<&Path> = output.iter().map(|(path, _)| path.as_path()).collect();
    let owners = Owners { names: vec![&name], prefix: "" };
    files::check_apart(&paths, &job.inputs)
        .and_then(|()| check_kept(&owners, &generated))
        .and_then(|()| files::write_all(&output))
        .map_err(|message| job.input_error(&message))?;
    if job.args.quiet { Ok(()) } else { job.print(&format!("{name}: {}\n", count(bytes, "byte"))) }
}

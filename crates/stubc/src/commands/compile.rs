//! Compiles specifications to C files: the command line without a command.

use super::{Job, Stop};
use crate::files;
use std::path::{Path, PathBuf};
use stubc::driver::output_name;
use stubc::outputs::{self, Owners};
use stubc::report::{Report, html, json, markdown, text};
use stubc::{Compiled, Compiler};

/// Compiles, writes the files, and reports the plan.
pub fn run(job: &mut Job) -> Result<(), Stop> {
    let cc = job.cc()?;
    let folder = job.out_dir();
    std::fs::create_dir_all(&folder).map_err(|error| {
        job.input_error(&format!("cannot create {}: {}", folder.display(), files::plain(&error)))
    })?;
    let name = output_name(&job.settings);
    let owners = Owners { names: vec![&name], prefix: &job.settings.prefix };
    // Refuse before the work starts. A file that appears meanwhile is refused below.
    let expected = expected(&folder, &outputs::names(&[&job.settings], &job.settings.prefix));
    let all: Vec<&Path> = [&expected, &job.args.report].into_iter().flatten().map(PathBuf::as_path).collect();
    files::check_apart(&all, &job.inputs)
        .and_then(|()| check_kept(&owners, &expected))
        .map_err(|message| job.input_error(&message))?;
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
        let rule = files::depfile(&generated, &job.inputs).map_err(|message| job.input_error(&message))?;
        output.push((path.clone(), rule));
    }
    let paths: Vec<&Path> = output.iter().map(|(path, _)| path.as_path()).collect();
    files::check_apart(&paths, &job.inputs)
        .and_then(|()| check_kept(&owners, &generated))
        .and_then(|()| files::write_all(&output))
        .map_err(|message| job.input_error(&message))?;
    if job.args.quiet { Ok(()) } else { job.print(&text::write(&report, job.args.verbose)) }
}

/// Returns the paths of files with these names.
pub(super) fn expected(folder: &Path, names: &[String]) -> Vec<PathBuf> {
    names.iter().map(|name| folder.join(name)).collect()
}

/// Checks that no generated file replaces a file of the user or of other specifications.
///
/// # Errors
/// A message that names the file and the reason.
pub(super) fn check_kept(owners: &Owners<'_>, generated: &[PathBuf]) -> Result<(), String> {
    for path in generated {
        let old = match std::fs::read(path) {
            Ok(old) => old,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound || path.is_dir() => continue,
            Err(error) => return Err(format!("cannot read {}: {}", path.display(), files::plain(&error))),
        };
        let file = path.file_name().map(|file| file.to_string_lossy()).unwrap_or_default();
        if let Some(reason) = owners.kept(&file, &String::from_utf8_lossy(&old)) {
            let path = path.display();
            return Err(format!(
                "{path} would be replaced, but {reason}; nothing was written. `stubc build` compiles several \
                 specifications with one runtime. Or use --prefix PREFIX for other names, --out-dir DIR for another \
                 folder, or remove the file"
            ));
        }
    }
    Ok(())
}

/// Returns the report in the format of the file's extension.
fn render(report: &Report, path: &Path) -> String {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("html") => html::write(report, None),
        Some("svg") => html::frontier(report).draw().file(),
        Some("md") => markdown::write(report),
        _ => json::write(report),
    }
}

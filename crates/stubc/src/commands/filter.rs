//! `filter`: writes a C function that decides about messages without decoding them.

use super::compile::check_kept;
use super::{Job, Stop};
use crate::args::FilterArgs;
use crate::files;
use codegen::filter::Form;
use data_encoding::HEXLOWER;
use std::path::{Path, PathBuf};
use stubc::filter::{self, Bytes, Filtered};
use stubc::outputs::{Owners, check_name};
use stubc::plural::{count, grouped};
use stubc::settings::{Cap, Choice};
use stubc::toolchain::Toolchain;
use stubc::{CompileError, Failure};
use syntax_graph::SourceMap;

/// Compiles the predicate, writes `NAME.h` and `NAME.c`, and prints the bytes of its object code.
pub fn run(job: &mut Job, args: &FilterArgs) -> Result<(), Stop> {
    let cc = job.cc()?;
    let name = args.compile.name.clone().unwrap_or_else(|| "filter".to_owned());
    filter::check_function(&name).map_err(|message| job.usage(&format!("--name: {message}")))?;
    check_name("", &name, "").map_err(|fault| job.usage(&fault.message))?;
    let (specification, files, bytes, digest) = if args.engine {
        let engine =
            filter::engine(&job.settings, &name, &args.predicate).map_err(|error| job.failed(&error))?;
        let bytes = filter::size(&engine.files, &cc).map_err(|error| job.toolchain(error))?;
        (engine.specification, engine.files, bytes, Some(engine.digest))
    } else {
        let (Filtered { specification, files, .. }, bytes) = chosen(job, &cc, &name, &args.predicate)?;
        (specification, files, bytes, None)
    };
    job.renderer.all(&specification.sources, &specification.diagnostics);
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
    let commands = match bytes.commands {
        0 => String::new(),
        commands => format!(", {} of them commands", grouped(&commands.to_string())),
    };
    if job.args.quiet {
        Ok(())
    } else {
        let digest = digest.map(|digest| format!(", configuration {}", HEXLOWER.encode(&digest)));
        let digest = digest.unwrap_or_default();
        job.print(&format!("{name}: {}{commands}{digest}\n", count(bytes.total, "byte")))
    }
}

/// Compiles the predicate in the form that the options name: compiled, or, where that exceeds the cap, interpreted.
fn chosen(job: &mut Job, cc: &dyn Toolchain, name: &str, predicate: &str) -> Result<(Filtered, Bytes), Stop> {
    let cap = match job.settings.max_size {
        None => None,
        Some(Cap::Bytes(bytes)) => Some(bytes),
        Some(Cap::Percent(_)) => return Err(job.usage("--max-size: the cap of a filter must be in bytes")),
    };
    let forms: &[Form] = match job.settings.choice {
        Choice::Interpreted => &[Form::Interpreted],
        Choice::Auto if cap.is_some() => &[Form::Compiled, Form::Interpreted],
        _ => &[Form::Compiled],
    };
    let mut smallest = u64::MAX;
    for form in forms {
        let filtered = match filter::compile(&job.settings, *form, name, predicate) {
            Ok(filtered) => filtered,
            // The compiled form has been tried: its bytes are the answer.
            Err(_) if smallest < u64::MAX => break,
            Err(error) => return Err(job.failed(&error)),
        };
        let bytes = filter::size(&filtered.files, cc).map_err(|error| job.toolchain(error))?;
        if cap.is_none_or(|cap| bytes.total <= cap) {
            return Ok((filtered, bytes));
        }
        smallest = smallest.min(bytes.total);
    }
    let failure = Failure::CapTooSmall { cap: cap.unwrap_or(0), smallest, measured: true };
    Err(job.failed(&CompileError { failure, diagnostics: Vec::new(), sources: SourceMap::new() }))
}

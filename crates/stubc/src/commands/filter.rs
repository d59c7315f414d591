//! `filter`: writes a C function that decides about messages without decoding them.

use super::compile::check_kept;
use super::{Job, Stop};
use crate::args::FilterArgs;
use crate::files;
use codegen::OutputFiles;
use codegen::blob::Kind;
use codegen::filter::Form;
use data_encoding::HEXLOWER;
use std::path::{Path, PathBuf};
use stubc::filter::{self, Bytes, Filtered};
use stubc::front::Specification;
use stubc::outputs::{Owners, check_name};
use stubc::plural::{count, grouped};
use stubc::settings::{Cap, Choice};
use stubc::toolchain::Toolchain;
use stubc::{CompileError, Failure};
use syntax_graph::SourceMap;

/// Compiles the predicate, writes `NAME.h` and `NAME.c`, and prints the bytes of its object code.
pub fn run(job: &mut Job, args: &FilterArgs) -> Result<(), Stop> {
    if args.engine {
        return engine(job, Kind::Filter, &args.predicate);
    }
    if let (Some(_), Some(headers)) = (args.target, &args.skip) {
        let name = name(job, "filter")?;
        let filtered = filter::xdp(&job.settings, headers, &name, &args.predicate);
        let Filtered { specification, files, .. } = filtered.map_err(|error| job.failed(&error))?;
        let said = format!("compile it by `clang -O2 -target bpf -c {name}.c`");
        return write(job, &name, &specification, &files, &said);
    }
    let cc = job.cc()?;
    let name = name(job, "filter")?;
    let (filtered, bytes) = chosen(job, &cc, &name, &args.predicate)?;
    let commands = match bytes.commands {
        0 => String::new(),
        commands => format!(", {} of them commands", grouped(&commands.to_string())),
    };
    write(
        job,
        &name,
        &filtered.specification,
        &filtered.files,
        &format!("{}{commands}", count(bytes.total, "byte")),
    )
}

/// Writes the engine of filters or shapes of messages of a type, and prints its bytes and the digest of what it accepts.
pub fn engine(job: &mut Job, kind: Kind, ty: &str) -> Result<(), Stop> {
    let cc = job.cc()?;
    let name = name(job, kind.name())?;
    let engine = filter::engine(&job.settings, kind, &name, ty).map_err(|error| job.failed(&error))?;
    let bytes = filter::size(&engine.files, &cc).map_err(|error| job.toolchain(error))?;
    let bytes = count(bytes.total, "byte");
    let said = format!("{bytes}, configuration {}", HEXLOWER.encode(&engine.digest));
    write(job, &name, &engine.specification, &engine.files, &said)
}

/// Returns the name of the function and of the files.
fn name(job: &Job, usual: &str) -> Result<String, Stop> {
    let name = job.args.name.clone().unwrap_or_else(|| usual.to_owned());
    filter::check_function(&name).map_err(|message| job.usage(&format!("--name: {message}")))?;
    check_name("", &name, "").map_err(|fault| job.usage(&fault.message))?;
    Ok(name)
}

/// Writes `NAME.h` and `NAME.c`, and prints what is said of them.
fn write(
    job: &mut Job,
    name: &str,
    specification: &Specification,
    files: &OutputFiles,
    said: &str,
) -> Result<(), Stop> {
    job.renderer.all(&specification.sources, &specification.diagnostics);
    let folder = job.out_dir();
    std::fs::create_dir_all(&folder).map_err(|error| {
        job.input_error(&format!("cannot create {}: {}", folder.display(), files::plain(&error)))
    })?;
    let mut output = files::placed(&folder, files);
    let generated: Vec<PathBuf> = output.iter().map(|(path, _)| path.clone()).collect();
    if let Some(path) = &job.args.depfile {
        let rule = files::depfile(&generated, &job.inputs).map_err(|message| job.input_error(&message))?;
        output.push((path.clone(), rule));
    }
    let paths: Vec<&Path> = output.iter().map(|(path, _)| path.as_path()).collect();
    let owners = Owners { names: vec![name], prefix: "" };
    files::check_apart(&paths, &job.inputs)
        .and_then(|()| check_kept(&owners, &generated))
        .and_then(|()| files::write_all(&output))
        .map_err(|message| job.input_error(&message))?;
    if job.args.quiet { Ok(()) } else { job.print(&format!("{name}: {said}\n")) }
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

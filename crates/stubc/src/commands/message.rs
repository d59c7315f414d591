//! `decode` and `encode`: convert a message to JSON and back with the independent codec.

use super::{Job, Stop};
use crate::args::MessageArgs;
use crate::files;
use interp_runtime::json;
use std::fmt::Write;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use stubc::front::{self, Specification};
use stubc::witness::codec;
use stubc::{RootRequest, roots};
use syntax_graph::TypeId;

/// Number of bytes that a hex dump shows before and after the place of an error.
const AROUND: usize = 32;

/// Prints a message as JSON.
pub fn decode(args: &MessageArgs) -> Result<(), Stop> {
    let (job, file) = job(args)?;
    let (specification, ty) = specification(&job, &args.ty)?;
    let octets = files::read_octets(&file).map_err(|message| job.input_error(&message))?;
    let value = codec(&job.settings, &specification.graph).decode_exact(ty, &octets).map_err(|error| {
        let code = job.input_error(&format!("{}: {error}", file.display()));
        job.renderer.line(&hex(&octets, error.offset));
        code
    })?;
    job.deliver(&format!("{:#}\n", json::to_json(&specification.graph, ty, &value)))
}

/// Encodes a message from JSON.
pub fn encode(args: &MessageArgs) -> Result<(), Stop> {
    let (job, file) = job(args)?;
    let (specification, ty) = specification(&job, &args.ty)?;
    let octets = files::read_octets(&file).map_err(|message| job.input_error(&message))?;
    let fail = |what: String| job.input_error(&format!("{}: {what}", file.display()));
    let parsed = serde_json::from_slice(&octets).map_err(|error| fail(format!("not JSON: {error}")))?;
    let codec = codec(&job.settings, &specification.graph);
    let value = codec.read_json(ty, &parsed).map_err(|error| fail(error.to_string()))?;
    let message = codec.encode(ty, &value).map_err(|error| fail(error.to_string()))?;
    let written = match &job.args.out_dir {
        Some(path) => std::fs::write(path, &message),
        None => std::io::stdout().lock().write_all(&message),
    };
    written.map_err(|error| job.input_error(&format!("cannot write the message: {}", files::plain(&error))))
}

/// Returns the job and the message's path, the last of the files.
fn job(args: &MessageArgs) -> Result<(Job, PathBuf), Stop> {
    let mut compile = args.compile.clone();
    let file = compile.specs.pop().unwrap_or_else(|| PathBuf::from("-"));
    if files::is_specification(&file) {
        let name = file.display();
        let message =
            format!("{name} is a specification; name the message behind it, or - for standard input");
        return Err(Job::without_specification(&compile).usage(&message));
    }
    // Errors in types that no message of this type holds are ignored.
    if compile.pdu.is_empty() {
        compile.pdu.push(RootRequest { name: args.ty.clone(), decode: true, encode: true });
    }
    let job = Job::new(&compile)?;
    if job.args.out_dir.as_deref().is_some_and(Path::is_dir) {
        return Err(job.usage("-o names a directory; name the file of the result"));
    }
    Ok((job, file))
}

fn specification(job: &Job, name: &str) -> Result<(Specification, TypeId), Stop> {
    let specification = front::specification(&job.settings).map_err(|error| job.failed(&error))?;
    let ty = roots::message(&specification.graph, name)
        .map_err(|(message, hint)| job.unknown_type(&message, hint.as_deref()))?;
    if job.args.verbose {
        job.renderer.all(&specification.sources, &specification.diagnostics);
    }
    Ok((specification, ty))
}

/// Returns a hex dump of the bytes around a place, sixteen per line, with the byte at the place in brackets.
fn hex(octets: &[u8], place: usize) -> String {
    let from = place.saturating_sub(AROUND) / 16 * 16;
    let to = octets.len().min(place + AROUND);
    let mut out = String::new();
    for line in (from..to).step_by(16) {
        let _ = write!(out, "  {line:06x} ");
        for (at, octet) in octets.iter().enumerate().take(to.min(line + 16)).skip(line) {
            let _ = if at == place { write!(out, "[{octet:02x}]") } else { write!(out, " {octet:02x} ") };
        }
        out.push('\n');
    }
    if place >= octets.len() {
        let _ = write!(out, "  (the message ends at offset {})", octets.len());
    }
    out.trim_end().to_owned()
}

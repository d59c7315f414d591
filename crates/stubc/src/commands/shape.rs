//! `shape`: writes a `[shape.NAME]` for a message, and checks that it can be one.

use super::{Job, Stop};
use crate::args::ShapeArgs;
use crate::files;
use codegen::emit::escape;
use codegen::names::identifier;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use stubc::{RootRequest, driver, front, shapes};

/// Checks the shape, and writes its entry.
pub fn run(args: &ShapeArgs) -> Result<(), Stop> {
    let mut common = args.compile.clone();
    if common.pdu.iter().all(|root| root.name != args.ty) {
        common.pdu.push(RootRequest { name: args.ty.clone(), decode: true, encode: true });
    }
    let mut job = Job::new(&common)?;
    let octets = files::read_octets(&args.from).map_err(|message| job.input_error(&message))?;
    job.inputs.push(args.from.clone());
    // The entry names the sample from its own folder.
    let out = job.args.out_dir.clone();
    let sample = relative(&args.from, out.as_deref());
    let text = entry(args, &sample);
    let name = out.as_deref().unwrap_or(Path::new("shape.toml")).display().to_string();
    job.settings.samples.push((shapes::beside(&name, &sample), octets));
    job.settings.configs.push((name, text.clone()));
    let specification = front::specification(&job.settings).map_err(|error| job.failed(&error))?;
    driver::model(&specification, &job.settings).map_err(|error| job.failed(&error))?;
    job.deliver(&text)
}

/// Returns the path of the sample, seen from the folder of the entry's file.
fn relative(from: &Path, out: Option<&Path>) -> String {
    let folder = out.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        None => from.display().to_string(),
        Some(folder) => match from.strip_prefix(folder) {
            Ok(inside) => inside.display().to_string(),
            Err(_) => std::path::absolute(from).unwrap_or_else(|_| from.to_path_buf()).display().to_string(),
        },
    }
}

/// Returns the entry as TOML.
fn entry(args: &ShapeArgs, sample: &str) -> String {
    let stem = args.from.file_stem().map(|stem| identifier(&stem.to_string_lossy())).unwrap_or_default();
    let name = args.shape_name.clone().unwrap_or(stem);
    let quoted = escape::toml_string;
    let mut out = format!("[shape.{name}]\ntype = {}\nlike = {}\n", quoted(&args.ty), quoted(sample));
    if let Some(share) = args.share {
        let _ = writeln!(out, "share = {share:?}");
    }
    let _ = writeln!(out, "[shape.{name}.holes]");
    let mut taken = BTreeSet::new();
    for path in args.hole.iter().map(|path| (path, false)).chain(args.fixed.iter().map(|path| (path, true))) {
        let (path, is_fixed) = path;
        let last = path.rsplit(['.', '*']).find(|part| !part.trim_matches(['[', ']']).is_empty());
        let plain = identifier(last.unwrap_or("hole")).to_lowercase();
        let mut hole = plain.clone();
        let mut number = 2;
        while !taken.insert(hole.clone()) {
            hole = format!("{plain}_{number}");
            number += 1;
        }
        let value = match is_fixed {
            true => format!("{{ name = {}, length = \"fixed\" }}", quoted(&hole)),
            false => quoted(&hole),
        };
        let _ = writeln!(out, "{} = {value}", quoted(path));
    }
    out
}

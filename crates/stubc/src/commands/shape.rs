//! `shape`: writes a `[shape.NAME]` for a message, and checks that it can be one.

use super::{Job, Stop};
use crate::args::ShapeArgs;
use crate::files;
use codegen::blob::Kind;
use codegen::names::identifier;
use std::collections::BTreeSet;
use std::path::Path;
use stubc::shapes::config::{HoleEntry, HoleSetting, Sample, ShapeEntry};
use stubc::{RootRequest, driver, filter, front, service, shapes};
use syntax_graph::Span;

/// Checks the shape, and writes its entry, and its blob if that is asked for; or the engine of such blobs.
pub fn run(args: &ShapeArgs) -> Result<(), Stop> {
    let mut common = args.compile.clone();
    let Some(from) = args.from.as_ref().filter(|_| !args.engine) else {
        return super::filter::engine(&mut Job::new(&common)?, Kind::Shape, &args.ty);
    };
    if common.pdu.iter().all(|root| root.name != args.ty) {
        common.pdu.push(RootRequest { name: args.ty.clone(), decode: true, encode: true });
    }
    let mut job = Job::new(&common)?;
    let octets = files::read_octets(from).map_err(|message| job.input_error(&message))?;
    job.inputs.push(from.clone());
    // The entry names the sample from its own folder.
    let out = job.args.out_dir.clone();
    let sample = relative(from, out.as_deref());
    let mut entry = entry(args, from, &sample);
    if args.inline {
        entry.sample.0 = Sample::Message(octets.clone());
    }
    let text = entry.to_string();
    let name = out.as_deref().unwrap_or(Path::new("shape.toml")).display().to_string();
    job.settings.samples.push((shapes::beside(&name, &sample), octets));
    job.settings.configs.push((name, text.clone()));
    let specification = front::specification(&job.settings).map_err(|error| job.failed(&error))?;
    let model = driver::model(&specification, &job.settings).map_err(|error| job.failed(&error))?;
    if let Some(path) = &args.blob {
        let request = &model.options.shapes[0];
        let rules = driver::rules_of(&specification, &job.settings);
        let digest = filter::digest_of(Kind::Shape, rules, &specification.graph.type_path(request.root));
        let blob = service::shape_blob(&model, &digest).map_err(|error| {
            job.renderer.all(&specification.sources, &[error]);
            1
        })?;
        std::fs::write(path, blob.0).map_err(|error| {
            job.input_error(&format!("cannot write {}: {}", path.display(), files::plain(&error)))
        })?;
    }
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

/// Returns the entry.
fn entry(args: &ShapeArgs, from: &Path, sample: &str) -> ShapeEntry {
    let stem = from.file_stem().map(|stem| identifier(&stem.to_string_lossy())).unwrap_or_default();
    let mut taken = BTreeSet::new();
    let paths = args.hole.iter().map(|path| (path, false)).chain(args.fixed.iter().map(|path| (path, true)));
    let holes = paths.map(|(path, is_fixed)| {
        let last = path.rsplit(['.', '*']).find(|part| !part.trim_matches(['[', ']']).is_empty());
        let plain = identifier(last.unwrap_or("hole")).to_lowercase();
        let mut hole = plain.clone();
        let mut number = 2;
        while !taken.insert(hole.clone()) {
            hole = format!("{plain}_{number}");
            number += 1;
        }
        HoleEntry { path: path.clone(), span: Span::none(), what: HoleSetting::Hole(hole, is_fixed) }
    });
    ShapeEntry {
        name: args.shape_name.clone().unwrap_or(stem),
        span: Span::none(),
        ty: (args.ty.clone(), Span::none()),
        direction: None,
        sample: (Sample::Like(sample.to_owned()), Span::none()),
        share: args.share,
        holes: holes.collect(),
    }
}

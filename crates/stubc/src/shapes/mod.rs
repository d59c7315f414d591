//! Shapes of a configuration: from entries and sample files to what `codegen` builds.

pub mod config;
pub mod forms;
pub mod hits;
pub mod mined;
pub mod planned;
pub mod sizes;

use crate::config::Entry;
use crate::failure::{CompileError, Failure};
use crate::front::Specification;
use crate::roots;
use crate::settings::Settings;
use crate::witness;
use codegen::Direction;
use codegen::shape::{CountRequest, HoleRequest, Request};
use config::{HoleSetting, Sample, ShapeEntry};
use interp_runtime::Codec;
use syntax_graph::{Diagnostic, Span, TypeId, ValidGraph};

/// Returns the path of a file that a configuration names: relative to the folder of the configuration.
pub fn beside(config: &str, file: &str) -> String {
    match config.rfind(['/', '\\']) {
        Some(at) if !file.starts_with('/') => format!("{}{file}", &config[..=at]),
        _ => file.to_owned(),
    }
}

/// Returns the paths of the sample files that configurations name, for the caller to read. Configurations with errors
/// name none: compiling reports them.
pub fn sample_files(configs: &[(String, String)]) -> Vec<String> {
    let mut files = Vec::new();
    for (name, text) in configs {
        let Ok((config, _)) = crate::config::parse(syntax_graph::Id::new(0), text) else { continue };
        let samples = config.shapes.iter().filter_map(|shape| shape.value.sample.0.file());
        files.extend(samples.map(|file| beside(name, file)));
    }
    files.sort();
    files.dedup();
    files
}

/// Turns the shapes of the configuration into requests: finds the types, and makes the sample messages.
///
/// # Errors
/// Types that are not known or no roots, and samples that are missing or no values of their types.
pub fn requests(specification: &Specification, settings: &Settings) -> Result<Vec<Request>, CompileError> {
    let codec = witness::codec(settings, &specification.graph);
    let (mut requests, mut errors) = (Vec::new(), Vec::new());
    for entry in &specification.shapes {
        match request(specification, settings, &codec, entry) {
            Ok(request) => requests.push(request),
            Err(error) => errors.push(*error),
        }
    }
    if errors.is_empty() {
        return Ok(requests);
    }
    let mut diagnostics = specification.diagnostics.clone();
    diagnostics.extend(errors);
    Err(CompileError { failure: Failure::Input, diagnostics, sources: specification.sources.clone() })
}

fn request(
    specification: &Specification,
    settings: &Settings,
    codec: &Codec<'_>,
    entry: &Entry<ShapeEntry>,
) -> Result<Request, Box<Diagnostic>> {
    let shape = &entry.value;
    let error = |span: Span, message: String| Box::new(Diagnostic::error("shape-sample", span, message));
    let ty = root(specification, shape)?;
    let (path, octets) = match &shape.sample.0 {
        Sample::Message(octets) => ("message".to_owned(), Some(octets)),
        Sample::Like(file) | Sample::Value(file) => {
            let path = beside(&specification.sources.file(shape.span.file).name, file);
            let octets = settings.samples.iter().find(|(name, _)| *name == path).map(|(_, octets)| octets);
            (path, octets)
        }
    };
    let Some(octets) = octets else {
        return Err(error(shape.sample.1, format!("cannot read the sample `{path}`")));
    };
    let is_value = matches!(shape.sample.0, Sample::Value(_));
    let graph = &specification.graph;
    let wrong =
        |what: String| error(shape.sample.1, format!("`{path}` is no {}: {what}", graph.type_path(ty)));
    let value = if is_value {
        let json = serde_json::from_slice(octets).map_err(|error| wrong(error.to_string()))?;
        codec.read_json(ty, &json).map_err(|error| wrong(error.to_string()))?
    } else {
        codec.decode_exact(ty, octets).map_err(|error| wrong(error.to_string()))?
    };
    // What encoders send does not depend on received bytes.
    let mut sent = value;
    sent.forget_received();
    let sent = codec.encode(ty, &sent).map_err(|error| wrong(error.to_string()))?;
    let received = if is_value { sent.clone() } else { octets.clone() };
    let has = |direction| {
        let root = specification.roots.roots.iter().find(|root| root.ty == ty);
        shape.direction.is_none_or(|only| only == direction)
            && root.is_some_and(|root| root.weight(direction).is_some())
    };
    let (mut holes, mut counts) = (Vec::new(), Vec::new());
    for hole in &shape.holes {
        let (path, span) = (hole.path.clone(), hole.span);
        match &hole.what {
            HoleSetting::Hole(name, is_fixed) => {
                holes.push(HoleRequest { path, span, name: name.clone(), is_fixed: *is_fixed });
            }
            HoleSetting::Count(count) => counts.push(CountRequest { path, span, count: *count }),
        }
    }
    Ok(Request {
        name: shape.name.clone(),
        span: shape.span,
        root: ty,
        decode: has(Direction::Decode).then_some(received),
        encode: has(Direction::Encode).then_some(sent),
        share: shape.share,
        holes,
        counts,
    })
}

/// Finds the message type of a shape.
///
/// # Errors
/// No type has the name.
pub fn message(graph: &ValidGraph, shape: &ShapeEntry) -> Result<TypeId, Box<Diagnostic>> {
    let (name, span) = &shape.ty;
    roots::message(graph, name).map_err(|(message, hint)| {
        let error = Diagnostic::error("config-unmatched", *span, message);
        Box::new(match hint {
            Some(hint) => error.with_help(hint),
            None => error,
        })
    })
}

/// Finds the message type of a shape, which must be a root.
fn root(specification: &Specification, shape: &ShapeEntry) -> Result<TypeId, Box<Diagnostic>> {
    let (name, span) = &shape.ty;
    let ty = message(&specification.graph, shape)?;
    if specification.roots.roots.iter().any(|root| root.ty == ty && root.entry_points) {
        return Ok(ty);
    }
    let message = format!("`{name}` is no message type of this output");
    Err(Box::new(
        Diagnostic::error("config-unmatched", *span, message).with_help(format!("add --pdu {name}")),
    ))
}

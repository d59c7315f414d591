//! Annotates a message with the field of each byte, and the cost of each constructor under the plan.

use super::{NodeReport, Report};
use crate::settings::Settings;
use crate::witness;
use codegen::{Direction, Model};
use interp_runtime::{Codec, DecodeError, Part, json};
use std::collections::BTreeMap;
use syntax_graph::{Origin, SyntaxGraph, TypeId, TypeKind, ValidGraph, Value};

/// A message with its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotated {
    /// The name of its file.
    pub file: String,
    /// `Module.Type` of the message.
    pub root: String,
    /// The bytes.
    pub octets: Vec<u8>,
    /// The parts in the order of their first bytes, enclosing parts first.
    pub parts: Vec<Stretch>,
    /// The error, with the offset that it reports; `None` for a valid message.
    pub error: Option<(String, usize)>,
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq)]
pub struct Stretch {
    /// The path from the message, such as `protocolOp.searchRequest.attributes[0]`.
    pub path: String,
    /// The last name of the path.
    pub name: String,
    /// The name of the type, without its module; empty for an embedded type.
    pub ty: String,
    /// Number of constructors around it.
    pub depth: usize,
    /// Offset of its first byte.
    pub start: usize,
    /// Offset after its last byte.
    pub end: usize,
    /// The value of a scalar as JSON, after its text if it is a printable octet string.
    pub value: Option<String>,
    /// Technique and instructions of a constructor, without the constructors inside it.
    pub cost: Option<(&'static str, f64)>,
}

/// Returns the messages that the user gave, with their parts. Each is decoded as a root that the stubs decode, or if
/// there is none, as any root.
pub(crate) fn annotated(settings: &Settings, model: &Model<'_>, report: &Report) -> Vec<Annotated> {
    if settings.messages.is_empty() {
        return Vec::new();
    }
    let codec = witness::codec(settings, model.graph);
    let roots = &model.options.roots;
    let decoded: Vec<TypeId> = roots.iter().filter(|root| root.decode).map(|root| root.ty).collect();
    let all = roots.iter().map(|root| root.ty).collect();
    let types = if decoded.is_empty() { all } else { decoded };
    let messages = settings.messages.iter();
    messages.filter_map(|(file, octets)| annotate(&codec, &types, &report.nodes, (file, octets))).collect()
}

/// Decodes a message as the first of these types that accepts it, or otherwise as the type whose decoder gets
/// furthest. Returns `None` if there is no type.
fn annotate(
    codec: &Codec<'_>,
    roots: &[TypeId],
    nodes: &[NodeReport],
    (file, octets): (&str, &[u8]),
) -> Option<Annotated> {
    let tries = roots.iter().map(|&root| {
        let (parts, decoded) = codec.parts(root, octets);
        (root, parts, decoded.map(|decoded| decoded.length))
    });
    let rank = |decoded: &Result<usize, DecodeError>| match decoded {
        Ok(_) => usize::MAX,
        Err(error) => error.offset,
    };
    // Of equal ranks, the first wins.
    let (root, parts, decoded) =
        tries.reduce(|best, next| if rank(&next.2) > rank(&best.2) { next } else { best })?;
    let error = match &decoded {
        Ok(length) if *length < octets.len() => {
            Some(("TRAILING: bytes follow the message".to_owned(), *length))
        }
        Ok(_) => None,
        Err(error) => Some((error.to_string(), error.offset)),
    };
    let graph = codec.graph();
    let parts = stretches(graph, &parts, &costs(nodes));
    let (file, octets) = (file.to_owned(), octets.to_vec());
    Some(Annotated { file, root: graph.type_path(root), octets, parts, error })
}

/// Technique and instructions of each definition when it is decoded.
type Costs<'r> = BTreeMap<&'r str, (&'static str, f64)>;

fn costs(nodes: &[NodeReport]) -> Costs<'_> {
    let decoded = nodes.iter().filter(|node| !node.reference && node.direction == Direction::Decode);
    decoded.map(|node| (node.path.as_str(), (node.technique, node.time))).collect()
}

/// Returns the path of each part.
pub(crate) fn paths(graph: &SyntaxGraph, parts: &[Part]) -> Vec<String> {
    named(graph, parts).into_iter().map(|(path, _)| path).collect()
}

/// Returns the path of each part, and its last name.
fn named(graph: &SyntaxGraph, parts: &[Part]) -> Vec<(String, String)> {
    let mut around: Vec<String> = Vec::new();
    // The number of elements so far in each enclosing array.
    let mut counts: Vec<usize> = Vec::new();
    let mut found = Vec::new();
    for part in parts {
        around.truncate(part.depth);
        counts.truncate(part.depth + 1);
        counts.resize(part.depth + 1, 0);
        let is_element = |field| matches!(graph.types[graph.fields[field].owner].kind, TypeKind::Array(_));
        let name = match part.field {
            Some(field) if is_element(field) => {
                let index = counts[part.depth];
                counts[part.depth] += 1;
                format!("[{index}]")
            }
            Some(field) => graph.fields[field].name.clone(),
            None => String::new(),
        };
        around.push(name.clone());
        let mut path = String::new();
        for name in around.iter().filter(|name| !name.is_empty()) {
            if !path.is_empty() && !name.starts_with('[') {
                path.push('.');
            }
            path.push_str(name);
        }
        found.push((path, name));
    }
    found
}

fn stretches(graph: &ValidGraph, parts: &[Part], costs: &Costs<'_>) -> Vec<Stretch> {
    let named = parts.iter().zip(named(graph, parts));
    let stretch = |(part, (path, name)): (&Part, (String, String))| {
        let ty = match &graph.types[part.ty].origin {
            Origin::Definition(name) => name.clone(),
            Origin::Embedded(_) => String::new(),
        };
        let cost = costs.get(graph.type_path(graph.resolve(part.ty)).as_str()).copied();
        Stretch {
            path,
            name,
            ty,
            depth: part.depth,
            start: part.start,
            end: part.end,
            value: part.value.as_ref().map(|value| shown(graph, part.ty, value)),
            cost,
        }
    };
    named.map(stretch).collect()
}

/// Returns a value as JSON. An octet string of printable ASCII characters also shows them, before the JSON.
fn shown(graph: &ValidGraph, ty: TypeId, value: &Value) -> String {
    let json = json::to_json(graph, ty, value).to_string();
    match value {
        Value::Octets(octets)
            if !octets.is_empty() && octets.iter().all(|octet| (b' '..=b'~').contains(octet)) =>
        {
            format!("{} = {json}", String::from_utf8_lossy(octets))
        }
        _ => json,
    }
}

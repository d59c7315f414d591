//! Finds open types that stay slices although a table governs them (X.682 clause 10), and says why.

use crate::asn1::objects::Governed;
use crate::asn1::types::family::Family;
use std::collections::BTreeSet;
use syntax_graph::opens::{Obstacle, obstacle};
use syntax_graph::recursion::recursive_fields;
use syntax_graph::{Diagnostic, Id, Origin, SyntaxGraph, TypeId, TypeKind};

/// The open types among these that stay slices, or do so for some values of the governor, each with its warning.
pub fn slices(
    graph: &SyntaxGraph,
    governed: &[Governed<'_>],
    failed: &BTreeSet<TypeId>,
) -> Vec<(TypeId, Diagnostic)> {
    let recursive = recursive_fields(graph);
    let mut found = Vec::new();
    for own in governed.iter().filter(|own| own.open.index() < graph.types.len()) {
        if failed.contains(&own.open) {
            continue;
        }
        let reason = match obstacle(graph, &recursive, own.open) {
            Some(obstacle) => reason(graph, obstacle, own, failed),
            None if own.is_hidden => {
                Some("the governor is outside the string that contains this type".to_owned())
            }
            None => None,
        };
        let report = |message: String, reason: String| {
            Diagnostic::warning("unresolved-open-type", graph.types[own.open].span, message)
                .with_text("it holds the received octets")
                .with_label(own.place, reason)
                .with_help(
                    "decode the octets with the decoder of the type that the governor selects (X.682 clause \
                     10); `open-types = \"slice\"` in the configuration silences this",
                )
        };
        let path = path_of(graph, own.open);
        if let Some(reason) = reason {
            found.push((own.open, report(format!("`{path}` is not decoded"), reason)));
        } else if !own.shared.is_empty() {
            let message = format!("`{path}` is not decoded for some values of its governor");
            found.push((own.open, report(message, shared(own))));
        }
    }
    found
}

/// The path of an open type: of the field that it is embedded in.
fn path_of(graph: &SyntaxGraph, open: TypeId) -> String {
    match graph.types[open].origin {
        Origin::Embedded(field) => graph.field_path(field),
        Origin::Definition(_) => graph.type_path(open),
    }
}

/// Why nothing is decoded; none where the reason is an error that has been reported.
fn reason(
    graph: &SyntaxGraph,
    obstacle: Obstacle,
    own: &Governed<'_>,
    failed: &BTreeSet<TypeId>,
) -> Option<String> {
    Some(match obstacle {
        Obstacle::Path => {
            "the path to the governor leads through a type that is not a SEQUENCE or SET".to_owned()
        }
        Obstacle::Recursive(field) => {
            let name = &graph.fields[field].name;
            format!("`{name}` is recursive, so its value is behind a pointer")
        }
        Obstacle::Governor(ty) if failed.contains(&ty) => return None,
        Obstacle::Governor(ty) => {
            let kind = match &graph.types[ty].kind {
                TypeKind::Union(_) => "a CHOICE without numbers and strings",
                kind => Family::of_node(kind).map_or("an open type", Family::name),
            };
            format!(
                "the governor is {kind}; stubc compares numbers, BOOLEANs, strings, and SEQUENCEs, SETs and CHOICEs of these"
            )
        }
        Obstacle::Part(field) => {
            let ty = graph.resolve(graph.fields[field].target);
            if failed.contains(&ty) {
                return None;
            }
            let kind = Family::of_node(&graph.types[ty].kind).map_or("an open type", Family::name);
            let name = &graph.fields[field].name;
            format!(
                "component `{name}` of the governor is {kind}; in a SEQUENCE or SET stubc compares numbers, BOOLEANs, strings, and SEQUENCEs and SETs of these"
            )
        }
        Obstacle::Apart => "the governor is not in a structure around the open type".to_owned(),
        Obstacle::Alternatives => match own.key {
            _ if !own.shared.is_empty() => shared(own),
            Some(key) => {
                format!("no object of the set has a type and a `{key}` of 1 to 255 octets to compare with")
            }
            None => "the class has no field of values to compare with".to_owned(),
        },
    })
}

fn shared(own: &Governed<'_>) -> String {
    let name = |object: &str| {
        if object.is_empty() { "an object in place".to_owned() } else { format!("`{object}`") }
    };
    let pairs: Vec<String> =
        own.shared.iter().take(3).map(|[one, other]| format!("{} and {}", name(one), name(other))).collect();
    let more = own.shared.len().saturating_sub(pairs.len());
    let more = if more == 0 { String::new() } else { format!(" (and {more} more pairs)") };
    format!("one value of `{}` selects two types: {}{more}", own.key.unwrap_or_default(), pairs.join(", "))
}

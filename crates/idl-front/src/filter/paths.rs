//! Finds paths in types.

use super::ast::{Path, Step};
use crate::spelling::nearest;
use syntax_graph::filter::{self, steps};
use syntax_graph::{Diagnostic, FieldId, Scalar, Span, SyntaxGraph, TypeId, TypeKind};

/// A path found in a type.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its parts before, between and after each `[*]`.
    pub parts: Vec<filter::Path>,
    /// The type that it ends at, references followed.
    pub ty: TypeId,
}

/// Finds a path in a type.
///
/// # Errors
/// The first step that the type does not have.
pub fn find(graph: &SyntaxGraph, ty: TypeId, path: &Path<'_>) -> Result<Found, Box<Diagnostic>> {
    let mut found = Found { parts: vec![Vec::new()], ty: graph.resolve(ty) };
    for step in &path.steps {
        let target = match *step {
            Step::Name(name, span) => {
                let field = field(graph, found.ty, name, span)?;
                if let Some(part) = found.parts.last_mut() {
                    part.push(field);
                }
                graph.fields[field].target
            }
            Step::Elements(span) => {
                let TypeKind::Array(array) = &graph.types[found.ty].kind else {
                    let message = format!("this is {}, which has no elements", describe(graph, found.ty));
                    return Err(Box::new(
                        Diagnostic::error("filter-path", span, message).with_help("delete `[*]`"),
                    ));
                };
                found.parts.push(Vec::new());
                graph.fields[array.element].target
            }
        };
        found.ty = graph.resolve(target);
    }
    Ok(found)
}

/// Finds the field of this name.
fn field(graph: &SyntaxGraph, ty: TypeId, name: &str, span: Span) -> Result<FieldId, Box<Diagnostic>> {
    let known = steps(graph, ty);
    if let Some(field) = known.iter().find(|field| graph.fields[**field].name == name) {
        return Ok(*field);
    }
    let error = |message: String| Diagnostic::error("filter-path", span, message);
    let what = describe(graph, ty);
    if let TypeKind::Array(_) = graph.types[ty].kind {
        let help = format!("write `[*]` before `.{name}`, and `any` or `all` before the path");
        return Err(Box::new(
            error(format!("{what} has no field `{name}`, but its elements may")).with_help(help),
        ));
    }
    if known.is_empty() {
        let help = match graph.types[ty].kind {
            TypeKind::Open(_) => "only `has` can ask about it: no type is known for its values",
            _ => "end the path before this name",
        };
        return Err(Box::new(error(format!("{what} has no field `{name}`")).with_help(help)));
    }
    let names = || known.iter().map(|field| graph.fields[*field].name.as_str());
    let report = error(format!("`{name}` is not a field of `{}`", graph.type_path(ty)));
    Err(Box::new(report.with_help(match nearest(name, names()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("its fields are {}", listed(names())),
    })))
}

/// The most names in a list.
const MAX_LISTED: usize = 12;

/// Returns names as a list for a diagnostic.
pub fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let mut shown: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    if shown.len() > MAX_LISTED {
        shown.truncate(MAX_LISTED);
        shown.push("...".to_owned());
    }
    shown.join(", ")
}

/// Returns a type for a sentence: `an INTEGER`.
pub fn describe(graph: &SyntaxGraph, ty: TypeId) -> String {
    let text = match graph.kind(ty) {
        TypeKind::Structure(_) => "a structure",
        TypeKind::Union(_) => "a choice",
        TypeKind::Array(_) => "an array",
        TypeKind::Open(_) => "an open type",
        TypeKind::Reference(_) => "a type",
        TypeKind::Scalar(scalar) => match scalar {
            Scalar::Boolean => "a BOOLEAN",
            Scalar::Integer(_) => "an INTEGER",
            Scalar::Enumerated(_) => "an enumeration",
            Scalar::Real | Scalar::Float(_) => "a REAL",
            Scalar::BitString { .. } => "a BIT STRING",
            Scalar::OctetString { .. } => "a string of bytes",
            Scalar::Null => "a NULL",
            Scalar::ObjectIdentifier => "an OBJECT IDENTIFIER",
            Scalar::RelativeOid => "a RELATIVE-OID",
            Scalar::Characters { .. } => "a character string",
            Scalar::Time(_) => "a time",
        },
    };
    text.to_owned()
}

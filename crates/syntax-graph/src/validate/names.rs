//! Checks that the names of fields are distinct, and the names and numbers of items.

use crate::diagnostic::Diagnostic;
use crate::graph::{Notation, SyntaxGraph};
use crate::ids::{FieldId, TypeId};
use crate::types::{Scalar, TypeKind};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// Checks the names and numbers in the type itself, without those of embedded types.
pub(super) fn check(graph: &SyntaxGraph, ty: TypeId, found: &mut Vec<Diagnostic>) {
    let is_asn1 = graph.modules[graph.types[ty].module].notation == Notation::Asn1;
    match &graph.types[ty].kind {
        TypeKind::Structure(_) | TypeKind::Union(_) => check_fields(graph, ty, is_asn1, found),
        TypeKind::Scalar(Scalar::Enumerated(enumeration)) if !is_asn1 => {
            let clause = "the names are distinct (RFC 4506 section 6.4)";
            check_items(graph, ty, &enumeration.items, clause, found);
        }
        TypeKind::Scalar(Scalar::Enumerated(enumeration)) => {
            let clause = "the names are distinct, and so are the numbers (X.680 clause 20)";
            check_items(graph, ty, &enumeration.items, clause, found);
        }
        TypeKind::Scalar(Scalar::Integer(integer)) => {
            let clause = "the names are distinct, and so are the numbers (X.680 clause 19)";
            check_items(graph, ty, &integer.named, clause, found);
        }
        TypeKind::Scalar(Scalar::BitString { named, .. }) => {
            let clause = "the names are distinct, and so are the bits (X.680 clause 22)";
            check_items(graph, ty, named, clause, found);
        }
        _ => {}
    }
}

fn check_fields(graph: &SyntaxGraph, ty: TypeId, is_asn1: bool, found: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<&str, FieldId> = BTreeMap::new();
    let discriminant = match &graph.types[ty].kind {
        TypeKind::Union(union) => union.discriminant.as_ref().map(|discriminant| discriminant.field),
        _ => None,
    };
    let clause = if is_asn1 {
        "the identifiers are distinct (X.680 clauses 25, 27 and 29)"
    } else {
        "the names within a structure or union are distinct (RFC 4506 section 6.4)"
    };
    for &field in discriminant.iter().chain(graph.fields_of(ty)) {
        let name = graph.fields[field].name.as_str();
        let Some(first) = seen.get(name) else {
            seen.insert(name, field);
            continue;
        };
        found.push(
            Diagnostic::error(
                "duplicate-field",
                graph.fields[field].span,
                format!("{} has two fields called `{name}`", graph.type_path(ty)),
            )
            .with_text("the second one")
            .with_label(graph.fields[*first].span, "the first one")
            .with_note(clause)
            .with_help("give one of them another name"),
        );
    }
}

/// Checks the names and numbers of an enumeration, an integer or named bits. In XDR, names may share a number.
fn check_items(
    graph: &SyntaxGraph,
    ty: TypeId,
    items: &[(String, BigInt)],
    clause: &str,
    found: &mut Vec<Diagnostic>,
) {
    let def = &graph.types[ty];
    let is_asn1 = graph.modules[def.module].notation == Notation::Asn1;
    let mut names: BTreeMap<&str, &BigInt> = BTreeMap::new();
    let mut numbers: BTreeMap<&BigInt, &str> = BTreeMap::new();
    let mut tell = |code, message: String| {
        let diagnostic = Diagnostic::error(code, def.span, message).with_text("in this type");
        found.push(diagnostic.with_note(clause).with_help("change or remove one of the two"));
    };
    for (name, number) in items {
        if names.insert(name, number).is_some() {
            tell("duplicate-item", format!("{} names `{name}` twice", graph.type_path(ty)));
        }
        if let Some(first) = numbers.insert(number, name)
            && is_asn1
            && first != name
        {
            let path = graph.type_path(ty);
            tell("duplicate-number", format!("`{first}` and `{name}` of {path} are both {number}"));
        }
    }
}

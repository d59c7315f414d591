//! Constraints that values are not held to, although that was asked for: what [`crate::permitted`] cannot say.

use crate::constraint::{Constraint, Elements};
use crate::diagnostic::Diagnostic;
use crate::graph::SyntaxGraph;
use crate::ids::TypeId;
use crate::source::Span;
use crate::types::{CharKind, Scalar, TypeKind};
use crate::validate::reach;
use crate::value::Value;
use std::collections::BTreeSet;

/// A warning for each constraint of the types that `roots` need which checks of values pass over, wholly or in part. What
/// anyone can see to be beyond them (prose in CONSTRAINED BY, extensible constraints) has none.
pub fn unchecked(graph: &SyntaxGraph, roots: &[TypeId]) -> Vec<Diagnostic> {
    let reached = reach(graph, roots);
    let constraints = &graph.constraints;
    let of_types = constraints.types.iter().map(|(ty, list)| (*ty, *ty, list));
    let of_fields = constraints.fields.iter().map(|(field, list)| {
        let field = &graph.fields[*field];
        (field.owner, field.target, list)
    });
    let mut seen: BTreeSet<(Span, &str)> = BTreeSet::new();
    let mut found = Vec::new();
    for (holder, governor, list) in of_types.chain(of_fields) {
        if !reached[holder] {
            continue;
        }
        for constraint in list {
            let Some(what) = passed_over(graph.kind(governor), constraint) else { continue };
            // Instances of a parameterized type share what is written.
            if seen.insert((constraint.span, what)) {
                let message = format!("`--check-constraints` does not look at {what}");
                let report = Diagnostic::warning("constraint-unchecked", constraint.span, message);
                found.push(report.with_help("values that it excludes are accepted and sent"));
            }
        }
    }
    found
}

/// The first part of a constraint that no check is made of.
fn passed_over(kind: &TypeKind, constraint: &Constraint) -> Option<&'static str> {
    if constraint.extensible {
        return None;
    }
    let mut waiting: Vec<&Elements> = constraint.root.iter().collect();
    while let Some(elements) = waiting.pop() {
        let what = match elements {
            Elements::Union(parts) | Elements::Intersection(parts) => {
                waiting.extend(parts.iter().rev());
                continue;
            }
            Elements::Except(base, excluded) => {
                waiting.extend([&**excluded, &**base]);
                continue;
            }
            Elements::AllExcept(excluded) => {
                waiting.push(excluded);
                continue;
            }
            Elements::Nested(inner) => {
                waiting.extend(inner.root.iter().filter(|_| !inner.extensible));
                continue;
            }
            Elements::Pattern(_) => "PATTERN",
            Elements::Settings(_) => "SETTINGS",
            Elements::Contents { .. } => "CONTAINING and ENCODED BY",
            Elements::Component(_) => "WITH COMPONENT",
            Elements::Components { .. } => "WITH COMPONENTS",
            Elements::Range(_) if matches!(kind, TypeKind::Scalar(Scalar::Real | Scalar::Time(_))) => {
                "ranges of REAL and of times"
            }
            Elements::Value(value) if !matches!(value, Value::Integer(_) | Value::Boolean(_)) => {
                "single values of strings and structures"
            }
            Elements::Size(_) | Elements::From(_) if is_opaque(kind) => {
                "strings of characters that differ in length"
            }
            _ => continue,
        };
        return Some(what);
    }
    None
}

/// Whether these are strings of which the octets do not tell the characters.
fn is_opaque(kind: &TypeKind) -> bool {
    match kind {
        TypeKind::Scalar(Scalar::Characters { kind, .. }) => {
            !kind.is_known_multiplier() && *kind != CharKind::Utf8
        }
        _ => false,
    }
}

//! Reports constraints that `--check-constraints` does not check, because neither [`crate::permitted`] nor
//! [`crate::residual`] covers them.

use crate::diagnostic::Diagnostic;
use crate::graph::SyntaxGraph;
use crate::ids::TypeId;
use crate::residual::passed_over;
use crate::source::Span;
use crate::validate::reach;
use std::collections::BTreeSet;

/// Returns a warning for each constraint that no check covers, wholly or in part, in the types that `roots` need. Prose
/// in CONSTRAINED BY and extensible constraints cannot have a check, and give no warning.
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
            let Some(what) = passed_over(graph, governor, constraint) else { continue };
            // Instances of a parameterized type share the source text.
            if seen.insert((constraint.span, what)) {
                let message = format!("`--check-constraints` does not check {what}");
                let report = Diagnostic::warning("constraint-unchecked", constraint.span, message);
                found.push(report.with_note("values that it excludes are decoded and encoded"));
            }
        }
    }
    found
}

//! Validates a graph: references end, types are finite, names and tags are distinct.

mod finite;
mod names;
mod tags;

use crate::diagnostic::{self, Diagnostic, Severity};
use crate::first_tags::first_tags;
use crate::graph::{Presence, SyntaxGraph};
use crate::ids::{FieldId, IndexVec, TypeId};
use crate::types::{OpenType, TypeKind};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Deref;

/// A valid graph. It has no cycle of references and no infinite type. Names are distinct within a constructor. Tags are
/// distinct wherever a decoder selects by them.
#[derive(Clone, Debug)]
pub struct ValidGraph {
    graph: SyntaxGraph,
    warnings: Vec<Diagnostic>,
}

impl ValidGraph {
    /// Returns the warnings, in the order of the source.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Replaces the set of types whose values keep their received bytes ([`SyntaxGraph::kept`]).
    #[must_use]
    pub fn with_kept(mut self, kept: BTreeSet<TypeId>) -> Self {
        self.graph.kept = kept;
        self
    }

    /// Replaces the set of structures that keep their unknown additions ([`SyntaxGraph::extended`]).
    #[must_use]
    pub fn with_extended(mut self, extended: BTreeSet<TypeId>) -> Self {
        self.graph.extended = extended;
        self
    }

    /// Replaces defaults of components, or makes DEFAULT components OPTIONAL, and adds warnings. The graph stays valid,
    /// since both kinds of components may be absent.
    #[must_use]
    pub fn with_defaults(mut self, presences: Vec<(FieldId, Presence)>, warnings: Vec<Diagnostic>) -> Self {
        for (field, presence) in presences {
            debug_assert!(presence != Presence::Mandatory && self.graph.may_be_absent(field));
            self.graph.fields[field].presence = presence;
        }
        self.warnings.extend(warnings);
        diagnostic::sort(&mut self.warnings);
        self
    }
}

impl Deref for ValidGraph {
    type Target = SyntaxGraph;
    fn deref(&self) -> &SyntaxGraph {
        &self.graph
    }
}

/// Checks a graph. [`ValidGraph::warnings`] returns the warnings of a valid graph.
///
/// # Errors
/// All errors and warnings, in the order of the source.
pub fn validate(graph: SyntaxGraph) -> Result<ValidGraph, Vec<Diagnostic>> {
    check(graph, None)
}

/// Checks a graph for use from `roots`. In types that no root reaches, duplicate names and tags are only warnings,
/// since real specifications have some.
///
/// # Errors
/// As [`validate`].
pub fn validate_reachable(graph: SyntaxGraph, roots: &[TypeId]) -> Result<ValidGraph, Vec<Diagnostic>> {
    let reached = reach(&graph, roots);
    check(graph, Some(reached))
}

/// Returns the errors and warnings of an incomplete graph. `unresolved` are types that are unsupported or missing; if
/// there are any, findings about open types are omitted, since they may follow from these. The front end checks names.
pub fn check_incomplete(graph: &SyntaxGraph, unresolved: &BTreeSet<TypeId>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let looped = finite::check_references(graph, &mut found);
    let is_whole = unresolved.is_empty() && looped.is_empty();
    let mut without = Cow::Borrowed(graph);
    for ty in looped {
        without.to_mut().types[ty].kind = TypeKind::Open(OpenType::default());
    }
    let graph = &*without;
    // The types of reference cycles are open types here, and so finite. Other infinite types are reported.
    finite::check_types(graph, &mut found);
    let endless = finite::check_choices(graph, &mut found);
    let firsts = first_tags(graph);
    for ty in graph.types.ids() {
        tags::check(graph, &firsts, &endless, ty, &mut found);
    }
    found.retain(|diagnostic| is_whole || !tags::is_of_open_types(diagnostic));
    diagnostic::sort(&mut found);
    found
}

/// Returns the types whose own names or tags are in error, in a graph whose references end.
pub fn flawed_types(graph: &SyntaxGraph) -> Vec<TypeId> {
    let firsts = first_tags(graph);
    let is_flawed = |ty: &TypeId| {
        let mut found = Vec::new();
        names::check(graph, *ty, &mut found);
        tags::check(graph, &firsts, &BTreeSet::new(), *ty, &mut found);
        found.iter().any(Diagnostic::is_error)
    };
    graph.types.ids().filter(is_flawed).collect()
}

fn check(graph: SyntaxGraph, reached: Option<IndexVec<TypeId, bool>>) -> Result<ValidGraph, Vec<Diagnostic>> {
    let mut found = Vec::new();
    finite::check_references(&graph, &mut found);
    // The following checks resolve references, which must end.
    if !found.is_empty() {
        found = check_incomplete(&graph, &BTreeSet::new());
    } else {
        finite::check_types(&graph, &mut found);
        let endless = finite::check_choices(&graph, &mut found);
        let firsts = first_tags(&graph);
        for ty in graph.types.ids() {
            let start = found.len();
            names::check(&graph, ty, &mut found);
            tags::check(&graph, &firsts, &endless, ty, &mut found);
            if reached.as_ref().is_some_and(|reached| !reached[ty]) {
                soften(&mut found[start..]);
            }
        }
    }
    diagnostic::sort(&mut found);
    if found.iter().any(Diagnostic::is_error) {
        Err(found)
    } else {
        Ok(ValidGraph { graph, warnings: found })
    }
}

fn soften(found: &mut [Diagnostic]) {
    for diagnostic in found {
        diagnostic.severity = Severity::Warning;
        diagnostic.add_note("no root reaches this type, so it does no harm");
    }
}

/// Returns which types values of the roots can contain, including the known types inside open types and strings
/// (CONTAINING).
pub fn reach(graph: &SyntaxGraph, roots: &[TypeId]) -> IndexVec<TypeId, bool> {
    let mut reached = IndexVec::filled(false, graph.types.len());
    let mut work = roots.to_vec();
    while let Some(ty) = work.pop() {
        if std::mem::replace(&mut reached[ty], true) {
            continue;
        }
        work.extend(graph.fields_of(ty).iter().map(|field| graph.fields[*field].target));
        work.extend(graph.contained(ty));
        match &graph.types[ty].kind {
            TypeKind::Reference(target) => work.push(*target),
            TypeKind::Open(open) => {
                work.extend(open.alternatives.iter().map(|alternative| alternative.target));
            }
            _ => {}
        }
    }
    reached
}

//! The fields that a predicate demands, as a tree: a rule's lowering walks a program and this tree together.

use super::decision::{Decision, Facts};
use std::collections::BTreeSet;
use syntax_graph::{Diagnostic, FieldId, Span, SyntaxGraph};

/// What is demanded of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Demand {
    /// The number of fields on the way to the value.
    pub depth: usize,
    /// The probes of the value itself.
    pub probes: Vec<usize>,
    /// The demands of its fields, in the order of the text.
    pub fields: Vec<(FieldId, Demand)>,
}

impl Demand {
    /// Returns the demand of all probes of a predicate.
    pub fn of(decision: &Decision<'_>) -> Self {
        let mut root = Self::default();
        for (number, (path, _)) in decision.probes.iter().enumerate() {
            let mut at = &mut root;
            for field in *path {
                let known = at.fields.iter().position(|(own, _)| own == field);
                let index = known.unwrap_or_else(|| {
                    let depth = at.depth + 1;
                    at.fields.push((*field, Self { depth, ..Self::default() }));
                    at.fields.len() - 1
                });
                at = &mut at.fields[index].1;
            }
            at.probes.push(number);
        }
        root
    }

    /// Returns the demand of a field.
    pub fn field(&self, field: Option<FieldId>) -> Option<&Self> {
        self.fields.iter().find(|(own, _)| Some(*own) == field).map(|(_, demand)| demand)
    }

    /// Returns the probes of the value and of all its parts.
    pub fn all(&self) -> BTreeSet<usize> {
        let inner = self.fields.iter().flat_map(|(_, demand)| demand.all());
        self.probes.iter().copied().chain(inner).collect()
    }

    /// Returns whether the answer still depends on a probe of the value or of its parts.
    pub fn is_pending(&self, decision: &Decision<'_>, facts: &Facts) -> bool {
        !self.all().is_disjoint(&decision.pending(facts))
    }

    /// Returns the error of a path that goes on from an open type, which this value is.
    pub fn in_open_type(&self, graph: &SyntaxGraph) -> Box<Diagnostic> {
        let path = self.fields.first().map_or_else(String::new, |(field, _)| graph.field_path(*field));
        let message = format!("a filter does not look into open types: `{path}`");
        Box::new(
            Diagnostic::error("filter-open-type", Span::none(), message)
                .with_help("end the path at the open type, or decode the message"),
        )
    }

    /// Returns whether the answer still depends on any other probe.
    pub fn leaves_others(&self, decision: &Decision<'_>, facts: &Facts) -> bool {
        !decision.pending(facts).is_subset(&self.all())
    }
}

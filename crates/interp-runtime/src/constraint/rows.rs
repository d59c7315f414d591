//! Collects the constraints that apply to each type and field of a graph.

use std::collections::BTreeMap;
use syntax_graph::constraint::Elements;
use syntax_graph::{Constraint, FieldId, IndexVec, Pattern, SyntaxGraph, TypeId, TypeKind};

/// The constraints of messages and fields as written, in the order in which they apply.
#[derive(Clone, Debug)]
pub(crate) struct Checks<'g> {
    /// Constraints of messages.
    pub(super) types: IndexVec<TypeId, Vec<&'g Constraint>>,
    /// Constraints of fields.
    pub(super) fields: IndexVec<FieldId, Vec<&'g Constraint>>,
    /// The matchers of PATTERN and SETTINGS, by their expressions.
    pub(super) patterns: BTreeMap<String, regex::Regex>,
}

impl<'g> Checks<'g> {
    pub(crate) fn new(graph: &'g SyntaxGraph) -> Self {
        let mut types = IndexVec::filled(Vec::new(), graph.types.len());
        for ty in graph.types.ids() {
            types[ty] = of_type(graph, ty);
        }
        let mut fields = IndexVec::filled(Vec::new(), graph.fields.len());
        for field in graph.fields.ids() {
            fields[field] = of_field(graph, field);
        }
        Self { types, fields, patterns: matchers(graph) }
    }
}

/// Returns the constraints of a type, those of its parent first (X.680 clause 50.8).
fn of_type(graph: &SyntaxGraph, ty: TypeId) -> Vec<&Constraint> {
    let mut chain = vec![ty];
    // The bound on the length ends a cycle of references, which validation refuses.
    while let Some(TypeKind::Reference(next)) = chain.last().map(|ty| &graph.types[*ty].kind)
        && chain.len() <= graph.types.len()
    {
        chain.push(*next);
    }
    chain.iter().rev().filter_map(|ty| graph.constraints.types.get(ty)).flatten().collect()
}

fn of_field(graph: &SyntaxGraph, field: FieldId) -> Vec<&Constraint> {
    let mut row = of_type(graph, graph.fields[field].target);
    row.extend(graph.constraints.fields.get(&field).into_iter().flatten());
    row
}

/// Returns matchers of all expressions, except those whose tables would be too large for generated checks.
fn matchers(graph: &SyntaxGraph) -> BTreeMap<String, regex::Regex> {
    let mut found = BTreeMap::new();
    let lists = graph.constraints.types.values().chain(graph.constraints.fields.values());
    let mut left: Vec<&Constraint> = lists.flatten().collect();
    while let Some(constraint) = left.pop() {
        let mut waiting: Vec<&Elements> = constraint.root.iter().collect();
        while let Some(elements) = waiting.pop() {
            match elements {
                Elements::Union(parts) | Elements::Intersection(parts) => waiting.extend(parts),
                Elements::Except(base, excluded) => waiting.extend([&**base, &**excluded]),
                Elements::AllExcept(excluded) => waiting.push(excluded),
                Elements::Nested(inner) | Elements::Component(inner) => left.push(inner),
                Elements::Components { components, .. } => {
                    left.extend(components.iter().filter_map(|component| component.constraint.as_ref()));
                }
                Elements::Pattern { expression: Some(expression), .. }
                | Elements::Settings { expression: Some(expression), .. }
                    if Pattern::new(expression).is_some() =>
                {
                    // The regex library evaluates the expression, not the tables of the generated checks.
                    if let Ok(matcher) = regex::Regex::new(&format!(r"\A(?:{expression})\z")) {
                        found.insert(expression.clone(), matcher);
                    }
                }
                _ => {}
            }
        }
    }
    found
}

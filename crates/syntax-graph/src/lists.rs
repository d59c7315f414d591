//! Pairs XDR structures that are both definitions and elements of their own lists.
//!
//! The graph has two types for such a structure, as an element's link has no value on the wire. In C they are
//! one struct, as the specification has one.

use crate::graph::{Origin, SyntaxGraph};
use crate::ids::TypeId;
use crate::types::TypeKind;
use std::collections::BTreeMap;

/// Returns for each element of these lists the definition that it is written in, and likewise for the types embedded in
/// both.
pub fn definitions(graph: &SyntaxGraph, types: impl IntoIterator<Item = TypeId>) -> BTreeMap<TypeId, TypeId> {
    let elements = types.into_iter().filter_map(|list| {
        let TypeKind::Array(array) = &graph.types[list].kind else { return None };
        let element = graph.fields[array.element].target;
        let is_own = graph.types[element].origin == Origin::Embedded(array.element);
        (array.linked && is_own).then_some(element)
    });
    let elements: Vec<TypeId> = elements.collect();
    let mut found = BTreeMap::new();
    if elements.is_empty() {
        return found;
    }
    let mut structures = BTreeMap::new();
    for ty in graph.types.ids() {
        let def = &graph.types[ty];
        if matches!((&def.origin, &def.kind), (Origin::Definition(_), TypeKind::Structure(_))) {
            structures.entry(def.span).or_insert(ty);
        }
    }
    for element in elements {
        if let Some(&definition) = structures.get(&graph.types[element].span) {
            pair(graph, element, definition, &mut found);
        }
    }
    found
}

/// Pairs the types embedded in the fields of two copies of one definition. Specifications bound the depth.
fn pair(graph: &SyntaxGraph, element: TypeId, definition: TypeId, found: &mut BTreeMap<TypeId, TypeId>) {
    found.insert(element, definition);
    for (&one, &other) in graph.fields_of(element).iter().zip(graph.fields_of(definition)) {
        let (inner, outer) = (graph.fields[one].target, graph.fields[other].target);
        if graph.types[inner].origin == Origin::Embedded(one)
            && graph.types[outer].origin == Origin::Embedded(other)
        {
            pair(graph, inner, outer, found);
        }
    }
}

//! Pairs XDR structures that are both definitions and elements of their own lists.
//!
//! The graph has two types for such a structure, as an element's link has no value on the wire. In C they are
//! one struct, as the specification has one.

use std::collections::BTreeMap;
use syntax_graph::{Origin, TypeId, TypeKind, ValidGraph};

/// Returns for each element of a list the definition that it is written in, and likewise for the types
/// embedded in both.
pub fn definitions(graph: &ValidGraph, types: &[TypeId]) -> BTreeMap<TypeId, TypeId> {
    let mut found = BTreeMap::new();
    for &list in types {
        let TypeKind::Array(array) = &graph.types[list].kind else { continue };
        let element = graph.fields[array.element].target;
        if !array.linked || graph.types[element].origin != Origin::Embedded(array.element) {
            continue;
        }
        let written = &graph.types[element];
        let is_same = |ty: &TypeId| {
            let other = &graph.types[*ty];
            other.span == written.span
                && matches!(other.origin, Origin::Definition(_))
                && matches!(other.kind, TypeKind::Structure(_))
        };
        if let Some(definition) = graph.types.ids().find(is_same) {
            pair(graph, element, definition, &mut found);
        }
    }
    found
}

/// Pairs the types embedded in the fields of two copies of one definition. Specifications bound the depth.
fn pair(graph: &ValidGraph, element: TypeId, definition: TypeId, found: &mut BTreeMap<TypeId, TypeId>) {
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

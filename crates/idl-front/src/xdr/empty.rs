//! Reports arrays whose elements take no bytes: a count of four bytes would ask for any amount of memory.

use syntax_graph::{Diagnostic, IndexVec, Scalar, SyntaxGraph, TypeId, TypeKind};

/// Reports every array whose elements are empty.
pub fn check(graph: &SyntaxGraph, found: &mut Vec<Diagnostic>) {
    let is_empty = empty_types(graph);
    for (ty, def) in graph.types.enumerated() {
        let TypeKind::Array(array) = &def.kind else { continue };
        let element = graph.fields[array.element].target;
        if is_empty[graph.resolve(element)] && array.size.max != Some(array.size.min) {
            let message = format!("an element of {} takes no octets", graph.type_path(ty));
            found.push(
                Diagnostic::error("empty-element", def.span, message)
                    .with_help("give the element a field, or send the count by itself"),
            );
        }
    }
}

/// The types whose values take no octets. Each round finds those that are made of the ones before; real
/// specifications have none.
fn empty_types(graph: &SyntaxGraph) -> IndexVec<TypeId, bool> {
    const ROUNDS: usize = 100;
    let mut is_empty = IndexVec::filled(false, graph.types.len());
    for _ in 0..ROUNDS {
        let mut changed = false;
        for (ty, def) in graph.types.enumerated() {
            let of = |field| is_empty[graph.resolve(graph.fields[field].target)];
            let found = match &def.kind {
                TypeKind::Scalar(scalar) => *scalar == Scalar::Null,
                TypeKind::Structure(structure) => {
                    structure.fields.iter().all(|field| !graph.may_be_absent(*field) && of(*field))
                }
                TypeKind::Array(array) => !array.linked && array.size.min > 0 && of(array.element),
                TypeKind::Union(_) | TypeKind::Open(_) | TypeKind::Reference(_) => false,
            };
            if found && !is_empty[ty] {
                is_empty[ty] = true;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    is_empty
}

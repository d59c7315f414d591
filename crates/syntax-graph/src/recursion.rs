//! Finds recursive fields, which close a cycle of types. Decoders count depth there, and C structs need pointers.

use crate::graph::SyntaxGraph;
use crate::ids::{FieldId, Id, IndexVec, TypeId};
use crate::lists::definitions;
use crate::types::TypeKind;

/// Returns for each field whether it is a *recursive field*: a back edge of the depth-first walk over the
/// types in id order and their fields in textual order.
///
/// Every cycle contains at least one, so a limit on the number of entered recursive fields bounds the depth of every
/// value. All arms of open types count as recursive, since their values are behind pointers. The walk does not follow
/// these arms.
///
/// A structure that is written once, but is both a definition and the element of its list, is one struct in C. A field that is
/// recursive in one of its types is recursive in both, unless it holds a list.
pub fn recursive_fields(graph: &SyntaxGraph) -> IndexVec<FieldId, bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut recursive = IndexVec::filled(false, graph.fields.len());
    let mut state: IndexVec<TypeId, State> = IndexVec::filled(State::New, graph.types.len());
    for start in graph.types.ids() {
        let mut stack: Vec<(TypeId, usize)> = Vec::new();
        if state[start] == State::New {
            state[start] = State::Open;
            stack.push((start, 0));
        }
        while let Some((ty, next)) = stack.pop() {
            let Some(&field) = graph.fields_of(ty).get(next) else {
                state[ty] = State::Done;
                continue;
            };
            stack.push((ty, next + 1));
            if matches!(graph.types[ty].kind, TypeKind::Open(_)) {
                recursive[field] = true;
                continue;
            }
            let target = graph.resolve(graph.fields[field].target);
            match state[target] {
                State::Open => recursive[field] = true,
                State::New => {
                    state[target] = State::Open;
                    stack.push((target, 0));
                }
                State::Done => {}
            }
        }
    }
    for (element, definition) in definitions(graph, graph.types.ids()) {
        for (&one, &other) in graph.fields_of(element).iter().zip(graph.fields_of(definition)) {
            // A list is a pointer in any case.
            if matches!(graph.kind(graph.fields[one].target), TypeKind::Array(array) if array.linked) {
                continue;
            }
            let either = recursive[one] || recursive[other];
            recursive[one] = either;
            recursive[other] = either;
        }
    }
    debug_assert!(
        recursive.len() == graph.fields.len() && graph.types.ids().all(|ty| ty.index() < state.len())
    );
    recursive
}

//! Checks that references end, that types have finite values, and that no CHOICE is an untagged arm of itself.

use crate::diagnostic::Diagnostic;
use crate::graph::{Notation, SyntaxGraph};
use crate::ids::{FieldId, IndexVec, TypeId};
use crate::types::TypeKind;
use std::collections::BTreeSet;

/// Calls `tell` once for each cycle of a relation `next`, which gives each type at most one successor. The argument has
/// the types of the cycle in order.
fn cycles(graph: &SyntaxGraph, next: impl Fn(TypeId) -> Option<TypeId>, mut tell: impl FnMut(&[TypeId])) {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        /// The walk from this type visited the type.
        Seen(TypeId),
    }
    let mut state = IndexVec::filled(State::New, graph.types.len());
    for start in graph.types.ids() {
        let mut walk: Vec<TypeId> = Vec::new();
        let mut at = Some(start);
        while let Some(ty) = at {
            match state[ty] {
                State::New => {
                    state[ty] = State::Seen(start);
                    walk.push(ty);
                    at = next(ty);
                }
                State::Seen(walker) => {
                    if walker == start
                        && let Some(first) = walk.iter().position(|seen| *seen == ty)
                    {
                        tell(&walk[first..]);
                    }
                    break;
                }
            }
        }
    }
}

/// Reports cycles of references, such as `A ::= A`, or `A ::= B` with `B ::= A`. Returns the types of all cycles.
pub(super) fn check_references(graph: &SyntaxGraph, found: &mut Vec<Diagnostic>) -> BTreeSet<TypeId> {
    let mut looped = BTreeSet::new();
    let next = |ty: TypeId| match graph.types[ty].kind {
        TypeKind::Reference(target) => Some(target),
        _ => None,
    };
    cycles(graph, next, |cycle| {
        looped.extend(cycle.iter().copied());
        let name = graph.type_path(cycle[0]);
        let mut diagnostic = Diagnostic::error(
            "reference-cycle",
            graph.types[cycle[0]].span,
            format!("{name} is defined by itself"),
        )
        .with_text("this names a type that leads back here");
        for &ty in &cycle[1..] {
            let text = format!("by way of {}", graph.type_path(ty));
            diagnostic = diagnostic.with_label(graph.types[ty].span, text);
        }
        let built = match graph.modules[graph.types[cycle[0]].module].notation {
            Notation::Asn1 => "a chain of names must end in a type of X.680 clause 17.2",
            Notation::Xdr => "a chain of names must end in a type of RFC 4506 section 4",
        };
        found.push(diagnostic.with_note(built).with_help("write the intended type at one of these places"));
    });
    looped
}

/// Reports infinite types: every value contains another value of the type.
pub(super) fn check_types(graph: &SyntaxGraph, found: &mut Vec<Diagnostic>) {
    let is_finite = finite_types(graph);
    // An infinite type has a mandatory field of an infinite type. So following such fields leads to a cycle.
    let endless_field = |ty: TypeId| -> Option<FieldId> {
        if is_finite[ty] {
            return None;
        }
        let must = |field: &&FieldId| match graph.types[ty].kind {
            TypeKind::Structure(_) => !graph.may_be_absent(**field),
            _ => true,
        };
        let endless = |field: &&FieldId| !is_finite[graph.resolve(graph.fields[**field].target)];
        graph.fields_of(ty).iter().filter(must).find(endless).copied()
    };
    let next = |ty: TypeId| endless_field(ty).map(|field| graph.resolve(graph.fields[field].target));
    cycles(graph, next, |cycle| {
        let name = graph.type_path(cycle[0]);
        let mut diagnostic = Diagnostic::error(
            "infinite-type",
            graph.types[cycle[0]].span,
            format!("every value of {name} contains another one"),
        )
        .with_text("no value of this type is finite");
        for field in cycle.iter().filter_map(|ty| endless_field(*ty)) {
            let text = format!("{} is always present", graph.field_path(field));
            diagnostic = diagnostic.with_label(graph.fields[field].span, text);
        }
        let [why, mend] = match graph.modules[graph.types[cycle[0]].module].notation {
            Notation::Asn1 => [
                "a value must be finite to be sent (X.680 clause 3.8: recursive definitions)",
                "make one of these fields OPTIONAL, or add an alternative that ends the recursion",
            ],
            Notation::Xdr => [
                "a value must be finite to be sent",
                "make one of these fields optional data (`type *name`) or a counted array, or add a case that ends the recursion",
            ],
        };
        found.push(diagnostic.with_note(why).with_help(mend));
    });
}

/// Returns which types have a finite value. Computes the least fixpoint with a work list, from the leaves up.
fn finite_types(graph: &SyntaxGraph) -> IndexVec<TypeId, bool> {
    let mut is_finite = IndexVec::filled(false, graph.types.len());
    // The types to visit again when a type is found to be finite.
    let mut users: IndexVec<TypeId, Vec<TypeId>> = IndexVec::filled(Vec::new(), graph.types.len());
    // The number of fields that must still be found finite, before the type is finite.
    let mut missing: IndexVec<TypeId, usize> = IndexVec::filled(0, graph.types.len());
    let mut work = Vec::new();
    for (ty, def) in graph.types.enumerated() {
        let fields: Vec<FieldId> = match &def.kind {
            TypeKind::Scalar(_) | TypeKind::Open(_) => Vec::new(),
            TypeKind::Reference(target) => {
                users[graph.resolve(*target)].push(ty);
                missing[ty] = 1;
                continue;
            }
            TypeKind::Array(array) if array.size.min == 0 => Vec::new(),
            TypeKind::Array(array) => vec![array.element],
            TypeKind::Union(union) => union.arms.clone(),
            TypeKind::Structure(structure) => {
                structure.fields.iter().copied().filter(|field| !graph.may_be_absent(*field)).collect()
            }
        };
        missing[ty] = match &def.kind {
            // One arm is enough; a union without arms counts as finite.
            TypeKind::Union(_) => fields.len().min(1),
            _ => fields.len(),
        };
        for field in fields {
            users[graph.resolve(graph.fields[field].target)].push(ty);
        }
        if missing[ty] == 0 {
            work.push(ty);
        }
    }
    while let Some(ty) = work.pop() {
        if std::mem::replace(&mut is_finite[ty], true) {
            continue;
        }
        for user in std::mem::take(&mut users[ty]) {
            missing[user] = missing[user].saturating_sub(1);
            if missing[user] == 0 {
                work.push(user);
            }
        }
    }
    is_finite
}

/// Reports unions that are untagged arms of themselves: no tag shows how often such an arm was selected. Returns the
/// arms that lead back to their union.
pub(super) fn check_choices(graph: &SyntaxGraph, found: &mut Vec<Diagnostic>) -> BTreeSet<FieldId> {
    let untagged_arms = |ty: TypeId| -> Vec<(FieldId, TypeId)> {
        let TypeKind::Union(union) = &graph.types[ty].kind else { return Vec::new() };
        let arms = union.arms.iter().filter(|arm| graph.fields[**arm].tags.is_empty());
        arms.map(|arm| (*arm, graph.resolve(graph.fields[*arm].target))).collect()
    };
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let is_finite = finite_types(graph);
    let mut endless = BTreeSet::new();
    let mut state = IndexVec::filled(State::New, graph.types.len());
    for start in graph.types.ids() {
        if state[start] != State::New || !matches!(graph.types[start].kind, TypeKind::Union(_)) {
            continue;
        }
        state[start] = State::Open;
        let mut stack = vec![(start, None, untagged_arms(start))];
        while let Some((ty, _, left)) = stack.last_mut() {
            let Some((arm, target)) = left.pop() else {
                state[*ty] = State::Done;
                stack.pop();
                continue;
            };
            let is_asn1 = !graph.types[target].tags.is_empty()
                || graph.modules[graph.types[target].module].notation == Notation::Asn1;
            match state[target] {
                State::New if is_asn1 && matches!(graph.types[target].kind, TypeKind::Union(_)) => {
                    state[target] = State::Open;
                    stack.push((target, Some(arm), untagged_arms(target)));
                }
                State::Open if is_asn1 => {
                    let inner = stack.iter().rev().take_while(|(ty, ..)| *ty != target);
                    endless.extend(inner.filter_map(|(_, arm, _)| *arm).chain([arm]));
                    // A union without any finite value has its own error.
                    if is_finite[target] {
                        let message =
                            format!("{} is an untagged alternative of itself", graph.type_path(target));
                        found.push(
                            Diagnostic::error("endless-choice", graph.fields[arm].span, message)
                                .with_text("the encoding does not show how often it was chosen")
                                .with_label(graph.types[target].span, "the CHOICE")
                                .with_note("the tags of the alternatives are distinct (X.680 clause 29)")
                                .with_help("give this alternative a tag"),
                        );
                    }
                }
                _ => {}
            }
        }
    }
    endless
}

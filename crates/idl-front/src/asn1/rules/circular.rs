//! Reports types that include themselves in their constraints and have no value.
//!
//! Recursive definitions are legal if they describe at least one value (X.680 clause 3.8). A type that includes
//! itself has the smallest set of values that its definition describes: `B ::= INTEGER (B | 5)` is 5 alone, and `I
//! ::= INTEGER (I)` is empty.

use crate::asn1::lowering::Lowering;
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::constraint::{Constraint, Elements};
use syntax_graph::{Diagnostic, TypeId, TypeKind};

impl Lowering<'_> {
    /// Reports the types that have no value because each of theirs would have to be one already.
    pub fn check_circular_constraints(&mut self) {
        let graph = &self.graph;
        let includes = |ty: &TypeId| graph.constraints.types.get(ty).map_or(&[][..], Vec::as_slice);
        // What each type depends on, from those that include another on.
        let mut waiting: Vec<TypeId> = graph.constraints.types.keys().copied().collect();
        let mut needs: BTreeMap<TypeId, BTreeSet<TypeId>> = BTreeMap::new();
        waiting.retain(|ty| includes(ty).iter().any(|constraint| !included(constraint).is_empty()));
        while let Some(ty) = waiting.pop() {
            if needs.contains_key(&ty) {
                continue;
            }
            let mut own: BTreeSet<TypeId> = includes(&ty).iter().flat_map(included).collect();
            if let TypeKind::Reference(next) = graph.types[ty].kind {
                own.insert(next);
            }
            waiting.extend(&own);
            needs.insert(ty, own);
        }
        let mut needed_by: BTreeMap<TypeId, Vec<TypeId>> = BTreeMap::new();
        for (ty, needed) in &needs {
            needed.iter().for_each(|other| needed_by.entry(*other).or_default().push(*ty));
        }
        // The types that certainly have values, from those that need no other on.
        let mut full: BTreeSet<TypeId> = BTreeSet::new();
        let mut waiting: Vec<TypeId> = needs.keys().copied().collect();
        while let Some(ty) = waiting.pop() {
            let base = match graph.types[ty].kind {
                TypeKind::Reference(next) => full.contains(&next),
                _ => true,
            };
            let has_values = base && includes(&ty).iter().all(|constraint| may_hold(constraint, &full));
            if has_values && full.insert(ty) {
                waiting.extend(needed_by.get(&ty).into_iter().flatten());
            }
        }
        // Of those without, the ones that lead back to themselves: what no other of them needs is peeled off.
        let mut empty: BTreeSet<TypeId> = needs.keys().copied().filter(|ty| !full.contains(ty)).collect();
        let mut uses: BTreeMap<TypeId, usize> = BTreeMap::new();
        empty.iter().flat_map(|ty| &needs[ty]).for_each(|other| *uses.entry(*other).or_default() += 1);
        let mut waiting: Vec<TypeId> = empty.iter().copied().filter(|ty| !uses.contains_key(ty)).collect();
        while let Some(ty) = waiting.pop() {
            empty.remove(&ty);
            for other in &needs[&ty] {
                let Some(count) = uses.get_mut(other) else { continue };
                *count -= 1;
                if *count == 0 && empty.contains(other) {
                    waiting.push(*other);
                }
            }
        }
        let mut reports = Vec::new();
        for ty in empty.iter().filter(|ty| !self.types.is_failed(**ty)) {
            let Some(constraint) = includes(ty).iter().find(|own| !may_hold(own, &full)) else { continue };
            let message = "the constraint of this type includes the type itself, so no value is left";
            let report = Diagnostic::error("endless-constraint", constraint.span, message)
                .with_label(graph.types[*ty].span, "this type");
            reports.push(report.with_note(
                "a recursive definition must have at least one value (X.680 clauses 3.8 and 51.3)",
            ));
        }
        reports.into_iter().for_each(|report| self.report(report));
    }
}

/// The types that a constraint includes, as they stand: those within components are of other values.
fn included(constraint: &Constraint) -> BTreeSet<TypeId> {
    let mut found = BTreeSet::new();
    let mut waiting: Vec<&Elements> = constraint.root.iter().chain(&constraint.additions).collect();
    while let Some(elements) = waiting.pop() {
        match elements {
            Elements::Union(parts) | Elements::Intersection(parts) => waiting.extend(parts),
            Elements::Except(base, _) => waiting.push(base),
            Elements::Nested(inner) => waiting.extend(inner.root.iter().chain(&inner.additions)),
            Elements::Includes(ty) => {
                found.insert(*ty);
            }
            _ => {}
        }
    }
    found
}

/// Whether values may satisfy a constraint when only the `full` types have any.
fn may_hold(constraint: &Constraint, full: &BTreeSet<TypeId>) -> bool {
    let mut parts = constraint.root.iter().chain(&constraint.additions);
    parts.any(|elements| elements_hold(elements, full))
}

fn elements_hold(elements: &Elements, full: &BTreeSet<TypeId>) -> bool {
    match elements {
        Elements::Union(parts) => parts.iter().any(|part| elements_hold(part, full)),
        Elements::Intersection(parts) => parts.iter().all(|part| elements_hold(part, full)),
        Elements::Except(base, _) => elements_hold(base, full),
        Elements::Nested(inner) => may_hold(inner, full),
        Elements::Includes(ty) => full.contains(ty),
        _ => true,
    }
}

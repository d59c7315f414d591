//! Lowers constraints to checks of values: bounds in a table, and functions for the rest.

use crate::model::layout::{CType, scalar_ctype};
use crate::program::{Bounds, CheckKind, PredicateCheck, StepCheck};
use std::collections::BTreeSet;
use syntax_graph::permitted::Check;
use syntax_graph::{CharKind, Intervals, Predicate, Scalar, SyntaxGraph, TypeId, TypeKind, ValidGraph};

/// The bounds of a value, and a predicate for the constraints that bounds cannot express.
pub type Deduced = (Option<Check>, Option<Predicate>);

/// The most intervals of an inline comparison; more are looked up in a table.
const MOST_IN_PLACE: usize = 3;

/// All checks of a specification. Indices here are those in the C.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checks {
    /// The rows of the table of bounds.
    pub bounds: Vec<Bounds>,
    /// The predicate functions.
    pub predicates: Vec<PredicateCheck>,
}

impl Checks {
    /// Collects the distinct checks of `all`, with the bounds that their predicates look up.
    pub fn collect<'s>(graph: &ValidGraph, all: impl Iterator<Item = &'s StepCheck>) -> Self {
        let mut checks = Self::default();
        for check in all {
            match check {
                StepCheck::Bounds(bounds) => checks.add(bounds),
                StepCheck::Predicate(check) if checks.predicate(graph, check).is_none() => {
                    check.bounds.iter().for_each(|bounds| checks.add(bounds));
                    let mut parts = Vec::new();
                    walk(graph, check.ty, &check.predicate, &mut parts);
                    let tabled = parts.into_iter().filter_map(|(ty, part)| tabled(graph, ty, part));
                    tabled.for_each(|bounds| checks.add(&bounds));
                    checks.predicates.push((**check).clone());
                }
                StepCheck::Predicate(_) => {}
            }
        }
        checks
    }

    /// Returns whether there are no checks.
    pub fn is_empty(&self) -> bool {
        self.bounds.is_empty() && self.predicates.is_empty()
    }

    /// Returns the index of bounds in the table, if they are there.
    pub fn row(&self, bounds: &Bounds) -> Option<usize> {
        self.bounds.iter().position(|known| known == bounds)
    }

    /// Returns the index of a check's function, if it is there. Types with the same C type share a function.
    pub fn predicate(&self, graph: &SyntaxGraph, check: &PredicateCheck) -> Option<usize> {
        let held = |ty: TypeId| graph.scalar(ty).map(scalar_ctype);
        self.predicates.iter().position(|known| {
            let same_type = known.ty == check.ty
                || held(known.ty).is_some()
                    && held(known.ty) == held(check.ty)
                    && kind(graph, known.ty) == kind(graph, check.ty);
            same_type && known.bounds == check.bounds && known.predicate == check.predicate
        })
    }

    /// Returns the number of a check in commands, from 1: bounds first, then functions.
    pub fn number(&self, graph: &SyntaxGraph, check: &StepCheck) -> usize {
        let index = match check {
            StepCheck::Bounds(bounds) => self.row(bounds),
            StepCheck::Predicate(check) => {
                self.predicate(graph, check).map(|index| self.bounds.len() + index)
            }
        };
        index.unwrap_or(0) + 1
    }

    fn add(&mut self, bounds: &Bounds) {
        if !self.bounds.contains(bounds) {
            self.bounds.push(bounds.clone());
        }
    }
}

/// Returns the types that strings must contain (CONTAINING), anywhere in `roots`.
pub fn contained(graph: &ValidGraph, roots: &[TypeId]) -> BTreeSet<TypeId> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut left = roots.to_vec();
    while let Some(ty) = left.pop() {
        if !seen.insert(ty) {
            continue;
        }
        let fields = graph.fields_of(graph.resolve(ty));
        let said = fields
            .iter()
            .filter_map(|field| graph.residual_in(*field).map(|said| (graph.fields[*field].target, said)));
        for (ty, said) in said.chain(graph.residual(ty).map(|said| (ty, said))) {
            let mut parts = Vec::new();
            walk(graph, ty, &said, &mut parts);
            for (_, part) in parts {
                if let Predicate::Contains(contained) = part {
                    found.insert(*contained);
                    left.push(*contained);
                }
            }
        }
        left.extend(fields.iter().map(|field| graph.resolve(graph.fields[*field].target)));
    }
    found
}

/// Adds a predicate and all its parts to `found`, each with the type of its value.
pub fn walk<'p>(
    graph: &SyntaxGraph,
    ty: TypeId,
    predicate: &'p Predicate,
    found: &mut Vec<(TypeId, &'p Predicate)>,
) {
    found.push((ty, predicate));
    let inner = match predicate {
        Predicate::Component(field, _)
        | Predicate::Every(field, _)
        | Predicate::Element(field, ..)
        | Predicate::Occurs(field, ..) => graph.fields[*field].target,
        _ => ty,
    };
    for part in predicate.parts() {
        walk(graph, inner, part, found);
    }
}

/// Returns the check of a value of this type; `None` if every value passes.
pub fn lower(graph: &ValidGraph, ty: TypeId, (check, left): Deduced) -> Option<StepCheck> {
    let bounds = check.zip(kind(graph, ty)).map(|(check, kind)| Bounds { kind, check });
    match left.filter(|predicate| !is_always_true(graph, ty, predicate)) {
        Some(predicate) => {
            let ty = graph.resolve(ty);
            Some(StepCheck::Predicate(Box::new(PredicateCheck { ty, bounds, predicate })))
        }
        None => bounds.map(StepCheck::Bounds),
    }
}

/// Returns whether the C type alone makes a predicate true.
fn is_always_true(graph: &SyntaxGraph, ty: TypeId, predicate: &Predicate) -> bool {
    match predicate {
        Predicate::Number(set) => match kind(graph, ty) {
            Some(kind @ CheckKind::Integer(_)) => set.intersection(&possible(kind)) == possible(kind),
            _ => false,
        },
        Predicate::All(parts) => parts.iter().all(|part| is_always_true(graph, ty, part)),
        Predicate::Any(parts) => parts.iter().any(|part| is_always_true(graph, ty, part)),
        _ => false,
    }
}

/// Returns the quantity of a value of this type that bounds apply to, if there is one.
pub fn kind(graph: &SyntaxGraph, ty: TypeId) -> Option<CheckKind> {
    Some(match graph.kind(ty) {
        TypeKind::Scalar(Scalar::Boolean) => CheckKind::Boolean,
        TypeKind::Scalar(Scalar::Characters { kind, .. }) => match kind {
            CharKind::Utf8 => CheckKind::Utf8,
            CharKind::Bmp => CheckKind::Characters(2),
            CharKind::Universal => CheckKind::Characters(4),
            _ => CheckKind::Characters(1),
        },
        TypeKind::Scalar(scalar) => match scalar_ctype(scalar) {
            CType::Integer(repr) => CheckKind::Integer(repr),
            _ if matches!(scalar, Scalar::Integer(_) | Scalar::Enumerated(_)) => CheckKind::Bytes,
            _ => CheckKind::Length,
        },
        TypeKind::Array(_) => CheckKind::Count,
        _ => return None,
    })
}

/// Returns the numbers or sizes that the C type of a value can hold; bounds need not repeat these limits.
pub fn possible(kind: CheckKind) -> Intervals {
    match kind {
        CheckKind::Integer(repr) => match repr.limits() {
            Some((low, high)) => Intervals::between(Some(low), Some(high)),
            None => Intervals::all(),
        },
        CheckKind::Boolean => Intervals::between(Some(0.into()), Some(1.into())),
        CheckKind::Bytes => Intervals::all(),
        _ => Intervals::between(Some(0.into()), None),
    }
}

/// Returns the bounds that a predicate looks up in the table; `None` if it looks up none.
pub fn tabled(graph: &SyntaxGraph, ty: TypeId, predicate: &Predicate) -> Option<Bounds> {
    let kind = kind(graph, ty)?;
    let check = match predicate {
        Predicate::Number(set) | Predicate::Size(set) => {
            let set = set.intersection(&possible(kind));
            let in_place = set.intervals().len() <= MOST_IN_PLACE
                && !matches!(
                    kind,
                    CheckKind::Bytes | CheckKind::Utf8 | CheckKind::Characters(2) | CheckKind::Characters(4)
                );
            if in_place {
                return None;
            }
            Check { number: Some(set), characters: None }
        }
        Predicate::Characters(set) => Check { number: None, characters: Some(set.clone()) },
        _ => return None,
    };
    Some(Bounds { kind, check })
}

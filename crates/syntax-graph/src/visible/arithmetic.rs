//! Set arithmetic on visible constraints (X.691 clause 10.3, X.680 clause 50).

use crate::constraint::{Constraint, Elements, ValueRange};
use crate::graph::SyntaxGraph;
use crate::ids::TypeId;
use crate::intervals::Intervals;
use crate::permitted::{MAX_NESTING, MOST_INCLUDED, code_points, is_comparable, of_alphabet};
use crate::types::{CharKind, Scalar, TypeKind};
use crate::value::Value;
use num_bigint::BigInt;

/// The numbers that a constraint leaves of one aspect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The numbers of the root.
    pub set: Intervals,
    /// Whether a later version may permit other numbers.
    pub extensible: bool,
}

/// A visible constraint by its aspects; `None` leaves the aspect free.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    /// The values of an INTEGER.
    pub values: Option<Part>,
    /// The sizes of a string or array.
    pub sizes: Option<Part>,
    /// The characters of a string.
    pub alphabet: Option<Intervals>,
}

/// The aspects that are visible in a type.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Governor {
    /// INTEGER, and the numbers inside SIZE.
    Numbers,
    /// BIT STRING, OCTET STRING, arrays.
    Sized,
    /// Strings of characters that all have one width.
    Characters(CharKind),
    /// Other types: nothing is visible.
    Other,
}

impl Governor {
    fn of(kind: &TypeKind) -> Self {
        match kind {
            TypeKind::Scalar(Scalar::Integer(_)) => Self::Numbers,
            TypeKind::Scalar(Scalar::BitString { .. } | Scalar::OctetString { .. }) | TypeKind::Array(_) => {
                Self::Sized
            }
            TypeKind::Scalar(Scalar::Characters { kind, .. }) if kind.is_known_multiplier() => {
                Self::Characters(*kind)
            }
            _ => Self::Other,
        }
    }
}

/// Evaluates the visible constraints of a type. In its functions, `None` is an invisible constraint.
pub(super) struct Deduction<'g> {
    graph: &'g SyntaxGraph,
    ty: TypeId,
    governor: Governor,
    /// The numbers of the parent: MIN and MAX are their ends (X.680 clause 51.4).
    parent: Option<Intervals>,
    depth: usize,
    /// Number of contained subtypes that may still be evaluated.
    left: usize,
}

impl<'g> Deduction<'g> {
    pub(super) fn new(graph: &'g SyntaxGraph, ty: TypeId) -> Self {
        let governor = Governor::of(graph.kind(ty));
        Self { graph, ty, governor, parent: None, depth: 0, left: MOST_INCLUDED }
    }

    /// Applies constraints one after the other. An invisible one changes nothing, and keeps the marker before it.
    pub(super) fn levels(&mut self, constraints: &[&Constraint]) -> Seen {
        let mut all = Seen::default();
        for constraint in constraints {
            self.parent = match self.governor {
                Governor::Numbers => all.values.as_ref().map(|part| part.set.clone()),
                _ => Some(all.sizes.as_ref().map_or_else(all_sizes, |part| part.set.clone())),
            };
            if let Some(seen) = self.constraint(constraint) {
                all = all.root().narrowed(&seen);
            }
        }
        all
    }

    fn constraint(&mut self, constraint: &Constraint) -> Option<Seen> {
        self.depth += 1;
        let seen = match &constraint.root {
            Some(root) if self.depth <= MAX_NESTING => self.elements(root),
            _ => None,
        };
        self.depth -= 1;
        let mut seen = seen?;
        if constraint.extensible {
            for part in [&mut seen.values, &mut seen.sizes].into_iter().flatten() {
                part.extensible = true;
            }
            // An extensible alphabet is invisible (X.691 clause 10.3).
            seen.alphabet = None;
        }
        Some(seen).filter(|seen| *seen != Seen::default())
    }

    fn elements(&mut self, elements: &Elements) -> Option<Seen> {
        match elements {
            Elements::Union(parts) => {
                let all: Option<Vec<Seen>> = parts.iter().map(|part| self.elements(part)).collect();
                all?.into_iter().reduce(|a, b| a.union(&b))
            }
            Elements::Intersection(parts) => {
                let visible = parts.iter().filter_map(|part| self.elements(part));
                visible.collect::<Vec<_>>().into_iter().reduce(|a, b| a.intersection(&b))
            }
            Elements::Except(base, excluded) => {
                let base = self.elements(base)?;
                Some(match self.elements(excluded) {
                    Some(excluded) => base.without(&excluded),
                    None => base,
                })
            }
            Elements::AllExcept(excluded) => {
                let excluded = self.elements(excluded)?;
                let all = match self.governor {
                    Governor::Numbers => Seen::numbers(Intervals::all()),
                    _ => Seen::default(),
                };
                Some(all.without(&excluded))
            }
            Elements::Nested(inner) => self.constraint(inner),
            Elements::Value(Value::Integer(number)) if self.governor == Governor::Numbers => {
                Some(Seen::numbers(Intervals::one(number.clone())))
            }
            Elements::Range(range) if self.governor == Governor::Numbers => self.range(range),
            Elements::Size(inner) if matches!(self.governor, Governor::Sized | Governor::Characters(_)) => {
                self.size(inner)
            }
            Elements::From(alphabet) => match self.governor {
                Governor::Characters(kind) if !alphabet.extensible => {
                    let set = of_alphabet(self.graph, self.ty, alphabet, true)?;
                    // Other characters than those of the type cannot occur, so they need no bits.
                    let set = kind.alphabet().map_or(set.clone(), |own| set.intersection(&code_points(own)));
                    Some(Seen { alphabet: Some(set), ..Seen::default() })
                }
                _ => None,
            },
            Elements::Includes(contained) => self.included(*contained),
            _ => None,
        }
    }

    fn range(&self, range: &ValueRange) -> Option<Seen> {
        let ends = self.parent.as_ref().map(super::ends).unwrap_or_default();
        let end = |value: &Option<Value>, parent: Option<BigInt>| match value {
            None => Some(parent),
            Some(Value::Integer(number)) => Some(Some(number.clone())),
            Some(_) => None,
        };
        let low = end(&range.lower, ends.0)?.map(|low| low + u32::from(range.lower_open));
        let high = end(&range.upper, ends.1)?.map(|high| high - u32::from(range.upper_open));
        Some(Seen::numbers(Intervals::between(low, high)))
    }

    fn size(&mut self, sizes: &Constraint) -> Option<Seen> {
        let governor = std::mem::replace(&mut self.governor, Governor::Numbers);
        let seen = self.constraint(sizes);
        self.governor = governor;
        let part = seen?.values?;
        Some(Seen { sizes: Some(part), ..Seen::default() })
    }

    /// Returns the roots of the constraints of a contained subtype: its extension marker does not count (X.680
    /// clause 51.3).
    fn included(&mut self, contained: TypeId) -> Option<Seen> {
        let governor = Governor::of(self.graph.kind(contained));
        let is_size =
            self.governor == Governor::Numbers && Governor::of(self.graph.kind(self.ty)) != self.governor;
        let fits = if is_size {
            governor == Governor::Numbers
        } else {
            is_comparable(self.graph, self.ty, contained)
        };
        if !fits || governor == Governor::Other || self.depth >= MAX_NESTING || self.left == 0 {
            return None;
        }
        self.depth += 1;
        self.left -= 1;
        let outer = (self.ty, self.governor, self.parent.take());
        (self.ty, self.governor) = (contained, governor);
        let constraints = self.graph.constraints_of_type(contained);
        let mut seen = self.levels(&constraints).root();
        (self.ty, self.governor, self.parent) = outer;
        self.depth -= 1;
        if governor == Governor::Numbers && seen.values.is_none() {
            seen = Seen::numbers(Intervals::all());
        }
        Some(seen)
    }
}

impl Part {
    fn root(&self) -> Self {
        Self { extensible: false, set: self.set.clone() }
    }
}

fn all_sizes() -> Intervals {
    Intervals::between(Some(BigInt::from(0)), None)
}

impl Seen {
    fn numbers(set: Intervals) -> Self {
        Self { values: Some(Part { set, extensible: false }), ..Self::default() }
    }

    /// Returns the constraint without its extension markers.
    fn root(&self) -> Self {
        Self {
            values: self.values.as_ref().map(Part::root),
            sizes: self.sizes.as_ref().map(Part::root),
            alphabet: self.alphabet.clone(),
        }
    }

    /// Each aspect by itself; an aspect that one side leaves free is free: a union of a size and an alphabet limits
    /// neither.
    fn union(&self, other: &Self) -> Self {
        let either = |a: &Option<Part>, b: &Option<Part>| {
            let (a, b) = a.as_ref().zip(b.as_ref())?;
            Some(Part { set: a.set.union(&b.set), extensible: a.extensible || b.extensible })
        };
        Self {
            values: either(&self.values, &other.values),
            sizes: either(&self.sizes, &other.sizes),
            alphabet: self.alphabet.as_ref().zip(other.alphabet.as_ref()).map(|(a, b)| a.union(b)),
        }
    }

    fn intersection(&self, other: &Self) -> Self {
        let both = |a: &Option<Part>, b: &Option<Part>| match (a, b) {
            (Some(a), Some(b)) => {
                Some(Part { set: a.set.intersection(&b.set), extensible: a.extensible || b.extensible })
            }
            (a, b) => a.clone().or_else(|| b.clone()),
        };
        Self {
            values: both(&self.values, &other.values),
            sizes: both(&self.sizes, &other.sizes),
            alphabet: match (&self.alphabet, &other.alphabet) {
                (Some(a), Some(b)) => Some(a.intersection(b)),
                (a, b) => a.clone().or_else(|| b.clone()),
            },
        }
    }

    /// Applies the next constraint to this root. An empty intersection has no width, so the new constraint then stands
    /// alone; the front end reports such types.
    fn narrowed(&self, next: &Self) -> Self {
        let mut both = self.intersection(next);
        for (part, alone) in [(&mut both.values, &next.values), (&mut both.sizes, &next.sizes)] {
            if part.as_ref().is_some_and(|part| part.set.is_empty()) {
                part.clone_from(alone);
            }
        }
        if both.alphabet.as_ref().is_some_and(Intervals::is_empty) {
            both.alphabet.clone_from(&next.alphabet);
        }
        both
    }

    /// Removes the values, or the sizes, of `excluded`. An alphabet after EXCEPT excludes no character: strings that mix
    /// characters from inside and outside stay.
    fn without(&self, excluded: &Self) -> Self {
        let mut left = self.clone();
        if let (Some(values), Some(out)) = (&mut left.values, &excluded.values) {
            values.set = values.set.intersection(&out.set.complement());
        }
        if let (Some(out), None) = (&excluded.sizes, &excluded.alphabet) {
            let sizes = left.sizes.get_or_insert_with(|| Part { set: all_sizes(), extensible: false });
            sizes.set = sizes.set.intersection(&out.set.complement());
        }
        left
    }
}

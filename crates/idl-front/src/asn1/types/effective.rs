//! Computes the range, size and alphabet that a chain of constraints leaves (X.680 clauses 49 to 51).
//!
//! A set with holes is widened to the smallest range around it. A decoder that accepts this range accepts every
//! legal value.

use crate::asn1::lowering::{Lowering, MAX_LOWERING_DEPTH};
use crate::asn1::names::resolve::Entity;
use crate::asn1::names::{Actual, Scope, Symbol};
use crate::asn1::parse::ast::{
    AssignmentKind, Constraint, ElementSet, Elements, Type, TypeKind, Value, ValueKind,
};
use crate::asn1::types::Levels;
use num_bigint::BigInt;
use std::rc::Rc;
use syntax_graph::{Bounds, Integer, IntegerRepr, Scalar, SizeRange};

/// The aspect of a value that constraints bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aspect {
    /// The value of an integer.
    Value,
    /// The size of a string or array.
    Size,
}

/// Inclusive ranges of code points.
pub type Alphabet = Vec<(u32, u32)>;

impl<'a> Lowering<'a> {
    /// The scalar of a builtin type, without constraints.
    pub fn base_scalar(&mut self, ty: &Rc<Type<'a>>, scope: Scope) -> Option<Scalar> {
        Some(match &ty.kind {
            TypeKind::Boolean => Scalar::Boolean,
            TypeKind::Null => Scalar::Null,
            TypeKind::Real => Scalar::Real,
            TypeKind::Integer(list) => {
                let mut integer = Integer::new(Bounds::default());
                integer.named = self.named_numbers(list, scope);
                Scalar::Integer(integer)
            }
            TypeKind::Enumerated(list) => Scalar::Enumerated(self.enumeration(list, scope)),
            TypeKind::BitString(list) => {
                Scalar::BitString { named: self.named_bits(list, scope), size: SizeRange::default() }
            }
            TypeKind::OctetString => Scalar::OctetString { size: SizeRange::default() },
            TypeKind::ObjectIdentifier => Scalar::ObjectIdentifier,
            TypeKind::RelativeOid => Scalar::RelativeOid,
            TypeKind::Characters(kind, _) => {
                Scalar::Characters { kind: *kind, size: SizeRange::default(), alphabet: None }
            }
            TypeKind::Time(kind, _) => Scalar::Time(*kind),
            _ => return None,
        })
    }

    /// The scalar of a definition, with all constraints on the way; none when it is no scalar.
    pub fn definition_scalar(&mut self, key: (Entity, usize)) -> Option<Scalar> {
        if let Some(known) = self.types.definition_scalars.get(&key) {
            return known.clone();
        }
        // A definition that is constrained by itself finds nothing here.
        self.types.definition_scalars.insert(key, None);
        let scope = Scope { module: key.0.module, env: key.1 };
        let program = self.program;
        let scalar = match &program.assignment(key.0).kind {
            AssignmentKind::Type(ty) => self.scalar_of(ty, scope),
            AssignmentKind::Set { governor, set } => self.scalar_of(governor, scope).map(|scalar| {
                let level = vec![crate::asn1::types::lower::set_constraint(set, governor.span)];
                self.constrain_scalar(scalar, &vec![(level, scope)])
            }),
            _ => None,
        };
        self.types.definition_scalars.insert(key, scalar.clone());
        scalar
    }

    /// The scalar that a type is, with its effective constraints; none when it is no scalar.
    pub fn scalar_of(&mut self, ty: &Rc<Type<'a>>, scope: Scope) -> Option<Scalar> {
        let key = (ty.id, scope);
        if let Some(known) = self.types.scalars.get(&key) {
            return known.clone();
        }
        // A type that is constrained by itself finds nothing here, however often it does so.
        self.types.scalars.insert(key, None);
        let scalar = self.new_scalar(ty, scope);
        self.types.scalars.insert(key, scalar.clone());
        scalar
    }

    fn new_scalar(&mut self, ty: &Rc<Type<'a>>, scope: Scope) -> Option<Scalar> {
        self.deeper(|own| {
            let stripped = own.strip(ty, scope);
            let (base, there) = stripped.base?;
            let base = own.base_scalar(&base, there)?;
            Some(own.constrain_scalar(base, &stripped.levels))
        })?
    }

    /// Narrows a scalar by constraints, the innermost first.
    pub fn constrain_scalar(&mut self, scalar: Scalar, levels: &Levels<'a>) -> Scalar {
        let mut scalar = scalar;
        for (constraints, scope) in levels.iter().rev() {
            for constraint in constraints {
                scalar = self.constrain_once(scalar, constraint, *scope);
            }
        }
        scalar
    }

    fn constrain_once(&mut self, scalar: Scalar, constraint: &Rc<Constraint<'a>>, scope: Scope) -> Scalar {
        let set = &constraint.set;
        match scalar {
            Scalar::Integer(mut integer) => {
                if let Some(range) = self.bounds(set, scope, Aspect::Value, &integer.range, &integer.named) {
                    integer.repr = IntegerRepr::for_range(&range);
                    integer.range = range;
                }
                Scalar::Integer(integer)
            }
            Scalar::BitString { named, size } => {
                Scalar::BitString { named, size: self.size(set, scope, size) }
            }
            Scalar::OctetString { size } => Scalar::OctetString { size: self.size(set, scope, size) },
            Scalar::Characters { kind, size, alphabet } => {
                let size = self.size(set, scope, size);
                let narrowed = self.alphabet(set, scope, 0).map(|narrowed| match kind.alphabet() {
                    Some(own) => intersect_alphabets(&own.to_vec(), &narrowed),
                    None => narrowed,
                });
                let alphabet = match (alphabet, narrowed) {
                    (Some(old), Some(new)) => Some(intersect_alphabets(&old, &new)),
                    (old, new) => new.or(old),
                };
                Scalar::Characters { kind, size, alphabet }
            }
            other => other,
        }
    }

    /// The size that the constraints leave.
    pub fn size_of_levels(&mut self, levels: &Levels<'a>) -> SizeRange {
        let mut size = SizeRange::default();
        for (constraints, scope) in levels.iter().rev() {
            for constraint in constraints {
                size = self.size(&constraint.set, *scope, size);
            }
        }
        size
    }

    fn size(&mut self, set: &ElementSet<'a>, scope: Scope, old: SizeRange) -> SizeRange {
        let parent =
            Bounds { min: Some(old.min.into()), max: old.max.map(BigInt::from), extensible: old.extensible };
        let Some(bounds) = self.bounds(set, scope, Aspect::Size, &parent, &[]) else { return old };
        let clamp = |bound: &BigInt| u64::try_from(bound).ok();
        SizeRange {
            min: bounds.min.as_ref().and_then(clamp).unwrap_or(0),
            max: bounds.max.as_ref().and_then(clamp),
            extensible: bounds.extensible,
        }
    }

    /// The bounds that a set leaves of `parent`; none: it says nothing of this aspect.
    fn bounds(
        &mut self,
        set: &ElementSet<'a>,
        scope: Scope,
        aspect: Aspect,
        parent: &Bounds,
        named: &[(String, BigInt)],
    ) -> Option<Bounds> {
        let root = set.root.as_ref()?;
        let mut bounds = self.deeper(|own| own.element_bounds(root, scope, aspect, parent, named))??;
        bounds.extensible |= set.extensible;
        Some(bounds)
    }

    fn element_bounds(
        &mut self,
        elements: &Elements<'a>,
        scope: Scope,
        aspect: Aspect,
        parent: &Bounds,
        named: &[(String, BigInt)],
    ) -> Option<Bounds> {
        match elements {
            Elements::Union(parts) => {
                // All parts are looked at, so that what is wrong in any of them is said.
                let all: Vec<_> = parts
                    .iter()
                    .map(|part| self.element_bounds(part, scope, aspect, parent, named))
                    .collect();
                all.into_iter().reduce(|a, b| Some(hull(&a?, &b?)))?
            }
            Elements::Intersection(parts) => {
                let mut result: Option<Bounds> = None;
                for part in parts {
                    let Some(next) = self.element_bounds(part, scope, aspect, parent, named) else {
                        continue;
                    };
                    result = Some(match result {
                        Some(before) => intersect(&before, &next),
                        None => next,
                    });
                }
                result
            }
            Elements::Except(base, _) => self.element_bounds(base, scope, aspect, parent, named),
            Elements::Nested(set) => self.bounds(set, scope, aspect, parent, named),
            Elements::Value(value) if aspect == Aspect::Value => {
                let number = self.integer(value, scope, named)?;
                let one = Bounds { min: Some(number.clone()), max: Some(number), extensible: false };
                Some(intersect(&fixed(parent), &one))
            }
            Elements::Range(range) if aspect == Aspect::Value => {
                let min = self.endpoint(&range.lower, range.lower_open, scope, parent, named)?;
                let max = self.endpoint(&range.upper, range.upper_open, scope, parent, named)?;
                let bounds = Bounds {
                    min: min.map(|bound| bound + u32::from(range.lower_open)),
                    max: max.map(|bound| bound - u32::from(range.upper_open)),
                    extensible: false,
                };
                if let (Some(min), Some(max)) = (&bounds.min, &bounds.max)
                    && min > max
                {
                    let span = range.lower.span.to(range.upper.span);
                    self.report(
                        syntax_graph::Diagnostic::warning("empty-range", span, "this range is empty")
                            .with_text(format!("from {min} to {max}"))
                            .with_note("the range is ignored (X.680 clause 51.4)")
                            .with_help("write the lower end first: `lower..upper`"),
                    );
                    return None;
                }
                Some(intersect(&fixed(parent), &bounds))
            }
            Elements::Size(inner) if aspect == Aspect::Size => {
                self.bounds(&inner.set, scope, Aspect::Value, parent, &[])
            }
            Elements::Type(ty) => self.type_bounds(ty, scope, aspect, parent),
            _ => None,
        }
    }

    /// A contained subtype or value set.
    fn type_bounds(
        &mut self,
        ty: &Rc<Type<'a>>,
        scope: Scope,
        aspect: Aspect,
        parent: &Bounds,
    ) -> Option<Bounds> {
        if let TypeKind::Reference(reference) = &ty.kind
            && let Symbol::Actual(Actual::Set(set, there)) = self.symbol(reference, scope, "type or set")
        {
            return self.bounds(&set, there, aspect, parent, &[]);
        }
        // By the definition, where it is one, so that it is looked at once.
        let plain = matches!(ty.kind, TypeKind::Reference(_)) && ty.constraints.is_empty();
        let scalar = match if plain { Some(self.step(ty, scope)) } else { None } {
            Some(crate::asn1::types::Step::Definition { entity, env, .. }) => {
                self.definition_scalar((entity, env))
            }
            _ => self.scalar_of(ty, scope),
        };
        let Some(scalar) = scalar else {
            let stripped = self.strip(ty, scope);
            let is_array = stripped.base.is_some_and(|(base, _)| matches!(base.kind, TypeKind::Array(..)));
            if aspect != Aspect::Size || !is_array {
                return None;
            }
            let size = self.size_of_levels(&stripped.levels);
            let max = size.max.map(BigInt::from);
            return Some(intersect(
                &fixed(parent),
                &Bounds { min: Some(size.min.into()), max, extensible: false },
            ));
        };
        let inner = match (scalar, aspect) {
            (Scalar::Integer(integer), Aspect::Value) => integer.range,
            (
                Scalar::BitString { size, .. }
                | Scalar::OctetString { size }
                | Scalar::Characters { size, .. },
                Aspect::Size,
            ) => Bounds { min: Some(size.min.into()), max: size.max.map(BigInt::from), extensible: false },
            _ => return None,
        };
        // The extension marker of a contained subtype does not count (X.680 51.3.4).
        Some(intersect(&fixed(parent), &fixed(&inner)))
    }

    /// A bound: none inside for MIN and MAX of an unbounded parent.
    #[expect(clippy::option_option, reason = "no bound and no value are two things")]
    fn endpoint(
        &mut self,
        value: &Rc<Value<'a>>,
        _open: bool,
        scope: Scope,
        parent: &Bounds,
        named: &[(String, BigInt)],
    ) -> Option<Option<BigInt>> {
        match &value.kind {
            ValueKind::Min => Some(parent.min.clone()),
            ValueKind::Max => Some(parent.max.clone()),
            _ => self.integer(value, scope, named).map(Some),
        }
    }

    /// The permitted alphabet that a set leaves; none: it says nothing of it.
    fn alphabet(&mut self, set: &ElementSet<'a>, scope: Scope, depth: usize) -> Option<Alphabet> {
        match &set.root {
            Some(root) if depth < MAX_LOWERING_DEPTH && !set.extensible => {
                self.element_alphabet(root, scope, depth + 1)
            }
            _ => None,
        }
    }

    fn element_alphabet(&mut self, elements: &Elements<'a>, scope: Scope, depth: usize) -> Option<Alphabet> {
        match elements {
            Elements::Union(parts) => {
                let all: Vec<_> =
                    parts.iter().map(|part| self.element_alphabet(part, scope, depth)).collect();
                let mut joined = Alphabet::new();
                for part in all {
                    joined.extend(part?);
                }
                Some(normal(joined))
            }
            Elements::Intersection(parts) => {
                let all: Vec<_> =
                    parts.iter().filter_map(|part| self.element_alphabet(part, scope, depth)).collect();
                all.into_iter().reduce(|a, b| intersect_alphabets(&a, &b))
            }
            Elements::Except(base, _) => self.element_alphabet(base, scope, depth),
            Elements::Nested(set) => self.alphabet(set, scope, depth),
            Elements::From(inner) => self.characters(&inner.set, scope, depth),
            Elements::Type(ty) => match self.scalar_of(ty, scope)? {
                Scalar::Characters { alphabet, .. } => alphabet,
                _ => None,
            },
            _ => None,
        }
    }

    /// The characters inside FROM.
    fn characters(&mut self, set: &ElementSet<'a>, scope: Scope, depth: usize) -> Option<Alphabet> {
        if set.extensible || depth > MAX_LOWERING_DEPTH {
            return None;
        }
        self.element_characters(set.root.as_ref()?, scope, depth + 1)
    }

    fn element_characters(
        &mut self,
        elements: &Elements<'a>,
        scope: Scope,
        depth: usize,
    ) -> Option<Alphabet> {
        match elements {
            Elements::Union(parts) => {
                let mut joined = Alphabet::new();
                for part in parts {
                    joined.extend(self.element_characters(part, scope, depth)?);
                }
                Some(normal(joined))
            }
            Elements::Intersection(parts) => {
                let all: Vec<_> =
                    parts.iter().filter_map(|part| self.element_characters(part, scope, depth)).collect();
                all.into_iter().reduce(|a, b| intersect_alphabets(&a, &b))
            }
            Elements::Except(base, excluded) => {
                let base = self.element_characters(base, scope, depth)?;
                let excluded = self.element_characters(excluded, scope, depth)?;
                Some(subtract(&base, &excluded))
            }
            Elements::AllExcept(excluded) => {
                let excluded = self.element_characters(excluded, scope, depth)?;
                Some(subtract(&vec![(0, u32::MAX >> 1)], &excluded))
            }
            Elements::Nested(set) => self.characters(set, scope, depth),
            Elements::Value(value) => {
                let text = self.text_of(value, scope)?;
                Some(normal(text.into_iter().map(|c| (c, c)).collect()))
            }
            Elements::Braced(tokens, _) => {
                let value = Value { kind: ValueKind::Braced(*tokens), span: tokens.whole_span() };
                let text = self.text_of(&Rc::new(value), scope)?;
                Some(normal(text.into_iter().map(|c| (c, c)).collect()))
            }
            Elements::Range(range) => {
                let one = |text: Option<Vec<u32>>| text.and_then(|text| text.first().copied());
                let lower = match range.lower.kind {
                    ValueKind::Min => 0,
                    _ => one(self.text_of(&range.lower, scope))? + u32::from(range.lower_open),
                };
                let upper = match range.upper.kind {
                    ValueKind::Max => 0x7fff_ffff,
                    _ => one(self.text_of(&range.upper, scope))?.checked_sub(u32::from(range.upper_open))?,
                };
                if lower > upper {
                    let span = range.lower.span.to(range.upper.span);
                    self.report(
                        syntax_graph::Diagnostic::warning(
                            "empty-range",
                            span,
                            "this range of characters is empty",
                        )
                        .with_note("the range is ignored (X.680 clause 51.4)")
                        .with_help("write the lower end first: `lower..upper`"),
                    );
                    return None;
                }
                Some(vec![(lower, upper)])
            }
            Elements::Type(ty) => match self.scalar_of(ty, scope)? {
                Scalar::Characters { alphabet, .. } => alphabet,
                _ => None,
            },
            _ => None,
        }
    }
}

/// Bounds without their extension marker.
fn fixed(bounds: &Bounds) -> Bounds {
    Bounds { extensible: false, ..bounds.clone() }
}

fn hull(a: &Bounds, b: &Bounds) -> Bounds {
    let min = a.min.as_ref().zip(b.min.as_ref()).map(|(a, b)| a.min(b).clone());
    let max = a.max.as_ref().zip(b.max.as_ref()).map(|(a, b)| a.max(b).clone());
    Bounds { min, max, extensible: a.extensible || b.extensible }
}

/// The intersection; if it is empty, the second bounds alone, so that bounds never cross.
fn intersect(a: &Bounds, b: &Bounds) -> Bounds {
    let min = match (&a.min, &b.min) {
        (Some(a), Some(b)) => Some(a.max(b).clone()),
        (a, b) => a.clone().or_else(|| b.clone()),
    };
    let max = match (&a.max, &b.max) {
        (Some(a), Some(b)) => Some(a.min(b).clone()),
        (a, b) => a.clone().or_else(|| b.clone()),
    };
    if min.as_ref().zip(max.as_ref()).is_some_and(|(min, max)| min > max) {
        return b.clone();
    }
    Bounds { min, max, extensible: a.extensible || b.extensible }
}

/// Sorted, without overlaps.
fn normal(mut ranges: Alphabet) -> Alphabet {
    ranges.sort_unstable();
    let mut joined = Alphabet::new();
    for (low, high) in ranges {
        match joined.last_mut() {
            Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
            _ => joined.push((low, high)),
        }
    }
    joined
}

fn intersect_alphabets(a: &Alphabet, b: &Alphabet) -> Alphabet {
    let mut both = Alphabet::new();
    for (low, high) in a {
        both.extend(
            b.iter().map(|other| (other.0.max(*low), other.1.min(*high))).filter(|(low, high)| low <= high),
        );
    }
    normal(both)
}

fn subtract(base: &Alphabet, excluded: &Alphabet) -> Alphabet {
    let mut left = base.clone();
    for (low, high) in excluded {
        left = (left.into_iter())
            .flat_map(|(from, to)| {
                let before = low.checked_sub(1).map(|end| (from, to.min(end)));
                let after = (from.max(high.saturating_add(1)), to);
                before.into_iter().chain([after]).filter(|(from, to)| from <= to)
            })
            .collect();
    }
    normal(left)
}

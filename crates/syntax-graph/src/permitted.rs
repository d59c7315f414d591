//! The effect of constraints on scalars and arrays: permitted numbers, sizes and characters (X.680 clauses 49
//! to 51), and the part of it that encoding rules see (X.691 clause 10.3).

use crate::constraint::{Constraint, Elements, ValueRange};
use crate::graph::SyntaxGraph;
use crate::ids::{FieldId, TypeId};
use crate::intervals::Intervals;
use crate::types::{Array, CharKind, IntegerRepr, Scalar, SizeRange, TypeKind};
use crate::value::Value;
use num_bigint::BigInt;

/// The permitted values, aspect by aspect; `None` permits anything.
///
/// It never excludes a legal value. Other constraints do not count here: patterns, components of structures,
/// real numbers, single strings, a union of a size and an alphabet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Permitted {
    /// The numbers of an INTEGER or ENUMERATED; for a BOOLEAN, 0 and 1.
    pub values: Option<Intervals>,
    /// The sizes of a string (in its own unit) or array.
    pub sizes: Option<Intervals>,
    /// The characters of a string by code point, within those of the type.
    pub alphabet: Option<Intervals>,
}

impl Permitted {
    /// Returns whether nothing is excluded.
    pub fn is_anything(&self) -> bool {
        *self == Self::default()
    }
}

impl std::fmt::Display for Permitted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let aspects = [("values", &self.values), ("sizes", &self.sizes), ("characters", &self.alphabet)];
        let said = aspects.into_iter().filter_map(|(what, set)| Some((what, set.as_ref()?)));
        for (at, (what, set)) in said.enumerate() {
            write!(f, "{}{what} {set}", if at == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// Nesting of contained subtypes and elements; deeper ones permit anything.
pub(crate) const MAX_NESTING: usize = 64;

/// Contained subtypes evaluated for one type; further ones permit anything.
pub(crate) const MOST_INCLUDED: usize = 1000;

impl Permitted {
    fn numbers(set: Intervals) -> Self {
        Self { values: Some(set), ..Self::default() }
    }

    fn sizes(set: Option<Intervals>) -> Self {
        Self { sizes: set, ..Self::default() }
    }

    fn each(
        &self,
        other: &Self,
        join: impl Fn(&Option<Intervals>, &Option<Intervals>) -> Option<Intervals>,
    ) -> Self {
        Self {
            values: join(&self.values, &other.values),
            sizes: join(&self.sizes, &other.sizes),
            alphabet: join(&self.alphabet, &other.alphabet),
        }
    }

    fn intersection(&self, other: &Self) -> Self {
        self.each(other, |a, b| match (a, b) {
            (Some(a), Some(b)) => Some(a.intersection(b)),
            (a, b) => a.clone().or_else(|| b.clone()),
        })
    }

    /// The smallest set that holds both: `SIZE (1) | FROM ("a")` has no aspect of its own.
    fn union(&self, other: &Self) -> Self {
        self.each(other, |a, b| a.as_ref().zip(b.as_ref()).map(|(a, b)| a.union(b)))
    }
}

/// The permitted values of consecutive constraints, and of their roots, which containing types see.
struct Levels {
    permitted: Permitted,
    roots: Permitted,
}

/// The subject of elements.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Governor {
    /// Numbers: INTEGER and its like, sizes.
    Numbers,
    /// Strings of this kind, or the characters of one, inside FROM.
    Characters(CharKind),
    /// Strings of octets or bits, arrays.
    Sized,
    /// Another type.
    Other,
}

impl Governor {
    fn of(kind: &TypeKind) -> Self {
        match kind {
            TypeKind::Scalar(Scalar::Integer(_) | Scalar::Enumerated(_) | Scalar::Boolean) => Self::Numbers,
            TypeKind::Scalar(Scalar::Characters { kind, .. }) => Self::Characters(*kind),
            TypeKind::Scalar(Scalar::BitString { .. } | Scalar::OctetString { .. }) | TypeKind::Array(_) => {
                Self::Sized
            }
            _ => Self::Other,
        }
    }
}

/// Returns the values of a type that a range or a size permits; without `within`, those outside it. It
/// permits anything of a type that it does not apply to.
pub(crate) fn of_element(graph: &SyntaxGraph, ty: TypeId, elements: &Elements, within: bool) -> Permitted {
    Deduction { padded: has_named_bits(graph, ty), ..Deduction::new(graph, ty) }.elements(elements, within)
}

/// Returns the characters that FROM permits; without `within`, those that it may exclude. `None` permits
/// anything.
pub(crate) fn of_alphabet(
    graph: &SyntaxGraph,
    ty: TypeId,
    alphabet: &Constraint,
    within: bool,
) -> Option<Intervals> {
    let Governor::Characters(kind) = Governor::of(graph.kind(ty)) else { return None };
    Deduction::new(graph, ty).alphabet(alphabet, kind, within)
}

/// Returns whether values of type `ty` obey the constraints of a contained type.
pub(crate) fn is_comparable(graph: &SyntaxGraph, ty: TypeId, contained: TypeId) -> bool {
    if graph.resolve(ty) == graph.resolve(contained) {
        return true;
    }
    match (graph.kind(ty), graph.kind(contained)) {
        (
            TypeKind::Scalar(Scalar::Characters { kind, .. }),
            TypeKind::Scalar(Scalar::Characters { kind: other, .. }),
        ) => kind == other || (kind.has_characters() && other.has_characters()),
        (TypeKind::Scalar(Scalar::Time(kind)), TypeKind::Scalar(Scalar::Time(other))) => kind == other,
        (TypeKind::Scalar(own), TypeKind::Scalar(other)) => {
            std::mem::discriminant(own) == std::mem::discriminant(other)
        }
        // A list with its own size is another node.
        (TypeKind::Array(own), TypeKind::Array(other)) => {
            let element = |array: &Array| graph.kind(graph.fields[array.element].target);
            own.order == other.order && element(own) == element(other)
        }
        _ => false,
    }
}

fn has_named_bits(graph: &SyntaxGraph, ty: TypeId) -> bool {
    matches!(graph.kind(ty), TypeKind::Scalar(Scalar::BitString { named, .. }) if !named.is_empty())
}

impl SyntaxGraph {
    /// Returns the permitted values of a type.
    pub fn permitted(&self, ty: TypeId) -> Permitted {
        Deduction::new(self, ty).levels(&self.constraints_of_type(ty)).permitted
    }

    /// Returns the permitted values of a field, by its own constraints and its type's.
    pub fn permitted_in(&self, field: FieldId) -> Permitted {
        Deduction::new(self, self.fields[field].target).levels(&self.constraints_of_field(field)).permitted
    }

    /// Returns whether consecutive constraints certainly permit no value of a type, extensions aside.
    pub fn leaves_nothing(&self, ty: TypeId, constraints: &[&Constraint]) -> bool {
        let roots = Deduction::new(self, ty).levels(constraints).roots;
        let zero = BigInt::from(0);
        // The empty string has no characters.
        let filled = roots.alphabet.as_ref().is_some_and(Intervals::is_empty)
            && roots.sizes.as_ref().is_some_and(|sizes| !sizes.contains(&zero));
        filled || [&roots.values, &roots.sizes].into_iter().flatten().any(Intervals::is_empty)
    }
}

/// The numbers and characters to check in a value. Numbers beyond the representation need no check, and
/// neither do types that permit anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// An integer (0 and 1 for a BOOLEAN), the size of a string in characters, bytes or bits, or the size of
    /// an array.
    pub number: Option<Intervals>,
    /// The characters of a string, by code point.
    pub characters: Option<Intervals>,
}

impl SyntaxGraph {
    /// Returns the check of a value of this type.
    pub fn check(&self, ty: TypeId) -> Option<Check> {
        self.check_of(ty, &self.constraints_of_type(ty))
    }

    /// Returns the check of a field's value.
    pub fn check_in(&self, field: FieldId) -> Option<Check> {
        self.check_of(self.fields[field].target, &self.constraints_of_field(field))
    }

    /// Returns the check of a value under these constraints.
    pub(crate) fn check_of(&self, ty: TypeId, constraints: &[&Constraint]) -> Option<Check> {
        let deduction = Deduction { padded: has_named_bits(self, ty), ..Deduction::new(self, ty) };
        let permitted = { deduction }.levels(constraints).permitted;
        let held = |set: Option<Intervals>, repr: IntegerRepr| {
            let limits = repr.limits();
            needed(
                set?,
                &limits.map_or(Intervals::all(), |(low, high)| Intervals::between(Some(low), Some(high))),
            )
        };
        let sizes = |set: Option<Intervals>| needed(set?, &Intervals::between(Some(BigInt::from(0)), None));
        let (number, characters) = match self.kind(ty) {
            TypeKind::Scalar(Scalar::Integer(integer)) => (held(permitted.values, integer.repr), None),
            TypeKind::Scalar(Scalar::Enumerated(enumeration)) => {
                let mut values = permitted.values;
                if !enumeration.extensible {
                    let items =
                        enumeration.items.iter().map(|item| (Some(item.1.clone()), Some(item.1.clone())));
                    let items = Intervals::of(items);
                    values = Some(values.map_or(items.clone(), |values| values.intersection(&items)));
                }
                (held(values, enumeration.repr()), None)
            }
            TypeKind::Scalar(Scalar::Boolean) => (
                permitted
                    .values
                    .and_then(|set| needed(set, &Intervals::between(Some(0.into()), Some(1.into())))),
                None,
            ),
            TypeKind::Scalar(Scalar::BitString { .. } | Scalar::OctetString { .. }) | TypeKind::Array(_) => {
                (sizes(permitted.sizes), None)
            }
            // In other strings the bytes do not determine the number of characters.
            TypeKind::Scalar(Scalar::Characters { kind, .. }) if kind.has_characters() => {
                // Malformed strings have no characters, and every alphabet excludes them.
                let all = || code_points(&[(0, if *kind == CharKind::Bmp { 0xffff } else { u32::MAX })]);
                (sizes(permitted.sizes), permitted.alphabet.or_else(|| Some(all())))
            }
            _ => (None, None),
        };
        (number.is_some() || characters.is_some()).then_some(Check { number, characters })
    }
}

/// Returns the numbers to check when only `possible` ones can be held; `None` when all of them are permitted.
fn needed(permitted: Intervals, possible: &Intervals) -> Option<Intervals> {
    let within = permitted.intersection(possible);
    (within != *possible).then_some(within)
}

/// Deduces the permitted values. Each set is deduced for one side: all values that may be within it, or all
/// that may be outside.
/// So unsupported constraints permit anything on both sides of EXCEPT.
struct Deduction<'g> {
    graph: &'g SyntaxGraph,
    /// The type of the constraints.
    ty: TypeId,
    governor: Governor,
    depth: usize,
    /// Contained subtypes that may still be evaluated.
    left: usize,
    /// Whether any value can be lengthened, as with named bits (X.680 clause 22.7).
    padded: bool,
}

impl<'g> Deduction<'g> {
    fn new(graph: &'g SyntaxGraph, ty: TypeId) -> Self {
        let governor = Governor::of(graph.kind(ty));
        Self { graph, ty, governor, depth: 0, left: MOST_INCLUDED, padded: false }
    }

    fn levels(&mut self, constraints: &[&Constraint]) -> Levels {
        let mut roots = Permitted::default();
        if let Governor::Characters(kind) = self.governor {
            roots.alphabet = kind.alphabet().map(code_points);
        }
        let mut permitted = roots.clone();
        for constraint in constraints {
            // A constraint applies to the root of its parent (X.680 clause 50.8). Later versions allow
            // anything that the parent permits outside an extensible constraint.
            let root = roots.intersection(&self.root(constraint, true));
            permitted = if constraint.extensible { roots } else { root.clone() };
            roots = root;
        }
        Levels { permitted, roots }
    }

    /// Evaluates the root of a constraint, without its extensions.
    fn root(&mut self, constraint: &Constraint, within: bool) -> Permitted {
        self.depth += 1;
        let set = match &constraint.root {
            Some(root) if self.depth <= MAX_NESTING => self.elements(root, within),
            _ => Permitted::default(),
        };
        self.depth -= 1;
        set
    }

    /// Evaluates an inner constraint, which has no effect when extensible.
    fn inner(&mut self, constraint: &Constraint, within: bool) -> Permitted {
        if constraint.extensible { Permitted::default() } else { self.root(constraint, within) }
    }

    fn elements(&mut self, elements: &Elements, within: bool) -> Permitted {
        match elements {
            Elements::Union(parts) => {
                let sets = parts.iter().map(|part| self.elements(part, within)).collect();
                self.joined(sets, !within)
            }
            Elements::Intersection(parts) => {
                let sets = parts.iter().map(|part| self.elements(part, within)).collect();
                self.joined(sets, within)
            }
            Elements::Except(base, excluded) => {
                let sets = vec![self.elements(base, within), self.elements(excluded, !within)];
                self.joined(sets, within)
            }
            Elements::AllExcept(excluded) => self.elements(excluded, !within),
            Elements::Nested(inner) => self.inner(inner, within),
            Elements::Value(value) => match (number(value), self.governor) {
                (Some(number), Governor::Numbers) => Permitted::numbers(side(Intervals::one(number), within)),
                (_, Governor::Characters(kind)) if within => one_string(kind, value),
                _ => Permitted::default(),
            },
            Elements::Range(range) if self.governor == Governor::Numbers => {
                Permitted { values: ends(range, within, number), ..Permitted::default() }
            }
            Elements::Size(sizes) if self.governor != Governor::Numbers => self.size(sizes, within),
            // Strings outside have other characters in addition to these: they have no alphabet.
            Elements::From(alphabet) if within => match self.governor {
                Governor::Characters(kind) => {
                    Permitted { alphabet: self.alphabet(alphabet, kind, true), ..Permitted::default() }
                }
                _ => Permitted::default(),
            },
            Elements::Includes(ty) => self.included(*ty, within),
            _ => Permitted::default(),
        }
    }

    /// Returns the values that all of these permit, or one of them. An empty list permits anything, or
    /// nothing.
    fn joined(&self, sets: Vec<Permitted>, all: bool) -> Permitted {
        let mut sets = sets.into_iter();
        let Some(first) = sets.next() else {
            return match self.governor {
                _ if all => Permitted::default(),
                Governor::Numbers => Permitted::numbers(Intervals::of([])),
                Governor::Characters(_) | Governor::Sized => Permitted::sizes(Some(Intervals::of([]))),
                Governor::Other => Permitted::default(),
            };
        };
        sets.fold(first, |a, b| if all { a.intersection(&b) } else { a.union(&b) })
    }

    fn size(&mut self, sizes: &Constraint, within: bool) -> Permitted {
        let governor = std::mem::replace(&mut self.governor, Governor::Numbers);
        let set = self.inner(sizes, within).values;
        self.governor = governor;
        if !self.padded {
            return Permitted::sizes(set);
        }
        let most = set.filter(|_| within).map(|set| match set.intervals().last() {
            Some((_, most)) => Intervals::between(Some(BigInt::from(0)), most.clone()),
            None => set,
        });
        Permitted::sizes(most)
    }

    /// Returns the values of another type, by its constraints' roots (X.680 clause 51.3.4).
    fn included(&mut self, contained: TypeId, within: bool) -> Permitted {
        let graph = self.graph;
        let is_size =
            self.governor == Governor::Numbers && Governor::of(graph.kind(self.ty)) != Governor::Numbers;
        if self.depth >= MAX_NESTING
            || self.left == 0
            || !(is_size || is_comparable(graph, self.ty, contained))
        {
            return Permitted::default();
        }
        self.depth += 1;
        self.left -= 1;
        let outer = (self.ty, self.governor);
        (self.ty, self.governor) = (contained, Governor::of(graph.kind(contained)));
        let constraints = graph.constraints_of_type(contained);
        let found = if within {
            self.levels(&constraints).roots
        } else {
            let sets = constraints.into_iter().map(|constraint| self.root(constraint, false)).collect();
            let outside = self.joined(sets, false);
            // Characters that the other kind of string lacks are outside, too.
            if outer.1 == self.governor { outside } else { Permitted::default() }
        };
        (self.ty, self.governor) = outer;
        self.depth -= 1;
        found
    }

    /// Returns the characters inside FROM, or those outside; `None` for anything.
    fn alphabet(&mut self, alphabet: &Constraint, kind: CharKind, within: bool) -> Option<Intervals> {
        if alphabet.extensible {
            return None;
        }
        self.characters(alphabet.root.as_ref()?, kind, within)
    }

    fn characters(&mut self, elements: &Elements, kind: CharKind, within: bool) -> Option<Intervals> {
        match elements {
            Elements::Union(parts) => {
                let sets: Vec<_> = parts.iter().map(|part| self.characters(part, kind, within)).collect();
                joined_characters(sets, !within)
            }
            Elements::Intersection(parts) => {
                let sets: Vec<_> = parts.iter().map(|part| self.characters(part, kind, within)).collect();
                joined_characters(sets, within)
            }
            Elements::Except(base, excluded) => {
                let sets = [self.characters(base, kind, within), self.characters(excluded, kind, !within)];
                joined_characters(sets, within)
            }
            Elements::AllExcept(excluded) => self.characters(excluded, kind, !within),
            Elements::Nested(inner) => self.alphabet(inner, kind, within),
            Elements::Value(value) => {
                let points = points(kind, value)?;
                Some(side(Intervals::of(points.into_iter().map(|c| (Some(c.clone()), Some(c)))), within))
            }
            Elements::Range(range) => ends(range, within, |value| match &points(kind, value)?[..] {
                [one] => Some(one.clone()),
                _ => None,
            }),
            // The characters that its values lack are unknown: the values may have several aspects.
            Elements::Includes(ty) if within => self.included_alphabet(*ty),
            _ => None,
        }
    }

    /// Returns the alphabet of a type, for any kind of string.
    fn included_alphabet(&mut self, ty: TypeId) -> Option<Intervals> {
        let outer = std::mem::replace(&mut self.ty, ty);
        let found = self.included(ty, true).alphabet;
        self.ty = outer;
        found
    }
}

/// Returns the intersection or the union of these sets of characters; `None` is the set of all.
fn joined_characters(sets: impl IntoIterator<Item = Option<Intervals>>, all: bool) -> Option<Intervals> {
    let mut sets = sets.into_iter();
    if all {
        sets.flatten().reduce(|a, b| a.intersection(&b))
    } else {
        let first = sets.next()??;
        sets.try_fold(first, |a, b| Some(a.union(&b?)))
    }
}

/// Returns a set, or its complement.
fn side(set: Intervals, within: bool) -> Intervals {
    if within { set } else { set.complement() }
}

/// Returns a string by its size and characters only.
fn one_string(kind: CharKind, value: &Value) -> Permitted {
    let Some(points) = points(kind, value) else { return Permitted::default() };
    let size = Intervals::one(points.len().into());
    let alphabet = Intervals::of(points.into_iter().map(|c| (Some(c.clone()), Some(c))));
    Permitted { sizes: Some(size), alphabet: Some(alphabet), values: None }
}

/// Returns the numbers of a range, or those outside it. The number that `MIN<` excludes is unknown.
fn ends(range: &ValueRange, within: bool, number: impl Fn(&Value) -> Option<BigInt>) -> Option<Intervals> {
    if !within && range.leaves_out_an_extreme() {
        return None;
    }
    let end = |value: &Option<Value>| match value {
        None => Some(None),
        Some(value) => number(value).map(Some),
    };
    let low = end(&range.lower)?.map(|low| low + i32::from(range.lower_open));
    let high = end(&range.upper)?.map(|high| high - i32::from(range.upper_open));
    Some(side(Intervals::between(low, high), within))
}

fn number(value: &Value) -> Option<BigInt> {
    match value {
        Value::Integer(number) => Some(number.clone()),
        Value::Boolean(value) => Some(BigInt::from(u8::from(*value))),
        _ => None,
    }
}

/// Returns the code points of a string value.
fn points(kind: CharKind, value: &Value) -> Option<Vec<BigInt>> {
    let Value::Chars(octets) = value else { return None };
    kind.code_points(octets).map(|points| points.into_iter().map(BigInt::from).collect())
}

pub(crate) fn code_points(ranges: &[(u32, u32)]) -> Intervals {
    Intervals::of(ranges.iter().map(|(low, high)| (Some((*low).into()), Some((*high).into()))))
}

impl CharKind {
    /// Returns the characters of a type with few characters (X.680 clause 41): code points in ascending
    /// ranges.
    pub fn alphabet(self) -> Option<&'static [(u32, u32)]> {
        match self {
            Self::Numeric => Some(&[(0x20, 0x20), (0x30, 0x39)]),
            Self::Printable => Some(&[
                (0x20, 0x20),
                (0x27, 0x29),
                (0x2b, 0x3a),
                (0x3d, 0x3d),
                (0x3f, 0x3f),
                (0x41, 0x5a),
                (0x61, 0x7a),
            ]),
            Self::Ia5 => Some(&[(0, 0x7f)]),
            Self::Visible => Some(&[(0x20, 0x7e)]),
            Self::Utf8 => Some(&[(0, 0xd7ff), (0xe000, 0x10_ffff)]),
            _ => None,
        }
    }

    /// Returns whether the bytes of a string determine its characters; other kinds may hold escape sequences.
    pub fn has_characters(self) -> bool {
        self.is_known_multiplier() || self == Self::Utf8
    }

    /// Returns whether every character takes the same number of bits in the packed encodings (X.691 clause
    /// 3.7.16), which see only the constraints of such strings.
    pub fn is_known_multiplier(self) -> bool {
        matches!(
            self,
            Self::Numeric | Self::Printable | Self::Ia5 | Self::Visible | Self::Universal | Self::Bmp
        )
    }

    /// Returns the code points of contents octets; `None` when they are malformed.
    pub fn code_points(self, octets: &[u8]) -> Option<Vec<u32>> {
        match self {
            Self::Utf8 => Some(std::str::from_utf8(octets).ok()?.chars().map(u32::from).collect()),
            Self::Bmp => {
                let (pairs, rest) = octets.as_chunks::<2>();
                rest.is_empty().then(|| pairs.iter().map(|pair| u16::from_be_bytes(*pair).into()).collect())
            }
            Self::Universal => {
                let (words, rest) = octets.as_chunks::<4>();
                rest.is_empty().then(|| words.iter().map(|word| u32::from_be_bytes(*word)).collect())
            }
            _ => Some(octets.iter().map(|octet| u32::from(*octet)).collect()),
        }
    }
}

impl CharKind {
    /// Converts a string of another kind to this kind; `None` when this kind lacks a character.
    pub(crate) fn transcoded(self, from: Self, octets: &[u8]) -> Option<Vec<u8>> {
        if self == from {
            return Some(octets.to_vec());
        }
        let mut found = Vec::new();
        for point in from.code_points(octets)? {
            match self {
                Self::Utf8 => found.extend(char::from_u32(point)?.to_string().into_bytes()),
                Self::Bmp => found.extend(u16::try_from(point).ok()?.to_be_bytes()),
                Self::Universal => found.extend(point.to_be_bytes()),
                _ => found.push(u8::try_from(point).ok()?),
            }
        }
        Some(found)
    }
}

impl Scalar {
    /// Returns the size constraint that the packed encoding rules see (X.691 clause 10.3). Strings with
    /// characters of different lengths have none.
    pub fn visible_size(&self) -> Option<&SizeRange> {
        match self {
            Self::BitString { size, .. } | Self::OctetString { size } => Some(size),
            Self::Characters { kind, size, .. } if kind.is_known_multiplier() => Some(size),
            _ => None,
        }
    }

    /// Returns the permitted alphabet that the packed encoding rules see; without a constraint, the type's
    /// own.
    pub fn visible_alphabet(&self) -> Option<&[(u32, u32)]> {
        match self {
            Self::Characters { kind, alphabet, .. } if kind.is_known_multiplier() => {
                alphabet.as_deref().or(kind.alphabet())
            }
            _ => None,
        }
    }
}

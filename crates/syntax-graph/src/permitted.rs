//! Deduces the numbers, sizes and characters that constraints permit (X.680 clauses 49 to 51), and the part of these
//! constraints that encoding rules see (X.691 clause 10.3).

use crate::constraint::{Constraint, Elements, ValueRange};
use crate::graph::SyntaxGraph;
use crate::ids::{FieldId, TypeId};
use crate::intervals::Intervals;
use crate::types::{Array, CharKind, IntegerRepr, Scalar, SizeRange, TypeKind};
use crate::value::Value;
use num_bigint::BigInt;

/// The permitted values: numbers, sizes and characters. `None` permits any.
///
/// It never excludes a legal value, but may permit others. It ignores patterns, components of structures, real
/// numbers, and unions of a size and an alphabet. A single string counts only by its size and characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Permitted {
    /// The numbers of an INTEGER or ENUMERATED; for a BOOLEAN, 0 and 1.
    pub values: Option<Intervals>,
    /// The sizes of a string (in its own unit) or array.
    pub sizes: Option<Intervals>,
    /// The characters of a string as code points, within those of the type.
    pub alphabet: Option<Intervals>,
}

impl Permitted {
    /// Returns whether every value is permitted.
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

/// Maximum nesting of contained subtypes and elements. Deeper ones permit any value.
pub(crate) const MAX_NESTING: usize = 64;

/// Maximum number of contained subtypes evaluated for one type. Further ones permit any value.
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

    /// The smallest set that contains both sets. For `SIZE (1) | FROM ("a")`, it permits any value: a string needs to
    /// satisfy only one part, so neither its size nor its characters are limited.
    fn union(&self, other: &Self) -> Self {
        self.each(other, |a, b| a.as_ref().zip(b.as_ref()).map(|(a, b)| a.union(b)))
    }
}

/// The permitted values of consecutive constraints: with extensions, and those of the roots alone, which apply if
/// another constraint includes the type.
struct Levels {
    permitted: Permitted,
    roots: Permitted,
}

/// The kind of values that constraint elements apply to.
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

/// Returns the values of a type that a range or a size permits; without `within`, those outside it. Permits any value
/// if the elements do not apply to the type.
pub(crate) fn of_element(graph: &SyntaxGraph, ty: TypeId, elements: &Elements, within: bool) -> Permitted {
    Deduction { padded: has_named_bits(graph, ty), ..Deduction::new(graph, ty) }.elements(elements, within)
}

/// Returns the characters that FROM permits; without `within`, those that it may exclude. `None` stands for all
/// characters.
pub(crate) fn of_alphabet(
    graph: &SyntaxGraph,
    ty: TypeId,
    alphabet: &Constraint,
    within: bool,
) -> Option<Intervals> {
    let Governor::Characters(kind) = Governor::of(graph.kind(ty)) else { return None };
    Deduction::new(graph, ty).alphabet(alphabet, kind, within)
}

/// Returns whether the constraints of a contained type apply to values of type `ty`.
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
        // An array with a size of its own is a node of its own, so nodes may differ.
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

    /// Returns whether the roots of consecutive constraints certainly permit no value of a type.
    pub fn leaves_nothing(&self, ty: TypeId, constraints: &[&Constraint]) -> bool {
        let roots = Deduction::new(self, ty).levels(constraints).roots;
        let zero = BigInt::from(0);
        // Even with an empty alphabet, the empty string is permitted unless its size is excluded.
        let filled = roots.alphabet.as_ref().is_some_and(Intervals::is_empty)
            && roots.sizes.as_ref().is_some_and(|sizes| !sizes.contains(&zero));
        filled || [&roots.values, &roots.sizes].into_iter().flatten().any(Intervals::is_empty)
    }
}

/// The numbers and characters to check in a value. Numbers outside the representation of the type need no check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The permitted numbers of an integer, enumeration or BOOLEAN (0 and 1), or the permitted sizes of a string (in
    /// characters, bytes or bits) or array.
    pub number: Option<Intervals>,
    /// The permitted characters of a string, as code points.
    pub characters: Option<Intervals>,
}

impl SyntaxGraph {
    /// Returns the check of a value of this type; `None` if it needs none.
    pub fn check(&self, ty: TypeId) -> Option<Check> {
        self.check_of(ty, &self.constraints_of_type(ty))
    }

    /// Returns the check of a field's value, by its own constraints and its type's; `None` if it needs none.
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
            // In other kinds of strings, the bytes do not determine the number of characters.
            TypeKind::Scalar(Scalar::Characters { kind, .. }) if kind.has_characters() => {
                // Strings without FROM have a check, too, since every alphabet excludes malformed strings.
                let all = || code_points(&[(0, if *kind == CharKind::Bmp { 0xffff } else { u32::MAX })]);
                (sizes(permitted.sizes), permitted.alphabet.or_else(|| Some(all())))
            }
            _ => (None, None),
        };
        (number.is_some() || characters.is_some()).then_some(Check { number, characters })
    }
}

/// Returns the permitted numbers among the `possible` ones; `None` if all possible numbers are permitted.
fn needed(permitted: Intervals, possible: &Intervals) -> Option<Intervals> {
    let within = permitted.intersection(possible);
    (within != *possible).then_some(within)
}

/// Deduces the permitted values of a type.
///
/// The parameter `within` selects one side of elements: a set that contains all values inside, or one that contains all
/// values outside. Unsupported constraints permit any value on both sides, so EXCEPT never excludes a legal value.
struct Deduction<'g> {
    graph: &'g SyntaxGraph,
    /// The type of the constraints.
    ty: TypeId,
    governor: Governor,
    depth: usize,
    /// Number of contained subtypes that may still be evaluated.
    left: usize,
    /// Whether trailing zeros may be added to a value, as with named bits (X.680 clause 22.7).
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
            // A constraint applies to the root of its parent (X.680 clause 50.8). If the constraint is extensible,
            // later versions may permit all values of this root.
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

    /// Evaluates an inner constraint. An extensible one permits any value.
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
            // Strings outside FROM may have characters inside and outside, so they have no alphabet.
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

    /// Returns the values that all sets permit (`all`), or those that at least one permits. An empty list permits any
    /// value, or no value.
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

    /// Returns the values of another type, by the roots of its constraints (X.680 clause 51.3.4).
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
            // Strings with characters that the other kind of string lacks are outside, too.
            if outer.1 == self.governor { outside } else { Permitted::default() }
        };
        (self.ty, self.governor) = outer;
        self.depth -= 1;
        found
    }

    /// Returns the characters inside FROM, or those outside; `None` for all characters.
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
            // The characters outside a type are unknown: other constraints than FROM may limit its values.
            Elements::Includes(ty) if within => self.included_alphabet(*ty),
            _ => None,
        }
    }

    /// Returns the alphabet of a type. It may be another kind of string.
    fn included_alphabet(&mut self, ty: TypeId) -> Option<Intervals> {
        let outer = std::mem::replace(&mut self.ty, ty);
        let found = self.included(ty, true).alphabet;
        self.ty = outer;
        found
    }
}

/// Returns the intersection (`all`) or the union of sets of characters. `None` is the set of all characters.
fn joined_characters(sets: impl IntoIterator<Item = Option<Intervals>>, all: bool) -> Option<Intervals> {
    let mut sets = sets.into_iter();
    if all {
        sets.flatten().reduce(|a, b| a.intersection(&b))
    } else {
        let first = sets.next()??;
        sets.try_fold(first, |a, b| Some(a.union(&b?)))
    }
}

/// Returns a set (`within`), or its complement.
fn side(set: Intervals, within: bool) -> Intervals {
    if within { set } else { set.complement() }
}

/// Returns the size and the characters of a string value.
fn one_string(kind: CharKind, value: &Value) -> Permitted {
    let Some(points) = points(kind, value) else { return Permitted::default() };
    let size = Intervals::one(points.len().into());
    let alphabet = Intervals::of(points.into_iter().map(|c| (Some(c.clone()), Some(c))));
    Permitted { sizes: Some(size), alphabet: Some(alphabet), values: None }
}

/// Returns the numbers of a range, or those outside it. `None` for the outside of a range with `MIN<` or `<MAX`: the
/// excluded number is unknown.
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
    /// Returns the characters of a kind of string with a fixed character set (X.680 clause 41), as ascending ranges of
    /// code points; `None` for other kinds.
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

    /// Returns whether the bytes of a string determine its characters. Strings of other kinds may contain escape
    /// sequences.
    pub fn has_characters(self) -> bool {
        self.is_known_multiplier() || self == Self::Utf8
    }

    /// Returns whether every character takes the same number of bits in the packed encodings (X.691 clause 3.7.16).
    /// Packed encodings see only the constraints of such strings.
    pub fn is_known_multiplier(self) -> bool {
        matches!(
            self,
            Self::Numeric | Self::Printable | Self::Ia5 | Self::Visible | Self::Universal | Self::Bmp
        )
    }

    /// Returns the code points of contents octets; `None` if they are malformed.
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
    /// Converts the contents octets of a string of another kind to this kind; `None` if they are malformed, or this
    /// kind cannot encode a character.
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
    /// Returns the size constraint that the packed encoding rules see (X.691 clause 10.3); `None` for other scalars,
    /// and for strings whose characters differ in length.
    pub fn visible_size(&self) -> Option<&SizeRange> {
        match self {
            Self::BitString { size, .. } | Self::OctetString { size } => Some(size),
            Self::Characters { kind, size, .. } if kind.is_known_multiplier() => Some(size),
            _ => None,
        }
    }

    /// Returns the permitted alphabet that the packed encoding rules see (X.691 clause 10.3). Without a constraint, it
    /// is the alphabet of the kind of string, if fixed.
    pub fn visible_alphabet(&self) -> Option<&[(u32, u32)]> {
        match self {
            Self::Characters { kind, alphabet, .. } if kind.is_known_multiplier() => {
                alphabet.as_deref().or(kind.alphabet())
            }
            _ => None,
        }
    }
}

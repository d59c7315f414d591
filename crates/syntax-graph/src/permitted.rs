//! What the constraints of a scalar or array amount to: its permitted numbers, sizes and characters (X.680 clauses 49
//! to 51), and what of it encoding rules see (X.691 clause 10.3).

use crate::constraint::{Constraint, Elements, ValueRange};
use crate::graph::SyntaxGraph;
use crate::ids::{FieldId, TypeId};
use crate::intervals::Intervals;
use crate::types::{CharKind, IntegerRepr, Scalar, SizeRange, TypeKind};
use crate::value::Value;
use num_bigint::BigInt;

/// What is permitted, aspect by aspect; none: anything.
///
/// It never excludes a legal value. What no aspect can say (patterns, the components of structures, real numbers,
/// which of several strings, a union of a size and an alphabet) is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Permitted {
    /// The numbers of an INTEGER or ENUMERATED; of a BOOLEAN 0 and 1.
    pub values: Option<Intervals>,
    /// The sizes of a string (in its own unit) or array.
    pub sizes: Option<Intervals>,
    /// The characters of a string, by code point; those of the type itself included.
    pub alphabet: Option<Intervals>,
}

impl Permitted {
    /// Whether anything is excluded.
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

/// Contained subtypes and nested elements in each other; more are taken for anything.
pub(crate) const MAX_NESTING: usize = 64;

/// Contained subtypes that one type's constraints lead to; those behind are taken for anything. (Types that contain each
/// other twice would double the work at each step.)
pub(crate) const MOST_INCLUDED: usize = 1000;

/// A set under construction: what is permitted, and whether that is all that there is to say.
#[derive(Clone, Debug)]
struct Set {
    permitted: Permitted,
    exact: bool,
}

impl Set {
    fn all(exact: bool) -> Self {
        Self { permitted: Permitted::default(), exact }
    }

    fn aspects(&self) -> [&Option<Intervals>; 3] {
        [&self.permitted.values, &self.permitted.sizes, &self.permitted.alphabet]
    }

    fn of(aspects: [Option<Intervals>; 3], exact: bool) -> Self {
        let [values, sizes, alphabet] = aspects;
        Self { permitted: Permitted { values, sizes, alphabet }, exact }
    }

    fn each(
        a: &Self,
        b: &Self,
        join: impl Fn(&Option<Intervals>, &Option<Intervals>) -> Option<Intervals>,
    ) -> [Option<Intervals>; 3] {
        let (a, b) = (a.aspects(), b.aspects());
        [join(a[0], b[0]), join(a[1], b[1]), join(a[2], b[2])]
    }

    fn intersection(&self, other: &Self) -> Self {
        let both = Self::each(self, other, |a, b| match (a, b) {
            (Some(a), Some(b)) => Some(a.intersection(b)),
            (a, b) => a.clone().or_else(|| b.clone()),
        });
        Self::of(both, self.exact && other.exact)
    }

    fn union(&self, other: &Self) -> Self {
        let either = Self::each(self, other, |a, b| a.as_ref().zip(b.as_ref()).map(|(a, b)| a.union(b)));
        // `SIZE (1) | FROM ("a")` has no aspect to itself.
        let of_one = |set: &Self| set.aspects().map(Option::is_some);
        let exact = self.exact && other.exact && of_one(self) == of_one(other) && self.said() <= 1;
        Self::of(either, exact)
    }

    /// How many aspects something is said of.
    fn said(&self) -> usize {
        self.aspects().into_iter().filter(|aspect| aspect.is_some()).count()
    }

    /// What is left without `other`: all of it where that cannot be told aspect by aspect.
    fn without(&self, other: &Self) -> Self {
        // Without the strings of some characters, strings of these and others are left.
        if !other.exact || other.said() != 1 || other.permitted.alphabet.is_some() {
            return Self { exact: false, ..self.clone() };
        }
        let rest = Self::of(other.aspects().map(|aspect| aspect.as_ref().map(Intervals::complement)), true);
        self.intersection(&rest)
    }
}

/// What several constraints in a row permit, and their roots alone, as what contains them sees it.
struct Levels {
    permitted: Set,
    roots: Set,
}

/// What elements are said of.
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

/// What a range, a size or an alphabet permits of a type's values, and whether that is all that it says. Of a type that it
/// says nothing of: anything.
pub(crate) fn of_element(graph: &SyntaxGraph, ty: TypeId, elements: &Elements) -> (Permitted, bool) {
    let governor = Governor::of(graph.kind(ty));
    if governor == Governor::Other {
        return (Permitted::default(), false);
    }
    let set = Deduction { graph, depth: 0, left: MOST_INCLUDED }.elements(elements, governor);
    (set.permitted, set.exact)
}

impl SyntaxGraph {
    /// What the constraints of a type permit.
    pub fn permitted(&self, ty: TypeId) -> Permitted {
        Deduction { graph: self, depth: 0, left: MOST_INCLUDED }
            .levels(ty, &self.constraints_of_type(ty))
            .permitted
            .permitted
    }

    /// What the constraints of a field permit, those of its type included.
    pub fn permitted_in(&self, field: FieldId) -> Permitted {
        let ty = self.fields[field].target;
        Deduction { graph: self, depth: 0, left: MOST_INCLUDED }
            .levels(ty, &self.constraints_of_field(field))
            .permitted
            .permitted
    }
}

impl SyntaxGraph {
    /// Whether constraints in a row certainly leave no value of a type, extensions aside.
    pub fn leaves_nothing(&self, ty: TypeId, constraints: &[&Constraint]) -> bool {
        let mut deduction = Deduction { graph: self, depth: 0, left: MOST_INCLUDED };
        let roots = deduction.levels(ty, constraints).roots.permitted;
        let zero = BigInt::from(0);
        // Of no characters there is the empty string.
        let filled = roots.alphabet.as_ref().is_some_and(Intervals::is_empty)
            && roots.sizes.as_ref().is_some_and(|sizes| !sizes.contains(&zero));
        filled || [&roots.values, &roots.sizes].into_iter().flatten().any(Intervals::is_empty)
    }
}

/// What is checked of a value, as it is held: numbers that its representation cannot hold need no check, and neither do
/// types that permit anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// An integer itself (0 and 1 for a BOOLEAN), the size of a string in characters, octets or bits, or that of an array.
    pub number: Option<Intervals>,
    /// The characters of a string, by code point.
    pub characters: Option<Intervals>,
}

impl SyntaxGraph {
    /// What is checked of a value of this type.
    pub fn check(&self, ty: TypeId) -> Option<Check> {
        self.check_of(ty, self.permitted(ty))
    }

    /// What is checked of a field's value.
    pub fn check_in(&self, field: FieldId) -> Option<Check> {
        self.check_of(self.fields[field].target, self.permitted_in(field))
    }

    fn check_of(&self, ty: TypeId, permitted: Permitted) -> Option<Check> {
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
            // Trailing zeros of named bits mean nothing: any value can be made long enough (X.680 clause 22.7).
            TypeKind::Scalar(Scalar::BitString { named, .. }) if !named.is_empty() => {
                let most = permitted.sizes.as_ref().and_then(|set| set.intervals().last()?.1.clone());
                (most.map(|most| Intervals::between(Some(0.into()), Some(most))), None)
            }
            TypeKind::Scalar(Scalar::BitString { .. } | Scalar::OctetString { .. }) | TypeKind::Array(_) => {
                (sizes(permitted.sizes), None)
            }
            // Of other strings the octets do not tell how many characters they are.
            TypeKind::Scalar(Scalar::Characters { kind, .. })
                if kind.is_known_multiplier() || *kind == CharKind::Utf8 =>
            {
                (sizes(permitted.sizes), permitted.alphabet)
            }
            _ => (None, None),
        };
        (number.is_some() || characters.is_some()).then_some(Check { number, characters })
    }
}

/// What must be checked when only `possible` numbers can be held: nothing when all of them are permitted.
fn needed(permitted: Intervals, possible: &Intervals) -> Option<Intervals> {
    let within = permitted.intersection(possible);
    (within != *possible).then_some(within)
}

struct Deduction<'g> {
    graph: &'g SyntaxGraph,
    depth: usize,
    /// Contained subtypes that are still looked into.
    left: usize,
}

impl Deduction<'_> {
    fn levels(&mut self, ty: TypeId, constraints: &[&Constraint]) -> Levels {
        let governor = Governor::of(self.graph.kind(ty));
        let mut roots = Set::all(true);
        if let Governor::Characters(kind) = governor
            && let Some(alphabet) = kind.alphabet()
        {
            roots.permitted.alphabet = Some(code_points(alphabet));
        }
        let mut permitted = roots.clone();
        for constraint in constraints {
            // A constraint is applied to the root of what stands before it (X.680 clause 50.8). Outside an extensible one
            // anything that this permits is legal, in a later version.
            let root = roots.intersection(&self.root(constraint, governor));
            permitted = if constraint.extensible { roots } else { root.clone() };
            roots = root;
        }
        Levels { permitted, roots }
    }

    /// The root of a constraint: its extensions do not count.
    fn root(&mut self, constraint: &Constraint, governor: Governor) -> Set {
        self.depth += 1;
        let set = match &constraint.root {
            Some(root) if self.depth <= MAX_NESTING => self.elements(root, governor),
            _ => Set::all(false),
        };
        self.depth -= 1;
        set
    }

    fn elements(&mut self, elements: &Elements, governor: Governor) -> Set {
        match elements {
            Elements::Union(parts) => {
                let sets: Vec<Set> = parts.iter().map(|part| self.elements(part, governor)).collect();
                sets.into_iter().reduce(|a, b| a.union(&b)).unwrap_or_else(|| Set::all(false))
            }
            Elements::Intersection(parts) => {
                let sets: Vec<Set> = parts.iter().map(|part| self.elements(part, governor)).collect();
                sets.into_iter().reduce(|a, b| a.intersection(&b)).unwrap_or_else(|| Set::all(false))
            }
            Elements::Except(base, excluded) => {
                let excluded = self.elements(excluded, governor);
                self.elements(base, governor).without(&excluded)
            }
            Elements::AllExcept(excluded) => Set::all(true).without(&self.elements(excluded, governor)),
            Elements::Nested(inner) if inner.extensible => Set::all(false),
            Elements::Nested(inner) => self.root(inner, governor),
            Elements::Value(value) => match (number(value), governor) {
                (Some(number), Governor::Numbers) => numbers(Intervals::one(number)),
                (_, Governor::Characters(kind)) => one_string(kind, value),
                _ => Set::all(false),
            },
            Elements::Range(range) if governor == Governor::Numbers => match ends(range, number) {
                Some(range) => numbers(range),
                None => Set::all(false),
            },
            Elements::Size(inner) if governor != Governor::Numbers => {
                let sizes =
                    if inner.extensible { Set::all(false) } else { self.root(inner, Governor::Numbers) };
                Set::of([None, sizes.permitted.values, None], sizes.exact)
            }
            Elements::From(inner) => match governor {
                Governor::Characters(kind) if !inner.extensible => match &inner.root {
                    Some(root) => match self.characters(root, kind) {
                        Some(alphabet) => Set::of([None, None, Some(alphabet)], true),
                        None => Set::all(false),
                    },
                    None => Set::all(false),
                },
                _ => Set::all(false),
            },
            Elements::Includes(ty) => self.included(*ty),
            _ => Set::all(false),
        }
    }

    /// The values of another type: those of its constraints' roots (X.680 clause 51.3.4).
    fn included(&mut self, ty: TypeId) -> Set {
        self.depth += 1;
        let set = if self.depth <= MAX_NESTING && self.left > 0 {
            self.left -= 1;
            let graph = self.graph;
            self.levels(ty, &graph.constraints_of_type(ty)).roots
        } else {
            Set::all(false)
        };
        self.depth -= 1;
        set
    }

    /// The characters inside FROM; none: not known.
    fn characters(&mut self, elements: &Elements, kind: CharKind) -> Option<Intervals> {
        match elements {
            Elements::Union(parts) => {
                let sets: Option<Vec<Intervals>> =
                    parts.iter().map(|part| self.characters(part, kind)).collect();
                sets?.into_iter().reduce(|a, b| a.union(&b))
            }
            Elements::Intersection(parts) => {
                let sets = parts.iter().filter_map(|part| self.characters(part, kind));
                sets.collect::<Vec<_>>().into_iter().reduce(|a, b| a.intersection(&b))
            }
            Elements::Except(base, excluded) => {
                let base = self.characters(base, kind)?;
                match self.characters(excluded, kind) {
                    Some(excluded) => Some(base.intersection(&excluded.complement())),
                    None => Some(base),
                }
            }
            Elements::AllExcept(excluded) => self.characters(excluded, kind).map(|set| set.complement()),
            Elements::Nested(inner) if !inner.extensible => self.characters(inner.root.as_ref()?, kind),
            Elements::Value(value) => {
                let points = points(kind, value)?;
                Some(Intervals::of(points.into_iter().map(|c| (Some(c.clone()), Some(c)))))
            }
            Elements::Range(range) => ends(range, |value| match &points(kind, value)?[..] {
                [one] => Some(one.clone()),
                _ => None,
            }),
            Elements::Includes(ty) => self.included(*ty).permitted.alphabet,
            _ => None,
        }
    }
}

fn numbers(set: Intervals) -> Set {
    Set::of([Some(set), None, None], true)
}

/// A string by its size and characters: more is not said.
fn one_string(kind: CharKind, value: &Value) -> Set {
    let Some(points) = points(kind, value) else { return Set::all(false) };
    let size = Intervals::one(points.len().into());
    Set::of(
        [None, Some(size), Some(Intervals::of(points.into_iter().map(|c| (Some(c.clone()), Some(c)))))],
        false,
    )
}

fn ends(range: &ValueRange, number: impl Fn(&Value) -> Option<BigInt>) -> Option<Intervals> {
    let end = |value: &Option<Value>| match value {
        None => Some(None),
        Some(value) => number(value).map(Some),
    };
    let low = end(&range.lower)?.map(|low| low + i32::from(range.lower_open));
    let high = end(&range.upper)?.map(|high| high - i32::from(range.upper_open));
    Some(Intervals::between(low, high))
}

fn number(value: &Value) -> Option<BigInt> {
    match value {
        Value::Integer(number) => Some(number.clone()),
        Value::Boolean(value) => Some(BigInt::from(u8::from(*value))),
        _ => None,
    }
}

/// The code points of a string value.
fn points(kind: CharKind, value: &Value) -> Option<Vec<BigInt>> {
    let Value::Chars(octets) = value else { return None };
    kind.code_points(octets).map(|points| points.into_iter().map(BigInt::from).collect())
}

pub(crate) fn code_points(ranges: &[(u32, u32)]) -> Intervals {
    Intervals::of(ranges.iter().map(|(low, high)| (Some((*low).into()), Some((*high).into()))))
}

impl CharKind {
    /// The characters of a type that has few (X.680 clause 41): code points in ascending ranges.
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

    /// Whether every character takes the same number of bits in the packed encodings (X.691 clause 3.7.16): only then do
    /// those see its constraints.
    pub fn is_known_multiplier(self) -> bool {
        matches!(
            self,
            Self::Numeric | Self::Printable | Self::Ia5 | Self::Visible | Self::Universal | Self::Bmp
        )
    }

    /// The code points of contents octets; none when they are malformed.
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

impl Scalar {
    /// The size constraint that the packed encoding rules see (X.691 clause 10.3): not that of strings whose
    /// characters differ in length.
    pub fn visible_size(&self) -> Option<&SizeRange> {
        match self {
            Self::BitString { size, .. } | Self::OctetString { size } => Some(size),
            Self::Characters { kind, size, .. } if kind.is_known_multiplier() => Some(size),
            _ => None,
        }
    }

    /// The permitted alphabet that the packed encoding rules see, the type's own where no constraint narrows it.
    pub fn visible_alphabet(&self) -> Option<&[(u32, u32)]> {
        match self {
            Self::Characters { kind, alphabet, .. } if kind.is_known_multiplier() => {
                alphabet.as_deref().or(kind.alphabet())
            }
            _ => None,
        }
    }
}

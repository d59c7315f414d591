//! Filters: checked predicates on the messages of a type. A front end makes them from text.

pub mod meaning;

use crate::graph::SyntaxGraph;
use crate::ids::{FieldId, TypeId};
use crate::types::TypeKind;
use num_bigint::BigInt;

/// A filter: a predicate on the messages of one type. Or a view of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    /// The type of the messages, as the user named it; references are not followed, as their tags count.
    pub root: TypeId,
    /// The predicate.
    pub test: Test,
}

/// A predicate on a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// All of these hold.
    All(Vec<Test>),
    /// At least one of these holds.
    Any(Vec<Test>),
    /// This does not hold.
    Not(Box<Test>),
    /// A question about the value at a path. The answer is no if the value is absent.
    Probe(Path, Probe),
    /// No question: the values at these paths are the members of a view. It stands alone.
    Members(Vec<Path>),
}

/// The way from a value to a part of it: fields of structures, arms and discriminants of unions. A path does not enter
/// the elements of an array. The empty path is the value itself.
pub type Path = Vec<FieldId>;

/// A question about a value that is present.
#[derive(Clone, Debug, PartialEq)]
pub enum Probe {
    /// Is it there?
    Present,
    /// Is the INTEGER, ENUMERATED or BOOLEAN (0 or 1) in the range?
    Number(Range),
    /// Does the string hold these contents octets?
    Octets(Octets),
    /// Is the BIT STRING equal to this one?
    Bits(Bits),
    /// Is the number of elements in the range?
    Count(Range),
    /// No question: the value is a member of a view.
    Member,
    /// Does the test hold for the elements?
    Elements(Quantifier, Box<Test>),
}

/// A range of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The smallest number; `None` for no limit.
    pub min: Option<BigInt>,
    /// The largest number; `None` for no limit.
    pub max: Option<BigInt>,
    /// Whether the numbers outside are meant instead.
    pub outside: bool,
}

impl Range {
    /// Returns whether a number is meant.
    pub fn has(&self, number: &BigInt) -> bool {
        let inside = self.min.as_ref().is_none_or(|min| number >= min)
            && self.max.as_ref().is_none_or(|max| number <= max);
        inside != self.outside
    }
}

/// A comparison of a string with contents octets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Octets {
    /// The place of the octets in the string.
    pub place: Place,
    /// The octets.
    pub octets: Vec<u8>,
    /// The octets of one character: 1, 2 or 4.
    pub unit: usize,
    /// Whether the string must not hold them.
    pub differs: bool,
}

impl Octets {
    /// Returns whether a string with these contents octets is meant.
    pub fn has(&self, contents: &[u8]) -> bool {
        let octets = &self.octets[..];
        let found = match self.place {
            Place::Whole => contents == octets,
            Place::Start => contents.starts_with(octets),
            Place::End => contents.ends_with(octets),
            Place::Anywhere => {
                octets.is_empty()
                    || contents.windows(octets.len()).step_by(self.unit).any(|part| part == octets)
            }
        };
        found != self.differs
    }
}

/// The place of octets in a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// They are the whole string.
    Whole,
    /// At the start.
    Start,
    /// At the end.
    End,
    /// Anywhere, at the start of a character.
    Anywhere,
}

/// A comparison of a BIT STRING.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    /// The octets, unused bits zero.
    pub octets: Vec<u8>,
    /// The length in bits.
    pub length: u64,
    /// Whether zeros at the end do not count: the type has named bits. Then `octets` has none.
    pub trailing: bool,
    /// Whether the value must differ.
    pub differs: bool,
}

/// A quantifier over the elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// At least one element.
    Any,
    /// All elements, of an array that is present.
    All,
}

impl Test {
    /// Returns the probes in the order of the text, with their paths. Those on elements are inside theirs.
    pub fn probes(&self) -> Vec<(&Path, &Probe)> {
        match self {
            Self::All(tests) | Self::Any(tests) => tests.iter().flat_map(Self::probes).collect(),
            Self::Not(test) => test.probes(),
            Self::Probe(path, probe) => vec![(path, probe)],
            Self::Members(paths) => paths.iter().map(|path| (path, &Probe::Member)).collect(),
        }
    }
}

/// Returns the fields that a path may name in a type, references followed: components, arms, the discriminant of a
/// union, the known types of an open type.
pub fn steps(graph: &SyntaxGraph, ty: TypeId) -> Vec<FieldId> {
    match graph.kind(ty) {
        TypeKind::Union(union) => {
            let discriminant = union.discriminant.as_ref().map(|discriminant| discriminant.field);
            discriminant.into_iter().chain(union.arms.iter().copied()).collect()
        }
        TypeKind::Structure(structure) => structure.fields.clone(),
        TypeKind::Open(open) => open.arms.clone(),
        TypeKind::Scalar(_) | TypeKind::Array(_) | TypeKind::Reference(_) => Vec::new(),
    }
}

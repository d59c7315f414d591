//! Predicates over values, for constraints beyond ranges of numbers, sizes and characters (X.680 clause 51).
//!
//! A predicate belongs to a type. Each evaluator applies it to values of this type in a form of its own.
//! [`crate::residual`] deduces predicates from constraints.

use crate::ids::{FieldId, TypeId};
use crate::intervals::Intervals;
use crate::pattern::Pattern;
use crate::real_end::RealEnd;

/// A predicate over a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Predicate {
    /// All parts hold. An empty list accepts every value.
    All(Vec<Predicate>),
    /// At least one part holds. An empty list accepts no value.
    Any(Vec<Predicate>),
    /// The inner predicate does not hold.
    Not(Box<Predicate>),
    /// The number of an INTEGER or ENUMERATED, or 0 or 1 for a BOOLEAN, is in the set.
    Number(Intervals),
    /// The size of a string (in its own unit) or array is in the set. Strings with malformed characters have no size.
    Size(Intervals),
    /// The code points of all characters of a string are in the set. Malformed characters are never in the set.
    Characters(Intervals),
    /// A string or object identifier has these contents octets.
    Octets(Vec<u8>),
    /// A BIT STRING has these bits.
    Bits {
        /// The bytes, with unused bits zero.
        octets: Vec<u8>,
        /// Length in bits.
        length: u64,
        /// Whether trailing zeros are insignificant (X.680 clause 22.7).
        named: bool,
    },
    /// A whole string matches a pattern. Malformed strings never match.
    Matches(Box<Pattern>),
    /// A REAL lies between these ends. At least one end is given. NOT-A-NUMBER never lies between them.
    Real {
        /// The lower end, and whether it is excluded.
        lower: Option<(Box<RealEnd>, bool)>,
        /// The upper end, and whether it is excluded.
        upper: Option<(Box<RealEnd>, bool)>,
    },
    /// A REAL has components in these sets (X.680 clause 21.5). Zero has any base and exponent. Infinities, minus zero
    /// and NOT-A-NUMBER have no components, and are accepted.
    RealComponents(RealComponents),
    /// The contents octets of a string or time have the same length as these ends, and lie between them in byte order.
    Between(Vec<u8>, Vec<u8>),
    /// The contents of an OCTET STRING, or of a BIT STRING of whole bytes, are the encoding of exactly one value of
    /// this type under the encoding rules of the message (X.682 clause 11). The type's constraints permit the value.
    Contains(TypeId),
    /// A structure has this optional component without default, or a union has this arm.
    Has(FieldId),
    /// The component (or a union's arm) satisfies the predicate, if present.
    Component(FieldId, Box<Predicate>),
    /// All elements of an array satisfy the predicate.
    Every(FieldId, Box<Predicate>),
    /// The element at this index exists and satisfies the predicate.
    Element(FieldId, usize, Box<Predicate>),
    /// Exactly this number of elements of an array satisfy the predicate.
    Occurs(FieldId, Box<Predicate>, usize),
}

/// The permitted components of a REAL. A number equals `mantissa` times `base` to the power of `exponent` for many
/// triples of components. At least one of these triples must match.
#[derive(Clone, Debug, PartialEq)]
pub struct RealComponents {
    /// The permitted mantissas.
    pub mantissa: Intervals,
    /// The permitted bases. Only 2 and 10 are possible.
    pub base: Intervals,
    /// The permitted exponents.
    pub exponent: Intervals,
}

impl Predicate {
    /// Returns the predicate that accepts every value.
    pub fn anything() -> Self {
        Self::All(Vec::new())
    }

    /// Returns the predicate that accepts no value.
    pub fn nothing() -> Self {
        Self::Any(Vec::new())
    }

    /// Returns whether this is [`anything`](Self::anything). Other predicates may also accept every value.
    pub fn is_anything(&self) -> bool {
        matches!(self, Self::All(parts) if parts.is_empty())
    }

    /// Returns whether this is [`nothing`](Self::nothing). Other predicates may also accept no value.
    pub fn is_nothing(&self) -> bool {
        matches!(self, Self::Any(parts) if parts.is_empty())
    }

    /// Returns the conjunction of the parts.
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut parts = joined(parts, true);
        if parts.iter().any(Self::is_nothing) {
            return Self::nothing();
        }
        if parts.len() == 1 { parts.remove(0) } else { Self::All(parts) }
    }

    /// Returns the disjunction of the parts.
    pub fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut parts = joined(parts, false);
        if parts.iter().any(Self::is_anything) {
            return Self::anything();
        }
        if parts.len() == 1 { parts.remove(0) } else { Self::Any(parts) }
    }

    /// Returns the negation.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Not(inner) => *inner,
            Self::All(parts) if parts.is_empty() => Self::nothing(),
            Self::Any(parts) if parts.is_empty() => Self::anything(),
            Self::Number(set) => Self::Number(set.complement()),
            other => Self::Not(Box::new(other)),
        }
    }

    /// Returns the predicate that a component satisfies `inner`, if present.
    pub fn component(field: FieldId, inner: Self) -> Self {
        if inner.is_anything() { inner } else { Self::Component(field, Box::new(inner)) }
    }

    /// Returns whether an evaluation decodes the contents of strings ([`Predicate::Contains`]).
    pub fn decodes(&self) -> bool {
        matches!(self, Self::Contains(_)) || self.parts().iter().any(Self::decodes)
    }

    /// Returns the direct parts.
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::All(parts) | Self::Any(parts) => parts,
            Self::Not(inner)
            | Self::Component(_, inner)
            | Self::Every(_, inner)
            | Self::Element(_, _, inner)
            | Self::Occurs(_, inner, _) => std::slice::from_ref(inner),
            _ => &[],
        }
    }
}

/// Flattens nested parts, and merges sets of numbers, of sizes, and (in conjunctions) of characters.
fn joined(parts: impl IntoIterator<Item = Predicate>, all: bool) -> Vec<Predicate> {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Predicate::All(inner) if all => flat.extend(inner),
            Predicate::Any(inner) if !all => flat.extend(inner),
            part => flat.push(part),
        }
    }
    let (mut numbers, mut sizes, mut characters) = (Vec::new(), Vec::new(), Vec::new());
    let mut rest = Vec::new();
    for part in flat {
        match part {
            Predicate::Number(set) => numbers.push(set),
            Predicate::Size(set) => sizes.push(set),
            // A disjunction cannot merge these sets: a string may mix characters of both and satisfy neither part.
            Predicate::Characters(set) if all => characters.push(set),
            part => rest.push(part),
        }
    }
    let one = |sets: Vec<Intervals>| match all {
        true => sets.into_iter().reduce(|a, b| a.intersection(&b)),
        false if sets.is_empty() => None,
        false => Some(Intervals::of(sets.iter().flat_map(|set| set.intervals().iter().cloned()))),
    };
    let mut found: Vec<Predicate> = Vec::new();
    found.extend(one(numbers).map(Predicate::Number));
    found.extend(one(sizes).map(Predicate::Size));
    found.extend(one(characters).map(Predicate::Characters));
    // Predicates that decode string contents come last, since they take the most time.
    let (decoding, plain): (Vec<Predicate>, Vec<Predicate>) = rest.into_iter().partition(Predicate::decodes);
    found.extend(plain);
    found.extend(decoding);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(low: i32, high: i32) -> Predicate {
        Predicate::Number(Intervals::between(Some(low.into()), Some(high.into())))
    }

    #[test]
    fn parts_are_joined() {
        assert_eq!(Predicate::all([number(1, 5), number(3, 9)]), number(3, 5));
        assert_eq!(Predicate::any([number(1, 3), number(4, 9)]), number(1, 9));
        assert_eq!(number(1, 5).negated().negated(), number(1, 5));
        let a = || Predicate::Octets(vec![1]);
        assert!(Predicate::any([a(), Predicate::anything()]).is_anything());
        assert!(Predicate::all([a(), Predicate::nothing()]).is_nothing());
        assert_eq!(Predicate::all([a(), Predicate::anything()]), a());
        assert_eq!(a().negated().negated(), a());
    }
}

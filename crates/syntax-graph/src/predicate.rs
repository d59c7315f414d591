//! Predicates over values: what constraints say that no range of numbers, sizes or characters says (X.680 clause 51).
//!
//! A predicate is said of a type; whoever evaluates it holds a value of that type in a form of its own.
//! [`crate::residual`] deduces predicates from constraints.

use crate::ids::{FieldId, TypeId};
use crate::intervals::Intervals;
use crate::pattern::Pattern;
use crate::real_end::RealEnd;

/// A predicate over a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Predicate {
    /// All of these; of none: any value.
    All(Vec<Predicate>),
    /// One of these at least; of none: no value.
    Any(Vec<Predicate>),
    /// Not this.
    Not(Box<Predicate>),
    /// The number of an INTEGER or ENUMERATED, of a BOOLEAN 0 or 1, is one of these.
    Number(Intervals),
    /// The size of a string (in its own unit) or array is one of these. Strings with malformed characters have none.
    Size(Intervals),
    /// All characters of a string are among these, by code point; malformed ones never are.
    Characters(Intervals),
    /// A string or object identifier has these contents octets.
    Octets(Vec<u8>),
    /// A BIT STRING has these bits.
    Bits {
        /// The octets, unused bits zero.
        octets: Vec<u8>,
        /// Length in bits.
        length: u64,
        /// Whether zeros at the end mean nothing (X.680 clause 22.7).
        named: bool,
    },
    /// A string matches a pattern as a whole, malformed ones never.
    Matches(Box<Pattern>),
    /// A REAL lies between these, which are some; one that is no number never does.
    Real {
        /// The lower end, and whether it is outside itself.
        lower: Option<(Box<RealEnd>, bool)>,
        /// The upper end, and whether it is outside itself.
        upper: Option<(Box<RealEnd>, bool)>,
    },
    /// A REAL has such components (X.680 clause 21.5); zero has any base and exponent, and what is neither zero nor a
    /// finite number other than zero has none, so that any passes.
    RealComponents(RealComponents),
    /// The contents octets of a string or time are as many as these, and lie between them, in the order of octets.
    Between(Vec<u8>, Vec<u8>),
    /// The octets of a string, or the bits of one in whole octets, are one value of this type, and nothing else, under the encoding rules of
    /// the message (X.682 clause 11); the constraints of that type permit it.
    Contains(TypeId),
    /// A structure has this component, which may be absent and has no default; a union is this arm.
    Has(FieldId),
    /// The component (of a union: the arm) is such, where it is there.
    Component(FieldId, Box<Predicate>),
    /// All elements of an array are such.
    Every(FieldId, Box<Predicate>),
    /// The element at this index is there and such.
    Element(FieldId, usize, Box<Predicate>),
    /// So many elements of an array are such.
    Occurs(FieldId, Box<Predicate>, usize),
}

/// What the components of a REAL may be. A number is `mantissa` times `base` to the power of `exponent` in many ways: one of them
/// is to be such.
#[derive(Clone, Debug, PartialEq)]
pub struct RealComponents {
    /// Mantissas.
    pub mantissa: Intervals,
    /// Bases, of which 2 and 10 count.
    pub base: Intervals,
    /// Exponents.
    pub exponent: Intervals,
}

impl Predicate {
    /// True of any value.
    pub fn anything() -> Self {
        Self::All(Vec::new())
    }

    /// True of none.
    pub fn nothing() -> Self {
        Self::Any(Vec::new())
    }

    /// Whether it is true of any value, as it is written.
    pub fn is_anything(&self) -> bool {
        matches!(self, Self::All(parts) if parts.is_empty())
    }

    /// Whether it is true of none, as it is written.
    pub fn is_nothing(&self) -> bool {
        matches!(self, Self::Any(parts) if parts.is_empty())
    }

    /// What all of these say.
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut parts = joined(parts, true);
        if parts.iter().any(Self::is_nothing) {
            return Self::nothing();
        }
        if parts.len() == 1 { parts.remove(0) } else { Self::All(parts) }
    }

    /// What one of these says.
    pub fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut parts = joined(parts, false);
        if parts.iter().any(Self::is_anything) {
            return Self::anything();
        }
        if parts.len() == 1 { parts.remove(0) } else { Self::Any(parts) }
    }

    /// The opposite.
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

    /// The component is such, where it is there.
    pub fn component(field: FieldId, inner: Self) -> Self {
        if inner.is_anything() { inner } else { Self::Component(field, Box::new(inner)) }
    }

    /// Whether evaluating it decodes what a string contains.
    pub fn decodes(&self) -> bool {
        matches!(self, Self::Contains(_)) || self.parts().iter().any(Self::decodes)
    }

    /// The predicates directly inside.
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

/// The parts without those inside each other; sets of numbers, of sizes, and (of all) of characters become one.
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
            // A string of characters of one set or of the other is none of characters of both.
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
    // What decodes what strings contain comes last: it takes the most.
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

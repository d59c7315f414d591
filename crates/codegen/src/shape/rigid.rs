//! Rigid shapes: under some rules every part of a message has a known place, so all messages of a shape have the same
//! number of bits. Their holes keep the number of bits of the sample.

use num_bigint::BigInt;
use syntax_graph::IntegerRepr;

/// The contents of a hole in a rigid shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Wire {
    /// Its first bit in the message. The first bit of an octet is the most significant one.
    pub at: u64,
    /// Its contents.
    pub form: Form,
}

/// How a hole is sent.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A BOOLEAN.
    Truth {
        /// Its bits.
        width: u32,
        /// What encoders send for true.
        yes: u64,
        /// The bits that decoders accept.
        accepted: Ranges,
        /// The value that encoders send, if they do not send both.
        only: Option<bool>,
    },
    /// A number.
    Number(Number),
    /// A string.
    Text(Text),
    /// A floating-point number of so many bits.
    Float(u32),
}

/// A number of a known width.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// Its bits, at most 64.
    pub width: u32,
    /// Whether they are in two's complement.
    pub is_signed: bool,
    /// What is added to them.
    pub least: BigInt,
    /// The values that they index, if they do.
    pub items: Option<Vec<BigInt>>,
    /// The type of the value in C.
    pub repr: IntegerRepr,
    /// The values that decoders accept, before they index others.
    pub accepted: Ranges,
    /// The values that encoders send, before they index others.
    pub sent: Ranges,
}

/// A string of a known size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Its bits.
    pub bits: u64,
    /// Its length in C.
    pub length: u64,
    /// Whether C holds its octets in the struct.
    pub is_held: bool,
    /// What is asked of its last bit: only if it is set, a string with named bits has no trailing zeros.
    pub trailing_one: TrailingOne,
    /// The characters that its octets may be, as ascending ranges; empty if all may be.
    pub characters: Vec<(u32, u32)>,
}

/// Who demands that the last bit of a string is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrailingOne {
    /// Nobody.
    No,
    /// Encoders send no other.
    Sent,
    /// Neither do decoders accept another.
    Both,
}

impl Text {
    /// Returns the octets that hold it in C.
    pub fn octets(&self) -> u64 {
        self.bits.div_ceil(8)
    }
}

impl Wire {
    /// Returns the octets of a string whose first bit is not the first one of an octet: it has to be moved.
    pub fn moved(&self) -> Option<u64> {
        match &self.form {
            Form::Text(text) if !self.at.is_multiple_of(8) && text.bits > 0 && !text.is_held => {
                Some(text.octets())
            }
            _ => None,
        }
    }

    /// Returns its bits.
    pub fn bits(&self) -> u64 {
        match &self.form {
            Form::Truth { width, .. } | Form::Float(width) => u64::from(*width),
            Form::Number(number) => u64::from(number.width),
            Form::Text(text) => text.bits,
        }
    }
}

/// A set of numbers: ranges, each with its first and its last number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranges(pub Vec<(BigInt, BigInt)>);

impl Ranges {
    /// Returns the numbers from one to another.
    pub fn of(first: impl Into<BigInt>, last: impl Into<BigInt>) -> Self {
        Self(vec![(first.into(), last.into())])
    }

    /// Returns the numbers that so many bits hold.
    pub fn of_bits(width: u32, is_signed: bool) -> Self {
        let power = |bits: u32| BigInt::from(1) << bits;
        match (width, is_signed) {
            (0, _) => Self::of(0, 0),
            (_, false) => Self::of(0, power(width) - 1),
            (_, true) => Self::of(-power(width - 1), power(width - 1) - 1),
        }
    }

    /// Returns the numbers that need so many octets.
    pub fn of_octets(octets: u32, is_signed: bool) -> Self {
        let all = Self::of_bits(8 * octets, is_signed);
        if octets <= 1 {
            return all;
        }
        let fewer = Self::of_bits(8 * (octets - 1), is_signed);
        fewer.0.into_iter().fold(all, |all, (first, last)| all.without(&first, &last))
    }

    /// Returns the numbers of a type in C.
    pub fn of_repr(repr: IntegerRepr) -> Self {
        repr.limits().map_or_else(Self::default, |(first, last)| Self::of(first, last))
    }

    /// Returns these numbers, each with another one added.
    #[must_use]
    pub fn plus(&self, added: &BigInt) -> Self {
        Self(self.0.iter().map(|(first, last)| (first + added, last + added)).collect())
    }

    /// Returns the numbers of both sets.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let pairs = self.0.iter().flat_map(|one| other.0.iter().map(move |other| (one, other)));
        let both = pairs.map(|(one, other)| ((&one.0).max(&other.0), (&one.1).min(&other.1)));
        Self(
            both.filter(|(first, last)| first <= last)
                .map(|(first, last)| (first.clone(), last.clone()))
                .collect(),
        )
    }

    /// Returns the numbers that are at least, or at most, this one.
    #[must_use]
    pub fn within(&self, min: Option<&BigInt>, max: Option<&BigInt>) -> Self {
        let kept = self.0.iter().map(|(first, last)| {
            let first = min.map_or(first, |min| first.max(min));
            (first.clone(), max.map_or(last, |max| last.min(max)).clone())
        });
        Self(kept.filter(|(first, last)| first <= last).collect())
    }

    /// Returns the numbers without those from one to another.
    #[must_use]
    pub fn without(&self, first: &BigInt, last: &BigInt) -> Self {
        let (before, behind) = (first - 1, last + 1);
        let mut left = self.within(None, Some(&before));
        left.0.extend(self.within(Some(&behind), None).0);
        left
    }

    /// Returns whether a number is in the set.
    pub fn has(&self, number: &BigInt) -> bool {
        self.0.iter().any(|(first, last)| first <= number && number <= last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_numbers() {
        assert_eq!(Ranges::of_bits(3, true), Ranges::of(-4, 3));
        assert_eq!(Ranges::of_octets(1, false), Ranges::of(0, 255));
        assert_eq!(Ranges::of_octets(2, false), Ranges::of(256, 65535));
        let two = Ranges::of_octets(2, true);
        assert_eq!(two.0, [(-32768, -129), (128, 32767)].map(|(first, last)| (first.into(), last.into())));
        assert_eq!(two.within(Some(&0.into()), Some(&200.into())), Ranges::of(128, 200));
        assert_eq!(two.and(&Ranges::of(-200, 130)).plus(&1.into()).0.len(), 2);
        assert_eq!(Ranges::of(0, 9).without(&3.into(), &3.into()).0.len(), 2);
        assert!(!Ranges::of(0, 9).without(&0.into(), &3.into()).has(&3.into()));
    }
}

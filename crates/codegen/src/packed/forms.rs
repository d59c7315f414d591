//! The forms of values under packed rules, as filters and shapes read them. The folder of a rule describes its own by [`Forms`].

use crate::packed::ops::Packed;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use syntax_graph::filter::Octets;

/// A packed rule with filters.
pub trait Forms: Packed + Copy {
    /// Whether some values begin on a byte boundary.
    fn is_aligned(&self) -> bool;

    /// Returns the C helpers of the rule.
    fn runtime(&self) -> &'static str;

    /// Returns the form of a scalar.
    fn scalar_form(&self, primitive: Self::Primitive, form: &Self::Form) -> Scalar;

    /// Returns the number of elements of an array. `root`: the form of a root that refers to it.
    fn length(&self, elements: &Self::Repeat, root: &Self::Form) -> Sizes;

    /// Returns how an arm is selected.
    fn selection(&self, switch: &Self::Switch, arms: usize) -> Selection;

    /// Returns the bits of so many flags before a structure.
    fn preamble(flags: u64) -> u64;
}

/// A scalar.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// No bits.
    Nothing,
    /// A number.
    Number {
        /// How it is sent.
        root: Number,
        /// How it is sent behind an extension bit that is set, if there is such a bit.
        beyond: Option<Number>,
        /// What it means.
        meaning: Meaning,
    },
    /// Items of one width.
    Text(Text),
}

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// Its bits.
    pub source: Source,
    /// What is added to them.
    pub least: BigInt,
}

/// Where the bits of a number are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// So many bits, at most 64.
    Field {
        /// The bits.
        width: u32,
        /// Whether they begin on a byte boundary.
        is_aligned: bool,
        /// Whether they are in two's complement.
        is_signed: bool,
    },
    /// Bytes after a length.
    Counted {
        /// Whether they are in two's complement.
        is_signed: bool,
    },
    /// Bytes after their number less one, which has so many bits (X.691 clause 11.5.7.4).
    Measured(u32),
    /// A normally small number (X.691 clause 11.6).
    Small,
    /// The number of an ENUMERATED under OER.
    Item,
    /// A tag under OER.
    Tag,
}

/// What a number means.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    /// A BOOLEAN: all numbers but 0 are true.
    Truth,
    /// A number that 64 bits with a sign hold.
    Signed,
    /// Any number. The least and the greatest one that 64 bits with a sign hold stand for all beyond them.
    Large,
    /// A number that 64 bits without a sign hold.
    Wide,
    /// An index into these numbers. Others are unknown.
    Index(Vec<BigInt>),
}

/// A string.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The number of items.
    pub sizes: Sizes,
    /// The bits of an item.
    pub item: u32,
    /// Whether the items begin on a byte boundary if the length is that of the root.
    pub is_aligned: bool,
    /// Whether bits behind the items fill the last byte.
    pub is_padded: bool,
    /// Whether the items begin on a byte boundary under the rule.
    pub is_whole: bool,
    /// How characters are sent.
    pub letters: Letters,
}

/// How characters are sent.
#[derive(Clone, Debug, PartialEq)]
pub enum Letters {
    /// As their bytes: an item is a byte.
    Bytes,
    /// An item is a bit.
    Bits,
    /// An item is a character of so many bytes in C, one of these ascending ranges.
    Characters {
        /// The permitted characters.
        ranges: Vec<(u32, u32)>,
        /// Whether an item is the index of the character among them.
        is_mapped: bool,
        /// Bytes of a character in C.
        unit: usize,
    },
}

/// A number of items.
#[derive(Clone, Debug, PartialEq)]
pub struct Sizes {
    /// Its form.
    pub root: Length,
    /// Whether an extension bit stands before it; if it is set, the length has no bounds.
    pub is_extensible: bool,
}

/// The form of a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// The specification gives it.
    Known(u64),
    /// So many bits, beyond the least length.
    Field {
        /// The least length.
        least: u64,
        /// The bits.
        width: u32,
        /// Whether they begin on a byte boundary.
        is_aligned: bool,
    },
    /// A length of its own.
    General,
    /// A number of bytes, of which the first one counts unused bits in the last one (OER).
    Unused,
    /// A number of elements as bytes after their length (OER).
    Quantity,
}

/// The selection of an arm.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// The number that selects an arm of the root.
    pub number: Number,
    /// The arms of the root.
    pub roots: usize,
    /// What else can be sent.
    pub beyond: Beyond,
    /// The numbers of each arm. `None`: each arm's is its position, and that of an addition its position among them.
    pub numbers: Option<Vec<Vec<u64>>>,
    /// The arms whose number belongs to their value, which begins with it.
    pub untagged: Vec<usize>,
}

/// Arms beyond the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// None.
    Nothing,
    /// An extension bit stands before the number.
    Flag,
    /// Their numbers are like those of the root.
    Number,
}

/// A comparison of a string, in its items.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The constant items, as bits from the most significant one of the first byte.
    pub bits: Vec<u8>,
    /// The number of items.
    pub items: u64,
    /// The bits of an item.
    pub item: u32,
    /// The items from one place to the next one where the constant may be found.
    pub step: u64,
}

impl Text {
    /// Returns a comparison with octets as in C; `None` if no value holds them.
    pub fn compared(&self, octets: &Octets) -> Option<Compared> {
        let item = self.item;
        match &self.letters {
            Letters::Bytes | Letters::Bits => {
                let items = octets.octets.len() as u64;
                Some(Compared { bits: octets.octets.clone(), items, item, step: octets.unit as u64 })
            }
            Letters::Characters { ranges, is_mapped, unit } => {
                let points = octets.octets.chunks(*unit).map(|character| {
                    let point = character.iter().fold(0_u32, |point, octet| point << 8 | u32::from(*octet));
                    number_of(ranges, *is_mapped, point)
                });
                let numbers = points.collect::<Option<Vec<u64>>>()?;
                let items = numbers.len() as u64;
                Some(Compared { bits: joined(&numbers, item), items, item, step: 1 })
            }
        }
    }
}

/// Returns the number that stands for a character.
fn number_of(ranges: &[(u32, u32)], is_mapped: bool, point: u32) -> Option<u64> {
    let mut before = 0;
    for (low, high) in ranges {
        if (*low..=*high).contains(&point) {
            return Some(if is_mapped { before + u64::from(point - low) } else { point.into() });
        }
        before += u64::from(high - low) + 1;
    }
    None
}

/// Returns numbers of one width as bits, from the most significant one of the first byte.
fn joined(numbers: &[u64], width: u32) -> Vec<u8> {
    let mut set = BTreeMap::new();
    for (at, number) in numbers.iter().enumerate() {
        for bit in 0..width as usize {
            let place = at * width as usize + bit;
            let octet: &mut u8 = set.entry(place / 8).or_default();
            if number >> (width as usize - 1 - bit) & 1 == 1 {
                *octet |= 0x80 >> (place % 8);
            }
        }
    }
    set.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_join_to_bits() {
        assert_eq!(joined(&[5, 1, 7], 3), [0b1010_0111, 0b1000_0000]);
        assert_eq!(joined(&[], 7), [0; 0]);
        assert_eq!(number_of(&[(48, 57), (65, 70)], true, 66), Some(11));
        assert_eq!(number_of(&[(48, 57)], false, 66), None);
    }
}

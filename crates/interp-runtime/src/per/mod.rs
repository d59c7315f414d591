//! UPER and APER (X.691), by `docs/semantics-packed.md`: the common part of decoder and encoder.
//!
//! Both variants are one implementation; [`Per::is_aligned`] adds the alignment of APER. Decoders accept BASIC-PER,
//! encoders send CANONICAL-PER, but keep the order of a SET OF.

mod bits;
mod decode;
mod encode;
mod numbers;
mod strings;
mod structures;
mod write_numbers;
mod write_strings;
mod write_structures;

use crate::codec::{Codec, Decoded, Facts, Rule};
use crate::error::{DecodeError, EncodeError};
use crate::packed;
use crate::work::Work;
use syntax_graph::{
    CharKind, Enumeration, FieldId, IndexVec, PackedView, SizeRange, TypeId, ValidGraph, Value,
};

/// PER, unaligned or aligned.
#[derive(Debug)]
pub(crate) struct Per {
    /// Whether this is APER: some fields start at a byte boundary.
    pub(crate) is_aligned: bool,
}

/// The most additions of a structure that keeps unknown ones: more come in fragments.
const MOST_KEPT: u64 = (1 << 14) - 1;

impl Rule for Per {
    fn facts(&self, graph: &ValidGraph, recursive: &IndexVec<FieldId, bool>) -> Facts {
        Box::new(Views::of(graph, recursive, |ty| graph.packed_view(ty), |field| graph.packed_view_in(field)))
    }

    fn decode(&self, codec: &Codec<'_>, root: TypeId, input: &[u8]) -> Result<Decoded, DecodeError> {
        let length = input.len().min(codec.limits.bytes.unwrap_or(usize::MAX));
        let work = Work::of_message(codec.limits.work, length);
        decode::decode(codec, self.is_aligned, (root, input), &work)
    }

    fn decode_within(
        &self,
        codec: &Codec<'_>,
        ty: TypeId,
        octets: &[u8],
        work: &Work,
    ) -> Result<Decoded, DecodeError> {
        decode::decode(codec, self.is_aligned, (ty, octets), work)
    }

    fn encode(&self, codec: &Codec<'_>, root: TypeId, value: &Value) -> Result<Vec<u8>, EncodeError> {
        encode::encode(codec, self.is_aligned, root, value)
    }
}

/// What the codec knows of each type and field.
type Views = packed::Views<PackedView>;

/// Lengths below this can have bounds; larger ones are unbounded (X.691 clause 11.9.4.1).
const SMALL: u64 = 1 << 16;

/// Items in the smallest fragment (X.691 clause 11.9.3.8).
const FRAGMENT: u64 = 1 << 14;

/// Returns the one size that needs no length determinant, if there is one.
fn fixed(size: &SizeRange) -> Option<u64> {
    size.max.filter(|max| *max == size.min && *max < SMALL)
}

/// How the characters of a string are sent (X.691 clause 30.5).
#[derive(Debug)]
struct Alphabet {
    /// The permitted characters, as ascending ranges of code points.
    ranges: Vec<(u32, u32)>,
    /// Number of bits of a character.
    bits: usize,
    /// Whether a character is sent as its index among the permitted ones, not as its code point.
    is_mapped: bool,
}

impl Alphabet {
    fn of(kind: CharKind, view: &PackedView, is_aligned: bool) -> Self {
        let all = match kind {
            CharKind::Bmp => vec![(0, 0xffff)],
            CharKind::Universal => vec![(0, u32::MAX)],
            _ => kind.alphabet().map_or(vec![(0, 0xff)], <[_]>::to_vec),
        };
        let ranges = view.alphabet.clone().unwrap_or(all);
        let count: u64 = ranges.iter().map(|(low, high)| u64::from(*high) - u64::from(*low) + 1).sum();
        let mut bits = (64 - count.saturating_sub(1).leading_zeros()) as usize;
        if is_aligned && bits > 0 {
            bits = bits.next_power_of_two();
        }
        let most = ranges.last().map_or(0, |range| u64::from(range.1));
        Self { is_mapped: most >> bits != 0, ranges, bits }
    }

    /// Returns the character that a number stands for.
    fn character(&self, number: u64) -> Option<u32> {
        if !self.is_mapped {
            let point = u32::try_from(number).ok()?;
            return self.ranges.iter().any(|(low, high)| (*low..=*high).contains(&point)).then_some(point);
        }
        let mut left = number;
        for (low, high) in &self.ranges {
            let size = u64::from(high - low) + 1;
            if left < size {
                return Some(low + left as u32);
            }
            left -= size;
        }
        None
    }

    /// Returns the number that stands for a character.
    fn number(&self, point: u32) -> Option<u64> {
        let mut before = 0;
        for (low, high) in &self.ranges {
            if (*low..=*high).contains(&point) {
                return Some(if self.is_mapped { before + u64::from(point - low) } else { point.into() });
            }
            before += u64::from(high - low) + 1;
        }
        None
    }

    /// Returns whether APER starts the characters of a string of this size at a byte boundary (X.691 clauses 30.5.6
    /// and 30.5.7).
    fn is_aligned(&self, size: &SizeRange) -> bool {
        let most = size.max.map_or(u64::MAX, |max| max.saturating_mul(self.bits as u64));
        if fixed(size).is_some() { most > 16 } else { most >= 16 }
    }
}

/// Returns the numbers of an enumeration's root in ascending order, and those of its additions (X.691 clause 14).
fn enumerated(enumeration: &Enumeration) -> (Vec<&num_bigint::BigInt>, Vec<&num_bigint::BigInt>) {
    let (root, additions) = enumeration.items.split_at(enumeration.roots.min(enumeration.items.len()));
    let mut root: Vec<_> = root.iter().map(|item| &item.1).collect();
    root.sort_unstable();
    (root, additions.iter().map(|item| &item.1).collect())
}

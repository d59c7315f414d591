//! Encodes numbers and lengths (X.691 clauses 11.3 to 11.9, 13 and 14).

use super::bits::Writer;
use super::encode::Encoder;
use super::{FRAGMENT, SMALL, enumerated, fixed};
use crate::error::EncodeError;
use crate::packed::Sender;
use num_bigint::BigInt;
use syntax_graph::{Bounds, Enumeration, Integer, PackedView, SizeRange};

/// Writes bytes after their length, in fragments if there are many (X.691 clauses 11.2 and 11.9).
pub(super) fn put_contents(out: &mut Writer, is_aligned: bool, octets: &[u8]) {
    let mut left = octets;
    loop {
        let count = put_length(out, is_aligned, left.len() as u64);
        let (piece, rest) = left.split_at(count as usize);
        out.octets(piece);
        left = rest;
        if count < FRAGMENT {
            return;
        }
    }
}

/// Writes a general length determinant for `left` items; returns the number of items that follow it. If these are at
/// least a fragment, another length follows them.
fn put_length(out: &mut Writer, is_aligned: bool, left: u64) -> u64 {
    if is_aligned {
        out.align();
    }
    if left < 128 {
        out.number(left, 8);
        return left;
    }
    if left < FRAGMENT {
        out.number(0x8000 | left, 16);
        return left;
    }
    let fragments = (left / FRAGMENT).min(4);
    out.number(0xc0 | fragments, 8);
    fragments * FRAGMENT
}

/// Writes a normally small number (X.691 clause 11.6).
pub(super) fn put_small_number(out: &mut Writer, is_aligned: bool, number: u64) {
    if number < 64 {
        out.number(number, 7);
        return;
    }
    out.bit(true);
    put_contents(out, is_aligned, &unsigned(&number.into()));
}

/// Returns a number that is not negative in the fewest bytes, at least one.
fn unsigned(number: &BigInt) -> Vec<u8> {
    number.magnitude().to_bytes_be()
}

impl Encoder<'_, '_> {
    /// Encodes a constrained whole number from 0 to `most` (X.691 clause 11.5).
    pub(super) fn constrained(&mut self, number: &BigInt, most: &BigInt) {
        let bits = most.bits();
        if !self.is_aligned || bits < 8 || (bits == 8 && *most < BigInt::from(255)) {
            self.out.big(number, bits);
        } else if bits <= 16 {
            self.out.align();
            self.out.big(number, bits.next_multiple_of(8));
        } else {
            let octets = unsigned(number);
            self.constrained(&BigInt::from(octets.len() - 1), &BigInt::from(bits.div_ceil(8) - 1));
            self.out.align();
            self.out.octets(&octets);
        }
    }

    /// Encodes the number of items and calls `write` with the number of items of each piece. The size is one that
    /// [`Self::size`] returns for the count.
    pub(super) fn pieces(
        &mut self,
        size: &SizeRange,
        count: u64,
        mut write: impl FnMut(&mut Self, u64) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        if fixed(size).is_some() {
            return write(self, count);
        }
        if let Some(most) = size.max.filter(|_| is_bounded(size)) {
            self.constrained(
                &(count.saturating_sub(size.min)).into(),
                &(most.saturating_sub(size.min)).into(),
            );
            return write(self, count);
        }
        let mut left = count;
        loop {
            let piece = put_length(&mut self.out, self.is_aligned, left);
            write(self, piece)?;
            left -= piece;
            if piece < FRAGMENT {
                return Ok(());
            }
        }
    }

    /// Encodes the extension bit of a size, if there is one; returns the sizes that remain possible. A size outside
    /// them has no encoding.
    pub(super) fn size(&mut self, size: &SizeRange, count: u64) -> Result<SizeRange, EncodeError> {
        let is_inside = count >= size.min && size.max.is_none_or(|max| count <= max);
        if size.extensible {
            self.out.bit(!is_inside);
        } else if !is_inside {
            return self.mismatch(format_args!("a size from {} to {:?}, found {count}", size.min, size.max));
        }
        Ok(if is_inside { SizeRange { extensible: false, ..size.clone() } } else { SizeRange::default() })
    }

    /// Encodes an INTEGER (X.691 clause 13).
    pub(super) fn integer(
        &mut self,
        integer: &Integer,
        view: &PackedView,
        number: &BigInt,
    ) -> Result<(), EncodeError> {
        self.held(number, integer.repr)?;
        let Bounds { min, max, extensible } = &view.values;
        let is_inside =
            min.as_ref().is_none_or(|min| min <= number) && max.as_ref().is_none_or(|max| number <= max);
        if *extensible {
            self.out.bit(!is_inside);
        } else if !is_inside {
            return self.mismatch(format_args!("a number within the range of the type, found {number}"));
        }
        match (min, max) {
            (Some(min), Some(max)) if is_inside => self.constrained(&(number - min), &(max - min)),
            (Some(min), None) if is_inside => {
                put_contents(&mut self.out, self.is_aligned, &unsigned(&(number - min)));
            }
            _ => put_contents(&mut self.out, self.is_aligned, &number.to_signed_bytes_be()),
        }
        Ok(())
    }

    /// Encodes an ENUMERATED (X.691 clause 14).
    pub(super) fn enumerated(
        &mut self,
        enumeration: &Enumeration,
        number: &BigInt,
    ) -> Result<(), EncodeError> {
        let (root, additions) = enumerated(enumeration);
        if let Some(index) = root.iter().position(|item| *item == number) {
            if enumeration.extensible {
                self.out.bit(false);
            }
            self.constrained(&index.into(), &(root.len() - 1).into());
            return Ok(());
        }
        let greatest = enumeration.items.iter().map(|item| &item.1).max().cloned().unwrap_or_default();
        let index = match additions.iter().position(|item| *item == number) {
            Some(index) => Some(index as u64),
            // An unknown addition has a number after the known ones.
            None => u64::try_from(number - greatest - 1).ok().map(|above| above + additions.len() as u64),
        };
        match index.filter(|_| enumeration.extensible) {
            Some(index) => {
                self.out.bit(true);
                put_small_number(&mut self.out, self.is_aligned, index);
                Ok(())
            }
            None => self.mismatch(format_args!("an item of the ENUMERATED, found {number}")),
        }
    }
}

/// Returns whether a length of this size is a constrained number (X.691 clause 11.9.4.1).
fn is_bounded(size: &SizeRange) -> bool {
    size.max.is_some_and(|max| max < SMALL)
}

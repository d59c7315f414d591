//! Reads and writes bits, the most significant bit of each byte first.

use crate::error::ErrorCode;
use num_bigint::{BigInt, BigUint, Sign};
use std::rc::Rc;

/// A cursor over the bits of a message, or of the contents of an open type in it.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    octets: Rc<[u8]>,
    /// Offset of the next bit.
    at: usize,
    /// Offset of the first bit in the message. For contents that came in fragments, the offset of their first bit
    /// stands for all bits.
    base: usize,
    is_whole: bool,
    /// Whether this is the message itself, which may go on after the input.
    is_message: bool,
    /// After `TRUNCATED`, the least length of the message in bytes.
    needed: usize,
}

/// The contents of an open type, and their place in the message.
#[derive(Clone, Debug)]
pub(super) struct Contents {
    pub octets: Vec<u8>,
    /// Offset of the first bit in the message.
    pub base: usize,
    /// Whether the bytes follow each other in the message.
    pub is_whole: bool,
}

impl Bits {
    pub(super) fn message(input: &[u8]) -> Self {
        Self { octets: input.into(), at: 0, base: 0, is_whole: true, is_message: true, needed: 0 }
    }

    pub(super) fn inside(contents: &Contents) -> Self {
        Self {
            octets: contents.octets.as_slice().into(),
            base: contents.base,
            is_whole: contents.is_whole,
            is_message: false,
            at: 0,
            needed: 0,
        }
    }

    /// Returns the offset of the next bit in the message.
    pub(super) fn place(&self) -> usize {
        if self.is_whole { self.base + self.at } else { self.base }
    }

    /// Returns whether the bytes follow each other in the message.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Returns the offset of the next bit in these bytes.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Returns the least length of the message after `TRUNCATED`.
    pub(super) fn needed(&self) -> usize {
        self.needed.max(self.octets.len() + 1)
    }

    /// Checks that this many bits are left: else `TRUNCATED` in the message, `BAD_LENGTH` inside an open type.
    pub(super) fn need(&mut self, bits: usize) -> Result<(), ErrorCode> {
        let end = self.at.saturating_add(bits);
        if end <= self.octets.len() * 8 {
            return Ok(());
        }
        if !self.is_message {
            return Err(ErrorCode::BadLength);
        }
        self.needed = end.div_ceil(8);
        Err(ErrorCode::Truncated)
    }

    pub(super) fn bit(&mut self) -> Result<bool, ErrorCode> {
        Ok(self.number(1)? == 1)
    }

    /// Reads a number of at most 64 bits.
    pub(super) fn number(&mut self, bits: usize) -> Result<u64, ErrorCode> {
        self.need(bits)?;
        let mut number = 0;
        for at in self.at..self.at + bits {
            number = number << 1 | u64::from(self.octets[at / 8] >> (7 - at % 8) & 1);
        }
        self.at += bits;
        Ok(number)
    }

    /// Reads a number of any width.
    pub(super) fn big(&mut self, bits: usize) -> Result<BigInt, ErrorCode> {
        let spare = (8 - bits % 8) % 8;
        let octets = self.string(bits)?;
        Ok(BigInt::from_biguint(Sign::Plus, BigUint::from_bytes_be(&octets) >> spare))
    }

    /// Reads bits as bytes; the last byte ends with zeros.
    pub(super) fn string(&mut self, bits: usize) -> Result<Vec<u8>, ErrorCode> {
        self.need(bits)?;
        let mut octets = Vec::with_capacity(bits.div_ceil(8));
        let mut left = bits;
        while left > 0 {
            let some = left.min(8);
            octets.push((self.number(some)? as u8) << (8 - some));
            left -= some;
        }
        Ok(octets)
    }

    /// Moves to the next byte boundary.
    pub(super) fn align(&mut self) {
        self.at = self.at.next_multiple_of(8);
    }

    /// Returns the number of bytes of the complete encoding that ends here: at least one (X.691 clause 11.1).
    pub(super) fn complete(&mut self) -> Result<usize, ErrorCode> {
        if self.at == 0 {
            self.need(1)?;
        }
        Ok(self.at.div_ceil(8).max(1))
    }

    /// Checks that the complete encoding that ends here fills the bytes.
    pub(super) fn close(&mut self) -> Result<(), ErrorCode> {
        if self.complete()? == self.octets.len() { Ok(()) } else { Err(ErrorCode::BadLength) }
    }
}

/// Bits that are written.
#[derive(Clone, Debug, Default)]
pub(super) struct Writer {
    octets: Vec<u8>,
    length: usize,
}

impl Writer {
    pub(super) fn bit(&mut self, bit: bool) {
        if self.length.is_multiple_of(8) {
            self.octets.push(0);
        }
        if bit && let Some(last) = self.octets.last_mut() {
            *last |= 0x80 >> (self.length % 8);
        }
        self.length += 1;
    }

    /// Writes the lowest bits of a number, at most 64.
    pub(super) fn number(&mut self, number: u64, bits: usize) {
        for at in (0..bits).rev() {
            self.bit(number >> at & 1 == 1);
        }
    }

    /// Writes a number that is not negative in this many bits.
    pub(super) fn big(&mut self, number: &BigInt, bits: u64) {
        for at in (0..bits).rev() {
            self.bit(number.magnitude().bit(at));
        }
    }

    /// Writes the first bits of bytes.
    pub(super) fn string(&mut self, octets: &[u8], bits: usize) {
        for at in 0..bits {
            self.bit(octets.get(at / 8).is_some_and(|octet| octet >> (7 - at % 8) & 1 == 1));
        }
    }

    pub(super) fn octets(&mut self, octets: &[u8]) {
        if self.length.is_multiple_of(8) {
            self.octets.extend_from_slice(octets);
            self.length += octets.len() * 8;
        } else {
            self.string(octets, octets.len() * 8);
        }
    }

    pub(super) fn align(&mut self) {
        self.length = self.length.next_multiple_of(8);
    }

    /// Returns the complete encoding: at least one byte (X.691 clause 11.1).
    pub(super) fn complete(mut self) -> Vec<u8> {
        if self.octets.is_empty() {
            self.octets.push(0);
        }
        self.octets
    }
}

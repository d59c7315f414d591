//! Decodes numbers and lengths (X.691 clauses 11.3 to 11.9, 13 and 14).

use super::bits::Bits;
use super::decode::Decoder;
use super::{FRAGMENT, SMALL, enumerated, fixed};
use crate::error::ErrorCode;
use num_bigint::BigInt;
use syntax_graph::{Bounds, Enumeration, Integer, IntegerRepr, PackedView, SizeRange, Value};

/// Reads a general length determinant (X.691 clauses 11.9.3.5 to 11.9.3.8); the flag marks a fragment, which another
/// length follows.
fn read_length(bits: &mut Bits, is_aligned: bool) -> Result<(u64, bool), ErrorCode> {
    if is_aligned {
        bits.align();
    }
    if !bits.bit()? {
        return Ok((bits.number(7)?, false));
    }
    if !bits.bit()? {
        return Ok((bits.number(14)?, false));
    }
    match bits.number(6)? {
        count @ 1..=4 => Ok((count * FRAGMENT, true)),
        _ => Err(ErrorCode::BadLength),
    }
}

/// Reads bytes after their length.
pub(super) fn read_contents(bits: &mut Bits, is_aligned: bool) -> Result<Vec<u8>, ErrorCode> {
    let mut octets = Vec::new();
    loop {
        let (count, is_fragment) = read_length(bits, is_aligned)?;
        octets.extend(bits.string(count as usize * 8)?);
        if !is_fragment {
            return Ok(octets);
        }
    }
}

impl Decoder<'_, '_> {
    pub(super) fn align(&mut self) {
        if self.is_aligned {
            self.bits.align();
        }
    }

    /// Reads a constrained whole number of a range that starts at 0 (X.691 clause 11.5), not above `most`.
    pub(super) fn constrained(&mut self, most: &BigInt) -> Result<BigInt, ErrorCode> {
        let bits = most.bits() as usize;
        let number = if !self.is_aligned || bits < 8 || (bits == 8 && *most < BigInt::from(255)) {
            self.bits.big(bits)?
        } else if bits <= 16 {
            self.bits.align();
            self.bits.big(bits.next_multiple_of(8))?
        } else {
            // The number of bytes, from 1, then the bytes (X.691 clause 11.5.7.4).
            let bytes = bits.div_ceil(8);
            let count = self.constrained(&BigInt::from(bytes - 1))?;
            self.bits.align();
            self.bits.big((usize::try_from(count).unwrap_or(bytes) + 1).saturating_mul(8))?
        };
        if number > *most { Err(ErrorCode::BadValue) } else { Ok(number) }
    }

    /// Reads an index from 0 to `most`.
    pub(super) fn index(&mut self, most: u64) -> Result<u64, ErrorCode> {
        let index = self.constrained(&BigInt::from(most))?;
        u64::try_from(index).map_err(|_| ErrorCode::BadValue)
    }

    /// Reads a normally small number (X.691 clause 11.6); `BAD_VALUE` above 32 bits.
    pub(super) fn small_number(&mut self) -> Result<u64, ErrorCode> {
        if !self.bits.bit()? {
            return self.bits.number(6);
        }
        let octets = self.counted()?;
        let number = BigInt::from_bytes_be(num_bigint::Sign::Plus, &octets);
        u32::try_from(number).map(u64::from).map_err(|_| ErrorCode::BadValue)
    }

    /// Reads at least one byte after a length.
    fn counted(&mut self) -> Result<Vec<u8>, ErrorCode> {
        let octets = self.contents()?.octets;
        if octets.is_empty() { Err(ErrorCode::BadLength) } else { Ok(octets) }
    }

    /// Calls `read` with the number of items of each piece: all of them, or those of one fragment after the other.
    pub(super) fn pieces(
        &mut self,
        size: &SizeRange,
        mut read: impl FnMut(&mut Self, u64) -> Result<(), ErrorCode>,
    ) -> Result<(), ErrorCode> {
        if let Some(count) = fixed(size) {
            return read(self, count);
        }
        if let Some(most) = size.max.filter(|most| *most < SMALL) {
            let extra = self.constrained(&BigInt::from(most - size.min.min(most)));
            let extra = extra
                .map_err(|code| if code == ErrorCode::BadValue { ErrorCode::BadLength } else { code })?;
            return read(self, size.min + u64::try_from(extra).unwrap_or(0));
        }
        let mut total: u64 = 0;
        loop {
            let (count, is_fragment) = read_length(&mut self.bits, self.is_aligned)?;
            total = total.saturating_add(count);
            if size.max.is_some_and(|most| total > most) || (!is_fragment && total < size.min) {
                return Err(ErrorCode::BadLength);
            }
            read(self, count)?;
            if !is_fragment {
                return Ok(());
            }
        }
    }

    /// Reads the extension bit of a size, if there is one; returns the sizes that remain possible.
    pub(super) fn size(&mut self, size: &SizeRange) -> Result<SizeRange, ErrorCode> {
        if size.extensible && self.bits.bit()? {
            return Ok(SizeRange::default());
        }
        Ok(SizeRange { extensible: false, ..size.clone() })
    }

    /// Reads an INTEGER (X.691 clause 13).
    pub(super) fn integer(&mut self, integer: &Integer, view: &PackedView) -> Result<Value, ErrorCode> {
        let Bounds { min, max, extensible } = &view.values;
        let is_outside = *extensible && self.bits.bit()?;
        let number = match (min, max) {
            (Some(min), Some(max)) if !is_outside => min + self.constrained(&(max - min))?,
            (Some(min), None) if !is_outside => {
                min + BigInt::from_bytes_be(num_bigint::Sign::Plus, &self.counted()?)
            }
            _ => BigInt::from_signed_bytes_be(&self.counted()?),
        };
        if !is_outside && max.as_ref().is_some_and(|max| number > *max) {
            return Err(ErrorCode::BadValue);
        }
        held(number, integer.repr)
    }

    /// Reads an ENUMERATED (X.691 clause 14). An unknown addition gets a number after the known ones.
    pub(super) fn enumerated(&mut self, enumeration: &Enumeration) -> Result<Value, ErrorCode> {
        let (root, additions) = enumerated(enumeration);
        if enumeration.extensible && self.bits.bit()? {
            let index = self.small_number()?;
            let known = usize::try_from(index).ok().and_then(|index| additions.get(index));
            let number = match known {
                Some(number) => (*number).clone(),
                None => {
                    let greatest = enumeration.items.iter().map(|item| &item.1).max();
                    let greatest = greatest.cloned().unwrap_or_default();
                    greatest + 1 + (index - additions.len() as u64)
                }
            };
            return held(number, enumeration.repr());
        }
        let most = root.len().checked_sub(1).ok_or(ErrorCode::BadValue)?;
        let index = self.index(most as u64)?;
        root.get(index as usize).map(|number| Value::Integer((*number).clone())).ok_or(ErrorCode::BadValue)
    }
}

/// Checks that a representation holds a number.
fn held(number: BigInt, repr: IntegerRepr) -> Result<Value, ErrorCode> {
    let fits = repr.limits().is_none_or(|(low, high)| (low..=high).contains(&number));
    if fits { Ok(Value::Integer(number)) } else { Err(ErrorCode::Range) }
}

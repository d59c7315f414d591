//! Decodes messages to values, by `docs/semantics-packed.md` section 5.

use super::Views;
use crate::codec::{Codec, Decoded};
use crate::error::{DecodeError, ErrorCode};
use crate::packed::{Basis, Receiver, Receiving};
use crate::work::Work;
use std::ops::Range;
use syntax_graph::{OctetView, TypeId};

/// Decodes the message of a type at the start of the input.
pub(super) fn decode(
    codec: &Codec<'_>,
    is_canonical: bool,
    (root, input): (TypeId, &[u8]),
    work: &Work,
) -> Result<Decoded, DecodeError> {
    Views::decode(codec, (root, input), work, |basis, state, input| {
        let end = input.len();
        Decoder { basis, state, is_canonical, input, at: 0, end, inner: 0, needed: 0 }.message(root)
    })
}

pub(super) struct Decoder<'c, 'g> {
    pub basis: Basis<'c, 'g, OctetView>,
    pub state: Receiving<Range<usize>>,
    pub is_canonical: bool,
    pub input: &'c [u8],
    /// Offset of the next byte.
    pub at: usize,
    /// End of the message, or of the contents of an open type.
    pub end: usize,
    /// Open types around the cursor.
    pub inner: usize,
    /// After `TRUNCATED`, the least length of the message in bytes.
    pub needed: usize,
}

impl<'c> Decoder<'c, '_> {
    /// Refuses what COER does not send.
    pub(super) fn canonical(&self, holds: bool) -> Result<(), ErrorCode> {
        if self.is_canonical && !holds { Err(ErrorCode::NotCanonical) } else { Ok(()) }
    }

    /// Reads bytes.
    pub(super) fn take(&mut self, bytes: usize) -> Result<&'c [u8], ErrorCode> {
        let end = self.at.saturating_add(bytes);
        if end > self.end {
            if self.inner > 0 {
                return Err(ErrorCode::BadLength);
            }
            self.needed = end;
            return Err(ErrorCode::Truncated);
        }
        let taken = &self.input[self.at..end];
        self.at = end;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, ErrorCode> {
        Ok(self.take(1)?[0])
    }

    /// Reads a length determinant (X.696 clause 8.6).
    pub(super) fn length(&mut self) -> Result<usize, ErrorCode> {
        let first = self.byte()?;
        if first < 0x80 {
            return Ok(first.into());
        }
        let octets = self.take(usize::from(first & 0x7f))?;
        let significant = octets.iter().position(|octet| *octet != 0);
        let Some(significant) = significant else {
            // No bytes, or zeros only.
            self.canonical(octets.is_empty())?;
            return if octets.is_empty() { Err(ErrorCode::BadLength) } else { Ok(0) };
        };
        let length = octets[significant..]
            .iter()
            .try_fold(0_usize, |length, octet| Some(length.checked_mul(256)? + usize::from(*octet)));
        // A length beyond the machine is beyond the input, too.
        let length = length.unwrap_or(usize::MAX);
        self.canonical(significant == 0 && length >= 0x80)?;
        Ok(length)
    }

    /// Reads bytes after their length; returns their place.
    pub(super) fn contents(&mut self) -> Result<Range<usize>, ErrorCode> {
        let length = self.length()?;
        let from = self.at;
        self.take(length)?;
        Ok(from..self.at)
    }

    /// Reads bytes after their length.
    pub(super) fn counted(&mut self) -> Result<&'c [u8], ErrorCode> {
        let length = self.length()?;
        self.take(length)
    }
}

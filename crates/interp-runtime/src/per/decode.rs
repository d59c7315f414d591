//! Decodes messages to values, by `docs/semantics-packed.md` section 3.

use super::Views;
use super::bits::{Bits, Contents};
use crate::codec::{Codec, Decoded};
use crate::error::DecodeError;
use crate::packed::{Basis, Receiver, Receiving};
use crate::work::Work;
use syntax_graph::{PackedView, TypeId};

/// Decodes the message of a type at the start of the input.
pub(super) fn decode(
    codec: &Codec<'_>,
    is_aligned: bool,
    (root, input): (TypeId, &[u8]),
    work: &Work,
) -> Result<Decoded, DecodeError> {
    Views::decode(codec, (root, input), work, |basis, state, input| {
        Decoder { basis, state, is_aligned, bits: Bits::message(input) }.message(root)
    })
}

pub(super) struct Decoder<'c, 'g> {
    pub basis: Basis<'c, 'g, PackedView>,
    pub state: Receiving<Contents>,
    pub is_aligned: bool,
    pub bits: Bits,
}

/// Reads the complete encoding of a CHOICE with an unknown alternative: its index and contents. `None` if it is
/// malformed.
pub(super) fn read_unknown_arm(bits: &mut Bits, is_aligned: bool) -> Option<(u64, Vec<u8>)> {
    if !bits.bit().ok()? {
        return None;
    }
    let index = match bits.bit().ok()? {
        false => bits.number(6).ok()?,
        true => {
            let octets = super::numbers::read_contents(bits, is_aligned).ok()?;
            u32::try_from(num_bigint::BigUint::from_bytes_be(&octets)).ok()?.into()
        }
    };
    let contents = super::numbers::read_contents(bits, is_aligned).ok()?;
    bits.close().ok()?;
    Some((index, contents))
}

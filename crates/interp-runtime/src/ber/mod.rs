//! BER and DER (X.690), as `docs/semantics.md` says.

mod decode;
mod encode;
mod form;
mod header;
mod odd;
mod same;
mod scalar;
mod time;

pub(crate) use decode::{decode, decode_within};

use crate::codec::{Codec, Rules};
use crate::error::EncodeError;
use crate::random::Random;
use syntax_graph::{TypeId, Value};

/// The encoding of a value.
pub(crate) fn encode(codec: &Codec<'_>, root: TypeId, value: &Value) -> Result<Vec<u8>, EncodeError> {
    Ok(encode::element(codec, root, value, None)?.to_octets())
}

/// One of the encodings that BER allows of a value.
pub(crate) fn encode_oddly(
    codec: &Codec<'_>,
    root: TypeId,
    value: &Value,
    random: &mut Random,
) -> Result<Vec<u8>, EncodeError> {
    let element = encode::element(codec, root, value, Some(random))?;
    Ok(odd::to_octets(&element, random))
}

/// Whether an element of either form stands at the start of `octets` and fills them.
pub(crate) fn is_one_element(octets: &[u8]) -> bool {
    header::message_end(octets, Rules::Ber) == Ok(octets.len())
}

//! The codec for BER and DER (X.690), by `docs/semantics.md`.

mod decode;
mod encode;
mod form;
mod header;
mod lengths;
mod odd;
mod same;
mod scalar;
mod set;
mod time;

use crate::codec::{Codec, Decoded, Lengths, Rule, Rules};
use crate::error::{DecodeError, EncodeError};
use crate::random::Random;
use crate::work::Work;
use syntax_graph::{TypeId, Value};

/// The implementation of BER and DER; `rules` of the codec selects one of them.
#[derive(Debug)]
pub(crate) struct Ber;

impl Rule for Ber {
    fn decode(&self, codec: &Codec<'_>, root: TypeId, input: &[u8]) -> Result<Decoded, DecodeError> {
        decode::decode(codec, root, input)
    }

    fn decode_within(
        &self,
        codec: &Codec<'_>,
        ty: TypeId,
        octets: &[u8],
        work: &Work,
    ) -> Result<Decoded, DecodeError> {
        decode::decode_within(codec, ty, octets, work)
    }

    fn is_whole(&self, octets: &[u8]) -> bool {
        is_one_element(octets)
    }

    fn lengths(&self, message: &[u8]) -> Lengths {
        lengths::lengths(message)
    }

    fn encode(&self, codec: &Codec<'_>, root: TypeId, value: &Value) -> Result<Vec<u8>, EncodeError> {
        Ok(encode::element(codec, root, value, None)?.to_octets())
    }

    fn encode_oddly(
        &self,
        codec: &Codec<'_>,
        root: TypeId,
        value: &Value,
        seed: u64,
    ) -> Result<Vec<u8>, EncodeError> {
        if codec.rules == Rules::Der {
            return self.encode(codec, root, value);
        }
        let mut random = Random::new(seed);
        let element = encode::element(codec, root, value, Some(&mut random))?;
        Ok(odd::to_octets(&element, &mut random))
    }
}

/// Returns whether `octets` is exactly one element, of definite or indefinite length.
pub(crate) fn is_one_element(octets: &[u8]) -> bool {
    header::message_end(octets, Rules::Ber) == Ok(octets.len())
}

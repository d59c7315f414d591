//! Encodes values in CANONICAL-PER, by `docs/semantics-packed.md` section 4.

use super::Views;
use super::bits::Writer;
use crate::codec::Codec;
use crate::error::EncodeError;
use crate::packed::{Sender, Sending};
use syntax_graph::{PackedView, TypeId, Value};

/// Returns the complete encoding of a value.
pub(super) fn encode(
    codec: &Codec<'_>,
    is_aligned: bool,
    root: TypeId,
    value: &Value,
) -> Result<Vec<u8>, EncodeError> {
    Views::encode(codec, (root, value), |state| {
        let mut encoder = Encoder { state, is_aligned, out: Writer::default() };
        encoder.root(root, value)?;
        Ok(encoder.out.complete())
    })
}

pub(super) struct Encoder<'c, 'g> {
    pub state: Sending<'c, 'g, PackedView>,
    pub is_aligned: bool,
    pub out: Writer,
}

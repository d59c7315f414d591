//! OER and COER (X.696), by `docs/semantics-packed.md`: the common part of decoder and encoder.
//!
//! Both are one implementation. Encoders send COER. Under [`Oer::is_canonical`], decoders also refuse everything else.

mod decode;
mod encode;
mod floats;
mod scalars;
mod structures;
mod write_scalars;

use crate::codec::{Codec, Decoded, Facts, Rule};
use crate::error::{DecodeError, EncodeError};
use crate::packed;
use crate::work::Work;
use syntax_graph::{
    CharKind, FieldId, IndexVec, OctetView, SyntaxGraph, Tag, TypeId, TypeKind, Union, ValidGraph, Value,
};

/// OER, basic or canonical.
#[derive(Debug)]
pub(crate) struct Oer {
    /// Whether decoders accept COER only.
    pub(crate) is_canonical: bool,
}

impl Rule for Oer {
    fn facts(&self, graph: &ValidGraph, recursive: &IndexVec<FieldId, bool>) -> Facts {
        Box::new(Views::of(graph, recursive, |ty| graph.octet_view(ty), |field| graph.octet_view_in(field)))
    }

    fn decode(&self, codec: &Codec<'_>, root: TypeId, input: &[u8]) -> Result<Decoded, DecodeError> {
        let length = input.len().min(codec.limits.bytes.unwrap_or(usize::MAX));
        let work = Work::of_message(codec.limits.work, length);
        decode::decode(codec, self.is_canonical, (root, input), &work)
    }

    fn decode_within(
        &self,
        codec: &Codec<'_>,
        ty: TypeId,
        octets: &[u8],
        work: &Work,
    ) -> Result<Decoded, DecodeError> {
        decode::decode(codec, self.is_canonical, (ty, octets), work)
    }

    fn is_whole(&self, _: &[u8]) -> bool {
        // A value of no bytes has an encoding of no bytes.
        true
    }

    fn encode(&self, codec: &Codec<'_>, root: TypeId, value: &Value) -> Result<Vec<u8>, EncodeError> {
        encode::encode(codec, root, value)
    }
}

/// What the codec knows of each type and field.
type Views = packed::Views<OctetView>;

/// The largest number of a tag that fits the first byte (X.696 clause 8.7).
const SHORT_TAG: u32 = 62;

/// Returns the arm that a tag selects: the arm with this tag, or an untagged CHOICE with such an arm.
fn arm_of(graph: &SyntaxGraph, union: &Union, tag: Tag) -> Option<usize> {
    union.arms.iter().position(|arm| begins(graph, *arm, tag, graph.fields.len()))
}

/// Returns whether the encoding of a field begins with a tag. `left` ends a cycle of untagged unions, which validation
/// refuses.
fn begins(graph: &SyntaxGraph, field: FieldId, tag: Tag, left: usize) -> bool {
    let node = &graph.fields[field];
    match (node.tags.first(), graph.kind(node.target)) {
        (Some(own), _) => *own == tag,
        (None, TypeKind::Union(union)) if left > 0 => {
            union.arms.iter().any(|arm| begins(graph, *arm, tag, left - 1))
        }
        (None, _) => false,
    }
}

/// Returns the bytes of a character, if all characters of the kind have the same number (X.696 clause 27).
fn width(kind: CharKind) -> Option<usize> {
    match kind {
        CharKind::Bmp => Some(2),
        CharKind::Universal => Some(4),
        CharKind::Ia5 | CharKind::Visible | CharKind::Printable | CharKind::Numeric => Some(1),
        _ => None,
    }
}

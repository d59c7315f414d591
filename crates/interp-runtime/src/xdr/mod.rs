//! XDR (RFC 4506), by `docs/semantics-xdr.md`: the common part of decoder and encoder.

mod decode;
mod encode;
mod extent;

use crate::codec::{Codec, Decoded, Facts, Rule};
use crate::error::{DecodeError, EncodeError};
use crate::nesting::{self, Levels, levels};
use extent::{Extent, extents};
use syntax_graph::{FieldId, IndexVec, IntegerRepr, TypeId, ValidGraph, Value};

/// XDR.
#[derive(Debug)]
pub(crate) struct Xdr;

impl Rule for Xdr {
    fn facts(&self, graph: &ValidGraph, recursive: &IndexVec<FieldId, bool>) -> Facts {
        Box::new(Sizes { extents: extents(graph), levels: levels(graph, recursive) })
    }

    fn decode(&self, codec: &Codec<'_>, root: TypeId, input: &[u8]) -> Result<Decoded, DecodeError> {
        decode::decode(codec, root, input)
    }

    fn encode(&self, codec: &Codec<'_>, root: TypeId, value: &Value) -> Result<Vec<u8>, EncodeError> {
        encode::encode(codec, root, value)
    }
}

/// Facts about the values of each type.
#[derive(Debug)]
struct Sizes {
    extents: IndexVec<TypeId, Extent>,
    /// The nesting of values when no recursive field is entered.
    levels: Levels,
}

/// Returns the extent of a type.
fn extent_of(codec: &Codec<'_>, ty: TypeId) -> Extent {
    codec.facts::<Sizes>().map_or(Extent::default(), |sizes| sizes.extents[ty])
}

/// Returns the largest nesting of a type's values.
fn nesting_of(codec: &Codec<'_>, ty: TypeId) -> usize {
    codec.facts::<Sizes>().map_or(0, |sizes| nesting::of_type(codec, &sizes.levels, ty))
}

/// Bytes of a discriminant, a count, or the word before a list element.
const WORD: u64 = 4;

/// Returns a length with its padding (RFC 4506 section 3).
const fn padded(length: u64) -> u64 {
    length.div_ceil(WORD) * WORD
}

/// Returns the number of bytes of an integer, and whether it is signed.
fn integer_width(repr: IntegerRepr) -> (usize, bool) {
    let (bits, signed) = repr.machine().unwrap_or((64, true));
    (if bits > 32 { 8 } else { 4 }, signed)
}

//! XDR (RFC 4506), by `docs/semantics-xdr.md`: the common part of decoder and encoder.

mod decode;
mod encode;
mod extent;

use crate::codec::{Codec, Decoded, Facts, MAX_NESTING, Rule};
use crate::error::{DecodeError, EncodeError};
use extent::{Extent, extents};
use syntax_graph::{FieldId, IndexVec, IntegerRepr, SyntaxGraph, TypeId, ValidGraph, Value};

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
    levels: IndexVec<TypeId, usize>,
}

/// Returns the extent of a type.
fn extent_of(codec: &Codec<'_>, ty: TypeId) -> Extent {
    codec.facts::<Sizes>().map_or(Extent::default(), |sizes| sizes.extents[ty])
}

/// Returns the largest nesting of a type's values.
fn nesting_of(codec: &Codec<'_>, ty: TypeId) -> usize {
    let Some(Sizes { levels, .. }) = codec.facts() else { return 0 };
    let recursion = codec.known.recursive.iter().any(|recursive| *recursive);
    let deepest = levels.iter().copied().max().unwrap_or(0);
    let deepest = if recursion { deepest.saturating_mul(codec.limits.depth.saturating_add(1)) } else { 0 };
    levels[codec.graph.resolve(ty)].max(deepest).min(MAX_NESTING + 1)
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

/// Returns the nesting of each type's values when no recursive field is entered.
pub(crate) fn levels(graph: &SyntaxGraph, recursive: &IndexVec<FieldId, bool>) -> IndexVec<TypeId, usize> {
    let mut levels: IndexVec<TypeId, usize> = IndexVec::filled(0, graph.types.len());
    // Without the fields that close cycles, types form no cycle: a type is done when its fields' types are.
    for start in graph.types.ids() {
        let mut stack = vec![(start, 0)];
        while let Some((ty, next)) = stack.pop() {
            if levels[ty] > 0 {
                continue;
            }
            let inner = |field: &&FieldId| !recursive[**field];
            if let Some(field) = graph.fields_of(ty).get(next) {
                stack.push((ty, next + 1));
                if inner(&field) {
                    stack.push((graph.resolve(graph.fields[*field].target), 0));
                }
                continue;
            }
            let fields = graph.fields_of(ty).iter().filter(inner);
            let below = fields.map(|field| levels[graph.resolve(graph.fields[*field].target)]).max();
            levels[ty] = 1 + below.unwrap_or(0);
        }
    }
    levels
}

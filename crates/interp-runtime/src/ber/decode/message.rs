//! Finds the end of a message, or the least length of an incomplete one (`docs/semantics.md` section 3, *The
//! message*).

use crate::ber::form::Form;
use crate::ber::header::{self, Fault};
use crate::codec::Codec;
use crate::error::{DecodeError, ErrorCode};
use syntax_graph::{TypeId, TypeKind};

/// Returns the length of the message at the start of the input, or the length of the input if the message's header
/// is malformed.
pub(super) fn extent(codec: &Codec<'_>, root: TypeId, input: &[u8]) -> Result<usize, DecodeError> {
    let least = match header::message_end(input, codec.rules) {
        Ok(length) => return Ok(length),
        Err(Fault::Code(_)) => return Ok(input.len()),
        Err(Fault::Cut(least)) => least,
    };
    if !can_begin(codec, root, input) {
        return Err(refused(codec, root, ErrorCode::BadTag));
    }
    if codec.limits.bytes.is_some_and(|most| least > most) {
        return Err(refused(codec, root, ErrorCode::Limit));
    }
    Err(DecodeError { needed: Some(least), ..refused(codec, root, ErrorCode::Truncated) })
}

/// Returns an error at the start of the message.
pub(super) fn refused(codec: &Codec<'_>, root: TypeId, code: ErrorCode) -> DecodeError {
    DecodeError { code, offset: 0, bit: 0, path: codec.graph.type_path(root), needed: None }
}

/// Returns whether a value of the root can begin with the input, as far as the input holds identifier octets.
fn can_begin(codec: &Codec<'_>, root: TypeId, input: &[u8]) -> bool {
    let graph = codec.graph;
    let firsts = codec.known.firsts.of_type(root);
    let has_other_arms = graph.types[root].tags.is_empty()
        && matches!(graph.kind(root), TypeKind::Union(union) if union.extensible);
    let mut tags = firsts.tags.iter();
    firsts.any
        || has_other_arms
        || tags.any(|first| header::may_begin(input, first.tag, Form::of_first(graph, *first), codec.rules))
}

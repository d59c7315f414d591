//! Which bytes of a message hold which field, for people who read a message.

use crate::codec::{Codec, Decoded};
use crate::error::DecodeError;
use crate::trace::{Part, Trace};
use syntax_graph::{FieldId, TypeId, TypeKind, Value};

impl Codec<'_> {
    /// Decodes the message at the start of the input as [`Codec::decode`] does. Also returns its parts, from the
    /// first byte on, enclosing ones first. Of a message in error these are the parts up to the error.
    pub fn parts(&self, root: TypeId, input: &[u8]) -> (Vec<Part>, Result<Decoded, DecodeError>) {
        let trace = Trace::default();
        let mut codec = self.clone();
        codec.trace = Some(trace.clone());
        let decoded = codec.decode(root, input);
        let mut parts = trace.take();
        parts.sort_by_key(|part| (part.start, part.depth));
        (parts, decoded)
    }

    /// Notes a part that has been decoded; `place` is where it starts and ends.
    pub(crate) fn note(
        &self,
        field: Option<FieldId>,
        ty: TypeId,
        (start, end): (usize, usize),
        depth: usize,
        value: Option<&Value>,
    ) {
        let Some(trace) = &self.trace else { return };
        let kind = &self.graph.types[self.graph.resolve(ty)].kind;
        let is_scalar = matches!(kind, TypeKind::Scalar(_) | TypeKind::Open(_));
        let is_complete = value.is_some();
        let value = value.filter(|_| is_scalar).cloned();
        trace.push(Part { field, ty, start, end, depth, value, is_complete });
    }

    /// Returns the codec without a trace, for values that are not bytes of the message.
    pub(crate) fn untraced(&self) -> Self {
        let mut codec = self.clone();
        codec.trace = None;
        codec
    }
}

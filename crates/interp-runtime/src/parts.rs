//! Which bytes of a message hold which field, for people who read a message.

use crate::codec::{Codec, Decoded};
use crate::error::DecodeError;
use std::sync::{Arc, Mutex};
use syntax_graph::{FieldId, TypeId, TypeKind, Value};

/// A stretch of a message that holds one value.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The field; `None` for the message itself and for the value of an open type.
    pub field: Option<FieldId>,
    /// The type of the value.
    pub ty: TypeId,
    /// Offset of its first byte.
    pub start: usize,
    /// Offset behind its last byte.
    pub end: usize,
    /// Number of constructors around it.
    pub depth: usize,
    /// The value of a scalar; `None` for constructors, and where decoding stopped inside.
    pub value: Option<Value>,
    /// Whether the decoder came to its end.
    pub is_complete: bool,
}

/// The parts that a decoder has met so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace(Arc<Mutex<Vec<Part>>>);

impl Trace {
    fn push(&self, part: Part) {
        if let Ok(mut parts) = self.0.lock() {
            parts.push(part);
        }
    }

    fn take(&self) -> Vec<Part> {
        self.0.lock().map(|mut parts| std::mem::take(&mut *parts)).unwrap_or_default()
    }
}

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

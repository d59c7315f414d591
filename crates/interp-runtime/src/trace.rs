//! Records the parts of a message as a decoder meets them.

use std::sync::{Arc, Mutex};
use syntax_graph::{FieldId, TypeId, Value};

/// The bytes of a message that hold one value.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The field; `None` for the message itself and for the value of an open type.
    pub field: Option<FieldId>,
    /// The type of the value.
    pub ty: TypeId,
    /// Offset of its first byte.
    pub start: usize,
    /// Offset after its last byte.
    pub end: usize,
    /// Number of constructors around it.
    pub depth: usize,
    /// The value of a scalar; `None` for constructors, and if decoding stopped inside.
    pub value: Option<Value>,
    /// Whether the decoder reached its end.
    pub is_complete: bool,
}

/// The parts that a decoder has met so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace(Arc<Mutex<Vec<Part>>>);

impl Trace {
    pub(crate) fn push(&self, part: Part) {
        if let Ok(mut parts) = self.0.lock() {
            parts.push(part);
        }
    }

    pub(crate) fn take(&self) -> Vec<Part> {
        self.0.lock().map(|mut parts| std::mem::take(&mut *parts)).unwrap_or_default()
    }
}

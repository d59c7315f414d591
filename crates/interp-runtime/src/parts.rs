//! Maps the bytes of a message to its fields, for people who read the message.

use crate::codec::{Codec, Decoded};
use crate::error::DecodeError;
use crate::trace::{Part, Trace};
use syntax_graph::{FieldId, TypeId, TypeKind, Value};

impl Codec<'_> {
    /// Decodes the message at the start of the input as [`Codec::decode`] does, and also returns its parts. The
    /// parts have the order of their first bytes, enclosing parts first. For a message in error, they end at the
    /// error.
    pub fn parts(&self, root: TypeId, input: &[u8]) -> (Vec<Part>, Result<Decoded, DecodeError>) {
        let trace = Trace::default();
        let mut codec = self.clone();
        codec.trace = Some(trace.clone());
        let decoded = codec.decode(root, input);
        let mut parts = Vec::new();
        Tree::of(trace.take()).into_iter().for_each(|tree| tree.flatten(&mut parts));
        (parts, decoded)
    }

    /// Records the part from offset `start` to `end`. `value` is `None` if decoding stopped inside the part.
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

/// A part with those inside it.
struct Tree {
    part: Part,
    inside: Vec<Tree>,
}

impl Tree {
    /// Nests parts that are in the order in which a decoder leaves them. Under packed rules, bytes do not tell what is
    /// inside: many parts can begin in one byte.
    fn of(parts: Vec<Part>) -> Vec<Self> {
        let mut open: Vec<Self> = Vec::new();
        for part in parts {
            let around = open.iter().rposition(|tree| tree.part.depth <= part.depth);
            let mut inside = open.split_off(around.map_or(0, |at| at + 1));
            // Types that a governor resolves are decoded after what follows them.
            inside.sort_by_key(|tree| (tree.part.start, tree.part.depth));
            open.push(Self { part, inside });
        }
        open
    }

    fn flatten(self, parts: &mut Vec<Part>) {
        parts.push(self.part);
        self.inside.into_iter().for_each(|tree| tree.flatten(parts));
    }
}

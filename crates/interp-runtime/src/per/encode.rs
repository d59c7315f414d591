//! Encodes values in CANONICAL-PER, by `docs/semantics-packed.md` section 4.

use super::Views;
use super::bits::Writer;
use crate::codec::Codec;
use crate::error::EncodeError;
use crate::packed::Sender;
use crate::work::Work;
use syntax_graph::{PackedView, TypeId, TypeKind, Value};

/// Returns the complete encoding of a value.
pub(super) fn encode(
    codec: &Codec<'_>,
    is_aligned: bool,
    root: TypeId,
    value: &Value,
) -> Result<Vec<u8>, EncodeError> {
    Views::encode(codec, (root, value), |views, path, work| {
        let out = Writer::default();
        let mut encoder = Encoder { codec, views, is_aligned, path, depth: 0, work, out };
        encoder.root(root, value)?;
        Ok(encoder.out.complete())
    })
}

pub(super) struct Encoder<'c, 'g> {
    pub codec: &'c Codec<'g>,
    pub views: &'c Views,
    pub is_aligned: bool,
    pub path: String,
    /// Open recursive fields and values of open types.
    pub depth: usize,
    /// Work left for checks of CONTAINING.
    work: Work,
    pub out: Writer,
}

impl<'c, 'g> Sender<'c, 'g> for Encoder<'c, 'g> {
    type View = PackedView;

    fn codec(&self) -> &'c Codec<'g> {
        self.codec
    }

    fn views(&self) -> &'c Views {
        self.views
    }

    fn work(&self) -> &Work {
        &self.work
    }

    fn path(&self) -> &str {
        &self.path
    }

    fn path_mut(&mut self) -> &mut String {
        &mut self.path
    }

    fn depth(&mut self) -> &mut usize {
        &mut self.depth
    }

    fn value(&mut self, ty: TypeId, view: &PackedView, value: &Value) -> Result<(), EncodeError> {
        let graph = self.codec.graph;
        let ty = graph.resolve(ty);
        match (&graph.types[ty].kind, value.plain()) {
            (TypeKind::Scalar(scalar), value) => self.scalar(scalar, view, value),
            (TypeKind::Structure(structure), Value::Structure(values)) => {
                self.structure(ty, structure, values)
            }
            (TypeKind::Union(union), value) if union.discriminant.is_none() => self.union(union, value),
            (TypeKind::Array(array), Value::Array(values)) if !array.linked => {
                self.array(array, view, values)
            }
            (TypeKind::Open(open), value) => self.open(open, value),
            (TypeKind::Structure(_), _) => self.mismatch("a structure"),
            (TypeKind::Array(_), _) => self.mismatch("an array"),
            _ => self.mismatch("a type of ASN.1"),
        }
    }
}

impl Encoder<'_, '_> {
    /// Returns the bits that `write` writes, as a complete encoding of its own.
    pub(super) fn apart(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<Vec<u8>, EncodeError> {
        let outer = std::mem::take(&mut self.out);
        write(self)?;
        Ok(std::mem::replace(&mut self.out, outer).complete())
    }
}

//! The most bytes that decoding a type uses in the arena, if bounded: `T_ARENA_MAX`.
//!
//! The arena holds arrays, the alternatives of open types, and joined strings. There is no bound if one of
//! them can have any size: arrays without an upper bound, recursion, strings in segments (BER), contents that
//! constraints decode. Sizes are those of 64-bit pointers; other targets need less.

use super::Model;
use super::encoded_max::{MOST, Octets, Parts, Sizes, bounded};
use super::layout::CType;
use syntax_graph::{FieldId, Scalar, TypeId, TypeKind};

/// The largest alignment of a piece of the arena, in bytes.
const ALIGN: u64 = 8;

/// Returns the bytes of an arena, at any address, in which every message of type `root` can be decoded.
pub fn arena_max(model: &Model<'_>, root: TypeId) -> Octets {
    if !model.contained.is_empty() {
        return None;
    }
    let parts = Arena { model };
    match parts.of(&Sizes::find(model.graph, root, &parts), root)? {
        0 => Some(0),
        octets => bounded(octets, ALIGN - 1),
    }
}

struct Arena<'a> {
    model: &'a Model<'a>,
}

impl Parts for Arena<'_> {
    fn field(&self, sizes: &Sizes<'_>, field: FieldId) -> Octets {
        let graph = self.model.graph;
        let node = &graph.fields[field];
        let inside = self.of(sizes, node.target)?;
        // The value of an alternative is itself in the arena.
        let is_boxed = matches!(graph.types[node.owner].kind, TypeKind::Open(_));
        if is_boxed { bounded(inside, self.piece(self.extent(field))?) } else { Some(inside) }
    }
}

impl Arena<'_> {
    fn extent(&self, field: FieldId) -> u64 {
        self.model.layouts.extent(self.model.layouts.ctype(field)).size
    }

    /// Returns the bytes that a piece of the arena takes, padding included.
    fn piece(&self, octets: u64) -> Octets {
        octets.checked_next_multiple_of(ALIGN).filter(|octets| *octets <= MOST)
    }

    /// Returns the arena bytes of the parts of a value outside its struct.
    fn of(&self, sizes: &Sizes<'_>, ty: TypeId) -> Octets {
        let graph = self.model.graph;
        let ty = graph.resolve(ty);
        match &graph.types[ty].kind {
            TypeKind::Scalar(scalar) => self.scalar(scalar),
            // Where a message is bits, its unknown additions of any number and length are copied.
            TypeKind::Structure(_)
                if graph.extended.contains(&ty) && self.model.options.rules.is_packed() =>
            {
                None
            }
            TypeKind::Structure(_) | TypeKind::Union(_) | TypeKind::Open(_) => sizes.parts(ty),
            TypeKind::Array(array) if array.linked || array.size.extensible => None,
            TypeKind::Array(array) => {
                let count = array.size.max?;
                let inside = sizes.parts(ty)?.checked_mul(count)?;
                if self.model.layouts.holds_elements(graph, ty) {
                    return bounded(inside, 0);
                }
                // An element without a value, NULL, is a byte.
                let element = self.extent(array.element).max(1);
                bounded(inside, self.piece(element.checked_mul(count)?)?)
            }
            TypeKind::Reference(_) => None,
        }
    }

    fn scalar(&self, scalar: &Scalar) -> Octets {
        let is_string = matches!(self.model.layouts.scalar(scalar), CType::Slice | CType::Bits)
            && !matches!(
                scalar,
                Scalar::Integer(_) | Scalar::Real | Scalar::ObjectIdentifier | Scalar::RelativeOid
            );
        let is_held = matches!(self.model.layouts.scalar(scalar), CType::Slice | CType::Bits);
        if is_held { self.model.options.rules.encoding().arena(scalar, is_string) } else { Some(0) }
    }
}

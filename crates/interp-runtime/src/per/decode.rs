//! Decodes messages to values, by `docs/semantics-packed.md` section 3.

use super::Views;
use super::bits::{Bits, Contents};
use crate::codec::{Codec, Decoded, MAX_NESTING};
use crate::constraint::Place;
use crate::error::{DecodeError, ErrorCode};
use crate::opens::{Pending, Resolver};
use crate::packed::{MOST_EMPTY, refused};
use crate::work::Work;
use syntax_graph::{FieldId, PackedView, TypeId, TypeKind, Value};

/// Decodes the message of a type at the start of the input.
pub(super) fn decode(
    codec: &Codec<'_>,
    is_aligned: bool,
    (root, input): (TypeId, &[u8]),
    work: &Work,
) -> Result<Decoded, DecodeError> {
    Views::decode(codec, (root, input), |views, input, path| {
        let mut decoder = Decoder {
            codec,
            views,
            work,
            is_aligned,
            bits: Bits::message(input),
            path,
            start: 0,
            depth: 0,
            nested: 0,
            empty: 0,
            opens: Vec::new(),
        };
        decoder.message(root)
    })
}

pub(super) struct Decoder<'c, 'g> {
    pub codec: &'c Codec<'g>,
    pub views: &'c Views,
    work: &'c Work,
    pub is_aligned: bool,
    pub bits: Bits,
    /// The path of the field that is being decoded; after an error, that of the failed field.
    pub path: String,
    /// The first bit of the innermost construct; after an error, that of the failed one.
    pub start: usize,
    /// Entered recursive fields and values of open types.
    pub depth: usize,
    /// Entered constructs.
    pub nested: usize,
    /// Elements and characters without bits so far.
    empty: u64,
    /// Open types that wait for the end of the structure with their governor.
    pub opens: Vec<Pending<Contents>>,
}

impl<'c, 'g> Resolver<'c, 'g> for Decoder<'c, 'g> {
    type Contents = Contents;

    fn codec(&self) -> &'c Codec<'g> {
        self.codec
    }

    fn pending(&mut self) -> &mut Vec<Pending<Self::Contents>> {
        &mut self.opens
    }

    fn path(&mut self) -> &mut String {
        &mut self.path
    }

    fn depth(&mut self) -> &mut usize {
        &mut self.depth
    }

    fn value(&mut self, arm: FieldId, contents: Self::Contents) -> Result<Value, ErrorCode> {
        let outer = std::mem::replace(&mut self.start, contents.base);
        let target = self.codec.graph.fields[arm].target;
        let value = self.inside(&contents, |own| own.root(target, Some(arm)))?;
        self.start = outer;
        Ok(value)
    }
}

impl<'g> Decoder<'_, 'g> {
    fn message(&mut self, root: TypeId) -> Result<Decoded, DecodeError> {
        let result = self.root(root, None).and_then(|value| Ok((value, self.bits.complete()?)));
        match result {
            Ok((value, length)) => {
                self.codec.note(None, root, (0, length), 0, Some(&value));
                Ok(Decoded { value, length })
            }
            Err(code) => Err(self.refused(code)),
        }
    }

    fn refused(&mut self, code: ErrorCode) -> DecodeError {
        let place = (self.start / 8, (self.start % 8) as u8);
        refused(self.codec, code, self.bits.needed(), place, std::mem::take(&mut self.path))
    }

    /// Reads a complete value of a type: a message, or the value of an open type that `arm` selects.
    pub(super) fn root(&mut self, root: TypeId, arm: Option<FieldId>) -> Result<Value, ErrorCode> {
        let view = &self.views.types[root];
        let from = self.bits.place();
        let value = self.value(root, view)?;
        self.codec.check(Place::Root(root), &value, self.work)?;
        if arm.is_some() {
            self.note(None, root, from, &value);
        }
        Ok(value)
    }

    /// Records a part that starts at bit `from` and ends at the cursor.
    fn note(&self, field: Option<FieldId>, ty: TypeId, from: usize, value: &Value) {
        let place = (from / 8, self.bits.place().div_ceil(8));
        if self.bits.is_whole() {
            self.codec.note(field, ty, place, self.nested, Some(value));
        }
    }

    /// Reads the value of a field; `step` is its part of the path.
    pub(super) fn field(&mut self, field: FieldId, step: &str) -> Result<Value, ErrorCode> {
        let target = self.codec.graph.fields[field].target;
        let length = self.path.len();
        self.path.push_str(step);
        let is_recursive = self.codec.is_recursive(field);
        if is_recursive && self.depth >= self.codec.limits.depth {
            return Err(ErrorCode::Depth);
        }
        self.depth += usize::from(is_recursive);
        let from = self.bits.place();
        let value = self.value(target, &self.views.fields[field])?;
        self.codec.check(Place::Field(field), &value, self.work)?;
        self.note(Some(field), target, from, &value);
        self.depth -= usize::from(is_recursive);
        self.path.truncate(length);
        Ok(value)
    }

    /// Reads a construct: errors inside have its first bit as their place.
    pub(super) fn construct<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, ErrorCode>,
    ) -> Result<T, ErrorCode> {
        if self.nested >= MAX_NESTING {
            return Err(ErrorCode::Depth);
        }
        let outer = std::mem::replace(&mut self.start, self.bits.place());
        self.nested += 1;
        let value = read(self)?;
        self.nested -= 1;
        self.start = outer;
        Ok(value)
    }

    /// Reads a complete encoding that fills the contents of an open type.
    pub(super) fn inside<T>(
        &mut self,
        contents: &Contents,
        read: impl FnOnce(&mut Self) -> Result<T, ErrorCode>,
    ) -> Result<T, ErrorCode> {
        let outer = std::mem::replace(&mut self.bits, Bits::inside(contents));
        let value = read(self)?;
        self.bits.close()?;
        self.bits = outer;
        Ok(value)
    }

    /// Counts elements or characters that took no bits.
    pub(super) fn count_empty(&mut self, count: u64) -> Result<(), ErrorCode> {
        self.empty = self.empty.saturating_add(count);
        if self.empty > MOST_EMPTY { Err(ErrorCode::Limit) } else { Ok(()) }
    }

    pub(super) fn value(&mut self, ty: TypeId, view: &PackedView) -> Result<Value, ErrorCode> {
        let graph = self.codec.graph;
        let ty = graph.resolve(ty);
        match &graph.types[ty].kind {
            TypeKind::Scalar(scalar) => self.scalar(scalar, view),
            TypeKind::Structure(structure) => self.construct(|own| own.structure(ty, structure)),
            TypeKind::Union(union) if union.discriminant.is_none() => self.construct(|own| own.union(union)),
            TypeKind::Array(array) if !array.linked => self.array(array, view),
            TypeKind::Open(_) => self.open(ty),
            TypeKind::Union(_) | TypeKind::Array(_) | TypeKind::Reference(_) => Err(ErrorCode::BadValue),
        }
    }
}

/// Reads the complete encoding of a CHOICE with an unknown alternative: its index and contents. `None` if it is
/// malformed.
pub(super) fn read_unknown_arm(bits: &mut Bits, is_aligned: bool) -> Option<(u64, Vec<u8>)> {
    if !bits.bit().ok()? {
        return None;
    }
    let index = match bits.bit().ok()? {
        false => bits.number(6).ok()?,
        true => {
            let octets = super::numbers::read_contents(bits, is_aligned).ok()?;
            u32::try_from(num_bigint::BigUint::from_bytes_be(&octets)).ok()?.into()
        }
    };
    let contents = super::numbers::read_contents(bits, is_aligned).ok()?;
    bits.close().ok()?;
    Some((index, contents))
}

//! Decodes messages to values, by `docs/semantics-packed.md` section 5.

use super::Views;
use crate::codec::{Codec, Decoded, MAX_NESTING};
use crate::constraint::Place;
use crate::error::{DecodeError, ErrorCode};
use crate::opens::{Pending, Resolver};
use crate::packed::{MOST_EMPTY, refused};
use crate::work::Work;
use std::ops::Range;
use syntax_graph::{FieldId, OctetView, TypeId, TypeKind, Value};

/// Decodes the message of a type at the start of the input.
pub(super) fn decode(
    codec: &Codec<'_>,
    is_canonical: bool,
    (root, input): (TypeId, &[u8]),
    work: &Work,
) -> Result<Decoded, DecodeError> {
    Views::decode(codec, (root, input), |views, input, path| {
        let mut decoder = Decoder {
            codec,
            views,
            work,
            is_canonical,
            input,
            at: 0,
            end: input.len(),
            inner: 0,
            needed: 0,
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
    pub is_canonical: bool,
    pub input: &'c [u8],
    /// Offset of the next byte.
    pub at: usize,
    /// End of the message, or of the contents of an open type.
    pub end: usize,
    /// Open types around the cursor.
    inner: usize,
    /// After `TRUNCATED`, the least length of the message in bytes.
    needed: usize,
    /// The path of the field that is being decoded; after an error, that of the failed field.
    pub path: String,
    /// The first byte of the innermost construct; after an error, that of the failed one.
    pub start: usize,
    /// Entered recursive fields and values of open types.
    pub depth: usize,
    /// Entered constructs.
    nested: usize,
    /// Elements without bytes so far.
    empty: u64,
    /// Open types that wait for the end of the structure with their governor.
    pub opens: Vec<Pending<Range<usize>>>,
}

impl<'c, 'g> Resolver<'c, 'g> for Decoder<'c, 'g> {
    type Contents = Range<usize>;

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
        let outer = std::mem::replace(&mut self.start, contents.start);
        let target = self.codec.graph.fields[arm].target;
        let value = self.inside(contents, |own| own.root(target, Some(arm)))?;
        self.start = outer;
        Ok(value)
    }
}

impl<'c> Decoder<'c, '_> {
    fn message(&mut self, root: TypeId) -> Result<Decoded, DecodeError> {
        match self.root(root, None) {
            Ok(value) => {
                self.codec.note(None, root, (0, self.at), 0, Some(&value));
                Ok(Decoded { value, length: self.at })
            }
            Err(code) => Err(self.refused(code)),
        }
    }

    fn refused(&mut self, code: ErrorCode) -> DecodeError {
        let needed = self.needed.max(self.input.len() + 1);
        refused(self.codec, code, needed, (self.start, 0), std::mem::take(&mut self.path))
    }

    /// Reads a complete value of a type: a message, or the value of an open type that `arm` selects.
    pub(super) fn root(&mut self, root: TypeId, arm: Option<FieldId>) -> Result<Value, ErrorCode> {
        let from = self.at;
        let value = self.value(root, &self.views.types[root])?;
        self.codec.check(Place::Root(root), &value, self.work)?;
        if arm.is_some() {
            self.codec.note(None, root, (from, self.at), self.nested, Some(&value));
        }
        Ok(value)
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
        let from = self.at;
        let value = self.value(target, &self.views.fields[field])?;
        self.codec.check(Place::Field(field), &value, self.work)?;
        self.codec.note(Some(field), target, (from, self.at), self.nested, Some(&value));
        self.depth -= usize::from(is_recursive);
        self.path.truncate(length);
        Ok(value)
    }

    /// Reads a construct: errors inside have its first byte as their place.
    pub(super) fn construct<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, ErrorCode>,
    ) -> Result<T, ErrorCode> {
        if self.nested >= MAX_NESTING {
            return Err(ErrorCode::Depth);
        }
        let outer = std::mem::replace(&mut self.start, self.at);
        self.nested += 1;
        let value = read(self)?;
        self.nested -= 1;
        self.start = outer;
        Ok(value)
    }

    /// Reads a value that fills the contents of an open type; afterwards the cursor is where it was.
    pub(super) fn inside<T>(
        &mut self,
        contents: Range<usize>,
        read: impl FnOnce(&mut Self) -> Result<T, ErrorCode>,
    ) -> Result<T, ErrorCode> {
        let outer = (self.at, self.end);
        (self.at, self.end) = (contents.start, contents.end);
        self.inner += 1;
        let value = read(self)?;
        if self.at < self.end {
            return Err(ErrorCode::BadLength);
        }
        self.inner -= 1;
        (self.at, self.end) = outer;
        Ok(value)
    }

    /// Counts an element that took no bytes.
    pub(super) fn count_empty(&mut self) -> Result<(), ErrorCode> {
        self.empty += 1;
        if self.empty > MOST_EMPTY { Err(ErrorCode::Limit) } else { Ok(()) }
    }

    /// Refuses what COER does not send.
    pub(super) fn canonical(&self, holds: bool) -> Result<(), ErrorCode> {
        if self.is_canonical && !holds { Err(ErrorCode::NotCanonical) } else { Ok(()) }
    }

    /// Reads bytes.
    pub(super) fn take(&mut self, bytes: usize) -> Result<&'c [u8], ErrorCode> {
        let end = self.at.saturating_add(bytes);
        if end > self.end {
            if self.inner > 0 {
                return Err(ErrorCode::BadLength);
            }
            self.needed = end;
            return Err(ErrorCode::Truncated);
        }
        let taken = &self.input[self.at..end];
        self.at = end;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, ErrorCode> {
        Ok(self.take(1)?[0])
    }

    /// Reads a length determinant (X.696 clause 8.6).
    pub(super) fn length(&mut self) -> Result<usize, ErrorCode> {
        let first = self.byte()?;
        if first < 0x80 {
            return Ok(first.into());
        }
        let octets = self.take(usize::from(first & 0x7f))?;
        let significant = octets.iter().position(|octet| *octet != 0);
        let Some(significant) = significant else {
            // No bytes, or zeros only.
            self.canonical(octets.is_empty())?;
            return if octets.is_empty() { Err(ErrorCode::BadLength) } else { Ok(0) };
        };
        let length = octets[significant..]
            .iter()
            .try_fold(0_usize, |length, octet| Some(length.checked_mul(256)? + usize::from(*octet)));
        // A length beyond the machine is beyond the input, too.
        let length = length.unwrap_or(usize::MAX);
        self.canonical(significant == 0 && length >= 0x80)?;
        Ok(length)
    }

    /// Reads bytes after their length; returns their place.
    pub(super) fn contents(&mut self) -> Result<Range<usize>, ErrorCode> {
        let length = self.length()?;
        let from = self.at;
        self.take(length)?;
        Ok(from..self.at)
    }

    /// Reads bytes after their length.
    pub(super) fn counted(&mut self) -> Result<&'c [u8], ErrorCode> {
        let length = self.length()?;
        self.take(length)
    }

    fn value(&mut self, ty: TypeId, view: &OctetView) -> Result<Value, ErrorCode> {
        let graph = self.codec.graph;
        let ty = graph.resolve(ty);
        match &graph.types[ty].kind {
            TypeKind::Scalar(scalar) => self.scalar(scalar, view),
            TypeKind::Structure(structure) => self.construct(|own| own.structure(ty, structure)),
            TypeKind::Union(union) if union.discriminant.is_none() => self.construct(|own| own.union(union)),
            TypeKind::Array(array) if !array.linked => self.array(array),
            TypeKind::Open(_) => {
                let contents = self.contents()?;
                let octets = self.input[contents.clone()].to_vec();
                if self.codec.known.related.contains(&ty) {
                    self.opens.push(Pending { open: ty, contents: Some(contents) });
                }
                Ok(Value::Open(octets))
            }
            TypeKind::Union(_) | TypeKind::Array(_) | TypeKind::Reference(_) => Err(ErrorCode::BadValue),
        }
    }
}

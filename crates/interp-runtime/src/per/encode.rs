//! Encodes values in CANONICAL-PER, by `docs/semantics-packed.md` section 4.

use super::Views;
use super::bits::Writer;
use crate::codec::{Codec, MAX_NESTING};
use crate::constraint::Place;
use crate::error::{EncodeError, ErrorCode};
use crate::nesting::{value_levels, with_stack};
use crate::work::Work;
use syntax_graph::{FieldId, PackedView, TypeId, TypeKind, Value};

/// Returns the complete encoding of a value.
pub(super) fn encode(
    codec: &Codec<'_>,
    is_aligned: bool,
    root: TypeId,
    value: &Value,
) -> Result<Vec<u8>, EncodeError> {
    let levels = value_levels(value);
    let path = codec.graph.type_path(root);
    let refused = |code, message: String| EncodeError { code, path: path.clone(), message };
    if levels > MAX_NESTING {
        return Err(refused(ErrorCode::Depth, format!("nested {levels} deep")));
    }
    let Some(views) = codec.facts::<Views>() else {
        return Err(refused(ErrorCode::BadValue, "expected a codec of this rule".to_owned()));
    };
    with_stack(levels, || {
        let work = Work::of_value(codec.limits.work);
        let mut encoder =
            Encoder { codec, views, is_aligned, path: path.clone(), depth: 0, work, out: Writer::default() };
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

impl Encoder<'_, '_> {
    pub(super) fn error<T>(&self, code: ErrorCode, message: impl Into<String>) -> Result<T, EncodeError> {
        Err(EncodeError { code, path: self.path.clone(), message: message.into() })
    }

    pub(super) fn mismatch<T>(&self, expected: impl std::fmt::Display) -> Result<T, EncodeError> {
        self.error(ErrorCode::BadValue, format!("expected {expected}"))
    }

    /// Refuses a value outside the constraints of its place, or whose check exceeds the work limit.
    fn check(&self, place: Place, value: &Value) -> Result<(), EncodeError> {
        self.codec.check(place, value, &self.work).or_else(|code| {
            let message = match code {
                ErrorCode::Limit => "less work for the checks of its constraints than the limit",
                _ => "a value within the constraints",
            };
            self.error(code, message)
        })
    }

    /// Encodes a complete value of a type.
    pub(super) fn root(&mut self, root: TypeId, value: &Value) -> Result<(), EncodeError> {
        self.check(Place::Root(root), value)?;
        self.value(root, &self.views.types[root], value)
    }

    /// Encodes a field; `step` is its part of the path.
    pub(super) fn field(&mut self, field: FieldId, step: &str, value: &Value) -> Result<(), EncodeError> {
        let is_recursive = self.codec.is_recursive(field);
        let length = self.path.len();
        self.path.push_str(step);
        self.check(Place::Field(field), value)?;
        if is_recursive && self.depth >= self.codec.limits.depth {
            return self.error(ErrorCode::Depth, "recursion deeper than the limit");
        }
        self.depth += usize::from(is_recursive);
        self.value(self.codec.graph.fields[field].target, &self.views.fields[field], value)?;
        self.depth -= usize::from(is_recursive);
        self.path.truncate(length);
        Ok(())
    }

    /// Returns the bits that `write` writes, as a complete encoding of its own.
    pub(super) fn apart(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<Vec<u8>, EncodeError> {
        let outer = std::mem::take(&mut self.out);
        write(self)?;
        Ok(std::mem::replace(&mut self.out, outer).complete())
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

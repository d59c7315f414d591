//! What PER and OER share: facts about a specification, how messages begin and fail, and the components of structures.

use crate::codec::{Codec, Decoded, MAX_NESTING};
use crate::constraint::Place;
use crate::error::{DecodeError, EncodeError, ErrorCode};
use crate::nesting::{self, Levels, value_levels, with_stack};
use crate::shape::{Addition, Shape, is_default};
use crate::work::Work;
use num_bigint::BigInt;
use syntax_graph::{
    FieldId, IndexVec, IntegerRepr, Presence, Structure, TypeId, TypeKind, ValidGraph, Value,
};

/// The most elements and characters that take no bits in one message; more are `LIMIT`. Without this, few bytes could
/// announce very many.
pub(crate) const MOST_EMPTY: u64 = 1 << 20;

/// What the codec knows of each type and field. `V`: what the rule sees of constraints.
#[derive(Debug)]
pub(crate) struct Views<V> {
    pub(crate) types: IndexVec<TypeId, V>,
    pub(crate) fields: IndexVec<FieldId, V>,
    /// The parts of structures.
    pub(crate) shapes: IndexVec<TypeId, Option<Shape>>,
    levels: Levels,
}

impl<V: Send + Sync + 'static> Views<V> {
    /// Computes the views of a graph.
    pub(crate) fn of(
        graph: &ValidGraph,
        recursive: &IndexVec<FieldId, bool>,
        of_type: impl Fn(TypeId) -> V,
        of_field: impl Fn(FieldId) -> V,
    ) -> Self {
        let shape = |ty: TypeId| match &graph.types[ty].kind {
            TypeKind::Structure(structure) => Some(Shape::of(graph, structure)),
            _ => None,
        };
        Self {
            types: graph.types.ids().map(of_type).collect(),
            fields: graph.fields.ids().map(of_field).collect(),
            shapes: graph.types.ids().map(shape).collect(),
            levels: nesting::levels(graph, recursive),
        }
    }

    /// Runs a decoder with a large enough stack, on the input within the limit of bytes and the path of the root.
    pub(crate) fn decode<'c>(
        codec: &'c Codec<'_>,
        (root, input): (TypeId, &'c [u8]),
        run: impl FnOnce(&'c Self, &'c [u8], String) -> Result<Decoded, DecodeError> + Send,
    ) -> Result<Decoded, DecodeError> {
        let input = &input[..input.len().min(codec.limits.bytes.unwrap_or(usize::MAX))];
        let path = codec.graph.type_path(root);
        let Some(views) = codec.facts::<Self>() else {
            return Err(DecodeError { code: ErrorCode::BadValue, offset: 0, bit: 0, path, needed: None });
        };
        // A value in an open type counts as one more level of depth, so any type may follow any other.
        let levels = if codec.known.related.is_empty() {
            nesting::of_type(codec, &views.levels, root)
        } else {
            MAX_NESTING + 1
        };
        with_stack(levels, || run(views, input, path))
    }

    /// Runs an encoder with a large enough stack, on the path of the root.
    pub(crate) fn encode<'c>(
        codec: &'c Codec<'_>,
        (root, value): (TypeId, &Value),
        run: impl FnOnce(&'c Self, String, Work) -> Result<Vec<u8>, EncodeError> + Send,
    ) -> Result<Vec<u8>, EncodeError> {
        let levels = value_levels(value);
        let path = codec.graph.type_path(root);
        if levels > MAX_NESTING {
            return Err(EncodeError {
                code: ErrorCode::Depth,
                path,
                message: format!("nested {levels} deep"),
            });
        }
        let Some(views) = codec.facts::<Self>() else {
            let message = "expected a codec of this rule".to_owned();
            return Err(EncodeError { code: ErrorCode::BadValue, path, message });
        };
        with_stack(levels, || run(views, path, Work::of_value(codec.limits.work)))
    }
}

/// Returns the error of a message that fails in a construct at `offset` and `bit`. `needed`: after `TRUNCATED`, the
/// least length of the message in bytes.
pub(crate) fn refused(
    codec: &Codec<'_>,
    code: ErrorCode,
    needed: usize,
    (offset, bit): (usize, u8),
    path: String,
) -> DecodeError {
    let needed = (code == ErrorCode::Truncated).then_some(needed);
    let is_allowed = needed.is_none_or(|needed| codec.limits.bytes.is_none_or(|most| needed <= most));
    let code = if is_allowed { code } else { ErrorCode::Limit };
    DecodeError { code, offset, bit, path, needed: needed.filter(|_| is_allowed) }
}

/// An encoder of a packed rule.
pub(crate) trait Sender<'c, 'g: 'c> {
    /// What the rule sees of constraints.
    type View: Send + Sync + 'static;

    /// Returns the codec of the message.
    fn codec(&self) -> &'c Codec<'g>;

    /// Returns what the codec knows of each type and field.
    fn views(&self) -> &'c Views<Self::View>;

    /// Returns the work that is left for checks of CONTAINING.
    fn work(&self) -> &Work;

    /// Returns the path of the field that is being encoded.
    fn path(&self) -> &str;

    /// Returns the same path, to change it.
    fn path_mut(&mut self) -> &mut String;

    /// Returns the number of open recursive fields and values of open types.
    fn depth(&mut self) -> &mut usize;

    /// Encodes a value of a type.
    fn value(&mut self, ty: TypeId, view: &Self::View, value: &Value) -> Result<(), EncodeError>;

    fn error<T>(&self, code: ErrorCode, message: impl Into<String>) -> Result<T, EncodeError> {
        Err(EncodeError { code, path: self.path().to_owned(), message: message.into() })
    }

    fn mismatch<T>(&self, expected: impl std::fmt::Display) -> Result<T, EncodeError> {
        self.error(ErrorCode::BadValue, format!("expected {expected}"))
    }

    /// Refuses a value outside the constraints of its place, or whose check exceeds the work limit.
    fn check(&self, place: Place, value: &Value) -> Result<(), EncodeError> {
        self.codec().check(place, value, self.work()).or_else(|code| {
            let message = match code {
                ErrorCode::Limit => "less work for the checks of its constraints than the limit",
                _ => "a value within the constraints",
            };
            self.error(code, message)
        })
    }

    /// Encodes a complete value of a type.
    fn root(&mut self, root: TypeId, value: &Value) -> Result<(), EncodeError> {
        self.check(Place::Root(root), value)?;
        let view = &self.views().types[root];
        self.value(root, view, value)
    }

    /// Encodes a value one level of depth deeper, if `is_deeper`; `step` is its part of the path.
    fn step(
        &mut self,
        step: &str,
        is_deeper: bool,
        encode: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        if is_deeper && *self.depth() >= self.codec().limits.depth {
            return self.error(ErrorCode::Depth, "recursion deeper than the limit");
        }
        let length = self.path().len();
        self.path_mut().push_str(step);
        *self.depth() += usize::from(is_deeper);
        encode(self)?;
        *self.depth() -= usize::from(is_deeper);
        self.path_mut().truncate(length);
        Ok(())
    }

    /// Encodes a field; `step` is its part of the path.
    fn field(&mut self, field: FieldId, step: &str, value: &Value) -> Result<(), EncodeError> {
        let (codec, views) = (self.codec(), self.views());
        let length = self.path().len();
        self.path_mut().push_str(step);
        self.check(Place::Field(field), value)?;
        self.step("", codec.is_recursive(field), |own| {
            own.value(codec.graph.fields[field].target, &views.fields[field], value)
        })?;
        self.path_mut().truncate(length);
        Ok(())
    }

    /// Encodes a component, which must be given once.
    fn member(&mut self, field: FieldId, values: &[(FieldId, Value)]) -> Result<(), EncodeError> {
        let name = &self.codec().graph.fields[field].name;
        let mut given = values.iter().filter(|(own, _)| *own == field);
        match (given.next(), given.next()) {
            (Some((_, value)), None) => self.field(field, &format!(".{name}"), value),
            (None, _) => self.mismatch(format_args!("field {name}")),
            (Some(_), Some(_)) => self.mismatch(format_args!("field {name} once")),
        }
    }

    /// Returns which additions of a structure are sent. Refuses values of fields that it does not have.
    fn additions(
        &self,
        (structure, shape): (&Structure, &Shape),
        values: &[(FieldId, Value)],
    ) -> Result<Vec<bool>, EncodeError> {
        if let Some((field, _)) = values.iter().find(|(field, _)| !structure.fields.contains(field)) {
            return self.mismatch(format_args!("no field {field:?}"));
        }
        let is_sent =
            |addition: &Addition| addition.fields().iter().any(|field| self.is_sent(*field, values));
        Ok(shape.additions.iter().map(is_sent).collect())
    }

    /// Returns the flags of the components that may be absent.
    fn flags(&self, fields: &[FieldId], values: &[(FieldId, Value)]) -> Vec<bool> {
        let is_mandatory = |field: FieldId| self.codec().graph.fields[field].presence == Presence::Mandatory;
        fields
            .iter()
            .filter(|field| !is_mandatory(**field))
            .map(|field| self.is_sent(*field, values))
            .collect()
    }

    /// Encodes the components that are mandatory or sent.
    fn present(&mut self, fields: &[FieldId], values: &[(FieldId, Value)]) -> Result<(), EncodeError> {
        for field in fields {
            let is_mandatory = self.codec().graph.fields[*field].presence == Presence::Mandatory;
            if is_mandatory || self.is_sent(*field, values) {
                self.member(*field, values)?;
            }
        }
        Ok(())
    }

    /// Refuses a number that its representation does not hold.
    fn held(&self, number: &BigInt, repr: IntegerRepr) -> Result<(), EncodeError> {
        if repr.limits().is_none_or(|(low, high)| (low..=high).contains(number)) {
            return Ok(());
        }
        self.error(
            ErrorCode::Range,
            format!("{number} does not fit the representation; integer = \"bytes\" holds any value"),
        )
    }

    /// Returns whether a component is sent: given, and not its default.
    fn is_sent(&self, field: FieldId, values: &[(FieldId, Value)]) -> bool {
        let graph = self.codec().graph;
        let Some((_, value)) = values.iter().find(|(own, _)| *own == field) else { return false };
        let target = graph.fields[field].target;
        graph.default_value(field).is_none_or(|known| !is_default(graph, target, known, value))
    }
}

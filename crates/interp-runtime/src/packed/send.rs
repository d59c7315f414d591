//! What encoders of PER and OER do alike: roots, fields, and the components of structures.

use super::views::Views;
use crate::codec::{Codec, MAX_NESTING};
use crate::constraint::Place;
use crate::error::{EncodeError, ErrorCode};
use crate::nesting::{value_levels, with_stack};
use crate::shape::{Addition, Shape, is_default};
use crate::work::Work;
use num_bigint::BigInt;
use syntax_graph::{
    Array, FieldId, IntegerRepr, OpenType, Presence, Scalar, Structure, TypeId, TypeKind, Union, Value,
};

impl<V: Send + Sync + 'static> Views<V> {
    /// Runs an encoder with a large enough stack, from the state before its root.
    pub(crate) fn encode<'c, 'g>(
        codec: &'c Codec<'g>,
        (root, value): (TypeId, &Value),
        run: impl FnOnce(Sending<'c, 'g, V>) -> Result<Vec<u8>, EncodeError> + Send,
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
        with_stack(levels, || {
            run(Sending { codec, views, path, depth: 0, work: Work::of_value(codec.limits.work) })
        })
    }
}

/// The state of an encoder, apart from its output. `V`: what the rule sees of constraints.
pub(crate) struct Sending<'c, 'g, V> {
    pub(crate) codec: &'c Codec<'g>,
    pub(crate) views: &'c Views<V>,
    /// The path of the field that is being encoded.
    path: String,
    /// Open recursive fields and values of open types.
    depth: usize,
    /// Work left for checks of CONTAINING.
    work: Work,
}

/// An encoder of a packed rule.
pub(crate) trait Sender<'c, 'g: 'c>: Sized {
    /// What the rule sees of constraints.
    type View: Send + Sync + 'static;

    /// Returns the state.
    fn sending(&self) -> &Sending<'c, 'g, Self::View>;

    /// Returns the same state, to change it.
    fn sending_mut(&mut self) -> &mut Sending<'c, 'g, Self::View>;

    /// Encodes a scalar.
    fn scalar(&mut self, scalar: &Scalar, view: &Self::View, value: &Value) -> Result<(), EncodeError>;

    /// Encodes the components of a structure whose additions are sent as given, with the bytes of unknown ones.
    fn structure(
        &mut self,
        shape: &Shape,
        additions: (&[bool], &[u8]),
        values: &[(FieldId, Value)],
    ) -> Result<(), EncodeError>;

    /// Encodes an alternative.
    fn union(&mut self, union: &Union, value: &Value) -> Result<(), EncodeError>;

    /// Encodes the elements of an array.
    fn array(&mut self, array: &Array, view: &Self::View, values: &[Value]) -> Result<(), EncodeError>;

    /// Encodes the contents of an open type.
    fn contents(&mut self, octets: &[u8]) -> Result<(), EncodeError>;

    /// Returns the complete encoding that `write` writes.
    fn apart(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<Vec<u8>, EncodeError>;

    /// Writes the bytes that a value has kept. Returns false if a value need not be whole bytes.
    fn kept(&mut self, _: &[u8]) -> bool {
        false
    }

    /// Encodes a value of a type.
    fn value(&mut self, ty: TypeId, view: &Self::View, value: &Value) -> Result<(), EncodeError> {
        let &Sending { codec, views, .. } = self.sending();
        let ty = codec.graph.resolve(ty);
        if let Value::Kept(_, octets) = value
            && !octets.is_empty()
            && codec.graph.kept.contains(&ty)
            && self.kept(octets)
        {
            return Ok(());
        }
        match (&codec.graph.types[ty].kind, value.plain()) {
            (TypeKind::Scalar(scalar), value) => self.scalar(scalar, view, value),
            (TypeKind::Structure(structure), Value::Structure(values)) => {
                let Some(shape) = &views.shapes[ty] else { return self.mismatch("a structure") };
                let mut additions = self.additions((structure, shape), values)?;
                let others = value.unknown().filter(|_| codec.graph.extended.contains(&ty));
                let (present, contents) =
                    others.map_or((&[][..], &[][..]), |others| (&others.present[..], &others.contents[..]));
                additions.extend(present.iter().skip(shape.additions.len()));
                let contents = if additions.len() > shape.additions.len() { contents } else { &[] };
                self.structure(shape, (&additions, contents), values)
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

    /// Encodes an open type: its contents, or the value of a known type.
    fn open(&mut self, open: &OpenType, value: &Value) -> Result<(), EncodeError> {
        let graph = self.sending().codec.graph;
        match value {
            Value::Open(octets) => self.contents(octets),
            Value::Known(arm, value) if open.arms.contains(arm) => {
                let step = format!("({})", graph.fields[*arm].name);
                let target = graph.fields[*arm].target;
                let octets = self.apart(|own| own.step(&step, true, |own| own.root(target, value)))?;
                self.contents(&octets)
            }
            _ => self.mismatch("a complete encoding"),
        }
    }

    /// Encodes each addition that is sent as a complete encoding of its own.
    fn sent(
        &mut self,
        (shape, additions): (&Shape, &[bool]),
        values: &[(FieldId, Value)],
        group: impl Fn(&mut Self, &[FieldId]) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        for (addition, _) in shape.additions.iter().zip(additions).filter(|(_, is_sent)| **is_sent) {
            let octets = self.apart(|own| match addition {
                Addition::Field(field) => own.member(*field, values),
                Addition::Group(fields) => group(own, fields),
            })?;
            self.contents(&octets)?;
        }
        Ok(())
    }

    fn error<T>(&self, code: ErrorCode, message: impl Into<String>) -> Result<T, EncodeError> {
        Err(EncodeError { code, path: self.sending().path.clone(), message: message.into() })
    }

    fn mismatch<T>(&self, expected: impl std::fmt::Display) -> Result<T, EncodeError> {
        self.error(ErrorCode::BadValue, format!("expected {expected}"))
    }

    /// Refuses a value outside the constraints of its place, or whose check exceeds the work limit.
    fn check(&self, place: Place, value: &Value) -> Result<(), EncodeError> {
        self.sending().codec.check(place, value, &self.sending().work).or_else(|code| {
            let message = match code {
                ErrorCode::Limit => "less work for the checks of its constraints than the limit",
                _ => "a value within the constraints",
            };
            self.error(code, message)
        })
    }

    /// Encodes a complete value of a type.
    fn root(&mut self, root: TypeId, value: &Value) -> Result<(), EncodeError> {
        let view = &self.sending().views.types[root];
        self.value(root, view, value)?;
        self.check(Place::Root(root), value)
    }

    /// Encodes a value one level of depth deeper, if `is_deeper`; `step` is its part of the path.
    fn step(
        &mut self,
        step: &str,
        is_deeper: bool,
        encode: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        if is_deeper && self.sending().depth >= self.sending().codec.limits.depth {
            return self.error(ErrorCode::Depth, "recursion deeper than the limit");
        }
        let length = self.sending().path.len();
        self.sending_mut().path.push_str(step);
        self.sending_mut().depth += usize::from(is_deeper);
        encode(self)?;
        self.sending_mut().depth -= usize::from(is_deeper);
        self.sending_mut().path.truncate(length);
        Ok(())
    }

    /// Encodes a field; `step` is its part of the path.
    fn field(&mut self, field: FieldId, step: &str, value: &Value) -> Result<(), EncodeError> {
        let &Sending { codec, views, .. } = self.sending();
        let length = self.sending().path.len();
        self.sending_mut().path.push_str(step);
        self.step("", codec.is_recursive(field), |own| {
            own.value(codec.graph.fields[field].target, &views.fields[field], value)
        })?;
        self.check(Place::Field(field), value)?;
        self.sending_mut().path.truncate(length);
        Ok(())
    }

    /// Encodes a component, which must be given once.
    fn member(&mut self, field: FieldId, values: &[(FieldId, Value)]) -> Result<(), EncodeError> {
        let name = &self.sending().codec.graph.fields[field].name;
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
        let is_mandatory =
            |field: FieldId| self.sending().codec.graph.fields[field].presence == Presence::Mandatory;
        fields
            .iter()
            .filter(|field| !is_mandatory(**field))
            .map(|field| self.is_sent(*field, values))
            .collect()
    }

    /// Encodes the components that are mandatory or sent.
    fn present(&mut self, fields: &[FieldId], values: &[(FieldId, Value)]) -> Result<(), EncodeError> {
        for field in fields {
            let is_mandatory = self.sending().codec.graph.fields[*field].presence == Presence::Mandatory;
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
        let codec = self.sending().codec;
        let graph = codec.graph;
        let Some((_, value)) = values.iter().find(|(own, _)| *own == field) else { return false };
        let target = graph.fields[field].target;
        graph.default_value(field).is_none_or(|known| !is_default(codec, target, known, value))
    }
}

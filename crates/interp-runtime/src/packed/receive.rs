//! What decoders of PER and OER do alike: roots, fields, constructs, and how messages fail.

use super::views::Views;
use crate::codec::{Codec, Decoded, MAX_NESTING};
use crate::constraint::Place;
use crate::error::{DecodeError, ErrorCode};
use crate::nesting::{self, with_stack};
use crate::opens::{Pending, Resolver};
use crate::shape::Shape;
use crate::work::Work;
use syntax_graph::{Array, FieldId, Scalar, Structure, TypeId, TypeKind, Union, Unknown, Value};

/// The most elements and characters that take no bits in one message; more are `LIMIT`. Without this, few bytes could
/// announce very many.
const MOST_EMPTY: u64 = 1 << 20;

impl<V: Send + Sync + 'static> Views<V> {
    /// Runs a decoder with a large enough stack, from the state at the start of a message, on the input within the limit
    /// of bytes.
    pub(crate) fn decode<'c, 'g, C>(
        codec: &'c Codec<'g>,
        (root, input): (TypeId, &'c [u8]),
        work: &'c Work,
        run: impl FnOnce(Basis<'c, 'g, V>, Receiving<C>, &'c [u8]) -> Result<Decoded, DecodeError> + Send,
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
        with_stack(levels, || run(Basis { codec, views, work }, Receiving::new(path), input))
    }
}

/// What a decoder knows of the message's specification. `V`: what the rule sees of constraints.
pub(crate) struct Basis<'c, 'g, V> {
    pub(crate) codec: &'c Codec<'g>,
    views: &'c Views<V>,
    work: &'c Work,
}

impl<V> Clone for Basis<'_, '_, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Basis<'_, '_, V> {}

/// The state of a decoder, apart from its cursor. `C`: what the decoder keeps of an open type. Places count bits under
/// PER, bytes under OER.
pub(crate) struct Receiving<C> {
    /// The path of the field that is being decoded; after an error, that of the failed field.
    path: String,
    /// The start of the innermost construct; after an error, of the failed one.
    start: usize,
    /// Entered recursive fields and values of open types.
    depth: usize,
    /// Entered constructs.
    nested: usize,
    /// Elements and characters without bits so far.
    empty: u64,
    /// Open types that wait for the end of the structure with their governor.
    opens: Vec<Pending<C>>,
}

impl<C> Receiving<C> {
    /// Returns the state at the start of a message with this path.
    fn new(path: String) -> Self {
        Self { path, start: 0, depth: 0, nested: 0, empty: 0, opens: Vec::new() }
    }

    /// Counts elements or characters that took no bits.
    pub(crate) fn count_empty(&mut self, count: u64) -> Result<(), ErrorCode> {
        self.empty = self.empty.saturating_add(count);
        if self.empty > MOST_EMPTY { Err(ErrorCode::Limit) } else { Ok(()) }
    }

    /// Returns the error of the message. `needed`: after `TRUNCATED`, the least length of the message in bytes; `most`:
    /// the limit on it.
    fn refused(
        &mut self,
        code: ErrorCode,
        (needed, most): (usize, Option<usize>),
        unit: usize,
    ) -> DecodeError {
        let bits = self.start * unit;
        let needed = (code == ErrorCode::Truncated).then_some(needed);
        let is_allowed = needed.is_none_or(|needed| most.is_none_or(|most| needed <= most));
        let code = if is_allowed { code } else { ErrorCode::Limit };
        let path = std::mem::take(&mut self.path);
        let (offset, bit) = (bits / 8, (bits % 8) as u8);
        DecodeError { code, offset, bit, path, needed: needed.filter(|_| is_allowed) }
    }
}

/// A decoder of a packed rule.
pub(crate) trait Receiver<'c, 'g: 'c>: Sized {
    /// What the rule sees of constraints.
    type View: Send + Sync + 'static;
    /// The contents of an open type: what the decoder keeps of them.
    type Contents: 'static;
    /// The bits of a place: 1 or 8.
    const UNIT: usize;

    /// Returns what is known of the specification.
    fn basis(&self) -> Basis<'c, 'g, Self::View>;

    /// Returns the state.
    fn state(&self) -> &Receiving<Self::Contents>;

    /// Returns the same state, to change it.
    fn state_mut(&mut self) -> &mut Receiving<Self::Contents>;

    /// Returns the place of the next bit or byte in the message.
    fn place(&self) -> usize;

    /// Returns the position of the cursor among the bits or bytes that it moves over.
    fn at(&self) -> usize;

    /// Returns whether places are those of the message, and not those of joined fragments.
    fn is_whole(&self) -> bool;

    /// Ends a message: returns its length in bytes.
    fn complete(&mut self) -> Result<usize, ErrorCode>;

    /// Returns the least length of a message that is cut off.
    fn needed(&self) -> usize;

    /// Returns the place of the first bit or byte of contents.
    fn base(contents: &Self::Contents) -> usize;

    /// Reads a complete encoding that fills contents; afterwards the cursor is where it was.
    fn inside<T>(
        &mut self,
        contents: &Self::Contents,
        read: impl FnOnce(&mut Self) -> Result<T, ErrorCode>,
    ) -> Result<T, ErrorCode>;

    /// Reads a scalar.
    fn scalar(&mut self, scalar: &Scalar, view: &Self::View) -> Result<Value, ErrorCode>;

    /// Reads the components of a structure up to its additions; returns whether additions follow.
    fn roots(&mut self, shape: &Shape, values: &mut Vec<(FieldId, Value)>) -> Result<bool, ErrorCode>;

    /// Reads the additions of a structure. Unknown ones are skipped, or kept if there is a place for them.
    fn additions(
        &mut self,
        shape: &Shape,
        values: &mut Vec<(FieldId, Value)>,
        unknown: Option<&mut Unknown>,
    ) -> Result<(), ErrorCode>;

    /// Reads an alternative.
    fn union(&mut self, union: &Union) -> Result<Value, ErrorCode>;

    /// Reads the elements of an array.
    fn array(&mut self, array: &Array, view: &Self::View) -> Result<Value, ErrorCode>;

    /// Returns the bytes of a value that starts at a place and ends at the cursor; `None` if a value need not be whole
    /// bytes.
    fn received(&self, _: usize) -> Option<Vec<u8>> {
        None
    }

    /// Reads an open type.
    fn open(&mut self, ty: TypeId) -> Result<Value, ErrorCode>;

    /// Reads a message.
    fn message(&mut self, root: TypeId) -> Result<Decoded, DecodeError> {
        let result = self.root(root, None).and_then(|value| Ok((value, self.complete()?)));
        match result {
            Ok((value, length)) => {
                self.basis().codec.note(None, root, (0, length), 0, Some(&value));
                Ok(Decoded { value, length })
            }
            Err(code) => {
                let limits = (self.needed(), self.basis().codec.limits.bytes);
                Err(self.state_mut().refused(code, limits, Self::UNIT))
            }
        }
    }

    /// Reads a complete value of a type: a message, or the value of an open type that `arm` selects.
    fn root(&mut self, root: TypeId, arm: Option<FieldId>) -> Result<Value, ErrorCode> {
        let Basis { codec, views, work } = self.basis();
        let from = self.place();
        let value = self.value(root, &views.types[root])?;
        codec.check(Place::Root(root), &value, work)?;
        if arm.is_some() {
            self.note(None, root, from, &value);
        }
        Ok(value)
    }

    /// Records a part that starts at place `from` and ends at the cursor.
    fn note(&self, field: Option<FieldId>, ty: TypeId, from: usize, value: &Value) {
        let bytes = (from * Self::UNIT / 8, (self.place() * Self::UNIT).div_ceil(8));
        if self.is_whole() {
            self.basis().codec.note(field, ty, bytes, self.state().nested, Some(value));
        }
    }

    /// Reads the value of a field; `step` is its part of the path.
    fn field(&mut self, field: FieldId, step: &str) -> Result<Value, ErrorCode> {
        let from = self.place();
        let Basis { codec, views, work } = self.basis();
        let state = self.state_mut();
        let target = codec.graph.fields[field].target;
        let length = state.path.len();
        state.path.push_str(step);
        let is_recursive = codec.is_recursive(field);
        if is_recursive && state.depth >= codec.limits.depth {
            return Err(ErrorCode::Depth);
        }
        state.depth += usize::from(is_recursive);
        let value = self.value(target, &views.fields[field])?;
        codec.check(Place::Field(field), &value, work)?;
        self.note(Some(field), target, from, &value);
        let state = self.state_mut();
        state.depth -= usize::from(is_recursive);
        state.path.truncate(length);
        Ok(value)
    }

    /// Reads a component or an alternative.
    fn member(&mut self, field: FieldId) -> Result<Value, ErrorCode> {
        let step = format!(".{}", self.basis().codec.graph.fields[field].name);
        self.field(field, &step)
    }

    /// Reads the element of an array with this index.
    fn element(&mut self, array: &Array, index: usize) -> Result<Value, ErrorCode> {
        let from = self.at();
        let value = self.construct(|own| own.field(array.element, &format!("[{index}]")))?;
        if self.at() == from {
            self.state_mut().count_empty(1)?;
        }
        Ok(value)
    }

    /// Keeps an open type until its governor is known, if a structure around it may resolve it.
    fn keep(&mut self, open: TypeId, contents: Self::Contents) {
        if self.basis().codec.known.related.contains(&open) {
            self.state_mut().opens.push(Pending { open, contents: Some(contents) });
        }
    }

    /// Reads a construct: errors inside have its start as their place.
    fn construct<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, ErrorCode>) -> Result<T, ErrorCode> {
        let place = self.place();
        let state = self.state_mut();
        if state.nested >= MAX_NESTING {
            return Err(ErrorCode::Depth);
        }
        let outer = std::mem::replace(&mut state.start, place);
        state.nested += 1;
        let value = read(self)?;
        let state = self.state_mut();
        state.nested -= 1;
        state.start = outer;
        Ok(value)
    }

    /// Reads a value of a type.
    fn value(&mut self, ty: TypeId, view: &Self::View) -> Result<Value, ErrorCode> {
        let codec = self.basis().codec;
        let ty = codec.graph.resolve(ty);
        let kind = &codec.graph.types[ty].kind;
        let bounded = |value: Value| codec.bounded(kind, &value).map(|()| value);
        let from = self.place();
        let value = match kind {
            TypeKind::Scalar(scalar) => self.scalar(scalar, view).and_then(bounded),
            TypeKind::Structure(structure) => self.construct(|own| own.structure(ty, structure)),
            TypeKind::Union(union) if union.discriminant.is_none() => {
                self.construct(|own| own.union(union).and_then(bounded))
            }
            TypeKind::Array(array) if !array.linked => self.array(array, view),
            TypeKind::Open(_) => self.open(ty).and_then(bounded),
            TypeKind::Union(_) | TypeKind::Array(_) | TypeKind::Reference(_) => Err(ErrorCode::BadValue),
        }?;
        let octets = codec.graph.kept.contains(&ty).then(|| self.received(from)).flatten();
        Ok(match octets {
            Some(octets) => Value::Kept(Box::new(value), octets),
            None => value,
        })
    }

    /// Reads a SEQUENCE or SET.
    fn structure(&mut self, ty: TypeId, structure: &Structure) -> Result<Value, ErrorCode> {
        let views = self.basis().views;
        let Some(shape) = &views.shapes[ty] else { return Err(ErrorCode::BadValue) };
        let first_open = self.state().opens.len();
        let mut values = Vec::new();
        let keeps = self.basis().codec.graph.extended.contains(&ty);
        let mut unknown = Unknown::default();
        if self.roots(shape, &mut values)? {
            self.additions(shape, &mut values, keeps.then_some(&mut unknown))?;
        } else {
            for addition in &shape.additions {
                self.fill_in(addition.fields(), &mut values);
            }
        }
        values.sort_by_key(|(field, _)| structure.fields.iter().position(|own| own == field));
        self.resolve(ty, first_open, &mut values)?;
        let value = Value::Structure(values);
        Ok(if unknown.present.is_empty() { value } else { Value::Extended(Box::new(value), unknown) })
    }
}

impl<'c, 'g: 'c, R: Receiver<'c, 'g>> Resolver<'c, 'g> for R {
    type Contents = R::Contents;

    fn codec(&self) -> &'c Codec<'g> {
        self.basis().codec
    }

    fn pending(&mut self) -> &mut Vec<Pending<Self::Contents>> {
        &mut self.state_mut().opens
    }

    fn path(&mut self) -> &mut String {
        &mut self.state_mut().path
    }

    fn depth(&mut self) -> &mut usize {
        &mut self.state_mut().depth
    }

    fn resolved(&mut self, arm: FieldId, contents: Self::Contents) -> Result<Value, ErrorCode> {
        let outer = std::mem::replace(&mut self.state_mut().start, R::base(&contents));
        let target = self.basis().codec.graph.fields[arm].target;
        let value = self.inside(&contents, |own| own.root(target, Some(arm)))?;
        self.state_mut().start = outer;
        Ok(value)
    }
}

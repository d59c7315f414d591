//! Encodes values as BER and DER, by `docs/semantics.md` section 4: first to a tree of elements, then to bytes.

use super::header::{encode_identifier, encode_length};
use super::same::same;
use super::{odd, scalar, set};
use crate::codec::{Codec, MAX_NESTING, Rules};
use crate::constraint::Place;
use crate::error::{EncodeError, ErrorCode};
use crate::nesting::{value_levels, with_stack};
use crate::random::Random;
use crate::work::Work;
use syntax_graph::{FieldId, Order, Scalar, Structure, Tag, TypeId, TypeKind, Value};

/// An element to encode.
#[derive(Clone, Debug)]
pub(super) enum Element {
    /// An element with contents octets.
    Primitive(Tag, Vec<u8>),
    /// A string, which BER may also send in segments; `true` for bits.
    String(Tag, Vec<u8>, bool),
    /// An element with inner elements.
    Constructed(Tag, Vec<Element>),
    /// Bytes sent unchanged.
    Raw(Vec<u8>),
}

impl Element {
    /// Returns the bytes in canonical form: definite lengths, as short as possible, no segments.
    pub(super) fn to_octets(&self) -> Vec<u8> {
        with_stack(self.levels(), || {
            let mut octets = Vec::new();
            self.write_backwards(&mut octets);
            octets.reverse();
            octets
        })
    }

    /// Writes the bytes in reverse order, so that each length is known when it is written.
    fn write_backwards(&self, out: &mut Vec<u8>) {
        let start = out.len();
        let (tag, constructed) = match self {
            Self::Primitive(tag, contents) | Self::String(tag, contents, _) => {
                out.extend(contents.iter().rev());
                (*tag, false)
            }
            Self::Constructed(tag, elements) => {
                elements.iter().rev().for_each(|element| element.write_backwards(out));
                (*tag, true)
            }
            Self::Raw(octets) => {
                out.extend(octets.iter().rev());
                return;
            }
        };
        let length = encode_length(out.len() - start);
        out.extend(length.iter().rev());
        out.extend(encode_identifier(tag, constructed).iter().rev());
    }

    /// Returns the nesting of the element: 1 without inner elements.
    pub(super) fn levels(&self) -> usize {
        let mut deepest = 0;
        let mut left = vec![(self, 1)];
        while let Some((element, level)) = left.pop() {
            deepest = deepest.max(level);
            if let Self::Constructed(_, elements) = element {
                left.extend(elements.iter().map(|element| (element, level + 1)));
            }
        }
        deepest
    }

    /// Returns the tag that sorts the element in a SET under DER (X.690 clause 10.3).
    fn tag(&self) -> Option<Tag> {
        match self {
            Self::Primitive(tag, _) | Self::String(tag, ..) | Self::Constructed(tag, _) => Some(*tag),
            Self::Raw(octets) => super::header::peek(octets, 0, octets.len()).map(|(tag, _)| tag),
        }
    }
}

/// Returns the element of a value. `odd` varies the elements if BER allows several forms.
pub(super) fn element(
    codec: &Codec<'_>,
    root: TypeId,
    value: &Value,
    odd: Option<&mut Random>,
) -> Result<Element, EncodeError> {
    let levels = value_levels(value);
    let path = codec.graph.type_path(root);
    if levels > MAX_NESTING {
        return Err(EncodeError { code: ErrorCode::Depth, path, message: format!("nested {levels} deep") });
    }
    with_stack(levels, || {
        let work = Work::of_value(codec.limits.work);
        let mut encoder = Encoder { codec, path, depth: 0, work, odd };
        encoder.check(Place::Root(root), value)?;
        encoder.target(&codec.graph.types[root].tags, root, value)
    })
}

struct Encoder<'c, 'g> {
    codec: &'c Codec<'g>,
    path: String,
    /// Open recursive fields.
    depth: usize,
    /// Work left for checks of CONTAINING.
    work: Work,
    odd: Option<&'c mut Random>,
}

impl<'g> Encoder<'_, 'g> {
    fn error<T>(&self, code: ErrorCode, message: impl Into<String>) -> Result<T, EncodeError> {
        Err(EncodeError { code, path: self.path.clone(), message: message.into() })
    }

    fn mismatch<T>(&self, expected: impl std::fmt::Display) -> Result<T, EncodeError> {
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

    /// Encodes a field; `step` is its part of the path.
    fn field(&mut self, field: FieldId, step: &str, value: &Value) -> Result<Element, EncodeError> {
        let node = &self.codec.graph.fields[field];
        let recursive = self.codec.known.recursive[field];
        let length = self.path.len();
        self.path.push_str(step);
        self.check(Place::Field(field), value)?;
        if recursive && self.depth >= self.codec.limits.depth {
            return self.error(ErrorCode::Depth, "recursion deeper than the limit");
        }
        self.depth += usize::from(recursive);
        let element = self.target(&node.tags, node.target, value)?;
        self.depth -= usize::from(recursive);
        self.path.truncate(length);
        Ok(element)
    }

    fn target(&mut self, tags: &[Tag], target: TypeId, value: &Value) -> Result<Element, EncodeError> {
        let graph = self.codec.graph;
        let ty = graph.resolve(target);
        if let (Value::Kept(_, octets), Some(around)) = (value, graph.tags_around_kept(tags, target))
            && !octets.is_empty()
        {
            let (around, own) = tags.split_at(around);
            let inner = self.kept(own.first(), octets)?;
            return Ok(around.iter().rev().fold(inner, |inner, tag| Element::Constructed(*tag, vec![inner])));
        }
        let value = value.plain();
        let (inner, explicit) = match (&graph.types[ty].kind, tags) {
            (TypeKind::Union(_) | TypeKind::Open(_), _) => (self.untagged(ty, value)?, tags),
            (TypeKind::Reference(_), _) | (_, []) => return self.mismatch("a type with a tag"),
            (_, [explicit @ .., own]) => (self.tagged(*own, ty, value)?, explicit),
        };
        Ok(explicit.iter().rev().fold(inner, |inner, tag| Element::Constructed(*tag, vec![inner])))
    }

    /// Encodes a union or an open type.
    fn untagged(&mut self, ty: TypeId, value: &Value) -> Result<Element, EncodeError> {
        let graph = self.codec.graph;
        match (&graph.types[ty].kind, value) {
            (TypeKind::Union(union), Value::Union(arm, value)) if union.arms.contains(arm) => {
                self.field(*arm, &format!(".{}", graph.fields[*arm].name), value)
            }
            (TypeKind::Union(union), Value::UnknownArm(octets)) if union.extensible => self.raw(octets),
            (TypeKind::Open(_), Value::Open(octets)) => self.raw(octets),
            (TypeKind::Open(open), Value::Known(arm, value)) if open.arms.contains(arm) => {
                self.field(*arm, &format!("({})", graph.fields[*arm].name), value)
            }
            (TypeKind::Union(_), _) => self.mismatch("an arm of the CHOICE"),
            _ => self.mismatch("a whole element"),
        }
    }

    /// Encodes a value by its received bytes, which must start with the type's identifier.
    fn kept(&self, tag: Option<&Tag>, octets: &[u8]) -> Result<Element, EncodeError> {
        // Structures, arrays and explicit tags are constructed.
        let identifier = tag.map_or_else(Vec::new, |tag| encode_identifier(*tag, true));
        match octets.strip_prefix(&identifier[..]) {
            Some([_, ..]) => self.raw(octets),
            _ => self.mismatch("an element with the tag of the type"),
        }
    }

    fn raw(&self, octets: &[u8]) -> Result<Element, EncodeError> {
        if octets.len() < 2 {
            return self.mismatch("a whole element");
        }
        Ok(Element::Raw(octets.to_vec()))
    }

    fn tagged(&mut self, tag: Tag, ty: TypeId, value: &Value) -> Result<Element, EncodeError> {
        let graph = self.codec.graph;
        match (&graph.types[ty].kind, value) {
            (TypeKind::Scalar(scalar), _) => self.scalar(tag, scalar, value),
            (TypeKind::Structure(structure), Value::Structure(values)) => {
                Ok(Element::Constructed(tag, self.structure(structure, values)?))
            }
            (TypeKind::Array(array), Value::Array(values)) => {
                let mut elements = Vec::new();
                for (index, value) in values.iter().enumerate().rev() {
                    elements.push(self.field(array.element, &format!("[{index}]"), value)?);
                }
                elements.reverse();
                if self.codec.rules == Rules::Der && array.order == Order::Unordered {
                    // X.690 clause 11.6.
                    elements.sort_by_cached_key(Element::to_octets);
                }
                Ok(Element::Constructed(tag, elements))
            }
            (TypeKind::Structure(_), _) => self.mismatch("a structure"),
            _ => self.mismatch("an array"),
        }
    }

    fn scalar(&mut self, tag: Tag, scalar: &Scalar, value: &Value) -> Result<Element, EncodeError> {
        let mut contents = match scalar::encode(scalar, value, self.codec.rules) {
            Ok(contents) => contents,
            Err((code, message)) => return self.error(code, message),
        };
        if let Some(random) = &mut self.odd {
            odd::scalar(scalar, &mut contents, random);
        }
        Ok(match scalar {
            Scalar::BitString { .. } => Element::String(tag, contents, true),
            Scalar::OctetString { .. } | Scalar::Characters { .. } | Scalar::Time(_) => {
                Element::String(tag, contents, false)
            }
            _ => Element::Primitive(tag, contents),
        })
    }

    fn structure(
        &mut self,
        structure: &Structure,
        values: &[(FieldId, Value)],
    ) -> Result<Vec<Element>, EncodeError> {
        let graph = self.codec.graph;
        if let Some((field, _)) = values.iter().find(|(field, _)| !structure.fields.contains(field)) {
            return self.mismatch(format_args!("no field {field:?}"));
        }
        let by_tags = if self.codec.rules == Rules::Der && structure.order == Order::Unordered {
            set::in_tag_order(graph, structure)
        } else {
            None
        };
        // Fields are encoded from the last to the first, so of several errors the last is reported.
        let mut elements = Vec::new();
        for (index, &field) in by_tags.as_ref().unwrap_or(&structure.fields).iter().enumerate().rev() {
            // Only BER, which keeps the order of the definition, adds unknown elements.
            if structure.extension == Some(index + 1) {
                self.extend(structure, &mut elements);
            }
            let node = &graph.fields[field];
            let name = &node.name;
            let mut given = values.iter().filter(|(candidate, _)| *candidate == field);
            let value = given.next().map(|(_, value)| value);
            if given.next().is_some() {
                return self.mismatch(format_args!("field {name} once"));
            }
            let Some(value) = value else {
                if graph.may_be_absent(field) {
                    continue;
                }
                return self.mismatch(format_args!("field {name}"));
            };
            let is_default =
                graph.default_value(field).is_some_and(|known| same(self.codec, node.target, known, value));
            let kept = self.odd.as_mut().is_some_and(|random| random.one_in(2));
            if !is_default || kept {
                elements.push(self.field(field, &format!(".{name}"), value)?);
            }
        }
        if structure.extension == Some(0) {
            self.extend(structure, &mut elements);
        }
        elements.reverse();
        if structure.order == Order::Unordered {
            if let Some(random) = &mut self.odd {
                random.shuffle(&mut elements);
            } else if self.codec.rules == Rules::Der {
                elements.sort_by_key(Element::tag);
            }
        }
        Ok(elements)
    }

    /// Adds unknown elements where a later version of the specification may have some.
    fn extend(&mut self, structure: &Structure, elements: &mut Vec<Element>) {
        let Some(random) = &mut self.odd else { return };
        let firsts = || structure.fields.iter().map(|field| self.codec.known.firsts.of_field(*field));
        for _ in 0..random.below(3) {
            let unknown = odd::unknown(random);
            let octets = unknown.to_octets();
            let tag = super::header::peek(&octets, 0, octets.len()).map(|(tag, _)| tag);
            if tag.is_some_and(|tag| firsts().all(|firsts| !firsts.contains(tag))) {
                elements.push(unknown);
            }
        }
    }
}

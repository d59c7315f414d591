//! Encodes values in COER, by `docs/semantics-packed.md` section 6.

use super::{SHORT_TAG, Views};
use crate::codec::Codec;
use crate::error::EncodeError;
use crate::packed::{Sender, Sending};
use crate::shape::Shape;
use syntax_graph::{Array, FieldId, OctetView, Scalar, Tag, TagClass, TypeId, Union, Value};

/// Returns the encoding of a value.
pub(super) fn encode(codec: &Codec<'_>, root: TypeId, value: &Value) -> Result<Vec<u8>, EncodeError> {
    Views::encode(codec, (root, value), |state| {
        let mut encoder = Encoder { state, out: Vec::new() };
        encoder.root(root, value)?;
        Ok(encoder.out)
    })
}

pub(super) struct Encoder<'c, 'g> {
    state: Sending<'c, 'g, OctetView>,
    pub out: Vec<u8>,
}

impl<'c, 'g> Sender<'c, 'g> for Encoder<'c, 'g> {
    type View = OctetView;

    fn sending(&self) -> &Sending<'c, 'g, OctetView> {
        &self.state
    }

    fn sending_mut(&mut self) -> &mut Sending<'c, 'g, OctetView> {
        &mut self.state
    }

    fn scalar(&mut self, scalar: &Scalar, view: &OctetView, value: &Value) -> Result<(), EncodeError> {
        self.scalar(scalar, view, value)
    }

    fn kept(&mut self, octets: &[u8]) -> bool {
        self.out.extend_from_slice(octets);
        true
    }

    // X.696 clauses 16 and 18.
    fn structure(
        &mut self,
        shape: &Shape,
        (additions, unknown): (&[bool], &[u8]),
        values: &[(FieldId, Value)],
    ) -> Result<(), EncodeError> {
        let is_extended = additions.contains(&true);
        self.members(&shape.roots, shape.is_extensible.then_some(is_extended), values)?;
        if is_extended {
            let bitmap = packed(additions);
            let unused = (bitmap.len() * 8 - additions.len()) as u8;
            self.counted(&[&[unused][..], &bitmap].concat());
            self.sent((shape, additions), values, |own, fields| own.members(fields, None, values))?;
            self.out.extend_from_slice(unknown);
        }
        Ok(())
    }

    // X.696 clause 20.
    fn union(&mut self, union: &Union, value: &Value) -> Result<(), EncodeError> {
        let graph = self.state.codec.graph;
        let (arm, value) = match value {
            Value::Union(arm, value) => (*arm, value),
            Value::UnknownArm(octets) if union.extensible && octets.len() >= 2 => {
                self.out.extend_from_slice(octets);
                return Ok(());
            }
            _ => return self.mismatch("an arm of the CHOICE"),
        };
        let Some(index) = union.arms.iter().position(|own| *own == arm) else {
            return self.mismatch("an arm of the CHOICE");
        };
        // An untagged CHOICE as an alternative writes the tag of its own alternative.
        if let Some(tag) = graph.fields[arm].tags.first() {
            self.tag(*tag);
        }
        let step = format!(".{}", graph.fields[arm].name);
        if index < union.roots {
            return self.field(arm, &step, value);
        }
        let octets = self.apart(|own| own.field(arm, &step, value))?;
        self.counted(&octets);
        Ok(())
    }

    // X.696 clauses 17 and 19.
    fn array(&mut self, array: &Array, _: &OctetView, values: &[Value]) -> Result<(), EncodeError> {
        self.counted(&num_bigint::BigUint::from(values.len()).to_bytes_be());
        for (index, value) in values.iter().enumerate() {
            self.field(array.element, &format!("[{index}]"), value)?;
        }
        Ok(())
    }

    // X.696 clause 30.
    fn contents(&mut self, octets: &[u8]) -> Result<(), EncodeError> {
        self.counted(octets);
        Ok(())
    }

    fn apart(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<Vec<u8>, EncodeError> {
        let outer = std::mem::take(&mut self.out);
        write(self)?;
        Ok(std::mem::replace(&mut self.out, outer))
    }
}

impl Encoder<'_, '_> {
    /// Writes bytes after their length (X.696 clause 8.6).
    pub(super) fn counted(&mut self, octets: &[u8]) {
        if octets.len() < 0x80 {
            self.out.push(octets.len() as u8);
        } else {
            let length = num_bigint::BigUint::from(octets.len()).to_bytes_be();
            self.out.push(0x80 | length.len() as u8);
            self.out.extend(length);
        }
        self.out.extend_from_slice(octets);
    }

    /// Encodes the preamble, with an extension bit if there is one, then the components.
    fn members(
        &mut self,
        fields: &[FieldId],
        extension: Option<bool>,
        values: &[(FieldId, Value)],
    ) -> Result<(), EncodeError> {
        let mut preamble: Vec<bool> = extension.into_iter().collect();
        preamble.extend(self.flags(fields, values));
        self.out.extend(packed(&preamble));
        self.present(fields, values)
    }

    /// Writes a tag (X.696 clause 8.7).
    fn tag(&mut self, tag: Tag) {
        let class = match tag.class {
            TagClass::Universal => 0,
            TagClass::Application => 0x40,
            TagClass::Context => 0x80,
            TagClass::Private => 0xc0,
        };
        if tag.number <= SHORT_TAG {
            self.out.push(class | tag.number as u8);
            return;
        }
        self.out.push(class | 0x3f);
        let groups = num_bigint::BigUint::from(tag.number).to_radix_be(128);
        let last = groups.len() - 1;
        self.out.extend(
            groups.iter().enumerate().map(|(at, group)| if at == last { *group } else { group | 0x80 }),
        );
    }
}

/// Returns bits as bytes, the first bit most significant, with zeros at the end.
fn packed(bits: &[bool]) -> Vec<u8> {
    let byte =
        |bits: &[bool]| bits.iter().enumerate().fold(0, |byte, (at, bit)| byte | u8::from(*bit) << (7 - at));
    bits.chunks(8).map(byte).collect()
}

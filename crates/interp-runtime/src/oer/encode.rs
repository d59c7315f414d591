//! Encodes values in COER, by `docs/semantics-packed.md` section 6.

use super::{SHORT_TAG, Views};
use crate::codec::Codec;
use crate::error::EncodeError;
use crate::packed::Sender;
use crate::shape::Addition;
use crate::work::Work;
use syntax_graph::{
    Array, FieldId, OctetView, OpenType, Structure, Tag, TagClass, TypeId, TypeKind, Union, Value,
};

/// Returns the encoding of a value.
pub(super) fn encode(codec: &Codec<'_>, root: TypeId, value: &Value) -> Result<Vec<u8>, EncodeError> {
    Views::encode(codec, (root, value), |views, path, work| {
        let mut encoder = Encoder { codec, views, path, depth: 0, work, out: Vec::new() };
        encoder.root(root, value)?;
        Ok(encoder.out)
    })
}

pub(super) struct Encoder<'c, 'g> {
    pub codec: &'c Codec<'g>,
    views: &'c Views,
    path: String,
    /// Open recursive fields and values of open types.
    depth: usize,
    /// Work left for checks of CONTAINING.
    work: Work,
    pub out: Vec<u8>,
}

impl<'c, 'g> Sender<'c, 'g> for Encoder<'c, 'g> {
    type View = OctetView;

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

    fn value(&mut self, ty: TypeId, view: &OctetView, value: &Value) -> Result<(), EncodeError> {
        let graph = self.codec.graph;
        let ty = graph.resolve(ty);
        match (&graph.types[ty].kind, value.plain()) {
            (TypeKind::Scalar(scalar), value) => self.scalar(scalar, view, value),
            (TypeKind::Structure(structure), Value::Structure(values)) => {
                self.structure(ty, structure, values)
            }
            (TypeKind::Union(union), value) if union.discriminant.is_none() => self.union(union, value),
            (TypeKind::Array(array), Value::Array(values)) if !array.linked => self.array(array, values),
            (TypeKind::Open(open), value) => self.open(open, value),
            (TypeKind::Structure(_), _) => self.mismatch("a structure"),
            (TypeKind::Array(_), _) => self.mismatch("an array"),
            _ => self.mismatch("a type of ASN.1"),
        }
    }
}

impl Encoder<'_, '_> {
    /// Returns the bytes that `write` writes.
    fn apart(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<Vec<u8>, EncodeError> {
        let outer = std::mem::take(&mut self.out);
        write(self)?;
        Ok(std::mem::replace(&mut self.out, outer))
    }

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

    fn structure(
        &mut self,
        ty: TypeId,
        structure: &Structure,
        values: &[(FieldId, Value)],
    ) -> Result<(), EncodeError> {
        let views = self.views;
        let Some(shape) = &views.shapes[ty] else { return self.mismatch("a structure") };
        let present = self.additions((structure, shape), values)?;
        let is_extended = present.contains(&true);
        self.members(&shape.roots, shape.is_extensible.then_some(is_extended), values)?;
        if !is_extended {
            return Ok(());
        }
        let bitmap = packed(&present);
        let unused = (bitmap.len() * 8 - present.len()) as u8;
        self.counted(&[&[unused][..], &bitmap].concat());
        for (addition, _) in shape.additions.iter().zip(present).filter(|(_, present)| *present) {
            let octets = self.apart(|own| match addition {
                Addition::Field(field) => own.member(*field, values),
                Addition::Group(fields) => own.members(fields, None, values),
            })?;
            self.counted(&octets);
        }
        Ok(())
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

    fn union(&mut self, union: &Union, value: &Value) -> Result<(), EncodeError> {
        let graph = self.codec.graph;
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

    fn array(&mut self, array: &Array, values: &[Value]) -> Result<(), EncodeError> {
        self.counted(&num_bigint::BigUint::from(values.len()).to_bytes_be());
        for (index, value) in values.iter().enumerate() {
            self.field(array.element, &format!("[{index}]"), value)?;
        }
        Ok(())
    }

    fn open(&mut self, open: &OpenType, value: &Value) -> Result<(), EncodeError> {
        let graph = self.codec.graph;
        let octets = match value {
            Value::Open(octets) => octets.clone(),
            Value::Known(arm, value) if open.arms.contains(arm) => {
                let step = format!("({})", graph.fields[*arm].name);
                let target = graph.fields[*arm].target;
                self.apart(|own| own.step(&step, true, |own| own.root(target, value)))?
            }
            _ => return self.mismatch("a complete encoding"),
        };
        self.counted(&octets);
        Ok(())
    }
}

/// Returns bits as bytes, the first bit most significant, with zeros at the end.
fn packed(bits: &[bool]) -> Vec<u8> {
    let byte =
        |bits: &[bool]| bits.iter().enumerate().fold(0, |byte, (at, bit)| byte | u8::from(*bit) << (7 - at));
    bits.chunks(8).map(byte).collect()
}

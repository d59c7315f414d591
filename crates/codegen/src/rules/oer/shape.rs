//! The contents of values under OER, for shapes.

use super::ops::{Form, Oer, Primitive};
use crate::packed::shape::content::{Content, Shaped};
use crate::packed::shape::reader::Reader;

impl Shaped for Oer {
    fn is_strict(&self) -> bool {
        self.is_canonical
    }

    fn content(&self, primitive: Primitive, form: &Form) -> Content {
        match (primitive, form) {
            (Primitive::Null, _) => Content::Null,
            (Primitive::Boolean, _) => Content::Boolean(0xff),
            (Primitive::Integer(repr), _) => Content::Integer { repr, min: None, max: None },
            (Primitive::Bytes, Form::Number(format)) => Content::Bytes(format.signed),
            (Primitive::Bytes, _) => Content::Bytes(true),
            (Primitive::Enumerated(repr), _) => Content::Enumerated(repr),
            (Primitive::NamedBits, Form::Sized { least, .. }) => Content::NamedBits(*least),
            (Primitive::NamedBits, _) => Content::NamedBits(0),
            (Primitive::Real, _) => Content::Constant("a REAL"),
            (Primitive::Float, _) => Content::Computed("a REAL of IEEE 754"),
            (Primitive::Oid, _) => Content::Constant("an OBJECT IDENTIFIER"),
            (Primitive::Octets | Primitive::Characters | Primitive::Bits, _) => Content::String,
        }
    }

    // X.696 clause 16.4: a BIT STRING.
    fn additions(&self, bits: &mut Reader) -> Option<Vec<bool>> {
        let octets = self.determinant(bits)?;
        let unused = bits.take(8)?;
        let flags = bits.flags((8 * octets).checked_sub(8 + unused)?)?;
        bits.take(unused as u32)?;
        Some(flags)
    }

    fn small(&self, _: &mut Reader) -> Option<u64> {
        None
    }

    // X.696 clause 8.6.
    fn determinant(&self, bits: &mut Reader) -> Option<u64> {
        match bits.take(8)? {
            short @ 0..=0x7f => Some(short),
            long @ 0x81..=0x88 => bits.take(8 * (long as u32 & 0x7f)),
            _ => None,
        }
    }
}

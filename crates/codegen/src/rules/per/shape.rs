//! The contents of values under PER, for shapes.

use super::ops::{Form, Per, Primitive};
use crate::packed::shape::content::{Content, Shaped};
use crate::packed::shape::reader::Reader;

impl Shaped for Per {
    fn content(&self, primitive: Primitive, form: &Form) -> Content {
        match (primitive, form) {
            (Primitive::Null, _) => Content::Null,
            (Primitive::Boolean, _) => Content::Boolean(1),
            (Primitive::Integer(repr), Form::Number(range)) => {
                Content::Integer { repr, min: range.min.clone(), max: range.max.clone() }
            }
            (Primitive::Integer(repr), _) => Content::Integer { repr, min: None, max: None },
            (Primitive::Bytes, _) => Content::Bytes(true),
            (Primitive::Enumerated(repr), _) => Content::Enumerated(repr),
            (Primitive::NamedBits, Form::Sized(sizes)) => Content::NamedBits(sizes.min),
            (Primitive::NamedBits, _) => Content::NamedBits(0),
            (Primitive::Real, _) => Content::Constant("a REAL"),
            (Primitive::Oid, _) => Content::Constant("an OBJECT IDENTIFIER"),
            (Primitive::Open, _) => Content::Constant("an open type"),
            (Primitive::Contents | Primitive::Octets | Primitive::Bits | Primitive::Characters, _) => {
                Content::String
            }
        }
    }

    // X.691 clauses 19.7 and 19.8.
    fn additions(&self, bits: &mut Reader) -> Option<Vec<bool>> {
        let count = match bits.take(1)? {
            0 => bits.take(6)? + 1,
            _ => self.determinant(bits)?,
        };
        bits.flags(count)
    }

    // X.691 clause 11.6.
    fn small(&self, bits: &mut Reader) -> Option<u64> {
        match bits.take(1)? {
            0 => bits.take(6),
            _ => {
                let octets = self.determinant(bits)?.min(9);
                bits.take(8 * octets as u32)
            }
        }
    }

    // X.691 clause 11.9.3, without fragments.
    fn determinant(&self, bits: &mut Reader) -> Option<u64> {
        if self.is_aligned {
            bits.align();
        }
        match bits.take(1)? {
            0 => bits.take(7),
            _ if bits.take(1)? == 0 => bits.take(14),
            _ => None,
        }
    }
}

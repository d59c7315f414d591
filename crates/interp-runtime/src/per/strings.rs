//! Decodes scalars other than numbers (X.691 clauses 12, 15 to 18, 24, 25, 30 and 31).

use super::decode::Decoder;
use super::{Alphabet, fixed};
use crate::error::ErrorCode;
use crate::real;
use syntax_graph::value::oid_arcs;
use syntax_graph::{CharKind, PackedView, Scalar, SizeRange, TimeKind, Value};

impl Decoder<'_, '_> {
    pub(super) fn scalar(&mut self, scalar: &Scalar, view: &PackedView) -> Result<Value, ErrorCode> {
        match scalar {
            Scalar::Boolean => Ok(Value::Boolean(self.bits.bit()?)),
            Scalar::Null => Ok(Value::Null),
            Scalar::Integer(integer) => self.integer(integer, view),
            Scalar::Enumerated(enumeration) => self.enumerated(enumeration),
            Scalar::Real => {
                let octets = self.contents()?.octets;
                real::check_form(&octets, false)?;
                Ok(Value::Real(octets))
            }
            Scalar::ObjectIdentifier | Scalar::RelativeOid => {
                let octets = self.contents()?.octets;
                match oid_arcs(&octets, true) {
                    Some(_) => Ok(Value::Oid(octets)),
                    None => Err(ErrorCode::BadValue),
                }
            }
            Scalar::BitString { .. } => self.bit_string(view),
            Scalar::OctetString { .. } => self.octet_string(view),
            Scalar::Characters { kind, .. } if kind.is_known_multiplier() => self.characters(*kind, view),
            Scalar::Characters { .. } => Ok(Value::Chars(self.contents()?.octets)),
            // Both are VisibleStrings (X.680 clauses 46 and 47).
            Scalar::Time(TimeKind::UtcTime | TimeKind::GeneralizedTime) => {
                self.characters(CharKind::Visible, &PackedView::default())
            }
            Scalar::Time(_) | Scalar::Float(_) => Err(ErrorCode::BadValue),
        }
    }

    /// Reads a BIT STRING (X.691 clause 16).
    fn bit_string(&mut self, view: &PackedView) -> Result<Value, ErrorCode> {
        let size = self.size(&view.sizes)?;
        let is_short = fixed(&size).is_some_and(|count| count <= 16);
        let (mut octets, mut length) = (Vec::new(), 0);
        self.pieces(&size, |own, count| {
            if !is_short {
                own.align();
            }
            // Fragments are whole bytes, so each piece starts at a byte of the value.
            octets.extend(own.bits.string(count as usize)?);
            length += count;
            Ok(())
        })?;
        Ok(Value::Bits { octets, length })
    }

    /// Reads an OCTET STRING (X.691 clause 17).
    fn octet_string(&mut self, view: &PackedView) -> Result<Value, ErrorCode> {
        let size = self.size(&view.sizes)?;
        let is_short = fixed(&size).is_some_and(|count| count <= 2);
        let mut octets = Vec::new();
        self.pieces(&size, |own, count| {
            if !is_short {
                own.align();
            }
            octets.extend(own.bits.string(count as usize * 8)?);
            Ok(())
        })?;
        Ok(Value::Octets(octets))
    }

    /// Reads a string whose characters all have one width (X.691 clause 30).
    fn characters(&mut self, kind: CharKind, view: &PackedView) -> Result<Value, ErrorCode> {
        let size: SizeRange = self.size(&view.sizes)?;
        let alphabet = Alphabet::of(kind, view, self.is_aligned);
        let is_aligned = alphabet.is_aligned(&size);
        let mut octets = Vec::new();
        self.pieces(&size, |own, count| {
            if is_aligned {
                own.align();
            }
            if alphabet.bits == 0 {
                own.state.count_empty(count)?;
            }
            own.bits.need((count as usize).saturating_mul(alphabet.bits))?;
            for _ in 0..count {
                let number = own.bits.number(alphabet.bits)?;
                let point = alphabet.character(number).ok_or(ErrorCode::BadValue)?;
                match kind {
                    CharKind::Bmp => octets.extend((point as u16).to_be_bytes()),
                    CharKind::Universal => octets.extend(point.to_be_bytes()),
                    _ => octets.push(point as u8),
                }
            }
            Ok(())
        })?;
        Ok(Value::Chars(octets))
    }
}

//! Encodes scalars other than numbers (X.691 clauses 12, 15 to 18, 24, 25, 30 and 31).

use super::encode::Encoder;
use super::write_numbers::put_contents;
use super::{Alphabet, fixed};
use crate::error::{EncodeError, type_name};
use crate::packed::Sender;
use crate::real;
use syntax_graph::value::oid_arcs;
use syntax_graph::{CharKind, PackedView, Scalar, TimeKind, Value};

impl Encoder<'_, '_> {
    pub(super) fn scalar(
        &mut self,
        scalar: &Scalar,
        view: &PackedView,
        value: &Value,
    ) -> Result<(), EncodeError> {
        let is_aligned = self.is_aligned;
        match (scalar, value) {
            (Scalar::Boolean, Value::Boolean(value)) => self.out.bit(*value),
            (Scalar::Null, Value::Null) => {}
            (Scalar::Integer(integer), Value::Integer(number)) => self.integer(integer, view, number)?,
            (Scalar::Enumerated(enumeration), Value::Integer(number)) => {
                self.enumerated(enumeration, number)?
            }
            (Scalar::Real, Value::Real(octets)) => match real::check_form(octets, true) {
                Ok(()) => put_contents(&mut self.out, is_aligned, octets),
                Err(code) => {
                    return self.error(code, "expected the canonical contents octets of a real number");
                }
            },
            (Scalar::ObjectIdentifier | Scalar::RelativeOid, Value::Oid(octets)) => {
                if oid_arcs(octets, true).is_none() {
                    return self.mismatch("well-formed arcs");
                }
                put_contents(&mut self.out, is_aligned, octets);
            }
            (Scalar::BitString { named, .. }, Value::Bits { octets, length }) => {
                if octets.len() as u64 != length.div_ceil(8) {
                    return self.mismatch("as many octets as the bits fill");
                }
                self.bit_string(!named.is_empty(), view, (octets, *length))?;
            }
            (Scalar::OctetString { .. }, Value::Octets(octets)) => self.octet_string(view, octets)?,
            (Scalar::Characters { kind, .. }, Value::Chars(octets)) if kind.is_known_multiplier() => {
                self.characters(*kind, view, octets)?;
            }
            (Scalar::Characters { .. }, Value::Chars(octets)) => {
                put_contents(&mut self.out, is_aligned, octets);
            }
            (Scalar::Time(TimeKind::UtcTime | TimeKind::GeneralizedTime), Value::Chars(octets)) => {
                self.characters(CharKind::Visible, &PackedView::default(), octets)?;
            }
            (Scalar::Time(_) | Scalar::Float(_), _) => return self.mismatch("a type with a packed encoding"),
            _ => return self.mismatch(type_name(scalar)),
        }
        Ok(())
    }

    /// Encodes a BIT STRING. Named bits have no trailing zeros beyond the least size (X.691 clause 16.2 and 16.3).
    fn bit_string(
        &mut self,
        is_named: bool,
        view: &PackedView,
        (octets, length): (&[u8], u64),
    ) -> Result<(), EncodeError> {
        let mut length = length;
        if is_named {
            let is_set = |at: u64| octets[(at / 8) as usize] >> (7 - at % 8) & 1 == 1;
            while length > 0 && !is_set(length - 1) {
                length -= 1;
            }
            length = length.max(view.sizes.min.min(1 << 20));
        }
        let size = self.size(&view.sizes, length)?;
        let is_short = fixed(&size).is_some_and(|count| count <= 16);
        let mut at = 0;
        self.pieces(&size, length, |own, count| {
            if !is_short && own.is_aligned {
                own.out.align();
            }
            own.out.string(octets.get(at..).unwrap_or_default(), count as usize);
            at += count as usize / 8;
            Ok(())
        })
    }

    fn octet_string(&mut self, view: &PackedView, octets: &[u8]) -> Result<(), EncodeError> {
        let size = self.size(&view.sizes, octets.len() as u64)?;
        let is_short = fixed(&size).is_some_and(|count| count <= 2);
        let mut left = octets;
        self.pieces(&size, octets.len() as u64, |own, count| {
            if !is_short && own.is_aligned {
                own.out.align();
            }
            let (piece, rest) = left.split_at(count as usize);
            own.out.octets(piece);
            left = rest;
            Ok(())
        })
    }

    fn characters(&mut self, kind: CharKind, view: &PackedView, octets: &[u8]) -> Result<(), EncodeError> {
        let alphabet = Alphabet::of(kind, view, self.is_aligned);
        let points = kind.code_points(octets);
        let numbers: Option<Vec<u64>> =
            points.and_then(|points| points.into_iter().map(|point| alphabet.number(point)).collect());
        let Some(numbers) = numbers else {
            return self.mismatch("characters of the permitted alphabet");
        };
        let size = self.size(&view.sizes, numbers.len() as u64)?;
        let is_aligned = alphabet.is_aligned(&size) && self.is_aligned;
        let mut left = &numbers[..];
        self.pieces(&size, numbers.len() as u64, |own, count| {
            if is_aligned {
                own.out.align();
            }
            let (piece, rest) = left.split_at(count as usize);
            piece.iter().for_each(|number| own.out.number(*number, alphabet.bits));
            left = rest;
            Ok(())
        })
    }
}

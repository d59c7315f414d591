//! Encodes scalars (X.696 clauses 9 to 15, 21 to 29).

use super::encode::Encoder;
use super::{floats, width};
use crate::error::{EncodeError, type_name};
use crate::packed::Sender;
use crate::real;
use num_bigint::BigInt;
use syntax_graph::value::oid_arcs;
use syntax_graph::{OctetView, Scalar, TimeKind, Value};

impl Encoder<'_, '_> {
    pub(super) fn scalar(
        &mut self,
        scalar: &Scalar,
        view: &OctetView,
        value: &Value,
    ) -> Result<(), EncodeError> {
        match (scalar, value) {
            (Scalar::Boolean, Value::Boolean(value)) => self.out.push(if *value { 0xff } else { 0 }),
            (Scalar::Null, Value::Null) => {}
            (Scalar::Integer(integer), Value::Integer(number)) => {
                self.held(number, integer.repr)?;
                self.integer(view, number)?;
            }
            (Scalar::Enumerated(enumeration), Value::Integer(number)) => {
                self.held(number, enumeration.repr())?;
                self.enumerated(number);
            }
            (Scalar::Real, Value::Real(octets)) => self.real(view, octets)?,
            (Scalar::ObjectIdentifier | Scalar::RelativeOid, Value::Oid(octets)) => {
                if oid_arcs(octets, true).is_none() {
                    return self.mismatch("well-formed arcs");
                }
                self.counted(octets);
            }
            (Scalar::BitString { named, .. }, Value::Bits { octets, length }) => {
                if octets.len() as u64 != length.div_ceil(8) {
                    return self.mismatch("as many octets as the bits fill");
                }
                self.bit_string(!named.is_empty(), view, (octets, *length))?;
            }
            (Scalar::OctetString { .. }, Value::Octets(octets)) => self.string(view, 1, octets)?,
            (Scalar::Characters { kind, .. }, Value::Chars(octets)) => match width(*kind) {
                Some(width) => self.string(view, width, octets)?,
                None => self.counted(octets),
            },
            (Scalar::Time(TimeKind::UtcTime | TimeKind::GeneralizedTime), Value::Chars(octets)) => {
                self.counted(octets);
            }
            (Scalar::Time(_) | Scalar::Float(_), _) => return self.mismatch("a type with a packed encoding"),
            _ => return self.mismatch(type_name(scalar)),
        }
        Ok(())
    }

    /// Encodes an INTEGER (X.696 clause 10).
    fn integer(&mut self, view: &OctetView, number: &BigInt) -> Result<(), EncodeError> {
        let format = view.integer();
        if !format.signed && *number < BigInt::from(0) {
            return self.mismatch(format_args!("a number that is not negative, found {number}"));
        }
        let octets =
            if format.signed { number.to_signed_bytes_be() } else { number.magnitude().to_bytes_be() };
        match format.bytes {
            Some(bytes) if octets.len() <= bytes => {
                let filler = if format.signed && *number < BigInt::from(0) { 0xff } else { 0 };
                self.out.extend(std::iter::repeat_n(filler, bytes - octets.len()));
                self.out.extend(octets);
            }
            Some(bytes) => return self.mismatch(format_args!("a number of {bytes} bytes, found {number}")),
            None => self.counted(&octets),
        }
        Ok(())
    }

    /// Encodes an ENUMERATED (X.696 clause 11).
    fn enumerated(&mut self, number: &BigInt) {
        match u8::try_from(number) {
            Ok(short @ ..=0x7f) => self.out.push(short),
            _ => {
                let octets = number.to_signed_bytes_be();
                self.out.push(0x80 | octets.len() as u8);
                self.out.extend(octets);
            }
        }
    }

    /// Encodes a REAL (X.696 clause 12).
    fn real(&mut self, view: &OctetView, octets: &[u8]) -> Result<(), EncodeError> {
        if let Err(code) = real::check_form(octets, true) {
            return self.error(code, "expected the canonical contents octets of a real number");
        }
        match view.float.map(|format| floats::octets(octets, format)) {
            Some(Some(octets)) => self.out.extend(octets),
            Some(None) => return self.mismatch("a number within the components of the type"),
            None => self.counted(octets),
        }
        Ok(())
    }

    /// Encodes a BIT STRING (X.696 clause 13). Named bits have no trailing zeros.
    fn bit_string(
        &mut self,
        is_named: bool,
        view: &OctetView,
        (octets, length): (&[u8], u64),
    ) -> Result<(), EncodeError> {
        let is_set =
            |at: u64| octets.get((at / 8) as usize).is_some_and(|octet| octet >> (7 - at % 8) & 1 == 1);
        let mut length = length;
        if is_named {
            while length > 0 && !is_set(length - 1) {
                length -= 1;
            }
            length = length.max(view.sizes.min.min(1 << 20));
        }
        let mut kept: Vec<u8> = octets.iter().copied().take(length.div_ceil(8) as usize).collect();
        kept.resize(length.div_ceil(8) as usize, 0);
        let unused = ((8 - length % 8) % 8) as u8;
        if let Some(last) = kept.last_mut() {
            *last &= 0xff << unused;
        }
        match view.sizes.fixed() {
            Some(size) if size != length => {
                return self.mismatch(format_args!("{size} bits, found {length}"));
            }
            Some(_) => self.out.extend(kept),
            None => self.counted(&[&[unused][..], &kept].concat()),
        }
        Ok(())
    }

    /// Encodes a string of characters of this many bytes.
    fn string(&mut self, view: &OctetView, width: usize, octets: &[u8]) -> Result<(), EncodeError> {
        if !octets.len().is_multiple_of(width) {
            return self.mismatch(format_args!("whole characters of {width} bytes"));
        }
        let size = (octets.len() / width) as u64;
        match view.sizes.fixed() {
            Some(fixed) if fixed != size => {
                return self.mismatch(format_args!("a size of {fixed}, found {size}"));
            }
            Some(_) => self.out.extend_from_slice(octets),
            None => self.counted(octets),
        }
        Ok(())
    }
}

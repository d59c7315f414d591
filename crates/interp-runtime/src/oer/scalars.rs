//! Decodes scalars (X.696 clauses 9 to 15, 21 to 29).

use super::decode::Decoder;
use super::{floats, width};
use crate::error::ErrorCode;
use crate::real;
use num_bigint::{BigInt, Sign};
use syntax_graph::value::oid_arcs;
use syntax_graph::{CharKind, Enumeration, Integer, IntegerRepr, OctetView, Scalar, TimeKind, Value};

impl Decoder<'_, '_> {
    pub(super) fn scalar(&mut self, scalar: &Scalar, view: &OctetView) -> Result<Value, ErrorCode> {
        match scalar {
            Scalar::Boolean => {
                let octet = self.byte()?;
                self.canonical(matches!(octet, 0 | 0xff))?;
                Ok(Value::Boolean(octet != 0))
            }
            Scalar::Null => Ok(Value::Null),
            Scalar::Integer(integer) => self.integer(integer, view),
            Scalar::Enumerated(enumeration) => self.enumerated(enumeration),
            Scalar::Real => self.real(view),
            Scalar::ObjectIdentifier | Scalar::RelativeOid => {
                let octets = self.counted()?;
                match oid_arcs(octets, true) {
                    Some(_) => Ok(Value::Oid(octets.to_vec())),
                    None => Err(ErrorCode::BadValue),
                }
            }
            Scalar::BitString { named, .. } => self.bit_string(!named.is_empty(), view),
            Scalar::OctetString { .. } => {
                let octets = match view.sizes.fixed() {
                    Some(size) => self.take(usize::try_from(size).unwrap_or(usize::MAX))?,
                    None => self.counted()?,
                };
                Ok(Value::Octets(octets.to_vec()))
            }
            Scalar::Characters { kind, .. } => self.characters(*kind, view),
            Scalar::Time(TimeKind::UtcTime | TimeKind::GeneralizedTime) => {
                Ok(Value::Chars(self.counted()?.to_vec()))
            }
            Scalar::Time(_) | Scalar::Float(_) => Err(ErrorCode::BadValue),
        }
    }

    /// Reads an INTEGER (X.696 clause 10).
    fn integer(&mut self, integer: &Integer, view: &OctetView) -> Result<Value, ErrorCode> {
        let format = view.integer();
        let octets = match format.bytes {
            Some(bytes) => self.take(bytes)?,
            None => self.counted()?,
        };
        if octets.is_empty() {
            return Err(ErrorCode::BadLength);
        }
        if format.bytes.is_none() {
            self.canonical(is_minimal(octets, format.signed))?;
        }
        let number = match format.signed {
            true => BigInt::from_signed_bytes_be(octets),
            false => BigInt::from_bytes_be(Sign::Plus, octets),
        };
        held(number, integer.repr)
    }

    /// Reads an ENUMERATED (X.696 clause 11).
    fn enumerated(&mut self, enumeration: &Enumeration) -> Result<Value, ErrorCode> {
        let first = self.byte()?;
        if first < 0x80 {
            return held(first.into(), enumeration.repr());
        }
        let octets = self.take(usize::from(first & 0x7f))?;
        if octets.is_empty() {
            return Err(ErrorCode::BadLength);
        }
        let number = BigInt::from_signed_bytes_be(octets);
        let is_short = number >= BigInt::from(0) && number < BigInt::from(0x80);
        self.canonical(is_minimal(octets, true) && !is_short)?;
        held(number, enumeration.repr())
    }

    /// Reads a REAL (X.696 clause 12).
    fn real(&mut self, view: &OctetView) -> Result<Value, ErrorCode> {
        if let Some(format) = view.float {
            let octets = self.take(format.octets())?;
            return Ok(Value::Real(floats::contents(octets)));
        }
        let octets = self.counted()?;
        real::check_form(octets, self.is_canonical)?;
        Ok(Value::Real(octets.to_vec()))
    }

    /// Reads a BIT STRING (X.696 clause 13).
    fn bit_string(&mut self, is_named: bool, view: &OctetView) -> Result<Value, ErrorCode> {
        let (octets, length) = match view.sizes.fixed() {
            Some(size) => (self.take(usize::try_from(size.div_ceil(8)).unwrap_or(usize::MAX))?, size),
            None => match self.counted()? {
                [] => return Err(ErrorCode::BadLength),
                [8..=255, ..] | [1..=7] => return Err(ErrorCode::BadValue),
                [unused, octets @ ..] => (octets, octets.len() as u64 * 8 - u64::from(*unused)),
            },
        };
        let unused = ((8 - length % 8) % 8) as u32;
        let mut octets = octets.to_vec();
        if let Some(last) = octets.last_mut() {
            self.canonical(last.trailing_zeros() >= unused)?;
            *last &= 0xff << unused;
            let ends_in_zero = *last >> unused & 1 == 0;
            let may_end_so = !is_named || length <= view.sizes.min;
            self.canonical(!ends_in_zero || may_end_so)?;
        }
        Ok(Value::Bits { octets, length })
    }

    /// Reads a character string (X.696 clauses 27 and 28).
    fn characters(&mut self, kind: CharKind, view: &OctetView) -> Result<Value, ErrorCode> {
        let octets = match (width(kind), view.sizes.fixed()) {
            (Some(width), Some(size)) => {
                let size = size.saturating_mul(width as u64);
                self.take(usize::try_from(size).unwrap_or(usize::MAX))?
            }
            _ => self.counted()?,
        };
        if width(kind).is_some_and(|width| !octets.len().is_multiple_of(width)) {
            return Err(ErrorCode::BadValue);
        }
        Ok(Value::Chars(octets.to_vec()))
    }
}

/// Returns whether a number has the fewest bytes.
fn is_minimal(octets: &[u8], is_signed: bool) -> bool {
    match octets {
        [0, 0..=0x7f, ..] | [0xff, 0x80..=0xff, ..] if is_signed => false,
        [0, _, ..] => is_signed,
        _ => true,
    }
}

/// Checks that a representation holds a number.
fn held(number: BigInt, repr: IntegerRepr) -> Result<Value, ErrorCode> {
    let fits = repr.limits().is_none_or(|(low, high)| (low..=high).contains(&number));
    if fits { Ok(Value::Integer(number)) } else { Err(ErrorCode::Range) }
}

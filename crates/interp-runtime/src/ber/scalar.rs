//! Converts contents octets of scalars to values and back.

use super::time;
use crate::codec::Rules;
use crate::error::{ErrorCode, type_name};
use crate::real;
use num_bigint::BigInt;
use syntax_graph::value::oid_arcs;
use syntax_graph::{IntegerRepr, Scalar, Value};

/// Returns the value of primitive contents octets. [`super::decode`] joins the constructed strings of BER.
pub(super) fn decode(scalar: &Scalar, octets: &[u8], rules: Rules) -> Result<Value, ErrorCode> {
    match scalar {
        Scalar::Boolean => match octets {
            [octet] if rules == Rules::Der && !matches!(*octet, 0 | 0xff) => Err(ErrorCode::NotCanonical),
            [octet] => Ok(Value::Boolean(*octet != 0)),
            _ => Err(ErrorCode::BadValue),
        },
        Scalar::Integer(integer) => decode_integer(octets, integer.repr),
        Scalar::Enumerated(enumeration) => decode_integer(octets, enumeration.repr()),
        Scalar::Real => real::check(octets, rules).map(|()| Value::Real(octets.to_vec())),
        // BER has no encoding for scalars of XDR.
        Scalar::Float(_) => Err(ErrorCode::BadValue),
        Scalar::BitString { named, .. } => decode_bits(octets, !named.is_empty(), rules),
        Scalar::OctetString { .. } => Ok(Value::Octets(octets.to_vec())),
        Scalar::Null if octets.is_empty() => Ok(Value::Null),
        Scalar::Null => Err(ErrorCode::BadValue),
        Scalar::ObjectIdentifier | Scalar::RelativeOid => match oid_arcs(octets, true) {
            Some(_) => Ok(Value::Oid(octets.to_vec())),
            None => Err(ErrorCode::BadValue),
        },
        Scalar::Time(kind) if rules == Rules::Der && !time::is_canonical(*kind, octets) => {
            Err(ErrorCode::NotCanonical)
        }
        Scalar::Characters { .. } | Scalar::Time(_) => Ok(Value::Chars(octets.to_vec())),
    }
}

fn decode_integer(octets: &[u8], repr: IntegerRepr) -> Result<Value, ErrorCode> {
    match octets {
        [] | [0, 0..=0x7f, ..] | [0xff, 0x80..=0xff, ..] => return Err(ErrorCode::BadValue),
        _ => {}
    }
    let value = BigInt::from_signed_bytes_be(octets);
    if fits(&value, repr) { Ok(Value::Integer(value)) } else { Err(ErrorCode::Range) }
}

/// Returns whether a representation can hold a value.
pub(super) fn fits(value: &BigInt, repr: IntegerRepr) -> bool {
    repr.limits().is_none_or(|(low, high)| (low..=high).contains(value))
}

/// Returns the bytes and the number of unused bits of one primitive bit string (X.690 clause 8.6.2).
pub(super) fn split_bits(octets: &[u8]) -> Result<(&[u8], u8), ErrorCode> {
    match octets {
        [] | [8..=255, ..] | [1..=7] => Err(ErrorCode::BadValue),
        [unused, bits @ ..] => Ok((bits, *unused)),
    }
}

/// Returns the value of a bit string whose last `unused` bits do not count.
pub(super) fn join_bits(mut octets: Vec<u8>, unused: u8) -> Value {
    if let Some(last) = octets.last_mut() {
        *last &= 0xff << unused;
    }
    let length = octets.len() as u64 * 8 - u64::from(unused);
    Value::Bits { octets, length }
}

fn decode_bits(contents: &[u8], named: bool, rules: Rules) -> Result<Value, ErrorCode> {
    let (octets, unused) = split_bits(contents)?;
    if rules == Rules::Der
        && let Some(last) = octets.last()
    {
        let unused_are_zero = last.trailing_zeros() >= u32::from(unused);
        let ends_in_zero = last >> unused & 1 == 0;
        if !unused_are_zero || (named && ends_in_zero) {
            return Err(ErrorCode::NotCanonical);
        }
    }
    Ok(join_bits(octets.to_vec(), unused))
}

/// Returns the contents octets of a value, in canonical form.
pub(super) fn encode(scalar: &Scalar, value: &Value, rules: Rules) -> Result<Vec<u8>, (ErrorCode, String)> {
    let mismatch = |expected: &str| Err((ErrorCode::BadValue, format!("expected {expected}")));
    match (scalar, value) {
        (Scalar::Boolean, Value::Boolean(value)) => Ok(vec![if *value { 0xff } else { 0 }]),
        (Scalar::Integer(integer), Value::Integer(value)) => encode_integer(value, integer.repr),
        (Scalar::Enumerated(enumeration), Value::Integer(value)) => encode_integer(value, enumeration.repr()),
        (Scalar::Real, Value::Real(octets)) => match real::check(octets, rules) {
            Ok(()) => Ok(octets.clone()),
            Err(code) => Err((code, "expected the contents octets of a real number".to_owned())),
        },
        (Scalar::BitString { named, .. }, Value::Bits { octets, length }) => {
            if octets.len() as u64 != length.div_ceil(8) {
                return mismatch("as many octets as the bits fill");
            }
            let strip = rules == Rules::Der && !named.is_empty();
            Ok(encode_bits(octets, *length, strip))
        }
        (Scalar::OctetString { .. }, Value::Octets(octets)) => Ok(octets.clone()),
        (Scalar::Null, Value::Null) => Ok(Vec::new()),
        (Scalar::ObjectIdentifier | Scalar::RelativeOid, Value::Oid(octets)) => {
            if oid_arcs(octets, true).is_none() {
                return mismatch("well-formed arcs");
            }
            Ok(octets.clone())
        }
        (Scalar::Time(kind), Value::Chars(octets))
            if rules == Rules::Der && !time::is_canonical(*kind, octets) =>
        {
            Err((ErrorCode::NotCanonical, "expected a time in its canonical form".to_owned()))
        }
        (Scalar::Characters { .. } | Scalar::Time(_), Value::Chars(octets)) => Ok(octets.clone()),
        _ => mismatch(type_name(scalar)),
    }
}

fn encode_integer(value: &BigInt, repr: IntegerRepr) -> Result<Vec<u8>, (ErrorCode, String)> {
    if fits(value, repr) {
        return Ok(value.to_signed_bytes_be());
    }
    Err((
        ErrorCode::Range,
        format!("{value} does not fit the representation; integer = \"bytes\" holds any value"),
    ))
}

fn encode_bits(octets: &[u8], mut length: u64, strip: bool) -> Vec<u8> {
    let is_set = |bit: u64| octets[(bit / 8) as usize] >> (7 - bit % 8) & 1 == 1;
    while strip && length > 0 && !is_set(length - 1) {
        length -= 1;
    }
    let unused = ((8 - length % 8) % 8) as u8;
    let mut contents = vec![unused];
    contents.extend_from_slice(&octets[..length.div_ceil(8) as usize]);
    if let [_, .., last] = contents.as_mut_slice() {
        *last &= 0xff << unused;
    }
    contents
}

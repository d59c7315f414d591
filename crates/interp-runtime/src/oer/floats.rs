//! Converts IEEE 754 numbers to the contents octets of a REAL (X.690 clause 8.5) and back.

use num_bigint::BigInt;
use syntax_graph::FloatWidth;

/// Bits of the fraction, bits of the exponent.
fn format(width: FloatWidth) -> (u32, u32) {
    match width {
        FloatWidth::Single => (23, 8),
        FloatWidth::Double => (52, 11),
    }
}

/// Returns the canonical contents octets of a number of 4 or 8 bytes (X.690 clause 11.3).
pub(super) fn contents(octets: &[u8]) -> Vec<u8> {
    let width = if octets.len() == 4 { FloatWidth::Single } else { FloatWidth::Double };
    let (fraction_bits, exponent_bits) = format(width);
    let bits = octets.iter().fold(0_u64, |bits, octet| bits << 8 | u64::from(*octet));
    let is_negative = bits >> (fraction_bits + exponent_bits) & 1 == 1;
    let biased = (bits >> fraction_bits & ((1 << exponent_bits) - 1)) as i64;
    let fraction = bits & ((1 << fraction_bits) - 1);
    let most = (1_i64 << exponent_bits) - 1;
    let (mut mantissa, mut exponent) = match (biased, fraction) {
        (0, 0) => return if is_negative { vec![0x43] } else { Vec::new() },
        (0, _) => (fraction, 1),
        (biased, 0) if biased == most => return vec![if is_negative { 0x41 } else { 0x40 }],
        (biased, _) if biased == most => return vec![0x42],
        _ => (fraction | 1 << fraction_bits, biased),
    };
    exponent -= (most >> 1) + i64::from(fraction_bits);
    exponent += i64::from(mantissa.trailing_zeros());
    mantissa >>= mantissa.trailing_zeros();
    let exponent = BigInt::from(exponent).to_signed_bytes_be();
    let mut contents = vec![0x80 | u8::from(is_negative) << 6 | (exponent.len() - 1) as u8];
    contents.extend(exponent);
    contents.extend(BigInt::from(mantissa).magnitude().to_bytes_be());
    contents
}

/// Returns the bytes of the number that canonical contents octets stand for; `None` if the format does not hold it.
pub(super) fn octets(contents: &[u8], width: FloatWidth) -> Option<Vec<u8>> {
    let (fraction_bits, exponent_bits) = format(width);
    let most = (1_i64 << exponent_bits) - 1;
    let sign = |is_negative: bool| u64::from(is_negative) << (fraction_bits + exponent_bits);
    let infinity = (most as u64) << fraction_bits;
    let bits = match contents {
        [] => 0,
        [0x40] => infinity,
        [0x41] => infinity | sign(true),
        [0x42] => infinity | 1 << (fraction_bits - 1),
        [0x43] => sign(true),
        [first @ (0x80..=0x82 | 0xc0..=0xc2), rest @ ..] => {
            let (exponent, mantissa) = rest.split_at_checked(usize::from(first & 3) + 1)?;
            let exponent = i64::try_from(BigInt::from_signed_bytes_be(exponent)).ok()?;
            let mantissa = u64::try_from(BigInt::from_bytes_be(num_bigint::Sign::Plus, mantissa)).ok()?;
            // The place of the highest bit as the exponent, unless the number is subnormal.
            let length = i64::from(64 - mantissa.leading_zeros());
            let biased = (exponent + length - 1 + (most >> 1)).max(0);
            let shift = i64::from(fraction_bits) + exponent - (biased.max(1) - (most >> 1));
            let shift = u32::try_from(shift).ok().filter(|_| mantissa > 0 && biased < most)?;
            let fraction = mantissa.checked_shl(shift)? & ((1 << fraction_bits) - 1);
            (biased as u64) << fraction_bits | fraction | sign(first & 0x40 != 0)
        }
        _ => return None,
    };
    Some(bits.to_be_bytes()[8 - width.octets()..].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive() {
        for number in [0.0, -0.0, 1.0, -1.5, 0.1, f64::MAX, f64::MIN_POSITIVE, 5e-324, 3e-310, f64::INFINITY]
        {
            let octets = number.to_be_bytes();
            let found = super::octets(&contents(&octets), FloatWidth::Double);
            assert_eq!(found.as_deref(), Some(&octets[..]), "{number}");
        }
        for number in [0.0_f32, -2.5, f32::MAX, f32::MIN_POSITIVE, 1e-45, 3e-40, f32::NEG_INFINITY] {
            let octets = number.to_be_bytes();
            let found = super::octets(&contents(&octets), FloatWidth::Single);
            assert_eq!(found.as_deref(), Some(&octets[..]), "{number}");
        }
    }

    #[test]
    fn other_numbers_have_no_format() {
        for contents in [&[0x80, 0x7f, 1, 0, 1][..], &[0x82, 0x7f, 0xff, 0xff, 1], &[3, b'1'], &[0x80, 0]] {
            assert_eq!(octets(contents, FloatWidth::Single), None, "{contents:?}");
        }
    }
}

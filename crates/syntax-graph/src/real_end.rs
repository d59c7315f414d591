//! Ends of ranges of real numbers, with their binary and decimal digits for digit-by-digit comparison.

use num_bigint::BigUint;

/// The largest supported absolute value of an exponent. Larger ones would need large tables of digits.
const MOST_EXPONENT: i64 = 2000;

/// Maximum number of bits in a supported mantissa.
const MOST_BITS: u64 = 4000;

/// A real number at the end of a range, to compare values with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RealEnd {
    /// The contents octets of the number (X.690 clause 8.5).
    pub contents: Vec<u8>,
    /// -2: minus infinity, -1: below zero, 0: zero, 1: above zero, 2: plus infinity.
    pub rank: i8,
    /// The first bits of its absolute value, from the first 1, in whole bytes.
    pub bits: Vec<u8>,
    /// The absolute value is `0.bits` times 2 to the power of `exponent`, if no further bits follow.
    pub exponent: i64,
    /// The further bits are those of the fraction `remainder / divisor`, which is below 1.
    pub remainder: u64,
    /// The divisor of `remainder`, below 2 to the power of 63.
    pub divisor: u64,
    /// All decimal digits of its absolute value, from the first to the last non-zero one.
    pub digits: String,
    /// The absolute value is `0.digits` times 10 to the power of `point`.
    pub point: i64,
}

impl RealEnd {
    /// Returns the end for contents octets in the forms of X.690 clause 11.3; `None` if they are not a number, or if
    /// the number is not supported.
    pub fn new(contents: &[u8]) -> Option<Self> {
        let of_rank = |rank: i8| Self {
            contents: contents.to_vec(),
            rank,
            bits: Vec::new(),
            exponent: 0,
            remainder: 0,
            divisor: 1,
            digits: String::new(),
            point: 0,
        };
        let (negative, mantissa, twos, fives) = match contents {
            [] | [0x43] => return Some(of_rank(0)),
            [0x40] => return Some(of_rank(2)),
            [0x41] => return Some(of_rank(-2)),
            [3, text @ ..] => {
                let (number, exponent) = std::str::from_utf8(text).ok()?.split_once('E')?;
                let digits = number.trim_start_matches('-').strip_suffix('.')?;
                let exponent: i64 = exponent.parse().ok()?;
                (number.starts_with('-'), digits.parse::<BigUint>().ok()?, exponent, exponent)
            }
            [first, rest @ ..] if first & 0xbc == 0x80 => {
                let length = usize::from(first & 3) + 1;
                let (exponent, mantissa) = rest.split_at_checked(length).filter(|_| length < 4)?;
                let exponent = exponent
                    .iter()
                    .skip(1)
                    .fold(i64::from(exponent[0].cast_signed()), |sum, octet| sum << 8 | i64::from(*octet));
                (first & 0x40 != 0, BigUint::from_bytes_be(mantissa), exponent, 0)
            }
            _ => return None,
        };
        if twos.abs() > MOST_EXPONENT || mantissa.bits() > MOST_BITS || mantissa == BigUint::ZERO {
            return None;
        }
        let power = |exponent: i64| BigUint::from(5_u32).pow(u32::try_from(exponent).unwrap_or(0));
        // The value is `mantissa 2^twos 5^fives`. Apart from the power of 2, it is a whole number, possibly divided by
        // a power of 5.
        let (whole, quotient) = (&mantissa * power(fives), power(-fives));
        let divisor = u64::try_from(&quotient).ok().filter(|divisor| *divisor < 1 << 63)?;
        let wanted = if divisor == 1 { whole.bits() } else { 64 };
        let mut shift = (wanted + quotient.bits()).saturating_sub(whole.bits());
        shift += ((&whole << shift) / &quotient).bits().wrapping_neg() % 8;
        let shifted = whole << shift;
        let (bits, remainder) = (&shifted / &quotient, &shifted % &quotient);
        // In decimal, the value is a whole number times a power of 10.
        let tens = twos.min(fives);
        let digits = (mantissa * power(fives - tens)) << u64::try_from(twos - tens).ok()?;
        let digits = digits.to_string();
        Some(Self {
            exponent: i64::try_from(bits.bits()).ok()? + twos - i64::try_from(shift).ok()?,
            bits: bits.to_bytes_be(),
            remainder: u64::try_from(remainder).ok()?,
            divisor,
            point: i64::try_from(digits.len()).ok()? + tens,
            digits: digits.trim_end_matches('0').to_owned(),
            ..of_rank(if negative { -1 } else { 1 })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_expansions() {
        let tenth = RealEnd::new(b"\x031.E-1").unwrap();
        assert_eq!((tenth.rank, tenth.exponent, tenth.bits[0]), (1, -3, 0xcc));
        assert_eq!((tenth.digits.as_str(), tenth.point, tenth.divisor), ("1", 0, 5));
        let eighth = RealEnd::new(&[0xc0, 0xfd, 1]).unwrap();
        assert_eq!((eighth.rank, eighth.exponent, eighth.bits.as_slice()), (-1, -2, &[0x80][..]));
        assert_eq!((eighth.digits.as_str(), eighth.point), ("125", 0));
        let thousands = RealEnd::new(b"\x0315.E3").unwrap();
        assert_eq!((thousands.digits.as_str(), thousands.point, thousands.exponent), ("15", 5, 14));
        assert_eq!((thousands.bits.as_slice(), thousands.remainder), (&[0xea, 0x60][..], 0));
        assert!(RealEnd::new(b"\x031.E-28").is_none());
        assert!(RealEnd::new(b"\x0334028235.E31").is_some());
        assert!(RealEnd::new(&[0x42]).is_none());
    }
}

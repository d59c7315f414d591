//! Encodes REAL values as contents octets and compares them (X.690 clauses 8.5 and 11.3).

use crate::asn1::parse::ast::ValueKind;
use num_bigint::{BigInt, BigUint};
use std::cmp::Ordering;

/// The contents octets of a real value; none when it is not one.
pub fn real_contents(value: &ValueKind<'_>) -> Option<Vec<u8>> {
    match value {
        ValueKind::PlusInfinity => Some(vec![0x40]),
        ValueKind::MinusInfinity => Some(vec![0x41]),
        ValueKind::NotANumber => Some(vec![0x42]),
        ValueKind::Number { negative, digits } => decimal(*negative, digits),
        ValueKind::Real { negative, text } => decimal(*negative, text),
        _ => None,
    }
}

/// The contents octets of `mantissa * base ^ exponent`; none where the base is neither 2 nor 10 (X.680 clause 21.5).
pub fn composed(mantissa: &BigInt, base: &BigInt, exponent: &BigInt) -> Option<Vec<u8>> {
    if *base == BigInt::from(2) {
        return binary(mantissa, exponent);
    }
    let negative = *mantissa < BigInt::from(0);
    let is_decimal = *base == BigInt::from(10);
    is_decimal.then(|| decimal(negative, &format!("{}E{exponent}", mantissa.magnitude())))?
}

/// A decimal number in form NR3, mantissa without trailing zeros.
fn decimal(negative: bool, text: &str) -> Option<Vec<u8>> {
    let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let exponent: i64 = exponent.parse().ok()?;
    if fraction.contains('.') {
        return None;
    }
    let digits = format!("{whole}{fraction}");
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Some(if negative { vec![0x43] } else { Vec::new() });
    }
    let significant = digits.trim_end_matches('0');
    let shift = i64::try_from(digits.len() - significant.len()).ok()? - i64::try_from(fraction.len()).ok()?;
    let exponent = exponent.checked_add(shift)?;
    let sign = if negative { "-" } else { "" };
    let shown = if exponent == 0 { "+0".to_owned() } else { exponent.to_string() };
    let mut contents = vec![0x03];
    contents.extend_from_slice(format!("{sign}{significant}.E{shown}").as_bytes());
    Some(contents)
}

/// A binary number: odd mantissa, as few octets as possible.
fn binary(mantissa: &BigInt, exponent: &BigInt) -> Option<Vec<u8>> {
    let zero = BigInt::from(0);
    if *mantissa == zero {
        return Some(Vec::new());
    }
    let zeros = mantissa.trailing_zeros()?;
    let odd = mantissa.magnitude() >> zeros;
    let exponent = (exponent + zeros).to_signed_bytes_be();
    let mut first = 0x80;
    if *mantissa < zero {
        first |= 0x40;
    }
    let mut contents = match exponent.len() {
        length @ 1..=3 => vec![first | u8::try_from(length - 1).ok()?],
        length => vec![first | 3, u8::try_from(length).ok()?],
    };
    contents.extend(exponent);
    contents.extend(odd.to_bytes_be());
    Some(contents)
}

/// A real number as its contents octets have it.
#[derive(Clone, Debug, PartialEq)]
enum Real {
    MinusInfinity,
    PlusInfinity,
    /// Negative, mantissa, base, exponent; zero of either sign has mantissa 0.
    Finite(bool, BigUint, u32, BigInt),
}

/// Numbers whose exponents differ by more than this are compared by their magnitudes, or not at all.
const MAX_SHIFT: u32 = 20_000;

/// The base of a finite number that is not zero: 2 or 10.
pub fn base(contents: &[u8]) -> Option<u32> {
    match parse(contents)? {
        Real::Finite(_, mantissa, base, _) if mantissa != BigUint::ZERO => Some(base),
        _ => None,
    }
}

/// The order of two real values by their contents octets as [`real_contents`] makes them; none where there is none (NOT-A-NUMBER),
/// or it would take too long to find out.
pub fn compare(a: &[u8], b: &[u8]) -> Option<Ordering> {
    let (a, b) = (parse(a)?, parse(b)?);
    if a == b {
        return Some(Ordering::Equal);
    }
    let (Real::Finite(negative, _, _, _), Real::Finite(other, _, _, _)) = (&a, &b) else {
        let rank = |real: &Real| match real {
            Real::MinusInfinity => 0,
            Real::Finite(..) => 1,
            Real::PlusInfinity => 2,
        };
        return Some(rank(&a).cmp(&rank(&b)));
    };
    let sign = |real: &Real, negative: bool| match real {
        Real::Finite(_, mantissa, _, _) if *mantissa == BigUint::ZERO => 0,
        _ if negative => -1,
        _ => 1,
    };
    let (first, second) = (sign(&a, *negative), sign(&b, *other));
    if first != second || first == 0 {
        return Some(first.cmp(&second));
    }
    let magnitudes = magnitude(&a, &b)?;
    Some(if first < 0 { magnitudes.reverse() } else { magnitudes })
}

/// The order of the absolute values of two finite numbers, neither zero.
fn magnitude(a: &Real, b: &Real) -> Option<Ordering> {
    let (Real::Finite(_, m, base, e), Real::Finite(_, n, other, f)) = (a, b) else { return None };
    // Both by factors of 2 and 5: `m 2^e 5^p` and `n 2^f 5^q`, less what they share.
    let fives = |base: u32, exponent: &BigInt| if base == 10 { exponent.clone() } else { BigInt::from(0) };
    let (p, q) = (fives(*base, e), fives(*other, f));
    let (twos, fives) = (e - f, p - q);
    let most = BigInt::from(MAX_SHIFT);
    let within = |shift: &BigInt| -&most <= *shift && *shift <= most;
    if !within(&twos) || !within(&fives) {
        // Numbers of one base that are so far apart have their order by exponents alone, if their mantissas are short.
        let short = |mantissa: &BigUint| mantissa.bits() < u64::from(MAX_SHIFT);
        let same_sign = (twos > BigInt::from(0)) == (fives >= BigInt::from(0));
        let far = base == other && same_sign && short(m) && short(n);
        return far.then(|| twos.cmp(&BigInt::from(0)));
    }
    let (mut left, mut right) = (m.clone(), n.clone());
    for (shift, factor) in [(twos, 2_u32), (fives, 5)] {
        let count = u32::try_from(shift.magnitude()).ok()?;
        let side = if shift > BigInt::from(0) { &mut left } else { &mut right };
        *side *= BigUint::from(factor).pow(count);
    }
    Some(left.cmp(&right))
}

fn parse(contents: &[u8]) -> Option<Real> {
    let zero = || Real::Finite(false, BigUint::ZERO, 2, BigInt::from(0));
    match contents {
        [] | [0x43] => Some(zero()),
        [0x40] => Some(Real::PlusInfinity),
        [0x41] => Some(Real::MinusInfinity),
        [3, text @ ..] => {
            let text = std::str::from_utf8(text).ok()?;
            let (number, exponent) = text.split_once('E')?;
            let (negative, digits) = match number.strip_prefix('-') {
                Some(digits) => (true, digits),
                None => (false, number),
            };
            let mantissa = digits.strip_suffix('.')?.parse().ok()?;
            Some(Real::Finite(negative, mantissa, 10, exponent.parse().ok()?))
        }
        [first, rest @ ..] if first & 0xbc == 0x80 => {
            let (length, rest) = match usize::from(first & 3) {
                3 => (usize::from(*rest.first()?), &rest[1..]),
                length => (length + 1, rest),
            };
            let (exponent, mantissa) = rest.split_at_checked(length)?;
            let exponent = BigInt::from_signed_bytes_be(exponent);
            Some(Real::Finite(first & 0x40 != 0, BigUint::from_bytes_be(mantissa), 2, exponent))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reals_have_an_order() {
        let of = |text: &str| match text.strip_prefix('-') {
            Some(text) => decimal(true, text).unwrap(),
            None => decimal(false, text).unwrap(),
        };
        let two = |mantissa: i32, exponent: i64| binary(&mantissa.into(), &exponent.into()).unwrap();
        let ordered = [
            vec![0x41],
            of("-1E400"),
            two(-3, 0),
            of("-2.5"),
            of("0"),
            two(1, -100_000),
            of("1E-5"),
            of("0.1"),
            two(1, -1),
            of("0.75"),
            two(1, 0),
            of("10"),
            two(1, 100),
            of("1E300000"),
            of("1E400000"),
            vec![0x40],
        ];
        for (at, a) in ordered.iter().enumerate() {
            for (other, b) in ordered.iter().enumerate() {
                let found = compare(a, b);
                assert!(found.is_none_or(|found| found == at.cmp(&other)), "{at} {other}: {found:?}");
                // What is near is always known.
                assert!(found.is_some() || at.max(other) > 12 || at.min(other) <= 5, "{at} {other}");
            }
        }
        assert_eq!(compare(&of("0.5"), &two(1, -1)), Some(Ordering::Equal));
        assert_eq!(compare(&[0x43], &[]), Some(Ordering::Equal));
        assert_eq!(compare(&[0x42], &[]), None);
        assert_eq!(
            compare(&of("1E999999999999999999"), &of("1E999999999999999998")),
            Some(Ordering::Greater)
        );
        assert_eq!((base(&of("2.5")), base(&two(1, 0)), base(&[])), (Some(10), Some(2), None));
    }

    #[test]
    fn reals_are_canonical() {
        assert_eq!(decimal(false, "1.50"), Some(b"\x0315.E-1".to_vec()));
        assert_eq!(decimal(true, "0"), Some(vec![0x43]));
        assert_eq!(decimal(false, "7"), Some(b"\x037.E+0".to_vec()));
        assert_eq!(binary(&BigInt::from(12), &BigInt::from(-1)), Some(vec![0x80, 1, 3]));
    }
}

//! Contents octets of REAL: validity (X.690 clause 8.5), DER's form (clause 11.3), and order.

use crate::codec::Rules;
use crate::error::ErrorCode;
use num_bigint::{BigInt, BigUint, Sign};
use std::cmp::Ordering;

/// Checks contents octets for constraints, and of messages under BER and DER. Only DER has one form: decoders under PER
/// take every form, and those under COER have checked it.
pub(crate) fn check(octets: &[u8], rules: Rules) -> Result<(), ErrorCode> {
    check_form(octets, rules == Rules::Der)
}

/// Checks contents octets. Errors are `BAD_VALUE` for bytes that are not a real number, and, where they must be
/// canonical, `NOT_CANONICAL` for a number not in DER's form.
pub(crate) fn check_form(octets: &[u8], must_be_canonical: bool) -> Result<(), ErrorCode> {
    let canonical = match octets {
        [] => true,
        [first, rest @ ..] if first & 0x80 != 0 => binary(*first, rest)?,
        [0x40..=0x43] => true,
        [form @ 1..=3, rest @ ..] => decimal(*form, rest)?,
        _ => return Err(ErrorCode::BadValue),
    };
    if canonical || !must_be_canonical { Ok(()) } else { Err(ErrorCode::NotCanonical) }
}

/// Checks base 2, 8 or 16 (X.690 clause 8.5.7); returns whether it is canonical (clause 11.3.1).
fn binary(first: u8, rest: &[u8]) -> Result<bool, ErrorCode> {
    let (length, rest, counted) = match (first & 3, rest) {
        (3, [length, rest @ ..]) => (usize::from(*length), rest, true),
        (3, []) => return Err(ErrorCode::BadValue),
        (short, _) => (usize::from(short) + 1, rest, false),
    };
    if first & 0x30 == 0x30 || length == 0 || rest.len() <= length {
        return Err(ErrorCode::BadValue);
    }
    let (exponent, mantissa) = rest.split_at(length);
    let padded = matches!(exponent, [0, 0..=0x7f, ..] | [0xff, 0x80..=0xff, ..]);
    if counted && padded {
        return Err(ErrorCode::BadValue);
    }
    let base_two_unscaled = first & 0x3c == 0;
    let fewest = mantissa[0] != 0 && !(padded || (counted && length <= 3));
    Ok(base_two_unscaled && fewest && mantissa[mantissa.len() - 1] & 1 == 1)
}

/// Checks a text in one of the forms of ISO 6093 (X.690 clause 8.5.8); returns whether it is canonical
/// (clause 11.3.2).
fn decimal(form: u8, text: &[u8]) -> Result<bool, ErrorCode> {
    let text = std::str::from_utf8(text).map_err(|_| ErrorCode::BadValue)?;
    let (number, exponent) = match (form, text.split_once(['E', 'e'])) {
        (3, Some((number, exponent))) => (number, Some(exponent)),
        (1 | 2, None) => (text, None),
        _ => return Err(ErrorCode::BadValue),
    };
    let unsigned = |text: &str| text.strip_prefix(['+', '-']).unwrap_or(text).to_owned();
    let digits = |text: &str| text.bytes().all(|octet| octet.is_ascii_digit());
    let significand = unsigned(number.trim_start_matches(' '));
    let (whole, fraction) = match significand.split_once(['.', ',']) {
        Some((whole, fraction)) if form != 1 => (whole, fraction),
        None if form != 2 => (significand.as_str(), ""),
        _ => return Err(ErrorCode::BadValue),
    };
    let is_number = digits(whole) && digits(fraction) && whole.len() + fraction.len() > 0;
    let is_exponent = exponent.is_none_or(|text| !unsigned(text).is_empty() && digits(&unsigned(text)));
    if !is_number || !is_exponent {
        return Err(ErrorCode::BadValue);
    }
    let Some(exponent) = exponent else { return Ok(false) };
    // "-15.E-1": no zero at either end, a full stop after the last digit, no plus sign except in "E+0".
    let mantissa = number.strip_prefix('-').unwrap_or(number);
    let plain = mantissa.strip_suffix('.').filter(|plain| digits(plain) && !plain.is_empty());
    let mantissa_fits = plain.is_some_and(|plain| !plain.starts_with('0') && !plain.ends_with('0'));
    let exponent_fits = exponent == "+0"
        || exponent
            .strip_prefix('-')
            .unwrap_or(exponent)
            .starts_with(|first: char| matches!(first, '1'..='9'));
    Ok(mantissa_fits && exponent_fits && text.contains('E'))
}

/// A real number: a sign, and the product of a mantissa, a power of 2 and a power of 10.
enum Real {
    Infinite(Sign),
    Finite { sign: Sign, mantissa: BigUint, twos: BigInt, tens: BigInt },
}

/// Values whose power of 2 is beyond this are compared by it alone: ends of ranges have far smaller powers.
const FAR: i32 = 100_000;

/// Returns the order of a value and an end of a range, by their contents octets; `None` if either is not a
/// number under these rules.
pub(crate) fn order(value: &[u8], end: &[u8], rules: Rules) -> Option<Ordering> {
    check(value, rules).ok()?;
    let rank = |real: &Real| match real {
        Real::Infinite(Sign::Minus) => -2,
        Real::Infinite(_) => 2,
        Real::Finite { sign: Sign::Minus, .. } => -1,
        Real::Finite { sign, .. } => i32::from(*sign == Sign::Plus),
    };
    let (value, end) = (parse(value)?, parse(end)?);
    let (
        Real::Finite { sign, mantissa, twos, tens },
        Real::Finite { mantissa: other, twos: more, tens: others, .. },
    ) = (&value, &end)
    else {
        return Some(rank(&value).cmp(&rank(&end)));
    };
    if rank(&value) != rank(&end) || *sign == Sign::NoSign {
        return Some(rank(&value).cmp(&rank(&end)));
    }
    // The approximate power of 2 of the absolute value.
    let size = BigInt::from(mantissa.bits()) + twos + tens * 10 / 3;
    let far = BigInt::from(FAR);
    let absolute = if size > far {
        Ordering::Greater
    } else if size < -far {
        Ordering::Less
    } else {
        let (twos, tens) = (twos - more, tens - others);
        let (mut left, mut right) = (mantissa.clone(), other.clone());
        for (power, base) in [(twos, 2_u32), (tens, 10)] {
            let side = if power > BigInt::ZERO { &mut left } else { &mut right };
            *side *= BigUint::from(base).pow(u32::try_from(power.magnitude()).ok()?);
        }
        left.cmp(&right)
    };
    Some(if *sign == Sign::Minus { absolute.reverse() } else { absolute })
}

/// Returns mantissa, base and exponent of a number, with the smallest possible mantissa; bases 8 and 16 count
/// as 2. Returns `None` for infinities, minus zero and NOT-A-NUMBER, which have no components.
pub(crate) fn components(value: &[u8]) -> Option<(BigInt, BigInt, BigInt)> {
    let Real::Finite { sign, mantissa, twos, tens } = parse(value).filter(|_| *value != [0x43])? else {
        return None;
    };
    let mut mantissa = BigInt::from_biguint(sign, mantissa);
    let is_binary = value.first().is_some_and(|first| first & 0x80 != 0);
    let (base, mut exponent) = if is_binary { (BigInt::from(2), twos) } else { (BigInt::from(10), tens) };
    if is_binary {
        let zeros = mantissa.trailing_zeros().unwrap_or(0);
        mantissa >>= zeros;
        exponent += zeros;
    }
    while mantissa != BigInt::ZERO && &mantissa % &base == BigInt::ZERO {
        mantissa /= &base;
        exponent += 1;
    }
    Some((mantissa, base, exponent))
}

/// Returns whether checks compare values with this number of a constraint. They do if it is in one of DER's
/// forms, its exponent is within 2000, its mantissa has at most 4000 bits, and it has at most 27 decimal places.
pub(crate) fn is_held(contents: &[u8]) -> bool {
    let within =
        |number: &BigInt, least: i32, most: i32| (BigInt::from(least)..=BigInt::from(most)).contains(number);
    if check(contents, Rules::Der).is_err() {
        return false;
    }
    match parse(contents) {
        Some(Real::Finite { mantissa, twos, tens, .. }) => {
            mantissa.bits() <= 4000 && within(&twos, -2000, 2000) && within(&tens, -27, 2000)
        }
        Some(Real::Infinite(_)) => true,
        None => false,
    }
}

/// Returns the real number that valid contents octets encode; `None` for NOT-A-NUMBER.
fn parse(octets: &[u8]) -> Option<Real> {
    let finite = |negative: bool, mantissa: BigUint, twos: BigInt, tens: BigInt| {
        let sign = match (mantissa == BigUint::ZERO, negative) {
            (true, _) => Sign::NoSign,
            (false, true) => Sign::Minus,
            (false, false) => Sign::Plus,
        };
        Some(Real::Finite { sign, mantissa, twos, tens })
    };
    match octets {
        [] | [0x43] => finite(false, BigUint::ZERO, BigInt::ZERO, BigInt::ZERO),
        [0x40] => Some(Real::Infinite(Sign::Plus)),
        [0x41] => Some(Real::Infinite(Sign::Minus)),
        [first, rest @ ..] if first & 0x80 != 0 => {
            let (length, rest) = match first & 3 {
                3 => (usize::from(*rest.first()?), &rest[1..]),
                short => (usize::from(short) + 1, rest),
            };
            let (exponent, mantissa) = rest.split_at_checked(length)?;
            let bits_of_base = [1, 3, 4].get(usize::from(first >> 4 & 3))?;
            let exponent = BigInt::from_signed_bytes_be(exponent) * *bits_of_base + (first >> 2 & 3);
            finite(first & 0x40 != 0, BigUint::from_bytes_be(mantissa), exponent, BigInt::ZERO)
        }
        [1..=3, text @ ..] => {
            let text = std::str::from_utf8(text).ok()?.trim_start_matches(' ').replace(',', ".");
            let (number, exponent) = text.split_once(['E', 'e']).unwrap_or((&text, "0"));
            let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
            let digits = format!("{}{fraction}", whole.trim_start_matches(['+', '-']));
            let tens = exponent.parse::<BigInt>().ok()? - fraction.len();
            finite(number.starts_with('-'), digits.parse().ok()?, BigInt::ZERO, tens)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(octets: &[u8]) -> (Result<(), ErrorCode>, Result<(), ErrorCode>) {
        (check(octets, Rules::Ber), check(octets, Rules::Der))
    }

    #[test]
    fn canonical_numbers() {
        let numbers: [&[u8]; 12] = [
            b"",
            b"\x40",
            b"\x43",
            &[0x80, 0, 1],
            &[0xc0, 0xff, 3],
            &[0x81, 0x7f, 0xff, 1, 1],
            &[0x83, 4, 0x7f, 0, 0, 0, 1],
            b"\x031.E+0",
            b"\x03-15.E-1",
            b"\x03105.E12",
            b"\x033.E-10",
            &[0x80, 0x80, 0xff],
        ];
        for number in numbers {
            assert_eq!(verdict(number), (Ok(()), Ok(())), "{number:02x?}");
        }
    }

    #[test]
    fn valid_but_not_canonical() {
        let numbers: [&[u8]; 22] = [
            &[0x80, 0, 2],
            &[0x80, 0, 0, 1],
            &[0x80, 0, 0],
            &[0x81, 0, 1, 1],
            &[0x84, 0, 1],
            &[0x90, 0, 1],
            &[0xa0, 0, 1],
            &[0x83, 1, 5, 1],
            &[0x83, 3, 0x7f, 0, 0, 1],
            b"\x011",
            b"\x01 +12",
            b"\x021.5",
            b"\x02,5",
            b"\x0315.E+1",
            b"\x0315E1",
            b"\x0315.e1",
            b"\x0315,E1",
            b"\x031.5E0",
            b"\x0310.E1",
            b"\x031.E0",
            b"\x03 1.E1",
            b"\x031.E01",
        ];
        for number in numbers {
            assert_eq!(verdict(number), (Ok(()), Err(ErrorCode::NotCanonical)), "{number:02x?}");
        }
    }

    #[test]
    fn no_numbers() {
        let numbers: [&[u8]; 21] = [
            b"\x40\0",
            b"\x44",
            b"\x7f",
            b"\0",
            b"\x04",
            b"\x01",
            b"\x01+",
            b"\x011.5",
            b"\x0215",
            b"\x02.",
            b"\x031.5",
            b"\x03.E1",
            b"\x031.E",
            b"\x031.E+",
            b"\x031.E1x",
            b"\x031.E1E1",
            b"\x03+ 1.E1",
            &[0x80],
            &[0x80, 1],
            &[0xb0, 0, 1],
            &[0x83, 2, 0, 1, 1],
        ];
        for number in numbers {
            let refused = Err(ErrorCode::BadValue);
            assert_eq!(verdict(number), (refused, refused), "{number:02x?}");
        }
    }
}

//! REAL values as contents octets (X.690 clauses 8.5 and 11.3).

use super::ast::ValueKind;
use super::tokens::TokenKind as T;
use num_bigint::BigInt;

/// The contents octets of a real value; none when it is not one.
pub fn real_contents(value: &ValueKind<'_>) -> Option<Vec<u8>> {
    match value {
        ValueKind::PlusInfinity => Some(vec![0x40]),
        ValueKind::MinusInfinity => Some(vec![0x41]),
        ValueKind::NotANumber => Some(vec![0x42]),
        ValueKind::Number { negative, digits } => decimal(*negative, digits),
        ValueKind::Real { negative, text } => decimal(*negative, text),
        ValueKind::Braced(tokens) => {
            let mut numbers = Vec::new();
            let mut negative = false;
            let mut at = *tokens;
            while !at.is_empty() {
                match at.kind(0) {
                    T::Minus => negative = true,
                    T::Number => {
                        let number: BigInt = at.text(0).parse().ok()?;
                        numbers.push(if negative { -number } else { number });
                        negative = false;
                    }
                    _ => {}
                }
                at = at.skip(1);
            }
            match numbers.as_slice() {
                [mantissa, base, exponent] if *base == BigInt::from(2) => binary(mantissa, exponent),
                [mantissa, base, exponent] if *base == BigInt::from(10) => {
                    let negative = *mantissa < BigInt::from(0);
                    decimal(negative, &format!("{}E{exponent}", mantissa.magnitude()))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// A decimal number in form NR3, mantissa without trailing zeros.
fn decimal(negative: bool, text: &str) -> Option<Vec<u8>> {
    let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let exponent: i64 = exponent.parse().ok()?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reals_are_canonical() {
        assert_eq!(decimal(false, "1.50"), Some(b"\x0315.E-1".to_vec()));
        assert_eq!(decimal(true, "0"), Some(vec![0x43]));
        assert_eq!(decimal(false, "7"), Some(b"\x037.E+0".to_vec()));
        assert_eq!(binary(&BigInt::from(12), &BigInt::from(-1)), Some(vec![0x80, 1, 3]));
    }
}

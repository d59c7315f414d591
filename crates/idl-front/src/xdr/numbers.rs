//! Parses numbers (RFC 4506 section 6.2): decimal, hexadecimal after `0x`, octal after `0`.

use num_bigint::BigInt;

/// The longest number that is read; none of a use has a tenth of the digits.
const MAX_DIGITS: usize = 200;

/// The number, where it is one.
pub fn parse(text: &str) -> Option<BigInt> {
    if text.len() > MAX_DIGITS || !text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    BigInt::parse_bytes(digits.as_bytes(), radix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_forms() {
        let number = |text| parse(text).and_then(|number| i64::try_from(number).ok());
        assert_eq!(number("0"), Some(0));
        assert_eq!(number("255"), Some(255));
        assert_eq!(number("0xFf"), Some(255));
        assert_eq!(number("0377"), Some(255));
        assert_eq!(number("08"), None);
        assert_eq!(number("12ab"), None);
        assert_eq!(number("0x"), None);
    }
}

//! Writes counts with their nouns, in singular or plural: `1 byte`, `2 bytes`; and groups digits.

use std::fmt::Display;

/// Returns a number with its noun, which gets an `s` unless the number is shown as 1 or -1.
pub fn count(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    let plural = if matches!(number.as_str(), "1" | "-1") { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Returns a text with its whole numbers of five digits and more in groups of three: `40,960 bytes`. Digits after a
/// point, and digits that are part of a word, stay as they are.
pub fn grouped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 4);
    let mut before = ' ';
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (run, behind) = rest.split_at(if length > 0 { length } else { next.len_utf8() });
        let is_part = before == '.' || before.is_alphanumeric() || behind.starts_with(char::is_alphabetic);
        let is_grouped = length >= 5 && !is_part;
        for (at, c) in run.chars().enumerate() {
            if is_grouped && at > 0 && (length - at).is_multiple_of(3) {
                out.push(',');
            }
            out.push(c);
            before = c;
        }
        rest = behind;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{count, grouped};

    #[test]
    fn whole_numbers_are_grouped() {
        for (plain, expected) in [
            ("40960 bytes, 8662 of them", "40,960 bytes, 8662 of them"),
            ("about 1234567", "about 1,234,567"),
            ("0.123456 and 10.00001", "0.123456 and 10.00001"),
            ("a12345 12345b 123456 \u{b5}", "a12345 12345b 123,456 \u{b5}"),
            ("", ""),
        ] {
            assert_eq!(grouped(plain), expected);
        }
    }

    #[test]
    fn one_is_singular() {
        assert_eq!([0, 1, 2].map(|number| count(number, "byte")), ["0 bytes", "1 byte", "2 bytes"]);
        assert_eq!(count(-1_i64, "byte"), "-1 byte");
        assert_eq!(count(format!("{:.1}", 1.0), "instruction"), "1.0 instructions");
    }
}

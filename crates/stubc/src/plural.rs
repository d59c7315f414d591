//! Counts with their nouns, in singular or plural: `1 byte`, `2 bytes`.

use std::fmt::Display;

/// Returns a number with its noun, which gets an `s` unless the number is shown as 1 or -1.
pub fn count(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    let plural = if matches!(number.as_str(), "1" | "-1") { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn one_is_singular() {
        assert_eq!([0, 1, 2].map(|number| count(number, "byte")), ["0 bytes", "1 byte", "2 bytes"]);
        assert_eq!(count(-1_i64, "byte"), "-1 byte");
        assert_eq!(count(format!("{:.1}", 1.0), "instruction"), "1.0 instructions");
    }
}

//! Deduces the texts of a single value of a time type, since one time may have several texts.

use crate::pattern::Pattern;
use crate::predicate::Predicate;
use crate::types::TimeKind;

/// Returns a predicate for the texts that are, or may be, the value `text`; `None` if the value cannot be compared.
///
/// A UTCTime or GeneralizedTime must end in `Z` to be compared (X.680 clauses 46 and 47). The predicate accepts texts
/// with a difference from UTC, local times, and fractions of hours and minutes. A TIME or DURATION has one text, except
/// for the decimal sign and zero minutes in a difference (X.690 clause 11.9).
pub(crate) fn same_time(kind: TimeKind, text: &[u8]) -> Option<Predicate> {
    let text = std::str::from_utf8(text).ok()?;
    let (same, told) = match kind {
        TimeKind::UtcTime => (instant(text, 8, false)?, r"[0-9]{10}(?:[0-9][0-9])?Z"),
        TimeKind::GeneralizedTime => {
            (instant(text, 10, true)?, r"(?:[0-9]{10}(?:[0-9]{2}){0,2}|[0-9]{14}[.,][0-9]+)Z")
        }
        TimeKind::Time | TimeKind::Duration => return matches(&iso(text)),
        TimeKind::Date | TimeKind::TimeOfDay | TimeKind::DateTime => return None,
    };
    Some(Predicate::any([matches(&same)?, matches(told)?.negated()]))
}

fn matches(expression: &str) -> Option<Predicate> {
    Pattern::new(expression).map(|pattern| Predicate::Matches(Box::new(pattern)))
}

/// Returns a regular expression for the texts of a time that ends in `Z`; `None` if `text` is not in a supported form.
/// `hours` is the number of digits up to the hour. `fractions` permits fractions of a second.
fn instant(text: &str, hours: usize, fractions: bool) -> Option<String> {
    let text = text.strip_suffix('Z')?;
    let (digits, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let is_whole = digits.len() == hours + 4 || fraction.is_empty();
    if !is_whole
        || digits.len() < hours
        || !text.bytes().all(|octet| octet.is_ascii_digit() || b".,".contains(&octet))
    {
        return None;
    }
    let (before, after) = digits.split_at(hours);
    let (minute, second) = match after.len() {
        0 => ("00", "00"),
        2 => (after, "00"),
        4 => after.split_at(2),
        _ => return None,
    };
    let fraction = match (fraction.trim_end_matches('0'), fractions) {
        ("", true) => "(?:[.,]0+)?".to_owned(),
        ("", false) => String::new(),
        (fraction, _) => format!("[.,]{fraction}0*"),
    };
    let may_lack = |part: String, zero: bool| if zero { format!("(?:{part})?") } else { part };
    let to_the_second = fraction.is_empty() || fraction.ends_with('?');
    let seconds = may_lack(format!("{second}{fraction}"), second == "00" && to_the_second);
    let is_full_hour =
        fractions && minute == "00" && seconds.ends_with('?') && second == "00" && to_the_second;
    Some(format!("{before}{}Z", may_lack(format!("{minute}{seconds}"), is_full_hour)))
}

/// Returns a regular expression for the texts of a TIME or DURATION.
fn iso(text: &str) -> String {
    let mut expression = String::new();
    let mut left = text;
    while let Some(first) = left.chars().next() {
        if let Some((difference, rest)) = difference(left) {
            expression.push_str(&format!(
                "[{}]{}(?::00)?",
                if first == '+' { "+" } else { r"\-" },
                &difference[1..3]
            ));
            left = rest;
            continue;
        }
        match first {
            '.' | ',' => expression.push_str("[.,]"),
            other if other.is_ascii_alphanumeric() => expression.push(other),
            other => expression.push_str(&format!(r"\x{{{:x}}}", u32::from(other))),
        }
        left = &left[first.len_utf8()..];
    }
    expression
}

/// Splits a difference from UTC in whole hours from the text after it, which is empty or starts with the `/` of an
/// interval; `None` if `text` does not start with such a difference.
fn difference(text: &str) -> Option<(&str, &str)> {
    let ends = |length: &usize| {
        let rest = text.get(*length..)?;
        let (sign, hours) = (text.get(..1)?, text.get(1..3)?);
        let is_difference = matches!(sign, "+" | "-")
            && hours.bytes().all(|octet| octet.is_ascii_digit())
            && matches!(text.get(3..*length)?, "" | ":00")
            && (rest.is_empty() || rest.starts_with('/'));
        is_difference.then_some((&text[..*length], rest))
    };
    [6, 3].iter().find_map(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_same(expression: &str, text: &str) -> bool {
        Pattern::new(expression).expect("it is small").matches(text.as_bytes())
    }

    #[test]
    fn instants() {
        let cases = [
            (
                "991231235900Z",
                8,
                false,
                &["991231235900Z", "9912312359Z"][..],
                &["991231235901Z", "991231235900.0Z"][..],
            ),
            ("9912312359Z", 8, false, &["991231235900Z", "9912312359Z"], &["99123123Z"]),
            (
                "20200101120000Z",
                10,
                true,
                &["2020010112Z", "202001011200Z", "20200101120000,00Z"],
                &["20200101120000.1Z"],
            ),
            (
                "20200101120030.50Z",
                10,
                true,
                &["20200101120030.5Z", "20200101120030,500Z"],
                &["20200101120030Z"],
            ),
            ("20200101123000Z", 10, true, &["202001011230Z", "20200101123000Z"], &["2020010112Z"]),
        ];
        for (known, hours, fractions, same, others) in cases {
            let expression = instant(known, hours, fractions).expect("it is in UTC");
            assert!(same.iter().all(|text| is_same(&expression, text)), "{known}: {expression}");
            assert!(!others.iter().any(|text| is_same(&expression, text)), "{known}: {expression}");
        }
        assert!(
            instant("20200101120000", 10, true).is_none() && instant("2020010112.5Z", 10, true).is_none()
        );
    }

    #[test]
    fn forms_of_iso_8601() {
        let expression = iso("2020-01-01T10:00:00.5+01");
        for (text, same) in [
            ("2020-01-01T10:00:00.5+01", true),
            ("2020-01-01T10:00:00,5+01:00", true),
            ("2020-01-01T10:00:00.5+01:30", false),
            ("2020-01-01T10:00:00.5-01", false),
            ("2020-01-01T10:00:00x5+01", false),
        ] {
            assert_eq!(is_same(&expression, text), same, "{text}: {expression}");
        }
        assert!(is_same(&iso("2020-01:00"), "2020-01:00") && is_same(&iso("P1Y2M"), "P1Y2M"));
        let interval = iso("T10+01/T11-01:00");
        assert!(is_same(&interval, "T10+01:00/T11-01") && !is_same(&interval, "T10+01/T11-01:30"));
        assert!(!is_same(&iso("2020-01-01"), "2020-01:00-01"));
    }
}

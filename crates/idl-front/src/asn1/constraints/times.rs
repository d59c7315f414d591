//! Parses texts of the time types and finds their properties.
//!
//! It covers ISO 8601 as in X.680 clause 38, and UTCTime and GeneralizedTime (clauses 46 and 47).

use crate::asn1::constraints::time_settings::{DateForm, Settings, TimeForm, YearForm, Zone};
use syntax_graph::TimeKind;

/// A time as contents octets: without the separators and letters that the type implies (X.690 clause 8.26); none when the text is
/// no value of the type.
pub fn contents(kind: TimeKind, text: &str) -> Option<Vec<u8>> {
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).collect();
    match kind {
        TimeKind::UtcTime => is_utc(text).then(|| text.as_bytes().to_vec()),
        TimeKind::GeneralizedTime => is_generalized(text).then(|| text.as_bytes().to_vec()),
        TimeKind::Time => settings(text).map(|_| text.as_bytes().to_vec()),
        TimeKind::Duration => {
            is_duration(text)?;
            text.strip_prefix('P').map(|rest| rest.as_bytes().to_vec())
        }
        TimeKind::Date => (date(text)? == (DateForm::Ymd, YearForm::Basic)).then(|| digits(text)),
        TimeKind::TimeOfDay => {
            (time(text)? == of_day(TimeForm::Seconds(0), Zone::Local, text)).then(|| digits(text))
        }
        TimeKind::DateTime => {
            let (day, hour) = text.split_once('T')?;
            contents(TimeKind::Date, day)?;
            contents(TimeKind::TimeOfDay, hour)?;
            Some(digits(text))
        }
    }
}

/// The properties of a value of TIME (X.680 clause 38.2); none when it is none.
pub fn settings(text: &str) -> Option<Settings> {
    if let Some(rest) = text.strip_prefix('R') {
        let (count, interval) = rest.split_once('/')?;
        let mut found = interval_settings(interval)?;
        found.basic = Some("Rec-Interval");
        found.recurrence = Some(match count {
            "" => None,
            digits if all_digits(digits) => Some(digits.parse().ok()?),
            _ => return None,
        });
        return Some(found);
    }
    if text.contains('/') || text.starts_with('P') {
        return interval_settings(text);
    }
    point(text)
}

fn interval_settings(text: &str) -> Option<Settings> {
    let mut found = Settings::default();
    if let Some((first, second)) = text.split_once('/') {
        let lasts = |text: &str| text.starts_with('P');
        (found, found.interval) = match (lasts(first), lasts(second)) {
            (true, true) => return None,
            (true, false) => {
                is_duration(first)?;
                (of_point(point(second)?), Some("DE"))
            }
            (false, true) => {
                is_duration(second)?;
                (of_point(point(first)?), Some("SD"))
            }
            (false, false) => {
                let (start, end) = (point(first)?, point(second)?);
                // Both ends have one form; the end may come to another part of the day, or leave the zone to the start.
                if start.basic != end.basic || start.date != end.date {
                    return None;
                }
                (of_point(start), Some("SE"))
            }
        };
    } else {
        is_duration(text)?;
        found.interval = Some("D");
    }
    found.basic = Some("Interval");
    Some(found)
}

fn of_point(point: Settings) -> Settings {
    Settings { point: point.basic, basic: None, ..point }
}

/// A date, a time of day, or both.
fn point(text: &str) -> Option<Settings> {
    if let Some((day, hour)) = text.split_once('T') {
        let (form, year) = date(day)?;
        if !matches!(form, DateForm::Ymd | DateForm::Yd | DateForm::Ywd) {
            return None;
        }
        let hour = time(hour)?;
        return Some(Settings { basic: Some("Date-Time"), date: Some(form), year: Some(year), ..hour });
    }
    if let Some((form, year)) = date(text) {
        return Some(Settings {
            basic: Some("Date"),
            date: Some(form),
            year: Some(year),
            ..Settings::default()
        });
    }
    time(text)
}

fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit())
}

/// A number of so many digits within these limits.
fn number(text: &str, width: usize, limits: std::ops::RangeInclusive<u32>) -> Option<u32> {
    let fits = text.len() == width && all_digits(text);
    text.parse().ok().filter(|number| fits && limits.contains(number))
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_of(year: i64, month: u32) -> u32 {
    match month {
        2 => 28 + u32::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn date(text: &str) -> Option<(DateForm, YearForm)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let signed = text.starts_with(['+', '-']);
    let length = digits(&text[usize::from(signed)..]);
    if let Some(century) = text.strip_suffix('C') {
        let form = year_form(century, length, 2)?;
        return Some((DateForm::C, form));
    }
    let (year, rest) = text.split_at(usize::from(signed) + length);
    let form = year_form(year, length, 4)?;
    // Of years in the millions the last digits tell the calendar.
    let tail = &year[year.len().saturating_sub(9)..];
    let number_of_year: i64 = tail.trim_start_matches('+').parse().ok()?;
    let shape = match rest.strip_prefix('-') {
        None if rest.is_empty() => DateForm::Y,
        None => return None,
        Some(week) if week.starts_with('W') => match week[1..].split_once('-') {
            None => number(&week[1..], 2, 1..=53).map(|_| DateForm::Yw)?,
            Some((week, day)) => {
                number(week, 2, 1..=53)?;
                number(day, 1, 1..=7).map(|_| DateForm::Ywd)?
            }
        },
        Some(rest) => match rest.split_once('-') {
            None if rest.len() == 3 => {
                number(rest, 3, 1..=365 + u32::from(is_leap(number_of_year))).map(|_| DateForm::Yd)?
            }
            None => number(rest, 2, 1..=12).map(|_| DateForm::Ym)?,
            Some((month, day)) => {
                let month = number(month, 2, 1..=12)?;
                number(day, 2, 1..=days_of(number_of_year, month)).map(|_| DateForm::Ymd)?
            }
        },
    };
    Some((shape, form))
}

/// How a year (or century) of `width` digits is written.
fn year_form(text: &str, digits: usize, width: usize) -> Option<YearForm> {
    let negative = text.starts_with('-');
    let signed = negative || text.starts_with('+');
    if text.len() != digits + usize::from(signed) || digits < width {
        return None;
    }
    if digits > width {
        return signed.then_some(YearForm::Large(digits + 4 - width));
    }
    let first_of_calendar = if width == 2 { "15" } else { "1582" };
    match (negative, signed) {
        (true, _) => Some(YearForm::Negative),
        (_, true) => None,
        _ if text < first_of_calendar => Some(YearForm::Proleptic),
        _ => Some(YearForm::Basic),
    }
}

fn of_day(form: TimeForm, zone: Zone, text: &str) -> Settings {
    let midnight = match text.get(..2) {
        Some("24") => Some("End"),
        Some("00") if text.bytes().take_while(|c| !b"Z+-".contains(c)).all(|c| b"0:.,".contains(&c)) => {
            Some("Start")
        }
        _ => None,
    };
    Settings { basic: Some("Time"), time: Some(form), zone: Some(zone), midnight, ..Settings::default() }
}

fn time(text: &str) -> Option<Settings> {
    let zoned = text.find(['Z', '+', '-']).unwrap_or(text.len());
    let (clock, zone) = text.split_at(zoned);
    let zone = match zone {
        "" => Zone::Local,
        "Z" => Zone::Utc,
        difference => {
            is_difference(&difference[1..])?;
            Zone::Difference
        }
    };
    let (whole, fraction) = match clock.split_once([',', '.']) {
        Some((whole, fraction)) if all_digits(fraction) => (whole, fraction.len()),
        Some(_) => return None,
        None => (clock, 0),
    };
    let parts: Vec<&str> = whole.split(':').collect();
    let hour = number(parts.first()?, 2, 0..=24)?;
    let form = match parts[..] {
        [_] => TimeForm::Hours(fraction),
        [_, minutes] => number(minutes, 2, 0..=59).map(|_| TimeForm::Minutes(fraction))?,
        // Leap seconds.
        [_, minutes, seconds] => {
            number(minutes, 2, 0..=59)?;
            number(seconds, 2, 0..=60).map(|_| TimeForm::Seconds(fraction))?
        }
        _ => return None,
    };
    // The hour 24 is the end of a day alone.
    let is_whole = clock[2..].bytes().all(|c| !c.is_ascii_digit() || c == b'0');
    (hour < 24 || is_whole).then(|| of_day(form, zone, text))
}

/// `01` or `01:30`
fn is_difference(text: &str) -> Option<()> {
    let (hours, minutes) = text.split_once(':').unwrap_or((text, "00"));
    number(hours, 2, 0..=15)?;
    number(minutes, 2, 0..=59).map(|_| ())
}

/// `P1Y2M3DT4H5M6.7S`, `P8W`: the last number may have a fraction.
fn is_duration(text: &str) -> Option<()> {
    let rest = text.strip_prefix('P')?;
    if let Some(weeks) = rest.strip_suffix('W') {
        return decimal(weeks).map(|_| ());
    }
    let (days, clock) = match rest.split_once('T') {
        Some((days, clock)) if !clock.is_empty() => (days, clock),
        Some(_) => return None,
        None => (rest, ""),
    };
    if days.is_empty() && clock.is_empty() {
        return None;
    }
    let mut fractions = 0;
    for (part, units) in [(days, "YMD"), (clock, "HMS")] {
        let mut part = part;
        let mut units = units;
        while !part.is_empty() {
            let end = part.find(|c: char| c.is_ascii_alphabetic())?;
            // A fraction before this one was not the last.
            if fractions > 0 {
                return None;
            }
            fractions += usize::from(decimal(&part[..end])?);
            let unit = units.find(&part[end..=end])?;
            units = &units[unit + 1..];
            part = &part[end + 1..];
        }
    }
    Some(())
}

/// Digits, perhaps with a fraction; whether it has one.
fn decimal(text: &str) -> Option<bool> {
    match text.split_once(['.', ',']) {
        Some((whole, fraction)) => (all_digits(whole) && all_digits(fraction)).then_some(true),
        None => all_digits(text).then_some(false),
    }
}

/// `YYMMDDhhmm`, perhaps seconds, then `Z` or a difference (X.680 clause 47.3).
fn is_utc(text: &str) -> bool {
    let (clock, zone) = text.split_at(text.find(['Z', '+', '-']).unwrap_or(text.len()));
    let zoned = zone == "Z" || (zone.len() == 5 && is_difference_of_digits(zone));
    // Years of two digits: 2000 is a leap year as 1900 is not.
    matches!(clock.len(), 10 | 12) && zoned && is_calendar(&format!("20{clock}"))
}

/// `YYYYMMDDhh`, perhaps minutes and seconds, a fraction, `Z` or a difference (X.680 clause 46.3).
fn is_generalized(text: &str) -> bool {
    let (clock, zone) = text.split_at(text.find(['Z', '+', '-']).unwrap_or(text.len()));
    let zoned = matches!(zone, "" | "Z") || (matches!(zone.len(), 3 | 5) && is_difference_of_digits(zone));
    let (whole, fraction) = clock.split_once(['.', ',']).unwrap_or((clock, "0"));
    matches!(whole.len(), 10 | 12 | 14) && zoned && all_digits(fraction) && is_calendar(whole)
}

fn is_difference_of_digits(zone: &str) -> bool {
    let minutes = zone.get(3..).filter(|minutes| !minutes.is_empty());
    number(zone.get(1..3).unwrap_or(""), 2, 0..=15).is_some()
        && minutes.is_none_or(|minutes| number(minutes, 2, 0..=59).is_some())
}

/// Digits of a year, a month, a day, an hour, perhaps a minute and a second.
fn is_calendar(text: &str) -> bool {
    let part = |from: usize, width: usize, limits| {
        text.get(from..from + width).and_then(|part| number(part, width, limits))
    };
    let rest = |from: usize, most: u32| text.len() == from || part(from, 2, 0..=most).is_some();
    let Some(year) = part(0, 4, 0..=9999) else { return false };
    let Some(month) = part(4, 2, 1..=12) else { return false };
    part(6, 2, 1..=days_of(year.into(), month)).is_some()
        && (part(8, 2, 0..=23).is_some()
            || text[8..].strip_prefix("24").is_some_and(|rest| rest.bytes().all(|c| c == b'0')))
        && rest(10, 59)
        && (text.len() == 10 || rest(12, 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_their_forms() {
        let known = |kind, text: &str| contents(kind, text).map(|octets| String::from_utf8(octets).unwrap());
        assert_eq!(known(TimeKind::Date, "1985-04-12").as_deref(), Some("19850412"));
        assert_eq!(known(TimeKind::DateTime, "1951-10-14T15:30:00").as_deref(), Some("19511014153000"));
        assert_eq!(known(TimeKind::Duration, "P2Y").as_deref(), Some("2Y"));
        for wrong in ["19850412", "1985-13-01", "1985-02-29", "1985-4-12", "1985-04", "+1985-04-12"] {
            assert_eq!(known(TimeKind::Date, wrong), None, "{wrong}");
        }
        for wrong in ["12:30", "24:00:01", "12:60:00", "12:00:00Z", "12:00:00.5"] {
            assert_eq!(known(TimeKind::TimeOfDay, wrong), None, "{wrong}");
        }
        for right in ["P1Y2M3DT4H5M6.7S", "PT0S", "P3W", "P0.5Y"] {
            assert!(known(TimeKind::Duration, right).is_some(), "{right}");
        }
        for wrong in ["P", "2Y", "PT", "P1YT", "P1M2Y", "P1.5Y2M", "P1", "PY", "P1S", "P1Y2W"] {
            assert_eq!(known(TimeKind::Duration, wrong), None, "{wrong}");
        }
        for right in ["991231235959Z", "9912312359+0130", "000229000000Z"] {
            assert!(known(TimeKind::UtcTime, right).is_some(), "{right}");
        }
        for wrong in
            ["yesterday", "9912312359", "991331235959Z", "990229000000Z", "9912312460Z", "99123123599Z"]
        {
            assert_eq!(known(TimeKind::UtcTime, wrong), None, "{wrong}");
        }
        for right in
            ["1985110621", "19851106210627.3", "19851106210627.3Z", "198511062106-0500", "1985110621+01"]
        {
            assert!(known(TimeKind::GeneralizedTime, right).is_some(), "{right}");
        }
        for wrong in ["19851306210627Z", "198511062", "19851106210627.", "19851106256060Z", "1985-11-06", "é"]
        {
            assert_eq!(known(TimeKind::GeneralizedTime, wrong), None, "{wrong}");
        }
    }

    #[test]
    fn forms_of_iso_8601() {
        for right in [
            "1985",
            "19C",
            "1985-W15",
            "1985-W15-5",
            "1985-102",
            "-0012-01",
            "+12345-12",
            "15",
            "15:27,5",
            "15:27:35.5Z",
            "1985-102T10:15:30+04:00",
            "1985-04-12/1985-06-25",
            "P2Y",
            "1985-04-12/P3D",
            "P3D/15:30",
            "R/P1Y",
            "R12/1985-04-12T23:20:50/P1Y",
            "24:00:00",
            "10:00/11:30",
        ] {
            assert!(settings(right).is_some(), "{right}");
        }
        for wrong in [
            "", "T", "198", "1985-1", "1985-W54", "25", "1985T10", "P/P", "R5", "/", "1985/", "15:27:61",
            "é", "aé",
        ] {
            assert_eq!(settings(wrong), None, "{wrong}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_is_too_strange(text in r"[PRTWZYMDHS0-9+\-:./,é=\[\](){}#|*\\ BasicNe]{0,24}") {
            for kind in [
                TimeKind::UtcTime, TimeKind::GeneralizedTime, TimeKind::Time, TimeKind::Date,
                TimeKind::TimeOfDay, TimeKind::DateTime, TimeKind::Duration,
            ] {
                contents(kind, &text);
            }
            let _ = Settings::parse(&text);
            let chars: Vec<char> = text.chars().collect();
            // What is taken for a pattern is one for the library, too.
            if let Ok(pattern) = crate::asn1::constraints::patterns::Pattern::parse(&chars) {
                proptest::prop_assert!(pattern.matches(&text).is_some() || text.contains(['N', '#']), "{text}");
            }
        }
    }
}

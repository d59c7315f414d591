//! Compares texts of times: one time has several texts.

use super::Verdict;
use syntax_graph::TimeKind;

/// Returns the number of contents octets of a kind of time that has one form (X.690 clause 8.26); `None` for other
/// kinds.
pub(super) fn digits(kind: TimeKind) -> Option<usize> {
    match kind {
        TimeKind::Date => Some(8),
        TimeKind::TimeOfDay => Some(6),
        TimeKind::DateTime => Some(14),
        TimeKind::UtcTime | TimeKind::GeneralizedTime | TimeKind::Time | TimeKind::Duration => None,
    }
}

/// Returns whether a text is this time. Another text of the same time is open, because EXCEPT excludes only the
/// text itself.
pub(super) fn is_same(kind: TimeKind, own: &[u8], text: &[u8]) -> Verdict {
    if own == text {
        return Verdict::Inside;
    }
    let same = match kind {
        TimeKind::UtcTime | TimeKind::GeneralizedTime => {
            let general = kind == TimeKind::GeneralizedTime;
            let (Some(own), Some(time)) = (instant(own, general), instant(text, general)) else {
                return Verdict::Open;
            };
            own == time
        }
        _ => plain(own) == plain(text),
    };
    if same { Verdict::Open } else { Verdict::Outside }
}

/// Returns the digits up to the second, and those of its fraction, of a time in Coordinated Universal Time
/// (X.680 clauses 46 and 47). Returns `None` for other times, and for fractions of hours or minutes.
fn instant(text: &[u8], general: bool) -> Option<(String, String)> {
    let text = std::str::from_utf8(text).ok()?.strip_suffix('Z')?;
    let (moment, fraction) = match text.split_once(['.', ',']) {
        Some((moment, fraction)) if general && moment.len() == 14 && !fraction.is_empty() => {
            (moment, fraction)
        }
        Some(_) => return None,
        None => (text, ""),
    };
    let lengths: &[usize] = if general { &[10, 12, 14] } else { &[10, 12] };
    let all_digits = |text: &str| text.bytes().all(|octet| octet.is_ascii_digit());
    if !lengths.contains(&moment.len()) || !all_digits(moment) || !all_digits(fraction) {
        return None;
    }
    let full = if general { 14 } else { 12 };
    Some((format!("{moment:0<full$}"), fraction.trim_end_matches('0').to_owned()))
}

/// Returns a TIME or DURATION with full stops in place of commas. A difference of whole hours at the end, or before
/// the `/` of an interval, loses its zero minutes.
fn plain(text: &[u8]) -> Vec<u8> {
    let parts = text.split(|octet| *octet == b'/').map(|part| {
        let part = match part {
            [.., b'+' | b'-', tens, ones, b':', b'0', b'0']
                if tens.is_ascii_digit() && ones.is_ascii_digit() =>
            {
                &part[..part.len() - 3]
            }
            _ => part,
        };
        let point = |octet: &u8| if *octet == b',' { b'.' } else { *octet };
        part.iter().map(point).collect::<Vec<u8>>()
    });
    parts.collect::<Vec<_>>().join(&b'/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_one_time() {
        use TimeKind::{Duration, GeneralizedTime, Time, UtcTime};
        use Verdict::{Inside, Open, Outside};
        let cases = [
            (UtcTime, "991231235900Z", "991231235900Z", Inside),
            (UtcTime, "991231235900Z", "9912312359Z", Open),
            (UtcTime, "991231235900Z", "991231235901Z", Outside),
            (UtcTime, "991231235900Z", "991231235900+0000", Open),
            (UtcTime, "991231235900+0000", "991231235901Z", Open),
            (GeneralizedTime, "2020010112Z", "20200101120000,00Z", Open),
            (GeneralizedTime, "2020010112Z", "20200101120000.1Z", Outside),
            (GeneralizedTime, "2020010112Z", "202001011201Z", Outside),
            (GeneralizedTime, "2020010112Z", "2020010112.5Z", Open),
            (GeneralizedTime, "20200101120030.50Z", "20200101120030,5Z", Open),
            (GeneralizedTime, "20200101120030.50Z", "20200101120030.Z", Open),
            (Time, "10:00:00.5+01", "10:00:00,5+01:00", Open),
            (Time, "10:00:00.5+01", "10:00:00,5+01:30", Outside),
            (Time, "T10+01/T11+01", "T10+01:00/T11+01:00", Open),
            (Time, "2020-01-01", "2020-01:00-01", Outside),
            (Duration, "1Y2M", "14M", Outside),
        ];
        for (kind, own, text, expected) in cases {
            assert_eq!(is_same(kind, own.as_bytes(), text.as_bytes()), expected, "{own} {text}");
        }
    }
}

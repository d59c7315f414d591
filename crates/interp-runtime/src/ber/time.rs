//! Checks that times have their form in DER (X.690 clauses 11.7 to 11.9).

use syntax_graph::TimeKind;

/// Returns whether contents octets are in DER's form.
pub(super) fn is_canonical(kind: TimeKind, octets: &[u8]) -> bool {
    match kind {
        TimeKind::UtcTime => octets.split_last().is_some_and(|(last, moment)| {
            *last == b'Z' && moment.len() == 12 && is_moment(moment.split_at(2), 59)
        }),
        TimeKind::GeneralizedTime => octets.split_last().is_some_and(|(last, text)| {
            let (moment, fraction) = text.split_at(text.len().min(14));
            *last == b'Z' && moment.len() == 14 && is_moment(moment.split_at(4), 60) && is_fraction(fraction)
        }),
        TimeKind::Time | TimeKind::Duration => {
            !octets.contains(&b',') && !octets.windows(6).any(is_long_offset)
        }
        // X.690 clauses 8.26.2 to 8.26.4 leave digits only, already in BER.
        TimeKind::Date | TimeKind::TimeOfDay | TimeKind::DateTime => true,
    }
}

/// Returns whether a year is followed by month, day, hour, minute and second, two digits each. Midnight is 00
/// (X.690 clause 11.7.4).
fn is_moment((year, rest): (&[u8], &[u8]), most_seconds: u8) -> bool {
    let limits = [(1, 12), (1, 31), (0, 23), (0, 59), (0, most_seconds)];
    let within = |(pair, (least, most)): (&[u8], (u8, u8))| {
        let [tens, ones] = pair else { return false };
        tens.is_ascii_digit() && ones.is_ascii_digit() && {
            let number = (tens - b'0') * 10 + (ones - b'0');
            (least..=most).contains(&number)
        }
    };
    year.iter().all(u8::is_ascii_digit) && rest.chunks(2).zip(limits).all(within)
}

/// Returns whether a text is empty, or a full stop and digits that do not end in zero.
fn is_fraction(text: &[u8]) -> bool {
    match text {
        [] => true,
        [b'.', digits @ ..] => {
            digits.iter().all(u8::is_ascii_digit) && digits.last().is_some_and(|last| *last != b'0')
        }
        _ => false,
    }
}

/// Returns whether a text is a difference from UTC with minutes of zero: `+01:00` (X.690 clause 11.9).
fn is_long_offset(text: &[u8]) -> bool {
    matches!(text, [b'+' | b'-', tens, ones, b':', b'0', b'0'] if tens.is_ascii_digit() && ones.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_form_of_each_time() {
        let cases = [
            (TimeKind::UtcTime, "920521000000Z", true),
            (TimeKind::UtcTime, "9205210000Z", false),
            (TimeKind::UtcTime, "920521000000+0100", false),
            (TimeKind::UtcTime, "920521240000Z", false),
            (TimeKind::UtcTime, "920521235960Z", false),
            (TimeKind::UtcTime, "921321000000Z", false),
            (TimeKind::UtcTime, "920500000000Z", false),
            (TimeKind::UtcTime, "92052100000xZ", false),
            (TimeKind::UtcTime, "920521000000.5Z", false),
            (TimeKind::UtcTime, "", false),
            (TimeKind::GeneralizedTime, "19920521000000Z", true),
            (TimeKind::GeneralizedTime, "19920622123421.123Z", true),
            (TimeKind::GeneralizedTime, "20161231235960Z", true),
            (TimeKind::GeneralizedTime, "19920622123421.0Z", false),
            (TimeKind::GeneralizedTime, "19920622123421.Z", false),
            (TimeKind::GeneralizedTime, "19920622123421,3Z", false),
            (TimeKind::GeneralizedTime, "199206221234Z", false),
            (TimeKind::GeneralizedTime, "19920622123421", false),
            (TimeKind::GeneralizedTime, "19920622123421-0500", false),
            (TimeKind::Time, "15:27:35.5", true),
            (TimeKind::Time, "15:27:35,5", false),
            (TimeKind::Time, "15:27:46+01", true),
            (TimeKind::Time, "15:27:46+01:00", false),
            // Not times (X.680 clause 38.2), but clause 11.9 does not exclude them.
            (TimeKind::Time, "T00:00+01:0", true),
            (TimeKind::Duration, "2Y10M15DT10H20M30S", true),
        ];
        for (kind, text, canonical) in cases {
            assert_eq!(is_canonical(kind, text.as_bytes()), canonical, "{kind:?} {text}");
        }
    }
}

//! Turns SETTINGS into a regular expression over the texts of TIME (X.680 clause 38.2, X.690 clause 8.25).
//!
//! The expression checks the properties of a text. It does not check the date against the calendar.

use crate::asn1::constraints::time_settings::{DateForm, Settings, TimeForm, YearForm, Zone};

const MONTH: &str = "(?:0[1-9]|1[0-2])";
const DAY: &str = "(?:0[1-9]|[12][0-9]|3[01])";
const DAY_OF_YEAR: &str = "(?:00[1-9]|0[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9]|36[0-6])";
const WEEK: &str = "W(?:0[1-9]|[1-4][0-9]|5[0-3])";
const DURATION: &str = "P[0-9YMDTHSW.,]+";

/// Forms of dates that a time of day can follow.
const WHOLE: [DateForm; 3] = [DateForm::Ymd, DateForm::Yd, DateForm::Ywd];

/// The expression that matches the texts of times with these properties, whole.
pub fn texts(settings: &Settings) -> String {
    let mut ways = Vec::new();
    let is = |basic: &str| settings.basic.is_none_or(|own| own == basic);
    if settings.recurrence.is_none() {
        if settings.interval.is_none() && settings.point.is_none() {
            ways.extend(
                ["Date", "Time", "Date-Time"]
                    .into_iter()
                    .filter(|basic| is(basic))
                    .filter_map(|basic| point(settings, basic)),
            );
        }
        if is("Interval") {
            ways.extend(interval(settings));
        }
    }
    if is("Rec-Interval") {
        let count = match settings.recurrence {
            None => "[0-9]*".to_owned(),
            Some(None) => String::new(),
            Some(Some(count)) => format!("0*{count}"),
        };
        ways.extend(interval(settings).map(|interval| format!("R{count}/{interval}")));
    }
    if ways.is_empty() { "[^\\x{0}-\\x{10FFFF}]".to_owned() } else { either(ways) }
}

fn either(ways: Vec<String>) -> String {
    format!("(?:{})", ways.join("|"))
}

/// A point in time of this kind; none where properties are set that it does not have.
fn point(settings: &Settings, basic: &str) -> Option<String> {
    let has_time = settings.time.is_some() || settings.zone.is_some() || settings.midnight.is_some();
    let has_date = settings.date.is_some() || settings.year.is_some();
    match basic {
        "Date" if !has_time => Some(date(settings, false)),
        "Time" if !has_date => Some(time(settings)),
        "Date-Time" if settings.date.is_none_or(|form| WHOLE.contains(&form)) => {
            Some(format!("{}T{}", date(settings, true), time(settings)))
        }
        _ => None,
    }
}

fn interval(settings: &Settings) -> Option<String> {
    let is = |kind: &str| settings.interval.is_none_or(|own| own == kind);
    let bare = Settings { basic: None, interval: None, recurrence: None, ..settings.clone() };
    let mut ways = Vec::new();
    if is("D") && bare == Settings::default() {
        ways.push(DURATION.to_owned());
    }
    for basic in ["Date", "Time", "Date-Time"] {
        let Some(point) = point(settings, basic).filter(|_| settings.point.is_none_or(|own| own == basic))
        else {
            continue;
        };
        if is("SD") {
            ways.push(format!("{point}/{DURATION}"));
        }
        if is("DE") {
            ways.push(format!("{DURATION}/{point}"));
        }
        if is("SE") {
            // The properties are those of the start.
            ways.push(format!("{point}/[0-9CTWZ:.,+-]+"));
        }
    }
    (!ways.is_empty()).then(|| either(ways))
}

/// A date; `whole`: one that a time of day follows.
fn date(settings: &Settings, whole: bool) -> String {
    let year = match settings.year {
        Some(YearForm::Basic) => "(?:158[2-9]|159[0-9]|1[6-9][0-9]{2}|[2-9][0-9]{3})".to_owned(),
        Some(YearForm::Proleptic) => "(?:0[0-9]{3}|1[0-4][0-9]{2}|15[0-7][0-9]|158[01])".to_owned(),
        Some(YearForm::Negative) => "-[0-9]{4}".to_owned(),
        Some(YearForm::Large(digits)) => format!("[+-][0-9]{{{digits}}}"),
        None => "(?:-?[0-9]{4}|[+-][0-9]{5,})".to_owned(),
    };
    let century = match settings.year {
        Some(YearForm::Basic) => "(?:1[5-9]|[2-9][0-9])".to_owned(),
        Some(YearForm::Proleptic) => "(?:0[0-9]|1[0-4])".to_owned(),
        Some(YearForm::Negative) => "-[0-9]{2}".to_owned(),
        Some(YearForm::Large(digits)) => format!("[+-][0-9]{{{}}}", digits.saturating_sub(2)),
        None => "(?:-?[0-9]{2}|[+-][0-9]{3,})".to_owned(),
    };
    let of_form = |form: DateForm| match form {
        DateForm::C => format!("{century}C"),
        DateForm::Y => year.clone(),
        DateForm::Ym => format!("{year}-{MONTH}"),
        DateForm::Ymd => format!("{year}-{MONTH}-{DAY}"),
        DateForm::Yd => format!("{year}-{DAY_OF_YEAR}"),
        DateForm::Yw => format!("{year}-{WEEK}"),
        DateForm::Ywd => format!("{year}-{WEEK}-[1-7]"),
    };
    let forms = match settings.date {
        Some(form) => vec![form],
        None => {
            let others = [DateForm::C, DateForm::Y, DateForm::Ym, DateForm::Yw];
            WHOLE.into_iter().chain(others.into_iter().filter(|_| !whole)).collect()
        }
    };
    either(forms.into_iter().map(of_form).collect())
}

/// A time of day.
fn time(settings: &Settings) -> String {
    let (hours, sixty, last, digit) = match settings.midnight {
        Some("Start") => ("00", "00", "00", "0"),
        Some("End") => ("24", "00", "00", "0"),
        _ => ("(?:[01][0-9]|2[0-4])", "[0-5][0-9]", "(?:[0-5][0-9]|60)", "[0-9]"),
    };
    let fraction = |digits: usize| match digits {
        0 => String::new(),
        digits => format!("[.,]{digit}{{{digits}}}"),
    };
    let clock = match settings.time {
        Some(TimeForm::Hours(digits)) => format!("{hours}{}", fraction(digits)),
        Some(TimeForm::Minutes(digits)) => format!("{hours}:{sixty}{}", fraction(digits)),
        Some(TimeForm::Seconds(digits)) => format!("{hours}:{sixty}:{last}{}", fraction(digits)),
        None => format!("{hours}(?::{sixty}(?::{last})?)?(?:[.,]{digit}+)?"),
    };
    let zone = match settings.zone {
        Some(Zone::Local) => "",
        Some(Zone::Utc) => "Z",
        Some(Zone::Difference) => "[+-][0-9]{2}(?::[0-9]{2})?",
        None => "(?:Z|[+-][0-9]{2}(?::[0-9]{2})?)?",
    };
    format!("{clock}{zone}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asn1::constraints::times;

    /// Texts of every kind.
    const TEXTS: &[&str] = &[
        "1985-04-12",
        "1581-04",
        "-0044-03-15",
        "+12345-01-01",
        "1985",
        "19C",
        "-05C",
        "+123C",
        "1985-102",
        "1985-W15",
        "1985-W15-5",
        "10:00:00",
        "00:00:00",
        "24:00",
        "00",
        "10:00:00.125Z",
        "10:00:00,1+01:00",
        "10,5-03",
        "1985-04-12T10:15:30",
        "1985-102T24:00:00Z",
        "1985-W15-5T10",
        "P1Y",
        "PT10M",
        "P8W",
        "1985-04-12/1986-04-12",
        "1985-04-12/P1Y",
        "P1Y/1985-04-12",
        "10:00/11:00",
        "1985-04-12T10:00Z/P1D",
        "R5/P1Y",
        "R/P1Y",
        "R12/1985-04-12/P1Y",
        "R/10:00/11:00",
        "1985-04-12T10:00/1985-04-13T11:00",
    ];

    #[test]
    fn texts_are_those_of_the_properties() {
        let settings = [
            "Basic=Date",
            "Basic=Time",
            "Basic=Date-Time",
            "Basic=Interval",
            "Basic=Rec-Interval",
            "Date=YMD",
            "Date=C Year=Basic",
            "Year=Negative",
            "Year=Proleptic",
            "Year=L5",
            "Time=HMS",
            "Time=HMSF3 Local-or-UTC=Z",
            "Time=HF1 Local-or-UTC=LD",
            "Local-or-UTC=L",
            "Midnight=Start",
            "Midnight=End",
            "Interval-type=D",
            "Interval-type=SE",
            "Interval-type=SD SE-point=Date-Time",
            "Interval-type=DE",
            "SE-point=Time",
            "Recurrence=Unlimited",
            "Recurrence=R5",
            "Basic=Date-Time Date=YWD",
            "Date=YD Time=HMS",
        ];
        for wanted in settings {
            let parsed = Settings::parse(wanted).unwrap_or_else(|fault| panic!("{wanted}: {fault:?}"));
            let expression = regex::Regex::new(&format!(r"\A(?:{})\z", texts(&parsed))).unwrap();
            for text in TEXTS {
                let found = times::settings(text).unwrap_or_else(|| panic!("{text} is a time"));
                assert_eq!(expression.is_match(text), parsed.includes(&found), "{wanted}: {text}");
            }
        }
    }
}

//! Parses SETTINGS of a time type: properties and their values (X.680 clauses 38.2 and 51.10).

/// The date part of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateForm {
    /// A century.
    C,
    /// A year.
    Y,
    /// A month of a year.
    Ym,
    /// A day of a month.
    Ymd,
    /// A day of a year.
    Yd,
    /// A week of a year.
    Yw,
    /// A day of a week.
    Ywd,
}

/// How a year is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YearForm {
    /// Four digits, from 1582.
    Basic,
    /// Four digits, before 1582.
    Proleptic,
    /// A minus sign and four digits.
    Negative,
    /// A sign and so many digits, five or more.
    Large(usize),
}

/// The time of day, with the digits of its fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeForm {
    /// Hours.
    Hours(usize),
    /// Hours and minutes.
    Minutes(usize),
    /// Hours, minutes and seconds.
    Seconds(usize),
}

/// Whose time it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// Local time.
    Local,
    /// UTC.
    Utc,
    /// Local time with its difference from UTC.
    Difference,
}

/// Properties that are set: of a value all that it has, of SETTINGS those that it names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Basic.
    pub basic: Option<&'static str>,
    /// Date.
    pub date: Option<DateForm>,
    /// Year.
    pub year: Option<YearForm>,
    /// Time.
    pub time: Option<TimeForm>,
    /// Local-or-UTC.
    pub zone: Option<Zone>,
    /// Interval-type.
    pub interval: Option<&'static str>,
    /// SE-point.
    pub point: Option<&'static str>,
    /// Recurrence: none inside is unlimited.
    pub recurrence: Option<Option<u64>>,
    /// Midnight.
    pub midnight: Option<&'static str>,
}

impl Settings {
    /// The properties that a text sets.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and which of its words are: the one at fault, then another.
    pub fn parse(text: &str) -> Result<Self, (String, Vec<&str>)> {
        let mut found = Self::default();
        let mut seen: Vec<&str> = Vec::new();
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() {
            return Err(("no property is set".to_owned(), Vec::new()));
        }
        for word in words {
            let Some((property, setting)) = word.split_once('=') else {
                return Err((format!("`{word}` sets no property: it has no `=`"), vec![word]));
            };
            if let Some(first) = seen.iter().find(|known| **known == property) {
                return Err((format!("`{property}` is set twice"), vec![property, first]));
            }
            seen.push(property);
            match found.set(property, setting) {
                Some(true) => {}
                Some(false) => return Err((format!("`{property}` has no setting `{setting}`"), vec![word])),
                None => return Err((format!("there is no property `{property}`"), vec![property])),
            }
        }
        match found.basic.and_then(|basic| seen.into_iter().find(|property| !belongs(basic, property))) {
            Some(property) => {
                let basic = text.split_whitespace().find(|word| word.starts_with("Basic="));
                let words = [property].into_iter().chain(basic).collect();
                Err((format!("`{property}` does not belong to the setting of `Basic`"), words))
            }
            None => Ok(found),
        }
    }

    /// Sets a property; none: there is none of this name, false: it is never set so.
    fn set(&mut self, property: &str, setting: &str) -> Option<bool> {
        fn choose(slot: &mut Option<&'static str>, known: &[&'static str], setting: &str) -> bool {
            *slot = known.iter().copied().find(|own| *own == setting);
            slot.is_some()
        }
        fn keep<T>(slot: &mut Option<T>, found: Option<T>) -> bool {
            *slot = found;
            slot.is_some()
        }
        Some(match property {
            "Basic" => {
                choose(&mut self.basic, &["Date", "Time", "Date-Time", "Interval", "Rec-Interval"], setting)
            }
            "Interval-type" => choose(&mut self.interval, &["SE", "D", "SD", "DE"], setting),
            "SE-point" => choose(&mut self.point, &["Date", "Time", "Date-Time"], setting),
            "Midnight" => choose(&mut self.midnight, &["Start", "End"], setting),
            "Date" => keep(&mut self.date, date_form(setting)),
            "Year" => keep(&mut self.year, year_form(setting)),
            "Time" => keep(&mut self.time, time_form(setting)),
            "Local-or-UTC" => keep(
                &mut self.zone,
                match setting {
                    "L" => Some(Zone::Local),
                    "Z" => Some(Zone::Utc),
                    "LD" => Some(Zone::Difference),
                    _ => None,
                },
            ),
            "Recurrence" => keep(
                &mut self.recurrence,
                match setting {
                    "Unlimited" => Some(None),
                    _ => setting.strip_prefix('R').and_then(|count| count.parse().ok()).map(Some),
                },
            ),
            _ => return None,
        })
    }

    /// Whether a value of these properties is one of those that SETTINGS leaves.
    pub fn includes(&self, value: &Self) -> bool {
        fn holds<T: PartialEq>(wanted: &Option<T>, found: &Option<T>) -> bool {
            wanted.is_none() || wanted == found
        }
        holds(&self.basic, &value.basic)
            && holds(&self.date, &value.date)
            && holds(&self.year, &value.year)
            && holds(&self.time, &value.time)
            && holds(&self.zone, &value.zone)
            && holds(&self.interval, &value.interval)
            && holds(&self.point, &value.point)
            && holds(&self.recurrence, &value.recurrence)
            && holds(&self.midnight, &value.midnight)
    }
}

fn date_form(setting: &str) -> Option<DateForm> {
    Some(match setting {
        "C" => DateForm::C,
        "Y" => DateForm::Y,
        "YM" => DateForm::Ym,
        "YMD" => DateForm::Ymd,
        "YD" => DateForm::Yd,
        "YW" => DateForm::Yw,
        "YWD" => DateForm::Ywd,
        _ => return None,
    })
}

fn year_form(setting: &str) -> Option<YearForm> {
    Some(match setting {
        "Basic" => YearForm::Basic,
        "Proleptic" => YearForm::Proleptic,
        "Negative" => YearForm::Negative,
        _ => YearForm::Large(setting.strip_prefix('L')?.parse().ok().filter(|digits| *digits >= 5)?),
    })
}

fn time_form(setting: &str) -> Option<TimeForm> {
    let (form, fraction) = match setting.split_once('F') {
        Some((form, digits)) => (form, digits.parse().ok().filter(|digits| *digits > 0)?),
        None => (setting, 0),
    };
    Some(match form {
        "H" => TimeForm::Hours(fraction),
        "HM" => TimeForm::Minutes(fraction),
        "HMS" => TimeForm::Seconds(fraction),
        _ => return None,
    })
}

/// Whether times of this kind have such a property at all.
fn belongs(basic: &str, property: &str) -> bool {
    match property {
        "Date" | "Year" => basic != "Time",
        "Time" | "Local-or-UTC" | "Midnight" => basic != "Date",
        "Interval-type" | "SE-point" => matches!(basic, "Interval" | "Rec-Interval"),
        "Recurrence" => basic == "Rec-Interval",
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asn1::constraints::times::settings;

    #[test]
    fn settings_choose_among_times() {
        let date = Settings::parse("Basic=Date Date=YMD Year=Basic").unwrap();
        assert!(date.includes(&settings("1985-04-12").unwrap()));
        assert!(!date.includes(&settings("1985-04").unwrap()));
        assert!(!date.includes(&settings("0085-04-12").unwrap()));
        let seconds = Settings::parse("Basic=Time Time=HMSF3 Local-or-UTC=Z").unwrap();
        assert!(seconds.includes(&settings("10:00:00.125Z").unwrap()));
        assert!(!seconds.includes(&settings("10:00:00.1Z").unwrap()));
        let again = Settings::parse("Basic=Rec-Interval Recurrence=R5 Interval-type=D").unwrap();
        assert!(again.includes(&settings("R5/P1Y").unwrap()));
        assert!(!again.includes(&settings("R/P1Y").unwrap()));
    }

    #[test]
    fn malformed_settings_are_named() {
        for wrong in [
            "",
            "Basic",
            "Basic=Dates",
            "Kind=Date",
            "Basic=Date Basic=Date",
            "Basic=Date Time=HMS",
            "Time=HF0",
            "Year=L4",
            "Basic=Date Recurrence=R1",
        ] {
            assert!(Settings::parse(wrong).is_err(), "{wrong}");
        }
    }
}

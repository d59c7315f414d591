//! Reads `[cluster.NAME]` of a configuration.

use crate::config::{Entry, share};
use crate::entries::ordered;
use crate::filter::check_function;
use crate::suggest;
use std::ops::Range;
use syntax_graph::{Diagnostic, FileId, Span};
use toml::de::{DeTable, DeValue};

/// A string of a configuration with its place.
pub type Text = (String, Span);

/// A `[cluster.NAME]` table.
#[derive(Clone, Debug, PartialEq)]
pub struct ClusterEntry {
    /// `calls`: names of procedures, in the order of the calls.
    pub calls: Vec<Text>,
    /// `feed`: an argument, and the result that it takes.
    pub feeds: Vec<(Text, Text)>,
    /// `on-error = "stop"`: no call is made after one that fails.
    pub stops: bool,
    /// `loop`: the most turns.
    pub turns: Option<(u64, Span)>,
    /// `version`: the number of the version that holds the clustered procedure.
    pub version: Option<(u64, Span)>,
}

/// Keys of a cluster, for suggestions.
const KEYS: [&str; 5] = ["calls", "feed", "on-error", "loop", "version"];

/// Reads `[cluster]`: a table for each cluster.
pub fn read(file: FileId, table: &DeTable<'_>, errors: &mut Vec<Diagnostic>) -> Vec<Entry<ClusterEntry>> {
    let mut reader = Reader { file, errors };
    ordered(table)
        .into_iter()
        .filter_map(|(key, value)| {
            if let Err(message) = check_function(key.get_ref()) {
                reader.error(key.span(), message.replace("a filter", "a cluster"));
            }
            let Some(settings) = value.get_ref().as_table() else {
                reader.error(
                    value.span(),
                    "a cluster must be a table with calls: calls = [\"A\", \"B\"]".into(),
                );
                return None;
            };
            let value = reader.cluster(settings, value.span())?;
            let span = reader.span(key.span());
            Some(Entry { key: key.get_ref().to_string(), span, value })
        })
        .collect()
}

struct Reader<'e> {
    file: FileId,
    errors: &'e mut Vec<Diagnostic>,
}

impl Reader<'_> {
    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.file, range.start, range.end)
    }

    fn error(&mut self, range: Range<usize>, message: String) {
        let span = self.span(range);
        self.errors.push(Diagnostic::error("config-entry", span, message));
    }

    fn cluster(&mut self, settings: &DeTable<'_>, range: Range<usize>) -> Option<ClusterEntry> {
        let mut entry =
            ClusterEntry { calls: Vec::new(), feeds: Vec::new(), stops: true, turns: None, version: None };
        for (name, value) in ordered(settings) {
            match (&**name.get_ref(), value.get_ref()) {
                ("calls", DeValue::Array(calls)) => {
                    for call in calls {
                        match call.get_ref().as_str() {
                            Some(text) => entry.calls.push((text.to_owned(), self.span(call.span()))),
                            None => self.error(call.span(), "expected the name of a procedure".to_owned()),
                        }
                    }
                }
                ("feed", DeValue::Table(feeds)) => {
                    for (argument, result) in ordered(feeds) {
                        match result.get_ref().as_str() {
                            Some(text) => entry.feeds.push((
                                (argument.get_ref().to_string(), self.span(argument.span())),
                                (text.to_owned(), self.span(result.span())),
                            )),
                            None => self.error(result.span(), FEED.to_owned()),
                        }
                    }
                }
                ("calls" | "feed", _) => self.error(value.span(), FEED.to_owned()),
                ("on-error", value) if value.as_str() == Some("stop") => entry.stops = true,
                ("on-error", value) if value.as_str() == Some("continue") => entry.stops = false,
                ("on-error", _) => {
                    self.error(value.span(), "`on-error` must be \"stop\" or \"continue\"".to_owned());
                }
                ("loop", number) => entry.turns = self.number(number, value.span(), "loop"),
                ("version", number) => entry.version = self.number(number, value.span(), "version"),
                (other, _) => {
                    let message = format!("`{other}` is not a setting of a cluster");
                    let help = suggest::hint(other, KEYS)
                        .unwrap_or_else(|| format!("use one of {}", KEYS.join(", ")));
                    let span = self.span(name.span());
                    self.errors.push(Diagnostic::error("config-entry", span, message).with_help(help));
                }
            }
        }
        if entry.calls.is_empty() {
            self.error(
                range,
                "a cluster needs calls, the names of procedures: calls = [\"A\", \"B\"]".to_owned(),
            );
            return None;
        }
        Some(entry)
    }

    fn number(&mut self, value: &DeValue<'_>, range: Range<usize>, name: &str) -> Option<(u64, Span)> {
        let number = share(value).filter(|number| number.fract() == 0.0 && *number <= f64::from(u32::MAX));
        if number.is_none() {
            self.error(range.clone(), format!("`{name}` must be a whole number"));
        }
        number.map(|number| (number as u64, self.span(range)))
    }
}

/// What a cluster's calls and feeds look like.
const FEED: &str = "write calls = [\"A\", \"B\"] and feed = { \"1.argument.path\" = \"0.result.path\" }";

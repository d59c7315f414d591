//! Reads the configuration file and the profile: TOML to entries, each with its place.

use crate::clusters::{self, config::ClusterEntry};
use crate::entries::{Key, ordered};
use crate::filter::check_function;
use crate::shapes::{self, config::ShapeEntry};
use crate::suggest;
use codegen::Direction;
use codegen::cost::Extent;
use codegen::filter::Form;
use size_budget::Technique;
use std::ops::Range;
use syntax_graph::{Diagnostic, FileId, Span};
use toml::de::{DeTable, DeValue};

/// One entry of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<T> {
    /// The key: a pattern of paths, or the name of a root.
    pub key: String,
    /// The place of the key.
    pub span: Span,
    /// The value.
    pub value: T,
}

/// The settings of one `[types]` entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TypeSettings {
    /// `integer = "bytes"`.
    pub integer_bytes: bool,
    /// `technique = ...`.
    pub technique: Option<Technique>,
    /// `open-types = "slice"` (true) or `"decode"`.
    pub open_slice: Option<bool>,
    /// `open-types = { VALUE = "TYPE", ... }`: the types that values of the governor select.
    pub alternatives: Vec<Alternative>,
    /// `keep-bytes = true`.
    pub keep_bytes: Option<bool>,
    /// `keep-unknown = true`.
    pub keep_unknown: Option<bool>,
}

/// A value of an open type's governor, and the type that it selects.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// The value as written.
    pub key: String,
    /// The place of the value.
    pub key_span: Span,
    /// The name of the type.
    pub ty: String,
    /// The place of the name.
    pub span: Span,
}

/// The shares of one `[roots]` entry in the traffic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootShares {
    /// Share of received messages, if given.
    pub decode: Option<f64>,
    /// Share of sent messages, if given.
    pub encode: Option<f64>,
}

/// A field's frequency in a frequency table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Occurrences {
    /// Given by the user: mean occurrences per value of the enclosing type.
    Said(f64),
    /// Counted by a profile.
    Counted {
        /// Occurrences.
        seen: f64,
        /// Values of the enclosing type.
        of: f64,
        /// Messages with such a value.
        messages: u64,
    },
}

/// An entry of `[frequency]`, `[decode.frequency]` or `[encode.frequency]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldFrequency {
    /// The direction; `None` for both.
    pub direction: Option<Direction>,
    /// The frequency.
    pub occurrences: Occurrences,
}

/// The predicate of a `[filter.NAME]` table.
#[derive(Clone, Debug, PartialEq)]
pub struct Predicate {
    /// The text.
    pub text: String,
    /// The place of the string.
    pub span: Span,
    /// `technique = ...`.
    pub form: Option<Form>,
}

/// The type and the fields of a `[view.NAME]` table, each with the place of its string.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewEntry {
    /// `type = ...`.
    pub ty: (String, Span),
    /// `fields = [...]`.
    pub fields: Vec<(String, Span)>,
}

/// A configuration file or a profile.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    /// `open-types = "slice"` (true) or `"decode"`.
    pub open_slice: Option<bool>,
    /// `[types]`.
    pub types: Vec<Entry<TypeSettings>>,
    /// `[frequency]`, `[decode.frequency]`, `[encode.frequency]`.
    pub frequency: Vec<Entry<FieldFrequency>>,
    /// `[roots]`.
    pub roots: Vec<Entry<RootShares>>,
    /// `[filter.NAME]`.
    pub filters: Vec<Entry<Predicate>>,
    /// `[view.NAME]`.
    pub views: Vec<Entry<ViewEntry>>,
    /// `[lengths]` of a profile: what messages hold beside their values.
    pub extent: Option<Extent>,
    /// `[shape.NAME]`.
    pub shapes: Vec<Entry<ShapeEntry>>,
    /// `[cluster.NAME]`.
    pub clusters: Vec<Entry<ClusterEntry>>,
}

impl Config {
    /// Adds the entries of a later file, which win over earlier ones.
    pub fn add(&mut self, later: Self) {
        self.open_slice = later.open_slice.or(self.open_slice);
        self.extent = later.extent.or(self.extent);
        self.types.extend(later.types);
        self.frequency.extend(later.frequency);
        self.shapes.retain(|shape| later.shapes.iter().all(|other| other.key != shape.key));
        self.shapes.extend(later.shapes);
        self.clusters.retain(|cluster| later.clusters.iter().all(|other| other.key != cluster.key));
        self.clusters.extend(later.clusters);
        self.roots.retain(|root| later.roots.iter().all(|other| other.key != root.key));
        self.roots.extend(later.roots);
        self.filters.retain(|filter| later.filters.iter().all(|other| other.key != filter.key));
        self.filters.extend(later.filters);
        self.views.retain(|view| later.views.iter().all(|other| other.key != view.key));
        self.views.extend(later.views);
    }
}

/// Reads a configuration file or a profile.
///
/// # Errors
/// All errors in the file; for errors in TOML syntax, only the first.
pub fn parse(file: FileId, text: &str) -> Result<(Config, Vec<Diagnostic>), Vec<Diagnostic>> {
    let table = match DeTable::parse(text) {
        Ok(table) => table,
        Err(error) => {
            let range = error.span().unwrap_or(0..0);
            let message = format!("not TOML: {}", error.message());
            return Err(vec![Diagnostic::error(
                "config-syntax",
                Span::new(file, range.start, range.end),
                message,
            )]);
        }
    };
    let mut reader = Reader { file, config: Config::default(), diagnostics: Vec::new() };
    for (key, value) in ordered(table.get_ref()) {
        match (&**key.get_ref(), value.get_ref()) {
            ("open-types", value) => reader.config.open_slice = reader.open_types(value, key),
            ("types", DeValue::Table(table)) => reader.types(table),
            ("frequency", DeValue::Table(table)) => reader.frequency(table, None),
            ("decode", DeValue::Table(table)) => reader.side(table, Direction::Decode),
            ("encode", DeValue::Table(table)) => reader.side(table, Direction::Encode),
            // Only the merging of profiles reads `[messages]`, and only people read `[calls]`.
            ("messages" | "calls", DeValue::Table(_)) => {}
            ("roots", DeValue::Table(table)) => reader.roots(table),
            ("filter", DeValue::Table(table)) => reader.filters(table),
            ("view", DeValue::Table(table)) => reader.views(table),
            ("lengths", DeValue::Table(table)) => reader.config.extent = extent(table),
            ("shape", DeValue::Table(table)) => reader.shapes(table),
            ("cluster", DeValue::Table(table)) => {
                reader.config.clusters = clusters::config::read(file, table, &mut reader.diagnostics);
            }
            (
                "types" | "frequency" | "roots" | "filter" | "decode" | "encode" | "messages" | "lengths"
                | "shape" | "view" | "cluster" | "calls",
                _,
            ) => {
                reader.error(key.span(), format!("`{}` must be a table: [{0}]", key.get_ref()));
            }
            (other, _) => {
                reader.unknown(key, &format!("`{other}` is not part of a configuration"), &PARTS);
            }
        }
    }
    if reader.diagnostics.iter().any(Diagnostic::is_error) {
        return Err(reader.diagnostics);
    }
    Ok((reader.config, reader.diagnostics))
}

/// Keys of a configuration, for suggestions.
/// What a view needs.
const VIEWS: &str = "a view must have a type and fields: type = \"Message\", fields = [\"id\"]";

const PARTS: [&str; 10] =
    ["open-types", "types", "frequency", "roots", "filter", "view", "decode", "encode", "shape", "cluster"];
/// Keys of an entry of `[types]`, for suggestions.
/// What a `technique` that is neither is told.
const TECHNIQUES: &str = "`technique` must be \"interpreted\" or \"compiled\"";

const SETTINGS: [&str; 5] = ["integer", "technique", "open-types", "keep-bytes", "keep-unknown"];

struct Reader {
    file: FileId,
    config: Config,
    diagnostics: Vec<Diagnostic>,
}

impl Reader {
    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.file, range.start, range.end)
    }

    fn error(&mut self, range: Range<usize>, message: String) {
        self.diagnostics.push(Diagnostic::error("config-entry", self.span(range), message));
    }

    /// Reports an unknown key, with the most similar keys or all keys.
    fn unknown(&mut self, key: Key<'_, '_>, message: &str, known: &[&str]) {
        let help = suggest::hint(key.get_ref(), known.iter().copied());
        let help = help.unwrap_or_else(|| format!("use one of {}", known.join(", ")));
        self.diagnostics
            .push(Diagnostic::error("config-entry", self.span(key.span()), message).with_help(help));
    }

    /// Reads `open-types`: returns whether open types stay slices.
    fn open_types(&mut self, value: &DeValue<'_>, key: Key<'_, '_>) -> Option<bool> {
        match value.as_str() {
            Some("slice") => Some(true),
            Some("decode") => Some(false),
            _ => {
                self.error(key.span(), "`open-types` must be \"decode\" or \"slice\"".to_owned());
                None
            }
        }
    }

    fn types(&mut self, table: &DeTable<'_>) {
        for (key, value) in ordered(table) {
            let Some(settings) = value.get_ref().as_table() else {
                self.error(
                    value.span(),
                    "an entry of [types] must be a table, such as { integer = \"bytes\" }".into(),
                );
                continue;
            };
            let mut entry = TypeSettings::default();
            for (name, value) in ordered(settings) {
                match (&**name.get_ref(), value.get_ref().as_str()) {
                    ("integer", Some("bytes")) => entry.integer_bytes = true,
                    ("integer", _) => self.error(value.span(), "`integer` must be \"bytes\"".to_owned()),
                    ("technique", Some("interpreted")) => entry.technique = Some(Technique::Interpreted),
                    ("technique", Some("compiled")) => entry.technique = Some(Technique::Compiled),
                    ("technique", _) => self.error(value.span(), TECHNIQUES.to_owned()),
                    ("open-types", _) if value.get_ref().is_table() => {
                        entry.alternatives = self.alternatives(value.get_ref());
                    }
                    ("open-types", _) => entry.open_slice = self.open_types(value.get_ref(), name),
                    ("keep-bytes", _) => match value.get_ref().as_bool() {
                        Some(keep) => entry.keep_bytes = Some(keep),
                        None => self.error(value.span(), "`keep-bytes` must be true or false".to_owned()),
                    },
                    ("keep-unknown", _) => match value.get_ref().as_bool() {
                        Some(keep) => entry.keep_unknown = Some(keep),
                        None => self.error(value.span(), "`keep-unknown` must be true or false".to_owned()),
                    },
                    (other, _) => {
                        self.unknown(name, &format!("`{other}` is not a setting of a type"), &SETTINGS);
                    }
                }
            }
            let span = self.span(key.span());
            self.config.types.push(Entry { key: key.get_ref().to_string(), span, value: entry });
        }
    }

    /// Reads `[filter]`: a table for each filter.
    fn filters(&mut self, table: &DeTable<'_>) {
        for (key, value) in ordered(table) {
            if let Err(message) = check_function(key.get_ref()) {
                self.error(key.span(), message);
            }
            let settings = value.get_ref().as_table();
            let predicate = settings.and_then(|settings| settings.get("predicate"));
            let text = predicate.and_then(|value| Some((value.get_ref().as_str()?, value.span())));
            let Some((text, span)) = text else {
                let message = "a filter must be a table with a predicate: predicate = \"Type: path = value\"";
                self.error(value.span(), message.to_owned());
                continue;
            };
            let mut form = None;
            for (name, value) in settings.into_iter().flat_map(ordered) {
                match (&**name.get_ref(), value.get_ref().as_str()) {
                    ("predicate", _) => {}
                    ("technique", Some("interpreted")) => form = Some(Form::Interpreted),
                    ("technique", Some("compiled")) => form = Some(Form::Compiled),
                    ("technique", _) => self.error(value.span(), TECHNIQUES.to_owned()),
                    (other, _) => {
                        let message = format!("`{other}` is not a setting of a filter");
                        self.unknown(name, &message, &["predicate", "technique"]);
                    }
                }
            }
            let value = Predicate { text: text.to_owned(), span: self.span(span), form };
            self.config.filters.push(Entry {
                key: key.get_ref().to_string(),
                span: self.span(key.span()),
                value,
            });
        }
    }

    /// Reads `[view]`: a table for each view.
    fn views(&mut self, table: &DeTable<'_>) {
        for (key, value) in ordered(table) {
            if let Err(message) = check_function(key.get_ref()) {
                self.error(key.span(), message.replace("a filter", "a view"));
            }
            let (mut ty, mut fields) = (None, Vec::new());
            for (name, value) in value.get_ref().as_table().into_iter().flat_map(ordered) {
                match (&**name.get_ref(), value.get_ref()) {
                    ("type", DeValue::String(text)) => ty = Some((text.to_string(), self.span(value.span()))),
                    ("fields", DeValue::Array(paths)) => {
                        for path in paths {
                            match path.get_ref().as_str() {
                                Some(text) => fields.push((text.to_owned(), self.span(path.span()))),
                                None => self.error(path.span(), "expected the path of a field".to_owned()),
                            }
                        }
                    }
                    ("type" | "fields", _) => self.error(value.span(), VIEWS.to_owned()),
                    (other, _) => {
                        let message = format!("`{other}` is not a setting of a view");
                        self.unknown(name, &message, &["type", "fields"]);
                    }
                }
            }
            let (Some(ty), false) = (ty, fields.is_empty()) else {
                self.error(value.span(), VIEWS.to_owned());
                continue;
            };
            let (key, span) = (key.get_ref().to_string(), self.span(key.span()));
            self.config.views.push(Entry { key, span, value: ViewEntry { ty, fields } });
        }
    }

    /// Reads a table of `open-types`: the types that values of a governor select.
    fn alternatives(&mut self, table: &DeValue<'_>) -> Vec<Alternative> {
        let mut found = Vec::new();
        for (key, value) in table.as_table().into_iter().flat_map(ordered) {
            match value.get_ref().as_str() {
                Some(ty) => found.push(Alternative {
                    key: key.get_ref().to_string(),
                    key_span: self.span(key.span()),
                    ty: ty.to_owned(),
                    span: self.span(value.span()),
                }),
                None => self.error(value.span(), "expected the name of a type".to_owned()),
            }
        }
        found
    }

    /// Reads `[decode.frequency]` or `[encode.frequency]`.
    fn side(&mut self, table: &DeTable<'_>, direction: Direction) {
        for (key, value) in ordered(table) {
            match (&**key.get_ref(), value.get_ref()) {
                ("frequency", DeValue::Table(table)) => self.frequency(table, Some(direction)),
                (other, _) => {
                    let message = format!(
                        "`{other}` is not part of a direction; write [{}.frequency]",
                        direction.name()
                    );
                    self.error(key.span(), message);
                }
            }
        }
    }

    fn frequency(&mut self, table: &DeTable<'_>, direction: Option<Direction>) {
        for (key, value) in ordered(table) {
            let occurrences = match value.get_ref() {
                DeValue::Table(counts) => counted(counts),
                other => share(other).map(Occurrences::Said),
            };
            let Some(occurrences) = occurrences else {
                let message = "a frequency must be a finite number of at least 0, or the counts of a profile"
                    .to_owned();
                self.error(value.span(), message);
                continue;
            };
            let (span, value) = (self.span(key.span()), FieldFrequency { direction, occurrences });
            self.config.frequency.push(Entry { key: key.get_ref().to_string(), span, value });
        }
    }

    fn shapes(&mut self, table: &DeTable<'_>) {
        let shapes = shapes::config::read(self.file, table, &mut self.diagnostics).into_iter();
        self.config.shapes =
            shapes.map(|shape| Entry { key: shape.name.clone(), span: shape.span, value: shape }).collect();
    }

    fn roots(&mut self, table: &DeTable<'_>) {
        for (key, value) in ordered(table) {
            let mut shares = RootShares { decode: None, encode: None };
            if let Some(number) = share(value.get_ref()) {
                shares = RootShares { decode: Some(number), encode: Some(number) };
            } else if let Some(ways) = value.get_ref().as_table() {
                for (name, value) in ordered(ways) {
                    let number = share(value.get_ref());
                    match (&**name.get_ref(), number) {
                        ("decode", Some(_)) => shares.decode = number,
                        ("encode", Some(_)) => shares.encode = number,
                        ("decode" | "encode", None) => {
                            self.error(
                                value.span(),
                                "a share must be a finite number of at least 0".to_owned(),
                            );
                        }
                        (other, _) => {
                            let message = format!("`{other}` is not a direction; write decode or encode");
                            self.error(name.span(), message);
                        }
                    }
                }
            } else {
                let message =
                    "a root must be a number or a table, such as { decode = 0.7, encode = 0.3 }".to_owned();
                self.error(value.span(), message);
                continue;
            }
            let span = self.span(key.span());
            self.config.roots.push(Entry { key: key.get_ref().to_string(), span, value: shares });
        }
    }
}

/// Returns the counts of `{ seen = n, of = n, messages = n }`; other keys are ignored.
fn counted(counts: &DeTable<'_>) -> Option<Occurrences> {
    let number = |name: &str| counts.get(name).and_then(|value| share(value.get_ref()));
    let (seen, of, messages) = (number("seen")?, number("of")?, number("messages")?);
    (of > 0.0).then_some(Occurrences::Counted { seen, of, messages: messages as u64 })
}

/// Returns the means of `[lengths]`; `None` if it counted no message.
fn extent(lengths: &DeTable<'_>) -> Option<Extent> {
    let number = |name: &str| lengths.get(name).and_then(|value| share(value.get_ref()));
    let messages = number("messages").filter(|messages| *messages > 0.0)?;
    let mean = |name: &str| Some(number(name)? / messages);
    Some(Extent { octets: mean("octets")?, long: mean("long")?, passed: mean("passed")? })
}

/// Returns a number of at least 0.
pub(crate) fn share(value: &DeValue<'_>) -> Option<f64> {
    let text = match value {
        DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str(),
        DeValue::Float(float) => float.as_str(),
        _ => return None,
    };
    text.replace('_', "").parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use syntax_graph::Id;

    fn read(text: &str) -> Result<Config, Vec<String>> {
        parse(FileId::new(0), text)
            .map(|(config, _)| config)
            .map_err(|found| found.into_iter().map(|diagnostic| diagnostic.message).collect())
    }

    #[test]
    fn all_parts_are_read_in_order() {
        let config = read(
            "open-types = \"slice\"\n[types]\n\"B\" = { integer = \"bytes\" }\n\"A\" = { technique = \"compiled\" }\n\
             [frequency]\n\"M.T.f\" = 0.9\n\"M.T.g\" = 2\n[roots]\n\"M\" = { decode = 0.7, encode = 0.3 }\n\"N\" = 1\n",
        )
        .expect("this is right");
        assert_eq!(config.types.iter().map(|entry| &*entry.key).collect::<Vec<_>>(), ["B", "A"]);
        let said = FieldFrequency { direction: None, occurrences: Occurrences::Said(2.0) };
        assert_eq!(config.frequency[1].value, said);
        assert_eq!(config.roots[0].value, RootShares { decode: Some(0.7), encode: Some(0.3) });
    }

    #[test]
    fn lengths_are_means_of_messages() {
        let extent = |text: &str| read(text).expect("this is right").extent;
        let means = Extent { octets: 15.0, long: 0.5, passed: 2.0 };
        assert_eq!(extent("[lengths]\nmessages = 2\noctets = 30\nlong = 1\npassed = 4\n"), Some(means));
        assert_eq!(extent("[lengths]\nmessages = 0\noctets = 0\nlong = 0\npassed = 0\n"), None);
        assert_eq!(read("lengths = 3").expect_err("no table").len(), 1);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for wrong in [
            "[types\n",
            "typs = 1",
            "[frequency]\n\"a\" = -1",
            "[frequency]\n\"a\" = \"x\"",
            "[decode.frequency]\n\"a\" = { seen = 1, of = 0, messages = 0 }",
            "[encode]\n\"a\" = 1",
            "[types]\n\"a\" = { integer = \"int\" }",
            "[types]\n\"a\" = { keep-bytes = \"yes\" }",
            "[roots]\n\"a\" = { up = 1 }",
            "types = 3",
        ] {
            assert_eq!(read(wrong).expect_err(wrong).len(), 1, "{wrong}");
        }
    }

    #[test]
    fn misspelt_keys_get_the_nearest_key_or_all() {
        for (wrong, help) in [
            ("typs = 1", "help: did you mean `types`?"),
            ("[types]\n\"a\" = { integr = \"bytes\" }", "help: did you mean `integer`?"),
            (
                "[sizes]
",
                "help: use one of open-types, types, frequency, roots, filter, view, decode, encode, shape, cluster",
            ),
        ] {
            let found = parse(FileId::new(0), wrong).expect_err(wrong);
            assert_eq!(found[0].notes.iter().map(ToString::to_string).collect::<Vec<_>>(), [help], "{wrong}");
        }
    }
}

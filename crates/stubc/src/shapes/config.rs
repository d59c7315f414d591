//! Reads `[shape.NAME]` of a configuration.

use crate::entries::{Item, Key, ordered};
use crate::suggest;
use codegen::Direction;
use codegen::emit::escape::toml_string;
use data_encoding::{HEXLOWER, HEXUPPER_PERMISSIVE};
use std::fmt;
use std::ops::Range;
use syntax_graph::{Diagnostic, FileId, Span};
use toml::de::{DeTable, DeValue};

/// One `[shape.NAME]`.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeEntry {
    /// The name of the shape.
    pub name: String,
    /// The place of the name.
    pub span: Span,
    /// `type`: the message type, and its place.
    pub ty: (String, Span),
    /// `direction`; `None` for both.
    pub direction: Option<Direction>,
    /// The sample, and its place.
    pub sample: (Sample, Span),
    /// `share` of the root's messages.
    pub share: Option<f64>,
    /// `[shape.NAME.holes]`.
    pub holes: Vec<HoleEntry>,
}

/// Where the sample of a shape is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sample {
    /// `like`: the file of a message.
    Like(String),
    /// `value`: the file of a value in JSON.
    Value(String),
    /// `message`: the message.
    Message(Vec<u8>),
}

impl Sample {
    /// Returns the file.
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::Like(file) | Self::Value(file) => Some(file),
            Self::Message(_) => None,
        }
    }
}

/// An entry of `[shape.NAME.holes]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoleEntry {
    /// The pattern of paths.
    pub path: String,
    /// The place of the pattern.
    pub span: Span,
    /// What is stated.
    pub what: HoleSetting,
}

/// What an entry of `[shape.NAME.holes]` states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HoleSetting {
    /// A hole: its name, and whether its length is that of the sample.
    Hole(String, bool),
    /// The number of elements of an array.
    Count(u64),
}

/// Prints the entry as TOML.
impl fmt::Display for ShapeEntry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = toml_string;
        writeln!(out, "[shape.{}]\ntype = {}", self.name, quoted(&self.ty.0))?;
        if let Some(direction) = self.direction {
            let name = if direction == Direction::Decode { "decode" } else { "encode" };
            writeln!(out, "direction = \"{name}\"")?;
        }
        match &self.sample.0 {
            Sample::Like(file) => writeln!(out, "like = {}", quoted(file))?,
            Sample::Value(file) => writeln!(out, "value = {}", quoted(file))?,
            Sample::Message(octets) => writeln!(out, "message = \"{}\"", HEXLOWER.encode(octets))?,
        }
        if let Some(share) = self.share {
            writeln!(out, "share = {share:?}")?;
        }
        writeln!(out, "[shape.{}.holes]", self.name)?;
        for HoleEntry { path, what, .. } in &self.holes {
            let path = quoted(path);
            match what {
                HoleSetting::Hole(name, false) => writeln!(out, "{path} = {}", quoted(name))?,
                HoleSetting::Hole(name, true) => {
                    writeln!(out, "{path} = {{ name = {}, length = \"fixed\" }}", quoted(name))?;
                }
                HoleSetting::Count(count) => writeln!(out, "{path} = {{ count = {count} }}")?,
            }
        }
        Ok(())
    }
}

/// Keys of a shape, for suggestions.
const KEYS: [&str; 7] = ["type", "direction", "like", "value", "message", "share", "holes"];

/// Reads the table `shape`.
///
/// # Errors
/// All errors in it, in `diagnostics`.
pub fn read(file: FileId, shapes: &DeTable<'_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<ShapeEntry> {
    let mut reader = Reader { file, diagnostics };
    ordered(shapes).into_iter().filter_map(|(key, value)| reader.shape(key, value)).collect()
}

struct Reader<'d> {
    file: FileId,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl Reader<'_> {
    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.file, range.start, range.end)
    }

    fn error(&mut self, range: Range<usize>, message: impl Into<String>) {
        let error = Diagnostic::error("config-entry", self.span(range), message.into());
        self.diagnostics.push(error);
    }

    fn shape(&mut self, key: Key<'_, '_>, value: Item<'_, '_>) -> Option<ShapeEntry> {
        let name = key.get_ref().to_string();
        let Some(table) = value.get_ref().as_table() else {
            self.error(key.span(), format!("`{name}` must be a table: [shape.{name}]"));
            return None;
        };
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            self.error(
                key.span(),
                format!("`{name}` cannot be a part of C names; use letters, digits and _"),
            );
        }
        let span = self.span(key.span());
        let (mut ty, mut direction, mut share, mut holes) = (None, None, None, Vec::new());
        let mut sample: Option<(Sample, Span)> = None;
        for (key, value) in ordered(table) {
            let text = value.get_ref().as_str();
            match (&**key.get_ref(), text) {
                ("type", Some(text)) => ty = Some((text.to_owned(), self.span(value.span()))),
                ("direction", Some("decode")) => direction = Some(Direction::Decode),
                ("direction", Some("encode")) => direction = Some(Direction::Encode),
                ("direction", _) => self.error(value.span(), "`direction` must be \"decode\" or \"encode\""),
                ("like" | "value" | "message", Some(_)) if sample.is_some() => {
                    self.error(key.span(), "a shape has one sample: `like`, `value` or `message`");
                }
                ("like", Some(text)) => {
                    sample = Some((Sample::Like(text.to_owned()), self.span(value.span())));
                }
                ("value", Some(text)) => {
                    sample = Some((Sample::Value(text.to_owned()), self.span(value.span())));
                }
                ("message", Some(text)) => match HEXUPPER_PERMISSIVE.decode(text.as_bytes()) {
                    Ok(octets) => sample = Some((Sample::Message(octets), self.span(value.span()))),
                    Err(_) => {
                        self.error(value.span(), "`message` must be hexadecimal digits, two for each octet")
                    }
                },
                ("type" | "like" | "value" | "message", None) => {
                    self.error(value.span(), format!("`{}` must be a string", key.get_ref()));
                }
                ("share", _) => match crate::config::share(value.get_ref()).filter(|share| *share <= 1.0) {
                    Some(number) => share = Some(number),
                    None => self.error(value.span(), "`share` must be a number from 0 to 1"),
                },
                ("holes", _) => match value.get_ref().as_table() {
                    Some(table) => holes = self.holes(table),
                    None => self.error(value.span(), "`holes` must be a table of paths"),
                },
                (other, _) => {
                    let help = suggest::hint(other, KEYS);
                    let help = help.unwrap_or_else(|| format!("use one of {}", KEYS.join(", ")));
                    let message = format!("`{other}` is not a setting of a shape");
                    let error =
                        Diagnostic::error("config-entry", self.span(key.span()), message).with_help(help);
                    self.diagnostics.push(error);
                }
            }
        }
        if ty.is_none() {
            self.error(key.span(), format!("[shape.{name}] lacks `type`, the message type"));
        }
        if sample.is_none() {
            self.error(key.span(), format!("[shape.{name}] lacks `like`, the file of a sample message"));
        }
        let (sample, ty) = (sample?, ty?);
        Some(ShapeEntry { name, span, ty, direction, sample, share, holes })
    }

    fn holes(&mut self, table: &DeTable<'_>) -> Vec<HoleEntry> {
        let mut holes = Vec::new();
        for (key, value) in ordered(table) {
            let (path, span) = (key.get_ref().to_string(), self.span(key.span()));
            match self.hole(value.get_ref()) {
                Some(what) => holes.push(HoleEntry { path, span, what }),
                None => self.error(
                    value.span(),
                    "a hole is the name of a member, { name = \"x\", length = \"fixed\" }, or { count = N }",
                ),
            }
        }
        holes
    }

    fn hole(&self, value: &DeValue<'_>) -> Option<HoleSetting> {
        let is_name = |text: &&str| {
            text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        if let Some(name) = value.as_str() {
            return Some(name).filter(is_name).map(|name| HoleSetting::Hole(name.to_owned(), false));
        }
        let table = value.as_table()?;
        let (mut name, mut is_fixed, mut count) = (None, false, None);
        for (key, value) in ordered(table) {
            match (&**key.get_ref(), value.get_ref()) {
                ("name", value) => name = Some(value.as_str().filter(is_name)?.to_owned()),
                ("length", value) if value.as_str() == Some("fixed") => is_fixed = true,
                ("count", value) => {
                    let number = crate::config::share(value).filter(|number| number.fract() == 0.0)?;
                    count = Some(number as u64);
                }
                _ => return None,
            }
        }
        match (name, count) {
            (Some(name), None) => Some(HoleSetting::Hole(name, is_fixed)),
            (None, Some(count)) if !is_fixed => Some(HoleSetting::Count(count)),
            _ => None,
        }
    }
}

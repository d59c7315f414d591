//! Draws an annotated message for the page: its bytes in the colors of their fields, and a table of the fields.

use super::messages::{Annotated, Stretch};
use super::picture::escape;
use super::tables::Table;
use crate::plural::{count, grouped};
use std::fmt::Write;

/// Bytes in a line.
const LINE: usize = 16;

/// Maximum number of bytes shown; a page with more is slow to draw and to read.
const MOST: usize = 4096;

/// Number of colors; successive fields cycle through them.
const COLORS: usize = 4;

/// Maximum number of characters shown of a value.
const LONGEST: usize = 40;

/// Returns the sentences above the bytes.
pub fn about(message: &Annotated) -> String {
    let octets = grouped(&count(message.octets.len(), "byte"));
    let outcome = match &message.error {
        None => format!("a valid {}", message.root),
        Some((error, _)) => {
            format!("no valid {}: {error}. The fields before the error are shown", message.root)
        }
    };
    let shown = match message.octets.len() > MOST {
        true => format!(" The first {} are drawn.", grouped(&format!("{MOST} bytes"))),
        false => String::new(),
    };
    format!(
        "{octets}, {outcome}. Colored bytes are values; those without a color are tags, lengths, and what no field of \
         the specification holds.{shown}"
    )
}

/// Returns the bytes in lines of sixteen, each with its offset. Neighboring bytes of one field share an HTML element,
/// whose tooltip names the field.
pub fn drawn(message: &Annotated) -> String {
    let owners = owners(message);
    let wrong = message.error.as_ref().map(|(_, offset)| *offset);
    let mut out = String::from("<pre class=\"octets\">");
    let shown = message.octets.len().min(MOST);
    for line in (0..shown).step_by(LINE) {
        let _ = write!(out, "<b>{line:06x}</b> ");
        let end = shown.min(line + LINE);
        let mut at = line;
        while at < end {
            let is_wrong = |at: usize| wrong == Some(at);
            let same = |next: &usize| owners[*next] == owners[at] && !is_wrong(*next) && !is_wrong(at);
            let next = (at + 1..end).find(|next| !same(next)).unwrap_or(end);
            let octets: Vec<String> =
                message.octets[at..next].iter().map(|octet| format!("{octet:02x}")).collect();
            let (class, tip) = look(message, owners[at]);
            let class = if is_wrong(at) { "wrong".to_owned() } else { class };
            let _ = write!(
                out,
                "<span class=\"{class}\" title=\"{}\">{}</span> ",
                escape(&tip),
                octets.join(" ")
            );
            at = next;
        }
        out.push('\n');
    }
    if wrong.is_some_and(|wrong| wrong >= message.octets.len()) {
        out.push_str("<span class=\"wrong\">the message ends here</span>\n");
    }
    out.push_str("</pre>");
    out
}

/// Returns the index of the innermost part that holds each byte, if any.
fn owners(message: &Annotated) -> Vec<Option<usize>> {
    let mut owners = vec![None; message.octets.len()];
    for (index, part) in message.parts.iter().enumerate() {
        let end = part.end.min(owners.len());
        owners[part.start.min(end)..end].fill(Some(index));
    }
    owners
}

/// Returns the CSS class and the tooltip of a part's bytes.
fn look(message: &Annotated, owner: Option<usize>) -> (String, String) {
    let Some(index) = owner else { return ("none".to_owned(), "no field of the specification".to_owned()) };
    let part = &message.parts[index];
    let path = if part.path.is_empty() { message.root.clone() } else { part.path.clone() };
    match &part.value {
        None => ("none".to_owned(), path),
        Some(value) => {
            // Neighboring fields have different colors.
            let before = message.parts[..index].iter().filter(|part| part.value.is_some()).count();
            (format!("field{}", before % COLORS), format!("{path}: {}", shorten(value)))
        }
    }
}

/// Returns the table of the parts.
pub fn table(message: &Annotated) -> Table {
    Table {
        id: "parts",
        title: "Parts of the message",
        about: "Instructions are predicted for a mean value of the constructor, with its scalars, without the constructors in it.".to_owned(),
        columns: vec![
            ("offset", true),
            ("bytes", true),
            ("field", false),
            ("type", false),
            ("value", false),
            ("technique", false),
            ("instructions", true),
        ],
        rows: message.parts.iter().map(row).collect(),
    }
}

fn row(part: &Stretch) -> Vec<String> {
    let indent = "\u{a0}".repeat(2 * part.depth);
    let name = if part.name.is_empty() { &part.ty } else { &part.name };
    let (technique, time) = match part.cost {
        Some((technique, time)) => (technique.to_owned(), format!("{time:.1}")),
        None => (String::new(), String::new()),
    };
    vec![
        part.start.to_string(),
        part.end.saturating_sub(part.start).to_string(),
        format!("{indent}{name}"),
        part.ty.clone(),
        part.value.as_deref().map(shorten).unwrap_or_default(),
        technique,
        time,
    ]
}

fn shorten(value: &str) -> String {
    match value.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}...", &value[..at]),
        None => value.to_owned(),
    }
}

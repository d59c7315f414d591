//! Constant strings in filters, and comparisons with them.

use crate::c::helpers::Helper;
use crate::c::writer::Writer;
use syntax_graph::filter::{Bits, Octets, Place};

/// The longest string that is printed as a literal of its own; longer ones are broken into several.
const MOST: usize = 60;

/// Returns octets as a C string literal, or several that the compiler joins.
pub fn literal(octets: &[u8]) -> String {
    let parts: Vec<String> = octets.chunks(MOST).map(quoted).collect();
    if parts.is_empty() { "\"\"".to_owned() } else { parts.join(" ") }
}

fn quoted(octets: &[u8]) -> String {
    let mut text = String::from("\"");
    for &octet in octets {
        match octet {
            // A question mark may begin a trigraph.
            b'"' | b'\\' | b'?' => text.extend(['\\', char::from(octet)]),
            0x20..0x7f => text.push(char::from(octet)),
            // Three octal digits never take the next character along.
            _ => text.push_str(&format!("\\{octet:03o}")),
        }
    }
    text.push('"');
    text
}

/// Finds a string in another.
const CONTAINS: Helper = Helper { name: "filter_contains", feature: "FILTER_CONTAINS" };
/// Compares a BIT STRING in contents octets of BER.
const BITS: Helper = Helper { name: "filter_bits", feature: "FILTER_BITS" };

/// Returns the condition that the string from `p` to `e` is meant, or with `negated` that it is not.
pub fn octets(w: &mut Writer, octets: &Octets, p: &str, e: &str, negated: bool) -> String {
    let is_wanted = octets.differs == negated;
    let size = octets.octets.len();
    let text = literal(&octets.octets);
    let at = if octets.place == Place::End { format!("{e} - {size}") } else { p.to_owned() };
    match (octets.place, is_wanted) {
        (Place::Whole, true) if size == 0 => format!("{p} == {e}"),
        (Place::Whole, false) if size == 0 => format!("{p} != {e}"),
        _ if size == 0 => is_wanted.to_string(),
        (Place::Whole, true) => format!("{e} - {p} == {size} && memcmp({at}, {text}, {size}) == 0"),
        (Place::Whole, false) => format!("{e} - {p} != {size} || memcmp({at}, {text}, {size}) != 0"),
        (Place::Start | Place::End, true) => {
            format!("{e} - {p} >= {size} && memcmp({at}, {text}, {size}) == 0")
        }
        (Place::Start | Place::End, false) => {
            format!("{e} - {p} < {size} || memcmp({at}, {text}, {size}) != 0")
        }
        (Place::Anywhere, _) => {
            let not = if is_wanted { "" } else { "!" };
            format!("{not}{}({p}, {e}, {text}, {size}, {})", w.call(CONTAINS), octets.unit)
        }
    }
}

/// Returns the condition that the BIT STRING whose contents octets of BER are from `p` to `e` is meant, or that it is
/// not.
pub fn bits(w: &mut Writer, bits: &Bits, p: &str, e: &str, negated: bool) -> String {
    let not = if bits.differs == negated { "" } else { "!" };
    let text = literal(&bits.octets);
    format!("{not}{}({p}, {e}, {text}, {}, {})", w.call(BITS), bits.length, bits.trailing)
}

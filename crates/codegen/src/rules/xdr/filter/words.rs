//! Prints the moves over words, strings and runs of bytes.

use crate::c::helpers::Helper;
use crate::c::writer::Writer;
use crate::rules::xdr::ops::Count;

/// Goes behind a string.
pub const PAST: Helper = Helper { name: "filter_past", feature: "FILTER_PAST" };
/// Reads a word.
pub const WORD: Helper = Helper { name: "filter_word", feature: "FILTER_WORD" };

const TRUNCATED: &str = "return STUBC_TRUNCATED;";

/// Prints the check for so many bytes.
pub fn room(w: &mut Writer, bytes: u64, p: &str) {
    w.when(&format!("(size_t)(e - {p}) < {bytes}"), |w| w.line(TRUNCATED));
}

/// Prints the way over so many bytes.
pub fn ahead(w: &mut Writer, bytes: u64, p: &str) {
    room(w, bytes, p);
    w.line(&format!("{p} += {bytes};"));
}

/// Prints a call that returns 0 or an answer.
pub fn failing(w: &mut Writer, call: &str) {
    w.uses("failed");
    w.line(&format!("failed = {call};"));
    w.when("failed != 0", |w| w.line("return failed;"));
}

/// Reads a word into a variable.
pub fn word(w: &mut Writer, variable: &str, p: &str) {
    room(w, 4, p);
    w.uses(variable);
    let word = w.call(WORD);
    w.line(&format!("{variable} = {word}({p});"));
    w.line(&format!("{p} += 4;"));
}

/// Reads or sets the number of elements of an array that is not linked.
pub fn counted(w: &mut Writer, count: Count, p: &str) {
    match count {
        Count::Fixed(count) => {
            w.uses("count");
            w.line(&format!("count = {count};"));
        }
        Count::Counted(_) | Count::Linked { .. } => word(w, "count", p),
    }
}

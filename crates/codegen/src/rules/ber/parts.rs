//! Splits a long list of fields into parts of some fields each, so that a person can read their functions. Compilers put
//! the functions in line, so they change no instruction.

use std::ops::Range;

/// The most lines of fields in one function.
const LINES: usize = 120;

/// Returns the parts of a list from the lines of each field: about equally long, and none if the list is not long.
pub fn parts(lengths: &[usize]) -> Vec<Range<usize>> {
    let total: usize = lengths.iter().sum();
    if total <= LINES {
        return Vec::new();
    }
    let count = total.div_ceil(LINES);
    let (mut end, mut lines) = (0, 0);
    let part = |number| {
        let start = end;
        while end < lengths.len() && lines * count < total * number {
            lines += lengths[end];
            end += 1;
        }
        start..end
    };
    (1..=count).map(part).collect()
}

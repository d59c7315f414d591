//! Texts made wrong at random: words left out, repeated, exchanged.

use proptest::prelude::*;
use proptest::sample::Index;

/// One change: its kind, and two places in the text.
pub type Edit = (u8, Index, Index);

/// Returns up to 20 changes.
pub fn edits() -> impl Strategy<Value = Vec<Edit>> {
    prop::collection::vec((0_u8..6, any::<Index>(), any::<Index>()), 1..20)
}

/// Returns a text changed so. `ends` says which characters end a piece, beside blanks and line ends.
pub fn mangle(text: &str, ends: &[char], edits: Vec<Edit>) -> String {
    let mut parts: Vec<&str> =
        text.split_inclusive(|c| matches!(c, ' ' | '\n') || ends.contains(&c)).collect();
    for (kind, first, second) in edits {
        if parts.is_empty() {
            break;
        }
        let (a, b) = (first.index(parts.len()), second.index(parts.len()));
        let range = a.min(b)..a.max(b);
        match kind {
            0 => {
                parts.remove(a);
            }
            1 => parts.insert(b, parts[a]),
            2 => parts.swap(a, b),
            3 => parts.truncate(a + 1),
            // More would leave too little.
            4 if range.len() < 200 => {
                parts.drain(range);
            }
            4 => {}
            _ => {
                let copy = parts[range.start..(range.start + 30).min(parts.len())].to_vec();
                parts.splice(a..a, copy);
            }
        }
    }
    parts.concat()
}

/// Returns how many texts are tried: 300, or what PROPTEST_CASES says.
pub fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(300)
}

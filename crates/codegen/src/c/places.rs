//! Marks lines of printed C with their places in the sources of `stubc`, for `cargo xtask coverage`: the printing call, or
//! the line of the runtime. Without the feature `places`, nothing is marked.

use std::panic::Location;

/// Returns the marks of a printed line: before it if it has a comment, else behind it. Inside a comment it has none.
pub fn of_printer(line: &str, place: &Location<'_>, is_comment: bool) -> [String; 2] {
    let mut marks = [String::new(), String::new()];
    if cfg!(feature = "places") && !is_comment && is_markable(line) {
        let mark = format!("/*@{}:{}*/", place.file(), place.line());
        match line.contains("/*") {
            true => marks[0] = format!("{mark}\n"),
            false => marks[1] = format!(" {mark}"),
        }
    }
    marks
}

/// Returns whether a comment goes on behind a line.
pub fn ends_in_comment(line: &str, is_comment: bool) -> bool {
    cfg!(feature = "places")
        && match (line.rfind("/*"), line.rfind("*/")) {
            (Some(begins), ends) => ends.is_none_or(|ends| ends < begins),
            (None, ends) => is_comment && ends.is_none(),
        }
}

/// Returns a text of the runtime with a mark behind each line: the key of the text and the number of the line.
pub fn of_text(text: &str) -> String {
    if !cfg!(feature = "places") {
        return text.to_owned();
    }
    let key = key(text);
    let (mut marked, mut continues, mut is_comment) = (String::new(), false, false);
    for (at, line) in text.lines().enumerate() {
        marked += line;
        // The emitter replaces this line as a whole.
        if !continues && !is_comment && is_markable(line) && line.trim() != "(void)unit;" {
            marked += &format!(" /*@{key:x}:{}*/", at + 1);
        }
        marked.push('\n');
        is_comment = ends_in_comment(line, is_comment);
        continues = line.ends_with('\\');
    }
    marked
}

/// Returns a number that stands for a text of the runtime in its marks.
pub fn key(text: &str) -> u64 {
    let mix = |key: u64, byte: u8| (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
}

/// Returns whether a comment may follow on the line.
fn is_markable(line: &str) -> bool {
    let text = line.trim();
    let is_comment = ["/*", "* ", "*/"].iter().any(|start| text.starts_with(start)) || text == "*";
    // Templates have lines that are no C.
    let is_other = text.contains("/*@") || text.starts_with(['#', '@']);
    !text.is_empty() && !is_comment && !is_other && !text.ends_with('\\')
}

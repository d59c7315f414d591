//! Makes foreign text (names, flags, paths) safe inside comments of generated C, and on a terminal.

use std::borrow::Cow;

/// Returns a text as one line of visible characters. Control characters, line breaks, changes of the writing direction and
/// characters without width appear as their code points.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) {
            out.push_str(&format!("<U+{:04X}>", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out
}

/// Returns a text of as many bytes, in which every hidden character but the end of a line and a tabulator has a stand-in.
/// Offsets into the text stay right.
pub fn with_stand_ins(text: &str) -> Cow<'_, str> {
    let is_replaced = |c: char| is_hidden(c) && !matches!(c, '\n' | '\t');
    if !text.contains(is_replaced) {
        return Cow::Borrowed(text);
    }
    let stand_in = |c: char| ["?", "\u{b7}", "\u{fffd}", "\u{b7}\u{b7}"][c.len_utf8() - 1];
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_replaced(c) { out.push_str(stand_in(c)) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// Returns lines of visible characters: as [`visible`], but for the ends of lines and tabulators.
pub fn visible_lines(text: &str) -> String {
    text.split_inclusive(['\n', '\t'])
        .map(|part| {
            let end = part.len() - usize::from(part.ends_with(['\n', '\t']));
            visible(&part[..end]) + &part[end..]
        })
        .collect()
}

fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// Returns a text as a string of TOML on one line. Hidden characters are escapes.
pub fn toml_string(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if is_hidden(c) => out += &format!("\\U{:08X}", u32::from(c)),
            c => out.push(c),
        }
    }
    out + "\""
}

/// Returns a text that cannot end, nest or continue the comment around it: `*/`, `/*` and trigraphs are split, and a
/// backslash at the end appears as its code point.
pub fn in_comment(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text).chars() {
        let last = out.chars().next_back();
        if matches!((last, c), (Some('*'), '/') | (Some('/'), '*') | (Some('?'), '?')) {
            out.push(' ');
        }
        out.push(c);
    }
    match out.trim_end().strip_suffix('\\') {
        Some(before) => format!("{before}<U+005C>"),
        None => out,
    }
}

/// Returns a whole comment with this text.
pub fn comment(text: &str) -> String {
    format!("/* {} */", in_comment(text))
}

/// Returns a comment of several lines.
pub fn lines_of_comment(first: &str, rest: &[String]) -> String {
    let mut text = format!("/* {}", in_comment(first));
    for line in rest {
        text.push_str(&format!("\n * {}", in_comment(line)));
    }
    text.push_str(if rest.is_empty() { " */" } else { "\n */" });
    text
}

/// The end of each file's first line.
pub const MADE: &str = "made by stubc. Do not edit.";

/// Returns the first line of a runtime file, which names its owner: outputs in one folder have files of the
/// same name.
pub fn owner_line(name: &str) -> String {
    comment(&owner(name))
}

/// Returns the text of the owner line.
pub(crate) fn owner(name: &str) -> String {
    format!("Runtime of {name}, {MADE}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_end_where_they_shall() {
        assert_eq!(comment("-Os -DX=*/int"), "/* -Os -DX=* /int */");
        assert_eq!(comment("/*/ */* /**/"), "/* / * / * / * / ** / */");
        assert_eq!(comment("a\nb\r\tc\u{7f}"), "/* a<U+000A>b<U+000D><U+0009>c<U+007F> */");
        assert_eq!(comment("??/ ???= \\"), "/* ? ?/ ? ? ?= <U+005C> */");
        assert_eq!(comment("a\\ "), "/* a<U+005C> */");
        assert_eq!(comment("\u{202e}\u{2066}é\u{200b}"), "/* <U+202E><U+2066>é<U+200B> */");
    }

    #[test]
    fn strings_of_toml_hide_nothing() {
        let text = "a\"\\\n\t\u{202e}\u{1b}\u{e0041}é";
        let quoted = toml_string(text);
        assert_eq!(quoted, r#""a\"\\\U0000000A\U00000009\U0000202E\U0000001B\U000E0041é""#);
        let read: toml::Table = toml::from_str(&format!("x = {quoted}")).expect("it is TOML");
        assert_eq!(read["x"].as_str(), Some(text));
    }

    #[test]
    fn stand_ins_keep_offsets() {
        assert!(matches!(with_stand_ins("a\té\nb"), Cow::Borrowed("a\té\nb")));
        let text = "a\u{1b}b\u{9b}c\u{202e}d\u{e0041}e";
        let shown = with_stand_ins(text);
        assert_eq!(shown, "a?b·c\u{fffd}d··e");
        assert_eq!(shown.len(), text.len());
        assert_eq!(visible_lines("a\n\tb\u{1b}"), "a\n\tb<U+001B>");
    }
}

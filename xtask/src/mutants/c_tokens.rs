//! Splits the C runtime into tokens, without comments and preprocessor lines.

use std::ops::Range;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name or keyword.
    Word,
    /// A number.
    Number,
    /// A string or character.
    Literal,
    /// Anything else; each operator is one token.
    Sign,
}

/// A token with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token<'t> {
    pub(crate) kind: Kind,
    pub(crate) text: &'t str,
    pub(crate) at: usize,
}

impl Token<'_> {
    /// Returns its range of bytes in the file.
    pub(crate) fn range(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }
}

/// Operators of several characters, longest first.
const OPERATORS: [&str; 22] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=",
];

/// Returns the tokens of a file.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut line_begins = true;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if c.is_whitespace() {
            line_begins |= c == '\n';
            at += c.len_utf8();
            continue;
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if c == '#' && line_begins {
            logical_line(rest)
        } else {
            line_begins = false;
            let (kind, length) = token(rest, c);
            found.push(Token { kind, text: &rest[..length], at });
            length
        };
        at += length;
    }
    found
}

/// Returns the length of a line with its continuation lines.
fn logical_line(rest: &str) -> usize {
    let mut end = 0;
    for line in rest.split_inclusive('\n') {
        end += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    // The end of line stays: it starts a new line.
    end - usize::from(rest[..end].ends_with('\n'))
}

fn token(rest: &str, c: char) -> (Kind, usize) {
    let run = |holds: fn(char) -> bool| rest.find(|c| !holds(c)).unwrap_or(rest.len());
    if c.is_ascii_alphabetic() || c == '_' {
        (Kind::Word, run(|c| c.is_ascii_alphanumeric() || c == '_'))
    } else if c.is_ascii_digit() {
        (Kind::Number, run(|c| c.is_ascii_alphanumeric() || c == '.'))
    } else if c == '"' || c == '\'' {
        let mut escaped = false;
        let end = rest[1..].find(|next| {
            let ends = next == c && !escaped;
            escaped = next == '\\' && !escaped;
            ends
        });
        (Kind::Literal, end.map_or(rest.len(), |end| end + 2))
    } else {
        let operator = OPERATORS.iter().find(|operator| rest.starts_with(**operator));
        (Kind::Sign, operator.map_or(c.len_utf8(), |operator| operator.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_directives_are_no_tokens() {
        let text = "#define A(x) \\\n    x + 1\na->b <<= 0x7fu; /* x * y */\n#if B\n'\\'' \"a\\\"b\"";
        let texts: Vec<&str> = tokens(text).iter().map(|token| token.text).collect();
        assert_eq!(texts, ["a", "->", "b", "<<=", "0x7fu", ";", "'\\''", "\"a\\\"b\""]);
    }
}

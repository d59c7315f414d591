//! Turns the text of a filter into tokens.

use super::tokens::{Token, TokenKind};
use syntax_graph::{Diagnostic, FileId, Span};

/// The most errors that are reported for one text.
const MAX_REPORTS: usize = 20;

/// The longest text of a filter, in bytes.
const MAX_TEXT: usize = 1 << 16;

/// Signs, the longer ones first.
const SIGNS: [(&str, TokenKind); 18] = [
    ("..", TokenKind::Dots),
    ("!=", TokenKind::NotEqual),
    ("<=", TokenKind::LessEqual),
    (">=", TokenKind::GreaterEqual),
    ("(", TokenKind::LParen),
    (")", TokenKind::RParen),
    ("{", TokenKind::LBrace),
    ("}", TokenKind::RBrace),
    ("[", TokenKind::LBracket),
    ("]", TokenKind::RBracket),
    ("*", TokenKind::Star),
    (".", TokenKind::Dot),
    (":", TokenKind::Colon),
    ("-", TokenKind::Minus),
    ("=", TokenKind::Equal),
    ("<", TokenKind::Less),
    (">", TokenKind::Greater),
    ("\u{2212}", TokenKind::Minus),
];

/// Splits the text of a span into tokens.
///
/// # Errors
/// The characters that begin no token, and strings that do not end.
pub fn tokenize(span: Span, file: &str) -> Result<Vec<Token<'_>>, Vec<Diagnostic>> {
    let text = file.get(..span.end as usize).unwrap_or(file);
    let length = text.len().saturating_sub(span.start as usize);
    if length > MAX_TEXT {
        let message = format!("the text of a filter has at most {MAX_TEXT} bytes, this one has {length}");
        let place = Span { end: span.start, ..span };
        return Err(vec![
            Diagnostic::error("filter-length", place, message).with_help("write several filters"),
        ]);
    }
    let mut lexer = Lexer { file: span.file, text, at: span.start as usize, errors: Vec::new() };
    let mut tokens = Vec::new();
    while lexer.at < text.len() {
        tokens.extend(lexer.next());
    }
    if lexer.errors.is_empty() { Ok(tokens) } else { Err(lexer.errors) }
}

struct Lexer<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
    errors: Vec<Diagnostic>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Takes so many bytes.
    fn take(&mut self, kind: TokenKind, length: usize) -> Token<'a> {
        let start = self.at;
        self.at += length;
        Token { kind, text: &self.text[start..self.at], span: Span::new(self.file, start, self.at) }
    }

    fn report(&mut self, length: usize, message: String, help: &str) {
        let span = Span::new(self.file, self.at, self.at + length);
        self.at += length;
        if self.errors.len() < MAX_REPORTS {
            self.errors.push(Diagnostic::error("lexical", span, message).with_help(help));
        }
    }

    fn next(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let first = rest.chars().next()?;
        if first.is_whitespace() {
            self.at += first.len_utf8();
            return None;
        }
        if first.is_ascii_alphabetic() {
            return Some(self.take(TokenKind::Word, word(rest)));
        }
        if first.is_ascii_digit() {
            let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
            if rest[..length].bytes().all(|byte| byte.is_ascii_digit()) {
                return Some(self.take(TokenKind::Number, length));
            }
            let message = format!("`{}` is not a decimal number", &rest[..length]);
            self.report(length, message, "write bytes as '1F'H, and numbers in decimal");
            return None;
        }
        match first {
            '"' => self.character_string(),
            '\'' => self.digits(),
            _ => self.sign(first),
        }
    }

    fn character_string(&mut self) -> Option<Token<'a>> {
        let bytes = self.rest().as_bytes();
        let mut length = 1;
        while length < bytes.len() {
            match (bytes[length], bytes.get(length + 1)) {
                (b'"', Some(b'"')) => length += 2,
                (b'"', _) => return Some(self.take(TokenKind::Text, length + 1)),
                _ => length += 1,
            }
        }
        self.report(length, "this string is never closed".to_owned(), "write `\"` at its end");
        None
    }

    fn digits(&mut self) -> Option<Token<'a>> {
        let inside = &self.rest()[1..];
        let length = inside.bytes().take_while(|byte| byte.is_ascii_hexdigit() || *byte == b' ').count();
        let is_binary = inside[..length].bytes().all(|byte| matches!(byte, b'0' | b'1' | b' '));
        match &inside.as_bytes()[length..] {
            [b'\'', b'B' | b'b', ..] if is_binary => Some(self.take(TokenKind::Binary, length + 3)),
            [b'\'', b'H' | b'h', ..] => Some(self.take(TokenKind::Hexadecimal, length + 3)),
            _ => {
                let closed = inside.find('\'').map_or(inside.len(), |at| at + 1);
                let letters = inside[closed..].bytes().take_while(u8::is_ascii_alphanumeric).count();
                let message = "this binary or hexadecimal string is malformed".to_owned();
                self.report(
                    1 + closed + letters,
                    message,
                    "write it like '0110'B or '1F'H, and text in \"\"",
                );
                None
            }
        }
    }

    fn sign(&mut self, first: char) -> Option<Token<'a>> {
        let rest = self.rest();
        if let Some((sign, kind)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            return Some(self.take(*kind, sign.len()));
        }
        let help = match first {
            '&' => "write `and`",
            '|' => "write `or`",
            '!' => "write `not`",
            '\u{201c}' | '\u{201d}' => "write `\"`, which a word processor has replaced",
            '+' => "delete it: numbers have no sign but `-`, and there is no arithmetic",
            ',' => "separate the numbers of an object identifier by blanks, and predicates by `and` or `or`",
            _ => "delete it: filters do not use this character",
        };
        self.report(first.len_utf8(), format!("unexpected character {first:?}"), help);
        None
    }
}

/// Returns the length of the word that begins a text. A hyphen joins letters and digits.
fn word(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_letter =
        |at: usize| bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let mut length = 1;
    while is_letter(length) || (bytes.get(length) == Some(&b'-') && is_letter(length + 1)) {
        length += 1;
    }
    length
}

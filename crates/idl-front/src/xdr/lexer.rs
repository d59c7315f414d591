//! Turns text into lines of tokens (RFC 4506 section 6.2) in one pass, without recursion. Comments are dropped.

use super::tokens::{Token, TokenKind};
use syntax_graph::{Diagnostic, FileId, Span};

/// A piece of a file, as the preprocessor takes it.
#[derive(Clone, Debug)]
pub enum Piece<'a> {
    /// A token of the specification.
    Token(Token<'a>),
    /// A directive: the tokens behind `#`, continued lines joined.
    Directive(Vec<Token<'a>>, Span),
    /// The text behind `%`, which rpcgen hands on to the C compiler.
    Passed(&'a str, Span),
}

/// Splits a text into pieces. A character that begins no lexical item is reported and left out.
pub fn pieces<'a>(file: FileId, text: &'a str, diagnostics: &mut Vec<Diagnostic>) -> Vec<Piece<'a>> {
    let mut lexer = Lexer { file, text, bytes: text.as_bytes(), at: 0, reports: 0, diagnostics };
    lexer.run()
}

struct Lexer<'a, 'd> {
    file: FileId,
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    reports: usize,
    diagnostics: &'d mut Vec<Diagnostic>,
}

/// Reports of one file are cut here: binary junk would give one for every byte.
const MAX_REPORTS: usize = 20;

impl<'a> Lexer<'a, '_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn run(&mut self) -> Vec<Piece<'a>> {
        let mut pieces = Vec::new();
        if self.text.starts_with('\u{feff}') {
            self.at = 3;
        }
        let mut fresh_line = true;
        while self.at < self.bytes.len() {
            match self.bytes[self.at] {
                b'\n' => {
                    fresh_line = true;
                    self.at += 1;
                }
                b'%' if fresh_line => {
                    let start = self.at;
                    self.at += 1;
                    let mut end = self.line_end();
                    // A backslash joins the next line, which then needs no mark of its own.
                    while self.text[start..end].trim_end_matches('\r').ends_with('\\')
                        && end < self.bytes.len()
                    {
                        self.at = end + 1;
                        end = self.line_end();
                    }
                    self.at = start + 1;
                    pieces.push(Piece::Passed(&self.text[self.at..end], Span::new(self.file, start, end)));
                    self.at = end;
                }
                b'#' if fresh_line => {
                    let start = self.at;
                    self.at += 1;
                    let tokens = self.directive();
                    pieces.push(Piece::Directive(tokens, Span::new(self.file, start, self.at)));
                }
                _ => {
                    if !self.blank() {
                        fresh_line = false;
                        pieces.extend(self.token().map(Piece::Token));
                    }
                }
            }
        }
        pieces
    }

    fn line_end(&self) -> usize {
        let length = self.bytes[self.at..].iter().position(|byte| *byte == b'\n');
        length.map_or(self.bytes.len(), |length| self.at + length)
    }

    /// The tokens up to the end of the line; a backslash before it joins the next one.
    fn directive(&mut self) -> Vec<Token<'a>> {
        let mut tokens = Vec::new();
        while self.at < self.bytes.len() && self.bytes[self.at] != b'\n' {
            if self.peek(0) == b'\\' && matches!(self.peek(1), b'\n' | b'\r') {
                self.at = (self.line_end() + 1).min(self.bytes.len());
            } else if !self.blank() {
                tokens.extend(self.token());
            }
        }
        tokens
    }

    /// Skips a blank or a comment.
    fn blank(&mut self) -> bool {
        match (self.peek(0), self.peek(1)) {
            (b' ' | b'\t' | b'\r' | 0x0b | 0x0c | 0x1a, _) => self.at += 1,
            (0xc2, 0xa0) => self.at += 2,
            (b'/', b'*') => {
                let start = self.at;
                match self.text[start + 2..].find("*/") {
                    Some(length) => self.at = start + 2 + length + 2,
                    None => {
                        self.at = start + 2;
                        let help = "close it with `*/`";
                        self.report("unterminated-comment", start, "this comment is never closed", help);
                        self.at = self.bytes.len();
                    }
                }
            }
            (b'/', b'/') => self.at = self.line_end(),
            _ => return false,
        }
        true
    }

    fn token(&mut self) -> Option<Token<'a>> {
        let start = self.at;
        let kind = match self.bytes[start] {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                self.word();
                TokenKind::Word
            }
            b'0'..=b'9' => {
                // Letters that follow belong to it: 0x1F, and an error in 12ab is reported for the whole.
                self.word();
                TokenKind::Number
            }
            b'"' => return self.quoted(b'"', TokenKind::Text),
            b'\'' => return self.quoted(b'\'', TokenKind::Character),
            _ => return self.sign(),
        };
        Some(self.finish(kind, start))
    }

    fn word(&mut self) {
        while matches!(self.peek(0), b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_') {
            self.at += 1;
        }
    }

    fn finish(&self, kind: TokenKind, start: usize) -> Token<'a> {
        Token { kind, text: &self.text[start..self.at], span: Span::new(self.file, start, self.at) }
    }

    fn quoted(&mut self, mark: u8, kind: TokenKind) -> Option<Token<'a>> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.peek(0) {
                byte if byte == mark => {
                    self.at += 1;
                    return Some(self.finish(kind, start));
                }
                b'\\' if self.peek(1) != b'\n' && self.at + 1 < self.bytes.len() => {
                    self.at += 1 + self.width(self.at + 1);
                }
                b'\n' | 0 => {
                    let help = "close it on its line, with the quotation mark that begins it";
                    self.report("unterminated-string", start, "this string is never closed", help);
                    return None;
                }
                _ => self.at += self.width(self.at),
            }
        }
    }

    /// Octets of the character at `at`.
    fn width(&self, at: usize) -> usize {
        self.text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
    }

    fn sign(&mut self) -> Option<Token<'a>> {
        let start = self.at;
        let kind = match self.bytes[start] {
            b'{' => TokenKind::LBrace,
            b'}' => TokenKind::RBrace,
            b'(' => TokenKind::LParen,
            b')' => TokenKind::RParen,
            b'[' => TokenKind::LBracket,
            b']' => TokenKind::RBracket,
            b'<' => TokenKind::Less,
            b'>' => TokenKind::Greater,
            b',' => TokenKind::Comma,
            b';' => TokenKind::Semicolon,
            b':' => TokenKind::Colon,
            b'=' => TokenKind::Equal,
            b'*' => TokenKind::Star,
            b'-' => TokenKind::Minus,
            b'!' | b'&' | b'|' | b'+' | b'/' | b'.' | b'~' | b'^' | b'?' | b'%' | b'#' | b'\\' => {
                TokenKind::Sign
            }
            _ => {
                let character = self.text[start..].chars().next().unwrap_or('?');
                self.at += character.len_utf8();
                let shown: String = if character.is_control() || character == char::REPLACEMENT_CHARACTER {
                    format!("U+{:04X}", u32::from(character))
                } else {
                    format!("`{character}`")
                };
                let message = format!("{shown} has no meaning in XDR");
                self.report(
                    "lexical",
                    start,
                    &message,
                    "delete it (RFC 4506 section 6.2 lists the characters of XDR)",
                );
                return None;
            }
        };
        self.at += 1;
        Some(self.finish(kind, start))
    }

    fn report(&mut self, code: &'static str, start: usize, message: &str, help: &str) {
        if self.reports < MAX_REPORTS {
            self.reports += 1;
            let span = Span::new(self.file, start, self.at.max(start + 1));
            self.diagnostics.push(Diagnostic::error(code, span, message).with_help(help));
        }
    }
}

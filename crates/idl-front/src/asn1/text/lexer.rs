//! Turns text into tokens (X.680 clause 12) in one pass, without recursion. Comments are dropped.

use crate::asn1::text::tokens::{Token, TokenKind};
use syntax_graph::{Diagnostic, FileId, Span};

/// Splits a text into tokens. A character that begins no lexical item is reported and left out.
pub fn tokenize(file: FileId, text: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token> {
    let mut lexer = Lexer {
        file,
        text,
        bytes: text.as_bytes(),
        at: 0,
        tokens: Vec::new(),
        has_underscores: false,
        diagnostics,
    };
    lexer.run();
    let mut tokens = lexer.tokens;
    match_braces(&mut tokens);
    tokens
}

struct Lexer<'t, 'd> {
    file: FileId,
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    tokens: Vec<Token>,
    /// Whether a name with an underscore has been reported.
    has_underscores: bool,
    diagnostics: &'d mut Vec<Diagnostic>,
}

/// Reports of one file are cut here: binary junk would give one for every byte.
const MAX_REPORTS: usize = 20;

/// How far the end of a string is looked for in which something is wrong.
const MAX_STRING: usize = 1000;

impl Lexer<'_, '_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn run(&mut self) {
        if self.text.starts_with('\u{feff}') {
            self.at = 3;
        }
        while self.at < self.bytes.len() {
            let start = self.at;
            match self.bytes[start] {
                b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c => self.at += 1,
                // A control-Z ends texts that come from CP/M and its heirs.
                0x1a => self.at += 1,
                0xc2 if self.peek(1) == 0xa0 => self.at += 2,
                b'-' if self.peek(1) == b'-' => self.line_comment(),
                b'/' if self.peek(1) == b'*' => self.block_comment(),
                b'A'..=b'Z' => self.word(TokenKind::Upper),
                b'a'..=b'z' => self.word(TokenKind::Lower),
                b'&' if self.peek(1).is_ascii_uppercase() => self.word(TokenKind::FieldUpper),
                b'&' if self.peek(1).is_ascii_lowercase() => self.word(TokenKind::FieldLower),
                b'0'..=b'9' => self.number(),
                b'"' => self.character_string(),
                b'\'' => self.binary_string(),
                _ => self.punctuation(),
            }
        }
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        let clamp = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        self.tokens.push(Token { kind, start: clamp(start), end: clamp(self.at), mate: 0 });
    }

    fn report(&mut self, code: &'static str, start: usize, message: String, help: &str) {
        match self.diagnostics.iter().filter(|d| d.labels.iter().any(|l| l.span.file == self.file)).count() {
            0..MAX_REPORTS => {}
            _ => return,
        }
        let diagnostic = Diagnostic::error(code, Span::new(self.file, start, self.at), message);
        self.diagnostics.push(if help.is_empty() { diagnostic } else { diagnostic.with_help(help) });
    }

    /// From `--` to the next `--` or the end of the line.
    fn line_comment(&mut self) {
        let start = self.at;
        let run = self.bytes[start..].iter().take_while(|byte| **byte == b'-').count();
        // A rule of dashes alone is a comment whatever its length; read strictly, five dashes are an empty
        // comment and a minus sign.
        let behind = self.bytes.get(start + run).copied().unwrap_or(b'\n');
        if run > 2 && (behind == b'\n' || behind == b'\r' || run % 4 == 1) {
            self.at = start + run;
            if behind == b'\n' || behind == b'\r' {
                return;
            }
        } else {
            self.at = start + 2;
        }
        while self.at < self.bytes.len() {
            match self.bytes[self.at] {
                b'\n' | b'\r' | 0x0b | 0x0c => return,
                b'-' if self.peek(1) == b'-' => {
                    self.at += 2;
                    // `--- heading ---`: dashes that end the line end the comment, too.
                    let rest = &self.bytes[self.at..];
                    let dashes = rest.iter().take_while(|byte| **byte == b'-').count();
                    let mut behind = rest[dashes..].iter().skip_while(|byte| matches!(byte, b' ' | b'\t'));
                    if matches!(behind.next(), None | Some(b'\n' | b'\r')) {
                        self.at += dashes;
                    }
                    if self.is_disabled_definition(start) {
                        self.rest_of_line();
                    }
                    return;
                }
                _ => self.at += 1,
            }
        }
    }

    /// Whether the comment from `start` to here is a definition that was disabled by dashes before it, and had a
    /// comment of its own: its author took the second dashes as the begin of that.
    fn is_disabled_definition(&self, start: usize) -> bool {
        let line = self.text[..start].rsplit('\n').next().unwrap_or("");
        line.trim().is_empty() && self.text[start..self.at].contains("::=")
    }

    fn end_of_line(&self) -> usize {
        let length = self.bytes[self.at..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        length.map_or(self.bytes.len(), |length| self.at + length)
    }

    fn rest_of_line(&mut self) {
        let start = self.at;
        self.at = self.end_of_line();
        if !self.text[start..self.at].trim().is_empty() {
            let span = Span::new(self.file, start, self.at);
            let report =
                Diagnostic::warning("comment-tail", span, "text follows the second `--` of a comment");
            self.diagnostics.push(
                report.with_note("it is read as part of the comment, because the comment holds a definition"),
            );
        }
    }

    fn block_comment(&mut self) {
        let start = self.at;
        let mut depth = 0_usize;
        while self.at < self.bytes.len() {
            match (self.bytes[self.at], self.peek(1)) {
                (b'/', b'*') => {
                    depth += 1;
                    self.at += 2;
                }
                (b'*', b'/') => {
                    depth -= 1;
                    self.at += 2;
                    if depth == 0 {
                        return;
                    }
                }
                _ => self.at += 1,
            }
        }
        self.at = (start + 2).min(self.bytes.len());
        self.report(
            "unterminated-comment",
            start,
            "this comment is never closed".into(),
            "close it with `*/` (X.680 clause 12.6)",
        );
        self.at = self.bytes.len();
    }

    fn word(&mut self, kind: TokenKind) {
        let start = self.at;
        self.at += 1 + usize::from(self.bytes[start] == b'&');
        loop {
            match self.peek(0) {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' => self.at += 1,
                // A hyphen joins; a double one begins a comment, and a name does not end in one.
                b'-' if self.peek(1).is_ascii_alphanumeric() || self.peek(1) == b'_' => self.at += 2,
                _ => break,
            }
        }
        self.push(kind, start);
        let word = &self.text[start..self.at];
        if word.contains('_') && !self.has_underscores {
            self.has_underscores = true;
            let span = Span::new(self.file, start, self.at);
            let report = Diagnostic::warning("underscore", span, format!("`{word}` contains an underscore"));
            let help = format!("write a hyphen: `{}` (X.680 clause 12.3)", word.replace('_', "-"));
            let note = "in this file, underscores are read as letters";
            self.diagnostics.push(report.with_help(help).with_note(note));
        }
    }

    fn digits(&mut self) {
        while self.peek(0).is_ascii_digit() {
            self.at += 1;
        }
    }

    fn number(&mut self) {
        let start = self.at;
        let mut kind = TokenKind::Number;
        let of_c = match self.peek(1) {
            b'x' | b'X' => self.peek(2).is_ascii_hexdigit(),
            b'b' | b'B' => matches!(self.peek(2), b'0' | b'1'),
            _ => false,
        };
        if self.peek(0) == b'0' && of_c {
            let (base, like) = match self.peek(1) {
                b'x' | b'X' => ("hexadecimal", "write octets as '1F'H"),
                _ => ("binary", "write bits as '0110'B"),
            };
            self.alphanumerics();
            let help = format!("{like}, and an INTEGER in decimal (X.680 clauses 12.8, 12.10 and 12.12)");
            self.report("malformed-number", start, format!("ASN.1 has no {base} numbers"), &help);
            self.push(TokenKind::Number, start);
            return;
        }
        self.digits();
        let whole = self.at;
        if self.peek(0) == b'.' && self.peek(1) != b'.' {
            kind = TokenKind::Real;
            self.at += 1;
            self.digits();
        }
        // `1.3.6.1` is nothing but one item that is wrong where no object identifier is.
        while kind == TokenKind::Real && self.peek(0) == b'.' && self.peek(1).is_ascii_digit() {
            self.at += 1;
            self.digits();
        }
        let sign = usize::from(matches!(self.peek(1), b'-' | b'+'));
        if matches!(self.peek(0), b'e' | b'E') && self.peek(1 + sign).is_ascii_digit() {
            kind = TokenKind::Real;
            self.at += 1 + sign;
            self.digits();
        }
        if whole - start > 1 && self.bytes[start] == b'0' {
            let span = Span::new(self.file, start, whole);
            let report = Diagnostic::warning("leading-zero", span, "a number begins with a superfluous zero");
            let digits = self.text[start..whole].trim_start_matches('0');
            let note = match digits.len() {
                0 => "it is read as 0 (X.680 clause 12.8)".to_owned(),
                1..=40 => format!("it is read as the decimal number {digits} (X.680 clause 12.8)"),
                _ => "it is read as a decimal number (X.680 clause 12.8)".to_owned(),
            };
            self.diagnostics.push(report.with_note(note));
        }
        self.push(kind, start);
    }

    fn alphanumerics(&mut self) {
        while self.peek(0).is_ascii_alphanumeric() {
            self.at += 1;
        }
    }

    /// A doubled quotation mark stands for one, so that a string goes on behind it.
    fn character_string(&mut self) {
        let start = self.at;
        self.at += 1;
        if self.is_lone_quotation_mark(start) {
            self.at = start + 3;
            let span = Span::new(self.file, start, self.at);
            let report = Diagnostic::warning(
                "malformed-string",
                span,
                "a string of one quotation mark has three of them in place of four",
            );
            self.diagnostics.push(report.with_note("it is read as `\"\"\"\"`"));
            self.push(TokenKind::CString, start);
            return;
        }
        loop {
            match self.bytes[self.at..].iter().position(|byte| *byte == b'"') {
                None => {
                    self.at = start + 1;
                    self.report(
                        "unterminated-string",
                        start,
                        "this character string is never closed".into(),
                        "write `\"` at its end (X.680 clause 12.14)",
                    );
                    // What follows on the line is taken for the string.
                    self.at = self.end_of_line();
                    break;
                }
                Some(length) => self.at += length + 1,
            }
            if self.peek(0) != b'"' {
                break;
            }
            self.at += 1;
        }
        let behind = self.peek(1).is_ascii_alphanumeric() || self.peek(1) == b'-';
        let of_octets = matches!(self.peek(0), b'H' | b'B') && !behind;
        if !of_octets && self.peek(0).is_ascii_alphanumeric() && self.has_swallowed(start) {
            self.at = start + 1;
            self.at = self.end_of_line();
            self.report(
                "unterminated-string",
                start,
                "this character string does not end in its line".into(),
                "write `\"` at its end: the next `\"` begins another string (X.680 clause 12.14)",
            );
            self.push(TokenKind::CString, start);
            return;
        }
        if of_octets {
            self.at += 1;
            let message = "a binary or hexadecimal string has the wrong quotation marks".into();
            self.report(
                "malformed-string",
                start,
                message,
                "write it like '0110'B or '1F'H (X.680 clauses 12.10 and 12.12)",
            );
            self.push(TokenKind::HString, start);
            return;
        }
        self.push(TokenKind::CString, start);
    }

    /// Whether the string from `start` to here goes over lines with definitions.
    fn has_swallowed(&self, start: usize) -> bool {
        self.text[start..self.at].split('\n').skip(1).any(|line| line.contains("::="))
    }

    /// `"""` in a list of characters, where the author forgot to double the mark.
    fn is_lone_quotation_mark(&self, start: usize) -> bool {
        let behind_bar = self.tokens.last().is_some_and(|token| token.kind == TokenKind::Bar);
        behind_bar
            && self.bytes[start..].starts_with(b"\"\"\"")
            && matches!(self.bytes.get(start + 3), Some(b'|' | b')'))
    }

    fn binary_string(&mut self) {
        let start = self.at;
        let body = &self.bytes[start + 1..];
        let end = body.iter().position(|byte| !(byte.is_ascii_hexdigit() || byte.is_ascii_whitespace()));
        let digits = &body[..end.unwrap_or(body.len())];
        let closed = end.is_some_and(|end| body[end] == b'\'');
        let suffix = end.and_then(|end| body.get(end + 1)).copied().unwrap_or(0);
        let kind = match suffix {
            b'B' | b'b' => TokenKind::BString,
            b'H' | b'h' => TokenKind::HString,
            _ => TokenKind::Junk,
        };
        if !closed || kind == TokenKind::Junk {
            self.at += 1;
            self.skip_malformed();
            self.report(
                "malformed-string",
                start,
                "a binary or hexadecimal string is malformed".into(),
                "write it like '0110'B or '1F'H (X.680 clauses 12.10 and 12.12)",
            );
            self.push(TokenKind::HString, start);
            return;
        }
        let binary = kind == TokenKind::BString;
        let wrong =
            binary && digits.iter().any(|byte| byte.is_ascii_hexdigit() && !matches!(byte, b'0' | b'1'));
        self.at = start + digits.len() + 3;
        if wrong {
            self.report(
                "malformed-string",
                start,
                "a binary string has a digit other than 0 and 1".into(),
                "write only 0 and 1, or a hexadecimal string like '1F'H (X.680 clause 12.10)",
            );
        }
        self.push(kind, start);
    }

    /// Behind a malformed string: its end on its line with the letters there, else the letters behind its begin.
    fn skip_malformed(&mut self) {
        let ahead = self.bytes[self.at..].iter().take(MAX_STRING);
        let length = ahead.take_while(|byte| !matches!(byte, b'\'' | b'\n' | b'\r')).count();
        if self.peek(length) == b'\'' {
            self.at += length + 1;
        }
        self.alphanumerics();
    }

    /// What a word processor made of a sign: reported, and taken as that sign.
    fn typographic(&mut self, character: char) -> bool {
        let start = self.at;
        let length = character.len_utf8();
        let quotes = match character {
            '\u{201c}' | '\u{201d}' | '\u{201e}' => Some((['\u{201c}', '\u{201d}', '"'], '"')),
            '\u{2018}' | '\u{2019}' => Some((['\u{2018}', '\u{2019}', '\''], '\'')),
            _ => None,
        };
        let (kind, meant) = match (character, quotes) {
            (_, Some((_, sign))) => (TokenKind::CString, sign.to_string()),
            ('\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ad}', _) => (TokenKind::Minus, "-".to_owned()),
            ('\u{2026}', _) if self.bytes.get(start + length).is_some_and(u8::is_ascii_digit) => {
                (TokenKind::Dots2, "..".to_owned())
            }
            ('\u{2026}', _) => (TokenKind::Dots3, "...".to_owned()),
            _ => return false,
        };
        self.at += length;
        let help = format!("write `{meant}`, which a word processor has replaced (X.680 clause 11)");
        self.report("stray-character", start, format!("unexpected character {character:?}"), &help);
        let Some((closing, sign)) = quotes else {
            self.push(kind, start);
            return true;
        };
        let mut ahead = self.text[self.at..].char_indices().take(MAX_STRING).take_while(|(_, c)| *c != '\n');
        if let Some((inside, found)) = ahead.find(|(_, c)| closing.contains(c)) {
            self.at += inside + found.len_utf8();
            let has_suffix = sign == '\'' && matches!(self.peek(0), b'B' | b'b' | b'H' | b'h');
            self.at += usize::from(has_suffix);
        }
        self.push(if sign == '"' { TokenKind::CString } else { TokenKind::HString }, start);
        true
    }

    fn punctuation(&mut self) {
        use TokenKind as T;
        let start = self.at;
        let three = [self.peek(0), self.peek(1), self.peek(2)];
        let (kind, length) = match three {
            [b':', b':', b'='] => (T::Assign, 3),
            [b'.', b'.', b'.'] => (T::Dots3, 3),
            [b'.', b'.', _] => (T::Dots2, 2),
            [b'{', ..] => (T::LBrace, 1),
            [b'}', ..] => (T::RBrace, 1),
            [b'(', ..] => (T::LParen, 1),
            [b')', ..] => (T::RParen, 1),
            [b'[', ..] => (T::LBracket, 1),
            [b']', ..] => (T::RBracket, 1),
            [b',', ..] => (T::Comma, 1),
            [b'.', ..] => (T::Dot, 1),
            [b';', ..] => (T::Semicolon, 1),
            [b':', ..] => (T::Colon, 1),
            [b'|', ..] => (T::Bar, 1),
            [b'^', ..] => (T::Caret, 1),
            [b'<', ..] => (T::Less, 1),
            [b'>', ..] => (T::Greater, 1),
            [b'@', ..] => (T::At, 1),
            [b'!', ..] => (T::Bang, 1),
            [b'-', ..] => (T::Minus, 1),
            [b'*', ..] => (T::Star, 1),
            [b'/', ..] => (T::Slash, 1),
            [b'&', ..] => (T::Ampersand, 1),
            [b'=', ..] => (T::Equal, 1),
            _ => {
                let character = self.text[start..].chars().next().unwrap_or('?');
                if self.typographic(character) {
                    return;
                }
                if character == '\u{feff}' || (character.is_whitespace() && character != '\u{a0}') {
                    // Marks between texts that were joined, and the spaces of word processors.
                    self.at += character.len_utf8();
                    return;
                }
                self.at += character.len_utf8();
                let message = format!("unexpected character {character:?}");
                let help = match character {
                    '#' => "begin a comment with `--` (X.680 clause 12.6)",
                    '+' => "delete it: the only sign of a number is `-` (X.680 clause 19.9)",
                    '_' => "begin the name with a letter (X.680 clause 12.2)",
                    _ => "delete it: ASN.1 does not use this character (X.680 clause 11)",
                };
                self.report("stray-character", start, message, help);
                return;
            }
        };
        self.at += length;
        self.push(kind, start);
    }
}

/// Notes at each brace where its mate is, so that a braced text is skipped in one step. A `::=` ends all
/// open groups: it never stands inside braces, so that one forgotten brace does not swallow what follows.
fn match_braces(tokens: &mut [Token]) {
    let mut open: Vec<usize> = Vec::new();
    for at in 0..tokens.len() {
        match tokens[at].kind {
            TokenKind::LBrace => open.push(at),
            TokenKind::RBrace => {
                if let Some(start) = open.pop() {
                    tokens[start].mate = u32::try_from(at).unwrap_or(0);
                }
            }
            TokenKind::Assign => open.clear(),
            _ => {}
        }
    }
}

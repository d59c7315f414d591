//! Tokens of the filter language, and the stretch of them that is the input of the grammar.

use crate::fault::{Fault, Place};
use syntax_graph::{Diagnostic, Span};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name or a keyword.
    Word,
    /// A decimal number without sign.
    Number,
    /// `"text"`
    Text,
    /// `'0101'B`
    Binary,
    /// `'1F'H`
    Hexadecimal,
    LParen,
    RParen,
    LBrace,
    RBrace,
    LBracket,
    RBracket,
    Star,
    Dot,
    Dots,
    Colon,
    Minus,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    /// Behind the last token.
    End,
}

impl TokenKind {
    /// Returns the name that diagnostics show.
    pub fn describe(self) -> &'static str {
        use TokenKind as T;
        match self {
            T::Word => "a name",
            T::Number => "a number",
            T::Text => "a string",
            T::Binary => "a binary string",
            T::Hexadecimal => "a hexadecimal string",
            T::LParen => "`(`",
            T::RParen => "`)`",
            T::LBrace => "`{`",
            T::RBrace => "`}`",
            T::LBracket => "`[`",
            T::RBracket => "`]`",
            T::Star => "`*`",
            T::Dot => "`.`",
            T::Dots => "`..`",
            T::Colon => "`:`",
            T::Minus => "`-`",
            T::Equal => "`=`",
            T::NotEqual => "`!=`",
            T::Less => "`<`",
            T::LessEqual => "`<=`",
            T::Greater => "`>`",
            T::GreaterEqual => "`>=`",
            T::End => "the end of the text",
        }
    }
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// What it is.
    pub kind: TokenKind,
    /// Its text.
    pub text: &'a str,
    /// Where it stands.
    pub span: Span,
}

/// A stretch of tokens: the input of the grammar.
#[derive(Clone, Copy, Debug)]
pub struct Tokens<'a> {
    all: &'a [Token<'a>],
    /// The place of the text.
    place: Span,
    at: usize,
    /// The nesting of parentheses and `not` here.
    pub depth: u16,
}

impl<'a> Tokens<'a> {
    /// Returns all tokens of the text of a span.
    pub fn all(place: Span, all: &'a [Token<'a>]) -> Self {
        Self { all, place, at: 0, depth: 0 }
    }

    /// Returns the token `ahead` of the next.
    pub fn token(&self, ahead: usize) -> Token<'a> {
        if let Some(token) = self.all.get(self.at + ahead) {
            return *token;
        }
        let end = self.all.last().map_or(self.place.start, |last| last.span.end);
        Token { kind: TokenKind::End, text: "", span: Span { start: end, end, ..self.place } }
    }

    /// Returns the kind of the token `ahead` of the next.
    pub fn kind(&self, ahead: usize) -> TokenKind {
        self.token(ahead).kind
    }

    /// Returns the span from the next token to the last one before `rest`.
    pub fn span_to(&self, rest: Self) -> Span {
        match rest.at.checked_sub(1).and_then(|last| self.all.get(last)) {
            Some(last) if rest.at > self.at => self.token(0).span.to(last.span),
            _ => self.token(0).span,
        }
    }

    /// Returns the stretch without its first `count` tokens.
    pub fn skip(&self, count: usize) -> Self {
        Self { at: (self.at + count).min(self.all.len()), ..*self }
    }

    /// Returns the same stretch, nested so deep.
    pub fn at_depth(&self, depth: u16) -> Self {
        Self { depth, ..*self }
    }
}

impl Place for Tokens<'_> {
    fn index(self) -> usize {
        self.at
    }

    fn diagnose(self, fault: &Fault) -> Diagnostic {
        let place = Self { at: fault.at.min(self.all.len()), ..self };
        let token = place.token(0);
        let found = (token.kind != TokenKind::End).then_some(token.text);
        fault.diagnostic(token.span, found, |expected| hint(place, expected))
    }
}

/// Returns the usual way to mend a fault of the syntax.
fn hint(place: Tokens<'_>, expected: &[&str]) -> Option<String> {
    let wants = |what: &str| expected.contains(&what);
    let text = place.token(0).text;
    let said = match place.kind(0) {
        TokenKind::Equal if wants(LITERAL) => "write `=` once",
        _ if wants("`:`") => "begin with the type of the messages, as in `Message: id = 5`",
        _ if wants(LITERAL) => {
            "write a number, \"text\", 'AB'H, TRUE, FALSE, the name of a value, or an object identifier like \
             { 1 3 6 1 }"
        }
        TokenKind::Word if matches!(text, "like" | "matches") => {
            "write `starts-with`, `ends-with` or `contains`: there are no patterns"
        }
        _ if wants(RELATION) => {
            "write =, !=, <, <=, >, >=, `in`, `starts-with`, `ends-with` or `contains` after a path, or `has` before it"
        }
        _ if wants("`and`") => "join predicates by `and` or `or`",
        _ if wants("a path") => "write the names of fields, joined by dots: `data.response.request-id`",
        _ => return None,
    };
    Some(said.to_owned())
}

/// The name of a literal in diagnostics.
pub const LITERAL: &str = "a value";
/// The name of a relation in diagnostics.
pub const RELATION: &str = "a comparison";

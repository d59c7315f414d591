//! Tokens, and stretches of tokens as the input of the grammar.

use crate::asn1::macros::grammar::MacroTable;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use syntax_graph::{Diagnostic, FileId, Span};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A word that begins with a capital: keyword, type, class, module.
    Upper,
    /// A word that begins with a small letter: identifier, value, object.
    Lower,
    /// `&Type`
    FieldUpper,
    /// `&id`
    FieldLower,
    Number,
    Real,
    /// `"text"`
    CString,
    /// `'0101'B`
    BString,
    /// `'1F'H`
    HString,
    /// `::=`
    Assign,
    Dots2,
    Dots3,
    LBrace,
    RBrace,
    LParen,
    RParen,
    LBracket,
    RBracket,
    Comma,
    Dot,
    Semicolon,
    Colon,
    Bar,
    Caret,
    Less,
    Greater,
    At,
    Bang,
    Minus,
    Star,
    Slash,
    Ampersand,
    Equal,
    Junk,
    /// Behind the last token.
    End,
}

impl TokenKind {
    /// How a diagnostic names it.
    pub fn describe(self) -> &'static str {
        use TokenKind as T;
        match self {
            T::Upper => "a name that begins with a capital letter",
            T::Lower => "a name that begins with a small letter",
            T::FieldUpper => "a field like `&Type`",
            T::FieldLower => "a field like `&id`",
            T::Number => "a number",
            T::Real => "a real number",
            T::CString => "a character string",
            T::BString => "a binary string",
            T::HString => "a hexadecimal string",
            T::Assign => "`::=`",
            T::Dots2 => "`..`",
            T::Dots3 => "`...`",
            T::LBrace => "`{`",
            T::RBrace => "`}`",
            T::LParen => "`(`",
            T::RParen => "`)`",
            T::LBracket => "`[`",
            T::RBracket => "`]`",
            T::Comma => "`,`",
            T::Dot => "`.`",
            T::Semicolon => "`;`",
            T::Colon => "`:`",
            T::Bar => "`|`",
            T::Caret => "`^`",
            T::Less => "`<`",
            T::Greater => "`>`",
            T::At => "`@`",
            T::Bang => "`!`",
            T::Minus => "`-`",
            T::Star => "`*`",
            T::Slash => "`/`",
            T::Ampersand => "`&`",
            T::Equal => "`=`",
            T::Junk => "a lexical item",
            T::End => "the end of the text",
        }
    }
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Offset of its first byte.
    pub start: u32,
    /// Offset behind its last byte.
    pub end: u32,
    /// For an opening brace that is closed: the index of the closing one; else 0.
    pub mate: u32,
}

/// The number of a node of the syntax tree: the key of tables about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(u32);

/// Numbers the nodes of all files.
#[derive(Debug, Default)]
pub struct NodeIds(Cell<u32>);

impl NodeIds {
    /// A number that no node has.
    pub fn fresh(&self) -> NodeId {
        let id = self.0.get();
        self.0.set(id.saturating_add(1));
        NodeId(id)
    }
}

/// A file that is being parsed.
#[derive(Debug)]
pub struct Source<'a> {
    /// The file; none for the builtin module.
    pub file: Option<FileId>,
    /// Its text.
    pub text: &'a str,
    /// Its tokens.
    pub tokens: &'a [Token],
    /// The macros of all files.
    pub macros: &'a MacroTable,
    /// The types of all files whose names begin with a small letter: an error that published texts have.
    pub small_types: &'a BTreeSet<String>,
    /// Numbers the nodes of the syntax trees of all files.
    pub nodes: &'a NodeIds,
    /// Findings that do not stop the parser.
    pub warnings: RefCell<Vec<Diagnostic>>,
}

/// The deepest nesting of types, values and constraints that is accepted: real specifications stay below 20,
/// and the stack of a thread must hold it.
pub const MAX_DEPTH: u16 = 200;

/// A stretch of tokens: the input of the grammar.
#[derive(Clone, Copy, Debug)]
pub struct Tokens<'a> {
    /// The file.
    pub source: &'a Source<'a>,
    /// Index of the next token.
    pub at: usize,
    /// Index behind the last one.
    pub end: usize,
    /// How deep the notation is nested here.
    pub depth: u16,
    /// Whether brackets hold encoding instructions where they name no encoding: the module's header names another
    /// than TAG (X.680 clause 31.3).
    pub instructions: bool,
}

/// A name with its place.
#[derive(Clone, Copy, Debug)]
pub struct Ident<'a> {
    /// The name.
    pub text: &'a str,
    /// Where it stands.
    pub span: Span,
}

impl<'a> Tokens<'a> {
    /// All tokens of a file.
    pub fn all(source: &'a Source<'a>) -> Self {
        Self { source, at: 0, end: source.tokens.len(), depth: 0, instructions: false }
    }

    /// The token `ahead` of the next.
    pub fn token(&self, ahead: usize) -> Token {
        let index = self.at + ahead;
        if index < self.end {
            return self.source.tokens[index];
        }
        // Behind the end: an empty place behind the last token, or before the brace that closes the group.
        let place = match self.end {
            0 => 0,
            end => self.source.tokens.get(end - 1).map_or(0, |token| token.end),
        };
        Token { kind: TokenKind::End, start: place, end: place, mate: 0 }
    }

    /// The kind of the token `ahead` of the next.
    pub fn kind(&self, ahead: usize) -> TokenKind {
        self.token(ahead).kind
    }

    /// The text of the token `ahead` of the next.
    pub fn text(&self, ahead: usize) -> &'a str {
        let token = self.token(ahead);
        self.source.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    /// The place of the token `ahead` of the next.
    pub fn span(&self, ahead: usize) -> Span {
        let token = self.token(ahead);
        self.place(token.start, token.end)
    }

    /// A place in the file.
    fn place(&self, start: u32, end: u32) -> Span {
        match self.source.file {
            Some(file) => Span { file, start, end },
            None => Span::none(),
        }
    }

    /// From the next token of `self` to the last one before `rest`.
    pub fn span_to(&self, rest: Self) -> Span {
        let end = match rest.at {
            at if at > self.at => self.source.tokens[at - 1].end,
            _ => self.token(0).end,
        };
        self.place(self.token(0).start, end)
    }

    /// The stretch from `self` to `rest`.
    pub fn until(&self, rest: Self) -> Self {
        Self { end: rest.at, ..*self }
    }

    /// Without the first `count` tokens.
    pub fn skip(&self, count: usize) -> Self {
        Self { at: (self.at + count).min(self.end), ..*self }
    }

    /// Whether no token is left.
    pub fn is_empty(&self) -> bool {
        self.at >= self.end
    }

    /// Whether the next token is this word.
    pub fn is(&self, word: &str) -> bool {
        self.is_at(0, word)
    }

    /// Whether the token `ahead` is this word.
    pub fn is_at(&self, ahead: usize, word: &str) -> bool {
        self.kind(ahead) == TokenKind::Upper && self.text(ahead) == word
    }

    /// Whether the next two tokens touch: `[[`.
    pub fn touching(&self) -> bool {
        self.token(0).end == self.token(1).start && self.at + 1 < self.end
    }

    /// Whether the next token is the name of a type that begins with a small letter.
    pub fn is_small_type(&self) -> bool {
        self.kind(0) == TokenKind::Lower && self.source.small_types.contains(self.text(0))
    }

    /// The braced group that begins here, when it is closed: what is inside, and what follows.
    pub fn group(&self) -> Option<(Self, Self)> {
        let token = self.token(0);
        let mate = token.mate as usize;
        (token.kind == TokenKind::LBrace && mate > self.at && mate < self.end)
            .then(|| (Self { at: self.at + 1, end: mate, ..*self }, Self { at: mate + 1, ..*self }))
    }

    /// The place of the whole stretch.
    pub fn whole_span(&self) -> Span {
        self.span_to(Self { at: self.end, ..*self })
    }

    /// The words of the stretch, for keys and names.
    pub fn words(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let stretch = *self;
        (0..stretch.end.saturating_sub(stretch.at)).map(move |ahead| stretch.text(ahead))
    }

    /// The number of a new node.
    pub fn node(&self) -> NodeId {
        self.source.nodes.fresh()
    }

    /// Reports something that does not stop the parser.
    pub fn warn(&self, diagnostic: Diagnostic) {
        self.source.warnings.borrow_mut().push(diagnostic);
    }
}

impl<'a> nom::Input for Tokens<'a> {
    type Item = Token;
    type Iter = std::iter::Copied<std::slice::Iter<'a, Token>>;
    type IterIndices = std::iter::Enumerate<Self::Iter>;

    fn input_len(&self) -> usize {
        self.end - self.at
    }
    fn take(&self, index: usize) -> Self {
        Self { end: (self.at + index).min(self.end), ..*self }
    }
    fn take_from(&self, index: usize) -> Self {
        self.skip(index)
    }
    fn take_split(&self, index: usize) -> (Self, Self) {
        (self.take_from(index), self.take(index))
    }
    fn position<P: Fn(Self::Item) -> bool>(&self, predicate: P) -> Option<usize> {
        self.iter_elements().position(predicate)
    }
    fn iter_elements(&self) -> Self::Iter {
        self.source.tokens[self.at..self.end].iter().copied()
    }
    fn iter_indices(&self) -> Self::IterIndices {
        self.iter_elements().enumerate()
    }
    fn slice_index(&self, count: usize) -> Result<usize, nom::Needed> {
        let length = self.end - self.at;
        if count <= length { Ok(count) } else { Err(nom::Needed::new(count - length)) }
    }
}

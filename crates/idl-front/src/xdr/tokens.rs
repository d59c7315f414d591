//! Tokens, and the stretch of them that is the input of the grammar.

use syntax_graph::{FileId, Span};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// An identifier or a keyword.
    Word,
    /// A decimal, octal or hexadecimal number, without sign.
    Number,
    /// `"text"`
    Text,
    /// `'c'`
    Character,
    LBrace,
    RBrace,
    LParen,
    RParen,
    LBracket,
    RBracket,
    Less,
    Greater,
    Comma,
    Semicolon,
    Colon,
    Equal,
    Star,
    Minus,
    /// Any other sign; only the conditions of directives have a use for them.
    Sign,
    /// Behind the last token.
    End,
}

impl TokenKind {
    /// How a diagnostic names it.
    pub fn describe(self) -> &'static str {
        use TokenKind as T;
        match self {
            T::Word => "a name",
            T::Number => "a number",
            T::Text => "a string",
            T::Character => "a character",
            T::LBrace => "`{`",
            T::RBrace => "`}`",
            T::LParen => "`(`",
            T::RParen => "`)`",
            T::LBracket => "`[`",
            T::RBracket => "`]`",
            T::Less => "`<`",
            T::Greater => "`>`",
            T::Comma => "`,`",
            T::Semicolon => "`;`",
            T::Colon => "`:`",
            T::Equal => "`=`",
            T::Star => "`*`",
            T::Minus => "`-`",
            T::Sign => "a sign",
            T::End => "the end of the text",
        }
    }
}

/// A token. Those that come from a macro stand where the macro was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// What it is.
    pub kind: TokenKind,
    /// Its text.
    pub text: &'a str,
    /// Where it stands.
    pub span: Span,
}

/// A name with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ident<'a> {
    /// The name.
    pub text: &'a str,
    /// Where it stands.
    pub span: Span,
}

/// The deepest nesting of types that is accepted: real specifications stay below 10, and the stack of a thread must
/// hold it.
pub const MAX_DEPTH: u16 = 200;

/// A stretch of tokens: the input of the grammar.
#[derive(Clone, Copy, Debug)]
pub struct Tokens<'a> {
    /// All tokens of the file.
    all: &'a [Token<'a>],
    /// The file.
    file: FileId,
    /// Index of the next token.
    pub at: usize,
    /// How deep the notation is nested here.
    pub depth: u16,
}

impl<'a> Tokens<'a> {
    /// All tokens of a file.
    pub fn all(file: FileId, all: &'a [Token<'a>]) -> Self {
        Self { all, file, at: 0, depth: 0 }
    }

    /// The token `ahead` of the next.
    pub fn token(&self, ahead: usize) -> Token<'a> {
        if let Some(token) = self.all.get(self.at + ahead) {
            return *token;
        }
        let place = self
            .all
            .last()
            .map_or(Span::new(self.file, 0, 0), |last| Span { start: last.span.end, ..last.span });
        Token { kind: TokenKind::End, text: "", span: place }
    }

    /// The kind of the token `ahead` of the next.
    pub fn kind(&self, ahead: usize) -> TokenKind {
        self.token(ahead).kind
    }

    /// Whether the token `ahead` of the next is this word.
    pub fn is_at(&self, ahead: usize, word: &str) -> bool {
        let token = self.token(ahead);
        token.kind == TokenKind::Word && token.text == word
    }

    /// Whether the next token is this word.
    pub fn is(&self, word: &str) -> bool {
        self.is_at(0, word)
    }

    /// The place of the next token.
    pub fn span(&self) -> Span {
        self.token(0).span
    }

    /// From the next token of `self` to the last one before `rest`.
    pub fn span_to(&self, rest: Self) -> Span {
        match rest.at.checked_sub(1).and_then(|last| self.all.get(last)) {
            Some(last) if rest.at > self.at => self.span().to(last.span),
            _ => self.span(),
        }
    }

    /// Without the first `count` tokens.
    pub fn skip(&self, count: usize) -> Self {
        Self { at: (self.at + count).min(self.all.len()), ..*self }
    }

    /// At the token of this index.
    pub fn seek(&self, at: usize) -> Self {
        Self { at: at.min(self.all.len()), ..*self }
    }

    /// The same stretch, nested so deep.
    pub fn at_depth(&self, depth: u16) -> Self {
        Self { depth, ..*self }
    }

    /// Whether no token is left.
    pub fn is_empty(&self) -> bool {
        self.at >= self.all.len()
    }
}

impl<'a> nom::Input for Tokens<'a> {
    type Item = Token<'a>;
    type Iter = std::iter::Copied<std::slice::Iter<'a, Token<'a>>>;
    type IterIndices = std::iter::Enumerate<Self::Iter>;

    fn input_len(&self) -> usize {
        self.all.len() - self.at
    }
    fn take(&self, index: usize) -> Self {
        let end = (self.at + index).min(self.all.len());
        Self { all: &self.all[..end], ..*self }
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
        self.all[self.at..].iter().copied()
    }
    fn iter_indices(&self) -> Self::IterIndices {
        self.iter_elements().enumerate()
    }
    fn slice_index(&self, count: usize) -> Result<usize, nom::Needed> {
        let length = self.input_len();
        if count <= length { Ok(count) } else { Err(nom::Needed::new(count - length)) }
    }
}

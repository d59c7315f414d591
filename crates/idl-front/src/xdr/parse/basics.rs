//! The smallest parsers of the grammar, and its error.

use crate::xdr::ast::{Value, ValueKind};
use crate::xdr::numbers;
use crate::xdr::tokens::{Ident, MAX_DEPTH, Token, TokenKind, Tokens};
use nom::IResult;

pub use crate::fault::{Fault, expected, fatal_with as fatal};

/// What a parser gives.
pub type Parsed<'a, T> = IResult<Tokens<'a>, T, Fault>;

/// The same parser; its failure is final. For what follows a token that leaves no doubt.
pub fn cut<'a, T>(parsed: Parsed<'a, T>) -> Parsed<'a, T> {
    parsed.map_err(|error| match error {
        nom::Err::Error(fault) => nom::Err::Failure(fault),
        other => other,
    })
}

/// One level deeper; refuses what is nested too deeply for the stack.
pub fn enter(i: Tokens<'_>) -> Parsed<'_, ()> {
    if i.depth >= MAX_DEPTH {
        return fatal(
            i,
            "fewer levels of nesting",
            "this is nested too deeply",
            "give the inner types names of their own",
        );
    }
    Ok((i.at_depth(i.depth + 1), ()))
}

/// Back to the depth of `outer`.
pub fn leave<'a>(inner: Tokens<'a>, outer: Tokens<'a>) -> Tokens<'a> {
    inner.at_depth(outer.depth)
}

/// A token of this kind.
pub fn token<'a>(kind: TokenKind) -> impl Fn(Tokens<'a>) -> Parsed<'a, Token<'a>> + Copy {
    move |i: Tokens<'a>| {
        if i.kind(0) == kind { Ok((i.skip(1), i.token(0))) } else { expected(i, kind.describe()) }
    }
}

/// This keyword. `what` is the word in backquotes, as a diagnostic shows it.
pub fn word<'a>(word: &'static str, what: &'static str) -> impl Fn(Tokens<'a>) -> Parsed<'a, ()> + Copy {
    move |i: Tokens<'a>| if i.is(word) { Ok((i.skip(1), ())) } else { expected(i, what) }
}

/// A name that is no keyword.
pub fn name(i: Tokens<'_>) -> Parsed<'_, Ident<'_>> {
    let token = i.token(0);
    if token.kind == TokenKind::Word && !is_keyword(token.text) {
        return Ok((i.skip(1), Ident { text: token.text, span: token.span }));
    }
    expected(i, "a name")
}

/// A number with or without sign, or the name of one.
pub fn value(i: Tokens<'_>) -> Parsed<'_, Value<'_>> {
    let minus = i.kind(0) == TokenKind::Minus;
    let at = i.skip(usize::from(minus));
    let token = at.token(0);
    match token.kind {
        TokenKind::Number => match numbers::parse(token.text) {
            Some(number) => {
                let number = if minus { -number } else { number };
                let rest = at.skip(1);
                Ok((rest, Value { kind: ValueKind::Number(number), span: i.span_to(rest) }))
            }
            None => {
                let help = "write a decimal number, a hexadecimal one like 0x1F, or an octal one like 017";
                fatal(at, "a number", "this is not a number", help)
            }
        },
        TokenKind::Character if !minus => match character(token.text) {
            Some(code) => Ok((i.skip(1), Value { kind: ValueKind::Number(code.into()), span: token.span })),
            None => fatal(i, "a character", "this is not a single character", "write its number"),
        },
        TokenKind::Word if !minus && !is_keyword(token.text) => {
            Ok((i.skip(1), Value { kind: ValueKind::Name(token.text), span: token.span }))
        }
        _ => expected(at, "a number or the name of a constant"),
    }
}

/// The number of a character constant.
fn character(text: &str) -> Option<u32> {
    let inside = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut characters = inside.chars();
    let first = match characters.next()? {
        '\\' => match characters.next()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '0' => '\0',
            other => other,
        },
        other => other,
    };
    characters.next().is_none().then_some(u32::from(first))
}

/// Whether a word may name nothing (RFC 4506 section 6.4). What RFC 5531 adds, `program` and `version`, real files
/// use as names.
pub fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "bool"
            | "case"
            | "const"
            | "default"
            | "double"
            | "quadruple"
            | "enum"
            | "float"
            | "hyper"
            | "int"
            | "opaque"
            | "string"
            | "struct"
            | "switch"
            | "typedef"
            | "union"
            | "unsigned"
            | "void"
    )
}

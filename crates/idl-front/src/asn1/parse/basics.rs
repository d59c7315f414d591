//! The smallest parsers of the grammar, and its error type.

use crate::asn1::text::tokens::{Ident, MAX_DEPTH, Token, TokenKind, Tokens};
use nom::IResult;
use syntax_graph::Diagnostic;

pub use crate::fault::{Fault, expected, fatal, fatal_with, shorten};

/// What a parser gives.
pub type Parsed<'a, T> = IResult<Tokens<'a>, T, Fault>;

/// Enters one level of nesting; fails if the stack could not hold more.
pub fn enter(i: Tokens<'_>) -> Parsed<'_, ()> {
    if i.depth >= MAX_DEPTH {
        return fatal(i, "fewer levels of nesting", "this is nested too deeply");
    }
    Ok((Tokens { depth: i.depth + 1, ..i }, ()))
}

/// Back to the depth of `outer`.
pub fn leave<'a>(inner: Tokens<'a>, outer: Tokens<'a>) -> Tokens<'a> {
    Tokens { depth: outer.depth, ..inner }
}

/// A token of this kind.
pub fn token<'a>(kind: TokenKind) -> impl Fn(Tokens<'a>) -> Parsed<'a, Token> + Copy {
    move |i: Tokens<'a>| {
        if i.kind(0) == kind { Ok((i.skip(1), i.token(0))) } else { expected(i, kind.describe()) }
    }
}

/// A token of this kind with its text.
pub fn ident_of<'a>(
    kind: TokenKind,
    what: &'static str,
) -> impl Fn(Tokens<'a>) -> Parsed<'a, Ident<'a>> + Copy {
    move |i: Tokens<'a>| {
        if i.kind(0) == kind {
            Ok((i.skip(1), Ident { text: i.text(0), span: i.span(0) }))
        } else {
            expected(i, what)
        }
    }
}

/// This word. `what` is the word in backquotes, as a diagnostic shows it.
pub fn word<'a>(word: &'static str, what: &'static str) -> impl Fn(Tokens<'a>) -> Parsed<'a, ()> + Copy {
    move |i: Tokens<'a>| if i.is(word) { Ok((i.skip(1), ())) } else { expected(i, what) }
}

/// An identifier: a name of a value, a component, an object.
pub fn identifier(i: Tokens<'_>) -> Parsed<'_, Ident<'_>> {
    ident_of(TokenKind::Lower, "an identifier")(i)
}

/// A name of a type, class, set or module that is no reserved word.
pub fn type_name(i: Tokens<'_>) -> Parsed<'_, Ident<'_>> {
    if i.kind(0) == TokenKind::Upper && !is_reserved(i.text(0)) {
        return Ok((i.skip(1), Ident { text: i.text(0), span: i.span(0) }));
    }
    expected(i, "the name of a type")
}

/// Whether the name of a module stands here: one that begins with a small letter where the head of a module or a list of
/// imports leaves no doubt.
pub fn is_module_name(i: Tokens<'_>) -> bool {
    match i.kind(0) {
        TokenKind::Upper => true,
        TokenKind::Lower => {
            let behind = i.skip(1).group().map_or(i.skip(1), |(_, rest)| rest);
            let imported =
                i.at.checked_sub(1).is_some_and(|at| Tokens { at, ..Tokens::all(i.source) }.is("FROM"));
            imported || behind.is("DEFINITIONS")
        }
        _ => false,
    }
}

/// The name of a module. Some have dots in their names, which no name may have.
pub fn module_name(i: Tokens<'_>) -> Parsed<'_, Ident<'_>> {
    if !is_module_name(i) {
        return expected(i, "the name of a module");
    }
    let mut rest = i.skip(1);
    let joins = |kind| {
        use TokenKind as T;
        matches!(kind, T::Dot | T::Number | T::Real | T::Minus | T::Upper | T::Lower)
    };
    let touches = |rest: Tokens<'_>| i.source.tokens[rest.at - 1].end == rest.token(0).start;
    while !rest.is_empty() && joins(rest.kind(0)) && touches(rest) {
        rest = rest.skip(1);
    }
    let span = i.span_to(rest);
    let (start, end) = (i.token(0).start as usize, i.source.tokens[rest.at - 1].end as usize);
    let text = i.source.text.get(start..end).unwrap_or("");
    if i.kind(0) == TokenKind::Lower {
        let report =
            Diagnostic::warning("module-name", span, "the name of a module begins with a small letter");
        i.warn(report.with_note(
            "the name is accepted; the standard wants a capital first letter (X.680 clauses 12.5 and \
             13)",
        ));
    }
    if rest.at > i.at + 1 {
        i.warn(Diagnostic::warning("module-name", span, "the name of a module is one word, without dots"));
    }
    Ok((rest, Ident { text, span }))
}

/// The braced group that begins here: what is inside; the rest follows it.
pub fn braced(i: Tokens<'_>) -> Parsed<'_, Tokens<'_>> {
    match i.group() {
        Some((inside, rest)) => Ok((rest, inside)),
        None if i.kind(0) == TokenKind::LBrace => {
            fatal_with(i, "`}`", "this brace is never closed", "write `}` where the list ends")
        }
        None => expected(i, "`{`"),
    }
}

/// One or more items between commas. A fault behind a comma belongs to the item there.
pub fn list<'a, T>(i: Tokens<'a>, item: impl Fn(Tokens<'a>) -> Parsed<'a, T>) -> Parsed<'a, Vec<T>> {
    let (mut i, first) = item(i)?;
    let mut all = vec![first];
    while i.kind(0) == TokenKind::Comma {
        let (rest, next) = item(i.skip(1))?;
        all.push(next);
        i = rest;
    }
    Ok((i, all))
}

/// A list that may be empty.
pub fn list_or_nothing<'a, T>(
    i: Tokens<'a>,
    item: impl Fn(Tokens<'a>) -> Parsed<'a, T>,
) -> Parsed<'a, Vec<T>> {
    if i.is_empty() { Ok((i, Vec::new())) } else { list(i, item) }
}

/// Succeeds if the whole stretch is consumed; else fails at the rest.
pub fn complete<'a, T>(parsed: Parsed<'a, T>, what: &'static str) -> Parsed<'a, T> {
    let (rest, value) = parsed?;
    if rest.is_empty() { Ok((rest, value)) } else { expected(rest, what) }
}

/// Words that are no names (X.680 clause 12.38), but for names of string and time types, which old modules define
/// for themselves.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.binary_search(&word).is_ok()
}

const RESERVED: [&str; 58] = [
    "ABSENT",
    "ALL",
    "ANY",
    "APPLICATION",
    "AUTOMATIC",
    "BEGIN",
    "BIT",
    "BOOLEAN",
    "BY",
    "CHARACTER",
    "CHOICE",
    "CLASS",
    "COMPONENT",
    "COMPONENTS",
    "CONSTRAINED",
    "CONTAINING",
    "DEFAULT",
    "DEFINITIONS",
    "EMBEDDED",
    "ENCODED",
    "END",
    "ENUMERATED",
    "EXCEPT",
    "EXPLICIT",
    "EXPORTS",
    "EXTENSIBILITY",
    "FALSE",
    "FROM",
    "IDENTIFIER",
    "IMPLICIT",
    "IMPLIED",
    "IMPORTS",
    "INCLUDES",
    "INSTANCE",
    "INTEGER",
    "INTERSECTION",
    "MACRO",
    "MAX",
    "MIN",
    "MINUS-INFINITY",
    "NOT-A-NUMBER",
    "NULL",
    "OBJECT",
    "OCTET",
    "OF",
    "OPTIONAL",
    "PATTERN",
    "PDV",
    "PLUS-INFINITY",
    "PRESENT",
    "PRIVATE",
    "REAL",
    "SEQUENCE",
    "SET",
    "SIZE",
    "STRING",
    "TRUE",
    "UNION",
];

#[cfg(test)]
mod tests {
    #[test]
    fn reserved_words_are_sorted() {
        assert!(super::RESERVED.is_sorted());
    }
}

//! Parses EXPORTS and IMPORTS (X.680 clause 13).

use super::basics::{Parsed, braced, expected, module_name, token, word};
use crate::asn1::parse::ast::{Import, Module};
use crate::asn1::text::tokens::{Ident, TokenKind as T, Tokens};
use nom::Parser;
use nom::combinator::{map, opt};
use nom::multi::{many0, separated_list0};
use nom::sequence::terminated;
use syntax_graph::Diagnostic;

/// EXPORTS and IMPORTS.
pub fn prologue<'a>(i: Tokens<'a>, module: &mut Module<'a>) -> Parsed<'a, ()> {
    let (i, names) = exports(i)?;
    let (i, list) = imports(i)?;
    module.exports = names;
    module.imports = list;
    if !i.is("EXPORTS") {
        return Ok((i, ()));
    }
    i.warn(Diagnostic::warning("exports-order", i.span(0), "EXPORTS after IMPORTS"));
    let (i, names) = exports(i)?;
    module.exports = names;
    Ok((i, ()))
}

/// A name in a list of symbols, perhaps with the braces of what is parameterized.
pub fn symbol(i: Tokens<'_>) -> Parsed<'_, Ident<'_>> {
    if !matches!(i.kind(0), T::Upper | T::Lower) {
        return expected(i, "a name");
    }
    let name = Ident { text: i.text(0), span: i.span(0) };
    let (i, _) = opt(braced).parse(i.skip(1))?;
    Ok((i, name))
}

fn exports(i: Tokens<'_>) -> Parsed<'_, Option<Vec<Ident<'_>>>> {
    if !i.is("EXPORTS") {
        return Ok((i, None));
    }
    let i = i.skip(1);
    if i.is("ALL") {
        return map(token(T::Semicolon), |_| None).parse(i.skip(1));
    }
    map(terminated(separated_list0(token(T::Comma), symbol), token(T::Semicolon)), Some).parse(i)
}

fn imports(i: Tokens<'_>) -> Parsed<'_, Vec<Import<'_>>> {
    if !i.is("IMPORTS") {
        return Ok((i, Vec::new()));
    }
    let i = i.skip(1);
    let (i, imports) = many0(import).parse(i)?;
    if i.kind(0) == T::Semicolon {
        return Ok((i.skip(1), imports));
    }
    match import(i) {
        // The list is complete and only its semicolon is missing.
        Err(_) if (1..4).any(|ahead| i.kind(ahead) == T::Assign) => {
            let message = "the list of imports does not end in `;`";
            i.warn(Diagnostic::error("syntax", i.span(0), message).with_text("expected `;`"));
            Ok((i, imports))
        }
        Err(nom::Err::Error(fault)) if fault.at > i.at => Err(nom::Err::Error(fault)),
        _ => expected(i, "`;`"),
    }
}

/// A symbol of an import: `FROM` ends their list.
fn imported(i: Tokens<'_>) -> Parsed<'_, Ident<'_>> {
    if i.is("FROM") { expected(i, "a name") } else { symbol(i) }
}

fn import(i: Tokens<'_>) -> Parsed<'_, Import<'_>> {
    let (mut i, mut symbols) = separated_list0(token(T::Comma), imported).parse(i)?;
    let goes_on = |i: Tokens<'_>| i.kind(1) == T::Comma || i.is_at(1, "FROM");
    while matches!(i.kind(0), T::Upper | T::Lower) && !i.is("FROM") && goes_on(i) {
        let report = Diagnostic::error("syntax", i.span(0), "`,` is missing before this name");
        i.warn(report.with_text("expected `,` or `FROM`"));
        let (rest, mut more) = separated_list0(token(T::Comma), imported).parse(i)?;
        symbols.append(&mut more);
        i = rest;
    }
    if i.kind(0) == T::Comma && i.is_at(1, "FROM") {
        i.warn(Diagnostic::warning("stray-comma", i.span(0), "unexpected `,` before FROM"));
        i = i.skip(1);
    }
    let (i, ()) = word("FROM", "`FROM`")(i)?;
    let (mut i, module) = module_name(i)?;
    let mut oid = None;
    if i.kind(0) == T::LBrace {
        let (rest, inside) = braced(i)?;
        oid = Some(inside);
        i = rest;
    } else if i.kind(0) == T::Lower && i.kind(1) != T::Comma && !i.is_at(1, "FROM") && i.kind(1) != T::LBrace
    {
        // The object identifier by the name of a value.
        oid = Some(i.until(i.skip(1)));
        i = i.skip(1);
    }
    let any_version = i.is("WITH") && (i.is_at(1, "SUCCESSORS") || i.is_at(1, "DESCENDANTS"));
    if any_version {
        i = i.skip(2);
    }
    Ok((i, Import { symbols, module, oid, any_version }))
}

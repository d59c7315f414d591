//! Parses definitions (RFC 4506 section 6.3, RFC 5531 section 12.2), and recovers at the next one.

use super::basics::{Fault, Parsed, cut, expected, fatal, is_keyword, name, token, value, word};
use super::types::{declaration, ty};
use crate::xdr::ast::{
    Declaration, Definition, Procedure, Program, Shape, Type, TypeKind, Value, ValueKind, Version,
};
use crate::xdr::tokens::{Ident, TokenKind as T, Tokens};
use syntax_graph::Diagnostic;

/// All definitions of a file. What cannot be parsed is reported and skipped up to the next definition.
pub fn definitions<'a>(mut i: Tokens<'a>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Definition<'a>> {
    let mut found = Vec::new();
    let mut namespaces = Vec::new();
    while !i.is_empty() {
        // `namespace name { ... }` (xdrpp): for C++ alone, the definitions inside are like any others.
        if i.is("namespace") && i.kind(1) == T::Word && i.kind(2) == T::LBrace {
            namespaces.push(i.span());
            i = i.skip(3);
            continue;
        }
        if i.kind(0) == T::RBrace && namespaces.pop().is_some() {
            i = i.skip(1 + usize::from(i.kind(1) == T::Semicolon));
            continue;
        }
        match definition(i) {
            Ok((rest, definition)) => {
                found.push(definition);
                i = rest;
            }
            Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => {
                diagnostics.push(fault.report(i));
                found.extend(broken_name(i).map(Definition::Broken));
                i = recover(i, &fault);
            }
            Err(nom::Err::Incomplete(_)) => return found,
        }
    }
    if let Some(span) = namespaces.first() {
        let report = Diagnostic::error("syntax", *span, "this namespace is never closed");
        diagnostics.push(report.with_help("add `}`"));
    }
    found
}

/// The name of a definition that could not be parsed.
fn broken_name(i: Tokens<'_>) -> Option<Ident<'_>> {
    let is_name = |ahead| i.kind(ahead) == T::Word && !is_keyword(i.token(ahead).text);
    let starts = ["enum", "struct", "union", "const", "program"].iter().any(|word| i.is(word));
    (starts && is_name(1)).then(|| Ident { text: i.token(1).text, span: i.token(1).span })
}

/// Where the next definition begins: behind the semicolon that closes this one, or at a word that begins a definition
/// and stands first on its line outside of braces.
fn recover<'a>(i: Tokens<'a>, fault: &Fault) -> Tokens<'a> {
    let mut depth = 0_usize;
    let mut at = i;
    while !at.is_empty() {
        let beyond = at.at > i.at && at.at >= fault.at;
        if beyond && depth <= 1 && begins_definition(at) {
            return at;
        }
        match at.kind(0) {
            T::LBrace => depth += 1,
            T::RBrace => depth = depth.saturating_sub(1),
            T::Semicolon if depth == 0 && at.at >= fault.at => return at.skip(1),
            _ => {}
        }
        at = at.skip(1);
    }
    at
}

/// Whether a definition begins here beyond doubt: inside a structure, `struct name {` stands in no declaration.
fn begins_definition(i: Tokens<'_>) -> bool {
    let named = i.kind(1) == T::Word;
    i.is("typedef")
        || (i.is("const") && named && i.kind(2) == T::Equal)
        || (i.is("union") && named && i.is_at(2, "switch"))
        || ((i.is("struct") || i.is("enum") || i.is("program")) && named && i.kind(2) == T::LBrace)
}

fn definition(i: Tokens<'_>) -> Parsed<'_, Definition<'_>> {
    if i.is("typedef") {
        let (rest, found) = cut(declaration(i.skip(1)))?;
        let (rest, _) = cut(token(T::Semicolon)(rest))?;
        return Ok((rest, Definition::Type(found)));
    }
    if i.is("const") {
        return cut(constant(i.skip(1)));
    }
    if i.is("program") {
        return cut(program(i.skip(1)));
    }
    if i.is("enum") || i.is("struct") || i.is("union") {
        return cut(named_type(i));
    }
    if i.kind(0) == T::Semicolon {
        return fatal(i, "a definition", "unexpected `;`", "delete it");
    }
    expected(i, "`typedef`, `enum`, `struct`, `union`, `const` or `program`")
}

/// `enum name {...};`, `struct name {...};`, `union name switch (...) {...};`
fn named_type(i: Tokens<'_>) -> Parsed<'_, Definition<'_>> {
    if i.kind(1) == T::Star {
        let help = "define the structure, and then `typedef structure *name;`";
        return fatal(i.skip(1), "a name", "`*` before the name of a structure that is being defined", help);
    }
    let (_, name) = name(i.skip(1))?;
    // The type begins with its word and goes on behind the name.
    let body = i.skip(2);
    let (rest, kind) = match i.token(0).text {
        "union" => super::types::union(body).map(|(rest, body)| (rest, TypeKind::Union(Box::new(body))))?,
        _ if body.kind(0) != T::LBrace => return expected(body, "`{`"),
        "enum" => super::types::enumeration(body).map(|(rest, items)| (rest, TypeKind::Enum(items)))?,
        _ => super::types::structure(body).map(|(rest, fields)| (rest, TypeKind::Struct(fields)))?,
    };
    let ty = Type { kind, span: i.span_to(rest) };
    // RFC 5531 section 9 ends a definition as if it declared a variable: `} reply;`
    let stray = rest.kind(0) == T::Word && rest.kind(1) == T::Semicolon;
    let (rest, _) = token(T::Semicolon)(rest.skip(usize::from(stray)))?;
    Ok((rest, Definition::Type(Declaration { ty, name, shape: Shape::One })))
}

fn constant(i: Tokens<'_>) -> Parsed<'_, Definition<'_>> {
    let (i, name) = name(i)?;
    let (i, _) = token(T::Equal)(i)?;
    let (i, value) = if i.kind(0) == T::Text {
        let text = i.token(0);
        let inside = text.text.trim_matches('"');
        (i.skip(1), Value { kind: ValueKind::Text(inside), span: text.span })
    } else {
        value(i)?
    };
    let (i, _) = token(T::Semicolon)(i)?;
    Ok((i, Definition::Constant(name, value)))
}

/// `name { version ... } = number;`
fn program(i: Tokens<'_>) -> Parsed<'_, Definition<'_>> {
    let (i, name) = name(i)?;
    let (mut i, _) = token(T::LBrace)(i)?;
    let mut versions = Vec::new();
    loop {
        let (rest, found) = version(i)?;
        versions.push(found);
        i = rest;
        if i.kind(0) == T::RBrace {
            break;
        }
    }
    let (i, number) = number(i.skip(1))?;
    Ok((i, Definition::Program(Program { name, number, versions })))
}

/// `version name { procedure ... } = number;`
fn version(i: Tokens<'_>) -> Parsed<'_, Version<'_>> {
    let (i, ()) = word("version", "`version`")(i)?;
    let (i, name) = name(i)?;
    let (mut i, _) = token(T::LBrace)(i)?;
    let mut procedures = Vec::new();
    loop {
        let (rest, found) = procedure(i)?;
        procedures.push(found);
        i = rest;
        if i.kind(0) == T::RBrace {
            break;
        }
    }
    let (i, number) = number(i.skip(1))?;
    Ok((i, Version { name, number, procedures }))
}

/// `type NAME(type, ...) = number;`
fn procedure(i: Tokens<'_>) -> Parsed<'_, Procedure<'_>> {
    let (i, result) = type_or_void(i)?;
    if i.kind(0) == T::Star {
        let help = "give the pointer a name by typedef, and use that name";
        return fatal(i, "the name of the procedure", "a result cannot be a pointer", help);
    }
    let (i, name) = name(i)?;
    let (mut i, _) = token(T::LParen)(i)?;
    let mut arguments = Vec::new();
    if i.kind(0) != T::RParen {
        loop {
            let (rest, argument) = type_or_void(i)?;
            // The name of an argument, which some files give, means nothing.
            let rest = rest.skip(usize::from(rest.kind(0) == T::Word && argument.is_some()));
            i = rest;
            arguments.push(argument);
            if i.kind(0) != T::Comma {
                break;
            }
            i = i.skip(1);
        }
    }
    if arguments.len() > 1 && arguments.iter().any(Option::is_none) {
        return fatal(i, "a type", "`void` is not an argument beside others", "delete it");
    }
    let (i, _) = token(T::RParen)(i)?;
    let (i, number) = number(i)?;
    let arguments = arguments.into_iter().flatten().collect();
    Ok((i, Procedure { name, number, result, arguments }))
}

fn type_or_void(i: Tokens<'_>) -> Parsed<'_, Option<Type<'_>>> {
    if i.is("void") {
        return Ok((i.skip(1), None));
    }
    ty(i).map(|(rest, ty)| (rest, Some(ty)))
}

/// `= number;`
fn number(i: Tokens<'_>) -> Parsed<'_, Value<'_>> {
    let (i, _) = token(T::Equal)(i)?;
    let (i, number) = value(i)?;
    let (i, _) = token(T::Semicolon)(i)?;
    Ok((i, number))
}

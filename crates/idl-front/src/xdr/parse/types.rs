//! Parses types and declarations (RFC 4506 section 6.3).

use super::basics::{Parsed, cut, enter, expected, fatal, leave, name, token, value, word};
use crate::xdr::ast::{Arm, Declaration, Item, Shape, Type, TypeKind, Union};
use crate::xdr::tokens::{TokenKind as T, Tokens};

/// A type without what a declaration says of its number.
pub fn ty(i: Tokens<'_>) -> Parsed<'_, Type<'_>> {
    let (inner, ()) = enter(i)?;
    let (rest, kind) = kind(inner)?;
    Ok((leave(rest, i), Type { kind, span: i.span_to(rest) }))
}

fn kind(i: Tokens<'_>) -> Parsed<'_, TypeKind<'_>> {
    if i.kind(0) != T::Word {
        return expected(i, "a type");
    }
    let one = |kind| Ok((i.skip(1), kind));
    match i.token(0).text {
        "unsigned" => Ok(unsigned(i.skip(1))),
        "bool" => one(TypeKind::Bool),
        "float" => one(TypeKind::Float),
        "double" => one(TypeKind::Double),
        "quadruple" => one(TypeKind::Quadruple),
        "string" => one(TypeKind::String),
        "opaque" => one(TypeKind::Opaque),
        "void" => {
            let help = "write `void` alone, in an arm of a union, a result or arguments";
            fatal(i, "a type", "`void` cannot have a name or a length", help)
        }
        "enum" if i.kind(1) == T::LBrace => {
            let (rest, items) = cut(enumeration(i.skip(1)))?;
            Ok((rest, TypeKind::Enum(items)))
        }
        "struct" if i.kind(1) == T::LBrace => {
            let (rest, fields) = cut(structure(i.skip(1)))?;
            Ok((rest, TypeKind::Struct(fields)))
        }
        "union" if i.is_at(1, "switch") => {
            let (rest, body) = cut(union(i.skip(1)))?;
            Ok((rest, TypeKind::Union(Box::new(body))))
        }
        // In C, the name of a structure needs the word before it, and rpcgen lets it stand.
        "enum" | "struct" | "union" => {
            let (rest, name) = cut(name(i.skip(1)))?;
            Ok((rest, TypeKind::Named(name)))
        }
        text => match integer(text) {
            Some((bits, signed)) => {
                // `long int`, `short int`, `hyper int`.
                let two = matches!(text, "long" | "short" | "hyper") && i.is_at(1, "int");
                Ok((i.skip(1 + usize::from(two)), TypeKind::Integer { bits, signed }))
            }
            None => match name(i) {
                Ok((rest, name)) => Ok((rest, TypeKind::Named(name))),
                Err(_) => expected(i, "a type"),
            },
        },
    }
}

/// What stands behind `unsigned`, which may stand alone.
fn unsigned(i: Tokens<'_>) -> (Tokens<'_>, TypeKind<'_>) {
    let word = if i.kind(0) == T::Word { i.token(0).text } else { "" };
    let bits = match word {
        "char" => 8,
        "short" => 16,
        "int" | "long" => 32,
        "hyper" => 64,
        _ => return (i, TypeKind::Integer { bits: 32, signed: false }),
    };
    let two = matches!(word, "short" | "long" | "hyper") && i.is_at(1, "int");
    (i.skip(1 + usize::from(two)), TypeKind::Integer { bits, signed: false })
}

/// The integer types of one word: those of RFC 4506, and those that rpcgen and its library know.
fn integer(word: &str) -> Option<(u32, bool)> {
    Some(match word {
        "char" => (8, true),
        "short" => (16, true),
        "int" | "long" => (32, true),
        "hyper" => (64, true),
        _ => return None,
    })
}

/// `{ name = value, ... }`; a comma may stand behind the last.
pub fn enumeration(i: Tokens<'_>) -> Parsed<'_, Vec<Item<'_>>> {
    let (mut i, _) = token(T::LBrace)(i)?;
    let mut items = Vec::new();
    loop {
        let (rest, name) = name(i)?;
        i = rest;
        let mut number = None;
        if i.kind(0) == T::Equal {
            let (rest, found) = value(i.skip(1))?;
            number = Some(found);
            i = rest;
        }
        items.push(Item { name, value: number });
        match i.kind(0) {
            T::Comma if i.kind(1) == T::RBrace => return Ok((i.skip(2), items)),
            T::Comma => i = i.skip(1),
            T::RBrace => return Ok((i.skip(1), items)),
            _ => return expected(i, "`,` or `}`"),
        }
    }
}

/// `{ declaration; ... }`
pub fn structure(i: Tokens<'_>) -> Parsed<'_, Vec<Declaration<'_>>> {
    let (mut i, _) = token(T::LBrace)(i)?;
    let mut fields = Vec::new();
    while i.kind(0) != T::RBrace {
        if i.is("void") && i.kind(1) == T::Semicolon {
            i = i.skip(2);
            continue;
        }
        let (rest, field) = declaration(i)?;
        let (rest, _) = token(T::Semicolon)(rest)?;
        fields.push(field);
        i = rest;
    }
    Ok((i.skip(1), fields))
}

/// `switch (declaration) { case value: ... declaration; ... default: declaration; }`
pub fn union(i: Tokens<'_>) -> Parsed<'_, Union<'_>> {
    let (i, ()) = word("switch", "`switch`")(i)?;
    let (i, _) = token(T::LParen)(i)?;
    let (i, discriminant) = declaration(i)?;
    let (i, _) = token(T::RParen)(i)?;
    let (mut i, _) = token(T::LBrace)(i)?;
    let mut arms = Vec::new();
    loop {
        if i.kind(0) == T::RBrace {
            if arms.is_empty() {
                return expected(i, "`case`");
            }
            return Ok((i.skip(1), Union { discriminant, arms }));
        }
        let start = i;
        let mut arm = Arm { cases: Vec::new(), default: None, declaration: None, span: start.span() };
        while i.is("case") || i.is("default") {
            if i.is("default") {
                arm.default = Some(i.span());
                i = i.skip(1);
            } else {
                let (rest, case) = value(i.skip(1))?;
                arm.cases.push(case);
                i = rest;
            }
            i = token(T::Colon)(i)?.0;
        }
        if i.at == start.at {
            return expected(i, "`case`, `default` or `}`");
        }
        if i.is("void") {
            i = i.skip(1);
        } else {
            let (rest, found) = declaration(i)?;
            arm.declaration = Some(found);
            i = rest;
        }
        i = token(T::Semicolon)(i)?.0;
        arm.span = start.span_to(i);
        arms.push(arm);
    }
}

/// A type, a name, and how many.
pub fn declaration(i: Tokens<'_>) -> Parsed<'_, Declaration<'_>> {
    let (i, ty) = ty(i)?;
    if i.kind(0) == T::Star {
        let (rest, name) = cut(name(i.skip(1)))?;
        if matches!(ty.kind, TypeKind::Opaque | TypeKind::String) {
            let help = "write `opaque name<>` or `string name<>`, or point to a typedef of it";
            return fatal(i, "a name", "a pointer cannot point to opaque data or a string", help);
        }
        return Ok((rest, Declaration { ty, name, shape: Shape::Optional }));
    }
    let (i, name) = name(i)?;
    let (rest, shape) = shape(i)?;
    match (&ty.kind, &shape) {
        (TypeKind::String, Shape::Fixed(_)) => {
            let help = "write `string name<n>`: XDR has no string of fixed length (RFC 4506 section 4.11)";
            fatal(i, "`<`", "a string cannot have a fixed length", help)
        }
        // rpcgen takes a string without brackets as one without a bound.
        (TypeKind::String, Shape::One) => Ok((rest, Declaration { ty, name, shape: Shape::Counted(None) })),
        (TypeKind::Opaque, Shape::One) => {
            let help = "write `opaque name[n]` or `opaque name<n>` (RFC 4506 sections 4.9 and 4.10)";
            fatal(i, "`[` or `<`", "opaque data needs a length", help)
        }
        _ => Ok((rest, Declaration { ty, name, shape })),
    }
}

fn shape(i: Tokens<'_>) -> Parsed<'_, Shape<'_>> {
    match i.kind(0) {
        T::LBracket => {
            let (rest, size) = cut(value(i.skip(1)))?;
            let (rest, _) = cut(token(T::RBracket)(rest))?;
            Ok((rest, Shape::Fixed(size)))
        }
        T::Less if i.kind(1) == T::Greater => Ok((i.skip(2), Shape::Counted(None))),
        T::Less => {
            let (rest, most) = cut(value(i.skip(1)))?;
            let (rest, _) = cut(token(T::Greater)(rest))?;
            Ok((rest, Shape::Counted(Some(most))))
        }
        _ => Ok((i, Shape::One)),
    }
}

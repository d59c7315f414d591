//! Information object classes (X.681 clauses 9 and 10).

use super::basics::{Parsed, braced, complete, expected, ident_of, list_or_nothing, token, word};
use super::words;
use super::{constraints, types, values};
use crate::asn1::parse::ast::{Class, ClassField, ClassFieldKind, Setting, SyntaxItem};
use crate::asn1::text::tokens::{Ident, TokenKind as T, Tokens};

use std::rc::Rc;

/// `CLASS {fields} WITH SYNTAX {...}`
pub fn class(i: Tokens<'_>) -> Parsed<'_, Class<'_>> {
    let (i, ()) = word("CLASS", "`CLASS`")(i)?;
    let (i, inside) = braced(i)?;
    if inside.is_empty() {
        return expected(inside, "a field like `&id` or `&Type`");
    }
    let fields = complete(list_or_nothing(inside, field), "`,` or `}`")?.1;
    if !i.is("WITH") {
        return Ok((i, Class { fields, syntax: None }));
    }
    let (i, ()) = word("SYNTAX", "`SYNTAX`")(i.skip(1))?;
    let (rest, inside) = braced(i)?;
    if inside.is_empty() {
        return expected(inside, "a word of the syntax or a field of the class");
    }
    let syntax = complete(syntax(inside), "`}`")?.1;
    Ok((rest, Class { fields, syntax: Some(syntax) }))
}

fn field(i: Tokens<'_>) -> Parsed<'_, ClassField<'_>> {
    let capital = i.kind(0) == T::FieldUpper;
    if !capital && i.kind(0) != T::FieldLower {
        return expected(i, "a field like `&id` or `&Type`");
    }
    let name = Ident { text: i.text(0), span: i.span(0) };
    let i = i.skip(1);
    // A field may be typed by another field, perhaps of another one: `&value &Type`.
    let variable = |i: Tokens<'_>| matches!(i.kind(0), T::FieldUpper | T::FieldLower);
    let (mut i, kind) = match capital {
        _ if variable(i) => {
            let by = Ident { text: i.text(0), span: i.span(0) };
            let mut rest = i.skip(1);
            while rest.kind(0) == T::Dot {
                rest = rest.skip(2);
            }
            (rest, if capital { ClassFieldKind::VariableSet(by) } else { ClassFieldKind::VariableValue(by) })
        }
        true if !words::starts(i) || i.is("UNIQUE") => (i, ClassFieldKind::Type),
        true => types::ty(i).map(|(i, ty)| (i, ClassFieldKind::Set(ty)))?,
        false => types::ty(i).map(|(i, ty)| (i, ClassFieldKind::Value(ty)))?,
    };
    let unique = i.is("UNIQUE");
    if unique {
        i = i.skip(1);
    }
    let mut default = None;
    let optional = i.is("OPTIONAL");
    if optional {
        i = i.skip(1);
    } else if i.is("DEFAULT") {
        let (rest, setting) = setting(i.skip(1), &kind)?;
        default = Some(setting);
        i = rest;
    }
    Ok((i, ClassField { name, kind, unique, optional, default }))
}

/// What a field of this kind is set to.
pub fn setting<'a>(i: Tokens<'a>, kind: &ClassFieldKind<'a>) -> Parsed<'a, Setting<'a>> {
    match kind {
        ClassFieldKind::Type => types::ty(i).map(|(i, ty)| (i, Setting::Type(ty))),
        ClassFieldKind::Value(_) | ClassFieldKind::VariableValue(_) => {
            values::value(i).map(|(i, value)| (i, Setting::Value(value)))
        }
        ClassFieldKind::Set(_) | ClassFieldKind::VariableSet(_) => {
            if i.kind(0) == T::LBrace {
                let (rest, inside) = braced(i)?;
                let set = complete(constraints::element_set(inside), "`|`, `,` or the end of the set")?.1;
                return Ok((rest, Setting::Set(Rc::new(set))));
            }
            if i.kind(0) == T::Lower && i.kind(1) != T::Dot {
                return expected(i, "a set in braces: `{ ... }`");
            }
            // A set by its name, without the braces that the standard asks for.
            let (i, ty) = types::ty(i)?;
            let root = Some(crate::asn1::parse::ast::Elements::Type(ty));
            Ok((i, Setting::Set(Rc::new(crate::asn1::parse::ast::ElementSet { root, ..Default::default() }))))
        }
    }
}

fn syntax(i: Tokens<'_>) -> Parsed<'_, Vec<SyntaxItem<'_>>> {
    let (mut i, ()) = super::basics::enter(i)?;
    let mut items = Vec::new();
    loop {
        match i.kind(0) {
            T::Upper | T::Comma => {
                items.push(SyntaxItem::Literal(Ident { text: i.text(0), span: i.span(0) }));
            }
            T::FieldUpper | T::FieldLower => {
                let upper = ident_of(i.kind(0), "a field");
                items.push(SyntaxItem::Field(upper(i)?.1));
            }
            T::LBracket => {
                let (rest, group) = syntax(i.skip(1))?;
                if group.is_empty() {
                    return expected(rest, "a word of the syntax or a field of the class");
                }
                let (rest, _) = token(T::RBracket)(rest)?;
                items.push(SyntaxItem::Optional(group));
                i = Tokens { depth: i.depth, ..rest };
                continue;
            }
            _ => return Ok((i, items)),
        }
        i = i.skip(1);
    }
}

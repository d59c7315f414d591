//! Parses values (X.680 clause 17). Braced values stay tokens until their type is known.

use super::basics::{Parsed, braced, expected, ident_of, identifier, token};
use super::types;
use super::words;
use crate::asn1::parse::ast::{Reference, TypeKind, Value, ValueKind};
use crate::asn1::text::tokens::{Ident, MAX_DEPTH, TokenKind as T, Tokens};
use nom::Parser;
use nom::branch::alt;
use nom::multi::many1;
use nom::sequence::preceded;
use std::rc::Rc;

/// The words that are values.
pub const WORDS: [&str; 8] =
    ["FALSE", "MAX", "MIN", "MINUS-INFINITY", "NOT-A-NUMBER", "NULL", "PLUS-INFINITY", "TRUE"];

/// Whether a value begins here that is not the name of a type.
pub fn starts(i: Tokens<'_>) -> bool {
    match i.kind(0) {
        T::Lower | T::Number | T::Real | T::Minus | T::CString | T::BString | T::HString | T::LBrace => true,
        T::Upper => WORDS.contains(&i.text(0)),
        _ => false,
    }
}

/// A value.
pub fn value(i: Tokens<'_>) -> Parsed<'_, Rc<Value<'_>>> {
    let (rest, kind) = kind(i)?;
    Ok((rest, Rc::new(Value { kind, span: i.span_to(rest) })))
}

/// A value that stands where only `,`, `}`, or another definition may follow: there the value of a CHOICE may be written
/// without a colon (X.208 clause 24).
pub fn governed(i: Tokens<'_>) -> Parsed<'_, Rc<Value<'_>>> {
    if i.kind(0) != T::Lower || !begins_plainly(i.skip(1)) {
        return value(i);
    }
    let parameterized = if i.kind(1) == T::LBrace { value(i) } else { expected(i, "a value") };
    if let Ok(done) = parameterized {
        return Ok(done);
    }
    let (inner, ()) = super::basics::enter(i)?;
    let (rest, name) = identifier(inner)?;
    match governed(rest) {
        Ok((rest, inner)) => {
            let rest = super::basics::leave(rest, i);
            let kind = ValueKind::Choice(name, inner);
            Ok((rest, Rc::new(Value { kind, span: i.span_to(rest) })))
        }
        Err(error) => match parameterized {
            Err(nom::Err::Failure(_)) => parameterized,
            _ => Err(error),
        },
    }
}

/// A value of ANY: `Type value` (X.208 clause 27), or as of an open type.
pub fn of_any(i: Tokens<'_>) -> Parsed<'_, Rc<Value<'_>>> {
    if i.kind(0) == T::Upper
        && let Ok((rest, ty)) = types::ty(i)
        && let Ok((rest, value)) = governed(rest)
    {
        let kind = ValueKind::Typed(ty, value);
        return Ok((rest, Rc::new(Value { kind, span: i.span_to(rest) })));
    }
    governed(i)
}

/// Whether what stands here can only be a value: names of alternatives may stand before it.
fn begins_plainly(i: Tokens<'_>) -> bool {
    let named = (0..usize::from(MAX_DEPTH)).take_while(|ahead| i.kind(*ahead) == T::Lower).count();
    match i.kind(named) {
        T::Number | T::Real | T::Minus | T::CString | T::BString | T::HString | T::LBrace => true,
        T::Comma | T::End => named > 0,
        T::Upper if i.kind(named + 1) == T::Assign => false,
        T::Upper => {
            matches!(i.text(named), "TRUE" | "FALSE" | "NULL" | "PLUS-INFINITY" | "MINUS-INFINITY")
        }
        _ => false,
    }
}

fn kind(i: Tokens<'_>) -> Parsed<'_, ValueKind<'_>> {
    use ValueKind as V;
    let negative = i.kind(0) == T::Minus;
    let number = if negative { i.skip(1) } else { i };
    let rest = i.skip(1);
    match i.kind(0) {
        T::Number | T::Real | T::Minus => match number.kind(0) {
            T::Number => Ok((number.skip(1), V::Number { negative, digits: number.text(0) })),
            T::Real => Ok((number.skip(1), V::Real { negative, text: number.text(0) })),
            T::Upper if number.is("PLUS-INFINITY") => Ok((number.skip(1), V::MinusInfinity)),
            _ => expected(number, "a number"),
        },
        T::CString => Ok((rest, V::CString(i.text(0)))),
        T::BString => Ok((rest, V::BString(i.text(0)))),
        T::HString => Ok((rest, V::HString(i.text(0)))),
        T::LBrace => braced(i).map(|(rest, inside)| (rest, V::Braced(inside))),
        T::Lower => named(i),
        T::Upper => match i.text(0) {
            "TRUE" => Ok((rest, V::Boolean(true))),
            "FALSE" => Ok((rest, V::Boolean(false))),
            "NULL" if i.kind(1) != T::Colon => Ok((rest, V::Null)),
            "PLUS-INFINITY" => Ok((rest, V::PlusInfinity)),
            "MINUS-INFINITY" => Ok((rest, V::MinusInfinity)),
            "NOT-A-NUMBER" => Ok((rest, V::NotANumber)),
            "MIN" => Ok((rest, V::Min)),
            "MAX" => Ok((rest, V::Max)),
            "CONTAINING" => {
                let (inner, ()) = super::basics::enter(rest)?;
                let (rest, inner) = value(inner)?;
                Ok((super::basics::leave(rest, i), V::Containing(inner)))
            }
            _ if i.kind(1) == T::Dot && i.kind(2) == T::Lower => named(i),
            _ => typed(i),
        },
        _ => expected(i, "a value"),
    }
}

/// `Type : value`
fn typed(i: Tokens<'_>) -> Parsed<'_, ValueKind<'_>> {
    let (rest, ()) = super::basics::enter(i)?;
    let (rest, ty) = match types::ty(rest) {
        Err(nom::Err::Error(fault)) if fault.at == i.at => return expected(i, "a value"),
        other => other?,
    };
    if rest.kind(0) != T::Colon {
        // A name alone is a word that is none of a value; what a value follows is a type.
        let next = rest.kind(0) == T::Lower && (rest.kind(1) == T::Assign || words::starts(rest.skip(1)));
        let alone = matches!(ty.kind, TypeKind::Reference(_)) && (next || !starts(rest));
        return if alone || matches!(ty.kind, TypeKind::Field(..)) {
            expected(i, "a value")
        } else {
            expected(rest, "`:` and a value of the type")
        };
    }
    let (rest, value) = value(rest.skip(1))?;
    Ok((super::basics::leave(rest, i), ValueKind::Typed(ty, value)))
}

/// A value by its name, or what begins with a name.
fn named(i: Tokens<'_>) -> Parsed<'_, ValueKind<'_>> {
    if i.kind(1) == T::Colon {
        let (inner, ()) = super::basics::enter(i)?;
        let (rest, name) = identifier(inner)?;
        let (rest, value) = preceded(token(T::Colon), value).parse(rest)?;
        return Ok((super::basics::leave(rest, i), ValueKind::Choice(name, value)));
    }
    let (i, reference) = reference(i)?;
    if i.kind(0) == T::Dot && matches!(i.kind(1), T::FieldLower | T::FieldUpper) {
        let (i, path) = field_path(i)?;
        return Ok((i, ValueKind::Field(reference, path)));
    }
    Ok((i, ValueKind::Reference(reference)))
}

/// `name`, `Module.name`, either with actual parameters.
pub fn reference(i: Tokens<'_>) -> Parsed<'_, Reference<'_>> {
    let (i, module) = match i.kind(0) {
        T::Upper if i.kind(1) == T::Dot => (i.skip(2), Some(Ident { text: i.text(0), span: i.span(0) })),
        _ => (i, None),
    };
    let (i, name) = identifier(i)?;
    let (i, arguments) = match i.kind(0) {
        T::LBrace => {
            let (i, arguments) = types::arguments(i)?;
            (i, Some(arguments))
        }
        _ => (i, None),
    };
    Ok((i, Reference { module, name, arguments }))
}

/// `.&a.&B`
pub fn field_path(i: Tokens<'_>) -> Parsed<'_, Vec<Ident<'_>>> {
    let upper = ident_of(T::FieldUpper, "a field like `&Type`");
    let lower = ident_of(T::FieldLower, "a field like `&id`");
    many1(preceded(token(T::Dot), alt((upper, lower)))).parse(i)
}

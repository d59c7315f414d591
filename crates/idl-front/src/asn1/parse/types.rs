//! Types with their tags and constraints (X.680 clauses 17 to 44, X.683 clause 9).

use super::basics::token;
use super::basics::{
    Parsed, braced, complete, enter, expected, fatal, identifier, is_reserved, leave, list, type_name, word,
};
use super::lists::{components, enumerated, named_numbers};
use super::macros::{self, Ending};
use super::words::{self, starts};
use super::{constraints, values};
use crate::asn1::parse::ast::TagPrefix;
use crate::asn1::parse::ast::{
    Argument, ArgumentKind, Constraint, ElementSet, Elements, Reference, Type, TypeKind,
};
use crate::asn1::text::tokens::{Ident, TokenKind as T, Tokens};
use crate::spelling::nearest;
use std::rc::Rc;
use syntax_graph::TagClass;
use syntax_graph::{Diagnostic, Order};

/// A type with its tags and constraints.
pub fn ty(i: Tokens<'_>) -> Parsed<'_, Rc<Type<'_>>> {
    let (inner, ()) = enter(i)?;
    let (inner, tags) = tags(inner)?;
    let mut inner = inner;
    if inner.is("IMPLICIT") {
        if tags.is_empty() {
            let report = Diagnostic::warning("bare-implicit", inner.span(0), "IMPLICIT has no tag before it");
            let note = "it is skipped, as in the notation of 1984; today a tag precedes it: `[0] IMPLICIT` \
                 (X.680 clause 31)";
            inner.warn(report.with_note(note));
        }
        inner = inner.skip(1);
    }
    let (rest, (kind, mut constraints)) = kind(inner)?;
    let (mut rest, bare) = bare_size(rest, &kind)?;
    constraints.extend(bare);
    while rest.kind(0) == T::LParen {
        let (behind, constraint) = constraints::constraint(rest)?;
        constraints.push(constraint);
        rest = behind;
    }
    let span = i.span_to(rest);
    Ok((leave(rest, i), Rc::new(Type { id: i.node(), tags, kind, constraints, span })))
}

/// `SIZE (1..5)` as a constraint.
fn size(i: Tokens<'_>) -> Parsed<'_, Rc<Constraint<'_>>> {
    let (rest, size) = constraints::constraint(i.skip(1))?;
    let span = size.span;
    let set = ElementSet { root: Some(Elements::Size(size)), ..ElementSet::default() };
    Ok((rest, Rc::new(Constraint { set, span })))
}

/// The size of a string that stands without the parentheses of a constraint.
fn bare_size<'a>(i: Tokens<'a>, kind: &TypeKind<'a>) -> Parsed<'a, Option<Rc<Constraint<'a>>>> {
    // Names of string types are names yet.
    let is_string = matches!(
        kind,
        TypeKind::OctetString | TypeKind::BitString(_) | TypeKind::Characters(..) | TypeKind::Reference(_)
    );
    if !is_string || !i.is("SIZE") || i.kind(1) != T::LParen {
        return Ok((i, None));
    }
    let (rest, constraint) = size(i)?;
    let report =
        Diagnostic::warning("bare-size", i.span(0), "the size of a string has no parentheses around it");
    i.warn(report.with_help("write it in parentheses: `(SIZE (1..4))` (X.680 clauses 49 and 51.5)"));
    Ok((rest, Some(constraint)))
}

type KindAndConstraints<'a> = (TypeKind<'a>, Vec<Rc<crate::asn1::parse::ast::Constraint<'a>>>);

fn kind(i: Tokens<'_>) -> Parsed<'_, KindAndConstraints<'_>> {
    let plain = |i, kind| Ok((i, (kind, Vec::new())));
    if i.kind(0) == T::Lower {
        return lower_kind(i);
    }
    if i.kind(0) != T::Upper {
        return expected(i, "a type");
    }
    let rest = i.skip(1);
    match i.text(0) {
        "BOOLEAN" => plain(rest, TypeKind::Boolean),
        "NULL" => plain(rest, TypeKind::Null),
        "REAL" => plain(rest, TypeKind::Real),
        "INTEGER" => {
            let (rest, named) = named_numbers(rest)?;
            plain(rest, TypeKind::Integer(named))
        }
        "ENUMERATED" => {
            let (rest, inside) = braced(rest)?;
            let (_, list) = complete(enumerated(inside), "`,`")?;
            if list.root.is_empty() && list.additions.is_empty() {
                let message = "an ENUMERATED has no item before `...` (X.680 clause 20.1)";
                return fatal(inside, "an item", message);
            }
            plain(rest, TypeKind::Enumerated(list))
        }
        "BIT" => {
            let (rest, ()) = word("STRING", "`STRING`")(rest)?;
            let (rest, named) = named_numbers(rest)?;
            plain(rest, TypeKind::BitString(named))
        }
        "OCTET" => plain(word("STRING", "`STRING`")(rest)?.0, TypeKind::OctetString),
        "OBJECT" => plain(word("IDENTIFIER", "`IDENTIFIER`")(rest)?.0, TypeKind::ObjectIdentifier),
        "CHARACTER" => plain(word("STRING", "`STRING`")(rest)?.0, builtin("CHARACTER-STRING", i)),
        "EMBEDDED" => plain(word("PDV", "`PDV`")(rest)?.0, builtin("EMBEDDED-PDV", i)),
        "INSTANCE" => {
            let (rest, ()) = word("OF", "`OF`")(rest)?;
            if starts(rest) && rest.kind(0) == T::Upper && reference(rest).is_err() {
                return expected(rest, "TYPE-IDENTIFIER, or another name of it");
            }
            let (rest, class) = reference(rest)?;
            plain(rest, TypeKind::InstanceOf(class))
        }
        "ANY" => {
            if !rest.is("DEFINED") || rest.kind(1) == T::Assign {
                return plain(rest, TypeKind::Any(None));
            }
            let (rest, ()) = word("BY", "`BY`")(rest.skip(1))?;
            let (rest, name) = identifier(rest)?;
            plain(rest, TypeKind::Any(Some(name)))
        }
        "CHOICE" => {
            let (rest, inside) = braced(rest)?;
            plain(rest, TypeKind::Choice(Rc::new(complete(components(inside, false), "`,` or `}`")?.1)))
        }
        "SEQUENCE" => structure_or_array(rest, Order::Ordered),
        "SET" => structure_or_array(rest, Order::Unordered),
        _ => {
            if let Some((word, message)) = misspelt_pair(i) {
                return fatal(i, word, message);
            }
            if let Some((rest, used)) = macros::notation(i, Ending::Type) {
                return plain(rest, TypeKind::Macro(Rc::new(used)));
            }
            let (rest, reference) = reference(i)?;
            if rest.kind(0) == T::Dot && matches!(rest.kind(1), T::FieldLower | T::FieldUpper) {
                let (rest, path) = values::field_path(rest)?;
                return plain(rest, TypeKind::Field(reference, path));
            }
            plain(rest, TypeKind::Reference(reference))
        }
    }
}

/// A builtin type of two words in other letters: `Octet String`.
fn misspelt_pair(i: Tokens<'_>) -> Option<(&'static str, &'static str)> {
    let are = |first: &str, second: &str| {
        i.text(0).eq_ignore_ascii_case(first) && i.text(1).eq_ignore_ascii_case(second)
    };
    let message = "the name of this type is not in capital letters (X.680 clause 12.38)";
    if is_reserved(i.text(0)) || i.kind(2) == T::Assign {
        None
    } else if are("OCTET", "STRING") {
        Some(("`OCTET STRING`", message))
    } else if are("BIT", "STRING") {
        Some(("`BIT STRING`", message))
    } else if are("OBJECT", "IDENTIFIER") {
        Some(("`OBJECT IDENTIFIER`", message))
    } else {
        None
    }
}

/// `identifier < Type`, `object.&Field`
fn lower_kind(i: Tokens<'_>) -> Parsed<'_, KindAndConstraints<'_>> {
    if i.kind(1) == T::Less {
        let (rest, name) = identifier(i)?;
        let (rest, choice) = ty(rest.skip(1))?;
        return Ok((rest, (TypeKind::Selection(name, choice), Vec::new())));
    }
    let dot = i.kind(1) == T::Dot || i.skip(1).group().is_some_and(|(_, rest)| rest.kind(0) == T::Dot);
    if !dot && i.is_small_type() {
        let (rest, reference) = values::reference(i)?;
        return Ok((rest, (TypeKind::Reference(reference), Vec::new())));
    }
    if !dot {
        return expected(i, "a type");
    }
    let (rest, object) = values::reference(i)?;
    let (rest, path) = values::field_path(rest)?;
    Ok((rest, (TypeKind::Field(object, path), Vec::new())))
}

/// A builtin type whose name is of two words, as a reference to its definition.
fn builtin<'a>(name: &'static str, i: Tokens<'a>) -> TypeKind<'a> {
    let name = Ident { text: name, span: i.span(0) };
    TypeKind::Reference(Reference { module: None, name, arguments: None })
}

fn structure_or_array(i: Tokens<'_>, order: Order) -> Parsed<'_, KindAndConstraints<'_>> {
    if i.kind(0) == T::LBrace {
        let (rest, inside) = braced(i)?;
        let list = complete(components(inside, true), "`,` or `}`")?.1;
        return Ok((rest, (TypeKind::Structure(order, Rc::new(list)), Vec::new())));
    }
    if i.kind(0) == T::Lower
        && starts(i.skip(1))
        && let Some((inside, rest)) = unopened_group(i)
    {
        i.warn(
            Diagnostic::warning("missing-brace", i.span(0), "`{` is missing before the first component")
                .with_note("it is read as if it were there, because its `}` is"),
        );
        let list = complete(components(inside, true), "`,` or `}`")?.1;
        return Ok((rest, (TypeKind::Structure(order, Rc::new(list)), Vec::new())));
    }
    if stands_alone(i) {
        // Of any elements (X.208 clause 20).
        let word = if order == Order::Ordered { "SEQUENCE" } else { "SET" };
        i.warn(
            Diagnostic::warning("bare-sequence", behind(i), format!("{word} has no elements"))
                .with_note(format!("it is read as {word} OF ANY, as in X.208")),
        );
        let any = Type::plain(i.node(), TypeKind::Any(None), i.span(0));
        return Ok((i, (TypeKind::Array(order, None, Rc::new(any)), Vec::new())));
    }
    let mut constraints = Vec::new();
    let mut i = i;
    if i.is("SIZE") {
        // Without parentheses around it: the constraint begins at the word.
        let (rest, size) = size(i)?;
        constraints.push(size);
        i = rest;
    } else {
        while i.kind(0) == T::LParen {
            let (rest, constraint) = constraints::constraint(i)?;
            constraints.push(constraint);
            i = rest;
        }
    }
    if !i.is("OF") {
        return expected(i, if constraints.is_empty() { "`{` or `OF`" } else { "`OF`" });
    }
    let i = i.skip(1);
    // What stands alone before `::=` is the next definition's name, not the type of an element.
    let named = i.kind(0) == T::Lower
        && starts(i.skip(1))
        && !matches!(i.kind(1), T::Less | T::Dot)
        && i.kind(2) != T::Assign;
    let (i, name) = if named { identifier(i).map(|(i, name)| (i, Some(name)))? } else { (i, None) };
    let (i, element) = ty(i)?;
    Ok((i, (TypeKind::Array(order, name, element), constraints)))
}

/// The place of the token before.
fn behind(i: Tokens<'_>) -> syntax_graph::Span {
    let at = i.at.saturating_sub(1);
    Tokens { at, ..i }.span(0)
}

/// Whether nothing follows that could belong to SEQUENCE or SET: the word alone is a type of 1988.
fn stands_alone(i: Tokens<'_>) -> bool {
    match i.kind(0) {
        T::Comma | T::End => true,
        T::Upper => i.is("OPTIONAL") || i.is("DEFAULT") || i.is("END") || i.kind(1) == T::Assign,
        _ => false,
    }
}

/// A group whose opening brace is missing: up to a closing brace that nothing opened.
fn unopened_group(i: Tokens<'_>) -> Option<(Tokens<'_>, Tokens<'_>)> {
    let mut at = i;
    while !at.is_empty() {
        match at.kind(0) {
            T::LBrace => {
                at = at.group()?.1;
                continue;
            }
            T::RBrace => return Some((i.until(at), at.skip(1))),
            T::Assign => return None,
            _ => {}
        }
        at = at.skip(1);
    }
    None
}

/// `Name`, `Module.Name`, either with actual parameters.
pub fn reference(i: Tokens<'_>) -> Parsed<'_, Reference<'_>> {
    let (i, module) = match i.kind(0) {
        T::Upper if i.kind(1) == T::Dot && i.kind(2) == T::Upper => {
            (i.skip(2), Some(Ident { text: i.text(0), span: i.span(0) }))
        }
        _ => (i, None),
    };
    let (i, name) = match type_name(i) {
        Err(nom::Err::Error(_)) => return expected(i, "a type"),
        other => other?,
    };
    if i.kind(0) != T::LBrace {
        return Ok((i, Reference { module, name, arguments: None }));
    }
    let (i, arguments) = arguments(i)?;
    Ok((i, Reference { module, name, arguments: Some(arguments) }))
}

/// `{Type, value, {Set}}`
pub fn arguments(i: Tokens<'_>) -> Parsed<'_, Rc<Vec<Argument<'_>>>> {
    let (inner, ()) = enter(i)?;
    let (rest, inside) = braced(inner)?;
    let list = complete(list(inside, argument), "`,` or `}`")?.1;
    Ok((leave(rest, i), Rc::new(list)))
}

/// Whether `object.&a.&B` ends in a field with a capital: a type or set, no value.
fn ends_in_type(i: Tokens<'_>) -> bool {
    let mut ahead = 1;
    while i.kind(ahead) == T::Dot && matches!(i.kind(ahead + 1), T::FieldLower | T::FieldUpper) {
        ahead += 2;
    }
    ahead > 1 && i.kind(ahead - 1) == T::FieldUpper
}

fn argument(i: Tokens<'_>) -> Parsed<'_, Argument<'_>> {
    let (rest, kind) = match i.kind(0) {
        T::LBrace => braced(i).map(|(rest, inside)| (rest, ArgumentKind::Braced(inside)))?,
        T::Lower if i.kind(1) == T::Less || ends_in_type(i) => {
            ty(i).map(|(rest, ty)| (rest, ArgumentKind::Type(ty)))?
        }
        // NULL is taken as the type; where a value is wanted it is read again as one.
        _ if values::starts(i) && !i.is("NULL") => {
            values::value(i).map(|(rest, value)| (rest, ArgumentKind::Value(value)))?
        }
        _ => {
            let (rest, ty) = ty(i)?;
            if rest.kind(0) == T::Colon {
                values::value(i).map(|(rest, value)| (rest, ArgumentKind::Value(value)))?
            } else {
                (rest, ArgumentKind::Type(ty))
            }
        }
    };
    Ok((rest, Argument { tokens: i.until(rest), kind }))
}

/// The tags before a type. Encoding instructions in brackets (`[XER:ATTRIBUTE]`) are no tags.
fn tags(i: Tokens<'_>) -> Parsed<'_, Vec<TagPrefix<'_>>> {
    let mut tags = Vec::new();
    let mut i = i;
    while i.kind(0) == T::LBracket {
        let named = i.kind(1) == T::Upper && i.kind(2) == T::Colon;
        if named && !i.is_at(1, "TAG") {
            i = instruction(i, 3)?.0;
            continue;
        }
        let instructions = i.instructions && !named;
        if instructions && !is_plain_tag(i.skip(1)) {
            i = instruction(i, 1)?.0;
            continue;
        }
        let (rest, prefix) = tag(i)?;
        if instructions {
            let message = "a tag lacks `TAG:` in a module whose header names other instructions";
            let report = Diagnostic::warning("bare-tag", i.span_to(rest), message);
            i.warn(report.with_note("it is read as a tag (X.680 clause 31.3)"));
        }
        tags.push(prefix);
        i = rest;
    }
    Ok((i, tags))
}

/// The class of a tag.
fn class(i: Tokens<'_>) -> Option<TagClass> {
    Some(match i.text(0) {
        "UNIVERSAL" => TagClass::Universal,
        "APPLICATION" => TagClass::Application,
        "PRIVATE" => TagClass::Private,
        _ => return None,
    })
}

/// Whether the inside of brackets is a tag's and no instruction's: those are words in capitals.
fn is_plain_tag(i: Tokens<'_>) -> bool {
    let number = if class(i).is_some() { i.skip(1) } else { i };
    matches!(number.kind(0), T::Number | T::Lower) && number.kind(1) == T::RBracket
}

/// An encoding prefix, whose instruction is `ahead` of the bracket (X.680 clause 31.3). Other encodings define what
/// it says; here it changes nothing.
fn instruction(prefix: Tokens<'_>, ahead: usize) -> Parsed<'_, ()> {
    let mut i = prefix.skip(ahead);
    if i.kind(0) == T::RBracket {
        return expected(i, "an encoding instruction");
    }
    let mut open = 0_usize;
    loop {
        match i.kind(0) {
            T::RBracket if open == 0 => return Ok((i.skip(1), ())),
            T::RBracket => open -= 1,
            T::LBracket => open += 1,
            T::Assign | T::End => return fatal(prefix, "`]`", "this bracket is never closed"),
            _ => {}
        }
        i = i.skip(1);
    }
}

/// `[APPLICATION 3] IMPLICIT`
fn tag(i: Tokens<'_>) -> Parsed<'_, TagPrefix<'_>> {
    let (mut i, _) = token(T::LBracket)(i)?;
    // The encoding reference of tags themselves (X.680 clause 31.2).
    if i.is("TAG") && i.kind(1) == T::Colon {
        i = i.skip(2);
    }
    let class = class(i);
    if class.is_some() {
        i = i.skip(1);
    }
    if class.is_none() && i.kind(0) == T::Upper && i.kind(1) != T::Dot {
        return expected(i, words::CLASSES);
    }
    let (i, number) = values::value(i)?;
    let (i, _) = token(T::RBracket)(i)?;
    let (i, implicit) = match i.text(0) {
        "IMPLICIT" => (i.skip(1), Some(true)),
        "EXPLICIT" => (i.skip(1), Some(false)),
        text if i.kind(0) == T::Upper
            && !is_reserved(text)
            && words::starts(i.skip(1))
            && nearest(text, ["IMPLICIT", "EXPLICIT"].into_iter()).is_some() =>
        {
            return expected(i, "`IMPLICIT` or `EXPLICIT`");
        }
        _ => (i, None),
    };
    Ok((i, TagPrefix { class: class.unwrap_or(TagClass::Context), number, implicit }))
}

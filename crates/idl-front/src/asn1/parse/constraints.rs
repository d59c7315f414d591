//! Constraints and element sets (X.680 clauses 49 to 51, X.682).

use super::basics::{Parsed, braced, complete, enter, expected, identifier, leave, token, word};
use super::{types, values};
use crate::asn1::parse::ast::{
    AtNotation, ComponentConstraint, Constraint, ElementSet, Elements, Range, Value, ValueKind,
};
use crate::asn1::text::tokens::{TokenKind as T, Tokens};
use nom::Parser;
use nom::multi::separated_list1;
use std::rc::Rc;
use syntax_graph::constraint::ComponentPresence;

/// `(elements, ..., additions ! exception)`
pub fn constraint(i: Tokens<'_>) -> Parsed<'_, Rc<Constraint<'_>>> {
    let (inner, ()) = enter(i)?;
    let (inner, _) = token(T::LParen)(inner)?;
    let (inner, mut set) = element_set(inner)?;
    let (inner, thrown) = exception(inner)?;
    set.exception = set.exception.or(thrown);
    let (inner, _) = token(T::RParen)(inner)?;
    Ok((leave(inner, i), Rc::new(Constraint { set, span: i.span_to(inner) })))
}

/// `! 5`, `! Type : value`
pub fn exception(i: Tokens<'_>) -> Parsed<'_, Option<Rc<Value<'_>>>> {
    if i.kind(0) != T::Bang {
        return Ok((i, None));
    }
    values::value(i.skip(1)).map(|(i, value)| (i, Some(value)))
}

/// The inside of a constraint or of a set.
pub fn element_set(i: Tokens<'_>) -> Parsed<'_, ElementSet<'_>> {
    let mut set = ElementSet::default();
    if i.is_empty() {
        return Ok((i, set));
    }
    let mut i = i;
    if i.kind(0) != T::Dots3 {
        let (rest, root) = elements(i)?;
        set.root = Some(root);
        i = rest;
        if i.kind(0) != T::Comma {
            return Ok((i, set));
        }
        i = i.skip(1);
    }
    let (rest, _) = token(T::Dots3)(i)?;
    set.extensible = true;
    (i, set.exception) = exception(rest)?;
    if i.kind(0) == T::Comma {
        let (rest, additions) = elements(i.skip(1))?;
        set.additions = Some(additions);
        i = rest;
    }
    Ok((i, set))
}

fn elements(i: Tokens<'_>) -> Parsed<'_, Elements<'_>> {
    if i.is("ALL") && i.is_at(1, "EXCEPT") {
        let (inner, ()) = enter(i)?;
        let (rest, excluded) = element(inner.skip(2))?;
        return Ok((leave(rest, i), Elements::AllExcept(Box::new(excluded))));
    }
    let union = |i: Tokens<'_>| i.kind(0) == T::Bar || i.is("UNION");
    let (mut i, first) = intersection(i)?;
    let mut all = vec![first];
    while union(i) {
        let (rest, next) = intersection(i.skip(1))?;
        all.push(next);
        i = rest;
    }
    Ok((i, if all.len() == 1 { all.remove(0) } else { Elements::Union(all) }))
}

fn intersection(i: Tokens<'_>) -> Parsed<'_, Elements<'_>> {
    let (mut i, first) = exclusion(i)?;
    let mut all = vec![first];
    while i.kind(0) == T::Caret || i.is("INTERSECTION") {
        let (rest, next) = exclusion(i.skip(1))?;
        all.push(next);
        i = rest;
    }
    Ok((i, if all.len() == 1 { all.remove(0) } else { Elements::Intersection(all) }))
}

fn exclusion(i: Tokens<'_>) -> Parsed<'_, Elements<'_>> {
    let (i, base) = element(i)?;
    if !i.is("EXCEPT") {
        return Ok((i, base));
    }
    let (i, excluded) = element(i.skip(1))?;
    Ok((i, Elements::Except(Box::new(base), Box::new(excluded))))
}

fn element(i: Tokens<'_>) -> Parsed<'_, Elements<'_>> {
    match i.kind(0) {
        T::LParen => {
            let (inner, ()) = enter(i)?;
            let (inner, set) = element_set(inner.skip(1))?;
            let (inner, _) = token(T::RParen)(inner)?;
            Ok((leave(inner, i), Elements::Nested(Box::new(set))))
        }
        T::LBrace => {
            let (mut rest, inside) = braced(i)?;
            if rest.kind(0) == T::Dots2 || (rest.kind(0) == T::Less && rest.kind(1) == T::Dots2) {
                return value_or_range(i);
            }
            let mut at = Vec::new();
            if rest.kind(0) == T::LBrace && rest.kind(1) == T::At {
                let (behind, names) = braced(rest)?;
                at = complete(
                    separated_list1(token(T::Comma), at_notation).parse(names),
                    "`}`, or `,` and another component (`@id`)",
                )?
                .1;
                rest = behind;
            }
            Ok((rest, Elements::Braced(inside, at)))
        }
        T::Upper => keyword_element(i),
        T::Lower if i.kind(1) == T::Dot && leads_to_set(i) => set_by_field(i),
        _ if values::starts(i) => value_or_range(i),
        _ => expected(i, "a constraint"),
    }
}

/// Whether `object.&a.&B.&c` has a field with a capital, a set or type: what it leads to is no single value.
fn leads_to_set(i: Tokens<'_>) -> bool {
    let mut ahead = 1;
    while i.kind(ahead) == T::Dot && i.kind(ahead + 1) == T::FieldLower {
        ahead += 2;
    }
    i.kind(ahead) == T::Dot && i.kind(ahead + 1) == T::FieldUpper
}

fn set_by_field(i: Tokens<'_>) -> Parsed<'_, Elements<'_>> {
    let (i, ty) = types::ty(i)?;
    Ok((i, Elements::Type(ty)))
}

fn keyword_element(i: Tokens<'_>) -> Parsed<'_, Elements<'_>> {
    let rest = i.skip(1);
    match i.text(0) {
        "SIZE" => constraint(rest).map(|(rest, inner)| (rest, Elements::Size(inner))),
        "FROM" => constraint(rest).map(|(rest, inner)| (rest, Elements::From(inner))),
        "PATTERN" => values::value(rest).map(|(rest, text)| (rest, Elements::Pattern(text))),
        "SETTINGS" => values::value(rest).map(|(rest, text)| (rest, Elements::Settings(text))),
        "INCLUDES" => types::ty(rest).map(|(rest, ty)| (rest, Elements::Type(ty))),
        "WITH" if i.is_at(1, "COMPONENT") => {
            constraint(rest.skip(1)).map(|(rest, inner)| (rest, Elements::Component(inner)))
        }
        "WITH" if i.is_at(1, "COMPONENTS") => with_components(rest.skip(1)),
        "CONTAINING" => {
            let (rest, ty) = types::ty(rest)?;
            if !(rest.is("ENCODED") && rest.is_at(1, "BY")) {
                return Ok((rest, Elements::Contents(Some(ty), None)));
            }
            values::value(rest.skip(2)).map(|(rest, by)| (rest, Elements::Contents(Some(ty), Some(by))))
        }
        "ENCODED" => {
            let (rest, ()) = word("BY", "`BY`")(rest)?;
            values::value(rest).map(|(rest, by)| (rest, Elements::Contents(None, Some(by))))
        }
        "CONSTRAINED" => {
            let (rest, ()) = word("BY", "`BY`")(rest)?;
            braced(rest).map(|(rest, inside)| (rest, Elements::UserDefined(inside)))
        }
        _ if values::starts(i) => {
            // `NULL` is a value and a type.
            value_or_range(i)
        }
        _ if i.kind(1) == T::Dot && i.kind(2) == T::Lower => value_or_range(i),
        _ => {
            let (rest, ty) = types::ty(i)?;
            if rest.kind(0) == T::Colon {
                return value_or_range(i);
            }
            Ok((rest, Elements::Type(ty)))
        }
    }
}

/// `{..., name (constraint) PRESENT, name ABSENT}`
fn with_components(i: Tokens<'_>) -> Parsed<'_, Elements<'_>> {
    let (rest, inside) = braced(i)?;
    let mut at = inside;
    let partial = at.kind(0) == T::Dots3;
    if partial {
        at = at.skip(1);
        if at.kind(0) == T::Comma {
            at = at.skip(1);
        }
    }
    let mut components = Vec::new();
    while !at.is_empty() {
        let (behind, name) = identifier(at)?;
        at = behind;
        let mut component = ComponentConstraint { name, constraint: None, presence: None };
        if at.kind(0) == T::LParen {
            let (behind, inner) = constraint(at)?;
            component.constraint = Some(inner);
            at = behind;
        }
        let words = [
            ("PRESENT", ComponentPresence::Present),
            ("ABSENT", ComponentPresence::Absent),
            ("OPTIONAL", ComponentPresence::Optional),
        ];
        component.presence = words.into_iter().find(|(word, _)| at.is(word)).map(|(_, presence)| presence);
        if component.presence.is_some() {
            at = at.skip(1);
        }
        components.push(component);
        match at.kind(0) {
            T::Comma => at = at.skip(1),
            T::End => {}
            _ => return expected(at, "`,` or `}`"),
        }
    }
    Ok((rest, Elements::Components(partial, Rc::new(components))))
}

fn value_or_range(i: Tokens<'_>) -> Parsed<'_, Elements<'_>> {
    let (rest, lower) = values::value(i)?;
    let lower_open = rest.kind(0) == T::Less && rest.kind(1) == T::Dots2;
    let at = if lower_open { rest.skip(1) } else { rest };
    if at.kind(0) != T::Dots2 {
        return match lower.kind {
            ValueKind::Min | ValueKind::Max => {
                // Alone they stand for themselves: a range of one value.
                Ok((rest, range(Rc::clone(&lower), false, lower, false)))
            }
            _ => Ok((rest, Elements::Value(lower))),
        };
    }
    let at = at.skip(1);
    let upper_open = at.kind(0) == T::Less;
    let (rest, upper) = values::value(if upper_open { at.skip(1) } else { at })?;
    Ok((rest, range(lower, lower_open, upper, upper_open)))
}

fn range<'a>(lower: Rc<Value<'a>>, lower_open: bool, upper: Rc<Value<'a>>, upper_open: bool) -> Elements<'a> {
    Elements::Range(Rc::new(Range { lower, lower_open, upper, upper_open }))
}

fn at_notation(i: Tokens<'_>) -> Parsed<'_, AtNotation<'_>> {
    let (mut i, _) = token(T::At)(i)?;
    let mut level = 0;
    loop {
        level += match i.kind(0) {
            T::Dot => 1,
            T::Dots2 => 2,
            T::Dots3 => 3,
            _ => break,
        };
        i = i.skip(1);
    }
    let (i, path) = separated_list1(token(T::Dot), identifier).parse(i)?;
    Ok((i, AtNotation { level, path }))
}

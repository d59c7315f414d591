//! Parses what types hold in braces: components, items, named numbers (X.680 clauses 19, 20, 22, 25, 27 and 29).

use super::basics::{
    Fault, Parsed, braced, complete, expected, fatal, identifier, is_reserved, list, token, word,
};
use super::macros::{self, Ending};
use super::types::ty;
use super::words::{starts, useful};
use super::{constraints, values};
use crate::asn1::parse::ast::{
    Component, Components, Enumerated, NamedNumber, Presence, Reference, TypeKind, Value, ValueKind,
};
use crate::asn1::text::tokens::{Ident, TokenKind as T, Tokens};
use std::rc::Rc;
use syntax_graph::Diagnostic;

/// `{red(1), blue(two)}`, where there is one.
pub fn named_numbers(i: Tokens<'_>) -> Parsed<'_, Vec<NamedNumber<'_>>> {
    if i.kind(0) != T::LBrace {
        return Ok((i, Vec::new()));
    }
    let (rest, inside) = braced(i)?;
    let (_, list) = named_number_list(inside)?;
    tell_capitals(i, list.iter().map(|item| &item.name));
    Ok((rest, list))
}

fn named_number_list(mut i: Tokens<'_>) -> Parsed<'_, Vec<NamedNumber<'_>>> {
    let mut list = Vec::new();
    while !i.is_empty() {
        if i.kind(0) == T::Dots3 {
            return fatal(
                i,
                "an identifier",
                "a list of named numbers or bits is never closed: it has no `...`",
            );
        }
        let (behind, item) = named_number(i)?;
        list.push(item);
        match comma(behind, begins_item) {
            Some(next) => i = next,
            None => return complete(Ok((behind, list)), "`,`"),
        }
    }
    Ok((i, list))
}

fn named_number(i: Tokens<'_>) -> Parsed<'_, NamedNumber<'_>> {
    let is_whole = matches!(i.kind(1), T::LParen | T::Comma | T::End);
    let (i, name) = if is_whole && is_capital_name(i) { capital_name(i) } else { identifier(i)? };
    if i.kind(0) != T::LParen {
        return Ok((i, NamedNumber { name, value: None }));
    }
    let (i, value) = values::value(i.skip(1))?;
    let (i, _) = token(T::RParen)(i)?;
    Ok((i, NamedNumber { name, value: Some(value) }))
}

/// Whether a name that begins with a capital letter stands here, which is none of the standard's.
fn is_capital_name(i: Tokens<'_>) -> bool {
    i.kind(0) == T::Upper && !is_reserved(i.text(0)) && useful(i.text(0)).is_none()
}

/// An identifier that begins with a capital letter, as some published texts have them.
fn capital_name(i: Tokens<'_>) -> (Tokens<'_>, Ident<'_>) {
    (i.skip(1), Ident { text: i.text(0), span: i.span(0) })
}

/// Reports the identifiers of a list that begin with a capital letter, at the first.
fn tell_capitals<'a>(i: Tokens<'a>, names: impl Iterator<Item = &'a Ident<'a>>) {
    let mut capitals = names.filter(|name| name.text.starts_with(|c: char| c.is_ascii_uppercase()));
    let Some(first) = capitals.next() else { return };
    let mut report =
        Diagnostic::warning("capital-identifier", first.span, "an identifier begins with a capital letter");
    let more = capitals.count();
    if more > 0 {
        report = report.with_text(format!("and {more} more in this list"));
    }
    i.warn(report.with_note(
        "the identifier is accepted; the standard wants a small first letter (X.680 clause 12.3)",
    ));
}

/// `Y INTEGER`: a component whose identifier begins with a capital letter, not one without an identifier.
fn is_capital_component(i: Tokens<'_>) -> bool {
    let is_type = starts(i.skip(1)) && i.kind(1) != T::Lower && !i.is_at(1, "SIZE");
    is_type && is_capital_name(i) && macros::notation(i, Ending::Type).is_none()
}

/// The items of an enumeration.
pub fn enumerated(i: Tokens<'_>) -> Parsed<'_, Enumerated<'_>> {
    let (rest, list) = items(i)?;
    tell_capitals(i, list.root.iter().chain(&list.additions).map(|item| &item.name));
    Ok((rest, list))
}

fn items(i: Tokens<'_>) -> Parsed<'_, Enumerated<'_>> {
    let mut list = Enumerated::default();
    let mut i = i;
    loop {
        if i.kind(0) == T::Dots3 {
            if list.extensible {
                return fatal(i, "an item", "an enumeration has a second `...` (X.680 clause 20.1)");
            }
            list.extensible = true;
            let (rest, exception) = constraints::exception(i.skip(1))?;
            list.exception = list.exception.or(exception);
            i = rest;
        } else {
            let (rest, item) = named_number(i)?;
            if list.extensible {
                list.additions.push(item)
            } else {
                list.root.push(item)
            }
            i = rest;
        }
        match comma(i, begins_item) {
            Some(rest) => i = rest,
            None => return Ok((i, list)),
        }
        if i.is_empty() {
            return Ok((i, list));
        }
    }
}

/// Behind a comma; a comma with nothing behind it is skipped with a warning. Where `begins` sees that the list goes on
/// without one, the fault is reported and the whole list is read.
fn comma<'a>(i: Tokens<'a>, begins: fn(Tokens<'a>) -> bool) -> Option<Tokens<'a>> {
    let tell = |at: Tokens<'a>| {
        let fault = Fault { expected: vec!["`,` or `}`"], ..Fault::new(at) };
        i.warn(fault.report(at));
    };
    if i.kind(0) != T::Comma {
        let stray = matches!(i.kind(0), T::Semicolon | T::Dot);
        let rest = if stray { i.skip(1) } else { i };
        let goes_on = begins(rest) || (i.kind(0) == T::Semicolon && rest.is_empty());
        if goes_on {
            tell(i);
        }
        return goes_on.then_some(rest);
    }
    let mut rest = i.skip(1);
    while rest.kind(0) == T::Comma {
        let report = Diagnostic::error("syntax", rest.span(0), "two commas with nothing between them");
        i.warn(report.with_help("delete one"));
        rest = rest.skip(1);
    }
    if rest.is_empty() {
        i.warn(Diagnostic::warning("stray-comma", i.span(0), "unexpected `,` before the closing brace"));
    }
    Some(rest)
}

/// Whether `name(5)` or the last name of a list begins here.
fn begins_item(i: Tokens<'_>) -> bool {
    i.kind(0) == T::Lower && matches!(i.kind(1), T::LParen | T::Comma | T::End)
}

/// Whether a component with a name and a type begins here: of those behind it the commas are looked for anew.
fn begins_component(i: Tokens<'_>) -> bool {
    let typed = |i: Tokens<'_>| match i.kind(0) {
        T::Upper => starts(i),
        T::LBracket => i.kind(1) == T::Number || (i.kind(1) == T::Upper && i.kind(2) == T::Number),
        _ => false,
    };
    i.kind(0) == T::Lower && typed(i.skip(1))
}

/// The inside of a structure or CHOICE; of a structure, components may stand behind the second marker.
pub fn components(i: Tokens<'_>, of_structure: bool) -> Parsed<'_, Components<'_>> {
    let mut list = Components::default();
    let mut versions = Vec::new();
    let mut markers = 0;
    let mut i = i;
    while !i.is_empty() {
        if i.kind(0) == T::Dots3 {
            markers += 1;
            if markers > 2 {
                return fatal(i, "a component", "a list of components has a third `...` (X.680 clause 25.1)");
            }
            list.extensible = true;
            let (rest, exception) = constraints::exception(i.skip(1))?;
            list.exception = list.exception.or(exception);
            i = rest;
        } else if i.kind(0) == T::LBracket && i.kind(1) == T::LBracket && i.touching() {
            if markers != 1 {
                return fatal(
                    i,
                    "a component",
                    "version brackets are allowed only after `...` (X.680 clause 25.1)",
                );
            }
            let (rest, (version, mut group)) = version_group(i)?;
            check_version(i, version, &mut versions)?;
            let first = list.additions.len();
            list.additions.append(&mut group);
            list.groups.push(first..list.additions.len());
            i = rest;
        } else {
            if markers == 2 && !of_structure {
                let told = "an alternative follows the second `...` of a CHOICE (X.680 clause 29.1)";
                return fatal(i, "`}`", told);
            }
            let (rest, component) = component(i)?;
            match markers {
                0 => list.first.push(component),
                1 => list.additions.push(component),
                _ => list.last.push(component),
            }
            i = rest;
        }
        match comma(i, begins_component) {
            Some(rest) => i = rest,
            None => break,
        }
    }
    let all = list.first.iter().chain(&list.additions).chain(&list.last);
    tell_capitals(i, all.filter_map(|component| component.name.as_ref()));
    Ok((i, list))
}

/// `[[ 2: a A, b B ]]`
fn version_group(i: Tokens<'_>) -> Parsed<'_, (Option<u64>, Vec<Component<'_>>)> {
    let mut i = i.skip(2);
    let mut version = None;
    if i.kind(0) == T::Number && i.kind(1) == T::Colon {
        version = i.text(0).parse().ok();
        i = i.skip(2);
    }
    let (i, group) = list(i, component)?;
    if i.kind(0) == T::RBracket && i.kind(1) == T::RBracket {
        return Ok((i.skip(2), (version, group)));
    }
    expected(i, "`,` or `]]`")
}

/// Version numbers go upwards from 2, and all groups have one or none has (X.680 clause 25).
fn check_version<'a>(i: Tokens<'a>, version: Option<u64>, before: &mut Vec<Option<u64>>) -> Parsed<'a, ()> {
    let last = before.last().copied();
    before.push(version);
    match (last, version) {
        (None, Some(number)) if number < 2 => {
            fatal(i.skip(2), "2 or more", "the first version number is below 2 (X.680 clause 25)")
        }
        (Some(Some(last)), Some(number)) if number <= last => {
            fatal(i.skip(2), "a greater number", "version numbers do not increase (X.680 clause 25)")
        }
        (Some(last), version) if last.is_some() != version.is_some() => fatal(
            i.skip(2),
            "the same in all brackets",
            "some version brackets have a number and others do not (X.680 clause 25)",
        ),
        _ => Ok((i, ())),
    }
}

fn component(i: Tokens<'_>) -> Parsed<'_, Component<'_>> {
    if i.is("COMPONENTS") {
        let (i, ()) = word("OF", "`OF`")(i.skip(1))?;
        let (i, ty) = ty(i)?;
        return Ok((i, Component { name: None, ty, spliced: true, presence: Presence::Mandatory }));
    }
    let unnamed = i.kind(0) != T::Lower || matches!(i.kind(1), T::Less | T::Dot);
    let (i, name) = if unnamed && is_capital_component(i) {
        let (i, name) = capital_name(i);
        (i, Some(name))
    } else if unnamed {
        if !starts(i) {
            return expected(i, "a component");
        }
        (i, None)
    } else {
        identifier(i).map(|(i, name)| (i, Some(name)))?
    };
    let (i, ty) = ty(i)?;
    let (i, presence) = match i.text(0) {
        "OPTIONAL" => (i.skip(1), Presence::Optional),
        "DEFAULT" => {
            let of_any = matches!(ty.kind, TypeKind::Any(_));
            let parse = if of_any { values::of_any } else { values::governed };
            let named = named_in_capitals(i.skip(1)).map(Ok);
            let (i, value) = named.unwrap_or_else(|| parse(i.skip(1)))?;
            (i, Presence::Default(value))
        }
        _ => (i, Presence::Mandatory),
    };
    Ok((i, Component { name, ty, spliced: false, presence }))
}

/// A value that is a name alone and begins with a capital letter, as the item that it may be.
fn named_in_capitals(i: Tokens<'_>) -> Option<(Tokens<'_>, Rc<Value<'_>>)> {
    let is_whole = matches!(i.kind(1), T::Comma | T::End | T::RBracket);
    if !is_whole || !is_capital_name(i) || values::WORDS.contains(&i.text(0)) {
        return None;
    }
    let (rest, name) = capital_name(i);
    let kind = ValueKind::Reference(Reference { module: None, name, arguments: None });
    Some((rest, Rc::new(Value { kind, span: i.span(0) })))
}

//! Tags and encoding prefixes before a type (X.680 clause 31).

use super::basics::{Parsed, expected, fatal, is_reserved, token};
use super::{types, values};
use crate::asn1::names::resolve::nearest;
use crate::asn1::parse::ast::TagPrefix;
use crate::asn1::text::tokens::{TokenKind as T, Tokens};
use syntax_graph::{Diagnostic, TagClass};

/// The tags before a type. Encoding instructions in brackets (`[XER:ATTRIBUTE]`) are no tags.
pub fn tags(i: Tokens<'_>) -> Parsed<'_, Vec<TagPrefix<'_>>> {
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
            let message = "tags are written `[TAG: ...]` in a module whose header names other instructions";
            let report = Diagnostic::warning("bare-tag", i.span_to(rest), message);
            i.warn(report.with_help("it is taken as a tag (X.680 clause 31.3)"));
        }
        tags.push(prefix);
        i = rest;
    }
    Ok((i, tags))
}

/// What may stand behind the bracket of a tag.
pub const CLASSES: &str = "`UNIVERSAL`, `APPLICATION`, `PRIVATE` or a number";

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
        return expected(i, CLASSES);
    }
    let (i, number) = values::value(i)?;
    let (i, _) = token(T::RBracket)(i)?;
    let (i, implicit) = match i.text(0) {
        "IMPLICIT" => (i.skip(1), Some(true)),
        "EXPLICIT" => (i.skip(1), Some(false)),
        text if i.kind(0) == T::Upper
            && !is_reserved(text)
            && types::starts(i.skip(1))
            && nearest(text, ["IMPLICIT", "EXPLICIT"].into_iter()).is_some() =>
        {
            return expected(i, "`IMPLICIT` or `EXPLICIT`");
        }
        _ => (i, None),
    };
    Ok((i, TagPrefix { class: class.unwrap_or(TagClass::Context), number, implicit }))
}

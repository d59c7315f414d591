//! Guesses what the writer meant where the grammar fails: each hint names one usual mistake.

use super::basics::is_keyword;
use crate::fault::{Fault, Place};
use crate::spelling::nearest;
use crate::xdr::tokens::{TokenKind as T, Tokens};
use syntax_graph::Diagnostic;

impl Place for Tokens<'_> {
    fn index(self) -> usize {
        self.at
    }
    fn diagnose(self, fault: &Fault) -> Diagnostic {
        let place = self.seek(fault.at);
        let found = (place.kind(0) != T::End).then(|| place.token(0).text);
        fault.diagnostic(place.span(), found, |expected| hint(place, expected))
    }
}

/// Words that begin a definition.
const BEGINNINGS: [&str; 7] = ["typedef", "enum", "struct", "union", "const", "program", "namespace"];

/// A hint for the token that was found, where others were expected.
fn hint(place: Tokens<'_>, expected: &[&str]) -> Option<String> {
    let wants = |what: &str| expected.contains(&what);
    let before = |back: usize| place.at.checked_sub(back).map(|at| place.seek(at));
    let behind = |kind: T| before(1).is_some_and(|previous| previous.kind(0) == kind);
    let text = place.token(0).text;
    if let Some(found) = of_c(place, &wants) {
        return Some(found.to_owned());
    }
    let said = match place.kind(0) {
        _ if wants("`typedef`") || expected.iter().any(|one| one.starts_with("`typedef`,")) => {
            return Some(definition(place));
        }
        T::LBracket | T::Less if wants("`;`") => {
            "give the inner array a name by typedef: a declaration has one dimension"
        }
        T::LParen if wants("a number or the name of a constant") => {
            "write a plain number, without parentheses or operators"
        }
        T::RBracket if wants("a number or the name of a constant") => {
            "write an array of any number of elements as `name<>`"
        }
        T::Semicolon | T::RBrace if behind(T::Less) => {
            "write the largest number before `>`, or `name<>` for any number"
        }
        T::Colon if wants("a number or the name of a constant") => "write the value before the colon",
        _ if wants("a number or the name of a constant") => "write a number, or a name that `const` defines",
        T::Star if wants("a name") => {
            "give the inner pointer a name by typedef: there are no pointers to pointers"
        }
        T::Word if wants("a name") && before(1).is_some_and(|previous| previous.is("unsigned")) => {
            "write `unsigned` alone, or before char, short, int, long or hyper"
        }
        T::Word if wants("a name") && is_keyword(text) => {
            "choose another name: this is a keyword (RFC 4506 section 6.4)"
        }
        T::LBrace if wants("a name") => "write the name of the definition after its first word",
        _ if wants("a name") => "write a type and a name: `int count`",
        T::RBrace if wants("a type") => "write at least one procedure: `void NULL(void) = 0;`",
        _ if wants("a type") => "write the name of a type, or a type of RFC 4506",
        _ if wants("`version`") => {
            "write the procedures in a version: `program NAME { version NAME { ... } = 1; } = \
                 0x20000000;`"
        }
        _ if wants("`switch`") => "write a union as `union name switch (int kind) { case 1: ...; }`",
        _ if wants("`case`") || wants("`case`, `default` or `}`") => {
            "write an arm as `case VALUE: type name;` or `default: void;`"
        }
        _ if wants("`:`") => "write a colon after each case",
        T::Semicolon if wants("`,` or `}`") => "separate items by commas",
        T::Sign if wants("`,` or `}`") => "write a plain number for the item",
        _ if wants("`,` or `}`") => "is a `,` missing before it?",
        _ if wants("`=`") => "write the value after `=`",
        _ => {
            let sign = expected.first().filter(|sign| sign.starts_with('`'))?;
            return Some(format!("is a {sign} missing before it?"));
        }
    };
    Some(said.to_owned())
}

/// A hint for what C and its relatives have and this notation has not.
fn of_c(place: Tokens<'_>, wants: &dyn Fn(&str) -> bool) -> Option<&'static str> {
    let previous = place.seek(place.at.checked_sub(1)?);
    let is_unsigned = place.at.checked_sub(3).is_some_and(|at| place.seek(at).is("unsigned"));
    Some(match place.kind(0) {
        T::Word if wants("`;`") && previous.is("long") && is_unsigned => {
            "write an unsigned integer of 64 bits as `unsigned hyper name` (RFC 4506 section 4.5)"
        }
        T::Word if wants("`;`") && previous.is("long") => {
            "write an integer of 64 bits as `hyper name` (RFC 4506 section 4.5)"
        }
        T::Word if wants("a name") && previous.is("signed") => "delete it: `int name` is a signed integer",
        T::Word if wants("a name") && previous.is("optional") => {
            "write data that may be absent as `type *name`"
        }
        T::Comma if wants("`;`") => "write a declaration for each name: `int first; int second;`",
        T::Equal if wants("`;`") => "delete the value: a declaration has none",
        T::Colon if wants("`;`") => "delete the width: XDR has no bit fields",
        T::Less | T::LBracket if wants("a name") => {
            "write the length after the name: `string name<10>`, `int name[5]`"
        }
        T::RParen if wants("a name") => "write a type and a name: `switch (int kind)`",
        T::Semicolon if wants("a type") && previous.kind(0) == T::Colon => {
            "write an arm without data as `void;`"
        }
        T::Semicolon if wants("a type") => "delete this `;`",
        T::Comma if wants("`:`") => "write a `case` for each value: `case 1: case 2: int name;`",
        _ => return None,
    })
}

/// A hint where a definition should begin.
fn definition(place: Tokens<'_>) -> String {
    let text = place.token(0).text;
    if let Some(meant) = nearest(text, BEGINNINGS.into_iter()) {
        return format!("did you mean `{meant}`?");
    }
    match place.kind(0) {
        T::RBrace => "delete it, or add the `{` that it closes".to_owned(),
        T::Word => "write only definitions here: `typedef int name;`".to_owned(),
        _ => "does a `;` or a `}` end the definition before it too early?".to_owned(),
    }
}

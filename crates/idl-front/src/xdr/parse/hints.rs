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
            "a declaration has one dimension: name the inner array by typedef"
        }
        T::LParen if wants("a number or the name of a constant") => {
            "numbers are written out, without parentheses or operators"
        }
        T::RBracket if wants("a number or the name of a constant") => {
            "an array of any number of elements is written `name<>`"
        }
        T::Semicolon | T::RBrace if behind(T::Less) => {
            "the largest number stands before `>`; without one any number goes: `name<>`"
        }
        T::Colon if wants("a number or the name of a constant") => "write the value before the colon",
        _ if wants("a number or the name of a constant") => "write a number, or a name that `const` defines",
        T::Star if wants("a name") => "there are no pointers to pointers: name the inner one by typedef",
        T::Word if wants("a name") && before(1).is_some_and(|previous| previous.is("unsigned")) => {
            "`unsigned` stands alone, or before char, short, int, long or hyper"
        }
        T::Word if wants("a name") && is_keyword(text) => {
            "this is a keyword (RFC 4506 section 6.4): choose another name"
        }
        T::LBrace if wants("a name") => "a definition has a name behind its first word",
        _ if wants("a name") => "a declaration is a type and a name: `int count`",
        T::RBrace if wants("a type") => "there is at least one: `void NULL(void) = 0;`",
        _ if wants("a type") => "types are named by typedef, enum, struct or union, or are those of RFC 4506",
        _ if wants("`version`") => {
            "procedures stand in versions: `program NAME { version NAME { ... } = 1; } = 0x20000000;`"
        }
        _ if wants("`switch`") => "a union is written `union name switch (int kind) { case 1: ...; }`",
        _ if wants("`case`") || wants("`case`, `default` or `}`") => {
            "an arm is written `case VALUE: type name;` or `default: void;`"
        }
        _ if wants("`:`") => "a colon stands behind each case",
        T::Semicolon if wants("`,` or `}`") => "items are separated by commas",
        T::Sign if wants("`,` or `}`") => "items have whole numbers, which are written out",
        _ if wants("`,` or `}`") => "is a `,` missing before it?",
        _ if wants("`=`") => "what a definition stands for follows `=`",
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
            "an integer of 64 bits without a sign is `unsigned hyper name` (RFC 4506 section 4.5)"
        }
        T::Word if wants("`;`") && previous.is("long") => {
            "an integer of 64 bits is `hyper name` (RFC 4506 section 4.5)"
        }
        T::Word if wants("a name") && previous.is("signed") => {
            "integers have a sign without a word: `int name`"
        }
        T::Word if wants("a name") && previous.is("optional") => "data that may be absent is `type *name`",
        T::Comma if wants("`;`") => "a declaration has one name: `int first; int second;`",
        T::Equal if wants("`;`") => "a declaration has no value",
        T::Colon if wants("`;`") => "there are no bit fields: an integer takes four octets or eight",
        T::Less | T::LBracket if wants("a name") => {
            "the length stands behind the name: `string name<10>`, `int name[5]`"
        }
        T::RParen if wants("a name") => "a declaration is a type and a name: `switch (int kind)`",
        T::Semicolon if wants("a type") && previous.kind(0) == T::Colon => "an arm without data is `void;`",
        T::Semicolon if wants("a type") => "this `;` is one too many",
        T::Comma if wants("`:`") => "each value has a `case` of its own: `case 1: case 2: int name;`",
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
        T::RBrace => "this closes nothing: delete it, or is a `{` missing before it?".to_owned(),
        T::Word => "a specification defines types and constants alone: `typedef int name;`".to_owned(),
        _ => "does a `;` or a `}` end the definition before it too early?".to_owned(),
    }
}

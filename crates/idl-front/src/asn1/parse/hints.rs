//! Guesses what the writer meant where the grammar fails: each hint names one usual mistake.

use super::basics::{is_reserved, shorten};
use crate::asn1::text::tokens::{TokenKind as T, Tokens};
use crate::fault::{Fault, Place};
use crate::spelling::nearest;
use syntax_graph::Diagnostic;

impl Place for Tokens<'_> {
    fn index(self) -> usize {
        self.at
    }
    fn diagnose(self, fault: &Fault) -> Diagnostic {
        let place = Tokens { at: fault.at.min(self.source.tokens.len()), ..Tokens::all(self.source) };
        let found = (place.kind(0) != T::End).then(|| place.text(0));
        fault.diagnostic(place.span(0), found, |expected| hint(place, expected))
    }
}

/// How many tokens behind a string whose end is missing the grammar may fail.
const STRING_REACH: usize = 8;

/// A hint for the token that was found, where others were expected.
fn hint(place: Tokens<'_>, expected: &[&str]) -> Option<String> {
    let all = Tokens::all(place.source);
    let before = |back: usize| place.at.checked_sub(back).map(|at| Tokens { at, ..all });
    let previous = before(1);
    let text = place.text(0);
    let wants = |what: &str| expected.iter().any(|expected| expected.split(" or ").any(|one| one == what));
    let said = |text: &str| Some(text.to_owned());
    if is_at_page_break(place) {
        return said("delete the head and foot lines of the printed page");
    }
    let behind_word = place.kind(0) == T::Lower && wants("a type") && previous.is_some_and(touches_comment);
    if behind_word
        || (matches!(place.kind(0), T::Lower | T::Upper) && !wants("`,`") && is_behind_comment(place))
    {
        return said(
            "begin the rest with `--`, too: a comment ends at the second `--` of its line (X.680 \
             clause 12.6)",
        );
    }
    if let Some(name) = previous.filter(|previous| previous.kind(0) == T::LBrace).and_then(|_| before(2))
        && let Some(meant) = misspelt_constructor(name)
    {
        return Some(format!("did you mean `{meant}` instead of `{}`?", name.text(0)));
    }
    if let Some(found) = opening_brace(place).and_then(misspelt_constructor_before) {
        return Some(found);
    }
    let mut strings = (1..=STRING_REACH).filter_map(before).filter(|string| string.kind(0) == T::CString);
    if let Some(string) =
        strings.find(|string| string.text(0).contains('\n') && string.text(0).contains("::="))
    {
        let first = string.text(0).lines().next().unwrap_or("");
        return Some(format!(
            "close the string that begins with `{}`: it lacks its final `\"`",
            shorten(first)
        ));
    }
    if let Some(found) = in_place_of_a_type(place, &wants).or_else(|| among_components(place, &wants)) {
        return Some(found);
    }
    if let Some(found) = in_a_constraint(place, &wants)
        .or_else(|| at_a_field(place, &wants))
        .or_else(|| among_values(place, &wants))
    {
        return Some(found);
    }
    let at_token = match place.kind(0) {
        T::Upper | T::Lower => at_a_word(place, &wants),
        T::Number | T::CString => at_a_number_or_string(place, &wants),
        _ => at_a_sign(place, &wants),
    };
    if at_token.is_some() {
        return at_token;
    }
    if let Some(found) = nearly_expected(place, expected, &wants) {
        return Some(found);
    }
    let is_named_in_capitals = wants("`,`")
        && previous.is_some_and(|name| name.kind(0) == T::Upper && !is_reserved(name.text(0)))
        && super::words::starts(place);
    if is_named_in_capitals {
        return said("begin the identifier with a small letter");
    }
    match place.kind(0) {
        T::Upper if wants("a value") && !is_reserved(text) => {
            said("begin the name of a value with a small letter")
        }
        T::Lower if wants("a type") => said("begin the name of a type with a capital letter"),
        T::Upper if wants("an identifier") && !is_reserved(text) => {
            said("begin the identifier with a small letter")
        }
        T::Upper if is_reserved(text) && (wants("the name of a type") || wants("a component")) => {
            Some(format!("choose another name: `{text}` is a reserved word (X.680 clause 12.38)"))
        }
        T::Lower if wants("`,`") && touches_comment(place) => {
            said("is a `,` missing before it? The comment ends at its second `--` (X.680 clause 12.6)")
        }
        T::Lower if wants("`,`") => said("is a `,` missing before it?"),
        T::LBracket if wants("`,`") && place.kind(1) == T::LBracket => said("is a `,` missing before it?"),
        _ => None,
    }
}

/// A word that is nearly the one that was expected, or a keyword that fits here.
fn nearly_expected(place: Tokens<'_>, expected: &[&str], wants: &dyn Fn(&str) -> bool) -> Option<String> {
    if place.kind(0) != T::Upper {
        return None;
    }
    let words = expected.iter().flat_map(|expected| expected.split(" or "));
    let quoted = words.filter_map(|word| word.strip_prefix('`')?.strip_suffix('`'));
    let fitting = match () {
        () if wants("`,`") => &["OPTIONAL", "DEFAULT"][..],
        () if wants("a value") => &super::values::WORDS[..],
        () => &[],
    };
    nearest(place.text(0), quoted.chain(fitting.iter().copied()))
        .map(|meant| format!("did you mean `{meant}`?"))
}

/// What a word suggests.
fn at_a_word(place: Tokens<'_>, wants: &dyn Fn(&str) -> bool) -> Option<String> {
    let before =
        |back: usize| place.at.checked_sub(back).map(|at| Tokens { at, ..Tokens::all(place.source) });
    let previous = before(1);
    let text = place.text(0);
    let said = |text: &str| Some(text.to_owned());
    match place.kind(0) {
        T::Upper if text == "TAGS" && wants("`::=`") => {
            said("write `AUTOMATIC TAGS`, `IMPLICIT TAGS` or `EXPLICIT TAGS`")
        }
        T::Upper if text == "FROM" && wants("the name of a type") => {
            said("write imports as `IMPORTS Name, Name FROM Module;`")
        }
        T::Upper if text == "SIZE" && wants("the name of a type") => {
            said("write the constraint in parentheses: `(SIZE (1..4))`")
        }
        T::Upper
            if matches!(text, "OPTIONAL" | "DEFAULT")
                && wants("the name of a type")
                && place.kind(1) != T::Assign =>
        {
            Some(format!("write `{text}` only after a component of a SEQUENCE or SET (X.680 clause 25.1)"))
        }
        T::Upper if matches!(text, "OPTIONAL" | "DEFAULT") && wants("`,`") && is_behind_splice(place) => {
            Some(format!(
                "delete `{text}`: the components that COMPONENTS OF includes keep their own (X.680 clause \
                     25.1)"
            ))
        }
        T::Upper if matches!(text, "OPTIONAL" | "DEFAULT") && wants("`,`") => {
            said("delete OPTIONAL or DEFAULT: a component has one of them (X.680 clause 25.1)")
        }
        T::Upper if matches!(text, "EXPLICIT" | "IMPLICIT") && wants("a type") => {
            Some(format!("write `{text}` after a tag: `[0] {text} INTEGER`"))
        }
        T::Upper
            if text == "IMPORTS" && previous.is_some_and(|previous| previous.kind(0) == T::Semicolon) =>
        {
            said("write one list for all modules: `IMPORTS A FROM One B FROM Two;`")
        }
        T::Upper if matches!(text, "IMPORTS" | "EXPORTS") => {
            said("move EXPORTS and IMPORTS before all definitions (X.680 clause 13)")
        }
        T::Lower if wants("the name of a module") => said("begin the name of a module with a capital letter"),
        T::Upper if text == "CONTEXT" && wants("a number") => {
            said("write a context-specific tag without a class: `[5]` (X.680 clause 31.2)")
        }
        T::Upper if is_misplaced_instruction(place) => said(
            "write the name of the encoding before an encoding instruction, `[XER:ATTRIBUTE]`, or \
                 `XER INSTRUCTIONS` in the header of the module (X.680 clauses 13 and 31.3)",
        ),
        T::Upper if wants("`)`") && before(3).is_some_and(is_constructor_in_parentheses) => {
            said("write the components in braces: `SEQUENCE { ... }`")
        }
        T::Lower | T::Upper if wants("`...`") && is_in_braces(place) => {
            said("separate the elements of the set by `|` (X.680 clause 50)")
        }
        T::Lower if wants("`...`") => said("is a `)` missing before the `,`?"),
        T::Upper if matches!(text, "IMPLICIT" | "EXPLICIT") && wants("`]`") => {
            Some(format!("write `{text}` after the tag: `[APPLICATION 1] {text} INTEGER`"))
        }
        T::Upper if text == "FROM" && before(2).is_some_and(|word| word.is("IMPORT")) => {
            said("did you mean `IMPORTS`?")
        }
        _ => None,
    }
}

/// What a number or string suggests.
fn at_a_number_or_string(place: Tokens<'_>, wants: &dyn Fn(&str) -> bool) -> Option<String> {
    let previous = place.at.checked_sub(1).map(|at| Tokens { at, ..Tokens::all(place.source) });
    let said = |text: &str| Some(text.to_owned());
    match place.kind(0) {
        T::Number if wants("`{`") && previous.is_some_and(|previous| previous.kind(0) == T::Assign) => {
            said("write a set of values in braces, or begin the name of a value with a small letter")
        }
        T::Number
            if wants("a definition") && matches!(place.kind(1), T::Upper | T::Lower) && place.touching() =>
        {
            said("begin the name with a letter (X.680 clause 12.2)")
        }
        T::Number
            if wants("a definition") && previous.is_some_and(|previous| previous.kind(0) == T::Upper) =>
        {
            said("write the constraint in parentheses: `INTEGER (0..255)`")
        }
        T::Number | T::CString if wants("`...`") => {
            said("separate the permitted values by `|` (X.680 clause 50)")
        }
        T::Number if wants("a type") && place.kind(1) == T::RBracket => {
            said("write the tag in brackets: `[0]`")
        }
        _ => None,
    }
}

/// What a sign suggests.
fn at_a_sign(place: Tokens<'_>, wants: &dyn Fn(&str) -> bool) -> Option<String> {
    let previous = place.at.checked_sub(1).map(|at| Tokens { at, ..Tokens::all(place.source) });
    let said = |text: &str| Some(text.to_owned());
    match place.kind(0) {
        T::Slash => said("begin a comment with `--`, or write it between `/*` and `*/`"),
        T::Colon | T::Equal if wants("`::=`") => said("write `::=`"),
        T::Dot if previous.is_some_and(|previous| previous.is("END")) => said("delete what follows END"),
        T::Semicolon if wants("`,`") => said("separate components by `,`"),
        T::Dots2 if wants("a component") => said("write three dots: `...`"),
        T::Dot if previous.is_some_and(|previous| previous.kind(0) == T::Dots3) => {
            said("write three dots: `...`")
        }
        T::Dots3 if wants("`)`") && place.kind(1) != T::RParen => said(
            "write a range with two dots, `lower..upper`, or a comma before the extension marker: `, \
                 ...`",
        ),
        T::Dots3 if wants("`,`") => said("write `,` before `...`"),
        T::LBrace
            if wants("`)`")
                && place.kind(1) == T::Lower
                && previous.is_some_and(|previous| previous.kind(0) == T::RBrace) =>
        {
            Some(format!(
                "write the name of the governor after `@`: `{{@{}}}` (X.682 clause 10)",
                place.text(1)
            ))
        }
        T::Minus if wants("`)`") => said("write a range as `lower..upper`"),
        T::LParen if wants("a type") && place.kind(1) == T::Number && place.kind(2) == T::RParen => {
            said("write the tag in brackets: `[0]`")
        }
        T::Assign if wants("`DEFINITIONS`") => {
            said("write the definitions in a module: `Name DEFINITIONS ::= BEGIN ... END`")
        }
        T::Dot if wants("a value") && place.kind(1) == T::Number => {
            said("write a digit before the point: `0.5` (X.680 clause 12.9)")
        }
        T::Assign if previous.is_some_and(|previous| previous.kind(0) == T::Assign) => {
            said("delete the second `::=`")
        }
        T::Assign if wants("a definition") => {
            said("write the name of the definition before `::=` (X.680 clause 16)")
        }
        T::LBrace if wants("`...`") && is_in_braces(place) => {
            said("separate the elements of the set by `|` (X.680 clause 50)")
        }
        T::Comma | T::Dot if wants("a definition") => said("delete it: nothing separates two definitions"),
        T::RParen if wants("`,`") => said("delete this `)`, or add the `(` that it closes"),
        T::LParen if wants("`{`") && previous.is_some_and(|previous| previous.is("ENUMERATED")) => {
            said("write the items in braces: `ENUMERATED { one, two }`")
        }
        T::LBracket if wants("a definition") => {
            said("write a constraint in parentheses, `(0..5)`, or a tag before its type")
        }
        T::LBrace if wants("a definition") && previous.is_some_and(|previous| previous.is("STRING")) => {
            said("write a size in parentheses: `OCTET STRING (SIZE (4))`")
        }
        T::RBracket if wants("a value") => said("write the number of the tag: `[0]`, `[APPLICATION 3]`"),

        _ => None,
    }
}

/// Where a type should stand.
fn in_place_of_a_type(place: Tokens<'_>, wants: &dyn Fn(&str) -> bool) -> Option<String> {
    let previous = Tokens { at: place.at.checked_sub(1)?, ..Tokens::all(place.source) };
    let said = |text: &str| Some(text.to_owned());
    if wants("`{`") && place.is("OF") && previous.is("CHOICE") {
        return said("write a list as `SEQUENCE OF` or `SET OF`");
    }
    if wants("`OF`") && place.kind(0) == T::LBracket && place.kind(1) == T::Lower {
        return said("write the components in braces: `SEQUENCE { ... }`");
    }
    if wants("`OF`") && place.kind(0) == T::LBracket {
        return said("write the size of a list in parentheses: `SEQUENCE (SIZE (1..5)) OF`");
    }
    if wants("`OF`") && super::words::starts(place) {
        return said("is `OF` missing before it?");
    }
    if !wants("a type") {
        return None;
    }
    match place.kind(0) {
        T::Upper if place.is("SIZE") && previous.is("OF") => {
            said("write the size of a list before `OF`: `SEQUENCE SIZE (4) OF INTEGER` (X.680 clause 51.5)")
        }
        T::Upper if place.is("STRING") => said(
            "write the type of the string: `UTF8String`, `PrintableString`, `IA5String`, `OCTET \
                 STRING` or `BIT STRING`",
        ),
        T::Upper if place.is("UNION") => said("did you mean `CHOICE`?"),
        T::LBracket if previous.is("IMPLICIT") || previous.is("EXPLICIT") => {
            Some(format!("write `{0}` after its tag: `[1] {0} INTEGER`", previous.text(0)))
        }
        T::Comma | T::RBrace | T::End if previous.is("IMPLICIT") || previous.is("EXPLICIT") => {
            Some(format!("write a type after the tag: `[1] {} INTEGER`", previous.text(0)))
        }
        T::Lower if previous.kind(0) == T::RBracket && super::words::starts(place.skip(1)) => {
            Some(format!("write the name before its tag: `{} [1] {}`", place.text(0), place.text(1)))
        }
        T::LBrace if previous.is("OF") => {
            said("write the components in a SEQUENCE of their own: `SEQUENCE OF SEQUENCE { ... }`")
        }
        T::LBrace => said("is `SEQUENCE`, `SET` or `CHOICE` missing before it?"),
        T::LParen if previous.is("OF") => {
            said("write the size of a list before `OF`, and a constraint on its elements after their type")
        }
        T::Colon => said("delete it: a type follows its name, `name INTEGER`"),
        T::Upper
            if matches!(place.text(0), "OPTIONAL" | "DEFAULT") && super::words::starts(place.skip(1)) =>
        {
            Some(format!("write `{}` after the type", place.text(0)))
        }
        T::Lower => {
            let word = place.text(0).to_ascii_uppercase();
            super::words::is_builtin(&word).then(|| format!("did you mean `{word}`?"))
        }
        _ => None,
    }
}

/// Behind a component, an item or a named number.
fn among_components(place: Tokens<'_>, wants: &dyn Fn(&str) -> bool) -> Option<String> {
    let all = Tokens::all(place.source);
    let before = |back: usize| place.at.checked_sub(back).map(|at| Tokens { at, ..all });
    let (previous, second) = (before(1)?, before(2)?);
    let said = |text: &str| Some(text.to_owned());
    if !wants("`,`") {
        return None;
    }
    let equal = place.kind(0) == T::Equal || (place.kind(0) == T::Colon && place.kind(1) == T::Equal);
    if equal && previous.kind(0) == T::Lower && matches!(second.kind(0), T::Comma | T::LBrace) {
        return Some(format!("write the number in parentheses: `{}(5)`", previous.text(0)));
    }
    if equal {
        return said("write the value of an absent component as `DEFAULT 5`");
    }
    let ends = matches!(place.kind(1), T::Comma | T::RBrace | T::End) || place.is_at(1, "OPTIONAL");
    if place.kind(0) == T::Lower
        && ends
        && previous.kind(0) == T::Upper
        && matches!(second.kind(0), T::Comma | T::LBrace)
    {
        return Some(format!("write the name before its type: `{} {}`", place.text(0), previous.text(0)));
    }
    if place.is("OPTIONAL") && previous.is("OPTIONAL") {
        return said("delete the second `OPTIONAL`");
    }
    let word = place.text(0).to_ascii_uppercase();
    if place.kind(0) == T::Lower && matches!(word.as_str(), "OPTIONAL" | "DEFAULT") {
        return Some(format!("did you mean `{word}`?"));
    }
    if place.kind(0) == T::Bar {
        return said("separate components and alternatives by `,`");
    }
    if place.kind(0) == T::LBracket && place.kind(1) != T::LBracket {
        return said("write the tag before its type: `name [1] INTEGER`");
    }
    let is_item = previous.kind(0) == T::Lower && matches!(second.kind(0), T::Comma | T::LBrace);
    if place.kind(0) == T::Number && is_item {
        return Some(format!("write the number in parentheses: `{}({})`", previous.text(0), place.text(0)));
    }
    let name = opening_brace(place).and_then(|brace| brace.at.checked_sub(1));
    let name = Tokens { at: name?, ..all };
    if name.kind(0) == T::Upper && !is_reserved(name.text(0)) && previous.kind(0) == T::Lower {
        return Some(format!(
            "write the components in `SEQUENCE {{`, `SET {{` or `CHOICE {{`; `{} {{` begins \
                 parameters",
            name.text(0)
        ));
    }
    None
}

/// At the fields of a class.
fn at_a_field(place: Tokens<'_>, wants: &dyn Fn(&str) -> bool) -> Option<String> {
    let previous = Tokens { at: place.at.checked_sub(1)?, ..Tokens::all(place.source) };
    let is_class = previous.kind(0) == T::Upper
        && !is_reserved(previous.text(0))
        && !previous.text(0).bytes().any(|byte| byte.is_ascii_lowercase());
    match place.kind(0) {
        T::Dot if wants("`,`") && is_class && place.kind(1) == T::Lower => {
            let (class, field) = (previous.text(0), place.text(1));
            Some(format!("write `&` before the field of a class: `{class}.&{field}` (X.681 clause 7)"))
        }
        T::FieldLower | T::FieldUpper if wants("`,`") && previous.kind(0) == T::Upper => {
            Some(format!("is a `.` missing before it? `{}.{}`", previous.text(0), place.text(0)))
        }
        T::LBrace if wants("`,`") && matches!(previous.kind(0), T::FieldLower | T::FieldUpper) => {
            Some("write a table constraint in parentheses: `({Set})`, `({Set}{@id})`".to_owned())
        }
        T::At if wants("a constraint") && place.kind(1) != T::Upper => {
            Some("write the object set before the governor: `({Set}{@id})` (X.682 clause 10)".to_owned())
        }
        T::LParen if wants("`{`") && previous.kind(0) == T::Assign => {
            Some("write a set of values or objects in braces".to_owned())
        }
        _ => None,
    }
}

/// Where a value should stand, or behind one.
fn among_values(place: Tokens<'_>, wants: &dyn Fn(&str) -> bool) -> Option<String> {
    let previous = Tokens { at: place.at.checked_sub(1)?, ..Tokens::all(place.source) };
    let said = |text: &str| Some(text.to_owned());
    let is_value = matches!(place.kind(0), T::Number | T::Real | T::CString | T::BString | T::HString);
    match place.kind(0) {
        _ if wants("a value") && previous.is("DEFAULT") && !is_value => {
            said("write the value right after `DEFAULT`: `DEFAULT 5`")
        }
        T::Equal | T::Colon if wants("a value") && previous.kind(0) == T::Lower => {
            Some(format!("delete it: a value follows the name of its component, `{} 5`", previous.text(0)))
        }
        T::LParen | T::LBracket if wants("a value") => {
            said("write values of structures and lists in braces: `{ a 5, b TRUE }`, `{ 1, 2 }`")
        }
        _ if is_value && wants("`,`") => said("is a `,` missing before it?"),
        _ => None,
    }
}

/// In the parentheses of a constraint.
fn in_a_constraint(place: Tokens<'_>, wants: &dyn Fn(&str) -> bool) -> Option<String> {
    let previous = Tokens { at: place.at.checked_sub(1)?, ..Tokens::all(place.source) };
    let said = |text: &str| Some(text.to_owned());
    if wants("`(`") && previous.is("SIZE") {
        return said("write the size in its own parentheses: `(SIZE (1..5))` (X.680 clause 51.5)");
    }
    if wants("`(`") && previous.is("FROM") {
        return said(
            "write the alphabet in its own parentheses: `(FROM (\"a\"..\"z\"))` (X.680 clause 51.7)",
        );
    }
    let begins = ["SIZE", "FROM", "PATTERN", "WITH", "CONTAINING", "INCLUDES"].contains(&place.text(0));
    if wants("`)`") && place.kind(0) == T::Upper && begins {
        return said("write `^` where both must hold, `|` where one is enough (X.680 clause 50)");
    }
    if wants("`)`") && place.text(0).eq_ignore_ascii_case("to") {
        return said("write a range as `lower..upper`");
    }
    if wants("a value") && place.kind(0) == T::RParen && previous.kind(0) == T::Dots2 {
        return said("write `MAX` for a range without an end");
    }
    None
}

/// `COMPONENTS OF Type OPTIONAL`
fn is_behind_splice(place: Tokens<'_>) -> bool {
    let words = (0..place.at).rev().map(|at| Tokens { at, ..Tokens::all(place.source) }).take(8);
    words.take_while(|word| !matches!(word.kind(0), T::Comma | T::LBrace)).any(|word| word.is("COMPONENTS"))
}

/// `[ATTRIBUTE] UTF8String`, where brackets hold tags.
fn is_misplaced_instruction(place: Tokens<'_>) -> bool {
    let classes = ["UNIVERSAL", "APPLICATION", "PRIVATE", "TAG"];
    let before = place.at.checked_sub(1).map(|at| Tokens { at, ..place });
    before.is_some_and(|before| before.kind(0) == T::LBracket)
        && nearest(place.text(0), classes.into_iter()).is_none()
}

/// Whether a form feed, or what RFCs print around one, stands near.
fn is_at_page_break(place: Tokens<'_>) -> bool {
    let (text, start) = (place.source.text, place.token(0).start as usize);
    let from = (0..=start.saturating_sub(300)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let (behind, ahead) = (text.get(from..start).unwrap_or(""), text.get(start..).unwrap_or(""));
    let lines_behind = behind.rsplit('\n').take(3);
    let lines_ahead = ahead.split('\n').take(3);
    lines_behind.chain(lines_ahead).any(|line| line.contains('\x0c') || is_foot(line))
}

/// `-- one -- two`: whether a comment ended in the line before the place, and it has words behind it.
fn is_behind_comment(place: Tokens<'_>) -> bool {
    let (text, start) = (place.source.text, place.token(0).start as usize);
    let from = (0..=start.saturating_sub(300)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let line = text.get(from..start).unwrap_or("").rsplit('\n').next().unwrap_or("");
    let mut pieces = line.rsplit("--");
    let words = pieces.next().unwrap_or("");
    let is_word = |c: char| c.is_ascii_alphanumeric() || " ,.'()-".contains(c);
    pieces.count() == 2 && !words.trim().is_empty() && words.chars().all(is_word)
}

/// `Smith & Doe        Standards Track         [Page 7]`
fn is_foot(line: &str) -> bool {
    let line = line.trim_end();
    line.ends_with(']') && line.rfind("[Page ").is_some_and(|at| line.len() - at < 12)
}

/// The brace that the place stands in.
fn opening_brace(place: Tokens<'_>) -> Option<Tokens<'_>> {
    let mut depth = 0_usize;
    for at in (0..place.at).rev().take(2_000) {
        match place.source.tokens[at].kind {
            T::RBrace => depth += 1,
            T::LBrace if depth == 0 => return Some(Tokens { at, ..Tokens::all(place.source) }),
            T::LBrace => depth -= 1,
            T::Assign => return None,
            _ => {}
        }
    }
    None
}

/// Whether a brace, not a parenthesis, is the last one that is open before the place.
fn is_in_braces(place: Tokens<'_>) -> bool {
    let Some(brace) = opening_brace(place) else { return false };
    let kinds = || place.source.tokens[brace.at..place.at].iter().map(|token| token.kind);
    let count = |wanted: T| kinds().filter(|kind| *kind == wanted).count();
    count(T::LParen) <= count(T::RParen)
}

fn misspelt_constructor_before(brace: Tokens<'_>) -> Option<String> {
    let name = Tokens { at: brace.at.checked_sub(1)?, ..brace };
    misspelt_constructor(name).map(|meant| format!("did you mean `{meant}` instead of `{}`?", name.text(0)))
}

fn misspelt_constructor(name: Tokens<'_>) -> Option<&'static str> {
    let word = name.text(0);
    if name.kind(0) != T::Upper || is_reserved(word) {
        return None;
    }
    nearest(word, ["SEQUENCE", "CHOICE", "ENUMERATED", "INTEGER", "CLASS"].into_iter())
}

/// Whether a comment ended right before the place, on its line: `-- one -- two`
fn touches_comment(place: Tokens<'_>) -> bool {
    let before = place.at.checked_sub(1).map_or(0, |before| place.source.tokens[before].end as usize);
    let between = place.source.text.get(before..place.token(0).start as usize).unwrap_or("");
    let line = between.rsplit('\n').next().unwrap_or("");
    line.trim_end().ends_with("--") && line.matches("--").count() == 2
}

/// `SEQUENCE ( a`
fn is_constructor_in_parentheses(i: Tokens<'_>) -> bool {
    (i.is("SEQUENCE") || i.is("SET") || i.is("CHOICE")) && i.kind(1) == T::LParen && i.kind(2) == T::Lower
}

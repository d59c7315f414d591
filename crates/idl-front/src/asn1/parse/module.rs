//! Modules and assignments (X.680 clauses 13 and 16), and recovery at the next assignment.

use super::basics::is_reserved;
use super::basics::{
    Parsed, braced, complete, expected, fatal, identifier, is_module_name, list_or_nothing, module_name,
    token, type_name, word,
};
use super::imports::{prologue, symbol};
use super::lines::{begins_line, line_start, misses_assign};
use super::macros::{self, Ending};
use super::words;
use super::{classes, constraints, types, values};
use crate::asn1::macros::table::body_end;
use crate::asn1::parse::ast::{
    Assignment, AssignmentKind, MacroUse, Module, Parameter, TagDefault, Type, TypeKind,
};
use crate::asn1::text::tokens::{Ident, TokenKind as T, Tokens};
use nom::Parser;
use nom::combinator::{map, opt};
use nom::sequence::preceded;
use std::rc::Rc;
use syntax_graph::Diagnostic;

/// All modules of a file. What cannot be parsed is reported and skipped up to the next assignment.
pub fn modules<'a>(mut i: Tokens<'a>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Module<'a>> {
    let mut modules: Vec<Module<'a>> = Vec::new();
    while !i.is_empty() {
        if let Some(module) = modules.last_mut()
            && let Some(report) = behind_end(i, module.name)
        {
            diagnostics.push(report);
            let rest = if i.is("END") { i.skip(1) } else { i };
            i = if is_definition(rest) { definitions(rest, module, diagnostics) } else { rest };
            continue;
        }
        match header(i) {
            Ok((rest, mut module)) => {
                i = Tokens { instructions: false, ..body(rest, &mut module, diagnostics) };
                modules.push(module);
            }
            Err(error) => {
                diagnostics.push(diagnose(i, error));
                match broken_header(i) {
                    Some((rest, mut module)) => {
                        i = body(rest, &mut module, diagnostics);
                        modules.push(module);
                    }
                    None => i = next_module(behind_header(i)),
                }
            }
        }
    }
    modules
}

/// What is wrong where neither a module nor nothing follows the END of one.
fn behind_end(i: Tokens<'_>, module: Ident<'_>) -> Option<Diagnostic> {
    let last = Tokens { at: i.at.checked_sub(1)?, ..i };
    let message = match (last.is("END"), i.is("END")) {
        (true, true) => format!("module `{}` has a second END", module.text),
        (true, false) if is_definition(i) => {
            format!("a definition follows the END of module `{}`", module.text)
        }
        _ => return None,
    };
    let report = Diagnostic::error("syntax", i.span(0), message);
    Some(
        report
            .with_label(last.span(0), "the module ends here")
            .with_help("keep one END, after all definitions of the module"),
    )
}

/// Whether a definition begins here, not a module.
fn is_definition(i: Tokens<'_>) -> bool {
    let typed = || i.kind(0) == T::Lower && words::starts(i.skip(1)) && !i.is_at(1, "DEFINITIONS");
    !is_reserved(i.text(0)) && !i.is_at(2, "BEGIN") && (begins_assignment(i) || typed())
}

/// How many tokens the head of a module may have in which something is wrong.
const MAX_HEADER: usize = 64;

/// A module with a fault in its head, which goes on behind BEGIN.
fn broken_header(i: Tokens<'_>) -> Option<(Tokens<'_>, Module<'_>)> {
    if !matches!(i.kind(0), T::Upper | T::Lower) || is_reserved(i.text(0)) {
        return None;
    }
    let begin = (1..MAX_HEADER).find(|ahead| i.is_at(*ahead, "BEGIN"))?;
    let has = |word| (1..begin).any(|ahead| i.is_at(ahead, word));
    // Another module's head ends this one.
    if (1..begin).filter(|ahead| i.kind(*ahead) == T::Assign).count() > 1 {
        return None;
    }
    let mut module = Module::new(Ident { text: i.text(0), span: i.span(0) });
    if has("AUTOMATIC") {
        module.tags = TagDefault::Automatic;
    } else if has("IMPLICIT") {
        module.tags = TagDefault::Implicit;
    }
    Some((i.skip(begin + 1), module))
}

fn diagnose(i: Tokens<'_>, error: nom::Err<super::basics::Fault>) -> Diagnostic {
    match error {
        nom::Err::Error(fault) | nom::Err::Failure(fault) => fault.report(i),
        nom::Err::Incomplete(_) => Diagnostic::error("syntax", i.span(0), "unexpected end of the text"),
    }
}

/// Behind the word DEFINITIONS of a head that is given up.
fn behind_header(i: Tokens<'_>) -> Tokens<'_> {
    let head = (1..MAX_HEADER).take_while(|ahead| i.kind(*ahead) != T::Assign);
    let own = head.into_iter().find(|ahead| i.is_at(*ahead, "DEFINITIONS"));
    i.skip(own.map_or(1, |ahead| ahead + 1))
}

/// The first place from here on at which a module may begin.
fn next_module(mut i: Tokens<'_>) -> Tokens<'_> {
    while !i.is_empty() {
        if i.is("DEFINITIONS") {
            // The name stands before it, perhaps with an object identifier in between.
            return i;
        }
        if begins_module(i) {
            return i;
        }
        i = i.skip(1);
    }
    i
}

/// Whether the name of a module stands here, and DEFINITIONS behind it.
fn begins_module(i: Tokens<'_>) -> bool {
    is_module_name(i)
        && (i.is_at(1, "DEFINITIONS") || i.skip(1).group().is_some_and(|(_, rest)| rest.is("DEFINITIONS")))
}

fn header(i: Tokens<'_>) -> Parsed<'_, Module<'_>> {
    let (i, name) = module_name(i)?;
    let (i, oid) = opt(braced).parse(i)?;
    // An internationalized resource identifier may follow the object identifier.
    let (i, _) = opt(token(T::CString)).parse(i)?;
    let (mut i, ()) = word("DEFINITIONS", "`DEFINITIONS`")(i)?;
    let mut module = Module { oid, ..Module::new(name) };
    while i.kind(0) == T::Upper {
        let tags = match i.text(0) {
            "EXPLICIT" => Some(TagDefault::Explicit),
            "IMPLICIT" => Some(TagDefault::Implicit),
            "AUTOMATIC" => Some(TagDefault::Automatic),
            _ => None,
        };
        if let Some(tags) = tags {
            module.tags = tags;
            let (rest, ()) = word("TAGS", "`TAGS`")(i.skip(1))?;
            i = rest;
        } else if i.is("EXTENSIBILITY") {
            let (rest, ()) = word("IMPLIED", "`IMPLIED`")(i.skip(1))?;
            module.extensibility_implied = true;
            i = rest;
        } else if i.is_at(1, "INSTRUCTIONS") {
            let instructions = !i.is("TAG");
            i = Tokens { instructions, ..i.skip(2) };
        } else {
            break;
        }
    }
    let (i, _) = token(T::Assign)(i)?;
    if i.is("IMPORTS") || i.is("EXPORTS") || is_definition(i) {
        let report =
            Diagnostic::error("syntax", i.span(0), format!("expected `BEGIN`, found `{}`", i.text(0)));
        i.warn(
            report
                .with_text("expected `BEGIN`")
                .with_help("write a module as `Name DEFINITIONS ::= BEGIN ... END`"),
        );
        return Ok((i, module));
    }
    let (i, ()) = word("BEGIN", "`BEGIN`")(i)?;
    Ok((i, module))
}

/// EXPORTS, IMPORTS, assignments and END.
fn body<'a>(mut i: Tokens<'a>, module: &mut Module<'a>, diagnostics: &mut Vec<Diagnostic>) -> Tokens<'a> {
    match prologue(i, module) {
        Ok((rest, ())) => i = rest,
        Err(error) => {
            diagnostics.push(diagnose(i, error));
            // The list ends in a semicolon; without one the first assignment ends it.
            let mut at = i;
            while !at.is_empty() && !matches!(at.kind(0), T::Semicolon | T::Assign) {
                at = at.skip(1);
            }
            i = if at.kind(0) == T::Semicolon { at.skip(1) } else { recover(i) };
        }
    }
    definitions(i, module, diagnostics)
}

/// Assignments and END.
fn definitions<'a>(
    mut i: Tokens<'a>,
    module: &mut Module<'a>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Tokens<'a> {
    loop {
        if i.is_empty() {
            let report =
                Diagnostic::error("syntax", i.span(0), format!("module `{}` has no END", module.name.text));
            let report =
                report.with_text("expected END").with_label(module.name.span, "the module begins here");
            diagnostics.push(report.with_help("write END after the last definition"));
            module.is_cut_off =
                module.assignments.last().is_some_and(|last| matches!(last.kind, AssignmentKind::Broken));
            return i;
        }
        if i.is("END") {
            let rest = i.skip(1);
            if rest.kind(0) != T::Semicolon {
                return rest;
            }
            let report = Diagnostic::warning("stray-semicolon", rest.span(0), "unexpected `;` after END");
            i.warn(report.with_note("it is skipped"));
            return rest.skip(1);
        }
        if begins_module(i) {
            let message = format!("module `{}` has no END before the next module", module.name.text);
            let report = Diagnostic::error("syntax", i.span(0), message);
            let report = report.with_text("expected END before this");
            diagnostics.push(report.with_label(module.name.span, "the module begins here"));
            return i;
        }
        if i.is("IMPORTS") || i.is("EXPORTS") {
            i = late_prologue(i, module, diagnostics);
            continue;
        }
        if i.is("ENCODING-CONTROL") {
            i = encoding_control(i.skip(1), diagnostics);
            continue;
        }
        match assignment(i) {
            Ok((rest, assignment)) => {
                module.assignments.push(assignment);
                i = rest;
                if i.kind(0) == T::Semicolon {
                    let message = "unexpected `;` after a definition";
                    let report = Diagnostic::warning("stray-semicolon", i.span(0), message);
                    i.warn(report.with_note("it is skipped"));
                    i = i.skip(1);
                }
            }
            Err(error) => {
                let report = diagnose(i, error);
                if let Some(name) = broken_name(i) {
                    module.assignments.push(Assignment {
                        name,
                        parameters: Vec::new(),
                        kind: AssignmentKind::Broken,
                    });
                }
                diagnostics.push(report);
                i = recover(i);
            }
        }
    }
}

/// IMPORTS or EXPORTS behind a definition: reported, and read all the same.
fn late_prologue<'a>(
    i: Tokens<'a>,
    module: &mut Module<'a>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Tokens<'a> {
    let fault = expected::<_, ()>(i, "a definition").map(drop);
    diagnostics.extend(fault.err().map(|error| diagnose(i, error)));
    let mut late = Module::new(module.name);
    let Ok((rest, ())) = prologue(i, &mut late) else { return recover(i) };
    module.imports.append(&mut late.imports);
    rest
}

/// Encoding instructions (X.680 clause 54) change no type.
fn encoding_control<'a>(mut i: Tokens<'a>, diagnostics: &mut Vec<Diagnostic>) -> Tokens<'a> {
    if i.kind(0) != T::Upper || i.is("END") {
        let fault = expected::<_, ()>(i, "the encoding that the instructions are for").err();
        diagnostics.extend(fault.map(|error| diagnose(i, error)));
    }
    while !i.is_empty() && !i.is("END") && !i.is("ENCODING-CONTROL") {
        i = i.skip(1);
    }
    i
}

/// The name of an assignment that could not be parsed, so that references to it are not reported again.
fn broken_name(i: Tokens<'_>) -> Option<Ident<'_>> {
    // `::= Name SEQUENCE`
    let i = if i.kind(0) == T::Assign && words::starts(i.skip(2)) { i.skip(1) } else { i };
    matches!(i.kind(0), T::Upper | T::Lower).then(|| Ident { text: i.text(0), span: i.span(0) })
}

/// The next place at which an assignment begins: the start of the line of the next `::=` but one, or END.
fn recover(i: Tokens<'_>) -> Tokens<'_> {
    let mut at = i.skip(1);
    // Past this assignment's own `::=`, which may be there twice.
    let named = matches!(i.kind(0), T::Upper | T::Lower);
    let reach = if is_reserved(i.text(0)) { 2 } else { 8 };
    let first = (1..reach).map(|ahead| i.skip(ahead)).find(|at| at.kind(0) == T::Assign);
    let mut own = named && first.is_some_and(|at| line_start(i, at).at <= i.at + 1);
    while !at.is_empty() {
        match at.kind(0) {
            T::Upper if at.is("END") || at.is("ENCODING-CONTROL") || begins_module(at) => return at,
            T::Upper if at.is("IMPORTS") && begins_line(at) => return at,
            T::Upper | T::Lower if !own && misses_assign(at) && begins_line(at) => return at,
            T::Assign if own => own = false,
            T::Assign if at.at > 0 && at.source.tokens[at.at - 1].kind == T::Assign => {}
            T::Assign => {
                let start = line_start(i, at);
                if start.at > i.at {
                    return start;
                }
            }
            _ => {}
        }
        at = at.skip(1);
    }
    at
}

fn parameter(i: Tokens<'_>) -> Parsed<'_, Parameter<'_>> {
    let name = |i| symbol(i);
    if matches!(i.kind(1), T::Comma | T::End) {
        return map(name, |name| Parameter { governor: None, name }).parse(i);
    }
    let (i, governor) = types::ty(i)?;
    let (i, name) = preceded(token(T::Colon), name).parse(i)?;
    Ok((i, Parameter { governor: Some(governor), name }))
}

fn parameters(i: Tokens<'_>) -> Parsed<'_, Vec<Parameter<'_>>> {
    // A brace behind the name is a parameter list; behind it follows `::=` or a governor.
    if i.kind(0) != T::LBrace {
        return Ok((i, Vec::new()));
    }
    let (rest, inside) = braced(i)?;
    let (_, list) = complete(list_or_nothing(inside, parameter), "`,`")?;
    Ok((rest, list))
}

/// One assignment.
pub fn assignment(i: Tokens<'_>) -> Parsed<'_, Assignment<'_>> {
    match i.kind(0) {
        T::Upper if i.is_at(1, "MACRO") => macro_definition(i),
        T::Upper => upper(i),
        T::Lower => lower(i),
        _ => expected(i, "a definition"),
    }
}

fn upper(i: Tokens<'_>) -> Parsed<'_, Assignment<'_>> {
    let (i, name) = type_name(i)?;
    let (i, parameters) = parameters(i)?;
    if i.kind(0) == T::Assign {
        let i = i.skip(1);
        if is_next_definition(i) {
            return expected(i, "a type");
        }
        if i.is("CLASS") {
            let (i, class) = classes::class(i)?;
            return Ok((i, Assignment { name, parameters, kind: AssignmentKind::Class(Rc::new(class)) }));
        }
        let (i, ty) = match types::ty(i) {
            // By the macro's own grammar, or by what can be guessed.
            Ok((_, ty)) if !matches!(ty.kind, TypeKind::Macro(_)) && is_macro_use(i) => macro_type(i)?,
            Err(nom::Err::Error(_)) if is_macro_use(i) => macro_type(i)?,
            // What the macro's grammar does not go on with.
            Ok((rest, ty)) if matches!(ty.kind, TypeKind::Macro(_)) && is_left_over(rest) => macro_type(i)?,
            other => other?,
        };
        let last = Tokens { at: i.at.saturating_sub(1), ..i };
        let is_name = matches!(last.kind(0), T::Upper | T::Lower) && (begins_line(last) || !begins_line(i));
        if i.kind(0) == T::Assign && is_name {
            // The last name of the type is that of the next definition.
            return expected(last, "a type");
        }
        return Ok((i, Assignment { name, parameters, kind: AssignmentKind::Type(ty) }));
    }
    if !words::starts(i) {
        return expected(i, "`::=`");
    }
    let behind_name = i;
    let (i, governor) = types::ty(i)?;
    if i.kind(0) != T::Assign && (i.is_empty() || i.is("END") || is_next_definition(i)) {
        return expected(behind_name, "`::=`");
    }
    let (i, _) = token(T::Assign)(i)?;
    let (i, inside) = braced(i)?;
    let (_, set) = complete(constraints::element_set(inside), "`|`, `,` or the end of the set")?;
    Ok((i, Assignment { name, parameters, kind: AssignmentKind::Set { governor, set: Rc::new(set) } }))
}

fn lower(i: Tokens<'_>) -> Parsed<'_, Assignment<'_>> {
    let (i, name) = identifier(i)?;
    let (i, parameters) = parameters(i)?;
    if i.kind(0) == T::Assign && i.kind(1) == T::Less {
        let message =
            "XML value notation is not supported (X.680 clause 16.2): write the value as in clause 17";
        return fatal(i, "the type of the value", message);
    }
    if i.kind(0) == T::Assign && words::starts(i.skip(1)) && i.source.small_types.contains(name.text) {
        let report =
            Diagnostic::warning("small-type", name.span, "the name of a type begins with a small letter");
        i.warn(report.with_note(
            "the name is accepted; the standard wants a capital first letter (X.680 clause 12.2)",
        ));
        let (i, ty) = types::ty(i.skip(1))?;
        return Ok((i, Assignment { name, parameters, kind: AssignmentKind::Type(ty) }));
    }
    if i.kind(0) == T::Assign {
        return fatal(i, "the type of the value", "a value needs its type before `::=`");
    }
    if let Some((rest, used)) = macros::notation(i, Ending::Value) {
        let i = rest.skip(1);
        let (i, value) = match macros::value(i, &used) {
            Some(done) => done,
            None => values::value(i)?,
        };
        let used = Some(Rc::new(used));
        return Ok((i, Assignment { name, parameters, kind: AssignmentKind::MacroValue { used, value } }));
    }
    if is_macro_value(i) {
        macros::warn_misfit(i);
        let i = macro_body(i)?.0;
        let (i, value) = preceded(token(T::Assign), values::value).parse(i)?;
        let kind = AssignmentKind::MacroValue { used: None, value };
        return Ok((i, Assignment { name, parameters, kind }));
    }
    let (i, governor) = types::ty(i)?;
    let (i, _) = token(T::Assign)(i)?;
    if is_next_definition(i) || is_next_value(i) {
        return expected(i, "a value");
    }
    if i.kind(0) == T::LParen
        && i.source.macros.is_of_the_user()
        && let Some((_, rest)) = macros::parenthesized(i)
    {
        let report = Diagnostic::warning("macro-value", i.span(0), "the value is in the notation of a macro");
        i.warn(report.with_note("it is skipped: stubc reads only types and names from macros"));
        return Ok((rest, Assignment { name, parameters, kind: AssignmentKind::Broken }));
    }
    let (i, value) = values::governed(i)?;
    if i.kind(0) == T::Comma {
        return fatal(i, "the next definition", "write a list of values in braces: `{ 1, 2 }`");
    }
    Ok((i, Assignment { name, parameters, kind: AssignmentKind::Value { governor, value } }))
}

/// Whether a name stands here that `::=` follows: what should stand before it is missing.
fn is_next_definition(i: Tokens<'_>) -> bool {
    matches!(i.kind(0), T::Upper | T::Lower) && i.kind(1) == T::Assign && !is_reserved(i.text(0))
}

/// Whether the definition of a value begins here, on its own line: `name Type ::=`.
fn is_next_value(i: Tokens<'_>) -> bool {
    let named = i.kind(0) == T::Lower && i.kind(1) == T::Upper && begins_line(i) && !begins_line(i.skip(1));
    named && (i.kind(2) == T::Assign || (i.kind(2) == T::Upper && i.kind(3) == T::Assign))
}

/// Whether a word of capitals begins here, as macros are named.
fn in_capitals(i: Tokens<'_>) -> bool {
    i.kind(0) == T::Upper && i.text(0).bytes().all(|byte| !byte.is_ascii_lowercase())
}

/// Whether the notation of a value by a macro begins here: a name in capitals, with something behind it that no
/// governor has there.
fn is_macro_value(i: Tokens<'_>) -> bool {
    let named = in_capitals(i) && (!is_reserved(i.text(0)) || (i.is("OBJECT") && !i.is_at(1, "IDENTIFIER")));
    named && !matches!(i.kind(1), T::Assign | T::LBrace | T::LParen | T::Dot | T::End)
}

/// Whether the notation of a type by a macro begins here.
fn is_macro_use(i: Tokens<'_>) -> bool {
    let rest = i.skip(1);
    in_capitals(i)
        && !is_reserved(i.text(0))
        && in_capitals(rest)
        && !["END", "ENCODING-CONTROL", "IMPORTS", "EXPORTS"].contains(&rest.text(0))
        && !begins_assignment(rest)
}

/// Whether a word of a macro's notation stands here, and no definition.
fn is_left_over(i: Tokens<'_>) -> bool {
    in_capitals(i)
        && !is_reserved(i.text(0))
        && i.text(0).len() > 1
        && !i.is("ENCODING-CONTROL")
        && matches!(i.kind(1), T::Upper | T::Lower | T::LBrace)
        && !begins_assignment(i)
}

/// Whether a definition begins here, rather than more of the one before.
fn begins_assignment(i: Tokens<'_>) -> bool {
    let rest = i.skip(1);
    !is_reserved(i.text(0))
        && (rest.kind(0) == T::Assign
            || rest.is("MACRO")
            || rest.group().is_some_and(|(_, behind)| behind.kind(0) == T::Assign)
            || types::ty(rest).is_ok_and(|(set, _)| set.kind(0) == T::Assign && set.kind(1) == T::LBrace))
}

/// Up to the `::=` that ends the notation of a value.
fn macro_body(i: Tokens<'_>) -> Parsed<'_, ()> {
    let mut at = i;
    while !at.is_empty() && at.kind(0) != T::Assign && !at.is("END") {
        at = at.skip(1);
    }
    Ok((at, ()))
}

/// A type by the notation of an unknown macro: the type behind SYNTAX, if there is one; else it
/// stands as NULL.
fn macro_type(i: Tokens<'_>) -> Parsed<'_, Rc<Type<'_>>> {
    let mut at = i.skip(1);
    while !at.is_empty() && !at.is("END") && at.kind(0) != T::Assign {
        if at.is("SYNTAX") {
            macros::warn_misfit(i);
            return types::ty(at.skip(1));
        }
        at = at.skip(1);
    }
    if i.source.macros.named(i.text(0)).is_empty() {
        let is_list = i.is_at(1, "OF") || matches!(i.text(0), "SEQUENCEOF" | "SETOF");
        i.warn(if is_list {
            let message = format!("`{}` does not begin a type", i.text(0));
            Diagnostic::error("syntax", i.span(0), message)
                .with_help("write a list as `SEQUENCE OF` or `SET OF`")
        } else {
            let message = format!("the type of macro `{}` is unknown", i.text(0));
            Diagnostic::warning("macro-type", i.span(0), message).with_note("it is read as NULL")
        });
    } else {
        macros::warn_misfit(i);
    }
    // The name of the next assignment stands before the `::=`.
    let rest = if at.kind(0) == T::Assign { line_start(i, at) } else { at };
    let used = MacroUse {
        id: i.node(),
        name: Ident { text: i.text(0), span: i.span(0) },
        definition: None,
        items: Vec::new(),
    };
    let kind = TypeKind::Macro(Rc::new(used));
    Ok((rest, Rc::new(Type::plain(i.node(), kind, i.span(0)))))
}

/// `NAME MACRO ::= BEGIN ... END`
fn macro_definition(i: Tokens<'_>) -> Parsed<'_, Assignment<'_>> {
    let name = Ident { text: i.text(0), span: i.span(0) };
    let kind = AssignmentKind::Macro(i.source.macros.defined_at(i));
    let (i, _) = token(T::Assign)(i.skip(2))?;
    let done = |i| Ok((i, Assignment { name, parameters: Vec::new(), kind }));
    if !i.is("BEGIN") {
        // Another name of a macro.
        return done(i.skip(if i.kind(1) == T::Dot { 3 } else { 1 }));
    }
    let end = body_end(i.skip(1));
    if end.is("END") {
        return done(end.skip(1));
    }
    let mut report = Diagnostic::error("syntax", name.span, format!("macro `{}` has no END", name.text));
    if !end.is_empty() {
        report = report.with_label(end.span(0), "this definition is not one of its productions");
    }
    i.warn(report.with_help("write END after the last production (X.208 annex A.2.2)"));
    done(end)
}

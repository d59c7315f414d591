//! Reads macro definitions into the table of macros (X.208 annex A).
//!
//! This happens before everything else is parsed: only the grammar of a macro tells where a use of it ends.

use crate::asn1::macros::grammar::{Macro, MacroTable, Marked, Production, Symbol};
use crate::asn1::parse::words::is_builtin;
use crate::asn1::text::tokens::{Source, TokenKind as T, Tokens};
use std::collections::BTreeMap;
use syntax_graph::Diagnostic;

impl MacroTable {
    /// Reads the definitions in all sources.
    pub fn collect(sources: &[Source<'_>], diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut table = Self::default();
        let mut aliases: Vec<(&str, &str)> = Vec::new();
        for (index, source) in sources.iter().enumerate() {
            let mut i = Tokens::all(source);
            while !i.is_empty() {
                if !(i.kind(0) == T::Upper && i.is_at(1, "MACRO") && i.kind(2) == T::Assign) {
                    i = i.skip(1);
                    continue;
                }
                let name = i.text(0);
                if !i.is_at(3, "BEGIN") {
                    let qualified = i.kind(4) == T::Dot;
                    aliases.push((name, i.text(if qualified { 5 } else { 3 })));
                    i = i.skip(4);
                    continue;
                }
                let body = i.skip(4);
                let end = body_end(body);
                let mut found = Macro {
                    file: source.file,
                    source: index,
                    at: i.at,
                    type_notation: None,
                    value_notation: None,
                    productions: Vec::new(),
                };
                if !end.is_empty() {
                    productions(body.until(end), &mut found, diagnostics);
                }
                table.by_name.entry(name.to_owned()).or_default().push(table.macros.len());
                table.macros.push(found);
                i = end;
            }
        }
        for (name, other) in aliases {
            let meant = table.by_name.get(other).cloned().unwrap_or_default();
            table.by_name.entry(name.to_owned()).or_default().extend(meant);
        }
        table
    }

    /// The macro whose name stands here.
    pub fn defined_at(&self, place: Tokens<'_>) -> Option<usize> {
        let here = |index: &&usize| {
            let found = &self.macros[**index];
            found.file == place.source.file && found.at == place.at
        };
        self.named(place.text(0)).iter().find(here).copied()
    }
}

/// Where the body of a macro ends: at its END; where that is missing, at the first definition that can be no production,
/// since what it begins with is a type in place.
pub fn body_end(body: Tokens<'_>) -> Tokens<'_> {
    let (mut at, mut inside) = (body, 0_usize);
    while !at.is_empty() && !at.is("END") {
        match at.kind(0) {
            T::Less | T::LParen => inside += 1,
            T::Greater | T::RParen => inside = inside.saturating_sub(1),
            T::Upper if at.is_at(1, "MACRO") && at.kind(2) == T::Assign => return at,
            T::Upper if inside == 0 && is_plain_definition(at) => return at,
            _ => {}
        }
        at = at.skip(1);
    }
    at
}

/// Whether a definition stands here whose type begins as no production does.
fn is_plain_definition(i: Tokens<'_>) -> bool {
    let is_type = i.kind(2) == T::LBracket || is_builtin(i.text(2));
    i.kind(1) == T::Assign && is_type && !i.is("NOTATION")
}

/// The productions of a macro's body.
fn productions(body: Tokens<'_>, found: &mut Macro, diagnostics: &mut Vec<Diagnostic>) {
    // Where each begins: its name, the `::=`, up to the next one's name.
    let mut heads: Vec<(Tokens<'_>, Tokens<'_>)> = Vec::new();
    let mut i = body;
    let mut inside = 0_usize;
    while !i.is_empty() {
        let notation = (i.is("TYPE") || i.is("VALUE")) && i.is_at(1, "NOTATION") && i.kind(2) == T::Assign;
        match i.kind(0) {
            T::Upper if notation => {
                heads.push((i, i.skip(3)));
                i = i.skip(3);
                continue;
            }
            T::Upper if i.kind(1) == T::Assign && inside == 0 => {
                heads.push((i, i.skip(2)));
                i = i.skip(2);
                continue;
            }
            T::Less => inside += 1,
            T::Greater => inside = inside.saturating_sub(1),
            _ => {}
        }
        i = i.skip(1);
    }
    let mut index: BTreeMap<&str, usize> = BTreeMap::new();
    for (at, (head, _)) in heads.iter().enumerate() {
        match (head.text(0), head.is_at(1, "NOTATION")) {
            ("TYPE", true) => found.type_notation = Some(at),
            ("VALUE", true) => found.value_notation = Some(at),
            (name, _) => {
                index.entry(name).or_insert(at);
            }
        }
    }
    for (at, (head, start)) in heads.iter().enumerate() {
        let text = match heads.get(at + 1) {
            Some((next, _)) => start.until(*next),
            None => start.until(Tokens { at: body.end, ..body }),
        };
        let alternatives = alternatives(text, &index, diagnostics);
        found.productions.push(Production { name: head.text(0).to_owned(), alternatives });
    }
    if found.type_notation.is_none() || found.value_notation.is_none() {
        let message = "the macro lacks its TYPE NOTATION or its VALUE NOTATION";
        diagnostics.push(
            Diagnostic::error("macro-definition", body.span(0), message).with_note("X.208 annex A.2.4"),
        );
    }
}

fn alternatives(
    mut i: Tokens<'_>,
    index: &BTreeMap<&str, usize>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Vec<Symbol>> {
    let mut all = vec![Vec::new()];
    while !i.is_empty() {
        if i.kind(0) == T::Bar {
            all.push(Vec::new());
            i = i.skip(1);
            continue;
        }
        let (rest, symbol) = symbol(i, index, diagnostics);
        if let (Some(symbol), Some(last)) = (symbol, all.last_mut()) {
            last.push(symbol);
        }
        i = rest;
    }
    all
}

/// One symbol; none for `empty`.
fn symbol<'a>(
    i: Tokens<'a>,
    index: &BTreeMap<&str, usize>,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Tokens<'a>, Option<Symbol>) {
    let rest = i.skip(1);
    match (i.kind(0), i.text(0)) {
        (T::CString, text) => (rest, Some(Symbol::Words(words(text)))),
        (T::Lower, "empty") => (rest, None),
        (T::Lower, "string") => (rest, Some(Symbol::Text)),
        (T::Lower, "identifier") => (rest, Some(Symbol::Identifier)),
        (T::Lower, "number") => (rest, Some(Symbol::Number)),
        (T::Lower, "type") => match parenthesized(rest) {
            // The name of the type stands last: some write a word before it.
            Some((inside, rest)) => {
                let name = Tokens { at: inside.end.max(1) - 1, ..inside }.text(0);
                (rest, Some(Symbol::Type(Some(name.to_owned()))))
            }
            None => (rest, Some(Symbol::Type(None))),
        },
        (T::Lower, "value") => match parenthesized(rest) {
            Some((inside, rest)) => {
                let named = (inside.kind(0) == T::Lower || inside.is("VALUE")) && inside.end > inside.at + 1;
                let name = if named { inside.text(0) } else { "" };
                let ty = inside.skip(usize::from(named));
                let marked = Marked { name: name.to_owned(), start: ty.at, end: ty.end };
                (rest, Some(Symbol::Value(marked)))
            }
            None => {
                let report =
                    Diagnostic::error("macro-definition", rest.span(0), "`value` needs a type after it");
                diagnostics
                    .push(report.with_help("write it like `value (VALUE INTEGER)` (X.208 annex A.2.10)"));
                (rest, Some(Symbol::Nothing))
            }
        },
        (T::Less, _) => {
            let mut end = rest;
            while !end.is_empty() && end.kind(0) != T::Greater {
                end = end.skip(1);
            }
            (end.skip(1), Some(Symbol::Definitions(definitions(rest.until(end)))))
        }
        (T::Upper, name) => match index.get(name) {
            Some(at) => (rest, Some(Symbol::Production(*at))),
            None => {
                let message = format!("the macro has no production `{name}`");
                let near = crate::spelling::nearest(name, index.keys().copied());
                let report = Diagnostic::warning("macro-production", i.span(0), message);
                diagnostics.push(match near {
                    Some(near) => report.with_help(format!("did you mean `{near}`?")),
                    None => report.with_note("nothing matches it (X.208 annex A.2.8)"),
                });
                (rest, Some(Symbol::Nothing))
            }
        },
        _ => {
            let message =
                format!("`{}` is not a symbol of a macro", crate::asn1::parse::basics::shorten(i.text(0)));
            let report = Diagnostic::error("macro-definition", i.span(0), message);
            diagnostics.push(report.with_note(
                "symbols are quoted words, names of productions, string, identifier, number, empty, type \
                     and value (X.208 annex A.2.10)",
            ));
            (rest, Some(Symbol::Nothing))
        }
    }
}

/// `Local ::= Type`, `value Type ::= other`, with VALUE for what the notation stands for.
fn definitions(mut i: Tokens<'_>) -> Vec<Marked> {
    let mut all = Vec::new();
    while !i.is_empty() {
        let mut assign = i;
        while !assign.is_empty() && assign.kind(0) != T::Assign {
            assign = assign.skip(1);
        }
        if assign.at > i.at + 1 {
            // A value: its type stands between its name and the sign.
            all.push(Marked { name: i.text(0).to_owned(), start: i.at + 1, end: assign.at });
        }
        i = assign.skip(1);
    }
    all
}

/// What stands in parentheses here, and what follows.
pub fn parenthesized(i: Tokens<'_>) -> Option<(Tokens<'_>, Tokens<'_>)> {
    if i.kind(0) != T::LParen {
        return None;
    }
    let mut at = i.skip(1);
    let mut depth = 1_usize;
    while !at.is_empty() {
        match at.kind(0) {
            T::LParen => depth += 1,
            T::RParen => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((i.skip(1).until(at), at.skip(1)));
        }
        at = at.skip(1);
    }
    None
}

/// The tokens inside a quoted text.
fn words(quoted: &str) -> Vec<String> {
    let text = quoted.trim_matches('"');
    let source = crate::asn1::text::lexer::tokenize(syntax_graph::Span::none().file, text, &mut Vec::new())
        .into_iter();
    source.filter_map(|token| text.get(token.start as usize..token.end as usize)).map(str::to_owned).collect()
}

/// Macros of X.219, X.407, X.411 and X.509 (1988), for texts whose import of them is not among the sources.
pub const STANDARD: &str = r#"
ERROR MACRO ::= BEGIN
TYPE NOTATION ::= "PARAMETER" Named | empty
VALUE NOTATION ::= value (VALUE CHOICE { localValue INTEGER, globalValue OBJECT IDENTIFIER })
Named ::= identifier type | type
END
OPERATION MACRO ::= BEGIN
TYPE NOTATION ::= Argument Result Errors Linked
VALUE NOTATION ::= value (VALUE CHOICE { localValue INTEGER, globalValue OBJECT IDENTIFIER })
Argument ::= "ARGUMENT" Named | empty
Result ::= "RESULT" Named | "RESULT" | empty
Errors ::= "ERRORS" "{" Items "}" | empty
Linked ::= "LINKED" "{" Items "}" | empty
Items ::= List | empty
List ::= Item | List "," Item
Item ::= value (item INTEGER) | type
Named ::= identifier type | type
END
ABSTRACT-ERROR MACRO ::= ERROR
ABSTRACT-OPERATION MACRO ::= OPERATION
BIND MACRO ::= BEGIN
TYPE NOTATION ::= Argument Result Error
VALUE NOTATION ::= empty
Argument ::= "ARGUMENT" Named | empty
Result ::= "RESULT" Named | empty
Error ::= "BIND-ERROR" Named | "UNBIND-ERROR" Named | empty
Named ::= identifier type | type
END
UNBIND MACRO ::= BIND
ABSTRACT-BIND MACRO ::= BEGIN
TYPE NOTATION ::= Ports Part | Ports
VALUE NOTATION ::= empty
Ports ::= "TO" "{" List "}" | "FROM" "{" List "}" | empty
List ::= Port | List "," Port
Port ::= value (port OBJECT IDENTIFIER) Side
Side ::= "[S]" | "[C]" | empty
Part ::= type
END
ABSTRACT-UNBIND MACRO ::= ABSTRACT-BIND
PORT MACRO ::= BEGIN
TYPE NOTATION ::= Operations | empty
VALUE NOTATION ::= value (VALUE OBJECT IDENTIFIER)
Operations ::= Symmetrical | Asymmetrical
Symmetrical ::= "ABSTRACT" "OPERATIONS" "{" List "}"
Asymmetrical ::= Invokes | Asymmetrical Invokes
Invokes ::= Role "INVOKES" "{" List "}"
Role ::= "CONSUMER" | "SUPPLIER"
List ::= Item | List "," Item
Item ::= value (item INTEGER) | type
END
OBJECT MACRO ::= BEGIN
TYPE NOTATION ::= "PORTS" "{" List "}" | empty
VALUE NOTATION ::= value (VALUE OBJECT IDENTIFIER)
List ::= Port | List "," Port
Port ::= value (port OBJECT IDENTIFIER) Side
Side ::= "[S]" | "[C]" | empty
END
REFINE MACRO ::= BEGIN
TYPE NOTATION ::= Object "AS" Components
VALUE NOTATION ::= value (VALUE OBJECT IDENTIFIER)
Object ::= value (object OBJECT IDENTIFIER)
Components ::= Component | Components Component | Components "," Component
Component ::= Object "RECURRING" Ports | Object Ports
Ports ::= Port | Ports Port
Port ::= value (port OBJECT IDENTIFIER) Side Status
Side ::= "[S]" | "[C]" | empty
Status ::= "VISIBLE" | "PAIRED" "WITH" Objects
Objects ::= Object | Objects "," Object
END
APPLICATION-SERVICE-ELEMENT MACRO ::= BEGIN
TYPE NOTATION ::= Symmetrical | Asymmetrical | empty
VALUE NOTATION ::= value (VALUE OBJECT IDENTIFIER)
Symmetrical ::= "OPERATIONS" "{" List "}"
Asymmetrical ::= Invokes | Asymmetrical Invokes
Invokes ::= Role "INVOKES" "{" List "}"
Role ::= "CONSUMER" | "SUPPLIER"
List ::= Item | List "," Item
Item ::= value (item INTEGER) | type
END
APPLICATION-CONTEXT MACRO ::= BEGIN
TYPE NOTATION ::= Others Binding Remote Syntaxes
VALUE NOTATION ::= value (VALUE OBJECT IDENTIFIER)
Others ::= "APPLICATION" "SERVICE" "ELEMENTS" "{" List "}"
Binding ::= "BIND" type "UNBIND" type
Remote ::= "REMOTE" "OPERATIONS" "{" List "}" Symmetrical Initiator Responder | empty
Symmetrical ::= "OPERATIONS" "OF" "{" List "}" | empty
Initiator ::= "INITIATOR" "CONSUMER" "OF" "{" List "}" | empty
Responder ::= "RESPONDER" "CONSUMER" "OF" "{" List "}" | empty
Syntaxes ::= "ABSTRACT" "SYNTAXES" "{" List "}" | empty
List ::= Element | List "," Element
Element ::= value (element OBJECT IDENTIFIER)
END
EXTENSION MACRO ::= BEGIN
TYPE NOTATION ::= Data Critical
VALUE NOTATION ::= value (VALUE INTEGER)
Data ::= type (Content) Default | empty
Default ::= "DEFAULT" value (Content) | empty
Critical ::= "CRITICAL" "FOR" List | empty
List ::= Step | List "," Step
Step ::= "SUBMISSION" | "TRANSFER" | "DELIVERY"
END
EXTENSION-ATTRIBUTE MACRO ::= BEGIN
TYPE NOTATION ::= type | empty
VALUE NOTATION ::= value (VALUE INTEGER)
END
TOKEN MACRO ::= BEGIN
TYPE NOTATION ::= type | empty
VALUE NOTATION ::= value (VALUE OBJECT IDENTIFIER)
END
TOKEN-DATA MACRO ::= EXTENSION-ATTRIBUTE
ALGORITHM MACRO ::= BEGIN
TYPE NOTATION ::= "PARAMETER" type
VALUE NOTATION ::= value (VALUE OBJECT IDENTIFIER)
END
SIGNED MACRO ::= BEGIN
TYPE NOTATION ::= type (ToBeSigned)
VALUE NOTATION ::= value (VALUE SEQUENCE {
  toBeSigned ToBeSigned, algorithmIdentifier AlgorithmIdentifier, signature BIT STRING })
END
SIGNATURE MACRO ::= BEGIN
TYPE NOTATION ::= type (OfSignature)
VALUE NOTATION ::= value (VALUE SEQUENCE { algorithmIdentifier AlgorithmIdentifier, signature BIT STRING })
END
ENCRYPTED MACRO ::= BEGIN
TYPE NOTATION ::= type (ToBeEnciphered)
VALUE NOTATION ::= value (VALUE BIT STRING)
END
HASHED MACRO ::= BEGIN
TYPE NOTATION ::= type (ToBeHashed)
VALUE NOTATION ::= value (VALUE OCTET STRING)
END
"#;

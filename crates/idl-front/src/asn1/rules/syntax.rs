//! Checks WITH SYNTAX, so that objects can be read by it (X.681 clauses 7.9, 10.6 and 10.12).

use crate::asn1::lowering::Lowering;
use crate::asn1::parse::ast::{Class, ClassFieldKind, SyntaxItem};
use crate::asn1::text::tokens::Ident;
use std::collections::BTreeMap;
use syntax_graph::{Diagnostic, Span};

/// Words that a type, value, set or object may begin with, and END: none is a word of a syntax (X.681 clause 10.6).
const RESERVED: &[&str] = &[
    "BIT",
    "BOOLEAN",
    "CHARACTER",
    "CHOICE",
    "DATE",
    "DATE-TIME",
    "DURATION",
    "EMBEDDED",
    "END",
    "ENUMERATED",
    "EXTERNAL",
    "FALSE",
    "INSTANCE",
    "INTEGER",
    "INTERSECTION",
    "MINUS-INFINITY",
    "NULL",
    "OBJECT",
    "OCTET",
    "PLUS-INFINITY",
    "REAL",
    "RELATIVE-OID",
    "SEQUENCE",
    "SET",
    "TIME",
    "TIME-OF-DAY",
    "TRUE",
    "UNION",
];

/// What an optional group may begin with, as far as that tells it from others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Begin<'a> {
    Word(&'a str),
    Type,
    Value,
    Set,
}

/// The beginnings of groups that may have been left out, with where they are written.
type Begins<'a> = BTreeMap<Begin<'a>, Span>;

impl<'a> Lowering<'a> {
    /// A word of a syntax is written in capitals, and is none that something else begins with.
    pub fn check_word(&mut self, word: Ident<'a>) {
        let message = if RESERVED.contains(&word.text) {
            format!("`{}` in WITH SYNTAX is a reserved word, with which types and values begin", word.text)
        } else if word.text.chars().any(|c| c.is_ascii_lowercase() || c.is_ascii_digit()) {
            format!("`{}` in WITH SYNTAX is not a word of capital letters and hyphens", word.text)
        } else {
            return;
        };
        let report = Diagnostic::warning("syntax-word", word.span, message);
        self.report(report.with_note("it is read as a word of the syntax (X.681 clauses 7.9 and 10.6)"));
    }

    /// Groups that may be left out hold a field, and differ in what they begin with.
    pub fn check_groups(&mut self, class: &Class<'a>, items: &[SyntaxItem<'a>]) {
        self.groups(class, items);
    }

    /// The beginnings of the groups that end the items, and may be left out.
    fn groups(&mut self, class: &Class<'a>, items: &[SyntaxItem<'a>]) -> Begins<'a> {
        let mut before = Begins::new();
        for item in items {
            let own = begins(class, std::slice::from_ref(item));
            for (begin, span) in &own {
                if let Some(first) = before.get(begin) {
                    let message = match begin {
                        Begin::Word(word) => {
                            format!("`{word}` also begins an earlier optional group")
                        }
                        _ => "this may begin like an earlier optional group".to_owned(),
                    };
                    self.report(
                        Diagnostic::warning("syntax-group", *span, message)
                            .with_label(*first, "that group")
                            .with_help("begin each group with a word of its own, so that an object shows which one it has (X.681 \
                                 clause 10.12)"),
                    );
                }
            }
            let SyntaxItem::Optional(group) = item else {
                before.clear();
                continue;
            };
            if !group.iter().any(|item| !matches!(item, SyntaxItem::Literal(_)))
                && let Some(SyntaxItem::Literal(word)) = group.first()
            {
                let message = "an optional group without a field has no effect on an object";
                let report = Diagnostic::warning("syntax-group", word.span, message);
                self.report(report.with_note("X.681 clause 10.12"));
            }
            let inner = self.groups(class, group);
            for (begin, span) in own.into_iter().chain(inner) {
                before.entry(begin).or_insert(span);
            }
        }
        before
    }
}

/// What the items may begin with.
fn begins<'a>(class: &Class<'a>, items: &[SyntaxItem<'a>]) -> Begins<'a> {
    let mut found = Begins::new();
    for item in items {
        match item {
            SyntaxItem::Literal(word) => {
                found.entry(Begin::Word(word.text)).or_insert(word.span);
            }
            SyntaxItem::Field(name) => {
                let field = class.fields.iter().find(|field| field.name.text == name.text);
                let begin = match field.map(|field| &field.kind) {
                    Some(ClassFieldKind::Type) => Begin::Type,
                    Some(ClassFieldKind::Value(_) | ClassFieldKind::VariableValue(_)) => Begin::Value,
                    Some(ClassFieldKind::Set(_) | ClassFieldKind::VariableSet(_)) => Begin::Set,
                    None => return found,
                };
                found.entry(begin).or_insert(name.span);
            }
            SyntaxItem::Optional(group) => {
                for (begin, span) in begins(class, group) {
                    found.entry(begin).or_insert(span);
                }
                continue;
            }
        }
        return found;
    }
    found
}

//! Evaluates object identifier values (X.680 clause 32), and follows names of values.

use crate::asn1::lowering::Lowering;
use crate::asn1::names::arcs::well_known;
use crate::asn1::names::{Actual, Scope, Symbol};
use crate::asn1::parse::ast::{AssignmentKind, Value, ValueKind};
use crate::asn1::parse::basics::{complete, shorten};
use crate::asn1::parse::values;
use crate::asn1::text::tokens::{TokenKind as T, Tokens};
use num_bigint::BigInt;
use std::rc::Rc;
use syntax_graph::{Diagnostic, Span};

impl<'a> Lowering<'a> {
    /// The arcs of an object identifier (or, with `relative`, of a RELATIVE-OID).
    pub fn oid(&mut self, value: &Rc<Value<'a>>, scope: Scope, relative: bool) -> Option<Vec<BigInt>> {
        self.deeper(|own| own.oid_inner(value, scope, relative)).unwrap_or_else(|| {
            let message = "this object identifier leads through too many others";
            let report = Diagnostic::error("too-deep", value.span, message)
                .with_label(self.values.oid_way, "by way of this");
            self.report(report.with_note("a chain of names must end in arcs (X.680 clause 32)"));
            None
        })
    }

    fn oid_inner(&mut self, value: &Rc<Value<'a>>, scope: Scope, relative: bool) -> Option<Vec<BigInt>> {
        let (value, scope) = self.followed(value, scope)?;
        match &value.kind {
            ValueKind::Braced(tokens) => self.oid_components(*tokens, scope, relative),
            ValueKind::CString(text) => {
                let dotted = text.trim_matches('"');
                let arcs: Option<Vec<BigInt>> = dotted.split('.').map(|arc| arc.parse().ok()).collect();
                if arcs.is_some() {
                    self.odd_notation(
                        value.span,
                        "an object identifier is in quotation marks, not in braces",
                    );
                } else {
                    self.mismatch(&value, "an object identifier, like `{ 1 2 840 }`");
                }
                arcs
            }
            _ => {
                self.mismatch(&value, "an object identifier, like `{ 1 2 840 }`");
                None
            }
        }
    }

    fn oid_components(&mut self, tokens: Tokens<'a>, scope: Scope, relative: bool) -> Option<Vec<BigInt>> {
        let mut arcs: Vec<BigInt> = Vec::new();
        let mut at = tokens;
        let mut told = false;
        while !at.is_empty() {
            match at.kind(0) {
                T::Number => {
                    arcs.push(at.text(0).parse().ok()?);
                    at = at.skip(1);
                }
                // `1.3.6.1` as it is printed elsewhere: `1.3` is read as a real number.
                T::Real if at.text(0).bytes().all(|byte| byte == b'.' || byte.is_ascii_digit()) => {
                    for arc in at.text(0).split('.').filter(|arc| !arc.is_empty()) {
                        arcs.push(arc.parse().ok()?);
                    }
                    self.tell_separators(at.span(0), &mut told);
                    at = at.skip(1);
                }
                T::Comma | T::Dot => {
                    self.tell_separators(at.span(0), &mut told);
                    at = at.skip(1);
                }
                T::Lower | T::Upper if at.kind(1) == T::LParen => {
                    if at.kind(0) == T::Upper {
                        let report = Diagnostic::warning(
                            "arc-name",
                            at.span(0),
                            "the name of an arc begins with a capital letter",
                        );
                        self.report(report.with_note("only its number counts (X.680 clause 32.3)"));
                    }
                    let parsed = values::value(at.skip(2));
                    let (rest, number) = match parsed {
                        Ok(done) => done,
                        Err(_) => return self.parsed(at, parsed).map(|_| Vec::new()),
                    };
                    arcs.push(self.integer(&number, scope, &[])?);
                    at = if rest.kind(0) == T::RParen { rest.skip(1) } else { rest };
                }
                T::Lower | T::Upper => {
                    let root = arcs.first().map(ToString::to_string);
                    let known = well_known(root.as_deref(), arcs.len(), at.text(0));
                    let of_object = at.kind(1) == T::Dot && at.kind(2) == T::FieldLower;
                    let known = known.filter(|_| !relative && !of_object);
                    if let Some(number) = known.filter(|_| !self.is_value(at.text(0), scope)) {
                        arcs.push(number.parse().ok()?);
                        at = at.skip(1);
                        continue;
                    }
                    let parsed = values::value(at);
                    let Ok((rest, value)) = parsed else {
                        return self.parsed(at, parsed).map(|_| Vec::new());
                    };
                    self.append_referenced(&value, scope, &mut arcs)?;
                    at = rest;
                }
                _ => {
                    let parsed: crate::asn1::parse::basics::Parsed<'a, ()> = complete(
                        crate::asn1::parse::basics::expected(at, "an arc: a name, a number, or name(number)"),
                        "",
                    );
                    self.parsed(at, parsed);
                    return None;
                }
            }
        }
        Some(arcs)
    }

    /// Warns, once an object identifier, of what stands between its arcs.
    fn tell_separators(&mut self, span: Span, told: &mut bool) {
        if !std::mem::replace(told, true) {
            self.odd_notation(span, "commas or dots separate the arcs of an object identifier");
        }
    }

    /// Warns of an object identifier that is understood, but is not written as the standard has it.
    fn odd_notation(&mut self, span: Span, message: &str) {
        let report = Diagnostic::warning("oid-notation", span, message);
        self.report(report.with_note("it is read like `{ 1 2 840 }` (X.680 clause 32.3)"));
    }

    /// A name within an object identifier: an integer is one arc, an object identifier all of its arcs.
    fn append_referenced(
        &mut self,
        value: &Rc<Value<'a>>,
        scope: Scope,
        arcs: &mut Vec<BigInt>,
    ) -> Option<()> {
        let (followed, there) = self.followed(value, scope)?;
        match &followed.kind {
            ValueKind::Number { .. } => arcs.push(self.integer(&followed, there, &[])?),
            ValueKind::Braced(_) | ValueKind::CString(_) => {
                self.values.oid_way = value.span;
                let mut inner = self.oid(&followed, there, !arcs.is_empty())?;
                arcs.append(&mut inner);
                if arcs.len() > 10_000 {
                    return None;
                }
            }
            _ => {
                self.mismatch(&followed, "an arc");
                return None;
            }
        }
        Some(())
    }

    /// Whether the name is a value here.
    fn is_value(&self, name: &str, scope: Scope) -> bool {
        self.names.binding(name, scope).is_some()
            || matches!(self.program.find(scope.module, name), crate::asn1::names::resolve::Found::Entity(_))
    }

    /// Follows names of values to what they stand for.
    pub fn followed(&mut self, value: &Rc<Value<'a>>, scope: Scope) -> Option<(Rc<Value<'a>>, Scope)> {
        let first = value.span;
        let (mut value, mut scope) = (Rc::clone(value), scope);
        let mut last = first;
        for _ in 0..crate::asn1::lowering::MAX_CHAIN {
            last = value.span;
            match &value.kind {
                ValueKind::Reference(reference) => match self.symbol(reference, scope, "value") {
                    Symbol::Actual(Actual::Value(actual, there)) => (value, scope) = (actual, there),
                    Symbol::Entity(entity, env) => {
                        scope = Scope { module: entity.module, env };
                        value = match &self.program.assignment(entity).kind {
                            AssignmentKind::Value { value, .. }
                            | AssignmentKind::MacroValue { value, .. } => Rc::clone(value),
                            AssignmentKind::Broken => return None,
                            _ => {
                                self.mismatch(&value, "a value");
                                return None;
                            }
                        };
                    }
                    Symbol::Actual(_) => {
                        self.mismatch(&value, "a value");
                        return None;
                    }
                    Symbol::Poisoned => return None,
                },
                ValueKind::Field(object, path) => {
                    let (object, path, span) = (object.clone(), path.clone(), value.span);
                    (value, scope) = self.value_field(&object, &path, scope, span)?;
                }
                _ => return Some((value, scope)),
            }
        }
        self.endless(&value, last, first)
    }

    /// Reports a value that is defined by itself: asked for at `first`, and met last at `last`.
    pub fn endless<T>(&mut self, value: &Value<'a>, last: Span, first: Span) -> Option<T> {
        let mut report = Diagnostic::error("endless-value", value.span, "this value is defined by itself");
        if last != value.span {
            report = report.with_label(last, "by way of this");
        }
        if ![last, value.span].contains(&first) {
            report = report.with_label(first, "used here");
        }
        self.report(report.with_note("a chain of names must end in a value (X.680 clause 16)"));
        None
    }

    /// Reports a value that does not have the notation of its type.
    pub fn mismatch(&mut self, value: &Value<'a>, wanted: &str) {
        let source = self.program.sources.iter().find(|source| source.file == Some(value.span.file));
        let text =
            source.and_then(|source| source.text.get(value.span.range())).filter(|text| !text.is_empty());
        let shown = text.map_or("this".to_owned(), |text| format!("`{}`", shorten(text)));
        self.report_mismatch(value.span, format!("{shown} is not {wanted}"), None);
    }

    /// Reports a value that does not fit its type.
    pub fn report_mismatch(&mut self, span: Span, message: String, hint: Option<String>) {
        let report = Diagnostic::error("value-mismatch", span, message);
        let mut report = hint.into_iter().fold(report, Diagnostic::with_help);
        if let Some((place, clause)) = self.values.governing {
            if place != span {
                report = report.with_label(place, "expected because of this type");
            }
            report = report.with_note(clause);
        }
        self.report(report);
    }
}

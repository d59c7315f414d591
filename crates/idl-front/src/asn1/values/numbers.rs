//! Evaluates integer values, named numbers and enumerations.

use crate::asn1::lowering::Lowering;
use crate::asn1::names::resolve::Found;
use crate::asn1::names::{Actual, Scope, Symbol};
use crate::asn1::parse::ast::{
    AssignmentKind, Enumerated, NamedNumber, Reference, TypeKind, Value, ValueKind,
};
use crate::asn1::types::family::Family;
use crate::spelling::nearest;
use num_bigint::BigInt;
use std::collections::BTreeSet;
use std::rc::Rc;
use syntax_graph::{Diagnostic, Enumeration};

/// Names with their numbers.
pub type Named = Vec<(String, BigInt)>;

impl<'a> Lowering<'a> {
    /// An integer value; `named` are the named numbers of its type. Anything else is reported.
    pub fn integer(
        &mut self,
        value: &Rc<Value<'a>>,
        scope: Scope,
        named: &[(String, BigInt)],
    ) -> Option<BigInt> {
        let simple = match &value.kind {
            ValueKind::Number { negative, digits } => return parse_integer(*negative, digits),
            ValueKind::Automatic(number) => return Some(BigInt::from(*number)),
            ValueKind::Reference(reference)
                if reference.module.is_none() && reference.arguments.is_none() =>
            {
                Some(reference)
            }
            _ => None,
        };
        if let Some(reference) = simple {
            if let Some((_, number)) = named.iter().find(|(name, _)| name == reference.name.text) {
                return Some(number.clone());
            }
            if let Some(near) = self.near_number(reference.name.text, scope, named) {
                let message = format!("the type has no number named `{}`", reference.name.text);
                self.report_mismatch(value.span, message, Some(format!("did you mean `{near}`?")));
                return None;
            }
            if scope.env == 0 {
                return self.referenced_integer(reference, value, scope);
            }
        }
        self.followed_integer(value, scope)
    }

    /// A named number with a similar name, if the name itself names no value.
    fn near_number(&self, name: &str, scope: Scope, named: &[(String, BigInt)]) -> Option<String> {
        let near = nearest(name, named.iter().map(|(own, _)| own.as_str()))?;
        let bound = self.names.binding(name, scope).is_some();
        let unknown = self.program.find(scope.module, name) == Found::Unknown
            && self.program.forgotten(scope.module, name).is_none();
        (unknown && !bound).then(|| near.to_owned())
    }

    fn referenced_integer(
        &mut self,
        reference: &Reference<'a>,
        value: &Rc<Value<'a>>,
        scope: Scope,
    ) -> Option<BigInt> {
        let Found::Entity(entity) = self.program.find(scope.module, reference.name.text) else {
            return self.followed_integer(value, scope);
        };
        if let Some(known) = self.values.integers.get(&(entity, 0)) {
            return known.clone();
        }
        let wanted = Some(Family::Integer);
        let number = if self.is_governed_otherwise(value, scope, wanted, value.span, |_| false) {
            None
        } else {
            self.followed_integer(value, scope)
        };
        self.values.integers.insert((entity, 0), number.clone());
        number
    }

    fn followed_integer(&mut self, value: &Rc<Value<'a>>, scope: Scope) -> Option<BigInt> {
        // The named numbers of the type of a value definition name values there.
        let (value, _) = self.followed_named(value, scope)?;
        match &value.kind {
            ValueKind::Number { negative, digits } => parse_integer(*negative, digits),
            ValueKind::Automatic(number) => Some(BigInt::from(*number)),
            _ => {
                self.mismatch(&value, "an integer");
                None
            }
        }
    }

    /// As [`Self::followed`], but a definition `a T ::= b` may name a named number of T.
    fn followed_named(&mut self, value: &Rc<Value<'a>>, scope: Scope) -> Option<(Rc<Value<'a>>, Scope)> {
        let first = value.span;
        let (mut value, mut scope) = (Rc::clone(value), scope);
        let mut last = first;
        for _ in 0..crate::asn1::lowering::MAX_CHAIN {
            last = value.span;
            let ValueKind::Reference(reference) = &value.kind else { return self.followed(&value, scope) };
            let (entity, env) = match self.symbol(reference, scope, "value") {
                Symbol::Entity(entity, env) => (entity, env),
                Symbol::Actual(Actual::Value(actual, there)) => {
                    (value, scope) = (actual, there);
                    continue;
                }
                Symbol::Actual(_) => return self.followed(&value, scope),
                Symbol::Poisoned => return None,
            };
            let AssignmentKind::Value { governor, value: next } = &self.program.assignment(entity).kind
            else {
                return self.followed(&value, scope);
            };
            let there = Scope { module: entity.module, env };
            if let ValueKind::Reference(inner) = &next.kind {
                let stripped = self.strip(governor, there);
                if let Some((base, base_scope)) = stripped.base
                    && let TypeKind::Integer(list) = &base.kind
                {
                    let item = list.iter().find(|item| item.name.text == inner.name.text);
                    if let Some(number) = item.and_then(|item| item.value.clone()) {
                        return self.followed(&number, base_scope);
                    }
                }
            }
            (value, scope) = (Rc::clone(next), there);
        }
        self.endless(&value, last, first)
    }

    /// The named numbers or bits of a type.
    pub fn named_numbers(&mut self, list: &[NamedNumber<'a>], scope: Scope) -> Named {
        let mut named = Named::new();
        let mut seen = std::collections::BTreeMap::new();
        let mut numbers = std::collections::BTreeMap::new();
        for item in list {
            let number = match &item.value {
                Some(value) => self.integer(value, scope, &[]),
                None => {
                    let message = format!("`{}` needs a number in parentheses", item.name.text);
                    let report = Diagnostic::error("named-number", item.name.span, message);
                    self.report(report.with_help("write `name(5)` (X.680 clauses 19 and 22)"));
                    None
                }
            };
            if let Some(first) = seen.insert(item.name.text, item.name.span) {
                let message = format!("`{}` is named twice", item.name.text);
                let report = Diagnostic::error("duplicate-name", item.name.span, message)
                    .with_text("defined again here");
                let report = report.with_label(first, "first defined here");
                self.report(report.with_note("X.680 clauses 19 and 22"));
            } else if let Some(number) = &number
                && let Some(first) = numbers.insert(number.clone(), item.name.span)
            {
                let message = format!("the number of `{}` already has a name", item.name.text);
                let report = Diagnostic::warning("named-again", item.name.span, message);
                let report = report.with_label(first, "this one");
                self.report(report.with_note("the numbers are distinct (X.680 clauses 19.4 and 22.4)"));
            }
            named.extend(number.map(|number| (item.name.text.to_owned(), number)));
        }
        named
    }

    /// The items of an ENUMERATED, numbered as X.680 clauses 20.5 to 20.8 have it.
    pub fn enumeration(&mut self, list: &Enumerated<'a>, scope: Scope) -> Enumeration {
        let explicit: Vec<Option<BigInt>> = (list.root.iter())
            .chain(&list.additions)
            .map(|item| item.value.as_ref().and_then(|value| self.integer(value, scope, &[])))
            .collect();
        let mut used: BTreeSet<BigInt> = explicit[..list.root.len()].iter().flatten().cloned().collect();
        let mut items = Named::new();
        let mut next = BigInt::from(0);
        for (item, number) in list.root.iter().zip(&explicit) {
            let number = number.clone().unwrap_or_else(|| {
                while used.contains(&next) {
                    next += 1;
                }
                next.clone()
            });
            used.insert(number.clone());
            items.push((item.name.text.to_owned(), number));
        }
        // Additions go upwards from the last one.
        let mut least = BigInt::from(0);
        for (item, number) in list.additions.iter().zip(&explicit[list.root.len()..]) {
            let number = number.clone().unwrap_or_else(|| {
                while used.contains(&least) {
                    least += 1;
                }
                least.clone()
            });
            used.insert(number.clone());
            least = number.clone() + 1;
            items.push((item.name.text.to_owned(), number));
        }
        if list.root.is_empty()
            && let Some(first) = list.additions.first()
        {
            let message = "an ENUMERATED has no item before `...`";
            let report = Diagnostic::error("empty-enumeration", first.name.span, message);
            self.report(report.with_note("X.680 clause 20.1"));
        }
        self.check_items(list, &items);
        self.check_additions(list, &items);
        self.rules.note_exception(list.exception.as_ref(), scope);
        let extensible = list.extensible || self.program.modules[scope.module].extensibility_implied;
        Enumeration { items, roots: list.root.len(), extensible }
    }

    /// Additions go upwards, so that later versions agree on their order.
    fn check_additions(&mut self, list: &Enumerated<'a>, items: &Named) {
        let from = list.root.len();
        let numbers: Vec<&BigInt> = items[from..].iter().map(|(_, number)| number).collect();
        for (at, pair) in numbers.windows(2).enumerate() {
            if pair[1] < pair[0] {
                let (before, item) = (&list.additions[at].name, &list.additions[at + 1].name);
                let message =
                    format!("the addition `{}` has a smaller number than the one before it", item.text);
                let report = Diagnostic::warning("enumerated-order", item.span, message);
                self.report(report.with_label(before.span, "the one before it").with_note("X.680 clause 20"));
            }
        }
    }

    /// The named bits of a type.
    pub fn named_bits(&mut self, list: &[NamedNumber<'a>], scope: Scope) -> Named {
        let named = self.named_numbers(list, scope);
        for (item, (name, number)) in list.iter().zip(&named) {
            if *number < BigInt::from(0) && item.name.text == name {
                let message = format!("`{name}` names bit {number}, but bits are counted from 0");
                let report = Diagnostic::error("named-bit", item.name.span, message);
                self.report(report.with_note("X.680 clause 22"));
            }
        }
        named
    }

    fn check_items(&mut self, list: &Enumerated<'a>, items: &Named) {
        let written: Vec<_> = list.root.iter().chain(&list.additions).collect();
        let mut names = std::collections::BTreeMap::new();
        let mut numbers = std::collections::BTreeMap::new();
        for (item, (name, number)) in written.into_iter().zip(items) {
            let span = item.name.span;
            if let Some(first) = names.insert(name.clone(), span) {
                let report =
                    Diagnostic::error("duplicate-name", span, format!("item `{name}` is defined twice"));
                self.report(
                    report
                        .with_text("defined again here")
                        .with_label(first, "first defined here")
                        .with_note("X.680 clause 20.4"),
                );
            } else if let Some(first) = numbers.insert(number.clone(), span) {
                let message = format!("two items have the number {number}");
                let report = Diagnostic::error("duplicate-number", span, message)
                    .with_text("the second one")
                    .with_label(first, "the first one");
                self.report(report.with_note("X.680 clause 20.4"));
            }
        }
    }
}

fn parse_integer(negative: bool, digits: &str) -> Option<BigInt> {
    let number: BigInt = digits.parse().ok()?;
    Some(if negative { -number } else { number })
}

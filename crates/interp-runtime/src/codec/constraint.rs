//! Whether a value is one that the constraints of its type permit.

use super::{Codec, real};
use num_bigint::BigInt;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use syntax_graph::permitted::Check;
use syntax_graph::{
    CharKind, FieldId, Intervals, Predicate, RealEnd, Scalar, SyntaxGraph, TypeId, TypeKind, Value,
};

/// Whether a value of type `ty` passes a check.
pub(super) fn permits(graph: &SyntaxGraph, ty: TypeId, check: &Check, value: &Value) -> bool {
    let kind = graph.kind(ty);
    let mut points = None;
    let number = match (kind, value.plain()) {
        (_, Value::Integer(number)) => number.clone(),
        (_, Value::Boolean(value)) => BigInt::from(u8::from(*value)),
        (_, Value::Bits { length, .. }) => BigInt::from(*length),
        (_, Value::Octets(octets)) => BigInt::from(octets.len()),
        (_, Value::Array(elements)) => BigInt::from(elements.len()),
        (TypeKind::Scalar(Scalar::Characters { kind, .. }), Value::Chars(octets)) => {
            let Some(found) = kind.code_points(octets) else { return false };
            let count = BigInt::from(found.len());
            points = Some(found);
            count
        }
        _ => return true,
    };
    let known = |point: &u32| {
        check.characters.as_ref().is_none_or(|characters| characters.contains(&BigInt::from(*point)))
    };
    check.number.as_ref().is_none_or(|numbers| numbers.contains(&number))
        && points.iter().flatten().all(known)
}

/// What predicates are evaluated with.
pub(super) struct Values<'v> {
    pub(super) codec: &'v Codec<'v>,
    /// The matchers of patterns.
    pub(super) patterns: &'v BTreeMap<String, regex::Regex>,
}

impl Values<'_> {
    /// Whether a value of type `ty` is as a predicate says.
    pub(super) fn are_such(&self, ty: TypeId, predicate: &Predicate, value: &Value) -> bool {
        let graph: &SyntaxGraph = self.codec.graph;
        let value = value.plain();
        let such = |part: &Predicate| self.are_such(ty, part, value);
        let element = |field: FieldId| graph.fields[field].target;
        let bounds = |number: Option<&Intervals>, characters: Option<&Intervals>| {
            let check = Check { number: number.cloned(), characters: characters.cloned() };
            permits(graph, ty, &check, value)
        };
        match (predicate, value) {
            (Predicate::All(parts), _) => parts.iter().all(such),
            (Predicate::Any(parts), _) => parts.iter().any(such),
            (Predicate::Not(part), _) => !such(part),
            (Predicate::Number(set) | Predicate::Size(set), _) => bounds(Some(set), None),
            (Predicate::Characters(set), _) => bounds(None, Some(set)),
            (Predicate::Octets(known), Value::Octets(own) | Value::Oid(own) | Value::Chars(own)) => {
                known == own
            }
            (Predicate::Bits { octets, length, named }, Value::Bits { octets: own, length: own_length }) => {
                let known = bits(octets, *length, *named);
                known == bits(own, *own_length, *named)
            }
            (Predicate::Octets(known), Value::Real(own)) => known == own,
            (Predicate::Real { lower, upper }, Value::Real(own)) => {
                let order = |end: &RealEnd| real::order(own, &end.contents, self.codec.rules);
                let inside = |order: Option<Ordering>, outside: Ordering, open: bool| {
                    order.is_some_and(|order| order != outside && !(open && order == Ordering::Equal))
                };
                let above =
                    lower.as_ref().is_none_or(|(end, open)| inside(order(end), Ordering::Less, *open));
                above && upper.as_ref().is_none_or(|(end, open)| inside(order(end), Ordering::Greater, *open))
            }
            (Predicate::RealComponents(set), Value::Real(own)) => {
                real::has_components(own, set, self.codec.rules)
            }
            (Predicate::Between(least, most), Value::Chars(own)) => {
                own.len() == least.len() && least <= own && own <= most
            }
            // As the library that knows regular expressions has it, not as the tables do.
            (Predicate::Matches(pattern), Value::Chars(octets)) => {
                let matcher = self.patterns.get(&pattern.expression);
                text(graph, ty, octets).zip(matcher).is_some_and(|(text, matcher)| matcher.is_match(&text))
            }
            (Predicate::Contains(ty), Value::Octets(octets)) => self.codec.contains(*ty, octets),
            (Predicate::Contains(ty), Value::Bits { octets, length }) => {
                length.is_multiple_of(8) && self.codec.contains(*ty, octets)
            }
            (Predicate::Has(field), Value::Structure(members)) => members.iter().any(|(own, _)| own == field),
            (Predicate::Has(field), Value::Union(arm, _)) => arm == field,
            (Predicate::Component(field, part), Value::Structure(members)) => {
                let given = members.iter().find(|(own, _)| own == field).map(|(_, value)| value);
                let given = given.or_else(|| graph.default_value(*field));
                given.is_none_or(|value| self.are_such(element(*field), part, value))
            }
            (Predicate::Component(field, part), Value::Union(arm, value)) => {
                arm != field || self.are_such(element(*field), part, value)
            }
            // Of an arm that is not known, no arm is there.
            (Predicate::Component(..), Value::UnknownArm(_)) => true,
            (Predicate::Every(field, part), Value::Array(values)) => {
                values.iter().all(|value| self.are_such(element(*field), part, value))
            }
            (Predicate::Element(field, index, part), Value::Array(values)) => {
                values.get(*index).is_some_and(|value| self.are_such(element(*field), part, value))
            }
            (Predicate::Occurs(field, part, times), Value::Array(values)) => {
                let found = values.iter().filter(|value| self.are_such(element(*field), part, value));
                found.count() == *times
            }
            _ => false,
        }
    }
}

/// The characters of a string or time; none when they are malformed.
fn text(graph: &SyntaxGraph, ty: TypeId, octets: &[u8]) -> Option<String> {
    match graph.kind(ty) {
        TypeKind::Scalar(Scalar::Characters { kind, .. })
            if matches!(kind, CharKind::Utf8 | CharKind::Bmp | CharKind::Universal) =>
        {
            kind.code_points(octets)?.into_iter().map(char::from_u32).collect()
        }
        _ => octets.is_ascii().then(|| octets.iter().map(|octet| char::from(*octet)).collect()),
    }
}

/// Bits one by one; with names, without the zeros at the end.
fn bits(octets: &[u8], length: u64, named: bool) -> Vec<bool> {
    let all = octets.iter().flat_map(|octet| (0..8).rev().map(move |bit| octet >> bit & 1 == 1));
    let mut bits: Vec<bool> = all.take(usize::try_from(length).unwrap_or(usize::MAX)).collect();
    while named && bits.last() == Some(&false) {
        bits.pop();
    }
    bits
}

//! The meaning of filters: predicates on decoded values, by `docs/specialization.md`.
//!
//! A generated filter must give the answer that this module gives on the value that the independent codec decodes.

use crate::filter::{Bits, Path, Probe, Quantifier, Test};
use crate::graph::SyntaxGraph;
use crate::ids::FieldId;
use crate::types::TypeKind;
use crate::value::Value;
use num_bigint::BigInt;

/// Returns whether a predicate holds for a value.
pub fn holds(graph: &SyntaxGraph, test: &Test, value: &Value) -> bool {
    match test {
        Test::All(tests) => tests.iter().all(|test| holds(graph, test, value)),
        Test::Any(tests) => tests.iter().any(|test| holds(graph, test, value)),
        Test::Not(test) => !holds(graph, test, value),
        Test::Members(_) => true,
        Test::Probe(path, probe) => match part(graph, path, value) {
            Some(Part::Value(value)) => answer(graph, probe, value),
            Some(Part::Discriminant(number)) => match probe {
                Probe::Present => true,
                Probe::Number(range) => range.has(number),
                _ => false,
            },
            None => false,
        },
    }
}

/// A part of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part<'v> {
    /// A value.
    Value(&'v Value),
    /// The discriminant of a union.
    Discriminant(&'v BigInt),
}

/// Returns the part of a value at a path; `None` if it is absent.
pub fn part<'v>(graph: &SyntaxGraph, path: &Path, value: &'v Value) -> Option<Part<'v>> {
    let mut value = value.plain();
    for step in path {
        value = match value {
            Value::Structure(fields) => &fields.iter().find(|(field, _)| field == step)?.1,
            Value::Switch { discriminant, .. } if is_discriminant(graph, *step) => {
                return Some(Part::Discriminant(discriminant));
            }
            Value::Union(arm, value) | Value::Known(arm, value) | Value::Switch { arm, value, .. }
                if arm == step =>
            {
                value
            }
            _ => return None,
        };
        value = value.plain();
    }
    Some(Part::Value(value))
}

fn is_discriminant(graph: &SyntaxGraph, field: FieldId) -> bool {
    match graph.kind(graph.fields[field].owner) {
        TypeKind::Union(union) => union.discriminant.as_ref().is_some_and(|own| own.field == field),
        _ => false,
    }
}

/// Returns the answer of a question about a value that is present.
fn answer(graph: &SyntaxGraph, probe: &Probe, value: &Value) -> bool {
    match (probe, value) {
        (Probe::Present | Probe::Member, _) => true,
        (Probe::Number(range), Value::Integer(number)) => range.has(number),
        (Probe::Number(range), Value::Boolean(value)) => range.has(&BigInt::from(u8::from(*value))),
        (Probe::Octets(wanted), Value::Octets(octets) | Value::Oid(octets) | Value::Chars(octets)) => {
            wanted.has(octets)
        }
        (Probe::Bits(wanted), Value::Bits { octets, length }) => bits(wanted, octets, *length),
        (Probe::Count(range), Value::Array(elements)) => range.has(&BigInt::from(elements.len())),
        (Probe::Elements(quantifier, test), Value::Array(elements)) => {
            let mut answers = elements.iter().map(|element| holds(graph, test, element));
            match quantifier {
                Quantifier::Any => answers.any(|answer| answer),
                Quantifier::All => answers.all(|answer| answer),
            }
        }
        _ => false,
    }
}

/// Compares a BIT STRING bit by bit.
fn bits(wanted: &Bits, octets: &[u8], length: u64) -> bool {
    let bit = |octets: &[u8], at: u64| {
        let octet = usize::try_from(at / 8).ok().and_then(|at| octets.get(at));
        octet.is_some_and(|octet| octet & (0x80 >> (at % 8)) != 0)
    };
    let longer = length.max(wanted.length);
    let same_length = length == wanted.length || wanted.trailing;
    let is_equal = same_length && (0..longer).all(|at| bit(octets, at) == bit(&wanted.octets, at));
    is_equal != wanted.differs
}

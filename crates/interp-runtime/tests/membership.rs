//! Two evaluations of constraints agree: the codec's own, on constraints as written, and the checks of the
//! generated C.

#[path = "common/algebra.rs"]
mod algebra;

use algebra::{Case, KINDS, Kind};
use interp_runtime::{Codec, ErrorCode, Rules, json};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use syntax_graph::permitted::Check;
use syntax_graph::validate::ValidGraph;
use syntax_graph::{CharKind, FieldId, Intervals, Predicate, Scalar, TypeId, TypeKind, Value};

/// Cases of each kind.
const CASES: u64 = 120;

/// Evaluates checks and predicates as data, one part at a time.
struct Checker<'g> {
    graph: &'g ValidGraph,
}

impl Checker<'_> {
    fn passes(&self, field: FieldId, value: &Value) -> bool {
        let ty = self.graph.fields[field].target;
        self.graph.check_in(field).is_none_or(|check| self.is_within(ty, &check, value))
            && self.graph.residual_in(field).is_none_or(|predicate| self.is_such(ty, &predicate, value))
    }

    fn is_within(&self, ty: TypeId, check: &Check, value: &Value) -> bool {
        let Some(number) = self.number(ty, value) else { return false };
        let points = self.points(ty, value);
        let known = |point: u32| {
            check.characters.as_ref().is_none_or(|characters| characters.contains(&point.into()))
        };
        check.number.as_ref().is_none_or(|numbers| numbers.contains(&number))
            && points.into_iter().flatten().all(known)
    }

    /// Returns the number or size of a value; `None` for a malformed string.
    fn number(&self, ty: TypeId, value: &Value) -> Option<BigInt> {
        Some(match value {
            Value::Integer(number) => number.clone(),
            Value::Boolean(value) => u8::from(*value).into(),
            Value::Bits { length, .. } => (*length).into(),
            Value::Octets(octets) => octets.len().into(),
            Value::Array(elements) => elements.len().into(),
            _ => self.points(ty, value)?.len().into(),
        })
    }

    fn kind(&self, ty: TypeId) -> Option<CharKind> {
        match self.graph.kind(ty) {
            TypeKind::Scalar(Scalar::Characters { kind, .. }) => Some(*kind),
            _ => None,
        }
    }

    fn points(&self, ty: TypeId, value: &Value) -> Option<Vec<u32>> {
        let Value::Chars(octets) = value else { return None };
        self.kind(ty)?.code_points(octets)
    }

    fn is_such(&self, ty: TypeId, predicate: &Predicate, value: &Value) -> bool {
        let such = |part: &Predicate| self.is_such(ty, part, value);
        let element = |field: FieldId| self.graph.fields[field].target;
        let within = |number: Option<&Intervals>, characters: Option<&Intervals>| {
            let check = Check { number: number.cloned(), characters: characters.cloned() };
            self.is_within(ty, &check, value)
        };
        match (predicate, value) {
            (Predicate::All(parts), _) => parts.iter().all(such),
            (Predicate::Any(parts), _) => parts.iter().any(such),
            (Predicate::Not(part), _) => !such(part),
            (Predicate::Number(set) | Predicate::Size(set), _) => within(Some(set), None),
            (Predicate::Characters(set), _) => within(None, Some(set)),
            (Predicate::Octets(known), Value::Octets(own) | Value::Oid(own) | Value::Chars(own)) => {
                known == own
            }
            (Predicate::Bits { octets, length, named }, Value::Bits { octets: own, length: other }) => {
                let bits = |octets: &[u8], length: u64| {
                    let bit = |at: u64| octets[at as usize / 8] >> (7 - at % 8) & 1;
                    let bits: String = (0..length).map(|at| if bit(at) == 1 { '1' } else { '0' }).collect();
                    if *named { bits.trim_end_matches('0').to_owned() } else { bits }
                };
                bits(octets, *length) == bits(own, *other)
            }
            (Predicate::Between(least, most), Value::Chars(own)) => {
                own.len() == least.len() && least <= own && own <= most
            }
            (Predicate::Matches(pattern), Value::Chars(octets)) => {
                let text = match self.kind(ty) {
                    Some(_) => self.points(ty, value).map(|points| points.into_iter().map(char::from_u32)),
                    None => return pattern.matches(octets),
                };
                let text: Option<String> = text.and_then(Iterator::collect);
                text.is_some_and(|text| pattern.matches(text.as_bytes()))
            }
            (Predicate::Has(field), Value::Structure(members)) => members.iter().any(|(own, _)| own == field),
            (Predicate::Has(field), Value::Union(arm, _)) => arm == field,
            (Predicate::Component(field, part), Value::Structure(members)) => {
                let given = members.iter().find(|(own, _)| own == field).map(|(_, value)| value);
                let given = given.or_else(|| self.graph.default_value(*field));
                given.is_none_or(|value| self.is_such(element(*field), part, value))
            }
            (Predicate::Component(field, part), Value::Union(arm, value)) => {
                arm != field || self.is_such(element(*field), part, value)
            }
            (Predicate::Component(..), Value::UnknownArm(_)) => true,
            (Predicate::Every(field, part), Value::Array(values)) => {
                values.iter().all(|value| self.is_such(element(*field), part, value))
            }
            (Predicate::Element(field, index, part), Value::Array(values)) => {
                values.get(*index).is_some_and(|value| self.is_such(element(*field), part, value))
            }
            (Predicate::Occurs(field, part, times), Value::Array(values)) => {
                values.iter().filter(|value| self.is_such(element(*field), part, value)).count() == *times
            }
            _ => false,
        }
    }
}

/// Returns whether a value is permitted by its field, aspect by aspect: the view of encodings and
/// `T_ENCODED_MAX`.
fn is_permitted(checker: &Checker<'_>, field: FieldId, value: &Value) -> bool {
    let permitted = checker.graph.permitted_in(field);
    let ty = checker.graph.fields[field].target;
    let within =
        |set: &Option<Intervals>, number: &BigInt| set.as_ref().is_none_or(|set| set.contains(number));
    let numbers = match (value, checker.number(ty, value)) {
        (Value::Integer(_) | Value::Boolean(_), Some(number)) => within(&permitted.values, &number),
        // Checks leave more sizes to predicates than are permitted: any value can be lengthened.
        (Value::Bits { .. }, _) if has_names(checker.graph.kind(ty)) => true,
        // Strings with escape sequences satisfy the checks.
        (Value::Chars(_), _) if checker.kind(ty).is_some_and(|kind| !kind.has_characters()) => return true,
        (_, Some(number)) => within(&permitted.sizes, &number),
        _ => true,
    };
    let points = checker.points(ty, value).unwrap_or_default();
    numbers && points.into_iter().all(|point| within(&permitted.alphabet, &point.into()))
}

fn has_names(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Scalar(Scalar::BitString { named, .. }) if !named.is_empty())
}

/// Returns the codec's verdict on a value in the one field of a message; `None` if no representation holds
/// it.
fn is_member(codec: &Codec<'_>, root: TypeId, value: &Value) -> Option<bool> {
    match codec.encode(root, value) {
        Ok(_) => Some(true),
        Err(error) if error.code == ErrorCode::Constraint => Some(false),
        Err(error) if error.code == ErrorCode::Range => None,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn checks_agree_with_membership() {
    let mut told: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for kind in KINDS.into_iter().filter(|kind| *kind != Kind::Real) {
        for seed in 0..CASES {
            let Some((case, graph)) = Case::new(kind, seed) else { continue };
            let codec = Codec::new(&graph, Rules::Ber).with_constraints();
            let (checker, root) = (Checker { graph: &graph }, graph.definitions("Message")[0]);
            for text in algebra::universe(kind) {
                let message = format!("{{\"f0\":{text}}}");
                let json = serde_json::from_str(&message).expect("the text of the value must be valid JSON");
                let value = json::from_json(&graph, root, &json);
                let value = value.unwrap_or_else(|error| {
                    panic!("the JSON must be a value of the type: {text}: {error:?}")
                });
                let Value::Union(field, inner) = &value else {
                    panic!("the value must be a union: {value:?}")
                };
                let Some(member) = is_member(&codec, root, &value) else { continue };
                let counts = told.entry(format!("{kind:?}")).or_default();
                *if member { &mut counts.0 } else { &mut counts.1 } += 1;
                let shown = || format!("{text} in\n{}f0 {}", case.definitions, case.field);
                assert_eq!(
                    checker.passes(*field, inner),
                    member,
                    "deduced check and codec must agree: {}",
                    shown()
                );
                let permitted = is_permitted(&checker, *field, inner);
                assert!(!member || permitted, "the deduced bounds must permit every member: {}", shown());
                // Numbers have one aspect, which is complete.
                let numbers = matches!(kind, Kind::Integer | Kind::Open | Kind::Boolean);
                assert!(
                    !numbers || permitted == member,
                    "exact bounds must permit members only: {}",
                    shown()
                );
            }
        }
    }
    assert_eq!(told.len(), KINDS.len() - 1);
    for (kind, (members, others)) in told {
        assert!(
            members > 20 && others > 20,
            "{kind}: expected more than 20 members and 20 others, found {members} and {others}"
        );
    }
}

//! Decides whether constraints permit a value that the specification writes (X.680 clauses 49 to 51).
//!
//! It evaluates what [`syntax_graph::permitted`] cannot express.

use crate::asn1::constraints::patterns::Pattern;
use crate::asn1::constraints::time_settings::Settings;
use crate::asn1::constraints::times;
use crate::asn1::values::real;
use der_values::canonical::Canonical;
use num_bigint::BigInt;
use std::cmp::Ordering;
use syntax_graph::constraint::{ComponentConstraint, ComponentPresence, Constraint, Elements, ValueRange};
use syntax_graph::{CharKind, Presence, Scalar, SyntaxGraph, TimeKind, TypeId, TypeKind, Value};

/// Limit for nested constraints; deeper ones count as unknown.
const MAX_NESTING: usize = 64;

/// Elements of constraints that are looked at for one value; whether more hold is not known.
const MAX_STEPS: usize = 10_000;

/// Looks at constraints for one value.
#[derive(Debug)]
pub struct Membership<'g> {
    graph: &'g SyntaxGraph,
    depth: usize,
    steps: usize,
}

impl<'g> Membership<'g> {
    /// Of the values of this graph's types.
    pub fn new(graph: &'g SyntaxGraph) -> Self {
        Self { graph, depth: 0, steps: 0 }
    }

    /// The first of constraints in a row, applied to a type, that certainly excludes a value. Values beyond the markers of those
    /// before the last are out (X.680 clause 50.8).
    pub fn excluding<'c>(
        &mut self,
        ty: TypeId,
        constraints: &[&'c Constraint],
        value: &Value,
    ) -> Option<&'c Constraint> {
        let (last, before) = constraints.split_last()?;
        let excluded = before.iter().find(|constraint| self.in_root(constraint, ty, value) == Some(false));
        excluded
            .or_else(|| Some(last).filter(|last| self.in_constraint(last, ty, value) == Some(false)))
            .copied()
    }

    /// Root and additions. Where a marker has no additions, later versions have them: the value may be one of those.
    fn in_constraint(&mut self, constraint: &Constraint, ty: TypeId, value: &Value) -> Option<bool> {
        let root = self.in_root(constraint, ty, value);
        match &constraint.additions {
            _ if !constraint.extensible => root,
            Some(additions) => either(root, self.elements(additions, ty, value)),
            None => root.filter(|inside| *inside),
        }
    }

    fn in_root(&mut self, constraint: &Constraint, ty: TypeId, value: &Value) -> Option<bool> {
        self.elements(constraint.root.as_ref()?, ty, value)
    }

    fn elements(&mut self, elements: &Elements, ty: TypeId, value: &Value) -> Option<bool> {
        self.steps += 1;
        if self.depth >= MAX_NESTING || self.steps > MAX_STEPS {
            return None;
        }
        self.depth += 1;
        let found = self.of_elements(elements, ty, value);
        self.depth -= 1;
        found
    }

    fn of_elements(&mut self, elements: &Elements, ty: TypeId, value: &Value) -> Option<bool> {
        match elements {
            Elements::Union(parts) => any(parts.iter().map(|part| self.elements(part, ty, value))),
            Elements::Intersection(parts) => all(parts.iter().map(|part| self.elements(part, ty, value))),
            Elements::Except(base, excluded) => {
                let excluded = self.elements(excluded, ty, value);
                both(self.elements(base, ty, value), excluded.map(|inside| !inside))
            }
            Elements::AllExcept(excluded) => self.elements(excluded, ty, value).map(|inside| !inside),
            Elements::Nested(inner) => self.in_constraint(inner, ty, value),
            Elements::Value(own) => self.equal(ty, own, value),
            Elements::Range(range) => self.in_range(range, ty, value),
            Elements::Size(sizes) => {
                let size = Value::Integer(self.size(ty, value)?);
                self.in_constraint(sizes, ty, &size)
            }
            Elements::From(inner) => match (self.graph.kind(ty), value) {
                (TypeKind::Scalar(Scalar::Characters { kind, .. }), Value::Chars(octets)) => {
                    let mut points = kind.code_points(octets)?;
                    points.sort_unstable();
                    points.dedup();
                    all(points.into_iter().map(|point| has_character(inner, *kind, point, 0)))
                }
                _ => None,
            },
            Elements::Includes(included) => self.included(*included, value),
            Elements::Pattern { text: pattern, .. } => {
                let text = |value: &Value| match (self.graph.kind(ty), value) {
                    (TypeKind::Scalar(Scalar::Characters { kind, .. }), Value::Chars(octets)) => {
                        kind.code_points(octets)?.into_iter().map(char::from_u32).collect::<Option<String>>()
                    }
                    _ => None,
                };
                let Value::Chars(pattern) = pattern.as_ref()? else { return None };
                let pattern: Vec<char> = String::from_utf8_lossy(pattern).chars().collect();
                Pattern::parse(&pattern).ok()?.matches(&text(value)?)
            }
            Elements::Settings { text: settings, .. } => match (self.graph.kind(ty), value) {
                (TypeKind::Scalar(Scalar::Time(TimeKind::Time)), Value::Chars(octets)) => {
                    let wanted = Settings::parse(settings).ok()?;
                    Some(wanted.includes(&times::settings(std::str::from_utf8(octets).ok()?)?))
                }
                _ => None,
            },
            Elements::Component(inner) => match (self.graph.kind(ty), value) {
                (TypeKind::Array(array), Value::Array(elements)) => {
                    let target = self.graph.fields[array.element].target;
                    all(elements.iter().map(|element| self.in_constraint(inner, target, element)))
                }
                _ => None,
            },
            Elements::Components { partial, components } => {
                self.in_components(*partial, components, ty, value)
            }
            Elements::Contents { .. } | Elements::UserDefined(_) | Elements::Table(_) | Elements::Unknown => {
                None
            }
        }
    }

    /// The values of another type: those of its constraints' roots (X.680 clause 51.3.4).
    fn included(&mut self, ty: TypeId, value: &Value) -> Option<bool> {
        let graph = self.graph;
        let constraints = graph.constraints_of_type(ty);
        all(constraints.into_iter().map(|constraint| self.in_root(constraint, ty, value)))
    }

    fn equal(&self, ty: TypeId, own: &Value, value: &Value) -> Option<bool> {
        let canonical = Canonical { graph: self.graph, der: true };
        match (own, value) {
            (Value::Real(own), Value::Real(value)) if own == value => Some(true),
            (Value::Real(own), Value::Real(value)) => {
                real::compare(own, value).map(|order| order == Ordering::Equal)
            }
            // The tags of a CHOICE's alternatives are among its octets, those of the type itself do not matter.
            _ => Some(own == value || canonical.encode(&[], ty, own)? == canonical.encode(&[], ty, value)?),
        }
    }

    fn in_range(&self, range: &ValueRange, ty: TypeId, value: &Value) -> Option<bool> {
        let order = |end: &Value| match (end, value) {
            (Value::Integer(end), Value::Integer(value)) => Some(value.cmp(end)),
            (Value::Real(end), Value::Real(value)) => real::compare(value, end),
            // Dates and times of day of one width have the order of their digits.
            (Value::Chars(end), Value::Chars(value)) => {
                let fixed = matches!(
                    self.graph.kind(ty),
                    TypeKind::Scalar(Scalar::Time(TimeKind::Date | TimeKind::TimeOfDay | TimeKind::DateTime))
                );
                fixed.then(|| value.cmp(end))
            }
            _ => None,
        };
        let not_a_number = matches!(value, Value::Real(contents) if contents[..] == [0x42]);
        if not_a_number && (range.lower.is_some() || range.upper.is_some()) {
            return Some(false);
        }
        let above = range.lower.as_ref().map_or(Some(true), |lower| {
            order(lower)
                .map(|order| order == Ordering::Greater || (order == Ordering::Equal && !range.lower_open))
        });
        let below = range.upper.as_ref().map_or(Some(true), |upper| {
            order(upper)
                .map(|order| order == Ordering::Less || (order == Ordering::Equal && !range.upper_open))
        });
        both(above, below)
    }

    /// How many units a string or array has.
    fn size(&self, ty: TypeId, value: &Value) -> Option<BigInt> {
        let size = match (self.graph.kind(ty), value) {
            // Trailing zeros of named bits mean nothing (X.680 clause 22.7).
            (TypeKind::Scalar(Scalar::BitString { named, .. }), Value::Bits { length, .. }) => {
                return named.is_empty().then(|| BigInt::from(*length));
            }
            (_, Value::Octets(octets)) => octets.len(),
            (_, Value::Array(elements)) => elements.len(),
            (TypeKind::Scalar(Scalar::Characters { kind, .. }), Value::Chars(octets)) => {
                let known = kind.alphabet().is_some() || kind.is_known_multiplier();
                kind.code_points(octets).filter(|_| known)?.len()
            }
            _ => return None,
        };
        Some(size.into())
    }

    /// WITH COMPONENTS (X.680 clause 51.8).
    fn in_components(
        &mut self,
        partial: bool,
        components: &[ComponentConstraint],
        ty: TypeId,
        value: &Value,
    ) -> Option<bool> {
        match (self.graph.kind(ty), value) {
            (TypeKind::Scalar(Scalar::Real), Value::Real(contents)) => {
                let base = Value::Integer(real::base(contents)?.into());
                // Mantissa and exponent of a number are several pairs; its base is one.
                components.iter().fold(None, |found, component| {
                    let field = &self.graph.fields[component.field];
                    let inner = component.constraint.as_ref().filter(|_| field.name == "base");
                    match inner.and_then(|inner| self.in_constraint(inner, field.target, &base)) {
                        Some(false) => Some(false),
                        _ => found,
                    }
                })
            }
            (TypeKind::Structure(structure), Value::Structure(members)) => {
                let fields = structure.fields.clone();
                all(fields.into_iter().map(|field| {
                    let member = members.iter().find(|(own, _)| *own == field).map(|(_, value)| value);
                    // A component that has its DEFAULT may be there or not.
                    let defaulted = matches!(&self.graph.fields[field].presence, Presence::Default(own) if Some(own) == member);
                    let Some(component) = components.iter().find(|own| own.field == field) else {
                        // The implied ABSENT is of what can be absent (clause 51.8.6).
                        let always = self.graph.fields[field].presence == Presence::Mandatory;
                        return Some(partial || member.is_none() || defaulted || always);
                    };
                    let there = match component.presence {
                        Some(ComponentPresence::Absent) => member.is_none() || defaulted,
                        Some(ComponentPresence::Present) => member.is_some(),
                        Some(ComponentPresence::Optional) => true,
                        None => partial || member.is_some(),
                    };
                    let inside = component.constraint.as_ref().zip(member).map_or(Some(true), |(inner, value)| {
                        self.in_constraint(inner, self.graph.fields[field].target, value)
                    });
                    both(Some(there), inside)
}))
            }
            (TypeKind::Union(_), Value::Union(arm, value)) => {
                let present = |own: &&ComponentConstraint| own.presence == Some(ComponentPresence::Present);
                if components.iter().filter(present).any(|own| own.field != *arm) {
                    return Some(false);
                }
                let Some(component) = components.iter().find(|own| own.field == *arm) else {
                    return Some(partial);
                };
                if component.presence == Some(ComponentPresence::Absent) {
                    return Some(false);
                }
                let target = self.graph.fields[*arm].target;
                component
                    .constraint
                    .as_ref()
                    .map_or(Some(true), |inner| self.in_constraint(inner, target, value))
            }
            _ => None,
        }
    }
}

/// Whether a character is among those inside FROM.
fn has_character(constraint: &Constraint, kind: CharKind, point: u32, depth: usize) -> Option<bool> {
    if depth > MAX_NESTING || constraint.extensible {
        return None;
    }
    character_in(constraint.root.as_ref()?, kind, point, depth)
}

fn character_in(elements: &Elements, kind: CharKind, point: u32, depth: usize) -> Option<bool> {
    let part = |part: &Elements| character_in(part, kind, point, depth + 1);
    let points = |value: &Value| match value {
        Value::Chars(octets) => kind.code_points(octets),
        _ => None,
    };
    match elements {
        _ if depth > MAX_NESTING => None,
        Elements::Union(parts) => any(parts.iter().map(part)),
        Elements::Intersection(parts) => all(parts.iter().map(part)),
        Elements::Except(base, excluded) => both(part(base), part(excluded).map(|inside| !inside)),
        Elements::AllExcept(excluded) => part(excluded).map(|inside| !inside),
        Elements::Nested(inner) => has_character(inner, kind, point, depth + 1),
        Elements::Value(value) => points(value).map(|points| points.contains(&point)),
        Elements::Range(range) => {
            let end = |end: &Option<Value>| match end {
                Some(value) => points(value)?.first().copied().map(Some),
                None => Some(None),
            };
            let (lower, upper) = (end(&range.lower)?, end(&range.upper)?);
            let above = lower.is_none_or(|lower| point > lower || (point == lower && !range.lower_open));
            Some(above && upper.is_none_or(|upper| point < upper || (point == upper && !range.upper_open)))
        }
        _ => None,
    }
}

fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut found = Some(true);
    for part in parts {
        found = both(found, part);
    }
    found
}

fn any(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    all(parts.map(|part| part.map(|inside| !inside))).map(|none| !none)
}

fn both(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn either(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    both(a.map(|a| !a), b.map(|b| !b)).map(|neither| !neither)
}

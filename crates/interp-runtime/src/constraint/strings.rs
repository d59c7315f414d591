//! Evaluates sizes, alphabets and patterns of strings.

use super::{Key, MAX_NESTING, Membership, Subject, Verdict};
use num_bigint::BigInt;
use std::collections::BTreeSet;
use syntax_graph::constraint::{Constraint, Elements};
use syntax_graph::{CharKind, Scalar, TimeKind, TypeId, TypeKind, Value};

/// Returns whether the bytes of a string of this kind determine its characters. Strings of other kinds may hold
/// escape sequences.
pub(super) fn has_characters(kind: CharKind) -> bool {
    match kind {
        CharKind::Utf8
        | CharKind::Numeric
        | CharKind::Printable
        | CharKind::Ia5
        | CharKind::Visible
        | CharKind::Bmp
        | CharKind::Universal => true,
        CharKind::Teletex
        | CharKind::Videotex
        | CharKind::Graphic
        | CharKind::General
        | CharKind::ObjectDescriptor => false,
    }
}

/// Returns the code points of a string; `None` when it is malformed.
pub(super) fn points(kind: CharKind, octets: &[u8]) -> Option<Vec<u32>> {
    let width = match kind {
        CharKind::Utf8 => {
            return Some(std::str::from_utf8(octets).ok()?.chars().map(u32::from).collect());
        }
        CharKind::Bmp => 2,
        CharKind::Universal => 4,
        _ => 1,
    };
    let characters = octets.chunks(width);
    let point = |octets: &[u8]| octets.iter().fold(0, |point, octet| point << 8 | u32::from(*octet));
    octets.len().is_multiple_of(width).then(|| characters.map(point).collect())
}

/// Returns whether a string type has a character (X.680 clause 41).
pub(super) fn is_of(kind: CharKind, point: u32) -> bool {
    let found = char::from_u32(point);
    match kind {
        CharKind::Numeric => found.is_some_and(|c| c == ' ' || c.is_ascii_digit()),
        CharKind::Printable => found.is_some_and(|c| c.is_ascii_alphanumeric() || " '()+,-./:=?".contains(c)),
        CharKind::Ia5 => point < 128,
        CharKind::Visible => is_printable(point),
        CharKind::Utf8 => found.is_some(),
        CharKind::Bmp => point <= 0xffff,
        _ => true,
    }
}

/// Returns whether a character is a printable one of ISO 646, or the space.
fn is_printable(point: u32) -> bool {
    (0x20..0x7f).contains(&point)
}

/// Returns whether a string holds printable characters of ISO 646 only. Constraints on kinds with escape
/// sequences bind only such strings.
pub(super) fn is_plain(octets: &[u8]) -> bool {
    octets.iter().all(|octet| is_printable((*octet).into()))
}

impl Membership<'_, '_> {
    /// Returns the code points of a string in the notation of a type.
    pub(super) fn points_of(&self, ty: TypeId, value: &Value) -> Option<Vec<u32>> {
        match (self.graph.kind(ty), value) {
            (TypeKind::Scalar(Scalar::Characters { kind, .. }), Value::Chars(octets)) => {
                points(*kind, octets)
            }
            _ => None,
        }
    }

    /// Evaluates SIZE (X.680 clause 51.5).
    pub(super) fn size(&mut self, sizes: &Constraint, subject: Subject<'_>, inside: bool) -> bool {
        let Subject::Value { ty, value, .. } = subject else { return true };
        let size = match (self.graph.kind(ty), value) {
            (TypeKind::Scalar(Scalar::BitString { named, .. }), Value::Bits { length, .. }) => {
                let length = BigInt::from(*length);
                if !named.is_empty() {
                    // Zeros at the end have no meaning, so the value may have this length or any greater one
                    // (X.680 clause 22.7).
                    return !inside || sizes.extensible || self.reaches(sizes, &length);
                }
                length
            }
            (TypeKind::Scalar(Scalar::OctetString { .. }), Value::Octets(octets)) => octets.len().into(),
            (TypeKind::Array(_), Value::Array(elements)) => elements.len().into(),
            (TypeKind::Scalar(Scalar::Characters { kind, .. }), Value::Chars(octets)) => {
                if !has_characters(*kind) && !is_plain(octets) {
                    return true;
                }
                // A malformed string has no size.
                let Some(points) = points(*kind, octets) else { return !inside };
                points.len().into()
            }
            _ => return true,
        };
        self.inner(sizes, Subject::Number(&size), inside)
    }

    /// Evaluates FROM (X.680 clause 51.7).
    pub(super) fn from(&mut self, alphabet: &Constraint, subject: Subject<'_>, inside: bool) -> bool {
        let Subject::Value { ty, governor, value: Value::Chars(octets) } = subject else { return true };
        let TypeKind::Scalar(Scalar::Characters { kind, .. }) = self.graph.kind(ty) else { return true };
        if alphabet.extensible || (!has_characters(*kind) && !is_plain(octets)) {
            return true;
        }
        let Some(points) = points(*kind, octets) else { return !inside };
        let points: BTreeSet<u32> = points.into_iter().collect();
        let mut each = points.into_iter().map(|point| Subject::Character { governor, point });
        match inside {
            true => each.all(|point| self.root(alphabet, point, true)),
            false => each.any(|point| self.root(alphabet, point, false)),
        }
    }

    /// Returns whether the alphabet of a type may have a character.
    pub(super) fn has_character(&mut self, ty: TypeId, point: u32) -> bool {
        self.is_used(ty, point, true)
    }

    /// Returns whether a string within (or outside) the constraints of a type may have a character.
    fn is_used(&mut self, ty: TypeId, point: u32, inside: bool) -> bool {
        let TypeKind::Scalar(Scalar::Characters { kind, .. }) = self.graph.kind(ty) else { return true };
        let key = (ty, Key::Character(point), inside);
        if let Some(known) = self.included.get(&key) {
            return *known;
        }
        let checks = self.checks;
        let row = &checks.types[ty];
        let found = match inside {
            true => {
                is_of(*kind, point)
                    && row.iter().all(|constraint| self.root_uses(constraint, ty, point, true))
            }
            false => {
                row.is_empty() || row.iter().any(|constraint| self.root_uses(constraint, ty, point, false))
            }
        };
        self.included.insert(key, found);
        found
    }

    fn root_uses(&mut self, constraint: &Constraint, ty: TypeId, point: u32, inside: bool) -> bool {
        let Some(root) = constraint.root.as_ref().filter(|_| self.depth < MAX_NESTING) else { return true };
        self.depth += 1;
        let found = self.uses(root, ty, point, inside);
        self.depth -= 1;
        found
    }

    fn uses(&mut self, elements: &Elements, ty: TypeId, point: u32, inside: bool) -> bool {
        let character = Subject::Character { governor: ty, point };
        match elements {
            Elements::Union(parts) if inside => parts.iter().any(|part| self.uses(part, ty, point, true)),
            Elements::Union(parts) => parts.iter().all(|part| self.uses(part, ty, point, false)),
            Elements::Intersection(parts) if inside => {
                parts.iter().all(|part| self.uses(part, ty, point, true))
            }
            Elements::Intersection(parts) => parts.iter().any(|part| self.uses(part, ty, point, false)),
            Elements::Except(base, excluded) if inside => {
                self.uses(base, ty, point, true) && self.uses(excluded, ty, point, false)
            }
            Elements::Except(base, excluded) => {
                self.uses(base, ty, point, false) || self.uses(excluded, ty, point, true)
            }
            Elements::AllExcept(excluded) => self.uses(excluded, ty, point, !inside),
            Elements::Nested(inner) => inner.extensible || self.root_uses(inner, ty, point, inside),
            Elements::From(alphabet) if inside => self.inner(alphabet, character, true),
            Elements::Value(own) if inside => self.is_value(own, character).may_be(true),
            Elements::Includes(contained) => match (self.graph.kind(ty), self.graph.kind(*contained)) {
                (
                    TypeKind::Scalar(Scalar::Characters { kind, .. }),
                    TypeKind::Scalar(Scalar::Characters { kind: other, .. }),
                ) if kind == other || (inside && has_characters(*kind) && has_characters(*other)) => {
                    self.is_used(*contained, point, inside)
                }
                _ => true,
            },
            // A string outside may have these characters and others.
            _ => true,
        }
    }

    /// Evaluates PATTERN and SETTINGS by regular expressions (X.680 clauses 51.9 and 51.10).
    pub(super) fn matches(&self, expression: Option<&str>, of_time: bool, subject: Subject<'_>) -> Verdict {
        let Subject::Value { ty, value: Value::Chars(octets), .. } = subject else { return Verdict::Open };
        let text: Option<String> = match self.graph.kind(ty) {
            TypeKind::Scalar(Scalar::Characters { kind, .. }) if has_characters(*kind) && !of_time => {
                let points = points(*kind, octets).unwrap_or_else(|| vec![u32::MAX]);
                points.into_iter().map(char::from_u32).collect()
            }
            TypeKind::Scalar(Scalar::Time(TimeKind::Time)) if of_time => {
                String::from_utf8(octets.clone()).ok().filter(|text| text.is_ascii())
            }
            _ => return Verdict::Open,
        };
        match expression.and_then(|expression| self.checks.patterns.get(expression)) {
            Some(matcher) => Verdict::of(text.is_some_and(|text| matcher.is_match(&text))),
            None => Verdict::Open,
        }
    }
}

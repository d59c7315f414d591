//! Decides whether a value satisfies its constraints (X.680 clauses 49 to 51, X.682).
//!
//! The codec evaluates constraints as written, by section 6 of `docs/semantics.md`. It shares no code with
//! the deduction of the generated C's checks, so a fault there shows as a difference.
//!
//! Some parts of constraints are *open*: by section 6, no check covers them. So each question has a side, the
//! parameter `inside`: may the value be inside, or may it be outside? An open part answers yes to both.

mod components;
mod numbers;
pub(crate) mod rows;
mod single;
mod strings;
mod times;

use crate::codec::Codec;
use crate::error::ErrorCode;
use crate::real;
use crate::work::Work;
use num_bigint::BigInt;
use rows::Checks;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use syntax_graph::constraint::{Constraint, Elements, ValueRange};
use syntax_graph::{FieldId, Scalar, SyntaxGraph, TimeKind, TypeId, TypeKind, Value};

/// Maximum nesting of constraints and contained subtypes; deeper ones are open.
const MAX_NESTING: usize = 64;

/// The place of a value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// A message of this type.
    Root(TypeId),
    /// This field.
    Field(FieldId),
}

impl Codec<'_> {
    /// Checks a value against the constraints of its field or, for a message, of its type. Does nothing if the
    /// codec checks no constraints.
    ///
    /// # Errors
    /// `CONSTRAINT` if they exclude the value, `LIMIT` if the check exceeds the work limit.
    pub(crate) fn check(&self, place: Place, value: &Value, work: &Work) -> Result<(), ErrorCode> {
        let Some(checks) = &self.checks else { return Ok(()) };
        let (ty, row) = match place {
            Place::Root(ty) => (ty, &checks.types[ty]),
            Place::Field(field) => (self.graph.fields[field].target, &checks.fields[field]),
        };
        let permitted = Membership::new(self, checks, work).permits(ty, row, value);
        match (work.is_spent(), permitted) {
            (true, _) => Err(ErrorCode::Limit),
            (false, false) => Err(ErrorCode::Constraint),
            (false, true) => Ok(()),
        }
    }
}

/// The answer of a constraint about one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Inside,
    Outside,
    /// No check covers the constraint.
    Open,
}

impl Verdict {
    fn of(inside: bool) -> Self {
        if inside { Self::Inside } else { Self::Outside }
    }

    /// Returns whether the value may be on this side.
    fn may_be(self, inside: bool) -> bool {
        self == Self::Open || self == Self::of(inside)
    }
}

/// The subject of a question to a constraint.
#[derive(Clone, Copy, Debug)]
enum Subject<'v> {
    /// A value of type `ty`. Values in the constraint are in the notation of type `governor`.
    Value { ty: TypeId, governor: TypeId, value: &'v Value },
    /// A size, or another plain number.
    Number(&'v BigInt),
    /// A character, inside FROM. Strings in the constraint are in the notation of type `governor`.
    Character { governor: TypeId, point: u32 },
}

/// A subject as part of a key. Values outlive the evaluation, so their addresses identify them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Value(usize),
    Number(BigInt),
    Character(u32),
}

impl Subject<'_> {
    fn key(&self) -> Key {
        match self {
            Self::Value { value, .. } => Key::Value(std::ptr::from_ref(*value).addr()),
            Self::Number(number) => Key::Number((*number).clone()),
            Self::Character { point, .. } => Key::Character(*point),
        }
    }
}

/// One evaluation of the constraints of a value.
#[derive(Debug)]
pub(crate) struct Membership<'c, 'g> {
    codec: &'c Codec<'g>,
    graph: &'g SyntaxGraph,
    checks: &'c Checks<'g>,
    /// Work left for decoding string contents.
    work: &'c Work,
    /// Nesting of constraints and contained subtypes around the current one.
    depth: usize,
    /// Answers about contained subtypes. Without them, each type that includes another twice would double the
    /// work.
    included: BTreeMap<(TypeId, Key, bool), bool>,
}

impl<'c, 'g> Membership<'c, 'g> {
    pub(crate) fn new(codec: &'c Codec<'g>, checks: &'c Checks<'g>, work: &'c Work) -> Self {
        Self { codec, graph: codec.graph, checks, work, depth: 0, included: BTreeMap::new() }
    }

    /// Returns whether a value of type `ty` satisfies its type's own rules and these constraints, applied in
    /// order.
    pub(crate) fn permits(&mut self, ty: TypeId, row: &[&Constraint], value: &Value) -> bool {
        let value = value.plain();
        if !self.is_of_type(ty, value) {
            return false;
        }
        let Some((last, before)) = row.split_last() else { return true };
        let subject = Subject::Value { ty, governor: ty, value };
        // A constraint applies to the root of its parent. Later versions allow values outside an extensible
        // constraint (X.680 clause 50.8).
        let binding = before.iter().chain((!last.extensible).then_some(last));
        self.plain_first(binding, Self::decodes_in)
            .into_iter()
            .all(|constraint| self.root(constraint, subject, true))
    }

    /// Returns parts in the order of evaluation: those that decode string contents come last (section 6,
    /// *Work*).
    fn plain_first<'p, T: 'p>(
        &self,
        parts: impl IntoIterator<Item = &'p T>,
        decodes: impl Fn(&Self, &T, usize) -> bool,
    ) -> Vec<&'p T> {
        let mut parts: Vec<&T> = parts.into_iter().collect();
        parts.sort_by_cached_key(|part| decodes(self, part, 0));
        parts
    }

    /// Returns whether evaluating a constraint may decode string contents.
    fn decodes_in(&self, constraint: &&Constraint, depth: usize) -> bool {
        constraint.root.as_ref().is_some_and(|root| self.decodes(root, depth))
    }

    /// Returns whether evaluating a part of a constraint, at this nesting, may decode string contents.
    fn decodes(&self, elements: &Elements, depth: usize) -> bool {
        let inside = |part: &Elements| self.decodes(part, depth + 1);
        match elements {
            _ if depth >= MAX_NESTING => false,
            Elements::Contents { .. } => true,
            Elements::Union(parts) | Elements::Intersection(parts) => parts.iter().any(inside),
            Elements::Except(base, excluded) => inside(base) || inside(excluded),
            Elements::AllExcept(excluded) => inside(excluded),
            Elements::Nested(constraint) | Elements::Component(constraint) => {
                self.decodes_in(&&**constraint, depth + 1)
            }
            Elements::Components { components, .. } => components
                .iter()
                .filter_map(|component| component.constraint.as_ref())
                .any(|constraint| self.decodes_in(&constraint, depth + 1)),
            Elements::Includes(contained) => {
                self.checks.types[*contained].iter().any(|constraint| self.decodes_in(constraint, depth + 1))
            }
            _ => false,
        }
    }

    /// Returns whether a value keeps its type's own rules: an enumerated value is an item of the type, and a string
    /// is well-formed and has characters of the type only.
    fn is_of_type(&self, ty: TypeId, value: &Value) -> bool {
        match (self.graph.kind(ty), value) {
            (TypeKind::Scalar(Scalar::Enumerated(enumeration)), Value::Integer(number)) => {
                enumeration.extensible || enumeration.items.iter().any(|(_, item)| item == number)
            }
            (TypeKind::Scalar(Scalar::Characters { kind, .. }), Value::Chars(octets))
                if strings::has_characters(*kind) =>
            {
                strings::points(*kind, octets)
                    .is_some_and(|points| points.into_iter().all(|point| strings::is_of(*kind, point)))
            }
            _ => true,
        }
    }

    /// Evaluates the root of a constraint.
    fn root(&mut self, constraint: &Constraint, subject: Subject<'_>, inside: bool) -> bool {
        let Some(root) = constraint.root.as_ref().filter(|_| self.depth < MAX_NESTING) else { return true };
        self.depth += 1;
        let found = self.elements(root, subject, inside);
        self.depth -= 1;
        found
    }

    /// Evaluates an inner constraint, which is open when extensible.
    fn inner(&mut self, constraint: &Constraint, subject: Subject<'_>, inside: bool) -> bool {
        constraint.extensible || self.root(constraint, subject, inside)
    }

    /// Returns whether the subject may be inside (or outside) the set of elements (X.680 clause 50).
    fn elements(&mut self, elements: &Elements, subject: Subject<'_>, inside: bool) -> bool {
        match elements {
            // A value outside a union is outside all its parts. One outside an intersection is outside a part.
            Elements::Union(parts) | Elements::Intersection(parts) => {
                let all = matches!(elements, Elements::Intersection(_)) == inside;
                let mut parts = self.plain_first(parts, Self::decodes).into_iter();
                match all {
                    true => parts.all(|part| self.elements(part, subject, inside)),
                    false => parts.any(|part| self.elements(part, subject, inside)),
                }
            }
            Elements::Except(base, excluded) => {
                let parts = [(&**base, inside), (&**excluded, !inside)];
                let mut parts =
                    self.plain_first(&parts, |own, (part, _), depth| own.decodes(part, depth)).into_iter();
                match inside {
                    true => parts.all(|(part, inside)| self.elements(part, subject, *inside)),
                    false => parts.any(|(part, inside)| self.elements(part, subject, *inside)),
                }
            }
            Elements::AllExcept(excluded) => self.elements(excluded, subject, !inside),
            Elements::Nested(constraint) => self.inner(constraint, subject, inside),
            Elements::Includes(contained) => self.includes(*contained, subject, inside),
            Elements::Value(own) => self.is_value(own, subject).may_be(inside),
            Elements::Range(range) => self.in_range(range, subject).may_be(inside),
            Elements::Size(sizes) => self.size(sizes, subject, inside),
            Elements::From(alphabet) => self.from(alphabet, subject, inside),
            Elements::Pattern { expression, .. } | Elements::Settings { expression, .. } => {
                let of_time = matches!(elements, Elements::Settings { .. });
                self.matches(expression.as_deref(), of_time, subject).may_be(inside)
            }
            Elements::Contents { contained, encoded_by } => {
                self.contents(*contained, encoded_by.as_ref(), subject, inside)
            }
            Elements::Component(constraint) => self.component(constraint, subject, inside),
            Elements::Components { partial, components } => {
                self.components(*partial, components, subject, inside)
            }
            Elements::UserDefined(_) | Elements::Table(_) | Elements::Unknown => true,
        }
    }

    /// Evaluates a contained subtype: the roots of its constraints (X.680 clause 51.3.4).
    fn includes(&mut self, contained: TypeId, subject: Subject<'_>, inside: bool) -> bool {
        if let Subject::Character { point, .. } = subject {
            // The characters of a contained subtype are its alphabet; the missing ones are open.
            return !inside || self.has_character(contained, point);
        }
        let key = (contained, subject.key(), inside);
        if let Some(known) = self.included.get(&key) {
            return *known;
        }
        if self.depth >= MAX_NESTING {
            return true;
        }
        self.depth += 1;
        let found = self.included_row(contained, subject, inside);
        self.depth -= 1;
        // Decoding string contents counts as work each time, so such answers are not kept.
        if !self.decodes(&Elements::Includes(contained), 0) {
            self.included.insert(key, found);
        }
        found
    }

    fn included_row(&mut self, contained: TypeId, subject: Subject<'_>, inside: bool) -> bool {
        let checks = self.checks;
        let row = &checks.types[contained];
        let subject = match subject {
            Subject::Value { ty, value, .. } => {
                match self.is_of_contained(ty, contained, value) {
                    Verdict::Inside => {}
                    found => return found.may_be(inside),
                }
                Subject::Value { ty, governor: contained, value }
            }
            Subject::Number(_) | Subject::Character { .. } => subject,
        };
        let mut row = self.plain_first(row, Self::decodes_in).into_iter();
        match inside {
            true => row.all(|constraint| self.root(constraint, subject, true)),
            false => row.any(|constraint| self.root(constraint, subject, false)),
        }
    }

    /// Returns whether a value of type `ty` is of the contained type, apart from constraints.
    fn is_of_contained(&self, ty: TypeId, contained: TypeId, value: &Value) -> Verdict {
        let graph = self.graph;
        if graph.resolve(ty) == graph.resolve(contained) {
            return Verdict::Inside;
        }
        match (graph.kind(ty), graph.kind(contained), value) {
            (
                TypeKind::Scalar(Scalar::Characters { kind, .. }),
                TypeKind::Scalar(Scalar::Characters { kind: other, .. }),
                Value::Chars(octets),
            ) if kind != other => {
                if !strings::has_characters(*kind) || !strings::has_characters(*other) {
                    return Verdict::Open;
                }
                let points = strings::points(*kind, octets);
                let all =
                    points.is_some_and(|points| points.iter().all(|point| strings::is_of(*other, *point)));
                Verdict::of(all)
            }
            (TypeKind::Scalar(Scalar::Time(kind)), TypeKind::Scalar(Scalar::Time(other)), _)
                if kind != other =>
            {
                Verdict::Open
            }
            (TypeKind::Scalar(own), TypeKind::Scalar(other), _)
                if std::mem::discriminant(own) == std::mem::discriminant(other) =>
            {
                Verdict::Inside
            }
            (TypeKind::Array(own), TypeKind::Array(other), _) => {
                // A list with its own size is another node of the graph with the same elements.
                let element = |field: FieldId| graph.kind(graph.fields[field].target);
                match own.order == other.order && element(own.element) == element(other.element) {
                    true => Verdict::Inside,
                    false => Verdict::Open,
                }
            }
            _ => Verdict::Open,
        }
    }

    /// Evaluates a range (X.680 clause 51.4).
    fn in_range(&self, range: &ValueRange, subject: Subject<'_>) -> Verdict {
        let number = |own: &BigInt, end: &Value| numbers::of(end).map(|end| own.cmp(&end));
        match subject {
            Subject::Number(own) => between(range, |end| number(own, end)),
            Subject::Character { governor, point } => {
                between(range, |end| match self.points_of(governor, end)?[..] {
                    [end] => Some(point.cmp(&end)),
                    _ => None,
                })
            }
            Subject::Value { ty, value, .. } => match (self.graph.kind(ty), value) {
                (TypeKind::Scalar(Scalar::Real), Value::Real(own)) => self.in_real_range(range, own),
                (TypeKind::Scalar(Scalar::Time(kind)), Value::Chars(own)) => in_time_range(range, *kind, own),
                _ => match numbers::of(value) {
                    Some(own) => between(range, |end| number(&own, end)),
                    None => Verdict::Open,
                },
            },
        }
    }

    /// Evaluates a range of real numbers, which are compared exactly. NOT-A-NUMBER is in no range.
    fn in_real_range(&self, range: &ValueRange, own: &[u8]) -> Verdict {
        let held = |end: &Option<Value>| match end {
            Some(Value::Real(contents)) => real::is_held(contents),
            Some(_) => false,
            None => true,
        };
        if !held(&range.lower) || !held(&range.upper) || (range.lower.is_none() && range.upper.is_none()) {
            return Verdict::Open;
        }
        if real::order(own, &[], self.codec.rules).is_none() {
            return Verdict::Outside;
        }
        between(range, |end| match end {
            Value::Real(end) => real::order(own, end, self.codec.rules),
            _ => None,
        })
    }

    /// Evaluates CONTAINING (X.682 clause 11).
    fn contents(
        &mut self,
        contained: Option<TypeId>,
        encoded_by: Option<&Value>,
        subject: Subject<'_>,
        inside: bool,
    ) -> bool {
        /// `{joint-iso-itu-t asn1(1) ber-derived(2) distinguished-encoding(1)}` (X.690 clause 12).
        const DISTINGUISHED: &[u8] = &[0x51, 2, 1];
        let (Some(contained), Subject::Value { value, .. }) = (contained, subject) else { return true };
        match encoded_by {
            None => {}
            // The contents are read by the rules of the message. DER is valid BER, but BER may not be DER, so
            // only contents that cannot be read are known to be wrong.
            Some(Value::Oid(rules)) if rules == DISTINGUISHED && inside => {}
            Some(_) => return true,
        }
        let contains = match value {
            Value::Octets(octets) => self.codec.contains(contained, octets, self.work),
            Value::Bits { octets, length } => {
                length.is_multiple_of(8) && self.codec.contains(contained, octets, self.work)
            }
            _ => return true,
        };
        contains == inside
    }
}

/// Returns the verdict on a subject and a range. `order` returns the subject's order to an end, or `None` if no
/// check compares the two.
fn between(range: &ValueRange, order: impl Fn(&Value) -> Option<Ordering>) -> Verdict {
    let mut found = Verdict::Inside;
    let ends = [
        (&range.lower, range.lower_open, Ordering::Less),
        (&range.upper, range.upper_open, Ordering::Greater),
    ];
    for (end, open, beyond) in ends {
        match end.as_ref().map(&order) {
            // MIN and MAX are ends of the parent, whose own constraints are checked. The value that `MIN<`
            // excludes is open.
            None if open && found == Verdict::Inside => found = Verdict::Open,
            None => {}
            Some(None) => return Verdict::Open,
            Some(Some(order)) if order == beyond || (open && order == Ordering::Equal) => {
                found = Verdict::Outside;
            }
            Some(Some(_)) => {}
        }
    }
    found
}

/// Evaluates a range of dates or times of day. Their contents octets are digits, and have the same order (X.690
/// clause 8.26).
fn in_time_range(range: &ValueRange, kind: TimeKind, own: &[u8]) -> Verdict {
    let Some(digits) = times::digits(kind) else { return Verdict::Open };
    let ends = range.lower.iter().chain(&range.upper);
    let mut octets = ends.map(|end| if let Value::Chars(octets) = end { octets.len() } else { 0 });
    if octets.any(|octets| octets != digits) {
        return Verdict::Open;
    }
    let extremes = [b'0', b'9'].map(|digit| vec![digit; digits]);
    if own.len() != digits
        || *own < extremes[0][..] && range.lower.is_none()
        || *own > extremes[1][..] && range.upper.is_none()
    {
        return Verdict::Outside;
    }
    between(range, |end| match end {
        Value::Chars(end) => Some(own.cmp(end)),
        _ => None,
    })
}

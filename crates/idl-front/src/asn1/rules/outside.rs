//! Reports DEFAULTs and defined values that lie outside their types (X.680 clause 50).

use crate::asn1::constraints::membership::Membership;
use crate::asn1::lowering::Lowering;
use crate::asn1::names::Scope;
use crate::asn1::parse::ast::Value as Ast;
use crate::asn1::values::parts::Step;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::rc::Rc;
use syntax_graph::constraint::{ComponentPresence, Constraint, Elements};
use syntax_graph::{
    Bounds, Diagnostic, FieldId, Intervals, Permitted, Presence, Scalar, SizeRange, Span, SyntaxGraph,
    TypeId, TypeKind, Value,
};

/// How many parts of one value are reported to lie outside.
const MAX_PARTS: usize = 10;

/// Help for a value outside its type that is not a DEFAULT.
const TAKEN: &str = "the value is used as written";

/// A part of a value that a constraint excludes.
struct Outside {
    /// The way to it.
    path: Vec<Step>,
    /// What is permitted in its place, where that is soon said.
    why: Option<String>,
    /// The constraint, or the type, that says so.
    place: Span,
}

/// What a type or field permits.
struct Limits<'c> {
    constraints: &'c [&'c Constraint],
    permitted: Permitted,
}

impl<'a> Lowering<'a> {
    /// Reports DEFAULTs that lie outside their types. Such components become OPTIONAL: a C member may have no room for the value,
    /// and whoever checks constraints refuses it.
    pub fn check_defaults(&mut self) {
        let mut left = self.values.take_written_defaults();
        // A DEFAULT that holds another one, which is no DEFAULT anymore, is looked at again.
        loop {
            let before = left.len();
            left.retain(|(field, written, scope)| !self.is_outside_default(*field, written, *scope));
            if left.len() == before {
                return;
            }
        }
    }

    /// Whether a DEFAULT lies outside its type: reported, it is none.
    fn is_outside_default(&mut self, field: FieldId, written: &Rc<Ast<'a>>, scope: Scope) -> bool {
        let Some(value) = self.graph.default_value(field).cloned() else { return false };
        let mut found = Vec::new();
        self.outside_field(field, &value, &mut Vec::new(), &mut found);
        for part in &found {
            let span =
                self.place_of_part(self.graph.fields[field].target, &value, written, scope, &part.path);
            let note = "the component is treated as OPTIONAL: a decoder does not fill the value in";
            self.report_outside(span, part, note);
        }
        if !found.is_empty() {
            self.graph.fields[field].presence = Presence::Optional;
        }
        !found.is_empty()
    }

    /// Reports a value of a definition that lies outside it.
    pub fn check_value(&mut self, ty: TypeId, value: &Value, written: &Rc<Ast<'a>>, scope: Scope) {
        let constraints = self.graph.constraints_of_type(ty);
        let mut found = Vec::new();
        let limits = Limits { constraints: &constraints, permitted: self.graph.permitted(ty) };
        self.outside(ty, &limits, value, &mut Vec::new(), &mut found);
        for part in &found {
            let span = self.place_of_part(ty, value, written, scope, &part.path);
            self.report_outside(span, part, TAKEN);
        }
    }

    /// Reports a value of a scalar type that lies outside what its constraints leave.
    pub fn check_scalar(&mut self, scalar: &Scalar, value: &Value, span: Span, governor: Span) {
        let permitted = hull(scalar);
        let kind = TypeKind::Scalar(scalar.clone());
        if !permits(&kind, &permitted, value) {
            let why = why(&kind, &permitted, value);
            self.report_outside(span, &Outside { path: Vec::new(), why, place: governor }, TAKEN);
        }
    }

    /// Reports constraints that leave no value.
    pub fn check_empty_constraints(&mut self) {
        let graph = &self.graph;
        let types = graph.constraints.types.keys().map(|ty| (*ty, graph.constraints_of_type(*ty)));
        let fields = graph.constraints.fields.keys();
        let fields = fields.map(|field| (graph.fields[*field].target, graph.constraints_of_field(*field)));
        let mut empty: BTreeMap<Span, (Span, bool)> = BTreeMap::new();
        for (ty, constraints) in types.chain(fields) {
            if !graph.leaves_nothing(ty, &constraints) {
                continue;
            }
            // Once nothing is left nothing is left behind it.
            let lengths: Vec<usize> = (1..=constraints.len()).collect();
            let first = lengths.partition_point(|length| !graph.leaves_nothing(ty, &constraints[..*length]));
            let Some(culprit) = constraints.get(first) else { continue };
            let alone = graph.leaves_nothing(ty, &[culprit]);
            let before = constraints[..first].iter().rev().find_map(|constraint| written(graph, constraint));
            let before = before.unwrap_or(graph.types[ty].span);
            empty.entry(culprit.span).or_insert((before, alone));
        }
        let told: Vec<Span> = (self.findings.iter())
            .filter(|diagnostic| diagnostic.code == "empty-range")
            .filter_map(|diagnostic| diagnostic.labels.first().map(|label| label.span))
            .collect();
        for (span, (before, alone)) in empty {
            let within =
                |told: &Span| told.file == span.file && told.start >= span.start && told.end <= span.end;
            if !span.is_some() || told.iter().any(within) {
                continue;
            }
            let report = if alone {
                Diagnostic::error("empty-constraint", span, "no value satisfies this constraint")
            } else {
                let message = "no value of the type satisfies this constraint";
                Diagnostic::error("empty-constraint", span, message).with_label(before, "none of these")
            };
            self.report(
                report
                    .with_note("a constraint selects among the values of its parent type (X.680 clause 50)"),
            );
        }
    }

    fn report_outside(&mut self, span: Span, outside: &Outside, note: &str) {
        let named = match outside.path.last() {
            Some(Step::Member(field)) => Some(&self.graph.fields[*field].name),
            _ => None,
        };
        let what = match named.filter(|name| !name.is_empty()) {
            Some(name) => format!("the value of `{name}`"),
            None => "the value".to_owned(),
        };
        let why = outside.why.as_deref().unwrap_or_default();
        let report = Diagnostic::warning(
            "value-outside",
            span,
            format!("{what} violates the constraint of its type{why}"),
        )
        .with_label(outside.place, "this excludes it")
        .with_note("X.680 clause 50.1")
        .with_note(note);
        self.report(report);
    }

    fn outside_field(&self, field: FieldId, value: &Value, path: &mut Vec<Step>, found: &mut Vec<Outside>) {
        let constraints = self.graph.constraints_of_field(field);
        let limits = Limits { constraints: &constraints, permitted: self.graph.permitted_in(field) };
        self.outside(self.graph.fields[field].target, &limits, value, path, found);
    }

    fn outside(
        &self,
        ty: TypeId,
        limits: &Limits<'_>,
        value: &Value,
        path: &mut Vec<Step>,
        found: &mut Vec<Outside>,
    ) {
        if found.len() >= MAX_PARTS {
            return;
        }
        let kind = self.graph.kind(ty);
        let excluding = Membership::new(&self.graph).excluding(ty, limits.constraints, value);
        if excluding.is_some() || !permits(kind, &limits.permitted, value) {
            let (mut path, depth) = (path.clone(), path.len());
            let (inner, presence) = match excluding {
                Some(constraint) => self.inside(constraint, ty, value, &mut path),
                None => (None, None),
            };
            let spans = inner.into_iter().chain(excluding).chain(limits.constraints.iter().rev().copied());
            let place = spans.map(|constraint| constraint.span).find(|span| span.is_some());
            let place = place.unwrap_or(self.graph.types[ty].span);
            let why =
                presence.or_else(|| why(kind, &limits.permitted, value).filter(|_| path.len() == depth));
            found.push(Outside { path, why, place });
            return;
        }
        let mut look = |step, field, value| {
            path.push(step);
            self.outside_field(field, value, path, found);
            path.pop();
        };
        match (kind, value) {
            (_, Value::Structure(members)) => {
                // A DEFAULT is looked at where it stands.
                let is_default = |field, value| self.graph.default_value(field) == Some(value);
                let own = members.iter().filter(|(field, value)| !is_default(*field, value));
                own.for_each(|(field, value)| look(Step::Member(*field), *field, value));
            }
            (_, Value::Union(arm, value)) => look(Step::Member(*arm), *arm, value),
            (TypeKind::Array(array), Value::Array(values)) => {
                let values = values.iter().enumerate();
                values.for_each(|(index, value)| look(Step::Element(index), array.element, value));
            }
            _ => {}
        }
    }

    /// Descends into a value as long as one part alone makes a constraint exclude it; the constraint of that part, and what it
    /// says of the presence of components.
    fn inside<'c>(
        &self,
        constraint: &'c Constraint,
        ty: TypeId,
        value: &Value,
        path: &mut Vec<Step>,
    ) -> (Option<&'c Constraint>, Option<String>) {
        let (mut constraint, mut ty, mut value) = (constraint, ty, value);
        let (mut innermost, mut presence) = (None, None);
        // Values of a specification are not deeper than their notation may be.
        while let Some(root) = constraint.root.as_ref().filter(|_| constraint.additions.is_none()) {
            let excludes = |inner: &Constraint, field: FieldId, value: &Value| {
                let target = self.graph.fields[field].target;
                Membership::new(&self.graph).excluding(target, &[inner], value).is_some()
            };
            let next = match (root, self.graph.kind(ty), value) {
                (Elements::Nested(inner), ..) => {
                    constraint = inner;
                    continue;
                }
                (Elements::Component(inner), TypeKind::Array(array), Value::Array(values)) => {
                    let outside = |value: &&Value| excludes(inner, array.element, value);
                    let index = values.iter().position(|value| outside(&value));
                    index.map(|index| (Step::Element(index), array.element, &values[index], Some(&**inner)))
                }
                (Elements::Components { components, .. }, ..) => components.iter().find_map(|component| {
                    let member = member(value, component.field)?;
                    let inner = component.constraint.as_ref();
                    let inner = inner.filter(|inner| excludes(inner, component.field, member));
                    let absent = component.presence == Some(ComponentPresence::Absent);
                    (inner.is_some() || absent).then_some((
                        Step::Member(component.field),
                        component.field,
                        member,
                        inner,
                    ))
                }),
                _ => None,
            };
            let Some((step, field, member, inner)) = next else {
                presence = self.missing(root, ty, value);
                break;
            };
            path.push(step);
            (ty, value) = (self.graph.fields[field].target, member);
            let Some(inner) = inner else {
                presence = Some(format!(": `{}` must be absent", self.graph.fields[field].name));
                break;
            };
            innermost = Some(inner);
            constraint = inner;
        }
        (innermost, presence)
    }

    /// The component whose presence or absence alone makes WITH COMPONENTS exclude a value (X.680 clause 51.8).
    fn missing(&self, root: &Elements, ty: TypeId, value: &Value) -> Option<String> {
        let Elements::Components { partial, components } = root else { return None };
        let name = |field: FieldId| &self.graph.fields[field].name;
        let presence = |field| components.iter().find(|own| own.field == field).map(|own| own.presence);
        match value {
            Value::Structure(_) => self.graph.fields_of(self.graph.resolve(ty)).iter().find_map(|field| {
                let present = member(value, *field).is_some();
                match presence(*field) {
                    Some(Some(ComponentPresence::Present)) if !present => {
                        Some(format!(": `{}` must be present", name(*field)))
                    }
                    Some(None) if !present && !partial => {
                        Some(format!(": `{}` must be present", name(*field)))
                    }
                    None if present
                        && !partial
                        && self.graph.fields[*field].presence != Presence::Mandatory =>
                    {
                        Some(format!(": `{}` must be absent, since it is not listed", name(*field)))
                    }
                    _ => None,
                }
            }),
            Value::Union(arm, _) => {
                let chosen = components.iter().find(|own| own.presence == Some(ComponentPresence::Present));
                match chosen {
                    Some(chosen) => Some(format!(": `{}` must be chosen", name(chosen.field))),
                    None if presence(*arm).is_none() && !partial => {
                        Some(format!(": `{}` is not listed", name(*arm)))
                    }
                    None => None,
                }
            }
            _ => None,
        }
    }
}

/// A member of a structure, or the alternative of a union.
fn member(value: &Value, field: FieldId) -> Option<&Value> {
    match value {
        Value::Structure(members) => {
            members.iter().find(|(other, _)| *other == field).map(|(_, member)| member)
        }
        Value::Union(arm, value) => (*arm == field).then_some(&**value),
        _ => None,
    }
}

/// Where a constraint stands; of one that copies another type, that of the last of that type.
fn written(graph: &SyntaxGraph, constraint: &Constraint) -> Option<Span> {
    let mut at = constraint;
    for _ in 0..=graph.types.len() {
        match &at.root {
            _ if at.span.is_some() => return Some(at.span),
            Some(Elements::Includes(ty)) => at = graph.constraints_of_type(*ty).pop()?,
            _ => return None,
        }
    }
    None
}

/// What the range, size and alphabet of a scalar permit.
fn hull(scalar: &Scalar) -> Permitted {
    let size = |size: &SizeRange| {
        let most = size.max.map(BigInt::from);
        (!size.extensible).then(|| Intervals::between(Some(size.min.into()), most))
    };
    let range = |range: &Bounds| {
        (!range.extensible).then(|| Intervals::between(range.min.clone(), range.max.clone()))
    };
    match scalar {
        Scalar::Integer(integer) => Permitted { values: range(&integer.range), ..Permitted::default() },
        Scalar::BitString { size: own, .. } | Scalar::OctetString { size: own } => {
            Permitted { sizes: size(own), ..Permitted::default() }
        }
        Scalar::Characters { kind, size: own, alphabet } => {
            let ranges = alphabet.as_deref().or(kind.alphabet());
            let interval = |(low, high): &(u32, u32)| (Some((*low).into()), Some((*high).into()));
            let alphabet = ranges.map(|ranges| Intervals::of(ranges.iter().map(interval)));
            Permitted { sizes: size(own), alphabet, values: None }
        }
        _ => Permitted::default(),
    }
}

/// What is permitted in place of a value: the numbers, the sizes, the character that is not.
fn why(kind: &TypeKind, permitted: &Permitted, value: &Value) -> Option<String> {
    let outside = |set: &Option<Intervals>, number: BigInt| set.clone().filter(|set| !set.contains(&number));
    let sizes =
        |size: usize| Some(format!(", which permits sizes {}", outside(&permitted.sizes, size.into())?));
    match (kind, value) {
        (TypeKind::Scalar(Scalar::Integer(_)), Value::Integer(number)) => {
            Some(format!(", which permits {}", outside(&permitted.values, number.clone())?))
        }
        (_, Value::Octets(octets)) => sizes(octets.len()),
        (_, Value::Array(elements)) => sizes(elements.len()),
        (TypeKind::Scalar(Scalar::BitString { .. }), Value::Bits { length, .. }) => {
            sizes(usize::try_from(*length).ok()?)
        }
        (TypeKind::Scalar(Scalar::Characters { kind, .. }), Value::Chars(octets)) => {
            let points = kind.code_points(octets)?;
            let foreign =
                points.iter().find(|point| outside(&permitted.alphabet, (**point).into()).is_some());
            match foreign.and_then(|point| char::from_u32(*point)) {
                Some(c) => Some(format!(", which has no character {c:?}")),
                None => sizes(points.len()),
            }
        }
        _ => None,
    }
}

/// Whether a value itself, not what is in it, is permitted. Where octets do not tell the size it is.
fn permits(kind: &TypeKind, permitted: &Permitted, value: &Value) -> bool {
    let known =
        |set: &Option<Intervals>, number: BigInt| set.as_ref().is_none_or(|set| set.contains(&number));
    match (kind, value) {
        (_, Value::Integer(number)) => known(&permitted.values, number.clone()),
        (_, Value::Boolean(value)) => known(&permitted.values, u8::from(*value).into()),
        (_, Value::Octets(octets)) => known(&permitted.sizes, octets.len().into()),
        (_, Value::Array(elements)) => known(&permitted.sizes, elements.len().into()),
        (TypeKind::Scalar(Scalar::BitString { named, .. }), Value::Bits { length, .. })
            if named.is_empty() =>
        {
            known(&permitted.sizes, (*length).into())
        }
        (TypeKind::Scalar(Scalar::BitString { .. }), Value::Bits { octets, .. }) => {
            // Trailing zeros of named bits mean nothing, and may be as many as are wanted (X.680 clause 22.7).
            let needed = octets.iter().rposition(|octet| *octet != 0).map_or(BigInt::from(0), |last| {
                let zeros = octets[last].trailing_zeros();
                BigInt::from(8 * (last + 1)) - zeros
            });
            let most = permitted.sizes.as_ref().and_then(|sizes| sizes.intervals().last()?.1.clone());
            most.is_none_or(|most| needed <= most)
        }
        (TypeKind::Scalar(Scalar::Characters { kind, .. }), Value::Chars(octets)) => {
            let Some(points) = kind.code_points(octets) else { return true };
            let sized = kind.alphabet().is_none() && !kind.is_known_multiplier();
            (sized || known(&permitted.sizes, points.len().into()))
                && points.into_iter().all(|point| known(&permitted.alphabet, point.into()))
        }
        _ => true,
    }
}

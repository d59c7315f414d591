//! Values that lie outside their types (X.680 clause 50): DEFAULTs, and values that are defined.

use super::context::Lowering;
use super::membership::Membership;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use syntax_graph::constraint::{Constraint, Elements};
use syntax_graph::{
    Bounds, Diagnostic, FieldId, Intervals, Permitted, Scalar, SizeRange, Span, SyntaxGraph, TypeId,
    TypeKind, Value,
};

/// A part of a value that a constraint excludes.
struct Outside {
    /// What is permitted in its place, where that is soon said.
    why: Option<String>,
    /// The constraint, or the type, that says so.
    place: Span,
}

impl Lowering<'_> {
    /// Reports DEFAULTs that lie outside their types.
    pub fn check_defaults(&mut self) {
        for (field, span) in std::mem::take(&mut self.default_spans) {
            let Some(value) = self.graph.default_value(field) else { continue };
            if let Some(outside) = self.outside_field(field, value) {
                self.report_outside(span, &outside);
            }
        }
    }

    /// Reports a value of a definition that lies outside it.
    pub fn check_value(&mut self, ty: TypeId, value: &Value, span: Span) {
        let constraints = self.graph.constraints_of_type(ty);
        if let Some(outside) = self.outside(ty, &constraints, self.graph.permitted(ty), value) {
            self.report_outside(span, &outside);
        }
    }

    /// Reports a value of a scalar type that lies outside what its constraints leave.
    pub fn check_scalar(&mut self, scalar: &Scalar, value: &Value, span: Span, governor: Span) {
        let permitted = hull(scalar);
        let kind = TypeKind::Scalar(scalar.clone());
        if !permits(&kind, &permitted, value) {
            self.report_outside(span, &Outside { why: why(&kind, &permitted, value), place: governor });
        }
    }

    /// Reports constraints that leave no value of what stands before them.
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
        let told: Vec<Span> = (self.diagnostics.iter())
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
                let message = "this constraint leaves no value of the type that it stands at";
                Diagnostic::error("empty-constraint", span, message).with_label(before, "none of these")
            };
            self.report(
                report.with_help("X.680 clause 50: a constraint selects among the values of its parent type"),
            );
        }
    }

    fn report_outside(&mut self, span: Span, outside: &Outside) {
        let why = outside.why.as_ref().map_or(String::new(), |why| format!(", {why}"));
        let message = format!("the value lies outside its type{why}");
        let report = Diagnostic::error("value-outside", span, message)
            .with_label(outside.place, "this excludes it")
            .with_help("X.680 clause 50.1");
        self.report(report);
    }

    fn outside_field(&self, field: FieldId, value: &Value) -> Option<Outside> {
        let constraints = self.graph.constraints_of_field(field);
        self.outside(self.graph.fields[field].target, &constraints, self.graph.permitted_in(field), value)
    }

    fn outside(
        &self,
        ty: TypeId,
        constraints: &[&Constraint],
        permitted: Permitted,
        value: &Value,
    ) -> Option<Outside> {
        let kind = self.graph.kind(ty);
        let excluding = Membership::new(&self.graph).excluding(ty, constraints, value);
        if excluding.is_some() || !permits(kind, &permitted, value) {
            let spans = excluding.into_iter().chain(constraints.iter().rev().copied());
            let place = spans.map(|constraint| constraint.span).find(|span| span.is_some());
            let place = place.unwrap_or(self.graph.types[ty].span);
            return Some(Outside { why: why(kind, &permitted, value), place });
        }
        match (kind, value) {
            (_, Value::Structure(members)) => {
                members.iter().find_map(|(field, value)| self.outside_field(*field, value))
            }
            (_, Value::Union(arm, value)) => self.outside_field(*arm, value),
            (TypeKind::Array(array), Value::Array(values)) => {
                values.iter().find_map(|value| self.outside_field(array.element, value))
            }
            _ => None,
        }
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
        |size: usize| Some(format!("which permits sizes {}", outside(&permitted.sizes, size.into())?));
    match (kind, value) {
        (TypeKind::Scalar(Scalar::Integer(_)), Value::Integer(number)) => {
            Some(format!("which permits {}", outside(&permitted.values, number.clone())?))
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
                Some(c) => Some(format!("which has no character {c:?}")),
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
        (TypeKind::Scalar(Scalar::BitString { named, .. }), Value::Bits { length, .. }) => {
            // Trailing zeros of named bits mean nothing (X.680 clause 22.7).
            !named.is_empty() || known(&permitted.sizes, (*length).into())
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

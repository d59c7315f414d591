//! Values that lie outside their types (X.680 clause 50): DEFAULTs, and values that are defined.

use super::context::Lowering;
use num_bigint::BigInt;
use syntax_graph::constraint::Constraint;
use syntax_graph::{
    Bounds, Diagnostic, FieldId, Intervals, Permitted, Scalar, SizeRange, Span, TypeId, TypeKind, Value,
};

/// A part of a value that a constraint excludes.
struct Outside {
    /// What is permitted in its place.
    permitted: Permitted,
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
        if !permits(&TypeKind::Scalar(scalar.clone()), &permitted, value) {
            self.report_outside(span, &Outside { permitted, place: governor });
        }
    }

    fn report_outside(&mut self, span: Span, outside: &Outside) {
        let message = format!("the value lies outside its type, which permits {}", outside.permitted);
        let report = Diagnostic::error("value-outside", span, message)
            .with_label(outside.place, "by this")
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
        if !permits(kind, &permitted, value) {
            let spans = constraints.iter().rev().map(|constraint| constraint.span);
            let place = spans.into_iter().find(|span| span.is_some()).unwrap_or(self.graph.types[ty].span);
            return Some(Outside { permitted, place });
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

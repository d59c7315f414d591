//! Checks constraints beyond their grammar (X.680 clause 51).

use crate::asn1::constraints::meaning::Governor;
use crate::asn1::lowering::Lowering;
use crate::asn1::types::family::Family;
use syntax_graph::constraint::{ComponentConstraint, ComponentPresence, Constraint, Elements};
use syntax_graph::{Diagnostic, Presence, Scalar, Span, TypeId, TypeKind, Value};

impl Lowering<'_> {
    /// A contained subtype is of the same kind as the type that it constrains.
    pub fn check_included(&mut self, included: &Elements, span: Span, governor: Governor) {
        let Elements::Includes(ty) = included else { return };
        let (wanted, place) = match governor {
            Governor::Size => (Some(Family::Integer), Span::none()),
            Governor::Type(governor) | Governor::Characters(governor) => {
                let governor = self.graph.resolve(governor);
                (Family::of_node(&self.graph.types[governor].kind), self.graph.types[governor].span)
            }
        };
        let found = self.graph.resolve(*ty);
        let (Some(wanted), Some(family)) = (wanted, Family::of_node(&self.graph.types[found].kind)) else {
            return;
        };
        if wanted == family || self.types.is_failed(found) {
            return;
        }
        let message = format!("a constraint includes {} in {}", family.name(), wanted.name());
        let report = Diagnostic::error("included-type", span, message)
            .with_label(self.graph.types[found].span, "the included type")
            .with_label(place, "the constrained type");
        self.report(report.with_note("a contained subtype must be of the same type (X.680 clause 51.3)"));
    }

    /// The characters that FROM names are those of the type, and the ends of a range single ones.
    pub fn check_characters(&mut self, characters: &Constraint, governor: Governor) {
        let Governor::Type(ty) = governor else { return };
        let TypeKind::Scalar(Scalar::Characters { kind, .. }) = self.graph.kind(ty) else { return };
        let kind = *kind;
        let mut waiting: Vec<&Elements> = characters.root.iter().chain(&characters.additions).collect();
        while let Some(elements) = waiting.pop() {
            let texts: Vec<&Value> = match elements {
                Elements::Union(parts) | Elements::Intersection(parts) => {
                    waiting.extend(parts);
                    continue;
                }
                Elements::Except(base, _) => {
                    waiting.push(base);
                    continue;
                }
                Elements::Nested(inner) => {
                    waiting.extend(inner.root.iter().chain(&inner.additions));
                    continue;
                }
                Elements::Value(value) => vec![value],
                Elements::Range(range) => range.lower.iter().chain(&range.upper).collect(),
                _ => continue,
            };
            let is_range = matches!(elements, Elements::Range(_));
            for text in texts {
                let Value::Chars(octets) = text else { continue };
                let points = kind.code_points(octets).unwrap_or_default();
                if is_range && points.len() != 1 {
                    let message = "an end of a range of characters is not a single character";
                    let report = Diagnostic::error("range-ends", characters.span, message);
                    self.report(report.with_note("X.680 clause 51.4"));
                    continue;
                }
                let has = |point: u32| {
                    let mut ranges = kind.alphabet().unwrap_or(&[(0, u32::MAX)]).iter();
                    ranges.any(|(low, high)| (*low..=*high).contains(&point))
                };
                let foreign = points.into_iter().find(|point| !has(*point)).and_then(char::from_u32);
                if let Some(c) = foreign {
                    let message = format!("the type has no character {c:?}");
                    let report = Diagnostic::warning("foreign-character", characters.span, message)
                        .with_label(self.graph.types[self.graph.resolve(ty)].span, "this type");
                    self.report(report.with_note("it is ignored (X.680 clauses 41 and 51.7)"));
                }
            }
        }
    }

    /// A BIT STRING with named bits contains nothing: zeros at its end mean nothing there.
    pub fn check_contents(&mut self, governor: Governor, span: Span) {
        let Governor::Type(ty) = governor else { return };
        let TypeKind::Scalar(Scalar::BitString { named, .. }) = self.graph.kind(ty) else { return };
        if !named.is_empty() {
            let message = "CONTAINING constrains a BIT STRING with named bits";
            let report = Diagnostic::error("contents-of-named-bits", span, message)
                .with_label(self.graph.types[self.graph.resolve(ty)].span, "this type has named bits");
            self.report(
                report.with_note("CONTAINING applies only to strings without named bits (X.682 clause 11.3)"),
            );
        }
    }

    /// WITH COMPONENTS names a component once, and asks for what can be.
    pub fn check_presences(&mut self, ty: TypeId, components: &[ComponentConstraint], names: &[Span]) {
        let is_union = matches!(self.graph.types[ty].kind, TypeKind::Union(_));
        let mut present: Option<Span> = None;
        for (at, (component, span)) in components.iter().zip(names.iter().copied()).enumerate() {
            let name = self.graph.fields[component.field].name.clone();
            let before = components[..at].iter().position(|other| other.field == component.field);
            if let Some(first) = before {
                let report =
                    Diagnostic::error("duplicate-name", span, format!("component `{name}` is named twice"));
                self.report(
                    report
                        .with_text("named again here")
                        .with_label(names[first], "first named here")
                        .with_note("X.680 clause 51.8"),
                );
                continue;
            }
            let field = &self.graph.fields[component.field];
            let mandatory = !is_union && matches!(field.presence, Presence::Mandatory) && !field.addition;
            if mandatory && component.presence == Some(ComponentPresence::Absent) {
                let message = format!("component `{name}` is ABSENT here, but it is mandatory");
                let report = Diagnostic::error("empty-constraint", span, message)
                    .with_label(field.span, "neither OPTIONAL nor DEFAULT");
                self.report(report.with_note("no value satisfies the constraint (X.680 clause 51.8)"));
            }
            if is_union && component.presence == Some(ComponentPresence::Present) {
                if let Some(first) = present {
                    let message = "two alternatives of a CHOICE are PRESENT";
                    let report =
                        Diagnostic::error("empty-constraint", span, message).with_label(first, "and this");
                    self.report(report.with_note("no value satisfies the constraint (X.680 clause 51.8)"));
                }
                present = Some(span);
            }
        }
    }
}

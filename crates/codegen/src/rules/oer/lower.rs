//! The formats of values under OER. They come from [`OctetView`] alone.

use super::least::Octets;
use super::octets;
use super::ops::{Alternatives, ArmTags, Elements, Form, Oer, Primitive, width};
use crate::model::layout::{CType, scalar_ctype};
use crate::packed::least::Least;
use crate::packed::lower::{Place, Widths, no_encoding, unsupported};
use crate::packed::ops::Choice;
use crate::rules::Lowered;
use crate::stub::Node;
use num_bigint::Sign;
use syntax_graph::{
    Array, FieldId, Intervals, OctetView, Scalar, Span, Tag, TagClass, TimeKind, TypeKind, Union, ValidGraph,
};

/// The code of diagnostics.
const CODE: &str = "oer";

/// The formats of a graph's values.
pub struct OctetWidths<'a> {
    graph: &'a ValidGraph,
    least: Least,
}

impl<'a> OctetWidths<'a> {
    /// Returns the formats of a graph.
    pub fn new(graph: &'a ValidGraph) -> Self {
        Self { graph, least: Least::of(graph, &Octets) }
    }

    /// Returns what OER sees of the constraints of a value.
    fn view(&self, place: Place) -> OctetView {
        let of_type = || self.graph.octet_view(place.ty);
        place.field.map_or_else(of_type, |field| self.graph.octet_view_in(field))
    }

    /// Adds the tags that begin an arm: its own, or those of the arms of an untagged CHOICE.
    fn tags(&self, arm: FieldId, tags: &mut Vec<u64>) {
        let mut open = vec![arm];
        // Validation refuses a union that is its own arm, so the walk ends.
        while let Some(arm) = open.pop() {
            let node = &self.graph.fields[arm];
            match (node.tags.first(), self.graph.kind(node.target)) {
                (Some(tag), _) => tags.push(number(*tag)),
                (None, TypeKind::Union(union)) => open.extend(union.arms.iter().rev()),
                (None, _) => {}
            }
        }
    }
}

impl Widths<Oer> for OctetWidths<'_> {
    fn code(&self) -> &'static str {
        CODE
    }

    fn has_whole_bytes(&self) -> bool {
        true
    }

    fn numbers(&self, place: Place) -> Option<Intervals> {
        let view = self.view(place);
        match self.graph.kind(place.ty) {
            TypeKind::Scalar(Scalar::Integer(_)) => {
                let format = view.integer();
                let (low, high) = octets::limits(format.bytes? as u64, format.signed);
                Some(Intervals::between(Some(low), Some(high)))
            }
            TypeKind::Scalar(Scalar::OctetString { .. } | Scalar::BitString { .. }) => {
                view.sizes.fixed().map(|size| Intervals::one(size.into()))
            }
            _ => None,
        }
    }

    fn scalar(&self, scalar: &Scalar, place: Place, span: Span) -> Lowered<(Primitive, Form)> {
        let view = self.view(place);
        let plain = |primitive| Ok((primitive, Form::Plain));
        match (scalar, scalar_ctype(scalar)) {
            (Scalar::Boolean, _) => plain(Primitive::Boolean),
            (Scalar::Null, _) => plain(Primitive::Null),
            (Scalar::Integer(_), CType::Integer(repr)) => {
                Ok((Primitive::Integer(repr), Form::Number(view.integer())))
            }
            (Scalar::Integer(_), _) => Ok((Primitive::Bytes, Form::Number(view.integer()))),
            (Scalar::Enumerated(enumeration), CType::Integer(repr)) => {
                let is_short = enumeration
                    .items
                    .iter()
                    .all(|(_, number)| number.bits() < 8 && number.sign() != Sign::Minus);
                Ok((Primitive::Enumerated(repr), if is_short { Form::Short } else { Form::Plain }))
            }
            (Scalar::Enumerated(_), _) => Err(unsupported(
                CODE,
                span,
                "OER does not yet convert enumerations with numbers beyond 64 bits",
                "use smaller numbers",
            )),
            (Scalar::Real, _) => match view.float {
                Some(width) => Ok((Primitive::Float, Form::Float(width))),
                None => plain(Primitive::Real),
            },
            (Scalar::ObjectIdentifier | Scalar::RelativeOid, _) => plain(Primitive::Oid),
            (Scalar::BitString { named, .. }, _) => {
                let primitive = if named.is_empty() { Primitive::Bits } else { Primitive::NamedBits };
                Ok((primitive, sized(&view, 1)))
            }
            (Scalar::OctetString { .. }, _) => Ok((Primitive::Octets, sized(&view, 1))),
            (Scalar::Characters { kind, .. }, _) => match width(*kind) {
                Some(1) => Ok((Primitive::Octets, sized(&view, 1))),
                Some(unit) => Ok((Primitive::Characters, sized(&view, unit))),
                None => plain(Primitive::Octets),
            },
            (Scalar::Time(TimeKind::UtcTime | TimeKind::GeneralizedTime), _) => plain(Primitive::Octets),
            (Scalar::Time(_) | Scalar::Float(_), _) => Err(no_encoding(CODE, span)),
        }
    }

    fn open(&self) -> Primitive {
        Primitive::Octets
    }

    fn switch(&self, union: &Union) -> Alternatives {
        let choice = Choice { roots: union.roots.min(union.arms.len()), extensible: union.extensible };
        let is_automatic = union.arms.iter().enumerate().all(|(at, arm)| {
            let tag = self.graph.fields[*arm].tags.first();
            tag.is_some_and(|tag| tag.class == TagClass::Context && tag.number as usize == at)
        });
        let of_arm = |arm: &FieldId| {
            let mut all = Vec::new();
            self.tags(*arm, &mut all);
            ArmTags { is_untagged: self.graph.fields[*arm].tags.is_empty(), tags: all }
        };
        let tags = if is_automatic { Vec::new() } else { union.arms.iter().map(of_arm).collect() };
        Alternatives { choice, tags }
    }

    fn elements(&self, _: Node, array: &Array) -> Elements {
        Elements { least: self.least.field(array.element) }
    }
}

/// Returns the form of a string of items of so many bytes each, or of bits.
fn sized(view: &OctetView, unit: u32) -> Form {
    let fixed = view.sizes.fixed().map(|size| size.saturating_mul(u64::from(unit)));
    Form::Sized { fixed, least: view.sizes.min, unit }
}

/// Returns a tag as a number, its class in the lowest two bits (X.696 clause 8.7).
fn number(tag: Tag) -> u64 {
    let class = match tag.class {
        TagClass::Universal => 0,
        TagClass::Application => 1,
        TagClass::Context => 2,
        TagClass::Private => 3,
    };
    u64::from(tag.number) << 2 | class
}

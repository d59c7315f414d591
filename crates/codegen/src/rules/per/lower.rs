//! The widths of values under PER. They come from [`PackedView`] alone.

use super::least::Bits;
use super::ops::{Alphabet, Choice, Elements, Form, Items, Per, Primitive};
use crate::model::layout::{CType, scalar_ctype};
use crate::packed::least::Least;
use crate::packed::lower::{Place, Widths, no_encoding, unsupported};
use crate::rules::Lowered;
use crate::stub::{Context, Node};
use num_bigint::BigInt;
use syntax_graph::{
    Array, CharKind, Diagnostic, Enumeration, Intervals, PackedView, Scalar, Span, TimeKind, TypeId,
    TypeKind, Union, ValidGraph,
};

/// The code of diagnostics.
const CODE: &str = "per";

/// The widths of a graph's values.
pub struct PackedWidths<'a> {
    graph: &'a ValidGraph,
    least: Least,
    per: Per,
}

impl<'a> PackedWidths<'a> {
    /// Returns the widths of a graph.
    pub fn new(graph: &'a ValidGraph, per: Per) -> Self {
        Self { graph, least: Least::of(graph, &Bits), per }
    }

    /// Returns what PER sees of the constraints of a value.
    fn view(&self, place: Place) -> PackedView {
        let of_type = || self.graph.packed_view(place.ty);
        place.field.map_or_else(of_type, |field| self.graph.packed_view_in(field))
    }
}

impl Widths<Per> for PackedWidths<'_> {
    fn code(&self) -> &'static str {
        CODE
    }

    fn open(&self) -> Primitive {
        Primitive::Open
    }

    fn switch(&self, union: &Union) -> Choice {
        Choice { roots: union.roots.min(union.arms.len()), extensible: union.extensible }
    }

    fn elements(&self, node: Node, array: &Array) -> Elements {
        let view = match node.context {
            Context::General => self.graph.packed_view(node.ty),
            Context::Field(field) => self.graph.packed_view_in(field),
        };
        Elements { sizes: view.sizes, least: self.least.field(array.element) }
    }

    // A definition that refers to an array may have another SIZE.
    fn root(&self, root: TypeId) -> Form {
        let (own, general) = (self.graph.packed_view(root), self.graph.packed_view(self.graph.resolve(root)));
        if own.sizes == general.sizes { Form::Plain } else { Form::Sized(own.sizes) }
    }

    fn numbers(&self, place: Place) -> Option<Intervals> {
        let view = self.view(place);
        let (values, sizes) = (&view.values, &view.sizes);
        match self.graph.kind(place.ty) {
            // Without a lower end, numbers are sent whole.
            TypeKind::Scalar(Scalar::Integer(_)) => (!values.extensible && values.min.is_some())
                .then(|| Intervals::between(values.min.clone(), values.max.clone())),
            TypeKind::Scalar(Scalar::Enumerated(enumeration)) => {
                let items = items(enumeration);
                (!items.extensible).then(|| Intervals::of(items.roots.into_iter().map(one)))
            }
            // Trailing zeros are no part of the value.
            TypeKind::Scalar(Scalar::BitString { named, .. }) if !named.is_empty() => None,
            TypeKind::Scalar(Scalar::Characters { kind, .. }) if !kind.is_known_multiplier() => None,
            TypeKind::Scalar(
                Scalar::BitString { .. } | Scalar::OctetString { .. } | Scalar::Characters { .. },
            )
            | TypeKind::Array(_) => {
                // A large upper end has no influence on the encoding (X.691 clause 11.9.4.1).
                let max = sizes.max.filter(|max| *max < 1 << 16);
                (!sizes.extensible).then(|| Intervals::between(Some(sizes.min.into()), max.map(BigInt::from)))
            }
            _ => None,
        }
    }

    fn characters(&self, place: Place) -> Option<Intervals> {
        let TypeKind::Scalar(Scalar::Characters { kind, .. }) = self.graph.kind(place.ty) else {
            return None;
        };
        kind.is_known_multiplier().then(|| {
            let alphabet = Alphabet::of(*kind, &self.view(place), self.per.is_aligned);
            Intervals::of(
                alphabet.ranges.into_iter().map(|(low, high)| (Some(low.into()), Some(high.into()))),
            )
        })
    }

    fn scalar(&self, scalar: &Scalar, place: Place, span: Span) -> Lowered<(Primitive, Form)> {
        let view = self.view(place);
        let plain = |primitive| Ok((primitive, Form::Plain));
        let characters = |kind, view: PackedView| {
            let alphabet = Alphabet::of(kind, &view, self.per.is_aligned);
            Ok((Primitive::Characters, Form::Characters(view.sizes, alphabet)))
        };
        match (scalar, scalar_ctype(scalar)) {
            (Scalar::Boolean, _) => plain(Primitive::Boolean),
            (Scalar::Null, _) => plain(Primitive::Null),
            (Scalar::Integer(_), CType::Integer(repr)) => {
                let wide = |bound: &Option<BigInt>| bound.as_ref().is_some_and(|bound| bound.bits() > 64);
                if wide(&view.values.min) || wide(&view.values.max) {
                    return Err(wide_range(span));
                }
                Ok((Primitive::Integer(repr), Form::Number(view.values)))
            }
            (Scalar::Integer(_), _) => match (&view.values.min, &view.values.max) {
                (None, None) => Ok((Primitive::Bytes, Form::Number(view.values))),
                _ => Err(wide_range(span)),
            },
            (Scalar::Enumerated(enumeration), CType::Integer(repr)) => {
                Ok((Primitive::Enumerated(repr), Form::Items(items(enumeration))))
            }
            (Scalar::Enumerated(_), _) => Err(wide_range(span)),
            (Scalar::Real, _) => plain(Primitive::Real),
            (Scalar::ObjectIdentifier | Scalar::RelativeOid, _) => plain(Primitive::Oid),
            (Scalar::BitString { named, .. }, _) => {
                let primitive = if named.is_empty() { Primitive::Bits } else { Primitive::NamedBits };
                Ok((primitive, Form::Sized(view.sizes)))
            }
            (Scalar::OctetString { .. }, _) => Ok((Primitive::Octets, Form::Sized(view.sizes))),
            (Scalar::Characters { kind, .. }, _) if kind.is_known_multiplier() => characters(*kind, view),
            (Scalar::Characters { .. }, _) => plain(Primitive::Contents),
            // Both are VisibleStrings (X.680 clauses 46 and 47).
            (Scalar::Time(TimeKind::UtcTime | TimeKind::GeneralizedTime), _) => {
                characters(CharKind::Visible, PackedView::default())
            }
            (Scalar::Time(_) | Scalar::Float(_), _) => Err(no_encoding(CODE, span)),
        }
    }
}

/// Returns the interval of one number.
fn one(number: BigInt) -> (Option<BigInt>, Option<BigInt>) {
    (Some(number.clone()), Some(number))
}

/// Returns the numbers of an ENUMERATED.
fn items(enumeration: &Enumeration) -> Items {
    let numbers = |items: &[(String, BigInt)]| items.iter().map(|item| item.1.clone()).collect::<Vec<_>>();
    let (roots, additions) = enumeration.items.split_at(enumeration.roots.min(enumeration.items.len()));
    let mut roots = numbers(roots);
    roots.sort_unstable();
    Items { roots, additions: numbers(additions), extensible: enumeration.extensible }
}

fn wide_range(span: Span) -> Box<Diagnostic> {
    unsupported(
        CODE,
        span,
        "PER does not yet convert integers with bounds that are held as bytes",
        "leave out `integer = \"bytes\"`, or keep the bounds within 64 bits",
    )
}

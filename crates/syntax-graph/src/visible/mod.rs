//! What the packed encoding rules see of constraints: PER by X.691 clause 10.3, OER by X.696 clause 8.2.
//!
//! These rules omit what a reader knows from the specification, so constraints decide how wide a value is. They see
//! fewer constraints than [`crate::permitted`] deduces, because both sides must agree on the widths:
//!
//! - Only ranges, single values and contained subtypes of INTEGER, SIZE, and FROM of strings whose characters all have
//!   one width are visible. Patterns, tables, components, contents, and single values of strings are not.
//! - A union with an invisible part is invisible. An intersection drops invisible parts, and EXCEPT drops an invisible
//!   right side.
//! - Constraints apply one after the other. Only the marker of the last visible one counts (X.680 clause 50.8).
//! - An alphabet with an extension marker is invisible to PER. Under OER, a marker leaves the aspect unlimited.
//!
//! A marker inside set arithmetic makes the result extensible, and intersects its root (X.680 annex on set arithmetic).
//!
//! ```text
//! Age ::= INTEGER (0..120)          PER: 7 bits        OER: 1 byte, unsigned
//! Age ::= INTEGER (0..120, ...)     PER: 1 + 7 bits    OER: variable, signed
//! ```

mod arithmetic;
mod real;
mod text;

use crate::constraint::Constraint;
use crate::graph::SyntaxGraph;
use crate::ids::{FieldId, TypeId};
use crate::intervals::Intervals;
use crate::types::{Bounds, FloatWidth, SizeRange};
use arithmetic::{Deduction, Part};
use num_bigint::BigInt;
use text::widths;

/// What PER sees of the constraints of one type or field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackedView {
    /// The range of an INTEGER: the ends of its root, and whether other values are legal.
    pub values: Bounds,
    /// The sizes of a string in its own unit, or of an array in elements.
    pub sizes: SizeRange,
    /// The effective alphabet of a string (X.691 clause 30), as ascending ranges of code points; `None` without a
    /// visible FROM.
    pub alphabet: Option<Vec<(u32, u32)>>,
}

/// What OER sees of the constraints of one type or field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OctetView {
    /// The range of an INTEGER; never extensible.
    pub values: Bounds,
    /// The sizes of a string or array. Only a single size changes an encoding; never extensible.
    pub sizes: SizeRange,
    /// The IEEE 754 format of a REAL, if its components fit one (X.696 clause 12).
    pub float: Option<FloatWidth>,
}

/// The width of an INTEGER under OER (X.696 clause 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OctetInteger {
    /// Number of bytes; `None`: a length comes first.
    pub bytes: Option<usize>,
    /// Whether the number is in two's complement.
    pub signed: bool,
}

impl Bounds {
    /// Returns the number of values between both ends (X.691 clause 11.5.3); `None` if an end is missing.
    pub fn count(&self) -> Option<BigInt> {
        let (min, max) = self.min.as_ref().zip(self.max.as_ref())?;
        Some(max - min + 1)
    }

    /// Returns the width in bits of a number between both ends (X.691 clause 11.5.7.1); `None` if an end is missing.
    pub fn bits(&self) -> Option<u64> {
        let (min, max) = self.min.as_ref().zip(self.max.as_ref())?;
        Some((max - min).magnitude().bits())
    }
}

impl OctetView {
    /// Returns the width of an INTEGER: that of the smallest format that holds both ends (X.696 clause 10).
    pub fn integer(&self) -> OctetInteger {
        let (min, max) = (self.values.min.as_ref(), self.values.max.as_ref());
        let signed = min.is_none_or(|min| *min < BigInt::from(0));
        let fits = |bytes: &usize| {
            let (low, high) = limits(*bytes, signed);
            min.is_some_and(|min| *min >= low) && max.is_some_and(|max| *max <= high)
        };
        OctetInteger { bytes: [1, 2, 4, 8].into_iter().find(fits), signed }
    }
}

/// Returns the least and the greatest number of this many bytes.
fn limits(bytes: usize, signed: bool) -> (BigInt, BigInt) {
    let one = BigInt::from(1);
    let bits = bytes * 8;
    match signed {
        true => (-(&one << (bits - 1)), (&one << (bits - 1)) - 1),
        false => (BigInt::from(0), (&one << bits) - 1),
    }
}

impl SyntaxGraph {
    /// Returns what PER sees of the constraints of a type, with those of the types that it refers to.
    pub fn packed_view(&self, ty: TypeId) -> PackedView {
        packed_view(self, ty, &self.constraints_of_type(ty))
    }

    /// Returns what PER sees of the constraints of a field's values, with those of its type.
    pub fn packed_view_in(&self, field: FieldId) -> PackedView {
        packed_view(self, self.fields[field].target, &self.constraints_of_field(field))
    }

    /// Returns what OER sees of the constraints of a type, with those of the types that it refers to.
    pub fn octet_view(&self, ty: TypeId) -> OctetView {
        octet_view(self, ty, &self.constraints_of_type(ty))
    }

    /// Returns what OER sees of the constraints of a field's values, with those of its type.
    pub fn octet_view_in(&self, field: FieldId) -> OctetView {
        octet_view(self, self.fields[field].target, &self.constraints_of_field(field))
    }

    /// Returns the widths of a type's values under the packed rules as text: `, PER 3 bits, OER 1 byte`. Empty if its
    /// constraints have no effect on them.
    pub fn widths(&self, ty: TypeId) -> String {
        widths(self.kind(ty), &self.packed_view(ty), &self.octet_view(ty))
    }

    /// Returns the widths of a field's values under the packed rules as text, as [`Self::widths`] does.
    pub fn widths_in(&self, field: FieldId) -> String {
        let kind = self.kind(self.fields[field].target);
        widths(kind, &self.packed_view_in(field), &self.octet_view_in(field))
    }
}

fn packed_view(graph: &SyntaxGraph, ty: TypeId, constraints: &[&Constraint]) -> PackedView {
    let seen = Deduction::new(graph, ty).levels(constraints);
    PackedView {
        values: bounds(seen.values),
        sizes: sizes(seen.sizes),
        alphabet: seen.alphabet.map(|set| code_points(&set)),
    }
}

fn octet_view(graph: &SyntaxGraph, ty: TypeId, constraints: &[&Constraint]) -> OctetView {
    let seen = Deduction::new(graph, ty).levels(constraints);
    // A later version may permit any value of the parent, whatever the parent's bounds are.
    let fixed = |part: Option<Part>| part.filter(|part| !part.extensible);
    OctetView {
        values: bounds(fixed(seen.values)),
        sizes: sizes(fixed(seen.sizes)),
        float: real::float(graph, ty, constraints),
    }
}

/// Returns the ends of a set of numbers.
fn bounds(part: Option<Part>) -> Bounds {
    let Some(Part { set, extensible }) = part else { return Bounds::default() };
    let (min, max) = ends(&set);
    Bounds { min, max, extensible }
}

fn sizes(part: Option<Part>) -> SizeRange {
    let bounds = bounds(part);
    let size = |end: Option<BigInt>| end.and_then(|end| u64::try_from(end).ok());
    SizeRange { min: size(bounds.min).unwrap_or(0), max: size(bounds.max), extensible: bounds.extensible }
}

fn ends(set: &Intervals) -> (Option<BigInt>, Option<BigInt>) {
    let intervals = set.intervals();
    let low = intervals.first().and_then(|interval| interval.0.clone());
    (low, intervals.last().and_then(|interval| interval.1.clone()))
}

fn code_points(set: &Intervals) -> Vec<(u32, u32)> {
    let end =
        |end: &Option<BigInt>, none| end.as_ref().map_or(none, |end| u32::try_from(end).unwrap_or(none));
    set.intervals().iter().map(|(low, high)| (end(low, 0), end(high, u32::MAX))).collect()
}

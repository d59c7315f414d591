//! What both directions print of a shape's sums and holes.

use crate::rules::ber::lower;
use crate::rules::ber::ops::{Model, Primitive};
use crate::shape::{Element, Hole, Segments};

/// Returns the primitive that converts a hole: that of its program.
pub fn primitive(model: &Model<'_>, hole: &Hole) -> Primitive {
    let scalar = model.graph.scalar(model.graph.resolve(hole.ty));
    scalar.map_or(Primitive::Octets, |scalar| lower::primitive(scalar, model.options.rules))
}

/// Returns the value of an element's length octets, seen from `p`, which stands for the offset `from`.
pub fn number(element: &Element, from: usize) -> String {
    let octets = element.length.len();
    let octet = |(index, at): (usize, usize)| {
        let shift = 8 * (octets - 1 - index);
        let octet = format!("p[{}]", at - from);
        if shift == 0 { octet } else { format!("(size_t){octet} << {shift}") }
    };
    let parts: Vec<String> = element.length.clone().enumerate().map(octet).collect();
    if octets == 1 { parts.concat() } else { format!("({})", parts.join(" | ")) }
}

/// An element whose length follows from holes, beside its holes.
#[derive(Clone, Copy)]
pub struct Sum<'s> {
    /// Its number, for the names of variables.
    pub index: usize,
    /// The element.
    pub element: &'s Element,
    /// The first hole of free length inside.
    pub first: usize,
    /// The last hole of free length inside.
    pub last: usize,
    /// The octets of its contents beside the holes.
    pub beside: usize,
}

impl Sum<'_> {
    /// Returns whether only one hole is inside: the length is the hole's and a constant.
    pub fn is_single(&self) -> bool {
        self.first == self.last
    }

    /// Returns whether the length is that of this hole and a constant.
    pub fn is_of(&self, hole: usize) -> bool {
        self.is_single() && self.first == hole
    }

    /// Returns the name of the variable that the length of all holes inside leads to.
    pub fn rest(&self) -> String {
        format!("left{}", self.index)
    }
}

/// Returns the least and the greatest number of contents octets of a hole for which encoders send its own length octet, and those around
/// it that depend on this hole alone, can hold.
pub fn bounds<'s>(own: impl Iterator<Item = &'s Sum<'s>>) -> (u64, u64) {
    let (mut least, mut most) = (0, 0x7f);
    for sum in own {
        let (first, last) = sum.element.sent();
        most = most.min(last.saturating_sub(sum.beside as u64));
        least = least.max(first.saturating_sub(sum.beside as u64));
    }
    (least, most)
}

/// Returns the sums of a message, in the order of their lengths.
pub fn sums(segments: &Segments) -> Vec<Sum<'_>> {
    let sum = |(index, element): (usize, &'_ Element)| {
        let mut inside = segments.inside(element);
        let first = inside.next()?;
        Some((index, first, inside.last().unwrap_or(first)))
    };
    let all = segments.elements.iter().enumerate();
    all.filter_map(|(index, element)| {
        let (index, first, last) = sum((index, element))?;
        Some(Sum { index, element, first, last, beside: segments.beside(element) })
    })
    .collect()
}

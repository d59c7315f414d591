//! A shape in one direction: the octets of the sample, the bits of them that count, the lengths that follow from
//! holes, and the holes.

use super::rigid::{Form, Text, Wire};
use crate::program::{DefaultValue, StepCheck};
use crate::stub::Node;
use num_bigint::BigInt;
use std::ops::Range;
use syntax_graph::{FieldId, TypeId};

/// What a message of a shape consists of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Segments {
    /// The octets of the sample.
    pub octets: Vec<u8>,
    /// For each octet the bits that every message of the shape has: none in a hole or in a length that follows from
    /// holes.
    pub masks: Vec<u8>,
    /// The elements with holes of free length inside, in the order of their beginnings.
    pub elements: Vec<Element>,
    /// The holes, in the order of the message.
    pub holes: Vec<Hole>,
    /// What a decoder stores for the rest of the message: each with an offset that the message must have reached.
    pub fills: Vec<(usize, Fill)>,
    /// The levels of recursion around its parts.
    pub depth: usize,
}

/// An element whose length follows from the holes inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The octets that hold its length as a number, most significant first.
    pub length: Range<usize>,
    /// Its contents.
    pub contents: Range<usize>,
    /// The least and greatest length that these octets may hold.
    pub bounds: (u64, u64),
}

/// A scalar that differs between messages.
#[derive(Clone, Debug, PartialEq)]
pub struct Hole {
    /// Its path, for comments and diagnostics.
    pub path: String,
    /// The number of the request that it comes from.
    pub request: usize,
    /// Its type.
    pub ty: TypeId,
    /// Its field.
    pub field: FieldId,
    /// Its contents.
    pub contents: Range<usize>,
    /// Whether its length is that of the sample.
    pub is_fixed: bool,
    /// Its place in the value.
    pub place: Place,
    /// The check of its value.
    pub check: Option<StepCheck>,
    /// The value with which its field would be absent.
    pub default: Option<DefaultValue>,
    /// Its place to the bit and what it may hold, in a rigid shape.
    pub wire: Option<Wire>,
    /// Whether its contents octets are checked. Only tests of the generator switch this off.
    pub is_checked: bool,
}

/// The place of a value in the struct of the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The innermost array around it, by the order of arrays, and the number of its element.
    pub item: Option<(usize, u64)>,
    /// The way from there.
    pub hops: Vec<Hop>,
}

/// A part of the way to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hop {
    /// To the member of a field.
    Field(FieldId),
    /// To the member of a field that is in no union: the discriminant, or the link to the next element of a list.
    Member(FieldId),
    /// To the pointer to the value of an open type, which has this field.
    Arm(FieldId),
    /// To an element of an array that the struct holds.
    Item(u64),
    /// Along a pointer.
    Pointer,
}

impl Place {
    /// Returns the place one hop further.
    pub fn then(&self, hop: Hop) -> Self {
        let mut place = self.clone();
        place.hops.push(hop);
        place
    }

    /// Returns the field at the end of the way; `None`: an element of an array is there.
    pub fn field(&self) -> Option<FieldId> {
        match self.hops.iter().rev().find(|hop| **hop != Hop::Pointer)? {
            Hop::Field(field) | Hop::Member(field) | Hop::Arm(field) => Some(*field),
            Hop::Item(_) | Hop::Pointer => None,
        }
    }
}

/// A number that a decoder stores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// BOOLEAN.
    Boolean(bool),
    /// INTEGER and ENUMERATED in a machine type.
    Integer(BigInt),
}

/// What a decoder stores for a part of the message that is no hole.
#[derive(Clone, Debug, PartialEq)]
pub enum Fill {
    /// The presence flag of a field of the structure.
    Flag(Place, FieldId, bool),
    /// A number.
    Number(Place, Number),
    /// These octets of the message.
    Slice(Place, Range<usize>),
    /// So many bits of the message from this offset.
    Bits(Place, usize, u64),
    /// These octets, copied into the arena, as a string of this length.
    Copy(Place, Vec<u8>, u64),
    /// These octets of the message, in an array that the struct holds.
    Octets(Place, Range<usize>),
    /// A floating-point number of so many bits at this offset.
    Float(Place, usize, u32),
    /// An element of a list with this field in the arena, behind a pointer.
    Link(Place, FieldId),
    /// The end of a list of so many elements.
    End(Place, u64),
    /// The octets of a hole with this number, which are copied into the arena.
    Moved(usize),
    /// The arm of a union; `None`: an unknown one, which these octets hold.
    Kind(Place, Option<FieldId>, Range<usize>),
    /// The octets of an open type that a governor resolves later.
    Open(Place, Range<usize>),
    /// The number of the alternative that an open type holds.
    Resolved(Place, usize),
    /// An array of so many elements in the arena, with its number and the field of its element.
    Array(Place, usize, FieldId, u64),
    /// A value of this node in the arena, behind a pointer.
    Pointer(Place, Node),
    /// The default of an absent field.
    Default(Place, FieldId, DefaultValue),
    /// The open types that the structure of this node resolves, inside so many levels of recursion.
    Relations(Place, Node, usize),
    /// The start of an element whose octets are kept, by its number.
    Mark(usize),
    /// The octets from a mark on, in the member of this type.
    Kept(Place, TypeId, usize),
}

impl Element {
    /// Returns the least and greatest length for which encoders send these octets: they send the shortest form.
    pub fn sent(&self) -> (u64, u64) {
        let least = match self.length.len() as u32 {
            1 if self.bounds.1 == 0x7f => 0,
            1 => 0x80,
            octets => 1 << (8 * (octets - 1)),
        };
        (least, self.bounds.1)
    }
}

impl Hole {
    /// Returns the octets of a string that has to be moved, as it does not begin with an octet.
    pub fn moved(&self) -> Option<u64> {
        self.wire.as_ref().and_then(Wire::moved)
    }

    /// Returns whether the struct of holes has an array with its octets.
    pub fn is_array(&self) -> bool {
        self.moved().is_some() || self.is_held()
    }

    /// Returns whether the struct of the message has an array with its octets.
    pub fn is_held(&self) -> bool {
        let form = self.wire.as_ref().map(|wire| &wire.form);
        matches!(form, Some(Form::Text(Text { is_held: true, .. })))
    }

    /// Returns the octets of a string in a rigid shape.
    pub fn octets(&self) -> Option<u64> {
        match self.wire.as_ref().map(|wire| &wire.form) {
            Some(Form::Text(text)) => Some(text.octets()),
            _ => None,
        }
    }
}

impl Segments {
    /// Returns the holes of free length inside an element.
    pub fn inside<'s>(&'s self, element: &'s Element) -> impl Iterator<Item = usize> + 's {
        let is_inside = |hole: &Hole| {
            !hole.is_fixed
                && element.contents.start <= hole.contents.start
                && hole.contents.end <= element.contents.end
        };
        self.holes.iter().enumerate().filter(move |(_, hole)| is_inside(hole)).map(|(at, _)| at)
    }

    /// Returns the octets of an element's contents beside the contents of its holes.
    pub fn beside(&self, element: &Element) -> usize {
        element.contents.len()
            - self.inside(element).map(|hole| self.holes[hole].contents.len()).sum::<usize>()
    }

    /// Returns the positions of the holes of free length, in the order of the message.
    pub fn free(&self) -> impl Iterator<Item = usize> + '_ {
        self.holes.iter().enumerate().filter(|(_, hole)| !hole.is_fixed).map(|(at, _)| at)
    }

    /// Returns the octets beside the contents of holes of free length.
    pub fn least(&self) -> usize {
        self.octets.len() - self.free().map(|hole| self.holes[hole].contents.len()).sum::<usize>()
    }

    /// Returns the octets behind an offset that every message has, beside the contents of holes of free length.
    pub fn least_behind(&self, at: usize) -> usize {
        let free = self.free().map(|hole| &self.holes[hole].contents).filter(|contents| contents.start >= at);
        self.octets.len() - at - free.map(ExactSizeIterator::len).sum::<usize>()
    }

    /// Returns whether a message has the shape, apart from the checks of its holes' values: the constant octets are
    /// those of the sample, and the lengths fit the holes.
    pub fn is_like(&self, message: &[u8]) -> bool {
        // The octets by which each offset of the sample is further on in the message, from the end of a hole on.
        let mut moved: Vec<(usize, isize)> = vec![(0, 0)];
        let place = |moved: &[(usize, isize)], at: usize| {
            let by = moved.iter().rev().find(|(from, _)| *from <= at).map_or(0, |(_, by)| *by);
            at.checked_add_signed(by)
        };
        let octet = |at: Option<usize>| at.and_then(|at| message.get(at)).copied();
        let mut by = 0_isize;
        for hole in self.free().map(|hole| &self.holes[hole].contents) {
            let before = place(&moved, hole.start).and_then(|at| at.checked_sub(1));
            let Some(length) = octet(before).filter(|length| *length < 0x80) else { return false };
            by += isize::from(length) - hole.len() as isize;
            moved.push((hole.end, by));
        }
        let is_constant = |(at, mask): (usize, &u8)| {
            *mask == 0 || octet(place(&moved, at)).is_some_and(|octet| (octet ^ self.octets[at]) & mask == 0)
        };
        let fits = |element: &Element| {
            let mut octets = element.length.clone().map(|at| octet(place(&moved, at)));
            let length = octets.try_fold(0_u64, |sum, octet| Some(sum << 8 | u64::from(octet?)));
            let [start, end] = [element.contents.start, element.contents.end].map(|at| place(&moved, at));
            let contents = end.zip(start).map(|(end, start)| end.saturating_sub(start) as u64);
            let (least, most) = element.bounds;
            length.is_some_and(|length| (least..=most).contains(&length)) && length == contents
        };
        self.masks.iter().enumerate().all(is_constant)
            && self.elements.iter().all(fits)
            && place(&moved, self.octets.len()).is_some_and(|end| end <= message.len())
    }

    /// Returns whether a decoder resolves open types, which may take memory of the arena before the message is decoded.
    pub fn resolves(&self) -> bool {
        self.fills.iter().any(|(_, fill)| matches!(fill, Fill::Relations(..)))
    }
}

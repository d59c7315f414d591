//! Lowers a shape to the table of `stubc_shape_run.c`, whose first comment describes it.

use super::sums::{Sum, bounds, primitive, sums};
use crate::rules::Lowered;
use crate::rules::Rules;
use crate::rules::ber::ops::{Model, Primitive};
use crate::shape::table::{MOST_HOLES, Table};
use crate::shape::{Hole, Segments, Shape};
use syntax_graph::{Diagnostic, IntegerRepr, Span};

const FIXED: u8 = 0x20;
const ENDS: u8 = 0x40;
/// A hole of any octets.
const OCTETS: u8 = 1;
/// A hole that is a number, with the binary logarithm of its octets.
const NUMBER: u8 = 16;
/// A number without a sign.
const NO_SIGN: u8 = 4;
/// No hole; with the number of its octets, a length that several holes decide.
const LENGTH: u8 = 24;
/// The most octets of a record.
const MOST: usize = 128;
/// The most elements around a place whose lengths are records.
const OPEN: usize = 8;

/// Returns the table that decodes a shape's holes.
///
/// # Errors
/// What a table cannot express.
pub fn table(model: &Model<'_>, shape: &Shape, segments: &Segments, span: Span) -> Lowered<Table> {
    let refused = |what: &str| {
        let message = format!("the shape `{}` {what}, which no table of a shape can hold", shape.flat.name);
        Box::new(Diagnostic::error("shape-table", span, message))
    };
    let holes = u8::try_from(segments.holes.len()).ok().filter(|holes| usize::from(*holes) <= MOST_HOLES);
    let holes = holes.ok_or_else(|| refused(&format!("has more than {MOST_HOLES} holes")))?;
    let mut records =
        Records { segments, sums: sums(segments), from: 0, open: Vec::new(), octets: Vec::new() };
    let is_der = model.options.rules == Rules::Der;
    for (index, hole) in segments.holes.iter().enumerate() {
        if hole.check.is_some() || (is_der && hole.default.is_some()) {
            return Err(refused(&format!("checks the value of `{}`", hole.path)));
        }
        let primitive = primitive(model, hole);
        let kind = if hole.is_checked { kind(primitive, is_der) } else { unchecked(primitive) };
        let kind = kind.ok_or_else(|| refused(&format!("has a hole of the type of `{}`", hole.path)))?;
        records.hole(index, hole, kind).ok_or_else(|| refused("has a number that is too large"))?;
        if records.open.len() > OPEN {
            return Err(refused(&format!("has more than {OPEN} elements around one place")));
        }
    }
    records.constant(segments.octets.len());
    let least = u16::try_from(segments.least()).map_err(|_| refused("has too many octets"))?;
    let records = records.octets;
    u16::try_from(records.len()).map_err(|_| refused("has too many octets"))?;
    Ok(Table { holes, least, records })
}

/// Returns the kind of a hole in records.
fn kind(primitive: Primitive, is_der: bool) -> Option<u8> {
    Some(match primitive {
        Primitive::Boolean => 2 + u8::from(is_der),
        Primitive::Oid => 4,
        Primitive::NamedBits if is_der => 7,
        Primitive::Bits | Primitive::NamedBits => 5 + u8::from(is_der),
        Primitive::Bytes | Primitive::Integer(IntegerRepr::Bytes) => 8,
        Primitive::Integer(repr) => {
            let (sign, octets) = match repr {
                IntegerRepr::I8 => (0, 0),
                IntegerRepr::I16 => (0, 1),
                IntegerRepr::I32 => (0, 2),
                IntegerRepr::U8 => (NO_SIGN, 0),
                IntegerRepr::U16 => (NO_SIGN, 1),
                IntegerRepr::U32 => (NO_SIGN, 2),
                IntegerRepr::U64 => (NO_SIGN, 3),
                IntegerRepr::I64 | IntegerRepr::Bytes => (0, 3),
            };
            NUMBER | sign | octets
        }
        Primitive::Real | Primitive::Null | Primitive::Open => return None,
        _ => OCTETS,
    })
}

/// Returns the kind of a hole whose contents octets are not checked, for tests of the generator.
fn unchecked(primitive: Primitive) -> Option<u8> {
    match primitive {
        Primitive::Oid | Primitive::Bytes | Primitive::Integer(IntegerRepr::Bytes) => Some(OCTETS),
        Primitive::Integer(_) => Some(NUMBER | 3),
        other => kind(other, false),
    }
}

struct Records<'s> {
    segments: &'s Segments,
    sums: Vec<Sum<'s>>,
    /// The offset in the sample where the next record begins.
    from: usize,
    /// The sums whose lengths are records and whose elements have not ended, the innermost last.
    open: Vec<usize>,
    octets: Vec<u8>,
}

impl Records<'_> {
    /// Adds the record of a hole, behind records of the octets before it.
    fn hole(&mut self, index: usize, hole: &Hole, kind: u8) -> Option<()> {
        let end = hole.contents.start;
        // Lengths up to here that another hole decides, too, or in more than one octet.
        let is_other = |sum: &Sum<'_>| hole.is_fixed || !sum.is_of(index) || sum.element.length.len() > 1;
        self.before(end, &is_other);
        let own = |sum: &&Sum<'_>| !is_other(sum) && sum.element.length.start >= self.from;
        let mut places = Vec::new();
        let limits = if hole.is_fixed {
            u16::try_from(hole.contents.len()).ok()?.to_be_bytes()
        } else {
            let (mut least, mut most) = bounds(self.sums.iter().filter(own));
            if (NUMBER..LENGTH).contains(&kind) {
                most = most.min((1 << (kind & 3)) + u64::from(kind & NO_SIGN != 0));
            }
            if kind != OCTETS {
                least = least.max(1);
            }
            // The hole's own length octet grows with it, too.
            let lengths = self.sums.iter().filter(own).map(|sum| sum.element.length.start);
            places = lengths.chain([end - 1]).map(|place| (place - self.from) as u8).collect();
            [u8::try_from(least).ok()?, u8::try_from(most.checked_sub(least)?).ok()?]
        };
        let mut ends: Vec<u8> = Vec::new();
        while let Some(sum) = self.open.last().map(|sum| &self.sums[*sum]).filter(|sum| sum.last == index) {
            let behind = sum.element.contents.end - hole.contents.end;
            ends.extend(u16::try_from(behind).ok()?.to_be_bytes());
            self.open.pop();
        }
        let fixed = if hole.is_fixed { FIXED } else { 0 };
        self.record(kind | fixed, limits, end, &places, &ends);
        self.from = hole.contents.end;
        Some(())
    }

    /// Adds records of the octets for which the last record before `end` has no room, and of the lengths before `end`
    /// that must be records. Those before one of them are records, too.
    fn before(&mut self, end: usize, is_record: &dyn Fn(&Sum<'_>) -> bool) {
        let ahead = self.from..end;
        let is_far = |start: usize| end - start > MOST;
        let lengths = || {
            let all = self.sums.iter().enumerate();
            all.filter(|(_, sum)| ahead.contains(&sum.element.length.start))
        };
        let cut = lengths().filter(|(_, sum)| is_far(sum.element.length.start) || is_record(sum)).last();
        let cut = cut.map(|(number, _)| number);
        let records: Vec<usize> =
            lengths().map(|(number, _)| number).filter(|number| Some(*number) <= cut).collect();
        for number in records {
            let element = self.sums[number].element;
            let (length, (least, most)) = (element.length.clone(), element.bounds);
            self.constant(length.start.saturating_sub(MOST).max(self.from));
            let first = |limit: u64| (limit >> (8 * (length.len() - 1))) as u8;
            let kind = LENGTH | FIXED | length.len() as u8;
            self.record(kind, [first(least), first(most)], length.start, &[], &[]);
            self.from = length.end;
            self.open.push(number);
        }
        self.constant(end.saturating_sub(MOST).max(self.from));
    }

    /// Adds records of constant octets up to an offset.
    fn constant(&mut self, end: usize) {
        while self.from < end {
            let to = end.min(self.from + MOST);
            self.record(LENGTH | FIXED, [0, 0], to, &[], &[]);
            self.from = to;
        }
    }

    /// Adds a record of the octets up to an offset. `places`: those of them that grow with the hole.
    fn record(&mut self, kind: u8, limits: [u8; 2], end: usize, places: &[u8], ends: &[u8]) {
        let flags = if ends.is_empty() { 0 } else { ENDS };
        let octets = &self.segments.octets[self.from..end];
        self.octets.extend([kind | flags, octets.len() as u8]);
        self.octets.extend(limits);
        self.octets.extend(octets);
        if !places.is_empty() {
            self.octets.push(places.len() as u8);
            self.octets.extend(places);
        }
        if !ends.is_empty() {
            self.octets.push((ends.len() / 2) as u8);
            self.octets.extend(ends);
        }
    }
}

//! Shapes under XDR: walks the program of a root beside a sample message. They are rigid.

use super::ops::{Action, Body, Chooser, Count, Elements, FieldStep, Model, Primitive, Step};
use crate::program::StepPresence;
use crate::shape::rigid::{Form, Number, Ranges, Text, TrailingOne, Wire};
use crate::shape::trail::{Around, Trail, Walked};
use crate::shape::{Fill, Found, Hop, Number as Known, Place, Request};
use num_bigint::BigInt;
use std::ops::Range;
use syntax_graph::{Diagnostic, FieldId};

/// Walks a root beside a sample.
///
/// # Errors
/// What cannot be a shape.
pub fn walk(model: &Model<'_>, root: usize, request: &Request, sample: &[u8]) -> Walked<Found> {
    let mut walker = Walker { model, trail: Trail::new(model, request, sample), at: 0 };
    walker.value(&model.root_steps[root], &Place::default(), None)?;
    if walker.at != sample.len() || sample.is_empty() {
        return Err(walker.trail.refused("the sample has no octets, or octets follow the message"));
    }
    Ok(walker.trail.finish())
}

struct Walker<'a> {
    model: &'a Model<'a>,
    trail: Trail<'a>,
    /// The next octet.
    at: usize,
}

impl Walker<'_> {
    /// Goes over so many octets.
    fn take(&mut self, octets: usize) -> Walked<Range<usize>> {
        let taken = self.at..self.at.saturating_add(octets);
        if taken.end > self.trail.found.segments.octets.len() {
            return Err(self.malformed());
        }
        self.at = taken.end;
        Ok(taken)
    }

    fn malformed(&self) -> Box<Diagnostic> {
        self.trail.refused("the sample has a length or a value that the type does not")
    }

    /// Reads a word.
    fn word(&mut self) -> Walked<u32> {
        let taken = self.take(4)?;
        let octets = &self.trail.found.segments.octets[taken];
        Ok(octets.iter().fold(0, |word, octet| word << 8 | u32::from(*octet)))
    }

    /// Reads a word that is 0 or 1.
    fn truth(&mut self) -> Walked<bool> {
        match self.word()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(self.malformed()),
        }
    }

    fn fill(&mut self, fill: Fill) {
        self.trail.fill(self.at, fill);
    }

    /// Walks a field, which may be absent.
    fn field(
        &mut self,
        step: &FieldStep,
        owner: &Place,
        hop: fn(FieldId) -> Hop,
        around: Option<Around>,
    ) -> Walked<()> {
        let Some(field) = step.field else { return self.value(step, owner, around) };
        self.trail.enter(format!(".{}", self.model.graph.fields[field].name));
        let mut is_there = true;
        if let StepPresence::Flag(_) = step.presence {
            is_there = self.truth()?;
            self.fill(Fill::Flag(owner.clone(), field, is_there));
        }
        if is_there {
            self.value(step, &owner.then(hop(field)), around)?;
        }
        self.trail.leave();
        Ok(())
    }

    /// Walks a value that is present, whose path is complete.
    fn value(&mut self, step: &FieldStep, place: &Place, around: Option<Around>) -> Walked<()> {
        let node = match &step.action {
            Action::Primitive(primitive) => {
                let hole = self.trail.asked(around, true)?;
                return self.scalar(step, *primitive, place, hole);
            }
            Action::Call(node) => *node,
            Action::Inline(program) => program.node,
        };
        let model = self.model;
        let program = &model.programs[&node];
        let is_scalar = matches!(program.body, Body::Switch { .. } | Body::Scalar(_));
        let hole = self.trail.asked(around, is_scalar)?;
        if step.recursive {
            self.trail.deeper(hole)?;
        }
        let mut place = place.clone();
        if step.boxed {
            self.fill(Fill::Pointer(place.clone(), node));
            place = place.then(Hop::Pointer);
        }
        match &program.body {
            Body::Sequence(steps) => {
                for step in steps {
                    if let Step::Field(step) = step {
                        self.field(step, &place, Hop::Field, None)?;
                    }
                }
            }
            Body::Switch { arms, op } => self.switch(arms, op, &place, hole)?,
            Body::Repeat { element, op, .. } => self.array(element, *op, &place)?,
            Body::Scalar(inner) => match inner.action {
                Action::Primitive(primitive) => self.scalar(inner, primitive, &place, hole)?,
                _ => return Err(self.trail.refused("the sample has a type that no shape has")),
            },
            Body::Set { op, .. } => match *op {},
            Body::Open { op, .. } => match *op {},
        }
        self.trail.depth -= usize::from(step.recursive);
        Ok(())
    }

    fn switch(
        &mut self,
        arms: &[FieldStep],
        op: &Chooser,
        place: &Place,
        hole: Option<Around>,
    ) -> Walked<()> {
        let from = self.at;
        let before = self.trail.found.segments.holes.len();
        self.field(&op.discriminant, place, Hop::Member, None)?;
        if let Some(hole) = self.trail.found.segments.holes.get(before) {
            return Err(self.trail.refused_hole(hole.request, "a hole cannot select the arm of a union"));
        }
        let octets = &self.trail.found.segments.octets[from..self.at];
        let signed = BigInt::from_signed_bytes_be(octets);
        let unsigned = BigInt::from_bytes_be(num_bigint::Sign::Plus, octets);
        let own = op.cases.iter().position(|cases| cases.contains(&signed) || cases.contains(&unsigned));
        let Some(arm) = own.or(op.default).map(|arm| &arms[arm]) else { return Err(self.malformed()) };
        if hole.is_some() && self.is_structure(arm) {
            return Err(self.trail.no_scalar_arm(arm.field));
        }
        self.field(arm, place, Hop::Field, hole)
    }

    fn is_structure(&self, step: &FieldStep) -> bool {
        let node = match &step.action {
            Action::Primitive(_) => return false,
            Action::Call(node) => *node,
            Action::Inline(program) => program.node,
        };
        !matches!(self.model.programs[&node].body, Body::Switch { .. } | Body::Scalar(_))
    }

    fn array(&mut self, element: &FieldStep, op: Elements, place: &Place) -> Walked<()> {
        let Some(field) = element.field else { return Err(self.trail.refused("an array has no element")) };
        let count = match op.count {
            Count::Fixed(count) => count,
            Count::Counted(_) => u64::from(self.word()?),
            Count::Linked { .. } => return self.list(element, field, place),
        };
        let number = self.trail.array(count)?;
        let is_counted = matches!(op.count, Count::Counted(_));
        if is_counted {
            self.fill(Fill::Array(place.clone(), number, field, count));
        }
        for index in 0..count {
            self.trail.enter(format!("[{index}]"));
            let item = match is_counted {
                true => Place { item: Some((number, index)), hops: Vec::new() },
                false => place.then(Hop::Item(index)),
            };
            self.value(element, &item, None)?;
            self.trail.leave();
        }
        Ok(())
    }

    /// Walks a list, whose elements are announced one by one.
    fn list(&mut self, element: &FieldStep, field: FieldId, place: &Place) -> Walked<()> {
        let mut link = place.clone();
        let mut count = 0;
        while self.truth()? {
            self.trail.enter(format!("[{count}]"));
            self.fill(Fill::Link(link.clone(), field));
            let item = link.then(Hop::Pointer);
            self.value(element, &item, None)?;
            link = item.then(Hop::Member(field));
            count += 1;
            self.trail.leave();
        }
        self.trail.array(count)?;
        self.fill(Fill::End(link, count));
        Ok(())
    }

    fn scalar(
        &mut self,
        step: &FieldStep,
        primitive: Primitive,
        place: &Place,
        hole: Option<Around>,
    ) -> Walked<()> {
        let width = match primitive {
            Primitive::Null => {
                return match hole {
                    Some(around) => Err(self
                        .trail
                        .refused_hole(around.request, "a hole cannot be void, which has one value")),
                    None => Ok(()),
                };
            }
            Primitive::Word(_) | Primitive::Truth => 4,
            Primitive::Hyper(_) => 8,
            Primitive::Float(width) => width.octets(),
            Primitive::Opaque(octets) => octets as usize,
            Primitive::Counted(_) => self.word()? as usize,
        };
        let contents = self.take(width)?;
        self.take(width.next_multiple_of(4) - width)?;
        let most = self.model.options.max_string;
        if matches!(primitive, Primitive::Counted(_)) && most.is_some_and(|most| width > most as usize) {
            return Err(self.trail.refused("the sample has a string beyond --max-string"));
        }
        match hole {
            None => self.known(primitive, contents, place),
            Some(around) => return self.hole(step, primitive, contents, (place, around)),
        }
        Ok(())
    }

    /// Notes what a decoder stores for a scalar that is constant.
    fn known(&mut self, primitive: Primitive, contents: Range<usize>, place: &Place) {
        let octets = &self.trail.found.segments.octets[contents.clone()];
        let at = contents.start;
        let place = place.clone();
        let fill = match primitive {
            Primitive::Word(repr) | Primitive::Hyper(repr) => {
                let is_signed = repr.machine().is_none_or(|(_, is_signed)| is_signed);
                let number = match is_signed {
                    true => BigInt::from_signed_bytes_be(octets),
                    false => BigInt::from_bytes_be(num_bigint::Sign::Plus, octets),
                };
                Fill::Number(place, Known::Integer(number))
            }
            Primitive::Truth => Fill::Number(place, Known::Boolean(octets.last() == Some(&1))),
            Primitive::Float(width) => Fill::Float(place, at, 8 * width.octets() as u32),
            Primitive::Opaque(_) => Fill::Octets(place, contents),
            Primitive::Counted(_) => Fill::Slice(place, contents),
            Primitive::Null => return,
        };
        self.trail.fill(at, fill);
    }

    fn hole(
        &mut self,
        step: &FieldStep,
        primitive: Primitive,
        contents: Range<usize>,
        (place, around): (&Place, Around),
    ) -> Walked<()> {
        let (width, bits) = (8 * contents.len() as u32, 8 * contents.len() as u64);
        let text = |is_held| {
            let length = contents.len() as u64;
            Form::Text(Text { bits, length, is_held, trailing_one: TrailingOne::No, characters: Vec::new() })
        };
        let form = match primitive {
            Primitive::Word(repr) | Primitive::Hyper(repr) => {
                let is_signed = repr.machine().is_none_or(|(_, is_signed)| is_signed);
                let accepted = Ranges::of_bits(width, is_signed).and(&Ranges::of_repr(repr));
                let (least, sent) = (BigInt::from(0), accepted.clone());
                Form::Number(Number { width, is_signed, least, items: None, repr, accepted, sent })
            }
            Primitive::Truth => Form::Truth { width, yes: 1, accepted: Ranges::of(0, 1), only: None },
            Primitive::Float(_) => Form::Float(width),
            Primitive::Opaque(_) => text(true),
            Primitive::Counted(_) | Primitive::Null => text(false),
        };
        let wire = Wire { at: 8 * contents.start as u64, form };
        self.trail.rigid(place, step.field, around, wire)
    }
}

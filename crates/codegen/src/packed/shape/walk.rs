//! Walks the program of a root beside a sample message, and gives the segments of the shape.

use super::content::Shaped;
use super::reader::Reader;
use crate::model::view::View;
use crate::packed::forms::{Beyond, Length, Selection, Sizes, Source};
use crate::packed::ops::{fields_of, roots_of};
use crate::program::{Action, Body, DefaultValue, FieldStep, Program, Step, StepPresence};
use crate::shape::trail::{Around, Trail, Walked};
use crate::shape::{Fill, Found, Hop, Place, Request};
use crate::stub::Node;
use syntax_graph::Diagnostic;

/// Walks a root beside a sample.
///
/// # Errors
/// What cannot be a shape.
pub fn walk<R: Shaped>(
    rule: R,
    model: &View<'_, R>,
    root: usize,
    request: &Request,
    sample: &[u8],
) -> Walked<Found> {
    let trail = Trail::new(model, request, sample);
    let mut walker = Walker { model, rule, trail, bits: Reader::new(sample) };
    let step = &model.root_steps[root];
    walker.value(step, &Place::default(), None)?;
    // A complete encoding has at least one byte where it has bits.
    walker.bits.align();
    if walker.bits.at.div_ceil(8).max(1) != sample.len() as u64 {
        return Err(walker.trail.refused("the sample has no octets, or octets follow the message"));
    }
    Ok(walker.trail.found)
}

/// The walk.
pub(super) struct Walker<'a, R: Shaped> {
    pub model: &'a View<'a, R>,
    pub rule: R,
    pub trail: Trail<'a>,
    pub bits: Reader,
}

impl<R: Shaped> Walker<'_, R> {
    /// Returns the error that the sample has a form that the type does not, or one that no shape has.
    pub fn malformed(&self) -> Box<Diagnostic> {
        self.trail.refused("the sample has a length or a value in a form that no shape has")
    }

    /// Reads a number of so many bits.
    pub fn take(&mut self, bits: u32) -> Walked<u64> {
        self.bits.take(bits).ok_or_else(|| self.malformed())
    }

    /// Returns the octet of the current place.
    pub fn octet(&self) -> usize {
        (self.bits.at / 8) as usize
    }

    fn fill(&mut self, fill: Fill) {
        let at = self.octet();
        self.trail.fill(at, fill);
    }

    /// Reads a number of items: of the root, or after an extension bit that is set.
    pub fn length(&mut self, sizes: &Sizes) -> Walked<u64> {
        let is_extended = sizes.is_extensible && self.take(1)? == 1;
        match if is_extended { Length::General } else { sizes.root } {
            Length::Known(items) => Ok(items),
            Length::Field { least, width, is_aligned } => {
                if is_aligned {
                    self.bits.align();
                }
                Ok(least + self.take(width)?)
            }
            Length::General => self.determinant(),
            Length::Unused => {
                let octets = self.determinant()?;
                let unused = self.take(8)?;
                (octets.saturating_mul(8)).checked_sub(8 + unused).ok_or_else(|| self.malformed())
            }
            Length::Quantity => {
                let octets = self.determinant()?.min(8);
                self.take(8 * octets as u32)
            }
        }
    }

    /// Reads a length of its own.
    pub fn determinant(&mut self) -> Walked<u64> {
        self.rule.determinant(&mut self.bits).ok_or_else(|| self.malformed())
    }

    /// Walks a field, whose owner is at a place.
    fn field(&mut self, step: &FieldStep<R>, owner: &Place, around: Option<Around>) -> Walked<()> {
        let Some(field) = step.field else { return self.value(step, owner, around) };
        let name = &self.model.graph.fields[field].name;
        self.trail.enter(format!(".{name}"));
        self.value(step, &owner.then(Hop::Field(field)), around)?;
        self.trail.leave();
        Ok(())
    }

    /// Walks a value that is present, whose path is complete.
    fn value(&mut self, step: &FieldStep<R>, place: &Place, around: Option<Around>) -> Walked<()> {
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
        self.program(program, step, &place, hole)?;
        self.trail.depth -= usize::from(step.recursive);
        Ok(())
    }

    fn program(
        &mut self,
        program: &Program<R>,
        step: &FieldStep<R>,
        place: &Place,
        hole: Option<Around>,
    ) -> Walked<()> {
        match &program.body {
            Body::Sequence(steps) => self.sequence(program, steps, place),
            Body::Switch { arms, op } => {
                let selection = self.rule.selection(op, arms.len());
                self.choice(arms, &selection, place, hole)
            }
            Body::Repeat { element, op, .. } => {
                let sizes = self.rule.length(op, &step.op.form);
                self.array(element, &sizes, place)
            }
            Body::Scalar(inner) => match &inner.action {
                Action::Primitive(primitive) => self.scalar(inner, *primitive, place, hole),
                _ => Err(self.trail.refused("the sample has a type that no shape has")),
            },
            Body::Open { .. } => {
                Err(self.trail.refused("an open type that a governor resolves is in no shape"))
            }
            Body::Set { op, .. } => match *op {},
        }
    }

    fn sequence(&mut self, program: &Program<R>, steps: &[Step<R>], place: &Place) -> Walked<()> {
        let roots: Vec<&FieldStep<R>> = roots_of(steps).collect();
        let mut flags = 0;
        if program.whole.extensible {
            flags += 1;
            if self.take(1)? == 1 {
                return Err(self.trail.refused("the sample has extension additions"));
            }
        }
        let mut given = Vec::new();
        for step in &roots {
            flags += u64::from(step.op.is_flagged);
            given.push(!step.op.is_flagged || self.take(1)? == 1);
        }
        self.take((R::preamble(flags) - flags) as u32)?;
        for (step, is_given) in roots.iter().zip(given) {
            if is_given {
                self.flag(step, place, true);
                self.field(step, place, None)?;
            } else {
                self.absent(step, place)?;
            }
        }
        for step in fields_of(steps).skip(roots.len()) {
            self.absent(step, place)?;
        }
        Ok(())
    }

    fn flag(&mut self, step: &FieldStep<R>, place: &Place, is_there: bool) {
        if let (StepPresence::Flag(_), Some(field)) = (&step.presence, step.field) {
            self.fill(Fill::Flag(place.clone(), field, is_there));
        }
    }

    fn absent(&mut self, step: &FieldStep<R>, place: &Place) -> Walked<()> {
        match (&step.presence, step.field) {
            (StepPresence::Default(default), Some(field)) => {
                let is_constructed = matches!(default, DefaultValue::Encoded(_))
                    || (step.boxed && *default == DefaultValue::EmptyArray);
                if is_constructed {
                    let name = self.trail.name(step.field);
                    let reason = format!("the sample lacks `{name}`, whose DEFAULT is constructed");
                    return Err(self.trail.refused(&reason));
                }
                if *default != DefaultValue::Null {
                    let place = place.then(Hop::Field(field));
                    self.fill(Fill::Default(place, field, default.clone()));
                }
            }
            _ => self.flag(step, place, false),
        }
        Ok(())
    }

    fn array(&mut self, element: &FieldStep<R>, sizes: &Sizes, place: &Place) -> Walked<()> {
        let count = self.length(sizes)?;
        let number = self.trail.array(count)?;
        let Some(field) = element.field else {
            return Err(self.trail.refused("an array has no element"));
        };
        self.fill(Fill::Array(place.clone(), number, field, count));
        for index in 0..count {
            self.trail.enter(format!("[{index}]"));
            let item = Place { item: Some((number, index)), hops: Vec::new() };
            self.value(element, &item, None)?;
            self.trail.leave();
        }
        Ok(())
    }

    fn choice(
        &mut self,
        arms: &[FieldStep<R>],
        selection: &Selection,
        place: &Place,
        hole: Option<Around>,
    ) -> Walked<()> {
        let from = self.bits.at;
        if selection.beyond == Beyond::Flag && self.take(1)? == 1 {
            return Err(self.trail.refused("the sample has an alternative of an extension"));
        }
        let number = match selection.number.source {
            Source::Field { width, is_aligned, .. } => {
                if is_aligned {
                    self.bits.align();
                }
                self.take(width)?
            }
            Source::Tag => self.tag()?,
            _ => return Err(self.malformed()),
        };
        let arm = match &selection.numbers {
            None => Some(number as usize),
            Some(numbers) => numbers.iter().position(|own| own.contains(&number)),
        };
        let Some(arm) = arm.filter(|arm| *arm < selection.roots) else {
            return Err(self.trail.refused("the sample has an alternative of an extension"));
        };
        if selection.untagged.contains(&arm) {
            self.bits.at = from;
        }
        let step = &arms[arm];
        let Some(field) = step.field else { return Err(self.malformed()) };
        let octet = self.octet();
        self.fill(Fill::Kind(place.clone(), Some(field), octet..octet));
        if hole.is_some() && self.is_structure(step) {
            return Err(self.trail.no_scalar_arm(step.field));
        }
        self.field(step, place, hole)
    }

    /// Reads a tag of one byte or more, as its number and its class in the lowest two bits.
    fn tag(&mut self) -> Walked<u64> {
        let class = self.take(2)?;
        let mut number = self.take(6)?;
        if number == 0x3f {
            number = 0;
            loop {
                let octet = self.take(8)?;
                number = number << 7 | (octet & 0x7f);
                if octet < 0x80 {
                    break;
                }
            }
        }
        Ok(number << 2 | class)
    }

    fn is_structure(&self, step: &FieldStep<R>) -> bool {
        let node: Node = match &step.action {
            Action::Primitive(_) => return false,
            Action::Call(node) => *node,
            Action::Inline(program) => program.node,
        };
        !matches!(self.model.programs[&node].body, Body::Switch { .. } | Body::Scalar(_))
    }
}

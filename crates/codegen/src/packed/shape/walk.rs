//! Walks the program of a root beside a sample message, and gives the segments of the shape.

use super::content::Shaped;
use super::reader::Reader;
use crate::model::view::View;
use crate::packed::forms::{Beyond, Length, Selection, Sizes, Source};
use crate::packed::ops::{additions_of, roots_of};
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
    if !model.checks.is_empty() {
        return Err(trail.refused("with --check-constraints no rigid shape checks its values"));
    }
    let mut walker = Walker { model, rule, trail, bits: Reader::new(sample), opens: Vec::new() };
    let step = &model.root_steps[root];
    walker.value(step, &Place::default(), None)?;
    // A complete encoding has at least one byte where it has bits.
    walker.bits.align();
    if walker.bits.at.div_ceil(8).max(1) != sample.len() as u64 {
        return Err(walker.trail.refused("the sample has no octets, or octets follow the message"));
    }
    Ok(walker.trail.finish())
}

/// The walk.
pub(super) struct Walker<'a, R: Shaped> {
    pub model: &'a View<'a, R>,
    pub rule: R,
    pub trail: Trail<'a>,
    pub bits: Reader,
    /// The open types that governors resolve: their places, the beginnings and ends of their contents.
    pub opens: Vec<(Place, u64, u64)>,
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
    pub fn value(&mut self, step: &FieldStep<R>, place: &Place, around: Option<Around>) -> Walked<()> {
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
        if matches!(program.body, Body::Open { .. }) {
            // Its path is that of its value, which may be a hole.
            return match around {
                Some(around) => Err(self.trail.refused_hole(around.request, "a hole cannot be an open type")),
                None => self.open(place),
            };
        }
        if model.graph.kept.contains(&node.ty) {
            return Err(self.trail.refused("the sample has a value that keeps its bytes (`keep-bytes`)"));
        }
        if model.graph.extended.contains(&node.ty) {
            let reason = "the sample has a value that keeps its unknown additions (`keep-unknown`)";
            return Err(self.trail.refused(reason));
        }
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
        let is_extended = self.members(&roots, program.whole.extensible, place)?;
        let given = match is_extended {
            true => self.rule.additions(&mut self.bits).ok_or_else(|| self.malformed())?,
            false => Vec::new(),
        };
        let known = additions_of(&steps[roots.len()..]);
        for (number, (added, fields)) in known.iter().enumerate() {
            if !given.get(number).is_some_and(|is_given| *is_given) {
                for step in fields {
                    self.absent(step, place)?;
                }
                continue;
            }
            let end = self.enter()?;
            if added.is_group {
                self.members(fields, false, place)?;
            } else {
                for step in fields {
                    self.flag(step, place, true);
                    self.field(step, place, None)?;
                }
            }
            self.leave(end)?;
        }
        for _ in given.iter().skip(known.len()).filter(|is_given| **is_given) {
            let end = self.enter()?;
            self.bits.at = end;
        }
        program.relations.iter().try_for_each(|relation| self.resolve(relation, place))
    }

    /// Walks the flags and fields of the root of a structure, or of an addition. Returns whether it is extended.
    fn members(&mut self, steps: &[&FieldStep<R>], is_extensible: bool, place: &Place) -> Walked<bool> {
        let is_extended = is_extensible && self.take(1)? == 1;
        let mut flags = u64::from(is_extensible);
        let mut given = Vec::new();
        for step in steps {
            flags += u64::from(step.op.is_flagged);
            given.push(!step.op.is_flagged || self.take(1)? == 1);
        }
        self.take((R::preamble(flags) - flags) as u32)?;
        for (step, is_given) in steps.iter().zip(given) {
            if is_given {
                self.flag(step, place, true);
                self.field(step, place, None)?;
            } else {
                self.absent(step, place)?;
            }
        }
        Ok(is_extended)
    }

    /// Enters the contents of an open type. Returns their end.
    pub fn enter(&mut self) -> Walked<u64> {
        let octets = self.determinant()?;
        Ok(self.bits.at.saturating_add(octets.saturating_mul(8)))
    }

    /// Leaves the contents of an open type, which the walk has reached the end of, up to less than an octet. Empty ones
    /// have an octet under some rules.
    pub fn leave(&mut self, end: u64) -> Walked<()> {
        if self.bits.at > end || end - self.bits.at > 8 {
            return Err(self.malformed());
        }
        self.bits.at = end;
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
        let is_added = selection.beyond == Beyond::Flag && self.take(1)? == 1;
        let number = match selection.number.source {
            _ if is_added => self.rule.small(&mut self.bits).ok_or_else(|| self.malformed())?,
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
            None if is_added => usize::try_from(number).ok().map(|number| selection.roots + number),
            None => usize::try_from(number).ok(),
            Some(numbers) => numbers.iter().position(|own| own.contains(&number)),
        };
        let Some((arm, step)) = arm.and_then(|arm| Some((arm, arms.get(arm)?))) else {
            let reason = "the sample has an alternative that the specification does not know";
            return Err(self.trail.refused(reason));
        };
        if selection.untagged.contains(&arm) {
            self.bits.at = from;
        }
        let Some(field) = step.field else { return Err(self.malformed()) };
        let octet = self.octet();
        self.fill(Fill::Kind(place.clone(), Some(field), octet..octet));
        if hole.is_some() && self.is_structure(step) {
            return Err(self.trail.no_scalar_arm(step.field));
        }
        if arm < selection.roots {
            return self.field(step, place, hole);
        }
        let end = self.enter()?;
        self.field(step, place, hole)?;
        self.leave(end)
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

//! Walks the program of a root beside a sample message, and gives the segments of the shape.

mod leaves;

use super::header::{self, Fault, Header};
use crate::rules::Rules;
use crate::rules::ber::identifier::Identifier;
use crate::rules::ber::ops::{Action, Array, Body, FieldStep, Model, Program, Skip, Start, Step, Union};
use crate::shape::trail::{Around, Trail, Walked};
use crate::shape::{Element, Fill, Found, Hole, Hop, Place, Request};
use std::ops::Range;

/// Walks a root beside a sample.
///
/// # Errors
/// What cannot be a shape.
pub fn walk(model: &Model<'_>, root: usize, request: &Request, sample: &[u8]) -> Walked<Found> {
    let step = &model.root_steps[root];
    let mut walker = Walker { model, trail: Trail::new(model, request, sample), marks: 0 };
    if !model.contained.is_empty() {
        return Err(walker.trail.refused("a constraint CONTAINING decodes strings inside the message"));
    }
    let end = walker.step(step, 0, sample.len(), &Place::default(), None)?;
    if end != sample.len() {
        return Err(walker.trail.refused("octets follow the sample message"));
    }
    Ok(walker.finish())
}

struct Walker<'a> {
    model: &'a Model<'a>,
    trail: Trail<'a>,
    marks: usize,
}

impl Walker<'_> {
    fn read(&self, at: usize, end: usize) -> Walked<Header> {
        header::read(&self.trail.found.segments.octets, at, end).map_err(|fault| {
            self.trail.refused(match fault {
                Fault::Indefinite => "the sample has an indefinite length",
                Fault::Malformed => "the sample has an element that the type does not",
            })
        })
    }

    /// Walks the element of a field at `at`. Returns where the next one starts.
    fn field(
        &mut self,
        step: &FieldStep,
        at: usize,
        end: usize,
        owner: &Place,
        around: Option<Around>,
    ) -> Walked<usize> {
        let Some(field) = step.field else { return self.step(step, at, end, owner, around) };
        let name = &self.model.graph.fields[field].name;
        self.trail.enter(format!(".{name}"));
        let place = owner.then(Hop::Field(field));
        let next = self.step(step, at, end, &place, around);
        if next.is_ok() {
            self.trail.leave();
        }
        next
    }

    /// Walks the element of a step, whose path is complete.
    fn step(
        &mut self,
        step: &FieldStep,
        at: usize,
        end: usize,
        place: &Place,
        around: Option<Around>,
    ) -> Walked<usize> {
        let here = self.asked(step, around)?;
        let before = self.trail.found.segments.holes.len();
        let kept = self.mark(step, at)?;
        let mut outer = Vec::new();
        let (mut p, mut inner_end) = (at, end);
        for id in &step.op.outer {
            let header = self.expect(*id, p, inner_end)?;
            (p, inner_end) = (header.contents.start, header.contents.end);
            outer.push(header);
        }
        if let Some((_, _, around)) = kept.filter(|kept| kept.2 > 0) {
            // The mark is inside the explicit tags.
            let start = outer[around - 1].contents.start;
            let last = self.trail.found.segments.fills.len() - 1;
            self.trail.found.segments.fills[last].0 = start;
        }
        let mut next = self.inner(step, p, inner_end, place, here)?;
        let ends: Vec<usize> = outer.iter().map(|header| header.contents.end).collect();
        if let Some((member, mark, around)) = kept {
            let end = if around > 0 { ends[around - 1] } else { ends.first().copied().unwrap_or(next) };
            self.trail.fill(end, Fill::Kept(place.clone(), member, mark));
        }
        for header in outer.iter().rev() {
            if next != header.contents.end {
                return Err(self.trail.refused("the sample has octets that the type does not"));
            }
            next = header.contents.end;
        }
        outer.iter().for_each(|header| self.element(header));
        self.check(step, before, here.is_some())?;
        Ok(next)
    }

    /// Records the path, and returns the hole around the step, if its path or one around it is asked for.
    fn asked(&mut self, step: &FieldStep, around: Option<Around>) -> Walked<Option<Around>> {
        let is_scalar = match &step.action {
            Action::Primitive(_) => true,
            Action::Call(node) => {
                matches!(self.model.programs[node].body, Body::Switch { .. } | Body::Scalar(_))
            }
            Action::Inline(_) => false,
        };
        self.trail.asked(around, is_scalar)
    }

    /// Returns the header at `p`, which must have an identifier.
    fn expect(&self, id: Identifier, p: usize, end: usize) -> Walked<Header> {
        let header = self.read(p, end)?;
        if header.id == id {
            return Ok(header);
        }
        Err(self.trail.refused(if header.id == id.other_form() {
            "the sample has a string in segments"
        } else {
            "the sample has an element that the type does not"
        }))
    }

    /// Records an element whose length follows from holes, if it holds any of free length.
    fn element(&mut self, header: &Header) {
        let octets = header.length.len() as u32;
        let most = if header.is_short { 0x7f } else { (1_u64 << (8 * octets)) - 1 };
        let least = match octets {
            _ if header.is_short || self.model.options.rules != Rules::Der => 0,
            1 => 0x80,
            _ => 1 << (8 * (octets - 1)),
        };
        let element = Element {
            length: header.length.clone(),
            contents: header.contents.clone(),
            bounds: (least, most),
        };
        if self.trail.found.segments.inside(&element).next().is_some() {
            self.trail.found.segments.elements.push(element);
        }
    }

    fn inner(
        &mut self,
        step: &FieldStep,
        p: usize,
        end: usize,
        place: &Place,
        hole: Option<Around>,
    ) -> Walked<usize> {
        match &step.action {
            Action::Primitive(primitive) => self.scalar(step, *primitive, p..end, place, hole),
            Action::Inline(program) => self.program(program, step.op.tag, p..end, place, hole),
            Action::Call(node) if self.model.is_open(*node) => {
                if hole.is_some() {
                    return Err(self.trail.refused("a hole cannot be an open type"));
                }
                let header = self.read(p, end)?;
                self.trail.fill(header.start, Fill::Open(place.clone(), header.start..header.contents.end));
                Ok(header.contents.end)
            }
            Action::Call(node) => {
                let model = self.model;
                let program = &model.programs[node];
                if step.recursive {
                    self.trail.deeper(hole)?;
                }
                let mut place = place.clone();
                if step.boxed {
                    self.trail.fill(p, Fill::Pointer(place.clone(), *node));
                    place = place.then(Hop::Pointer);
                }
                let next = self.program(program, step.op.tag, p..end, &place, hole)?;
                self.trail.depth -= usize::from(step.recursive);
                Ok(next)
            }
        }
    }

    fn program(
        &mut self,
        program: &Program,
        tag: Option<Identifier>,
        Range { start: p, end }: Range<usize>,
        place: &Place,
        hole: Option<Around>,
    ) -> Walked<usize> {
        let next = match (&program.body, tag) {
            (Body::Scalar(inner), _) => {
                // The tags of the caller are those of the element.
                let Action::Primitive(primitive) = inner.action else {
                    return Err(self.trail.refused("the sample has a type that no shape has"));
                };
                let mut step = (**inner).clone();
                step.op.tag = tag.or(step.op.tag);
                self.scalar(&step, primitive, p..end, place, hole)?
            }
            (Body::Switch { arms, op }, _) => self.union(arms, op, p..end, place, hole)?,
            (Body::Open { .. }, _) | (_, None) => {
                return Err(self.trail.refused("the sample has a type that no shape has"));
            }
            (body, Some(tag)) => {
                let header = self.expect(tag, p, end)?;
                let contents = header.contents.clone();
                match body {
                    Body::Sequence(steps) => self.sequence(steps, contents, place)?,
                    Body::Set { fields, op } => self.set(fields, op.extensible, contents, place)?,
                    Body::Repeat { element, op, .. } => self.array(element, op, contents, place)?,
                    Body::Switch { .. } | Body::Scalar(_) | Body::Open { .. } => {}
                }
                self.element(&header);
                header.contents.end
            }
        };
        if !program.relations.is_empty() {
            self.relations(program, next, place)?;
        }
        Ok(next)
    }

    fn relations(&mut self, program: &Program, next: usize, place: &Place) -> Walked<()> {
        for relation in &program.relations {
            let governor: Vec<Hop> = relation.governor.iter().copied().map(Hop::Field).collect();
            let whole = [&place.hops[..], &governor].concat();
            let governs = |hole: &Hole| hole.place.item == place.item && hole.place.hops.starts_with(&whole);
            if let Some(hole) = self.trail.found.segments.holes.iter().find(|hole| governs(hole)) {
                let reason = format!("the hole `{}` is the governor of an open type", hole.path);
                return Err(self.trail.refused_hole(hole.request, &reason));
            }
        }
        self.trail.fill(next, Fill::Relations(place.clone(), program.node, self.trail.depth));
        Ok(())
    }

    fn sequence(&mut self, steps: &[Step], contents: Range<usize>, place: &Place) -> Walked<()> {
        let (mut p, end) = (contents.start, contents.end);
        for step in steps {
            match step {
                Step::Field(step) if self.begins(&step.op.starts, p, end) => {
                    self.flag(step, p, place, true)?;
                    p = self.field(step, p, end, place, None)?;
                }
                Step::Field(step) => self.absent(step, p, place)?,
                Step::Between(Skip { until }) => {
                    while p < end && !self.begins(until, p, end) {
                        p = self.read(p, end)?.contents.end;
                    }
                }
            }
        }
        if p == end {
            Ok(())
        } else {
            Err(self.trail.refused("the sample has an element that the type does not"))
        }
    }

    fn set(
        &mut self,
        fields: &[FieldStep],
        extensible: bool,
        contents: Range<usize>,
        place: &Place,
    ) -> Walked<()> {
        let (mut p, end) = (contents.start, contents.end);
        let mut seen = vec![false; fields.len()];
        while p < end {
            let is_any = |step: &FieldStep| step.op.starts.contains(&Start::Any);
            let fits = |(_, step): &(usize, &FieldStep)| self.begins(&step.op.starts, p, end);
            let named = fields.iter().enumerate().filter(|(_, step)| !is_any(step)).find(fits);
            match named.or(fields.iter().enumerate().find(|(_, step)| is_any(step))) {
                Some((index, step)) if !seen[index] => {
                    seen[index] = true;
                    self.flag(step, p, place, true)?;
                    p = self.field(step, p, end, place, None)?;
                }
                None if extensible => p = self.read(p, end)?.contents.end,
                _ => return Err(self.trail.refused("the sample has an element that the type does not")),
            }
        }
        for (step, _) in fields.iter().zip(seen).filter(|(_, seen)| !seen) {
            self.absent(step, p, place)?;
        }
        Ok(())
    }

    fn array(
        &mut self,
        element: &FieldStep,
        op: &Array,
        contents: Range<usize>,
        place: &Place,
    ) -> Walked<()> {
        let (mut p, end) = (contents.start, contents.end);
        let mut count = 0;
        while p < end {
            p = self.read(p, end)?.contents.end;
            count += 1;
        }
        let number = self.trail.array(count)?;
        let Some(field) = element.field else { return Err(self.trail.refused("an array has no element")) };
        self.trail.fill(contents.start, Fill::Array(place.clone(), number, field, count));
        let before = self.trail.found.segments.holes.len();
        p = contents.start;
        for index in 0..count {
            self.trail.enter(format!("[{index}]"));
            let item = Place { item: Some((number, index)), hops: Vec::new() };
            p = self.step(element, p, end, &item, None)?;
            self.trail.leave();
        }
        let is_sorted = op.unordered && self.model.options.rules == Rules::Der && count > 1;
        if let Some(hole) = self.trail.found.segments.holes.get(before).filter(|_| is_sorted) {
            let reason = format!(
                "DER sorts this SET OF by the values of its elements, and `{}` is a hole inside",
                hole.path
            );
            return Err(self.trail.refused(&reason));
        }
        Ok(())
    }

    fn union(
        &mut self,
        arms: &[FieldStep],
        op: &Union,
        Range { start: p, end }: Range<usize>,
        place: &Place,
        hole: Option<Around>,
    ) -> Walked<usize> {
        let is_any = |step: &FieldStep| step.op.starts.contains(&Start::Any);
        let named = arms.iter().filter(|arm| !is_any(arm)).find(|arm| self.begins(&arm.op.starts, p, end));
        match named.or(arms.iter().find(|arm| is_any(arm))) {
            Some(arm) => {
                self.trail.fill(p, Fill::Kind(place.clone(), arm.field, p..p));
                if hole.is_some() {
                    let is_structure = match &arm.action {
                        Action::Call(node) => {
                            !matches!(self.model.programs[node].body, Body::Switch { .. } | Body::Scalar(_))
                        }
                        _ => false,
                    };
                    if is_structure {
                        return Err(self.trail.no_scalar_arm(arm.field));
                    }
                }
                self.field(arm, p, end, place, hole)
            }
            None if op.extensible && hole.is_none() => {
                let header = self.read(p, end)?;
                self.trail.fill(p, Fill::Kind(place.clone(), None, p..header.contents.end));
                Ok(header.contents.end)
            }
            None => {
                Err(self.trail.refused("the sample has an alternative that the specification does not know"))
            }
        }
    }

    /// Returns whether an element at `p` begins with one of these.
    fn begins(&self, starts: &[Start], p: usize, end: usize) -> bool {
        if p >= end {
            return false;
        }
        let Ok(header) = header::read(&self.trail.found.segments.octets, p, end) else { return false };
        starts.iter().any(|start| match start {
            Start::Identifier(id) => header.id == *id,
            Start::EitherForm(id) => header.id == *id || header.id == id.other_form(),
            Start::Any => true,
        })
    }

    /// Sets the masks of lengths that follow from holes, and orders what is found.
    fn finish(mut self) -> Found {
        let segments = &mut self.trail.found.segments;
        for element in &segments.elements {
            let is_short = element.bounds.1 == 0x7f && element.length.len() == 1;
            segments.masks[element.length.clone()].fill(if is_short { 0x80 } else { 0 });
        }
        segments.elements.sort_by_key(|element| element.length.start);
        self.trail.found
    }
}

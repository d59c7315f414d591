//! What the walk records where it ends: scalars, holes, absent fields, and octets that are kept.

use super::super::header::Header;
use super::{Around, Walked, Walker};
use crate::program::{CheckKind, DefaultValue, StepCheck, StepPresence};
use crate::rules::ber::ops::{Action, FieldStep, Primitive};
use crate::shape::{Fill, Hole, Hop, Number, Place};
use num_bigint::BigInt;
use std::ops::Range;
use syntax_graph::TypeId;

impl Walker<'_> {
    pub(super) fn flag(&mut self, step: &FieldStep, p: usize, place: &Place, is_there: bool) -> Walked<()> {
        if let (StepPresence::Flag(_), Some(field)) = (&step.presence, step.field) {
            self.trail.fill(p, Fill::Flag(place.clone(), field, is_there));
        }
        Ok(())
    }

    pub(super) fn absent(&mut self, step: &FieldStep, p: usize, place: &Place) -> Walked<()> {
        match (&step.presence, step.field) {
            (StepPresence::Default(DefaultValue::Encoded(_)), _) => {
                let reason = format!(
                    "the sample lacks `{}`, whose DEFAULT is constructed",
                    self.trail.name(step.field)
                );
                Err(self.trail.refused(&reason))
            }
            (StepPresence::Default(default), Some(field)) => {
                if *default != DefaultValue::Null {
                    self.trail.fill(p, Fill::Default(place.then(Hop::Field(field)), field, default.clone()));
                }
                Ok(())
            }
            (StepPresence::Mandatory, _) => Err(self.trail.refused("the sample lacks a mandatory element")),
            _ => self.flag(step, p, place, false),
        }
    }

    /// Checks that constraints on a value with holes inside do not depend on them.
    pub(super) fn check(&self, step: &FieldStep, before: usize, is_hole: bool) -> Walked<()> {
        let Some(hole) = self.trail.found.segments.holes.get(before) else { return Ok(()) };
        let is_scalar = matches!(step.action, Action::Primitive(_));
        match &step.check {
            None => Ok(()),
            Some(_) if is_hole && is_scalar => Ok(()),
            Some(StepCheck::Bounds(bounds)) if bounds.kind == CheckKind::Count => Ok(()),
            Some(_) => {
                let reason = format!("a constraint depends on the hole `{}`", hole.path);
                Err(self.trail.refused(&reason))
            }
        }
    }

    /// Marks the start of an element whose octets are kept. Returns the type with the member, the mark, and the number of
    /// explicit tags around.
    pub(super) fn mark(&mut self, step: &FieldStep, at: usize) -> Walked<Option<(TypeId, usize, usize)>> {
        let target = match &step.action {
            Action::Call(target) => target.ty,
            Action::Inline(program) => program.node.ty,
            Action::Primitive(_) => return Ok(None),
        };
        let (Some(around), true) = (step.op.keep, self.model.names.kept.contains_key(&target)) else {
            return Ok(None);
        };
        let mark = self.marks;
        self.marks += 1;
        self.trail.fill(at, Fill::Mark(mark));
        Ok(Some((target, mark, around)))
    }

    pub(super) fn scalar(
        &mut self,
        step: &FieldStep,
        primitive: Primitive,
        Range { start: p, end }: Range<usize>,
        place: &Place,
        hole: Option<Around>,
    ) -> Walked<usize> {
        if primitive == Primitive::Open {
            if hole.is_some() {
                return Err(self.trail.refused("a hole cannot be an open type"));
            }
            let header = self.read(p, end)?;
            self.trail.fill(p, Fill::Slice(place.clone(), p..header.contents.end));
            return Ok(header.contents.end);
        }
        let Some(tag) = step.op.tag else {
            return Err(self.trail.refused("the sample has a type that no shape has"));
        };
        let header = self.expect(tag, p, end)?;
        match hole {
            Some(around) => self.hole(step, primitive, &header, place, around)?,
            None => self.constant(primitive, &header, place),
        }
        Ok(header.contents.end)
    }

    fn hole(
        &mut self,
        step: &FieldStep,
        primitive: Primitive,
        header: &Header,
        place: &Place,
        around: Around,
    ) -> Walked<()> {
        let kind = match primitive {
            Primitive::Real => "a REAL",
            Primitive::UtcTime | Primitive::GeneralizedTime | Primitive::IsoTime => "a time under DER",
            Primitive::Null => "a NULL, which has one value",
            _ => "",
        };
        if !kind.is_empty() {
            return Err(self.trail.refused_hole(around.request, &format!("a hole cannot be {kind}")));
        }
        let field = self.trail.typed(place, step.field)?;
        let asked = &self.trail.request.holes[around.request];
        let is_fixed = asked.is_fixed || primitive == Primitive::Boolean;
        if !is_fixed && !header.is_short {
            let reason = "the hole is longer than 127 octets in the sample, or has a long length; pin it with \
                          length = \"fixed\"";
            return Err(self.trail.refused_hole(around.request, reason));
        }
        let default = match &step.presence {
            StepPresence::Default(DefaultValue::Encoded(_)) => {
                return Err(self.trail.refused("a hole cannot have a DEFAULT that is a CHOICE"));
            }
            StepPresence::Default(default) => Some(default.clone()),
            _ => None,
        };
        let path = self.trail.path();
        let segments = &mut self.trail.found.segments;
        segments.masks[header.contents.clone()].fill(0);
        if !is_fixed {
            // The short form: the highest bit is 0.
            segments.masks[header.length.start] = 0x80;
        }
        segments.holes.push(Hole {
            path,
            request: around.request,
            ty: self.model.graph.fields[field].target,
            field,
            contents: header.contents.clone(),
            is_fixed,
            place: place.clone(),
            check: step.check.clone(),
            default,
            wire: None,
            is_checked: true,
        });
        Ok(())
    }

    /// Notes what a decoder stores for a scalar that is constant.
    fn constant(&mut self, primitive: Primitive, header: &Header, place: &Place) {
        let octets = &self.trail.found.segments.octets[header.contents.clone()];
        let at = header.start;
        let fill = match primitive {
            Primitive::Null => return,
            Primitive::Boolean => Fill::Number(place.clone(), Number::Boolean(octets != [0])),
            Primitive::Integer(_) => {
                Fill::Number(place.clone(), Number::Integer(BigInt::from_signed_bytes_be(octets)))
            }
            Primitive::Bits | Primitive::NamedBits => {
                let unused = u64::from(octets.first().copied().unwrap_or(0));
                let bits = (octets.len().max(1) as u64 - 1) * 8 - unused;
                Fill::Bits(place.clone(), header.contents.start + 1, bits)
            }
            _ => Fill::Slice(place.clone(), header.contents.clone()),
        };
        self.trail.fill(at, fill);
    }
}

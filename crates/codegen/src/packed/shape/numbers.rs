//! Numbers beside a sample: constants, and holes.

use super::content::{Content, Shaped};
use super::walk::Walker;
use crate::packed::forms::{Meaning, Number as Sent, Scalar, Source};
use crate::program::{DefaultValue, FieldStep, StepPresence};
use crate::shape::rigid::{Form, Number, Ranges, Wire};
use crate::shape::trail::{Around, Walked};
use crate::shape::{Fill, Number as Known, Place};
use num_bigint::BigInt;
use syntax_graph::TypeKind;

/// A number of the sample.
struct Read {
    /// Its first bit.
    at: u64,
    /// Its octets in the message, or its bits as octets.
    octets: Vec<u8>,
    /// Its bits.
    width: u64,
    /// Whether they are in two's complement.
    is_signed: bool,
    /// Whether their number depends on the value.
    is_measured: bool,
    /// Their number, without what is added to it.
    raw: BigInt,
}

impl<R: Shaped> Walker<'_, R> {
    /// Walks a scalar.
    pub fn scalar(
        &mut self,
        step: &FieldStep<R>,
        primitive: R::Primitive,
        place: &Place,
        hole: Option<Around>,
    ) -> Walked<()> {
        let content = self.rule.content(primitive, &step.op.form);
        if let Some(around) = hole {
            let is_open = step.field.is_some_and(|field| {
                let target = self.model.graph.resolve(self.model.graph.fields[field].target);
                matches!(self.model.graph.types[target].kind, TypeKind::Open(_))
            });
            let kind = match content {
                _ if is_open => "an open type",
                Content::Null => "a NULL, which has one value",
                Content::Bytes(_) => "an INTEGER that C holds as bytes",
                Content::Constant(kind) | Content::Computed(kind) => kind,
                _ => "",
            };
            if !kind.is_empty() {
                return Err(self.trail.refused_hole(around.request, &format!("a hole cannot be {kind}")));
            }
        }
        if let Content::Computed(kind) = content {
            return Err(self.trail.refused(&format!("the sample has {kind}")));
        }
        match self.rule.scalar_form(primitive, &step.op.form) {
            Scalar::Nothing => Ok(()),
            Scalar::Text(text) => self.text(step, &text, &content, (place, hole)),
            Scalar::Number { root, beyond, meaning } => {
                let beyond = match beyond {
                    Some(beyond) if self.take(1)? == 1 => Some(beyond),
                    _ => None,
                };
                let sent = beyond.as_ref().unwrap_or(&root);
                let read = self.number(sent)?;
                match hole {
                    Some(around) => {
                        let form =
                            self.form(step, &content, (sent, &meaning, &read), beyond.is_some(), around)?;
                        self.hole(step, place, around, Wire { at: read.at, form })
                    }
                    None => self.known(&content, &meaning, (sent, &read), place),
                }
            }
        }
    }

    /// Reads a number.
    fn number(&mut self, sent: &Sent) -> Walked<Read> {
        let (width, is_signed, is_measured) = match sent.source {
            Source::Field { width, is_aligned, is_signed } => {
                if is_aligned {
                    self.bits.align();
                }
                (u64::from(width), is_signed, false)
            }
            Source::Counted { is_signed } => (8 * self.determinant()?, is_signed, true),
            Source::Measured(width) => {
                let octets = self.take(width)? + 1;
                self.bits.align();
                (8 * octets, false, true)
            }
            Source::Small => {
                let is_large = self.take(1)? == 1;
                (if is_large { 8 * self.determinant()? } else { 6 }, false, true)
            }
            Source::Item => {
                let first = self.take(8)?;
                if first < 0x80 {
                    self.bits.at -= 8;
                    (8, false, true)
                } else {
                    (8 * (first & 0x7f), true, true)
                }
            }
            Source::Tag => return Err(self.malformed()),
        };
        let at = self.bits.at;
        let octets = self.bits.octets(width).ok_or_else(|| self.malformed())?;
        let unused = (0_u64.wrapping_sub(width)) % 8;
        let raw = match is_signed {
            true => BigInt::from_signed_bytes_be(&octets),
            false => BigInt::from_bytes_be(num_bigint::Sign::Plus, &octets),
        };
        Ok(Read { at, octets, width, is_signed, is_measured, raw: raw >> unused })
    }

    /// Notes what a decoder stores for a number that is constant.
    fn known(
        &mut self,
        content: &Content,
        meaning: &Meaning,
        (sent, read): (&Sent, &Read),
        place: &Place,
    ) -> Walked<()> {
        let number = &read.raw + &sent.least;
        let fill = match (content, meaning) {
            (Content::Boolean(_), _) => {
                Fill::Number(place.clone(), Known::Boolean(read.raw != BigInt::from(0)))
            }
            (Content::Bytes(is_signed), _) => {
                // Decoders take away octets that an INTEGER does not need, and add one that it does.
                let first = read.octets.first().copied().unwrap_or(0);
                let second = read.octets.get(1).copied();
                let is_longer = second.is_some_and(|second| {
                    first == 0 && (!is_signed || second < 0x80)
                        || first == 0xff && *is_signed && second >= 0x80
                });
                if is_longer || (!is_signed && first >= 0x80) || read.octets.is_empty() {
                    return Err(self.trail.refused("the sample has an INTEGER that C holds in other bytes"));
                }
                self.held(place, read.at, (read.octets.clone(), read.octets.len() as u64), false)
            }
            (_, Meaning::Index(items)) => {
                let item = usize::try_from(&number).ok().and_then(|index| items.get(index));
                let Some(item) = item else {
                    let reason =
                        "the sample has an item of an ENUMERATED that the specification does not know";
                    return Err(self.trail.refused(reason));
                };
                Fill::Number(place.clone(), Known::Integer(item.clone()))
            }
            _ => Fill::Number(place.clone(), Known::Integer(number)),
        };
        self.trail.fill((read.at / 8) as usize, fill);
        Ok(())
    }

    /// Returns the form of a number that is a hole.
    fn form(
        &self,
        step: &FieldStep<R>,
        content: &Content,
        (sent, meaning, read): (&Sent, &Meaning, &Read),
        is_extended: bool,
        around: Around,
    ) -> Walked<Form> {
        let refused = |reason: &str| Err(self.trail.refused_hole(around.request, reason));
        let width = match u32::try_from(read.width) {
            Ok(width @ 0..=64) => width,
            _ => return refused("a hole cannot be an INTEGER of more than eight octets"),
        };
        let is_strict = self.rule.is_strict();
        let default = match &step.presence {
            StepPresence::Default(default) => Some(default),
            _ => None,
        };
        if let Content::Boolean(yes) = *content {
            let mut accepted = Ranges::of_bits(width, false);
            if is_strict {
                accepted = Ranges(vec![(0.into(), 0.into()), (yes.into(), yes.into())]);
            }
            let only = match default {
                Some(DefaultValue::Boolean(default)) => Some(!default),
                _ => None,
            };
            if let Some(only) = only.filter(|_| is_strict) {
                let only = if only { yes } else { 0 };
                accepted = Ranges::of(only, only);
            }
            return Ok(Form::Truth { width, yes, accepted, only });
        }
        let possible = Ranges::of_bits(width, read.is_signed).plus(&sent.least);
        let shortest = Ranges::of_octets(width / 8, read.is_signed).plus(&sent.least);
        let (repr, items, mut accepted) = match (content, meaning) {
            (Content::Enumerated(repr), Meaning::Index(items)) => {
                if is_extended {
                    return refused("a hole cannot be an item of an extension");
                }
                let roots = self.roots(step, items.len());
                let roots = &items[..roots.min(items.len())];
                let is_mapped = roots.iter().enumerate().any(|(at, item)| *item != BigInt::from(at));
                let indices = Ranges::of(0, roots.len().max(1) as u64 - 1);
                (*repr, is_mapped.then(|| roots.to_vec()), possible.and(&indices))
            }
            (Content::Enumerated(repr), _) if matches!(sent.source, Source::Item | Source::Field { .. }) => {
                if read.is_signed {
                    return refused("a hole cannot be an item whose number takes more than seven bits");
                }
                (*repr, None, Ranges::of(0, 0x7f).and(&Ranges::of_repr(*repr)))
            }
            (Content::Enumerated(repr), _) => (*repr, None, possible.and(&Ranges::of_repr(*repr))),
            (Content::Integer { repr, min, max }, _) => {
                let held = possible.and(&Ranges::of_repr(*repr));
                let bounded = held.within(min.as_ref(), max.as_ref());
                (*repr, None, if is_extended { held } else { bounded })
            }
            _ => return Err(self.malformed()),
        };
        let mut other = accepted.clone();
        if read.is_measured && !matches!(sent.source, Source::Item) {
            other = other.and(&shortest);
        }
        if let (Content::Integer { min, max, .. }, true) = (content, is_extended) {
            let far = BigInt::from(1) << 70;
            let (min, max) = (min.clone().unwrap_or_else(|| -&far), max.clone().unwrap_or(far));
            other = other.without(&min, &max);
        }
        if let Some(DefaultValue::Integer(default)) = default {
            let index = match &items {
                Some(items) => items.iter().position(|item| item == default).map(BigInt::from),
                None => Some(default.clone()),
            };
            other = index.map_or(other.clone(), |index| other.without(&index, &index));
        }
        if is_strict {
            accepted = other.clone();
        }
        let (is_signed, least) = (read.is_signed, sent.least.clone());
        Ok(Form::Number(Number { width, is_signed, least, items, repr, accepted, sent: other }))
    }

    /// Returns the number of items in the root of an ENUMERATED.
    fn roots(&self, step: &FieldStep<R>, all: usize) -> usize {
        let crate::program::Action::Primitive(primitive) = &step.action else { return all };
        match self.rule.scalar_form(*primitive, &step.op.form) {
            Scalar::Number { beyond: Some(beyond), .. } => usize::try_from(&beyond.least).unwrap_or(all),
            _ => all,
        }
    }

    /// Notes a hole.
    pub fn hole(&mut self, step: &FieldStep<R>, place: &Place, around: Around, wire: Wire) -> Walked<()> {
        let number = self.trail.found.segments.holes.len();
        if wire.moved().is_some() {
            self.trail.fill((wire.at / 8) as usize, Fill::Moved(number));
        }
        self.trail.rigid(place, step.field, around, wire)
    }
}

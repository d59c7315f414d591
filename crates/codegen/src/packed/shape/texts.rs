//! Strings beside a sample: constants, and holes.

use super::content::{Content, Shaped};
use super::reader::Reader;
use super::walk::Walker;
use crate::packed::forms::{Letters, Text as Sent};
use crate::program::{FieldStep, StepPresence};
use crate::shape::rigid::{Form, Text, TrailingOne, Wire};
use crate::shape::trail::{Around, Walked};
use crate::shape::{Fill, Place};

impl<R: Shaped> Walker<'_, R> {
    /// Walks a string.
    pub fn text(
        &mut self,
        step: &FieldStep<R>,
        sent: &Sent,
        content: &Content,
        (place, hole): (&Place, Option<Around>),
    ) -> Walked<()> {
        let items = self.length(&sent.sizes)?;
        if sent.is_aligned {
            self.bits.align();
        }
        let (at, bits) = (self.bits.at, items.saturating_mul(sent.item.into()));
        let octets = self.bits.octets(bits).ok_or_else(|| self.malformed())?;
        if sent.is_padded {
            self.bits.align();
        }
        let is_letters = matches!(sent.letters, Letters::Characters { .. });
        let value = match &sent.letters {
            Letters::Bytes => (octets, items),
            Letters::Bits => (octets, items),
            Letters::Characters { ranges, is_mapped, unit } => {
                let mut letters = Vec::new();
                let mut reader = Reader::new(&octets);
                for _ in 0..items {
                    let number = reader.take(sent.item).ok_or_else(|| self.malformed())?;
                    let point = letter(ranges, *is_mapped, number).ok_or_else(|| self.malformed())?;
                    letters.extend(&point.to_be_bytes()[4 - unit..]);
                }
                let length = letters.len() as u64;
                (letters, length)
            }
        };
        let most = self.model.options.max_string;
        if most.is_some_and(|most| value.0.len() > most as usize) {
            return Err(self.trail.refused("the sample has a string beyond --max-string"));
        }
        let Some(around) = hole else {
            let is_bits = sent.letters == Letters::Bits;
            // Characters are copied unless they are sent as they are in C, which begin with an octet.
            let is_same = match &sent.letters {
                Letters::Characters { is_mapped, unit, .. } => {
                    self.rule.is_aligned() && *unit == 1 && sent.item == 8 && !is_mapped
                }
                _ => true,
            };
            let fill = match is_same || items == 0 {
                true => self.held(place, at, value, is_bits),
                false => Fill::Copy(place.clone(), value.0, value.1),
            };
            self.trail.fill((at / 8) as usize, fill);
            return Ok(());
        };
        if matches!(step.presence, StepPresence::Default(_)) {
            return Err(self.trail.refused_hole(around.request, "a hole cannot be a string with a DEFAULT"));
        }
        let mut characters = Vec::new();
        if let Letters::Characters { ranges, is_mapped, unit } = &sent.letters {
            if *is_mapped || *unit != 1 || sent.item != 8 || (!at.is_multiple_of(8) && items > 0) {
                let reason = "a hole cannot be characters that are not sent as octets";
                return Err(self.trail.refused_hole(around.request, reason));
            }
            if !ranges.contains(&(0, 0xff)) {
                characters.clone_from(ranges);
            }
        }
        let trailing_one = match content {
            Content::NamedBits(least) if items > *least => match self.rule.is_strict() {
                true => TrailingOne::Both,
                false => TrailingOne::Sent,
            },
            _ => TrailingOne::No,
        };
        debug_assert!(!is_letters || value.1 == items, "an octet of each character");
        let form = Form::Text(Text { bits, length: value.1, is_held: false, trailing_one, characters });
        self.hole(step, place, around, Wire { at, form })
    }

    /// Returns what a decoder stores for a constant string whose bits begin at a place: a part of the message, or a copy.
    pub fn held(&self, place: &Place, at: u64, (octets, length): (Vec<u8>, u64), is_bits: bool) -> Fill {
        let start = (at / 8) as usize;
        match at.is_multiple_of(8) || octets.is_empty() {
            true if is_bits => Fill::Bits(place.clone(), start, length),
            true => Fill::Slice(place.clone(), start..start + octets.len()),
            false => Fill::Copy(place.clone(), octets, length),
        }
    }
}

/// Returns the character that a number stands for.
fn letter(ranges: &[(u32, u32)], is_mapped: bool, number: u64) -> Option<u32> {
    let mut before = 0;
    for (low, high) in ranges {
        let size = u64::from(high - low) + 1;
        let point =
            if is_mapped { number.checked_sub(before)?.checked_add(u64::from(*low))? } else { number };
        if (u64::from(*low)..=u64::from(*high)).contains(&point) {
            return u32::try_from(point).ok();
        }
        before += size;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::letter;

    #[test]
    fn numbers_stand_for_characters() {
        let hexadecimal = [(48, 57), (65, 70)];
        assert_eq!(letter(&hexadecimal, true, 9), Some(57));
        assert_eq!(letter(&hexadecimal, true, 10), Some(65));
        assert_eq!(letter(&hexadecimal, true, 16), None);
        assert_eq!(letter(&hexadecimal, false, 66), Some(66));
        assert_eq!(letter(&hexadecimal, false, 60), None);
    }
}

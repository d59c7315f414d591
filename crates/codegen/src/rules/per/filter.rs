//! The forms of values under PER, for filters.

use super::bits::is_long;
use super::ops::{Choice, Elements, Form, Per, Primitive};
use crate::packed::forms::{
    Beyond, Forms, Length, Letters, Meaning, Number, Scalar, Selection, Sizes, Source, Text,
};
use interp_runtime::sources::FILTER_PER;
use num_bigint::BigInt;
use syntax_graph::{IntegerRepr, SizeRange};

/// From this size on, a length has no bounds in the encoding (X.691 clause 11.9.4.1).
const UNBOUNDED: u64 = 1 << 16;

impl Forms for Per {
    fn is_aligned(&self) -> bool {
        self.is_aligned
    }

    fn runtime(&self) -> &'static str {
        FILTER_PER
    }

    fn scalar_form(&self, primitive: Primitive, form: &Form) -> Scalar {
        let number = |root, beyond, meaning| Scalar::Number { root, beyond, meaning };
        match (primitive, form) {
            (Primitive::Null, _) => Scalar::Nothing,
            (Primitive::Boolean, _) => {
                let source = Source::Field { width: 1, is_aligned: false, is_signed: false };
                number(Number { source, least: BigInt::from(0) }, None, Meaning::Truth)
            }
            (Primitive::Integer(repr), Form::Number(range)) => {
                let meaning = if repr == IntegerRepr::U64 { Meaning::Wide } else { Meaning::Signed };
                let beyond = range.extensible.then(whole);
                let root = match (&range.min, &range.max) {
                    (Some(min), Some(max)) => {
                        Number { source: constrained(&(max - min), self.is_aligned), least: min.clone() }
                    }
                    (Some(min), None) => {
                        Number { source: Source::Counted { is_signed: false }, least: min.clone() }
                    }
                    (None, _) => whole(),
                };
                number(root, beyond, meaning)
            }
            (Primitive::Enumerated(_), Form::Items(items)) => {
                let roots = items.roots.len();
                let most = BigInt::from(roots.saturating_sub(1));
                let root = Number { source: constrained(&most, self.is_aligned), least: BigInt::from(0) };
                let beyond = Number { source: Source::Small, least: BigInt::from(roots) };
                let all = items.roots.iter().chain(&items.additions).cloned().collect();
                number(root, items.extensible.then_some(beyond), Meaning::Index(all))
            }
            (Primitive::Integer(_) | Primitive::Bytes | Primitive::Enumerated(_), _) => {
                number(whole(), None, Meaning::Large)
            }
            (Primitive::Octets, Form::Sized(sizes)) => self.text(sizes, 8, is_long(sizes, 2), Letters::Bytes),
            (Primitive::Bits | Primitive::NamedBits, Form::Sized(sizes)) => {
                self.text(sizes, 1, is_long(sizes, 16), Letters::Bits)
            }
            (_, Form::Characters(sizes, alphabet)) => {
                let most = sizes.max.map_or(u64::MAX, |max| max.saturating_mul(alphabet.bits.into()));
                let is_known = matches!(length(sizes, self.is_aligned), Length::Known(_));
                let letters = Letters::Characters {
                    ranges: alphabet.ranges.clone(),
                    is_mapped: alphabet.is_mapped,
                    unit: alphabet.unit as usize,
                };
                self.text(sizes, alphabet.bits, most > 16 || (most == 16 && !is_known), letters)
            }
            _ => self.text(&SizeRange::default(), 8, true, Letters::Bytes),
        }
    }

    fn length(&self, elements: &Elements, root: &Form) -> Sizes {
        let sizes = if let Form::Sized(sizes) = root { sizes } else { &elements.sizes };
        Sizes { root: length(sizes, self.is_aligned), is_extensible: sizes.extensible }
    }

    fn selection(&self, choice: &Choice, _: usize) -> Selection {
        let most = BigInt::from(choice.roots.saturating_sub(1));
        Selection {
            number: Number { source: constrained(&most, self.is_aligned), least: BigInt::from(0) },
            roots: choice.roots,
            beyond: if choice.extensible { Beyond::Flag } else { Beyond::Nothing },
            numbers: None,
            untagged: Vec::new(),
        }
    }

    fn preamble(flags: u64) -> u64 {
        flags
    }
}

impl Per {
    /// Returns a string. `is_long`: APER aligns its items.
    fn text(&self, sizes: &SizeRange, item: u32, is_long: bool, letters: Letters) -> Scalar {
        let sizes = Sizes { root: length(sizes, self.is_aligned), is_extensible: sizes.extensible };
        Scalar::Text(Text {
            sizes,
            item,
            is_aligned: self.is_aligned && is_long,
            is_padded: false,
            is_whole: false,
            letters,
        })
    }
}

/// Returns a whole number without bounds.
fn whole() -> Number {
    Number { source: Source::Counted { is_signed: true }, least: BigInt::from(0) }
}

/// Returns how a number from 0 to `most` is sent (X.691 clause 11.5).
fn constrained(most: &BigInt, is_aligned: bool) -> Source {
    let width = most.bits() as u32;
    let is_octet = width == 8 && *most == BigInt::from(255);
    if !is_aligned || (width <= 8 && !is_octet) {
        return Source::Field { width, is_aligned: false, is_signed: false };
    }
    if width <= 16 {
        return Source::Field { width: width.next_multiple_of(8), is_aligned: true, is_signed: false };
    }
    // The number of bytes less one.
    Source::Measured(u32::BITS - (width.div_ceil(8) - 1).leading_zeros())
}

/// Returns the form of a length with these sizes.
fn length(sizes: &SizeRange, is_aligned: bool) -> Length {
    match sizes.max.filter(|max| *max < UNBOUNDED) {
        Some(max) if max == sizes.min => Length::Known(max),
        Some(max) => match constrained(&BigInt::from(max - sizes.min.min(max)), is_aligned) {
            Source::Field { width, is_aligned, .. } => Length::Field { least: sizes.min, width, is_aligned },
            _ => Length::General,
        },
        None => Length::General,
    }
}

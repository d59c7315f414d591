//! The forms of values under OER, for filters.

use super::octets::is_untagged;
use super::ops::{Alternatives, Elements, Form, Oer, Primitive};
use crate::packed::forms::{
    Beyond, Forms, Length, Letters, Meaning, Number, Scalar, Selection, Sizes, Source, Text,
};
use interp_runtime::sources::FILTER_OER;
use num_bigint::BigInt;
use syntax_graph::IntegerRepr;

impl Forms for Oer {
    fn is_aligned(&self) -> bool {
        false
    }

    fn runtime(&self) -> &'static str {
        FILTER_OER
    }

    fn scalar_form(&self, primitive: Primitive, form: &Form) -> Scalar {
        let number = |source, meaning| {
            let root = Number { source, least: BigInt::from(0) };
            Scalar::Number { root, beyond: None, meaning }
        };
        let byte = Source::Field { width: 8, is_aligned: false, is_signed: false };
        match (primitive, form) {
            (Primitive::Null, _) => Scalar::Nothing,
            (Primitive::Boolean, _) => number(byte, Meaning::Truth),
            (Primitive::Integer(_) | Primitive::Bytes, Form::Number(format)) => {
                let meaning = match primitive {
                    Primitive::Integer(IntegerRepr::U64) => Meaning::Wide,
                    Primitive::Bytes => Meaning::Large,
                    _ => Meaning::Signed,
                };
                let source = match format.bytes {
                    Some(bytes) => {
                        Source::Field { width: 8 * bytes as u32, is_aligned: false, is_signed: format.signed }
                    }
                    None => Source::Counted { is_signed: format.signed },
                };
                number(source, meaning)
            }
            // A decoder of basic OER also takes longer forms.
            (Primitive::Enumerated(_), Form::Short) if self.is_canonical => number(byte, Meaning::Signed),
            (Primitive::Enumerated(_), _) => number(Source::Item, Meaning::Signed),
            (Primitive::Float, Form::Float(width)) => text(Length::Known(width.octets() as u64), false),
            (Primitive::Bits | Primitive::NamedBits, Form::Sized { fixed, .. }) => {
                text(fixed.map_or(Length::Unused, Length::Known), true)
            }
            (Primitive::Bits | Primitive::NamedBits, _) => text(Length::Unused, true),
            (Primitive::Octets | Primitive::Characters, Form::Sized { fixed: Some(size), .. }) => {
                text(Length::Known(*size), false)
            }
            _ => text(Length::General, false),
        }
    }

    fn length(&self, _: &Elements, _: &Form) -> Sizes {
        Sizes { root: Length::Quantity, is_extensible: false }
    }

    fn selection(&self, op: &Alternatives, arms: usize) -> Selection {
        // Under AUTOMATIC TAGS the tag is the position.
        let own =
            |at: usize| op.tags.get(at).map_or_else(|| vec![(at as u64) << 2 | 2], |arm| arm.tags.clone());
        Selection {
            number: Number { source: Source::Tag, least: BigInt::from(0) },
            roots: op.choice.roots,
            beyond: if op.choice.extensible { Beyond::Number } else { Beyond::Nothing },
            numbers: Some((0..arms).map(own).collect()),
            untagged: (0..arms).filter(|at| is_untagged(op, *at)).collect(),
        }
    }

    fn preamble(flags: u64) -> u64 {
        flags.next_multiple_of(8)
    }
}

/// Returns a string of bytes, or of bits.
fn text(root: Length, is_bits: bool) -> Scalar {
    let sizes = Sizes { root, is_extensible: false };
    let (item, letters) = if is_bits { (1, Letters::Bits) } else { (8, Letters::Bytes) };
    Scalar::Text(Text { sizes, item, is_aligned: false, is_padded: is_bits, is_whole: true, letters })
}

//! Which values procedures convert at fixed places: those whose number of bytes the specification gives. Consecutive
//! ones are one run, with one check of the bytes that are left.

use super::ops::{Action, Alternatives, FieldStep, Form, Model, Primitive, Program};
use crate::packed::procedures;
use crate::program::techniques::Direction;
use num_bigint::BigInt;
use syntax_graph::IntegerRepr;

/// A string of more bytes stands alone: it takes longer than the check that it could save.
const LONG: u64 = 256;

/// A flag of a preamble.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// The lvalue, of type bool; without one, the flag is 0.
    pub value: Option<String>,
    /// Whether it is a variable of the procedure.
    pub is_local: bool,
}

/// The meaning of bytes.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    /// A tag of one byte, which has been read already.
    Tag(u8),
    /// A byte of flags, the highest bit first.
    Flags(Vec<Flag>),
    /// A BOOLEAN.
    Boolean,
    /// An INTEGER.
    Integer(IntegerRepr, bool),
    /// An ENUMERATED of one byte.
    Item(IntegerRepr),
    /// A string of bytes.
    Octets,
    /// A string of so many bits.
    Bits(u64),
}

/// Bytes of known width.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// Their number.
    pub width: u64,
    /// Their meaning.
    pub meaning: Meaning,
    /// The lvalue.
    pub value: String,
}

/// Values that are read or written with one check.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The values.
    pub slots: Vec<Slot>,
    /// All their bytes.
    pub octets: u64,
    /// Of these, the first ones that need no check.
    pub checked: u64,
}

impl Run {
    /// Adds a value.
    pub fn push(&mut self, slot: Slot) {
        self.octets += slot.width;
        self.slots.push(slot);
    }
}

/// The values that are not yet converted, and how to convert them.
#[derive(Clone, Default)]
pub struct State {
    /// The values.
    pub run: Run,
    /// The conditions that values of the run, or before it, break their constraints.
    pub broken: Vec<String>,
    /// Whether primitives are in line, not called.
    pub in_line: bool,
}

/// Returns the bytes of a preamble: the extension bit, which is `extension` if there is one, and the flags.
pub fn preamble(extension: Option<Flag>, flags: Vec<Flag>) -> Vec<Slot> {
    let all: Vec<Flag> = extension.into_iter().chain(flags).collect();
    let slot =
        |flags: &[Flag]| Slot { width: 1, meaning: Meaning::Flags(flags.to_vec()), value: String::new() };
    all.chunks(8).map(slot).collect()
}

/// Returns the bytes of a scalar in a direction; `None` if it has no known width, or is left to commands.
pub fn scalar(step: &FieldStep, value: &str, direction: Direction) -> Option<Vec<Slot>> {
    let Action::Primitive(primitive) = step.action else { return None };
    let (width, meaning) = match (primitive, &step.op.form) {
        (Primitive::Null, _) => return Some(Vec::new()),
        (Primitive::Boolean, _) => (1, Meaning::Boolean),
        (Primitive::Integer(repr), Form::Number(format)) => {
            let width = format.bytes? as u64;
            let (low, high) = repr.limits()?;
            let (least, most) = limits(width, format.signed);
            // A decoder would have to check.
            if direction == Direction::Decode && (least < low || most > high) {
                return None;
            }
            (width, Meaning::Integer(repr, format.signed))
        }
        (Primitive::Enumerated(repr), Form::Short) => (1, Meaning::Item(repr)),
        (Primitive::Octets, Form::Sized { fixed: Some(size), .. }) if (1..=LONG).contains(size) => {
            (*size, Meaning::Octets)
        }
        (Primitive::Bits, Form::Sized { fixed: Some(size), .. }) if (1..=8 * LONG).contains(size) => {
            (size.div_ceil(8), Meaning::Bits(*size))
        }
        _ => return None,
    };
    Some(vec![Slot { width, meaning, value: value.to_owned() }])
}

/// Returns the least and the greatest number of a format.
pub fn limits(width: u64, is_signed: bool) -> (BigInt, BigInt) {
    let half = BigInt::from(1) << (8 * width - 1);
    if is_signed { (-half.clone(), half - 1) } else { (BigInt::from(0), half * 2 - 1) }
}

/// Returns the bytes of an inlined structure, if its encoding is nothing else.
pub fn flat(model: &Model<'_>, program: &Program, value: &str, direction: Direction) -> Option<Vec<Slot>> {
    let slots = procedures::flat(model, program, value, &|step, below| scalar(step, below, direction))?;
    (slots.iter().map(|slot| slot.width).sum::<u64>() <= LONG).then_some(slots)
}

/// Returns the bytes that begin an arm, if procedures take it: an arm of the root, with tags of one byte.
pub fn tags(op: &Alternatives, at: usize) -> Option<Vec<u8>> {
    if at >= op.choice.roots {
        return None;
    }
    // Under AUTOMATIC TAGS the tag is the index.
    let own = op.tags.get(at).map_or_else(|| vec![(at as u64) << 2 | 2], |arm| arm.tags.clone());
    own.into_iter().map(octet).collect()
}

/// Returns whether the tags of an arm belong to the arms of an inner CHOICE.
pub fn is_untagged(op: &Alternatives, at: usize) -> bool {
    op.tags.get(at).is_some_and(|arm| arm.is_untagged)
}

/// Returns a tag as one byte, if its number is less than 63 (X.696 clause 8.7).
fn octet(tag: u64) -> Option<u8> {
    u8::try_from(tag >> 2).ok().filter(|number| *number < 0x3f).map(|number| (tag as u8 & 3) << 6 | number)
}

//! Which values procedures convert as bit-fields: those whose width the specification gives. Consecutive ones are one
//! run, which is read or written at once.

use super::ops::{Action, Choice, FieldStep, Form, Items, Model, Primitive, Program};
use crate::c::writer::Writer;
use crate::packed::procedures;
use num_bigint::BigInt;
use syntax_graph::{IntegerRepr, SizeRange};

/// The most bits of a run: a word of 64 bits holds so many, wherever in a byte they begin.
pub const MOST: u32 = 57;
/// From this size on, a length has no bounds in the encoding (X.691 clause 11.9.4.1).
const UNBOUNDED: u64 = 1 << 16;

/// A whole number of known width (X.691 clause 11.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole {
    /// Bits.
    pub width: u32,
    /// Whether they begin on a byte boundary.
    pub is_aligned: bool,
    /// The greatest number; the least is 0.
    pub most: u64,
}

impl Whole {
    /// Returns the width of a number from 0 to `most`; `None` if the number decides it, or it exceeds a run.
    pub fn of(most: u64, is_aligned: bool) -> Option<Self> {
        let width = u64::BITS - most.leading_zeros();
        if is_aligned && (width > 8 || most == 255) {
            return (width <= 16).then(|| Self { width: width.next_multiple_of(8), is_aligned, most });
        }
        (width <= MOST).then_some(Self { width, is_aligned: false, most })
    }

    /// Returns a single bit.
    pub fn bit() -> Self {
        Self { width: 1, is_aligned: false, most: 1 }
    }

    /// Returns whether some bits stand for a number above the greatest.
    pub fn is_partial(&self) -> bool {
        self.width > 0 && self.most < u64::MAX >> (u64::BITS - self.width)
    }
}

/// The meaning of a bit-field.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    /// Bits before a byte boundary.
    Padding,
    /// An extension bit, which procedures do not accept if it is set.
    Root,
    /// A bit: an lvalue of type bool. A decoder declares it if it is no member.
    Bit {
        /// The lvalue.
        value: String,
        /// Whether it is a variable of the procedure.
        is_local: bool,
    },
    /// A number of a machine type: its distance from the least one.
    Number {
        /// The lvalue.
        value: String,
        /// The type.
        repr: IntegerRepr,
        /// The least number.
        least: BigInt,
    },
    /// The number of items, less the least one.
    Count {
        /// The variable or member.
        value: String,
        /// The least number of items.
        least: u64,
    },
}

/// A bit-field.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// Its width.
    pub whole: Whole,
    /// Its meaning.
    pub meaning: Meaning,
}

impl Slot {
    /// Returns the extension bit of a value in the root of its type.
    pub fn root() -> Self {
        Self { whole: Whole::bit(), meaning: Meaning::Root }
    }
}

/// Bit-fields that are read or written at once.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The fields.
    pub slots: Vec<Slot>,
    /// All their bits.
    pub bits: u32,
    /// The position after them, modulo 8, if it is known.
    pub known: Option<u32>,
}

/// What stands before a field is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Nothing: the field is not aligned, or the position is.
    None,
    /// So many bits.
    Bits(u32),
    /// An unknown number of bits.
    Unknown,
}

impl Run {
    /// Returns what stands before the next byte boundary.
    pub fn gap(&self) -> Gap {
        match self.known {
            Some(0) => Gap::None,
            Some(known) => Gap::Bits(8 - known),
            None => Gap::Unknown,
        }
    }

    /// Returns whether so many more bits fit.
    pub fn has_room(&self, width: u32) -> bool {
        self.bits + width <= MOST
    }

    /// Adds a field.
    pub fn push(&mut self, slot: Slot) {
        let width = slot.whole.width;
        self.bits += width;
        self.known = self.known.map(|known| (known + width) % 8);
        self.slots.push(slot);
    }

    /// Moves the position by bits outside of runs: `count` items of `item` bits, or an unknown number of items.
    pub fn pass(&mut self, count: Option<u64>, item: u64) {
        self.known = match (self.known, count) {
            (Some(known), _) if item.is_multiple_of(8) => Some(known),
            (Some(known), Some(count)) => Some(((u64::from(known) + count % 8 * item) % 8) as u32),
            _ => None,
        };
    }
}

/// The bit-fields that are not yet converted, and how to convert them.
#[derive(Clone, Default)]
pub struct State {
    /// The bit-fields.
    pub run: Run,
    /// The conditions that values of the run, or before it, break their constraints.
    pub broken: Vec<String>,
    /// Whether primitives are in line, not called.
    pub in_line: bool,
}

/// Prints the conversion of runs in one direction.
pub trait Runs {
    /// Prints the conversion of the bit-fields so far.
    fn flush(&self, w: &mut Writer, state: &mut State);

    /// Prints the check of a bit-field's number before the run is converted.
    fn check(&self, _: &mut Writer, _: &Slot) {}

    /// Adds a bit-field to the run, or begins another run with it.
    fn push(&self, w: &mut Writer, state: &mut State, slot: Slot) {
        if slot.whole.is_aligned {
            self.align(w, state);
        }
        if !state.run.has_room(slot.whole.width) {
            self.flush(w, state);
        }
        self.check(w, &slot);
        state.run.push(slot);
    }

    /// Moves to a byte boundary. The bits after the position in its byte are zeros.
    fn align(&self, w: &mut Writer, state: &mut State) {
        match state.run.gap() {
            Gap::None => {}
            Gap::Bits(width) => {
                let whole = Whole { width, is_aligned: false, most: 0 };
                self.push(w, state, Slot { whole, meaning: Meaning::Padding });
            }
            Gap::Unknown => {
                self.flush(w, state);
                w.line("at = STUBC_TO_BYTE(at);");
                state.run.known = Some(0);
            }
        }
    }
}

/// The number of items of a string or an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// The specification gives it.
    Known(u64),
    /// A bit-field, after the least number.
    Field(u64, Whole),
    /// A length of its own (X.691 clause 11.9.3), at least this.
    General(u64),
}

impl Length {
    /// Returns the form of a length with these sizes.
    pub fn of(sizes: &SizeRange, is_aligned: bool) -> Self {
        let bounded = sizes.max.filter(|max| *max < UNBOUNDED && *max >= sizes.min);
        match bounded.map(|max| (max, Whole::of(max - sizes.min, is_aligned))) {
            Some((max, _)) if max == sizes.min => Self::Known(max),
            Some((_, Some(whole))) => Self::Field(sizes.min, whole),
            // A maximum is too large for a length that is no fragment's.
            _ => Self::General(sizes.min),
        }
    }
}

/// Returns whether the items of a string begin on a byte boundary under APER; `most`: bits or bytes of a short string
/// (X.691 clauses 16 and 17).
pub fn is_long(sizes: &SizeRange, most: u64) -> bool {
    sizes.max != Some(sizes.min) || sizes.min > most
}

/// Returns the index of a CHOICE in its root.
pub fn index(op: &Choice, is_aligned: bool) -> Option<Whole> {
    Whole::of((op.roots as u64).checked_sub(1)?, is_aligned)
}

/// Returns the bit-fields of a value, if its encoding is nothing else.
pub fn slots(model: &Model<'_>, step: &FieldStep, value: &str, is_aligned: bool) -> Option<Vec<Slot>> {
    match &step.action {
        Action::Inline(program) => flat(model, program, value, is_aligned),
        _ => scalar(step, value, is_aligned),
    }
}

/// Returns the bit-fields of a scalar; `None` if it is none.
pub fn scalar(step: &FieldStep, value: &str, is_aligned: bool) -> Option<Vec<Slot>> {
    let Action::Primitive(primitive) = step.action else { return None };
    let mut slots = Vec::new();
    match (primitive, &step.op.form) {
        (Primitive::Null, _) => {}
        (Primitive::Boolean, _) => {
            let meaning = Meaning::Bit { value: value.to_owned(), is_local: false };
            slots.push(Slot { whole: Whole::bit(), meaning });
        }
        (Primitive::Integer(repr), Form::Number(range)) => {
            let (min, max) = (range.min.as_ref()?, range.max.as_ref()?);
            let (least, most) = repr.limits()?;
            if *min < least || *max > most {
                return None;
            }
            let whole = Whole::of(u64::try_from(max - min).ok()?, is_aligned)?;
            if range.extensible {
                slots.push(Slot::root());
            }
            let meaning = Meaning::Number { value: value.to_owned(), repr, least: min.clone() };
            slots.push(Slot { whole, meaning });
        }
        (Primitive::Enumerated(repr), Form::Items(Items { roots, extensible, .. })) => {
            // Other numbers than the indices are rare.
            if roots.iter().enumerate().any(|(at, number)| *number != BigInt::from(at)) {
                return None;
            }
            let whole = Whole::of((roots.len() as u64).checked_sub(1)?, is_aligned)?;
            if *extensible {
                slots.push(Slot::root());
            }
            let meaning = Meaning::Number { value: value.to_owned(), repr, least: BigInt::from(0) };
            slots.push(Slot { whole, meaning });
        }
        _ => return None,
    }
    Some(slots)
}

/// Returns the bit-fields of an inlined structure, if its encoding is nothing else.
fn flat(model: &Model<'_>, program: &Program, value: &str, is_aligned: bool) -> Option<Vec<Slot>> {
    let slots = procedures::flat(model, program, value, &|step, below| scalar(step, below, is_aligned))?;
    let is_short = slots.iter().map(|slot| slot.whole.width).sum::<u32>() <= MOST;
    is_short.then_some(slots)
}

//! The operations of XDR: checks of the bytes left, and the primitives that convert words.

use crate::model::view::View;
use crate::program::{self, Operations};
use num_bigint::BigInt;
use std::convert::Infallible;
use syntax_graph::{FloatWidth, IntegerRepr};

/// A model with programs of XDR.
pub type Model<'m> = View<'m, Xdr>;
/// A program of XDR.
pub type Program = program::Program<Xdr>;
/// The body of a program.
pub type Body = program::Body<Xdr>;
/// A step of a sequence.
pub type Step = program::Step<Xdr>;
/// A step of a field.
pub type FieldStep = program::FieldStep<Xdr>;
/// The conversion of a field.
pub type Action = program::Action<Xdr>;
/// The procedures and programs that a plan needs.
pub type Needs = program::needs::Needs<Xdr>;

/// The encoding rule XDR.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Xdr;

impl Operations for Xdr {
    type Primitive = Primitive;
    type Field = Room;
    type Between = Need;
    type Set = Infallible;
    type Switch = Chooser;
    type Open = Infallible;
    type Repeat = Elements;
    type Whole = Lead;

    fn switch_shape(switch: &Chooser) -> String {
        format!("{:?} {:?}", switch.cases, switch.default)
    }

    fn chooser(switch: &Chooser) -> Option<&FieldStep> {
        Some(&switch.discriminant)
    }
}

/// The known size of a type's values, in octets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lead {
    /// Octets, from the first, that are at the same place in every value.
    pub octets: u64,
    /// Whether values have no others.
    pub is_static: bool,
}

/// The check before a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// Octets to check for before the conversion; 0 if an earlier check covers them.
    pub need: u64,
}

/// A check for so many octets, for the fields up to the next check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need(pub u64);

/// A union: the discriminant selects an arm.
#[derive(Clone, Debug, PartialEq)]
pub struct Chooser {
    /// The step of the discriminant.
    pub discriminant: Box<FieldStep>,
    /// The values that select each arm.
    pub cases: Vec<Vec<BigInt>>,
    /// The arm that all other values select.
    pub default: Option<usize>,
}

/// Elements whose number is known, counted, or announced one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elements {
    /// The number of elements.
    pub count: Count,
    /// The lead of every element, in octets.
    pub lead: u64,
}

/// The number of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// A fixed number.
    Fixed(u64),
    /// The number in a word before them, at most this.
    Counted(u32),
    /// A word announces each element; `closed`: the check before an element covers the word after it.
    Linked {
        /// Whether elements are of static size.
        closed: bool,
    },
}

/// Marshalling primitives of XDR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Primitive {
    /// An integer of four octets, in a machine type of at most 32 bits.
    Word(IntegerRepr),
    /// An integer of eight octets.
    Hyper(IntegerRepr),
    /// A word that is 0 or 1.
    Truth,
    /// An IEEE 754 number.
    Float(FloatWidth),
    /// A fixed number of octets, padded.
    Opaque(u64),
    /// Octets after a word that counts them, at most this many.
    Counted(u32),
    /// Nothing (void).
    Null,
}

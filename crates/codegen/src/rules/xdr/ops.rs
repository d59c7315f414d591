//! The operations of XDR: octets that must be there, and what converts words.

use crate::model::view::View;
use crate::program::{self, Operations};
use num_bigint::BigInt;
use std::convert::Infallible;
use syntax_graph::{FloatWidth, IntegerRepr};

/// A model with programs of XDR.
pub type Model<'m> = View<'m, Xdr>;
/// A program of XDR.
pub type Program = program::Program<Xdr>;
/// Its body.
pub type Body = program::Body<Xdr>;
/// A step of a sequence.
pub type Step = program::Step<Xdr>;
/// A step of a field.
pub type FieldStep = program::FieldStep<Xdr>;
/// What converts a field.
pub type Action = program::Action<Xdr>;
/// What a plan needs.
pub type Needs = program::needs::Needs<Xdr>;

/// XDR.
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

/// What is known of the size of a type's values, in octets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lead {
    /// Octets at the same place in every value, from the first.
    pub octets: u64,
    /// Whether there are no others.
    pub is_static: bool,
}

/// The octets of a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// How many are checked to be there before it is converted, where no check before covers them.
    pub need: u64,
}

/// So many octets are checked to be there, for the fields up to the next check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need(pub u64);

/// A value chooses an arm.
#[derive(Clone, Debug, PartialEq)]
pub struct Chooser {
    /// What converts that value.
    pub discriminant: Box<FieldStep>,
    /// The values that choose each arm.
    pub cases: Vec<Vec<BigInt>>,
    /// The arm that all others choose.
    pub default: Option<usize>,
}

/// Elements whose number is known, counted, or announced one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elements {
    /// How many.
    pub count: Count,
    /// Octets that every element begins with.
    pub lead: u64,
}

/// How many elements there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many.
    Fixed(u64),
    /// As many as a word before them says, at most so many.
    Counted(u32),
    /// Each is announced by a word; `closed`: the check before an element covers the word behind it.
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
    /// So many octets, padded.
    Opaque(u64),
    /// Octets behind a word that counts them, at most so many.
    Counted(u32),
    /// Nothing (void).
    Null,
}

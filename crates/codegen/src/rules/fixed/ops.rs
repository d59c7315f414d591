//! The operations of the toy rule.

use crate::model::view::View;
use crate::program::{self, Operations};
use std::convert::Infallible;
use syntax_graph::IntegerRepr;

/// The toy rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fixed;

/// A model with programs of the toy rule.
pub type Model<'m> = View<'m, Fixed>;
/// A program.
pub type Program = program::Program<Fixed>;
/// The body of a program.
pub type Body = program::Body<Fixed>;
/// A step of a field.
pub type FieldStep = program::FieldStep<Fixed>;
/// The procedures and programs that a plan needs.
pub type Needs = program::needs::Needs<Fixed>;

impl Operations for Fixed {
    type Primitive = Primitive;
    type Field = ();
    type Between = Infallible;
    type Set = Infallible;
    type Switch = ();
    type Open = Infallible;
    type Repeat = ();
    type Whole = ();
}

/// The conversion of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Primitive {
    /// A number.
    Number(IntegerRepr),
    /// A BOOLEAN.
    Truth,
}

impl Primitive {
    /// Returns the octets of an encoded scalar.
    pub fn octets(self) -> u32 {
        match self {
            Self::Number(repr) => repr.machine().map_or(8, |(bits, _)| bits / 8),
            Self::Truth => 1,
        }
    }
}

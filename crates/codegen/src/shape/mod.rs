//! Shapes: stubs for messages like one that the user names, in which only some scalars differ.
//!
//! [`request`] holds what the user declares. The folder of an encoding rule walks the programs of a root beside the
//! sample message, and gives [`segments`]: constant octets, the lengths that follow from holes, and the holes.
//! Under some rules shapes are [`rigid`]: all their messages have the same number of bits. [`trail`] is what the walks share.
//! [`cost`] estimates what they cost, [`table`] and [`runs`] are shapes as data, for engines. `members` decides the struct of the holes. Nothing here prints C or knows an encoding rule.

pub mod build;
pub mod cost;
pub mod flat;
mod members;
pub mod paths;
pub mod request;
pub mod rigid;
pub mod runs;
pub mod segments;
pub mod table;
pub mod trail;

pub use flat::{Flat, Member};
pub use request::{CountRequest, HoleRequest, Request};
pub use segments::{Element, Fill, Hole, Hop, Number, Place, Segments};

use crate::program::techniques::Direction;
use std::collections::BTreeSet;

/// What a walk beside a sample message finds.
#[derive(Clone, Debug)]
pub struct Found {
    /// The segments.
    pub segments: Segments,
    /// The paths of all fields of the sample, with `[*]` for indices.
    pub paths: BTreeSet<String>,
    /// For each array with a stated number of elements: whether it was found.
    pub counted: Vec<bool>,
}

/// A shape of a root.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The position of the root in the options.
    pub root: usize,
    /// The struct of its holes and the names of its functions.
    pub flat: Flat,
    /// The share of the root's messages that have the shape, if the user knows it.
    pub share: Option<f64>,
    /// What is decoded, if it is a shape for decoding.
    pub decode: Option<Segments>,
    /// What is encoded, if it is a shape for encoding.
    pub encode: Option<Segments>,
}

impl Shape {
    /// Returns the segments of one direction.
    pub fn side(&self, direction: Direction) -> Option<&Segments> {
        match direction {
            Direction::Decode => self.decode.as_ref(),
            Direction::Encode => self.encode.as_ref(),
        }
    }
}

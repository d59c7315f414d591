//! The moves and conditions of filters under XDR.

use crate::rules::xdr::ops::Count;
use crate::stub::Node;
use num_bigint::BigInt;
use syntax_graph::filter::{Octets, Range};

/// A move. There is one cursor, because XDR has no lengths of structures: it goes over every byte before the last
/// demanded one.
#[derive(Clone, Debug, PartialEq)]
pub enum Move {
    /// Goes behind a value.
    Skip(Skip),
    /// Reads a number and goes behind it.
    Number(Number),
    /// Notes the place of a string, and goes behind it. `Some`: it has so many bytes, and no length before it.
    Text(Option<u64>),
    /// Reads the number of elements of an array. Under `Fixed`, it is known.
    Count(Count),
    /// Counts the elements of a linked list.
    Linked(Skip),
    /// Calls the routine of this number for the elements of an array, whose count has been read.
    Elements(usize),
    /// Stores the number in a member of a view.
    Member(Number, usize),
    /// Stores the noted string in a member of a view.
    StringMember(usize),
    /// Notes the place of the cursor.
    Mark(usize),
    /// Goes back to a noted place.
    Back(usize),
}

/// The form of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// A word with a sign.
    Signed,
    /// A word without a sign.
    Unsigned,
    /// Eight bytes with a sign.
    Hyper,
    /// Eight bytes without a sign.
    Wide,
}

/// A value that is skipped.
#[derive(Clone, Debug, PartialEq)]
pub enum Skip {
    /// So many bytes.
    Static(u64),
    /// A string with its length.
    Text,
    /// A value of a node.
    Node(Node),
    /// Optional data.
    Optional(Box<Skip>),
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// The number, in the variable for its form, is in a range that the form holds.
    Number(Number, Range),
    /// The number is one of these.
    OneOf(Vec<BigInt>),
    /// The number is none of these.
    NoneOf(Vec<BigInt>),
    /// The noted string matches.
    Octets(Octets),
    /// The count is in a range.
    Count(Range),
    /// The elements pass.
    Elements,
}

/// The elements that a routine tests.
#[derive(Clone, Debug, PartialEq)]
pub struct Each {
    /// Whether a word announces each element; otherwise the caller gives their number.
    pub is_linked: bool,
    /// An element.
    pub element: Skip,
}

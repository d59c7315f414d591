//! The moves and conditions of filters under packed rules. All places are bits.

use crate::packed::forms::{Compared, Length, Number};
use crate::stub::Node;
use num_bigint::BigInt;
use syntax_graph::filter::{Bits, Place, Range};

/// A move. There is one cursor: packed rules have no lengths of structures, so it goes over every bit before the last
/// demanded one. A place that is known needs no cursor: it is a number of bits from the start of the message.
#[derive(Clone, Debug, PartialEq)]
pub enum Move {
    /// Ends with STUBC_TRUNCATED unless the message has so many bytes.
    Room(u64),
    /// Places the cursor at a known place.
    To(u64),
    /// Goes over bits.
    Over(u64),
    /// Goes to the next byte boundary.
    Align,
    /// Reads a bit into a variable: at a known place, or at the cursor, which goes over it.
    Flag(usize, Option<u64>),
    /// Reads a number: at a known place, or at the cursor, which goes over it.
    Number {
        /// The number; what is added is 0 unless it is read for a condition.
        number: Number,
        /// The known place.
        at: Option<u64>,
        /// The variable that it becomes.
        into: Variable,
    },
    /// Reads a number of items: at a known place, or at the cursor, which goes over it.
    Length(Length, Option<u64>),
    /// Notes the place of a string whose length has been read, with items of so many bits.
    Text(u32),
    /// Goes over as many items of so many bits as have been read.
    Items(u64),
    /// Goes over bytes after their length.
    Contents,
    /// Goes over the length of contents, and notes their end, if it is of interest.
    Enter(Option<usize>),
    /// Goes over the value of a key.
    Skip(Key),
    /// Goes over as many elements as have been read.
    Elements(Key),
    /// Calls the routine of this number for the elements, whose count has been read.
    Test(usize),
    /// Goes to the contents of an addition, if it is there.
    Addition(u64),
    /// Goes over the additions.
    Additions,
    /// Stores the number, which is in `wide` or not, in a member of a view.
    Member(bool, usize),
    /// Replaces an index by one of these numbers.
    Named(Vec<BigInt>),
    /// Stores the noted string in a member of a view.
    StringMember(usize),
    /// Notes the place of the cursor.
    Mark(usize),
    /// Goes back to a noted place.
    Back(usize),
}

/// The variable that a number becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    /// None: only its bits are of interest.
    Nothing,
    /// `number`, with a sign.
    Signed,
    /// `number`, which is without a sign and may be beyond it.
    Large,
    /// `wide`, without a sign.
    Wide,
}

/// A value that a function goes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// A value of a node.
    Node(Node),
    /// An element of an array, which is a scalar.
    Element(Node),
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// The bit of a variable is set.
    Flag(usize),
    /// The addition is there.
    Found,
    /// The variable `number` is in a range.
    Number(Range),
    /// The variable `wide` is in a range.
    Wide(Range),
    /// The number is one of these.
    OneOf(Vec<BigInt>),
    /// The number is none of these.
    NoneOf(Vec<BigInt>),
    /// The string matches.
    Text {
        /// The items.
        compared: Compared,
        /// Their place in the string.
        place: Place,
        /// Whether the string must not hold them.
        differs: bool,
    },
    /// The BIT STRING matches.
    Bits(Bits),
    /// The count is in a range.
    Count(Range),
    /// The elements pass.
    Elements,
}

/// The elements that a routine tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Each {
    /// They have so many bits.
    Bits(u64),
    /// A function goes over one.
    Key(Key),
}

//! The moves and conditions of filters under BER and DER.

use crate::rules::ber::identifier::Identifier;
use crate::rules::ber::ops::Start;
use syntax_graph::filter::{Bits, Octets, Range};

/// A place in the message with the end of what is around it. Cursor 0 belongs to the message, higher ones to elements
/// in it, by their nesting.
pub type Cursor = usize;

/// A move.
#[derive(Clone, Debug, PartialEq)]
pub enum Move {
    /// Enters the message with the cursor 0. With an identifier, behind its header, otherwise before it.
    Message(Option<Identifier>),
    /// Goes behind an element. The number of its identifier octets is known, or not.
    Skip(Cursor, Option<u64>),
    /// Goes behind an element if one of these begins it.
    SkipIf(Cursor, Vec<Start>),
    /// Goes behind elements up to the first one that one of these begins.
    SkipUntil(Cursor, Vec<Start>),
    /// Enters an element.
    Enter(Enter),
    /// Takes an element as it is: the cursor `into` holds it alone, `from` goes behind it.
    Take {
        /// The cursor at the element.
        from: Cursor,
        /// The cursor of the element.
        into: Cursor,
    },
    /// Notes the places of elements of a SET in slots.
    Find(Cursor, Vec<(Slot, Vec<Start>)>),
    /// Places the cursor `into` at a slot's element, within the elements of `within`.
    GoTo {
        /// The slot.
        slot: Slot,
        /// The cursor of the SET.
        within: Cursor,
        /// The cursor of the element.
        into: Cursor,
        /// Whether the element must be there.
        required: bool,
    },
    /// Converts the contents to a number.
    Number(Cursor),
    /// Counts the elements.
    Count(Cursor),
    /// Stores the value of the contents in a member of a view.
    Member(Cursor, usize),
    /// Calls the routine of this number for the elements.
    Elements(Cursor, usize),
}

/// Enters an element.
#[derive(Clone, Debug, PartialEq)]
pub struct Enter {
    /// The cursor at the element.
    pub from: Cursor,
    /// The cursor that becomes the element's contents.
    pub into: Cursor,
    /// Its identifier.
    pub identifier: Identifier,
    /// Whether the identifier must be checked.
    pub checked: bool,
}

/// The number of a variable with the place of an element.
pub type Slot = usize;

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// One of these begins the next element.
    Begins(Cursor, Vec<Start>),
    /// There is a next element, and none of these begins it.
    BeginsOther(Cursor, Vec<Start>),
    /// The element of a slot is there.
    Found(Slot),
    /// The number is in a range.
    Number(Range),
    /// The contents of a BOOLEAN, as 0 or 1, are in a range.
    Boolean(Cursor, Range),
    /// The contents of an INTEGER are in a range with limits that 64 bits do not hold.
    Large(Cursor, Range),
    /// The contents match.
    Octets(Cursor, Octets),
    /// The contents of a BIT STRING match.
    Bits(Cursor, Bits),
    /// The count is in a range.
    Count(Range),
    /// The elements pass.
    Elements,
}

//! The operations of BER and DER: tags, and what converts their contents.

use crate::model::view::View;
use crate::program::{self, Operations};
use crate::rules::Rules;
use crate::rules::ber::identifier::Identifier;
use syntax_graph::IntegerRepr;

/// A model with programs of BER.
pub type Model<'m> = View<'m, Ber>;
/// A program of BER.
pub type Program = program::Program<Ber>;
/// Its body.
pub type Body = program::Body<Ber>;
/// A step of a sequence.
pub type Step = program::Step<Ber>;
/// A step of a field.
pub type FieldStep = program::FieldStep<Ber>;
/// What converts a field.
pub type Action = program::Action<Ber>;
/// What a plan needs.
pub type Needs = program::needs::Needs<Ber>;

/// BER, or DER.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ber {
    /// Which of the two.
    pub(in crate::rules) rules: Rules,
}

impl Operations for Ber {
    type Primitive = Primitive;
    type Field = Tags;
    type Between = Skip;
    type Set = Set;
    type Switch = Union;
    type Open = ();
    type Repeat = Array;
    type Whole = ();
}

/// The tags of a field.
#[derive(Clone, Debug, PartialEq)]
pub struct Tags {
    /// Identifiers of the explicit tags, outermost first.
    pub outer: Vec<Identifier>,
    /// Identifier of the innermost tag; none for an untagged union or open type.
    pub tag: Option<Identifier>,
    /// What may stand at its beginning.
    pub starts: Vec<Start>,
    /// Where its octets are kept as received: how many of the explicit tags stand around them.
    pub keep: Option<usize>,
}

/// The extension insertion point: elements are skipped up to the first that begins a field behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Skip {
    /// The fields that may follow, up to and including the first mandatory one.
    pub until: Vec<Start>,
}

/// A SET: under DER its fields are in the order of their tags, unless that depends on the value.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// Whether unknown elements are skipped.
    pub extensible: bool,
    /// Whether the order of tags depends on the value, and elements are sorted when they have been encoded.
    pub sorts: bool,
}

/// A CHOICE: the arm whose identifier stands there.
#[derive(Clone, Debug, PartialEq)]
pub struct Union {
    /// Whether an unknown arm is kept as it is.
    pub extensible: bool,
}

/// A SEQUENCE OF or SET OF: the element, as often as there are octets.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// Whether its order carries no meaning (SET OF): DER sorts it.
    pub unordered: bool,
}

/// Something that an element may begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// This identifier.
    Identifier(Identifier),
    /// This identifier in either form: a string that BER may segment.
    EitherForm(Identifier),
    /// Anything: an open type.
    Any,
}

/// Marshalling primitives of BER and DER.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Primitive {
    /// BOOLEAN.
    Boolean,
    /// INTEGER and ENUMERATED in a machine type.
    Integer(IntegerRepr),
    /// INTEGER as contents octets.
    Bytes,
    /// OCTET STRING, character strings, time types.
    Octets,
    /// REAL.
    Real,
    /// UTCTime under DER, which has one form of it.
    UtcTime,
    /// GeneralizedTime under DER.
    GeneralizedTime,
    /// TIME and DURATION under DER.
    IsoTime,
    /// BIT STRING.
    Bits,
    /// BIT STRING with named bits under DER, which drops their trailing zeros.
    NamedBits,
    /// OBJECT IDENTIFIER, RELATIVE-OID.
    Oid,
    /// NULL.
    Null,
    /// A whole element: open types, ANY.
    Open,
}

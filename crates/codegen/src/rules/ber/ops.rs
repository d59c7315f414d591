//! The operations of BER and DER: tags, and the primitives that convert their contents.

use crate::model::view::View;
use crate::program::{self, Operations};
use crate::rules::Rules;
use crate::rules::ber::identifier::Identifier;
use syntax_graph::IntegerRepr;

/// A model with programs of BER.
pub type Model<'m> = View<'m, Ber>;
/// A program of BER.
pub type Program = program::Program<Ber>;
/// The body of a program.
pub type Body = program::Body<Ber>;
/// A step of a sequence.
pub type Step = program::Step<Ber>;
/// A step of a field.
pub type FieldStep = program::FieldStep<Ber>;
/// The conversion of a field.
pub type Action = program::Action<Ber>;
/// The procedures and programs that a plan needs.
pub type Needs = program::needs::Needs<Ber>;

/// The encoding rule BER or DER.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ber {
    /// BER or DER.
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
    /// The identifiers that may begin it.
    pub starts: Vec<Start>,
    /// The number of explicit tags around its bytes, if these are kept as received.
    pub keep: Option<usize>,
}

/// The extension insertion point: elements are skipped up to the first one that begins a later field.
#[derive(Clone, Debug, PartialEq)]
pub struct Skip {
    /// The identifiers of the fields that may follow, up to and including the first mandatory one.
    pub until: Vec<Start>,
}

/// A SET. Under DER its fields are in the order of their tags, unless the value decides that order.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// Whether unknown elements are skipped.
    pub extensible: bool,
    /// Whether the value decides the order of the tags, so that encoding sorts the elements.
    pub sorts: bool,
}

/// A CHOICE: the identifier selects the arm.
#[derive(Clone, Debug, PartialEq)]
pub struct Union {
    /// Whether an unknown alternative is kept as bytes.
    pub extensible: bool,
}

/// A SEQUENCE OF or SET OF: elements up to the end of the contents.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// Whether its order carries no meaning (SET OF): DER sorts it.
    pub unordered: bool,
}

/// A beginning of an element.
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
    /// UTCTime under DER, which permits one form.
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

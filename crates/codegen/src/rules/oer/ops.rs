//! The operations of OER: the formats that the specification gives, and the conversions of scalars.

use crate::model::view::View;
use crate::packed::ops::Choice;
pub use crate::packed::ops::{Added, Extension, Sent};
use crate::program::{self, Operations};
use std::convert::Infallible;
use syntax_graph::{CharKind, FloatWidth, IntegerRepr, OctetInteger};

/// OER, basic or canonical.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Oer {
    /// Whether decoders accept canonical messages only (COER).
    pub is_canonical: bool,
}

/// A model with programs of OER.
pub type Model<'m> = View<'m, Oer>;
/// A program of OER.
pub type Program = program::Program<Oer>;
/// The body of a program.
pub type Body = program::Body<Oer>;
/// A step of a sequence.
pub type Step = program::Step<Oer>;
/// The step of a field.
pub type FieldStep = program::FieldStep<Oer>;
/// The conversion of a field.
pub type Action = program::Action<Oer>;
/// The procedures and programs that a plan needs.
pub type Needs = program::needs::Needs<Oer>;

impl Operations for Oer {
    type Primitive = Primitive;
    type Field = Sent<Form>;
    type Between = Added;
    type Set = Infallible;
    type Switch = Alternatives;
    type Open = ();
    type Repeat = Elements;
    type Whole = Extension;
}

/// The format of a scalar.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Form {
    /// That of its type.
    #[default]
    Plain,
    /// The width of an INTEGER.
    Number(OctetInteger),
    /// An ENUMERATED whose numbers take one byte.
    Short,
    /// The format of a REAL of IEEE 754.
    Float(FloatWidth),
    /// The sizes of a string: its only one, if there is one, and the least.
    Sized {
        /// In bits of a BIT STRING, in bytes of others.
        fixed: Option<u64>,
        /// In the same unit.
        least: u64,
        /// Bytes of a character.
        unit: u32,
    },
}

/// A CHOICE.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternatives {
    /// Its arms.
    pub choice: Choice,
    /// The tags of each arm; empty if they are those of AUTOMATIC TAGS.
    pub tags: Vec<ArmTags>,
}

/// The tags that begin an arm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmTags {
    /// Whether they belong to the arms of an inner CHOICE.
    pub is_untagged: bool,
    /// Each as its number, and its class in the lowest two bits.
    pub tags: Vec<u64>,
}

/// The elements of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elements {
    /// Bytes of the smallest element.
    pub least: u64,
}

/// The conversion of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Primitive {
    /// NULL.
    Null,
    /// BOOLEAN.
    Boolean,
    /// An INTEGER in a machine type.
    Integer(IntegerRepr),
    /// An INTEGER as bytes.
    Bytes,
    /// An ENUMERATED.
    Enumerated(IntegerRepr),
    /// A REAL after a length.
    Real,
    /// A REAL of IEEE 754.
    Float,
    /// OBJECT IDENTIFIER, RELATIVE-OID.
    Oid,
    /// OCTET STRING, an open type that nothing resolves, and characters of one byte or of several widths.
    Octets,
    /// Characters of two or four bytes.
    Characters,
    /// BIT STRING.
    Bits,
    /// BIT STRING with named bits.
    NamedBits,
}

/// Returns the bytes of a character, if all characters of the kind have the same number (X.696 clause 27).
pub fn width(kind: CharKind) -> Option<u32> {
    match kind {
        CharKind::Bmp => Some(2),
        CharKind::Universal => Some(4),
        CharKind::Ia5 | CharKind::Visible | CharKind::Printable | CharKind::Numeric => Some(1),
        _ => None,
    }
}

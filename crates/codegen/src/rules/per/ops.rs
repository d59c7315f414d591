//! The operations of PER: the widths and bounds that the specification gives, and the conversions of scalars.

use crate::model::view::View;
pub use crate::packed::ops::{Added, Choice, Extension, Sent};
use crate::program::{self, Operations};
use num_bigint::BigInt;
use std::convert::Infallible;
use syntax_graph::{Bounds, CharKind, IntegerRepr, PackedView, SizeRange};

/// PER, unaligned or aligned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Per {
    /// Whether some values start on a byte boundary (APER).
    pub is_aligned: bool,
}

/// A model with programs of PER.
pub type Model<'m> = View<'m, Per>;
/// A program of PER.
pub type Program = program::Program<Per>;
/// The body of a program.
pub type Body = program::Body<Per>;
/// A step of a sequence.
pub type Step = program::Step<Per>;
/// A step of a field.
pub type FieldStep = program::FieldStep<Per>;
/// The conversion of a field.
pub type Action = program::Action<Per>;
/// The procedures and programs that a plan needs.
pub type Needs = program::needs::Needs<Per>;

impl Operations for Per {
    type Primitive = Primitive;
    type Field = Sent<Form>;
    type Between = Added;
    type Set = Infallible;
    type Switch = Choice;
    type Open = ();
    type Repeat = Elements;
    type Whole = Extension;
}

/// What the specification says of the width of a scalar.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Form {
    /// Nothing.
    #[default]
    Plain,
    /// The range of an INTEGER.
    Number(Bounds),
    /// The numbers of an ENUMERATED.
    Items(Items),
    /// The sizes of a string of bits or bytes.
    Sized(SizeRange),
    /// The sizes and the alphabet of a string whose characters all have one width.
    Characters(SizeRange, Alphabet),
}

/// The numbers of an ENUMERATED (X.691 clause 14).
#[derive(Clone, Debug, PartialEq)]
pub struct Items {
    /// Those of the root, ascending.
    pub roots: Vec<BigInt>,
    /// Those of the additions, in the order of the text.
    pub additions: Vec<BigInt>,
    /// Whether there is an extension marker.
    pub extensible: bool,
}

/// How characters are sent (X.691 clause 30.5).
#[derive(Clone, Debug, PartialEq)]
pub struct Alphabet {
    /// The permitted characters, as ascending ranges of code points.
    pub ranges: Vec<(u32, u32)>,
    /// Bits of a character.
    pub bits: u32,
    /// Whether a character is sent as its index among the permitted ones.
    pub is_mapped: bool,
    /// Bytes of a character in C.
    pub unit: u32,
}

impl Alphabet {
    /// Returns the characters that PER sees in a string.
    pub fn of(kind: CharKind, view: &PackedView, is_aligned: bool) -> Self {
        let (unit, whole) = match kind {
            CharKind::Bmp => (2, (0, 0xffff)),
            CharKind::Universal => (4, (0, u32::MAX)),
            _ => (1, (0, 0xff)),
        };
        let all = || kind.alphabet().map_or_else(|| vec![whole], <[_]>::to_vec);
        let ranges = view.alphabet.clone().unwrap_or_else(all);
        let count: u64 = ranges.iter().map(|(low, high)| u64::from(high - low) + 1).sum();
        let natural = u64::BITS - count.saturating_sub(1).leading_zeros();
        let bits = if is_aligned && natural > 0 { natural.next_power_of_two() } else { natural };
        let greatest = ranges.last().map_or(0, |range| u64::from(range.1));
        Self { is_mapped: greatest >> bits != 0, ranges, bits, unit }
    }
}

/// The elements of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elements {
    /// Their number.
    pub sizes: SizeRange,
    /// Bits of the smallest element.
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
    /// REAL.
    Real,
    /// OBJECT IDENTIFIER, RELATIVE-OID.
    Oid,
    /// Other strings: bytes after a length.
    Contents,
    /// An open type that nothing resolves.
    Open,
    /// OCTET STRING.
    Octets,
    /// BIT STRING.
    Bits,
    /// BIT STRING with named bits.
    NamedBits,
    /// A string whose characters all have one width.
    Characters,
}

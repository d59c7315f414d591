//! What the scalars of a packed rule hold, for shapes. The folder of a rule describes its own by [`Shaped`].

use super::reader::Reader;
use crate::packed::forms::Forms;
use num_bigint::BigInt;
use syntax_graph::IntegerRepr;

/// A packed rule with shapes.
pub trait Shaped: Forms {
    /// Returns whether decoders refuse what is not canonical.
    fn is_strict(&self) -> bool {
        false
    }

    /// Returns what a scalar holds, beside its form.
    fn content(&self, primitive: Self::Primitive, form: &Self::Form) -> Content;

    /// Reads which additions of a structure are there.
    fn additions(&self, bits: &mut Reader) -> Option<Vec<bool>>;

    /// Reads the number of an addition of a CHOICE, behind an extension bit.
    fn small(&self, bits: &mut Reader) -> Option<u64>;

    /// Reads a length of its own; `None`: the sample has another form of lengths.
    fn determinant(&self, bits: &mut Reader) -> Option<u64>;
}

/// What a scalar holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// NULL.
    Null,
    /// BOOLEAN, with the bits that encoders send for true.
    Boolean(u64),
    /// An INTEGER in a machine type.
    Integer {
        /// The type.
        repr: IntegerRepr,
        /// The least number of the root that decoders accept.
        min: Option<BigInt>,
        /// The greatest one.
        max: Option<BigInt>,
    },
    /// An INTEGER as bytes; whether it is in two's complement.
    Bytes(bool),
    /// An ENUMERATED.
    Enumerated(IntegerRepr),
    /// OCTET STRING, BIT STRING, characters.
    String,
    /// BIT STRING with named bits, and the length that is sent at least.
    NamedBits(u64),
    /// A scalar that is constant in every shape, by its name.
    Constant(&'static str),
    /// A scalar that no sample may have, by its name: decoders compute its value.
    Computed(&'static str),
}

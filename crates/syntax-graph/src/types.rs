//! The kinds of type nodes: scalars, constructors, references and open types.

use crate::ids::{FieldId, TypeId};
use crate::value::Value;
use num_bigint::BigInt;
use std::ops::Range;

/// Class of a tag (X.680 clause 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TagClass {
    /// UNIVERSAL.
    Universal,
    /// APPLICATION.
    Application,
    /// Context-specific.
    Context,
    /// PRIVATE.
    Private,
}

/// A tag. The derived order (class, then number) is the canonical one (X.680 clause 8.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag {
    /// The class of the tag.
    pub class: TagClass,
    /// The number of the tag within its class.
    pub number: u32,
}

impl Tag {
    /// Returns a tag of class UNIVERSAL.
    pub const fn universal(number: u32) -> Self {
        Self { class: TagClass::Universal, number }
    }

    /// Returns a context-specific tag.
    pub const fn context(number: u32) -> Self {
        Self { class: TagClass::Context, number }
    }
}

impl std::fmt::Display for Tag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.class {
            TagClass::Universal => write!(f, "[UNIVERSAL {}]", self.number),
            TagClass::Application => write!(f, "[APPLICATION {}]", self.number),
            TagClass::Context => write!(f, "[{}]", self.number),
            TagClass::Private => write!(f, "[PRIVATE {}]", self.number),
        }
    }
}

/// The kind of a type node.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// A value that a marshalling primitive converts.
    Scalar(Scalar),
    /// SEQUENCE, SET, struct.
    Structure(Structure),
    /// CHOICE, discriminated union.
    Union(Union),
    /// SEQUENCE OF, SET OF, arrays.
    Array(Array),
    /// ANY, open types: the type of a value is known only at run time. Without arms, the value is its whole encoding.
    Open(OpenType),
    /// A definition that is another type, possibly with further tags (in [`crate::TypeDef::tags`]). A front end uses
    /// it only if the definition adds no constraint that a kind shows, such as a range or a size.
    Reference(TypeId),
}

/// A type without components.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// BOOLEAN.
    Boolean,
    /// INTEGER.
    Integer(Integer),
    /// ENUMERATED.
    Enumerated(Enumeration),
    /// REAL.
    Real,
    /// An IEEE 754 number of this width (RFC 4506 sections 4.6 and 4.7).
    Float(FloatWidth),
    /// BIT STRING.
    BitString {
        /// Named bits: name and number.
        named: Vec<(String, BigInt)>,
        /// Size in bits.
        size: SizeRange,
    },
    /// OCTET STRING.
    OctetString {
        /// Size in bytes.
        size: SizeRange,
    },
    /// NULL.
    Null,
    /// OBJECT IDENTIFIER.
    ObjectIdentifier,
    /// RELATIVE-OID.
    RelativeOid,
    /// A character string type.
    Characters {
        /// The kind of string.
        kind: CharKind,
        /// Size in characters.
        size: SizeRange,
        /// Permitted alphabet (FROM), as inclusive ranges of code points; `None` for all characters of the
        /// kind.
        alphabet: Option<Vec<(u32, u32)>>,
    },
    /// A time type.
    Time(TimeKind),
}

/// INTEGER: its range and its representation.
#[derive(Clone, Debug, PartialEq)]
pub struct Integer {
    /// Effective value range, by all constraints.
    pub range: Bounds,
    /// Named numbers, in the order of the definition.
    pub named: Vec<(String, BigInt)>,
    /// The representation: [`IntegerRepr::for_range`] unless the configuration says otherwise.
    pub repr: IntegerRepr,
}

impl Integer {
    /// Returns an integer of this range, in the representation [`IntegerRepr::for_range`].
    pub fn new(range: Bounds) -> Self {
        Self { repr: IntegerRepr::for_range(&range), range, named: Vec::new() }
    }
}

/// The representation of an integer in C: a machine type, or a slice of contents octets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IntegerRepr {
    /// `int8_t`.
    I8,
    /// `uint8_t`.
    U8,
    /// `int16_t`.
    I16,
    /// `uint16_t`.
    U16,
    /// `int32_t`.
    I32,
    /// `uint32_t`.
    U32,
    /// `int64_t`.
    I64,
    /// `uint64_t`.
    U64,
    /// A slice of contents octets (two's complement, big-endian, minimal when sent).
    Bytes,
}

impl IntegerRepr {
    /// The machine types, smallest first, unsigned before signed of the same width.
    const MACHINE: [(Self, bool, u32); 8] = [
        (Self::U8, false, 8),
        (Self::I8, true, 8),
        (Self::U16, false, 16),
        (Self::I16, true, 16),
        (Self::U32, false, 32),
        (Self::I32, true, 32),
        (Self::U64, false, 64),
        (Self::I64, true, 64),
    ];

    /// Returns the natural representation: the smallest machine type that holds the range.
    ///
    /// If a bound is missing or the range is extensible, the machine type has 64 bits: `U64` if only the upper bound is
    /// missing and the lower one is not negative, otherwise `I64`; if that type does not hold a given bound, the other
    /// one. The representation is `Bytes` if no machine type holds the bounds.
    pub fn for_range(range: &Bounds) -> Self {
        let (min, max) = (range.min.as_ref(), range.max.as_ref());
        let fits = |repr: Self| {
            let (low, high) = repr.limits().expect("a machine type has limits");
            min.is_none_or(|min| *min >= low && *min <= high)
                && max.is_none_or(|max| *max >= low && *max <= high)
        };
        let open = range.extensible || min.is_none() || max.is_none();
        if open {
            let unsigned = !range.extensible && min.is_some_and(|min| *min >= BigInt::from(0));
            let order = if unsigned { [Self::U64, Self::I64] } else { [Self::I64, Self::U64] };
            return order.into_iter().find(|repr| fits(*repr)).unwrap_or(Self::Bytes);
        }
        Self::MACHINE.iter().map(|entry| entry.0).find(|repr| fits(*repr)).unwrap_or(Self::Bytes)
    }

    /// Returns the width in bits, and whether the type is signed; `None` for `Bytes`.
    pub fn machine(self) -> Option<(u32, bool)> {
        Self::MACHINE.iter().find(|entry| entry.0 == self).map(|entry| (entry.2, entry.1))
    }

    /// Returns the smallest and the largest value; `None` for `Bytes`.
    pub fn limits(self) -> Option<(BigInt, BigInt)> {
        let (bits, signed) = self.machine()?;
        let one = BigInt::from(1);
        Some(if signed {
            (-(&one << (bits - 1)), (&one << (bits - 1)) - 1)
        } else {
            (BigInt::from(0), (&one << bits) - 1)
        })
    }
}

/// A value range.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Bounds {
    /// Smallest value; `None` for MIN.
    pub min: Option<BigInt>,
    /// Largest value; `None` for MAX.
    pub max: Option<BigInt>,
    /// Whether the constraint ends in `...`: values outside are legal.
    pub extensible: bool,
}

/// The range of sizes that constraints permit, in the unit of the type.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SizeRange {
    /// Smallest size.
    pub min: u64,
    /// Largest size; `None` for MAX.
    pub max: Option<u64>,
    /// Whether the constraint ends in `...`: sizes outside are legal.
    pub extensible: bool,
}

impl SizeRange {
    /// Returns the one legal size, if there is only one.
    pub fn fixed(&self) -> Option<u64> {
        (!self.extensible && self.max == Some(self.min)).then_some(self.min)
    }
}

/// ENUMERATED, and the enumerations of XDR.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumeration {
    /// Names and numbers of the items in the order of the definition: those of the root, then the extension additions.
    pub items: Vec<(String, BigInt)>,
    /// The number of items in the root. Packed encoding rules number root and additions apart (X.691 clause 14).
    pub roots: usize,
    /// Whether later versions may add items.
    pub extensible: bool,
}

impl Enumeration {
    /// Returns the representation: the smallest machine type that holds all items, or `Bytes`.
    ///
    /// If later versions may add items, it is `I32`, or a larger type if an item needs one. A received value may then
    /// be any number that the representation holds.
    pub fn repr(&self) -> IntegerRepr {
        let range = Bounds {
            min: self.items.iter().map(|item| item.1.clone()).min(),
            max: self.items.iter().map(|item| item.1.clone()).max(),
            extensible: false,
        };
        let natural = IntegerRepr::for_range(&range);
        if self.extensible
            && natural.machine().is_some_and(|(bits, signed)| bits < 32 || (bits == 32 && signed))
        {
            return IntegerRepr::I32;
        }
        natural
    }
}

/// Character string types (X.680 clause 41).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are those of the standard's types, less `String`")]
pub enum CharKind {
    Utf8,
    Numeric,
    Printable,
    Teletex,
    Videotex,
    Ia5,
    Graphic,
    Visible,
    General,
    Universal,
    Bmp,
    ObjectDescriptor,
}

/// Time types (X.680 clauses 38, 46 and 47).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are those of the standard's types")]
pub enum TimeKind {
    UtcTime,
    GeneralizedTime,
    Time,
    Date,
    TimeOfDay,
    DateTime,
    Duration,
}

/// Widths of IEEE 754 numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FloatWidth {
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
}

impl FloatWidth {
    /// Returns the size of a value in bytes.
    pub const fn octets(self) -> usize {
        match self {
            Self::Single => 4,
            Self::Double => 8,
        }
    }
}

/// Whether the order of components or elements is significant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// SEQUENCE, SEQUENCE OF.
    Ordered,
    /// SET, SET OF.
    Unordered,
}

/// SEQUENCE, SET, struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Structure {
    /// SEQUENCE or SET.
    pub order: Order,
    /// All fields in textual order, extension additions (marked in [`crate::Field::addition`]) included.
    pub fields: Vec<FieldId>,
    /// The place of unknown extension additions: before the field of this index (`fields.len()`: at the end).
    /// `None` if not extensible.
    pub extension: Option<usize>,
    /// The version brackets `[[ ]]` in textual order, each as the indices of its fields. Packed encoding rules send
    /// the fields of such a group as one addition (X.691 clause 19.9, X.696 clause 16).
    pub groups: Vec<Range<usize>>,
}

/// CHOICE, discriminated union.
#[derive(Clone, Debug, PartialEq)]
pub struct Union {
    /// The arms: those of the root, then the extension additions.
    pub arms: Vec<FieldId>,
    /// The number of arms in the root. Packed encoding rules number root and additions apart (X.691 clause 23).
    pub roots: usize,
    /// Whether later versions may add arms.
    pub extensible: bool,
    /// The discriminant, if a value instead of a tag selects the arm.
    pub discriminant: Option<Discriminant>,
}

/// The value that selects the arm of a discriminated union (RFC 4506 section 4.15).
#[derive(Clone, Debug, PartialEq)]
pub struct Discriminant {
    /// A field of the union that is not an arm: an integer, an enumeration or a boolean (0 and 1).
    pub field: FieldId,
    /// The values that select each arm, in the order of the arms. All values are distinct.
    pub cases: Vec<Vec<BigInt>>,
    /// The arm that all other values select, if any.
    pub default: Option<FieldId>,
}

impl Discriminant {
    /// Returns the position, among the union's `arms`, of the arm that a value selects; `None` if no arm matches.
    pub fn choose(&self, arms: &[FieldId], value: &BigInt) -> Option<usize> {
        let listed = self.cases.iter().position(|cases| cases.contains(value));
        listed.or_else(|| arms.iter().position(|arm| Some(*arm) == self.default))
    }
}

/// SEQUENCE OF, SET OF, arrays.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// SEQUENCE OF or SET OF.
    pub order: Order,
    /// The element, a mandatory field.
    pub element: FieldId,
    /// The number of elements.
    pub size: SizeRange,
    /// Whether the array is a linked list: a word precedes each element, in place of one count before all elements
    /// (RFC 4506 section 4.19). The element has the name of the link.
    pub linked: bool,
}

/// ANY, an open type of an information object class.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OpenType {
    /// The path to the governor, the field that selects the type of the value. The path starts at a structure around
    /// the open type. A component relation constraint (X.682 clause 10) or DEFINED BY names the governor. Empty if
    /// there is none.
    pub governor: Vec<FieldId>,
    /// One field for each type of the alternatives, if the open type can be resolved ([`crate::opens::make_arms`]).
    /// If empty, the value stays a slice.
    pub arms: Vec<FieldId>,
    /// The known alternatives.
    pub alternatives: Vec<OpenAlternative>,
}

/// One known alternative of an open type.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenAlternative {
    /// The value of the governor that selects this alternative.
    pub identifier: Value,
    /// The type of the open type's value.
    pub target: TypeId,
    /// Whether the object says that messages must have the alternative: a field of its class, beside the type, has the
    /// value `mandatory`, and that of others `optional` or `conditional`. `None` if it says neither.
    pub mandatory: Option<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each machine type holds its limits, and not the numbers beyond them.
    #[test]
    fn machine_types_end_where_rust_says() {
        let limits: [(IntegerRepr, i128, i128); 8] = [
            (IntegerRepr::U8, 0, u8::MAX.into()),
            (IntegerRepr::I8, i8::MIN.into(), i8::MAX.into()),
            (IntegerRepr::U16, 0, u16::MAX.into()),
            (IntegerRepr::I16, i16::MIN.into(), i16::MAX.into()),
            (IntegerRepr::U32, 0, u32::MAX.into()),
            (IntegerRepr::I32, i32::MIN.into(), i32::MAX.into()),
            (IntegerRepr::U64, 0, u64::MAX.into()),
            (IntegerRepr::I64, i64::MIN.into(), i64::MAX.into()),
        ];
        let range = |least: i128, most: i128| Bounds {
            min: Some(least.into()),
            max: Some(most.into()),
            extensible: false,
        };
        for (repr, least, most) in limits {
            assert_eq!(repr.limits(), Some((least.into(), most.into())), "{repr:?}");
            assert_eq!(IntegerRepr::for_range(&range(least, most)), repr);
            assert_ne!(IntegerRepr::for_range(&range(least, most + 1)), repr);
            assert_ne!(IntegerRepr::for_range(&range(least - 1, most)), repr);
        }
        assert_eq!(IntegerRepr::Bytes.limits(), None);
    }
}

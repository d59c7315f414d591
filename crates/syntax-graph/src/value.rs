//! Values of the graph's types: DEFAULT values, decoded messages, random test values.

use crate::ids::FieldId;
use num_bigint::BigInt;

/// A value of a type of the graph.
///
/// Strings and object identifiers are BER contents octets (X.690 clause 8), as in the slices of C values. For example,
/// a BMPString is its UTF-16 big-endian octets, and an object identifier its base-128 arcs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// BOOLEAN.
    Boolean(bool),
    /// INTEGER and ENUMERATED (by number).
    Integer(BigInt),
    /// NULL.
    Null,
    /// REAL: contents octets (X.690 clause 8.5). An IEEE 754 number: its bytes, the sign first.
    Real(Vec<u8>),
    /// BIT STRING: `(length_bits + 7) / 8` bytes, the first bit most significant, unused bits zero.
    Bits {
        /// The bytes.
        octets: Vec<u8>,
        /// Length in bits.
        length: u64,
    },
    /// OCTET STRING.
    Octets(Vec<u8>),
    /// OBJECT IDENTIFIER and RELATIVE-OID: contents octets (X.690 clauses 8.19 and 8.20).
    Oid(Vec<u8>),
    /// Character strings and time types: contents octets.
    Chars(Vec<u8>),
    /// A structure: the present fields, in the order of the definition. A DEFAULT field that is absent from the
    /// encoding is present here, with its default.
    Structure(Vec<(FieldId, Value)>),
    /// A union with the selected arm.
    Union(FieldId, Box<Value>),
    /// A discriminated union: the discriminant, the arm that it selects, and that arm's value.
    Switch {
        /// The discriminant; for a boolean, 0 or 1.
        discriminant: BigInt,
        /// The arm that the discriminant selects.
        arm: FieldId,
        /// The arm's value.
        value: Box<Value>,
    },
    /// An unknown alternative of an extensible union: its whole encoding.
    UnknownArm(Vec<u8>),
    /// An array.
    Array(Vec<Value>),
    /// An open type: the whole encoding of its value.
    Open(Vec<u8>),
    /// A resolved open type: the arm that the governor selects, and its value.
    Known(FieldId, Box<Value>),
    /// A value with its received bytes ([`crate::SyntaxGraph::kept`]).
    Kept(Box<Value>, Vec<u8>),
    /// A structure with its unknown additions ([`crate::SyntaxGraph::extended`]).
    Extended(Box<Value>, Unknown),
}

/// The extension additions of a structure that its specification does not know.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unknown {
    /// Which additions are present: first those that the specification knows, then the others.
    pub present: Vec<bool>,
    /// The unknown additions that are present: a length and contents each, as received.
    pub contents: Vec<u8>,
}

impl Value {
    /// Returns the number of values in this value, itself included.
    pub fn parts(&self) -> usize {
        match self {
            Self::Structure(fields) => 1 + fields.iter().map(|(_, value)| value.parts()).sum::<usize>(),
            Self::Array(values) => 1 + values.iter().map(Self::parts).sum::<usize>(),
            Self::Union(_, value)
            | Self::Switch { value, .. }
            | Self::Known(_, value)
            | Self::Kept(value, _)
            | Self::Extended(value, _) => 1 + value.parts(),
            _ => 1,
        }
    }

    /// Returns the value without its received bytes and unknown additions.
    pub fn plain(&self) -> &Self {
        match self {
            Self::Kept(value, _) | Self::Extended(value, _) => value.plain(),
            other => other,
        }
    }

    /// Returns the value without its received bytes and unknown additions, mutably.
    pub fn plain_mut(&mut self) -> &mut Self {
        match self {
            Self::Kept(value, _) | Self::Extended(value, _) => value.plain_mut(),
            other => other,
        }
    }

    /// Returns the unknown additions of a structure, if it has any.
    pub fn unknown(&self) -> Option<&Unknown> {
        match self {
            Self::Kept(value, _) => value.unknown(),
            Self::Extended(_, unknown) => Some(unknown),
            _ => None,
        }
    }

    /// Removes the received bytes of this value and of all values in it. Encoders then encode the value again.
    pub fn forget_received(&mut self) {
        let mut left = vec![self];
        while let Some(value) = left.pop() {
            if let Self::Kept(inside, _) = value {
                *value = std::mem::replace(inside, Self::Null);
                left.push(value);
                continue;
            }
            match value {
                Self::Structure(fields) => left.extend(fields.iter_mut().map(|(_, value)| value)),
                Self::Union(_, value)
                | Self::Switch { value, .. }
                | Self::Known(_, value)
                | Self::Extended(value, _) => left.push(value),
                Self::Array(values) => left.extend(values),
                _ => {}
            }
        }
    }
}

/// Returns the arcs of an object identifier (or, with `relative`, of a RELATIVE-OID) from its contents octets (X.690
/// clauses 8.19 and 8.20); `None` if they are malformed: empty, unterminated, or an arc with a leading 0x80.
pub fn oid_arcs(contents: &[u8], relative: bool) -> Option<Vec<BigInt>> {
    let mut arcs: Vec<BigInt> = Vec::new();
    let mut arc = BigInt::from(0);
    let mut fresh = true;
    for &octet in contents {
        if fresh && octet == 0x80 {
            return None;
        }
        arc = (arc << 7) + i64::from(octet & 0x7f);
        fresh = octet & 0x80 == 0;
        if fresh {
            let whole = std::mem::replace(&mut arc, BigInt::from(0));
            if arcs.is_empty() && !relative {
                let first = if whole >= BigInt::from(80) {
                    2
                } else if whole >= BigInt::from(40) {
                    1
                } else {
                    0
                };
                arcs.push(BigInt::from(first));
                arcs.push(whole - first * 40);
            } else {
                arcs.push(whole);
            }
        }
    }
    (fresh && !arcs.is_empty()).then_some(arcs)
}

/// Returns the contents octets of the object identifier (or, with `relative`, of the RELATIVE-OID) with these arcs
/// (X.690 clauses 8.19 and 8.20).
///
/// Returns `None` if there are too few arcs or an arc is negative. In an object identifier, the first arc must be at
/// most 2, and the second at most 39 if the first is 0 or 1.
pub fn oid_contents(arcs: &[BigInt], relative: bool) -> Option<Vec<u8>> {
    let zero = BigInt::from(0);
    if arcs.iter().any(|arc| *arc < zero) {
        return None;
    }
    let mut merged: Vec<BigInt> = Vec::new();
    if relative {
        merged.extend_from_slice(arcs);
    } else {
        let [first, second, rest @ ..] = arcs else { return None };
        if *first > BigInt::from(2) || (*first < BigInt::from(2) && *second > BigInt::from(39)) {
            return None;
        }
        merged.push(first * 40 + second);
        merged.extend_from_slice(rest);
    }
    let mut contents = Vec::new();
    for arc in merged {
        let groups = arc.magnitude().to_radix_be(128);
        let last = groups.len() - 1;
        contents.extend(
            groups.iter().enumerate().map(|(at, group)| if at == last { *group } else { group | 0x80 }),
        );
    }
    (!contents.is_empty()).then_some(contents)
}

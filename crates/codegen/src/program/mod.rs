//! Programs: what the stub of a node does, before it becomes commands or C.
//!
//! A program has one [`Body`] per node and serves both directions: decoding runs its steps forward, encoding backward from
//! the end of the buffer (under XDR forward, too). The table back end prints it as commands for the interpreter, the procedure back
//! end as straight-line C, and the cost model sums it.

pub mod alike;
pub mod needs;
pub mod numbering;
pub mod splice;
pub mod techniques;
pub mod unroll;

use crate::rules::ber::identifier::Identifier;
use num_bigint::BigInt;
use syntax_graph::permitted::Check;
use syntax_graph::{FieldId, FloatWidth, IntegerRepr, Predicate, TypeId};

/// The program of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The node.
    pub node: TypeId,
    /// What it does inside the contents octets (a union: at its arm's identifier).
    pub body: Body,
    /// The open types that are resolved when the structure is complete.
    pub relations: Vec<Relation>,
    /// What is known of the size of its values.
    pub lead: Lead,
}

/// What is known of the size of a type's values, in octets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lead {
    /// Octets at the same place in every value, from the first.
    pub octets: u64,
    /// Whether there are no others.
    pub is_static: bool,
}

/// An open type that a governor resolves.
#[derive(Clone, Debug, PartialEq)]
pub struct Relation {
    /// The fields from the structure to the governor, a scalar; the last may be an arm of a union.
    pub governor: Vec<FieldId>,
    /// What holds the governor's value.
    pub key: Primitive,
    /// Where the table of its known values starts in [`crate::Model::keys`].
    pub keys: usize,
    /// The fields from the structure to the open type.
    pub path: Vec<FieldId>,
    /// The open type.
    pub open: TypeId,
}

/// Control code of a node.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// The steps in order.
    Sequence(Vec<Step>),
    /// The fields in whatever order they come.
    Set {
        /// Under DER in the order of their tags, unless that depends on the value; else in that of the definition.
        fields: Vec<FieldStep>,
        /// Whether unknown elements are skipped.
        extensible: bool,
        /// Whether the order of tags depends on the value, and elements are sorted when they have been encoded.
        sorts: bool,
    },
    /// The arm whose identifier stands there.
    Union {
        /// In the order of the definition.
        arms: Vec<FieldStep>,
        /// Whether an unknown arm is kept as it is.
        extensible: bool,
    },
    /// An open type: what the governor's value has selected, behind a pointer; else any element.
    Open {
        /// What it may hold, numbered from 1.
        arms: Vec<FieldStep>,
    },
    /// The element, as often as there are octets.
    Array {
        /// The element.
        element: Box<FieldStep>,
        /// Whether its order carries no meaning (SET OF): DER sorts it.
        unordered: bool,
    },
    /// The arm that a value before it chooses (XDR).
    Switch {
        /// What converts that value.
        discriminant: Box<FieldStep>,
        /// In the order of the definition.
        arms: Vec<FieldStep>,
        /// The values that choose each arm.
        cases: Vec<Vec<BigInt>>,
        /// The arm that all others choose.
        default: Option<usize>,
    },
    /// Elements whose number is known, counted, or announced one by one (XDR).
    Elements {
        /// The element.
        element: Box<FieldStep>,
        /// How many.
        count: Count,
        /// Octets that every element begins with.
        lead: u64,
        /// Elements in a turn of the compiled loop; as many as there are: no loop. Set by [`crate::program::splice`].
        unrolled: u32,
    },
    /// A scalar that is a root itself.
    Scalar(Box<FieldStep>),
}

/// How many elements there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many.
    Fixed(u64),
    /// As many as a word before them says, at most so many.
    Counted(u32),
    /// Each is announced by a word; `closed`: the check before an element covers the word behind it.
    Linked {
        /// Whether elements are of static size.
        closed: bool,
    },
}

/// One step of a sequence.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A field.
    Field(FieldStep),
    /// The extension insertion point: elements are skipped up to the first that begins a field behind it.
    Skip {
        /// The fields that may follow, up to and including the first mandatory one.
        until: Vec<Start>,
    },
    /// So many octets are checked to be there, for the fields up to the next check (XDR).
    Need(u64),
}

/// How a field is found and converted.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldStep {
    /// The field; none for a scalar root.
    pub field: Option<FieldId>,
    /// Identifiers of the explicit tags, outermost first.
    pub outer: Vec<Identifier>,
    /// Identifier of the innermost tag; none for an untagged union or open type.
    pub tag: Option<Identifier>,
    /// What may stand at its beginning.
    pub starts: Vec<Start>,
    /// Octets that are checked to be there before it is converted, where no check before covers them (XDR).
    pub need: u64,
    /// Whether it may be absent.
    pub presence: StepPresence,
    /// Whether it closes a cycle of types: one level of depth.
    pub recursive: bool,
    /// Whether the C member is a pointer into the arena.
    pub boxed: bool,
    /// What is checked of its value.
    pub check: Option<StepCheck>,
    /// Where its octets are kept as received: how many of the explicit tags stand around them.
    pub keep: Option<usize>,
    /// What converts it.
    pub action: Action,
}

/// Constraints that are checked.
#[derive(Clone, Debug, PartialEq)]
pub enum StepCheck {
    /// Of a number, size or characters alone.
    Bounds(Bounds),
    /// By a function.
    Predicate(Box<PredicateCheck>),
}

/// What bounds say of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounds {
    /// What the value is for them.
    pub kind: CheckKind,
    /// The numbers and characters permitted.
    pub check: Check,
}

/// What a function says of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct PredicateCheck {
    /// The type of the value.
    pub ty: TypeId,
    /// What bounds say first.
    pub bounds: Option<Bounds>,
    /// What is left to say.
    pub predicate: Predicate,
}

/// What a check looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckKind {
    /// A machine integer.
    Integer(IntegerRepr),
    /// A BOOLEAN.
    Boolean,
    /// The length of a string of octets or bits.
    Length,
    /// The count of an array.
    Count,
    /// Characters of one, two or four octets.
    Characters(u8),
    /// Characters in UTF-8.
    Utf8,
    /// An integer in octets.
    Bytes,
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

/// Whether a field may be absent, and what is done then.
#[derive(Clone, Debug, PartialEq)]
pub enum StepPresence {
    /// It must be there.
    Mandatory,
    /// The flag of this index says whether it is there.
    Flag(usize),
    /// Its value is then this.
    Default(DefaultValue),
}

/// A default that is filled in.
#[derive(Clone, Debug, PartialEq)]
pub enum DefaultValue {
    /// BOOLEAN.
    Boolean(bool),
    /// INTEGER and ENUMERATED in a machine type.
    Integer(BigInt),
    /// Octets, and the contents of an integer that is held so.
    Slice(Vec<u8>),
    /// Bits: octets and length in bits.
    Bits(Vec<u8>, u64),
    /// An array without elements.
    EmptyArray,
    /// NULL, which has but one value.
    Null,
    /// A constructed value, by its encoding with all tags.
    Encoded(Vec<u8>),
}

impl DefaultValue {
    /// Octets and length (of bits: in bits) of one that C holds as a slice.
    pub fn as_slice(&self) -> Option<(&[u8], u64)> {
        match self {
            Self::Slice(octets) | Self::Encoded(octets) => Some((octets, octets.len() as u64)),
            Self::Bits(octets, length) => Some((octets, *length)),
            Self::Boolean(_) | Self::Integer(_) | Self::EmptyArray | Self::Null => None,
        }
    }
}

/// What converts a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A marshalling primitive.
    Primitive(Primitive),
    /// The stub of another node.
    Call(TypeId),
    /// The program of another node, spliced in.
    Inline(Box<Program>),
}

/// Marshalling primitives.
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
    /// A scalar of XDR.
    Xdr(XdrPrimitive),
}

/// Marshalling primitives of XDR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum XdrPrimitive {
    /// An integer of four octets, in a machine type of at most 32 bits.
    Word(IntegerRepr),
    /// An integer of eight octets.
    Hyper(IntegerRepr),
    /// A word that is 0 or 1.
    Truth,
    /// An IEEE 754 number.
    Float(FloatWidth),
    /// So many octets, padded.
    Opaque(u64),
    /// Octets behind a word that counts them, at most so many.
    Counted(u32),
}

impl Body {
    /// The field steps in order, nested ones left out.
    pub fn fields(&self) -> impl Iterator<Item = &FieldStep> {
        let (steps, fields): (&[Step], &[FieldStep]) = match self {
            Self::Sequence(steps) => (steps, &[]),
            Self::Set { fields, .. }
            | Self::Union { arms: fields, .. }
            | Self::Switch { arms: fields, .. }
            | Self::Open { arms: fields } => (&[], fields),
            Self::Array { element, .. } | Self::Elements { element, .. } | Self::Scalar(element) => {
                (&[], std::slice::from_ref(element))
            }
        };
        fn of_step(step: &Step) -> Option<&FieldStep> {
            if let Step::Field(field) = step { Some(field) } else { None }
        }
        steps.iter().filter_map(of_step).chain(fields)
    }

    /// The same, to be changed.
    pub fn fields_mut(&mut self) -> Box<dyn Iterator<Item = &mut FieldStep> + '_> {
        match self {
            Self::Sequence(steps) => Box::new(steps.iter_mut().filter_map(|step| match step {
                Step::Field(field) => Some(field),
                Step::Skip { .. } | Step::Need(_) => None,
            })),
            Self::Set { fields, .. }
            | Self::Union { arms: fields, .. }
            | Self::Switch { arms: fields, .. }
            | Self::Open { arms: fields } => Box::new(fields.iter_mut()),
            Self::Array { element, .. } | Self::Elements { element, .. } | Self::Scalar(element) => {
                Box::new(std::iter::once(&mut **element))
            }
        }
    }
}

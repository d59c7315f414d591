//! Programs: the control code of each node's stub, before it becomes commands or C.
//!
//! A program is control code shared by all encoding rules around [`Operations`] of one rule: finding a field,
//! converting a scalar, counting elements. Splicing, sharing, numbering, costing and planning see only the
//! control code.
//!
//! A program has one [`Body`] per node and serves both directions. Decoding runs its steps forward, encoding
//! backward from the end of the buffer (under XDR forward, too). The table back end prints it as commands for
//! the interpreter, the procedure back end as straight-line C, and the cost model sums it.

pub mod alike;
pub mod dump;
pub mod needs;
pub mod numbering;
pub mod splice;
pub mod techniques;
pub mod unroll;

use crate::stub::Node;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::fmt::Debug;
use syntax_graph::permitted::Check;
use syntax_graph::{FieldId, IntegerRepr, Predicate, TypeId};

/// A part of a program: a value without references.
pub trait Part: Clone + Debug + PartialEq + Send + Sync + 'static {}

impl<T: Clone + Debug + PartialEq + Send + Sync + 'static> Part for T {}

/// The operations of one encoding rule, by their place in a program.
///
/// A place without an operation in the rule is [`std::convert::Infallible`].
pub trait Operations: Copy + Part {
    /// Converts a scalar.
    type Primitive: Copy + Debug + Ord + Send + Sync;
    /// Finds a field and the headers around it.
    type Field: Part;
    /// Runs between the fields of a sequence.
    type Between: Part;
    /// Takes fields in any order.
    type Set: Part;
    /// Selects an arm.
    type Switch: Part;
    /// Converts the value that a governor selects.
    type Open: Part;
    /// Counts elements.
    type Repeat: Part;
    /// Holds facts about a whole program.
    type Whole: Part;

    /// Returns a switch as text, equal for equal switches.
    fn switch_shape(switch: &Self::Switch) -> String {
        format!("{switch:?}")
    }

    /// Returns the step that converts the discriminant of a switch.
    fn chooser(_: &Self::Switch) -> Option<&FieldStep<Self>> {
        None
    }
}

/// The programs of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Programs<O: Operations> {
    /// The program of each node.
    pub nodes: BTreeMap<Node, Program<O>>,
    /// The step of each root, in the order of the options.
    pub roots: Vec<FieldStep<O>>,
    /// The step of each type that strings must contain.
    pub contained: Vec<FieldStep<O>>,
}

/// The program of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Program<O: Operations> {
    /// The node.
    pub node: Node,
    /// The control code between the caller's headers and the end.
    pub body: Body<O>,
    /// The open types resolved when the structure is complete.
    pub relations: Vec<Relation>,
    /// The rule's facts about the whole program.
    pub whole: O::Whole,
    /// Whether its primitives are in line when it is compiled, not called. Set by [`crate::program::splice`].
    pub in_line: bool,
}

/// An open type that a governor resolves.
#[derive(Clone, Debug, PartialEq)]
pub struct Relation {
    /// The path from the structure to the governor, a scalar or a structure; the last field may be an arm of a
    /// union.
    pub governor: Vec<FieldId>,
    /// The representation of the governor's value.
    pub key: Key,
    /// The start of the table of known values in [`crate::Model::keys`].
    pub keys: usize,
    /// The path from the structure to the open type.
    pub path: Vec<FieldId>,
    /// The open type.
    pub open: Node,
}

/// The comparison of a governor's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// As a number in a machine type.
    Number(IntegerRepr),
    /// By its bytes.
    Octets,
    /// Part by part: a structure, with the number of its [`Chooser`].
    Parts(usize),
}

/// The comparison of a governor that is a structure. Each part gives a number, 0 if no object has its value.
/// The numbers of all parts so far select the next one, and in the end the alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chooser {
    /// The structure.
    pub structure: TypeId,
    /// Its parts.
    pub parts: Vec<ChooserPart>,
}

/// A part of a governor that is a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChooserPart {
    /// The path from the structure to the part.
    pub path: Vec<FieldId>,
    /// The comparison of its value, with the start of the table of known values; `None`: only its presence
    /// counts.
    pub key: Option<(Key, usize)>,
    /// The number when it is absent.
    pub absent: u32,
    /// One more than the largest number.
    pub radix: u32,
    /// The start of the table that the combined number selects from: that of the parts before, times `radix`,
    /// plus that of this one. `None` for a first part that others follow: its number is used by itself.
    pub joined: Option<usize>,
}

/// Control code of a node.
#[derive(Clone, Debug, PartialEq)]
pub enum Body<O: Operations> {
    /// The steps in order.
    Sequence(Vec<Step<O>>),
    /// The fields in any order.
    Set {
        /// In the order of the program, which the rule chooses.
        fields: Vec<FieldStep<O>>,
        /// The rule's operation.
        op: O::Set,
    },
    /// One of the arms.
    Switch {
        /// In the order of the definition.
        arms: Vec<FieldStep<O>>,
        /// The rule's selection of an arm.
        op: O::Switch,
    },
    /// An open type: the value that the governor selected, through a pointer.
    Open {
        /// The types that it may hold, numbered from 1.
        arms: Vec<FieldStep<O>>,
        /// The rule's operation on the selected value.
        op: O::Open,
    },
    /// The element, repeated.
    Repeat {
        /// The element.
        element: Box<FieldStep<O>>,
        /// The rule's count.
        op: O::Repeat,
        /// Elements per turn of the compiled loop; if all elements, no loop. Set by
        /// [`crate::program::splice`].
        unrolled: u32,
    },
    /// A scalar that is a root itself.
    Scalar(Box<FieldStep<O>>),
}

/// One step of a sequence.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<O: Operations> {
    /// A field.
    Field(FieldStep<O>),
    /// An operation of the rule.
    Between(O::Between),
}

/// The step of a field.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldStep<O: Operations> {
    /// The field; `None` for a scalar root.
    pub field: Option<FieldId>,
    /// Whether it may be absent.
    pub presence: StepPresence,
    /// Whether it closes a cycle of types, which is one level of depth.
    pub recursive: bool,
    /// Whether the C member is a pointer into the arena.
    pub boxed: bool,
    /// The check of its value.
    pub check: Option<StepCheck>,
    /// The rule's operation that finds it.
    pub op: O::Field,
    /// The conversion of its value.
    pub action: Action<O>,
}

/// The part of a field's step that does not depend on the rule.
#[derive(Clone, Copy, Debug)]
pub struct Control<'p> {
    /// As in [`FieldStep`].
    pub field: Option<FieldId>,
    /// As in [`FieldStep`].
    pub presence: &'p StepPresence,
    /// As in [`FieldStep`].
    pub recursive: bool,
    /// As in [`FieldStep`].
    pub check: Option<&'p StepCheck>,
    /// The node that converts it, unless a primitive does.
    pub callee: Option<Node>,
}

impl Control<'_> {
    /// Whether the callee's program may be inlined: the call closes no cycle and is made in place. A resolved
    /// open type is called later, when the governor is known. A plan chooses among these calls only, and
    /// [`splice`] replaces no other.
    pub fn may_splice(&self, is_open: impl Fn(Node) -> bool) -> bool {
        !self.recursive && self.callee.is_some_and(|callee| !is_open(callee))
    }
}

/// The checks of a field's value.
#[derive(Clone, Debug, PartialEq)]
pub enum StepCheck {
    /// A check of a number, size or characters only.
    Bounds(Bounds),
    /// By a function.
    Predicate(Box<PredicateCheck>),
}

/// Bounds on a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounds {
    /// The quantity that they apply to.
    pub kind: CheckKind,
    /// The numbers and characters permitted.
    pub check: Check,
}

/// A check by a function.
#[derive(Clone, Debug, PartialEq)]
pub struct PredicateCheck {
    /// The type of the value.
    pub ty: TypeId,
    /// The bounds to check first.
    pub bounds: Option<Bounds>,
    /// The predicate for the rest.
    pub predicate: Predicate,
}

/// The quantity that a check applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckKind {
    /// A machine integer.
    Integer(IntegerRepr),
    /// A BOOLEAN.
    Boolean,
    /// The length of a string of bytes or bits.
    Length,
    /// The count of an array.
    Count,
    /// Characters of one, two or four bytes.
    Characters(u8),
    /// Characters in UTF-8.
    Utf8,
    /// An integer held as bytes.
    Bytes,
}

/// Whether a field may be absent, and its value then.
#[derive(Clone, Debug, PartialEq)]
pub enum StepPresence {
    /// It must be present.
    Mandatory,
    /// The flag of this index tells whether it is present.
    Flag(usize),
    /// An absent field has this value.
    Default(DefaultValue),
}

/// A default that is filled in.
#[derive(Clone, Debug, PartialEq)]
pub enum DefaultValue {
    /// BOOLEAN.
    Boolean(bool),
    /// INTEGER and ENUMERATED in a machine type.
    Integer(BigInt),
    /// Bytes, or the contents of an integer held as bytes.
    Slice(Vec<u8>),
    /// Bits: bytes and length in bits.
    Bits(Vec<u8>, u64),
    /// An array without elements.
    EmptyArray,
    /// NULL, which has one value.
    Null,
    /// A constructed value, by its encoding with all tags.
    Encoded(Vec<u8>),
}

impl DefaultValue {
    /// Returns bytes and length (for bits, in bits) of a default that C holds as a slice.
    pub fn as_slice(&self) -> Option<(&[u8], u64)> {
        match self {
            Self::Slice(octets) | Self::Encoded(octets) => Some((octets, octets.len() as u64)),
            Self::Bits(octets, length) => Some((octets, *length)),
            Self::Boolean(_) | Self::Integer(_) | Self::EmptyArray | Self::Null => None,
        }
    }
}

/// The conversion of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Action<O: Operations> {
    /// A marshalling primitive.
    Primitive(O::Primitive),
    /// The stub of another node.
    Call(Node),
    /// The program of another node, inlined.
    Inline(Box<Program<O>>),
}

impl<O: Operations> FieldStep<O> {
    /// Returns the part that does not depend on the rule.
    pub fn control(&self) -> Control<'_> {
        let callee = match &self.action {
            Action::Primitive(_) => None,
            Action::Call(target) => Some(*target),
            Action::Inline(program) => Some(program.node),
        };
        let Self { field, presence, recursive, check, .. } = self;
        Control { field: *field, presence, recursive: *recursive, check: check.as_ref(), callee }
    }
}

impl<O: Operations> Body<O> {
    /// Returns the field steps in order, without nested ones.
    pub fn fields(&self) -> impl Iterator<Item = &FieldStep<O>> {
        let (steps, fields): (&[Step<O>], &[FieldStep<O>]) = match self {
            Self::Sequence(steps) => (steps, &[]),
            Self::Set { fields, .. }
            | Self::Switch { arms: fields, .. }
            | Self::Open { arms: fields, .. } => (&[], fields),
            Self::Repeat { element, .. } | Self::Scalar(element) => (&[], std::slice::from_ref(element)),
        };
        fn of_step<O: Operations>(step: &Step<O>) -> Option<&FieldStep<O>> {
            if let Step::Field(field) = step { Some(field) } else { None }
        }
        steps.iter().filter_map(of_step).chain(fields)
    }

    /// Returns the primitive of a scalar that is a root itself.
    pub fn primitive(&self) -> Option<O::Primitive> {
        match self {
            Self::Scalar(step) => match step.action {
                Action::Primitive(primitive) => Some(primitive),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the field steps mutably.
    pub fn fields_mut(&mut self) -> Box<dyn Iterator<Item = &mut FieldStep<O>> + '_> {
        match self {
            Self::Sequence(steps) => Box::new(steps.iter_mut().filter_map(|step| match step {
                Step::Field(field) => Some(field),
                Step::Between(_) => None,
            })),
            Self::Set { fields, .. }
            | Self::Switch { arms: fields, .. }
            | Self::Open { arms: fields, .. } => Box::new(fields.iter_mut()),
            Self::Repeat { element, .. } | Self::Scalar(element) => Box::new(std::iter::once(&mut **element)),
        }
    }
}

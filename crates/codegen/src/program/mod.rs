//! Programs: what the stub of a node does, before it becomes commands or C.
//!
//! A program is control code that all encoding rules share around [`Operations`] that belong to one rule: how a field is found,
//! what converts a scalar, what a loop counts. Splicing, sharing, numbering, costing and planning see the control code alone.
//!
//! A program has one [`Body`] per node and serves both directions: decoding runs its steps forward, encoding backward from
//! the end of the buffer (under XDR forward, too). The table back end prints it as commands for the interpreter, the procedure back
//! end as straight-line C, and the cost model sums it.

pub mod alike;
pub mod dump;
pub mod needs;
pub mod numbering;
pub mod splice;
pub mod techniques;
pub mod unroll;

use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::fmt::Debug;
use syntax_graph::permitted::Check;
use syntax_graph::{FieldId, IntegerRepr, Predicate, TypeId};

/// What a part of a program is: a value without references.
pub trait Part: Clone + Debug + PartialEq + Send + Sync + 'static {}

impl<T: Clone + Debug + PartialEq + Send + Sync + 'static> Part for T {}

/// The operations of one encoding rule, by where they stand in a program.
///
/// A place that no type of the rule has an operation for is [`std::convert::Infallible`].
pub trait Operations: Copy + Part {
    /// Converts a scalar.
    type Primitive: Copy + Debug + Ord + Send + Sync;
    /// Finds a field and what stands around it.
    type Field: Part;
    /// Stands between the fields of a sequence.
    type Between: Part;
    /// Takes fields in any order.
    type Set: Part;
    /// Chooses an arm.
    type Switch: Part;
    /// Converts what a governor selects.
    type Open: Part;
    /// Counts elements.
    type Repeat: Part;
    /// Is known of a program as a whole.
    type Whole: Part;

    /// What a switch does, as text that is the same for switches that do the same.
    fn switch_shape(switch: &Self::Switch) -> String {
        format!("{switch:?}")
    }

    /// The step that converts the value by which a switch chooses.
    fn chooser(_: &Self::Switch) -> Option<&FieldStep<Self>> {
        None
    }
}

/// The programs of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Programs<O: Operations> {
    /// The program of each node.
    pub nodes: BTreeMap<TypeId, Program<O>>,
    /// The step of each root, in the order of the options.
    pub roots: Vec<FieldStep<O>>,
    /// The step of each type that strings are to contain.
    pub contained: Vec<FieldStep<O>>,
}

/// The program of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Program<O: Operations> {
    /// The node.
    pub node: TypeId,
    /// What it does between what its caller finds and what stands behind it.
    pub body: Body<O>,
    /// The open types that are resolved when the structure is complete.
    pub relations: Vec<Relation>,
    /// What the rule knows of it as a whole.
    pub whole: O::Whole,
}

/// An open type that a governor resolves.
#[derive(Clone, Debug, PartialEq)]
pub struct Relation {
    /// The fields from the structure to the governor, a scalar; the last may be an arm of a union.
    pub governor: Vec<FieldId>,
    /// What holds the governor's value.
    pub key: Key,
    /// Where the table of its known values starts in [`crate::Model::keys`].
    pub keys: usize,
    /// The fields from the structure to the open type.
    pub path: Vec<FieldId>,
    /// The open type.
    pub open: TypeId,
}

/// How a governor's value is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// As a number in a machine type.
    Number(IntegerRepr),
    /// By its octets.
    Octets,
}

/// Control code of a node.
#[derive(Clone, Debug, PartialEq)]
pub enum Body<O: Operations> {
    /// The steps in order.
    Sequence(Vec<Step<O>>),
    /// The fields in whatever order they come.
    Set {
        /// In the order of the program, which the rule chooses.
        fields: Vec<FieldStep<O>>,
        /// How.
        op: O::Set,
    },
    /// One of the arms.
    Switch {
        /// In the order of the definition.
        arms: Vec<FieldStep<O>>,
        /// What chooses one.
        op: O::Switch,
    },
    /// An open type: what the governor's value has selected, behind a pointer.
    Open {
        /// What it may hold, numbered from 1.
        arms: Vec<FieldStep<O>>,
        /// What else it may hold.
        op: O::Open,
    },
    /// The element, again and again.
    Repeat {
        /// The element.
        element: Box<FieldStep<O>>,
        /// How often.
        op: O::Repeat,
        /// Elements in a turn of the compiled loop; as many as there are: no loop. Set by [`crate::program::splice`].
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

/// How a field is found and converted.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldStep<O: Operations> {
    /// The field; none for a scalar root.
    pub field: Option<FieldId>,
    /// Whether it may be absent.
    pub presence: StepPresence,
    /// Whether it closes a cycle of types: one level of depth.
    pub recursive: bool,
    /// Whether the C member is a pointer into the arena.
    pub boxed: bool,
    /// What is checked of its value.
    pub check: Option<StepCheck>,
    /// How the rule finds it.
    pub op: O::Field,
    /// What converts it.
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
    pub callee: Option<TypeId>,
}

impl Control<'_> {
    /// Whether the program of the callee may stand in the owner's: the call closes no cycle, and is made where it stands. What a
    /// governor resolves is called when the governor is known. A plan chooses among these calls alone, and [`splice`]
    /// replaces no other.
    pub fn may_splice(&self, is_open: impl Fn(TypeId) -> bool) -> bool {
        !self.recursive && self.callee.is_some_and(|callee| !is_open(callee))
    }
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
pub enum Action<O: Operations> {
    /// A marshalling primitive.
    Primitive(O::Primitive),
    /// The stub of another node.
    Call(TypeId),
    /// The program of another node, spliced in.
    Inline(Box<Program<O>>),
}

impl<O: Operations> FieldStep<O> {
    /// The part that does not depend on the rule.
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
    /// The field steps in order, nested ones left out.
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

    /// The same, to be changed.
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

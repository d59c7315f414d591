//! Stubs, the units of planning, measuring and printing: a type in a context, in one direction.
//!
//! A [`Node`] is a type in a context. Its one program serves both directions; each direction that reaches the
//! node has a [`Stub`]. After lowering, only structs, their names and their layout depend on the type alone:
//! no plan changes them.

use std::collections::BTreeMap;
use std::fmt;
use syntax_graph::{FieldId, Id, IndexVec, SyntaxGraph, TypeId};

/// A direction of conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// From bytes to value.
    Decode,
    /// From value to bytes.
    Encode,
}

impl Direction {
    /// Both directions.
    pub const ALL: [Self; 2] = [Self::Decode, Self::Encode];

    /// Returns `decode` or `encode`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Encode => "encode",
        }
    }
}

/// The number of a stub.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StubId(u32);

impl Id for StubId {
    fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("an arena holds fewer than 2^32 elements"))
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for StubId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

/// The place of a node's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Context {
    /// Any place.
    General,
    /// This field only: a specialized node beside the general one.
    Field(FieldId),
}

/// A type in a context. A type has one node for each context that needs one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Node {
    /// The type, references followed.
    pub ty: TypeId,
    /// The place of its values.
    pub context: Context,
}

impl Node {
    /// Returns the node that serves a type in any place.
    pub const fn general(ty: TypeId) -> Self {
        Self { ty, context: Context::General }
    }

    /// Returns the name for reports: `Module.Type`, or `Module.Type@Module.Owner.field` in the context of a
    /// field.
    pub fn path(self, graph: &SyntaxGraph) -> String {
        format!("{}{}", graph.type_path(self.ty), self.suffix(graph))
    }

    /// Returns the name of a field of this node for reports.
    pub fn field_path(self, graph: &SyntaxGraph, field: FieldId) -> String {
        format!("{}{}", graph.field_path(field), self.suffix(graph))
    }

    fn suffix(self, graph: &SyntaxGraph) -> String {
        match self.context {
            Context::General => String::new(),
            Context::Field(field) => format!("@{}", graph.field_path(field)),
        }
    }
}

/// A node in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stub {
    /// The direction.
    pub direction: Direction,
    /// The type and its context.
    pub node: Node,
}

/// The stubs of a model.
#[derive(Clone, Debug, Default)]
pub struct Stubs {
    all: IndexVec<StubId, Stub>,
    known: BTreeMap<Stub, StubId>,
}

impl Stubs {
    /// Numbers the stubs of nodes, those of decoding first.
    pub fn of_nodes(reached: impl Iterator<Item = (Direction, Node)>) -> Self {
        let mut stubs = Self::default();
        for (direction, node) in reached {
            let stub = Stub { direction, node };
            stubs.known.insert(stub, stubs.all.push(stub));
        }
        stubs
    }

    /// Returns all stubs, those of decoding first.
    pub fn iter(&self) -> impl Iterator<Item = (StubId, Stub)> + '_ {
        self.all.ids().map(|id| (id, self.all[id]))
    }

    /// Returns the node and direction of a stub.
    pub fn of(&self, id: StubId) -> Stub {
        self.all[id]
    }

    /// Returns the stub of a node, if the roots reach the node in this direction.
    pub fn find(&self, node: Node, direction: Direction) -> Option<StubId> {
        self.known.get(&Stub { direction, node }).copied()
    }
}

//! Stubs: what is planned, measured and printed for a type in a context, in one direction.

use crate::program::techniques::Direction;
use std::collections::BTreeMap;
use std::fmt;
use syntax_graph::{Id, IndexVec, TypeId};

/// A stub.
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

/// Where the values of a stub stand. A type has one stub for each context that it is needed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Context {
    /// Anywhere.
    General,
}

/// What a stub is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stub {
    /// The direction.
    pub direction: Direction,
    /// The type.
    pub ty: TypeId,
    /// Where its values stand.
    pub context: Context,
}

/// The stubs of a model.
#[derive(Clone, Debug, Default)]
pub struct Stubs {
    all: IndexVec<StubId, Stub>,
    known: BTreeMap<Stub, StubId>,
}

impl Stubs {
    /// The general stubs of these types, which roots reach in each direction.
    pub fn general<'t>(
        reached: impl Iterator<Item = (Direction, &'t std::collections::BTreeSet<TypeId>)>,
    ) -> Self {
        let mut stubs = Self::default();
        for (direction, types) in reached {
            for &ty in types {
                let stub = Stub { direction, ty, context: Context::General };
                stubs.known.insert(stub, stubs.all.push(stub));
            }
        }
        stubs
    }

    /// All, those of decoding first.
    pub fn iter(&self) -> impl Iterator<Item = (StubId, Stub)> + '_ {
        self.all.ids().map(|id| (id, self.all[id]))
    }

    /// What a stub is for.
    pub fn of(&self, id: StubId) -> Stub {
        self.all[id]
    }

    /// The stub that serves a type anywhere, if the roots reach it in this direction.
    pub fn find(&self, ty: TypeId, direction: Direction) -> Option<StubId> {
        self.known.get(&Stub { direction, ty, context: Context::General }).copied()
    }
}

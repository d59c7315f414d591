//! Typed ids of graph nodes, and the arenas that they index.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A small typed index into an [`IndexVec`].
pub trait Id: Copy + Ord + fmt::Debug {
    /// Returns the id of the element at `index`.
    fn new(index: usize) -> Self;
    /// Returns the element's position in its arena.
    fn index(self) -> usize;
}

macro_rules! declare_id {
    ($(#[$doc:meta])* $name:ident, $letter:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl Id for $name {
            fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("an arena holds fewer than 2^32 elements"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }
    };
}

declare_id!(
    /// One source file.
    FileId,
    "s"
);
declare_id!(
    /// One module of the specification.
    ModuleId,
    "m"
);
declare_id!(
    /// One type node.
    TypeId,
    "t"
);
declare_id!(
    /// One field node.
    FieldId,
    "f"
);

/// A vector indexed by a typed id: an arena, or a side table with one entry per node.
#[derive(Clone, PartialEq, Eq)]
pub struct IndexVec<I, T> {
    raw: Vec<T>,
    marker: PhantomData<fn(I) -> I>,
}

impl<I: Id, T> IndexVec<I, T> {
    /// Returns an empty arena.
    pub const fn new() -> Self {
        Self { raw: Vec::new(), marker: PhantomData }
    }

    /// Returns a side table of `length` copies of `value`.
    pub fn filled(value: T, length: usize) -> Self
    where
        T: Clone,
    {
        Self { raw: vec![value; length], marker: PhantomData }
    }

    /// Appends an element and returns its id.
    pub fn push(&mut self, value: T) -> I {
        let id = I::new(self.raw.len());
        self.raw.push(value);
        id
    }

    /// Keeps the first `length` elements and removes the others.
    pub fn truncate(&mut self, length: usize) {
        self.raw.truncate(length);
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.raw.len()
    }

    /// Returns whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }

    /// Returns the element; `None` if this arena has no element with the id.
    pub fn get(&self, id: I) -> Option<&T> {
        self.raw.get(id.index())
    }

    /// Returns the ids in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.raw.len()).map(I::new)
    }

    /// Returns the elements in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        self.raw.iter()
    }

    /// Returns the elements in order, mutably.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> + ExactSizeIterator {
        self.raw.iter_mut()
    }

    /// Returns the elements with their ids, in order.
    pub fn enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.raw.iter().enumerate().map(|(index, value)| (I::new(index), value))
    }
}

impl<I: Id, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T> Index<I> for IndexVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.raw[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IndexVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.raw[id.index()]
    }
}

impl<I: Id, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<S: IntoIterator<Item = T>>(values: S) -> Self {
        Self { raw: values.into_iter().collect(), marker: PhantomData }
    }
}

impl<I: Id, T: fmt::Debug> fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.enumerated()).finish()
    }
}

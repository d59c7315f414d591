//! Bytes on two scales that do not mix: predicted by the model, and measured in compiled objects.
//!
//! A plan has a predicted and a measured size. The search for a cap sometimes compares the two scales; each such
//! place calls [`Bytes::at_face_value`].

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::marker::PhantomData;
use std::ops::{Add, AddAssign};

/// The scale of the cost model, in which problems are stated and solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Predicted {}

/// The scale of the objects that a compiler makes, in which caps are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measured {}

/// A scale, and the other one.
pub trait Scale {
    /// The other one.
    type Other: Scale;
}

impl Scale for Predicted {
    type Other = Measured;
}

impl Scale for Measured {
    type Other = Predicted;
}

/// A number of bytes on one scale.
///
/// ```
/// use size_budget::{Bytes, Measured};
/// let (generated, runtime) = (Bytes::<Measured>::new(300), Bytes::new(500));
/// assert_eq!((generated + runtime).get(), 800);
/// ```
///
/// Bytes of different scales do not add, and do not compare:
///
/// ```compile_fail
/// use size_budget::{Bytes, Measured, Predicted};
/// let sum = Bytes::<Measured>::new(300) + Bytes::<Predicted>::new(500);
/// ```
///
/// ```compile_fail
/// use size_budget::{Bytes, Measured, Predicted};
/// let fits = Bytes::<Predicted>::new(300) <= Bytes::<Measured>::new(500);
/// ```
pub struct Bytes<S> {
    count: u64,
    scale: PhantomData<S>,
}

impl<S> Bytes<S> {
    /// None.
    pub const ZERO: Self = Self::new(0);
    /// More than any program has.
    pub const MAX: Self = Self::new(u64::MAX);

    /// So many bytes.
    pub const fn new(count: u64) -> Self {
        Self { count, scale: PhantomData }
    }

    /// How many.
    pub const fn get(self) -> u64 {
        self.count
    }

    /// How many, for shares and ratios.
    pub fn as_f64(self) -> f64 {
        self.count as f64
    }

    /// The sum, saturating.
    #[must_use]
    pub fn saturating_add(self, other: Self) -> Self {
        Self::new(self.count.saturating_add(other.count))
    }

    /// By how much this is more than the other.
    #[must_use]
    pub fn saturating_sub(self, other: Self) -> Self {
        Self::new(self.count.saturating_sub(other.count))
    }

    /// A share of it, rounded down.
    #[must_use]
    pub fn share(self, share: f64) -> Self {
        Self::new((self.as_f64() * share) as u64)
    }
}

impl<S: Scale> Bytes<S> {
    /// The same number on the other scale, for places without a better conversion.
    pub fn at_face_value(self) -> Bytes<S::Other> {
        Bytes::new(self.count)
    }
}

// Derived, these would ask for the same of the scale.
impl<S> Clone for Bytes<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Bytes<S> {}

impl<S> Default for Bytes<S> {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<S> PartialEq for Bytes<S> {
    fn eq(&self, other: &Self) -> bool {
        self.count == other.count
    }
}

impl<S> Eq for Bytes<S> {}

impl<S> PartialOrd for Bytes<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S> Ord for Bytes<S> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.count.cmp(&other.count)
    }
}

/// A number from outside has no scale yet.
impl<S> From<u64> for Bytes<S> {
    fn from(count: u64) -> Self {
        Self::new(count)
    }
}

impl<S> PartialEq<u64> for Bytes<S> {
    fn eq(&self, count: &u64) -> bool {
        self.count == *count
    }
}

impl<S> PartialOrd<u64> for Bytes<S> {
    fn partial_cmp(&self, count: &u64) -> Option<Ordering> {
        Some(self.count.cmp(count))
    }
}

impl<S> Add for Bytes<S> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.count + other.count)
    }
}

impl<S> AddAssign for Bytes<S> {
    fn add_assign(&mut self, other: Self) {
        self.count += other.count;
    }
}

impl<S> Sum for Bytes<S> {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, Add::add)
    }
}

impl<S> fmt::Debug for Bytes<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.count)
    }
}

impl<S> fmt::Display for Bytes<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.count, f)
    }
}

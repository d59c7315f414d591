//! Byte counts on two scales that do not mix: predicted by the cost model, and measured in compiled objects.
//!
//! A plan has a predicted and a measured size. The search within a cap sometimes compares the two scales. Each such
//! place calls [`Bytes::at_face_value`].

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::marker::PhantomData;
use std::ops::{Add, AddAssign};

/// The scale of the cost model. Problems, budgets and the totals of plans use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Predicted {}

/// The scale of compiled object files. Caps and builds use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measured {}

/// A scale of bytes: [`Predicted`] or [`Measured`].
pub trait Scale {
    /// The other scale.
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
/// Bytes of different scales can be neither added nor compared:
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
    /// Zero bytes.
    pub const ZERO: Self = Self::new(0);
    /// The largest count, greater than the size of any program.
    pub const MAX: Self = Self::new(u64::MAX);

    /// A size of `count` bytes.
    pub const fn new(count: u64) -> Self {
        Self { count, scale: PhantomData }
    }

    /// The number of bytes.
    pub const fn get(self) -> u64 {
        self.count
    }

    /// The number of bytes as a floating-point number, for shares and ratios.
    pub fn as_f64(self) -> f64 {
        self.count as f64
    }

    /// The sum, or [`Bytes::MAX`] on overflow.
    #[must_use]
    pub fn saturating_add(self, other: Self) -> Self {
        Self::new(self.count.saturating_add(other.count))
    }

    /// The difference, or zero if `other` is larger.
    #[must_use]
    pub fn saturating_sub(self, other: Self) -> Self {
        Self::new(self.count.saturating_sub(other.count))
    }

    /// This size times `share`, rounded down.
    #[must_use]
    pub fn share(self, share: f64) -> Self {
        Self::new((self.as_f64() * share) as u64)
    }
}

impl<S: Scale> Bytes<S> {
    /// Converts to the other scale without changing the number. Use it only if there is no better conversion.
    pub fn at_face_value(self) -> Bytes<S::Other> {
        Bytes::new(self.count)
    }
}

// Derived implementations would require the same traits of the scale.
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

/// A plain number takes the scale that its context requires.
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

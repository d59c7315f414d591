//! Sets of whole numbers as lists of intervals, with set arithmetic for constraints.

use num_bigint::BigInt;

/// One interval: its least and its greatest number. `None` is an unbounded end.
pub type Interval = (Option<BigInt>, Option<BigInt>);

/// A set of whole numbers: inclusive intervals in ascending order, with a gap between neighbors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intervals(Vec<Interval>);

impl Intervals {
    /// Returns the set of all numbers.
    pub fn all() -> Self {
        Self(vec![(None, None)])
    }

    /// Returns the numbers of one interval; the empty set if `low` is above `high`.
    pub fn between(low: Option<BigInt>, high: Option<BigInt>) -> Self {
        let crossed = low.as_ref().zip(high.as_ref()).is_some_and(|(low, high)| low > high);
        Self(if crossed { Vec::new() } else { vec![(low, high)] })
    }

    /// Returns the set of one number.
    pub fn one(number: BigInt) -> Self {
        Self(vec![(Some(number.clone()), Some(number))])
    }

    /// Returns the union of these intervals.
    pub fn of(intervals: impl IntoIterator<Item = Interval>) -> Self {
        let mut all: Vec<Interval> = intervals.into_iter().collect();
        // `None` as a lower end sorts first, as required.
        all.sort();
        let mut joined: Vec<Interval> = Vec::new();
        for (low, high) in all {
            match joined.last_mut() {
                Some((_, last)) if touches(last.as_ref(), low.as_ref()) => {
                    *last = last.take().zip(high).map(|(a, b)| a.max(b));
                }
                _ => joined.push((low, high)),
            }
        }
        Self(joined)
    }

    /// Returns the intervals in ascending order.
    pub fn intervals(&self) -> &[Interval] {
        &self.0
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether the set contains every number.
    pub fn is_all(&self) -> bool {
        matches!(self.0[..], [(None, None)])
    }

    /// Returns whether a number is in the set.
    pub fn contains(&self, number: &BigInt) -> bool {
        self.0.iter().any(|(low, high)| {
            low.as_ref().is_none_or(|low| low <= number) && high.as_ref().is_none_or(|high| number <= high)
        })
    }

    /// Returns the numbers that are in at least one of the sets.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self::of(self.0.iter().chain(&other.0).cloned())
    }

    /// Returns the numbers that are in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let (mut common, mut at, mut beside) = (Vec::new(), 0, 0);
        while let (Some(a), Some(b)) = (self.0.get(at), other.0.get(beside)) {
            let low = a.0.clone().max(b.0.clone());
            let high = match (&a.1, &b.1) {
                (Some(a), Some(b)) => Some(a.min(b).clone()),
                (a, b) => a.clone().or_else(|| b.clone()),
            };
            let is_first_to_end = a.1.is_some() && (b.1.is_none() || a.1 <= b.1);
            common.extend(Self::between(low, high).0);
            *(if is_first_to_end { &mut at } else { &mut beside }) += 1;
        }
        Self(common)
    }

    /// Returns the numbers that are not in the set.
    #[must_use]
    pub fn complement(&self) -> Self {
        let mut gaps = Vec::new();
        let mut from = Some(None);
        for (low, high) in &self.0 {
            if let (Some(start), Some(low)) = (from.take(), low) {
                gaps.push((start, Some(low - 1)));
            }
            from = high.as_ref().map(|high| Some(high + 1));
        }
        gaps.extend(from.map(|start| (start, None)));
        Self(gaps)
    }
}

impl std::fmt::Display for Intervals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        for (at, (low, high)) in self.0.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { " | " })?;
            match (low, high) {
                (Some(low), Some(high)) if low == high => write!(f, "{low}")?,
                (low, high) => {
                    let end = |end: &Option<BigInt>, none: &str| {
                        end.as_ref().map_or(none.to_owned(), ToString::to_string)
                    };
                    write!(f, "{}..{}", end(low, "MIN"), end(high, "MAX"))?;
                }
            }
        }
        Ok(())
    }
}

/// Returns whether there is no gap between an interval that ends at `end` and one that starts at `start`. `None` is
/// an unbounded end.
fn touches(end: Option<&BigInt>, start: Option<&BigInt>) -> bool {
    match (end, start) {
        (Some(end), Some(start)) => *start <= end + 1,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(intervals: &[(i32, i32)]) -> Intervals {
        Intervals::of(intervals.iter().map(|(low, high)| (Some((*low).into()), Some((*high).into()))))
    }

    #[test]
    fn against_numbers_one_by_one() {
        let sets = [
            set(&[]),
            set(&[(0, 0)]),
            set(&[(1, 3), (5, 9)]),
            set(&[(9, 9), (2, 4), (3, 5)]),
            set(&[(-5, -1), (0, 3), (7, 7)]),
            Intervals::between(None, Some(4.into())),
            Intervals::between(Some(2.into()), None),
            Intervals::between(Some(4.into()), Some(3.into())),
            Intervals::between(None, Some(1.into())).union(&Intervals::between(Some(6.into()), None)),
            Intervals::all(),
        ];
        for a in &sets {
            for number in (-8..12).map(BigInt::from) {
                assert_eq!(a.complement().contains(&number), !a.contains(&number), "{a:?} {number}");
                for b in &sets {
                    let (in_a, in_b) = (a.contains(&number), b.contains(&number));
                    assert_eq!(a.union(b).contains(&number), in_a || in_b, "{a:?} {b:?} {number}");
                    assert_eq!(a.intersection(b).contains(&number), in_a && in_b, "{a:?} {b:?} {number}");
                }
            }
            assert_eq!(a.complement().complement(), *a);
            assert_eq!(Intervals::of(a.intervals().iter().cloned()), *a);
        }
        assert!(set(&[(1, 2), (3, 4)]).intervals().len() == 1);
    }
}

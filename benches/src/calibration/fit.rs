//! Fits the instructions of each term to the counts: least squares of relative errors. No term falls far
//! below its start, and none is faster interpreted than compiled.

use super::observed::{Measured, Observed, Plan, is_packed};
use codegen::Direction;
use codegen::cost::{Table, Term, Time};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The weight of a term's start, as a share of a family's weight. The error is the term's change as a share
/// of its start. Doubling a term pays if it takes 4 % of error from one family.
const START: f64 = 0.002;
/// The weight of a family of random values, relative to one of messages.
const VALUES: f64 = 0.2;
/// The weight of the sums of a family's messages under each plan, relative to that of the single messages. Plans are
/// compared by the time of all messages, to which the long ones contribute most.
const SUMS: f64 = 3.0;
/// Rounds of the descent, which converges long before.
const ROUNDS: usize = 3_000;

/// The least value of a term, as a share of its start. Without it, of two terms that messages use together,
/// one would get both costs. Terms that no plan changes have no limit.
const FLOOR: f64 = 0.5;

/// Fits the terms of one direction to the counts of some families of equal weight. The starts are first
/// scaled by the one factor that fits best, as targets mostly differ by a factor.
pub fn fit<'m>(families: impl Iterator<Item = &'m Measured>, direction: Direction, start: &Table) -> Table {
    let families: Vec<Vec<Weighed<'_>>> = families.map(|family| weighed(family, direction)).collect();
    let scale = scale(families.iter().flatten(), start);
    let mut squares = Squares::new(2 * Term::ALL.len());
    for term in Term::ALL {
        let Time { interpreted, compiled } = start.of(term);
        for (column, value) in [(0, compiled), (Term::ALL.len(), interpreted - compiled)] {
            if value > 0.0 {
                let mut row = vec![0.0; 2 * Term::ALL.len()];
                row[column + term as usize] = 1.0 / (scale * value);
                squares.add(&row, START);
                if !matches!(term, Term::Message | Term::Octet | Term::Long | Term::Passed) {
                    squares.floors[column + term as usize] = FLOOR * scale * value;
                }
            }
        }
    }
    for (row, share) in families.iter().flatten() {
        let weight = 1.0 / row.counted;
        let compiled = Term::ALL.map(|term| (row.compiled.of(term) + row.interpreted.of(term)) * weight);
        let interpreted = Term::ALL.map(|term| row.interpreted.of(term) * weight);
        squares.add(&[compiled, interpreted].concat(), *share);
    }
    let solution = squares.solve();
    let (compiled, beyond) = solution.split_at(Term::ALL.len());
    let mut times = BTreeMap::new();
    for term in Term::ALL {
        let (compiled, beyond) = (rounded(compiled[term as usize]), rounded(beyond[term as usize]));
        if compiled + beyond > 0.0 {
            times.insert(term, Time { interpreted: rounded(compiled + beyond), compiled });
        }
    }
    Table::from(times)
}

/// A message, or the sum of messages, with its weight in the sum of squares.
type Weighed<'m> = (Cow<'m, Observed>, f64);

/// Returns the messages of a family that the fit uses, and their sums under each plan. Random values have no sums:
/// a few long ones would be all of them.
fn weighed(family: &Measured, direction: Direction) -> Vec<Weighed<'_>> {
    let rows: Vec<&Observed> = family.observed.iter().filter(|row| is_fitted(row, direction)).collect();
    // Messages of packed rules show few kinds of values.
    let is_whole = family.real || is_packed(family.rules);
    let share = if is_whole { 1.0 } else { VALUES } / rows.len().max(1) as f64;
    let mut sums: BTreeMap<Plan, Observed> = BTreeMap::new();
    for row in rows.iter().filter(|_| family.real) {
        sums.entry(row.plan).and_modify(|sum| sum.add(row)).or_insert_with(|| (*row).clone());
    }
    let of_sums = SUMS / sums.len().max(1) as f64;
    let sums: Vec<Weighed<'_>> = sums.into_values().map(|sum| (Cow::Owned(sum), of_sums)).collect();
    rows.into_iter().map(|row| (Cow::Borrowed(row), share)).chain(sums).collect()
}

/// Returns the factor on all starts that minimizes the sum of squared relative errors.
fn scale<'m>(rows: impl Iterator<Item = &'m Weighed<'m>>, start: &Table) -> f64 {
    let (mut products, mut squares) = (0.0, 0.0);
    for (row, share) in rows {
        let predicted = row.predicted(start) / row.counted;
        products += share * predicted;
        squares += share * predicted * predicted;
    }
    if squares > 0.0 { products / squares } else { 1.0 }
}

/// Rounds to tenths of an instruction, or hundredths below one.
fn rounded(value: f64) -> f64 {
    let parts = if value < 1.0 { 100.0 } else { 10.0 };
    (value * parts).round() / parts
}

/// Returns whether the fit uses a row.
fn is_fitted(row: &Observed, direction: Direction) -> bool {
    row.direction == direction
}

/// Sums of squares of rows whose right-hand side is 1: the normal equations.
struct Squares {
    products: Vec<Vec<f64>>,
    sums: Vec<f64>,
    floors: Vec<f64>,
}

impl Squares {
    fn new(columns: usize) -> Self {
        let zeros = vec![0.0; columns];
        Self { products: vec![zeros.clone(); columns], sums: zeros.clone(), floors: zeros }
    }

    fn add(&mut self, row: &[f64], weight: f64) {
        for (at, value) in row.iter().enumerate().filter(|(_, value)| **value != 0.0) {
            self.sums[at] += weight * value;
            for (product, other) in self.products[at].iter_mut().zip(row) {
                *product += weight * value * other;
            }
        }
    }

    /// Returns the best numbers that keep their floors, one coordinate after the other until none moves (the
    /// problem is convex).
    fn solve(&self) -> Vec<f64> {
        let columns = self.sums.len();
        let mut solution = self.floors.clone();
        for _ in 0..ROUNDS {
            let mut moved: f64 = 0.0;
            for at in 0..columns {
                let row = &self.products[at];
                if row[at] == 0.0 {
                    continue;
                }
                let explained: f64 = row.iter().zip(&solution).map(|(product, value)| product * value).sum();
                let better = f64::max(self.floors[at], solution[at] + (self.sums[at] - explained) / row[at]);
                moved = moved.max((better - solution[at]).abs());
                solution[at] = better;
            }
            if moved < 1e-6 {
                break;
            }
        }
        solution
    }
}

#[cfg(test)]
mod tests {
    use super::Squares;

    #[test]
    fn what_made_the_rows_is_found_again_unless_it_is_below_zero() {
        // Rows of 20 a + 5 b = 1, in proportion, and a c below zero.
        let mut squares = Squares::new(3);
        for (a, b) in [(1.0, 0.0), (1.0, 2.0), (3.0, 1.0)] {
            let counted = 20.0 * a + 5.0 * b;
            squares.add(&[a / counted, b / counted, 0.0], 1.0);
        }
        let solution = squares.solve();
        assert!((solution[0] - 20.0).abs() < 0.1 && (solution[1] - 5.0).abs() < 0.1, "{solution:?}");
        assert_eq!(solution[2], 0.0);
        let mut squares = Squares::new(2);
        for (a, b) in [(1.0, 0.0), (1.0, 1.0)] {
            let counted = 20.0 * a - 5.0 * b;
            squares.add(&[a / counted, b / counted], 1.0);
        }
        assert_eq!(squares.solve()[1], 0.0);
        squares.floors[1] = 3.0;
        let solution = squares.solve();
        assert!((solution[0] - 14.9).abs() < 0.1 && solution[1] == 3.0, "{solution:?}");
    }
}

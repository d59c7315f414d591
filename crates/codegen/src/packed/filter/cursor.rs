//! The code of a filter under construction, with the place that it has come to: as long as the place is known, values
//! are read there, and the cursor does not move.

use super::ops::{Condition, Move, Variable};
use crate::filter::code;
use crate::filter::decision::Decision;
use crate::packed::forms::{Length, Number, Source};
use num_bigint::BigInt;

/// The code of a filter.
pub type Block<'d, 'f> = code::Block<'d, 'f, Move, Condition>;

/// Code, and the place at its end.
#[derive(Clone, Debug)]
pub struct Cursor<'d, 'f> {
    /// The code.
    pub block: Block<'d, 'f>,
    /// The bits from the start of the message, if they are known.
    known: Option<u64>,
    /// The bits that the cursor has not gone over yet.
    ahead: u64,
    /// The bytes that the message is known to have.
    room: u64,
}

impl<'d, 'f> Cursor<'d, 'f> {
    /// Returns the empty code of a decision, at the start of the message or at an unknown place.
    pub fn new(decision: &'d Decision<'f>, is_message: bool) -> Self {
        Self { block: Block::new(decision), known: is_message.then_some(0), ahead: 0, room: 0 }
    }

    /// Returns the code of a branch from here.
    pub fn branch(&self) -> Self {
        Self { block: self.block.branch(), ..*self }
    }

    /// Goes on with one of two branches from here.
    pub fn join(&mut self, condition: Condition, mut yes: Self, mut no: Self) {
        if yes.block.has_ended() || no.block.has_ended() {
            let other = if yes.block.has_ended() { &no } else { &yes };
            (self.known, self.ahead, self.room) = (other.known, other.ahead, other.room);
        } else {
            if (yes.known, yes.ahead) != (no.known, no.ahead) {
                yes.sync();
                no.sync();
            }
            self.meet(&[&yes, &no]);
        }
        self.block.join(condition, yes.block, no.block);
    }

    /// Goes on with one of several branches from here, none of which learns anything. The number that has been read
    /// chooses.
    pub fn choose(&mut self, mut cases: Vec<(Vec<BigInt>, Self)>, mut otherwise: Self) {
        cases.iter_mut().for_each(|(_, case)| case.sync());
        otherwise.sync();
        let ends: Vec<&Self> = cases.iter().map(|case| &case.1).chain([&otherwise]).collect();
        let mut met = self.clone();
        met.meet(&ends);
        (self.known, self.ahead, self.room) = (met.known, met.ahead, met.room);
        let cases = cases.into_iter().map(|(numbers, case)| (numbers, case.block)).collect();
        self.block.choose(cases, otherwise.block);
    }

    /// Takes the place where all these ends meet.
    fn meet(&mut self, ends: &[&Self]) {
        let Some(first) = ends.first() else { return };
        let known = first.known.filter(|_| ends.iter().all(|end| end.known == first.known));
        self.ahead = first.ahead;
        self.room = ends.iter().map(|end| end.room).min().unwrap_or(0);
        self.known = known;
    }

    /// Goes over bits of known number.
    pub fn ahead(&mut self, bits: u64) {
        self.ahead = self.ahead.saturating_add(bits);
        self.known = self.known.map(|known| known.saturating_add(bits));
    }

    /// Moves the cursor to the place.
    pub fn sync(&mut self) {
        if self.ahead > 0 {
            match self.known {
                Some(place) => {
                    self.room(place);
                    self.block.push(Move::To(place));
                }
                None => self.block.push(Move::Over(self.ahead)),
            }
            self.ahead = 0;
        }
    }

    /// Goes to the next byte boundary.
    pub fn align(&mut self) {
        match self.known {
            Some(place) => self.ahead(place.next_multiple_of(8) - place),
            None => {
                self.sync();
                self.block.push(Move::Align);
            }
        }
    }

    /// Adds a move of the cursor to a place that is not known.
    pub fn lost(&mut self, step: Move) {
        self.sync();
        self.block.push(step);
        self.known = None;
    }

    /// Adds a move that needs the cursor and leaves it where it is.
    pub fn here(&mut self, step: Move) {
        self.sync();
        self.block.push(step);
    }

    /// Goes back to a noted place.
    pub fn back(&mut self, mark: usize) {
        self.ahead = 0;
        self.known = None;
        self.block.push(Move::Back(mark));
    }

    /// Reads a bit into a variable.
    pub fn flag(&mut self, variable: usize) {
        let at = self.place(1);
        self.block.push(Move::Flag(variable, at));
    }

    /// Reads a number.
    pub fn number(&mut self, number: &Number, into: Variable) {
        if let Source::Field { width, is_aligned, .. } = number.source {
            if is_aligned {
                self.align();
            }
            let at = self.place(u64::from(width));
            self.block.push(Move::Number { number: number.clone(), at, into });
        } else {
            self.lost(Move::Number { number: number.clone(), at: None, into });
        }
    }

    /// Reads a number of items, under rules with alignment or without.
    pub fn length(&mut self, length: Length, has_alignment: bool) {
        match length {
            Length::Known(_) => self.block.push(Move::Length(length, None)),
            Length::Field { width, is_aligned, .. } => {
                if is_aligned {
                    self.align();
                }
                let at = self.place(u64::from(width));
                self.block.push(Move::Length(length, at));
            }
            Length::General | Length::Unused | Length::Quantity => {
                if has_alignment {
                    self.align();
                }
                self.lost(Move::Length(length, None));
            }
        }
    }

    /// Goes over bits that are read next. Returns their place if it is known; else the cursor goes over them.
    fn place(&mut self, bits: u64) -> Option<u64> {
        let Some(place) = self.known else {
            self.sync();
            return None;
        };
        self.room(place.saturating_add(bits));
        self.ahead(bits);
        Some(place)
    }

    /// Checks that the message has so many bits, unless it is known.
    fn room(&mut self, bits: u64) {
        let needed = bits.div_ceil(8);
        if needed > self.room {
            self.block.push(Move::Room(needed));
            self.room = needed;
        }
    }
}

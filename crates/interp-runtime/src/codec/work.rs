//! How much checks of CONTAINING may decode (`docs/semantics.md`, *work*).

use std::cell::Cell;

/// How many times its own length a message, or on encode a string, may be decoded by checks where no limit is given.
const TIMES: usize = 64;

/// The bytes that checks may still decode. Contents within contents take theirs from the same.
#[derive(Debug)]
pub(super) struct Work {
    /// None: each string that is checked may have so many times its own length.
    left: Option<Cell<usize>>,
    spent: Cell<bool>,
}

impl Work {
    fn new(left: Option<usize>) -> Self {
        Self { left: left.map(Cell::new), spent: Cell::new(false) }
    }

    /// What a message of this length may take.
    pub(super) fn of_message(limit: Option<usize>, length: usize) -> Self {
        Self::new(limit.or(Some(length.saturating_mul(TIMES))))
    }

    /// What a value may take that is to be encoded: nobody knows how long it is going to be.
    pub(super) fn of_value(limit: Option<usize>) -> Self {
        Self::new(limit)
    }

    /// Whether a check asked for more than was left.
    pub(super) fn is_spent(&self) -> bool {
        self.spent.get()
    }

    /// Takes what decoding these octets costs, then decodes them; false, and spent, where that is more than is left.
    pub(super) fn on(&self, octets: &[u8], decode: impl FnOnce(&Self) -> bool) -> bool {
        if self.is_spent() {
            return false;
        }
        let Some(left) = &self.left else {
            let own = Self::of_message(None, octets.len());
            let done = own.on(octets, decode);
            self.spent.set(own.is_spent());
            return done;
        };
        match left.get().checked_sub(octets.len()) {
            Some(rest) => {
                left.set(rest);
                decode(self)
            }
            None => {
                self.spent.set(true);
                false
            }
        }
    }
}

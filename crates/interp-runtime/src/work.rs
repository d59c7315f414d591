//! Limits the bytes that checks of CONTAINING may decode (`docs/semantics.md` section 6, *Work*).

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The default limit, as a multiple of the length of the message or, on encode, of the string.
const TIMES: usize = 64;

/// Bytes that checks may still decode. Nested contents share the limit. One thread at a time uses it, but a decoder may
/// run on a thread of its own for its stack.
#[derive(Debug)]
pub(crate) struct Work {
    /// `None`: the check of each string may decode [`TIMES`] times the string's length.
    left: Option<AtomicUsize>,
    spent: AtomicBool,
}

impl Work {
    fn new(left: Option<usize>) -> Self {
        Self { left: left.map(AtomicUsize::new), spent: AtomicBool::new(false) }
    }

    /// Returns the work for a message of this length.
    pub(crate) fn of_message(limit: Option<usize>, length: usize) -> Self {
        Self::new(limit.or(Some(length.saturating_mul(TIMES))))
    }

    /// Returns the work for a value to encode, whose length is unknown.
    pub(crate) fn of_value(limit: Option<usize>) -> Self {
        Self::new(limit)
    }

    /// Returns whether a check needed more work than was left.
    pub(crate) fn is_spent(&self) -> bool {
        self.spent.load(Ordering::Relaxed)
    }

    /// Deducts the length of these bytes from the work left, then decodes them. If too little work is left,
    /// returns false and marks the work as spent.
    pub(crate) fn on(&self, octets: &[u8], decode: impl FnOnce(&Self) -> bool) -> bool {
        if self.is_spent() {
            return false;
        }
        let Some(left) = &self.left else {
            let own = Self::of_message(None, octets.len());
            let done = own.on(octets, decode);
            self.spent.store(own.is_spent(), Ordering::Relaxed);
            return done;
        };
        match left.load(Ordering::Relaxed).checked_sub(octets.len()) {
            Some(rest) => {
                left.store(rest, Ordering::Relaxed);
                decode(self)
            }
            None => {
                self.spent.store(true, Ordering::Relaxed);
                false
            }
        }
    }
}

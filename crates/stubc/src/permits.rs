//! Permits: they limit how many compilers run at the same time.

use std::num::NonZero;
use std::sync::{Condvar, Mutex, PoisonError};

/// A number of permits that threads share.
#[derive(Debug)]
pub struct Permits {
    left: Mutex<usize>,
    returned: Condvar,
}

/// A permit; dropping it returns it.
#[derive(Debug)]
pub struct Permit<'p>(&'p Permits);

impl Permits {
    /// Returns as many permits as there are processors.
    pub fn one_per_processor() -> Self {
        Self::new(std::thread::available_parallelism().map_or(1, NonZero::get))
    }

    fn new(count: usize) -> Self {
        Self { left: Mutex::new(count), returned: Condvar::new() }
    }

    /// Waits for a permit.
    pub fn wait(&self) -> Permit<'_> {
        let left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let mut left =
            self.returned.wait_while(left, |left| *left == 0).unwrap_or_else(PoisonError::into_inner);
        *left -= 1;
        Permit(self)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *self.0.left.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.returned.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::Permits;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn at_most_so_many_hold_a_permit() {
        let (permits, now, most) = (Permits::new(2), AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        let _permit = permits.wait();
                        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        std::thread::yield_now();
                        now.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert!(most.load(Ordering::SeqCst) <= 2, "two permits must allow at most two at the same time");
    }
}

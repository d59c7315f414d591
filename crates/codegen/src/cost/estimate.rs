//! Estimates sizes in bytes when there is no target compiler to measure them.

use crate::model::Model;
use crate::program::techniques::Direction;
use crate::stub::Node;

/// Returns the estimated bytes of a compiled procedure, all references called.
pub fn procedure(model: &Model<'_>, node: Node, direction: Direction) -> u64 {
    model.code.procedure_size(node, direction)
}

/// Returns the bytes that a procedure takes in a whole plan, by those that it takes apart from its callers: the compiler
/// merges procedures with their only callers, and equal ones with each other.
pub(crate) fn together(apart: u64) -> u64 {
    apart * 88 / 100
}

/// Bytes of a root's constant. Procedures add [`ROOT_PROCEDURES`] to it.
pub const ROOT: u64 = 4;

/// Bytes that procedures add to the constant of a root.
pub const ROOT_PROCEDURES: u64 = 28;

/// The least and the largest measured size of a whole plan, as multiples of its estimate. They hold for the
/// families that `benches/src/bin/sizes.rs` builds (gcc -Os, x86-64; the table is in `benches/report.md`).
pub const BOUNDS: (f64, f64) = (0.80, 1.30);

/// Returns the bounds of an estimated number of bytes, as text.
pub fn told(bytes: u64) -> String {
    let of = |share: f64| (bytes as f64 * share).round() as u64;
    format!("estimate, between {} and {}", of(BOUNDS.0), of(BOUNDS.1))
}

/// Bytes of a part of the runtime, by the directions that need them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Bytes that only decoders need.
    pub decode: u64,
    /// Bytes that only encoders need.
    pub encode: u64,
    /// Bytes that both need.
    pub shared: u64,
}

impl Part {
    /// Returns a part of so many bytes. Decoders need `decode` percent of it and encoders `encode`, the rest both.
    pub(crate) const fn of(bytes: u64, decode: u64, encode: u64) -> Self {
        let (decode, encode) = (bytes * decode / 100, bytes * encode / 100);
        Self { decode, encode, shared: bytes - decode - encode }
    }

    /// Returns the bytes that one direction alone needs.
    pub fn side(self, direction: Direction) -> u64 {
        match direction {
            Direction::Decode => self.decode,
            Direction::Encode => self.encode,
        }
    }
}

/// Bytes of the runtime by the techniques that need them. It grows with the kinds of values and bodies in the
/// specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Runtime {
    /// Bytes in every plan.
    pub fixed: Part,
    /// Bytes that procedures add.
    pub compiled: Part,
    /// Bytes that commands add.
    pub interpreted: Part,
}

impl Runtime {
    /// Returns the bytes in every plan of a model.
    pub fn always(&self, model: &Model<'_>) -> u64 {
        let used = Direction::ALL.into_iter().filter(|direction| model.uses(*direction));
        self.fixed.shared + used.map(|direction| self.fixed.side(direction)).sum::<u64>()
    }
}

/// Returns the estimated bytes of the runtime (gcc -Os, x86-64).
pub fn runtime(model: &Model<'_>) -> Runtime {
    model.code.runtime_size(model.code.kinds())
}

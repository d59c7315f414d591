//! Estimates sizes in bytes when there is no target compiler to measure them.

use crate::model::Model;
use crate::program::techniques::Direction;
use crate::stub::Node;

/// Returns the estimated bytes of a compiled procedure, all references called.
pub fn procedure(model: &Model<'_>, node: Node, direction: Direction) -> u64 {
    model.code.procedure_size(node, direction)
}

/// Bytes of the entry points of one root in one direction; most of their code is inline in the header.
pub const ENTRY: u64 = 20;

/// The least and the largest measured size of a whole plan, as multiples of its estimate. They hold for the
/// families that `benches/src/bin/sizes.rs` builds (gcc -Os, x86-64; the table is in `benches/report.md`).
pub const BOUNDS: (f64, f64) = (0.75, 1.60);

/// Returns the bounds of an estimated number of bytes, as text.
pub fn told(bytes: u64) -> String {
    let of = |share: f64| (bytes as f64 * share).round() as u64;
    format!("estimate, between {} and {}", of(BOUNDS.0), of(BOUNDS.1))
}

/// Bytes of the runtime by part. The runtime grows with the kinds of values in the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Runtime {
    /// Bytes that compiled procedures need.
    pub fixed: u64,
    /// Bytes that each direction of the interpreter adds.
    pub side: u64,
    /// Bytes that both directions of the interpreter share, including the tables around the commands.
    pub shared: u64,
}

/// Returns the estimated bytes of the runtime. Fitted to eight specifications (two fields, LDAP, Kerberos,
/// SNMP, NFSv3, Z39.50, X.400 P1, certificates; gcc -Os, x86-64), within a fourth of each.
pub fn runtime(model: &Model<'_>) -> Runtime {
    let kinds = model.code.kinds();
    let fixed = model.code.runtime_size(kinds);
    Runtime { fixed, side: 80 * kinds, shared: 80 * kinds }
}

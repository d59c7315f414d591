//! Estimates bytes when no compiler is there to measure with.

use crate::model::Model;
use crate::program::techniques::Direction;
use crate::stub::Node;

/// Bytes of a compiled procedure, all references called.
pub fn procedure(model: &Model<'_>, node: Node, direction: Direction) -> u64 {
    model.code.procedure_size(node, direction)
}

/// Bytes of the entry points of one root in one direction: most of them stand in the header.
pub const ENTRY: u64 = 20;

/// How far an estimate of a whole plan may be off: the measured size is the estimate times one of the shares between these, on the
/// families that `benches/src/bin/sizes.rs` builds (gcc -Os, x86-64; the table is in `benches/report.md`).
pub const BOUNDS: (f64, f64) = (0.75, 1.60);

/// Returns an estimate with its bounds as text.
pub fn told(bytes: u64) -> String {
    let of = |share: f64| (bytes as f64 * share).round() as u64;
    format!("estimate, between {} and {}", of(BOUNDS.0), of(BOUNDS.1))
}

/// Bytes of the runtime, which holds what a specification needs and grows with the kinds of values in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Runtime {
    /// What compiled procedures need.
    pub fixed: u64,
    /// What each direction of the interpreter adds.
    pub side: u64,
    /// What both directions share, the tables around the commands included.
    pub shared: u64,
}

/// Bytes of the runtime. Fitted to eight specifications (two fields, LDAP, Kerberos, SNMP, NFSv3, Z39.50, X.400 P1,
/// certificates; gcc -Os, x86-64), within a fourth of each.
pub fn runtime(model: &Model<'_>) -> Runtime {
    let kinds = model.code.kinds();
    let fixed = model.code.runtime_size(kinds);
    Runtime { fixed, side: 80 * kinds, shared: 80 * kinds }
}

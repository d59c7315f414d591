//! Helpers: functions of the runtime that are compiled only when generated code calls them.

use std::collections::BTreeSet;

/// A helper function. [`call`](crate::c::writer::Writer::call) returns its name for printing and notes the
/// call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Helper {
    /// The name of the function.
    pub name: &'static str,
    /// The feature that compiles it, without `STUBC_`.
    pub feature: &'static str,
}

/// Compares a string with a known one.
pub const SAME: Helper = Helper { name: "stubc_same", feature: "SAME" };
/// Notes that decoding fails.
pub const FAIL: Helper = Helper { name: "stubc_fail", feature: "FAIL" };
/// Notes that encoding fails.
pub const REFUSE: Helper = Helper { name: "stubc_refuse", feature: "REFUSE" };

/// The helpers that generated code calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Called {
    /// These.
    These(BTreeSet<Helper>),
    /// Any: no code has been generated.
    Any,
}

impl Called {
    /// Returns whether a helper is called.
    pub fn has(&self, helper: Helper) -> bool {
        match self {
            Self::These(helpers) => helpers.contains(&helper),
            Self::Any => true,
        }
    }

    /// Returns whether generated code is known to call a helper.
    pub fn names(&self, helper: Helper) -> bool {
        *self != Self::Any && self.has(helper)
    }
}

/// Returns the definitions that make small functions static if generated code does not call them. Compilers
/// then inline them entirely.
pub fn in_line(helpers: &[Helper], called: &Called) -> String {
    let own = helpers.iter().filter(|helper| !called.has(**helper));
    own.map(|helper| format!("#define STUBC_{} static STUBC_MAYBE_UNUSED\n", helper.feature)).collect()
}

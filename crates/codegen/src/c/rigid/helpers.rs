//! What rigid shapes call, and how they leave.

use crate::c::helpers::Helper;
use crate::c::writer::Writer;

/// Copies bits that begin anywhere.
pub const COPY: Helper = Helper { name: "stubc_rigid_copy", feature: "RIGID_COPY" };
/// Writes bits that begin anywhere.
pub const PUT: Helper = Helper { name: "stubc_rigid_put", feature: "RIGID_PUT" };
/// Compares characters with an alphabet.
pub const CHARACTERS: Helper = Helper { name: "stubc_rigid_characters", feature: "RIGID_CHARACTERS" };
/// Takes memory of the arena.
pub const MEMORY: Helper = Helper { name: "stubc_rigid_memory", feature: "RIGID_MEMORY" };

/// Compares a message with the table of a shape.
pub const LIKE: Helper = Helper { name: "stubc_rigid_like", feature: "RIGID_LIKE" };

/// Prints the return of a function that finds another shape.
pub fn other(w: &mut Writer) {
    w.line("return STUBC_OTHER;");
}

/// Prints the return if one of these conditions holds.
pub fn other_if(w: &mut Writer, conditions: &[String]) {
    if !conditions.is_empty() {
        w.when(&conditions.join(" || "), other);
    }
}

//! The C of the toy rule as text.

/// What generated code uses.
pub const HEADER: &str = include_str!("stubc_fixed.h");
/// Primitives of both directions, the interpreter, messages.
pub const SOURCE: &str = include_str!("stubc_fixed.c");

//! What a name stands for: modules and imports, assignments, dummy references and their actual parameters.

pub mod arguments;
pub mod builtin;
pub mod modules;
pub mod resolve;

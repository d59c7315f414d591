//! Printers of C that all encoding rules share.

pub mod checks;
pub mod commands;
pub mod constants;
pub mod defaults;
pub mod escape;
pub mod expr;
pub mod fuzz;
pub mod harness;
pub mod header;
pub mod helpers;
pub mod instrument;
pub mod paths;
pub mod places;
pub mod predicates;
pub mod procedures;
pub mod relations;
pub mod remarks;
pub mod resolve;
pub mod roots;
pub mod runtime;
pub mod several;
pub mod shapes;
pub mod specified;
pub mod values;
pub mod wrap;
pub mod writer;

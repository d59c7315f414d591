//! What the packed rules share: the programs of structures, their lowering, their commands and their tables in C.
//!
//! The folder of a rule adds the widths of values: it implements [`ops::Packed`] for its commands, [`lower::Widths`] for
//! its lowering, and [`rule::PackedRule`] for the rest.

pub mod configuration;
pub mod cost;
pub mod decode;
pub mod encode;
pub mod filter;
pub mod forms;
pub mod helpers;
pub mod least;
pub mod lower;
pub mod ops;
pub mod places;
pub mod print;
pub mod procedures;
pub mod rule;
pub mod shape;
pub mod table;
pub mod text;

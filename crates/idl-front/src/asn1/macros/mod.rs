//! Macros of the 1988 notation (X.208 annex A): the grammar of each, and the types that its uses stand for.

pub mod table;
pub mod uses;

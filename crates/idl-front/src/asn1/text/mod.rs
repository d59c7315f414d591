//! Characters to tokens, and the texts of strings.
//!
//! Depends on nothing but the table of macros, which a source carries for the grammar.

pub mod lexer;
pub mod strings;
pub mod tokens;

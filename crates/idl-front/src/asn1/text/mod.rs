//! Tokens, and the bytes of strings.
//!
//! A source carries the table of macros, because the grammar needs it wherever it reads tokens.

pub mod lexer;
pub mod strings;
pub mod tokens;

//! The grammar of ASN.1 over tokens, in nom parsers.

pub mod ast;
pub mod basics;
pub mod classes;
pub mod constraints;
mod hints;
mod imports;
mod lines;
mod lists;
pub mod macros;
pub mod module;
pub mod types;
pub mod values;
pub mod words;

//! The nom grammar over tokens.

pub mod basics;
pub mod definitions;
mod hints;
pub mod types;

//! The nom grammar over tokens.

pub mod basics;
pub mod definitions;
pub mod hints;
pub mod types;

//! Shapes under packed rules. They are rigid: where a value begins and how many bits it has follows from the sample.

pub mod content;
mod numbers;
mod opens;
pub mod reader;
mod texts;
mod walk;

pub use walk::walk;

//! The C runtime and an independent Rust codec.

//! Repository chores: `cargo xtask <chore>`.
fn main() {}

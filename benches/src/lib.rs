//! Benchmarks: shared helpers.

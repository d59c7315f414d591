//! Proof and measurement: specification families with their messages, generated stubs compiled and run.

pub mod alteration;
pub mod calibration;
pub mod console;
pub mod damage;
pub mod family;
pub mod fault;
pub mod figure1;
pub mod instructions;
pub mod optimality;
pub mod plans;
pub mod prediction;
pub mod promise;
pub mod random_specs;
pub mod report;
pub mod sample;
pub mod sanitizer;
pub mod sizes;
pub mod stubs;
pub mod subject;
pub mod witness;

/// The project's own specifications.
pub fn specs() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs")
}

/// Specifications that are for tests alone.
pub fn test_specs() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/specs")
}

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
pub mod sizes;
pub mod stubs;
pub mod subject;
pub mod witness;

/// A folder of specifications and messages beside the repository, for tests that use more than `specs/` holds.
/// Without it such tests say that they are skipped; in CI it must be there.
pub fn shared() -> Option<std::path::PathBuf> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    assert!(path.is_dir() || std::env::var_os("CI").is_none(), "CI needs ../shared beside the repository");
    path.is_dir().then_some(path)
}

/// The project's own specifications.
pub fn specs() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs")
}

/// Specifications that are for tests alone.
pub fn test_specs() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/specs")
}

/// Whether a program can be run; a test that needs it passes over it with a line, but not in CI.
pub fn has_program(name: &str) -> bool {
    let found =
        std::process::Command::new(name).arg("--version").output().is_ok_and(|out| out.status.success());
    assert!(found || std::env::var_os("CI").is_none(), "CI needs {name}");
    found
}

//! Proof and measurement: specification families with their messages, and generated stubs, compiled and run.

pub mod alteration;
pub mod best;
pub mod calibration;
pub mod clock;
pub mod console;
#[cfg(feature = "places")]
pub mod coverage;
pub mod damage;
pub mod fallbacks;
pub mod family;
pub mod fault;
pub mod figure1;
pub mod filters;
pub mod fuzz;
pub mod halves;
pub mod instructions;
pub mod mutated_specs;
pub mod optimality;
pub mod packed;
pub mod paper;
pub mod peers;
pub mod plans;
pub mod portability;
pub mod prediction;
pub mod procedures;
pub mod promise;
pub mod random_specs;
pub mod report;
pub mod sample;
pub mod sanitizer;
pub mod saved;
pub mod shape_blobs;
pub mod shapes;
pub mod sizes;
pub mod stubs;
pub mod subject;
pub mod witness;
pub mod work;
pub mod xdr_targets;

/// Returns the folder of the project's own specifications.
pub fn specs() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs")
}

/// Returns the folder of specifications for tests only.
pub fn test_specs() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/specs")
}

/// Writes a test for each family of messages and its specification: the function named first is called with both names.
#[macro_export]
macro_rules! families {
    ($function:ident: $($name:ident: $family:literal $specs:literal)*) => {
        $(#[test]
        fn $name() {
            $function($family, $specs);
        })*
    };
}

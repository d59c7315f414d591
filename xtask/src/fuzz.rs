//! Fuzzes everything in turn, by the program `fuzz` of the benches. Needs clang with libFuzzer.

use crate::programs::succeed;
use std::path::Path;
use std::process::Command;

/// A probe of libFuzzer.
const TARGET: &str = "int LLVMFuzzerTestOneInput(const char *d, long n) { return !d && n; }";

/// Checks that libFuzzer is there, builds the programs, and runs them with the same options.
pub fn run(root: &Path) -> Result<String, String> {
    let options: Vec<String> = std::env::args().skip(2).collect();
    let folder = root.join("target/fuzz");
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(&folder).map_err(told)?;
    std::fs::write(folder.join("probe.c"), TARGET).map_err(told)?;
    let probe = Command::new("clang")
        .args(["-fsanitize=fuzzer,address", "probe.c", "-o", "probe"])
        .current_dir(&folder)
        .output();
    if !probe.is_ok_and(|output| output.status.success()) {
        return Err(
            "clang with libFuzzer is missing (Debian: clang libclang-rt-14-dev; for --coverage also llvm)"
                .to_owned(),
        );
    }
    let build = ["build", "-q", "-p", "stubc-benches", "--bin", "fuzz"];
    succeed(Command::new("cargo").args(build).current_dir(root))?;
    let mut fuzz = Command::new(root.join("target/debug/fuzz"));
    fuzz.args(options).env("STUBC_CACHE_DIR", folder.join("objects"));
    succeed(fuzz.current_dir(root))?;
    Ok("corpora and findings: target/fuzz".to_owned())
}

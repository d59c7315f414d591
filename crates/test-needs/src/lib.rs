//! Reports programs and published files that tests need and the machine lacks.
//!
//! A test without a needed program or file skips a part or all of itself and calls [`missing`], directly or
//! through [`program`] and [`published`]. The line goes directly to standard error, so that it shows although
//! the test passes: the test harness captures only the print macros. With `CI` set nothing may be missing,
//! and the test fails.

use std::collections::BTreeSet;
use std::io::Write;
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Debian packages of programs, where the names differ.
const PACKAGES: [(&str, &str); 9] = [
    ("arm-none-eabi-gcc", "gcc-arm-none-eabi"),
    ("avr-gcc", "gcc-avr"),
    ("cc", "gcc"),
    ("ganesha.nfsd", "nfs-ganesha"),
    ("qemu-arm", "qemu-user"),
    ("qemu-riscv32", "qemu-user"),
    ("riscv64-unknown-elf-gcc", "gcc-riscv64-unknown-elf"),
    ("rpcgen", "rpcsvc-proto"),
    ("rpcinfo", "rpcbind"),
];

/// Returns whether a program is installed, and reports a missing one.
///
/// # Panics
/// The program is not installed and `CI` is set.
#[track_caller]
pub fn program(name: &str) -> bool {
    let is_installed = is_installed(name);
    if !is_installed {
        let package =
            PACKAGES.iter().find(|(program, _)| *program == name).map_or(name, |(_, package)| package);
        missing(&format!("{name} is not installed (Debian: {package})"));
    }
    is_installed
}

/// Returns whether a program is in the search path or the folders of system programs.
fn is_installed(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let system = ["/usr/sbin", "/sbin"].map(PathBuf::from);
    std::env::split_paths(&path).chain(system).any(|folder| folder.join(name).is_file())
}

/// Returns the folder of published specifications and messages beside the repository, if present.
pub fn shared() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    folder.is_dir().then_some(folder)
}

/// Returns the files with this extension in a folder and the folders below it, by path.
pub fn files_below(folder: impl AsRef<Path>, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.as_ref().to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|own| own == extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Returns a folder of [`shared`], and reports a missing one.
///
/// # Panics
/// The folder is absent and `CI` is set.
#[track_caller]
pub fn published(folder: &str) -> Option<PathBuf> {
    let found = shared().map(|shared| shared.join(folder)).filter(|path| path.is_dir());
    if found.is_none() {
        missing(&format!("../shared/{folder} is absent"));
    }
    found
}

/// Reports what a test lacks, in a sentence. The caller then skips the tests that need it.
///
/// # Panics
/// `CI` is set: there, nothing may be missing.
#[track_caller]
pub fn missing(what: &str) {
    assert!(std::env::var_os("CI").is_none(), "CI skips nothing: {what}");
    skip(what);
}

/// Reports that a test skips a part of itself for a reason other than the machine.
#[track_caller]
pub fn skip(reason: &str) {
    static REPORTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let file = Location::caller().file();
    let thread = std::thread::current();
    // The harness names the thread of each test after the test, unless it runs all tests on the main thread.
    let test = thread.name().filter(|name| *name != "main").map_or(String::new(), |name| format!(" {name}"));
    let line = format!("skipped: {file}{test}: {reason}\n");
    let is_new = REPORTED.lock().is_ok_and(|mut reported| reported.insert(line.clone()));
    if is_new {
        // One call, so that lines of several tests do not mix. A closed standard error loses only the report.
        let _ = std::io::stderr().lock().write_all(line.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::{is_installed, program};
    use std::process::Command;

    #[test]
    #[ignore = "a part of the next test, which runs it"]
    fn lacks_a_program() {
        for _ in 0..2 {
            assert!(!program("no-such-program"));
        }
    }

    #[test]
    fn a_passing_test_shows_once_what_it_skips_and_fails_in_ci() {
        let run = |ci: bool| {
            let mut test = Command::new(std::env::current_exe().expect("a test has a file"));
            test.args(["--ignored", "--exact", "tests::lacks_a_program", "--test-threads=2"]);
            let test = if ci { test.env("CI", "true") } else { test.env_remove("CI") };
            test.output().expect("the test runs")
        };
        let passed = run(false);
        let shown = String::from_utf8_lossy(&passed.stderr);
        assert!(passed.status.success(), "{shown}");
        let expected = "skipped: crates/test-needs/src/lib.rs tests::lacks_a_program: \
                        no-such-program is not installed (Debian: no-such-program)\n";
        assert_eq!(shown, expected);
        assert!(!run(true).status.success());
    }

    #[test]
    fn programs_are_found() {
        assert!(is_installed("sh") && !is_installed("no-such-program"));
    }
}

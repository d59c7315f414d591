//! Builds and runs C under sanitizers, which end the run with a report on undefined behavior.
//!
//! Other crates' tests include this file.

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// Flags to compile and link sanitized C.
pub const FLAGS: &[&str] = &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// The linker of sanitized objects. The runtime of clang's sanitizers is a package of its own; clang's
/// objects work with gcc's.
pub const LINKER: &str = "cc";

/// Returns the compiler of sanitized C: clang if installed, because gcc does not report arithmetic on null
/// pointers.
pub fn compiler() -> &'static str {
    static FOUND: OnceLock<&str> = OnceLock::new();
    FOUND.get_or_init(|| {
        let found =
            Command::new("clang").arg("--version").output().is_ok_and(|output| output.status.success());
        if found { "clang" } else { "cc" }
    })
}

/// Compiles C files of a folder and links them to a program there.
///
/// # Errors
/// The output of the compiler or the linker.
pub fn build(folder: &Path, flags: &[&str], sources: &[&str], program: &str) -> Result<(), String> {
    let mut linker = Command::new(LINKER);
    linker.args(FLAGS).args(["-o", program]);
    for (index, source) in sources.iter().enumerate() {
        let object = format!("{program}-{index}.o");
        let mut compile = Command::new(compiler());
        compile.args(FLAGS).args(flags).args(["-c", source, "-o", &object]);
        run(compile.current_dir(folder))?;
        linker.arg(object);
    }
    run(linker.current_dir(folder))
}

/// Runs a command.
///
/// # Errors
/// The output of the failed command.
pub fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(format!("{command:?}\n{}", text.lines().take(40).collect::<Vec<_>>().join("\n")))
}

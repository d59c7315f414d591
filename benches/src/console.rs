//! Output of the measuring programs.

use std::path::PathBuf;
use std::process::ExitCode;

/// Prints an error and returns the exit code.
pub fn ended(done: Result<(), String>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}

/// Prints a line on standard output.
#[expect(clippy::print_stdout, reason = "a measurement reports to the person who ran it")]
pub fn say(text: &str) {
    println!("{}", text.trim_end());
}

/// Prints a line on standard error.
#[expect(clippy::print_stderr, reason = "a measurement reports to the person who ran it")]
pub fn complain(text: &str) {
    eprintln!("{text}");
}

/// Returns the program `stubc` of the same build.
///
/// # Errors
/// It is not built.
pub fn stubc_beside() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let stubc = here.with_file_name("stubc");
    match stubc.exists() {
        true => Ok(stubc),
        false => {
            Err(format!("{} is missing; run cargo build -p stubc with the same profile", stubc.display()))
        }
    }
}

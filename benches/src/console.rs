//! What the measuring programs tell the person who ran them.

use std::process::ExitCode;

/// What a program ends with, once the error has been told.
pub fn ended(done: Result<(), String>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}

/// A line on standard output.
#[expect(clippy::print_stdout, reason = "a measurement reports to the person who ran it")]
pub fn say(text: &str) {
    println!("{}", text.trim_end());
}

/// A line on standard error.
#[expect(clippy::print_stderr, reason = "a measurement reports to the person who ran it")]
pub fn complain(text: &str) {
    eprintln!("{text}");
}

//! What the measuring programs tell the person who ran them.

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

//! A small C writer: lines, indentation, blocks.

use super::escape::comment;
use super::helpers::{Called, Helper};
use std::collections::BTreeSet;

/// Text under construction, with the helpers and variables that it uses.
#[derive(Debug, Default)]
pub struct Writer {
    text: String,
    level: usize,
    /// Helpers of the runtime that the text calls.
    calls: BTreeSet<Helper>,
    /// Variables that the text uses, among those that its printer asks about.
    uses: BTreeSet<String>,
    /// Whether the compiler may not merge procedures with their callers.
    apart: bool,
}

impl Writer {
    /// Returns an empty text.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns an empty text. With `apart` the compiler merges no procedure with its caller.
    pub fn keeping(apart: bool) -> Self {
        Self { apart, ..Self::default() }
    }

    /// Declares a procedure of a function type.
    pub fn prototype(&mut self, kind: &str, name: &str) {
        let apart = if self.apart { "__attribute__((noinline)) " } else { "" };
        self.line(&format!("{apart}static {kind} {name};"));
    }

    /// Returns the name of a helper and notes the call.
    pub fn call(&mut self, helper: Helper) -> &'static str {
        self.calls.insert(helper);
        helper.name
    }

    /// Returns the helpers that the text calls.
    pub fn called(&self) -> Called {
        Called::These(self.calls.clone())
    }

    /// Notes that the text uses a variable.
    pub fn uses(&mut self, variable: &str) {
        self.uses.insert(variable.to_owned());
    }

    /// Returns whether the printer has noted a use of this variable.
    pub fn is_using(&self, variable: &str) -> bool {
        self.uses.contains(variable)
    }

    /// Prints one line at the current indentation; an empty one is blank.
    pub fn line(&mut self, line: &str) {
        if !line.is_empty() {
            for _ in 0..self.level {
                self.text.push_str("    ");
            }
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    /// Prints a comment on a line of its own. Any text is safe.
    pub fn comment(&mut self, text: &str) {
        self.line(&comment(text));
    }

    /// Prints one blank line, unless the last line is blank.
    pub fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// Prints `head {`, then `body` one level deeper, then `tail`.
    pub fn block(&mut self, head: &str, tail: &str, body: impl FnOnce(&mut Self)) {
        self.line(&if head.is_empty() { "{".to_owned() } else { format!("{head} {{") });
        self.level += 1;
        body(self);
        self.level -= 1;
        self.line(tail);
    }

    /// Prints `body` one level deeper.
    pub fn indent(&mut self, body: impl FnOnce(&mut Self)) {
        self.level += 1;
        body(self);
        self.level -= 1;
    }

    /// Prints a function: its signature, with braces on lines of their own.
    pub fn function(&mut self, signature: &str, body: impl FnOnce(&mut Self)) {
        self.line(signature);
        self.block("", "}", body);
        self.blank();
    }

    /// Returns a writer at the same indentation, for a part that is added once its needs are known.
    pub fn part(&self) -> Self {
        Self { level: self.level, apart: self.apart, ..Self::default() }
    }

    /// Adds the text of a part.
    pub fn append(&mut self, part: Self) {
        self.text.push_str(&part.text);
        self.calls.extend(part.calls);
        self.uses.extend(part.uses);
    }

    /// Returns the text.
    pub fn finish(self) -> String {
        self.text
    }
}

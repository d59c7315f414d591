//! A small C writer: lines, indentation, blocks.

use super::escape::comment;
use super::helpers::{Called, Helper};
use std::collections::BTreeSet;

/// Text under construction, and what it uses.
#[derive(Debug, Default)]
pub struct Writer {
    text: String,
    level: usize,
    /// Helpers of the runtime that the text calls.
    calls: BTreeSet<Helper>,
    /// Variables that the text uses, of those that its printer asks about.
    uses: BTreeSet<String>,
    /// Whether each procedure is kept from being merged with its caller.
    apart: bool,
}

impl Writer {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Nothing yet; where procedures are kept `apart`, the compiler merges none with its caller.
    pub fn keeping(apart: bool) -> Self {
        Self { apart, ..Self::default() }
    }

    /// Declares a procedure of a function type.
    pub fn prototype(&mut self, kind: &str, name: &str) {
        let apart = if self.apart { "__attribute__((noinline)) " } else { "" };
        self.line(&format!("{apart}static {kind} {name};"));
    }

    /// The name of a helper, for a call that is printed.
    pub fn call(&mut self, helper: Helper) -> &'static str {
        self.calls.insert(helper);
        helper.name
    }

    /// The helpers that the text calls.
    pub fn called(&self) -> Called {
        Called::These(self.calls.clone())
    }

    /// Notes that the text uses a variable.
    pub fn uses(&mut self, variable: &str) {
        self.uses.insert(variable.to_owned());
    }

    /// Whether the text uses a variable, as its printer has noted.
    pub fn is_using(&self, variable: &str) -> bool {
        self.uses.contains(variable)
    }

    /// One line at the current indentation; an empty one is blank.
    pub fn line(&mut self, line: &str) {
        if !line.is_empty() {
            for _ in 0..self.level {
                self.text.push_str("    ");
            }
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    /// A comment on a line of its own, whatever the text is.
    pub fn comment(&mut self, text: &str) {
        self.line(&comment(text));
    }

    /// One blank line, unless there is one already.
    pub fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// `head {`, what `body` prints one level in, `tail`.
    pub fn block(&mut self, head: &str, tail: &str, body: impl FnOnce(&mut Self)) {
        self.line(&if head.is_empty() { "{".to_owned() } else { format!("{head} {{") });
        self.level += 1;
        body(self);
        self.level -= 1;
        self.line(tail);
    }

    /// What `body` prints, one level in.
    pub fn indent(&mut self, body: impl FnOnce(&mut Self)) {
        self.level += 1;
        body(self);
        self.level -= 1;
    }

    /// A function: signature, braces on lines of their own.
    pub fn function(&mut self, signature: &str, body: impl FnOnce(&mut Self)) {
        self.line(signature);
        self.block("", "}", body);
        self.blank();
    }

    /// A writer at the same indentation, for a part that is printed when it is known what it needs.
    pub fn part(&self) -> Self {
        Self { level: self.level, apart: self.apart, ..Self::default() }
    }

    /// Adds what a part has printed.
    pub fn append(&mut self, part: Self) {
        self.text.push_str(&part.text);
        self.calls.extend(part.calls);
        self.uses.extend(part.uses);
    }

    /// The text.
    pub fn finish(self) -> String {
        self.text
    }
}

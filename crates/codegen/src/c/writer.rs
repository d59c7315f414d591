//! A small C writer: lines, indentation, blocks.

use super::escape::comment;

/// Text under construction.
#[derive(Debug, Default)]
pub struct Writer {
    text: String,
    level: usize,
}

impl Writer {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
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
        Self { text: String::new(), level: self.level }
    }

    /// Adds what a part has printed.
    pub fn append(&mut self, part: Self) {
        self.text.push_str(&part.text);
    }

    /// Whether an identifier has been printed.
    pub fn mentions(&self, identifier: &str) -> bool {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        self.text.match_indices(identifier).any(|(at, _)| {
            let before = self.text[..at].chars().next_back().is_some_and(is_part);
            !before && !self.text[at + identifier.len()..].starts_with(is_part)
        })
    }

    /// The text.
    pub fn finish(self) -> String {
        self.text
    }
}

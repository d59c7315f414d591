//! A small C writer: lines, indentation, blocks.

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

    /// The text.
    pub fn finish(self) -> String {
        self.text
    }
}

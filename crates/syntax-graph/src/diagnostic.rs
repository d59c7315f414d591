//! Diagnostics as data: severity, code, message, places and advice. The binary prints them.

use crate::source::Span;
use std::fmt;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// An error: no output is produced.
    Error,
    /// A warning: output is produced, but the user should check this place.
    Warning,
    /// A note for information.
    Note,
}

/// A place in the source with a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The bytes of the source that the message is about.
    pub span: Span,
    /// The message; may be empty.
    pub message: String,
}

/// A line below a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// A fact that explains the diagnostic: the clause of the standard, or what the compiler does instead.
    Note(String),
    /// What to do, or the text to type.
    Help(String),
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Note(text) => write!(f, "note: {text}"),
            Self::Help(text) => write!(f, "help: {text}"),
        }
    }
}

/// A diagnostic: what is wrong, where, why, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// A short stable name, for example `unresolved-type`. `--allow` with this name silences a warning.
    pub code: &'static str,
    /// What is wrong: one line without a full stop.
    pub message: String,
    /// The places, the primary one first.
    pub labels: Vec<Label>,
    /// Reasons and remedies, in the order of display.
    pub notes: Vec<Advice>,
}

impl Diagnostic {
    /// Returns an error at `span`.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, span, message.into())
    }

    /// Returns a warning at `span`.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, span, message.into())
    }

    /// Returns a note at `span`.
    pub fn note(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, span, message.into())
    }

    fn new(severity: Severity, code: &'static str, span: Span, message: String) -> Self {
        let labels = if span.is_some() { vec![Label { span, message: String::new() }] } else { Vec::new() };
        Self { severity, code, message, labels, notes: Vec::new() }
    }

    /// Sets the message at the primary place.
    #[must_use]
    pub fn with_text(mut self, message: impl Into<String>) -> Self {
        if let Some(label) = self.labels.first_mut() {
            label.message = message.into();
        }
        self
    }

    /// Adds a further place.
    #[must_use]
    pub fn with_label(mut self, span: Span, message: impl Into<String>) -> Self {
        if span.is_some() {
            self.labels.push(Label { span, message: message.into() });
        }
        self
    }

    /// Adds a help line: an instruction, or the text to type.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.notes.push(Advice::Help(help.into()));
        self
    }

    /// Adds a note: the clause of the standard, or what the compiler does instead.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.add_note(note);
        self
    }

    /// Adds a note in place.
    pub fn add_note(&mut self, note: impl Into<String>) {
        self.notes.push(Advice::Note(note.into()));
    }

    /// Returns whether the diagnostic is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Sorts diagnostics by file, offset, severity and message, and removes duplicates.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| {
        let key = |d: &Diagnostic| d.labels.first().map(|label| (label.span.file, label.span.start));
        (key(a), a.severity, &a.message).cmp(&(key(b), b.severity, &b.message))
    });
    diagnostics.dedup();
}

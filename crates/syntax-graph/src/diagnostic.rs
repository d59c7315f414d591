//! Diagnostics as data; the binary renders them.

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing is produced.
    Error,
    /// Something is produced, and the user should look.
    Warning,
    /// Worth knowing.
    Note,
}

/// A place in the source with what is to be said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is to be said of it; may be empty.
    pub message: String,
}

/// One finding: what is wrong, where, what was expected, and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A short stable name (`unresolved-type`), by which a warning is turned off.
    pub code: &'static str,
    /// One line, no full stop.
    pub message: String,
    /// The primary place first.
    pub labels: Vec<Label>,
    /// The clause that says so, what was expected, how to mend it.
    pub notes: Vec<String>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, span, message.into())
    }

    /// A warning at `span`.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, span, message.into())
    }

    /// A note at `span`.
    pub fn note(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, span, message.into())
    }

    fn new(severity: Severity, code: &'static str, span: Span, message: String) -> Self {
        let labels = if span.is_some() { vec![Label { span, message: String::new() }] } else { Vec::new() };
        Self { severity, code, message, labels, notes: Vec::new() }
    }

    /// Says something of the primary place.
    #[must_use]
    pub fn with_text(mut self, message: impl Into<String>) -> Self {
        if let Some(label) = self.labels.first_mut() {
            label.message = message.into();
        }
        self
    }

    /// Adds a second place.
    #[must_use]
    pub fn with_label(mut self, span: Span, message: impl Into<String>) -> Self {
        if span.is_some() {
            self.labels.push(Label { span, message: message.into() });
        }
        self
    }

    /// Adds a note or a hint.
    #[must_use]
    pub fn with_help(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Puts diagnostics in the order in which a reader meets the places: by file, then offset, then message.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| {
        let key = |d: &Diagnostic| d.labels.first().map(|label| (label.span.file, label.span.start));
        (key(a), a.severity, &a.message).cmp(&(key(b), b.severity, &b.message))
    });
    diagnostics.dedup();
}

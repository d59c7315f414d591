//! Collects findings. A speculative evaluation has findings of its own, which the caller keeps or drops.

use syntax_graph::Diagnostic;

/// What has been found so far.
#[derive(Debug, Default)]
pub struct Findings {
    reported: Vec<Diagnostic>,
    /// How many of them are errors.
    errors: usize,
}

impl Findings {
    /// Records a finding.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.is_error());
        self.reported.push(diagnostic);
    }

    /// Records what a look aside has found.
    pub fn keep(&mut self, mut aside: Self) {
        self.errors += aside.errors;
        self.reported.append(&mut aside.reported);
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.reported.is_empty()
    }

    /// Whether one of them is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The findings in the order of their reports.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.reported.iter()
    }

    /// The findings themselves.
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.reported
    }
}

//! Why a parser failed: the error of both grammars, and the diagnostic made of it.

use nom::IResult;
use syntax_graph::{Diagnostic, Span};

/// Where a parser stands among the tokens of a file.
pub trait Place: Copy {
    /// Returns the index of the next token.
    fn index(self) -> usize;

    /// Returns the diagnostic for a fault in the same file.
    fn diagnose(self, fault: &Fault) -> Diagnostic;
}

/// Why a parser failed: the furthest token that it reached, and what it expected there.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Index of the token.
    pub at: usize,
    /// What was expected there.
    pub expected: Vec<&'static str>,
    /// Said in place of "expected ..., found ...".
    pub message: Option<&'static str>,
    /// How to mend it.
    pub help: Option<&'static str>,
}

impl<I: Place> nom::error::ParseError<I> for Fault {
    fn from_error_kind(input: I, _kind: nom::error::ErrorKind) -> Self {
        Self::new(input)
    }
    fn append(_input: I, _kind: nom::error::ErrorKind, other: Self) -> Self {
        other
    }
    fn or(mut self, mut other: Self) -> Self {
        if self.at != other.at {
            return if self.at > other.at { self } else { other };
        }
        self.expected.append(&mut other.expected);
        self.message = self.message.or(other.message);
        self.help = self.help.or(other.help);
        self
    }
}

impl Fault {
    /// Returns a fault at a place where nothing in particular was expected.
    pub fn new(place: impl Place) -> Self {
        Self { at: place.index(), expected: Vec::new(), message: None, help: None }
    }

    /// Returns the diagnostic; `place` is any of the same file.
    pub fn report(&self, place: impl Place) -> Diagnostic {
        place.diagnose(self)
    }

    /// Returns the diagnostic for its place. `found` is the text of the token there, none at the end; `hint` guesses how to mend it
    /// from what was expected.
    pub fn diagnostic(
        &self,
        span: Span,
        found: Option<&str>,
        hint: impl FnOnce(&[&str]) -> Option<String>,
    ) -> Diagnostic {
        let found = match found {
            None => "the end of the text".to_owned(),
            Some(text) => format!("`{}`", shorten(text)),
        };
        let mut expected = self.expected.clone();
        expected.sort_unstable();
        expected.dedup();
        let wanted = match expected.split_last() {
            None => "something else".to_owned(),
            Some((last, [])) => (*last).to_owned(),
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        };
        let message = match self.message {
            Some(message) => message.to_owned(),
            None => format!("expected {wanted}, found {found}"),
        };
        let report = Diagnostic::error("syntax", span, message).with_text(format!("expected {wanted}"));
        match self.help.map(str::to_owned).or_else(|| hint(&expected)) {
            Some(help) => report.with_help(help),
            None => report,
        }
    }
}

/// Returns at most some forty characters of a token, on one line.
pub fn shorten(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    match line.char_indices().nth(40) {
        Some((at, _)) => format!("{}...", &line[..at]),
        None if line.len() < text.len() => format!("{line}..."),
        None => line.to_owned(),
    }
}

/// Fails in a way that another alternative may mend.
pub fn expected<I: Place, T>(i: I, what: &'static str) -> IResult<I, T, Fault> {
    Err(nom::Err::Error(Fault { expected: vec![what], ..Fault::new(i) }))
}

/// Fails for good, with a message of its own.
pub fn fatal<I: Place, T>(i: I, what: &'static str, message: &'static str) -> IResult<I, T, Fault> {
    Err(nom::Err::Failure(Fault { expected: vec![what], message: Some(message), ..Fault::new(i) }))
}

/// Fails for good, with a message of its own and how to mend it.
pub fn fatal_with<I: Place, T>(
    i: I,
    what: &'static str,
    message: &'static str,
    help: &'static str,
) -> IResult<I, T, Fault> {
    let help = Some(help);
    Err(nom::Err::Failure(Fault { expected: vec![what], message: Some(message), help, ..Fault::new(i) }))
}

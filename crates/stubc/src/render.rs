//! Prints diagnostics on the terminal.

use codegen::emit::escape::visible_lines;
use codespan_reporting::diagnostic::{Diagnostic as Report, Label as Mark, LabelStyle, Severity as Level};
use codespan_reporting::term::termcolor::{ColorChoice, NoColor, StandardStream};
use codespan_reporting::term::{self, Config, DisplayStyle};
use std::io::{IsTerminal, Write};
use stubc::plural::count;
use stubc::unbounded::UNBOUNDED;
use syntax_graph::{Diagnostic, Id, Severity, SourceMap};

use crate::args::ColorArg;
use crate::texts::Texts;

/// Maximum number of errors shown; the rest is counted.
const MOST_ERRORS: usize = 100;
/// Maximum number of warnings and notes shown; the rest is counted.
const MOST_WARNINGS: usize = 12;

/// Prints diagnostics to stderr.
#[derive(Debug, Clone, Copy)]
pub struct Renderer {
    /// When to use colors.
    pub color: ColorArg,
    /// Whether only errors are printed.
    pub quiet: bool,
    /// Whether everything is printed.
    pub verbose: bool,
}

impl Renderer {
    /// Prints all diagnostics in the given order.
    pub fn all(&self, sources: &SourceMap, diagnostics: &[Diagnostic]) {
        let mut texts = Texts::new(sources);
        let files = sources.files().count();
        let choice = match self.color {
            ColorArg::Always => ColorChoice::Always,
            ColorArg::Never => ColorChoice::Never,
            ColorArg::Auto if std::io::stderr().is_terminal() => ColorChoice::Auto,
            ColorArg::Auto => ColorChoice::Never,
        };
        let stream = StandardStream::stderr(choice);
        let config = Config { display_style: DisplayStyle::Rich, ..Config::default() };
        let (mut errors, mut others, mut held) = (0, 0, 0);
        for diagnostic in diagnostics.iter().filter(|diagnostic| self.shows(diagnostic)) {
            let (shown, most) =
                if diagnostic.is_error() { (&mut errors, MOST_ERRORS) } else { (&mut others, MOST_WARNINGS) };
            if *shown >= most && !self.verbose {
                held += 1;
                continue;
            }
            *shown += 1;
            let report = report(sources, diagnostic, files, &mut texts);
            // A closed stderr is no reason to fail.
            let _ = term::emit(&mut stream.lock(), &config, &texts, &report);
        }
        if held > 0 {
            self.line(&format!("note: {} hidden; -v shows all", count(held, "finding")));
        }
        let is_held =
            |diagnostic: &&Diagnostic| diagnostic.code == UNBOUNDED && diagnostic.severity == Severity::Note;
        let unbounded = diagnostics.iter().filter(is_held).count();
        if unbounded > 0 && !self.quiet && !self.verbose {
            self.line(&format!(
                "note[{UNBOUNDED}]: {} without bounds: values above 64 bits are refused\n = help: `integer = \
                 \"bytes\"` in the configuration makes a type hold any value\n = help: -v lists the types, \
                 --allow {UNBOUNDED} silences this",
                count(unbounded, "INTEGER type")
            ));
        }
    }

    /// Returns the first diagnostics as text.
    pub fn text(&self, sources: &SourceMap, diagnostics: &[Diagnostic]) -> String {
        let mut texts = Texts::new(sources);
        let files = sources.files().count();
        let mut out = NoColor::new(Vec::new());
        for diagnostic in diagnostics.iter().take(MOST_WARNINGS) {
            let report = report(sources, diagnostic, files, &mut texts);
            // Memory accepts all that is written.
            let _ = term::emit(&mut out, &Config::default(), &texts, &report);
        }
        String::from_utf8_lossy(&out.into_inner()).into_owned()
    }

    /// Prints an error without a place in a source text.
    pub fn error(&self, message: &str) {
        self.line(&format!("error: {message}"));
    }

    /// Prints one line on stderr.
    pub fn line(&self, text: &str) {
        // A closed stderr is no reason to fail.
        let _ = std::io::stderr().lock().write_all(format!("{}\n", visible_lines(text)).as_bytes());
    }

    fn shows(&self, diagnostic: &Diagnostic) -> bool {
        match diagnostic.severity {
            Severity::Error => true,
            Severity::Warning => !self.quiet,
            Severity::Note => !self.quiet && (self.verbose || diagnostic.code != UNBOUNDED),
        }
    }
}

fn report(
    sources: &SourceMap,
    diagnostic: &Diagnostic,
    files: usize,
    texts: &mut Texts<'_>,
) -> Report<usize> {
    let level = match diagnostic.severity {
        Severity::Error => Level::Error,
        Severity::Warning => Level::Warning,
        Severity::Note => Level::Note,
    };
    let mut report = Report::new(level)
        .with_code(diagnostic.code)
        .with_message(visible_lines(&diagnostic.message))
        .with_notes(diagnostic.notes.iter().map(|note| visible_lines(&note.to_string())).collect());
    texts.whole();
    let known =
        diagnostic.labels.iter().filter(|label| label.span.is_some() && label.span.file.index() < files);
    for (index, label) in known.enumerate() {
        let file = label.span.file.index();
        let range = clamp(&sources.file(label.span.file).text, label.span.range());
        let style = if index == 0 { LabelStyle::Primary } else { LabelStyle::Secondary };
        if let Some(range) = texts.show(file, range) {
            report.labels.push(Mark::new(style, file, range).with_message(visible_lines(&label.message)));
        } else {
            let (line, column) = sources.line_column(label.span);
            report.notes.push(format!("{}: line {line}, column {column}", label.message));
        }
    }
    if texts.is_cut() {
        report.notes.push("note: a long line is shown in part".to_owned());
    }
    report
}

/// Returns the part of a range that lies within the text, on character borders.
fn clamp(text: &str, range: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let at = |mut offset: usize| {
        offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    };
    let start = at(range.start);
    start..at(range.end).max(start)
}

//! Source files, and spans of bytes in their texts.

use crate::ids::{FileId, Id, IndexVec};

/// A range of bytes in one source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The source file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the span of the bytes `start..end` in `file`. Offsets above 32 bits become the largest one.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        let clamp = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Self { file, start: clamp(start), end: clamp(end) }
    }

    /// Returns the span of nodes without a source text, such as builtin types.
    pub fn none() -> Self {
        Self { file: FileId::new(u32::MAX as usize), start: 0, end: 0 }
    }

    /// Returns whether the span has a source text.
    pub fn is_some(self) -> bool {
        self.file != Self::none().file
    }

    /// Returns the smallest span that covers both spans; `self` if they are in different files.
    pub fn to(self, other: Self) -> Self {
        if self.file != other.file {
            return self;
        }
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the range of bytes.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// One source file: its name as given by the user, and its text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name that diagnostics show.
    pub name: String,
    /// The whole text of the file, with line ends as [`SourceMap::add`] makes them.
    pub text: String,
    /// The offset of each line. Every definition has a place, so places must not read the text again.
    starts: Vec<usize>,
}

/// All source files of one run.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: IndexVec<FileId, SourceFile>,
}

impl SourceMap {
    /// Returns a map without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file. Carriage returns without a line feed become line feeds, so that all line counts agree. This does
    /// not move offsets. Offsets have 32 bits, so spans do not reach beyond 4 GiB.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let mut text = text.into();
        if text.contains('\r') {
            let lines: Vec<String> = text.split("\r\n").map(|lines| lines.replace('\r', "\n")).collect();
            text = lines.join("\r\n");
        }
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        self.files.push(SourceFile { name: name.into(), text, starts })
    }

    /// Returns a file.
    ///
    /// # Panics
    /// The map has no such file.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id]
    }

    /// Returns the files with their ids, in the order of their addition.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.enumerated()
    }

    /// Returns the text that a span covers; empty for a span without a text.
    pub fn text(&self, span: Span) -> &str {
        self.files.get(span.file).and_then(|file| file.text.get(span.range())).unwrap_or("")
    }

    /// Returns the line and the column of the span's first byte, both from 1. The column counts characters. Returns
    /// zeros for a span without a file.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let Some(file) = self.files.get(span.file) else { return (0, 0) };
        let before = file.text.get(..span.start as usize).unwrap_or(&file.text);
        let line = file.starts.partition_point(|start| *start <= before.len());
        let start = file.starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
        (line, before[start..].chars().count() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_line_and_a_column_of_characters() {
        let mut sources = SourceMap::new();
        let file = sources.add("a.asn1", "a\n\u{e4}b\n");
        let places = [0, 1, 2, 4, 5, 6].map(|at| sources.line_column(Span::new(file, at, at)));
        assert_eq!(places, [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 1)]);
        assert_eq!(sources.line_column(Span::new(file, 99, 99)), (3, 1));
    }

    #[test]
    fn lines_end_by_either_sign_or_both() {
        for (text, line) in [("a\nb\n\nc", 4), ("a\rb\r\rc", 4), ("a\r\nb\r\n\r\nc", 4), ("a\rb\r\n\nc", 4)] {
            let mut sources = SourceMap::new();
            let file = sources.add("a.asn1", text);
            let end = text.len();
            assert_eq!(sources.line_column(Span::new(file, end - 1, end)), (line, 1), "{text:?}");
            assert_eq!(sources.file(file).text.len(), end);
        }
    }
}

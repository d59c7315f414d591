//! Holds the source texts as diagnostics show them: of a very long line, only the part around the finding, and without
//! characters that would change the terminal or the order of what is read.

use codegen::emit::escape::{visible, with_stand_ins};
use codespan_reporting::files::{Error, Files};
use std::borrow::Cow;
use std::ops::Range;
use syntax_graph::SourceMap;

/// Lines longer than this many bytes are shown in part.
const LONGEST: usize = 400;
/// Bytes shown on either side of the finding.
const AROUND: usize = 120;

/// All source texts with the starts of their lines.
pub struct Texts<'a> {
    files: Vec<(String, Cow<'a, str>)>,
    lines: Vec<Vec<usize>>,
    /// The shown parts of long lines: file, line, bytes.
    parts: Vec<(usize, usize, Range<usize>)>,
}

impl<'a> Texts<'a> {
    /// Returns all texts, with every line shown in full.
    pub fn new(sources: &'a SourceMap) -> Self {
        let files: Vec<_> =
            sources.files().map(|(_, file)| (visible(&file.name), with_stand_ins(&file.text))).collect();
        let starts = |text: &str| {
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect::<Vec<_>>()
        };
        let lines = files.iter().map(|(_, text)| starts(text)).collect();
        Self { files, lines, parts: Vec::new() }
    }

    /// Shows every line in full again.
    pub fn whole(&mut self) {
        self.parts.clear();
    }

    /// Selects the part of a long line to show: the part around the first mark in it. Returns the part of the
    /// mark that is visible, or `None` when none is.
    pub fn show(&mut self, file: usize, mark: Range<usize>) -> Option<Range<usize>> {
        let line = self.line_index(file, mark.start).ok()?;
        let whole = self.full_line(file, line);
        let known = self.parts.iter().find(|part| (part.0, part.1) == (file, line));
        let part = match known {
            Some((_, _, part)) => part.clone(),
            None if whole.len() <= LONGEST => {
                // The end may lie in a later long line.
                let last = self.full_line(file, self.line_index(file, mark.end).ok()?);
                return Some(if last.len() <= LONGEST { mark } else { mark.start..mark.end.min(whole.end) });
            }
            None => {
                let text = &self.files[file].1;
                let border = |mut at: usize| {
                    while !text.is_char_boundary(at) {
                        at -= 1;
                    }
                    at
                };
                let start = border(mark.start.saturating_sub(AROUND).max(whole.start));
                let part = start..border((mark.start + AROUND).min(whole.end));
                self.parts.push((file, line, part.clone()));
                part
            }
        };
        part.contains(&mark.start).then(|| mark.start..mark.end.min(part.end))
    }

    /// Returns whether a line is shown in part.
    pub fn is_cut(&self) -> bool {
        !self.parts.is_empty()
    }

    fn full_line(&self, file: usize, line: usize) -> Range<usize> {
        let starts = &self.lines[file];
        starts[line]..starts.get(line + 1).copied().unwrap_or(self.files[file].1.len())
    }
}

impl<'a> Files<'a> for Texts<'a> {
    type FileId = usize;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, file: usize) -> Result<&'a str, Error> {
        self.files.get(file).map(|(name, _)| name.as_str()).ok_or(Error::FileMissing)
    }

    fn source(&'a self, file: usize) -> Result<&'a str, Error> {
        self.files.get(file).map(|(_, text)| &**text).ok_or(Error::FileMissing)
    }

    fn line_index(&self, file: usize, octet: usize) -> Result<usize, Error> {
        let starts = self.lines.get(file).ok_or(Error::FileMissing)?;
        Ok(starts.partition_point(|start| *start <= octet).saturating_sub(1))
    }

    fn column_number(&'a self, file: usize, line: usize, octet: usize) -> Result<usize, Error> {
        let whole = self.full_line(file, line);
        Ok(self.source(file)?.get(whole.start..octet).unwrap_or("").chars().count() + 1)
    }

    fn line_range(&self, file: usize, line: usize) -> Result<Range<usize>, Error> {
        let part = self.parts.iter().find(|part| (part.0, part.1) == (file, line));
        Ok(part.map_or_else(|| self.full_line(file, line), |(_, _, part)| part.clone()))
    }
}

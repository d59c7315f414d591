//! A small C writer: lines, indentation, blocks.

use super::escape::comment;
use super::helpers::{Called, Helper};
use super::places;
use crate::stub::Stub;
use std::collections::BTreeSet;
use std::panic::Location;
use std::sync::Arc;

/// The procedures that the compiler must not merge with their callers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Apart {
    /// None.
    #[default]
    Nothing,
    /// All of them.
    All,
    /// These. The text holds only these procedures, and declares the others.
    These(Arc<BTreeSet<Stub>>),
}

/// Text under construction, with the helpers and variables that it uses.
#[derive(Debug, Default)]
pub struct Writer {
    lines: Vec<Line>,
    level: usize,
    /// Helpers of the runtime that the text calls.
    calls: BTreeSet<Helper>,
    /// Variables that the text uses, as its printer notes them.
    uses: BTreeSet<String>,
    /// The procedures that the compiler must not merge with their callers.
    apart: Apart,
}

/// A line of a text.
#[derive(Debug)]
struct Line {
    level: usize,
    text: String,
    /// Whether it declares a variable whose name other blocks use, too.
    declares: bool,
    /// The call that printed it.
    place: &'static Location<'static>,
}

impl Writer {
    /// Returns an empty text.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns an empty text. The compiler merges no procedure of `apart` with its caller.
    pub fn keeping(apart: &Apart) -> Self {
        Self { apart: apart.clone(), ..Self::default() }
    }

    /// Declares the procedure of a stub, of a function type.
    #[track_caller]
    pub fn prototype(&mut self, kind: &str, name: &str, stub: Stub) {
        let storage = match &self.apart {
            Apart::Nothing => "static",
            Apart::All => "__attribute__((noinline)) static",
            Apart::These(_) if self.holds(stub) => "__attribute__((noinline, used)) static",
            Apart::These(_) => "__attribute__((visibility(\"hidden\"))) extern",
        };
        self.line(&format!("{storage} {kind} {name};"));
    }

    /// Returns whether the text holds the procedure of a stub.
    pub fn holds(&self, stub: Stub) -> bool {
        match &self.apart {
            Apart::Nothing | Apart::All => true,
            Apart::These(these) => these.contains(&stub),
        }
    }

    /// Returns the name of a helper and notes the call.
    pub fn call(&mut self, helper: Helper) -> &'static str {
        self.calls.insert(helper);
        helper.name
    }

    /// Returns the helpers that the text calls.
    pub fn called(&self) -> Called {
        Called::These(self.calls.clone())
    }

    /// Notes that the text uses a variable.
    pub fn uses(&mut self, variable: &str) {
        self.uses.insert(variable.to_owned());
    }

    /// Returns whether the printer has noted a use of this variable.
    pub fn is_using(&self, variable: &str) -> bool {
        self.uses.contains(variable)
    }

    /// Returns the variables that the printer has noted and whose names begin like this.
    pub fn used<'a>(&'a self, beginning: &'a str) -> impl Iterator<Item = &'a str> {
        self.uses.iter().map(String::as_str).filter(move |name| name.starts_with(beginning))
    }

    /// Prints one line at the current indentation; an empty one is blank.
    #[track_caller]
    pub fn line(&mut self, line: &str) {
        self.push(line, false);
    }

    /// Prints a declaration of variables whose names other blocks also use. It is in a block of its own,
    /// which may be merged into the block around it.
    #[track_caller]
    pub fn declare(&mut self, line: &str) {
        self.push(line, true);
    }

    #[track_caller]
    fn push(&mut self, line: &str, declares: bool) {
        let place = Location::caller();
        self.lines.push(Line { level: self.level, text: line.to_owned(), declares, place });
    }

    /// Prints the lines of a text.
    #[track_caller]
    pub fn lines(&mut self, text: &str) {
        for line in text.lines() {
            self.line(line);
        }
    }

    /// Prints a comment on a line of its own. Any text is safe.
    #[track_caller]
    pub fn comment(&mut self, text: &str) {
        self.line(&comment(text));
    }

    /// Prints one blank line, unless the last line is blank.
    #[track_caller]
    pub fn blank(&mut self) {
        if self.lines.last().is_some_and(|line| !line.text.is_empty()) {
            self.line("");
        }
    }

    /// Prints `head {`, then `body` one level deeper, then `tail`. A block in it is merged into it if no
    /// names collide.
    #[track_caller]
    pub fn block(&mut self, head: &str, tail: &str, body: impl FnOnce(&mut Self)) {
        self.line(&opened(head));
        let start = self.lines.len();
        self.indent(body);
        self.join_block(start);
        self.line(tail);
    }

    /// Prints `if (condition)` with its block.
    #[track_caller]
    pub fn when(&mut self, condition: &str, then: impl FnOnce(&mut Self)) {
        self.block(&format!("if ({condition})"), "}", then);
    }

    /// Prints `if (condition)` with a block for each case.
    #[track_caller]
    pub fn either(
        &mut self,
        condition: &str,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) {
        self.block(&format!("if ({condition})"), "} else {", then);
        let start = self.lines.len();
        self.indent(otherwise);
        self.join_block(start);
        self.line("}");
    }

    /// Prints `switch (selector)` with its cases.
    #[track_caller]
    pub fn switch(&mut self, selector: &str, cases: impl FnOnce(&mut Self)) {
        self.line(&format!("switch ({selector}) {{"));
        cases(self);
        self.line("}");
    }

    /// Prints the labels of a case and its statements, then `break`. Statements that declare variables get braces.
    #[track_caller]
    pub fn case(&mut self, labels: &[String], body: impl FnOnce(&mut Self)) {
        for label in labels {
            self.line(label);
        }
        let start = self.lines.len();
        self.indent(body);
        let declares = self.join_block(start);
        self.level += 1;
        self.line("break;");
        self.level -= 1;
        if declares && let Some(label) = self.lines.get_mut(start.wrapping_sub(1)) {
            label.text.push_str(" {");
            self.line("}");
        }
    }

    /// Prints a label and statements that leave the switch by themselves.
    #[track_caller]
    pub fn last_case(&mut self, label: &str, body: impl FnOnce(&mut Self)) {
        self.line(label);
        self.indent(body);
    }

    /// Merges the only block without a head since line `start` into the block around it, unless later lines
    /// also declare variables. Returns whether it did.
    fn join_block(&mut self, start: usize) -> bool {
        let inner = self.level + 1;
        let lines = &self.lines[start..];
        let is = |line: &Line, text: &str| line.level == inner && line.text == text;
        let mut opens = lines.iter().enumerate().filter(|(_, line)| is(line, "{"));
        let (Some((open, _)), None) = (opens.next(), opens.next()) else { return false };
        let Some(length) = lines[open..].iter().position(|line| is(line, "}")) else { return false };
        let close = open + length;
        if lines[close..].iter().any(|line| line.declares) {
            return false;
        }
        self.lines.remove(start + close);
        self.lines.remove(start + open);
        self.lines[start + open..start + close - 1].iter_mut().for_each(|line| line.level -= 1);
        true
    }

    /// Prints `body` one level deeper.
    pub fn indent(&mut self, body: impl FnOnce(&mut Self)) {
        self.level += 1;
        body(self);
        self.level -= 1;
    }

    /// Prints a function: its signature, with braces on lines of their own.
    #[track_caller]
    pub fn function(&mut self, signature: &str, body: impl FnOnce(&mut Self)) {
        self.line(signature);
        self.block("", "}", body);
        self.blank();
    }

    /// Returns a writer at the same indentation, for a part that is added once its needs are known.
    pub fn part(&self) -> Self {
        Self { level: self.level, apart: self.apart.clone(), ..Self::default() }
    }

    /// Returns the number of lines, before long ones are broken.
    pub fn length(&self) -> usize {
        self.lines.len()
    }

    /// Adds the text of a part.
    pub fn append(&mut self, part: Self) {
        self.lines.extend(part.lines);
        self.calls.extend(part.calls);
        self.uses.extend(part.uses);
    }

    /// Returns the text.
    pub fn finish(self) -> String {
        let (mut text, mut is_comment) = (String::new(), false);
        for line in self.lines {
            if !line.text.is_empty() {
                let [before, behind] = places::of_printer(&line.text, line.place, is_comment);
                is_comment = places::ends_in_comment(&line.text, is_comment);
                text.push_str(&before);
                text.push_str(&INDENTATION.repeat(line.level));
                text.push_str(&line.text);
                text.push_str(&behind);
            }
            text.push('\n');
        }
        text
    }
}

/// The text in front of a line, once for each level.
const INDENTATION: &str = "    ";

/// Returns the line that opens a block.
fn opened(head: &str) -> String {
    if head.is_empty() { "{".to_owned() } else { format!("{head} {{") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stub::{Direction, Node};
    use syntax_graph::{Id, TypeId};

    #[test]
    fn procedures_stay_apart_in_every_part() {
        let stub = Stub { direction: Direction::Decode, node: Node::general(TypeId::new(0)) };
        let hidden = "__attribute__((visibility(\"hidden\"))) extern int f;\n";
        for (apart, prototype) in [
            (Apart::All, "__attribute__((noinline)) static int f;\n"),
            (Apart::These(Arc::new([stub].into())), "__attribute__((noinline, used)) static int f;\n"),
            (Apart::These(Arc::default()), hidden),
            (Apart::Nothing, "static int f;\n"),
        ] {
            let mut w = Writer::keeping(&apart);
            w.prototype("int", "f", stub);
            let mut part = w.part();
            part.prototype("int", "f", stub);
            assert_eq!([w.finish(), part.finish()], [prototype; 2]);
        }
    }
}

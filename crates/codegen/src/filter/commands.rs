//! The commands of an interpreted filter: control commands, and a table in C. The rule's folder adds its moves and
//! conditions.
//!
//! A command is an octet, whose upper five bits are its number and whose lower three a cursor or a variant, and its
//! operands. Jumps go forward only, and a routine that tests elements is an operand of the command that runs it: so each
//! filter ends, and a device can check a table before it runs it.

use super::code::{Answer, Code, Routine};
use super::decision::Formula;
use crate::c::writer::Writer;
use crate::rules::Lowered;
use syntax_graph::filter::Quantifier;
use syntax_graph::{Diagnostic, Span};

/// The most cursors, slots: three bits name one.
pub const MOST: usize = 8;
/// The most variables: the bits of a word.
const VARIABLES: usize = 32;
/// A length takes two octets from here on.
const LONG: usize = 128;

/// The control commands.
const ANSWER: u8 = 0;
const BRANCH: u8 = 1;
/// Notes, sets and asks variables.
pub const VARIABLE: u8 = 2;
/// The number of the rule's first command.
pub const FIRST: u8 = 3;

/// A row of the table: a command and what it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The command.
    pub octets: Vec<u8>,
    /// What it does.
    pub text: String,
    /// The routine that follows as an operand, behind its length.
    pub routine: Option<usize>,
}

impl Row {
    /// Returns whether the command holds a length of two octets; a long command may do so.
    pub fn has_long_length(&self) -> bool {
        let jumps = self.octets[0] >> 3 == BRANCH && self.octets.len() > 2;
        let calls = self.routine.is_some() && self.octets.len() > 3;
        self.octets.len() > LONG || jumps || calls
    }
}

/// Returns a row without a routine.
pub fn row(number: u8, variant: usize, operands: &[u8], text: impl Into<String>) -> Row {
    let mut octets = vec![number << 3 | variant as u8];
    octets.extend(operands);
    Row { octets, text: text.into(), routine: None }
}

/// Returns a length as one octet, or as two.
pub fn length(length: usize) -> Vec<u8> {
    if length < LONG { vec![length as u8] } else { vec![0x80 | (length >> 8) as u8, length as u8] }
}

/// Encodes the moves and conditions of one rule.
pub trait Coder {
    /// Its moves.
    type Move;
    /// Its conditions.
    type Condition;

    /// Adds a move.
    ///
    /// # Errors
    /// What commands cannot do.
    fn step(&mut self, rows: &mut Vec<Row>, step: &Self::Move, quantifiers: &[Quantifier]) -> Lowered<()>;

    /// Adds the evaluation of a condition. Returns whether its opposite was evaluated.
    ///
    /// # Errors
    /// What commands cannot do.
    fn condition(&mut self, rows: &mut Vec<Row>, condition: &Self::Condition) -> Lowered<bool>;
}

/// Returns the error that a filter is too large for commands.
pub fn too_large(what: &str) -> Box<Diagnostic> {
    let message = format!("the predicate has too many {what} for an interpreted filter");
    Box::new(Diagnostic::error("filter-commands", Span::none(), message).with_help("compile this filter"))
}

/// Returns the rows of all routines, the message's first.
///
/// # Errors
/// What commands cannot do.
pub fn rows<C: Coder>(coder: &mut C, routines: &[Routine<C::Move, C::Condition>]) -> Lowered<Vec<Row>> {
    let quantifiers: Vec<Quantifier> =
        routines.iter().map(|routine| routine.quantifier.unwrap_or(Quantifier::Any)).collect();
    let mut printed = Printed { coder, routines, quantifiers: &quantifiers };
    let rows = match routines.first() {
        Some(message) => printed.block(&message.code, 0)?,
        None => Vec::new(),
    };
    if octets_of(&rows) >= LONG << 8 {
        return Err(too_large("parts"));
    }
    Ok(rows)
}

/// The routines whose rows are made.
struct Printed<'a, C: Coder> {
    coder: &'a mut C,
    routines: &'a [Routine<C::Move, C::Condition>],
    quantifiers: &'a [Quantifier],
}

fn octets_of(rows: &[Row]) -> usize {
    rows.iter().map(|row| row.octets.len()).sum()
}

impl<C: Coder> Printed<'_, C> {
    /// Returns the rows of code within so many routines.
    fn block(&mut self, code: &[Code<C::Move, C::Condition>], depth: usize) -> Lowered<Vec<Row>> {
        let mut rows = Vec::new();
        for step in code {
            match step {
                Code::Move(step) => {
                    self.coder.step(&mut rows, step, self.quantifiers)?;
                    self.called(&mut rows, depth)?;
                }
                Code::If { condition, negated, then, otherwise } => {
                    let is_opposite = self.coder.condition(&mut rows, condition)? != *negated;
                    let (mut yes, mut no) = (self.block(then, depth)?, self.block(otherwise, depth)?);
                    if !no.is_empty() {
                        yes.push(jump(Jump::Always, octets_of(&no)));
                    }
                    let unless = if is_opposite { Jump::If } else { Jump::Unless };
                    rows.push(jump(unless, octets_of(&yes)));
                    rows.append(&mut yes);
                    rows.append(&mut no);
                }
                Code::Choose { .. } | Code::Default(..) => {
                    let message = "an interpreted filter neither chooses by a number nor stores values";
                    return Err(Box::new(Diagnostic::error("filter-commands", Span::none(), message)));
                }
                Code::Note(probe, condition) => {
                    if self.coder.condition(&mut rows, condition)? {
                        rows.push(invert());
                    }
                    rows.push(variable(0, *probe, "note")?);
                }
                Code::Set(probe) => rows.push(variable(1, *probe, "set")?),
                Code::Answer(Answer::Constant(answer)) => {
                    rows.push(row(
                        ANSWER,
                        usize::from(*answer),
                        &[],
                        format!("answer {}", u8::from(*answer)),
                    ));
                }
                Code::Answer(Answer::Condition { condition, negated }) => {
                    let is_opposite = self.coder.condition(&mut rows, condition)? != *negated;
                    rows.push(answer(is_opposite));
                }
                Code::Answer(Answer::Formula(part)) => {
                    formula(&mut rows, part)?;
                    rows.push(answer(false));
                }
            }
        }
        Ok(rows)
    }

    /// Adds the routine that the last row runs, if it runs one.
    fn called(&mut self, rows: &mut Vec<Row>, depth: usize) -> Lowered<()> {
        let Some(routine) = rows.last().and_then(|row| row.routine) else { return Ok(()) };
        if depth == MOST {
            return Err(too_large("arrays within arrays"));
        }
        let routines = self.routines;
        let mut inside = self.block(&routines[routine].code, depth + 1)?;
        let octets = length(octets_of(&inside));
        if let Some(row) = rows.last_mut() {
            row.octets.extend(octets);
        }
        rows.append(&mut inside);
        Ok(())
    }
}

/// Returns the command that answers with the last condition, or its opposite.
fn answer(is_opposite: bool) -> Row {
    row(ANSWER, 2 + usize::from(is_opposite), &[], if is_opposite { "answer not so" } else { "answer so" })
}

fn invert() -> Row {
    row(VARIABLE, 3, &[], "not")
}

fn variable(variant: usize, probe: usize, what: &str) -> Lowered<Row> {
    if probe >= VARIABLES {
        return Err(too_large("questions"));
    }
    Ok(row(VARIABLE, variant, &[probe as u8], format!("{what} {probe}")))
}

/// When a jump is taken.
#[derive(Clone, Copy)]
enum Jump {
    Always,
    If,
    Unless,
}

/// Returns the jump over so many octets.
fn jump(when: Jump, octets: usize) -> Row {
    let text = match when {
        Jump::Always => "jump",
        Jump::If => "if so, jump",
        Jump::Unless => "if not, jump",
    };
    row(BRANCH, when as usize, &length(octets), format!("{text} over {octets}"))
}

/// Evaluates a formula over the variables.
fn formula(rows: &mut Vec<Row>, of: &Formula) -> Lowered<()> {
    match of {
        // Constants are answers of their own, and views have no commands.
        Formula::Constant(_) | Formula::Each(_) => {}
        Formula::Probe(probe) => rows.push(variable(2, *probe, "ask")?),
        Formula::Not(inner) => {
            formula(rows, inner)?;
            rows.push(invert());
        }
        Formula::All(parts) | Formula::Any(parts) => {
            let ends = if matches!(of, Formula::All(_)) { Jump::Unless } else { Jump::If };
            let mut behind = Vec::new();
            for part in parts.iter().rev() {
                let mut own = Vec::new();
                formula(&mut own, part)?;
                if !behind.is_empty() {
                    own.push(jump(ends, octets_of(&behind)));
                }
                own.append(&mut behind);
                behind = own;
            }
            rows.append(&mut behind);
        }
    }
    Ok(())
}

/// Prints the table and the function of a filter; `run` is the interpreter.
pub fn print(name: &str, rows: &[Row], run: &str) -> Writer {
    let mut w = Writer::new();
    w.block(&format!("static const uint8_t {name}_commands[] ="), "};", |w| {
        for row in rows {
            let octets: Vec<String> = row.octets.iter().map(|octet| format!("{octet:#04x}")).collect();
            w.line(&format!("{}, /* {} */", octets.join(", "), row.text));
        }
    });
    w.function(&format!("int {name}(const uint8_t *input, size_t length)"), |w| {
        // C forbids arithmetic on a null pointer.
        w.when("length == 0", |w| w.line("return STUBC_TRUNCATED;"));
        w.line(&format!("return {run}({name}_commands, input, input + length);"));
    });
    w
}

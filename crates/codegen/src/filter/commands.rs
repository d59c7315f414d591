//! The commands of an interpreted filter: control commands, and a table in C. The rule's folder adds its moves and
//! conditions.
//!
//! A command is an octet, whose upper five bits are its number and whose lower three a cursor or a variant, and its
//! operands. Jumps go forward only, and a routine that tests elements is an operand of the command that runs it: so each
//! filter ends, and a device can check a table before it runs it.

use super::code::{Answer, Code, Routine};
use super::decision::Formula;
use super::emit::Functions;
use crate::c::helpers::Helper;
use crate::c::writer::Writer;
use crate::rules::Lowered;
use num_bigint::BigInt;
use std::collections::BTreeSet;
use syntax_graph::filter::{Octets, Quantifier, Range};
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
    /// The skip whose place in the table is the last operand, of two octets.
    pub target: Option<usize>,
    /// Whether an operand is a length of two octets.
    pub is_long: bool,
}

/// Returns a row without a routine.
pub fn row(number: u8, variant: usize, operands: &[u8], text: impl Into<String>) -> Row {
    let mut octets = vec![number << 3 | variant as u8];
    octets.extend(operands);
    Row { octets, text: text.into(), routine: None, target: None, is_long: false }
}

/// Returns a row whose operands begin with a length.
pub fn long(number: u8, variant: usize, extent: usize, operands: &[u8], text: impl Into<String>) -> Row {
    let operands = [&length(extent), operands].concat();
    Row { is_long: extent >= LONG, ..row(number, variant, &operands, text) }
}

/// Returns the row of a routine, which is an operand of the command before it.
pub fn tested(routine: usize) -> Row {
    let text = "the test of one".to_owned();
    Row { octets: Vec::new(), text, routine: Some(routine), target: None, is_long: false }
}

/// Returns a length as one octet, or as two.
pub fn length(length: usize) -> Vec<u8> {
    if length < LONG { vec![length as u8] } else { vec![0x80 | (length >> 8) as u8, length as u8] }
}

/// Returns a size that a length holds.
///
/// # Errors
/// It is too large.
pub fn size(size: u64, what: &str) -> Lowered<usize> {
    usize::try_from(size).ok().filter(|size| *size < LONG << 8).ok_or_else(|| too_large(what))
}

/// Returns a number of 64 bits: its octet, or its octets in two's complement behind 0xf0 plus their number.
pub fn constant(number: &BigInt) -> Vec<u8> {
    let bits = number & BigInt::from(u64::MAX);
    if bits <= BigInt::from(0xf0) {
        return vec![bits.iter_u64_digits().next().unwrap_or(0) as u8];
    }
    let signed = if bits.bits() == 64 { bits - (BigInt::from(1) << 64) } else { bits };
    let octets = signed.to_signed_bytes_be();
    [vec![0xf0 + octets.len() as u8], octets].concat()
}

/// A range as operands.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Limits {
    /// The number of limits, whether the numbers outside are meant, and whether the only limit is the largest number; then
    /// each limit.
    Octets(Vec<u8>),
    /// All numbers are in the range, or none is.
    Constant(bool),
}

/// Returns a range of numbers of 64 bits, which are at least `least` if it is given.
fn limits(range: &Range, least: Option<u64>) -> Limits {
    let least = least.map(BigInt::from);
    let min = range.min.as_ref().filter(|min| least.as_ref().is_none_or(|least| *min > least));
    let is_empty = range.max.as_ref().zip(least.as_ref()).is_some_and(|(max, least)| max < least);
    let limits: Vec<&BigInt> = min.into_iter().chain(&range.max).collect();
    if is_empty || limits.is_empty() {
        return Limits::Constant(is_empty == range.outside);
    }
    let only_most = u8::from(min.is_none()) << 3;
    let mut operands = vec![limits.len() as u8 | u8::from(range.outside) << 2 | only_most];
    limits.into_iter().for_each(|limit| operands.extend(constant(limit)));
    Limits::Octets(operands)
}

/// Returns the command of this number that asks whether the last number is one of these.
///
/// # Errors
/// There are too many.
pub fn one_of(features: &mut BTreeSet<&'static str>, number: u8, numbers: &[BigInt]) -> Lowered<Row> {
    features.insert("FILTER_RUN_ONE_OF");
    let count = size(numbers.len() as u64, "numbers")?;
    let operands: Vec<u8> = numbers.iter().flat_map(constant).collect();
    let names: Vec<String> = numbers.iter().map(BigInt::to_string).collect();
    Ok(long(number, 0, count, &operands, format!("one of {}", names.join(", "))))
}

/// Returns a comparison of octets: the place, whether they must differ, the octets of a character; then the octets.
///
/// # Errors
/// There are too many.
pub fn string(octets: &Octets) -> Lowered<Vec<u8>> {
    let unit = octets.unit.trailing_zeros() as u8;
    let mut operands = vec![octets.place as u8 | u8::from(octets.differs) << 2 | unit << 3];
    operands.extend(length(size(octets.octets.len() as u64, "octets")?));
    operands.extend(&octets.octets);
    Ok(operands)
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

    /// Returns the command that asks whether the last number is one of these.
    ///
    /// # Errors
    /// The rule has no numbers to choose by, or there are too many.
    fn one_of(&mut self, _: &[BigInt]) -> Lowered<Row> {
        Err(too_large("numbers to choose by"))
    }
}

/// Adds the comparison of the number with a range by one of two commands: in a range, and one of these. Returns whether
/// its opposite was evaluated.
///
/// # Errors
/// What commands cannot do.
pub fn within(
    features: &mut BTreeSet<&'static str>,
    rows: &mut Vec<Row>,
    [in_range, one]: [u8; 2],
    (range, is_wide): (&Range, bool),
) -> Lowered<bool> {
    match limits(range, is_wide.then_some(0)) {
        Limits::Octets(operands) => {
            features.insert("FILTER_RUN_IN");
            rows.push(row(in_range, usize::from(is_wide), &operands, "in a range"));
            Ok(false)
        }
        Limits::Constant(answer) => {
            rows.push(one_of(features, one, &[])?);
            Ok(answer)
        }
    }
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

/// Returns a table: the rows of a filter, and behind them those of each skip, which commands name by their places.
///
/// # Errors
/// The table is too large.
pub fn with_skips(mut rows: Vec<Row>, skips: Vec<Vec<Row>>) -> Lowered<Vec<Row>> {
    let mut places = Vec::new();
    for skip in skips {
        places.push(octets_of(&rows));
        rows.extend(skip);
    }
    for row in &mut rows {
        let place = row.target.and_then(|target| places.get(target)).copied();
        let at = row.octets.len();
        if let Some(place) = place {
            row.octets[at - 2..].copy_from_slice(&[(place >> 8) as u8, place as u8]);
        }
    }
    if octets_of(&rows) >= LONG << 8 { Err(too_large("parts")) } else { Ok(rows) }
}

/// The routines whose rows are made.
struct Printed<'a, C: Coder> {
    coder: &'a mut C,
    routines: &'a [Routine<C::Move, C::Condition>],
    quantifiers: &'a [Quantifier],
}

/// Returns rows that run the first of these codes whose numbers have the last number among them, else `otherwise`. The
/// function makes the row that asks for numbers.
///
/// # Errors
/// What the function returns.
pub fn chosen(
    cases: Vec<(Vec<BigInt>, Vec<Row>)>,
    otherwise: Vec<Row>,
    one_of: &mut dyn FnMut(&[BigInt]) -> Lowered<Row>,
) -> Lowered<Vec<Row>> {
    let mut rows = otherwise;
    for (numbers, mut own) in cases.into_iter().rev() {
        let mut all = vec![one_of(&numbers)?];
        if own.is_empty() {
            all.push(jump(Jump::If, octets_of(&rows)));
        } else {
            if !rows.is_empty() {
                own.push(jump(Jump::Always, octets_of(&rows)));
            }
            all.push(jump(Jump::Unless, octets_of(&own)));
        }
        all.append(&mut own);
        all.append(&mut rows);
        rows = all;
    }
    Ok(rows)
}

/// Returns the number of octets of rows.
pub fn octets_of(rows: &[Row]) -> usize {
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
                Code::Choose { cases, otherwise } => {
                    let mut coded = Vec::new();
                    for (numbers, code) in cases {
                        coded.push((numbers.clone(), self.block(code, depth)?));
                    }
                    let otherwise = self.block(otherwise, depth)?;
                    rows.extend(chosen(coded, otherwise, &mut |numbers| self.coder.one_of(numbers))?);
                }
                Code::Default(..) => return Err(too_large("members")),
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
        let octets = octets_of(&inside);
        if let Some(row) = rows.last_mut() {
            row.octets.extend(length(octets));
            row.is_long |= octets >= LONG;
        }
        rows.append(&mut inside);
        Ok(())
    }
}

/// Returns the command that ends the code of a skip.
pub fn done() -> Row {
    row(ANSWER, 1, &[], "done")
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
#[derive(Clone, Copy, Debug)]
pub enum Jump {
    /// In any case.
    Always,
    /// If the last condition holds.
    If,
    /// If it does not hold.
    Unless,
}

/// Returns the jump over so many octets.
pub fn jump(when: Jump, octets: usize) -> Row {
    let text = match when {
        Jump::Always => "jump",
        Jump::If => "if so, jump",
        Jump::Unless => "if not, jump",
    };
    long(BRANCH, when as usize, octets, &[], format!("{text} over {octets}"))
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

/// Returns the function of a filter with its table. The interpreter needs these features, and is the second part of the
/// runtime.
pub fn functions(
    name: &str,
    rows: Vec<Row>,
    mut features: BTreeSet<&'static str>,
    [runtime, interpreter]: [&'static str; 2],
) -> Functions {
    features.insert("FILTER_RUN");
    if rows.iter().any(|row| row.is_long) {
        features.insert("FILTER_RUN_LONG");
    }
    let is_variable = |row: &Row| row.routine.is_none() && row.octets[0] >> 3 == VARIABLE;
    if rows.iter().any(is_variable) {
        features.insert("FILTER_RUN_VARIABLES");
    }
    let mut code = print(name, &rows, "filter_run", false);
    // The interpreter calls them, and not the table: only their features matter.
    for feature in features {
        code.call(Helper { name: "", feature });
    }
    let commands = rows.into_iter().flat_map(|row| row.octets).collect();
    Functions { code, runtime, interpreter: Some(interpreter), commands }
}

/// Prints the table and the function of a filter; `run` is the interpreter, which takes the input and its length or, with
/// `has_end`, its end.
pub fn print(name: &str, rows: &[Row], run: &str, has_end: bool) -> Writer {
    let mut w = Writer::new();
    w.block(&format!("static const uint8_t {name}_commands[] ="), "};", |w| {
        for row in rows {
            let octets: Vec<String> = row.octets.iter().map(|octet| format!("{octet:#04x}")).collect();
            w.line(&format!("{}, /* {} */", octets.join(", "), row.text));
        }
    });
    w.function(&format!("int {name}(const uint8_t *input, size_t length)"), |w| {
        if has_end {
            // C forbids arithmetic on a null pointer.
            w.when("length == 0", |w| w.line("return STUBC_TRUNCATED;"));
        }
        let end = if has_end { "input + length" } else { "length" };
        w.line(&format!("return {run}({name}_commands, input, {end});"));
    });
    w
}

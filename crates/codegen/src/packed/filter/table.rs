//! The commands of filters under packed rules. `stubc_filter_run_packed.c` runs them.

use super::lower::Parts;
use super::ops::{Condition, Each, Key, Move, Variable};
use super::print::recursive;
use crate::filter::code::Routine;
use crate::filter::commands::{
    self, Coder, FIRST, Row, constant, done, length, long, octets_of, row, size, tested, too_large, within,
};
use crate::packed::forms::{Compared, Length, Number, Source};
use crate::rules::Lowered;
use crate::stub::Node;
use num_bigint::{BigInt, Sign};
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::filter::{Bits, Place, Quantifier};

const OVER: u8 = FIRST;
const ALIGN: u8 = FIRST + 1;
const FLAGS: u8 = FIRST + 2;
const IS_FLAG: u8 = FIRST + 3;
const NUMBER: u8 = FIRST + 4;
const ITEMS: u8 = FIRST + 5;
const CONTENTS: u8 = FIRST + 6;
const ENTER: u8 = FIRST + 7;
const CALL: u8 = FIRST + 8;
const ELEMENTS: u8 = FIRST + 9;
const ADDITIONS: u8 = FIRST + 10;
const MARK: u8 = FIRST + 11;
const BACK: u8 = FIRST + 12;
const IN: u8 = FIRST + 13;
const ONE_OF: u8 = FIRST + 14;
const TEXT: u8 = FIRST + 15;
const BITS: u8 = FIRST + 16;

/// The marks of a routine. One more stands for none.
const MARKS: usize = commands::MOST - 1;
/// The flags of a routine.
const FLAGS_MOST: usize = 64;
/// The most bits that one command goes over.
const MOST: u64 = (1 << 15) - 1;

/// Returns the table of a filter, and what the interpreter needs. `path` names a node.
///
/// # Errors
/// What commands cannot do.
pub fn table(
    parts: &Parts,
    is_aligned: bool,
    path: &dyn Fn(Node) -> String,
) -> Lowered<(Vec<Row>, BTreeSet<&'static str>)> {
    let numbers = parts.skips.iter().enumerate().map(|(number, (key, _))| (*key, number)).collect();
    let mut coder = Commands {
        parts,
        path,
        numbers,
        recursive: recursive(parts),
        flags: BTreeMap::new(),
        marks: BTreeMap::new(),
        open_flags: None,
        features: ["FILTER_CURSOR", "FILTER_TAKE", "FILTER_OVER"].into(),
    };
    if is_aligned {
        coder.features.insert("FILTER_ALIGNED");
    }
    for routine in parts.routines.iter().chain(parts.skips.iter().map(|(_, routine)| routine)) {
        coder.name(routine)?;
    }
    let rows = commands::rows(&mut coder, &parts.routines)?;
    let mut skips = Vec::new();
    for (_, routine) in &parts.skips {
        skips.push(commands::rows(&mut coder, std::slice::from_ref(routine))?);
    }
    Ok((commands::with_skips(rows, skips)?, coder.features))
}

/// Encodes moves and conditions.
struct Commands<'a> {
    parts: &'a Parts,
    path: &'a dyn Fn(Node) -> String,
    /// The number of each skip.
    numbers: BTreeMap<Key, usize>,
    /// The values that can contain values of the same key.
    recursive: BTreeSet<Key>,
    /// The number of each flag in its routine.
    flags: BTreeMap<usize, usize>,
    /// The number of each mark in its routine.
    marks: BTreeMap<usize, usize>,
    /// The number of rows behind a command that reads flags: it may read another one.
    open_flags: Option<usize>,
    /// What the interpreter needs.
    features: BTreeSet<&'static str>,
}

impl Commands<'_> {
    /// Numbers the flags and marks of a routine.
    fn name(&mut self, routine: &Routine<Move, Condition>) -> Lowered<()> {
        let (mut flags, mut marks) = (0, 0);
        routine.moves(&mut |step| match step {
            Move::Flag(flag, _) => {
                self.flags.entry(*flag).or_insert(flags);
                flags += 1;
            }
            Move::Mark(mark) | Move::Enter(Some(mark)) => {
                self.marks.entry(*mark).or_insert(marks);
                marks += 1;
            }
            _ => {}
        });
        match (flags <= FLAGS_MOST, marks <= MARKS) {
            (true, true) => Ok(()),
            (false, _) => Err(too_large("optional fields in a structure")),
            (_, false) => Err(too_large("levels")),
        }
    }

    /// Adds the reading of a flag to the command before, or as a command.
    fn flag(&mut self, rows: &mut Vec<Row>, flag: usize) {
        self.features.insert("FILTER_RUN_FLAGS");
        let number = self.flags[&flag] as u8;
        let may_join = self.open_flags == Some(rows.len());
        self.open_flags = Some(rows.len());
        if let Some(last) = rows.last_mut().filter(|_| may_join) {
            let count = last.octets[0] & 7;
            if last.octets[0] >> 3 == FLAGS && count < 7 && last.octets[1] + count == number {
                last.octets[0] += 1;
                last.text = format!("{} flags", count + 1);
                return;
            }
        }
        rows.push(row(FLAGS, 1, &[number], "a flag"));
        self.open_flags = Some(rows.len());
    }

    fn over(&self, rows: &mut Vec<Row>, bits: u64) -> Lowered<()> {
        let mut left = bits;
        if left > 8 * MOST {
            return Err(too_large("bits of constant size"));
        }
        while left > 0 {
            let some = left.min(MOST);
            rows.push(match some {
                ..8 => row(OVER, some as usize, &[], format!("{some} bits")),
                _ => long(OVER, 0, some as usize, &[], format!("{some} bits")),
            });
            left -= some;
        }
        Ok(())
    }

    /// Returns the octet for the form of a number.
    fn source(&mut self, source: Source) -> u8 {
        let mut with = |feature: &'static str, octet: u8| {
            self.features.insert(feature);
            octet
        };
        match source {
            Source::Field { width, is_signed: true, .. } if width > 0 => {
                with("FILTER_SIGNED", 64 + width as u8)
            }
            Source::Field { width, .. } => width as u8,
            Source::Counted { is_signed } => with("FILTER_COUNTED", 129 + u8::from(is_signed)),
            Source::Measured(width) => with("FILTER_MEASURED", 136 + width as u8),
            Source::Small => with("FILTER_SMALL", 131),
            Source::Item => with("FILTER_ITEM", 132),
            Source::Tag => with("FILTER_TAG", 133),
        }
    }

    fn number(&mut self, rows: &mut Vec<Row>, number: &Number, into: Variable) {
        let is_signed = match number.source {
            Source::Field { is_signed, .. } | Source::Counted { is_signed } => is_signed,
            Source::Item => true,
            Source::Measured(_) | Source::Small | Source::Tag => false,
        };
        let is_large = into == Variable::Large && !is_signed;
        let source = self.source(number.source);
        let least = if into == Variable::Nothing { BigInt::from(0) } else { number.least.clone() };
        self.read(rows, (source, is_large), &least, "a number");
    }

    fn read(&mut self, rows: &mut Vec<Row>, (source, is_large): (u8, bool), least: &BigInt, text: &str) {
        let mut operands = vec![source];
        let has_least = least.sign() != Sign::NoSign;
        if has_least {
            self.features.insert("FILTER_RUN_LEAST");
            operands.extend(constant(least));
        }
        if is_large {
            self.features.insert("FILTER_RUN_LARGE");
        }
        rows.push(row(NUMBER, usize::from(has_least) | usize::from(is_large) << 1, &operands, text));
    }

    fn length(&mut self, rows: &mut Vec<Row>, length: Length) {
        let (source, least) = match length {
            Length::Known(items) => (0, items),
            Length::Field { least, width, .. } => (width as u8, least),
            Length::General => {
                self.features.insert("FILTER_LENGTH");
                (134, 0)
            }
            Length::Unused => {
                self.features.insert("FILTER_UNUSED");
                (135, 0)
            }
            Length::Quantity => {
                self.features.insert("FILTER_COUNTED");
                (129, 0)
            }
        };
        self.read(rows, (source, false), &BigInt::from(least), "a length");
    }

    fn items(&mut self, rows: &mut Vec<Row>, item: u64) -> Lowered<()> {
        self.features.insert("FILTER_ITEMS");
        rows.push(long(ITEMS, 0, size(item, "bits of an element")?, &[], format!("items of {item} bits")));
        Ok(())
    }

    fn skip(&mut self, rows: &mut Vec<Row>, key: Key) {
        self.features.insert("FILTER_RUN_CALL");
        let text = match key {
            Key::Node(node) => format!("a value of {}", (self.path)(node)),
            Key::Element(node) => format!("an element of {}", (self.path)(node)),
        };
        let call = row(CALL, usize::from(self.recursive.contains(&key)), &[0, 0], text);
        rows.push(Row { target: Some(self.numbers[&key]), ..call });
    }

    /// Adds the command for elements, which goes over one by its own code.
    fn each(&mut self, rows: &mut Vec<Row>, each: Each, variant: usize, text: &str) -> Lowered<()> {
        self.features.insert("FILTER_RUN_ELEMENTS");
        let mut own = Vec::new();
        match each {
            Each::Bits(bits) => self.over(&mut own, bits)?,
            Each::Key(key) => self.skip(&mut own, key),
        }
        own.push(done());
        rows.push(long(ELEMENTS, variant, octets_of(&own), &[], text));
        rows.append(&mut own);
        Ok(())
    }

    fn text(&mut self, compared: &Compared, place: Place, differs: bool) -> Lowered<Row> {
        let items = size(compared.items, "characters")?;
        let mut operands = length(items);
        let is_anywhere = place == Place::Anywhere;
        self.features.extend(["FILTER_RUN_TEXT", if is_anywhere { "FILTER_FIND" } else { "FILTER_SAME" }]);
        if is_anywhere {
            operands.push(compared.step as u8);
        }
        let octets = (items * compared.item as usize).div_ceil(8);
        operands.extend(compared.bits.iter().copied().chain(std::iter::repeat(0)).take(octets));
        operands.insert(0, compared.item as u8);
        let is_long = items > 0x7f;
        Ok(Row { is_long, ..row(TEXT, place as usize | usize::from(differs) << 2, &operands, "characters") })
    }

    fn bits(&mut self, bits: &Bits) -> Lowered<Row> {
        self.features.insert("FILTER_NAMED");
        let length = size(bits.length, "bits")?;
        let octets: Vec<u8> =
            bits.octets.iter().copied().chain(std::iter::repeat(0)).take(length.div_ceil(8)).collect();
        let variant = usize::from(bits.trailing) | usize::from(bits.differs) << 2;
        Ok(long(BITS, variant, length, &octets, "bits"))
    }
}

impl Coder for Commands<'_> {
    type Move = Move;
    type Condition = Condition;

    fn step(&mut self, rows: &mut Vec<Row>, step: &Move, quantifiers: &[Quantifier]) -> Lowered<()> {
        if let Move::Flag(flag, _) = step {
            self.flag(rows, *flag);
            return Ok(());
        }
        self.open_flags = None;
        match step {
            Move::Over(bits) => self.over(rows, *bits)?,
            Move::Align => {
                self.features.insert("FILTER_ALIGN");
                rows.push(row(ALIGN, 0, &[], "align"));
            }
            Move::Number { number, into, .. } => self.number(rows, number, *into),
            Move::Length(length, _) => self.length(rows, *length),
            Move::Text(item) => self.items(rows, u64::from(*item))?,
            Move::Items(0) => {}
            Move::Items(item) => self.items(rows, *item)?,
            Move::Contents => {
                self.features.insert("FILTER_CONTENTS");
                rows.push(row(CONTENTS, 0, &[], "contents"));
            }
            Move::Enter(mark) => {
                self.features.extend(["FILTER_RUN_ENTER", "FILTER_LENGTH"]);
                rows.push(row(ENTER, mark.map_or(MARKS, |mark| self.marks[&mark]), &[], "enter contents"));
            }
            Move::Skip(key) => self.skip(rows, *key),
            Move::Elements(key) => self.each(rows, Each::Key(*key), 0, "elements")?,
            Move::Test(routine) => {
                let Some(each) = self.parts.each[*routine] else { return Ok(()) };
                let is_all = quantifiers[*routine] == Quantifier::All;
                let text = if is_all { "all elements pass" } else { "any element passes" };
                self.each(rows, each, 2 | usize::from(is_all) << 2, text)?;
                rows.push(tested(*routine));
            }
            Move::Addition(number) => {
                self.features.insert("FILTER_ADDITIONS");
                rows.push(long(ADDITIONS, 0, size(*number, "additions")?, &[], "to an addition"));
            }
            Move::Additions => {
                self.features.insert("FILTER_ADDITIONS");
                rows.push(row(ADDITIONS, 1, &[], "additions"));
            }
            Move::Mark(mark) => {
                self.features.insert("FILTER_RUN_MARK");
                rows.push(row(MARK, self.marks[mark], &[], "mark"));
            }
            Move::Back(mark) => {
                self.features.insert("FILTER_RUN_MARK");
                rows.push(row(BACK, self.marks[mark], &[], "back"));
            }
            // Tables read at the cursor alone.
            Move::Room(_) | Move::To(_) | Move::Flag(..) => {}
            Move::Member(..) | Move::Named(_) | Move::StringMember(_) => return Err(too_large("members")),
        }
        Ok(())
    }

    fn condition(&mut self, rows: &mut Vec<Row>, condition: &Condition) -> Lowered<bool> {
        self.open_flags = None;
        match condition {
            Condition::Flag(flag) => rows.push(row(IS_FLAG, 0, &[self.flags[flag] as u8], "the flag is set")),
            Condition::Number(range) | Condition::Wide(range) | Condition::Count(range) => {
                let is_wide = !matches!(condition, Condition::Number(_));
                return within(&mut self.features, rows, [IN, ONE_OF], (range, is_wide));
            }
            Condition::OneOf(numbers) => rows.push(self.one_of(numbers)?),
            Condition::NoneOf(numbers) => {
                rows.push(self.one_of(numbers)?);
                return Ok(true);
            }
            Condition::Text { compared, place, differs } => rows.push(self.text(compared, *place, *differs)?),
            Condition::Bits(bits) => rows.push(self.bits(bits)?),
            // The command before it has set the condition.
            Condition::Found | Condition::Elements => {}
        }
        Ok(false)
    }

    fn one_of(&mut self, numbers: &[BigInt]) -> Lowered<Row> {
        commands::one_of(&mut self.features, ONE_OF, numbers)
    }
}

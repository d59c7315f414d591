//! The commands of filters under XDR. `stubc_filter_run_xdr.c` runs them.

use super::ops::{Condition, Each, Move, Number, Skip};
use super::skips::{Skips, skip_of, value_of};
use crate::filter::commands::{
    self, Coder, FIRST, Jump, Row, chosen, done, jump, long, octets_of, row, size, string, tested, too_large,
    within,
};

use crate::rules::Lowered;
use crate::rules::xdr::ops::{Body, Chooser, Count, FieldStep, Step};
use crate::stub::Node;
use num_bigint::BigInt;
use std::collections::BTreeSet;
use syntax_graph::filter::{Place, Quantifier};

const WORDS: u8 = FIRST;
const ARRAY: u8 = FIRST + 1;
const TEXT: u8 = FIRST + 2;
const NUMBER: u8 = FIRST + 3;
const KNOWN: u8 = FIRST + 4;
const CALL: u8 = FIRST + 5;
const ELEMENTS: u8 = FIRST + 6;
const MARK: u8 = FIRST + 7;
const IN: u8 = FIRST + 8;
const ONE_OF: u8 = FIRST + 9;
const OCTETS: u8 = FIRST + 10;
/// No command: the interpreter leaves the message to decoders.
const REFUSE: u8 = FIRST + 11;

/// The most words that one command skips.
const MOST: u64 = (1 << 15) - 1;

/// Encodes moves and conditions.
pub struct Commands<'a> {
    skips: &'a Skips<'a>,
    /// The elements that each routine tests.
    each: &'a [Option<Each>],
    /// What the interpreter needs.
    pub features: BTreeSet<&'static str>,
}

impl<'a> Commands<'a> {
    /// Returns the coder of a filter.
    pub fn new(skips: &'a Skips<'a>, each: &'a [Option<Each>]) -> Self {
        Self { skips, each, features: BTreeSet::new() }
    }

    /// Returns the code that skips a value of a node.
    ///
    /// # Errors
    /// What commands cannot do.
    pub fn value(&mut self, node: Node) -> Lowered<Vec<Row>> {
        let mut rows = Vec::new();
        match &self.skips.model.programs[&node].body {
            Body::Sequence(steps) => self.sequence(&mut rows, steps)?,
            Body::Switch { arms, op } => self.switch(&mut rows, arms, op)?,
            Body::Repeat { element, op, .. } => {
                let element = value_of(self.skips.model, element);
                match (op.count, element) {
                    (Count::Linked { .. }, element) => self.elements(&mut rows, &element, true)?,
                    (count, Skip::Static(bytes)) if bytes / 4 <= MOST => {
                        self.count(&mut rows, count)?;
                        self.features.insert("FILTER_RUN_ARRAY");
                        let text = format!("elements of {bytes} bytes");
                        rows.push(long(ARRAY, 0, (bytes / 4) as usize, &[], text));
                    }
                    (count, element) => {
                        self.count(&mut rows, count)?;
                        self.elements(&mut rows, &element, false)?;
                    }
                }
            }
            Body::Scalar(step) => self.skip(&mut rows, &skip_of(self.skips.model, step))?,
            Body::Set { op, .. } => match *op {},
            Body::Open { op, .. } => match *op {},
        }
        rows.push(done());
        Ok(rows)
    }

    fn sequence(&mut self, rows: &mut Vec<Row>, steps: &[Step]) -> Lowered<()> {
        let mut bytes = 0;
        for step in steps {
            let Step::Field(field) = step else { continue };
            match skip_of(self.skips.model, field) {
                Skip::Static(own) => bytes += own,
                other => {
                    self.skip(rows, &Skip::Static(std::mem::take(&mut bytes)))?;
                    self.skip(rows, &other)?;
                }
            }
        }
        self.skip(rows, &Skip::Static(bytes))
    }

    fn switch(&mut self, rows: &mut Vec<Row>, arms: &[FieldStep], op: &Chooser) -> Lowered<()> {
        self.number(rows, Number::Unsigned);
        let mut cases: Vec<(Skip, Vec<BigInt>)> = Vec::new();
        for (arm, numbers) in arms.iter().zip(&op.cases).filter(|(_, numbers)| !numbers.is_empty()) {
            let skip = skip_of(self.skips.model, arm);
            let words = numbers.iter().map(|number| number & BigInt::from(u32::MAX));
            match cases.iter_mut().find(|case| case.0 == skip) {
                Some(case) => case.1.extend(words),
                None => cases.push((skip, words.collect())),
            }
        }
        let mut otherwise = Vec::new();
        match op.default.and_then(|at| arms.get(at)) {
            Some(arm) => {
                let skip = skip_of(self.skips.model, arm);
                cases.retain(|case| case.0 != skip);
                self.skip(&mut otherwise, &skip)?;
            }
            None => otherwise.push(row(REFUSE, 0, &[], "leave it to a decoder")),
        }
        let mut coded = Vec::new();
        for (skip, numbers) in cases {
            let mut own = Vec::new();
            self.skip(&mut own, &skip)?;
            coded.push((numbers, own));
        }
        rows.extend(chosen(coded, otherwise, &mut |numbers| self.one_of(numbers))?);
        Ok(())
    }

    fn skip(&mut self, rows: &mut Vec<Row>, skip: &Skip) -> Lowered<()> {
        match skip {
            Skip::Static(bytes) => {
                let mut words = bytes / 4;
                if words > 8 * MOST {
                    return Err(too_large("bytes of constant size"));
                }
                while words > 0 {
                    let some = words.min(MOST);
                    let text = format!("{} bytes", some * 4);
                    rows.push(match some {
                        ..8 => row(WORDS, some as usize, &[], text),
                        _ => long(WORDS, 0, some as usize, &[], text),
                    });
                    words -= some;
                }
            }
            Skip::Text => {
                self.features.insert("FILTER_RUN_TEXT");
                rows.push(row(TEXT, 0, &[], "a string"));
            }
            Skip::Node(node) => {
                self.features.insert("FILTER_RUN_CALL");
                let (number, is_recursive) = self.skips.number(*node);
                let text = format!("a value of {}", self.skips.model.path(*node));
                let call = row(CALL, usize::from(is_recursive), &[0, 0], text);
                rows.push(Row { target: Some(number), ..call });
            }
            Skip::Optional(inner) => {
                self.number(rows, Number::Unsigned);
                let mut value = Vec::new();
                self.skip(&mut value, inner)?;
                if !value.is_empty() {
                    rows.push(self.one_of(&[BigInt::from(0)])?);
                    rows.push(jump(Jump::If, octets_of(&value)));
                    rows.append(&mut value);
                }
            }
        }
        Ok(())
    }

    fn number(&self, rows: &mut Vec<Row>, number: Number) {
        rows.push(row(NUMBER, number as usize, &[], format!("a number, {number:?}")));
    }

    fn count(&mut self, rows: &mut Vec<Row>, count: Count) -> Lowered<()> {
        match count {
            Count::Fixed(count) => {
                self.features.insert("FILTER_RUN_KNOWN");
                let count = size(count, "elements in an array")?;
                rows.push(long(KNOWN, 0, count, &[], format!("{count} elements")));
            }
            Count::Counted(_) | Count::Linked { .. } => self.number(rows, Number::Unsigned),
        }
        Ok(())
    }

    /// Adds the skip of elements, whose number has been read unless they are linked.
    fn elements(&mut self, rows: &mut Vec<Row>, element: &Skip, is_linked: bool) -> Lowered<()> {
        self.each(rows, element, usize::from(is_linked), "elements")
    }

    fn each(&mut self, rows: &mut Vec<Row>, element: &Skip, variant: usize, text: &str) -> Lowered<()> {
        self.features.insert("FILTER_RUN_ELEMENTS");
        let mut own = Vec::new();
        self.skip(&mut own, element)?;
        own.push(done());
        rows.push(long(ELEMENTS, variant, octets_of(&own), &[], text));
        rows.append(&mut own);
        Ok(())
    }
}

impl Coder for Commands<'_> {
    type Move = Move;
    type Condition = Condition;

    fn step(&mut self, rows: &mut Vec<Row>, step: &Move, quantifiers: &[Quantifier]) -> Lowered<()> {
        match step {
            Move::Skip(skip) => self.skip(rows, skip)?,
            Move::Number(number) => self.number(rows, *number),
            Move::Text(bytes) => {
                self.features.insert("FILTER_RUN_TEXT");
                rows.push(match bytes {
                    None => row(TEXT, 0, &[], "a string"),
                    Some(bytes) => {
                        let bytes = size(*bytes, "bytes in a string")?;
                        long(TEXT, 1, bytes, &[], format!("a string of {bytes} bytes"))
                    }
                });
            }
            Move::Count(count) => self.count(rows, *count)?,
            Move::Linked(element) => self.elements(rows, element, true)?,
            Move::Elements(routine) => {
                let Some(Each { is_linked, element }) = &self.each[*routine] else { return Ok(()) };
                let is_all = quantifiers[*routine] == Quantifier::All;
                let variant = usize::from(*is_linked) | 2 | usize::from(is_all) << 2;
                self.each(rows, element, variant, if is_all { "all elements pass" } else { "any passes" })?;
                rows.push(tested(*routine));
            }
            Move::Mark(_) | Move::Back(_) => {
                // Marks do not overlap: an array notes one, and what is inside is tested elsewhere.
                self.features.insert("FILTER_RUN_MARK");
                let is_back = matches!(step, Move::Back(_));
                rows.push(row(MARK, usize::from(is_back), &[], if is_back { "go back" } else { "mark" }));
            }
            Move::Member(..) | Move::StringMember(_) => return Err(too_large("members")),
        }
        Ok(())
    }

    fn condition(&mut self, rows: &mut Vec<Row>, condition: &Condition) -> Lowered<bool> {
        match condition {
            Condition::Number(form, range) => {
                return within(&mut self.features, rows, [IN, ONE_OF], (range, *form == Number::Wide));
            }
            Condition::Count(range) => return within(&mut self.features, rows, [IN, ONE_OF], (range, true)),
            Condition::OneOf(numbers) => rows.push(self.one_of(numbers)?),
            Condition::NoneOf(numbers) => {
                rows.push(self.one_of(numbers)?);
                return Ok(true);
            }
            Condition::Octets(octets) => {
                self.features.insert("FILTER_RUN_OCTETS");
                if octets.place == Place::Anywhere {
                    self.features.insert("FILTER_CONTAINS");
                }
                let is_long = octets.octets.len() > 0x7f;
                rows.push(Row { is_long, ..row(OCTETS, 0, &string(octets)?, "octets") });
            }
            // The command before it has set the condition.
            Condition::Elements => {}
        }
        Ok(false)
    }

    fn one_of(&mut self, numbers: &[BigInt]) -> Lowered<Row> {
        commands::one_of(&mut self.features, ONE_OF, numbers)
    }
}

//! The commands of filters under BER and DER. `stubc_filter_run.c` runs them.

use super::ops::{Condition, Cursor, Enter, Move};
use crate::c::helpers::Helper;
use crate::filter::commands::{Coder, FIRST, MOST, Row, VARIABLE, length, row, string, too_large};
use crate::rules::Lowered;
use crate::rules::ber::identifier::Identifier;
use crate::rules::ber::ops::Start;
use num_bigint::BigInt;
use syntax_graph::filter::{Bits, Quantifier, Range};

const MESSAGE: u8 = FIRST;
const SKIP: u8 = FIRST + 1;
const SKIP_IF: u8 = FIRST + 2;
const SKIP_UNTIL: u8 = FIRST + 3;
const ENTER: u8 = FIRST + 4;
const DEEPER: u8 = FIRST + 5;
const OPEN: u8 = FIRST + 6;
const OPEN_DEEPER: u8 = FIRST + 7;
const TAKE: u8 = FIRST + 8;
const FIND: u8 = FIRST + 9;
const GO_TO: u8 = FIRST + 10;
const ELEMENTS: u8 = FIRST + 11;
const BEGINS: u8 = FIRST + 12;
const BEGINS_OTHER: u8 = FIRST + 13;
const FOUND: u8 = FIRST + 14;
const COUNT: u8 = FIRST + 15;
const NUMBER: u8 = FIRST + 16;
const TRUE: u8 = FIRST + 17;
const OCTETS: u8 = FIRST + 18;
const BITS: u8 = FIRST + 19;
const CONSTANT: u8 = FIRST + 20;
const ANY_MESSAGE: u8 = FIRST + 21;

/// The interpreter.
pub const RUN: Helper = Helper { name: "filter_run", feature: "FILTER_RUN" };

/// The parts of the interpreter that only some filters need: the commands, and the features that they ask for.
const PARTS: [(&[u8], &[&str]); 14] = [
    (&[VARIABLE], &["FILTER_RUN_VARIABLES"]),
    (&[SKIP_IF], &["FILTER_RUN_IF"]),
    (&[SKIP_UNTIL], &["FILTER_RUN_UNTIL"]),
    (&[BEGINS], &["FILTER_RUN_BEGINS"]),
    (&[BEGINS_OTHER], &["FILTER_RUN_OTHER"]),
    (&[FIND, GO_TO, FOUND], &["FILTER_RUN_SETS"]),
    (&[ELEMENTS], &["FILTER_RUN_ELEMENTS"]),
    (&[COUNT], &["FILTER_RUN_COUNT", "FILTER_COUNT", "FILTER_LARGE"]),
    (&[NUMBER], &["FILTER_LARGE"]),
    (&[TRUE], &["FILTER_RUN_TRUE"]),
    (&[OCTETS], &["FILTER_RUN_OCTETS"]),
    (&[BITS], &["FILTER_BITS"]),
    (&[CONSTANT], &["FILTER_RUN_CONSTANT"]),
    (&[ANY_MESSAGE], &["FILTER_RUN_ANY"]),
];

/// What every interpreter calls.
const ALWAYS: [&str; 4] = ["FILTER_RUN", "FILTER_ENTER", "FILTER_SKIP", "FILTER_MESSAGE"];

/// Returns the features that the interpreter of these rows needs.
pub fn features(rows: &[Row]) -> Vec<&'static str> {
    let has = |number: &u8| rows.iter().any(|row| row.octets[0] >> 3 == *number);
    let mut features = ALWAYS.to_vec();
    for (_, needed) in PARTS.iter().filter(|(numbers, _)| numbers.iter().any(has)) {
        features.extend(*needed);
    }
    // A long command may hold a long length.
    let has_long_bits = |row: &Row| row.octets[0] >> 3 == BITS && row.octets[2] >= 0x80;
    if rows.iter().any(|row| row.is_long || row.octets.len() > 0x80 || has_long_bits(row)) {
        features.push("FILTER_RUN_LONG");
    }
    let contains = |row: &Row| row.octets[0] >> 3 == OCTETS && row.octets[1] & 3 == ANYWHERE;
    if rows.iter().any(contains) {
        features.push("FILTER_CONTAINS");
    }
    features
}

/// Returns the features of an interpreter that runs every table, once its checker has accepted it.
pub fn all_features() -> Vec<&'static str> {
    let parts = PARTS.iter().flat_map(|(_, needed)| needed.iter().copied());
    ALWAYS.into_iter().chain(parts).chain(["FILTER_RUN_LONG", "FILTER_CONTAINS", "FILTER_CHECK"]).collect()
}

/// The place of octets anywhere in a string, as an operand.
const ANYWHERE: u8 = 3;

/// Encodes moves and conditions.
#[derive(Default)]
pub struct Commands {
    /// The cursor of the last number.
    number: Cursor,
}

impl Coder for Commands {
    type Move = Move;
    type Condition = Condition;

    fn step(&mut self, rows: &mut Vec<Row>, step: &Move, quantifiers: &[Quantifier]) -> Lowered<()> {
        rows.push(match step {
            Move::Message(None) => row(ANY_MESSAGE, 0, &[], "message"),
            Move::Message(Some(identifier)) => {
                row(MESSAGE, 0, &octets(*identifier), format!("message {identifier}"))
            }
            Move::Skip(at, _) => row(SKIP, cursor(*at)?, &[], "skip"),
            Move::SkipIf(at, begin) => row(
                SKIP_IF,
                cursor(*at)?,
                &starts(begin)?,
                format!("skip if it begins with {}", named(begin)),
            ),
            Move::SkipUntil(at, begin) => row(
                SKIP_UNTIL,
                cursor(*at)?,
                &starts(begin)?,
                format!("skip until one begins with {}", named(begin)),
            ),
            Move::Enter(step) => enter(step)?,
            Move::Take { from, into } => {
                cursor(*into)?;
                row(TAKE, *from, &[], "take")
            }
            Move::Find(at, slots) => {
                let mut operands = length(slots.len());
                for (slot, begin) in slots {
                    operands.push(cursor(*slot).map_err(|_| too_large("components of a SET"))? as u8);
                    operands.extend(starts(begin)?);
                }
                row(FIND, cursor(*at)?, &operands, "find components")
            }
            Move::GoTo { slot, within, into, .. } => {
                cursor(*into)?;
                row(GO_TO, *within, &[*slot as u8], format!("go to component {slot}"))
            }
            Move::Member(..) => return Err(too_large("members")),
            Move::Number(at) => {
                self.number = *at;
                return Ok(());
            }
            // Its condition counts.
            Move::Count(at) => {
                self.number = *at;
                return Ok(());
            }
            Move::Elements(at, routine) => {
                let is_all = quantifiers[*routine] == Quantifier::All;
                let text = if is_all { "all elements pass" } else { "any element passes" };
                let mut row = row(ELEMENTS, cursor(*at)?, &[u8::from(is_all)], text);
                row.routine = Some(*routine);
                row
            }
        });
        Ok(())
    }

    fn condition(&mut self, rows: &mut Vec<Row>, condition: &Condition) -> Lowered<bool> {
        rows.push(match condition {
            Condition::Begins(at, begin) => {
                row(BEGINS, cursor(*at)?, &starts(begin)?, format!("begins with {}", named(begin)))
            }
            Condition::BeginsOther(at, begin) => row(
                BEGINS_OTHER,
                cursor(*at)?,
                &starts(begin)?,
                format!("begins, but not with {}", named(begin)),
            ),
            Condition::Found(slot) => row(FOUND, cursor(*slot)?, &[], "the component is there"),
            Condition::Number(wanted) => row(NUMBER, cursor(self.number)?, &range(wanted)?, "number"),
            Condition::Large(at, wanted) => row(NUMBER, cursor(*at)?, &range(wanted)?, "number"),
            Condition::Count(wanted) => row(COUNT, cursor(self.number)?, &range(wanted)?, "count"),
            Condition::Boolean(at, range) => {
                let has = |number: u8| range.has(&BigInt::from(number));
                match (has(1), has(0)) {
                    (true, false) => row(TRUE, cursor(*at)?, &[], "TRUE"),
                    (false, true) => {
                        rows.push(row(TRUE, cursor(*at)?, &[], "TRUE"));
                        return Ok(true);
                    }
                    (answer, _) => row(CONSTANT, usize::from(answer), &[], "always the same"),
                }
            }
            Condition::Octets(at, wanted) => row(OCTETS, cursor(*at)?, &string(wanted)?, "octets"),
            Condition::Bits(at, wanted) => row(BITS, cursor(*at)?, &bits(wanted)?, "bits"),
            // The command before it has set the condition.
            Condition::Elements => return Ok(false),
        });
        Ok(false)
    }
}

/// Returns a cursor or a slot as a variant.
fn cursor(at: usize) -> Lowered<usize> {
    if at < MOST { Ok(at) } else { Err(too_large("levels")) }
}

fn enter(step: &Enter) -> Lowered<Row> {
    let Enter { from, into, identifier, checked } = *step;
    cursor(into)?;
    let is_deeper = from != into;
    let number = match (checked, is_deeper) {
        (false, false) => ENTER,
        (false, true) => DEEPER,
        (true, false) => OPEN,
        (true, true) => OPEN_DEEPER,
    };
    let operands = if checked { octets(identifier) } else { Vec::new() };
    Ok(row(number, from, &operands, format!("enter {identifier}")))
}

fn octets(identifier: Identifier) -> Vec<u8> {
    identifier.0.to_be_bytes()[4 - identifier.octets() as usize..].to_vec()
}

/// Returns beginnings: their number, with the highest bit for any; each as its identifier octets.
fn starts(starts: &[Start]) -> Lowered<Vec<u8>> {
    let mut count = 0;
    let (mut any, mut all) = (0, Vec::new());
    for start in starts {
        match start {
            Start::Identifier(identifier) => all.push(*identifier),
            Start::EitherForm(identifier) => all.extend([*identifier, identifier.other_form()]),
            Start::Any => any = 0x80,
        }
    }
    let mut operands = Vec::new();
    for identifier in all {
        operands.extend(octets(identifier));
        count += 1;
    }
    if count > 0x7f {
        return Err(too_large("alternatives"));
    }
    operands.insert(0, any | count as u8);
    Ok(operands)
}

/// Returns beginnings as text.
fn named(starts: &[Start]) -> String {
    let one = |start: &Start| match start {
        Start::Identifier(identifier) => identifier.to_string(),
        Start::EitherForm(identifier) => format!("{identifier} or {}", identifier.other_form()),
        Start::Any => "anything".to_owned(),
    };
    if starts.is_empty() {
        "nothing".to_owned()
    } else {
        starts.iter().map(one).collect::<Vec<_>>().join(" or ")
    }
}

/// Returns a range: the number of limits, whether the numbers outside are meant, and whether the only limit is the largest
/// number; then each limit as its contents octets behind their number.
fn range(range: &Range) -> Lowered<Vec<u8>> {
    let limits: Vec<&BigInt> = range.min.iter().chain(&range.max).collect();
    let only_most = u8::from(range.min.is_none()) << 3;
    let mut operands = vec![limits.len() as u8 | u8::from(range.outside) << 2 | only_most];
    for limit in limits {
        let octets = limit.to_signed_bytes_be();
        let count = u8::try_from(octets.len()).map_err(|_| too_large("digits of a number"))?;
        operands.push(count);
        operands.extend(octets);
    }
    Ok(operands)
}

fn bits(bits: &Bits) -> Lowered<Vec<u8>> {
    let mut operands = vec![u8::from(bits.differs) << 2 | u8::from(bits.trailing)];
    let length = usize::try_from(bits.length).map_err(|_| too_large("bits"))?;
    operands.extend(counted(&bits.octets, length)?);
    Ok(operands)
}

fn counted(octets: &[u8], count: usize) -> Lowered<Vec<u8>> {
    if count >= 0x8000 {
        return Err(too_large("octets"));
    }
    Ok([&length(count), octets].concat())
}

//! Lowers scalars: reads them, and asks the probes about them.

use super::cursor::Cursor;
use super::ops::{Condition, Move, Variable};
use crate::filter::demand::Demand;
use crate::filter::numbers::fits;
use crate::packed::forms::{Length, Meaning, Number, Scalar, Sizes, Source, Text};
use crate::rules::Lowered;
use num_bigint::BigInt;
use syntax_graph::filter::{Probe, Range};
use syntax_graph::{Diagnostic, IntegerRepr, Span};

/// Reads a scalar and asks its probes. `flags` numbers the variables of bits.
///
/// # Errors
/// A comparison with a number that 64 bits do not hold.
pub fn scalar(
    at: &mut Cursor<'_, '_>,
    form: &Scalar,
    demand: &Demand,
    flags: &mut usize,
    is_aligned: bool,
) -> Lowered<()> {
    let is_asked = !at.block.pending(&demand.probes).is_empty();
    match form {
        Scalar::Nothing => {}
        Scalar::Number { root, beyond, meaning } => {
            let into = match meaning {
                _ if !is_asked => Variable::Nothing,
                Meaning::Truth | Meaning::Signed | Meaning::Index(_) => Variable::Signed,
                Meaning::Large => Variable::Large,
                Meaning::Wide => Variable::Wide,
            };
            match beyond {
                None => number(at, root, into),
                Some(beyond) => {
                    let (mut yes, mut no) = (extended(at, flags), at.branch());
                    number(&mut yes, beyond, into);
                    number(&mut no, root, into);
                    at.join(Condition::Flag(*flags - 1), yes, no);
                }
            }
            questions(at, meaning, demand)?;
        }
        Scalar::Text(text) => {
            self::text(at, text, is_asked, (flags, is_aligned));
            strings(at, text, demand)?;
        }
    }
    Ok(())
}

/// Reads an extension bit into a new variable. Returns the branch in which it is set.
pub fn extended<'d, 'f>(at: &mut Cursor<'d, 'f>, flags: &mut usize) -> Cursor<'d, 'f> {
    at.flag(*flags);
    *flags += 1;
    at.branch()
}

/// Reads a number, or goes over it.
fn number(at: &mut Cursor<'_, '_>, number: &Number, into: Variable) {
    match number.source {
        Source::Field { width, is_aligned, .. } if into == Variable::Nothing => {
            if is_aligned {
                at.align();
            }
            at.ahead(width.into());
        }
        Source::Counted { .. } if into == Variable::Nothing => at.lost(Move::Contents),
        _ => at.number(number, into),
    }
}

/// Reads a number of items.
pub fn length(at: &mut Cursor<'_, '_>, sizes: &Sizes, flags: &mut usize, is_aligned: bool) {
    if !sizes.is_extensible {
        return at.length(sizes.root, is_aligned);
    }
    let (mut yes, mut no) = (extended(at, flags), at.branch());
    let flag = *flags - 1;
    yes.length(Length::General, is_aligned);
    no.length(sizes.root, is_aligned);
    at.join(Condition::Flag(flag), yes, no);
}

/// Reads a string, or goes over it.
fn text(at: &mut Cursor<'_, '_>, text: &Text, is_asked: bool, (flags, has_alignment): (&mut usize, bool)) {
    let Text { sizes, item, is_aligned, is_padded, .. } = text;
    let contents = |at: &mut Cursor<'_, '_>, length: Length, is_aligned: bool| {
        match length {
            Length::General if *item == 8 && !is_asked => return at.lost(Move::Contents),
            Length::Known(items) if !is_asked => {
                if is_aligned {
                    at.align();
                }
                at.ahead(items.saturating_mul((*item).into()));
                return if *is_padded {
                    at.align()
                };
            }
            _ => at.length(length, has_alignment),
        }
        if is_aligned {
            at.align();
        }
        at.lost(if is_asked { Move::Text(*item) } else { Move::Items((*item).into()) });
        if *is_padded {
            at.align();
        }
    };
    if !sizes.is_extensible {
        return contents(at, sizes.root, *is_aligned);
    }
    let (mut yes, mut no) = (extended(at, flags), at.branch());
    let flag = *flags - 1;
    contents(&mut yes, Length::General, has_alignment);
    contents(&mut no, sizes.root, *is_aligned);
    at.join(Condition::Flag(flag), yes, no);
}

/// Asks the probes of a number that has been read.
fn questions(at: &mut Cursor<'_, '_>, meaning: &Meaning, demand: &Demand) -> Lowered<()> {
    for number in at.block.pending(&demand.probes) {
        let range = match at.block.probe(number) {
            Probe::Number(range) => range,
            Probe::Member => {
                match meaning {
                    Meaning::Large => return Err(bytes()),
                    Meaning::Index(items) => at.block.push(Move::Named(items.clone())),
                    Meaning::Truth | Meaning::Signed | Meaning::Wide => {}
                }
                at.block.push(Move::Member(*meaning == Meaning::Wide, number));
                at.block.learn(number, true);
                continue;
            }
            _ => continue,
        };
        match meaning {
            Meaning::Truth => match (range.has(&BigInt::from(1)), range.has(&BigInt::from(0))) {
                (true, false) => at.block.ask(number, Condition::NoneOf(vec![BigInt::from(0)])),
                (false, true) => at.block.ask(number, Condition::OneOf(vec![BigInt::from(0)])),
                (answer, _) => at.block.learn(number, answer),
            },
            Meaning::Index(items) => {
                let these = |wanted: bool| {
                    let own = items.iter().enumerate().filter(|(_, item)| range.has(item) == wanted);
                    own.map(|(at, _)| BigInt::from(at)).collect::<Vec<_>>()
                };
                let condition = match range.outside {
                    true => Condition::NoneOf(these(false)),
                    false => Condition::OneOf(these(true)),
                };
                at.block.ask(number, condition);
            }
            Meaning::Large if fits(range) => at.block.ask(number, Condition::Number(range.clone())),
            Meaning::Large => return Err(large()),
            Meaning::Signed => match held(IntegerRepr::I64, range) {
                Some(range) => ask(at, number, range, Condition::Number),
                None => at.block.learn(number, range.outside),
            },
            Meaning::Wide => match held(IntegerRepr::U64, range) {
                Some(range) => ask(at, number, range, Condition::Wide),
                None => at.block.learn(number, range.outside),
            },
        }
    }
    Ok(())
}

/// Asks whether a number is in a range, which may have no limits.
fn ask(at: &mut Cursor<'_, '_>, number: usize, range: Range, condition: fn(Range) -> Condition) {
    match range {
        Range { min: None, max: None, outside } => at.block.learn(number, !outside),
        range => at.block.ask(number, condition(range)),
    }
}

fn bytes() -> Box<Diagnostic> {
    let message = "under packed rules, a view does not hold an INTEGER as bytes";
    Box::new(
        Diagnostic::error("view-member", Span::none(), message)
            .with_help("leave out the field, or `integer = \"bytes\"` for its type"),
    )
}

fn unaligned() -> Box<Diagnostic> {
    let message = "under PER, a view does not hold a string: it need not begin on a byte of the input";
    Box::new(Diagnostic::error("view-member", Span::none(), message).with_help("leave out the field"))
}

fn large() -> Box<Diagnostic> {
    let message = "under packed rules, a filter does not compare with numbers beyond 64 bits";
    Box::new(
        Diagnostic::error("filter-large", Span::none(), message)
            .with_help("compare with a number from -9223372036854775807 to 9223372036854775806"),
    )
}

/// Returns a range with limits that a representation holds; `None` if it holds no number of the range.
fn held(repr: IntegerRepr, range: &Range) -> Option<Range> {
    let (low, high) = repr.limits()?;
    let min = range.min.clone().filter(|min| *min > low);
    let max = range.max.clone().filter(|max| *max < high);
    let is_empty =
        range.min.as_ref().is_some_and(|min| *min > high) || range.max.as_ref().is_some_and(|max| *max < low);
    (!is_empty).then_some(Range { min, max, outside: range.outside })
}

/// Asks the probes of a string whose place has been noted.
fn strings(at: &mut Cursor<'_, '_>, text: &Text, demand: &Demand) -> Lowered<()> {
    for number in at.block.pending(&demand.probes) {
        match at.block.probe(number) {
            Probe::Octets(octets) => match text.compared(octets) {
                Some(compared) => {
                    let (place, differs) = (octets.place, octets.differs);
                    at.block.ask(number, Condition::Text { compared, place, differs });
                }
                None => at.block.learn(number, octets.differs),
            },
            Probe::Bits(bits) => at.block.ask(number, Condition::Bits(bits.clone())),
            Probe::Member if text.is_whole => {
                at.block.push(Move::StringMember(number));
                at.block.learn(number, true);
            }
            Probe::Member => return Err(unaligned()),
            _ => {}
        }
    }
    Ok(())
}

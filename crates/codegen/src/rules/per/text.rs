//! Commands of scalars, choices and arrays.

use super::bits::Whole;
use super::ops::{Alphabet, Choice, Elements, Form, Items, Per, Primitive};
use crate::packed::ops::Packed;
use crate::packed::text::{Text, repr_number};
use num_bigint::{BigInt, Sign};
use std::collections::BTreeSet;
use syntax_graph::{Bounds, IntegerRepr, SizeRange};

impl Packed for Per {
    type Form = Form;

    const IS_DIRECT: bool = true;
    const ADDITIONS: &'static [&'static str] = &["USE_ADDITIONS", "USE_ARENA"];
    const ADDED_DEFAULTS: &'static [&'static str] = &["USE_ADDED_DEFAULTS"];
    const UNKNOWN_ARMS: &'static [&'static str] = &["USE_EXTENSIONS", "USE_UNKNOWN", "USE_ARENA"];
    const OPEN: &'static [&'static str] = &["USE_SLICES", "USE_STRINGS"];

    fn scalar(&self, uses: &mut BTreeSet<&'static str>, primitive: Primitive, form: &Form) -> Text {
        scalar(uses, primitive, form, self.is_aligned)
    }

    fn added_flags(flags: Text) -> Text {
        flags
    }

    // Numbers of one byte in C, from one bit on, all of which are values.
    fn first_programs(uses: &BTreeSet<&'static str>) -> Vec<Text> {
        let most = if uses.contains("USE_NUMBERS") { WIDTHS } else { 0 };
        (1..=most).map(|width| Text::op("STUBC_OP_FIELD").and(&Text::number(width << 3))).collect()
    }

    fn counts(fields: u64, flags: u64) -> Text {
        const MANY: u64 = 7;
        let both = Text::number(fields << 3 | flags.min(MANY));
        if flags < MANY { both } else { both.and(&Text::number(flags)) }
    }

    fn choice(switch: &Choice) -> Choice {
        *switch
    }

    fn elements(uses: &mut BTreeSet<&'static str>, elements: &Elements, form: Option<&Form>) -> Text {
        uses.insert("USE_SIZES");
        if elements.least == 0 {
            uses.insert("USE_EMPTY");
        }
        let sizes = match form {
            Some(Form::Sized(sizes)) => sizes,
            _ => &elements.sizes,
        };
        sized(Text::default(), "STUBC_OP_ARRAY", sizes, &[Text::number(elements.least)])
    }
}

/// Returns the program of a type with sizes; `before` and `after` stand around the sizes.
pub fn sized(before: Text, op: &str, sizes: &SizeRange, after: &[Text]) -> Text {
    let extensible = if sizes.extensible { " | STUBC_EXTENSIBLE" } else { "" };
    // No message has so many items.
    let most = u64::from(u32::MAX);
    let max = sizes.max.filter(|max| *max < most);
    let limited = if max.is_some() { " | STUBC_LIMITED" } else { "" };
    let mut text = Text::op(&format!("{op}{extensible}{limited}"));
    text = text.and(&before).and(&Text::number(sizes.min.min(most)));
    if let Some(max) = max {
        text = text.and(&Text::number(max));
    }
    after.iter().fold(text, |text, more| text.and(more))
}

fn magnitude(number: &BigInt) -> u64 {
    u64::try_from(number.magnitude()).unwrap_or(u64::MAX)
}

/// The widths of numbers that have the first programs; `STUBC_WIDTHS` of the runtime.
const WIDTHS: u64 = 7;
/// The most bits of a number that is a field.
const FIELD: u32 = 31;

/// Returns the program of numbers of known width, from `min` to `max`; `None` if the width is not known, or if it is
/// long.
pub fn field(
    uses: &mut BTreeSet<&'static str>,
    repr: IntegerRepr,
    (min, max): (&BigInt, &BigInt),
    is_aligned: bool,
) -> Option<Text> {
    let (least, greatest) = repr.limits()?;
    let most = u64::try_from(max - min).ok()?;
    let whole = Whole::of(most, is_aligned).filter(|whole| whole.width <= FIELD)?;
    let is_wide = repr.machine().is_none_or(|(bits, _)| bits > 32);
    if is_wide || *min < least || *max > greatest || min.magnitude().bits() > 30 {
        return None;
    }
    uses.insert("USE_NUMBERS");
    let mut op = "STUBC_OP_FIELD".to_owned();
    let mut bounds = Text::default();
    if whole.is_aligned {
        op.push_str(" | STUBC_PADDED");
    }
    if whole.is_partial() {
        op.push_str(" | STUBC_PARTIAL");
        bounds = Text::number(most);
    }
    if min.sign() != Sign::NoSign {
        op.push_str(" | STUBC_BASED");
        bounds = bounds.and(&zigzag(min));
    }
    let form = Text::op(&(u64::from(whole.width) << 3 | repr_number(repr)).to_string());
    Some(Text::op(&op).and(&form).and(&bounds))
}

/// Returns the program of an INTEGER in a machine type.
pub fn integer(
    uses: &mut BTreeSet<&'static str>,
    repr: IntegerRepr,
    range: &Bounds,
    is_aligned: bool,
) -> Text {
    if let (Some(min), Some(max), false) = (&range.min, &range.max, range.extensible)
        && let Some(text) = field(uses, repr, (min, max), is_aligned)
    {
        return text;
    }
    uses.extend(["USE_INTEGER", "USE_NUMBERS"]);
    let bounds = [&range.min, &range.max];
    if repr.machine().is_some_and(|(bits, _)| bits > 32) {
        uses.insert("WIDE");
    }
    if bounds.into_iter().flatten().any(is_wide) {
        uses.extend(["WIDE", "WIDE_BOUNDS"]);
    }
    if range.extensible || range.min.is_none() || range.max.is_none() {
        uses.insert("USE_UNBOUNDED");
        if range.min.is_some() || range.max.is_some() {
            uses.insert("USE_OPEN_BOUNDS");
        }
    }
    let extensible = if range.extensible { " | STUBC_EXTENSIBLE" } else { "" };
    let mut form = repr_number(repr);
    let mut numbers = Text::default();
    if let Some(first) = range.min.as_ref().or(range.max.as_ref()) {
        form |= if range.min.is_some() { 8 } else { 16 };
        form |= if first.sign() == Sign::Minus { 32 } else { 0 };
        numbers = Text::number(magnitude(first));
    }
    if let (Some(min), Some(max)) = (&range.min, &range.max) {
        form |= 16;
        let most = max - min;
        if is_wide(&most) {
            uses.extend(["WIDE", "WIDE_BOUNDS"]);
        }
        numbers = numbers.and(&Text::number(magnitude(&most)));
    }
    Text::op(&format!("STUBC_OP_INTEGER{extensible}")).and(&Text::number(form)).and(&numbers)
}

/// Returns a signed number, the sign in its lowest bit.
fn zigzag(number: &BigInt) -> Text {
    let number = i64::try_from(number).unwrap_or(0);
    Text::number(((number << 1) ^ (number >> 63)) as u64)
}

/// Returns the program of an ENUMERATED.
pub fn enumerated(
    uses: &mut BTreeSet<&'static str>,
    repr: IntegerRepr,
    items: &Items,
    is_aligned: bool,
) -> Text {
    if let (Some(first), Some(last), false) = (items.roots.first(), items.roots.last(), items.extensible) {
        let is_range = last - first == BigInt::from(items.roots.len() - 1);
        let own = is_range.then(|| field(uses, repr, (first, last), is_aligned));
        if let Some(text) = own.flatten() {
            return text;
        }
    }
    uses.extend(["USE_ENUMERATED", "USE_NUMBERS"]);
    let all: Vec<&BigInt> = items.roots.iter().chain(&items.additions).collect();
    if repr.machine().is_some_and(|(bits, _)| bits > 32) || all.iter().any(|number| number.bits() > 30) {
        uses.extend(["WIDE", "WIDE_ITEMS"]);
    }
    let is_mapped = all.iter().enumerate().any(|(at, number)| **number != BigInt::from(at));
    let mut form = repr_number(repr);
    let mut text = Text::number(items.roots.len() as u64);
    if items.extensible {
        uses.insert("USE_EXTENSIONS");
        text = text.and(&Text::number(items.additions.len() as u64));
    }
    if is_mapped {
        uses.insert("USE_MAPPED");
        form |= 64;
        let greatest = all.iter().max().map_or_else(|| Text::number(0), |greatest| zigzag(greatest));
        text = all.iter().fold(text.and(&greatest), |text, number| text.and(&zigzag(number)));
    }
    let extensible = if items.extensible { " | STUBC_EXTENSIBLE" } else { "" };
    Text::op(&format!("STUBC_OP_ENUMERATED{extensible}")).and(&Text::number(form)).and(&text)
}

/// Returns the program of a string whose characters all have one width.
pub fn characters(sizes: &SizeRange, alphabet: &Alphabet) -> Text {
    let form = u64::from(alphabet.unit.trailing_zeros()) | if alphabet.is_mapped { 64 } else { 0 };
    let head = Text::number(form).and(&Text::number(u64::from(alphabet.bits)));
    let mut ranges = Text::number(alphabet.ranges.len() as u64);
    for (low, high) in &alphabet.ranges {
        ranges = ranges.and(&Text::number(u64::from(*low))).and(&Text::number(u64::from(high - low)));
    }
    sized(head, "STUBC_OP_CHARACTERS", sizes, &[ranges])
}

/// Returns whether a number needs more than 32 bits.
fn is_wide(number: &BigInt) -> bool {
    number.magnitude().bits() > 32
}

/// Returns the program of a scalar.
fn scalar(uses: &mut BTreeSet<&'static str>, primitive: Primitive, form: &Form, is_aligned: bool) -> Text {
    let string = ["USE_STRINGS", "USE_ARENA"];
    match (primitive, form) {
        (Primitive::Null, _) => Text::op("STUBC_OP_NULL"),
        (Primitive::Boolean, _) => {
            uses.insert("USE_NUMBERS");
            Text::op("STUBC_OP_FIELD").and(&Text::number(1 << 3))
        }
        (Primitive::Integer(repr), Form::Number(range)) => integer(uses, repr, range, is_aligned),
        (Primitive::Enumerated(repr), Form::Items(items)) => enumerated(uses, repr, items, is_aligned),
        (Primitive::Octets, Form::Sized(sizes)) => {
            uses.extend(string.iter().chain(&["USE_SIZES", "USE_OCTETS"]));
            sized(Text::default(), "STUBC_OP_OCTETS", sizes, &[])
        }
        (Primitive::Bits | Primitive::NamedBits, Form::Sized(sizes)) => {
            uses.extend(string.iter().chain(&["USE_SIZES", "USE_BITS"]));
            let op = if primitive == Primitive::Bits {
                "STUBC_OP_BITS"
            } else {
                uses.insert("USE_NAMED_BITS");
                "STUBC_OP_NAMED_BITS"
            };
            sized(Text::default(), op, sizes, &[])
        }
        (Primitive::Characters, Form::Characters(sizes, alphabet)) => {
            uses.extend(string.iter().chain(&["USE_SIZES", "USE_CHARACTERS"]));
            if alphabet.bits == 0 {
                uses.insert("USE_EMPTY");
            }
            characters(sizes, alphabet)
        }
        (primitive, _) => {
            let (op, feature) = match primitive {
                Primitive::Real => ("STUBC_OP_REAL", "USE_REAL"),
                Primitive::Oid => ("STUBC_OP_OID", "USE_OID"),
                Primitive::Bytes => ("STUBC_OP_BYTES", "USE_BYTES"),
                Primitive::Open => ("STUBC_OP_OPEN", "USE_SLICES"),
                _ => ("STUBC_OP_CONTENTS", "USE_SLICES"),
            };
            uses.extend(string.iter().chain(&["USE_SLICES", feature]));
            Text::op(op)
        }
    }
}

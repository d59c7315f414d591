//! Prints the moves and conditions of filters under packed rules.

use super::known::bits;
use super::lower::Parts;
use super::ops::{Condition, Each, Key, Move, Variable};
use crate::c::expr::{integer_constant, size_constant, unused};
use crate::c::helpers::Helper;
use crate::c::writer::Writer;
use crate::filter::code::Routine;
use crate::filter::numbers::in_range;
use crate::filter::print;
use crate::filter::strings::literal;
use crate::filter::view::View;
use crate::packed::forms::{Compared, Length, Number, Source};
use crate::stub::Node;
use num_bigint::{BigInt, Sign};
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::filter::{Bits, Place};

const ALIGNED: Helper = Helper { name: "", feature: "FILTER_ALIGNED" };
const ADDITIONS: Helper = Helper { name: "filter_additions", feature: "FILTER_ADDITIONS" };
const ALIGN: Helper = Helper { name: "filter_align", feature: "FILTER_ALIGN" };
const CONTENTS: Helper = Helper { name: "filter_contents", feature: "FILTER_CONTENTS" };
const COUNTED: Helper = Helper { name: "filter_counted", feature: "FILTER_COUNTED" };
const CURSOR: Helper = Helper { name: "", feature: "FILTER_CURSOR" };
const FIND: Helper = Helper { name: "filter_find", feature: "FILTER_FIND" };
const ITEM: Helper = Helper { name: "filter_item", feature: "FILTER_ITEM" };
const ITEMS: Helper = Helper { name: "filter_items", feature: "FILTER_ITEMS" };
const LENGTH: Helper = Helper { name: "filter_length", feature: "FILTER_LENGTH" };
const MEASURED: Helper = Helper { name: "filter_measured", feature: "FILTER_MEASURED" };
const NAMED: Helper = Helper { name: "filter_named", feature: "FILTER_NAMED" };
const QUANTITY: Helper = Helper { name: "filter_quantity", feature: "FILTER_QUANTITY" };
const SAME: Helper = Helper { name: "filter_same", feature: "FILTER_SAME" };
const SIGNED: Helper = Helper { name: "filter_signed", feature: "FILTER_SIGNED" };
const SMALL: Helper = Helper { name: "filter_small", feature: "FILTER_SMALL" };
const TAG: Helper = Helper { name: "filter_tag", feature: "FILTER_TAG" };
const TAKE: Helper = Helper { name: "filter_take", feature: "FILTER_TAKE" };
const UNUSED: Helper = Helper { name: "filter_unused", feature: "FILTER_UNUSED" };
const OVER: Helper = Helper { name: "filter_over", feature: "FILTER_OVER" };
const BITS_AT: Helper = Helper { name: "filter_bits_at", feature: "FILTER_BITS_AT" };

/// The most bits at a known place that an expression reads.
const MOST: u32 = 57;
/// The deepest recursion of types that skips follow, that of a fresh context.
const DEPTH: u32 = 64;

/// Prints one filter.
pub struct Printer<'a> {
    name: &'a str,
    parts: &'a Parts,
    is_aligned: bool,
    /// The view that it is, if it is one.
    pub view: Option<View>,
    /// The number of each function that goes over a value.
    numbers: BTreeMap<Key, usize>,
    /// The values that can contain values of the same key.
    recursive: BTreeSet<Key>,
}

impl<'a> Printer<'a> {
    /// Returns the printer of a filter's functions.
    pub fn new(name: &'a str, parts: &'a Parts, is_aligned: bool) -> Self {
        let numbers = parts.skips.iter().enumerate().map(|(number, (key, _))| (*key, number)).collect();
        Self { name, parts, is_aligned, view: None, numbers, recursive: recursive(parts) }
    }

    /// Prints the functions that go over values.
    pub fn skips(&self, w: &mut Writer, path: &dyn Fn(Node) -> String) {
        for (key, _) in &self.parts.skips {
            w.line(&format!("{};", self.signature(*key)));
        }
        w.blank();
        for (key, routine) in &self.parts.skips {
            let what = match key {
                Key::Node(node) => format!("a value of {}", path(*node)),
                Key::Element(node) => format!("an element of {}", path(*node)),
            };
            w.comment(&format!("Goes over {what}. Returns 1, or an answer."));
            w.function(&self.signature(*key), |w| {
                let mut body = w.part();
                print::block(&mut body, self, &routine.code);
                self.declare(w, &body);
                w.append(body);
            });
        }
    }

    fn signature(&self, key: Key) -> String {
        format!("static int {}_skip_{}(struct filter_bits *c)", self.name, self.numbers[&key])
    }

    /// Prints a call of the function that goes over a value, with the cursor `c`.
    fn skip(&self, w: &mut Writer, key: Key, c: &str, member: &str) {
        let call = format!("{}_skip_{}({c})", self.name, self.numbers[&key]);
        if self.recursive.contains(&key) {
            w.when(&format!("{member}depth == 0"), |w| w.line("return STUBC_OTHER;"));
            w.line(&format!("{member}depth--;"));
            failing(w, &call);
            w.line(&format!("{member}depth++;"));
        } else {
            failing(w, &call);
        }
    }

    /// Prints the declarations of the variables that a body uses.
    fn declare(&self, w: &mut Writer, body: &Writer) {
        let is_used = |name: &str| body.is_using(name);
        for flag in body.used("flag_") {
            w.line(&format!("bool {flag};"));
        }
        for place in body.used("at_") {
            w.line(&format!("size_t {place};"));
        }
        let variables = [
            ("uint64_t", "bits"),
            ("int64_t", "number"),
            ("uint64_t", "wide"),
            ("uint64_t", "count"),
            ("size_t", "text"),
            ("int", "failed"),
            ("int", "found"),
        ];
        for (ty, name) in variables.into_iter().filter(|(_, name)| is_used(name)) {
            w.line(&format!("{ty} {name};"));
        }
    }
}

impl print::Printer for Printer<'_> {
    type Move = Move;
    type Condition = Condition;

    fn step(&self, w: &mut Writer, step: &Move) {
        if !matches!(
            step,
            Move::Room(_)
                | Move::Member(..)
                | Move::Named(_)
                | Move::Length(_, Some(_))
                | Move::Length(Length::Known(_), _)
        ) && !matches!(step, Move::Flag(_, Some(_)) | Move::Number { at: Some(_), .. })
        {
            w.uses("c");
            w.call(CURSOR);
        }
        if self.is_aligned {
            w.call(ALIGNED);
        }
        match step {
            Move::Room(bytes) => {
                w.uses("input");
                w.when(&format!("length < {bytes}"), |w| w.line("return STUBC_TRUNCATED;"));
            }
            Move::To(place) => {
                w.line(&format!("c->at = {place};"));
            }
            Move::Over(bits) => {
                let over = w.call(OVER);
                failing(w, &format!("{over}(c, {})", size_constant(*bits)));
            }
            Move::Align => {
                let align = w.call(ALIGN);
                w.line(&format!("{align}(c);"));
            }
            Move::Flag(flag, at) => {
                let value = self.field(w, *at, 1);
                w.uses(&format!("flag_{flag}"));
                w.line(&format!("flag_{flag} = {} != 0;", operand(&value)));
            }
            Move::Number { number, at, into } => self.number(w, number, *at, *into),
            Move::Length(length, at) => self.length(w, *length, *at),
            Move::Text(item) => {
                w.uses("text");
                w.line("text = c->at;");
                self.step(w, &Move::Items(u64::from(*item)));
            }
            // Nothing else reads the number of items.
            Move::Items(0) => w.line("(void)count;"),
            Move::Items(item) => {
                let items = w.call(ITEMS);
                failing(w, &format!("{items}(c, count, {})", size_constant(*item)));
            }
            Move::Contents => contents(w, "c"),
            Move::Enter(mark) => enter(w, *mark),
            Move::Skip(key) => self.skip(w, *key, "c", "c->"),
            Move::Elements(key) => {
                w.block("while (count > 0)", "}", |w| {
                    self.skip(w, *key, "c", "c->");
                    w.line("count--;");
                });
            }
            Move::Test(routine) => {
                w.uses("found");
                w.line(&format!("found = {}_elements_{routine}(*c, count);", self.name));
                w.when("found < 0", |w| w.line("return found;"));
            }
            Move::Addition(number) => additions(w, &number.to_string(), true),
            Move::Additions => additions(w, "UINT64_MAX", false),
            Move::Member(..) | Move::Named(_) | Move::StringMember(_) => self.member(w, step),
            Move::Mark(mark) => {
                w.uses(&format!("at_{mark}"));
                w.line(&format!("at_{mark} = c->at;"));
            }
            Move::Back(mark) => {
                w.uses(&format!("at_{mark}"));
                w.line(&format!("c->at = at_{mark};"));
            }
        }
    }

    fn condition(&self, w: &mut Writer, condition: &Condition, negated: bool) -> String {
        match condition {
            Condition::Flag(flag) => format!("{}flag_{flag}", if negated { "!" } else { "" }),
            Condition::Found | Condition::Elements => {
                format!("found {} 0", if negated { "==" } else { "!=" })
            }
            Condition::Number(range) => in_range("number", range, None, negated),
            Condition::Wide(range) => in_range("wide", range, Some(0), negated),
            Condition::OneOf(values) => one_of(values, negated),
            Condition::NoneOf(values) => one_of(values, !negated),
            Condition::Text { compared, place, differs } => text(w, compared, *place, *differs == negated),
            Condition::Bits(bits) => named(w, bits, negated),
            Condition::Count(range) => match in_range("count", range, Some(0), negated).as_str() {
                // Nothing else reads the number of elements.
                constant @ ("true" | "false") => format!("((void)count, {constant})"),
                comparison => comparison.to_owned(),
            },
        }
    }

    fn view(&self) -> Option<&View> {
        self.view.as_ref()
    }

    fn bytes(&self) -> &'static str {
        "(ptrdiff_t)(c->at > 0 ? (c->at + 7) / 8 : 1)"
    }

    fn variables(&self, w: &mut Writer, body: &Writer, is_message: bool) {
        let (has_cursor, reads) = (body.is_using("c") || self.view.is_some(), body.is_using("input"));
        if is_message && has_cursor {
            w.line("struct filter_bits cursor;");
            w.line("struct filter_bits *const c = &cursor;");
        }
        self.declare(w, body);
        match (is_message, has_cursor) {
            (true, true) => {
                w.when("length > SIZE_MAX / 8", |w| w.line("return STUBC_OTHER;"));
                w.line("cursor.p = input;");
                w.line("cursor.at = 0;");
                w.line("cursor.end = length * 8;");
                w.line(&format!("cursor.depth = {DEPTH};"));
            }
            (true, false) if !reads => unused(w, &[("input", true), ("length", true)]),
            (true, false) => {}
            (false, true) => {}
            (false, false) => unused(w, &[("c", true)]),
        }
    }

    fn element(&self) -> &'static str {
        "struct filter_bits *c"
    }

    fn turn(&self) -> [&'static str; 2] {
        ["&at", "at = next;"]
    }

    fn parameters(&self, _: usize) -> &'static str {
        "struct filter_bits at, uint64_t count"
    }

    fn each(&self, w: &mut Writer, routine: usize, body: &dyn Fn(&mut Writer)) {
        let Some(each) = self.parts.each[routine] else { return };
        w.block("while (count > 0)", "}", |w| {
            w.line("struct filter_bits next = at;");
            w.line("int failed;");
            w.line("int answer;");
            match each {
                Each::Bits(bits) => {
                    let over = w.call(OVER);
                    failing(w, &format!("{over}(&next, {})", size_constant(bits)));
                }
                Each::Key(key) => self.skip(w, key, "&next", "next."),
            }
            body(w);
            w.line("count--;");
        });
    }
}

impl Printer<'_> {
    /// Prints a move that stores a member of the view.
    fn member(&self, w: &mut Writer, step: &Move) {
        let Some(view) = &self.view else { return };
        match step {
            Move::Member(is_wide, member) => {
                view.number(w, *member, if *is_wide { "wide" } else { "number" })
            }
            Move::StringMember(member) => view.text(w, *member, ["c->p + text / 8", "(size_t)count"]),
            Move::Named(items) => {
                let is_index = items.iter().enumerate().all(|(at, item)| *item == BigInt::from(at));
                w.when(&format!("number < 0 || number >= {}", items.len()), |w| {
                    w.line("return STUBC_OTHER;")
                });
                if !is_index {
                    let numbers: Vec<String> = items.iter().map(integer_constant).collect();
                    w.block("", "}", |w| {
                        w.line(&format!("static const int64_t numbers[] = {{{}}};", numbers.join(", ")));
                        w.line("number = numbers[number];");
                    });
                }
            }
            _ => {}
        }
    }

    /// Prints the reading of bits, and returns their expression.
    fn field(&self, w: &mut Writer, at: Option<u64>, width: u32) -> String {
        match at {
            _ if width == 0 => "0".to_owned(),
            Some(place) if width <= MOST => {
                w.uses("input");
                bits(place, width)
            }
            Some(place) => {
                w.uses("input");
                format!("{}(input, {place}, {width})", w.call(BITS_AT))
            }
            None => {
                let take = w.call(TAKE);
                w.uses("bits");
                failing(w, &format!("{take}(c, {width}, &bits)"));
                "bits".to_owned()
            }
        }
    }

    fn number(&self, w: &mut Writer, number: &Number, at: Option<u64>, into: Variable) {
        let call = |w: &mut Writer, helper: Helper, arguments: &str| {
            let name = w.call(helper);
            w.uses("bits");
            failing(w, &format!("{name}(c, {arguments}&bits)"));
        };
        let mut sign = None;
        let mut is_short = false;
        let value = match number.source {
            Source::Field { width, is_signed, .. } => {
                sign = is_signed.then_some(width);
                is_short = width < 63;
                self.field(w, at, width)
            }
            Source::Counted { is_signed } => {
                call(w, COUNTED, &format!("{is_signed}, "));
                "bits".to_owned()
            }
            Source::Measured(width) => {
                call(w, MEASURED, &format!("{width}, "));
                "bits".to_owned()
            }
            Source::Small => {
                call(w, SMALL, "");
                "bits".to_owned()
            }
            Source::Item => {
                call(w, ITEM, "");
                "bits".to_owned()
            }
            Source::Tag => {
                call(w, TAG, "");
                "bits".to_owned()
            }
        };
        let is_signed = matches!(number.source, Source::Counted { is_signed: true } | Source::Item);
        match into {
            Variable::Nothing => {}
            Variable::Wide => {
                w.uses("wide");
                w.line(&format!("wide = {};", plus(&value, &number.least, "uint64_t")));
            }
            Variable::Large if !is_signed && sign.is_none() => {
                w.uses("number");
                w.line(&format!("number = {value} > INT64_MAX ? INT64_MAX : (int64_t){value};"));
            }
            Variable::Signed | Variable::Large => {
                w.uses("number");
                let value = match sign {
                    Some(width) => {
                        let signed = w.call(SIGNED);
                        format!("{signed}({value}, UINT64_C(1) << {})", width - 1)
                    }
                    None if is_short && number.least.bits() < 62 => {
                        plus(&format!("(int64_t){}", operand(&value)), &number.least, "")
                    }
                    None if number.least.sign() == Sign::NoSign && !is_signed => {
                        format!("(int64_t)({} & INT64_MAX)", operand(&value))
                    }
                    None => {
                        let signed = w.call(SIGNED);
                        let sum = plus(&value, &number.least, "uint64_t");
                        format!("{signed}({sum}, UINT64_C(1) << 63)")
                    }
                };
                w.line(&format!("number = {value};"));
            }
        }
    }

    fn length(&self, w: &mut Writer, length: Length, at: Option<u64>) {
        w.uses("count");
        match length {
            Length::Known(items) => w.line(&format!("count = {};", size_constant(items))),
            Length::Field { least, width, .. } => {
                let value = self.field(w, at, width);
                let value =
                    if at.is_some() && width > 0 { format!("(uint64_t){}", operand(&value)) } else { value };
                w.line(&format!("count = {};", plus(&value, &BigInt::from(least), "")));
            }
            Length::General | Length::Unused | Length::Quantity => {
                let helper = match length {
                    Length::Unused => UNUSED,
                    Length::Quantity => QUANTITY,
                    _ => LENGTH,
                };
                let name = w.call(helper);
                failing(w, &format!("{name}(c, &count)"));
            }
        }
    }
}

/// Returns the values that can contain values of the same key.
pub fn recursive(parts: &Parts) -> BTreeSet<Key> {
    let keys = parts.skips.iter().map(|(key, _)| *key);
    keys.filter(|key| reached(parts, *key).contains(key)).collect()
}

/// Returns the values in a value of a key.
fn reached(parts: &Parts, key: Key) -> BTreeSet<Key> {
    let mut found = BTreeSet::new();
    let mut open = vec![key];
    while let Some(key) = open.pop() {
        let routine: Option<&Routine<Move, Condition>> =
            parts.skips.iter().find(|(own, _)| *own == key).map(|(_, routine)| routine);
        routine.into_iter().for_each(|routine| {
            routine.moves(&mut |step| {
                if let Move::Skip(inner) | Move::Elements(inner) = step
                    && found.insert(*inner)
                {
                    open.push(*inner);
                }
            });
        });
    }
    found
}

/// Prints a call that returns an answer, or a number that is not negative.
fn failing(w: &mut Writer, call: &str) {
    w.uses("failed");
    w.line(&format!("failed = {call};"));
    w.when("failed < 0", |w| w.line("return failed;"));
}

/// Prints the way over the length of contents.
fn enter(w: &mut Writer, mark: Option<usize>) {
    let length = w.call(LENGTH);
    w.uses("bits");
    failing(w, &format!("{length}(c, &bits)"));
    w.when("bits > (c->end - c->at) / 8", |w| w.line("return STUBC_TRUNCATED;"));
    if let Some(mark) = mark {
        w.uses(&format!("at_{mark}"));
        w.line(&format!("at_{mark} = c->at + (size_t)bits * 8;"));
    }
}

/// Prints the way to an addition, which may be absent, or over all of them.
fn additions(w: &mut Writer, wanted: &str, may_be_found: bool) {
    let additions = w.call(ADDITIONS);
    let call = format!("{additions}(c, {wanted})");
    if !may_be_found {
        return failing(w, &call);
    }
    w.uses("found");
    w.line(&format!("found = {call};"));
    w.when("found < 0", |w| w.line("return found;"));
}

fn contents(w: &mut Writer, c: &str) {
    let contents = w.call(CONTENTS);
    failing(w, &format!("{contents}({c})"));
}

/// Returns an expression as an operand.
fn operand(value: &str) -> String {
    if value.contains(' ') { format!("({value})") } else { value.to_owned() }
}

/// Returns the sum of an operand and a constant, of this type.
fn plus(value: &str, least: &BigInt, ty: &str) -> String {
    let value = match ty {
        "" => value.to_owned(),
        ty => format!("({ty}){}", operand(value)),
    };
    match least.sign() {
        Sign::NoSign => value,
        Sign::Plus => format!("{value} + {}", integer_constant(least)),
        Sign::Minus if least.bits() < 64 => format!("{value} - {}", integer_constant(&-least)),
        Sign::Minus => format!("{value} + (UINT64_C(1) << 63)"),
    }
}

fn one_of(values: &[BigInt], negated: bool) -> String {
    let (equal, join) = if negated { ("!=", " && ") } else { ("==", " || ") };
    let tests: Vec<String> =
        values.iter().map(|value| format!("number {equal} {}", integer_constant(value))).collect();
    if tests.is_empty() { negated.to_string() } else { tests.join(join) }
}

/// Returns the condition that the noted string holds items, or that it does not.
fn text(w: &mut Writer, compared: &Compared, place: Place, is_wanted: bool) -> String {
    let Compared { bits, items, item, step } = compared;
    let constant = literal(bits);
    let all = items * u64::from(*item);
    w.call(CURSOR);
    let mut same = |at: &str| format!("{}(c->p, {at}, {constant}, {all})", w.call(SAME));
    let at = format!("text + (size_t)(count - {items}) * {item}");
    match (place, is_wanted) {
        (Place::Whole, true) => format!("count == {items} && {}", same("text")),
        (Place::Whole, false) => format!("count != {items} || !{}", same("text")),
        (Place::Start, true) => format!("count >= {items} && {}", same("text")),
        (Place::Start, false) => format!("count < {items} || !{}", same("text")),
        (Place::End, true) => format!("count >= {items} && {}", same(&at)),
        (Place::End, false) => format!("count < {items} || !{}", same(&at)),
        (Place::Anywhere, _) => {
            let (not, find) = (if is_wanted { "" } else { "!" }, w.call(FIND));
            format!("{not}{find}(c->p, text, count, {item}, {constant}, {items}, {step})")
        }
    }
}

/// Returns the condition that the noted BIT STRING is meant, or that it is not.
fn named(w: &mut Writer, bits: &Bits, negated: bool) -> String {
    let not = if bits.differs == negated { "" } else { "!" };
    let (named, constant) = (w.call(NAMED), literal(&bits.octets));
    format!("{not}{named}(c->p, text, count, {constant}, {}, {})", bits.length, bits.trailing)
}

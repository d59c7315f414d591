//! Prints the moves and conditions of filters under XDR.

use super::ops::{Condition, Each, Move, Number};
use super::skips::Skips;
use super::words::{PAST, WORD, ahead, counted, failing, room, word};
use crate::c::expr::{integer_constant, unused};
use crate::c::helpers::Helper;
use crate::c::writer::Writer;
use crate::filter::numbers::in_range;
use crate::filter::view::View;
use crate::filter::{print, strings};

const HYPER: Helper = Helper { name: "filter_hyper", feature: "FILTER_HYPER" };
const SIGNED: Helper = Helper { name: "filter_signed", feature: "FILTER_SIGNED" };

/// Prints one filter.
pub struct Printer<'a> {
    /// Its name.
    pub name: &'a str,
    /// The functions that skip values.
    pub skips: Skips<'a>,
    /// The elements that each routine tests; those of the message are `None`.
    pub each: Vec<Option<Each>>,
    /// The view that it is, if it is one.
    pub view: Option<View>,
}

impl print::Printer for Printer<'_> {
    type Move = Move;
    type Condition = Condition;

    fn step(&self, w: &mut Writer, step: &Move) {
        w.uses("p");
        match step {
            Move::Skip(skip) => self.skips.skip(w, skip, "p", None),
            Move::Number(number) => convert(w, *number),
            Move::Text(None) => {
                w.line("text = p;");
                let past = w.call(PAST);
                failing(w, &format!("{past}(&p, e)"));
                let word = w.call(WORD);
                w.line(&format!("end = text + 4 + {word}(text);"));
                w.line("text += 4;");
                w.uses("text");
            }
            Move::Text(Some(bytes)) => {
                w.line("text = p;");
                ahead(w, bytes.next_multiple_of(4), "p");
                w.line(&format!("end = text + {bytes};"));
                w.uses("text");
            }
            Move::Count(count) => counted(w, *count, "p"),
            Move::Linked(element) => {
                w.uses("count");
                w.uses("more");
                w.line("count = 0;");
                w.block("for (;;)", "}", |w| {
                    word(w, "more", "p");
                    w.when("more == 0", |w| w.line("break;"));
                    self.skips.skip(w, element, "p", None);
                    w.line("count++;");
                });
            }
            Move::Elements(routine) => {
                w.uses("found");
                let is_linked = self.each[*routine].as_ref().is_some_and(|each| each.is_linked);
                let count = if is_linked { "" } else { ", count" };
                w.line(&format!("found = {}_elements_{routine}(p, e{count});", self.name));
                w.when("found < 0", |w| w.line("return found;"));
            }
            Move::Member(form, member) => {
                let variable = if *form == Number::Wide { "wide" } else { "number" };
                self.view.iter().for_each(|view| view.number(w, *member, variable));
            }
            Move::StringMember(member) => {
                let text = ["text", "(size_t)(end - text)"];
                self.view.iter().for_each(|view| view.text(w, *member, text));
            }
            Move::Mark(number) => {
                w.uses(&format!("at_{number}"));
                w.line(&format!("at_{number} = p;"));
            }
            Move::Back(number) => w.line(&format!("p = at_{number};")),
        }
    }

    fn condition(&self, w: &mut Writer, condition: &Condition, negated: bool) -> String {
        match condition {
            Condition::Number(Number::Wide, range) => in_range("wide", range, Some(0), negated),
            Condition::Number(_, range) => in_range("number", range, None, negated),
            Condition::OneOf(values) => one_of(values, negated),
            Condition::NoneOf(values) => one_of(values, !negated),
            Condition::Octets(octets) => strings::octets(w, octets, "text", "end", negated),
            Condition::Count(range) => in_range("count", range, Some(0), negated),
            Condition::Elements => format!("found {} 0", if negated { "==" } else { "!=" }),
        }
    }

    fn view(&self) -> Option<&View> {
        self.view.as_ref()
    }

    fn bytes(&self) -> &'static str {
        "p - input"
    }

    fn variables(&self, w: &mut Writer, body: &Writer, is_message: bool) {
        match (is_message, body.is_using("p")) {
            (true, true) => {
                w.line("const uint8_t *p = input;");
                w.line("const uint8_t *const e = length > 0 ? input + length : input;");
            }
            (true, false) => unused(w, &[("input", true), ("length", true)]),
            (false, true) => {}
            (false, false) => unused(w, &[("p", true), ("e", true)]),
        }
        if body.is_using("text") {
            w.line("const uint8_t *text;");
            w.line("const uint8_t *end;");
        }
        for place in body.used("at_") {
            w.line(&format!("const uint8_t *{place};"));
        }
        let variables = [
            ("int64_t", "number"),
            ("uint64_t", "wide"),
            ("uint32_t", "count"),
            ("uint32_t", "more"),
            ("int", "failed"),
            ("int", "found"),
        ];
        for (ty, name) in variables {
            if body.is_using(name) {
                w.line(&format!("{ty} {name};"));
            }
        }
    }

    fn parameters(&self, routine: usize) -> &'static str {
        match &self.each[routine] {
            Some(Each { is_linked: false, .. }) => "const uint8_t *p, const uint8_t *e, uint32_t count",
            _ => "const uint8_t *p, const uint8_t *e",
        }
    }

    fn each(&self, w: &mut Writer, routine: usize, body: &dyn Fn(&mut Writer)) {
        let Some(Each { is_linked, element }) = &self.each[routine] else { return };
        let one = |w: &mut Writer| {
            let mut skipping = w.part();
            self.skips.skip(&mut skipping, element, "next", None);
            w.line("const uint8_t *next = p;");
            w.line("int answer;");
            if skipping.is_using("failed") {
                w.line("int failed;");
            }
            w.append(skipping);
            body(w);
        };
        match is_linked {
            true => {
                w.line("uint32_t more;");
                w.block("for (;;)", "}", |w| {
                    word(w, "more", "p");
                    w.when("more == 0", |w| w.line("break;"));
                    one(w);
                });
            }
            false => {
                w.block("while (count > 0)", "}", |w| {
                    one(w);
                    w.line("count--;");
                });
            }
        }
    }
}

fn one_of(values: &[num_bigint::BigInt], negated: bool) -> String {
    let (equal, join) = if negated { ("!=", " && ") } else { ("==", " || ") };
    let tests: Vec<String> =
        values.iter().map(|value| format!("number {equal} {}", integer_constant(value))).collect();
    if tests.is_empty() { negated.to_string() } else { tests.join(join) }
}

fn convert(w: &mut Writer, number: Number) {
    let bytes = if matches!(number, Number::Signed | Number::Unsigned) { 4 } else { 8 };
    room(w, bytes, "p");
    let word = if bytes == 4 { w.call(WORD) } else { w.call(HYPER) };
    let read = format!("{word}(p)");
    let (variable, value) = match number {
        Number::Signed => ("number", format!("{}({read}, UINT64_C(1) << 31)", w.call(SIGNED))),
        Number::Hyper => ("number", format!("{}({read}, UINT64_C(1) << 63)", w.call(SIGNED))),
        Number::Unsigned => ("number", read),
        Number::Wide => ("wide", read),
    };
    w.uses(variable);
    w.line(&format!("{variable} = {value};"));
    w.line(&format!("p += {bytes};"));
}

//! Prints the moves and conditions of filters under BER and DER.

use super::ops::{Condition, Cursor, Enter, Move, Slot};
use crate::c::expr::unused;
use crate::c::helpers::Helper;
use crate::c::writer::Writer;
use crate::filter::numbers::{in_range, large};
use crate::filter::view::{Kind, View};
use crate::filter::{print, strings};
use crate::rules::ber::identifier::Identifier;
use crate::rules::ber::ops::Start;
use num_bigint::BigInt;
use syntax_graph::IntegerRepr;
use syntax_graph::filter::Range;

const AFTER: Helper = Helper { name: "filter_after", feature: "FILTER_AFTER" };
const AT: Helper = Helper { name: "filter_at", feature: "FILTER_AT" };
const COUNT: Helper = Helper { name: "filter_count", feature: "FILTER_COUNT" };
const NUMBER: Helper = Helper { name: "filter_number", feature: "FILTER_NUMBER" };
const OPEN: Helper = Helper { name: "filter_open", feature: "FILTER_OPEN" };
const ENTER: Helper = Helper { name: "filter_enter", feature: "FILTER_ENTER" };
const WIDE: Helper = Helper { name: "filter_wide", feature: "FILTER_WIDE" };
const SKIP: Helper = Helper { name: "filter_skip", feature: "FILTER_SKIP" };
const MESSAGE: Helper = Helper { name: "filter_message", feature: "FILTER_MESSAGE" };

/// Prints one filter.
pub struct Printer<'a> {
    /// Its name.
    pub name: &'a str,
    /// The view that it is, if it is one.
    pub view: Option<View>,
}

impl print::Printer for Printer<'_> {
    type Move = Move;
    type Condition = Condition;

    fn step(&self, w: &mut Writer, step: &Move) {
        match step {
            Move::Message(identifier) => {
                message(w, *identifier);
                if self.view.is_some() {
                    w.uses("end");
                    w.line("end = e;");
                }
            }
            Move::Skip(at, octets) => skip(w, *at, *octets),
            Move::SkipIf(at, starts) => {
                let begins = begins(w, *at, starts, false);
                w.when(&begins, |w| skip(w, *at, None));
            }
            Move::SkipUntil(at, starts) => {
                let (p, e) = cursor(w, *at);
                let ends = begins(w, *at, starts, true);
                let ends = if ends.contains(" || ") { format!("({ends})") } else { ends };
                w.block(&format!("while ({p} < {e} && {ends})"), "}", |w| skip(w, *at, None));
            }
            Move::Enter(step) => enter(w, step),
            Move::Take { from, into } => take(w, (*from, *into), skip),
            Move::Find(at, slots) => find(w, *at, slots),
            Move::GoTo { slot, within, into, required } => {
                go_to(w, (*slot, *required), (*within, *into), "NULL")
            }
            Move::Number(at) => {
                let (p, e) = cursor(w, *at);
                w.uses("number");
                let convert = w.call(NUMBER);
                w.line(&format!("number = {convert}({p}, {e});"));
            }
            Move::Count(at) => {
                let (p, e) = cursor(w, *at);
                w.uses("count");
                w.call(SKIP);
                let count = w.call(COUNT);
                w.line(&format!("count = {count}({p}, {e});"));
                w.when("count == SIZE_MAX", |w| w.line(OTHER));
            }
            Move::Member(at, member) => self.member(w, *at, *member),
            Move::Elements(at, routine) => {
                let (p, e) = cursor(w, *at);
                w.uses("found");
                w.line(&format!("found = {}_elements_{routine}({p}, {e});", self.name));
                w.when("found < 0", |w| w.line("return found;"));
            }
        }
    }

    fn condition(&self, w: &mut Writer, condition: &Condition, negated: bool) -> String {
        match condition {
            Condition::Begins(at, starts) => begins(w, *at, starts, negated),
            Condition::BeginsOther(at, starts) => {
                let (p, e) = cursor(w, *at);
                if starts.is_empty() {
                    return format!("{p} {} {e}", if negated { "==" } else { "!=" });
                }
                let other = begins(w, *at, starts, !negated);
                match (negated, other.contains(" || ")) {
                    (true, _) => format!("{p} == {e} || ({other})"),
                    (false, true) => format!("{p} < {e} && ({other})"),
                    (false, false) => format!("{p} < {e} && {other}"),
                }
            }
            Condition::Found(slot) => format!("at_{slot} {} NULL", if negated { "==" } else { "!=" }),
            Condition::Number(range) => in_range("number", range, None, negated),
            Condition::Boolean(at, range) => {
                let (p, e) = cursor(w, *at);
                boolean(range, &p, &e, negated)
            }
            Condition::Large(at, range) => {
                let (p, e) = cursor(w, *at);
                large(w, range, &p, &e, negated)
            }
            Condition::Octets(at, octets) => {
                let (p, e) = cursor(w, *at);
                strings::octets(w, octets, &p, &e, negated)
            }
            Condition::Bits(at, bits) => {
                let (p, e) = cursor(w, *at);
                strings::bits(w, bits, &p, &e, negated)
            }
            Condition::Count(range) => in_range("count", range, Some(0), negated),
            Condition::Elements => format!("found {} 0", if negated { "==" } else { "!=" }),
        }
    }

    fn view(&self) -> Option<&View> {
        self.view.as_ref()
    }

    fn bytes(&self) -> &'static str {
        "end - input"
    }

    fn variables(&self, w: &mut Writer, body: &Writer, is_message: bool) {
        if is_message {
            w.line("const uint8_t *p = input;");
            w.line("const uint8_t *e;");
            if body.is_using("end") {
                w.line("const uint8_t *end;");
            }
        } else if !body.is_using("p") {
            unused(w, &[("p", true), ("e", true)]);
        }
        for at in (1..).take_while(|at| body.is_using(&format!("p{at}"))) {
            w.line(&format!("const uint8_t *p{at};"));
            w.line(&format!("const uint8_t *e{at};"));
        }
        for slot in body.used("at_") {
            w.line(&format!("const uint8_t *{slot} = NULL;"));
        }
        for (ty, name) in [("int64_t", "number"), ("uint64_t", "wide"), ("size_t", "count"), ("int", "found")]
        {
            if body.is_using(name) {
                w.line(&format!("{ty} {name};"));
            }
        }
    }

    fn parameters(&self, _: usize) -> &'static str {
        "const uint8_t *p, const uint8_t *e"
    }

    fn each(&self, w: &mut Writer, _: usize, body: &dyn Fn(&mut Writer)) {
        w.block("while (p < e)", "}", |w| {
            let skip = w.call(SKIP);
            w.line(&format!("const uint8_t *const next = {skip}(p, e);"));
            w.line("int answer;");
            w.when("next == NULL", |w| w.line(OTHER));
            body(w);
        });
    }
}

impl Printer<'_> {
    /// Prints the store of the contents at a cursor in a member of the view.
    fn member(&self, w: &mut Writer, at: Cursor, member: usize) {
        let Some(view) = &self.view else { return };
        let (p, e) = cursor(w, at);
        match view.members[member].kind {
            Kind::Truth => {
                w.uses("number");
                w.line(&format!("number = {p} != {e} && *{p} != 0;"));
                view.number(w, member, "number");
            }
            Kind::Number(IntegerRepr::U64) => {
                w.uses("wide");
                let wide = w.call(WIDE);
                w.when(&format!("!{wide}({p}, {e}, &wide)"), |w| w.line(OTHER));
                view.number(w, member, "wide");
            }
            Kind::Number(_) => {
                w.uses("number");
                let convert = w.call(NUMBER);
                w.when(&format!("{e} - {p} > 8"), |w| w.line(OTHER));
                w.line(&format!("number = {convert}({p}, {e});"));
                view.number(w, member, "number");
            }
            Kind::Bytes => view.text(w, member, [&p, &format!("(size_t)({e} - {p})")]),
            Kind::Bits => {
                let is_wrong = format!("{p} == {e} || *{p} > 7 || ({e} - {p} == 1 && *{p} != 0)");
                w.when(&is_wrong, |w| w.line(OTHER));
                let data = format!("{p} + 1");
                view.text(w, member, [&data, &format!("(size_t)({e} - {p} - 1) * 8 - *{p}")]);
            }
        }
    }
}

pub(super) const OTHER: &str = "return STUBC_OTHER;";

/// Returns the variables of a cursor.
pub(super) fn cursor(w: &mut Writer, at: Cursor) -> (String, String) {
    if at == 0 {
        w.uses("p");
        return ("p".to_owned(), "e".to_owned());
    }
    // A cursor is used only within that of the element around it.
    (1..=at).for_each(|at| w.uses(&format!("p{at}")));
    (format!("p{at}"), format!("e{at}"))
}

/// Prints a move past an element, which a cursor of its own keeps; `skip` prints the move past it.
pub(super) fn take(
    w: &mut Writer,
    (from, into): (Cursor, Cursor),
    skip: fn(&mut Writer, Cursor, Option<u64>),
) {
    let ((p, _), (inner, end)) = (cursor(w, from), cursor(w, into));
    w.line(&format!("{inner} = {p};"));
    skip(w, from, None);
    w.line(&format!("{end} = {p};"));
}

/// Prints a move to an element that was looked for; its place is `absent` if it was not found.
pub(super) fn go_to(
    w: &mut Writer,
    (slot, required): (Slot, bool),
    (within, into): (Cursor, Cursor),
    absent: &str,
) {
    let ((_, e), (inner, end)) = (cursor(w, within), cursor(w, into));
    if required {
        w.when(&format!("at_{slot} == {absent}"), |w| w.line(OTHER));
    }
    w.line(&format!("{inner} = at_{slot};"));
    w.line(&format!("{end} = {e};"));
}

fn message(w: &mut Writer, identifier: Option<Identifier>) {
    let octets = identifier.map_or(0, Identifier::octets);
    w.when(&format!("length < {}", octets.max(1)), |w| w.line("return STUBC_TRUNCATED;"));
    w.line("e = input + length;");
    if let Some(identifier) = identifier {
        let others = begins(w, 0, &[Start::Identifier(identifier)], true);
        let others = others.strip_prefix("p == e || ").unwrap_or(&others).to_owned();
        w.when(&others, |w| w.line(OTHER));
    }
    w.uses("found");
    let message = w.call(MESSAGE);
    w.line(&format!("found = {message}(&p, &e, {octets});"));
    w.when("found < 0", |w| w.line("return found;"));
    if identifier.is_none() {
        w.line("p = input;");
    }
}

fn skip(w: &mut Writer, at: Cursor, octets: Option<u64>) {
    let (p, e) = cursor(w, at);
    match octets {
        Some(octets) => {
            w.call(ENTER);
            let after = w.call(AFTER);
            w.line(&format!("{p} = {after}({p}, {e}, {octets});"));
        }
        None => {
            let skip = w.call(SKIP);
            w.line(&format!("{p} = {skip}({p}, {e});"));
        }
    }
    w.when(&format!("{p} == NULL"), |w| w.line(OTHER));
}

fn enter(w: &mut Writer, step: &Enter) {
    let Enter { from, into, identifier, checked } = *step;
    let ((p, e), (inner, end)) = (cursor(w, from), cursor(w, into));
    if checked && !identifier.is_long() {
        let open = w.call(OPEN);
        w.line(&format!("{inner} = {open}({p}, {e}, {identifier}, &{end});"));
    } else {
        if checked {
            let others = begins(w, from, &[Start::Identifier(identifier)], true);
            w.when(&others, |w| w.line(OTHER));
        }
        let enter = w.call(ENTER);
        w.line(&format!("{inner} = {enter}({p}, {e}, {}, &{end});", identifier.octets()));
    }
    w.when(&format!("{inner} == NULL"), |w| w.line(OTHER));
    if from != into {
        w.line(&format!("{p} = {end};"));
    }
}

fn find(w: &mut Writer, at: Cursor, slots: &[(Slot, Vec<Start>)]) {
    let (p, e) = cursor(w, at);
    w.block(&format!("while ({p} < {e})"), "}", |w| {
        for (slot, starts) in slots {
            w.uses(&format!("at_{slot}"));
            let begins = begins(w, at, starts, false);
            w.when(&begins, |w| w.line(&format!("at_{slot} = {p};")));
        }
        skip(w, at, None);
    });
}

/// Returns the condition that one of `starts` begins the element at a cursor, or that none does.
fn begins(w: &mut Writer, at: Cursor, starts: &[Start], negated: bool) -> String {
    let (p, e) = cursor(w, at);
    let equal = if negated { "!=" } else { "==" };
    let (not, join) = if negated { ("!", " && ") } else { ("", " || ") };
    let mut first = Vec::new();
    let mut tests = Vec::new();
    for start in starts {
        match start {
            Start::Identifier(identifier) if identifier.is_long() => {
                tests.push(format!("{not}{}({p}, {e}, {identifier})", w.call(AT)));
            }
            Start::EitherForm(identifier) if identifier.is_long() => {
                for identifier in [*identifier, identifier.other_form()] {
                    tests.push(format!("{not}{}({p}, {e}, {identifier})", w.call(AT)));
                }
            }
            Start::Identifier(identifier) => first.push(format!("*{p} {equal} {identifier}")),
            Start::EitherForm(identifier) => {
                first.push(format!("(*{p} | 0x20) {equal} {}", Identifier(identifier.0 | 0x20)));
            }
            Start::Any => return format!("{p} {} {e}", if negated { "==" } else { "!=" }),
        }
    }
    if !first.is_empty() {
        let several = first.len() > 1;
        let joined = first.join(join);
        tests.insert(
            0,
            match (negated, several) {
                (false, false) => format!("{p} < {e} && {joined}"),
                (false, true) => format!("{p} < {e} && ({joined})"),
                (true, false) => format!("{p} == {e} || {joined}"),
                (true, true) => format!("{p} == {e} || ({joined})"),
            },
        );
    }
    match &tests[..] {
        [] => negated.to_string(),
        [one] => one.clone(),
        several => several.iter().map(|test| format!("({test})")).collect::<Vec<_>>().join(join),
    }
}

/// Returns the condition that the contents of a BOOLEAN, as 0 or 1, are in a range.
fn boolean(range: &Range, p: &str, e: &str, negated: bool) -> String {
    let has = |number: u8| range.has(&BigInt::from(number)) != negated;
    match (has(1), has(0)) {
        (true, false) => format!("{p} != {e} && *{p} != 0"),
        (false, true) => format!("{p} == {e} || *{p} == 0"),
        (answer, _) => answer.to_string(),
    }
}

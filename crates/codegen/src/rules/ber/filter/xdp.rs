//! Prints the moves and conditions of filters under BER and DER for XDP: cursors are offsets into the packet, all loops
//! are bounded, and all functions are inline.

use super::ops::{Condition, Cursor, Enter, Move};
use super::print::{OTHER, cursor, go_to, take};
use crate::c::writer::Writer;
use crate::filter::code::Routine;
use crate::filter::numbers::in_range;
use crate::filter::print;
use crate::filter::strings::literal;
use crate::filter::view::View;
use crate::rules::ber::identifier::Identifier;
use crate::rules::ber::ops::Start;
use num_bigint::BigInt;
use syntax_graph::filter::{Bits, Octets, Place};

/// The most octets that are compared: each one is an instruction or two.
const MOST: usize = 255;

/// Returns why a condition of these routines has no bound.
pub fn unbounded(routines: &[Routine<Move, Condition>]) -> Option<&'static str> {
    let reason = |condition: &Condition| match condition {
        Condition::Octets(_, octets) if octets.place == Place::Anywhere => {
            Some("`contains` searches a string of any length")
        }
        Condition::Octets(_, octets) if octets.octets.len() > MOST => {
            Some("it compares more than 255 octets")
        }
        Condition::Bits(_, bits) if bits.octets.len() > MOST => Some("it compares more than 255 octets"),
        Condition::Bits(_, bits) if bits.trailing => {
            Some("a BIT STRING with named bits may end with any number of zeros")
        }
        Condition::Large(..) => Some("it compares numbers of more than 64 bits"),
        _ => None,
    };
    let found = std::cell::Cell::new(None);
    let note = |condition: &Condition| {
        found.set(found.get().or(reason(condition)));
        false
    };
    routines.iter().for_each(|routine| {
        routine.mentions(&|_| false, &note);
    });
    found.get()
}

/// Prints one filter.
pub struct Printer<'a> {
    /// Its name.
    pub name: &'a str,
    /// The turns of its loops over elements that are tested.
    pub turns: &'static str,
}

impl<'a> Printer<'a> {
    /// Returns the printer of a filter. A loop in a loop has fewer turns: the verifier follows each one.
    pub fn new(name: &'a str, routines: &[Routine<Move, Condition>]) -> Self {
        let tests = |step: &Move| matches!(step, Move::Elements(..));
        let is_nested = routines.iter().skip(1).any(|routine| routine.mentions(&tests, &|_| false));
        Self { name, turns: if is_nested { "STUBC_XDP_INNER_TURNS" } else { TURNS } }
    }
}

const TURNS: &str = "STUBC_XDP_TURNS";

impl print::Printer for Printer<'_> {
    type Move = Move;
    type Condition = Condition;

    fn step(&self, w: &mut Writer, step: &Move) {
        match step {
            Move::Message(Some(identifier)) => {
                let wrong = begins(w, 0, &[Start::Identifier(*identifier)], true);
                w.when(&wrong, |w| w.line(OTHER));
                let octets = identifier.octets();
                w.when(&format!("!filter_enter(x, p, e, {octets}, &p, &e)"), |w| w.line(OTHER));
            }
            Move::Message(None) => w.when("!filter_skip(x, p, e, &e)", |w| w.line(OTHER)),
            Move::Skip(at, octets) => skip(w, *at, *octets),
            Move::SkipIf(at, starts) => {
                let begins = begins(w, *at, starts, false);
                w.when(&begins, |w| skip(w, *at, None));
            }
            Move::SkipUntil(at, starts) => {
                let ends = begins(w, *at, starts, true);
                walk(w, *at, TURNS, &format!(" && ({ends})"), |w| skip(w, *at, None));
            }
            Move::Enter(Enter { from, into, identifier, checked }) => {
                let ((p, e), (inner, end)) = (cursor(w, *from), cursor(w, *into));
                if *checked && identifier.is_long() {
                    let others = begins(w, *from, &[Start::Identifier(*identifier)], true);
                    w.when(&others, |w| w.line(OTHER));
                }
                let call = if *checked && !identifier.is_long() {
                    format!("!filter_open(x, {p}, {e}, {identifier}, &{inner}, &{end})")
                } else {
                    format!("!filter_enter(x, {p}, {e}, {}, &{inner}, &{end})", identifier.octets())
                };
                w.when(&call, |w| w.line(OTHER));
                if from != into {
                    w.line(&format!("{p} = {end};"));
                }
            }
            Move::Take { from, into } => take(w, (*from, *into), skip),
            Move::Find(at, slots) => walk(w, *at, TURNS, "", |w| {
                let (p, _) = cursor(w, *at);
                for (slot, starts) in slots {
                    w.uses(&format!("at_{slot}"));
                    let begins = begins(w, *at, starts, false);
                    w.when(&begins, |w| w.line(&format!("at_{slot} = {p};")));
                }
                skip(w, *at, None);
            }),
            Move::GoTo { slot, within, into, required } => {
                go_to(w, (*slot, *required), (*within, *into), "0");
            }
            Move::Number(at) => {
                let (p, e) = cursor(w, *at);
                w.uses("number");
                w.line(&format!("number = filter_number(x, {p}, {e});"));
            }
            Move::Count(at) => {
                let (p, e) = cursor(w, *at);
                w.uses("count");
                w.when(&format!("!filter_count(x, {p}, {e}, &count)"), |w| w.line(OTHER));
            }
            // Views are not printed here.
            Move::Member(..) => {}
            Move::Elements(at, routine) => {
                let (p, e) = cursor(w, *at);
                w.uses("found");
                w.line(&format!("found = {}_elements_{routine}(x, {p}, {e});", self.name));
                w.when("found < 0", |w| w.line("return found;"));
            }
        }
    }

    fn condition(&self, w: &mut Writer, condition: &Condition, negated: bool) -> String {
        match condition {
            Condition::Begins(at, starts) => begins(w, *at, starts, negated),
            Condition::BeginsOther(at, starts) => {
                let (p, e) = cursor(w, *at);
                let other = begins(w, *at, starts, !negated);
                let (is, join) = if negated { ("==", "||") } else { ("!=", "&&") };
                format!("{p} {is} {e} {join} ({other})")
            }
            Condition::Found(slot) => format!("at_{slot} {} 0", if negated { "==" } else { "!=" }),
            Condition::Number(range) => in_range("number", range, None, negated),
            Condition::Boolean(at, range) => {
                let (p, e) = cursor(w, *at);
                let has = |number: u8| range.has(&BigInt::from(number)) != negated;
                match (has(1), has(0)) {
                    (true, false) => format!("filter_first(x, {p}, {e}) - 1 < 255"),
                    (false, true) => format!("filter_first(x, {p}, {e}) - 1 >= 255"),
                    (answer, _) => answer.to_string(),
                }
            }
            Condition::Octets(at, wanted) => {
                let (p, e) = cursor(w, *at);
                octets(wanted, &p, &e, negated)
            }
            Condition::Bits(at, wanted) => {
                let (p, e) = cursor(w, *at);
                bits(wanted, &p, &e, negated)
            }
            Condition::Count(range) => in_range("count", range, Some(0), negated),
            // Refused before.
            Condition::Large(..) => "false".to_owned(),
            Condition::Elements => format!("found {} 0", if negated { "==" } else { "!=" }),
        }
    }

    fn variables(&self, w: &mut Writer, body: &Writer, _: bool) {
        for at in (1..).take_while(|at| body.is_using(&format!("p{at}"))) {
            w.line(&format!("uint64_t p{at}, e{at};"));
        }
        for slot in body.used("at_") {
            w.line(&format!("uint64_t {slot} = 0;"));
        }
        for (ty, name) in
            [("int64_t", "number"), ("uint64_t", "count"), ("uint64_t", "turn"), ("int", "found")]
        {
            if body.is_using(name) {
                w.line(&format!("{ty} {name};"));
            }
        }
    }

    fn view(&self) -> Option<&View> {
        None
    }

    fn bytes(&self) -> &'static str {
        "0"
    }

    fn linkage(&self) -> &'static str {
        "STUBC_INLINE"
    }

    fn signature(&self, name: &str) -> String {
        format!("STUBC_INLINE int {name}_decide({})", self.parameters(0))
    }

    fn element(&self) -> &'static str {
        self.parameters(0)
    }

    fn turn(&self) -> [&'static str; 2] {
        ["x, p, next", "p = next;"]
    }

    fn parameters(&self, _: usize) -> &'static str {
        "const struct stubc_packet *x, uint64_t p, uint64_t e"
    }

    fn each(&self, w: &mut Writer, _: usize, body: &dyn Fn(&mut Writer)) {
        w.line("uint64_t turn;");
        walk(w, 0, self.turns, "", |w| {
            w.line("uint64_t next;");
            w.line("int answer;");
            w.when("!filter_skip(x, p, e, &next)", |w| w.line(OTHER));
            body(w);
        });
    }
}

/// Prints a loop over the elements at a cursor.
fn walk(w: &mut Writer, at: Cursor, turns: &str, condition: &str, body: impl FnOnce(&mut Writer)) {
    let (p, e) = cursor(w, at);
    w.uses("turn");
    w.block(&format!("for (turn = 0; {p} < {e}{condition}; turn++)"), "}", |w| {
        w.when(&format!("turn == {turns}"), |w| w.line(OTHER));
        // The verifier has learned something of the end in each turn, which would make turns differ.
        w.line(&format!("{e} = filter_any({e});"));
        body(w);
    });
}

fn skip(w: &mut Writer, at: Cursor, octets: Option<u64>) {
    let (p, e) = cursor(w, at);
    let call = match octets {
        Some(octets) => format!("!filter_after(x, {p}, {e}, {octets}, &{p})"),
        None => format!("!filter_skip(x, {p}, {e}, &{p})"),
    };
    w.when(&call, |w| w.line(OTHER));
}

/// Returns the condition that one of `starts` begins the element at a cursor, or that none does.
fn begins(w: &mut Writer, at: Cursor, starts: &[Start], negated: bool) -> String {
    let (p, e) = cursor(w, at);
    let (equal, not, join) = if negated { ("!=", "!", " && ") } else { ("==", "", " || ") };
    let mut tests = Vec::new();
    let mut test = |identifier: Identifier| {
        let octets = identifier.octets() as usize;
        if octets == 1 {
            return tests.push(format!("filter_first(x, {p}, {e}) {equal} {identifier}"));
        }
        let octets = identifier.0.to_be_bytes()[4 - octets..].to_vec();
        let each = octets
            .iter()
            .enumerate()
            .map(|(at, octet)| format!("filter_first(x, {p} + {at}, {e}) == {octet}"));
        tests.push(format!("{not}({})", each.collect::<Vec<_>>().join(" && ")));
    };
    for start in starts {
        match start {
            Start::Identifier(identifier) => test(*identifier),
            Start::EitherForm(identifier) => {
                [*identifier, identifier.other_form()].into_iter().for_each(&mut test)
            }
            Start::Any => return format!("{p} {} {e}", if negated { "==" } else { "!=" }),
        }
    }
    if tests.is_empty() { negated.to_string() } else { tests.join(join) }
}

/// Returns the condition that the string from `p` to `e` is meant, or that it is not.
fn octets(octets: &Octets, p: &str, e: &str, negated: bool) -> String {
    let not = if octets.differs == negated { "" } else { "!" };
    let size = octets.octets.len();
    let at = if octets.place == Place::End { format!("{e} - {size}") } else { p.to_owned() };
    let relation = if octets.place == Place::Whole { "==" } else { ">=" };
    let text = literal(&octets.octets);
    format!("{not}({e} - {p} {relation} {size} && filter_same(x, {at}, {text}, {size}))")
}

/// Returns the condition that the BIT STRING from `p` to `e` is meant, or that it is not.
fn bits(bits: &Bits, p: &str, e: &str, negated: bool) -> String {
    let not = if bits.differs == negated { "" } else { "!" };
    let unused = (bits.octets.len() as u64 * 8).saturating_sub(bits.length) as u8;
    let Some((last, others)) = bits.octets.split_last() else {
        return format!("{not}({e} - {p} == 1 && filter_first(x, {p}, {e}) == 0)");
    };
    let octets = [&[unused], others].concat();
    let (text, count, mask) = (literal(&octets), octets.len(), 0xff << unused & 0xff);
    format!(
        "{not}({e} - {p} == {} && filter_same(x, {p}, {text}, {count}) && (filter_first(x, {p} + {count}, {e}) & {mask}) == {last})",
        count + 1
    )
}

//! Prints compiled decode procedures: straight-line C from spliced programs. A procedure takes what valid messages
//! usually contain and returns `STUBC_GONE` for anything else: it leaves, and the interpreter decodes the message.
//!
//! Bit-fields that follow each other are read at once ([`super::bits`]).

use super::bits::{self, Length, Meaning, Run, Runs, Slot, State, Whole};
use super::ops::{Action, Body, Choice, Elements, FieldStep, Form, Per, Primitive, Program, Step};
use super::runtime::{PEEK, TAKE_LENGTH, TAKE_STRING};
use crate::c::expr::{address, integer_constant, place, size_constant};
use crate::c::header::item_type;
use crate::c::writer::Writer;
use crate::packed::decode::{Decoders, advance, leave};
use crate::packed::helpers::{ELEMENTS, EMPTY, INTERPRET_EXTENDED};
use crate::packed::ops::roots_of;
use crate::packed::procedures::{Checking, note_use};
use crate::program::StepPresence;
use num_bigint::{BigInt, Sign};
use syntax_graph::{IntegerRepr, SizeRange};

impl Runs for Decoders<'_, Per> {
    /// Prints the reading of the bit-fields so far.
    fn flush(&self, w: &mut Writer, state: &mut State) {
        let run = std::mem::take(&mut state.run);
        state.run.known = run.known;
        if run.bits > 0 {
            w.uses("d");
            w.when(&format!("d->in.end - at < {}", run.bits), leave);
            if run.slots.iter().any(|slot| slot.meaning != Meaning::Padding) {
                w.uses("w");
                let peek = if state.in_line { "stubc_quick_peek" } else { w.call(PEEK) };
                w.line(&format!("w = {peek}(d, at);"));
            }
        }
        let mut from = 0;
        for slot in &run.slots {
            extract(w, slot, from);
            from += slot.whole.width;
        }
        if run.bits > 0 {
            w.line(&format!("at += {};", run.bits));
        }
        state.broken.drain(..).for_each(|condition| w.when(&condition, leave));
    }
}

impl Decoders<'_, Per> {
    /// Prints the statements that fill `v`.
    pub fn statements(&self, w: &mut Writer, program: &Program) {
        let mut state = State { in_line: program.in_line, ..State::default() };
        self.body(w, &mut state, program);
        self.flush(w, &mut state);
    }

    fn body(&self, w: &mut Writer, state: &mut State, program: &Program) {
        match &program.body {
            Body::Sequence(steps) => self.sequence(w, state, program, steps),
            Body::Switch { arms, op } => self.choice(w, state, program, arms, *op),
            Body::Repeat { element, op, .. } => self.array(w, state, element, op),
            // Neither is compiled.
            Body::Scalar(_) | Body::Open { .. } => {}
            Body::Set { op, .. } => match *op {},
        }
    }

    fn sequence(&self, w: &mut Writer, state: &mut State, program: &Program, steps: &[Step]) {
        let bit =
            |value: String, is_local| Slot { whole: Whole::bit(), meaning: Meaning::Bit { value, is_local } };
        if program.whole.extensible {
            self.push(w, state, bit("is_extended".to_owned(), true));
        }
        let roots: Vec<&FieldStep> = roots_of(steps).collect();
        for (number, step) in roots.iter().enumerate().filter(|(_, step)| step.op.is_flagged) {
            let slot = match &step.presence {
                StepPresence::Flag(_) => bit(self.flag(w, step), false),
                _ => bit(format!("given{number}"), true),
            };
            self.push(w, state, slot);
        }
        for (number, step) in roots.iter().enumerate() {
            self.field(w, state, number, step);
        }
        if program.whole.extensible {
            self.flush(w, state);
            self.additions(w, program, steps);
            state.run.known = None;
        }
        if !program.relations.is_empty() {
            self.flush(w, state);
            self.resolve(w, program);
        }
    }

    /// Prints a field of the root.
    fn field(&self, w: &mut Writer, state: &mut State, number: usize, step: &FieldStep) {
        let value = place(self.model, "*v", step.field);
        if !step.op.is_flagged {
            return self.value(w, state, step, &value);
        }
        self.flush(w, state);
        let mut inner = state.clone();
        let there = |w: &mut Writer| {
            self.value(w, &mut inner, step, &value);
            self.flush(w, &mut inner);
        };
        match &step.presence {
            StepPresence::Default(default) => {
                let given = format!("given{number}");
                w.uses("v");
                w.either(&given, there, |w| self.fill(w, step, default, &value));
            }
            _ => {
                let flag = self.flag(w, step);
                w.when(&flag, there);
            }
        }
        if inner.run.known != state.run.known {
            state.run.known = None;
        }
    }

    fn choice(&self, w: &mut Writer, state: &mut State, program: &Program, arms: &[FieldStep], op: Choice) {
        let Some(index) = bits::index(&op, self.rule.is_aligned) else { return };
        w.uses("v");
        if op.extensible {
            let meaning = Meaning::Bit { value: "is_extended".to_owned(), is_local: true };
            self.push(w, state, Slot { whole: Whole::bit(), meaning });
            if index.is_aligned {
                self.flush(w, state);
            }
        }
        let repr = if arms.len() > 255 { IntegerRepr::U16 } else { IntegerRepr::U8 };
        // The cases exclude other numbers.
        let whole = if op.roots > 1 { Whole { most: u64::MAX, ..index } } else { index };
        let meaning = Meaning::Number { value: "v->kind".to_owned(), repr, least: BigInt::from(1) };
        let behind = 1 + if index.is_aligned { 0 } else { index.width };
        let extended = |w: &mut Writer| {
            let (function, number) = (w.call(INTERPRET_EXTENDED), self.table.number_of(program.node));
            w.when("is_extended", |w| {
                w.line(&format!("return {function}(d, at - {behind}, {number}, v);"));
            });
        };
        if op.extensible && index.is_aligned {
            extended(w);
        }
        self.push(w, state, Slot { whole, meaning });
        self.flush(w, state);
        if op.extensible && !index.is_aligned {
            extended(w);
        }
        let roots = &arms[..op.roots];
        if let [arm] = roots {
            return self.value(w, state, arm, &place(self.model, "*v", arm.field));
        }
        w.switch("v->kind", |w| {
            for arm in roots {
                let Some(field) = arm.field else { continue };
                w.case(&[format!("case {}:", self.model.names.kinds[&field])], |w| {
                    let mut inner = state.clone();
                    self.value(w, &mut inner, arm, &place(self.model, "*v", arm.field));
                    self.flush(w, &mut inner);
                });
            }
            w.last_case("default:", leave);
        });
        state.run.known = None;
    }

    /// Prints the reading of a number of items to `to`, a variable or a member. Returns the number as an expression.
    fn count(&self, w: &mut Writer, state: &mut State, sizes: &SizeRange, to: &str) -> String {
        if sizes.extensible {
            self.push(w, state, Slot::root());
        }
        match Length::of(sizes, self.rule.is_aligned) {
            Length::Known(count) => {
                self.flush(w, state);
                return size_constant(count);
            }
            Length::Field(least, whole) => {
                let meaning = Meaning::Count { value: to.to_owned(), least };
                self.push(w, state, Slot { whole, meaning });
                self.flush(w, state);
            }
            Length::General(min) => {
                self.flush(w, state);
                let take = w.call(TAKE_LENGTH);
                advance(w, &format!("{take}(d, at, &{to})"));
                state.run.known = state.run.known.filter(|_| !self.rule.is_aligned);
                if self.rule.is_aligned {
                    state.run.known = Some(0);
                }
                if min > 0 {
                    w.when(&format!("{to} < {}", size_constant(min)), leave);
                }
            }
        }
        w.uses(to);
        to.to_owned()
    }

    fn array(&self, w: &mut Writer, state: &mut State, element: &FieldStep, op: &Elements) {
        w.uses("v");
        w.uses("d");
        let count = self.count(w, state, &op.sizes, "v->count");
        if count != "v->count" {
            w.line(&format!("v->count = {count};"));
        }
        let cast = element.field.map_or_else(String::new, |field| item_type(self.model, field));
        let (elements, least) = (w.call(ELEMENTS), op.least);
        let memory = format!("{elements}(d, at, v->count, {least}, sizeof *v->items)");
        w.line(&format!("v->items = ({cast} *){memory};"));
        w.when("v->count && !v->items", leave);
        w.block("for (size_t i = 0; i < v->count; i++)", "}", |w| {
            let mut inner = State { run: Run::default(), ..state.clone() };
            if op.least == 0 {
                w.line("const size_t start = at;");
            }
            self.value(w, &mut inner, element, "v->items[i]");
            self.flush(w, &mut inner);
            if op.least == 0 {
                let empty = w.call(EMPTY);
                w.when(&format!("at == start && !{empty}(d)"), leave);
            }
        });
        state.run.known = None;
    }

    /// Prints a value and its check. The check comes after the run, which reads the value.
    fn value(&self, w: &mut Writer, state: &mut State, step: &FieldStep, value: &str) {
        let checking = self.unchecked(w, state, step, value);
        state.broken.extend(self.calls().broken(w, step, value, checking));
    }

    /// Prints a value without its check. Returns who checks it.
    fn unchecked(&self, w: &mut Writer, state: &mut State, step: &FieldStep, value: &str) -> Checking {
        if step.recursive || step.boxed {
            w.uses("v");
            self.flush(w, state);
            self.deeper(w, step, value);
            state.run.known = None;
            return self.calls().checking(step);
        }
        let slots = bits::slots(self.model, step, value, self.rule.is_aligned);
        note_use(w, slots.as_deref());
        if let Some(slots) = slots {
            slots.into_iter().for_each(|slot| self.push(w, state, slot));
            return Checking::All;
        }
        match (&step.action, &step.op.form) {
            (Action::Primitive(Primitive::Octets), Form::Sized(sizes)) => {
                self.string(w, state, sizes, (8, 2), value);
                return Checking::Own;
            }
            (Action::Primitive(Primitive::Bits | Primitive::NamedBits), Form::Sized(sizes)) => {
                self.string(w, state, sizes, (1, 16), value);
                return Checking::Own;
            }
            _ => {}
        }
        self.flush(w, state);
        let call = self.call(w, step, &address(value));
        advance(w, &call);
        state.run.known = None;
        self.calls().checking(step)
    }

    /// Prints a string of items with `item` bits; `most`: items of one that is not aligned.
    fn string(
        &self,
        w: &mut Writer,
        state: &mut State,
        sizes: &SizeRange,
        (item, most): (u64, u64),
        value: &str,
    ) {
        let count = self.count(w, state, sizes, "n");
        if self.rule.is_aligned && bits::is_long(sizes, most) {
            self.align(w, state);
            self.flush(w, state);
        }
        let take = w.call(TAKE_STRING);
        advance(w, &format!("{take}(d, at, {count}, {item}, {})", address(value)));
        state.run.pass(count.parse().ok(), item);
    }
}

/// Prints the reading of a bit-field of the word, after `from` others.
fn extract(w: &mut Writer, slot: &Slot, from: u32) {
    let Whole { width, most, .. } = slot.whole;
    let bits = if width == 0 { "0".to_owned() } else { format!("STUBC_BITS_OF(w, {from}, {width})") };
    if slot.whole.is_partial() && !matches!(slot.meaning, Meaning::Padding) {
        w.when(&format!("{bits} > {most}"), leave);
    }
    match &slot.meaning {
        Meaning::Padding => {}
        Meaning::Root => w.when(&bits, leave),
        Meaning::Bit { value, is_local } => {
            let declared = if *is_local { "const bool " } else { "" };
            w.line(&format!("{declared}{value} = {bits};"));
        }
        Meaning::Number { value, repr, least } if width == 0 => {
            let _ = repr;
            w.line(&format!("{value} = {};", integer_constant(least)));
        }
        Meaning::Number { value, repr, least } => {
            w.line(&format!("{value} = ({}){};", machine(*repr), above(&bits, least)));
        }
        Meaning::Count { value, least } => {
            let more = if *least > 0 { format!(" + {least}") } else { String::new() };
            w.line(&format!("{value} = (size_t){bits}{more};"));
        }
    }
}

/// Returns the expression of a number so far above the least one.
fn above(bits: &str, least: &BigInt) -> String {
    match least.sign() {
        Sign::NoSign => bits.to_owned(),
        Sign::Plus => format!("({bits} + {least}u)"),
        Sign::Minus => format!("((int64_t){bits} - {})", integer_constant(&-least)),
    }
}

/// Returns the C type of a machine integer.
pub fn machine(repr: IntegerRepr) -> String {
    let (bits, is_signed) = repr.machine().unwrap_or((64, true));
    format!("{}int{bits}_t", if is_signed { "" } else { "u" })
}

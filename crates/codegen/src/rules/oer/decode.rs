//! Prints compiled decode procedures: straight-line C from spliced programs. A procedure takes what valid messages
//! usually contain and returns `STUBC_GONE` for anything else: it leaves, and the interpreter decodes the message.
//!
//! Values of known width that follow each other have one check ([`super::octets`]).

use super::octets::{self, Flag, Meaning, Run, Slot, State};
use super::ops::{Action, Alternatives, Body, Elements, FieldStep, Form, Oer, Primitive, Program, Step};
use super::runtime::{QUICK_COUNT, QUICK_STRING, TAKE_COUNT, TAKE_STRING};
use crate::c::expr::{address, is_default, member, place};
use crate::c::header::item_type;
use crate::c::writer::Writer;
use crate::packed::decode::{Decoders, advance, leave};
use crate::packed::helpers::{ELEMENTS, EMPTY, INTERPRET_EXTENDED};
use crate::packed::ops::roots_of;
use crate::packed::procedures::{Checking, holds_default, note_use};
use crate::program::techniques::Direction;
use crate::program::{DefaultValue, StepPresence};
use syntax_graph::IntegerRepr;

impl Decoders<'_, Oer> {
    /// Prints the statements that fill `v`.
    pub fn statements(&self, w: &mut Writer, program: &Program) {
        let mut state = State { in_line: program.in_line, ..State::default() };
        let raw = self.model.names.kept.get(&program.node.ty);
        if raw.is_some() {
            w.line("const uint8_t *const received = at;");
        }
        match &program.body {
            Body::Sequence(steps) => self.sequence(w, &mut state, program, steps),
            Body::Switch { arms, op } => self.choice(w, &mut state, program, arms, op),
            Body::Repeat { element, op, .. } => self.array(w, &mut state, element, op),
            // Neither is compiled.
            Body::Scalar(_) | Body::Open { .. } => {}
            Body::Set { op, .. } => match *op {},
        }
        self.flush(w, &mut state);
        if let Some(raw) = raw {
            w.uses("v");
            w.line(&format!("v->{raw}.data = received;"));
            w.line(&format!("v->{raw}.length = (size_t)(at - received);"));
        }
    }

    /// Prints the reading of the values so far.
    fn flush(&self, w: &mut Writer, state: &mut State) {
        let run = std::mem::take(&mut state.run);
        if run.octets > run.checked {
            w.uses("d");
            w.when(&format!("(size_t)(d->end - at) < {}", run.octets), leave);
        }
        let mut from = 0;
        for slot in &run.slots {
            self.extract(w, slot, from);
            from += slot.width;
        }
        if run.octets > 0 {
            w.line(&format!("at += {};", run.octets));
        }
        state.broken.drain(..).for_each(|condition| w.when(&condition, leave));
    }

    /// Prints the reading of a value, after `from` bytes.
    fn extract(&self, w: &mut Writer, slot: &Slot, from: u64) {
        let Slot { width, meaning, value } = slot;
        let octet = format!("at[{from}]");
        match meaning {
            Meaning::Tag(_) => {}
            Meaning::Flags(flags) => self.flags(w, flags, &octet),
            Meaning::Boolean => {
                if self.rule.is_canonical {
                    w.when(&format!("(uint8_t)({octet} + 1) > 1"), leave);
                }
                w.line(&format!("{value} = {octet} != 0;"));
            }
            Meaning::Integer(repr, is_signed) => {
                w.line(&format!("{value} = {};", number(*repr, (*width, *is_signed), from)));
            }
            Meaning::Item(repr) => {
                w.when(&format!("{octet} > 127"), leave);
                w.line(&format!("{value} = {};", number(*repr, (1, false), from)));
            }
            Meaning::Octets | Meaning::Bits(_) => {
                let length = if let Meaning::Bits(bits) = meaning { bits } else { width };
                if let Meaning::Bits(bits) = meaning
                    && bits % 8 > 0
                    && self.rule.is_canonical
                {
                    w.when(&format!("at[{}] & {}", from + width - 1, 0xff >> (bits % 8)), leave);
                }
                let begin = if from > 0 { format!("at + {from}") } else { "at".to_owned() };
                w.line(&format!("{} = {begin};", member(value, "data")));
                w.line(&format!("{} = {length};", member(value, "length")));
            }
        }
    }

    /// Prints the reading of a byte of flags.
    fn flags(&self, w: &mut Writer, flags: &[Flag], octet: &str) {
        if flags.len() < 8 && self.rule.is_canonical {
            w.when(&format!("{octet} & {}", 0xff >> flags.len()), leave);
        }
        for (at, Flag { value, is_local }) in flags.iter().enumerate() {
            let Some(value) = value else { continue };
            let declared = if *is_local { "const bool " } else { "" };
            let bit = match at {
                0 => format!("{octet} >> 7"),
                7 => format!("{octet} & 1"),
                _ => format!("{octet} >> {} & 1", 7 - at),
            };
            w.line(&format!("{declared}{value} = {bit};"));
        }
    }

    fn sequence(&self, w: &mut Writer, state: &mut State, program: &Program, steps: &[Step]) {
        let local = |value: String| Flag { value: Some(value), is_local: true };
        let roots: Vec<&FieldStep> = roots_of(steps).collect();
        let flagged = roots.iter().enumerate().filter(|(_, step)| step.op.is_flagged);
        let flags = flagged.map(|(number, step)| match &step.presence {
            StepPresence::Flag(_) => Flag { value: Some(self.flag(w, step)), is_local: false },
            _ => local(format!("given{number}")),
        });
        let flags: Vec<Flag> = flags.collect();
        let extension = program.whole.extensible.then(|| local("is_extended".to_owned()));
        octets::preamble(extension, flags).into_iter().for_each(|slot| state.run.push(slot));
        for (number, step) in roots.iter().enumerate() {
            self.field(w, state, number, step);
        }
        if program.whole.extensible {
            self.flush(w, state);
            self.additions(w, program, steps);
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
        let mut there = |w: &mut Writer| {
            self.value(w, &mut inner, step, &value);
            self.flush(w, &mut inner);
        };
        match &step.presence {
            StepPresence::Default(default) => {
                w.uses("v");
                let given = |w: &mut Writer| {
                    there(w);
                    self.refuse_default(w, step, default, &value);
                };
                w.either(&format!("given{number}"), given, |w| self.fill(w, step, default, &value));
            }
            _ => {
                let flag = self.flag(w, step);
                w.when(&flag, there);
            }
        }
    }

    /// Prints the check that a value which has been sent is not its default, which COER does not send.
    fn refuse_default(&self, w: &mut Writer, step: &FieldStep, default: &DefaultValue, value: &str) {
        if !self.rule.is_canonical {
            return;
        }
        let condition = match default {
            DefaultValue::Encoded(_) => holds_default(self.model, step, value),
            default => is_default(w, self.model, step.field, default, value),
        };
        w.when(&condition, leave);
    }

    fn choice(
        &self,
        w: &mut Writer,
        state: &mut State,
        program: &Program,
        arms: &[FieldStep],
        op: &Alternatives,
    ) {
        w.uses("v");
        w.uses("d");
        w.when("at == d->end", leave);
        w.switch("*at", |w| {
            for (number, arm) in arms.iter().enumerate() {
                let (Some(field), Some(tags)) = (arm.field, octets::tags(op, number)) else { continue };
                let labels: Vec<String> = tags.iter().map(|tag| format!("case {tag:#04x}:")).collect();
                w.case(&labels, |w| {
                    let mut inner = State { run: Run { checked: 1, ..Run::default() }, ..state.clone() };
                    w.line(&format!("v->kind = {};", self.model.names.kinds[&field]));
                    if let (false, [tag]) = (octets::is_untagged(op, number), &tags[..]) {
                        let slot = Slot { width: 1, meaning: Meaning::Tag(*tag), value: String::new() };
                        inner.run.push(slot);
                    }
                    self.value(w, &mut inner, arm, &place(self.model, "*v", arm.field));
                    self.flush(w, &mut inner);
                });
            }
            let is_left = |at| octets::tags(op, at).is_none();
            w.last_case("default:", |w| {
                if op.choice.extensible || (0..arms.len()).any(is_left) {
                    let (function, number) = (w.call(INTERPRET_EXTENDED), self.table.number_of(program.node));
                    w.line(&format!("return {function}(d, at, {number}, v);"));
                } else {
                    leave(w);
                }
            });
        });
    }

    fn array(&self, w: &mut Writer, state: &mut State, element: &FieldStep, op: &Elements) {
        w.uses("v");
        w.uses("d");
        self.flush(w, state);
        let take = w.call(if state.in_line { QUICK_COUNT } else { TAKE_COUNT });
        advance(w, &format!("{take}(d, at, &v->count)"));
        let cast = element.field.map_or_else(String::new, |field| item_type(self.model, field));
        let (elements, least) = (w.call(ELEMENTS), op.least);
        let memory = format!("{elements}(d, at, v->count, {least}, sizeof *v->items)");
        w.line(&format!("v->items = ({cast} *){memory};"));
        w.when("v->count && !v->items", leave);
        w.block("for (size_t i = 0; i < v->count; i++)", "}", |w| {
            let mut inner = state.clone();
            // If all elements have the least width, that of their memory was the check.
            let slots = self.slots(element, "v->items[i]");
            if slots.is_some_and(|slots| slots.iter().map(|slot| slot.width).sum::<u64>() == least) {
                inner.run.checked = least;
            }
            if least == 0 {
                w.line("const uint8_t *const start = at;");
            }
            self.value(w, &mut inner, element, "v->items[i]");
            self.flush(w, &mut inner);
            if least == 0 {
                let empty = w.call(EMPTY);
                w.when(&format!("at == start && !{empty}(d)"), leave);
            }
        });
    }

    /// Returns the bytes of a value of known width.
    fn slots(&self, step: &FieldStep, value: &str) -> Option<Vec<Slot>> {
        match &step.action {
            _ if step.recursive || step.boxed => None,
            Action::Inline(program) => octets::flat(self.model, program, value, Direction::Decode),
            _ => octets::scalar(step, value, Direction::Decode),
        }
    }

    /// Prints a value and its check. The check comes after the run, which reads the value.
    fn value(&self, w: &mut Writer, state: &mut State, step: &FieldStep, value: &str) {
        let checking = self.unchecked(w, state, step, value);
        state.broken.extend(self.calls().broken(w, step, value, checking));
    }

    /// Prints a value without its check. Returns who checks it.
    fn unchecked(&self, w: &mut Writer, state: &mut State, step: &FieldStep, value: &str) -> Checking {
        let slots = self.slots(step, value);
        note_use(w, slots.as_deref());
        if let Some(slots) = slots {
            slots.into_iter().for_each(|slot| state.run.push(slot));
            return Checking::All;
        }
        self.flush(w, state);
        if step.recursive || step.boxed {
            self.deeper(w, step, value);
            return self.calls().checking(step);
        }
        let is_fixed = matches!(step.op.form, Form::Sized { fixed: Some(_), .. });
        if !is_fixed && matches!(step.action, Action::Primitive(Primitive::Octets)) {
            let take = w.call(if state.in_line { QUICK_STRING } else { TAKE_STRING });
            advance(w, &format!("{take}(d, at, {})", address(value)));
            return Checking::Own;
        }
        let call = self.call(w, step, &address(value));
        advance(w, &call);
        self.calls().checking(step)
    }
}

/// Returns the number in so many bytes after `from` others, as an expression of a machine type that holds it.
fn number(repr: IntegerRepr, (width, is_signed): (u64, bool), from: u64) -> String {
    let at = if from > 0 { format!("at + {from}") } else { "at".to_owned() };
    let bits = 8 * width;
    let read = match width {
        1 => format!("at[{from}]"),
        _ => format!("stubc_read_{bits}({at})"),
    };
    let (own, own_signed) = repr.machine().unwrap_or((64, true));
    let read = if is_signed { format!("(int{bits}_t){read}") } else { read };
    // Other conversions keep the number, and need no cast.
    if u64::from(own) == bits && own_signed && !is_signed { format!("(int{own}_t){read}") } else { read }
}

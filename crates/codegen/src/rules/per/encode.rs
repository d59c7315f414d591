//! Prints compiled encode procedures. Errors are sticky: a procedure that finds a value or a form that it does not write
//! sets the code and goes on; then the interpreter encodes the message from its beginning.
//!
//! Bit-fields that follow each other are written at once ([`super::bits`]).

use super::bits::{self, Length, Meaning, Run, Runs, Slot, State, Whole};
use super::ops::{Action, Body, Choice, Elements, FieldStep, Form, Per, Primitive, Program, Step};
use super::runtime::{PUT, PUT_LENGTH, PUT_STRING};
use crate::c::expr::{address, flag, member, place, size_constant};
use crate::c::writer::Writer;
use crate::packed::encode::{Encoders, advance, leave};
use crate::packed::helpers::PUT_EXTENDED;
use crate::packed::ops::roots_of;
use crate::packed::procedures::{Checking, note_use};
use crate::program::StepPresence;
use num_bigint::{BigInt, Sign};
use syntax_graph::{IntegerRepr, SizeRange};

impl Runs for Encoders<'_, Per> {
    /// Prints the writing of the bit-fields so far.
    fn flush(&self, w: &mut Writer, state: &mut State) {
        let run = std::mem::take(&mut state.run);
        state.run.known = run.known;
        if run.bits == 0 {
            return;
        }
        let mut left = run.bits;
        let mut parts = Vec::new();
        for slot in &run.slots {
            left -= slot.whole.width;
            let Some(bits) = inserted(slot) else { continue };
            parts.push(if left > 0 { format!("{bits} << {left}") } else { bits });
        }
        let word = if parts.is_empty() { "0".to_owned() } else { parts.join(" | ") };
        let put = if state.in_line { "stubc_quick_put" } else { w.call(PUT) };
        advance(w, &format!("{put}(c, at, {word}, {})", run.bits));
    }

    /// Prints the check of its number.
    fn check(&self, w: &mut Writer, slot: &Slot) {
        if let Some(condition) = outside(slot) {
            w.when(&condition, leave);
        }
    }
}

impl Encoders<'_, Per> {
    /// Prints the statements that write `v`.
    pub fn statements(&self, w: &mut Writer, program: &Program) {
        let mut state = State { in_line: program.in_line, ..State::default() };
        match &program.body {
            Body::Sequence(steps) => self.sequence(w, &mut state, program, steps),
            Body::Switch { arms, op } => self.choice(w, &mut state, program, arms, *op),
            Body::Repeat { element, op, .. } => self.array(w, &mut state, element, op),
            // Neither is compiled.
            Body::Scalar(_) | Body::Open { .. } => {}
            Body::Set { op, .. } => match *op {},
        }
        self.flush(w, &mut state);
    }

    fn sequence(&self, w: &mut Writer, state: &mut State, program: &Program, steps: &[Step]) {
        let roots: Vec<&FieldStep> = roots_of(steps).collect();
        let has_additions = self.has_additions(program, steps);
        if program.whole.extensible {
            if has_additions {
                w.line("const size_t start = at;");
            }
            self.push(w, state, Slot::root());
        }
        for (number, step) in roots.iter().enumerate().filter(|(_, step)| step.op.is_flagged) {
            let value = self.given(w, number, step);
            let meaning = Meaning::Bit { value, is_local: false };
            self.push(w, state, Slot { whole: Whole::bit(), meaning });
        }
        for (number, step) in roots.iter().enumerate() {
            self.field(w, state, number, step);
        }
        if has_additions {
            self.flush(w, state);
            self.additions(w, program, steps);
            state.run.known = None;
        }
    }

    /// Prints a field of the root.
    fn field(&self, w: &mut Writer, state: &mut State, number: usize, step: &FieldStep) {
        let value = place(self.model, "*v", step.field);
        if !step.op.is_flagged {
            return self.value(w, state, step, &value);
        }
        self.flush(w, state);
        w.uses("v");
        let condition = match &step.presence {
            StepPresence::Flag(_) => flag(self.model, "*v", step.field),
            _ => format!("given{number}"),
        };
        let mut inner = state.clone();
        w.when(&condition, |w| {
            self.value(w, &mut inner, step, &value);
            self.flush(w, &mut inner);
        });
        if inner.run.known != state.run.known {
            state.run.known = None;
        }
    }

    fn choice(&self, w: &mut Writer, state: &mut State, program: &Program, arms: &[FieldStep], op: Choice) {
        let Some(index) = bits::index(&op, self.rule.is_aligned) else { return };
        w.uses("v");
        if op.extensible {
            let (put, number) = (w.call(PUT_EXTENDED), self.table.number_of(program.node));
            w.uses("c");
            w.when(&format!("v->kind - 1u >= {}", op.roots), |w| {
                w.line(&format!("return {put}(c, at, {number}, v);"));
            });
            self.push(w, state, Slot::root());
        }
        let repr = if arms.len() > 255 { IntegerRepr::U16 } else { IntegerRepr::U8 };
        // The cases exclude other numbers.
        let whole = Whole { most: u64::MAX, ..index };
        let meaning = Meaning::Number { value: "v->kind".to_owned(), repr, least: BigInt::from(1) };
        self.push(w, state, Slot { whole, meaning });
        self.flush(w, state);
        w.switch("v->kind", |w| {
            for arm in &arms[..op.roots] {
                let Some(field) = arm.field else { continue };
                w.case(&[format!("case {}:", self.model.names.kinds[&field])], |w| {
                    let mut inner = state.clone();
                    self.value(w, &mut inner, arm, &place(self.model, "*v", arm.field));
                    self.flush(w, &mut inner);
                });
            }
            w.case(&["default:".to_owned()], leave);
        });
        state.run.known = None;
    }

    /// Prints the writing of a number of items, and its check.
    fn count(&self, w: &mut Writer, state: &mut State, sizes: &SizeRange, count: &str) {
        if sizes.extensible {
            self.push(w, state, Slot::root());
        }
        match Length::of(sizes, self.rule.is_aligned) {
            Length::Known(known) => w.when(&format!("{count} != {}", size_constant(known)), leave),
            Length::Field(least, whole) => {
                let meaning = Meaning::Count { value: count.to_owned(), least };
                self.push(w, state, Slot { whole, meaning });
            }
            Length::General(min) => {
                if min > 0 {
                    w.when(&format!("{count} < {}", size_constant(min)), leave);
                }
                self.flush(w, state);
                let put = w.call(PUT_LENGTH);
                advance(w, &format!("{put}(c, at, {count})"));
                if self.rule.is_aligned {
                    state.run.known = Some(0);
                }
            }
        }
        self.flush(w, state);
    }

    fn array(&self, w: &mut Writer, state: &mut State, element: &FieldStep, op: &Elements) {
        w.uses("v");
        w.uses("c");
        self.count(w, state, &op.sizes, "v->count");
        w.block("for (size_t i = 0; i < v->count && !c->code; i++)", "}", |w| {
            let mut inner = State { run: Run::default(), ..state.clone() };
            self.value(w, &mut inner, element, "v->items[i]");
            self.flush(w, &mut inner);
        });
        state.run.known = None;
    }

    /// Prints a value and its check.
    fn value(&self, w: &mut Writer, state: &mut State, step: &FieldStep, value: &str) {
        let checking = self.unchecked(w, state, step, value);
        self.calls().broken(w, step, value, checking).iter().for_each(|broken| w.when(broken, leave));
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
            (Action::Primitive(Primitive::Bits), Form::Sized(sizes)) => {
                self.string(w, state, sizes, (1, 16), value);
                return Checking::Own;
            }
            _ => {}
        }
        self.flush(w, state);
        let call = self.call(w, step, &address(value));
        match self.named_bits(step) {
            // Other lengths have zeros more or less at the end (X.691 clause 16.2, 16.3).
            Some(size) => {
                let [length, data] = ["length", "data"].map(|name| member(value, name));
                let put = w.call(PUT_STRING);
                let usual = format!("{put}(c, at, {data}, {size}, 1)");
                w.either(&format!("{length} == {size}"), |w| advance(w, &usual), |w| advance(w, &call));
            }
            None => advance(w, &call),
        }
        state.run.known = None;
        self.calls().checking(step)
    }

    /// Returns the size of a BIT STRING with named bits, if the specification gives it and the bits need not be aligned.
    fn named_bits(&self, step: &FieldStep) -> Option<u64> {
        let (Action::Primitive(Primitive::NamedBits), Form::Sized(sizes)) = (&step.action, &step.op.form)
        else {
            return None;
        };
        let is_known = !sizes.extensible && sizes.max == Some(sizes.min) && sizes.min > 0;
        (is_known && !(self.rule.is_aligned && bits::is_long(sizes, 16))).then_some(sizes.min)
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
        let length = member(value, "length");
        self.count(w, state, sizes, &length);
        if self.rule.is_aligned && bits::is_long(sizes, most) {
            self.align(w, state);
            self.flush(w, state);
        }
        let put = w.call(PUT_STRING);
        advance(w, &format!("{put}(c, at, {}, {length}, {item})", member(value, "data")));
        state.run.pass(sizes.max.filter(|max| *max == sizes.min), item);
    }
}

/// Returns the bits of a bit-field as a word; `None` if all are zeros.
fn inserted(slot: &Slot) -> Option<String> {
    if slot.whole.width == 0 {
        return None;
    }
    match &slot.meaning {
        Meaning::Padding | Meaning::Root => None,
        Meaning::Bit { value, .. } => Some(format!("(uint64_t){value}")),
        Meaning::Number { value, least, .. } => Some(distance(value, least)),
        Meaning::Count { value, least: 0 } => Some(format!("(uint64_t){value}")),
        Meaning::Count { value, least } => Some(format!("(uint64_t)({value} - {least})")),
    }
}

/// Returns the distance of a number from the least one.
fn distance(value: &str, least: &BigInt) -> String {
    match least.sign() {
        Sign::NoSign => format!("(uint64_t){value}"),
        Sign::Plus => format!("((uint64_t){value} - {least}u)"),
        Sign::Minus => format!("((uint64_t){value} + {}u)", -least),
    }
}

/// Returns the condition that a value has no encoding in its bit-field.
fn outside(slot: &Slot) -> Option<String> {
    let Whole { most, .. } = slot.whole;
    match &slot.meaning {
        Meaning::Padding | Meaning::Root | Meaning::Bit { .. } => None,
        Meaning::Number { .. } if most == u64::MAX => None,
        Meaning::Number { value, repr, least } => {
            let (low, high) = repr.limits()?;
            let is_full = low == *least && high == least + BigInt::from(most);
            (!is_full).then(|| format!("{} > {most}u", distance(value, least)))
        }
        Meaning::Count { value, least } => {
            let above = if *least > 0 { format!("{value} - {least}") } else { value.clone() };
            Some(format!("{above} > {most}"))
        }
    }
}

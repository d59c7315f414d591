//! Prints compiled encode procedures. Errors are sticky: a procedure that finds a value or a form that it does not write
//! sets the code; then the interpreter encodes the message from its beginning.
//!
//! Values of known width that follow each other have one check ([`super::octets`]).

use super::octets::{self, Flag, Meaning, Slot, State};
use super::ops::{Action, Alternatives, Body, FieldStep, Form, Oer, Primitive, Program, Step};
use super::runtime::{PUT_COUNT, PUT_KEPT, PUT_STRING, QUICK_PUT_COUNT, QUICK_PUT_STRING};
use crate::c::expr::{address, flag, integer_constant, member, place};
use crate::c::writer::Writer;
use crate::packed::encode::{Encoders, advance, leave};
use crate::packed::helpers::PUT_EXTENDED;
use crate::packed::ops::roots_of;
use crate::packed::procedures::{Checking, note_use};
use crate::program::StepPresence;
use crate::program::techniques::Direction;
use num_bigint::BigInt;

/// Prints the statements that leave the message to the interpreter, and end the procedure.
fn leave_at_once(w: &mut Writer) {
    leave(w);
    w.line("return at;");
}

impl Encoders<'_, Oer> {
    /// Prints the statements that write `v`.
    pub fn statements(&self, w: &mut Writer, program: &Program) {
        let mut state = State { in_line: program.in_line, ..State::default() };
        if let Some(raw) = self.model.names.kept.get(&program.node.ty) {
            w.uses("v");
            w.uses("c");
            let put = w.call(PUT_KEPT);
            w.when(&format!("v->{raw}.length"), |w| w.line(&format!("return {put}(c, at, &v->{raw});")));
        }
        match &program.body {
            Body::Sequence(steps) => self.sequence(w, &mut state, program, steps),
            Body::Switch { arms, op } => self.choice(w, &state, program, arms, op),
            Body::Repeat { element, .. } => self.array(w, &mut state, element),
            // Neither is compiled.
            Body::Scalar(_) | Body::Open { .. } => {}
            Body::Set { op, .. } => match *op {},
        }
        self.flush(w, &mut state);
    }

    /// Prints the writing of the values so far, after one check of the space and of all values.
    fn flush(&self, w: &mut Writer, state: &mut State) {
        let run = std::mem::take(&mut state.run);
        if run.octets == 0 {
            return;
        }
        w.uses("c");
        let mut conditions = vec![format!("(size_t)(c->end - at) < {}", run.octets)];
        conditions.extend(run.slots.iter().flat_map(outside));
        w.when(&conditions.join(" || "), leave_at_once);
        let mut from = 0;
        for slot in &run.slots {
            insert(w, slot, from);
            from += slot.width;
        }
        w.line(&format!("at += {};", run.octets));
    }

    fn sequence(&self, w: &mut Writer, state: &mut State, program: &Program, steps: &[Step]) {
        let roots: Vec<&FieldStep> = roots_of(steps).collect();
        let has_additions = self.has_additions(program, steps);
        if has_additions {
            w.line("uint8_t *const start = at;");
        }
        let flagged = roots.iter().enumerate().filter(|(_, step)| step.op.is_flagged);
        let flags = flagged.map(|(number, step)| {
            let value = self.given(w, number, step);
            Flag { value: Some(value), is_local: false }
        });
        let flags: Vec<Flag> = flags.collect();
        let extension = program.whole.extensible.then_some(Flag { value: None, is_local: false });
        octets::preamble(extension, flags).into_iter().for_each(|slot| state.run.push(slot));
        for (number, step) in roots.iter().enumerate() {
            self.field(w, state, number, step);
        }
        if has_additions {
            self.flush(w, state);
            self.additions(w, program, steps);
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
        w.when(&condition, |w| {
            self.value(w, state, step, &value);
            self.flush(w, state);
        });
    }

    fn choice(
        &self,
        w: &mut Writer,
        state: &State,
        program: &Program,
        arms: &[FieldStep],
        op: &Alternatives,
    ) {
        w.uses("v");
        w.uses("c");
        w.switch("v->kind", |w| {
            for (number, arm) in arms.iter().enumerate() {
                let (Some(field), Some(tags)) = (arm.field, octets::tags(op, number)) else { continue };
                w.case(&[format!("case {}:", self.model.names.kinds[&field])], |w| {
                    let mut inner = state.clone();
                    if let (false, [tag]) = (octets::is_untagged(op, number), &tags[..]) {
                        let slot = Slot { width: 1, meaning: Meaning::Tag(*tag), value: String::new() };
                        inner.run.push(slot);
                    }
                    self.value(w, &mut inner, arm, &place(self.model, "*v", arm.field));
                    self.flush(w, &mut inner);
                });
            }
            let is_left = |at| octets::tags(op, at).is_none();
            if op.choice.extensible || (0..arms.len()).any(is_left) {
                w.last_case("default:", |w| {
                    let (put, number) = (w.call(PUT_EXTENDED), self.table.number_of(program.node));
                    w.line(&format!("return {put}(c, at, {number}, v);"));
                });
            } else {
                w.case(&["default:".to_owned()], leave);
            }
        });
    }

    fn array(&self, w: &mut Writer, state: &mut State, element: &FieldStep) {
        w.uses("v");
        self.flush(w, state);
        let put = w.call(if state.in_line { QUICK_PUT_COUNT } else { PUT_COUNT });
        advance(w, &format!("{put}(c, at, v->count)"));
        w.block("for (size_t i = 0; i < v->count && !c->code; i++)", "}", |w| {
            self.value(w, state, element, "v->items[i]");
            self.flush(w, state);
        });
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
            return self.calls().checking(step);
        }
        let slots = match &step.action {
            Action::Inline(program) => octets::flat(self.model, program, value, Direction::Encode),
            _ => octets::scalar(step, value, Direction::Encode),
        };
        note_use(w, slots.as_deref());
        if let Some(slots) = slots {
            slots.into_iter().for_each(|slot| state.run.push(slot));
            return Checking::All;
        }
        self.flush(w, state);
        let is_fixed = matches!(step.op.form, Form::Sized { fixed: Some(_), .. });
        if !is_fixed && matches!(step.action, Action::Primitive(Primitive::Octets)) {
            let put = w.call(if state.in_line { QUICK_PUT_STRING } else { PUT_STRING });
            advance(w, &format!("{put}(c, at, {})", address(value)));
            return Checking::Own;
        }
        let call = self.call(w, step, &address(value));
        advance(w, &call);
        self.calls().checking(step)
    }
}

/// Returns the conditions that a value has no encoding in its bytes.
fn outside(slot: &Slot) -> Vec<String> {
    let Slot { width, meaning, value } = slot;
    let (repr, (low, high)) = match meaning {
        Meaning::Tag(_) | Meaning::Flags(_) | Meaning::Boolean => return Vec::new(),
        Meaning::Octets => return vec![format!("{} != {width}", member(value, "length"))],
        Meaning::Bits(bits) => return vec![format!("{} != {bits}", member(value, "length"))],
        Meaning::Integer(repr, is_signed) => (repr, octets::limits(*width, *is_signed)),
        Meaning::Item(repr) => (repr, (BigInt::from(0), BigInt::from(127))),
    };
    let Some((least, most)) = repr.limits() else { return Vec::new() };
    let below = (least < low).then(|| format!("{value} < {}", integer_constant(&low)));
    let above = (most > high).then(|| format!("{value} > {}", integer_constant(&high)));
    below.into_iter().chain(above).collect()
}

/// Prints the writing of a value, after `from` bytes.
fn insert(w: &mut Writer, slot: &Slot, from: u64) {
    let Slot { width, meaning, value } = slot;
    let at = if from > 0 { format!("at + {from}") } else { "at".to_owned() };
    match meaning {
        Meaning::Tag(tag) => w.line(&format!("at[{from}] = {tag:#04x};")),
        Meaning::Flags(flags) => {
            let own = flags.iter().enumerate().filter_map(|(at, flag)| flag.value.as_ref().zip(Some(7 - at)));
            let parts: Vec<String> = own
                .map(|(value, shift)| if shift > 0 { format!("{value} << {shift}") } else { value.clone() })
                .collect();
            let octet = match &parts[..] {
                [] => "0".to_owned(),
                parts => format!("(uint8_t)({})", parts.join(" | ")),
            };
            w.line(&format!("at[{from}] = {octet};"));
        }
        Meaning::Boolean => w.line(&format!("at[{from}] = {value} ? 0xff : 0;")),
        Meaning::Integer(..) | Meaning::Item(_) if *width == 1 => {
            w.line(&format!("at[{from}] = (uint8_t){value};"));
        }
        Meaning::Integer(..) | Meaning::Item(_) => {
            let bits = 8 * width;
            w.line(&format!("stubc_write_{bits}({at}, (uint{bits}_t){value});"));
        }
        Meaning::Octets | Meaning::Bits(_) => {
            if *width > 0 {
                w.line(&format!("memcpy({at}, {}, {width});", member(value, "data")));
            }
            if let Meaning::Bits(bits) = meaning
                && bits % 8 > 0
            {
                let last = format!("at[{}]", from + width - 1);
                w.line(&format!("{last} = (uint8_t)({last} & {});", 0xff & 0xff00 >> (bits % 8)));
            }
        }
    }
}

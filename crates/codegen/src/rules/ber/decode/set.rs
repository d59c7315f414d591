//! Prints the decoding of SETs: elements in any order, each at most once (X.690 8.11, 10.3).

use super::{At, Printer, leave, numbered};
use crate::c::expr::{flag, place};
use crate::c::writer::Writer;
use crate::program::{DefaultValue, StepPresence};
use crate::rules::Rules;
use crate::rules::ber::expr::{labels, selector};
use crate::rules::ber::ops::{FieldStep, Start};
use crate::rules::ber::runtime::PASS;

impl Printer<'_> {
    /// Prints the loop over the elements, then the handling of absent fields.
    pub(super) fn set(&self, w: &mut Writer, fields: &[FieldStep], extensible: bool, sorts: bool, at: &At) {
        let (p, e) = (at.p(), at.e());
        let seen = numbered("seen", at.level);
        let der = self.model.options.rules == Rules::Der;
        let starts: Vec<Start> = fields.iter().flat_map(|field| field.op.starts.iter().copied()).collect();
        // C has no empty arrays.
        if !fields.is_empty() {
            w.line(&format!("uint32_t {seen}[{}] = {{0}};", fields.len().div_ceil(32)));
        }
        if der && !fields.is_empty() {
            w.line("uint32_t before = 0;");
        }
        for field in fields.iter().filter(|field| matches!(field.presence, StepPresence::Flag(_))) {
            w.line(&format!("{} = false;", flag(self.model, &at.value, field.field)));
        }
        // NULL leaves behind the switch.
        let in_arm = At { is_last: true, ..at.clone() };
        w.block(&format!("while ({p} < {e})"), "}", |w| {
            w.switch(&selector(&starts, &p, &e, true), |w| {
                let mut otherwise = None;
                for (index, field) in fields.iter().enumerate() {
                    match labels(&field.op.starts) {
                        Some(labels) => w.case(&labels, |w| self.set_field(w, index, field, sorts, &in_arm)),
                        None => otherwise = Some((index, field)),
                    }
                }
                let label = "default:".to_owned();
                match otherwise {
                    Some((index, field)) => {
                        w.case(&[label], |w| self.set_field(w, index, field, sorts, &in_arm));
                    }
                    None if extensible => w.case(&[label], |w| {
                        let pass = w.call(PASS);
                        w.line(&format!("{p} = {pass}(d, {p}, {e});"));
                    }),
                    None => w.last_case(&label, leave),
                }
            });
            w.when(&format!("!{p}"), leave);
        });
        mandatory(w, fields, &seen);
        for (index, field) in fields.iter().enumerate() {
            self.absent(w, index, field, &seen, at);
        }
    }

    /// Prints the default of an absent field.
    fn absent(&self, w: &mut Writer, index: usize, field: &FieldStep, seen: &str, at: &At) {
        let missing = format!("!({seen}[{}] & {:#x}u)", index / 32, 1_u32 << (index % 32));
        let value = place(self.model, &at.value, field.field);
        match &field.presence {
            StepPresence::Mandatory | StepPresence::Flag(_) => {}
            StepPresence::Default(DefaultValue::Null) => {}
            StepPresence::Default(default @ DefaultValue::Encoded(_)) => {
                let below = at.deeper();
                let (p1, e1) = (below.p(), below.e());
                let filling = numbered("filling", below.level);
                w.when(&missing, |w| {
                    w.declare(&format!("const uint8_t *{e1};"));
                    w.declare(&format!("stubc_filling {filling};"));
                    let known = self.known(default);
                    w.declare(&format!("const uint8_t *{p1} = stubc_fill(d, &{filling}, {known}, &{e1});"));
                    self.element(w, field, &below, &value);
                    w.line(&format!("stubc_filled(d, &{filling});"));
                });
            }
            StepPresence::Default(default) => {
                w.when(&missing, |w| self.fill(w, field, default, &value));
            }
        }
    }

    /// Prints the decoding of a field's element. At a second one, the procedure leaves.
    fn set_field(&self, w: &mut Writer, index: usize, field: &FieldStep, sorts: bool, at: &At) {
        let (p, e, seen) = (at.p(), at.e(), numbered("seen", at.level));
        let value = place(self.model, &at.value, field.field);
        let is_der = self.model.options.rules == Rules::Der;
        let first = if is_der {
            // If the program has the fields in the order of their tags, the index is the rank.
            let rank = if sorts { format!("stubc_tag_rank({p}, {e})") } else { index.to_string() };
            format!("stubc_first_in_order({seen}, {index}, {rank}, &before)")
        } else {
            format!("stubc_first({seen}, {index})")
        };
        w.when(&format!("!{first}"), leave);
        if let StepPresence::Flag(_) = field.presence {
            w.line(&format!("{} = true;", flag(self.model, &at.value, field.field)));
        }
        match &field.presence {
            StepPresence::Default(default @ DefaultValue::Encoded(_)) if is_der => {
                let given = numbered("given", at.level);
                w.block("", "}", |w| {
                    w.declare(&format!("const uint8_t *const {given} = {p};"));
                    self.element(w, field, &at.followed(), &value);
                    let known = self.known(default);
                    w.when(&format!("stubc_is_sent({known}, {given}, {p})"), leave);
                });
            }
            StepPresence::Default(default) if !matches!(default, DefaultValue::Encoded(_)) => {
                self.given(w, field, default, at, &value);
            }
            _ => self.element(w, field, at, &value),
        }
    }
}

/// Prints the return if a mandatory field is absent: one test for each word of `seen`.
fn mandatory(w: &mut Writer, fields: &[FieldStep], seen: &str) {
    for (word, fields) in fields.chunks(32).enumerate() {
        let bits = fields.iter().enumerate().filter(|(_, field)| field.presence == StepPresence::Mandatory);
        let all = bits.fold(0, |all, (bit, _)| all | 1_u32 << bit);
        if all != 0 {
            w.when(&format!("~{seen}[{word}] & {all:#x}u"), leave);
        }
    }
}

//! Prints the decoding of SEQUENCE OF and SET OF (X.690 8.10, 8.12).

use super::{At, Printer, advance, leave};
use crate::c::expr::member;
use crate::c::writer::Writer;
use crate::program::techniques::Direction;
use crate::rules::Rules;
use crate::rules::ber::ops::{Action, Body, FieldStep, Primitive, Program};

impl Printer<'_> {
    /// Prints the loop over the elements. If an element takes no memory of the arena itself, the array grows
    /// there element by element; otherwise the elements are counted first.
    pub(super) fn array(&self, w: &mut Writer, element: &FieldStep, unordered: bool, at: &At) {
        let sorted = unordered && self.model.options.rules == Rules::Der;
        if sorted {
            w.line("const uint8_t *before = NULL;");
        }
        if self.allocates(element) {
            self.counted(w, element, sorted, at);
        } else {
            self.growing(w, element, sorted, at);
        }
    }

    fn counted(&self, w: &mut Writer, element: &FieldStep, sorted: bool, at: &At) {
        let (p, e) = (at.p(), at.e());
        let (items, count) = (member(&at.value, "items"), member(&at.value, "count"));
        let cast = self.item_type(element);
        w.line(&format!("{items} = ({cast} *)stubc_array(d, {p}, {e}, sizeof *{items}, &{count});"));
        w.when("d->code", leave);
        w.block(&format!("for (size_t i = 0; i < {count}; i++)"), "}", |w| {
            ordered(w, sorted, at);
            let below = At { value: format!("{items}[i]"), ..at.clone() };
            self.element(w, element, &below, &below.value);
        });
    }

    fn growing(&self, w: &mut Writer, element: &FieldStep, sorted: bool, at: &At) {
        let (p, e) = (at.p(), at.e());
        let (items, count) = (member(&at.value, "items"), member(&at.value, "count"));
        let cast = self.item_type(element);
        w.line("size_t room, n = 0;");
        w.line(&format!("{cast} *const grown = ({cast} *)stubc_rest(d, &room);"));
        w.block(&format!("while ({p} < {e})"), "}", |w| {
            w.when("room < sizeof *grown", leave);
            w.line("room -= sizeof *grown;");
            ordered(w, sorted, at);
            let below = At { value: "grown[n]".to_owned(), ..at.clone() };
            self.element(w, element, &below, &below.value);
            w.line("n++;");
        });
        w.when("n && n > d->context->max_elements", leave);
        w.line(&format!("{items} = n ? ({cast} *)stubc_claim(d, grown, n * sizeof *grown) : NULL;"));
        w.line(&format!("{count} = n;"));
    }

    /// Returns whether the value of a step may take memory of the arena.
    fn allocates(&self, step: &FieldStep) -> bool {
        step.boxed
            || match &step.action {
                // A bit string may be constructed, and then it is joined in the arena.
                Action::Primitive(primitive) => {
                    matches!(primitive, Primitive::Bits | Primitive::NamedBits)
                        && self.model.options.rules == Rules::Ber
                }
                Action::Call(target) => match self.needs.procedures[&Direction::Decode].get(target) {
                    Some(program) if !step.recursive => self.program_allocates(program),
                    _ => true,
                },
                Action::Inline(program) => self.program_allocates(program),
            }
    }

    fn program_allocates(&self, program: &Program) -> bool {
        let has_memory = matches!(program.body, Body::Repeat { .. } | Body::Open { .. });
        has_memory || !program.relations.is_empty() || program.body.fields().any(|step| self.allocates(step))
    }
}

/// Prints the check of DER that no element is less than the one before it (X.690 11.6).
fn ordered(w: &mut Writer, sorted: bool, at: &At) {
    if sorted {
        let (p, e) = (at.p(), at.e());
        advance(w, &p, &format!("stubc_unless_failed(d, stubc_ordered(d, before, {p}, {e}))"));
        w.line(&format!("before = {p};"));
    }
}

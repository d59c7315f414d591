//! Prints the decoding of SEQUENCEs: fields in order, and unknown elements at extension points (X.690 8.9).

use super::{At, Printer, advance};
use crate::c::expr::unused;
use crate::c::writer::Writer;
use crate::rules::ber::expr::{begins, touches};
use crate::rules::ber::ops::{Body, Program, Skip, Start, Step};
use crate::rules::ber::parts::parts;
use crate::rules::ber::runtime::{PASS, PASS_ALL};

impl Printer<'_> {
    /// Prints the functions of a long SEQUENCE's parts, which its own function calls. Returns their number, 0 if it is
    /// not long.
    pub(super) fn parts(&self, w: &mut Writer, program: &Program) -> usize {
        let Body::Sequence(steps) = &program.body else { return 0 };
        let steps = known(steps);
        let at = At::start(program);
        let length = |step: &Step| {
            let mut part = w.part();
            self.step(&mut part, step, &at.followed());
            part.length()
        };
        let parts = parts(&steps.iter().map(length).collect::<Vec<_>>());
        for (index, fields) in parts.iter().enumerate() {
            self.part(w, program, index + 1, &steps[fields.clone()]);
        }
        parts.len()
    }

    fn part(&self, w: &mut Writer, program: &Program, number: usize, steps: &[Step]) {
        let (inner, ty) = (self.model.names.node(program.node), self.model.names.ty(program.node.ty));
        let parameters = format!("stubc_decoder *d, const uint8_t *p, const uint8_t *e, {ty} *v");
        let signature =
            format!("STUBC_INLINE const uint8_t *inline_part_{number}_of_decode_{inner}({parameters})");
        w.function(&signature, |w| {
            let touches_value = steps.iter().any(|step| matches!(step, Step::Field(field) if touches(field)));
            unused(w, &[("v", !touches_value)]);
            self.steps(w, steps, &At { is_last: true, ..At::start(program) });
            w.line("return p;");
        });
    }

    /// Prints the calls of the functions of so many parts.
    pub(super) fn calls(&self, w: &mut Writer, program: &Program, parts: usize, at: &At) {
        let inner = self.model.names.node(program.node);
        for number in 1..=parts {
            let at = if number == parts { at.clone() } else { at.followed() };
            at.advance(w, &format!("inline_part_{number}_of_decode_{inner}(d, p, e, v)"));
        }
    }

    /// Prints the steps in order.
    pub(super) fn steps(&self, w: &mut Writer, steps: &[Step], at: &At) {
        let steps = known(steps);
        for (index, step) in steps.iter().enumerate() {
            let at = if index + 1 == steps.len() { at.clone() } else { at.followed() };
            self.step(w, step, &at);
        }
    }

    /// Returns what a procedure returns where the known fields do not fill the element.
    pub(super) fn behind_known(&self, w: &mut Writer, program: &Program) -> String {
        match &program.body {
            Body::Sequence(steps) if known(steps).len() < steps.len() => {
                format!("{}(d, p, e, next)", w.call(PASS_ALL))
            }
            _ => "NULL".to_owned(),
        }
    }

    fn step(&self, w: &mut Writer, step: &Step, at: &At) {
        match step {
            Step::Field(field) => self.field(w, field, at),
            Step::Between(Skip { until }) => skip(w, until, at),
        }
    }
}

/// Returns the steps without the point at the end where unknown elements are skipped.
fn known(steps: &[Step]) -> &[Step] {
    match steps {
        [known @ .., Step::Between(Skip { until })] if until.is_empty() => known,
        _ => steps,
    }
}

fn skip(w: &mut Writer, until: &[Start], at: &At) {
    let (p, e) = (at.p(), at.e());
    let more = match until {
        [] => String::new(),
        [_] => format!(" && !{}", begins(w, until, &p, &e)),
        _ => format!(" && !({})", begins(w, until, &p, &e)),
    };
    let pass = w.call(PASS);
    w.block(&format!("while ({p} < {e}{more})"), "}", |w| advance(w, &p, &format!("{pass}(d, {p}, {e})")));
}

//! What packed rules cost: terms of a visit, and bytes of a message.

use super::ops::{Packed, additions_of, roots_of};
use crate::cost::{Occurrences, Term, Uses, presence, value};
use crate::model::view::View;
use crate::program::techniques::Direction;
use crate::program::{Body, FieldStep, Step};
use crate::stub::Node;

/// Returns the bytes of a message that one use of a term stands for: numbers have few bits, and strings their bytes.
pub fn octets(term: Term) -> f64 {
    match term {
        Term::Byte | Term::Integer | Term::Array => 1.0,
        Term::Oid => 7.0,
        Term::Real | Term::Opaque => 8.0,
        Term::Octets | Term::Counted | Term::Bits => 16.0,
        _ => 0.0,
    }
}

/// Returns how often one visit uses each term, the same in each technique. `term` returns the term of the conversion of a
/// scalar; `runs`: the runs of values of known width.
pub fn uses<R: Packed>(
    model: &View<'_, R>,
    (node, direction): (Node, Direction),
    occurrences: Occurrences<'_>,
    term: &dyn Fn(&FieldStep<R>) -> Term,
    runs: f64,
) -> Uses {
    let mut sum = Sum { term, model, direction, uses: Uses::default() };
    let program = &model.programs[&node];
    let often = |step: &FieldStep<R>| step.field.map_or(1.0, occurrences);
    let of_body = match &program.body {
        Body::Switch { .. } => Term::Union,
        Body::Repeat { .. } => Term::Array,
        Body::Open { .. } => Term::Open,
        _ => Term::Structure,
    };
    sum.uses.add(of_body, 1.0);
    sum.uses.add(Term::Need, runs);
    if program.whole.extensible {
        sum.uses.add(Term::Skip, 1.0);
    }
    if direction == Direction::Decode {
        sum.uses.add(Term::Relation, program.relations.len() as f64);
    }
    match &program.body {
        Body::Sequence(steps) => sum.structure(steps, &often),
        Body::Repeat { element, .. } => {
            sum.uses.add(Term::Element, often(element));
            sum.value(element, often(element));
        }
        Body::Switch { arms, .. } => {
            for (at, arm) in arms.iter().enumerate() {
                sum.uses.add(Term::Step, often(arm));
                // The interpreter passes the programs of the arms before it.
                sum.uses.add(Term::Look, at as f64 * often(arm));
                sum.value(arm, often(arm));
            }
        }
        body => {
            for step in body.fields() {
                sum.uses.add(Term::Step, 1.0);
                sum.value(step, 1.0);
            }
        }
    }
    sum.uses
}

/// The uses of a visit under construction.
struct Sum<'m, R: Packed> {
    term: &'m dyn Fn(&FieldStep<R>) -> Term,
    model: &'m View<'m, R>,
    direction: Direction,
    uses: Uses,
}

impl<R: Packed> Sum<'_, R> {
    /// Adds a structure. Additions that are not sent cost nothing, unless others are.
    fn structure(&mut self, steps: &[Step<R>], often: &dyn Fn(&FieldStep<R>) -> f64) {
        for step in roots_of(steps) {
            self.uses.add(Term::Step, 1.0);
            presence(&mut self.uses, step, often(step));
            self.value(step, often(step));
        }
        let additions = additions_of(steps);
        let sent: Vec<f64> = additions
            .iter()
            .map(|(_, fields)| fields.iter().map(|step| often(step).min(1.0)).fold(0.0, f64::max))
            .collect();
        let any = sent.iter().copied().fold(0.0, f64::max);
        for ((_, fields), sent) in additions.iter().zip(sent) {
            self.uses.add(Term::Explicit, sent);
            self.uses.add(Term::LookInto, any - sent);
            for step in fields {
                self.uses.add(Term::Step, sent);
                self.value(step, often(step));
            }
        }
    }

    /// Adds a value, which occurs so many times.
    fn value(&mut self, step: &FieldStep<R>, times: f64) {
        let term = |_| (self.term)(step);
        value(&mut self.uses, self.model, step, self.direction, times, term);
    }
}

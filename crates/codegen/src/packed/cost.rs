//! What packed rules cost: terms of a visit, and bytes of a message.

use super::ops::Packed;
use crate::cost::{Occurrences, Term, Uses, presence, value};
use crate::model::view::View;
use crate::program::Body;
use crate::program::techniques::Direction;
use crate::stub::Node;

/// Returns the bytes of a message that one use of a term stands for: numbers have few bits, and strings their bytes.
pub fn octets(term: Term) -> f64 {
    match term {
        Term::Byte | Term::Integer | Term::Array => 1.0,
        Term::Oid => 7.0,
        Term::Real => 8.0,
        Term::Octets | Term::Bits => 16.0,
        _ => 0.0,
    }
}

/// Returns how often one visit uses each term, the same in each technique; `primitive` returns the term
/// of a conversion.
pub fn uses<R: Packed>(
    model: &View<'_, R>,
    node: Node,
    direction: Direction,
    occurrences: Occurrences<'_>,
    primitive: impl Fn(R::Primitive) -> Term + Copy,
) -> Uses {
    let mut uses = Uses::default();
    let program = &model.programs[&node];
    let body = &program.body;
    uses.add(
        match body {
            Body::Switch { .. } => Term::Union,
            Body::Repeat { .. } => Term::Array,
            Body::Open { .. } => Term::Open,
            _ => Term::Structure,
        },
        1.0,
    );
    if program.whole.extensible {
        uses.add(Term::Skip, 1.0);
    }
    if direction == Direction::Decode {
        uses.add(Term::Relation, program.relations.len() as f64);
    }
    for step in body.fields() {
        let times = step.field.map_or(1.0, occurrences);
        match body {
            Body::Sequence(_) => uses.add(Term::Step, 1.0),
            Body::Repeat { .. } => uses.add(Term::Element, times),
            _ => uses.add(Term::Step, times),
        }
        presence(&mut uses, step, times);
        value(&mut uses, model, step, direction, times, primitive);
    }
    uses
}

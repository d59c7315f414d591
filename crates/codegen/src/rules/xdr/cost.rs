//! What XDR costs: terms of a visit, dispatches, and estimated bytes.

use super::parts::is_block;
use crate::cost::{Dispatches, Occurrences, Term, Uses, presence, value};
use crate::program::StepPresence;
use crate::program::techniques::Direction;
use crate::rules::xdr::ops::{Action, Body, Count, FieldStep, Model, Primitive, Program, Step};
use crate::stub::Node;

/// Returns the commands that the interpreter dispatches in one visit of a body. `often` returns the mean
/// occurrences of a step.
pub fn dispatches(body: &Body, often: &dyn Fn(&FieldStep) -> f64) -> Dispatches {
    let one = Dispatches { all: 1.0, converting: 1.0 };
    let of_body = |steps: &mut dyn Iterator<Item = Dispatches>| {
        steps.fold(Dispatches::default(), |sum, one| sum.plus(one, 1.0))
    };
    match body {
        Body::Sequence(steps) => of_body(&mut steps.iter().map(|step| match step {
            Step::Field(step) if step.presence != StepPresence::Mandatory => {
                // The command of its flag, which converts a word, and the others if it is present.
                one.plus(value_commands(step), often(step).min(1.0))
            }
            Step::Field(step) => value_commands(step),
            Step::Between(_) => Dispatches { all: 1.0, converting: 0.0 },
        })),
        // The discriminant, and the commands of an arm.
        Body::Switch { arms, .. } => {
            arms.iter().fold(one, |sum, arm| sum.plus(value_commands(arm), often(arm)))
        }
        Body::Repeat { op, element, .. } => match op.count {
            Count::Fixed(_) | Count::Counted(_) if is_block(element) => one,
            _ => Dispatches::default().plus(value_commands(element), often(element)),
        },
        body => of_body(&mut body.fields().map(value_commands)),
    }
}

/// Returns the commands for the value of a step: checks of depth, of the bytes that are left and of memory, and the
/// conversion, unless the value takes no byte.
fn value_commands(step: &FieldStep) -> Dispatches {
    let checks = [step.recursive, step.op.need > 0, step.boxed].into_iter().filter(|check| *check).count();
    let converting = match step.action {
        Action::Primitive(Primitive::Null) => 0.0,
        _ => 1.0,
    };
    Dispatches { all: checks as f64 + converting, converting }
}

/// Returns the bytes of a message that one use of a term stands for; for opaque data and strings, a usual number.
pub fn octets(term: Term) -> f64 {
    match term {
        Term::Array | Term::Link | Term::Optional | Term::Block | Term::Word => 4.0,
        Term::Hyper => 8.0,
        Term::Opaque => 16.0,
        Term::Counted => 20.0,
        _ => 0.0,
    }
}

/// Returns how often one visit uses each term, the same in each technique.
pub fn uses(model: &Model<'_>, node: Node, direction: Direction, occurrences: Occurrences<'_>) -> Uses {
    let mut sum = Sum { model, direction, uses: Uses::default() };
    let often = |step: &FieldStep| step.field.map_or(1.0, occurrences);
    match &model.programs[&node].body {
        Body::Sequence(steps) => {
            sum.uses.add(Term::Structure, 1.0);
            for step in steps {
                match step {
                    Step::Field(step) => sum.field(step, often(step)),
                    Step::Between(_) => sum.uses.add(Term::Need, 1.0),
                }
            }
        }
        Body::Switch { arms, op } => {
            sum.uses.add(Term::Union, 1.0);
            sum.uses.add(Term::Look, arms.len() as f64);
            sum.element(&op.discriminant, 1.0);
            for step in arms {
                sum.uses.add(Term::Step, often(step));
                sum.element(step, often(step));
            }
        }
        Body::Repeat { element: step, op, .. } => {
            let times = often(step);
            match op.count {
                // A word announces each element, and the end.
                Count::Linked { .. } => sum.uses.add(Term::Link, times + 1.0),
                Count::Fixed(_) | Count::Counted(_) => sum.uses.add(Term::Array, 1.0),
            }
            // Both techniques convert words and hypers in one go.
            if is_block(step) {
                sum.uses.add(Term::Block, times);
            } else {
                sum.uses.add(Term::Element, times);
                sum.element(step, times);
            }
        }
        body => {
            for step in body.fields() {
                sum.uses.add(Term::Step, 1.0);
                sum.element(step, 1.0);
            }
        }
    }
    sum.uses
}

/// The uses of a visit under construction.
struct Sum<'m> {
    model: &'m Model<'m>,
    direction: Direction,
    uses: Uses,
}

impl Sum<'_> {
    fn field(&mut self, step: &FieldStep, times: f64) {
        self.uses.add(Term::Step, 1.0);
        presence(&mut self.uses, step, times);
        self.element(step, times);
    }

    fn element(&mut self, step: &FieldStep, times: f64) {
        if step.op.need > 0 {
            self.uses.add(Term::Need, times);
        }
        value(&mut self.uses, self.model, step, self.direction, times, primitive);
    }
}

fn primitive(primitive: Primitive) -> Term {
    match primitive {
        Primitive::Word(_) | Primitive::Truth => Term::Word,
        Primitive::Hyper(_) | Primitive::Float(_) => Term::Hyper,
        Primitive::Opaque(_) => Term::Opaque,
        Primitive::Counted(_) => Term::Counted,
        Primitive::Null => Term::Null,
    }
}

/// Returns the bytes that inlining a callee adds; procedures save hardly any registers.
pub fn inlined_size(bytes: u64) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX / 4) - 14
}

/// Returns the estimated bytes of a compiled procedure, all references called.
pub fn procedure_size(program: &Program, direction: Direction) -> u64 {
    let (call, test, other, scalar) = match direction {
        Direction::Decode => (40, 21, 36, 94),
        Direction::Encode => (18, 9, 22, 60),
    };
    let per_field = |step: &FieldStep| -> u64 {
        let inner = match &step.action {
            Action::Primitive(Primitive::Counted(_)) => 30,
            Action::Primitive(Primitive::Null) => other,
            Action::Primitive(_) => 12,
            Action::Call(_) | Action::Inline(_) => call,
        };
        inner + if step.presence == StepPresence::Mandatory { 0 } else { test }
    };
    let frame = match &program.body {
        Body::Sequence(_) => 30,
        Body::Switch { .. } => 60,
        Body::Scalar(_) => scalar,
        _ => 90,
    };
    frame + program.body.fields().map(per_field).sum::<u64>()
}

/// Estimated bytes of the runtime that compiled procedures need.
pub const RUNTIME_SIZE: u64 = 1_000;

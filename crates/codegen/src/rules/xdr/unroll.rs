//! Decides which loops over elements can be unrolled, and what each factor costs and saves.
//!
//! Elements of static size have known distances, so the cursor moves once per turn. The cost of a loop hardly
//! matters for elements of other sizes. Words and hypers are converted in one go.

use crate::cost::{self, Term};
use crate::program::unroll::Unrolling;
use crate::rules::Visited;
use crate::rules::xdr::ops::{Action, Body, Count, Elements, FieldStep, Model, Primitive};
use crate::rules::xdr::parts::is_block;

/// Arrays of at most so many elements can do without a loop.
const FEW: u64 = 8;
/// Bytes of the control of another loop.
const LOOP: i64 = 14;
/// Instructions of `stubc_swap32` before and after its work.
const CONVERSION: f64 = 8.0;

/// Returns whether elements follow each other at known distances.
fn is_straight(element: &FieldStep) -> bool {
    element.op.need == 0 && !element.recursive && !element.boxed
}

/// Returns the factors by which the loop of a node can be unrolled, the smallest first.
pub fn factors(body: &Body) -> Vec<u32> {
    let Body::Repeat { element, op: Elements { count, .. }, .. } = body else { return Vec::new() };
    if !is_straight(element) {
        return Vec::new();
    }
    match count {
        Count::Fixed(count) if *count <= FEW => vec![*count as u32],
        _ if is_block(element) => Vec::new(),
        Count::Fixed(_) => vec![2, 4, 8],
        Count::Counted(most) => [2, 4, 8].into_iter().filter(|factor| factor <= most).collect(),
        Count::Linked { .. } => Vec::new(),
    }
}

/// Returns whether unrolling by this factor leaves a loop.
pub fn leaves_loop(body: &Body, factor: u32) -> bool {
    match body {
        Body::Repeat { op: Elements { count: Count::Fixed(count), .. }, .. } => u64::from(factor) < *count,
        _ => true,
    }
}

/// Returns the steps of unrolling, in the order of [`factors`].
pub fn steps(model: &Model<'_>, visited: &Visited<'_>) -> Vec<Unrolling> {
    let Visited { node, direction, elements, times, callee } = *visited;
    let Body::Repeat { element, op: Elements { count, .. }, .. } = &model.programs[&node].body else {
        return Vec::new();
    };
    let body = match &element.action {
        Action::Primitive(Primitive::Word(_) | Primitive::Float(_)) => 8,
        Action::Primitive(_) => 16,
        // A loop is worth unrolling only after its callee is inlined.
        Action::Call(target) => {
            let inlined = cost::inline_delta(model, times, *target, callee(*target), 0, direction).size;
            inlined.max(20)
        }
        Action::Inline(_) => 20,
    };
    let turn = times.table(model.options.rules, direction).of(Term::Element).compiled;
    let mut steps = Vec::new();
    // The elements per turn and the added bytes after the previous step.
    let (mut before, mut bytes) = (1.0, 0);
    for factor in factors(&model.programs[&node].body) {
        let copies = f64::from(factor);
        let (total, time_saved) = match count {
            Count::Fixed(count) if u64::from(factor) >= *count => {
                let converts = if is_block(element) { CONVERSION } else { 0.0 };
                (body * (*count as i64 - 1) - LOOP, elements * turn / before + converts)
            }
            Count::Fixed(count) if count % u64::from(factor) == 0 => {
                (body * i64::from(factor - 1), elements * turn * (1.0 / before - 1.0 / copies))
            }
            _ => (body * i64::from(factor) + LOOP, elements * turn * (1.0 / before - 1.0 / copies)),
        };
        steps.push(Unrolling { factor, size: total - bytes, time_saved });
        (before, bytes) = (copies, total);
    }
    steps
}

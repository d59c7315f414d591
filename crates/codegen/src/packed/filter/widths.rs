//! The bits of values whose number the specification gives.

use crate::model::view::View;
use crate::packed::forms::{Beyond, Forms, Length, Scalar, Sizes, Source, Text};
use crate::packed::ops::fields_of;
use crate::program::{Action, Body, FieldStep};
use crate::stub::Node;
use std::collections::BTreeMap;

/// A value of more bits is skipped by a function.
const MOST: u64 = 1 << 32;

/// The bits of values.
pub struct Widths<'f, R: Forms> {
    model: &'f View<'f, R>,
    rule: R,
    /// The bits of each node that has been asked for; `None` while it is looked at.
    nodes: BTreeMap<Node, Option<u64>>,
}

impl<'f, R: Forms> Widths<'f, R> {
    /// Returns the widths of a model.
    pub fn new(model: &'f View<'f, R>, rule: R) -> Self {
        Self { model, rule, nodes: BTreeMap::new() }
    }

    /// Returns the bits of a step's value, if all its values have so many wherever they begin.
    pub fn of(&mut self, step: &'f FieldStep<R>) -> Option<u64> {
        let node = match &step.action {
            Action::Primitive(primitive) => {
                return scalar(&self.rule.scalar_form(*primitive, &step.op.form));
            }
            Action::Call(node) => *node,
            Action::Inline(program) => program.node,
        };
        let is_plain = step.op.form == R::Form::default();
        self.node(node).filter(|_| is_plain)
    }

    /// Returns the bits of a node's values.
    fn node(&mut self, node: Node) -> Option<u64> {
        if let Some(known) = self.nodes.get(&node) {
            return *known;
        }
        self.nodes.insert(node, None);
        let program = &self.model.programs[&node];
        let bits = match &program.body {
            Body::Sequence(steps) => {
                let is_fixed = !program.whole.extensible && !fields_of(steps).any(|step| step.op.is_flagged);
                if is_fixed { self.sum(fields_of(steps)) } else { None }
            }
            Body::Switch { arms, op } => {
                let selection = self.rule.selection(op, arms.len());
                let all: Option<Vec<u64>> = arms.iter().map(|arm| self.of(arm)).collect();
                let same = all.and_then(|all| all.iter().all(|bits| *bits == all[0]).then(|| all[0]));
                match selection.number.source {
                    Source::Field { width, is_aligned: false, .. } if selection.beyond == Beyond::Nothing => {
                        same.map(|bits| bits + u64::from(width))
                    }
                    _ => None,
                }
            }
            Body::Repeat { element, op, .. } => match self.rule.length(op, &R::Form::default()) {
                Sizes { root: Length::Known(count), is_extensible: false } if count > 0 => {
                    self.of(element).and_then(|bits| bits.checked_mul(count))
                }
                Sizes { root: Length::Known(_), is_extensible: false } => Some(0),
                _ => None,
            },
            Body::Scalar(step) => self.of(step),
            Body::Open { .. } => None,
            Body::Set { op, .. } => match *op {},
        };
        let bits = bits.filter(|bits| *bits <= MOST);
        self.nodes.insert(node, bits);
        bits
    }

    fn sum(&mut self, steps: impl Iterator<Item = &'f FieldStep<R>>) -> Option<u64> {
        let mut sum = 0_u64;
        for step in steps {
            sum = sum.checked_add(self.of(step)?)?;
        }
        Some(sum)
    }
}

fn scalar(form: &Scalar) -> Option<u64> {
    match form {
        Scalar::Nothing => Some(0),
        Scalar::Number { root, beyond: None, .. } => match root.source {
            Source::Field { width, is_aligned: false, .. } => Some(width.into()),
            _ => None,
        },
        Scalar::Text(Text {
            sizes: Sizes { root: Length::Known(items), is_extensible: false },
            item,
            is_aligned: false,
            is_padded,
            ..
        }) => {
            let bits = items.checked_mul((*item).into()).filter(|bits| *bits <= MOST)?;
            Some(if *is_padded { bits.next_multiple_of(8) } else { bits })
        }
        Scalar::Number { .. } | Scalar::Text(_) => None,
    }
}

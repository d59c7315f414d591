//! The instructions of a message that no technique saves: its entry, its bytes and its long lengths.

use super::times::{Term, Time, Times, Uses};
use crate::model::Model;
use crate::program::techniques::Direction;
use crate::stub::Node;
use std::collections::BTreeMap;
use syntax_graph::{FieldId, TypeId};

/// What a message holds beside its values, as means over messages.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extent {
    /// Its length in bytes.
    pub octets: f64,
    /// Uses of [`Term::Long`].
    pub long: f64,
    /// Uses of [`Term::Passed`] while it is decoded.
    pub passed: f64,
}

/// Rounds of the estimate of lengths; a type within itself adds less in each.
const ROUNDS: usize = 32;

/// From this length on, a length of BER takes more than one octet (X.690 clause 8.1.3.5).
const LONG: f64 = 128.0;

impl Extent {
    /// Returns the instructions of a message of this extent, beside those of its nodes.
    pub fn time(&self, model: &Model<'_>, times: &Times, direction: Direction) -> Time {
        let mut message = Uses::default();
        message.add(Term::Message, 1.0);
        message.add(Term::Octet, self.octets);
        message.add(Term::Long, self.long);
        if direction == Direction::Decode {
            // Stubs send definite lengths only.
            message.add(Term::Passed, self.passed);
        }
        times.table(model.options.rules, direction).sum(&message)
    }

    /// Returns the extent that the specification suggests. `visits` returns the visits of a type per message,
    /// `occurrences` those of a field per value of its owner. A
    /// node's length is taken to be distributed geometrically.
    pub fn guessed(
        model: &Model<'_>,
        direction: Direction,
        visits: &dyn Fn(TypeId) -> f64,
        occurrences: &dyn Fn(FieldId) -> f64,
    ) -> Self {
        let nodes: Vec<Node> = model.nodes_in(direction).collect();
        let places: BTreeMap<Node, usize> = nodes.iter().enumerate().map(|(at, node)| (*node, at)).collect();
        let rule = model.options.rules.encoding();
        let own = |node: &Node| {
            let uses = model.code.uses(model, *node, direction, occurrences);
            Term::ALL.into_iter().map(|term| uses.of(term) * rule.octets(term)).sum()
        };
        let own: Vec<f64> = nodes.iter().map(own).collect();
        let inside = |node: &Node| -> Vec<(usize, f64)> {
            let steps = model.steps(*node).into_iter();
            steps.filter_map(|step| Some((*places.get(&step.callee?)?, occurrences(step.field?)))).collect()
        };
        let inside: Vec<Vec<(usize, f64)>> = nodes.iter().map(inside).collect();
        let mut lengths = own.clone();
        for _ in 0..ROUNDS {
            let length = |at: usize| own[at] + inside[at].iter().map(|(to, v)| v * lengths[*to]).sum::<f64>();
            lengths = (0..nodes.len()).map(length).collect();
        }
        let mut extent = Self::default();
        for ((node, own), length) in nodes.iter().zip(&own).zip(&lengths) {
            let visits = visits(node.ty);
            extent.octets += visits * own;
            extent.long += visits * (-LONG / length.max(1.0)).exp();
        }
        extent
    }
}

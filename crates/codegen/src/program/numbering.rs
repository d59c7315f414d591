//! Numbers the nodes that commands call; nodes with equal programs share a number and its commands.

use crate::model::Model;
use crate::model::view::View;
use crate::program::Operations;
use crate::program::alike;
use crate::program::needs::Needs;
use crate::program::techniques::Direction;
use crate::stub::Node;
use std::collections::BTreeMap;
use std::ops::Range;

/// The numbers under a plan.
#[derive(Debug, Default)]
pub struct Numbering {
    /// One node per number, for all nodes with an equal program. Nodes whose decode procedures commands call
    /// come first, then those whose encode procedures commands call.
    pub order: Vec<Node>,
    /// The number of each node.
    index: BTreeMap<Node, usize>,
    /// For each number, the first one with the same commands. A procedure in one direction does not keep a
    /// node from sharing commands in the other.
    holders: Vec<usize>,
    /// The number of nodes, from 0, whose decode procedures commands call.
    pub decoders: usize,
    /// The nodes whose encode procedures commands call.
    pub encoders: Range<usize>,
}

impl Numbering {
    /// Numbers the nodes that commands call. `is_alone` returns whether the commands of a node serve no other
    /// node.
    pub fn of<O: Operations>(model: &View<'_, O>, needs: &Needs<O>, is_alone: &dyn Fn(Node) -> bool) -> Self {
        let compiled = |direction, node| needs.is_called_by_number(node, direction);
        let class = |node: Node| match (compiled(Direction::Decode, node), compiled(Direction::Encode, node))
        {
            (true, false) => 0,
            (true, true) => 1,
            (false, true) => 2,
            (false, false) => 3,
        };
        let shares = |node: Node| needs.programs.contains(&node) && !is_alone(node);
        let first = alike::representatives(model, &needs.indexed, &|node| class(node) == 3 && shares(node));
        let mut order: Vec<Node> =
            first.iter().filter(|(node, first)| node == first).map(|(node, _)| *node).collect();
        order.sort_by_key(|&node| (class(node), node));
        let numbers: BTreeMap<Node, usize> =
            order.iter().enumerate().map(|(index, &node)| (node, index)).collect();
        let mut known = BTreeMap::new();
        let holder = |(index, &node): (usize, &Node)| match shares(node) {
            true => *known.entry(alike::shape(model, node, &first)).or_insert(index),
            false => index,
        };
        let holders = order.iter().enumerate().map(holder).collect();
        let count = |classes: &[i32]| order.iter().filter(|&&node| classes.contains(&class(node))).count();
        Self {
            index: first.iter().map(|(&node, first)| (node, numbers[first])).collect(),
            holders,
            decoders: count(&[0, 1]),
            encoders: count(&[0])..count(&[0]) + count(&[1, 2]),
            order,
        }
    }

    /// Returns the number of a node, if it has one.
    pub fn get(&self, node: Node) -> Option<usize> {
        self.index.get(&node).copied()
    }

    /// Returns the constant for a node's number.
    pub fn name(model: &Model<'_>, node: Node) -> String {
        format!("NODE_{}", model.names.node(node))
    }

    /// Returns the number of each node that has one.
    pub fn numbers(&self) -> impl Iterator<Item = (Node, usize)> + '_ {
        self.index.iter().map(|(&node, &number)| (node, number))
    }

    /// Returns for each number the one with its commands; for a number with its own commands, all nodes that
    /// they serve.
    pub fn commands(&self) -> Vec<(usize, Vec<Node>)> {
        let mut commands: Vec<(usize, Vec<Node>)> =
            self.holders.iter().map(|&holder| (holder, Vec::new())).collect();
        for (&node, &index) in &self.index {
            commands[self.holders[index]].1.push(node);
        }
        commands
    }
}

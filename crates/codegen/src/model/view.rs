//! A model with its programs, for the folder of their rule.

use crate::model::Model;
use crate::program::{FieldStep, Operations, Program, Programs};
use crate::stub::Node;
use std::collections::BTreeMap;
use std::ops::Deref;

/// A model, and the programs of one rule.
#[derive(Clone, Copy, Debug)]
pub struct View<'m, O: Operations> {
    model: &'m Model<'m>,
    /// The program of each node.
    pub programs: &'m BTreeMap<Node, Program<O>>,
    /// The step of each root, in the order of the options.
    pub root_steps: &'m [FieldStep<O>],
    /// The step of each contained type, in the order of [`Model::contained`].
    pub contained_steps: &'m [FieldStep<O>],
}

impl<'m, O: Operations> View<'m, O> {
    /// Returns a view of a model with its own programs.
    pub fn new(model: &'m Model<'_>, programs: &'m Programs<O>) -> Self {
        let Programs { nodes, roots, contained } = programs;
        Self { model, programs: nodes, root_steps: roots, contained_steps: contained }
    }
}

impl<'m, O: Operations> Deref for View<'m, O> {
    type Target = Model<'m>;

    fn deref(&self) -> &Model<'m> {
        self.model
    }
}

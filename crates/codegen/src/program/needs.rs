//! What must be emitted under a plan: procedures that someone calls, programs that someone interprets.

use crate::model::view::View;
use crate::program::splice::{calls, splice};
use crate::program::techniques::{Direction, Techniques};
use crate::program::{Action, Operations, Program};
use crate::rules::Rule;
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::{TypeId, TypeKind};

/// What must be emitted.
#[derive(Debug)]
pub struct Needs<O: Operations> {
    /// Per direction, the standalone procedures with their spliced programs.
    pub procedures: BTreeMap<Direction, BTreeMap<TypeId, Program<O>>>,
    /// Per direction, the nodes that are interpreted.
    pub interpreted: BTreeMap<Direction, BTreeSet<TypeId>>,
    /// Nodes that commands call, and those that are called by their number.
    pub indexed: BTreeSet<TypeId>,
    /// Per direction, the nodes that commands call: those of them that have procedures are found by their number.
    pub called: BTreeMap<Direction, BTreeSet<TypeId>>,
    /// Nodes whose commands are emitted.
    pub programs: BTreeSet<TypeId>,
}

impl<O: Operations> Default for Needs<O> {
    fn default() -> Self {
        Self {
            procedures: BTreeMap::new(),
            interpreted: BTreeMap::new(),
            indexed: BTreeSet::new(),
            called: BTreeMap::new(),
            programs: BTreeSet::new(),
        }
    }
}

impl<O: Operations> Needs<O> {
    /// Whether a node has a procedure that commands call in a direction: one that is found by its number.
    pub fn is_called_by_number(&self, node: TypeId, direction: Direction) -> bool {
        self.procedures[&direction].contains_key(&node) && self.called[&direction].contains(&node)
    }

    /// Whether anything is interpreted.
    pub fn interprets(&self) -> bool {
        self.interpreted.values().any(|nodes| !nodes.is_empty())
    }
}

impl<R: Rule> Needs<R> {
    /// Everything compiled and interpreted at once: what no plan needs, but both of what a runtime can be asked for.
    pub fn of_both(rule: &R, model: &View<'_, R>) -> Self {
        let mut compiled = Techniques::default();
        for direction in Direction::ALL {
            compiled.side_mut(direction).compiled = model.nodes_in(direction).collect();
        }
        let interpreted = Self::of(rule, model, &Techniques::default());
        Self { procedures: Self::of(rule, model, &compiled).procedures, ..interpreted }
    }

    /// Walks from the roots along calls.
    pub fn of(rule: &R, model: &View<'_, R>, techniques: &Techniques) -> Self {
        let mut needs = Self::default();
        for direction in Direction::ALL {
            let side = techniques.side(direction);
            let mut procedures = BTreeMap::new();
            let (mut interpreted, mut called) = (BTreeSet::new(), BTreeSet::new());
            let roots = model.options.roots.iter().filter(|root| root.has(direction));
            let mut open: Vec<TypeId> = roots.map(|root| model.graph.resolve(root.ty)).collect();
            if direction == Direction::Decode {
                open.extend(model.contained_steps.iter().filter_map(|step| match step.action {
                    Action::Call(target) => Some(target),
                    _ => None,
                }));
            }
            while let Some(node) = open.pop() {
                if procedures.contains_key(&node) || interpreted.contains(&node) {
                    continue;
                }
                if side.compiled.contains(&node) || !rule.fits(model, node) {
                    let program = splice(model, side, node);
                    open.extend(calls(&program));
                    procedures.insert(node, program);
                } else {
                    let targets = calls(&model.programs[&node]);
                    // Else a scalar is all in the steps of its roots.
                    if rule.numbers_roots() || !model.is_scalar(node) {
                        needs.indexed.insert(node);
                    }
                    called.extend(targets.iter().copied());
                    open.extend(targets);
                    interpreted.insert(node);
                }
            }
            needs.procedures.insert(direction, procedures);
            needs.interpreted.insert(direction, interpreted);
            needs.called.insert(direction, called);
        }
        if rule.numbers_roots() && needs.interprets() {
            for direction in Direction::ALL {
                let roots = model.options.roots.iter().filter(|root| root.has(direction));
                let roots = roots.map(|root| model.graph.resolve(root.ty));
                needs.called.entry(direction).or_default().extend(roots);
            }
        }
        needs.indexed.extend(needs.called.values().flatten().copied());
        needs.programs = needs.interpreted.values().flatten().copied().collect();
        needs.add_unions_that_are_looked_into(rule, model);
        needs
    }

    /// An interpreted node finds out whether an element is of an untagged union by looking into its program, compiled or not.
    fn add_unions_that_are_looked_into(&mut self, rule: &R, model: &View<'_, R>) {
        let mut open: Vec<TypeId> = self.interpreted[&Direction::Decode].iter().copied().collect();
        let mut seen = BTreeSet::new();
        while let Some(node) = open.pop() {
            if !seen.insert(node) {
                continue;
            }
            for target in rule.looked_into(&model.programs[&node].body) {
                if matches!(model.graph.types[target].kind, TypeKind::Union(_)) {
                    self.programs.insert(target);
                    self.indexed.insert(target);
                    self.indexed.extend(calls(&model.programs[&target]));
                    open.push(target);
                }
            }
        }
    }
}

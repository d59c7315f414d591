//! What must be emitted under a plan: procedures that someone calls, programs that someone interprets.

use super::table_limits;
use crate::model::{Model, Rules};
use crate::program::{Action, Program};
use crate::splice::{calls, splice};
use crate::techniques::{Direction, Techniques};
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::{TypeId, TypeKind};

/// What must be emitted.
#[derive(Debug, Default)]
pub struct Needs {
    /// Per direction, the standalone procedures with their spliced programs.
    pub procedures: BTreeMap<Direction, BTreeMap<TypeId, Program>>,
    /// Per direction, the nodes that are interpreted.
    pub interpreted: BTreeMap<Direction, BTreeSet<TypeId>>,
    /// Nodes that commands call, and those that are called by their number.
    pub indexed: BTreeSet<TypeId>,
    /// Nodes whose commands are emitted.
    pub programs: BTreeSet<TypeId>,
}

impl Needs {
    /// Walks from the roots along calls.
    pub fn of(model: &Model<'_>, techniques: &Techniques) -> Self {
        let mut needs = Self::default();
        for direction in Direction::ALL {
            let side = techniques.side(direction);
            let mut procedures = BTreeMap::new();
            let mut interpreted = BTreeSet::new();
            let roots = model.options.roots.iter().filter(|root| root.has(direction));
            let mut open: Vec<TypeId> = roots.map(|root| model.graph.resolve(root.ty)).collect();
            if direction == Direction::Decode {
                open.extend(model.contained.iter().filter_map(|(_, step)| match step.action {
                    Action::Call(target) => Some(target),
                    _ => None,
                }));
            }
            while let Some(node) = open.pop() {
                if procedures.contains_key(&node) || interpreted.contains(&node) {
                    continue;
                }
                if side.compiled.contains(&node) || !table_limits(model, node) {
                    let program = splice(model, side, node);
                    open.extend(calls(&program));
                    procedures.insert(node, program);
                } else {
                    let targets = calls(&model.programs[&node]);
                    needs.indexed.insert(node);
                    needs.indexed.extend(targets.iter().copied());
                    open.extend(targets);
                    interpreted.insert(node);
                }
            }
            needs.procedures.insert(direction, procedures);
            needs.interpreted.insert(direction, interpreted);
        }
        // Under XDR, roots are known by their numbers where any node is interpreted.
        if model.options.rules == Rules::Xdr && needs.interpreted.values().any(|nodes| !nodes.is_empty()) {
            needs.indexed.extend(model.options.roots.iter().map(|root| model.graph.resolve(root.ty)));
        }
        needs.programs = needs.interpreted.values().flatten().copied().collect();
        needs.add_unions_that_are_looked_into(model);
        needs
    }

    /// An interpreted node finds an untagged union by looking into its program, compiled or not.
    fn add_unions_that_are_looked_into(&mut self, model: &Model<'_>) {
        let mut open: Vec<TypeId> = self.interpreted[&Direction::Decode].iter().copied().collect();
        let mut seen = BTreeSet::new();
        while let Some(node) = open.pop() {
            if !seen.insert(node) {
                continue;
            }
            for target in calls(&model.programs[&node]) {
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

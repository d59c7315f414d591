//! The procedures and programs that a plan needs.

use crate::model::view::View;
use crate::program::splice::{calls, splice};
use crate::program::techniques::{Direction, Techniques};
use crate::program::{Action, Operations, Program};
use crate::rules::Rule;
use crate::stub::Node;
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::{TypeId, TypeKind};

/// The code to emit under a plan.
#[derive(Debug)]
pub struct Needs<O: Operations> {
    /// Per direction, the standalone procedures with their spliced programs.
    pub procedures: BTreeMap<Direction, BTreeMap<Node, Program<O>>>,
    /// Per direction, the interpreted nodes.
    pub interpreted: BTreeMap<Direction, BTreeSet<Node>>,
    /// The nodes that the interpreter may decode: the interpreted ones, and all where procedures leave messages to
    /// it.
    pub decoded: BTreeSet<Node>,
    /// The same for encoding.
    pub encoded: BTreeSet<Node>,
    /// Whether checks decode the contents of strings, which the interpreter does.
    pub decodes_strings: bool,
    /// Nodes with a number: those that commands call, and those called by number.
    pub indexed: BTreeSet<Node>,
    /// Per direction, the nodes that commands call; those with procedures are found by number.
    pub called: BTreeMap<Direction, BTreeSet<Node>>,
    /// Nodes whose commands are emitted.
    pub programs: BTreeSet<Node>,
    /// Whether decoders try shapes first.
    pub tries_shapes: bool,
    /// Whether the runtime is small at any level of optimization.
    pub small_runtime: bool,
}

impl<O: Operations> Default for Needs<O> {
    fn default() -> Self {
        Self {
            procedures: BTreeMap::new(),
            interpreted: BTreeMap::new(),
            decoded: BTreeSet::new(),
            encoded: BTreeSet::new(),
            decodes_strings: false,
            indexed: BTreeSet::new(),
            called: BTreeMap::new(),
            programs: BTreeSet::new(),
            tries_shapes: false,
            small_runtime: false,
        }
    }
}

impl<O: Operations> Needs<O> {
    /// Returns whether commands call a node's procedure in a direction, by its number.
    pub fn is_called_by_number(&self, node: Node, direction: Direction) -> bool {
        self.procedures[&direction].contains_key(&node) && self.called[&direction].contains(&node)
    }

    /// Returns whether the interpreter may run a type in a direction, in any context.
    pub fn interprets_type(&self, ty: TypeId, direction: Direction) -> bool {
        self.of_interpreter(direction).iter().any(|node| node.ty == ty)
    }

    /// Returns whether the interpreter may run anything.
    pub fn interprets(&self) -> bool {
        Direction::ALL.into_iter().any(|direction| self.runs(direction))
    }

    /// Returns whether the interpreter may run anything in a direction.
    pub fn runs(&self, direction: Direction) -> bool {
        !self.of_interpreter(direction).is_empty() || direction == Direction::Decode && self.decodes_strings
    }

    /// Returns the nodes that the interpreter may run in a direction.
    fn of_interpreter(&self, direction: Direction) -> &BTreeSet<Node> {
        match direction {
            Direction::Decode => &self.decoded,
            Direction::Encode => &self.encoded,
        }
    }
}

impl<R: Rule> Needs<R> {
    /// Returns everything compiled and interpreted at once: no plan needs that, but it shows the whole
    /// runtime.
    pub fn of_both(rule: &R, model: &View<'_, R>, small_runtime: bool) -> Self {
        let mut compiled = Techniques::default();
        for direction in Direction::ALL {
            compiled.side_mut(direction).compiled = model.nodes_in(direction).collect();
        }
        let alone = BTreeSet::new();
        let interpreted = Self::of(rule, model, &Techniques::default(), &alone);
        let procedures = Self::of(rule, model, &compiled, &alone).procedures;
        Self { procedures, small_runtime, ..interpreted }
    }

    /// Walks from the roots along calls. `shared` holds the features of a runtime that serves other specifications as
    /// well: if it interprets anything, it may find all roots by number.
    pub fn of(rule: &R, model: &View<'_, R>, techniques: &Techniques, shared: &BTreeSet<String>) -> Self {
        let mut needs = Self {
            tries_shapes: !techniques.decode.shapes.is_empty(),
            small_runtime: techniques.small_runtime,
            ..Self::default()
        };
        for direction in Direction::ALL {
            let side = techniques.side(direction);
            let mut procedures = BTreeMap::new();
            let (mut interpreted, mut called) = (BTreeSet::new(), BTreeSet::new());
            let roots = model.options.roots.iter().filter(|root| root.has(direction));
            let mut open: Vec<Node> = roots.map(|root| model.root_node(root)).collect();
            while let Some(node) = open.pop() {
                if procedures.contains_key(&node) || interpreted.contains(&node) {
                    continue;
                }
                let can_compile = rule.compiles(&model.programs[&node].body);
                if can_compile && (side.compiled.contains(&node) || !rule.fits(model, node)) {
                    let program = splice(model, side, node);
                    let left = rule.left_to_commands(&program);
                    open.extend(calls(&program).into_iter().chain(left.iter().copied()));
                    called.extend(left);
                    procedures.insert(node, program);
                } else {
                    let targets = calls(&model.programs[&node]);
                    // Under other rules a scalar is complete in the steps of its roots.
                    if rule.numbers_roots() || !model.is_scalar(node.ty) {
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
        needs.add_decoded(rule, model);
        needs.add_encoded(rule, model);
        if rule.numbers_roots() && (needs.interprets() || shared.contains("INTERPRET")) {
            for direction in Direction::ALL {
                let roots = model.options.roots.iter().filter(|root| root.has(direction));
                let roots = roots.map(|root| model.root_node(root));
                needs.called.entry(direction).or_default().extend(roots);
            }
        }
        needs.indexed.extend(needs.called.values().flatten().copied());
        needs.programs = needs.decoded.union(&needs.encoded).copied().collect();
        needs.add_unions_that_are_looked_into(rule, model);
        needs
    }

    /// Adds the nodes that the interpreter may decode, those in strings included.
    fn add_decoded(&mut self, rule: &R, model: &View<'_, R>) {
        self.decoded.clone_from(&self.interpreted[&Direction::Decode]);
        self.decodes_strings = !model.contained_steps.is_empty();
        let mut open: Vec<Node> = Vec::new();
        open.extend(model.contained_steps.iter().filter_map(|step| match step.action {
            Action::Call(target) => Some(target),
            _ => None,
        }));
        if rule.leaves(Direction::Decode) {
            open.extend(self.procedures[&Direction::Decode].keys());
        }
        add_reached(model, &mut self.decoded, open);
        self.indexed.extend(self.decoded.iter().filter(|node| !model.is_scalar(node.ty)));
    }

    /// Adds the nodes that the interpreter may encode.
    fn add_encoded(&mut self, rule: &R, model: &View<'_, R>) {
        self.encoded.clone_from(&self.interpreted[&Direction::Encode]);
        if rule.leaves(Direction::Encode) {
            let open = self.procedures[&Direction::Encode].keys().copied().collect();
            add_reached(model, &mut self.encoded, open);
            self.indexed.extend(self.encoded.iter().filter(|node| !model.is_scalar(node.ty)));
        }
    }

    /// Adds the programs of untagged unions, compiled or not: an interpreted node reads them to find out
    /// whether an element belongs to the union.
    fn add_unions_that_are_looked_into(&mut self, rule: &R, model: &View<'_, R>) {
        let mut open: Vec<Node> = self.decoded.iter().copied().collect();
        let mut seen = BTreeSet::new();
        while let Some(node) = open.pop() {
            if !seen.insert(node) {
                continue;
            }
            for target in rule.looked_into(&model.programs[&node].body) {
                if matches!(model.graph.types[target.ty].kind, TypeKind::Union(_)) {
                    self.programs.insert(target);
                    self.indexed.insert(target);
                    self.indexed.extend(calls(&model.programs[&target]));
                    open.push(target);
                }
            }
        }
    }
}

/// Adds nodes, and all that their programs call.
fn add_reached<O: Operations>(model: &View<'_, O>, to: &mut BTreeSet<Node>, mut open: Vec<Node>) {
    while let Some(node) = open.pop() {
        if to.insert(node) {
            open.extend(calls(&model.programs[&node]));
        }
    }
}

//! Inlining: splices the programs of inlined references into their owners' programs before printing, and sets
//! the unrolling of loops.

use crate::model::view::View;
use crate::program::techniques::Side;
use crate::program::{Action, Body, Operations, Program};
use crate::stub::Node;
use std::collections::BTreeMap;

/// Returns the program of `node` with the references inlined and loops unrolled as `side` says, at every
/// depth.
pub fn splice<O: Operations>(model: &View<'_, O>, side: &Side, node: Node) -> Program<O> {
    let mut program = model.programs[&node].clone();
    if let (Body::Repeat { unrolled, .. }, Some(factor)) = (&mut program.body, side.unrolled.get(&node)) {
        *unrolled = *factor;
    }
    program.in_line = side.in_line.contains(&node);
    let is_open = |node: Node| matches!(model.programs[&node].body, Body::Open { .. });
    for step in program.body.fields_mut() {
        if let (Action::Call(target), Some(field)) = (&step.action, step.field)
            && side.inlined.contains(&(node, field))
            && step.control().may_splice(is_open)
        {
            step.action = Action::Inline(Box::new(splice(model, side, *target)));
        }
    }
    program
}

/// Returns the programs that these procedures inline, each once and after those that it inlines itself. All references to a node
/// inline the same program.
pub fn inlined<O: Operations>(procedures: &BTreeMap<Node, Program<O>>) -> Vec<&Program<O>> {
    fn collect<'p, O: Operations>(program: &'p Program<O>, found: &mut Vec<&'p Program<O>>) {
        for step in program.body.fields() {
            if let Action::Inline(inner) = &step.action
                && found.iter().all(|known| known.node != inner.node)
            {
                collect(inner, found);
                found.push(inner);
            }
        }
    }
    let mut found = Vec::new();
    procedures.values().for_each(|program| collect(program, &mut found));
    found
}

/// Returns the nodes that a program calls, including those of spliced programs.
pub fn calls<O: Operations>(program: &Program<O>) -> Vec<Node> {
    let mut found = Vec::new();
    let mut open = vec![program];
    while let Some(program) = open.pop() {
        found.extend(program.relations.iter().map(|relation| relation.open));
        for step in program.body.fields() {
            match &step.action {
                Action::Call(target) => found.push(*target),
                Action::Inline(inner) => open.push(inner),
                Action::Primitive(_) => {}
            }
        }
    }
    found
}

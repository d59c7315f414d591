//! Finds nodes with equal programs: interpreted, they share one program and number.
//!
//! Two nodes are alike when their programs have the same steps, their structs have the same members in the
//! same order, so that all offsets agree on any target, and their callees are alike. Parameterized types make
//! many: an instance per use.

use crate::model::layout::{CType, members_of};
use crate::model::view::View;
use crate::program::{Action, Body, DefaultValue, FieldStep, Operations, Step, StepPresence};
use crate::stub::Node;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Returns the representative of each of `nodes`: the first node like it. A node that does not share is like
/// no other.
///
/// Time is linear in fields: callees come first, and a node that closes a cycle is only like itself.
pub fn representatives<O: Operations>(
    model: &View<'_, O>,
    nodes: &BTreeSet<Node>,
    shares: &dyn Fn(Node) -> bool,
) -> BTreeMap<Node, Node> {
    let mut known: BTreeMap<String, Node> = BTreeMap::new();
    let mut found: BTreeMap<Node, Node> = BTreeMap::new();
    let mut entered = BTreeSet::new();
    for &start in nodes {
        let mut stack = vec![(start, false)];
        while let Some((node, leave)) = stack.pop() {
            if leave {
                let first = match shares(node) {
                    true => *known.entry(shape(model, node, &found)).or_insert(node),
                    false => node,
                };
                found.insert(node, first);
            } else if entered.insert(node) {
                stack.push((node, true));
                let callees = model.programs[&node].body.fields().filter_map(callee);
                stack.extend(callees.filter(|callee| nodes.contains(callee)).map(|callee| (callee, false)));
            }
        }
    }
    found
}

fn callee<O: Operations>(step: &FieldStep<O>) -> Option<Node> {
    match step.action {
        Action::Call(target) => Some(target),
        _ => None,
    }
}

/// Returns the key of a node: everything that determines its commands and offsets. In it, representatives
/// replace other nodes.
pub(crate) fn shape<O: Operations>(model: &View<'_, O>, node: Node, found: &BTreeMap<Node, Node>) -> String {
    let program = &model.programs[&node];
    let layout = model.layouts.of(node.ty);
    let like = |node: Node| found.get(&node).copied().unwrap_or(node);
    let struct_like = |ty| like(Node::general(ty)).ty;
    let governs = !program.relations.is_empty();
    // Elements of lists have a link after their members.
    let is_linked = model.layouts.link(node.ty).is_some();
    let kept = (layout.kept_offset, layout.unknown_offset);
    let mut text = format!("{} {kept:?} {:?} {is_linked} {governs}", layout.flags.len(), layout.extent);
    for member in members_of(model.graph, node.ty) {
        let ctype = match model.layouts.ctype(member) {
            CType::Struct(inner) => CType::Struct(struct_like(inner)),
            CType::Pointer(inner) => CType::Pointer(struct_like(inner)),
            other => other,
        };
        write(&mut text, format_args!("{ctype:?} {:?}", layout.offsets.get(&member)));
    }
    write(&mut text, format_args!("{} {:?}", head(&program.body), program.whole));
    let chooser = match &program.body {
        Body::Switch { op, .. } => O::chooser(op),
        _ => None,
    };
    for step in chooser.into_iter().chain(program.body.fields()) {
        let mut bare = FieldStep { field: None, check: None, ..step.clone() };
        if let Action::Call(target) = &mut bare.action {
            *target = like(*target);
        }
        if let (StepPresence::Default(DefaultValue::Encoded(_)), Some(field)) = (&step.presence, step.field) {
            // The directions of the field's own node decide which parts of a constructed default exist.
            write(&mut text, format_args!("{field:?}"));
        }
        if let Some(check) = &step.check {
            write(&mut text, format_args!("{}", model.checks.number(model.graph, check)));
        }
        if let Some(field) = step.field.filter(|_| model.options.error_paths) {
            write(&mut text, format_args!("{}", model.graph.fields[field].name));
        }
        write(&mut text, format_args!("{bare:?}"));
    }
    text
}

/// Returns the key of a body, without the steps of its fields.
fn head<O: Operations>(body: &Body<O>) -> String {
    match body {
        Body::Sequence(steps) => {
            let between = steps.iter().map(|step| match step {
                Step::Field(_) => None,
                other => Some(other),
            });
            format!("sequence {:?}", between.collect::<Vec<_>>())
        }
        Body::Set { op, .. } => format!("set {op:?}"),
        Body::Switch { op, .. } => format!("switch {}", O::switch_shape(op)),
        Body::Open { op, .. } => format!("open {op:?}"),
        Body::Repeat { op, unrolled, .. } => format!("repeat {op:?} {unrolled}"),
        Body::Scalar(_) => "scalar".into(),
    }
}

fn write(text: &mut String, what: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(format_args!(" {what}"));
}

//! Finds nodes with equal programs: interpreted, they share one program and number.
//!
//! Two nodes are alike when their programs have the same steps, their structs have the same members in the
//! same order, so that all offsets agree on any target, and their callees are alike. Parameterized types make
//! many: an instance per use.

use crate::model::layout::{CType, members_of};
use crate::model::view::View;
use crate::program::{Action, Body, DefaultValue, FieldStep, Operations, Step, StepPresence};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use syntax_graph::TypeId;

/// Returns the representative of each of `nodes`: the first node like it. A node that does not share is like
/// no other.
///
/// Time is linear in fields: callees come first, and a node that closes a cycle is only like itself.
pub fn representatives<O: Operations>(
    model: &View<'_, O>,
    nodes: &BTreeSet<TypeId>,
    shares: &dyn Fn(TypeId) -> bool,
) -> BTreeMap<TypeId, TypeId> {
    let mut known: BTreeMap<String, TypeId> = BTreeMap::new();
    let mut found: BTreeMap<TypeId, TypeId> = BTreeMap::new();
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

fn callee<O: Operations>(step: &FieldStep<O>) -> Option<TypeId> {
    match step.action {
        Action::Call(target) => Some(target),
        _ => None,
    }
}

/// The key of a node: everything that its commands and offsets follow from. Representatives stand for other
/// nodes in it.
pub(crate) fn shape<O: Operations>(
    model: &View<'_, O>,
    node: TypeId,
    found: &BTreeMap<TypeId, TypeId>,
) -> String {
    let program = &model.programs[&node];
    let layout = model.layouts.of(node);
    let like = |node: TypeId| found.get(&node).copied().unwrap_or(node);
    let governs = !program.relations.is_empty();
    // Elements of lists have a link after their members.
    let is_linked = model.layouts.link(node).is_some();
    let mut text =
        format!("{} {:?} {:?} {is_linked} {governs}", layout.flags.len(), layout.kept_offset, layout.extent);
    for member in members_of(model.graph, node) {
        let ctype = match model.layouts.ctype(member) {
            CType::Struct(inner) => CType::Struct(like(inner)),
            CType::Pointer(inner) => CType::Pointer(like(inner)),
            other => other,
        };
        write(&mut text, format_args!("{ctype:?} {:?}", layout.offsets.get(&member)));
    }
    write(&mut text, format_args!("{}", head(&program.body)));
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

/// The key of a body, without the steps of its fields.
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
    // A string takes whatever is written.
    let _ = text.write_fmt(format_args!(" {what}"));
}

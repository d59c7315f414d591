//! Decides which steps fit in four bytes, and counts the bytes of commands.

use crate::model::layout::CType;
use crate::program::{DefaultValue, StepPresence};
use crate::rules::ber::identifier::Identifier;
use crate::rules::ber::ops::{Action, Body, FieldStep, Model, Step};
use crate::stub::Node;
use syntax_graph::{IntegerRepr, TypeKind};

/// Returns the steps of the roots that have a node's type.
fn roots<'m>(model: &'m Model<'_>, node: Node) -> impl Iterator<Item = &'m FieldStep> + 'm {
    let roots = model.options.roots.iter().zip(model.root_steps);
    roots.filter(move |(root, _)| model.root_node(root) == node).map(|(_, step)| step)
}

/// Returns the bytes of a node in the table, including its number and the steps of its roots, if every step
/// has its usual size.
pub fn octets(model: &Model<'_>, node: Node) -> u64 {
    let program = &model.programs[&node];
    let of_root = |step| 4 + if needs_wide(step) { 10 * rows(step) } else { 0 };
    let of_roots: usize = roots(model, node).map(of_root).sum();
    // A scalar has only the commands of its roots.
    if model.is_scalar(node.ty) {
        return of_roots as u64;
    }
    let skips = match &program.body {
        Body::Sequence(steps) => steps.iter().filter(|step| matches!(step, Step::Between(_))).count(),
        _ => 0,
    };
    let is_wide = |step: &&FieldStep| simple_offset(model, node, step).is_none() || needs_wide(step);
    let wide: usize = program.body.fields().filter(is_wide).map(rows).sum();
    let sizes = if let Body::Open { arms, .. } = &program.body { arms.len() } else { 0 };
    let relations = &program.relations;
    let hops: usize = relations.iter().map(|one| 6 * (one.governor.len() + one.path.len())).sum();
    let tail = sizes + hops + if relations.is_empty() { 0 } else { 3 };
    (3 + 2 + 4 * (program.body.fields().count() + skips) + of_roots + 10 * wide + tail) as u64
}

/// Most explicit tags in one row of the wide steps.
pub(super) const MOST_TAGS: usize = 2;

/// Returns the rows of a wide step: more explicit tags have rows of their own.
fn rows(step: &FieldStep) -> usize {
    let tags = step.op.outer.len();
    if tags > MOST_TAGS { 1 + tags } else { 1 }
}

/// Returns whether a step needs the wide form whatever its offset.
pub(super) fn needs_wide(step: &FieldStep) -> bool {
    let default = match &step.presence {
        StepPresence::Default(value) => Some(value),
        _ => None,
    };
    let has_index_default =
        default.is_some_and(|value| !matches!(value, DefaultValue::EmptyArray | DefaultValue::Null));
    let natural = match (&step.action, step.op.tag) {
        (Action::Call(_), Some(tag)) => tag == Identifier(0x30) || tag == Identifier(0x31),
        (_, Some(tag)) => !tag.is_long() && !has_index_default,
        (_, None) => true,
    };
    step.check.is_some()
        || matches!(default, Some(DefaultValue::Encoded(_)))
        || step.op.keep.is_some()
        || step.recursive
        || step.op.outer.len() > 1
        || (step.op.outer.len() == 1 && !natural)
}

/// Returns the scaled offset of a step's member as C; `None` if it does not fit in one byte.
pub(super) fn simple_offset(model: &Model<'_>, node: Node, step: &FieldStep) -> Option<String> {
    let Some(field) = step.field else { return Some("0".into()) };
    let in_structure = matches!(model.graph.types[node.ty].kind, TypeKind::Structure(_));
    let ctype = model.layouts.ctype(field);
    if !in_structure || ctype == CType::Nothing {
        return Some("0".into());
    }
    let offset = model.layouts.of(node.ty).offsets[&field];
    let scale = match ctype {
        CType::Bool | CType::Integer(IntegerRepr::I8 | IntegerRepr::U8) => 1,
        CType::Integer(IntegerRepr::I16 | IntegerRepr::U16) => 2,
        _ => 4,
    };
    let (ty, member) = (model.names.ty(node.ty), model.names.member(field));
    (offset.is_multiple_of(scale) && offset / scale <= 255)
        .then(|| format!("STUBC_OFFSET({ty}, {member}, {scale})"))
}

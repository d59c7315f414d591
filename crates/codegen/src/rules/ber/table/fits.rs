//! Decides which programs the interpreter can run, and counts the bytes of their commands.

use crate::model::layout::CType;
use crate::program::{DefaultValue, StepPresence};
use crate::rules::ber::identifier::Identifier;
use crate::rules::ber::ops::{Action, Body, FieldStep, Model, Primitive, Step};
use crate::stub::Node;
use syntax_graph::{IntegerRepr, TypeKind};

/// Returns whether the interpreter can run the program of `node`.
pub fn fits(model: &Model<'_>, node: Node) -> bool {
    let program = &model.programs[&node];
    let layout = model.layouts.of(node.ty);
    let steps = program.body.fields().count() + usize::from(matches!(program.body, Body::Sequence(_)));
    steps <= 255
        && layout.flags.len() <= 255
        && layout.arms_offset <= 255
        && crate::rules::ber::relations::fit(model, node)
        && typed_sizes_fit(model, &program.body)
        && program.body.fields().all(|step| step_fits(model, node, &program.body, step))
        && roots(model, node).all(|step| step_fits(model, node, &program.body, step))
}

/// Returns the steps of the roots that have a node's type.
fn roots<'m>(model: &'m Model<'_>, node: Node) -> impl Iterator<Item = &'m FieldStep> + 'm {
    let roots = model.options.roots.iter().zip(model.root_steps);
    roots.filter(move |(root, _)| model.root_node(root) == node).map(|(_, step)| step)
}

/// Returns whether one byte can hold the size of each alternative of an open type, in units of 8 bytes.
fn typed_sizes_fit(model: &Model<'_>, body: &Body) -> bool {
    let Body::Open { arms, .. } = body else { return true };
    let mut fields = arms.iter().filter_map(|arm| arm.field);
    fields.all(|field| model.layouts.extent(model.layouts.ctype(field)).size.div_ceil(8) <= 255)
}

fn step_fits(model: &Model<'_>, node: Node, body: &Body, step: &FieldStep) -> bool {
    let extent = step.field.map_or(8, |field| model.layouts.extent(model.layouts.ctype(field)).size);
    let offset =
        step.field.and_then(|field| model.layouts.of(node.ty).offsets.get(&field)).copied().unwrap_or(0);
    let target_fits = match step.action {
        Action::Call(target) => {
            let untagged =
                step.op.tag.is_none() && matches!(model.graph.types[target.ty].kind, TypeKind::Union(_));
            let boxed = !step.boxed || model.layouts.extent(CType::Struct(target.ty)).size < 1 << 16;
            boxed && (!untagged || model.graph.fields_of(target.ty).len() <= 255)
        }
        Action::Primitive(Primitive::IsoTime) => false,
        _ => true,
    };
    let default_fits = match &step.presence {
        StepPresence::Default(DefaultValue::Integer(value)) => i32::try_from(value).is_ok(),
        _ => true,
    };
    step.op.outer.len() <= 2
        && offset < 1 << 16
        && target_fits
        && default_fits
        && kept_fits(model, step)
        && (!matches!(body, Body::Repeat { .. }) || extent < 1 << 16)
}

/// Returns whether a step can hold the offset for received bytes. With a default it cannot: an absent field
/// has none.
fn kept_fits(model: &Model<'_>, step: &FieldStep) -> bool {
    match (&step.action, step.op.keep) {
        (Action::Call(target), Some(_)) => {
            let is_default = matches!(step.presence, StepPresence::Default(_));
            !is_default && model.layouts.of(target.ty).kept_offset.is_none_or(|offset| offset < 1 << 16)
        }
        _ => true,
    }
}

/// Returns the bytes of a node in the table, including its number and the steps of its roots, if every step
/// has its usual size.
pub fn octets(model: &Model<'_>, node: Node) -> u64 {
    let program = &model.programs[&node];
    let of_roots: usize = roots(model, node).map(|step| if needs_wide(step) { 14 } else { 4 }).sum();
    // A scalar has only the commands of its roots.
    if model.is_scalar(node.ty) {
        return of_roots as u64;
    }
    let skips = match &program.body {
        Body::Sequence(steps) => steps.iter().filter(|step| matches!(step, Step::Between(_))).count(),
        _ => 0,
    };
    let wide = program
        .body
        .fields()
        .filter(|step| simple_offset(model, node, step).is_none() || needs_wide(step))
        .count();
    let sizes = if let Body::Open { arms, .. } = &program.body { arms.len() } else { 0 };
    let relations = &program.relations;
    let hops: usize = relations.iter().map(|one| 6 * (one.governor.len() + one.path.len())).sum();
    let tail = sizes + hops + if relations.is_empty() { 0 } else { 3 };
    (3 + 2 + 4 * (program.body.fields().count() + skips) + of_roots + 10 * wide + tail) as u64
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

//! Prints the entry points of each root.

use super::begun::begun;
use super::decode::leave;
use super::expr::tag;
use super::shape::root_function;
use super::table::Table;
use crate::c::helpers::REFUSE;
use crate::c::predicates::{code, condition};
use crate::c::roots::{counting, root_constant};
use crate::c::writer::Writer;
use crate::model::Root;
use crate::program::techniques::{Direction, Techniques};
use crate::rules::ber::ops::{FieldStep, Model};
use crate::shape::Shape;

/// Prints the constants of the roots and the functions that they refer to.
pub fn functions(w: &mut Writer, model: &Model<'_>, techniques: &Techniques, table: &Table) {
    for (root, step) in model.options.roots.iter().zip(model.root_steps) {
        let mut members = Vec::new();
        if table.is_unit {
            members.push(".unit = &stubc_own".to_owned());
        }
        if let Some(begun) = begun(model, root, step) {
            let all: Vec<String> = begun.iter().map(|id| format!("{id}, ")).collect();
            members.push(format!(".begun = (const uint32_t[]){{{}0}}", all.concat()));
        }
        members.extend(table.roots.get(&root.ty).map(|step| format!(".step = {step}")));
        for direction in Direction::ALL {
            let is_compiled = techniques.side(direction).compiled.contains(&model.root_node(root));
            let general = root.has(direction) && is_compiled;
            let general = general.then(|| entry(w, model, root, step, direction));
            let shapes = tried(model, root, techniques, direction);
            let function = if shapes.is_empty() {
                general
            } else {
                Some(root_function(w, model, root, &shapes, general.as_deref()))
            };
            if let Some(function) = function {
                let verb = direction.name();
                members.push(format!(".{verb} = {function}, .{verb}_tag = {}", tag(step)));
            }
            if let Some(first) = members.first_mut().filter(|_| !shapes.is_empty()) {
                let ty = model.names.ty(model.graph.resolve(root.ty));
                *first = format!("STUBC_SHAPED({ty}) {first}");
            }
        }
        root_constant(w, model, root, members);
        counting(w, model, root);
    }
}

/// Returns the shapes of a root that the plan tries first.
fn tried<'m>(
    model: &'m Model<'_>,
    root: &Root,
    techniques: &Techniques,
    direction: Direction,
) -> Vec<&'m Shape> {
    let all = techniques.side(direction).shapes.iter().filter_map(|number| model.shapes.get(*number));
    all.filter(|shape| model.options.roots[shape.root].ty == root.ty && shape.side(direction).is_some())
        .collect()
}

/// Returns the entry function of a compiled root. Prints a function around the procedure if the root has explicit
/// tags, a check or kept bytes.
fn entry(w: &mut Writer, model: &Model<'_>, root: &Root, step: &FieldStep, direction: Direction) -> String {
    let node = model.root_node(root);
    let verb = direction.name();
    let procedure = format!("{verb}_{}", model.names.node(node));
    let kept = model.names.kept.get(&node.ty).filter(|_| step.op.keep.is_some());
    if step.op.outer.is_empty() && step.check.is_none() && kept.is_none() {
        return procedure;
    }
    let function = format!("{verb}_root_{}", model.names.inner(root.ty));
    let kept = kept.map(|name| (model.names.ty(node.ty), name.as_str()));
    match direction {
        Direction::Decode => w.function(
            &format!("static const uint8_t *{function}(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value)"),
            |w| decode_around(w, model, step, &procedure, kept),
        ),
        Direction::Encode => w.function(
            &format!("static uint8_t *{function}(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)"),
            |w| encode_around(w, model, step, &procedure, kept),
        ),
    }
    function
}

/// Prints the decoding of a root: enters the explicit tags, calls the procedure, leaves the tags, then checks the
/// value. `kept`: the type and its member for the received bytes.
fn decode_around(
    w: &mut Writer,
    model: &Model<'_>,
    step: &FieldStep,
    procedure: &str,
    kept: Option<(&str, &str)>,
) {
    let outer = &step.op.outer;
    let depth = outer.len();
    if kept.is_some() {
        w.line("const uint8_t *const received = p;");
    }
    if depth > 0 {
        w.line(&format!("const uint8_t *ends[{depth}], *nexts[{depth}];"));
    }
    for (index, outer) in outer.iter().enumerate() {
        w.line(&format!("p = stubc_enter(d, p, &e, {outer}, &nexts[{index}]);"));
        w.when("!p", leave);
        w.line(&format!("ends[{index}] = e;"));
    }
    w.line(&format!("p = {procedure}(d, p, e, tag, value);"));
    for index in (0..depth).rev() {
        w.when(&format!("p != ends[{index}]"), leave);
        w.line(&format!("p = nexts[{index}];"));
    }
    if depth == 0 {
        w.when("!p", leave);
    }
    if let Some(check) = &step.check {
        w.when(&format!("!{}", condition(model, check, "value", "d")), leave);
    }
    if let Some((ty, name)) = kept {
        w.line(&format!("stubc_keep(d, &(({ty} *)value)->{name}, received, p, 0);"));
    }
    w.line("return p;");
}

/// Prints the encoding of a root: checks the value, or sends its received bytes, else calls the procedure and adds
/// the explicit tags. `kept`: as in [`decode_around`].
fn encode_around(
    w: &mut Writer,
    model: &Model<'_>,
    step: &FieldStep,
    procedure: &str,
    kept: Option<(&str, &str)>,
) {
    let outer = &step.op.outer;
    if !outer.is_empty() {
        w.line("uint8_t *const end = q;");
    }
    if let Some(check) = &step.check {
        let refuse = w.call(REFUSE);
        let (passes, code) = (condition(model, check, "value", "c"), code(check, "c"));
        w.when(&format!("!{passes}"), |w| w.line(&format!("return {refuse}(c, q, {code});")));
    }
    if let Some((ty, name)) = kept {
        let raw = format!("((const {ty} *)value)->{name}");
        let first = outer.first().copied().or(step.op.tag);
        let first = first.map_or("0".to_owned(), |tag| tag.to_string());
        w.when(&format!("{raw}.length"), |w| {
            w.line(&format!("return stubc_put_kept(c, q, {first}, &{raw});"));
        });
    }
    w.line(&format!("q = {procedure}(c, q, tag, value);"));
    for outer in outer.iter().rev() {
        w.line(&format!("q = stubc_put_header(c, q, end, {outer});"));
    }
    w.line("return q;");
}

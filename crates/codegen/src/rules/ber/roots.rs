//! Prints the entry points of each root.

use super::begun::begun;
use super::expr::tag;
use super::table::Table;
use crate::c::helpers::REFUSE;
use crate::c::predicates::{code, condition};
use crate::c::roots::{counting, root_constant};
use crate::c::writer::Writer;
use crate::model::Root;
use crate::program::techniques::{Direction, Techniques};
use crate::rules::ber::identifier::Identifier;
use crate::rules::ber::ops::{FieldStep, Model};

/// Prints the constants of the roots and the functions that they refer to.
pub fn functions(w: &mut Writer, model: &Model<'_>, techniques: &Techniques, table: &Table) {
    for (root, step) in model.options.roots.iter().zip(model.root_steps) {
        let mut members = Vec::new();
        if table.is_unit {
            members.push(".unit = &stubc_own".to_owned());
        }
        if table.all_interpreted {
            members.push(format!(".step = {{{}}}", table.roots[&root.ty]));
        }
        if let Some(begun) = begun(model, root, step) {
            let all: Vec<String> = begun.iter().map(|id| format!("{id}, ")).collect();
            members.push(format!(".begun = (const uint32_t[]){{{}0}}", all.concat()));
        }
        for direction in Direction::ALL {
            if root.has(direction) && !table.all_interpreted {
                let (function, tag) = entry(w, model, techniques, (root, step), direction, table);
                let verb = direction.name();
                members.push(format!(".{verb} = {function}, .{verb}_tag = {tag}"));
            }
        }
        root_constant(w, model, root, members);
        counting(w, model, root);
    }
}

/// Returns the entry function of a root and its argument. Prints a function around the procedure if the root
/// has explicit tags, a check or kept bytes.
fn entry(
    w: &mut Writer,
    model: &Model<'_>,
    techniques: &Techniques,
    (root, step): (&Root, &FieldStep),
    direction: Direction,
    table: &Table,
) -> (String, String) {
    let node = model.root_node(root);
    let verb = direction.name();
    if !techniques.side(direction).compiled.contains(&node) {
        return (format!("stubc_interpret_{verb}_root"), table.roots[&root.ty].clone());
    }
    let procedure = format!("{verb}_{}", model.names.node(node));
    let outer = &step.op.outer[..];
    let kept = model.names.kept.get(&node.ty).filter(|_| step.op.keep.is_some());
    if outer.is_empty() && step.check.is_none() && kept.is_none() {
        return (procedure, tag(step));
    }
    let raw = kept.map(|name| format!("(({} *)value)->{name}", model.names.ty(node.ty)));
    let coder = if direction == Direction::Decode { "d" } else { "c" };
    let check = step.check.as_ref();
    let check = check.map(|check| (condition(model, check, "value", coder), code(check, coder)));
    let function = format!("{verb}_root_{}", model.names.inner(root.ty));
    match direction {
        Direction::Decode => w.function(
            &format!("static const uint8_t *{function}(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value)"),
            |w| {
                let call = format!("{procedure}(d, p, e, tag, value)");
                decode_outer(w, outer, &call, check.as_ref(), raw.as_deref());
            },
        ),
        Direction::Encode => w.function(
            &format!("static uint8_t *{function}(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)"),
            |w| {
                if !outer.is_empty() {
                    w.line("uint8_t *const end = q;");
                }
                if let Some((passes, code)) = &check {
                    let refuse = w.call(REFUSE);
                    w.when(&format!("!{passes}"), |w| w.line(&format!("return {refuse}(c, q, {code});")));
                }
                if let Some(name) = kept {
                    let raw = format!("((const {} *)value)->{name}", model.names.ty(node.ty));
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
            },
        ),
    }
    (function, tag(step))
}

/// Prints the decoding of a root: enters the explicit tags, calls the procedure, leaves the tags, then checks
/// the value. `check` is the condition and the code of its error; `raw` is the member for the received bytes.
fn decode_outer(
    w: &mut Writer,
    outer: &[Identifier],
    call: &str,
    check: Option<&(String, String)>,
    raw: Option<&str>,
) {
    let depth = outer.len();
    if raw.is_some() {
        w.line("const uint8_t *const received = p;");
    }
    if depth > 0 {
        w.line(&format!("const uint8_t *ends[{depth}], *nexts[{depth}];"));
    }
    for (index, outer) in outer.iter().enumerate() {
        w.line(&format!("p = stubc_header(d, p, e, {outer});"));
        w.when("d->code", |w| w.line("return e;"));
        w.line(&format!("ends[{index}] = e = d->end;"));
        w.line(&format!("nexts[{index}] = d->next;"));
    }
    w.line(&format!("p = {call};"));
    for index in (0..depth).rev() {
        w.when("d->code", |w| w.line("return e;"));
        w.when(&format!("p != ends[{index}]"), |w| w.line("return stubc_fail(d, STUBC_BAD_LENGTH, e);"));
        w.line(&format!("p = nexts[{index}];"));
    }
    if let Some((passes, code)) = check {
        w.when(&format!("STUBC_CHECKED(d) && !{passes}"), |w| {
            w.line(&format!("return stubc_fail(d, {code}, e);"));
        });
    }
    if let Some(raw) = raw {
        w.when("!d->code", |w| w.line(&format!("stubc_keep(d, &{raw}, received, p, 0);")));
    }
    w.line("return p;");
}

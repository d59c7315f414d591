//! The entry points of each root.

use super::table::Table;
use super::writer::Writer;
use crate::identifier::Identifier;
use crate::model::{Model, Root};
use crate::techniques::{Direction, Techniques};
use syntax_graph::TypeKind;

/// One entry point.
pub struct Signature {
    /// Its prototype without the semicolon.
    pub text: String,
    direction: Direction,
    variant: bool,
}

/// The entry points of a root, in the order of the header.
pub fn signatures(model: &Model<'_>, root: &Root) -> Vec<Signature> {
    let name = model.names.ty(root.ty);
    let mut all = Vec::new();
    let mut push = |text: String, direction, variant| all.push(Signature { text, direction, variant });
    if root.decode {
        for (suffix, exact) in [("", false), ("_exact", true)] {
            push(
                format!(
                    "stubc_result {name}_decode{suffix}({name} *value, const uint8_t *input, size_t length, \
                     stubc_context *context, stubc_error *error)"
                ),
                Direction::Decode,
                exact,
            );
        }
    }
    if root.encode {
        let common = format!(
            "const {name} *value, uint8_t *buffer, size_t capacity, stubc_context *context, stubc_error *error"
        );
        push(format!("stubc_result {name}_encode({common})"), Direction::Encode, false);
        push(format!("stubc_result {name}_encode_tail({common}, uint8_t **start)"), Direction::Encode, true);
    }
    all
}

/// Prints the entry points, with what stands between them and the root's node: explicit tags, or the interpreter.
pub fn functions(w: &mut Writer, model: &Model<'_>, techniques: &Techniques, table: &Table) {
    for root in &model.options.roots {
        let tags = root_tags(model, root);
        for direction in Direction::ALL {
            if root.has(direction) && !is_direct(model, techniques, root, direction, &tags) {
                adapter(w, model, techniques, root, direction, &tags, table);
            }
        }
        for signature in signatures(model, root) {
            let direct = is_direct(model, techniques, root, signature.direction, &tags);
            let node = model.names.ty(model.graph.resolve(root.ty));
            let name = model.names.ty(root.ty);
            let verb = signature.direction.name();
            let function = if direct { format!("{verb}_{node}") } else { format!("root_{verb}_{name}") };
            let tag = tags.last().copied().flatten().map_or("0".to_owned(), |id| id.to_string());
            w.function(&signature.text, |w| match signature.direction {
                Direction::Decode => w.line(&format!(
                    "return stubc_decode_root(input, length, context, error, {function}, {tag}, value, {});",
                    signature.variant
                )),
                Direction::Encode => w.line(&format!(
                    "return stubc_encode_root(buffer, capacity, context, error, {function}, {tag}, value, {});",
                    if signature.variant { "start" } else { "NULL" }
                )),
            });
        }
    }
}

/// Identifiers of a root's tags, outermost first; the last is that of its node, none for an untagged one.
fn root_tags(model: &Model<'_>, root: &Root) -> Vec<Option<Identifier>> {
    let def = &model.graph.types[root.ty];
    let node = model.graph.resolve(root.ty);
    let untagged = matches!(model.graph.types[node].kind, TypeKind::Union(_) | TypeKind::Open(_));
    let mut tags = Vec::new();
    for (index, tag) in def.tags.iter().enumerate() {
        let explicit = index + 1 < def.tags.len() || untagged;
        tags.push(Identifier::new(*tag, explicit || !model.is_scalar(node)));
    }
    if untagged {
        tags.push(None);
    }
    tags
}

fn is_direct(
    model: &Model<'_>,
    techniques: &Techniques,
    root: &Root,
    direction: Direction,
    tags: &[Option<Identifier>],
) -> bool {
    let node = model.graph.resolve(root.ty);
    tags.len() <= 1 && (techniques.side(direction).compiled.contains(&node) || model.is_scalar(node))
}

fn adapter(
    w: &mut Writer,
    model: &Model<'_>,
    techniques: &Techniques,
    root: &Root,
    direction: Direction,
    tags: &[Option<Identifier>],
    table: &Table,
) {
    let node = model.graph.resolve(root.ty);
    let name = model.names.ty(root.ty);
    let compiled = techniques.side(direction).compiled.contains(&node) || model.is_scalar(node);
    let (verb, arguments) = match direction {
        Direction::Decode => ("decode", "d, p, e, tag, value"),
        Direction::Encode => ("encode", "c, q, tag, value"),
    };
    let call = if compiled {
        format!("{verb}_{}({arguments})", model.names.ty(node))
    } else {
        format!("stubc_interpret_{verb}({arguments}, {})", table.index_name(model, node))
    };
    let outer = &tags[..tags.len().saturating_sub(1)];
    match direction {
        Direction::Decode => w.function(
            &format!(
                "static const uint8_t *root_decode_{name}(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value)"
            ),
            |w| decode_adapter(w, outer, &call),
        ),
        Direction::Encode => w.function(
            &format!("static uint8_t *root_encode_{name}(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)"),
            |w| {
                if outer.is_empty() {
                    w.line(&format!("return {call};"));
                    return;
                }
                w.line("uint8_t *const end = q;");
                w.line(&format!("q = {call};"));
                for id in outer.iter().rev().flatten() {
                    w.line(&format!("q = stubc_put_header(c, q, end, {id});"));
                }
                w.line("return q;");
            },
        ),
    }
}

fn decode_adapter(w: &mut Writer, outer: &[Option<Identifier>], call: &str) {
    if outer.is_empty() {
        w.line(&format!("return {call};"));
        return;
    }
    let depth = outer.len();
    w.line(&format!("const uint8_t *ends[{depth}], *nexts[{depth}];"));
    for (index, id) in outer.iter().enumerate() {
        let Some(id) = id else { continue };
        w.line(&format!("p = stubc_header(d, p, e, {id});"));
        w.line("if (d->code)");
        w.indent(|w| w.line("return e;"));
        w.line(&format!("e = ends[{index}] = d->end;"));
        w.line(&format!("nexts[{index}] = d->next;"));
    }
    w.line(&format!("p = {call};"));
    for index in (0..depth).rev() {
        w.line("if (d->code)");
        w.indent(|w| w.line("return e;"));
        w.line(&format!("if (p != ends[{index}])"));
        w.indent(|w| w.line("return stubc_fail(d, STUBC_BAD_LENGTH, e);"));
        w.line(&format!("p = nexts[{index}];"));
    }
    w.line("return p;");
}

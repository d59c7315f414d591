//! Prints the test program around generated stubs. It prints decoded values as JSON, changes parts of them, encodes them again,
//! counts commands, and repeats one message for instruction counts. It follows the graph, not the programs.

use crate::c::header::has_arms;
use crate::c::places;
use crate::c::writer::Writer;
use crate::model::Model;
use crate::model::layout::{CType, has_flag};
use syntax_graph::{CharKind, Discriminant, FieldId, Scalar, TypeId, TypeKind, Union};

/// Returns a C program for the output of the same model. It reads records from standard input (number of the
/// root, length in four octets, little-endian, message) and answers each with a line:
/// `{"length", "value", "encoded"}` or `{"error", "offset"}`. `bench ROOT decode|encode PASSES FILE...`
/// repeats the message of each file. `altered` decodes the message, overwrites one part of the value, and
/// answers with its encoding.
pub fn harness(model: &Model<'_>) -> String {
    let mut w = Writer::new();
    w.line(&format!("#include \"{}{}.h\"", model.options.prefix, model.options.name));
    for line in places::of_text(include_str!("harness_prelude.c")).lines() {
        w.line(line);
    }
    w.blank();
    for &node in &model.types {
        let (inner, name) = (model.names.inner(node), model.names.ty(node));
        w.line(&format!("static void walk_{inner}(const {name} *v);"));
    }
    w.blank();
    for &node in &model.types {
        let (inner, name) = (model.names.inner(node), model.names.ty(node));
        w.function(&format!("static void walk_{inner}(const {name} *v)"), |w| walk(w, model, node));
    }
    roots(&mut w, model);
    let commands = if model.options.count_commands {
        "put(\",\\\"commands\\\":\"); put_unsigned(context.commands);"
    } else {
        ""
    };
    let kept = if model.names.kept.is_empty() && model.names.unknown.is_empty() {
        ""
    } else {
        "put(\",\\\"kept\\\":[\"); put(received); put_char(']');"
    };
    let bit = if model.options.rules.is_packed() {
        "if (error.bit) { put(\",\\\"bit\\\":\"); put_unsigned(error.bit); }"
    } else {
        ""
    };
    let main =
        places::of_text(include_str!("harness_main.c")).replace("COMMANDS", commands).replace("KEPT", kept);
    let main = main.replace("THE_BIT", bit);
    let text = w.finish() + &main;
    crate::c::runtime::prefixed(&text, &model.options.prefix)
}

fn roots(w: &mut Writer, model: &Model<'_>) {
    for root in &model.options.roots {
        let (name, node) = (model.names.ty(root.ty), model.names.ty(model.graph.resolve(root.ty)));
        let stem = model.names.stem(root.ty);
        let inner = model.names.inner(model.graph.resolve(root.ty));
        w.function(&format!("static void walk_root_{name}(const void *v)"), |w| {
            w.line(&format!("walk_{inner}((const {node} *)v);"));
        });
        if root.decode {
            w.function(
                &format!("static stubc_result decode_root_{name}(void *v, const uint8_t *input, size_t length, stubc_context *context, stubc_error *error)"),
                |w| w.line(&format!("return {stem}_decode(({name} *)v, input, length, context, error);")),
            );
        }
        if root.encode {
            for (suffix, parameter, argument) in [("", "", ""), ("_tail", ", uint8_t **start", ", start")] {
                w.function(
                    &format!("static stubc_result encode{suffix}_root_{name}(const void *v, uint8_t *buffer, size_t capacity, stubc_context *context, stubc_error *error{parameter})"),
                    |w| w.line(&format!("return {stem}_encode{suffix}((const {name} *)v, buffer, capacity, context, error{argument});")),
                );
            }
        }
    }
    w.block("static const struct root", "} roots[] = {", |w| {
        w.line("size_t size;");
        w.line("void (*walk)(const void *);");
        w.line("stubc_result (*decode)(void *, const uint8_t *, size_t, stubc_context *, stubc_error *);");
        w.line("stubc_result (*encode)(const void *, uint8_t *, size_t, stubc_context *, stubc_error *);");
        w.line("stubc_result (*encode_tail)(const void *, uint8_t *, size_t, stubc_context *, stubc_error *, uint8_t **);");
    });
    w.indent(|w| {
        for root in &model.options.roots {
            let name = model.names.ty(root.ty);
            let or_null = |has: bool, function: String| if has { function } else { "NULL".to_owned() };
            w.line(&format!(
                "{{sizeof({name}), walk_root_{name}, {}, {}, {}}},",
                or_null(root.decode, format!("decode_root_{name}")),
                or_null(root.encode, format!("encode_root_{name}")),
                or_null(root.encode, format!("encode_tail_root_{name}"))
            ));
        }
    });
    w.line("};");
}

#[allow(clippy::too_many_lines, reason = "one match: the walk of each kind of type")]
fn walk(w: &mut Writer, model: &Model<'_>, node: TypeId) {
    let graph = model.graph;
    if let Some(name) = model.names.kept.get(&node) {
        w.line(&format!("visit(&v->{name}, PART_SLICE);"));
        w.line(&format!("note_received(&v->{name});"));
    }
    if let Some(name) = model.names.unknown.get(&node) {
        w.when(&format!("v->{name}.present.length"), |w| {
            w.line(&format!("note_bits(&v->{name}.present);"));
            w.line(&format!("note_received(&v->{name}.contents);"));
        });
    }
    match &graph.types[node].kind {
        TypeKind::Structure(structure) => {
            let notes = !model.names.kept.is_empty() || !model.names.unknown.is_empty();
            w.line("const char *separator = \"\";");
            w.line("put_char('{');");
            for &field in &structure.fields {
                let member = model.names.member(field);
                let print = |w: &mut Writer| {
                    w.line("put(separator);");
                    w.line(&format!("put(\"\\\"{}\\\":\");", graph.fields[field].name));
                    let walk = |w: &mut Writer| value(w, model, field, &format!("v->{member}"));
                    if notes && graph.has_encoded_default(field) {
                        // Defaults that were filled in were not received.
                        w.block("", "}", |w| {
                            w.line("size_t mark = strlen(received);");
                            walk(w);
                            w.line("received[mark] = 0;");
                        });
                    } else {
                        walk(w);
                    }
                    w.line("separator = \",\";");
                };
                if has_flag(graph, field) {
                    w.block(&format!("if (v->has_{member})"), "}", print);
                } else {
                    print(w);
                }
            }
            w.line("(void)v;");
            w.line("(void)separator;");
            w.line("put_char('}');");
        }
        TypeKind::Union(Union { arms, discriminant: Some(discriminant), .. }) => {
            switch(w, model, arms, discriminant);
        }
        TypeKind::Union(union) => {
            w.line(&format!("visit_kind(&v->kind, sizeof v->kind, {});", union.arms.len() + 1));
            w.line("switch (v->kind) {");
            for &arm in &union.arms {
                w.line(&format!("case {}:", model.names.kinds[&arm]));
                w.indent(|w| {
                    w.line(&format!("put(\"{{\\\"{}\\\":\");", graph.fields[arm].name));
                    value(w, model, arm, &format!("v->u.{}", model.names.member(arm)));
                    w.line("break;");
                });
            }
            w.line("default:");
            w.indent(|w| {
                w.line("put(\"{\\\"...\\\":\");");
                if union.extensible && has_arms(model, node) {
                    w.line("visit(&v->u.unknown, PART_SLICE);");
                    w.line("hex_string(v->u.unknown.data, v->u.unknown.length);");
                }
                w.line("break;");
            });
            w.line("}");
            w.line("put_char('}');");
        }
        TypeKind::Array(array) if array.linked => {
            let target = graph.resolve(graph.fields[array.element].target);
            let item = crate::c::header::item_type(model, array.element);
            let link = model.names.member(array.element);
            w.line(&format!("const {item} *item;"));
            w.line("put_char('[');");
            w.block(&format!("for (item = *v; item; item = item->{link})"), "}", |w| {
                w.line("if (item != *v)");
                w.indent(|w| w.line("put_char(',');"));
                w.line(&format!("walk_{}(item);", model.names.inner(target)));
            });
            w.line("put_char(']');");
        }
        TypeKind::Array(array) => {
            w.line("size_t i;");
            w.line("put_char('[');");
            let count = match model.layouts.holds_elements(graph, node) {
                true => array.size.min.to_string(),
                false => "v->count".to_owned(),
            };
            w.block(&format!("for (i = 0; i < {count}; i++)"), "}", |w| {
                w.line("if (i)");
                w.indent(|w| w.line("put_char(',');"));
                value(w, model, array.element, "v->items[i]");
            });
            w.line("put_char(']');");
        }
        TypeKind::Scalar(kind) => {
            scalar(w, model, kind, "(*v)");
        }
        TypeKind::Open(open) if open.arms.is_empty() => {
            w.line("visit(v, PART_SLICE);");
            w.line("hex_string(v->data, v->length);");
        }
        TypeKind::Open(open) => {
            w.line(&format!("visit_kind(&v->kind, sizeof v->kind, {});", open.arms.len() + 1));
            w.line("switch (v->kind) {");
            for &arm in &open.arms {
                w.line(&format!("case {}:", model.names.kinds[&arm]));
                w.indent(|w| {
                    if model.layouts.ctype(arm) != CType::Nothing {
                        w.line(&format!("visit(&v->u.{}, PART_POINTER);", model.names.member(arm)));
                    }
                    value(w, model, arm, &format!("(*v->u.{})", model.names.member(arm)));
                    w.line("break;");
                });
            }
            w.line("default:");
            w.indent(|w| {
                w.line("visit(&v->raw, PART_SLICE);");
                w.line("hex_string(v->raw.data, v->raw.length);");
                w.line("break;");
            });
            w.line("}");
        }
        TypeKind::Reference(_) => {}
    }
}

/// Prints the walk of a discriminated union: the discriminant, then the arm unless it is void.
fn switch(w: &mut Writer, model: &Model<'_>, arms: &[FieldId], discriminant: &Discriminant) {
    let graph = model.graph;
    let chooser = discriminant.field;
    let member = model.names.member(chooser);
    w.line(&format!("put(\"{{\\\"{}\\\":\");", graph.fields[chooser].name));
    value(w, model, chooser, &format!("v->{member}"));
    w.line(&format!("switch ((long long)v->{member}) {{"));
    for (index, &arm) in arms.iter().enumerate() {
        for case in &discriminant.cases[index] {
            w.line(&format!("case {case}:"));
        }
        if discriminant.default == Some(arm) {
            w.line("default:");
        } else if discriminant.cases[index].is_empty() {
            continue;
        }
        w.indent(|w| {
            if model.layouts.ctype(arm) != CType::Nothing {
                w.line(&format!("put(\",\\\"{}\\\":\");", graph.fields[arm].name));
                value(w, model, arm, &format!("v->u.{}", model.names.member(arm)));
            }
            w.line("break;");
        });
    }
    w.line("}");
    w.line("put_char('}');");
}

fn value(w: &mut Writer, model: &Model<'_>, field: FieldId, lvalue: &str) {
    let target = model.graph.resolve(model.graph.fields[field].target);
    match &model.graph.types[target].kind {
        TypeKind::Scalar(kind) => scalar(w, model, kind, lvalue),
        TypeKind::Open(open) if open.arms.is_empty() => {
            w.line(&format!("visit(&{lvalue}, PART_SLICE);"));
            w.line(&format!("hex_string({lvalue}.data, {lvalue}.length);"));
        }
        _ => {
            let is_pointer = matches!(model.layouts.ctype(field), CType::Pointer(_));
            if is_pointer {
                w.line(&format!("visit(&{lvalue}, PART_POINTER);"));
            }
            let address = if is_pointer { "" } else { "&" };
            w.line(&format!("walk_{}({address}{lvalue});", model.names.inner(target)));
        }
    }
}

fn scalar(w: &mut Writer, model: &Model<'_>, scalar: &Scalar, lvalue: &str) {
    let signed = |repr: syntax_graph::IntegerRepr| repr.machine().is_some_and(|(_, signed)| signed);
    let number = |repr| {
        if signed(repr) { format!("put_signed({lvalue});") } else { format!("put_unsigned({lvalue});") }
    };
    match model.layouts.scalar(scalar) {
        CType::Slice => w.line(&format!("visit(&{lvalue}, PART_SLICE);")),
        CType::Bits => w.line(&format!("visit(&{lvalue}, PART_BITS);")),
        _ => {}
    }
    match scalar {
        Scalar::Boolean => w.line(&format!("put({lvalue} ? \"true\" : \"false\");")),
        Scalar::Null => w.line("put(\"null\");"),
        Scalar::Integer(integer) => match integer.repr.machine() {
            Some(_) => w.line(&number(integer.repr)),
            None => w.line(&format!("big_integer({lvalue});")),
        },
        Scalar::Enumerated(enumeration) => {
            let repr = enumeration.repr();
            if repr.machine().is_none() {
                w.line(&format!("big_integer({lvalue});"));
                return;
            }
            w.line(&format!("switch ({lvalue}) {{"));
            for (name, number) in &enumeration.items {
                w.line(&format!("case {}:", crate::c::expr::integer_constant(number)));
                w.indent(|w| {
                    w.line(&format!("put(\"\\\"{name}\\\"\");"));
                    w.line("break;");
                });
            }
            w.line("default:");
            w.indent(|w| w.line(&number(repr)));
            w.line("}");
        }
        Scalar::BitString { size, .. } => {
            w.line(&format!("bits({lvalue}, {});", size.fixed().map_or("-1".into(), |size| size.to_string())))
        }
        Scalar::OctetString { size } if matches!(model.layouts.scalar(scalar), CType::Octets(_)) => {
            w.line(&format!("hex_string({lvalue}, {});", size.min));
        }
        Scalar::OctetString { .. } => w.line(&format!("hex_string(({lvalue}).data, ({lvalue}).length);")),
        Scalar::Float(width) => w.line(&format!("float_object(&{lvalue}, {});", width.octets())),
        Scalar::Real => w.line(&format!("hex_object({lvalue});")),
        Scalar::ObjectIdentifier => w.line(&format!("oid({lvalue}, false);")),
        Scalar::RelativeOid => w.line(&format!("oid({lvalue}, true);")),
        Scalar::Characters { kind, .. } => {
            let width = match kind {
                CharKind::Utf8 => 0,
                CharKind::Bmp => 2,
                CharKind::Universal => 4,
                _ => 1,
            };
            w.line(&format!("chars({lvalue}, {width});"));
        }
        Scalar::Time(_) => w.line(&format!("chars({lvalue}, 1);")),
    }
}

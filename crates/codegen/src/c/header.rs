//! Prints `NAME.h`: the types, which do not depend on the plan, and the entry points.

use crate::c::escape::MADE;
use crate::c::remarks::Remarks;
use crate::c::values;
use crate::c::writer::Writer;
use crate::model::Model;
use crate::model::layout::{CType, is_linked};
use crate::model::names::{identifier, is_enumerator};
use crate::stub::Node;
use num_bigint::BigInt;
use std::collections::BTreeSet;
use syntax_graph::{FieldId, FloatWidth, IntegerRepr, Scalar, TypeId, TypeKind, Union};

/// Returns the text of the header.
pub fn header(model: &Model<'_>, remarks: &Remarks) -> String {
    let options = &model.options;
    // The prefix comes in front of it; no name of a specification begins so.
    let guard = format!("STUBC_HEADER_OF_{}", identifier(&options.name));
    let mut w = Writer::new();
    w.lines(&remarks.head(&format!("{}: types and entry points {MADE}", options.name), &remarks.summary));
    w.line(&format!("#ifndef {guard}"));
    w.line(&format!("#define {guard}"));
    w.blank();
    w.line("#include \"stubc_rt.h\"");
    w.blank();
    w.line(&format!("#ifndef STUBC_FOR_{}", identifier(&options.name)));
    w.line("#error \"the runtime of another specification: generate both with different --prefix\"");
    w.line("#endif");
    w.blank();
    w.line("#ifdef __cplusplus");
    w.line("extern \"C\" {");
    w.line("#endif");
    w.blank();
    let mut declared = BTreeSet::new();
    for &node in &model.types {
        let name = model.names.ty(node);
        if !model.is_scalar(node) && !is_linked(model.graph, node) && declared.insert(name) {
            w.line(&format!("typedef struct {name} {name};"));
        }
    }
    for &node in model.types.iter().filter(|node| is_linked(model.graph, **node)) {
        let element = item_type(model, model.graph.fields_of(node)[0]);
        w.line(&format!(
            "typedef {element} *{}; /* a linked list: its first element */",
            model.names.ty(node)
        ));
    }
    w.blank();
    constants(&mut w, model);
    values::print(&mut w, model);
    for &ty in model.scalars.iter().chain(model.types.iter().filter(|node| model.is_scalar(**node))) {
        let (ctype, length) = unnamed_type(model, ty);
        w.line(&format!("typedef {ctype} {}{length};", model.names.ty(ty)));
    }
    w.blank();
    for node in model.layouts.by_value_order(model.graph, &model.types) {
        if declared.remove(model.names.ty(node)) {
            structure(&mut w, model, remarks, node);
        }
    }
    prototypes(&mut w, model);
    w.line("#ifdef __cplusplus");
    w.line("}");
    w.line("#endif");
    w.line("#endif");
    w.finish()
}

/// Prints the constants of enumerations, named numbers and named bits.
fn constants(w: &mut Writer, model: &Model<'_>) {
    let mut last = None;
    let mut printed = BTreeSet::new();
    let mut lines: Vec<String> = Vec::new();
    let flush = |w: &mut Writer, lines: &mut Vec<String>| {
        if !lines.is_empty() {
            w.block("enum", "};", |w| lines.drain(..).for_each(|line| w.line(&line)));
            w.blank();
        }
    };
    for (&(ty, index), name) in &model.names.items {
        // Elements of lists share them with the definition that they are written in.
        if !printed.insert(name) {
            continue;
        }
        if last != Some(ty) {
            flush(w, &mut lines);
            last = Some(ty);
        }
        let items: &[(String, BigInt)] = match model.graph.kind(ty) {
            TypeKind::Scalar(Scalar::Enumerated(enumeration)) => &enumeration.items,
            TypeKind::Scalar(Scalar::Integer(integer)) => &integer.named,
            TypeKind::Scalar(Scalar::BitString { named, .. }) => named,
            _ => continue,
        };
        let value = &items[index].1;
        if is_enumerator(value) {
            lines.push(format!("{name} = {value},"));
        } else {
            w.line(&format!("#define {name} {}", crate::c::expr::integer_constant(value)));
        }
    }
    flush(w, &mut lines);
}

/// Returns the C type of a scalar, or of a reference to a node, and the array length behind a declared name.
pub fn unnamed_type(model: &Model<'_>, ty: TypeId) -> (String, String) {
    let target = model.graph.resolve(ty);
    match &model.graph.types[target].kind {
        TypeKind::Scalar(scalar) => {
            let ctype = model.layouts.scalar(scalar);
            (ctype_text(model, ctype), length(ctype))
        }
        TypeKind::Open(open) if open.arms.is_empty() => ("stubc_slice".into(), String::new()),
        _ => (model.names.ty(target).into(), String::new()),
    }
}

/// Returns the array length behind the name of a member of this type.
fn length(ctype: CType) -> String {
    if let CType::Octets(octets) = ctype { format!("[{octets}]") } else { String::new() }
}

fn ctype_text(model: &Model<'_>, ctype: CType) -> String {
    match ctype {
        CType::Bool => "bool".into(),
        CType::Integer(repr) => match repr {
            IntegerRepr::I8 => "int8_t",
            IntegerRepr::U8 => "uint8_t",
            IntegerRepr::I16 => "int16_t",
            IntegerRepr::U16 => "uint16_t",
            IntegerRepr::I32 => "int32_t",
            IntegerRepr::U32 => "uint32_t",
            IntegerRepr::I64 => "int64_t",
            IntegerRepr::U64 => "uint64_t",
            IntegerRepr::Bytes => "stubc_slice",
        }
        .into(),
        CType::Slice => "stubc_slice".into(),
        CType::Bits => "stubc_bits".into(),
        CType::Nothing | CType::Octets(_) => "uint8_t".into(),
        CType::Float(FloatWidth::Single) => "float".into(),
        CType::Float(FloatWidth::Double) => "double".into(),
        CType::Struct(node) => model.names.ty(node).into(),
        CType::Pointer(node) => format!("{} *", model.names.ty(node)),
    }
}

/// Returns the C type of an array's items.
pub fn item_type(model: &Model<'_>, field: FieldId) -> String {
    let target = model.graph.fields[field].target;
    match model.names.types.get(&target) {
        Some(name) => name.clone(),
        None => ctype_text(model, model.layouts.ctype(field)),
    }
}

fn member_line(model: &Model<'_>, field: FieldId) -> Option<String> {
    let name = model.names.member(field);
    match model.layouts.ctype(field) {
        CType::Nothing => None,
        CType::Pointer(node) => Some(format!("{} *{name};", model.names.ty(node))),
        ctype => Some(format!("{} {name}{};", item_type(model, field), own_length(model, field, ctype))),
    }
}

/// Returns the array length behind a member's name, unless the member's typedef has it.
fn own_length(model: &Model<'_>, field: FieldId, ctype: CType) -> String {
    let named = model.names.types.contains_key(&model.graph.fields[field].target);
    if named { String::new() } else { length(ctype) }
}

/// Returns whether a union node has a member for its arms.
pub fn has_arms(model: &Model<'_>, node: TypeId) -> bool {
    let graph = model.graph;
    if let TypeKind::Open(open) = &graph.types[node].kind {
        return open.arms.iter().any(|arm| model.layouts.ctype(*arm) != CType::Nothing);
    }
    let TypeKind::Union(union) = &graph.types[node].kind else { return false };
    union.extensible || union.arms.iter().any(|arm| model.layouts.ctype(*arm) != CType::Nothing)
}

#[allow(clippy::too_many_lines, reason = "one match: the struct of each kind of type")]
fn structure(w: &mut Writer, model: &Model<'_>, remarks: &Remarks, node: TypeId) {
    let (name, stem) = (model.names.ty(node), model.names.stem(node));
    let graph = model.graph;
    w.comment(&remarks.title(model, Node::general(node)));
    match &graph.types[node].kind {
        TypeKind::Union(Union { arms, discriminant: Some(discriminant), .. }) => {
            w.block(&format!("struct {name}"), "};", |w| {
                member_line(model, discriminant.field).iter().for_each(|line| w.line(line));
                if has_arms(model, node) {
                    w.block("union", "} u;", |w| {
                        arms.iter().filter_map(|arm| member_line(model, *arm)).for_each(|line| w.line(&line));
                    });
                }
            });
        }
        TypeKind::Union(union) => {
            w.block("enum", "};", |w| {
                for (index, arm) in union.arms.iter().enumerate() {
                    w.line(&format!("{} = {},", model.names.kinds[arm], index + 1));
                }
            });
            w.block(&format!("struct {name}"), "};", |w| {
                let kind = if union.arms.len() > 255 { "uint16_t" } else { "uint8_t" };
                let unknown = if union.extensible {
                    "; 0: an alternative that the specification did not know"
                } else {
                    ""
                };
                w.line(&format!("{kind} kind; /* {stem}_kind_...{unknown} */"));
                if has_arms(model, node) {
                    w.block("union", "} u;", |w| {
                        if union.extensible {
                            w.line("stubc_slice unknown; /* its whole encoding */");
                        }
                        union
                            .arms
                            .iter()
                            .filter_map(|arm| member_line(model, *arm))
                            .for_each(|line| w.line(&line));
                    });
                }
                kept(w, model, node);
            });
        }
        TypeKind::Open(open) => {
            w.block("enum", "};", |w| {
                for (index, arm) in open.arms.iter().enumerate() {
                    w.line(&format!("{} = {},", model.names.kinds[arm], index + 1));
                }
            });
            w.block(&format!("struct {name}"), "};", |w| {
                w.line("stubc_slice raw; /* the whole encoding as received; sent when kind is 0 */");
                w.line(&format!(
                    "uint16_t kind; /* {stem}_kind_..., what is decoded and sent; 0: the governor's value is not known */"
                ));
                if has_arms(model, node) {
                    w.block("union", "} u;", |w| {
                        for &arm in &open.arms {
                            if model.layouts.ctype(arm) != CType::Nothing {
                                let (ty, member) = (item_type(model, arm), model.names.member(arm));
                                w.line(&format!("{ty} *{member};"));
                            }
                        }
                    });
                }
            });
        }
        TypeKind::Array(array) if model.layouts.holds_elements(graph, node) => {
            w.block(&format!("struct {name}"), "};", |w| {
                let element = array.element;
                let (item, ctype) = (item_type(model, element), model.layouts.ctype(element));
                let behind = own_length(model, element, ctype);
                let star = if matches!(ctype, CType::Pointer(_)) { "*" } else { "" };
                let item = item.trim_end_matches([' ', '*']).to_owned();
                w.line(&format!("{item} {star}items[{}]{behind};", array.size.min));
            });
        }
        TypeKind::Array(array) => w.block(&format!("struct {name}"), "};", |w| {
            w.line(&format!("{} *items;", item_type(model, array.element)));
            w.line("size_t count;");
            kept(w, model, node);
        }),
        _ => w.block(&format!("struct {name}"), "};", |w| {
            let fields = graph.fields_of(node);
            let flags = &model.layouts.of(node).flags;
            for &field in flags {
                w.line(&format!("bool has_{};", model.names.member(field)));
            }
            let members: Vec<String> = fields.iter().filter_map(|field| member_line(model, *field)).collect();
            let empty = members.is_empty() && flags.is_empty();
            members.iter().for_each(|line| w.line(line));
            if let Some(link) = model.layouts.link(node) {
                w.line(&format!("{name} *{};", model.names.member(link)));
            }
            kept(w, model, node);
            if empty && !graph.kept.contains(&node) {
                w.line("uint8_t nothing; /* C has no empty struct */");
            }
        }),
    }
    w.blank();
}

/// Prints the member for the bytes as received.
fn kept(w: &mut Writer, model: &Model<'_>, node: TypeId) {
    if let Some(name) = model.names.kept.get(&node) {
        w.line(&format!(
            "stubc_slice {name}; /* the whole encoding as received, sent as it is unless its length is 0 */"
        ));
    }
}

fn prototypes(w: &mut Writer, model: &Model<'_>) {
    if model.options.rpc.any() {
        model.code.declarations(w, model);
    }
    for root in model.options.roots.iter().filter(|root| root.entry_points) {
        let largest = crate::model::encoded_max::encoded_max(model.graph, root.ty, model.options.rules);
        if let Some(octets) = largest.filter(|octets| root.encode && *octets > 0) {
            let name = model.names.stem(root.ty);
            w.line(&format!(
                "#define {name}_ENCODED_MAX {octets} /* octets of the largest encoding of a value that is permitted */"
            ));
        }
        w.line(&format!("extern const stubc_root {};", crate::c::roots::root_name(model, root)));
        for signature in crate::c::roots::signatures(model, root) {
            signature.declare(w, model);
        }
        w.blank();
    }
    if model.options.instrument {
        crate::c::instrument::prototypes(w, model);
    }
}

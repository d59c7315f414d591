//! Prints `NAME.h`: the types, which do not depend on the plan, and the entry points.

use crate::c::escape::{MADE, comment};
use crate::c::remarks::Remarks;
use crate::c::specified;
use crate::c::values;
use crate::c::writer::Writer;
use crate::model::Model;
use crate::model::layout::{CType, is_linked};
use crate::model::names::{identifier, is_enumerator};
use crate::stub::Node;
use num_bigint::BigInt;
use std::collections::BTreeSet;
use syntax_graph::{Array, FieldId, FloatWidth, IntegerRepr, Scalar, TypeId, TypeKind, Union};

/// The most characters of a declaration and its comment on one line.
const LONGEST: usize = 104;

/// Returns the text of the header.
pub fn header(model: &Model<'_>, name: &str, remarks: &Remarks) -> String {
    // It gets the prefix later; no name of a specification begins so.
    let guard = format!("STUBC_HEADER_OF_{}", identifier(name));
    let mut w = Writer::new();
    w.lines(&remarks.head(&format!("{name}: types and entry points {MADE}"), &remarks.summary));
    w.line(&format!("#ifndef {guard}"));
    w.line(&format!("#define {guard}"));
    w.blank();
    w.line("#include \"stubc_rt.h\"");
    w.blank();
    w.line(&format!("#ifndef STUBC_FOR_{}", identifier(name)));
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
        let declaration = format!("typedef {ctype} {}{length};", model.names.ty(ty));
        annotated(&mut w, &declaration, &remarks.of_definition(model, ty));
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

/// Prints the constants of enumerations, named numbers and named bits. Numbers beyond 16 bits are macros,
/// printed before the enum of the others.
fn constants(w: &mut Writer, model: &Model<'_>) {
    let mut printed = BTreeSet::new();
    let all: Vec<(&(TypeId, usize), &String)> = model.names.items.iter().collect();
    for group in all.chunk_by(|one, other| one.0.0 == other.0.0) {
        let ty = group[0].0.0;
        let items: &[(String, BigInt)] = match model.graph.kind(ty) {
            TypeKind::Scalar(Scalar::Enumerated(enumeration)) => &enumeration.items,
            TypeKind::Scalar(Scalar::Integer(integer)) => &integer.named,
            TypeKind::Scalar(Scalar::BitString { named, .. }) => named,
            _ => continue,
        };
        // Elements of lists share them with the definition that they are written in.
        let own = group.iter().filter(|(_, name)| printed.insert(*name));
        let (small, large): (Vec<_>, Vec<_>) =
            own.map(|(key, name)| (name, &items[key.1].1)).partition(|(_, value)| is_enumerator(value));
        for (name, value) in large {
            w.line(&format!("#define {name} {}", crate::c::expr::integer_constant(value)));
        }
        if small.is_empty() {
            continue;
        }
        let tag = model.names.item_enums.get(&ty).map(|name| format!(" {name}")).unwrap_or_default();
        w.block(&format!("enum{tag}"), "};", |w| {
            small.iter().for_each(|(name, value)| w.line(&format!("{name} = {value},")));
        });
        w.blank();
    }
}

/// Returns the C type of a scalar, or of a reference to a node, and the array length after a declared name.
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

/// Returns the array length after the name of a member of this type.
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

/// Prints the member of a field, if it has one, with its specification in a comment.
fn member(w: &mut Writer, model: &Model<'_>, remarks: &Remarks, field: FieldId) {
    let name = model.names.member(field);
    let declaration = match model.layouts.ctype(field) {
        CType::Nothing => return,
        CType::Pointer(node) => format!("{} *{name};", model.names.ty(node)),
        ctype => format!("{} {name}{};", item_type(model, field), own_length(model, field, ctype)),
    };
    annotated(w, &declaration, &remarks.of_field(model, field));
}

/// Prints a declaration with a comment: after it, or before it if the line would be too long.
fn annotated(w: &mut Writer, declaration: &str, text: &str) {
    if text.is_empty() {
        w.line(declaration);
    } else if declaration.len() + text.len() > LONGEST {
        w.comment(text);
        w.line(declaration);
    } else {
        w.line(&format!("{declaration} {}", comment(text)));
    }
}

/// Returns the array length after a member's name, unless the member's typedef has it.
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

fn structure(w: &mut Writer, model: &Model<'_>, remarks: &Remarks, node: TypeId) {
    let name = model.names.ty(node);
    w.comment(&remarks.title(model, Node::general(node)));
    match &model.graph.types[node].kind {
        TypeKind::Union(union) => {
            kinds(w, model, node, &union.arms);
            w.block(&format!("struct {name}"), "};", |w| arms(w, model, remarks, node, union));
        }
        TypeKind::Open(open) => {
            kinds(w, model, node, &open.arms);
            w.block(&format!("struct {name}"), "};", |w| alternatives(w, model, remarks, node, &open.arms));
        }
        TypeKind::Array(array) => {
            w.block(&format!("struct {name}"), "};", |w| elements(w, model, remarks, node, array));
        }
        _ => w.block(&format!("struct {name}"), "};", |w| components(w, model, remarks, node)),
    }
    w.blank();
}

/// Prints the constants that select an arm; in a discriminated union the discriminant has them.
fn kinds(w: &mut Writer, model: &Model<'_>, node: TypeId, arms: &[FieldId]) {
    if let Some(name) = model.names.kind_enums.get(&node) {
        w.block(&format!("enum {name}"), "};", |w| {
            for (index, arm) in arms.iter().enumerate() {
                w.line(&format!("{} = {},", model.names.kinds[arm], index + 1));
            }
        });
    }
}

/// Prints the members of a CHOICE or a discriminated union.
fn arms(w: &mut Writer, model: &Model<'_>, remarks: &Remarks, node: TypeId, union: &Union) {
    if let Some(discriminant) = &union.discriminant {
        member(w, model, remarks, discriminant.field);
    }
    if let Some(name) = model.names.kind_enums.get(&node) {
        let kind = if union.arms.len() > 255 { "uint16_t" } else { "uint8_t" };
        let unknown =
            if union.extensible { "; 0: an alternative that the specification did not know" } else { "" };
        w.line(&format!("{kind} kind; /* enum {name}{unknown} */"));
    }
    if has_arms(model, node) {
        w.block("union", "} u;", |w| {
            if union.extensible && union.discriminant.is_none() {
                w.line("stubc_slice unknown; /* its whole encoding */");
            }
            union.arms.iter().for_each(|arm| member(w, model, remarks, *arm));
        });
    }
    kept(w, model, node);
}

/// Prints the members of an open type whose alternatives are decoded.
fn alternatives(w: &mut Writer, model: &Model<'_>, remarks: &Remarks, node: TypeId, arms: &[FieldId]) {
    w.line("stubc_slice raw; /* the whole encoding as received; sent when kind is 0 */");
    if let Some(name) = model.names.kind_enums.get(&node) {
        annotated(
            w,
            "uint16_t kind;",
            &format!("enum {name}, what is decoded and sent; 0: the governor's value is not known"),
        );
    }
    if has_arms(model, node) {
        w.block("union", "} u;", |w| {
            for &arm in arms.iter().filter(|arm| model.layouts.ctype(**arm) != CType::Nothing) {
                let declaration = format!("{} *{};", item_type(model, arm), model.names.member(arm));
                annotated(w, &declaration, &remarks.of_field(model, arm));
            }
        });
    }
}

/// Prints the members of an array.
fn elements(w: &mut Writer, model: &Model<'_>, remarks: &Remarks, node: TypeId, array: &Array) {
    let element = array.element;
    let item = item_type(model, element);
    let about = remarks.of_field(model, element);
    if model.layouts.holds_elements(model.graph, node) {
        let ctype = model.layouts.ctype(element);
        let behind = own_length(model, element, ctype);
        let star = if matches!(ctype, CType::Pointer(_)) { "*" } else { "" };
        let item = item.trim_end_matches([' ', '*']);
        annotated(w, &format!("{item} {star}items[{}]{behind};", array.size.min), &about);
        return;
    }
    annotated(w, &format!("{item} *items;"), &about);
    match specified::count(&array.size) {
        Some(count) => w.line(&format!("size_t count; /* {count} */")),
        None => w.line("size_t count;"),
    }
    kept(w, model, node);
}

/// Prints the members of a SEQUENCE, SET or struct.
fn components(w: &mut Writer, model: &Model<'_>, remarks: &Remarks, node: TypeId) {
    let fields = model.graph.fields_of(node);
    let flags = &model.layouts.of(node).flags;
    for &field in flags {
        w.line(&format!("bool has_{};", model.names.member(field)));
    }
    fields.iter().for_each(|field| member(w, model, remarks, *field));
    if let Some(link) = model.layouts.link(node) {
        let declaration = format!("{} *{};", model.names.ty(node), model.names.member(link));
        annotated(w, &declaration, "the next element; NULL: the last one");
    }
    if let Some(name) = model.names.unknown.get(&node) {
        annotated(w, &format!("stubc_unknown {name};"), "additions that this specification does not know");
    }
    kept(w, model, node);
    let is_empty =
        flags.is_empty() && fields.iter().all(|field| model.layouts.ctype(*field) == CType::Nothing);
    let holds_more = model.graph.kept.contains(&node) || model.graph.extended.contains(&node);
    if is_empty && !holds_more {
        w.line("uint8_t nothing; /* C has no empty struct */");
    }
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
        let arena = crate::model::arena_max::arena_max(model, root.ty).filter(|_| root.decode);
        if let Some(octets) = arena {
            let name = model.names.stem(root.ty);
            w.line(&format!(
                "#define {name}_ARENA_MAX {octets} /* bytes of an arena in which any value can be decoded */"
            ));
        }
        w.line(&format!("extern const stubc_root {};", crate::c::roots::root_name(model, root)));
        for signature in crate::c::roots::signatures(model, root) {
            signature.declare(w, model);
        }
        w.blank();
    }
    crate::c::shapes::declarations(w, model);
    if model.options.instrument {
        crate::c::instrument::prototypes(w, model);
    }
}

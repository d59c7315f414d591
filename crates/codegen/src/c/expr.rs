//! C expressions that all rules and both directions use.

use crate::c::helpers::SAME;
use crate::c::writer::Writer;
use crate::model::Model;
use crate::program::DefaultValue;
use syntax_graph::{FieldId, IntegerRepr, TypeId, TypeKind};

/// Returns member `name` of the struct `value`, which is `*v` or an lvalue.
pub fn member(value: &str, name: &str) -> String {
    match value.strip_prefix('*') {
        Some(pointer) => format!("{pointer}->{name}"),
        None => format!("{value}.{name}"),
    }
}

/// Returns the address of an lvalue.
pub fn address(value: &str) -> String {
    match value.strip_prefix('*') {
        Some(pointer) => pointer.to_owned(),
        None => format!("&{value}"),
    }
}

/// Returns the lvalue of a field in the struct `value`; arms are in its union. The lvalue of an element is
/// `value`.
pub fn place(model: &Model<'_>, value: &str, field: Option<FieldId>) -> String {
    let Some(field) = field else { return value.to_owned() };
    let name = model.names.member(field);
    match model.graph.types[model.graph.fields[field].owner].kind {
        TypeKind::Union(_) => member(value, &format!("u.{name}")),
        TypeKind::Array(_) => value.to_owned(),
        TypeKind::Open(_) => format!("*{}", member(value, &format!("u.{name}"))),
        _ => member(value, name),
    }
}

/// Returns the presence flag of a field.
pub fn flag(model: &Model<'_>, value: &str, field: Option<FieldId>) -> String {
    let name = field.map_or("", |field| model.names.member(field));
    member(value, &format!("has_{name}"))
}

/// Returns the short name of a representation: `u8` to `i64`.
pub fn repr_name(repr: IntegerRepr) -> &'static str {
    match repr {
        IntegerRepr::I8 => "i8",
        IntegerRepr::U8 => "u8",
        IntegerRepr::I16 => "i16",
        IntegerRepr::U16 => "u16",
        IntegerRepr::I32 => "i32",
        IntegerRepr::U32 => "u32",
        IntegerRepr::I64 => "i64",
        IntegerRepr::U64 => "u64",
        IntegerRepr::Bytes => "bytes",
    }
}

/// Returns an integer as a C constant.
pub fn integer_constant(value: &num_bigint::BigInt) -> String {
    let text = value.to_string();
    if text == i64::MIN.to_string() {
        return "INT64_MIN".to_owned();
    }
    match i32::try_from(value) {
        Ok(_) => text,
        Err(_) if i64::try_from(value).is_ok() => format!("INT64_C({text})"),
        Err(_) => format!("UINT64_C({text})"),
    }
}

/// Returns a size as a C constant.
pub fn size_constant(size: u64) -> String {
    if i64::try_from(size).is_ok() { size.to_string() } else { format!("UINT64_C({size})") }
}

/// Returns the operation that compares strings of a type.
pub fn string_operation(model: &Model<'_>, ty: TypeId) -> &'static str {
    let encoding = model.options.rules.encoding();
    model.graph.scalar(ty).map_or(WHOLE, |scalar| encoding.string_operation(scalar))
}

/// The operation that compares whole elements.
pub const WHOLE: &str = "OCTETS";

/// Returns the condition that a string equals the known string with this index.
pub fn same(w: &mut Writer, op: &str, lvalue: &str, slice: Option<usize>) -> String {
    let index = slice.unwrap_or(0);
    let same = w.call(SAME);
    format!("{same}({}, &stubc_default_slices[{index}], STUBC_OP_{op})", address(lvalue))
}

/// Prints `(void)name;` for each parameter that comes with true.
pub fn unused(w: &mut Writer, parameters: &[(&str, bool)]) {
    parameters.iter().filter(|(_, unused)| *unused).for_each(|(name, _)| w.line(&format!("(void){name};")));
}

/// Returns the condition that the lvalue of a field holds its default.
pub fn is_default(
    w: &mut Writer,
    model: &Model<'_>,
    field: Option<FieldId>,
    value: &DefaultValue,
    lvalue: &str,
) -> String {
    compared(w, model, (field, lvalue), value, true)
}

/// Returns the condition that the lvalue of a field holds another value than its default.
pub fn is_not_default(
    w: &mut Writer,
    model: &Model<'_>,
    field: Option<FieldId>,
    value: &DefaultValue,
    lvalue: &str,
) -> String {
    compared(w, model, (field, lvalue), value, false)
}

/// Returns the condition that a field's lvalue is, or is not, `equal` to its default.
fn compared(
    w: &mut Writer,
    model: &Model<'_>,
    (field, lvalue): (Option<FieldId>, &str),
    value: &DefaultValue,
    equal: bool,
) -> String {
    let (operator, not) = if equal { ("==", "") } else { ("!=", "!") };
    match (value, field) {
        (DefaultValue::Boolean(value), _) if *value == equal => lvalue.to_owned(),
        (DefaultValue::Boolean(_), _) => format!("!{lvalue}"),
        (DefaultValue::Integer(number), _) => format!("{lvalue} {operator} {}", integer_constant(number)),
        (DefaultValue::EmptyArray, _) => format!("{} {operator} 0", member(lvalue, "count")),
        (DefaultValue::Slice(_) | DefaultValue::Bits(..) | DefaultValue::Encoded(_), Some(field)) => {
            let op = string_operation(model, model.graph.fields[field].target);
            format!("{not}{}", same(w, op, lvalue, model.default_slice(value)))
        }
        _ => equal.to_string(),
    }
}

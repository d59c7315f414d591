//! DEFAULTs that stubs could not fill in: numbers that C does not hold, and strings beyond the limit.

use crate::stub::Node;
use num_bigint::BigInt;
use syntax_graph::{Diagnostic, Scalar, SyntaxGraph, TypeId, TypeKind, Value};

/// Returns the errors of fields whose DEFAULT holds a number that the C type does not. A decoder would fill in another.
pub fn too_wide(graph: &SyntaxGraph, nodes: &[Node]) -> Vec<Diagnostic> {
    let fields = nodes.iter().flat_map(|node| graph.fields_of(node.ty)).copied();
    let wide = fields.filter_map(|field| {
        let number = wide(graph, graph.fields[field].target, graph.default_value(field)?)?;
        let field = &graph.fields[field];
        let message = format!("the DEFAULT of `{}` holds {number}, which its C type does not", field.name);
        let help = "`integer = \"bytes\"` in the configuration makes a type hold any value";
        Some(Diagnostic::error("default-range", field.span, message).with_help(help))
    });
    wide.collect()
}

/// Returns the first number in a value of a type that its C type does not hold. An open type holds its encoding.
fn wide<'v>(graph: &SyntaxGraph, ty: TypeId, value: &'v Value) -> Option<&'v BigInt> {
    let of = |field, value: &'v Value| wide(graph, graph.fields[field].target, value);
    match (graph.kind(ty), value) {
        (TypeKind::Scalar(scalar), Value::Integer(number)) => {
            let repr = match scalar {
                Scalar::Integer(integer) => integer.repr,
                Scalar::Enumerated(enumeration) => enumeration.repr(),
                _ => return None,
            };
            let (least, most) = repr.limits()?;
            (*number < least || *number > most).then_some(number)
        }
        (_, Value::Structure(fields)) => fields.iter().find_map(|(field, value)| of(*field, value)),
        (TypeKind::Array(array), Value::Array(values)) => {
            values.iter().find_map(|value| of(array.element, value))
        }
        (_, Value::Union(arm, value)) => of(*arm, value),
        (_, Value::Kept(value, _) | Value::Extended(value, _)) => wide(graph, ty, value),
        _ => None,
    }
}

/// Bytes for the headers of one value and its governor, no fewer than any rule takes.
const HEADERS: usize = 16;

/// Returns the errors of fields whose DEFAULT may hold a string beyond the limit. Decoders do not compare strings that
/// they fill in, and an encoding of the value must fit where a decoder reads it.
pub fn beyond(graph: &SyntaxGraph, most: Option<u32>, nodes: &[Node]) -> Vec<Diagnostic> {
    let Some(most) = most else { return Vec::new() };
    let fields = nodes.iter().flat_map(|node| graph.fields_of(node.ty)).copied();
    let lengths = fields.filter_map(|field| Some((field, length(graph.default_value(field)?))));
    let beyond = lengths.filter(|(_, length)| *length > most as usize);
    beyond
        .map(|(field, length)| {
            let field = &graph.fields[field];
            let message = format!(
                "the DEFAULT of `{}` takes up to {length} bytes, and `--max-string` allows {most}",
                field.name
            );
            let help = format!("set --max-string to {length} or more");
            Diagnostic::error("max-string", field.span, message).with_help(help)
        })
        .collect()
}

/// Returns the most bytes of a value's encoding.
fn length(value: &Value) -> usize {
    let own = match value {
        Value::Octets(octets)
        | Value::Chars(octets)
        | Value::Oid(octets)
        | Value::Real(octets)
        | Value::Open(octets)
        | Value::UnknownArm(octets)
        | Value::Bits { octets, .. } => octets.len(),
        Value::Integer(number) => number.to_signed_bytes_be().len(),
        Value::Structure(fields) => fields.iter().map(|(_, value)| length(value)).sum(),
        Value::Array(values) => values.iter().map(length).sum(),
        Value::Union(_, value)
        | Value::Switch { value, .. }
        | Value::Known(_, value)
        | Value::Kept(value, _)
        | Value::Extended(value, _) => length(value),
        Value::Boolean(_) | Value::Null => 0,
    };
    own + HEADERS
}

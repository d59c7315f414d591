//! Values as JSON and back, by `docs/semantics.md` section 1.

mod read;
mod text;

use crate::ber::is_one_element;
use crate::codec::Codec;
use crate::nesting::{json_levels, value_levels, with_stack};
use num_bigint::BigInt;
use serde_json::{Map, Number, Value as Json};
use std::str::FromStr;
use syntax_graph::value::oid_arcs;
use syntax_graph::{Scalar, SyntaxGraph, TypeId, TypeKind, Union, Value};

/// The member name of an unknown arm of an extensible union.
const UNKNOWN_ARM: &str = "...";

/// JSON that is not a value of the type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// The path of the wrong member: `Module.Type.field[3].field`.
    pub path: String,
    /// The error and the expected JSON.
    pub message: String,
}

impl std::fmt::Display for JsonError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

impl std::error::Error for JsonError {}

/// Returns a value of type `ty` as JSON. Parts that are not of the type become `null`; decoders make no such
/// parts.
pub fn to_json(graph: &SyntaxGraph, ty: TypeId, value: &Value) -> Json {
    with_stack(value_levels(value), || show(graph, ty, value))
}

/// Returns the value of type `ty` for a JSON value: the inverse of [`to_json`].
///
/// DEFAULT members may be absent. Constraints are not checked: decoders do not check them either, and
/// encoders make their own checks. Deep recursion is safe here, but serde_json by default reads text only 128
/// levels deep.
///
/// # Errors
/// The JSON is not a value of the type; the error holds the path of the member.
pub fn from_json(graph: &SyntaxGraph, ty: TypeId, json: &Json) -> Result<Value, JsonError> {
    with_stack(json_levels(json), || read::Reader::new(graph, ty, &is_one_element).value(ty, json))
}

impl Codec<'_> {
    /// Returns the value of type `ty` for a JSON value, as [`from_json`] does. Open types and unknown arms are
    /// encodings under the codec's rules.
    ///
    /// # Errors
    /// Those of [`from_json`].
    pub fn read_json(&self, ty: TypeId, json: &Json) -> Result<Value, JsonError> {
        with_stack(json_levels(json), || {
            let is_whole = |octets: &[u8]| self.is_whole(octets);
            read::Reader::new(self.graph(), ty, &is_whole).value(ty, json)
        })
    }
}

fn show(graph: &SyntaxGraph, ty: TypeId, value: &Value) -> Json {
    let value = value.plain();
    match (graph.kind(ty), value) {
        (TypeKind::Scalar(scalar), _) => show_scalar(scalar, value),
        (
            TypeKind::Union(Union { discriminant: Some(known), .. }),
            Value::Switch { discriminant, arm, value },
        ) => {
            let chooser = &graph.fields[known.field];
            let number = match graph.scalar(chooser.target) {
                Some(Scalar::Boolean) => Value::Boolean(*discriminant != BigInt::from(0)),
                _ => Value::Integer(discriminant.clone()),
            };
            let mut members = Map::new();
            members.insert(chooser.name.clone(), show(graph, chooser.target, &number));
            // An arm without data has no member.
            if **value != Value::Null {
                let node = &graph.fields[*arm];
                members.insert(node.name.clone(), show(graph, node.target, value));
            }
            Json::Object(members)
        }
        (TypeKind::Structure(_), Value::Structure(values)) => {
            let mut members = Map::new();
            for (field, value) in values {
                let node = &graph.fields[*field];
                members.insert(node.name.clone(), show(graph, node.target, value));
            }
            Json::Object(members)
        }
        (TypeKind::Union(_), Value::Union(arm, value)) => {
            let node = &graph.fields[*arm];
            one_member(&node.name, show(graph, node.target, value))
        }
        (TypeKind::Union(_), Value::UnknownArm(octets)) => one_member(UNKNOWN_ARM, hex(octets).into()),
        (TypeKind::Array(array), Value::Array(values)) => {
            let element = graph.fields[array.element].target;
            values.iter().map(|value| show(graph, element, value)).collect()
        }
        (TypeKind::Open(_), Value::Open(octets)) => hex(octets).into(),
        (TypeKind::Open(_), Value::Known(arm, value)) => show(graph, graph.fields[*arm].target, value),
        _ => Json::Null,
    }
}

fn show_scalar(scalar: &Scalar, value: &Value) -> Json {
    match (scalar, value) {
        (_, Value::Boolean(value)) => (*value).into(),
        (Scalar::Enumerated(enumeration), Value::Integer(number)) => {
            match enumeration.items.iter().find(|item| item.1 == *number) {
                Some(item) => item.0.clone().into(),
                None => integer(number),
            }
        }
        (_, Value::Integer(number)) => integer(number),
        (_, Value::Real(octets)) => one_member("hex", hex(octets).into()),
        (Scalar::BitString { size, .. }, Value::Bits { octets, length }) => {
            if size.fixed() == Some(*length) {
                return hex(octets).into();
            }
            let mut members = Map::new();
            members.insert("value".to_owned(), hex(octets).into());
            members.insert("length".to_owned(), (*length).into());
            Json::Object(members)
        }
        (_, Value::Octets(octets)) => hex(octets).into(),
        (_, Value::Oid(contents)) => match oid_arcs(contents, matches!(scalar, Scalar::RelativeOid)) {
            Some(arcs) => arcs.iter().map(ToString::to_string).collect::<Vec<_>>().join(".").into(),
            None => Json::Null,
        },
        (Scalar::Characters { kind, .. }, Value::Chars(octets)) => match text::to_string(*kind, octets) {
            Some(string) => string.into(),
            None => one_member("hex", hex(octets).into()),
        },
        (_, Value::Chars(octets)) => text::latin1(octets).into(),
        _ => Json::Null,
    }
}

fn integer(number: &BigInt) -> Json {
    Number::from_str(&number.to_string()).map_or(Json::Null, Json::Number)
}

fn one_member(name: &str, value: Json) -> Json {
    Json::Object(Map::from_iter([(name.to_owned(), value)]))
}

/// Returns bytes as upper-case hexadecimal digits.
pub fn hex(octets: &[u8]) -> String {
    data_encoding::HEXUPPER.encode(octets)
}

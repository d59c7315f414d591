//! Compares decoded values with the JSON of the collection, which is in the dialects of the tools that made it.

use interp_runtime::Codec;
use serde_json::{Map, Value as Json};
use syntax_graph::constraint::Elements;
use syntax_graph::value::oid_arcs;
use syntax_graph::*;

pub struct Comparison<'c, 'g> {
    pub codec: &'c Codec<'g>,
}

type Compared = Result<(), String>;

fn differ(found: &impl std::fmt::Debug, expected: &Json) -> Compared {
    Err(format!("found {found:?}, expected {expected}"))
}

impl Comparison<'_, '_> {
    pub fn root(&self, ty: TypeId, value: &Value, expected: &Json) -> Compared {
        self.value(ty, &self.codec.graph().constraints_of_type(ty), value, expected)
    }

    fn field(&self, field: FieldId, value: &Value, expected: &Json) -> Compared {
        let graph = self.codec.graph();
        let node = &graph.fields[field];
        let compared = self.value(node.target, &graph.constraints_of_field(field), value, expected);
        compared.map_err(|fault| format!("{}: {fault}", node.name))
    }

    fn value(&self, ty: TypeId, constraints: &[&Constraint], value: &Value, expected: &Json) -> Compared {
        let graph = self.codec.graph();
        match (graph.kind(ty), value, expected) {
            (TypeKind::Structure(structure), Value::Structure(values), Json::Object(members)) => {
                self.structure(&structure.fields, values, members)
            }
            (TypeKind::Union(_), Value::Union(arm, value), Json::Object(members)) => {
                let name = &graph.fields[*arm].name;
                match members.get(name) {
                    Some(expected) if members.len() == 1 => self.field(*arm, value, expected),
                    _ => differ(name, expected),
                }
            }
            (TypeKind::Array(array), Value::Array(values), Json::Array(elements)) => {
                if values.len() != elements.len() {
                    return differ(&values.len(), expected);
                }
                let mut left: Vec<&Json> = elements.iter().collect();
                for value in values {
                    let fits = |expected: &&Json| self.field(array.element, value, expected);
                    let found = match array.order {
                        Order::Ordered => fits(&left[0]).map(|()| 0)?,
                        Order::Unordered => {
                            let found = left.iter().position(|expected| fits(expected).is_ok());
                            found.ok_or_else(|| format!("no element is {value:?}"))?
                        }
                    };
                    left.remove(found);
                }
                Ok(())
            }
            (TypeKind::Open(open), Value::Known(arm, value), _) => {
                assert!(open.arms.contains(arm), "an arm must belong to its open type");
                self.maybe_wrapped(graph.fields[*arm].target, value, expected)
            }
            (TypeKind::Open(_), Value::Open(octets), _) if Some(octets) == hex(expected).as_ref() => Ok(()),
            (TypeKind::Scalar(scalar), value, expected) => {
                self.scalar(scalar, value, expected).or_else(|fault| match (value, contained(constraints)) {
                    (Value::Octets(octets), Some(inner)) => {
                        let value =
                            self.codec.decode_exact(inner, octets).map_err(|error| error.to_string())?;
                        self.maybe_wrapped(inner, &value, expected)
                    }
                    (Value::Bits { octets, .. }, Some(inner)) => {
                        let value =
                            self.codec.decode(inner, octets).map_err(|error| error.to_string())?.value;
                        self.maybe_wrapped(inner, &value, expected)
                    }
                    _ => Err(fault),
                })
            }
            _ => differ(value, expected),
        }
    }

    /// Compares a value with JSON that may have the name of the type around it, as one tool writes it.
    fn maybe_wrapped(&self, ty: TypeId, value: &Value, expected: &Json) -> Compared {
        let wrapped = expected.as_object().filter(|members| members.len() == 1);
        self.root(ty, value, expected).or_else(|fault| {
            match wrapped.and_then(|members| members.values().next()) {
                Some(inner) => self.root(ty, value, inner).map_err(|_| fault),
                None => Err(fault),
            }
        })
    }

    fn structure(
        &self,
        fields: &[FieldId],
        values: &[(FieldId, Value)],
        members: &Map<String, Json>,
    ) -> Compared {
        let graph = self.codec.graph();
        let named = |name: &String| fields.iter().any(|field| graph.fields[*field].name == *name);
        if let Some(other) = members.keys().find(|name| !named(name)) {
            // One tool shows unknown additions under names of its own.
            return if other.starts_with('_') { Ok(()) } else { Err(format!("no member is named {other}")) };
        }
        for field in fields {
            let given = values.iter().find(|(own, _)| own == field).map(|(_, value)| value);
            match (given, members.get(&graph.fields[*field].name)) {
                (Some(value), Some(expected)) => self.field(*field, value, expected)?,
                (Some(value), None) if graph.default_value(*field) == Some(value) => {}
                (None, None) => {}
                (given, expected) => {
                    return Err(format!("{}: {given:?}, {expected:?}", graph.fields[*field].name));
                }
            }
        }
        Ok(())
    }

    fn scalar(&self, scalar: &Scalar, value: &Value, expected: &Json) -> Compared {
        let is_same = match (scalar, value) {
            (_, Value::Boolean(value)) => expected == &Json::Bool(*value),
            (Scalar::Enumerated(enumeration), Value::Integer(number)) => {
                let item = enumeration.items.iter().find(|item| item.1 == *number);
                item.is_some_and(|item| expected.as_str() == Some(item.0.as_str()))
            }
            (_, Value::Integer(number)) => text(expected) == number.to_string(),
            (_, Value::Null) => true,
            (_, Value::Real(octets)) => real(octets).is_some_and(|number| is_number(number, expected)),
            // Of long strings, the collection gives the length alone.
            (_, Value::Octets(octets)) => match expected.get("hex-length").and_then(Json::as_u64) {
                Some(length) => octets.len() as u64 == length,
                None => hex(expected.get("hex").unwrap_or(expected)).as_ref() == Some(octets),
            },
            (Scalar::BitString { named, .. }, Value::Bits { octets, length }) => {
                bits(octets, *length, !named.is_empty(), expected)
            }
            (_, Value::Oid(contents)) => {
                let arcs = oid_arcs(contents, matches!(scalar, Scalar::RelativeOid)).unwrap_or_default();
                let arcs: Vec<String> = arcs.iter().map(ToString::to_string).collect();
                expected.as_str() == Some(arcs.join(".").as_str())
            }
            (Scalar::Characters { kind, .. }, Value::Chars(octets)) => {
                let points = kind.code_points(octets).unwrap_or_default();
                let string: Option<String> = points.into_iter().map(char::from_u32).collect();
                string.as_deref() == expected.as_str()
            }
            (_, Value::Chars(octets)) => expected.as_str().map(str::as_bytes) == Some(octets),
            _ => false,
        };
        if is_same { Ok(()) } else { differ(value, expected) }
    }
}

/// Returns the type that CONTAINING names.
fn contained(constraints: &[&Constraint]) -> Option<TypeId> {
    constraints.iter().find_map(|constraint| match &constraint.root {
        Some(Elements::Contents { contained, .. }) => *contained,
        Some(Elements::Intersection(parts)) => parts.iter().find_map(|part| match part {
            Elements::Contents { contained, .. } => *contained,
            _ => None,
        }),
        _ => None,
    })
}

fn text(json: &Json) -> String {
    json.as_str().map_or_else(|| json.to_string(), str::to_owned)
}

fn hex(json: &Json) -> Option<Vec<u8>> {
    data_encoding::HEXLOWER_PERMISSIVE.decode(json.as_str()?.as_bytes()).ok()
}

/// The bits as `{"bits": "1011"}` or as hexadecimal bytes. Trailing zeros of named bits do not count.
fn bits(octets: &[u8], length: u64, is_named: bool, expected: &Json) -> bool {
    let own: String = (0..length)
        .map(|at| if octets[(at / 8) as usize] >> (7 - at % 8) & 1 == 1 { '1' } else { '0' })
        .collect();
    if let Some(bits) = expected.get("bits").and_then(Json::as_str) {
        let trim =
            |bits: &str| if is_named { bits.trim_end_matches('0').to_owned() } else { bits.to_owned() };
        return trim(bits) == trim(&own);
    }
    if let Some(expected) = expected.get("bits-length").and_then(Json::as_u64) {
        return length == expected;
    }
    let expected = expected.get("value").unwrap_or(expected);
    let trim = |octets: &[u8]| {
        let end = octets.iter().rposition(|octet| *octet != 0 || !is_named).map_or(0, |last| last + 1);
        octets[..end].to_vec()
    };
    hex(expected).is_some_and(|expected| trim(&expected) == trim(octets))
}

/// Returns the number of contents octets of a REAL (X.690 clause 8.5).
fn real(octets: &[u8]) -> Option<f64> {
    match octets {
        [] => Some(0.0),
        [0x40] => Some(f64::INFINITY),
        [0x41] => Some(f64::NEG_INFINITY),
        [0x42] => Some(f64::NAN),
        [0x43] => Some(-0.0),
        [first, rest @ ..] if first & 0x80 != 0 => {
            let length = usize::from(first & 3) + 1;
            let (exponent, mantissa) = rest.split_at_checked(length)?;
            let exponent =
                exponent.iter().fold(if exponent[0] & 0x80 != 0 { -1 } else { 0 }, |sum: i32, octet| {
                    sum << 8 | i32::from(*octet)
                });
            let mantissa = mantissa.iter().fold(0_u64, |sum, octet| sum << 8 | u64::from(*octet));
            let sign = if first & 0x40 != 0 { -1.0 } else { 1.0 };
            // Two steps, because 2^-1074 is the least power that a double holds.
            Some(sign * mantissa as f64 * 2_f64.powi(exponent / 2) * 2_f64.powi(exponent - exponent / 2))
        }
        [_, text @ ..] => std::str::from_utf8(text).ok()?.replace(',', ".").trim().parse().ok(),
    }
}

fn is_number(number: f64, expected: &Json) -> bool {
    let expected = text(expected).to_lowercase();
    match expected.as_str() {
        "inf" | "infinity" | "plus-infinity" => number == f64::INFINITY,
        "-inf" | "-infinity" | "minus-infinity" => number == f64::NEG_INFINITY,
        "nan" | "not-a-number" => number.is_nan(),
        other => other.parse::<f64>().is_ok_and(|other| other.total_cmp(&number).is_eq() || other == number),
    }
}

//! Reads values from JSON.

use super::{JsonError, UNKNOWN_ARM, text};
use crate::error::type_name;
use data_encoding::HEXUPPER_PERMISSIVE;
use num_bigint::BigInt;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use std::str::FromStr;
use syntax_graph::opens::{Relation, relations};
use syntax_graph::recursion::recursive_fields;
use syntax_graph::value::oid_contents;
use syntax_graph::{
    Discriminant, Enumeration, FieldId, Scalar, SizeRange, SyntaxGraph, TypeId, TypeKind, Value,
};

/// Reads one value, and keeps the path of the current member for errors.
pub(super) struct Reader<'g> {
    graph: &'g SyntaxGraph,
    path: String,
    relations: BTreeMap<TypeId, Vec<Relation>>,
    /// The arms selected for open types in the enclosing structures.
    selected: BTreeMap<TypeId, FieldId>,
    /// Whether bytes can be the whole encoding of an open type or an unknown arm.
    is_whole: &'g dyn Fn(&[u8]) -> bool,
}

impl<'g> Reader<'g> {
    pub(super) fn new(graph: &'g SyntaxGraph, ty: TypeId, is_whole: &'g dyn Fn(&[u8]) -> bool) -> Self {
        let relations = relations(graph, &recursive_fields(graph));
        Self { graph, path: graph.type_path(ty), relations, selected: BTreeMap::new(), is_whole }
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, JsonError> {
        Err(JsonError { path: self.path.clone(), message: message.into() })
    }

    fn mismatch<T>(&self, expected: &str, json: &Json) -> Result<T, JsonError> {
        let mut found = json.to_string();
        if found.chars().count() > 40 {
            found = found.chars().take(37).collect::<String>() + "...";
        }
        self.error(format!("expected {expected}, found {found}"))
    }

    /// Reads a member of a structure, union or array; `step` is its part of the path.
    fn member(&mut self, field: FieldId, step: &str, json: &Json) -> Result<Value, JsonError> {
        let length = self.path.len();
        self.path.push_str(step);
        let value = self.value(self.graph.fields[field].target, json)?;
        self.path.truncate(length);
        Ok(value)
    }

    pub(super) fn value(&mut self, ty: TypeId, json: &Json) -> Result<Value, JsonError> {
        let graph = self.graph;
        match graph.kind(ty) {
            TypeKind::Scalar(scalar) => self.scalar(scalar, json),
            TypeKind::Structure(structure) => {
                let Json::Object(members) = json else { return self.mismatch("an object", json) };
                let outside = self.select(graph.resolve(ty), members)?;
                let value = self.structure(&structure.fields, members)?;
                for (open, arm) in outside {
                    match arm {
                        Some(arm) => drop(self.selected.insert(open, arm)),
                        None => drop(self.selected.remove(&open)),
                    }
                }
                Ok(value)
            }
            TypeKind::Union(union) => {
                let Json::Object(members) = json else { return self.mismatch("an object", json) };
                if let Some(discriminant) = &union.discriminant {
                    return self.switch(&union.arms, discriminant, members);
                }
                let mut members = members.iter();
                let (Some((name, json)), None) = (members.next(), members.next()) else {
                    return self.mismatch("an object of one member, the chosen arm", json);
                };
                let arm = union.arms.iter().find(|arm| graph.fields[**arm].name == *name);
                match arm {
                    Some(&arm) => {
                        Ok(Value::Union(arm, Box::new(self.member(arm, &format!(".{name}"), json)?)))
                    }
                    None if union.extensible && name == UNKNOWN_ARM => {
                        Ok(Value::UnknownArm(self.element(json)?))
                    }
                    None => self.error(format!("no arm is named \"{name}\"; {}", self.names(&union.arms))),
                }
            }
            TypeKind::Array(array) => {
                let Json::Array(elements) = json else { return self.mismatch("an array", json) };
                let mut values = Vec::new();
                for (index, json) in elements.iter().enumerate() {
                    values.push(self.member(array.element, &format!("[{index}]"), json)?);
                }
                Ok(Value::Array(values))
            }
            TypeKind::Open(_) => match self.selected.get(&graph.resolve(ty)) {
                Some(&arm) => {
                    let target = graph.fields[arm].target;
                    Ok(Value::Known(arm, Box::new(self.value(target, json)?)))
                }
                None => Ok(Value::Open(self.element(json)?)),
            },
            TypeKind::Reference(_) => self.error("the type refers only to itself"),
        }
    }

    /// Reads a discriminated union: the discriminant, and the arm if it has data.
    fn switch(
        &mut self,
        arms: &[FieldId],
        known: &Discriminant,
        members: &Map<String, Json>,
    ) -> Result<Value, JsonError> {
        let graph = self.graph;
        let chooser = &graph.fields[known.field].name;
        let Some(json) = members.get(chooser) else {
            return self.error(format!("member \"{chooser}\" is missing"));
        };
        let discriminant = match self.member(known.field, &format!(".{chooser}"), json)? {
            Value::Boolean(value) => BigInt::from(u8::from(value)),
            Value::Integer(number) => number,
            _ => return self.mismatch("a discriminant", json),
        };
        let Some(index) = known.choose(arms, &discriminant) else {
            return self.error(format!("discriminant {discriminant} selects no arm"));
        };
        let arm = arms[index];
        let name = &graph.fields[arm].name;
        if let Some(other) = members.keys().find(|other| *other != chooser && *other != name) {
            return self
                .error(format!("discriminant {discriminant} selects arm \"{name}\", not \"{other}\""));
        }
        let value = match members.get(name) {
            Some(json) => self.member(arm, &format!(".{name}"), json)?,
            None if graph.scalar(graph.fields[arm].target) == Some(&Scalar::Null) => Value::Null,
            None => return self.error(format!("member \"{name}\" is missing")),
        };
        Ok(Value::Switch { discriminant, arm, value: Box::new(value) })
    }

    /// Selects the arms of the open types that a structure's members govern. Returns the previous selection.
    fn select(
        &mut self,
        ty: TypeId,
        members: &Map<String, Json>,
    ) -> Result<Vec<(TypeId, Option<FieldId>)>, JsonError> {
        let graph = self.graph;
        let mut before = Vec::new();
        for relation in self.relations.get(&ty).cloned().unwrap_or_default() {
            let (last, outer) = relation.governor.split_last().expect("a relation has a governor");
            let inside = outer.iter().try_fold(members, |members, field| {
                members.get(&graph.fields[*field].name).and_then(Json::as_object)
            });
            let governor = match inside.and_then(|members| members.get(&graph.fields[*last].name)) {
                Some(json) => Some(self.value(graph.fields[*last].target, json)?),
                None => inside.and(graph.default_value(*last)).cloned(),
            };
            let old = match governor.and_then(|governor| relation.arm(graph, &governor)) {
                Some(arm) => self.selected.insert(relation.open, arm),
                None => self.selected.remove(&relation.open),
            };
            before.push((relation.open, old));
        }
        Ok(before)
    }

    /// Returns a list of the expected names, for error messages.
    fn names(&self, fields: &[FieldId]) -> String {
        let names: Vec<&str> = fields.iter().map(|field| self.graph.fields[*field].name.as_str()).collect();
        format!("expected {}", names.join(", "))
    }

    fn structure(&mut self, fields: &[FieldId], members: &Map<String, Json>) -> Result<Value, JsonError> {
        let graph = self.graph;
        let named = |name: &str| fields.iter().any(|field| graph.fields[*field].name == name);
        if let Some(name) = members.keys().find(|name| !named(name)) {
            return self.error(format!("no member is named \"{name}\"; {}", self.names(fields)));
        }
        let mut values = Vec::new();
        for &field in fields {
            let name = &graph.fields[field].name;
            match members.get(name) {
                Some(json) => values.push((field, self.member(field, &format!(".{name}"), json)?)),
                None => match graph.default_value(field) {
                    Some(value) => values.push((field, value.clone())),
                    None if graph.may_be_absent(field) => {}
                    None => return self.error(format!("member \"{name}\" is missing")),
                },
            }
        }
        Ok(Value::Structure(values))
    }

    /// Reads one whole element, under the encoding rules, in hexadecimal.
    fn element(&self, json: &Json) -> Result<Vec<u8>, JsonError> {
        let octets = self.octets(json)?;
        if (self.is_whole)(&octets) {
            return Ok(octets);
        }
        self.mismatch("one whole element in hexadecimal", json)
    }

    fn octets(&self, json: &Json) -> Result<Vec<u8>, JsonError> {
        let octets = json.as_str().and_then(|digits| HEXUPPER_PERMISSIVE.decode(digits.as_bytes()).ok());
        match octets {
            Some(octets) => Ok(octets),
            None => self.mismatch("a string of pairs of hexadecimal digits", json),
        }
    }

    /// Returns the bytes of `{"hex": "..."}`.
    fn hex_member(&self, json: &Json) -> Option<Result<Vec<u8>, JsonError>> {
        let members = json.as_object().filter(|members| members.len() == 1)?;
        Some(self.octets(members.get("hex")?))
    }

    fn scalar(&self, scalar: &Scalar, json: &Json) -> Result<Value, JsonError> {
        match (scalar, json) {
            (Scalar::Boolean, Json::Bool(value)) => Ok(Value::Boolean(*value)),
            (Scalar::Integer(_), Json::Number(_)) => self.integer(json),
            (Scalar::Enumerated(enumeration), _) => self.enumerated(enumeration, json),
            (Scalar::Real, Json::Object(_)) => match self.hex_member(json) {
                Some(octets) => Ok(Value::Real(octets?)),
                None => self.mismatch("{\"hex\": \"...\"}", json),
            },
            (Scalar::Float(width), Json::Object(_)) => match self.hex_member(json) {
                Some(Ok(octets)) if octets.len() == width.octets() => Ok(Value::Real(octets)),
                _ => self.mismatch(&format!("{{\"hex\": \"...\"}} of {} octets", width.octets()), json),
            },
            (Scalar::BitString { size, .. }, _) => self.bits(size, json),
            (Scalar::OctetString { .. }, _) => Ok(Value::Octets(self.octets(json)?)),
            (Scalar::Null, Json::Null) => Ok(Value::Null),
            (Scalar::ObjectIdentifier, Json::String(arcs)) => self.oid(arcs, false, json),
            (Scalar::RelativeOid, Json::String(arcs)) => self.oid(arcs, true, json),
            (Scalar::Characters { kind, .. }, Json::String(string)) => {
                self.characters(text::to_octets(*kind, string))
            }
            (Scalar::Characters { .. }, Json::Object(_)) => match self.hex_member(json) {
                Some(octets) => Ok(Value::Chars(octets?)),
                None => self.mismatch("a string or {\"hex\": \"...\"}", json),
            },
            (Scalar::Time(_), Json::String(string)) => self.characters(text::from_latin1(string)),
            _ => self.mismatch(type_name(scalar), json),
        }
    }

    fn characters(&self, octets: Result<Vec<u8>, char>) -> Result<Value, JsonError> {
        match octets {
            Ok(octets) => Ok(Value::Chars(octets)),
            Err(char) => self.error(format!("U+{:04X} is beyond U+00FF", u32::from(char))),
        }
    }

    fn integer(&self, json: &Json) -> Result<Value, JsonError> {
        let number = json.as_number().map(ToString::to_string);
        match number.and_then(|number| BigInt::from_str(&number).ok()) {
            Some(number) => Ok(Value::Integer(number)),
            None => self.mismatch("a whole number without an exponent", json),
        }
    }

    fn enumerated(&self, enumeration: &Enumeration, json: &Json) -> Result<Value, JsonError> {
        let Json::String(name) = json else {
            return if json.is_number() { self.integer(json) } else { self.mismatch("ENUMERATED", json) };
        };
        match enumeration.items.iter().find(|item| item.0 == *name) {
            Some(item) => Ok(Value::Integer(item.1.clone())),
            None => {
                let names: Vec<&str> = enumeration.items.iter().map(|item| item.0.as_str()).collect();
                self.mismatch(&format!("one of {}", names.join(", ")), json)
            }
        }
    }

    fn bits(&self, size: &SizeRange, json: &Json) -> Result<Value, JsonError> {
        let (octets, length) = match (json, size.fixed()) {
            (Json::String(_), Some(length)) => (self.octets(json)?, Some(length)),
            (Json::Object(members), _) if members.len() == 2 => {
                let octets = self.octets(members.get("value").unwrap_or(&Json::Null))?;
                (octets, members.get("length").and_then(Json::as_u64))
            }
            _ => return self.mismatch("{\"value\": \"...\", \"length\": n}", json),
        };
        let Some(length) = length.filter(|length| octets.len() as u64 == length.div_ceil(8)) else {
            return self.mismatch("as many octets as the length in bits fills", json);
        };
        let unused = (8 - length % 8) % 8;
        if octets.last().is_some_and(|last| u64::from(last.trailing_zeros()) < unused) {
            return self.mismatch("unused bits that are zero", json);
        }
        Ok(Value::Bits { octets, length })
    }

    fn oid(&self, string: &str, relative: bool, json: &Json) -> Result<Value, JsonError> {
        let arcs: Option<Vec<BigInt>> = string.split('.').map(|arc| BigInt::from_str(arc).ok()).collect();
        match arcs.and_then(|arcs| oid_contents(&arcs, relative)) {
            Some(contents) => Ok(Value::Oid(contents)),
            None => self.mismatch("decimal arcs separated by full stops", json),
        }
    }
}

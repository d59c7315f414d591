//! Encodes values as XDR, by `docs/semantics-xdr.md` section 4.

use super::extent::is_fixed;
use super::{integer_width, padded};
use crate::codec::{Codec, MAX_NESTING};
use crate::error::{EncodeError, ErrorCode, type_name};
use crate::nesting::{value_levels, with_stack};
use num_bigint::BigInt;
use syntax_graph::{
    Array, Discriminant, FieldId, IntegerRepr, Scalar, SizeRange, TypeId, TypeKind, Union, Value,
};

/// Returns the encoding of a value.
pub(crate) fn encode(codec: &Codec<'_>, root: TypeId, value: &Value) -> Result<Vec<u8>, EncodeError> {
    let levels = value_levels(value);
    let path = codec.graph().type_path(root);
    if levels > MAX_NESTING {
        return Err(EncodeError { code: ErrorCode::Depth, path, message: format!("nested {levels} deep") });
    }
    with_stack(levels, || {
        let mut encoder = Encoder { codec, path, depth: 0, out: Vec::new() };
        encoder.value(root, value)?;
        Ok(encoder.out)
    })
}

struct Encoder<'c, 'g> {
    codec: &'c Codec<'g>,
    path: String,
    /// Open recursive fields.
    depth: usize,
    out: Vec<u8>,
}

impl Encoder<'_, '_> {
    fn error<T>(&self, code: ErrorCode, message: impl Into<String>) -> Result<T, EncodeError> {
        Err(EncodeError { code, path: self.path.clone(), message: message.into() })
    }

    fn mismatch<T>(&self, expected: impl std::fmt::Display) -> Result<T, EncodeError> {
        self.error(ErrorCode::BadValue, format!("expected {expected}"))
    }

    fn word(&mut self, word: u32) {
        self.out.extend(word.to_be_bytes());
    }

    /// Encodes a field; `step` is its part of the path.
    fn field(&mut self, field: FieldId, step: &str, value: &Value) -> Result<(), EncodeError> {
        let recursive = self.codec.is_recursive(field);
        if recursive && self.depth >= self.codec.limits().depth {
            return self.error(ErrorCode::Depth, "recursion deeper than the limit");
        }
        let length = self.path.len();
        self.path.push_str(step);
        self.depth += usize::from(recursive);
        self.value(self.codec.graph().fields[field].target, value)?;
        self.depth -= usize::from(recursive);
        self.path.truncate(length);
        Ok(())
    }

    fn value(&mut self, ty: TypeId, value: &Value) -> Result<(), EncodeError> {
        let graph = self.codec.graph();
        match (graph.kind(ty), value) {
            (TypeKind::Scalar(scalar), _) => self.scalar(scalar, value),
            (TypeKind::Structure(structure), Value::Structure(values)) => {
                self.structure(&structure.fields, values)
            }
            (TypeKind::Union(Union { arms, discriminant: Some(known), .. }), _) => {
                self.union(arms, known, value)
            }
            (TypeKind::Array(array), Value::Array(values)) => self.array(array, values),
            (TypeKind::Structure(_), _) => self.mismatch("a structure"),
            (TypeKind::Array(_), _) => self.mismatch("an array"),
            _ => self.mismatch("a type of XDR"),
        }
    }

    fn structure(&mut self, fields: &[FieldId], values: &[(FieldId, Value)]) -> Result<(), EncodeError> {
        let graph = self.codec.graph();
        if let Some((field, _)) = values.iter().find(|(field, _)| !fields.contains(field)) {
            return self.mismatch(format!("no field {}", graph.fields[*field].name));
        }
        for &field in fields {
            let name = &graph.fields[field].name;
            let value = values.iter().find(|(known, _)| *known == field).map(|(_, value)| value);
            if graph.may_be_absent(field) {
                self.word(u32::from(value.is_some()));
            }
            match value {
                Some(value) => self.field(field, &format!(".{name}"), value)?,
                None if graph.may_be_absent(field) => {}
                None => return self.mismatch(format!("a value of {name}")),
            }
        }
        Ok(())
    }

    fn union(&mut self, arms: &[FieldId], known: &Discriminant, value: &Value) -> Result<(), EncodeError> {
        let graph = self.codec.graph();
        let Value::Switch { discriminant, arm, value } = value else {
            return self.mismatch("a discriminant with its arm");
        };
        match graph.scalar(graph.fields[known.field].target) {
            Some(Scalar::Integer(integer)) => self.integer(discriminant, integer.repr)?,
            Some(Scalar::Enumerated(enumeration)) => self.integer(discriminant, enumeration.repr())?,
            Some(Scalar::Boolean) => self.word(u32::from(*discriminant != BigInt::from(0))),
            _ => return self.mismatch("a discriminant of an integer type"),
        }
        match known.choose(arms, discriminant) {
            Some(index) if arms[index] == *arm => {
                self.field(*arm, &format!(".{}", graph.fields[*arm].name), value)
            }
            Some(index) => self.mismatch(format!("the arm {}", graph.fields[arms[index]].name)),
            None => self.mismatch("a discriminant that selects an arm"),
        }
    }

    fn array(&mut self, array: &Array, values: &[Value]) -> Result<(), EncodeError> {
        if is_fixed(array) {
            if values.len() as u64 != array.size.min {
                return self.mismatch(format!("{} elements", array.size.min));
            }
        } else if !array.linked {
            self.count(&array.size, values.len())?;
        }
        for (index, value) in values.iter().enumerate() {
            if array.linked {
                self.word(1);
            }
            self.field(array.element, &format!("[{index}]"), value)?;
        }
        if array.linked {
            self.word(0);
        }
        Ok(())
    }

    /// Encodes the number of elements or bytes, within the bound.
    fn count(&mut self, size: &SizeRange, count: usize) -> Result<(), EncodeError> {
        let most = size.max.unwrap_or(u64::from(u32::MAX)).min(u64::from(u32::MAX));
        match u32::try_from(count) {
            Ok(count) if u64::from(count) <= most => {
                self.word(count);
                Ok(())
            }
            _ => self.mismatch(format!("at most {most}, found {count}")),
        }
    }

    fn scalar(&mut self, scalar: &Scalar, value: &Value) -> Result<(), EncodeError> {
        match (scalar, value) {
            (Scalar::Boolean, Value::Boolean(value)) => self.word(u32::from(*value)),
            (Scalar::Integer(integer), Value::Integer(number)) => self.integer(number, integer.repr)?,
            (Scalar::Enumerated(enumeration), Value::Integer(number)) => {
                self.integer(number, enumeration.repr())?;
            }
            (Scalar::Float(width), Value::Real(octets)) if octets.len() == width.octets() => {
                self.out.extend_from_slice(octets);
            }
            (Scalar::Null, Value::Null) => {}
            (Scalar::OctetString { size }, Value::Octets(octets))
            | (Scalar::Characters { size, .. }, Value::Chars(octets)) => self.octets(size, octets)?,
            _ => return self.mismatch(type_name(scalar)),
        }
        Ok(())
    }

    fn integer(&mut self, number: &BigInt, repr: IntegerRepr) -> Result<(), EncodeError> {
        match repr.limits() {
            Some((low, high)) if *number >= low && *number <= high => {}
            _ => return self.error(ErrorCode::Range, format!("{number} is outside the type's range")),
        }
        let (octets, _) = integer_width(repr);
        let number = i128::try_from(number).unwrap_or_default().to_be_bytes();
        self.out.extend_from_slice(&number[number.len() - octets..]);
        Ok(())
    }

    fn octets(&mut self, size: &SizeRange, octets: &[u8]) -> Result<(), EncodeError> {
        if size.min > 0 {
            if octets.len() as u64 != size.min {
                return self.mismatch(format!("{} octets", size.min));
            }
        } else {
            self.count(size, octets.len())?;
        }
        self.out.extend_from_slice(octets);
        let padding = padded(octets.len() as u64) - octets.len() as u64;
        self.out.resize(self.out.len() + padding as usize, 0);
        Ok(())
    }
}

//! Decodes XDR messages to values, by `docs/semantics-xdr.md` section 3.

use super::extent::is_fixed;
use super::{WORD, extent_of, integer_width, nesting_of, padded};
use crate::codec::{Codec, Decoded, MAX_NESTING};
use crate::error::{DecodeError, ErrorCode};
use crate::nesting::with_stack;
use num_bigint::BigInt;
use syntax_graph::{Array, FieldId, IntegerRepr, Scalar, SizeRange, TypeId, TypeKind, Union, Value};

/// Decodes the message at the start of the input.
pub(crate) fn decode(codec: &Codec<'_>, root: TypeId, input: &[u8]) -> Result<Decoded, DecodeError> {
    // The decoder ignores bytes beyond the limit.
    let input = &input[..input.len().min(codec.limits().bytes.unwrap_or(usize::MAX))];
    with_stack(nesting_of(codec, root), || {
        let path = codec.graph().type_path(root);
        let mut decoder = Decoder { codec, input, at: 0, path, depth: 0, nested: 0 };
        let decoded = decoder.lead(0, root).and_then(|()| decoder.value(0, root));
        match decoded {
            Ok(value) => {
                codec.note(None, root, (0, decoder.at), 0, Some(&value));
                Ok(Decoded { value, length: decoder.at })
            }
            Err((ErrorCode::Truncated, offset)) => {
                let needed = needed(codec, root, input.len());
                let is_allowed = codec.limits().bytes.is_none_or(|most| needed <= most);
                let code = if is_allowed { ErrorCode::Truncated } else { ErrorCode::Limit };
                let needed = Some(needed).filter(|_| is_allowed);
                Err(DecodeError { code, offset, bit: 0, path: decoder.path, needed })
            }
            Err((code, offset)) => {
                Err(DecodeError { code, offset, bit: 0, path: decoder.path, needed: None })
            }
        }
    })
}

/// Returns the least length of a message that has more than `length` bytes.
fn needed(codec: &Codec<'_>, root: TypeId, length: usize) -> usize {
    let lead = usize::try_from(extent_of(codec, root).lead).unwrap_or(usize::MAX);
    if length < lead { lead } else { (length / WORD as usize + 1) * WORD as usize }
}

/// An error code, and the offset of the innermost construct that was entered.
type Refused = (ErrorCode, usize);

struct Decoder<'c, 'g> {
    codec: &'c Codec<'g>,
    input: &'c [u8],
    at: usize,
    /// The path of the field that is being decoded; after an error, that of the failed field.
    path: String,
    /// Entered recursive fields.
    depth: usize,
    /// Entered constructs.
    nested: usize,
}

impl Decoder<'_, '_> {
    /// Checks that this many bytes are left; errors report `start`.
    fn need(&self, start: usize, octets: u64) -> Result<(), Refused> {
        let left = (self.input.len() - self.at) as u64;
        if octets > left { Err((ErrorCode::Truncated, start)) } else { Ok(()) }
    }

    /// Checks that the input still holds the lead of a type.
    fn lead(&self, start: usize, ty: TypeId) -> Result<(), Refused> {
        self.need(start, extent_of(self.codec, ty).lead)
    }

    /// Returns the next bytes. An earlier check found that the input holds them.
    fn take(&mut self, octets: usize) -> &[u8] {
        let from = self.at;
        self.at += octets;
        &self.input[from..self.at]
    }

    /// Records a field that starts at offset `from` and ends at the cursor.
    fn note(&self, field: FieldId, from: usize, value: &Value) {
        let ty = self.codec.graph().fields[field].target;
        self.codec.note(Some(field), ty, (from, self.at), self.nested, Some(value));
    }

    fn word(&mut self) -> u32 {
        self.take(4).iter().fold(0, |word, octet| word << 8 | u32::from(*octet))
    }

    /// Reads a word that is 0 or 1.
    fn truth(&mut self, start: usize) -> Result<bool, Refused> {
        match self.word() {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err((ErrorCode::BadValue, start)),
        }
    }

    /// Reads a field, after the checks that the depth is within the limit and that `checks` bytes are left.
    fn entered(&mut self, start: usize, field: FieldId, checks: u64) -> Result<Value, Refused> {
        let recursive = self.codec.is_recursive(field);
        if recursive && self.depth >= self.codec.limits().depth {
            return Err((ErrorCode::Depth, start));
        }
        self.need(start, checks)?;
        self.depth += usize::from(recursive);
        let value = self.value(start, self.codec.graph().fields[field].target)?;
        self.depth -= usize::from(recursive);
        Ok(value)
    }

    /// Reads a value whose lead is already checked; `start` is the offset of the enclosing construct.
    fn value(&mut self, start: usize, ty: TypeId) -> Result<Value, Refused> {
        let graph = self.codec.graph();
        let ty = graph.resolve(ty);
        let kind = &graph.types[ty].kind;
        if let TypeKind::Scalar(scalar) = kind {
            return self.scalar(start, scalar);
        }
        if self.nested >= MAX_NESTING {
            return Err((ErrorCode::Depth, start));
        }
        self.nested += 1;
        let value = match kind {
            TypeKind::Structure(structure) => self.structure(&structure.fields)?,
            TypeKind::Union(union) => self.union(union)?,
            TypeKind::Array(array) if array.linked => self.list(array)?,
            TypeKind::Array(array) => self.array(array)?,
            TypeKind::Scalar(_) | TypeKind::Open(_) | TypeKind::Reference(_) => {
                return Err((ErrorCode::BadValue, start));
            }
        };
        self.nested -= 1;
        Ok(value)
    }

    fn structure(&mut self, fields: &[FieldId]) -> Result<Value, Refused> {
        let graph = self.codec.graph();
        let start = self.at;
        let mut values = Vec::new();
        // Whether the lead of the next field is already checked; the caller has checked the first.
        let mut checked = true;
        for (index, &field) in fields.iter().enumerate() {
            if !checked {
                self.need(start, self.run(&fields[index..]))?;
            }
            let length = self.path.len();
            let from = self.at;
            self.path.push_str(&format!(".{}", graph.fields[field].name));
            if graph.may_be_absent(field) {
                if self.truth(start)? {
                    let lead = extent_of(self.codec, graph.fields[field].target).lead;
                    values.push((field, self.entered(start, field, lead)?));
                }
                checked = false;
            } else {
                values.push((field, self.entered(start, field, 0)?));
                checked = extent_of(self.codec, graph.fields[field].target).is_static;
            }
            self.path.truncate(length);
            if let Some((_, value)) = values.last().filter(|(last, _)| *last == field) {
                self.note(field, from, value);
            }
        }
        Ok(Value::Structure(values))
    }

    /// Returns the sum of the leads of fields, up to and including the first field without a static size.
    fn run(&self, fields: &[FieldId]) -> u64 {
        let graph = self.codec.graph();
        let mut sum = 0_u64;
        for &field in fields {
            if graph.may_be_absent(field) {
                return sum.saturating_add(WORD);
            }
            let extent = extent_of(self.codec, graph.fields[field].target);
            sum = sum.saturating_add(extent.lead);
            if !extent.is_static {
                break;
            }
        }
        sum
    }

    fn union(&mut self, union: &Union) -> Result<Value, Refused> {
        let graph = self.codec.graph();
        let start = self.at;
        let Some(discriminant) = &union.discriminant else { return Err((ErrorCode::BadValue, start)) };
        let chosen = self.value(start, graph.fields[discriminant.field].target)?;
        self.note(discriminant.field, start, &chosen);
        let number = match chosen {
            Value::Boolean(value) => BigInt::from(u8::from(value)),
            Value::Integer(number) => number,
            _ => return Err((ErrorCode::BadValue, start)),
        };
        let Some(index) = discriminant.choose(&union.arms, &number) else {
            return Err((ErrorCode::BadValue, start));
        };
        let arm = union.arms[index];
        let length = self.path.len();
        self.path.push_str(&format!(".{}", graph.fields[arm].name));
        let lead = extent_of(self.codec, graph.fields[arm].target).lead;
        let from = self.at;
        let value = Box::new(self.entered(start, arm, lead)?);
        self.note(arm, from, &value);
        self.path.truncate(length);
        Ok(Value::Switch { discriminant: number, arm, value })
    }

    /// Reads an element of an array. Errors in it report its own offset.
    fn element(&mut self, field: FieldId, index: usize, checks: u64) -> Result<Value, Refused> {
        let length = self.path.len();
        self.path.push_str(&format!("[{index}]"));
        let from = self.at;
        let value = self.entered(from, field, checks)?;
        self.note(field, from, &value);
        self.path.truncate(length);
        Ok(value)
    }

    fn array(&mut self, array: &Array) -> Result<Value, Refused> {
        let start = self.at;
        let element = extent_of(self.codec, self.codec.graph().fields[array.element].target);
        let count = if is_fixed(array) {
            array.size.min
        } else {
            let count = u64::from(self.word());
            if array.size.max.is_some_and(|max| count > max) {
                return Err((ErrorCode::BadLength, start));
            }
            if count > self.codec.limits().elements as u64 {
                return Err((ErrorCode::Limit, start));
            }
            self.need(start, count.saturating_mul(element.lead))?;
            count
        };
        let checks = if element.is_static { 0 } else { element.lead };
        let mut values = Vec::new();
        for index in 0..count {
            values.push(self.element(array.element, index as usize, checks)?);
        }
        Ok(Value::Array(values))
    }

    /// Reads a linked list: the word 1 precedes each element, 0 follows the last.
    fn list(&mut self, array: &Array) -> Result<Value, Refused> {
        let start = self.at;
        let element = extent_of(self.codec, self.codec.graph().fields[array.element].target);
        let mut values = Vec::new();
        while self.truth(start)? {
            if values.len() >= self.codec.limits().elements {
                return Err((ErrorCode::Limit, start));
            }
            if element.is_static {
                values.push(self.element(array.element, values.len(), element.lead.saturating_add(WORD))?);
            } else {
                values.push(self.element(array.element, values.len(), element.lead)?);
                self.need(start, WORD)?;
            }
        }
        Ok(Value::Array(values))
    }

    fn scalar(&mut self, start: usize, scalar: &Scalar) -> Result<Value, Refused> {
        match scalar {
            Scalar::Boolean => Ok(Value::Boolean(self.truth(start)?)),
            Scalar::Integer(integer) => self.integer(start, integer.repr),
            Scalar::Enumerated(enumeration) => self.integer(start, enumeration.repr()),
            Scalar::Float(width) => Ok(Value::Real(self.take(width.octets()).to_vec())),
            Scalar::Null => Ok(Value::Null),
            Scalar::OctetString { size } => Ok(Value::Octets(self.octets(start, size)?)),
            Scalar::Characters { size, .. } => Ok(Value::Chars(self.octets(start, size)?)),
            _ => Err((ErrorCode::BadValue, start)),
        }
    }

    fn integer(&mut self, start: usize, repr: IntegerRepr) -> Result<Value, Refused> {
        let (octets, signed) = integer_width(repr);
        let octets = self.take(octets);
        let number = if signed {
            BigInt::from_signed_bytes_be(octets)
        } else {
            BigInt::from_bytes_be(num_bigint::Sign::Plus, octets)
        };
        match repr.limits() {
            Some((low, high)) if number >= low && number <= high => Ok(Value::Integer(number)),
            _ => Err((ErrorCode::Range, start)),
        }
    }

    /// Reads opaque data or a string, with its padding.
    fn octets(&mut self, start: usize, size: &SizeRange) -> Result<Vec<u8>, Refused> {
        let length = if size.min > 0 {
            size.min
        } else {
            let length = u64::from(self.word());
            if size.max.is_some_and(|max| length > max) {
                return Err((ErrorCode::BadLength, start));
            }
            self.need(start, padded(length))?;
            self.codec.bounded_bytes(length as usize).map_err(|code| (code, start))?;
            length
        };
        let octets = self.take(length as usize).to_vec();
        self.at += (padded(length) - length) as usize;
        Ok(octets)
    }
}

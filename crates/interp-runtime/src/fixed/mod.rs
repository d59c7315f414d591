//! The toy rule: numbers of fixed width and no tags. It shows the steps to add a rule, and is compiled only with the
//! feature `toy-rule`.
//!
//! - An INTEGER or ENUMERATED takes 1, 2, 4 or 8 octets, as wide as its representation, the highest octet first.
//! - A BOOLEAN takes one octet, 0 or 1; other octets are `BAD_VALUE`.
//! - A SEQUENCE or SET is its components in the order of the specification.
//! - A CHOICE is the number of its arm in one octet, from 0, and the arm; a number beyond the arms is `BAD_VALUE`.
//! - An array is its count in four octets, and the elements. A count beyond the limit of elements is `LIMIT`; a count
//!   beyond the number of octets that are left is `TRUNCATED`.
//! - Other types have no encoding: `BAD_VALUE`. An error's offset is that of the wrong number. After `TRUNCATED`, a
//!   decoder needs one more octet.

use crate::codec::{Codec, Decoded, MAX_NESTING, Rule};
use crate::error::{DecodeError, EncodeError, ErrorCode};
use crate::nesting::with_stack;
use num_bigint::BigInt;
use syntax_graph::{FieldId, IntegerRepr, Scalar, TypeId, TypeKind, Value};

/// The toy rule.
#[derive(Debug)]
pub(crate) struct Fixed;

impl Rule for Fixed {
    fn decode(&self, codec: &Codec<'_>, root: TypeId, input: &[u8]) -> Result<Decoded, DecodeError> {
        with_stack(MAX_NESTING, || {
            let mut decoder = Decoder { codec, input, at: 0, nested: 0 };
            match decoder.value(root) {
                Ok(value) => Ok(Decoded { value, length: decoder.at }),
                Err((code, offset)) => {
                    let needed = (code == ErrorCode::Truncated).then_some(input.len() + 1);
                    Err(DecodeError { code, offset, bit: 0, path: codec.graph().type_path(root), needed })
                }
            }
        })
    }

    fn encode(&self, codec: &Codec<'_>, root: TypeId, value: &Value) -> Result<Vec<u8>, EncodeError> {
        with_stack(MAX_NESTING, || {
            let mut out = Vec::new();
            encode(codec, root, value, 0, &mut out).map_err(|code| {
                let path = codec.graph().type_path(root);
                EncodeError { code, path, message: "expected a value of this type".to_owned() }
            })?;
            Ok(out)
        })
    }
}

/// Returns the representation of an integer, its number of octets, and whether it is signed.
fn width(scalar: &Scalar) -> Option<(IntegerRepr, usize, bool)> {
    let repr = match scalar {
        Scalar::Integer(integer) => integer.repr,
        Scalar::Enumerated(enumeration) => enumeration.repr(),
        _ => return None,
    };
    let (bits, signed) = repr.machine()?;
    Some((repr, bits as usize / 8, signed))
}

struct Decoder<'c, 'g> {
    codec: &'c Codec<'g>,
    input: &'c [u8],
    at: usize,
    nested: usize,
}

impl<'c> Decoder<'c, '_> {
    fn take(&mut self, octets: usize) -> Result<&'c [u8], (ErrorCode, usize)> {
        let taken = self.input.get(self.at..self.at + octets).ok_or((ErrorCode::Truncated, self.at))?;
        self.at += octets;
        Ok(taken)
    }

    fn count(&mut self) -> Result<usize, (ErrorCode, usize)> {
        let start = self.at;
        let count = self.take(4)?.iter().fold(0_usize, |count, octet| count << 8 | usize::from(*octet));
        if count > self.codec.limits().elements {
            return Err((ErrorCode::Limit, start));
        }
        if count > self.input.len() - self.at { Err((ErrorCode::Truncated, start)) } else { Ok(count) }
    }

    fn value(&mut self, ty: TypeId) -> Result<Value, (ErrorCode, usize)> {
        let graph = self.codec.graph();
        let target = |field: FieldId| graph.fields[field].target;
        let start = self.at;
        if self.nested >= MAX_NESTING {
            return Err((ErrorCode::Depth, start));
        }
        self.nested += 1;
        let value = match graph.kind(ty) {
            TypeKind::Structure(structure) => {
                let fields = structure.fields.iter().map(|&field| Ok((field, self.value(target(field))?)));
                Value::Structure(fields.collect::<Result<_, _>>()?)
            }
            TypeKind::Union(union) => {
                let arm = usize::from(self.take(1)?[0]);
                let arm = *union.arms.get(arm).ok_or((ErrorCode::BadValue, start))?;
                Value::Union(arm, Box::new(self.value(target(arm))?))
            }
            TypeKind::Array(array) => {
                let count = self.count()?;
                let values = (0..count).map(|_| self.value(target(array.element)));
                Value::Array(values.collect::<Result<_, _>>()?)
            }
            TypeKind::Scalar(Scalar::Boolean) => match self.take(1)? {
                [octet @ (0 | 1)] => Value::Boolean(*octet == 1),
                _ => return Err((ErrorCode::BadValue, start)),
            },
            TypeKind::Scalar(scalar) => {
                let (_, octets, signed) = width(scalar).ok_or((ErrorCode::BadValue, start))?;
                let octets = self.take(octets)?;
                Value::Integer(match signed {
                    true => BigInt::from_signed_bytes_be(octets),
                    false => BigInt::from_bytes_be(num_bigint::Sign::Plus, octets),
                })
            }
            _ => return Err((ErrorCode::BadValue, start)),
        };
        self.nested -= 1;
        Ok(value)
    }
}

fn encode(
    codec: &Codec<'_>,
    ty: TypeId,
    value: &Value,
    nested: usize,
    out: &mut Vec<u8>,
) -> Result<(), ErrorCode> {
    let graph = codec.graph();
    if nested >= MAX_NESTING {
        return Err(ErrorCode::Depth);
    }
    let inner = |field: FieldId, value: &Value, out: &mut Vec<u8>| {
        encode(codec, graph.fields[field].target, value, nested + 1, out)
    };
    match (graph.kind(ty), value) {
        (TypeKind::Structure(structure), Value::Structure(values)) => {
            structure.fields.iter().try_for_each(|field| {
                let (_, value) = values.iter().find(|(own, _)| own == field).ok_or(ErrorCode::BadValue)?;
                inner(*field, value, out)
            })
        }
        (TypeKind::Union(union), Value::Union(arm, value)) => {
            let number = union.arms.iter().position(|own| own == arm);
            out.push(number.and_then(|number| u8::try_from(number).ok()).ok_or(ErrorCode::BadValue)?);
            inner(*arm, value, out)
        }
        (TypeKind::Array(array), Value::Array(values)) => {
            out.extend(u32::try_from(values.len()).map_err(|_| ErrorCode::BadValue)?.to_be_bytes());
            values.iter().try_for_each(|value| inner(array.element, value, out))
        }
        (TypeKind::Scalar(Scalar::Boolean), Value::Boolean(value)) => {
            out.push(u8::from(*value));
            Ok(())
        }
        (TypeKind::Scalar(scalar), Value::Integer(number)) => {
            let (repr, octets, _) = width(scalar).ok_or(ErrorCode::BadValue)?;
            let fits = repr.limits().is_some_and(|(low, high)| *number >= low && *number <= high);
            let number = i128::try_from(number).map_err(|_| ErrorCode::Range)?.to_be_bytes();
            out.extend_from_slice(&number[number.len() - octets..]);
            if fits { Ok(()) } else { Err(ErrorCode::Range) }
        }
        _ => Err(ErrorCode::BadValue),
    }
}

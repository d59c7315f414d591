//! Decodes structures, unions, arrays and open types (X.696 clauses 16 to 20 and 30).

use super::decode::Decoder;
use super::{SHORT_TAG, arm_of};
use crate::error::ErrorCode;
use crate::opens::Resolver;
use crate::packed::{Basis, Receiver, Receiving};
use crate::shape::{Addition, Shape, is_default};
use std::ops::Range;
use syntax_graph::{
    Array, FieldId, OctetView, Presence, Scalar, Tag, TagClass, TypeId, Union, Unknown, Value,
};

/// Returns whether a bit of bytes is set; the first bit is the most significant.
fn is_set(octets: &[u8], at: usize) -> bool {
    octets.get(at / 8).is_some_and(|octet| octet >> (7 - at % 8) & 1 == 1)
}

impl<'c, 'g> Receiver<'c, 'g> for Decoder<'c, 'g> {
    type View = OctetView;
    type Contents = Range<usize>;
    const UNIT: usize = 8;

    fn basis(&self) -> Basis<'c, 'g, OctetView> {
        self.basis
    }

    fn state(&self) -> &Receiving<Range<usize>> {
        &self.state
    }

    fn state_mut(&mut self) -> &mut Receiving<Range<usize>> {
        &mut self.state
    }

    fn place(&self) -> usize {
        self.at
    }

    fn at(&self) -> usize {
        self.at
    }

    fn is_whole(&self) -> bool {
        true
    }

    fn complete(&mut self) -> Result<usize, ErrorCode> {
        Ok(self.at)
    }

    fn needed(&self) -> usize {
        self.needed.max(self.input.len() + 1)
    }

    fn base(contents: &Range<usize>) -> usize {
        contents.start
    }

    fn inside<T>(
        &mut self,
        contents: &Range<usize>,
        read: impl FnOnce(&mut Self) -> Result<T, ErrorCode>,
    ) -> Result<T, ErrorCode> {
        let outer = (self.at, self.end);
        (self.at, self.end) = (contents.start, contents.end);
        self.inner += 1;
        let value = read(self)?;
        if self.at < self.end {
            return Err(ErrorCode::BadLength);
        }
        self.inner -= 1;
        (self.at, self.end) = outer;
        Ok(value)
    }

    fn scalar(&mut self, scalar: &Scalar, view: &OctetView) -> Result<Value, ErrorCode> {
        self.scalar(scalar, view)
    }

    fn roots(&mut self, shape: &Shape, values: &mut Vec<(FieldId, Value)>) -> Result<bool, ErrorCode> {
        self.members(&shape.roots, shape.is_extensible, values)
    }

    // X.696 clauses 16.4 and 16.5.
    fn additions(
        &mut self,
        shape: &Shape,
        values: &mut Vec<(FieldId, Value)>,
        unknown: Option<&mut Unknown>,
    ) -> Result<(), ErrorCode> {
        let (bitmap, count) = match self.counted()? {
            [] | [8..=255, ..] => return Err(ErrorCode::BadLength),
            [unused, bitmap @ ..] => match (bitmap.len() * 8).checked_sub(usize::from(*unused)) {
                Some(count) => (bitmap, count),
                None => return Err(ErrorCode::BadLength),
            },
        };
        let any = (0..count).any(|at| is_set(bitmap, at));
        self.canonical(any && (count..bitmap.len() * 8).all(|at| !is_set(bitmap, at)))?;
        for (at, addition) in shape.additions.iter().enumerate() {
            if at >= count || !is_set(bitmap, at) {
                self.fill_in(addition.fields(), values);
                continue;
            }
            let contents = self.contents()?;
            self.inside(&contents, |own| match addition {
                Addition::Field(field) => {
                    let value = own.member(*field)?;
                    own.refuse_default(*field, &value)?;
                    values.push((*field, value));
                    Ok(())
                }
                Addition::Group(fields) => own.members(fields, false, values).map(drop),
            })?;
        }
        let first = self.at;
        for at in shape.additions.len()..count {
            if is_set(bitmap, at) {
                self.contents()?;
            }
        }
        if let Some(unknown) = unknown.filter(|_| count > shape.additions.len()) {
            unknown.present = (0..count).map(|at| is_set(bitmap, at)).collect();
            unknown.contents = self.input[first..self.at].to_vec();
        }
        Ok(())
    }

    // X.696 clause 20.
    fn union(&mut self, union: &Union) -> Result<Value, ErrorCode> {
        let graph = self.basis.codec.graph;
        let from = self.at;
        let tag = self.tag()?;
        let Some(index) = arm_of(graph, union, tag) else {
            if !union.extensible {
                return Err(ErrorCode::BadTag);
            }
            self.contents()?;
            return Ok(Value::UnknownArm(self.input[from..self.at].to_vec()));
        };
        let arm = union.arms[index];
        if graph.fields[arm].tags.is_empty() {
            // The tag belongs to an alternative of the inner CHOICE, which has none itself.
            self.at = from;
        }
        let value = if index < union.roots {
            self.member(arm)?
        } else {
            let contents = self.contents()?;
            self.inside(&contents, |own| own.member(arm))?
        };
        Ok(Value::Union(arm, Box::new(value)))
    }

    // X.696 clauses 17 and 19.
    fn array(&mut self, array: &Array, _: &OctetView) -> Result<Value, ErrorCode> {
        let octets = self.counted()?;
        let first = octets.iter().position(|octet| *octet != 0);
        self.canonical(first == Some(0) || octets == [0])?;
        if octets.is_empty() {
            return Err(ErrorCode::BadLength);
        }
        let significant = &octets[first.unwrap_or(octets.len())..];
        let count = significant
            .iter()
            .try_fold(0_u64, |count, octet| Some(count.checked_mul(256)? + u64::from(*octet)))
            .unwrap_or(u64::MAX);
        if count > self.basis.codec.limits.elements as u64 {
            return Err(ErrorCode::Limit);
        }
        let mut values: Vec<Value> = Vec::new();
        for index in 0..count as usize {
            values.push(self.element(array, index)?);
        }
        Ok(Value::Array(values))
    }

    fn received(&self, from: usize) -> Option<Vec<u8>> {
        Some(self.input[from..self.at].to_vec())
    }

    // X.696 clause 30.
    fn open(&mut self, ty: TypeId) -> Result<Value, ErrorCode> {
        let contents = self.contents()?;
        let octets = self.input[contents.clone()].to_vec();
        self.keep(ty, contents);
        Ok(Value::Open(octets))
    }
}

impl Decoder<'_, '_> {
    /// Reads the preamble, then the components; returns the extension bit.
    fn members(
        &mut self,
        fields: &[FieldId],
        is_extensible: bool,
        values: &mut Vec<(FieldId, Value)>,
    ) -> Result<bool, ErrorCode> {
        let graph = self.basis.codec.graph;
        let may_miss = |field: &FieldId| graph.fields[*field].presence != Presence::Mandatory;
        let bits = fields.iter().filter(|field| may_miss(field)).count() + usize::from(is_extensible);
        let preamble = self.take(bits.div_ceil(8))?;
        self.canonical((bits..preamble.len() * 8).all(|at| !is_set(preamble, at)))?;
        let mut at = usize::from(is_extensible);
        for &field in fields {
            let is_present = !may_miss(&field) || {
                at += 1;
                is_set(preamble, at - 1)
            };
            if is_present {
                let value = self.member(field)?;
                self.refuse_default(field, &value)?;
                values.push((field, value));
            } else {
                self.fill_in(&[field], values);
            }
        }
        Ok(is_extensible && is_set(preamble, 0))
    }

    /// COER sends no DEFAULT value.
    fn refuse_default(&self, field: FieldId, value: &Value) -> Result<(), ErrorCode> {
        let graph = self.basis.codec.graph;
        let target = graph.fields[field].target;
        let known = graph.default_value(field);
        self.canonical(known.is_none_or(|known| !is_default(self.basis.codec, target, known, value)))
    }

    /// Reads a tag (X.696 clause 8.7).
    fn tag(&mut self) -> Result<Tag, ErrorCode> {
        let first = self.byte()?;
        let class = match first >> 6 {
            0 => TagClass::Universal,
            1 => TagClass::Application,
            2 => TagClass::Context,
            _ => TagClass::Private,
        };
        if first & 0x3f != 0x3f {
            return Ok(Tag { class, number: u32::from(first & 0x3f) });
        }
        let mut number: u32 = 0;
        loop {
            let octet = self.byte()?;
            if number == 0 && octet == 0x80 {
                return Err(ErrorCode::BadTag);
            }
            let shifted = number.checked_mul(128).ok_or(ErrorCode::BadTag)?;
            number = shifted | u32::from(octet & 0x7f);
            if octet & 0x80 == 0 {
                break;
            }
        }
        self.canonical(number > SHORT_TAG)?;
        Ok(Tag { class, number })
    }
}

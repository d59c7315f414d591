//! Decodes structures, unions, arrays and open types (X.691 clauses 11.2 and 19 to 23).

use super::bits::Contents;
use super::decode::Decoder;
use super::write_structures::unknown_arm;
use crate::error::ErrorCode;
use crate::opens::{Pending, Resolver};
use crate::shape::{Addition, Shape, root_arms};
use syntax_graph::{Array, FieldId, PackedView, Presence, SizeRange, Structure, TypeId, Union, Value};

impl Decoder<'_, '_> {
    /// Reads a SEQUENCE or SET (X.691 clauses 19 and 21).
    pub(super) fn structure(&mut self, ty: TypeId, structure: &Structure) -> Result<Value, ErrorCode> {
        let views = self.views;
        let Some(shape) = &views.shapes[ty] else { return Err(ErrorCode::BadValue) };
        let first_open = self.opens.len();
        let is_extended = shape.is_extensible && self.bits.bit()?;
        let mut values = Vec::new();
        self.members(&shape.roots, &mut values)?;
        if is_extended {
            self.additions(shape, &mut values)?;
        } else {
            for addition in &shape.additions {
                self.fill_in(addition.fields(), &mut values);
            }
        }
        values.sort_by_key(|(field, _)| structure.fields.iter().position(|own| own == field));
        self.resolve(ty, first_open, &mut values)?;
        Ok(Value::Structure(values))
    }

    /// Reads the flags of components that may be absent, then the components (X.691 clauses 19.2 to 19.6).
    fn members(&mut self, fields: &[FieldId], values: &mut Vec<(FieldId, Value)>) -> Result<(), ErrorCode> {
        let graph = self.codec.graph;
        let mut is_present = Vec::with_capacity(fields.len());
        for field in fields {
            let is_mandatory = graph.fields[*field].presence == Presence::Mandatory;
            is_present.push(is_mandatory || self.bits.bit()?);
        }
        for (&field, is_present) in fields.iter().zip(is_present) {
            if is_present {
                values.push((field, self.member(field)?));
            } else {
                self.fill_in(&[field], values);
            }
        }
        Ok(())
    }

    fn member(&mut self, field: FieldId) -> Result<Value, ErrorCode> {
        let step = format!(".{}", self.codec.graph.fields[field].name);
        self.field(field, &step)
    }

    /// Reads the extension additions (X.691 clauses 19.7 to 19.9). Unknown ones are skipped.
    fn additions(&mut self, shape: &Shape, values: &mut Vec<(FieldId, Value)>) -> Result<(), ErrorCode> {
        let is_present = self.bitmap()?;
        for (at, addition) in shape.additions.iter().enumerate() {
            if !is_present.get(at).copied().unwrap_or(false) {
                self.fill_in(addition.fields(), values);
                continue;
            }
            let contents = self.contents()?;
            self.inside(&contents, |own| match addition {
                Addition::Field(field) => {
                    values.push((*field, own.member(*field)?));
                    Ok(())
                }
                Addition::Group(fields) => own.members(fields, values),
            })?;
        }
        for is_present in is_present.iter().skip(shape.additions.len()) {
            if *is_present {
                self.contents()?;
            }
        }
        Ok(())
    }

    /// Reads the presence bits of additions, after their number as a normally small length (X.691 clause 11.9.3.4).
    fn bitmap(&mut self) -> Result<Vec<bool>, ErrorCode> {
        let mut bits = Vec::new();
        if !self.bits.bit()? {
            let count = self.bits.number(6)? + 1;
            self.flags(count, &mut bits)?;
            return Ok(bits);
        }
        self.pieces(&SizeRange::default(), |own, count| own.flags(count, &mut bits))?;
        Ok(bits)
    }

    fn flags(&mut self, count: u64, bits: &mut Vec<bool>) -> Result<(), ErrorCode> {
        // One check first, so that a large count takes no memory.
        self.bits.need(count as usize)?;
        for _ in 0..count {
            bits.push(self.bits.bit()?);
        }
        Ok(())
    }

    /// Reads an open type (X.691 clause 11.2).
    pub(super) fn open(&mut self, ty: TypeId) -> Result<Value, ErrorCode> {
        let contents = self.contents()?;
        if contents.octets.is_empty() {
            return Err(ErrorCode::BadLength);
        }
        let octets = contents.octets.clone();
        if self.codec.known.related.contains(&ty) {
            self.opens.push(Pending { open: ty, contents: Some(contents) });
        }
        Ok(Value::Open(octets))
    }

    /// Reads bytes after their length: the contents of an open type.
    pub(super) fn contents(&mut self) -> Result<Contents, ErrorCode> {
        let mut contents = Contents { octets: Vec::new(), base: 0, is_whole: self.bits.is_whole() };
        let mut pieces = 0;
        self.pieces(&SizeRange::default(), |own, count| {
            if pieces == 0 {
                contents.base = own.bits.place();
            }
            // The last piece of a fragmented string may be empty.
            pieces += usize::from(count > 0);
            contents.octets.extend(own.bits.string(count as usize * 8)?);
            Ok(())
        })?;
        contents.is_whole &= pieces < 2;
        Ok(contents)
    }

    /// Reads a CHOICE (X.691 clause 23).
    pub(super) fn union(&mut self, union: &Union) -> Result<Value, ErrorCode> {
        if union.extensible && self.bits.bit()? {
            let index = self.small_number()?;
            let contents = self.contents()?;
            let arm = usize::try_from(index).ok().and_then(|index| union.arms.get(union.roots + index));
            let Some(&arm) = arm else {
                return Ok(Value::UnknownArm(unknown_arm(self.is_aligned, index, &contents.octets)));
            };
            let value = self.inside(&contents, |own| own.member(arm))?;
            return Ok(Value::Union(arm, Box::new(value)));
        }
        let arms = root_arms(union);
        let most = arms.len().checked_sub(1).ok_or(ErrorCode::BadTag)?;
        let is_above = |code| if code == ErrorCode::BadValue { ErrorCode::BadTag } else { code };
        let index = self.index(most as u64).map_err(is_above)?;
        let arm = *arms.get(index as usize).ok_or(ErrorCode::BadTag)?;
        let value = self.member(arm)?;
        Ok(Value::Union(arm, Box::new(value)))
    }

    /// Reads a SEQUENCE OF or SET OF (X.691 clauses 20 and 22).
    pub(super) fn array(&mut self, array: &Array, view: &PackedView) -> Result<Value, ErrorCode> {
        let size = self.size(&view.sizes)?;
        let mut values: Vec<Value> = Vec::new();
        self.pieces(&size, |own, count| {
            if (values.len() as u64).saturating_add(count) > own.codec.limits.elements as u64 {
                return Err(ErrorCode::Limit);
            }
            for _ in 0..count {
                let from = own.bits.at();
                let step = format!("[{}]", values.len());
                values.push(own.construct(|own| own.field(array.element, &step))?);
                if own.bits.at() == from {
                    own.count_empty(1)?;
                }
            }
            Ok(())
        })?;
        Ok(Value::Array(values))
    }
}

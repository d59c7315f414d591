//! Decodes structures, unions, arrays and open types (X.691 clauses 11.2 and 19 to 23).

use super::MOST_KEPT;
use super::bits::{Bits, Contents};
use super::decode::Decoder;
use super::write_structures::unknown_arm;
use crate::error::ErrorCode;
use crate::opens::Resolver;
use crate::packed::{Basis, Receiver, Receiving};
use crate::shape::{Addition, Shape, root_arms};
use syntax_graph::{Array, FieldId, PackedView, Presence, Scalar, SizeRange, TypeId, Union, Unknown, Value};

impl<'c, 'g> Receiver<'c, 'g> for Decoder<'c, 'g> {
    type View = PackedView;
    type Contents = Contents;
    const UNIT: usize = 1;

    fn basis(&self) -> Basis<'c, 'g, PackedView> {
        self.basis
    }

    fn state(&self) -> &Receiving<Contents> {
        &self.state
    }

    fn state_mut(&mut self) -> &mut Receiving<Contents> {
        &mut self.state
    }

    fn place(&self) -> usize {
        self.bits.place()
    }

    fn at(&self) -> usize {
        self.bits.at()
    }

    fn is_whole(&self) -> bool {
        self.bits.is_whole()
    }

    fn complete(&mut self) -> Result<usize, ErrorCode> {
        self.bits.complete()
    }

    fn needed(&self) -> usize {
        self.bits.needed()
    }

    fn base(contents: &Contents) -> usize {
        contents.base
    }

    fn inside<T>(
        &mut self,
        contents: &Contents,
        read: impl FnOnce(&mut Self) -> Result<T, ErrorCode>,
    ) -> Result<T, ErrorCode> {
        let outer = std::mem::replace(&mut self.bits, Bits::inside(contents));
        let value = read(self)?;
        self.bits.close()?;
        self.bits = outer;
        Ok(value)
    }

    fn scalar(&mut self, scalar: &Scalar, view: &PackedView) -> Result<Value, ErrorCode> {
        self.scalar(scalar, view)
    }

    fn roots(&mut self, shape: &Shape, values: &mut Vec<(FieldId, Value)>) -> Result<bool, ErrorCode> {
        let is_extended = shape.is_extensible && self.bits.bit()?;
        self.members(&shape.roots, values)?;
        Ok(is_extended)
    }

    // X.691 clauses 19.7 to 19.9.
    fn additions(
        &mut self,
        shape: &Shape,
        values: &mut Vec<(FieldId, Value)>,
        unknown: Option<&mut Unknown>,
    ) -> Result<(), ErrorCode> {
        let is_present = self.bitmap(unknown.is_some())?;
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
        let others = is_present.get(shape.additions.len()..).unwrap_or(&[]);
        if self.is_aligned && others.contains(&true) {
            self.bits.align();
        }
        let mut first = self.bits.clone();
        for _ in others.iter().filter(|is_present| **is_present) {
            self.contents()?;
        }
        if let Some(unknown) = unknown.filter(|_| !others.is_empty()) {
            // Each is a length and contents: whole bytes.
            unknown.contents = first.string(self.bits.at() - first.at())?;
            unknown.present = is_present;
        }
        Ok(())
    }

    // X.691 clause 23.
    fn union(&mut self, union: &Union) -> Result<Value, ErrorCode> {
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

    // X.691 clauses 20 and 22.
    fn array(&mut self, array: &Array, view: &PackedView) -> Result<Value, ErrorCode> {
        let size = self.size(&view.sizes)?;
        let mut values: Vec<Value> = Vec::new();
        self.pieces(&size, |own, count| {
            if (values.len() as u64).saturating_add(count) > own.basis.codec.limits.elements as u64 {
                return Err(ErrorCode::Limit);
            }
            for _ in 0..count {
                let element = own.element(array, values.len())?;
                values.push(element);
            }
            Ok(())
        })?;
        Ok(Value::Array(values))
    }

    // X.691 clause 11.2.
    fn open(&mut self, ty: TypeId) -> Result<Value, ErrorCode> {
        let contents = self.contents()?;
        if contents.octets.is_empty() {
            return Err(ErrorCode::BadLength);
        }
        let octets = contents.octets.clone();
        self.keep(ty, contents);
        Ok(Value::Open(octets))
    }
}

impl Decoder<'_, '_> {
    /// Reads the flags of components that may be absent, then the components (X.691 clauses 19.2 to 19.6).
    fn members(&mut self, fields: &[FieldId], values: &mut Vec<(FieldId, Value)>) -> Result<(), ErrorCode> {
        let graph = self.basis.codec.graph;
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

    /// Reads the presence bits of additions, after their number as a normally small length (X.691 clause 11.9.3.4).
    /// `is_kept`: its length is limited to what needs no fragments.
    fn bitmap(&mut self, is_kept: bool) -> Result<Vec<bool>, ErrorCode> {
        let mut bits = Vec::new();
        if !self.bits.bit()? {
            let count = self.bits.number(6)? + 1;
            self.flags(count, &mut bits)?;
            return Ok(bits);
        }
        self.pieces(&SizeRange::default(), |own, count| {
            if is_kept && count > MOST_KEPT {
                return Err(ErrorCode::Limit);
            }
            own.flags(count, &mut bits)
        })?;
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
}

//! Encodes structures, unions, arrays and open types (X.691 clauses 11.2 and 19 to 23).

use super::MOST_KEPT;
use super::bits::{Bits, Writer};
use super::encode::Encoder;
use super::write_numbers::{put_contents, put_small_number};
use crate::error::EncodeError;
use crate::packed::{Sender, Sending};
use crate::shape::{Shape, root_arms};
use syntax_graph::{Array, FieldId, PackedView, Scalar, SizeRange, Union, Value};

/// Returns the complete encoding of a CHOICE with an alternative that the specification does not know.
pub(super) fn unknown_arm(is_aligned: bool, index: u64, contents: &[u8]) -> Vec<u8> {
    let mut out = Writer::default();
    out.bit(true);
    put_small_number(&mut out, is_aligned, index);
    put_contents(&mut out, is_aligned, contents);
    out.complete()
}

impl<'c, 'g> Sender<'c, 'g> for Encoder<'c, 'g> {
    type View = PackedView;

    fn sending(&self) -> &Sending<'c, 'g, PackedView> {
        &self.state
    }

    fn sending_mut(&mut self) -> &mut Sending<'c, 'g, PackedView> {
        &mut self.state
    }

    fn scalar(&mut self, scalar: &Scalar, view: &PackedView, value: &Value) -> Result<(), EncodeError> {
        self.scalar(scalar, view, value)
    }

    // X.691 clauses 19 and 21.
    fn structure(
        &mut self,
        shape: &Shape,
        (additions, unknown): (&[bool], &[u8]),
        values: &[(FieldId, Value)],
    ) -> Result<(), EncodeError> {
        let is_extended = additions.contains(&true);
        if shape.is_extensible {
            self.out.bit(is_extended);
        }
        self.members(&shape.roots, values)?;
        if is_extended {
            if additions.len() as u64 > MOST_KEPT.max(shape.additions.len() as u64) {
                return self.mismatch(format_args!("at most {MOST_KEPT} additions"));
            }
            self.bitmap(additions);
            self.sent((shape, additions), values, |own, fields| own.members(fields, values))?;
            if !unknown.is_empty() {
                if self.is_aligned {
                    self.out.align();
                }
                self.out.octets(unknown);
            }
        }
        Ok(())
    }

    // X.691 clause 23.
    fn union(&mut self, union: &Union, value: &Value) -> Result<(), EncodeError> {
        let graph = self.state.codec.graph;
        let (arm, value) = match value {
            Value::Union(arm, value) => (*arm, value),
            Value::UnknownArm(octets) if union.extensible => return self.other_arm(union, octets),
            _ => return self.mismatch("an arm of the CHOICE"),
        };
        let step = format!(".{}", graph.fields[arm].name);
        if let Some(index) = union.arms.iter().skip(union.roots).position(|own| *own == arm) {
            self.out.bit(true);
            put_small_number(&mut self.out, self.is_aligned, index as u64);
            let octets = self.apart(|own| own.field(arm, &step, value))?;
            put_contents(&mut self.out, self.is_aligned, &octets);
            return Ok(());
        }
        let arms = root_arms(union);
        let Some(index) = arms.iter().position(|own| *own == arm) else {
            return self.mismatch("an arm of the CHOICE");
        };
        if union.extensible {
            self.out.bit(false);
        }
        self.constrained(&index.into(), &(arms.len() - 1).into());
        self.field(arm, &step, value)
    }

    // X.691 clauses 20 and 22.
    fn array(&mut self, array: &Array, view: &PackedView, values: &[Value]) -> Result<(), EncodeError> {
        let count = values.len() as u64;
        let size = self.size(&view.sizes, count)?;
        let mut elements = values.iter().enumerate();
        // A SET OF keeps the order of the value, as BASIC-PER permits.
        self.pieces(&size, count, |own, count| {
            for (index, value) in elements.by_ref().take(count as usize) {
                own.field(array.element, &format!("[{index}]"), value)?;
            }
            Ok(())
        })
    }

    // X.691 clause 11.2.
    fn contents(&mut self, octets: &[u8]) -> Result<(), EncodeError> {
        if octets.is_empty() {
            return self.mismatch("a complete encoding of at least one byte");
        }
        put_contents(&mut self.out, self.is_aligned, octets);
        Ok(())
    }

    fn apart(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<Vec<u8>, EncodeError> {
        let outer = std::mem::take(&mut self.out);
        write(self)?;
        Ok(std::mem::replace(&mut self.out, outer).complete())
    }
}

impl Encoder<'_, '_> {
    /// Encodes the flags of components that may be absent, then the components.
    fn members(&mut self, fields: &[FieldId], values: &[(FieldId, Value)]) -> Result<(), EncodeError> {
        self.flags(fields, values).into_iter().for_each(|flag| self.out.bit(flag));
        self.present(fields, values)
    }

    /// Encodes the presence bits of additions, after their number as a normally small length.
    fn bitmap(&mut self, present: &[bool]) {
        if present.len() <= 64 {
            self.out.bit(false);
            self.out.number(present.len() as u64 - 1, 6);
            present.iter().for_each(|bit| self.out.bit(*bit));
            return;
        }
        self.out.bit(true);
        let mut at = 0;
        self.pieces(&SizeRange::default(), present.len() as u64, |own, count| {
            present[at..at + count as usize].iter().for_each(|bit| own.out.bit(*bit));
            at += count as usize;
            Ok(())
        })
        // Any number of bits fits an unlimited size.
        .unwrap_or_default();
    }

    /// Encodes an unknown arm again from its complete encoding.
    fn other_arm(&mut self, union: &Union, octets: &[u8]) -> Result<(), EncodeError> {
        let mut bits = Bits::message(octets);
        let read = super::decode::read_unknown_arm(&mut bits, self.is_aligned);
        let known = union.arms.len().saturating_sub(union.roots) as u64;
        let Some((index, contents)) = read.filter(|(index, _)| *index >= known) else {
            return self.mismatch("the complete encoding of an unknown arm");
        };
        self.out.bit(true);
        put_small_number(&mut self.out, self.is_aligned, index);
        put_contents(&mut self.out, self.is_aligned, &contents);
        Ok(())
    }
}

//! What the walks of all encoding rules beside a sample message share: the path so far, what is asked at it, and reasons
//! to refuse.

use super::rigid::Wire;
use super::{Fill, Found, Hole, Place, Request, Segments, paths};
use crate::model::Model;
use std::collections::BTreeSet;
use syntax_graph::{Diagnostic, FieldId};

/// Why a message cannot be a shape.
pub type Walked<T> = Result<T, Box<Diagnostic>>;

/// The reason to refuse a hole that is neither a scalar nor a CHOICE.
pub const NO_SCALAR: &str = "a hole must be a scalar, or a CHOICE of scalars; this is neither";

/// A hole around the current place.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    /// The number of its request.
    pub request: usize,
}

/// How far a walk is.
pub struct Trail<'a> {
    /// The model.
    pub model: &'a Model<'a>,
    /// What is asked.
    pub request: &'a Request,
    /// What is found so far.
    pub found: Found,
    /// The levels of recursion around the current place.
    pub depth: usize,
    /// The names and indices around the current place.
    path: Vec<String>,
    arrays: usize,
}

impl<'a> Trail<'a> {
    /// Returns the beginning of a walk beside a sample.
    pub fn new(model: &'a Model<'a>, request: &'a Request, sample: &[u8]) -> Self {
        let segments =
            Segments { octets: sample.to_vec(), masks: vec![0xff; sample.len()], ..Segments::default() };
        let found = Found { segments, paths: BTreeSet::new(), counted: vec![false; request.counts.len()] };
        Self { model, request, found, depth: 0, path: Vec::new(), arrays: 0 }
    }

    /// Goes on to a part with this name.
    pub fn enter(&mut self, name: String) {
        self.path.push(name);
    }

    /// Returns from a part. After an error, its path stays for the message.
    pub fn leave(&mut self) {
        self.path.pop();
    }

    /// Returns the current path.
    pub fn path(&self) -> String {
        self.path.concat().trim_start_matches('.').to_owned()
    }

    /// Returns the error that the sample cannot be a shape for this reason, at the place of a hole's path.
    pub fn refused_hole(&self, request: usize, reason: &str) -> Box<Diagnostic> {
        let mut error = self.refused(reason);
        let span = self.request.holes[request].span;
        error.labels.iter_mut().for_each(|label| label.span = span);
        error
    }

    /// Returns the error that the sample cannot be a shape for this reason.
    pub fn refused(&self, reason: &str) -> Box<Diagnostic> {
        let path = self.path();
        let place = if path.is_empty() { String::new() } else { format!(" at `{path}`") };
        let message = format!("shape `{}`: {reason}{place}", self.request.name);
        Box::new(Diagnostic::error("shape-refused", self.request.span, message))
    }

    /// Notes what a decoder stores when the message has reached an offset.
    pub fn fill(&mut self, at: usize, fill: Fill) {
        self.found.segments.fills.push((at, fill));
    }

    /// Records the current path, and returns the hole around it, if it or one around it is asked for. `is_scalar`: whether
    /// it is a scalar or a CHOICE.
    ///
    /// # Errors
    /// A hole that is neither.
    pub fn asked(&mut self, around: Option<Around>, is_scalar: bool) -> Walked<Option<Around>> {
        let path = self.path();
        if path.is_empty() {
            return Ok(None);
        }
        self.found.paths.insert(paths::general(&path));
        if around.is_some() {
            return Ok(around);
        }
        let asked = self.request.holes.iter().position(|hole| self.is_path(&hole.path, &path));
        let Some(request) = asked else { return Ok(None) };
        if is_scalar { Ok(Some(Around { request })) } else { Err(self.refused_hole(request, NO_SCALAR)) }
    }

    /// Returns whether a pattern, with the name of the message type or without, matches a path.
    fn is_path(&self, pattern: &str, path: &str) -> bool {
        let whole = self.model.graph.type_path(self.request.root);
        let name = whole.rsplit('.').next().unwrap_or(&whole);
        paths::matches(pattern, path) || paths::matches(pattern, &format!("{name}.{path}"))
    }

    /// Returns the number of the next array, which has so many elements.
    ///
    /// # Errors
    /// The user states another number of elements.
    pub fn array(&mut self, count: u64) -> Walked<usize> {
        let path = self.path();
        for (at, stated) in self.request.counts.iter().enumerate() {
            if self.is_path(&stated.path, &path) {
                self.found.counted[at] = true;
                if stated.count != count {
                    let reason =
                        format!("the sample has {count} elements, and the shape states {}", stated.count);
                    return Err(self.refused(&reason));
                }
            }
        }
        self.arrays += 1;
        Ok(self.arrays - 1)
    }

    /// Enters a level of recursion.
    ///
    /// # Errors
    /// It would be inside a hole.
    pub fn deeper(&mut self, hole: Option<Around>) -> Walked<()> {
        if hole.is_some() {
            return Err(self.refused("a hole would be inside a recursion"));
        }
        self.depth += 1;
        self.found.segments.depth = self.found.segments.depth.max(self.depth);
        Ok(())
    }

    /// Returns a field's name for messages.
    pub fn name(&self, field: Option<FieldId>) -> String {
        field.map(|field| format!(".{}", self.model.graph.fields[field].name)).unwrap_or_default()
    }

    /// Returns the field that gives a value its type in C: that of its place, or its own.
    ///
    /// # Errors
    /// It has none.
    pub fn typed(&self, place: &Place, own: Option<FieldId>) -> Walked<FieldId> {
        place.field().or(own).ok_or_else(|| self.refused("a hole must be a field"))
    }

    /// Notes a hole of a rigid shape. Its bits do not count in comparisons. `own`: the field of its step.
    ///
    /// # Errors
    /// No field gives it a type in C.
    pub fn rigid(&mut self, place: &Place, own: Option<FieldId>, around: Around, wire: Wire) -> Walked<()> {
        let field = self.typed(place, own)?;
        let path = self.path();
        let segments = &mut self.found.segments;
        let end = wire.at + wire.bits();
        for bit in wire.at..end {
            segments.masks[(bit / 8) as usize] &= !(0x80 >> (bit % 8));
        }
        segments.holes.push(Hole {
            path,
            request: around.request,
            ty: self.model.graph.fields[field].target,
            field,
            contents: (wire.at / 8) as usize..end.div_ceil(8) as usize,
            is_fixed: true,
            place: place.clone(),
            check: None,
            default: None,
            wire: Some(wire),
            is_checked: true,
        });
        Ok(())
    }

    /// Returns what is found, with the holes of a rigid shape in the order of the message: open types are walked late.
    pub fn finish(mut self) -> Found {
        let Segments { holes, fills, .. } = &mut self.found.segments;
        let mut order: Vec<usize> = (0..holes.len()).collect();
        order.sort_by_key(|hole| holes[*hole].wire.as_ref().map(|wire| wire.at));
        *holes = order.iter().map(|hole| holes[*hole].clone()).collect();
        for (_, fill) in fills {
            if let Fill::Moved(hole) = fill {
                *hole = order.iter().position(|before| before == hole).unwrap_or(*hole);
            }
        }
        self.found
    }

    /// Returns the error that a hole is a CHOICE whose alternative in the sample is none of these.
    pub fn no_scalar_arm(&self, field: Option<FieldId>) -> Box<Diagnostic> {
        let path = [self.path(), self.name(field)].concat();
        self.refused(&format!("a hole must be a scalar, or a CHOICE of scalars; the sample has `{path}`"))
    }
}

//! Prints decoders of shapes that are tables: the engine of the runtime compares the message and converts the holes. What
//! is printed stores them.

use super::decode::{Cursor, Printer, Sink};
use super::sums::primitive;
use super::table::table;
use crate::c::expr::member;
use crate::c::header::item_type;
use crate::c::shapes::{self, at_p, lvalue};
use crate::c::writer::Writer;
use crate::rules::ber::ops::{Model, Primitive};
use crate::rules::ber::runtime::SHAPE_FIND;
use crate::shape::{Segments, Shape};
use syntax_graph::{IntegerRepr, Span};

/// Prints the table of a shape. Returns whether it has one.
pub fn constant(w: &mut Writer, model: &Model<'_>, shape: &Shape, segments: &Segments) -> bool {
    let Ok(table) = table(model, shape, segments, Span::none()) else { return false };
    let name = format!("table_{}", shape.flat.name);
    shapes::octets(w, "The shape as a table of stubc_shape_find.", &name, &table.octets());
    true
}

impl Printer<'_> {
    /// Prints the body. `input`: the message; `length`: the octets there are.
    pub(super) fn by_table(&self, w: &mut Writer, input: &str, length: &str) {
        let segments = self.segments;
        let is_same = matches!(self.sink, Sink::Same);
        let count = segments.holes.len();
        if count > 0 {
            w.line(&format!("stubc_hole holes[{count}];"));
        }
        if is_same {
            self.variables_of_fills(w);
            self.limits(w);
        } else {
            w.line("size_t octets;");
        }
        let (find, holes) = (w.call(SHAPE_FIND), if count > 0 { "holes" } else { "NULL" });
        let found = format!("{find}(table_{}, {holes}, {input}, {length})", self.shape.flat.name);
        if is_same {
            self.miss_if(w, &[format!("!{found}")]);
        } else {
            w.line(&format!("octets = {found};"));
            self.miss_if(w, &["!octets".to_owned()]);
        }
        let mut cursor = Cursor::default();
        let mut next = 0;
        for hole in segments.free().map(Some).chain([None]) {
            if is_same {
                let end = hole.map_or(usize::MAX, |hole| segments.holes[hole].contents.start);
                self.fills(w, &mut cursor, end);
            }
            let end = hole.map_or(count, |hole| hole + 1);
            (next..end).for_each(|index| self.take(w, index));
            next = end;
            if let Some(hole) = hole.filter(|_| is_same) {
                cursor.from = segments.holes[hole].contents.end;
                w.line(&format!("p = holes[{hole}].octets + holes[{hole}].length;"));
            }
        }
        if !is_same {
            return w.line("return (stubc_result)octets;");
        }
        cursor.claim.iter().for_each(|claim| w.line(claim));
        let rest = segments.octets.len() - cursor.from;
        w.line(&format!("return {};", at_p(rest)));
    }

    /// Prints the store of a hole.
    fn take(&self, w: &mut Writer, index: usize) {
        let hole = &self.segments.holes[index];
        let to = match self.sink {
            Sink::Flat => self.shape.flat.lvalue(&self.model.names.local("flat"), hole),
            Sink::Same => lvalue(self.model, &hole.place, "*v"),
        };
        let path = crate::c::escape::comment(&hole.path);
        match primitive(self.model, hole) {
            Primitive::Boolean => w.line(&format!("{to} = holes[{index}].number != 0; {path}")),
            Primitive::Integer(repr) if repr != IntegerRepr::Bytes => {
                let ctype = item_type(self.model, hole.field);
                w.line(&format!("{to} = ({ctype})holes[{index}].number; {path}"));
            }
            Primitive::Bits | Primitive::NamedBits => {
                w.line(&format!("{} = holes[{index}].octets + 1; {path}", member(&to, "data")));
                w.line(&format!("{} = (size_t)holes[{index}].number;", member(&to, "length")));
            }
            _ => {
                w.line(&format!("{} = holes[{index}].octets; {path}", member(&to, "data")));
                w.line(&format!("{} = holes[{index}].length;", member(&to, "length")));
            }
        }
    }
}

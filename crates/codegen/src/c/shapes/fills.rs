//! Prints what a decoder stores for the parts of a message that are no holes.

use super::{items, lvalue};
use crate::c::expr::{address, flag, integer_constant, member};
use crate::c::header::item_type;
use crate::c::writer::Writer;
use crate::model::Model;
use crate::program::DefaultValue;
use crate::shape::{Fill, Number, Place};
use std::ops::Range;
use syntax_graph::FieldId;

/// Prints what needs neither memory nor other parts of the message. `here` returns the address of an offset. Returns
/// whether it is such a part.
pub fn plain(w: &mut Writer, model: &Model<'_>, fill: &Fill, here: &dyn Fn(usize) -> String) -> bool {
    let to = |place: &Place| lvalue(model, place, "*v");
    let slice = |w: &mut Writer, to: &str, part: &Range<usize>| {
        w.line(&format!("{} = {};", member(to, "data"), here(part.start)));
        w.line(&format!("{} = {};", member(to, "length"), part.len()));
    };
    match fill {
        Fill::Flag(place, field, is_there) => {
            w.line(&format!("{} = {is_there};", flag(model, &to(place), Some(*field))));
        }
        Fill::Number(place, Number::Boolean(value)) => w.line(&format!("{} = {value};", to(place))),
        Fill::Number(place, Number::Integer(value)) => {
            w.line(&format!("{} = {};", to(place), integer_constant(value)));
        }
        Fill::Slice(place, part) => slice(w, &to(place), part),
        Fill::Bits(place, start, bits) => {
            w.line(&format!("{} = {};", member(&to(place), "data"), here(*start)));
            w.line(&format!("{} = {bits};", member(&to(place), "length")));
        }
        Fill::Kind(place, Some(arm), _) => {
            w.line(&format!("{} = {};", member(&to(place), "kind"), model.names.kinds[arm]));
        }
        Fill::Kind(place, None, part) => {
            w.line(&format!("{} = 0;", member(&to(place), "kind")));
            slice(w, &member(&to(place), "u.unknown"), part);
        }
        Fill::Open(place, part) => {
            slice(w, &member(&to(place), "raw"), part);
            w.line(&format!("{} = 0;", member(&to(place), "kind")));
        }
        Fill::Resolved(place, kind) => w.line(&format!("{} = {kind};", member(&to(place), "kind"))),
        Fill::Octets(place, part) => {
            w.line(&format!("memcpy({}, {}, {});", to(place), here(part.start), part.len()));
        }
        Fill::Float(place, at, width) => {
            let function = float(*width);
            w.line(&format!("{} = stubc_{function}({});", to(place), here(*at)));
        }
        Fill::End(place, _) => w.line(&format!("{} = NULL;", to(place))),
        Fill::Default(place, field, default) => self::default(w, model, &to(place), *field, default),
        _ => return false,
    }
    true
}

/// Prints the members of an array.
pub fn array(w: &mut Writer, model: &Model<'_>, place: &Place, array: usize, count: u64) {
    let to = lvalue(model, place, "*v");
    let found = if count == 0 { "NULL".to_owned() } else { items(array) };
    w.line(&format!("{} = {found};", member(&to, "items")));
    w.line(&format!("{} = {count};", member(&to, "count")));
}

/// Prints what fills in the default of an absent field.
fn default(w: &mut Writer, model: &Model<'_>, to: &str, field: FieldId, default: &DefaultValue) {
    match default {
        DefaultValue::Boolean(value) => w.line(&format!("{to} = {value};")),
        DefaultValue::Integer(value) => w.line(&format!("{to} = {};", integer_constant(value))),
        DefaultValue::EmptyArray => {
            w.line(&format!("{} = NULL;", member(to, "items")));
            w.line(&format!("{} = 0;", member(to, "count")));
            let target = model.graph.resolve(model.graph.fields[field].target);
            if let Some(raw) = model.names.kept.get(&target) {
                let raw = member(to, raw);
                w.line(&format!("memset(&{raw}, 0, sizeof {raw});"));
            }
        }
        DefaultValue::Slice(_) | DefaultValue::Bits(..) => {
            let index = model.default_slice(default).unwrap_or(0);
            w.line(&format!("memcpy({}, &stubc_default_slices[{index}], sizeof {to});", address(to)));
        }
        DefaultValue::Null | DefaultValue::Encoded(_) => {}
    }
}

/// Returns the name of a floating-point number with so many bits.
pub fn float(width: u32) -> &'static str {
    if width == 64 { "double" } else { "float" }
}

/// Memory of the arena for a part of the message.
pub struct Block {
    /// The variable that points to it.
    pub name: String,
    /// The type of the variable, with what stands before a name.
    pub ty: String,
    /// Its bytes.
    pub size: String,
}

impl Block {
    /// Returns the memory of a part with a number, if it needs any.
    pub fn of(model: &Model<'_>, at: usize, fill: &Fill) -> Option<Self> {
        match fill {
            Fill::Array(_, array, field, count) if *count > 0 => {
                let ty = item_type(model, *field);
                let star = if ty.ends_with('*') { "" } else { " " };
                let size = format!("{count} * sizeof *{}", items(*array));
                Some(Self { name: items(*array), ty: format!("{ty}{star}*"), size })
            }
            Fill::Pointer(_, node) => {
                let ty = model.names.ty(node.ty);
                Some(Self { name: part(at), ty: format!("{ty} *"), size: format!("sizeof({ty})") })
            }
            Fill::Link(_, field) => {
                let ty = item_type(model, *field);
                Some(Self { name: part(at), ty: format!("{ty} *"), size: format!("sizeof({ty})") })
            }
            Fill::Copy(_, octets, _) => {
                Some(Self { name: part(at), ty: "uint8_t *".to_owned(), size: octets.len().to_string() })
            }
            _ => None,
        }
    }
}

/// Returns the name of the variable that points to the memory of a part with a number.
pub fn part(at: usize) -> String {
    format!("part{at}")
}

/// Returns the bytes of blocks that follow each other, each but the last one rounded up.
pub fn total(blocks: &[Block]) -> String {
    let last = blocks.len().saturating_sub(1);
    let rounded =
        blocks.iter().enumerate().map(
            |(at, Block { size, .. })| {
                if at < last { format!("STUBC_ROUND({size})") } else { size.clone() }
            },
        );
    rounded.collect::<Vec<_>>().join(" + ")
}

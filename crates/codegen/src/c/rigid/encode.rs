//! Prints encoders of rigid shapes: the constant octets, then each hole at its place.

use super::helpers::{CHARACTERS, PUT, other, other_if};
use super::words::{outside, sum};
use crate::c::escape::comment;
use crate::c::expr::{integer_constant, member, unused};
use crate::c::shapes;
use crate::c::writer::Writer;
use crate::model::Model;
use crate::shape::rigid::{Form, Number, Ranges, Text, TrailingOne, Wire};
use crate::shape::{Hole, Segments, Shape};
use std::ops::Range;

/// From so many octets on, a string is no part of the constant octets.
const LONG: u64 = 32;

/// Returns the parts of the message that are constant, up to bits of holes in them: all but long strings.
fn constants(segments: &Segments) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut from = 0;
    for hole in &segments.holes {
        let Some(Wire { at, form: Form::Text(text) }) = &hole.wire else { continue };
        if at.is_multiple_of(8) && text.bits.is_multiple_of(8) && text.octets() >= LONG {
            parts.push(from..hole.contents.start);
            from = hole.contents.end;
        }
    }
    parts.push(from..segments.octets.len());
    parts.retain(|part| !part.is_empty());
    parts
}

/// Prints the octets of the sample with zeros in the holes.
pub fn constant(w: &mut Writer, shape: &Shape, segments: &Segments) {
    let constant = constants(segments).into_iter().flatten();
    let octets: Vec<u8> = constant.map(|at| segments.octets[at] & segments.masks[at]).collect();
    if octets.is_empty() {
        return;
    }
    let comment = "The message of the shape, with zeros in its holes and without long strings.";
    shapes::octets(w, comment, &format!("octets_{}", shape.flat.name), &octets);
}

/// Prints the statements that encode the struct of holes.
pub fn flat(w: &mut Writer, model: &Model<'_>, shape: &Shape, segments: &Segments) {
    let [flat, buffer, capacity] = ["flat", "buffer", "capacity"].map(|wanted| model.names.local(wanted));
    let size = segments.octets.len();
    let printer = Printer { shape, flat: &flat };
    unused(w, &[(&flat, segments.holes.is_empty())]);
    w.line(&format!("uint8_t *const q = {buffer};"));
    let is_number =
        |hole: &Hole| matches!(&hole.wire, Some(Wire { form: Form::Number(_) | Form::Truth { .. }, .. }));
    if segments.holes.iter().any(is_number) {
        w.line("uint64_t x;");
    }
    w.when(&format!("{capacity} < {size}"), other);
    let mut before = 0;
    for part in constants(segments) {
        let from = offset(&format!("octets_{}", shape.flat.name), before);
        w.line(&format!("memcpy({}, {from}, {});", offset("q", part.start), part.len()));
        before += part.len();
    }
    for hole in &segments.holes {
        printer.hole(w, hole);
    }
    w.line(&format!("return {size};"));
}

/// Returns the address so many octets behind another one.
fn offset(pointer: &str, octets: usize) -> String {
    if octets == 0 { pointer.to_owned() } else { format!("{pointer} + {octets}") }
}

/// Returns the condition that octets are characters of a string.
pub fn characters(function: &str, data: &str, text: &Text) -> String {
    let ranges: Vec<String> = text.characters.iter().map(|(low, high)| format!("{low}, {high}")).collect();
    let (octets, count) = (text.octets(), text.characters.len());
    format!("{function}({data}, {octets}, (const uint8_t[]){{{}}}, {count})", ranges.join(", "))
}

struct Printer<'a> {
    shape: &'a Shape,
    flat: &'a str,
}

impl Printer<'_> {
    fn hole(&self, w: &mut Writer, hole: &Hole) {
        let Some(wire) = &hole.wire else { return };
        let value = self.shape.flat.lvalue(self.flat, hole);
        match &wire.form {
            Form::Truth { width, yes, only, .. } => {
                if let Some(only) = only {
                    other_if(w, &[format!("{}{value}", if *only { "!" } else { "" })]);
                }
                w.line(&format!("x = {value} ? {yes} : 0; {}", comment(&hole.path)));
                bits(w, wire.at, *width);
            }
            Form::Number(number) => {
                self.number(w, hole, number, &value);
                bits(w, wire.at, number.width);
            }
            Form::Text(text) => self.text(w, hole, (wire.at, text), &value),
            Form::Float(width) => {
                let function = crate::c::shapes::fills::float(*width);
                let to = offset("q", (wire.at / 8) as usize);
                w.line(&format!("stubc_put_{function}({to}, {value}); {}", comment(&hole.path)));
            }
        }
    }

    /// Prints the comparison of a number, and its bits as `x`.
    fn number(&self, w: &mut Writer, hole: &Hole, number: &Number, value: &str) {
        if let Some(items) = &number.items {
            w.switch(value, |w| {
                for (at, item) in items.iter().enumerate().filter(|(at, _)| number.sent.has(&(*at).into())) {
                    let label = format!("case {}:", integer_constant(item));
                    w.case(&[label], |w| w.line(&format!("x = {at};")));
                }
                w.last_case("default:", other);
            });
            return;
        }
        let all = Ranges::of_repr(number.repr);
        other_if(w, &outside(value, &number.sent, &all).into_iter().collect::<Vec<_>>());
        let mut bits = sum(&format!("(uint64_t){value}"), &-&number.least);
        if number.is_signed && number.width < 64 {
            bits = format!("({bits}) & UINT64_C({:#x})", (1_u64 << number.width) - 1);
        }
        w.line(&format!("x = {bits}; {}", comment(&hole.path)));
    }

    /// Prints the comparison of a string, and its copy.
    fn text(&self, w: &mut Writer, hole: &Hole, (at, text): (u64, &Text), value: &str) {
        let is_array = self.shape.flat.moved(hole).is_some();
        let data = if is_array { value.to_owned() } else { member(value, "data") };
        let mut wrong = Vec::new();
        if !is_array {
            wrong.push(format!("{} != {}", member(value, "length"), text.length));
        }
        if text.trailing_one != TrailingOne::No {
            let last = text.bits - 1;
            wrong.push(format!("!({data}[{}] >> {} & 1)", last / 8, 7 - last % 8));
        }
        if !text.characters.is_empty() && text.bits > 0 {
            wrong.push(format!("!{}", characters(w.call(CHARACTERS), &data, text)));
        }
        other_if(w, &wrong);
        let (to, path) = (offset("q", (at / 8) as usize), comment(&hole.path));
        if text.bits == 0 {
            return;
        }
        if at % 8 == 0 && text.bits % 8 == 0 {
            w.line(&format!("memcpy({to}, {data}, {}); {path}", text.octets()));
        } else {
            let put = w.call(PUT);
            w.line(&format!("{put}({to}, {}, {data}, {}); {path}", at % 8, text.bits));
        }
    }
}

/// Prints the lowest bits of `x` at a place, where zeros are.
fn bits(w: &mut Writer, at: u64, width: u32) {
    if width == 0 {
        w.line("(void)x;");
        return;
    }
    let end = at + u64::from(width);
    if at.is_multiple_of(8) && [16, 32, 64].contains(&width) {
        let q = offset("q", (at / 8) as usize);
        w.line(&format!("stubc_write_{width}({q}, (uint{width}_t)x);"));
        return;
    }
    for octet in at / 8..end.div_ceil(8) {
        let (first, last) = (8 * octet, 8 * (octet + 1));
        let part = match end.checked_sub(last) {
            Some(0) => "x".to_owned(),
            Some(behind) => format!("x >> {behind}"),
            None => format!("x << {}", last - end),
        };
        let is_whole = at <= first && last <= end;
        let before = if is_whole { String::new() } else { format!("q[{octet}] | ") };
        let part = if is_whole { part } else { format!("({part})") };
        w.line(&format!("q[{octet}] = (uint8_t)({before}{part});"));
    }
}

//! Prints decoders of rigid shapes: all comparisons come first, so that a message of another shape changes nothing.

use super::encode::characters;
use super::helpers::{CHARACTERS, COPY, LIKE, MEMORY, other, other_if};
use super::words::{number, outside, sum};
use crate::c::escape::comment;
use crate::c::expr::{member, unused};
use crate::c::header::item_type;
use crate::c::shapes::fills::{self, Block};
use crate::c::shapes::{self, at_p, differences, lvalue};
use crate::c::writer::Writer;
use crate::model::Model;
use crate::shape::rigid::{Form, Number, Ranges, Text, TrailingOne, Wire};
use crate::shape::{Fill, Hole, Segments, Shape, runs};
use num_bigint::BigInt;

/// Prints the table of a shape's constant octets. Returns whether it has one.
pub fn constant(w: &mut Writer, shape: &Shape, segments: &Segments) -> bool {
    let Some(table) = runs::table(segments) else { return false };
    let comment = format!("The constant octets of the shape as a table of {}.", LIKE.name);
    shapes::octets(w, &comment, &format!("table_{}", shape.flat.name), &table);
    true
}

/// Prints the statements that decode into the struct of holes. `has_table`: the constant octets are a table.
pub fn flat(w: &mut Writer, model: &Model<'_>, (shape, segments): (&Shape, &Segments), has_table: bool) {
    let printer = Printer { model, segments, table: has_table.then_some(shape.flat.name.as_str()) };
    let [flat, input, length] = ["flat", "input", "length"].map(|wanted| model.names.local(wanted));
    unused(w, &[(&flat, segments.holes.is_empty())]);
    w.line(&format!("const uint8_t *const p = {input};"));
    printer.comparisons(w, &length);
    for (index, hole) in segments.holes.iter().enumerate() {
        let to = shape.flat.lvalue(&flat, hole);
        match shape.flat.moved(hole) {
            Some(_) => printer.copy(w, hole, &to),
            None => printer.store(w, (index, hole), &to),
        }
    }
    w.line(&format!("return {};", segments.octets.len()));
}

/// Prints the statements that decode into the struct of the message. `has_table`: the constant octets are a table.
pub fn same(w: &mut Writer, model: &Model<'_>, (shape, segments): (&Shape, &Segments), has_table: bool) {
    let printer = Printer { model, segments, table: has_table.then_some(shape.flat.name.as_str()) };
    let root = model.options.roots[shape.root].ty;
    let ty = model.names.ty(model.graph.resolve(root));
    let mut body = w.part();
    printer.comparisons(&mut body, "length");
    printer.limits(&mut body);
    printer.memory(&mut body);
    for (at, (_, fill)) in segments.fills.iter().enumerate() {
        printer.fill(&mut body, at, fill);
    }
    for (index, hole) in segments.holes.iter().enumerate().filter(|(_, hole)| hole.moved().is_none()) {
        body.uses("v");
        let to = lvalue(model, &hole.place, "*v");
        match hole.is_held() {
            true => printer.copy(&mut body, hole, &to),
            false => printer.store(&mut body, (index, hole), &to),
        }
    }
    body.line(&format!("return {};", segments.octets.len()));
    let stores = body.is_using("v");
    if stores {
        w.line(&format!("{ty} *const v = ({ty} *)value;"));
    }
    unused(w, &[("value", !stores), ("context", !body.is_using("context"))]);
    w.append(body);
}

struct Printer<'a> {
    model: &'a Model<'a>,
    segments: &'a Segments,
    /// The shape whose table has the constant octets.
    table: Option<&'a str>,
}

/// Returns the numbers that the bits of a number can be.
fn possible(number: &Number) -> Ranges {
    Ranges::of_bits(number.width, number.is_signed)
}

/// Returns what the bits of a number may be.
fn accepted(number: &Number) -> Ranges {
    number.accepted.plus(&-&number.least)
}

impl Printer<'_> {
    /// Prints all comparisons of the message: its length, its constant octets, its holes.
    fn comparisons(&self, w: &mut Writer, length: &str) {
        let Segments { octets, masks, holes, .. } = self.segments;
        w.when(&format!("{length} < {}", octets.len()), other);
        match self.table {
            Some(name) => {
                let like = w.call(LIKE);
                other_if(w, &[format!("!{like}(table_{name}, p)")]);
            }
            None => other_if(w, &differences(octets, masks, 0..octets.len(), 0)),
        }
        for (index, hole) in holes.iter().enumerate().filter(|(_, hole)| hole.is_checked) {
            let Some(wire) = &hole.wire else { continue };
            match &wire.form {
                Form::Truth { width, accepted, .. } => {
                    let bits = format!("({})", self.bits(wire.at, *width));
                    other_if(
                        w,
                        &outside(&bits, accepted, &Ranges::of_bits(*width, false))
                            .into_iter()
                            .collect::<Vec<_>>(),
                    );
                }
                Form::Number(number) => self.number(w, (index, hole), wire, number),
                Form::Text(text) => self.text(w, wire, text),
                Form::Float(_) => {}
            }
        }
    }

    fn bits(&self, at: u64, width: u32) -> String {
        number(at, width, self.segments.octets.len())
    }

    /// Returns the number in the bits of a hole, with its sign.
    fn raw(&self, wire: &Wire, number: &Number) -> String {
        let bits = self.bits(wire.at, number.width);
        match number.is_signed {
            true => {
                let unused = 64 - number.width;
                format!("(int64_t)((uint64_t)({bits}) << {unused}) >> {unused}")
            }
            false => bits,
        }
    }

    /// Prints the comparison of a number, which a variable gets if there is any.
    fn number(&self, w: &mut Writer, (index, hole): (usize, &Hole), wire: &Wire, number: &Number) {
        let name = format!("x{index}");
        if let Some(condition) = outside(&name, &accepted(number), &possible(number)) {
            let ty = if number.is_signed { "int64_t" } else { "uint64_t" };
            let raw = self.raw(wire, number);
            w.line(&format!("const {ty} {name} = {raw}; {}", comment(&hole.path)));
            other_if(w, &[condition]);
        }
    }

    /// Prints the comparison of a string.
    fn text(&self, w: &mut Writer, wire: &Wire, text: &Text) {
        if text.trailing_one == TrailingOne::Both {
            let last = wire.at + text.bits - 1;
            other_if(w, &[format!("!(p[{}] >> {} & 1)", last / 8, 7 - last % 8)]);
        }
        if !text.characters.is_empty() && text.bits > 0 {
            let is = characters(w.call(CHARACTERS), &at_p((wire.at / 8) as usize), text);
            other_if(w, &[format!("!{is}")]);
        }
    }

    /// Prints the store of a hole that is not moved.
    fn store(&self, w: &mut Writer, (index, hole): (usize, &Hole), to: &str) {
        let Some(wire) = &hole.wire else { return };
        match &wire.form {
            Form::Truth { width, .. } => {
                w.line(&format!("{to} = ({}) != 0; {}", self.bits(wire.at, *width), comment(&hole.path)));
            }
            Form::Number(number) => {
                let has_name =
                    hole.is_checked && outside("x", &accepted(number), &possible(number)).is_some();
                let raw =
                    if has_name { format!("x{index}") } else { format!("({})", self.raw(wire, number)) };
                let ctype = item_type(self.model, hole.field);
                match &number.items {
                    Some(items) => {
                        let all = items.iter().map(crate::c::expr::integer_constant).collect::<Vec<_>>();
                        w.line(&format!(
                            "{to} = ((const {ctype}[]){{{}}})[{raw}]; {}",
                            all.join(", "),
                            comment(&hole.path)
                        ));
                    }
                    None if number.least == BigInt::from(0) => {
                        w.line(&format!("{to} = ({ctype}){raw}; {}", comment(&hole.path)));
                    }
                    None => {
                        let value = sum(&format!("(uint64_t){raw}"), &number.least);
                        w.line(&format!("{to} = ({ctype})({value}); {}", comment(&hole.path)));
                    }
                }
            }
            Form::Text(text) => {
                let data = at_p((wire.at / 8) as usize);
                w.line(&format!("{} = {data}; {}", member(to, "data"), comment(&hole.path)));
                w.line(&format!("{} = {};", member(to, "length"), text.length));
            }
            Form::Float(width) => {
                let (function, from) = (fills::float(*width), at_p((wire.at / 8) as usize));
                w.line(&format!("{to} = stubc_{function}({from}); {}", comment(&hole.path)));
            }
        }
    }

    /// Prints the copy of a string's octets.
    fn copy(&self, w: &mut Writer, hole: &Hole, to: &str) {
        let Some(Wire { at, form: Form::Text(text) }) = &hole.wire else { return };
        let (from, shift) = (at_p((at / 8) as usize), at % 8);
        if shift == 0 && text.bits.is_multiple_of(8) {
            return w.line(&format!("memcpy({to}, {from}, {}); {}", text.octets(), comment(&hole.path)));
        }
        let copy = w.call(COPY);
        w.line(&format!("{copy}({to}, {from}, {shift}, {}); {}", text.bits, comment(&hole.path)));
    }

    /// Prints the comparison of the sample with the limits of the context.
    fn limits(&self, w: &mut Writer) {
        let Segments { fills, depth, .. } = self.segments;
        let most = fills.iter().filter_map(|(_, fill)| match fill {
            Fill::Array(.., count) | Fill::End(_, count) => Some(*count),
            _ => None,
        });
        if let Some(most) = most.max().filter(|most| *most > 0) {
            w.uses("context");
            w.when(&format!("context && context->max_elements < {most}"), other);
        }
        if *depth > 0 {
            w.uses("context");
            w.when(&format!("(context ? context->max_depth : STUBC_MAX_DEPTH) < {depth}"), other);
        }
    }

    /// Prints the allocation of all memory. Blocks are aligned one by one, as the general decoder does.
    fn memory(&self, w: &mut Writer) {
        let numbered = self.segments.fills.iter().enumerate();
        let blocks: Vec<Block> = numbered
            .filter_map(|(at, (_, fill))| match fill {
                Fill::Moved(hole) => {
                    let octets = self.segments.holes[*hole].moved()?;
                    Some(Block {
                        name: fills::part(at),
                        ty: "uint8_t *".to_owned(),
                        size: octets.to_string(),
                    })
                }
                fill => Block::of(self.model, at, fill),
            })
            .collect();
        for Block { name, ty, .. } in &blocks {
            w.line(&format!("{ty}{name};"));
        }
        for (at, Block { name, ty, .. }) in blocks.iter().enumerate() {
            let memory = match at.checked_sub(1).map(|before| &blocks[before]) {
                None => {
                    w.uses("context");
                    format!("{}(context, {})", w.call(MEMORY), fills::total(&blocks))
                }
                Some(Block { name, size, .. }) => format!("((uint8_t *){name} + STUBC_ROUND({size}))"),
            };
            w.line(&format!("{name} = ({ty})(void *){memory};"));
            if at == 0 {
                w.when(&format!("!{name}"), other);
            }
        }
    }

    /// Prints what is stored for a part of the message.
    fn fill(&self, w: &mut Writer, at: usize, fill: &Fill) {
        let model = self.model;
        w.uses("v");
        if fills::plain(w, model, fill, &at_p) {
            return;
        }
        match fill {
            Fill::Array(place, array, _, count) => fills::array(w, model, place, *array, *count),
            Fill::Pointer(place, _) | Fill::Link(place, _) => {
                w.line(&format!("{} = {};", lvalue(model, place, "*v"), fills::part(at)));
            }
            Fill::Copy(place, octets, length) => {
                let (to, part) = (lvalue(model, place, "*v"), fills::part(at));
                let octets_text: Vec<String> = octets.iter().map(|octet| format!("{octet:#04x}")).collect();
                let size = octets.len();
                w.line(&format!("memcpy({part}, (const uint8_t[]){{{}}}, {size});", octets_text.join(", ")));
                w.line(&format!("{} = {part};", member(&to, "data")));
                w.line(&format!("{} = {length};", member(&to, "length")));
            }
            Fill::Moved(hole) => {
                let hole = &self.segments.holes[*hole];
                let Some(Wire { form: Form::Text(text), .. }) = &hole.wire else { return };
                let (to, part) = (lvalue(model, &hole.place, "*v"), fills::part(at));
                self.copy(w, hole, &part);
                w.line(&format!("{} = {part};", member(&to, "data")));
                w.line(&format!("{} = {};", member(&to, "length"), text.length));
            }
            _ => {}
        }
    }
}

//! Prints encoders of shapes: constant octets, then each hole and the lengths that follow from it.

use super::sums::{Sum, bounds, primitive, sums};
use crate::c::escape::comment;
use crate::c::expr::{is_default, member};
use crate::c::shapes::{self, signature};
use crate::c::writer::Writer;
use crate::program::techniques::Direction;
use crate::rules::ber::ops::{Model, Primitive};
use crate::rules::ber::runtime::{HOLE_BYTES, HOLE_COPY, HOLE_FITS, HOLE_OCTETS};
use crate::shape::{Segments, Shape};
use syntax_graph::IntegerRepr;

/// Prints the encoder of the struct of holes.
pub fn flat(w: &mut Writer, model: &Model<'_>, shape: &Shape, segments: &Segments) {
    let printer = Printer { model, shape, segments };
    let name = &shape.flat.name;
    let octets = format!("octets_{name}");
    shapes::octets(w, "The message of the shape, with the sample's holes.", &octets, &segments.octets);
    w.comment(&format!(
        "Encodes a message of the shape from its holes. Returns its bytes, or STUBC_OTHER: {}_encode decides.",
        model.names.stem(model.options.roots[shape.root].ty)
    ));
    w.function(&signature(model, shape, Direction::Encode), |w| printer.statements(w, &octets));
}

struct Printer<'a> {
    model: &'a Model<'a>,
    shape: &'a Shape,
    segments: &'a Segments,
}

impl Printer<'_> {
    fn other(w: &mut Writer) {
        w.line("return STUBC_OTHER;");
    }

    fn other_if(w: &mut Writer, conditions: &[String]) {
        if !conditions.is_empty() {
            w.when(&conditions.join(" || "), Self::other);
        }
    }

    fn lvalue(&self, hole: usize) -> String {
        self.shape.flat.lvalue(&self.model.names.local("flat"), &self.segments.holes[hole])
    }

    fn statements(&self, w: &mut Writer, octets: &str) {
        let (segments, sums) = (self.segments, sums(self.segments));
        let [buffer, capacity] = ["buffer", "capacity"].map(|wanted| self.model.names.local(wanted));
        let least = segments.least();
        w.line(&format!("uint8_t *q = {buffer};"));
        let free: Vec<usize> = segments.free().collect();
        if !free.is_empty() {
            w.line("size_t n;");
        }
        for sum in sums.iter().filter(|sum| !sum.is_single()) {
            w.line(&format!("uint8_t *start{};", sum.index));
        }
        if segments.holes.is_empty() {
            w.line(&format!("(void){};", self.model.names.local("flat")));
        }
        w.when(&format!("{capacity} < {least}"), Self::other);
        self.room(w, &free, &sums, &capacity);
        let mut from = 0;
        for hole in free.iter().copied().map(Some).chain([None]) {
            let end = hole.map_or(segments.octets.len(), |hole| segments.holes[hole].contents.start);
            for sum in
                sums.iter().filter(|sum| !sum.is_single() && (from..end).contains(&sum.element.length.start))
            {
                w.line(&format!("start{} = {};", sum.index, at("q", sum.element.length.start - from)));
            }
            if let Some(hole) = hole {
                self.length(w, hole, &sums);
            }
            if end > from {
                w.line(&format!("memcpy(q, {octets}{}, {});", plus(from), end - from));
            }
            for (index, fixed) in segments.holes.iter().enumerate().filter(|(_, other)| other.is_fixed) {
                if from < fixed.contents.start && fixed.contents.start <= end {
                    self.fixed(w, index, fixed.contents.start - from);
                }
            }
            match hole {
                Some(hole) => {
                    self.hole(w, hole, from, &sums);
                    from = segments.holes[hole].contents.end;
                }
                None => w.line(&format!("return q - {buffer}{};", plus(end - from))),
            }
        }
    }

    /// Prints the length of a hole, and the comparison with what its length octets and those around it can hold.
    fn length(&self, w: &mut Writer, index: usize, sums: &[Sum<'_>]) {
        let hole = &self.segments.holes[index];
        let mut wrong = self.checks(w, index);
        let path = comment(&hole.path);
        let n = self.octets(w, index);
        w.line(&format!("n = {n}; {path}"));
        let (least, most) = bounds(sums.iter().filter(|sum| sum.is_of(index)));
        let mut conditions = vec![format!("n > {most}")];
        if least > 0 {
            conditions.push(format!("n < {least}"));
        }
        conditions.append(&mut wrong);
        Self::other_if(w, &conditions);
    }

    /// Prints the comparison of the holes with the buffer, which takes time only if the longest message does not fit.
    fn room(&self, w: &mut Writer, free: &[usize], sums: &[Sum<'_>], capacity: &str) {
        if free.is_empty() {
            return;
        }
        let least = self.segments.least();
        let most = least as u64
            + free.iter().map(|hole| bounds(sums.iter().filter(|sum| sum.is_of(*hole))).1).sum::<u64>();
        w.block(&format!("if ({capacity} < {most})"), "}", |w| {
            w.line(&format!("size_t room = {capacity} - {least};"));
            let fits = w.call(HOLE_FITS);
            let conditions: Vec<String> =
                free.iter().map(|hole| format!("!{fits}(&room, {})", self.octets(w, *hole))).collect();
            Self::other_if(w, &conditions);
        });
    }

    /// Returns the number of contents octets of a hole.
    fn octets(&self, w: &mut Writer, index: usize) -> String {
        let value = self.lvalue(index);
        match primitive(self.model, &self.segments.holes[index]) {
            Primitive::Integer(IntegerRepr::U64) => {
                format!("({value} > INT64_MAX ? 9 : {}((int64_t){value}))", w.call(HOLE_OCTETS))
            }
            Primitive::Integer(_) => format!("{}({value})", w.call(HOLE_OCTETS)),
            Primitive::Bits | Primitive::NamedBits => {
                let length = member(&value, "length");
                format!("{length} / 8 + ({length} % 8 != 0) + 1")
            }
            _ => member(&value, "length"),
        }
    }

    /// Returns the conditions that the value of a hole is none that the encoder of any message sends, or none that this
    /// shape sends.
    fn checks(&self, w: &mut Writer, index: usize) -> Vec<String> {
        let model = self.model;
        let hole = &self.segments.holes[index];
        let value = self.lvalue(index);
        let mut wrong = Vec::new();
        match primitive(model, hole) {
            Primitive::Bytes => {
                let (data, length) = (member(&value, "data"), member(&value, "length"));
                wrong.push(format!("!{}({data}, {length})", w.call(HOLE_BYTES)));
            }
            Primitive::Oid => wrong.push(format!("!stubc_is_oid(&{value})")),
            Primitive::NamedBits => {
                let (data, length) = (member(&value, "data"), member(&value, "length"));
                wrong.push(format!(
                    "({length} && !({data}[({length} - 1) / 8] >> (7 - ({length} - 1) % 8) & 1))"
                ));
            }
            _ => {}
        }
        if !hole.is_checked {
            wrong.clear();
        }
        if let Some(check) = &hole.check {
            wrong.push(format!(
                "!{}",
                crate::c::predicates::condition(model, check, &format!("&{value}"), "c")
            ));
        }
        if let Some(default) = &hole.default {
            wrong.push(is_default(w, model, Some(hole.field), default, &value));
        }
        wrong
    }

    /// Prints the contents of a hole whose length is that of the sample, `at` octets behind `q`.
    fn fixed(&self, w: &mut Writer, index: usize, at_q: usize) {
        let hole = &self.segments.holes[index];
        let (value, n) = (self.lvalue(index), hole.contents.len());
        let mut wrong = self.checks(w, index);
        let to = at("q", at_q);
        match primitive(self.model, hole) {
            Primitive::Boolean => {
                Self::other_if(w, &wrong);
                w.line(&format!("q[{at_q}] = {value} ? 0xff : 0; {}", comment(&hole.path)));
            }
            Primitive::Integer(_) => {
                let mut conditions = vec![format!("{} != {n}", self.octets(w, index))];
                conditions.append(&mut wrong);
                Self::other_if(w, &conditions);
                w.line(&format!("stubc_hole_number({to}, (uint64_t){value}, {n}); {}", comment(&hole.path)));
            }
            Primitive::Bits | Primitive::NamedBits => {
                let length = member(&value, "length");
                let mut conditions = vec![format!("{length} / 8 + ({length} % 8 != 0) + 1 != {n}")];
                conditions.append(&mut wrong);
                Self::other_if(w, &conditions);
                self.bits(w, &value, at_q, &n.to_string(), &hole.path);
            }
            _ => {
                let mut conditions = vec![format!("{} != {n}", member(&value, "length"))];
                conditions.append(&mut wrong);
                Self::other_if(w, &conditions);
                if n > 0 {
                    w.line(&format!(
                        "memcpy({to}, {}, {n}); {}",
                        member(&value, "data"),
                        comment(&hole.path)
                    ));
                }
            }
        }
    }

    /// Prints the contents of a bit string: the number of unused bits, which are 0, then the octets.
    fn bits(&self, w: &mut Writer, value: &str, at_q: usize, n: &str, path: &str) {
        let (data, length) = (member(value, "data"), member(value, "length"));
        let copy = w.call(HOLE_COPY);
        w.line(&format!("q[{at_q}] = (uint8_t)((0u - {length}) & 7); {}", comment(path)));
        w.line(&format!("{copy}({}, {data}, {n} - 1);", at("q", at_q + 1)));
        w.when(&format!("q[{at_q}]"), |w| {
            let last = format!("q[{at_q} + {n} - 1]");
            w.line(&format!("{last} = (uint8_t)({last} & 0xffu << q[{at_q}]);"));
        });
    }

    /// Prints a hole of free length, its length octets, and those around it that are known now.
    fn hole(&self, w: &mut Writer, index: usize, from: usize, sums: &[Sum<'_>]) {
        let hole = &self.segments.holes[index];
        let (value, at_q) = (self.lvalue(index), hole.contents.start - from);
        for sum in sums.iter().filter(|sum| sum.is_of(index)) {
            let octets = sum.element.length.len();
            for (nth, at) in sum.element.length.clone().enumerate() {
                let shift = 8 * (octets - 1 - nth);
                let number = format!("n + {}", sum.beside);
                let number = if shift == 0 { number } else { format!("({number}) >> {shift}") };
                w.line(&format!("q[{}] = (uint8_t)({number});", at - from));
            }
        }
        w.line(&format!("q[{}] = (uint8_t)n;", at_q - 1));
        let to = at("q", at_q);
        match primitive(self.model, hole) {
            Primitive::Integer(repr) => {
                // Octets of the message that follow may be written twice.
                let follows = self.segments.least_behind(hole.contents.end);
                let function = if follows >= 7 && repr != IntegerRepr::U64 {
                    "stubc_hole_word"
                } else {
                    "stubc_hole_number"
                };
                w.line(&format!("{function}({to}, (uint64_t){value}, n);"));
            }
            Primitive::Bits | Primitive::NamedBits => self.bits(w, &value, at_q, "n", &hole.path),
            _ => {
                let copy = w.call(HOLE_COPY);
                w.line(&format!("{copy}({to}, {}, n);", member(&value, "data")));
            }
        }
        w.line(&format!("q += {at_q} + n;"));
        for sum in sums.iter().filter(|sum| !sum.is_single() && sum.last == index) {
            self.close(w, sum);
        }
    }

    /// Prints the length octets of an element with several holes, of which the last one is written.
    fn close(&self, w: &mut Writer, sum: &Sum<'_>) {
        let index = sum.index;
        let hole = &self.segments.holes[sum.last];
        // Behind the last hole there are only constant octets.
        let behind = sum.element.contents.end - hole.contents.end;
        let before = sum.element.length.len();
        let more = match behind.cmp(&before) {
            std::cmp::Ordering::Less => format!(" - {}", before - behind),
            std::cmp::Ordering::Equal => String::new(),
            std::cmp::Ordering::Greater => format!(" + {}", behind - before),
        };
        w.line(&format!("n = (size_t)(q - start{index}){more};"));
        let (least, most) = sum.element.sent();
        let mut conditions = Vec::new();
        if least > 0 {
            conditions.push(format!("n < {least}"));
        }
        conditions.push(format!("n > {most}"));
        Self::other_if(w, &conditions);
        let octets = sum.element.length.len();
        for nth in 0..octets {
            let shift = 8 * (octets - 1 - nth);
            let number = if shift == 0 { "n".to_owned() } else { format!("n >> {shift}") };
            w.line(&format!("start{index}[{nth}] = (uint8_t)({number});"));
        }
    }
}

fn at(pointer: &str, at: usize) -> String {
    if at == 0 { pointer.to_owned() } else { format!("{pointer} + {at}") }
}

fn plus(number: usize) -> String {
    if number == 0 { String::new() } else { format!(" + {number}") }
}

//! Prints decoders of shapes: comparisons of constant octets, the sums of lengths, then each hole.

use super::sums::{Sum, number, primitive, sums};
use crate::c::expr::{address, is_default, member, unused};
use crate::c::header::item_type;
use crate::c::relations;
use crate::c::shapes::fills::{self, Block};
use crate::c::shapes::{at_p, differences, items, lvalue, signature};
use crate::c::writer::Writer;
use crate::model::Root;
use crate::program::Relation;
use crate::program::numbering::Numbering;
use crate::program::techniques::Direction;
use crate::rules::Rules;
use crate::rules::ber::ops::{Model, Needs, Primitive};
use crate::rules::ber::runtime::{HOLE_BITS, HOLE_BYTES, HOLE_INTEGER, HOLE_NEAR, HOLE_UNSIGNED};
use crate::shape::{Fill, Place, Segments, Shape};
use syntax_graph::IntegerRepr;

/// Where the holes go.
#[derive(Clone, Copy)]
pub(super) enum Sink {
    /// Into the struct of holes.
    Flat,
    /// Into the struct of the message, with all the rest.
    Same,
}

/// Prints the decoder into the struct of holes. `has_table`: it runs the table of the shape.
pub fn flat(w: &mut Writer, model: &Model<'_>, shape: &Shape, segments: &Segments, has_table: bool) {
    let printer = Printer { model, shape, segments, sink: Sink::Flat, needs: None };
    w.comment(&format!(
        "Decodes the holes of a message of the shape. Returns its bytes, or STUBC_OTHER: {}_decode decides.",
        model.names.stem(model.options.roots[shape.root].ty)
    ));
    w.function(&signature(model, shape, Direction::Decode), |w| {
        let [input, length] = ["input", "length"].map(|wanted| model.names.local(wanted));
        unused(w, &[(&model.names.local("flat"), segments.holes.is_empty())]);
        if has_table {
            return printer.by_table(w, &input, &length);
        }
        w.line(&format!("const uint8_t *p = {input};"));
        printer.statements(w, &length, &format!("p - {input}"));
    });
}

/// Prints the decoder into the struct of the message. `has_table`: it runs the table of the shape.
pub fn same(
    w: &mut Writer,
    (model, needs): (&Model<'_>, &Needs),
    (shape, segments): (&Shape, &Segments),
    has_table: bool,
) {
    let printer = Printer { model, shape, segments, sink: Sink::Same, needs: Some(needs) };
    let root = &model.options.roots[shape.root];
    let ty = model.names.ty(model.graph.resolve(root.ty));
    let name = &shape.flat.name;
    w.comment("Decodes a message of the shape; returns NULL for others.");
    let parameters = format!("stubc_decoder *d, const uint8_t *p, const uint8_t *e, {ty} *v");
    w.function(&format!("STUBC_INLINE const uint8_t *shape_{name}({parameters})"), |w| {
        let mut body = w.part();
        match has_table {
            true => printer.by_table(&mut body, "p", "(size_t)(e - p)"),
            false => printer.statements(&mut body, "(size_t)(e - p)", "p"),
        }
        unused(w, &[("d", !body.is_using("d"))]);
        w.append(body);
    });
}

/// Prints the function of a root that tries its shapes first. `general` decodes any message; without it, the
/// interpreter does. Returns its name.
pub fn root_function(
    w: &mut Writer,
    model: &Model<'_>,
    root: &Root,
    shapes: &[&Shape],
    general: Option<&str>,
) -> String {
    let function = format!("shaped_{}", model.names.inner(root.ty));
    let ty = model.names.ty(model.graph.resolve(root.ty));
    let resolves = shapes.iter().filter_map(|shape| shape.decode.as_ref()).any(Segments::resolves);
    w.function(
        &format!("static const uint8_t *{function}(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value)"),
        |w| {
            if resolves {
                w.line("const size_t before = d->context ? d->context->arena_used : 0;");
            }
            w.line("const uint8_t *next;");
            for shape in shapes {
                w.line(&format!("next = shape_{}(d, p, e, ({ty} *)value);", shape.flat.name));
                w.when("next", |w| w.line("return next;"));
                if resolves {
                    w.when("d->context", |w| w.line("d->context->arena_used = before;"));
                    w.line("d->code = 0;");
                    w.line("d->at = NULL;");
                }
            }
            match general {
                Some(general) => w.line(&format!("return {general}(d, p, e, tag, value);")),
                None => {
                    w.line("(void)tag;");
                    w.line("return NULL;");
                }
            }
        },
    );
    function
}

/// What is printed, and where the holes go.
pub(super) struct Printer<'a> {
    pub(super) model: &'a Model<'a>,
    pub(super) shape: &'a Shape,
    pub(super) segments: &'a Segments,
    pub(super) sink: Sink,
    needs: Option<&'a Needs>,
}

impl Printer<'_> {
    /// Prints the statement that leaves: the message has another shape.
    fn miss(&self, w: &mut Writer) {
        w.line(match self.sink {
            Sink::Flat => "return STUBC_OTHER;",
            Sink::Same => "return NULL;",
        });
    }

    /// Prints the statement that leaves if one of these conditions holds.
    pub(super) fn miss_if(&self, w: &mut Writer, conditions: &[String]) {
        if !conditions.is_empty() {
            w.when(&conditions.join(" || "), |w| self.miss(w));
        }
    }

    /// Prints the body. `length`: the octets there are; `result`: what a hit returns, in terms of `p`.
    fn statements(&self, w: &mut Writer, length: &str, result: &str) {
        let (segments, sums) = (self.segments, sums(self.segments));
        self.declarations(w, &sums, length);
        let mut cursor = Cursor::default();
        let free: Vec<usize> = segments.free().collect();
        for hole in free.iter().copied().map(Some).chain([None]) {
            let end = hole.map_or(segments.octets.len(), |hole| segments.holes[hole].contents.start);
            let part = cursor.from..end;
            self.miss_if(w, &differences(&segments.octets, &segments.masks, part.clone(), cursor.from));
            for sum in sums.iter().filter(|sum| !sum.is_single() && part.contains(&sum.element.length.start))
            {
                let number = number(sum.element, cursor.from);
                if sum.element.bounds.0 > 0 {
                    self.miss_if(w, &[format!("{number} < {}", sum.element.bounds.0)]);
                }
                w.line(&format!("{} = room - ({number} - {}u);", sum.rest(), sum.beside));
            }
            if matches!(self.sink, Sink::Same) {
                self.fills(w, &mut cursor, if hole.is_some() { end } else { usize::MAX });
            }
            for (at, fixed) in segments.holes.iter().enumerate().filter(|(_, other)| other.is_fixed) {
                // A header is before it; of no octets, it may end the message.
                if part.start < fixed.contents.start && fixed.contents.start <= end {
                    self.convert(
                        w,
                        at,
                        fixed.contents.start - cursor.from,
                        &fixed.contents.len().to_string(),
                    );
                }
            }
            match hole {
                Some(hole) => self.hole(w, hole, &sums, &mut cursor),
                None => {
                    cursor.claim.iter().for_each(|claim| w.line(claim));
                    let rest = part.len();
                    let result = match self.sink {
                        Sink::Flat if rest > 0 => format!("{result} + {rest}"),
                        Sink::Same if rest > 0 => at_p(rest),
                        _ => result.to_owned(),
                    };
                    w.line(&format!("return {result};"));
                }
            }
        }
    }

    /// Prints the variables, and the comparison of the length with the least one.
    fn declarations(&self, w: &mut Writer, sums: &[Sum<'_>], length: &str) {
        let segments = self.segments;
        let has_free = segments.free().next().is_some();
        let kinds: Vec<Primitive> = segments.holes.iter().map(|hole| primitive(self.model, hole)).collect();
        let is_unsigned = |kind: &Primitive| *kind == Primitive::Integer(IntegerRepr::U64);
        if kinds.iter().any(|kind| matches!(kind, Primitive::Integer(_)) && !is_unsigned(kind)) {
            w.line("int64_t value;");
        }
        if kinds.iter().any(is_unsigned) {
            w.line("uint64_t raw;");
        }
        let mut sizes: Vec<String> = Vec::new();
        if has_free {
            sizes.extend(["room".to_owned(), "n".to_owned()]);
        }
        sizes.extend(sums.iter().filter(|sum| !sum.is_single()).map(Sum::rest));
        if !sizes.is_empty() {
            w.line(&format!("size_t {};", sizes.join(", ")));
        }
        if matches!(self.sink, Sink::Same) {
            self.variables_of_fills(w);
        }
        w.when(&format!("{length} < {}", segments.least()), |w| self.miss(w));
        if has_free {
            w.line(&format!("room = {length} - {};", segments.least()));
        }
        if matches!(self.sink, Sink::Same) {
            self.limits(w);
        }
    }

    /// Prints the variables that parts of the message need which are no holes.
    pub(super) fn variables_of_fills(&self, w: &mut Writer) {
        let takes_block = |fill: &Fill| match fill {
            Fill::Array(.., count) => *count > 0,
            fill => matches!(fill, Fill::Pointer(..)),
        };
        if self.segments.fills.iter().any(|(_, fill)| takes_block(fill)) {
            w.line("size_t limit;");
        }
        for (_, fill) in &self.segments.fills {
            match fill {
                Fill::Array(_, array, field, _) if self.uses_items(*array) => {
                    let ty = item_type(self.model, *field);
                    let star = if ty.ends_with('*') { "" } else { " " };
                    w.line(&format!("{ty}{star}*{};", items(*array)));
                }
                Fill::Mark(mark) => w.line(&format!("const uint8_t *mark{mark};")),
                _ => {}
            }
        }
    }

    /// Prints the comparison of the sample with the limits of the context.
    pub(super) fn limits(&self, w: &mut Writer) {
        let segments = self.segments;
        let most = segments.fills.iter().filter_map(|(_, fill)| match fill {
            Fill::Array(.., count) => Some(*count),
            _ => None,
        });
        if let Some(most) = most.max().filter(|most| *most > 0) {
            w.uses("d");
            w.when(&format!("d->context && d->context->max_elements < {most}"), |w| self.miss(w));
        }
        if segments.depth > 0 {
            w.uses("d");
            w.when(&format!("d->depth < {}", segments.depth), |w| self.miss(w));
        }
    }

    /// Whether anything is stored in the elements of an array, or the array has elements.
    fn uses_items(&self, array: usize) -> bool {
        self.segments
            .fills
            .iter()
            .any(|(_, fill)| matches!(fill, Fill::Array(_, known, _, count) if *known == array && *count > 0))
    }

    /// Prints a hole of free length: its length, the sums that depend on it alone, its value, and the sums that it is the
    /// last hole of.
    fn hole(&self, w: &mut Writer, index: usize, sums: &[Sum<'_>], cursor: &mut Cursor) {
        let hole = &self.segments.holes[index];
        let at = hole.contents.start - cursor.from;
        w.line(&format!("n = p[{}]; {}", at - 1, crate::c::escape::comment(&hole.path)));
        let mut conditions = vec!["n > room".to_owned()];
        for sum in sums.iter().filter(|sum| sum.is_of(index)) {
            conditions.push(format!("{} != n + {}", number(sum.element, cursor.from), sum.beside));
            let least = sum.element.bounds.0.saturating_sub(sum.beside as u64);
            if least > 0 {
                conditions.push(format!("n < {least}"));
            }
        }
        self.miss_if(w, &conditions);
        w.line("room -= n;");
        self.convert(w, index, at, "n");
        w.line(&format!("p += {at} + n;"));
        cursor.from = hole.contents.end;
        let ended = sums.iter().filter(|sum| !sum.is_single() && sum.last == index);
        self.miss_if(w, &ended.map(|sum| format!("room != {}", sum.rest())).collect::<Vec<_>>());
    }

    /// Prints the conversion of a hole's contents, `at` octets behind `p`, with its checks.
    fn convert(&self, w: &mut Writer, index: usize, at: usize, n: &str) {
        let model = self.model;
        let hole = &self.segments.holes[index];
        let (p, is_der) = (at_p(at), model.options.rules == Rules::Der);
        let to = match self.sink {
            Sink::Flat => self.shape.flat.lvalue(&model.names.local("flat"), hole),
            Sink::Same => lvalue(model, &hole.place, "*v"),
        };
        let mut wrong = Vec::new();
        let slice = |w: &mut Writer| {
            w.line(&format!("{} = {p};", member(&to, "data")));
            w.line(&format!("{} = {n};", member(&to, "length")));
        };
        match primitive(model, hole) {
            Primitive::Boolean => {
                if is_der && hole.is_checked {
                    self.miss_if(w, &[format!("p[{at}] != 0 && p[{at}] != 0xff")]);
                }
                w.line(&format!("{to} = p[{at}] != 0;"));
            }
            Primitive::Integer(IntegerRepr::U64) => {
                let unsigned = w.call(HOLE_UNSIGNED);
                self.miss_if(w, &[format!("!{unsigned}({p}, {n}, &raw)")]);
                w.line(&format!("{to} = raw;"));
            }
            Primitive::Integer(repr) => {
                let helper = w.call(if at >= 7 { HOLE_NEAR } else { HOLE_INTEGER });
                let mut conditions = vec![format!("!{helper}({p}, {n}, &value)")];
                conditions.extend(beyond(repr).map(str::to_owned).filter(|_| hole.is_checked));
                self.miss_if(w, &conditions);
                let ctype = item_type(model, hole.field);
                w.line(&format!("{to} = ({ctype})value;"));
            }
            kind @ (Primitive::Bits | Primitive::NamedBits) => {
                let is_named = kind == Primitive::NamedBits;
                let bits = w.call(HOLE_BITS);
                self.miss_if(w, &[format!("!{bits}({p}, {n}, {}, {is_der}, {is_named})", address(&to))]);
            }
            Primitive::Bytes => {
                slice(w);
                wrong.push(format!("!{}({p}, {n})", w.call(HOLE_BYTES)));
            }
            Primitive::Oid => {
                slice(w);
                wrong.push(format!("!stubc_is_oid({})", address(&to)));
            }
            _ => slice(w),
        }
        if !hole.is_checked {
            wrong.clear();
        }
        if let Some(check) = &hole.check {
            wrong.push(format!("!{}", crate::c::predicates::condition(model, check, &address(&to), "d")));
        }
        if let Some(default) = hole.default.as_ref().filter(|_| is_der) {
            wrong.push(is_default(w, model, Some(hole.field), default, &to));
        }
        self.miss_if(w, &wrong);
    }

    /// Prints what is stored for the message up to an offset.
    pub(super) fn fills(&self, w: &mut Writer, cursor: &mut Cursor, until: usize) {
        while let Some((at, fill)) = self.segments.fills.get(cursor.fill) {
            if *at >= until {
                break;
            }
            self.one_fill(w, fill, *at, cursor);
            cursor.fill += 1;
        }
    }

    fn one_fill(&self, w: &mut Writer, fill: &Fill, at: usize, cursor: &mut Cursor) {
        let model = self.model;
        let to = |place: &Place| lvalue(model, place, "*v");
        let here = |at: usize| at_p(at - cursor.from);
        if fills::plain(w, model, fill, &here) {
            return;
        }
        match fill {
            Fill::Array(place, array, _, count) => {
                if *count > 0 {
                    self.memory(w, cursor);
                }
                fills::array(w, model, place, *array, *count);
            }
            Fill::Pointer(place, _) => {
                self.memory(w, cursor);
                w.line(&format!("{} = {};", to(place), fills::part(cursor.fill)));
            }
            Fill::Relations(place, node, depth) => {
                if *depth > 0 {
                    w.line(&format!("d->depth -= {depth};"));
                }
                for relation in &model.programs[node].relations {
                    self.relation(w, &to(place), relation);
                }
                if *depth > 0 {
                    w.line(&format!("d->depth += {depth};"));
                }
                w.uses("d");
                w.when("d->code", |w| self.miss(w));
            }
            Fill::Mark(mark) => w.line(&format!("mark{mark} = {};", here(at))),
            Fill::Kept(place, ty, mark) => {
                let raw = member(&to(place), &model.names.kept[ty]);
                w.line(&format!("{} = mark{mark};", member(&raw, "data")));
                w.line(&format!("{} = (size_t)({} - mark{mark});", member(&raw, "length"), here(at)));
            }
            _ => {}
        }
    }

    fn relation(&self, w: &mut Writer, value: &str, relation: &Relation) {
        let model = self.model;
        relations::print(w, model, value, relation, &|open| {
            let procedure =
                self.needs.filter(|needs| needs.procedures[&Direction::Decode].contains_key(&relation.open));
            match procedure {
                Some(_) => {
                    format!("stubc_resolve(d, {open}, known, decode_{}, 0)", model.names.node(relation.open))
                }
                None => format!(
                    "stubc_resolve(d, {open}, known, NULL, {})",
                    Numbering::name(model, relation.open)
                ),
            }
        });
    }

    /// Prints the allocation of all memory up to the next open type that is resolved, before the first part of it. Blocks
    /// are aligned one by one, as the general decoder does.
    fn memory(&self, w: &mut Writer, cursor: &mut Cursor) {
        if cursor.fill < cursor.group {
            return;
        }
        let fills = &self.segments.fills;
        let is_end = |(_, fill): &(usize, Fill)| matches!(fill, Fill::Relations(..));
        let end = fills[cursor.fill..].iter().position(is_end).map_or(fills.len(), |at| cursor.fill + at);
        let group = fills.iter().enumerate().take(end).skip(cursor.fill);
        let blocks: Vec<Block> =
            group.filter_map(|(at, (_, fill))| Block::of(self.model, at, fill)).collect();
        let total = fills::total(&blocks);
        for (at, Block { name, ty, .. }) in blocks.iter().enumerate() {
            let declared = if name.starts_with("part") { ty.as_str() } else { "" };
            if at == 0 {
                w.uses("d");
                w.line(&format!("{declared}{name} = ({ty})stubc_rest(d, &limit);"));
                w.when(&format!("limit < {total}"), |w| self.miss(w));
                let claim = format!("stubc_claim(d, {name}, {total});");
                if self.segments.resolves() { w.line(&claim) } else { cursor.claim = Some(claim) }
            } else {
                let Block { name: before, size, .. } = &blocks[at - 1];
                let offset = format!("STUBC_ROUND({size})");
                w.line(&format!("{declared}{name} = ({ty})(void *)((uint8_t *){before} + {offset});"));
            }
        }
        cursor.group = end;
    }
}

/// How far printing is.
#[derive(Default)]
pub(super) struct Cursor {
    /// The offset in the sample that `p` stands for.
    pub(super) from: usize,
    /// The next fill.
    fill: usize,
    /// The fill up to which memory is allocated.
    group: usize,
    /// What takes this memory from the arena, at the end: a message of another shape takes none.
    pub(super) claim: Option<String>,
}

/// Returns the condition that `value` does not fit.
fn beyond(repr: IntegerRepr) -> Option<&'static str> {
    match repr {
        IntegerRepr::I8 => Some("value != (int8_t)value"),
        IntegerRepr::I16 => Some("value != (int16_t)value"),
        IntegerRepr::I32 => Some("value != (int32_t)value"),
        IntegerRepr::U8 => Some("value < 0 || value > 0xff"),
        IntegerRepr::U16 => Some("value < 0 || value > 0xffff"),
        IntegerRepr::U32 => Some("value < 0 || value > 0xffffffff"),
        IntegerRepr::I64 | IntegerRepr::U64 | IntegerRepr::Bytes => None,
    }
}

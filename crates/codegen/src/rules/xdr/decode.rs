//! Compiled decode procedures. Within a run of checked octets every field lies at a constant distance from the cursor.

use super::parts::{Cursor, Failing, Fresh, Turns, block, case_label};
use crate::c::expr::{address, flag, member, place};
use crate::stub::Node;
use crate::c::header::item_type;
use crate::c::helpers::FAIL;
use crate::c::paths::{Noted, Paths};
use crate::c::writer::Writer;
use crate::emit::Remarks;
use crate::model::layout::CType;
use crate::program::numbering::Numbering;
use crate::program::techniques::Direction;
use crate::program::{StepPresence};
use crate::rules::xdr::ops::{Action, Body, Chooser, Count, Elements, FieldStep, Model, Need, Needs, Primitive, Program, Step};
use syntax_graph::{FloatWidth, IntegerRepr};

/// Prints the procedures.
pub fn procedures(
    w: &mut Writer,
    model: &Model<'_>,
    needs: &Needs,
    paths: Option<&Paths>,
    remarks: &Remarks,
) {
    let failing = Failing::of(model, needs, Direction::Decode);
    for (&node, program) in &needs.procedures[&Direction::Decode] {
        if let Some(remark) = model.stubs.find(node, Direction::Decode).and_then(|stub| remarks.get(&stub)) {
            w.comment(&format!("{}: {remark}", model.path(node)));
        }
        let printer =
            Printer { model, needs, failing: &failing, fresh: Fresh::default(), noted: Noted::of(paths) };
        printer.procedure(w, node, program);
    }
}

struct Printer<'a> {
    model: &'a Model<'a>,
    needs: &'a Needs,
    failing: &'a Failing,
    fresh: Fresh,
    noted: Noted<'a>,
}

/// Where the innermost construct starts, and what is filled.
#[derive(Clone)]
struct At {
    start: String,
    value: String,
}

impl Printer<'_> {
    fn procedure(&self, w: &mut Writer, node: Node, program: &Program) {
        let name = self.model.names.ty(node.ty);
        let fails = self.failing.can_fail(node);
        let (_, parameters) = self.failing.signature(node);
        w.function(
            &format!(
                "static {}",
                parameters.replace("NAME", &format!("decode_{}", self.model.names.node(node)))
            ),
            |w| {
                let mut body = w.part();
                let mut p = Cursor { name: "p", offset: 0 };
                self.body(&mut body, program, &At { start: "start".into(), value: "*v".into() }, &mut p);
                if fails {
                    p.settle(&mut body);
                    body.line("return p;");
                }
                w.line(&format!("{name} *const v = ({name} *)value;"));
                if body.is_using("start") {
                    w.line("const uint8_t *const start = p;");
                }
                for (unused, used) in [
                    ("v", body.is_using("v")),
                    ("p", fails || body.is_using("v")),
                    ("d", !fails || body.is_using("d")),
                ] {
                    if !used {
                        w.line(&format!("(void){unused};"));
                    }
                }
                w.append(body);
            },
        );
    }

    fn fail(&self, w: &mut Writer, condition: &str, code: &str, start: &str) {
        w.line(&format!("if ({condition})"));
        self.leave_failed(w, code, start);
    }

    /// The body of an `if` that leaves with an error.
    fn leave_failed(&self, w: &mut Writer, code: &str, start: &str) {
        w.uses(start);
        w.uses("d");
        let fail = w.call(FAIL);
        self.noted.leave(w, "d", &format!("{fail}(d, STUBC_{code}, {start})"));
    }

    /// The body of an `if` that leaves with an error that has been noted.
    fn leave(&self, w: &mut Writer) {
        w.uses("d");
        self.noted.leave(w, "d", "NULL");
    }

    /// Checks that so many octets follow.
    fn need(&self, w: &mut Writer, octets: u64, start: &str, p: &mut Cursor) {
        p.settle(w);
        self.fail(w, &format!("(size_t)(d->end - p) < {octets}"), "TRUNCATED", start);
    }

    fn body(&self, w: &mut Writer, program: &Program, at: &At, p: &mut Cursor) {
        match &program.body {
            Body::Sequence(steps) => {
                for step in steps {
                    match step {
                        Step::Field(step) => self.field(w, step, at, p),
                        Step::Between(Need(octets)) => self.need(w, *octets, &at.start, p),
                    }
                }
            }
            Body::Switch { arms, op } => {
                self.switch(w, arms, op, at, p);
            }
            Body::Repeat { element, op: Elements { count, lead }, unrolled } => match count {
                Count::Fixed(count) => self.fixed(w, element, (*count, *unrolled), at, p),
                Count::Counted(most) => self.counted(w, element, (*most, *unrolled), *lead, at, p),
                Count::Linked { closed } => self.linked(w, element, *closed, at, p),
            },
            Body::Scalar(step) => {
                self.element(w, step, at, &at.value, p);
            }
            Body::Set { op, .. } | Body::Open { op, .. } => match *op {},
        }
    }

    fn field(&self, w: &mut Writer, step: &FieldStep, at: &At, p: &mut Cursor) {
        self.noted.within(self.model, step.field, || self.plain_field(w, step, at, p));
    }

    fn plain_field(&self, w: &mut Writer, step: &FieldStep, at: &At, p: &mut Cursor) {
        let value = place(self.model, &at.value, step.field);
        if step.presence == StepPresence::Mandatory {
            return self.element(w, step, at, &value, p);
        }
        let flag = flag(self.model, &at.value, step.field);
        self.truth(w, &flag, at, p);
        p.settle(w);
        w.block(&format!("if ({flag})"), "}", |w| {
            self.element(w, step, at, &value, p);
            p.settle(w);
        });
    }

    /// A word that is 0 or 1.
    fn truth(&self, w: &mut Writer, value: &str, at: &At, p: &mut Cursor) {
        w.uses("v");
        let word = format!("stubc_word({})", p.at());
        self.fail(w, &format!("{word} > 1"), "BAD_VALUE", &at.start);
        w.line(&format!("{value} = {word} != 0;"));
        p.offset += 4;
    }

    fn element(&self, w: &mut Writer, step: &FieldStep, at: &At, value: &str, p: &mut Cursor) {
        if step.recursive {
            self.fail(w, "!d->depth", "DEPTH", &at.start);
        }
        if step.op.need > 0 {
            self.need(w, step.op.need, &at.start, p);
        }
        let mut value = value.to_owned();
        if step.boxed
            && let Some(field) = step.field
            && let CType::Pointer(target) = self.model.layouts.ctype(field)
        {
            let name = self.model.names.ty(target);
            w.uses(&at.start);
            w.uses("v");
            w.line(&format!("{value} = ({name} *)stubc_alloc(d, {}, sizeof *{value});", at.start));
            w.line(&format!("if (!{value})"));
            self.leave(w);
            value = format!("*{value}");
        }
        if step.recursive {
            w.line("d->depth--;");
        }
        match &step.action {
            Action::Primitive(primitive) => self.primitive(w, *primitive, at, &value, p),
            Action::Call(target) => self.call(w, *target, &value, p),
            Action::Inline(program) => self.spliced(w, program, &value, p),
        }
        if step.recursive {
            w.line("d->depth++;");
        }
    }

    fn call(&self, w: &mut Writer, target: Node, value: &str, p: &mut Cursor) {
        let lead = self.model.programs[&target].whole;
        let compiled = self.needs.procedures[&Direction::Decode].contains_key(&target);
        let (name, to) = (self.model.names.node(target), address(value));
        w.uses("v");
        if compiled && !self.failing.can_fail(target) {
            w.line(&format!("decode_{name}({}, {to});", p.at()));
            p.offset += lead.octets;
            return;
        }
        let call = |at: &str| match compiled {
            true => format!("decode_{name}(d, {at}, {to})"),
            false => {
                format!("stubc_interpret_decode(d, {at}, {to}, {})", Numbering::name(self.model, target))
            }
        };
        if lead.is_static {
            w.line(&format!("if (!{})", call(&p.at())));
            p.offset += lead.octets;
        } else {
            p.settle(w);
            w.line(&format!("p = {};", call("p")));
            w.line("if (!p)");
        }
        self.leave(w);
    }

    fn spliced(&self, w: &mut Writer, program: &Program, value: &str, p: &mut Cursor) {
        let start = format!("start{}", self.fresh.next());
        let at = At { start: start.clone(), value: value.to_owned() };
        if !self.failing.program_can_fail(program) {
            return self.body(w, program, &at, p);
        }
        w.block("", "}", |w| {
            let place = p.at();
            let mut body = w.part();
            self.body(&mut body, program, &at, p);
            if body.is_using(&start) {
                w.line(&format!("const uint8_t *const {start} = {place};"));
            }
            w.append(body);
        });
    }

    fn primitive(&self, w: &mut Writer, primitive: Primitive, at: &At, value: &str, p: &mut Cursor) {
        let place = p.at();
        let word = format!("stubc_word({place})");
        if primitive != Primitive::Null {
            w.uses("v");
        }
        match primitive {
            Primitive::Null => {}
            Primitive::Word(repr) => {
                let (ctype, beyond) = match repr {
                    IntegerRepr::I8 => ("int8_t", Some(format!("{word} + 0x80u > 0xffu"))),
                    IntegerRepr::U8 => ("uint8_t", Some(format!("{word} > 0xffu"))),
                    IntegerRepr::I16 => ("int16_t", Some(format!("{word} + 0x8000u > 0xffffu"))),
                    IntegerRepr::U16 => ("uint16_t", Some(format!("{word} > 0xffffu"))),
                    IntegerRepr::I32 => ("int32_t", None),
                    _ => ("uint32_t", None),
                };
                if let Some(beyond) = beyond {
                    self.fail(w, &beyond, "RANGE", &at.start);
                }
                w.line(&format!("{value} = ({ctype}){word};"));
                p.offset += 4;
            }
            Primitive::Hyper(repr) => {
                let ctype = if repr == IntegerRepr::U64 { "uint64_t" } else { "int64_t" };
                w.line(&format!("{value} = ({ctype})stubc_hyper({place});"));
                p.offset += 8;
            }
            Primitive::Truth => self.truth(w, value, at, p),
            Primitive::Float(FloatWidth::Single) => {
                w.line(&format!("{value} = stubc_float({place});"));
                p.offset += 4;
            }
            Primitive::Float(FloatWidth::Double) => {
                w.line(&format!("{value} = stubc_double({place});"));
                p.offset += 8;
            }
            Primitive::Opaque(octets) => {
                w.line(&format!("memcpy({value}, {place}, {octets});"));
                p.offset += octets.next_multiple_of(4);
            }
            Primitive::Counted(most) => {
                p.settle(w);
                w.uses(&at.start);
                w.line(&format!("p = stubc_get_counted(d, p, {}, {most}u, {});", at.start, address(value)));
                w.line("if (!p)");
                self.leave(w);
            }
        }
    }

    fn switch(
        &self,
        w: &mut Writer,
        arms: &[FieldStep],
        op: &Chooser,
        at: &At,
        p: &mut Cursor,
    ) {
        let Chooser { discriminant, cases, default } = op;
        let name = discriminant.field.map_or("", |field| self.model.names.member(field));
        let chooser = member(&at.value, name);
        self.element(w, discriminant, at, &chooser, p);
        p.settle(w);
        let truth = matches!(discriminant.action, Action::Primitive(Primitive::Truth));
        w.line(&if truth { format!("switch ((int){chooser}) {{") } else { format!("switch ({chooser}) {{") });
        for (index, arm) in arms.iter().enumerate() {
            if *default != Some(index) {
                for case in &cases[index] {
                    w.line(&format!("case {}:", case_label(self.model, discriminant, case)));
                }
                if cases[index].is_empty() {
                    continue;
                }
            } else {
                w.line("default:");
            }
            w.indent(|w| {
                let value = place(self.model, &at.value, arm.field);
                self.noted.within(self.model, arm.field, || self.element(w, arm, at, &value, p));
                p.settle(w);
                w.line("break;");
            });
        }
        if default.is_none() {
            w.line("default:");
            self.leave_failed(w, "BAD_VALUE", &at.start);
        }
        w.line("}");
    }

    /// The elements of an array, each a construct of its own, so many in a turn of the loop.
    fn each(&self, w: &mut Writer, element: &FieldStep, turns: &Turns, items: &str, p: &mut Cursor) {
        p.settle(w);
        let number = self.fresh.next();
        let (i, start) = (format!("i{number}"), format!("start{number}"));
        w.block("", "}", |w| {
            w.line(&format!("size_t {i};"));
            if turns.unrolled > 1 {
                w.block(&turns.unrolled_head(&i), "}", |w| {
                    for index in 0..turns.unrolled {
                        let place = if index == 0 { i.clone() } else { format!("{i} + {index}") };
                        self.straight(w, element, &place, items, p);
                    }
                    p.settle(w);
                });
            }
            let Some(head) = turns.head(&i) else { return };
            w.block(&head, "}", |w| {
                let mut body = w.part();
                let value = format!("{items}[{i}]");
                let at = At { start: start.clone(), value: value.clone() };
                self.noted.at(&i, || self.element(&mut body, element, &at, &value, p));
                p.settle(&mut body);
                if body.is_using(&start) {
                    w.line(&format!("const uint8_t *const {start} = p;"));
                }
                w.append(body);
            });
        });
    }

    /// An element of static size at its distance from the cursor.
    fn straight(&self, w: &mut Writer, element: &FieldStep, index: &str, items: &str, p: &mut Cursor) {
        let value = format!("{items}[{index}]");
        let at = At { start: p.at(), value: value.clone() };
        self.noted.at(index, || self.element(w, element, &at, &value, p));
    }

    fn fixed(
        &self,
        w: &mut Writer,
        element: &FieldStep,
        (count, unrolled): (u64, u32),
        at: &At,
        p: &mut Cursor,
    ) {
        let items = member(&at.value, "items");
        match block(element) {
            _ if u64::from(unrolled) >= count => {
                for index in 0..count {
                    self.straight(w, element, &index.to_string(), &items, p);
                }
            }
            Some(octets) => {
                w.uses("v");
                w.line(&format!("stubc_swap{}({items}, {}, {count});", octets * 8, p.at()));
                p.offset += octets * count;
            }
            None => self.each(w, element, &Turns::fixed(count, unrolled), &items, p),
        }
    }

    fn counted(
        &self,
        w: &mut Writer,
        element: &FieldStep,
        (most, unrolled): (u32, u32),
        lead: u64,
        at: &At,
        p: &mut Cursor,
    ) {
        p.settle(w);
        let (items, count) = (member(&at.value, "items"), member(&at.value, "count"));
        let cast = element.field.map_or_else(String::new, |field| item_type(self.model, field));
        w.uses("v");
        w.line(&format!(
            "{items} = ({cast} *)stubc_quick_array(d, p, {most}u, {lead}, sizeof *{items}, &{count});"
        ));
        w.line("if (d->code)");
        self.leave(w);
        p.offset += 4;
        match block(element) {
            Some(octets) => {
                w.line(&format!("stubc_swap{}({items}, {}, {count});", octets * 8, p.at()));
                p.settle(w);
                w.line(&format!("p += {octets} * {count};"));
            }
            None => self.each(w, element, &Turns::counted(&count, unrolled), &items, p),
        }
    }

    fn linked(&self, w: &mut Writer, element: &FieldStep, closed: bool, at: &At, p: &mut Cursor) {
        let Some(field) = element.field else { return };
        p.settle(w);
        let number = self.fresh.next();
        let names = ["link", "item", "left", "start"].map(|name| format!("{name}{number}"));
        let [link, item, left, start] = &names;
        let cast = item_type(self.model, field);
        w.block("", "}", |w| {
            w.uses("v");
            w.line(&format!("{cast} **{link} = {};", address(&at.value)));
            w.line(&format!("size_t {left} = d->max_elements;"));
            w.block("for (;;)", "}", |w| {
                w.line(&format!("{cast} *{item};"));
                let mut body = w.part();
                let at_element = At { start: start.clone(), value: format!("*{item}") };
                let mut checked = element.clone();
                checked.op.need = 0;
                checked.recursive = false;
                self.noted.at(&format!("d->max_elements - {left} - 1"), || {
                    if element.recursive {
                        self.fail(&mut body, "!d->depth", "DEPTH", start);
                    }
                    self.need(&mut body, element.op.need, start, p);
                    body.uses(start);
                    body.line(&format!("{item} = ({cast} *)stubc_alloc(d, {start}, sizeof *{item});"));
                    body.line(&format!("if (!{item})"));
                    self.leave(&mut body);
                    body.line(&format!("*{link} = {item};"));
                    body.line(&format!("{link} = &{item}->{};", self.model.names.member(field)));
                    if element.recursive {
                        body.line("d->depth--;");
                    }
                    self.element(&mut body, &checked, &at_element, &at_element.value, p);
                    p.settle(&mut body);
                    if element.recursive {
                        body.line("d->depth++;");
                    }
                });
                if !closed {
                    self.need(&mut body, 4, &at.start, p);
                }
                if body.is_using(start) {
                    w.line(&format!("const uint8_t *const {start} = p + 4;"));
                }
                self.fail(w, "stubc_word(p) > 1", "BAD_VALUE", &at.start);
                w.line("p += 4;");
                w.line("if (!p[-1])");
                w.indent(|w| w.line("break;"));
                self.fail(w, &format!("!{left}--"), "LIMIT", &at.start);
                w.append(body);
            });
            w.line(&format!("*{link} = NULL;"));
        });
    }
}

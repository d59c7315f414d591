//! Compiled decode procedures. Within a run of checked octets every field lies at a constant distance from the cursor.

use crate::stub::Node;
use super::parts::{Cursor, Failing, Turns, block, case_labels};
use crate::c::expr::{address, flag, member, place, unused};
use crate::c::header::item_type;
use crate::c::helpers::FAIL;
use crate::c::paths::{Noted, Paths};
use crate::c::writer::Writer;
use crate::c::remarks::Remarks;
use crate::model::layout::CType;
use crate::program::numbering::Numbering;
use crate::program::techniques::Direction;
use crate::program::StepPresence;
use crate::program::splice::inlined;
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
    let procedures = &needs.procedures[&Direction::Decode];
    let printer = |program, is_inline| {
        let noted = Noted::of(paths);
        Printer { model, needs, failing: &failing, program, is_inline, noted }
    };
    let inlined = inlined(procedures);
    for program in &inlined {
        remarks.about(w, model, program.node, Direction::Decode);
        printer(program, true).in_line(w);
    }
    for (&node, program) in procedures {
        remarks.about(w, model, node, Direction::Decode);
        printer(program, false).procedure(w, inlined.iter().any(|program| program.node == node));
    }
}

/// Prints one procedure.
struct Printer<'a> {
    model: &'a Model<'a>,
    needs: &'a Needs,
    failing: &'a Failing,
    program: &'a Program,
    /// Whether the compiler puts it into its callers.
    is_inline: bool,
    noted: Noted<'a>,
}

/// Where the innermost construct starts, and what is filled.
#[derive(Clone)]
struct At {
    start: String,
    value: String,
}

impl Printer<'_> {
    /// The function that is put into each of its callers.
    fn in_line(&self, w: &mut Writer) {
        let node = self.program.node;
        let fails = self.failing.program_can_fail(self.program);
        let name = format!("inline_decode_{}", self.model.names.node(node));
        let value = format!("{} *v", self.model.names.ty(node.ty));
        let signature = self.failing.function(fails, &name, &value);
        w.function(&format!("STUBC_INLINE {signature}"), |w| self.statements(w, fails, None));
    }

    /// The procedure, which calls its function where there is one that others inline.
    fn procedure(&self, w: &mut Writer, is_inlined: bool) {
        let node = self.program.node;
        let fails = self.failing.can_fail(node);
        let (inner, ty) = (self.model.names.node(node), self.model.names.ty(node.ty));
        let signature = self.failing.function(fails, &format!("decode_{inner}"), "void *value");
        w.function(&format!("static {signature}"), |w| {
            if is_inlined {
                let (result, state) = if fails { ("return ", "d, ") } else { ("", "") };
                w.line(&format!("{result}inline_decode_{inner}({state}p, ({ty} *)value);"));
            } else {
                self.statements(w, fails, Some(&format!("{ty} *const v = ({ty} *)value;")));
            }
        });
    }

    /// The statements that fill `v`, which `declaration` makes of `value`.
    fn statements(&self, w: &mut Writer, fails: bool, declaration: Option<&str>) {
        let mut body = w.part();
        let mut p = Cursor { name: "p", offset: 0 };
        self.body(&mut body, self.program, &At { start: "start".into(), value: "*v".into() }, &mut p);
        if fails {
            p.settle(&mut body);
            body.line("return p;");
        }
        let has_value = body.is_using("v");
        if let Some(declaration) = declaration.filter(|_| has_value) {
            w.line(declaration);
        }
        if body.is_using("start") {
            w.line("const uint8_t *const start = p;");
        }
        let value = if declaration.is_some() { "value" } else { "v" };
        let unread = !fails && !has_value;
        unused(w, &[(value, !has_value), ("p", unread), ("d", fails && !body.is_using("d"))]);
        w.append(body);
    }

    fn fail(&self, w: &mut Writer, condition: &str, code: &str, start: &str) {
        w.when(condition, |w| self.leave_failed(w, code, start));
    }

    /// Leaves with an error.
    fn leave_failed(&self, w: &mut Writer, code: &str, start: &str) {
        w.uses(start);
        w.uses("d");
        let fail = w.call(FAIL);
        let call = format!("{fail}(d, STUBC_{code}, {start})");
        if self.is_inline {
            // Its caller asks for the result, which the compiler then knows.
            w.line(&format!("{call};"));
            self.leave(w);
        } else {
            self.noted.leave(w, "d", &call);
        }
    }

    /// Leaves with an error that has been noted.
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
        w.when(&flag, |w| {
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
            w.when(&format!("!{value}"), |w| self.leave(w));
            value = format!("*{value}");
        }
        if step.recursive {
            w.line("d->depth--;");
        }
        match &step.action {
            Action::Primitive(primitive) => self.primitive(w, *primitive, at, &value, p),
            Action::Call(target) => self.call(w, *target, None, &value, p),
            Action::Inline(program) => self.call(w, program.node, Some(program), &value, p),
        }
        if step.recursive {
            w.line("d->depth++;");
        }
    }

    /// Calls the stub of a node; `inlined`: its program, where that is put in place.
    fn call(&self, w: &mut Writer, target: Node, inlined: Option<&Program>, value: &str, p: &mut Cursor) {
        let lead = self.model.programs[&target].whole;
        let compiled = self.needs.procedures[&Direction::Decode].contains_key(&target);
        let (name, to) = (self.model.names.node(target), address(value));
        let function = if inlined.is_some() { format!("inline_decode_{name}") } else { format!("decode_{name}") };
        let fails = match inlined {
            Some(program) => self.failing.program_can_fail(program),
            None => !compiled || self.failing.can_fail(target),
        };
        w.uses("v");
        if !fails {
            w.line(&format!("{function}({}, {to});", p.at()));
            p.offset += lead.octets;
            return;
        }
        w.uses("d");
        let call = |at: &str| match compiled || inlined.is_some() {
            true => format!("{function}(d, {at}, {to})"),
            false => {
                format!("stubc_interpret_decode(d, {at}, {to}, {})", Numbering::name(self.model, target))
            }
        };
        if lead.is_static {
            w.when(&format!("!{}", call(&p.at())), |w| self.leave(w));
            p.offset += lead.octets;
        } else {
            p.settle(w);
            w.line(&format!("p = {};", call("p")));
            w.when("!p", |w| self.leave(w));
        }
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
                w.when("!p", |w| self.leave(w));
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
        let Chooser { discriminant, default, .. } = op;
        let name = discriminant.field.map_or("", |field| self.model.names.member(field));
        let chooser = member(&at.value, name);
        self.element(w, discriminant, at, &chooser, p);
        p.settle(w);
        let truth = matches!(discriminant.action, Action::Primitive(Primitive::Truth));
        w.switch(&if truth { format!("(int){chooser}") } else { chooser }, |w| {
            for (index, arm) in arms.iter().enumerate() {
                let Some(labels) = case_labels(self.model, op, index) else { continue };
                w.case(&labels, |w| {
                    let value = place(self.model, &at.value, arm.field);
                    self.noted.within(self.model, arm.field, || self.element(w, arm, at, &value, p));
                    p.settle(w);
                });
            }
            if default.is_none() {
                w.line("default:");
                w.indent(|w| self.leave_failed(w, "BAD_VALUE", &at.start));
            }
        });
    }

    /// The elements of an array, each a construct of its own, so many in a turn of the loop.
    fn each(&self, w: &mut Writer, element: &FieldStep, turns: &Turns, items: &str, p: &mut Cursor) {
        p.settle(w);
        if turns.declares() {
            w.line("size_t i = 0;");
        }
        if turns.unrolled > 1 {
            w.block(&turns.unrolled_head(), "}", |w| {
                for index in 0..turns.unrolled {
                    let place = if index == 0 { "i".to_owned() } else { format!("i + {index}") };
                    self.straight(w, element, &place, items, p);
                }
                p.settle(w);
            });
        }
        let Some(head) = turns.head() else { return };
        w.block(&head, "}", |w| {
            let mut body = w.part();
            let value = format!("{items}[i]");
            let at = At { start: "at".to_owned(), value: value.clone() };
            self.noted.at("i", || self.element(&mut body, element, &at, &value, p));
            p.settle(&mut body);
            if body.is_using("at") {
                w.line("const uint8_t *const at = p;");
            }
            w.append(body);
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
        w.when("d->code", |w| self.leave(w));
        p.offset += 4;
        match block(element) {
            Some(octets) => {
                w.line(&format!("stubc_swap{}({items}, {}, {count});", octets * 8, p.at()));
                w.line(&format!("p += {} + {octets} * {count};", p.offset));
                p.offset = 0;
            }
            None => self.each(w, element, &Turns::counted(&count, unrolled), &items, p),
        }
    }

    fn linked(&self, w: &mut Writer, element: &FieldStep, closed: bool, at: &At, p: &mut Cursor) {
        let Some(field) = element.field else { return };
        p.settle(w);
        let cast = item_type(self.model, field);
        w.uses("v");
        w.uses("d");
        w.line(&format!("{cast} **link = {};", address(&at.value)));
        w.line("size_t left = d->max_elements;");
        w.block("for (;;)", "}", |w| {
            let mut body = w.part();
            let start = "at";
            let at_element = At { start: start.to_owned(), value: "*item".to_owned() };
            let mut checked = element.clone();
            checked.op.need = 0;
            checked.recursive = false;
            self.noted.at("d->max_elements - left - 1", || {
                if element.recursive {
                    self.fail(&mut body, "!d->depth", "DEPTH", start);
                }
                self.need(&mut body, element.op.need, start, p);
                body.uses(start);
                body.line(&format!("{cast} *const item = ({cast} *)stubc_alloc(d, {start}, sizeof *item);"));
                body.when("!item", |w| self.leave(w));
                body.line("*link = item;");
                body.line(&format!("link = &item->{};", self.model.names.member(field)));
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
            w.when("!p[-1]", |w| w.line("break;"));
            self.fail(w, "!left--", "LIMIT", &at.start);
            w.append(body);
        });
        w.line("*link = NULL;");
    }
}

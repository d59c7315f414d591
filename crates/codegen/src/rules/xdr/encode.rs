//! Compiled encode procedures: forward, with one check of the room for each run.

use super::parts::{Cursor, Failing, Fresh, Turns, block, case_label};
use crate::c::expr::{address, flag, member, place};
use crate::stub::Node;
use crate::c::header::item_type;
use crate::c::helpers::REFUSE;
use crate::c::paths::{Noted, Paths};
use crate::c::writer::Writer;
use crate::emit::Remarks;
use crate::program::numbering::Numbering;
use crate::program::techniques::Direction;
use crate::program::{StepPresence};
use crate::rules::xdr::ops::{Action, Body, Chooser, Count, Elements, FieldStep, Model, Need, Needs, Primitive, Program, Step};
use syntax_graph::FloatWidth;

/// Prints the procedures.
pub fn procedures(
    w: &mut Writer,
    model: &Model<'_>,
    needs: &Needs,
    paths: Option<&Paths>,
    remarks: &Remarks,
) {
    let failing = Failing::of(model, needs, Direction::Encode);
    for (&node, program) in &needs.procedures[&Direction::Encode] {
        if let Some(remark) = model.stubs.find(node, Direction::Encode).and_then(|stub| remarks.get(&stub)) {
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

impl Printer<'_> {
    fn procedure(&self, w: &mut Writer, node: Node, program: &Program) {
        let name = self.model.names.ty(node.ty);
        let fails = self.failing.can_fail(node);
        let (_, parameters) = self.failing.signature(node);
        w.function(
            &format!(
                "static {}",
                parameters.replace("NAME", &format!("encode_{}", self.model.names.node(node)))
            ),
            |w| {
                let mut body = w.part();
                let mut q = Cursor { name: "q", offset: 0 };
                self.body(&mut body, program, "*v", &mut q);
                if fails {
                    q.settle(&mut body);
                    body.line("return q;");
                }
                w.line(&format!("const {name} *const v = (const {name} *)value;"));
                for (unused, used) in [
                    ("v", body.is_using("v")),
                    ("q", fails || body.is_using("v")),
                    ("c", !fails || body.is_using("c")),
                ] {
                    if !used {
                        w.line(&format!("(void){unused};"));
                    }
                }
                w.append(body);
            },
        );
    }

    fn refuse(&self, w: &mut Writer, condition: &str, code: &str) {
        w.line(&format!("if ({condition})"));
        self.leave_refused(w, code);
    }

    /// The body of an `if` that leaves with an error.
    fn leave_refused(&self, w: &mut Writer, code: &str) {
        w.uses("c");
        let refuse = w.call(REFUSE);
        self.noted.leave(w, "c", &format!("{refuse}(c, STUBC_{code})"));
    }

    /// The body of an `if` that leaves with an error that has been noted.
    fn leave(&self, w: &mut Writer) {
        w.uses("c");
        self.noted.leave(w, "c", "NULL");
    }

    /// Checks that so many octets have room.
    fn need(&self, w: &mut Writer, octets: u64, q: &mut Cursor) {
        q.settle(w);
        self.refuse(w, &format!("(size_t)(c->end - q) < {octets}"), "NO_SPACE");
    }

    fn body(&self, w: &mut Writer, program: &Program, value: &str, q: &mut Cursor) {
        match &program.body {
            Body::Sequence(steps) => {
                for step in steps {
                    match step {
                        Step::Field(step) => self.field(w, step, value, q),
                        Step::Between(Need(octets)) => self.need(w, *octets, q),
                    }
                }
            }
            Body::Switch { arms, op } => {
                self.switch(w, arms, op, value, q);
            }
            Body::Repeat { element, op: Elements { count, lead }, unrolled } => match count {
                Count::Fixed(count) => self.fixed(w, element, (*count, *unrolled), value, q),
                Count::Counted(most) => self.counted(w, element, (*most, *unrolled), *lead, value, q),
                Count::Linked { closed } => self.linked(w, element, *closed, value, q),
            },
            Body::Scalar(step) => {
                self.element(w, step, value, q);
            }
            Body::Set { op, .. } | Body::Open { op, .. } => match *op {},
        }
    }

    fn field(&self, w: &mut Writer, step: &FieldStep, value: &str, q: &mut Cursor) {
        self.noted.within(self.model, step.field, || self.plain_field(w, step, value, q));
    }

    fn plain_field(&self, w: &mut Writer, step: &FieldStep, value: &str, q: &mut Cursor) {
        let own = place(self.model, value, step.field);
        if step.presence == StepPresence::Mandatory {
            return self.element(w, step, &own, q);
        }
        let flag = flag(self.model, value, step.field);
        w.uses("v");
        w.line(&format!("stubc_put_word({}, {flag});", q.at()));
        q.offset += 4;
        q.settle(w);
        w.block(&format!("if ({flag})"), "}", |w| {
            self.element(w, step, &own, q);
            q.settle(w);
        });
    }

    fn element(&self, w: &mut Writer, step: &FieldStep, value: &str, q: &mut Cursor) {
        if step.recursive {
            self.refuse(w, "!c->depth", "DEPTH");
        }
        if step.op.need > 0 {
            self.need(w, step.op.need, q);
        }
        let value = if step.boxed { format!("*{value}") } else { value.to_owned() };
        if step.recursive {
            w.line("c->depth--;");
        }
        match &step.action {
            Action::Primitive(primitive) => self.primitive(w, *primitive, &value, q),
            Action::Call(target) => self.call(w, *target, &value, q),
            Action::Inline(program) => self.body(w, program, &value, q),
        }
        if step.recursive {
            w.line("c->depth++;");
        }
    }

    fn call(&self, w: &mut Writer, target: Node, value: &str, q: &mut Cursor) {
        let lead = self.model.programs[&target].whole;
        let compiled = self.needs.procedures[&Direction::Encode].contains_key(&target);
        let (name, from) = (self.model.names.node(target), address(value));
        w.uses("v");
        if compiled && !self.failing.can_fail(target) {
            w.line(&format!("encode_{name}({}, {from});", q.at()));
            q.offset += lead.octets;
            return;
        }
        let call = |at: &str| match compiled {
            true => format!("encode_{name}(c, {at}, {from})"),
            false => {
                format!("stubc_interpret_encode(c, {at}, {from}, {})", Numbering::name(self.model, target))
            }
        };
        if lead.is_static {
            w.line(&format!("if (!{})", call(&q.at())));
            q.offset += lead.octets;
        } else {
            q.settle(w);
            w.line(&format!("q = {};", call("q")));
            w.line("if (!q)");
        }
        self.leave(w);
    }

    fn primitive(&self, w: &mut Writer, primitive: Primitive, value: &str, q: &mut Cursor) {
        let place = q.at();
        if primitive != Primitive::Null {
            w.uses("v");
        }
        match primitive {
            Primitive::Null => {}
            Primitive::Word(_) => {
                w.line(&format!("stubc_put_word({place}, (uint32_t){value});"));
                q.offset += 4;
            }
            Primitive::Truth => {
                w.line(&format!("stubc_put_word({place}, {value});"));
                q.offset += 4;
            }
            Primitive::Hyper(_) => {
                w.line(&format!("stubc_put_hyper({place}, (uint64_t){value});"));
                q.offset += 8;
            }
            Primitive::Float(FloatWidth::Single) => {
                w.line(&format!("stubc_put_float({place}, {value});"));
                q.offset += 4;
            }
            Primitive::Float(FloatWidth::Double) => {
                w.line(&format!("stubc_put_double({place}, {value});"));
                q.offset += 8;
            }
            Primitive::Opaque(octets) => {
                let padded = octets.next_multiple_of(4);
                w.line(&format!("memcpy({place}, {value}, {octets});"));
                if padded > octets {
                    w.line(&format!("memset({} + {}, 0, {});", q.name, q.offset + octets, padded - octets));
                }
                q.offset += padded;
            }
            Primitive::Counted(most) => {
                q.settle(w);
                w.line(&format!("q = stubc_put_counted(c, q, {most}u, {});", address(value)));
                w.line("if (!q)");
                self.leave(w);
            }
        }
    }

    fn switch(
        &self,
        w: &mut Writer,
        arms: &[FieldStep],
        op: &Chooser,
        value: &str,
        q: &mut Cursor,
    ) {
        let Chooser { discriminant, cases, default } = op;
        let name = discriminant.field.map_or("", |field| self.model.names.member(field));
        let chooser = member(value, name);
        self.element(w, discriminant, &chooser, q);
        q.settle(w);
        let truth = matches!(discriminant.action, Action::Primitive(Primitive::Truth));
        w.line(&if truth { format!("switch ((int){chooser}) {{") } else { format!("switch ({chooser}) {{") });
        for (index, arm) in arms.iter().enumerate() {
            if *default == Some(index) {
                w.line("default:");
            } else {
                for case in &cases[index] {
                    w.line(&format!("case {}:", case_label(self.model, discriminant, case)));
                }
                if cases[index].is_empty() {
                    continue;
                }
            }
            w.indent(|w| {
                let own = place(self.model, value, arm.field);
                self.noted.within(self.model, arm.field, || self.element(w, arm, &own, q));
                q.settle(w);
                w.line("break;");
            });
        }
        if default.is_none() {
            w.line("default:");
            self.leave_refused(w, "BAD_VALUE");
        }
        w.line("}");
    }

    fn each(&self, w: &mut Writer, element: &FieldStep, turns: &Turns, items: &str, q: &mut Cursor) {
        q.settle(w);
        let i = format!("i{}", self.fresh.next());
        w.block("", "}", |w| {
            w.line(&format!("size_t {i};"));
            if turns.unrolled > 1 {
                w.block(&turns.unrolled_head(&i), "}", |w| {
                    for index in 0..turns.unrolled {
                        let place = if index == 0 { i.clone() } else { format!("{i} + {index}") };
                        self.one(w, element, &place, items, q);
                    }
                    q.settle(w);
                });
            }
            let Some(head) = turns.head(&i) else { return };
            w.block(&head, "}", |w| {
                self.one(w, element, &i, items, q);
                q.settle(w);
            });
        });
    }

    fn one(&self, w: &mut Writer, element: &FieldStep, index: &str, items: &str, q: &mut Cursor) {
        self.noted.at(index, || self.element(w, element, &format!("{items}[{index}]"), q));
    }

    fn fixed(
        &self,
        w: &mut Writer,
        element: &FieldStep,
        (count, unrolled): (u64, u32),
        value: &str,
        q: &mut Cursor,
    ) {
        let items = member(value, "items");
        match block(element) {
            _ if u64::from(unrolled) >= count => {
                for index in 0..count {
                    self.one(w, element, &index.to_string(), &items, q);
                }
            }
            Some(octets) => {
                w.uses("v");
                w.line(&format!("stubc_swap{}({}, {items}, {count});", octets * 8, q.at()));
                q.offset += octets * count;
            }
            None => self.each(w, element, &Turns::fixed(count, unrolled), &items, q),
        }
    }

    fn counted(
        &self,
        w: &mut Writer,
        element: &FieldStep,
        (most, unrolled): (u32, u32),
        lead: u64,
        value: &str,
        q: &mut Cursor,
    ) {
        q.settle(w);
        let (items, count) = (member(value, "items"), member(value, "count"));
        w.uses("v");
        w.line(&format!("q = stubc_quick_count(c, q, {most}u, {lead}, {count});"));
        w.line("if (!q)");
        self.leave(w);
        match block(element) {
            Some(octets) => {
                w.line(&format!("stubc_swap{}(q, {items}, {count});", octets * 8));
                w.line(&format!("q += {octets} * {count};"));
            }
            None => self.each(w, element, &Turns::counted(&count, unrolled), &items, q),
        }
    }

    fn linked(&self, w: &mut Writer, element: &FieldStep, closed: bool, value: &str, q: &mut Cursor) {
        let Some(field) = element.field else { return };
        q.settle(w);
        let number = self.fresh.next();
        let (item, n) = (format!("item{number}"), format!("n{number}"));
        let counts = self.noted.is_asked_for();
        let ctype = item_type(self.model, field);
        let link = self.model.names.member(field);
        w.block("", "}", |w| {
            w.uses("v");
            w.line(&format!("const {ctype} *{item};"));
            if counts {
                w.line(&format!("size_t {n} = 0;"));
            }
            w.block(&format!("for ({item} = {value}; {item}; {item} = {item}->{link})"), "}", |w| {
                w.line("stubc_put_word(q, 1);");
                q.offset = 4;
                self.noted.at(&n, || self.element(w, element, &format!("*{item}"), q));
                if counts {
                    w.line(&format!("{n}++;"));
                }
                q.settle(w);
                if !closed {
                    self.need(w, 4, q);
                }
            });
            w.line("stubc_put_word(q, 0);");
            q.offset = 4;
            q.settle(w);
        });
    }
}

//! Compiled encode procedures: forward, with one check of the room for each run.

use crate::stub::Node;
use super::parts::{Cursor, Failing, Turns, block, case_labels};
use crate::c::expr::{address, flag, member, place, unused};
use crate::c::header::item_type;
use crate::c::helpers::REFUSE;
use crate::c::paths::{Noted, Paths};
use crate::c::writer::Writer;
use crate::c::remarks::Remarks;
use crate::program::numbering::Numbering;
use crate::program::techniques::Direction;
use crate::program::StepPresence;
use crate::program::splice::inlined;
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
    let procedures = &needs.procedures[&Direction::Encode];
    let printer = |program, is_inline| {
        let noted = Noted::of(paths);
        Printer { model, needs, failing: &failing, program, is_inline, noted }
    };
    let inlined = inlined(procedures);
    for program in &inlined {
        remarks.about(w, model, program.node, Direction::Encode);
        printer(program, true).in_line(w);
    }
    for (&node, program) in procedures {
        remarks.about(w, model, node, Direction::Encode);
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

impl Printer<'_> {
    /// The function that is put into each of its callers.
    fn in_line(&self, w: &mut Writer) {
        let node = self.program.node;
        let fails = self.failing.program_can_fail(self.program);
        let name = format!("inline_encode_{}", self.model.names.node(node));
        let value = format!("const {} *v", self.model.names.ty(node.ty));
        let signature = self.failing.function(fails, &name, &value);
        w.function(&format!("STUBC_INLINE {signature}"), |w| self.statements(w, fails, None));
    }

    /// The procedure, which calls its function where there is one that others inline.
    fn procedure(&self, w: &mut Writer, is_inlined: bool) {
        let node = self.program.node;
        let fails = self.failing.can_fail(node);
        let (inner, ty) = (self.model.names.node(node), self.model.names.ty(node.ty));
        let signature = self.failing.function(fails, &format!("encode_{inner}"), "const void *value");
        w.function(&format!("static {signature}"), |w| {
            if is_inlined {
                let (result, state) = if fails { ("return ", "c, ") } else { ("", "") };
                w.line(&format!("{result}inline_encode_{inner}({state}q, (const {ty} *)value);"));
            } else {
                self.statements(w, fails, Some(&format!("const {ty} *const v = (const {ty} *)value;")));
            }
        });
    }

    /// The statements that write `v`, which `declaration` makes of `value`.
    fn statements(&self, w: &mut Writer, fails: bool, declaration: Option<&str>) {
        let mut body = w.part();
        let mut q = Cursor { name: "q", offset: 0 };
        self.body(&mut body, self.program, "*v", &mut q);
        if fails {
            q.settle(&mut body);
            body.line("return q;");
        }
        let has_value = body.is_using("v");
        if let Some(declaration) = declaration.filter(|_| has_value) {
            w.line(declaration);
        }
        let value = if declaration.is_some() { "value" } else { "v" };
        let unwritten = !fails && !has_value;
        unused(w, &[(value, !has_value), ("q", unwritten), ("c", fails && !body.is_using("c"))]);
        w.append(body);
    }

    fn refuse(&self, w: &mut Writer, condition: &str, code: &str) {
        w.when(condition, |w| self.leave_refused(w, code));
    }

    /// Leaves with an error.
    fn leave_refused(&self, w: &mut Writer, code: &str) {
        w.uses("c");
        let refuse = w.call(REFUSE);
        let call = format!("{refuse}(c, STUBC_{code})");
        if self.is_inline {
            // Its caller asks for the result, which the compiler then knows.
            w.line(&format!("{call};"));
            self.leave(w);
        } else {
            self.noted.leave(w, "c", &call);
        }
    }

    /// Leaves with an error that has been noted.
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
        w.when(&flag, |w| {
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
            Action::Call(target) => self.call(w, *target, None, &value, q),
            Action::Inline(program) => self.call(w, program.node, Some(program), &value, q),
        }
        if step.recursive {
            w.line("c->depth++;");
        }
    }

    /// Calls the stub of a node; `inlined`: its program, where that is put in place.
    fn call(&self, w: &mut Writer, target: Node, inlined: Option<&Program>, value: &str, q: &mut Cursor) {
        let lead = self.model.programs[&target].whole;
        let compiled = self.needs.procedures[&Direction::Encode].contains_key(&target);
        let (name, from) = (self.model.names.node(target), address(value));
        let function = if inlined.is_some() { format!("inline_encode_{name}") } else { format!("encode_{name}") };
        let fails = match inlined {
            Some(program) => self.failing.program_can_fail(program),
            None => !compiled || self.failing.can_fail(target),
        };
        w.uses("v");
        if !fails {
            w.line(&format!("{function}({}, {from});", q.at()));
            q.offset += lead.octets;
            return;
        }
        w.uses("c");
        let call = |at: &str| match compiled || inlined.is_some() {
            true => format!("{function}(c, {at}, {from})"),
            false => {
                format!("stubc_interpret_encode(c, {at}, {from}, {})", Numbering::name(self.model, target))
            }
        };
        if lead.is_static {
            w.when(&format!("!{}", call(&q.at())), |w| self.leave(w));
            q.offset += lead.octets;
        } else {
            q.settle(w);
            w.line(&format!("q = {};", call("q")));
            w.when("!q", |w| self.leave(w));
        }
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
                w.when("!q", |w| self.leave(w));
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
        let Chooser { discriminant, default, .. } = op;
        let name = discriminant.field.map_or("", |field| self.model.names.member(field));
        let chooser = member(value, name);
        self.element(w, discriminant, &chooser, q);
        q.settle(w);
        let truth = matches!(discriminant.action, Action::Primitive(Primitive::Truth));
        w.switch(&if truth { format!("(int){chooser}") } else { chooser }, |w| {
            for (index, arm) in arms.iter().enumerate() {
                let Some(labels) = case_labels(self.model, op, index) else { continue };
                w.case(&labels, |w| {
                    let own = place(self.model, value, arm.field);
                    self.noted.within(self.model, arm.field, || self.element(w, arm, &own, q));
                    q.settle(w);
                });
            }
            if default.is_none() {
                w.line("default:");
                w.indent(|w| self.leave_refused(w, "BAD_VALUE"));
            }
        });
    }

    fn each(&self, w: &mut Writer, element: &FieldStep, turns: &Turns, items: &str, q: &mut Cursor) {
        q.settle(w);
        if turns.declares() {
            w.line("size_t i = 0;");
        }
        if turns.unrolled > 1 {
            w.block(&turns.unrolled_head(), "}", |w| {
                for index in 0..turns.unrolled {
                    let place = if index == 0 { "i".to_owned() } else { format!("i + {index}") };
                    self.one(w, element, &place, items, q);
                }
                q.settle(w);
            });
        }
        let Some(head) = turns.head() else { return };
        w.block(&head, "}", |w| {
            self.one(w, element, "i", items, q);
            q.settle(w);
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
        w.when("!q", |w| self.leave(w));
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
        let counts = self.noted.is_asked_for();
        let ctype = item_type(self.model, field);
        let link = self.model.names.member(field);
        w.uses("v");
        if counts {
            w.line("size_t n = 0;");
        }
        w.block(&format!("for (const {ctype} *item = {value}; item; item = item->{link})"), "}", |w| {
            w.line("stubc_put_word(q, 1);");
            q.offset = 4;
            self.noted.at("n", || self.element(w, element, "*item", q));
            if counts {
                w.line("n++;");
            }
            q.settle(w);
            if !closed {
                self.need(w, 4, q);
            }
        });
        w.line("stubc_put_word(q, 0);");
        q.offset = 4;
        q.settle(w);
    }
}

//! Prints the C of the toy rule: procedures of both directions, and roots.

use super::ops::{Body, FieldStep, Model, Needs, Primitive, Program};
use super::table;
use crate::c::expr::{address, member, place};
use crate::c::header::item_type;
use crate::c::procedures::prototypes;
use crate::c::roots::root_constant;
use crate::c::writer::Writer;
use crate::emit::Edition;
use crate::program::numbering::Numbering;
use crate::program::techniques::Direction;
use crate::program::{Action, Step};
use crate::stub::{Node, Stub};
use std::cell::Cell;
use syntax_graph::IntegerRepr;

/// Prints the C of a plan.
pub fn code(model: &Model<'_>, needs: &Needs, edition: &Edition<'_>) -> Writer {
    let mut w = Writer::keeping(edition.apart);
    prototypes(&mut w, model, needs, |_, direction| format!("stubc_{}_fn", direction.name()));
    let numbers = table::print(&mut w, model, needs, edition.remarks);
    for direction in Direction::ALL {
        for (&node, program) in &needs.procedures[&direction] {
            if !w.holds(Stub { direction, node }) {
                continue;
            }
            edition.remarks.about(&mut w, model, node, direction);
            Printer { model, needs, direction, loops: Cell::new(0) }.procedure(&mut w, node, program);
        }
    }
    roots(&mut w, model, &numbers);
    w
}

fn roots(w: &mut Writer, model: &Model<'_>, numbers: &Numbering) {
    for root in &model.options.roots {
        let node = model.root_node(root);
        let members = match numbers.get(node) {
            Some(_) => vec![format!(".node = {}", Numbering::name(model, node))],
            None => Direction::ALL
                .into_iter()
                .filter(|direction| root.has(*direction))
                .map(|direction| format!(".{} = {0}_{}", direction.name(), model.names.node(node)))
                .collect(),
        };
        root_constant(w, model, root, members);
    }
}

struct Printer<'a> {
    model: &'a Model<'a>,
    needs: &'a Needs,
    direction: Direction,
    /// The number of loops so far, which numbers their variables.
    loops: Cell<usize>,
}

impl Printer<'_> {
    fn decodes(&self) -> bool {
        self.direction == Direction::Decode
    }

    fn procedure(&self, w: &mut Writer, node: Node, program: &Program) {
        let (ty, name) = (self.model.names.ty(node.ty), self.model.names.node(node));
        let (signature, value) = match self.direction {
            Direction::Decode => (
                format!(
                    "static const uint8_t *decode_{name}(stubc_decoder *d, const uint8_t *p, void *value)"
                ),
                format!("{ty} *const v = ({ty} *)value;"),
            ),
            Direction::Encode => (
                format!("static uint8_t *encode_{name}(stubc_encoder *d, uint8_t *p, const void *value)"),
                format!("const {ty} *const v = (const {ty} *)value;"),
            ),
        };
        w.function(&signature, |w| {
            w.line(&value);
            if self.decodes() {
                w.line("uint64_t x = 0;");
            }
            self.body(w, program, "*v");
            if self.decodes() {
                w.line("(void)x;");
            }
            w.line("return p;");
        });
    }

    /// Prints a call that moves the cursor, and the return if it fails.
    fn advance(&self, w: &mut Writer, call: &str) {
        w.line(&format!("p = {call};"));
        w.block("if (!p)", "}", |w| w.line("return NULL;"));
    }

    fn body(&self, w: &mut Writer, program: &Program, value: &str) {
        match &program.body {
            Body::Sequence(steps) => {
                for step in steps {
                    match step {
                        Step::Field(step) => self.step(w, step, &place(self.model, value, step.field)),
                        Step::Between(never) => match *never {},
                    }
                }
            }
            Body::Switch { arms, op: () } => self.switch(w, arms, value),
            Body::Repeat { element, op: (), .. } => self.elements(w, element, value),
            Body::Scalar(step) => self.step(w, step, value),
            Body::Set { op, .. } | Body::Open { op, .. } => match *op {},
        }
    }

    fn switch(&self, w: &mut Writer, arms: &[FieldStep], value: &str) {
        let kind = member(value, "kind");
        if self.decodes() {
            self.advance(w, &format!("stubc_get_arm(d, p, {}, &x)", arms.len()));
            w.line(&format!("{kind} = (uint8_t)(x + 1);"));
        } else {
            w.block(&format!("if ({kind} == 0 || {kind} > {})", arms.len()), "}", |w| {
                w.line("return stubc_refuse(d, STUBC_BAD_VALUE);");
            });
            self.advance(w, &format!("stubc_put(d, p, 1, {kind} - 1u)"));
        }
        w.block(&format!("switch ({kind})"), "}", |w| {
            for arm in arms {
                let name = arm.field.map_or("", |field| &self.model.names.kinds[&field]);
                w.line(&format!("case {name}:"));
                w.indent(|w| {
                    self.step(w, arm, &place(self.model, value, arm.field));
                    w.line("break;");
                });
            }
            w.line("default:");
            w.indent(|w| w.line("break;"));
        });
    }

    fn elements(&self, w: &mut Writer, element: &FieldStep, value: &str) {
        let number = self.loops.get();
        self.loops.set(number + 1);
        let (items, count) = (member(value, "items"), member(value, "count"));
        let i = format!("i{number}");
        w.block("", "}", |w| {
            w.line(&format!("size_t {i};"));
            if self.decodes() {
                let item = element.field.map_or_else(String::new, |field| item_type(self.model, field));
                w.line(&format!("void *items{number} = NULL;"));
                self.advance(w, &format!("stubc_get_array(d, p, sizeof({item}), &items{number}, &{count})"));
                w.line(&format!("{items} = ({item} *)items{number};"));
            } else {
                self.advance(w, &format!("stubc_put_count(d, p, {count})"));
            }
            w.block(&format!("for ({i} = 0; {i} < {count}; {i}++)"), "}", |w| {
                self.step(w, element, &format!("{items}[{i}]"));
            });
        });
    }

    fn step(&self, w: &mut Writer, step: &FieldStep, value: &str) {
        match &step.action {
            Action::Primitive(primitive) => self.primitive(w, *primitive, value),
            Action::Call(target) => {
                let (verb, to) = (self.direction.name(), address(value));
                let call = if self.needs.procedures[&self.direction].contains_key(target) {
                    format!("{verb}_{}(d, p, {to})", self.model.names.node(*target))
                } else {
                    format!("stubc_interpret_{verb}(d, p, {to}, {})", Numbering::name(self.model, *target))
                };
                self.advance(w, &call);
            }
            Action::Inline(program) => self.body(w, program, value),
        }
    }

    fn primitive(&self, w: &mut Writer, primitive: Primitive, value: &str) {
        let octets = primitive.octets();
        if !self.decodes() {
            return self.advance(w, &format!("stubc_put(d, p, {octets}, (uint64_t){value})"));
        }
        self.advance(w, &format!("stubc_get(d, p, {octets}, &x)"));
        match primitive {
            Primitive::Truth => {
                w.block("if (x > 1)", "}", |w| w.line("return stubc_fail(d, STUBC_BAD_VALUE, p - 1);"));
                w.line(&format!("{value} = x != 0;"));
            }
            Primitive::Number(repr) => w.line(&format!("{value} = ({})x;", ctype(repr))),
        }
    }
}

fn ctype(repr: IntegerRepr) -> String {
    let (bits, signed) = repr.machine().unwrap_or((64, true));
    format!("{}int{bits}_t", if signed { "" } else { "u" })
}

//! Prints compiled decode procedures: straight-line C from spliced programs. A procedure takes what valid messages
//! usually contain and returns NULL for anything else: it leaves, and the interpreter decodes the message.

mod array;
mod sequence;
mod set;

use crate::c::expr::{address, flag, integer_constant, is_default, member, place, repr_name, unused};
use crate::c::procedures::Form;
use crate::c::relations;
use crate::c::writer::Writer;
use crate::model::layout::CType;
use crate::program::numbering::Numbering;
use crate::program::techniques::Direction;
use crate::program::{DefaultValue, StepPresence};
use crate::rules::Rules;
use crate::rules::ber::expr::{begins, kept, labels, selector, tag, takes_tag, touches_value};
use crate::rules::ber::ops::{Action, Body, FieldStep, Model, Needs, Primitive, Program, Start};
use crate::rules::ber::runtime::{TAKE, TAKE_BOOLEAN, TAKE_INTEGER, TAKE_NODE, TAKE_OCTETS, TAKE_OID};
use crate::stub::Node;

/// Prints the statement that leaves the procedure.
pub fn leave(w: &mut Writer) {
    w.line("return NULL;");
}

/// Prints the assignment of the next position, and the return if there is none.
fn advance(w: &mut Writer, p: &str, call: &str) {
    w.line(&format!("{p} = {call};"));
    w.when(&format!("!{p}"), leave);
}

/// Prints the decode procedures.
pub struct Printer<'a> {
    /// The model.
    pub model: &'a Model<'a>,
    /// The procedures and programs that the plan needs.
    pub needs: &'a Needs,
}

/// The lvalue to fill, and the number of headers entered, which numbers the cursor variables.
#[derive(Clone)]
struct At {
    level: usize,
    value: String,
    /// Whether primitives are in line, not called.
    in_line: bool,
    /// Whether the next statement returns the position, or compares it with the end, so that NULL needs no return of
    /// its own.
    is_last: bool,
}

impl At {
    /// Returns the place of a program's value in its own function.
    fn start(program: &Program) -> Self {
        let is_last = program.relations.is_empty();
        Self { level: 0, value: "*v".to_owned(), in_line: program.in_line, is_last }
    }
    fn p(&self) -> String {
        numbered("p", self.level)
    }
    fn e(&self) -> String {
        numbered("e", self.level)
    }
    /// Returns the call that enters an element.
    fn enter(&self, p: &str, e: &str, tag: &str, next: &str) -> String {
        let quick = if self.in_line { "quick_" } else { "" };
        format!("stubc_{quick}enter(d, {p}, &{e}, {tag}, &{next})")
    }
    fn deeper(&self) -> Self {
        Self { level: self.level + 1, is_last: false, ..self.clone() }
    }
    /// Returns the same place with statements to follow.
    fn followed(&self) -> Self {
        Self { is_last: false, ..self.clone() }
    }
    /// Prints the assignment of the position, and the return if there is none.
    fn advance(&self, w: &mut Writer, call: &str) {
        if self.is_last { w.line(&format!("{} = {call};", self.p())) } else { advance(w, &self.p(), call) }
    }
}

fn numbered(name: &str, level: usize) -> String {
    if level == 0 { name.to_owned() } else { format!("{name}{level}") }
}

impl Printer<'_> {
    /// Prints a function of a program.
    pub fn print(&self, w: &mut Writer, program: &Program, form: Form) {
        match form {
            Form::InLine => self.in_line(w, program),
            Form::Caller => self.caller(w, program),
            Form::Procedure => self.procedure(w, program),
        }
    }

    fn in_line(&self, w: &mut Writer, program: &Program) {
        let (inner, ty) = (self.model.names.node(program.node), self.model.names.ty(program.node.ty));
        let tag = if takes_tag(program) { ", uint32_t tag" } else { "" };
        let parameters = format!("stubc_decoder *d, const uint8_t *p, const uint8_t *e{tag}, {ty} *v");
        let signature = format!("STUBC_INLINE const uint8_t *inline_decode_{inner}({parameters})");
        let parts = self.parts(w, program);
        w.function(&signature, |w| {
            unused(w, &[("v", !touches_value(program))]);
            self.statements(w, program, parts);
        });
    }

    fn caller(&self, w: &mut Writer, program: &Program) {
        let (inner, ty) = (self.model.names.node(program.node), self.model.names.ty(program.node.ty));
        w.function(&signature(&format!("decode_{inner}")), |w| {
            let tag = if takes_tag(program) { ", tag" } else { "" };
            unused(w, &[("tag", tag.is_empty())]);
            w.line(&format!("return inline_decode_{inner}(d, p, e{tag}, ({ty} *)value);"));
        });
    }

    fn procedure(&self, w: &mut Writer, program: &Program) {
        let name = format!("decode_{}", self.model.names.node(program.node));
        let ty = self.model.names.ty(program.node.ty);
        let parts = self.parts(w, program);
        w.function(&signature(&name), |w| match program.body.primitive() {
            // The tags of a message may differ from those of its type, so the caller passes them.
            Some(primitive) => {
                let untagged = primitive == Primitive::Open;
                unused(w, &[("tag", untagged), ("value", primitive == Primitive::Null)]);
                let call = take(w, primitive, ["p", "e", "tag", &format!("({ty} *)value")], program.in_line);
                w.line(&format!("return {call};"));
            }
            None => {
                if touches_value(program) {
                    w.line(&format!("{ty} *const v = ({ty} *)value;"));
                }
                unused(w, &[("tag", !takes_tag(program)), ("value", !touches_value(program))]);
                self.statements(w, program, parts);
            }
        });
    }

    /// Prints the statements that find and fill `v`. So many parts of it have functions of their own.
    fn statements(&self, w: &mut Writer, program: &Program, parts: usize) {
        let at = At::start(program);
        match &program.body {
            // Its owner decodes it.
            Body::Scalar(_) => {}
            Body::Open { arms, .. } => {
                self.open(w, arms, &at);
                w.line("return p;");
            }
            Body::Switch { .. } => {
                self.body(w, program, parts, &at);
                w.line("return p;");
            }
            _ => {
                w.line("const uint8_t *next;");
                advance(w, "p", &at.enter("p", "e", "tag", "next"));
                self.body(w, program, parts, &at);
                let otherwise = self.behind_known(w, program);
                w.line(&format!("return p == e ? next : {otherwise};"));
            }
        }
    }

    fn body(&self, w: &mut Writer, program: &Program, parts: usize, at: &At) {
        match &program.body {
            Body::Sequence(_) if parts > 0 => self.calls(w, program, parts, at),
            Body::Sequence(steps) => self.steps(w, steps, at),
            Body::Set { fields, op } => self.set(w, fields, op.extensible, op.sorts, &at.followed()),
            Body::Switch { arms, op } => self.union(w, arms, op.extensible, at),
            Body::Repeat { element, op, .. } => self.array(w, element, op.unordered, &at.followed()),
            Body::Scalar(step) => self.field(w, step, at),
            // Open types are never inlined: their procedure is called when the governor is known.
            Body::Open { .. } => {}
        }
        for relation in &program.relations {
            relations::print(w, self.model, &at.value, relation, &|open| self.resolve(relation.open, open));
        }
        if !program.relations.is_empty() {
            w.when("d->code", leave);
        }
    }

    /// Returns the call that decodes the value of a resolved open type.
    fn resolve(&self, open: Node, value: &str) -> String {
        if self.needs.procedures[&Direction::Decode].contains_key(&open) {
            format!("stubc_resolve(d, {value}, known, decode_{}, 0)", self.model.names.node(open))
        } else {
            format!("stubc_resolve(d, {value}, known, NULL, {})", Numbering::name(self.model, open))
        }
    }

    /// Prints the switch over the arm number, which an open type gets in place of the tag. An arm allocates
    /// its value, then decodes the element.
    fn open(&self, w: &mut Writer, arms: &[FieldStep], at: &At) {
        w.switch("tag", |w| {
            for arm in arms {
                let Some(field) = arm.field else { continue };
                w.case(&[format!("case {}:", self.model.names.kinds[&field])], |w| {
                    let value = place(self.model, &at.value, Some(field));
                    if self.model.layouts.ctype(field) == CType::Nothing {
                        return self.element(w, arm, at, &value);
                    }
                    let (pointer, ty) = (address(&value), crate::c::header::item_type(self.model, field));
                    w.line(&format!("{pointer} = ({ty} *)stubc_alloc(d, STUBC_UNITS({ty}) * 8);"));
                    w.when(&format!("!{pointer}"), leave);
                    self.element(w, arm, at, &value);
                });
            }
        });
    }

    fn field(&self, w: &mut Writer, step: &FieldStep, at: &At) {
        let value = place(self.model, &at.value, step.field);
        if step.presence == StepPresence::Mandatory {
            return self.element(w, step, at, &value);
        }
        let found = begins(w, &step.op.starts, &at.p(), &at.e());
        match &step.presence {
            StepPresence::Mandatory => {}
            StepPresence::Flag(_) => {
                let flag = flag(self.model, &at.value, step.field);
                w.line(&format!("{flag} = {found};"));
                w.when(&flag, |w| self.element(w, step, at, &value));
            }
            StepPresence::Default(default @ DefaultValue::Encoded(_)) => {
                self.encoded_default(w, step, default, at, (&found, &value));
            }
            StepPresence::Default(default) => {
                let there = |w: &mut Writer| self.given(w, step, default, at, &value);
                match default {
                    DefaultValue::Null => w.when(&found, there),
                    _ => w.either(&found, there, |w| self.fill(w, step, default, &value)),
                }
            }
        }
    }

    /// Prints a field with a constructed default. An absent field decodes the encoding of its default.
    fn encoded_default(
        &self,
        w: &mut Writer,
        step: &FieldStep,
        default: &DefaultValue,
        at: &At,
        (found, value): (&str, &str),
    ) {
        let below = at.deeper();
        let (p, e, p1, e1) = (at.p(), at.e(), below.p(), below.e());
        let (given, filling) = (numbered("given", below.level), numbered("filling", below.level));
        let known = self.known(default);
        w.block("", "}", |w| {
            w.declare(&format!("const uint8_t *{p1} = {p}, *{e1} = {e};"));
            w.declare(&format!("const bool {given} = {found};"));
            w.declare(&format!("stubc_filling {filling};"));
            w.when(&format!("!{given}"), |w| {
                w.line(&format!("{p1} = stubc_fill(d, &{filling}, {known}, &{e1});"));
            });
            self.element(w, step, &below, value);
            let there = |w: &mut Writer| {
                if self.model.options.rules == Rules::Der {
                    w.when(&format!("stubc_is_sent({known}, {p}, {p1})"), leave);
                }
                w.line(&format!("{p} = {p1};"));
            };
            w.either(&given, there, |w| w.line(&format!("stubc_filled(d, &{filling});")));
        });
    }

    /// Returns the address of a default that is kept as bytes.
    fn known(&self, default: &DefaultValue) -> String {
        format!("&stubc_default_slices[{}]", self.model.default_slice(default).unwrap_or(0))
    }

    /// Prints the element of a field that is not absent, and the check of DER that the value is not the default
    /// (X.690 clause 11.5).
    fn given(&self, w: &mut Writer, step: &FieldStep, default: &DefaultValue, at: &At, value: &str) {
        if self.model.options.rules != Rules::Der {
            return self.element(w, step, at, value);
        }
        self.element(w, step, &at.followed(), value);
        let is_default = is_default(w, self.model, step.field, default, value);
        w.when(&is_default, leave);
    }

    fn fill(&self, w: &mut Writer, step: &FieldStep, default: &DefaultValue, value: &str) {
        match default {
            DefaultValue::Boolean(default) => w.line(&format!("{value} = {default};")),
            DefaultValue::Integer(number) => w.line(&format!("{value} = {};", integer_constant(number))),
            DefaultValue::EmptyArray => {
                w.line(&format!("{} = NULL;", member(value, "items")));
                w.line(&format!("{} = 0;", member(value, "count")));
                if let Some(raw) = kept(self.model, step, value) {
                    w.line(&format!("memset(&{raw}, 0, sizeof {raw});"));
                }
            }
            // `encoded_default` decodes encoded ones.
            DefaultValue::Null | DefaultValue::Encoded(_) => {}
            DefaultValue::Slice(_) | DefaultValue::Bits(..) => {
                let index = self.model.default_slice(default).unwrap_or(0);
                w.line(&format!(
                    "memcpy({}, &stubc_default_slices[{index}], sizeof {value});",
                    address(value)
                ));
            }
        }
    }

    /// Prints the element of a present field, and the call that keeps its bytes as received.
    fn element(&self, w: &mut Writer, step: &FieldStep, at: &At, value: &str) {
        let (Some(raw), Some(around)) = (kept(self.model, step, value), step.op.keep) else {
            return self.checked_element(w, step, at, value);
        };
        let (p, received) = (at.p(), numbered("received", at.level));
        w.block("", "}", |w| {
            w.declare(&format!("const uint8_t *const {received} = {p};"));
            self.checked_element(w, step, &at.followed(), value);
            w.line(&format!("stubc_keep(d, &{raw}, {received}, {p}, {around});"));
        });
    }

    /// Prints the element, then the check of its value.
    fn checked_element(&self, w: &mut Writer, step: &FieldStep, at: &At, value: &str) {
        let Some(check) = &step.check else { return self.bare_element(w, step, at, value) };
        self.bare_element(w, step, &at.followed(), value);
        let pointer = if step.boxed { value.to_owned() } else { address(value) };
        let passes = crate::c::predicates::condition(self.model, check, &pointer, "d");
        w.when(&format!("STUBC_CHECKED(d) && !{passes}"), leave);
    }

    /// Prints the element without checks, explicit tags first.
    fn bare_element(&self, w: &mut Writer, step: &FieldStep, at: &At, value: &str) {
        let Some((outer, rest)) = step.op.outer.split_first() else { return self.inner(w, step, at, value) };
        let mut inner = step.clone();
        inner.op.outer = rest.to_vec();
        let below = at.deeper();
        let (p, e, p1, e1) = (at.p(), at.e(), below.p(), below.e());
        let next = numbered("next", below.level);
        w.block("", "}", |w| {
            w.declare(&format!("const uint8_t *{e1} = {e}, *{next};"));
            let enter = at.enter(&p, &e1, &outer.to_string(), &next);
            w.declare(&format!("const uint8_t *{p1} = {enter};"));
            w.when(&format!("!{p1}"), leave);
            // NULL is not the end either.
            self.bare_element(w, &inner, &At { is_last: true, ..below }, value);
            if at.is_last {
                w.line(&format!("{p} = {p1} == {e1} ? {next} : NULL;"));
            } else {
                w.when(&format!("{p1} != {e1}"), leave);
                w.line(&format!("{p} = {next};"));
            }
        });
    }

    fn inner(&self, w: &mut Writer, step: &FieldStep, at: &At, value: &str) {
        let (p, e) = (at.p(), at.e());
        let call = match &step.action {
            Action::Primitive(primitive) => {
                take(w, *primitive, [&p, &e, &tag(step), &address(value)], at.in_line)
            }
            Action::Call(target) if step.recursive => {
                return self.recursive_call(w, *target, step, at, value);
            }
            Action::Call(target) if self.model.is_open(*target) => {
                format!("stubc_unless_failed(d, stubc_get_typed(d, {p}, {e}, 0, {}, 0))", address(value))
            }
            Action::Call(target) => self.call(w, *target, [&p, &e, &tag(step), &address(value)]),
            Action::Inline(program) => {
                let tag = if takes_tag(program) { format!(", {}", tag(step)) } else { String::new() };
                let (inner, to) = (self.model.names.node(program.node), address(value));
                format!("inline_decode_{inner}(d, {p}, {e}{tag}, {to})")
            }
        };
        at.advance(w, &call);
    }

    fn call(&self, w: &mut Writer, target: Node, [p, e, tag, value]: [&str; 4]) -> String {
        if self.needs.procedures[&Direction::Decode].contains_key(&target) {
            format!("decode_{}(d, {p}, {e}, {tag}, {value})", self.model.names.node(target))
        } else {
            let number = Numbering::name(self.model, target);
            format!("{}(d, {p}, {e}, {tag}, {value}, {number})", w.call(TAKE_NODE))
        }
    }

    fn recursive_call(&self, w: &mut Writer, target: Node, step: &FieldStep, at: &At, value: &str) {
        let (p, e) = (at.p(), at.e());
        w.when("!d->depth", leave);
        let mut argument = address(value);
        if step.boxed {
            let name = self.model.names.ty(target.ty);
            w.line(&format!("{value} = ({name} *)stubc_alloc(d, sizeof *{value});"));
            w.when(&format!("!{value}"), leave);
            argument = value.to_owned();
        }
        w.line("d->depth--;");
        let call = self.call(w, target, [&p, &e, &tag(step), &argument]);
        w.line(&format!("{p} = {call};"));
        w.line("d->depth++;");
        if !at.is_last {
            w.when(&format!("!{p}"), leave);
        }
    }

    fn item_type(&self, element: &FieldStep) -> String {
        element.field.map_or_else(String::new, |field| crate::c::header::item_type(self.model, field))
    }

    fn union(&self, w: &mut Writer, arms: &[FieldStep], extensible: bool, at: &At) {
        let (p, e) = (at.p(), at.e());
        let starts: Vec<Start> = arms.iter().flat_map(|arm| arm.op.starts.iter().copied()).collect();
        let kind = member(&at.value, "kind");
        w.switch(&selector(&starts, &p, &e, false), |w| {
            let mut otherwise = None;
            for arm in arms {
                match labels(&arm.op.starts) {
                    Some(labels) => w.case(&labels, |w| self.arm(w, arm, &kind, at)),
                    None => otherwise = Some(arm),
                }
            }
            match otherwise {
                Some(arm) => w.case(&["default:".to_owned()], |w| self.arm(w, arm, &kind, at)),
                None if extensible => w.case(&["default:".to_owned()], |w| {
                    w.line(&format!("{kind} = 0;"));
                    let unknown = address(&member(&at.value, "u.unknown"));
                    let call = take(w, Primitive::Open, [&p, &e, "0", &unknown], false);
                    at.advance(w, &call);
                }),
                None => w.last_case("default:", leave),
            }
        });
    }

    fn arm(&self, w: &mut Writer, arm: &FieldStep, kind: &str, at: &At) {
        if let Some(field) = arm.field {
            w.line(&format!("{kind} = {};", self.model.names.kinds[&field]));
        }
        self.element(w, arm, at, &place(self.model, &at.value, arm.field));
    }
}

fn signature(function: &str) -> String {
    let parameters = "stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value";
    format!("static const uint8_t *{function}({parameters})")
}

/// Returns the expression that decodes a scalar: a call, or with `in_line` the usual case in place. `[p, e, tag, to]`:
/// the arguments.
fn take(w: &mut Writer, primitive: Primitive, [p, e, tag, to]: [&str; 4], in_line: bool) -> String {
    if in_line && let Some(call) = quick(w, primitive, [p, e, tag, to]) {
        return call;
    }
    let taken = w.call(match primitive {
        Primitive::Boolean => TAKE_BOOLEAN,
        Primitive::Integer(_) => TAKE_INTEGER,
        Primitive::Octets => TAKE_OCTETS,
        Primitive::Oid => TAKE_OID,
        _ => TAKE,
    });
    let to = if primitive == Primitive::Null { "NULL" } else { to };
    match opcode(primitive) {
        None => format!("{taken}(d, {p}, {e}, {tag}, {to})"),
        Some(op) => format!("{taken}(d, {p}, {e}, {tag}, {to}, {op})"),
    }
}

/// Returns the expression that decodes the usual case of a scalar in place, if there is one.
fn quick(w: &mut Writer, primitive: Primitive, [p, e, tag, to]: [&str; 4]) -> Option<String> {
    let name = match primitive {
        Primitive::Boolean => "boolean",
        Primitive::Integer(repr) => {
            w.call(TAKE_INTEGER);
            repr_name(repr)
        }
        Primitive::Octets => "octets",
        Primitive::Oid => "oid",
        Primitive::Bytes => "bytes",
        Primitive::Bits => "bits",
        Primitive::NamedBits => "named_bits",
        Primitive::Null => return Some(format!("stubc_quick_null(d, {p}, {e}, {tag})")),
        Primitive::Open => {
            w.call(TAKE);
            return Some(format!("stubc_quick_open(d, {p}, {e}, {to})"));
        }
        _ => return None,
    };
    Some(format!("stubc_quick_{name}(d, {p}, {e}, {tag}, {to})"))
}

/// Returns the opcode that the call for a primitive passes, if it passes one.
fn opcode(primitive: Primitive) -> Option<String> {
    let name = match primitive {
        Primitive::Boolean | Primitive::Octets | Primitive::Oid => return None,
        Primitive::Integer(repr) => return Some(format!("STUBC_OP_{}", repr_name(repr).to_uppercase())),
        Primitive::Bytes => "BYTES",
        Primitive::Real => "REAL",
        Primitive::UtcTime => "UTC_TIME",
        Primitive::GeneralizedTime => "GENERALIZED_TIME",
        Primitive::IsoTime => "ISO_TIME",
        Primitive::Bits => "BITS",
        Primitive::NamedBits => "NAMED_BITS",
        Primitive::Null => "NULL",
        Primitive::Open => "OPEN",
    };
    Some(format!("STUBC_OP_{name}"))
}

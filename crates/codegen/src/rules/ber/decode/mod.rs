//! Prints compiled decode procedures: straight-line C from spliced programs.

mod set;

use crate::c::escape::comment;
use crate::c::expr::{address, flag, integer_constant, is_default, member, place, repr_name, unused};
use crate::c::paths::Paths;
use crate::c::remarks::Remarks;
use crate::c::writer::Writer;
use crate::model::layout::CType;
use crate::program::numbering::Numbering;
use crate::program::splice::inlined;
use crate::program::techniques::{Direction, Techniques};
use crate::program::{DefaultValue, StepPresence};
use crate::rules::Rules;
use crate::rules::ber::expr::{begins, kept, labels, selector, tag, takes_tag, touches_value};
use crate::rules::ber::ops::{Action, Body, FieldStep, Model, Needs, Primitive, Program, Skip, Start, Step};
use crate::rules::ber::relations;
use crate::rules::ber::runtime::{LEAVE, SKIP};
use crate::stub::Node;

/// Declares the procedures, since they may call each other.
pub fn prototypes(w: &mut Writer, model: &Model<'_>, _techniques: &Techniques, needs: &Needs) {
    for &node in needs.procedures[&Direction::Decode].keys() {
        w.prototype("stubc_decode_fn", &format!("decode_{}", model.names.node(node)));
    }
    w.blank();
}

/// Prints the procedures. An inlined program becomes an inline function, which its owners and its own
/// procedure call.
pub fn procedures(
    w: &mut Writer,
    model: &Model<'_>,
    paths: Option<&Paths>,
    needs: &Needs,
    remarks: &Remarks,
) {
    let printer = Printer { model, needs, paths };
    let procedures = &needs.procedures[&Direction::Decode];
    let inlined = inlined(procedures);
    for program in &inlined {
        remarks.about(w, model, program.node, Direction::Decode);
        printer.in_line(w, program);
    }
    for (&node, program) in procedures {
        remarks.about(w, model, node, Direction::Decode);
        if inlined.iter().any(|program| program.node == node) {
            printer.caller(w, program);
        } else {
            printer.procedure(w, program);
        }
    }
    for (index, (ty, step)) in model.contained.iter().zip(model.contained_steps).enumerate() {
        let ctype = crate::c::header::unnamed_type(model, *ty).0;
        let body = Body::Scalar(Box::new(step.clone()));
        let program = Program { node: Node::general(*ty), body, relations: Vec::new(), whole: () };
        let name = crate::c::predicates::contained_name(index);
        w.function(&signature(&name), |w| printer.converted(w, &ctype, &program));
    }
}

struct Printer<'a> {
    model: &'a Model<'a>,
    needs: &'a Needs,
    paths: Option<&'a Paths>,
}

/// The lvalue to fill, and the number of headers entered, which numbers the cursor variables.
#[derive(Clone)]
struct At {
    level: usize,
    value: String,
}

impl At {
    fn p(&self) -> String {
        numbered("p", self.level)
    }
    fn e(&self) -> String {
        numbered("e", self.level)
    }
    fn deeper(&self) -> Self {
        Self { level: self.level + 1, value: self.value.clone() }
    }
}

fn numbered(name: &str, level: usize) -> String {
    if level == 0 { name.to_owned() } else { format!("{name}{level}") }
}

impl Printer<'_> {
    /// Prints the inline function of a program that others inline.
    fn in_line(&self, w: &mut Writer, program: &Program) {
        let (inner, ty) = (self.model.names.node(program.node), self.model.names.ty(program.node.ty));
        let tag = if takes_tag(program) { ", uint32_t tag" } else { "" };
        let parameters = format!("stubc_decoder *d, const uint8_t *p, const uint8_t *e{tag}, {ty} *v");
        let signature = format!("STUBC_INLINE const uint8_t *inline_decode_{inner}({parameters})");
        w.function(&signature, |w| {
            unused(w, &[("v", !touches_value(program))]);
            self.statements(w, program);
        });
    }

    /// Prints the procedure of a program that others inline: a call of its inline function.
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
        w.function(&signature(&name), |w| match program.body.primitive() {
            // The tags of a message may differ from those of its type, so the caller passes them.
            Some(primitive) => {
                let untagged = primitive == Primitive::Open;
                unused(w, &[("tag", untagged), ("value", primitive == Primitive::Null)]);
                w.line(&format!("return {};", get(primitive, "p", "e", "tag", &format!("({ty} *)value"))));
            }
            None => self.converted(w, ty, program),
        });
    }

    /// Prints the statements of a procedure for values of a C type.
    fn converted(&self, w: &mut Writer, ctype: &str, program: &Program) {
        if touches_value(program) {
            w.line(&format!("{ctype} *const v = ({ctype} *)value;"));
        }
        unused(w, &[("tag", !takes_tag(program)), ("value", !touches_value(program))]);
        self.statements(w, program);
    }

    /// Prints the statements that find and fill `v`.
    fn statements(&self, w: &mut Writer, program: &Program) {
        let at = At { level: 0, value: "*v".to_owned() };
        match &program.body {
            Body::Scalar(step) => {
                self.element(w, step, &at, "*v");
                w.line("return p;");
            }
            Body::Open { arms, .. } => {
                self.open(w, arms, &at);
                w.line("return p;");
            }
            Body::Switch { .. } => {
                w.line("const uint8_t *const start = p, *const limit = e;");
                w.when("d->code", |w| w.line("return limit;"));
                self.body(w, program, &at);
                let leave = w.call(LEAVE);
                w.line(&format!("return d->code ? {leave}(d, start, limit) : p;"));
            }
            _ => {
                w.line("const uint8_t *const start = p, *const limit = e;");
                w.line("p = stubc_fast_enter(d, p, e, tag);");
                w.when("d->code", |w| w.line("return limit;"));
                w.line("const uint8_t *const next = d->next;");
                w.line("e = d->end;");
                self.body(w, program, &at);
                let leave = w.call(LEAVE);
                w.line(&format!("return p == e && !d->code ? next : {leave}(d, start, limit);"));
            }
        }
    }

    fn body(&self, w: &mut Writer, program: &Program, at: &At) {
        match &program.body {
            Body::Sequence(steps) => {
                for step in steps {
                    match step {
                        Step::Field(field) => self.field(w, field, at),
                        Step::Between(Skip { until }) => skip(w, until, at),
                    }
                }
            }
            Body::Set { fields, op } => self.set(w, fields, op.extensible, op.sorts, at),
            Body::Switch { arms, op } => self.union(w, arms, op.extensible, at),
            Body::Repeat { element, op, .. } => self.array(w, element, op.unordered, at),
            Body::Scalar(step) => self.field(w, step, at),
            // Open types are never inlined: their procedure is called when the governor is known.
            Body::Open { .. } => {}
        }
        for relation in &program.relations {
            let noted = self.paths.and_then(|paths| paths.way(self.model, &relation.path));
            relations::print(w, self.model, &at.value, relation, noted, &|open| {
                self.resolve(relation.open, open)
            });
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
                    w.when(&pointer, |w| self.element(w, arm, at, &value));
                });
            }
            w.case(&["default:".to_owned()], |_| {});
        });
    }

    fn field(&self, w: &mut Writer, step: &FieldStep, at: &At) {
        let value = place(self.model, &at.value, step.field);
        if step.presence == StepPresence::Mandatory {
            return self.noted(w, step, false, &|w| self.element(w, step, at, &value));
        }
        let found = begins(w, &step.op.starts, &at.p(), &at.e());
        match &step.presence {
            StepPresence::Mandatory => {}
            StepPresence::Flag(_) => {
                let flag = flag(self.model, &at.value, step.field);
                w.line(&format!("{flag} = {found};"));
                w.when(&flag, |w| self.noted(w, step, true, &|w| self.element(w, step, at, &value)));
            }
            StepPresence::Default(default @ DefaultValue::Encoded(_)) => {
                self.encoded_default(w, step, default, at, (&found, &value));
            }
            StepPresence::Default(default) => {
                let there = |w: &mut Writer| {
                    self.noted(w, step, true, &|w| {
                        self.element(w, step, at, &value);
                        self.refuse_default(w, step, default, at, &value);
                    });
                };
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
        w.when("!d->code", |w| {
            w.declare(&format!("const uint8_t *{p1} = {p}, *{e1} = {e};"));
            w.declare(&format!("const bool {given} = {found};"));
            w.declare(&format!("stubc_filling {filling};"));
            w.when(&format!("!{given}"), |w| {
                w.line(&format!("{p1} = stubc_fill(d, &{filling}, {known}, &{e1});"));
            });
            self.element(w, step, &below, value);
            let mut cases = vec![(format!("!{given}"), format!("stubc_filled(d, &{filling});"))];
            if self.model.options.rules == Rules::Der {
                let is_sent = format!("!d->code && stubc_is_sent({known}, {p}, {p1})");
                cases.push((is_sent, format!("{p} = stubc_fail(d, STUBC_NOT_CANONICAL, {e});")));
            }
            for (index, (condition, statement)) in cases.iter().enumerate() {
                w.line(&format!("{}if ({condition}) {{", if index == 0 { "" } else { "} else " }));
                w.indent(|w| w.line(statement));
            }
            w.block("} else", "}", |w| w.line(&format!("{p} = {p1};")));
            // If memory for the default was missing, decoding finds nothing more.
            w.when("d->code", |w| {
                w.line(&format!("{p} = {e};"));
                self.note(w, step);
            });
        });
    }

    /// Returns the address of a default that is kept as bytes.
    fn known(&self, default: &DefaultValue) -> String {
        format!("&stubc_default_slices[{}]", self.model.default_slice(default).unwrap_or(0))
    }

    /// Prints the check of DER that a default value is not sent (X.690 clause 11.5).
    fn refuse_default(&self, w: &mut Writer, step: &FieldStep, default: &DefaultValue, at: &At, value: &str) {
        if self.model.options.rules == Rules::Der {
            let is_default = is_default(w, self.model, step.field, default, value);
            w.when(&format!("!d->code && {is_default}"), |w| {
                w.line(&format!("{} = stubc_fail(d, STUBC_NOT_CANONICAL, {});", at.p(), at.e()));
            });
        }
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

    /// Prints the element of a present field, and the note of the field's name if it fails. `fresh`: nothing
    /// can have failed before.
    fn noted(&self, w: &mut Writer, step: &FieldStep, fresh: bool, print: &dyn Fn(&mut Writer)) {
        if self.paths.and_then(|paths| paths.field(self.model, step.field)).is_none() {
            return print(w);
        }
        let print = |w: &mut Writer| {
            print(w);
            w.when("d->code", |w| self.note(w, step));
        };
        if fresh { print(w) } else { w.when("!d->code", print) }
    }

    /// Prints the call that notes a field's name, if errors have paths.
    fn note(&self, w: &mut Writer, step: &FieldStep) {
        if let Some(name) = self.paths.and_then(|paths| paths.field(self.model, step.field)) {
            let field = step.field.map_or("", |field| &self.model.graph.fields[field].name);
            w.line(&format!("stubc_note(d->error, {name}); {}", comment(field)));
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
            self.checked_element(w, step, at, value);
            w.when("!d->code", |w| w.line(&format!("stubc_keep(d, &{raw}, {received}, {p}, {around});")));
        });
    }

    /// Prints the element, then the check of its value.
    fn checked_element(&self, w: &mut Writer, step: &FieldStep, at: &At, value: &str) {
        self.bare_element(w, step, at, value);
        if let Some(check) = &step.check {
            let (p, e) = (at.p(), at.e());
            let pointer = if step.boxed { value.to_owned() } else { address(value) };
            let passes = crate::c::predicates::condition(self.model, check, &pointer, "d");
            let code = crate::c::predicates::code(check, "d");
            w.when(&format!("STUBC_CHECKED(d) && !{passes}"), |w| {
                w.line(&format!("{p} = stubc_fail(d, {code}, {e});"));
            });
        }
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
            w.declare(&format!("const uint8_t *{p1} = stubc_fast_enter(d, {p}, {e}, {outer});"));
            w.declare(&format!("const uint8_t *const {e1} = d->end, *const {next} = d->next;"));
            w.when("!d->code", |w| self.bare_element(w, &inner, &below, value));
            w.line(&format!(
                "{p} = d->code ? {e} : {p1} == {e1} ? {next} : stubc_fail(d, STUBC_BAD_LENGTH, {e});"
            ));
        });
    }

    fn inner(&self, w: &mut Writer, step: &FieldStep, at: &At, value: &str) {
        let (p, e) = (at.p(), at.e());
        match &step.action {
            Action::Primitive(primitive) => {
                let call = get(*primitive, &p, &e, &tag(step), &address(value));
                w.line(&format!("{p} = {call};"));
            }
            Action::Call(target) if step.recursive => self.recursive_call(w, *target, step, at, value),
            Action::Call(target) if self.model.is_open(*target) => {
                w.line(&format!("{p} = stubc_get_typed(d, {p}, {e}, 0, {}, 0);", address(value)));
            }
            Action::Call(target) => {
                w.line(&format!("{p} = {};", self.call(*target, &p, &e, &tag(step), &address(value))));
            }
            Action::Inline(program) => {
                let tag = if takes_tag(program) { format!(", {}", tag(step)) } else { String::new() };
                let (inner, to) = (self.model.names.node(program.node), address(value));
                w.line(&format!("{p} = inline_decode_{inner}(d, {p}, {e}{tag}, {to});"));
            }
        }
    }

    fn call(&self, target: Node, p: &str, e: &str, tag: &str, value: &str) -> String {
        if self.needs.procedures[&Direction::Decode].contains_key(&target) {
            format!("decode_{}(d, {p}, {e}, {tag}, {value})", self.model.names.node(target))
        } else {
            format!(
                "stubc_interpret_decode(d, {p}, {e}, {tag}, {value}, {})",
                Numbering::name(self.model, target)
            )
        }
    }

    fn recursive_call(&self, w: &mut Writer, target: Node, step: &FieldStep, at: &At, value: &str) {
        let (p, e) = (at.p(), at.e());
        let fail = |w: &mut Writer| w.line(&format!("{p} = stubc_fail(d, STUBC_DEPTH, {e});"));
        w.either("!d->depth", fail, |w| {
            let mut argument = address(value);
            if step.boxed {
                let name = self.model.names.ty(target.ty);
                w.line(&format!("{value} = ({name} *)stubc_alloc(d, sizeof *{value});"));
                argument = value.to_owned();
            }
            w.line("d->depth--;");
            let call = self.call(target, &p, &e, &tag(step), &argument);
            if step.boxed {
                w.line(&format!("{p} = {value} ? {call} : {e};"));
            } else {
                w.line(&format!("{p} = {call};"));
            }
            w.line("d->depth++;");
        });
    }

    fn array(&self, w: &mut Writer, element: &FieldStep, unordered: bool, at: &At) {
        let (p, e) = (at.p(), at.e());
        let (items, count) = (member(&at.value, "items"), member(&at.value, "count"));
        let sorted = unordered && self.model.options.rules == Rules::Der;
        let cast = self.item_type(element);
        if sorted {
            w.line("const uint8_t *before = NULL;");
        }
        w.line(&format!("{items} = ({cast} *)stubc_array(d, {p}, {e}, sizeof *{items}, &{count});"));
        w.block(&format!("for (size_t i = 0; i < {count}; i++)"), "}", |w| {
            w.line(&format!("const uint8_t *const item = {p};"));
            let below = At { level: at.level, value: format!("{items}[i]") };
            if sorted {
                w.line(&format!("{p} = stubc_ordered(d, before, {p}, {e});"));
                w.line("before = item;");
                w.when("!d->code", |w| self.element(w, element, &below, &below.value));
            } else {
                self.element(w, element, &below, &below.value);
            }
            w.when("d->code", |w| {
                w.when("!d->at", |w| w.line("d->at = item;"));
                if self.paths.is_some() {
                    w.line("stubc_note(d->error, STUBC_INDEX | (uint32_t)i);");
                }
                w.line("break;");
            });
        });
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
            w.case(&["default:".to_owned()], |w| match otherwise {
                Some(arm) => self.arm(w, arm, &kind, at),
                None => {
                    w.line(&format!("{kind} = 0;"));
                    if extensible {
                        let unknown = address(&member(&at.value, "u.unknown"));
                        w.line(&format!("{p} = stubc_get_open(d, {p}, {e}, 0, {unknown}, 0);"));
                    } else {
                        w.line(&format!("{p} = stubc_fail(d, STUBC_BAD_TAG, {e});"));
                    }
                }
            });
        });
    }

    fn arm(&self, w: &mut Writer, arm: &FieldStep, kind: &str, at: &At) {
        if let Some(field) = arm.field {
            w.line(&format!("{kind} = {};", self.model.names.kinds[&field]));
        }
        self.noted(w, arm, true, &|w| self.element(w, arm, at, &place(self.model, &at.value, arm.field)));
    }
}

fn skip(w: &mut Writer, until: &[Start], at: &At) {
    let (p, e) = (at.p(), at.e());
    let more = match until {
        [] => String::new(),
        [_] => format!(" && !{}", begins(w, until, &p, &e)),
        _ => format!(" && !({})", begins(w, until, &p, &e)),
    };
    let skip = w.call(SKIP);
    w.block(&format!("while ({p} < {e}{more})"), "}", |w| w.line(&format!("{p} = {skip}(d, {p}, {e});")));
}

fn signature(function: &str) -> String {
    let parameters = "stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value";
    format!("static const uint8_t *{function}({parameters})")
}

/// Returns the call of the primitive that decodes a scalar.
fn get(primitive: Primitive, p: &str, e: &str, tag: &str, to: &str) -> String {
    match primitive {
        Primitive::Boolean => format!("stubc_fast_boolean(d, {p}, {e}, {tag}, {to})"),
        Primitive::Integer(repr) => format!("stubc_fast_{}(d, {p}, {e}, {tag}, {to})", repr_name(repr)),
        Primitive::Bytes => format!("stubc_get_bytes(d, {p}, {e}, {tag}, {to}, 0)"),
        Primitive::Octets => format!("stubc_fast_octets(d, {p}, {e}, {tag}, {to})"),
        Primitive::Real => format!("stubc_get_real(d, {p}, {e}, {tag}, {to}, 0)"),
        Primitive::UtcTime => format!("stubc_get_time(d, {p}, {e}, {tag}, {to}, 0)"),
        Primitive::GeneralizedTime => format!("stubc_get_time(d, {p}, {e}, {tag}, {to}, 1)"),
        Primitive::IsoTime => format!("stubc_get_iso_time(d, {p}, {e}, {tag}, {to}, 0)"),
        Primitive::Bits => format!("stubc_get_bits(d, {p}, {e}, {tag}, {to}, 0)"),
        Primitive::NamedBits => format!("stubc_get_named_bits(d, {p}, {e}, {tag}, {to}, 0)"),
        Primitive::Oid => format!("stubc_get_oid(d, {p}, {e}, {tag}, {to}, 0)"),
        Primitive::Null => format!("stubc_get_null(d, {p}, {e}, {tag}, NULL, 0)"),
        Primitive::Open => format!("stubc_get_open(d, {p}, {e}, 0, {to}, 0)"),
    }
}

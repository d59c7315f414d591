//! Compiled decode procedures: straight-line C from spliced programs.

mod set;

use crate::c::escape::comment;
use crate::stub::Node;
use crate::c::expr::{address, flag, integer_constant, is_default, member, place, repr_name};
use crate::c::paths::Paths;
use crate::c::writer::Writer;
use crate::emit::Remarks;
use crate::model::layout::CType;
use crate::program::numbering::Numbering;
use crate::program::techniques::{Direction, Techniques};
use crate::program::{DefaultValue, StepPresence};
use crate::rules::ber::ops::{Action, Skip, Body, FieldStep, Model, Needs, Primitive, Program, Start, Step};
use crate::rules::Rules;
use crate::rules::ber::expr::{begins, kept, labels, selector, tag};
use crate::rules::ber::relations;
use crate::rules::ber::runtime::{LEAVE, SKIP};

/// Declares the procedures, since they may call each other.
pub fn prototypes(w: &mut Writer, model: &Model<'_>, _techniques: &Techniques, needs: &Needs) {
    for &node in needs.procedures[&Direction::Decode].keys() {
        w.prototype("stubc_decode_fn", &format!("decode_{}", model.names.node(node)));
    }
    w.blank();
}

/// Prints the procedures.
pub fn procedures(
    w: &mut Writer,
    model: &Model<'_>,
    paths: Option<&Paths>,
    needs: &Needs,
    remarks: &Remarks,
) {
    let printer = Printer { model, needs, paths };
    for (&node, program) in &needs.procedures[&Direction::Decode] {
        if let Some(remark) = model.stubs.find(node, Direction::Decode).and_then(|stub| remarks.get(&stub)) {
            w.comment(&format!("{}: {remark}", model.path(node)));
        }
        printer.procedure(w, node, program);
    }
    for (index, (ty, step)) in model.contained.iter().zip(model.contained_steps).enumerate() {
        let ctype = crate::c::header::unnamed_type(model, *ty).0;
        let body = Body::Scalar(Box::new(step.clone()));
        let program = Program { node: Node::general(*ty), body, relations: Vec::new(), whole: () };
        printer.function(w, &crate::c::predicates::contained_name(index), &ctype, &program);
    }
}

struct Printer<'a> {
    model: &'a Model<'a>,
    needs: &'a Needs,
    paths: Option<&'a Paths>,
}

/// Names of the cursor and its end at one level of splicing, and the value that is filled.
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
    fn deeper(&self, value: String) -> Self {
        Self { level: self.level + 1, value }
    }
}

fn numbered(name: &str, level: usize) -> String {
    if level == 0 { name.to_owned() } else { format!("{name}{level}") }
}

impl Printer<'_> {
    fn procedure(&self, w: &mut Writer, node: Node, program: &Program) {
        let (function, name) =
            (format!("decode_{}", self.model.names.node(node)), self.model.names.ty(node.ty));
        if let Body::Scalar(step) = &program.body
            && let Action::Primitive(primitive) = step.action
        {
            return scalar(w, &function, name, primitive);
        }
        self.function(w, &function, name, program);
    }

    /// A function of this name for values of a C type.
    fn function(&self, w: &mut Writer, name: &str, ctype: &str, program: &Program) {
        let signature = signature(name);
        let at = At { level: 0, value: "*v".to_owned() };
        w.function(&signature, |w| {
            w.line(&format!("{ctype} *v = ({ctype} *)value;"));
            match &program.body {
                Body::Scalar(step) => {
                    w.line("(void)tag;");
                    if matches!(step.action, Action::Primitive(Primitive::Null)) {
                        w.line("(void)v;");
                    }
                    self.element(w, step, &at, "*v");
                    w.line("return p;");
                }
                Body::Open { arms, .. } => {
                    w.line("(void)v;");
                    self.open(w, arms, &at);
                    w.line("return p;");
                }
                Body::Switch { .. } => {
                    w.line("const uint8_t *const start = p, *const limit = e;");
                    w.line("(void)tag;");
                    w.line("if (d->code)");
                    w.indent(|w| w.line("return limit;"));
                    self.body(w, program, &at);
                    let leave = w.call(LEAVE);
                    w.line(&format!("return d->code ? {leave}(d, start, limit) : p;"));
                }
                _ => {
                    w.line("const uint8_t *const start = p, *const limit = e, *next;");
                    w.line("(void)v;");
                    w.line("p = stubc_fast_enter(d, p, e, tag);");
                    w.line("if (d->code)");
                    w.indent(|w| w.line("return limit;"));
                    w.line("e = d->end;");
                    w.line("next = d->next;");
                    self.body(w, program, &at);
                    let leave = w.call(LEAVE);
                    w.line(&format!("return p == e && !d->code ? next : {leave}(d, start, limit);"));
                }
            }
        });
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
            // Open types are never spliced in: their procedure is called when the governor is known.
            Body::Open { .. } => {}
        }
        for relation in &program.relations {
            let noted = self.paths.and_then(|paths| paths.way(self.model, &relation.path));
            relations::print(w, self.model, &at.value, relation, noted, &|open| {
                self.resolve(relation.open, open)
            });
        }
    }

    /// The call that decodes what an open type is known to hold.
    fn resolve(&self, open: Node, value: &str) -> String {
        if self.needs.procedures[&Direction::Decode].contains_key(&open) {
            format!("stubc_resolve(d, {value}, known, decode_{}, 0)", self.model.names.node(open))
        } else {
            format!("stubc_resolve(d, {value}, known, NULL, {})", Numbering::name(self.model, open))
        }
    }

    /// What an open type holds, in place of the tag: memory for it, then its element.
    fn open(&self, w: &mut Writer, arms: &[FieldStep], at: &At) {
        w.line("switch (tag) {");
        for arm in arms {
            let Some(field) = arm.field else { continue };
            w.line(&format!("case {}:", self.model.names.kinds[&field]));
            w.indent(|w| {
                let value = place(self.model, &at.value, Some(field));
                if self.model.layouts.ctype(field) == CType::Nothing {
                    self.element(w, arm, at, &value);
                } else {
                    let (pointer, ty) = (address(&value), crate::c::header::item_type(self.model, field));
                    w.line(&format!("{pointer} = ({ty} *)stubc_alloc(d, STUBC_UNITS({ty}) * 8);"));
                    w.block(&format!("if ({pointer})"), "}", |w| self.element(w, arm, at, &value));
                }
                w.line("break;");
            });
        }
        w.line("default:");
        w.indent(|w| w.line("break;"));
        w.line("}");
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
                w.block(&format!("if ({flag})"), "}", |w| {
                    self.noted(w, step, true, &|w| self.element(w, step, at, &value));
                });
            }
            StepPresence::Default(default @ DefaultValue::Encoded(_)) => {
                self.noted(w, step, false, &|w| self.encoded_default(w, step, default, at, &found, &value));
            }
            StepPresence::Default(default) => {
                w.block(&format!("if ({found})"), "} else {", |w| {
                    self.noted(w, step, true, &|w| {
                        self.element(w, step, at, &value);
                        self.refuse_default(w, step, default, at, &value);
                    });
                });
                w.indent(|w| self.fill(w, step, default, &value));
                w.line("}");
            }
        }
    }

    /// A field with a constructed default: that is decoded where the field is absent.
    fn encoded_default(
        &self,
        w: &mut Writer,
        step: &FieldStep,
        default: &DefaultValue,
        at: &At,
        found: &str,
        value: &str,
    ) {
        let below = at.deeper(at.value.clone());
        let (p, e, p1, e1) = (at.p(), at.e(), below.p(), below.e());
        let (given, filling) = (numbered("given", below.level), numbered("filling", below.level));
        let known = self.known(default);
        w.block("if (!d->code)", "}", |w| {
            w.line(&format!("const uint8_t *{p1} = {p}, *{e1} = {e};"));
            w.line(&format!("const bool {given} = {found};"));
            w.line(&format!("stubc_filling {filling};"));
            w.line(&format!("if (!{given})"));
            w.indent(|w| w.line(&format!("{p1} = stubc_fill(d, &{filling}, {known}, &{e1});")));
            self.element(w, step, &below, value);
            w.line(&format!("if (!{given})"));
            w.indent(|w| w.line(&format!("stubc_filled(d, &{filling});")));
            if self.model.options.rules == Rules::Der {
                w.line(&format!("else if (!d->code && stubc_is_sent({known}, {p}, {p1}))"));
                w.indent(|w| w.line(&format!("{p} = stubc_fail(d, STUBC_NOT_CANONICAL, {e});")));
            }
            w.line("else");
            w.indent(|w| w.line(&format!("{p} = {p1};")));
            // Where memory was missing for the default nothing more is found.
            w.line("if (d->code)");
            w.indent(|w| w.line(&format!("{p} = {e};")));
        });
    }

    /// The address of a default that is kept as octets.
    fn known(&self, default: &DefaultValue) -> String {
        format!("&stubc_default_slices[{}]", self.model.default_slice(default).unwrap_or(0))
    }

    /// DER: a default value is left out.
    fn refuse_default(&self, w: &mut Writer, step: &FieldStep, default: &DefaultValue, at: &At, value: &str) {
        if self.model.options.rules == Rules::Der {
            let is_default = is_default(w, self.model, step.field, default, value);
            w.line(&format!("if (!d->code && {is_default})"));
            w.indent(|w| w.line(&format!("{} = stubc_fail(d, STUBC_NOT_CANONICAL, {});", at.p(), at.e())));
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
            // Encoded ones are decoded: see encoded_default.
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

    /// The element of a field that is there; where it fails, its name is noted. `fresh`: nothing can have failed before.
    fn noted(&self, w: &mut Writer, step: &FieldStep, fresh: bool, print: &dyn Fn(&mut Writer)) {
        let name = self.paths.and_then(|paths| paths.field(self.model, step.field));
        let Some(name) = name else { return print(w) };
        let print = |w: &mut Writer| {
            print(w);
            w.line("if (d->code)");
            let field = step.field.map_or("", |field| &self.model.graph.fields[field].name);
            w.indent(|w| w.line(&format!("stubc_note(d->error, {name}); {}", comment(field))));
        };
        if fresh { print(w) } else { w.block("if (!d->code)", "}", print) }
    }

    /// The element of a field that is there, and its octets where they are kept.
    fn element(&self, w: &mut Writer, step: &FieldStep, at: &At, value: &str) {
        let (Some(raw), Some(around)) = (kept(self.model, step, value), step.op.keep) else {
            return self.checked_element(w, step, at, value);
        };
        let (p, received) = (at.p(), numbered("received", at.level));
        w.block("", "}", |w| {
            w.line(&format!("const uint8_t *const {received} = {p};"));
            self.checked_element(w, step, at, value);
            w.line("if (!d->code)");
            w.indent(|w| w.line(&format!("stubc_keep(d, &{raw}, {received}, {p}, {around});")));
        });
    }

    /// The element, and what is checked of its value.
    fn checked_element(&self, w: &mut Writer, step: &FieldStep, at: &At, value: &str) {
        self.bare_element(w, step, at, value);
        if let Some(check) = &step.check {
            let (p, e) = (at.p(), at.e());
            let pointer = if step.boxed { value.to_owned() } else { address(value) };
            let passes = crate::c::predicates::condition(self.model, check, &pointer, "d");
            let code = crate::c::predicates::code(check, "d");
            w.line(&format!("if (STUBC_CHECKED(d) && !{passes})"));
            w.indent(|w| w.line(&format!("{p} = stubc_fail(d, {code}, {e});")));
        }
    }

    /// The element without checks, explicit tags first.
    fn bare_element(&self, w: &mut Writer, step: &FieldStep, at: &At, value: &str) {
        let Some((outer, rest)) = step.op.outer.split_first() else { return self.inner(w, step, at, value) };
        let mut inner = step.clone();
        inner.op.outer = rest.to_vec();
        let below = at.deeper(at.value.clone());
        let (p, e, p1, e1) = (at.p(), at.e(), below.p(), below.e());
        let next = numbered("next", below.level);
        w.block("", "}", |w| {
            w.line(&format!("const uint8_t *{p1} = stubc_fast_enter(d, {p}, {e}, {outer});"));
            w.line(&format!("const uint8_t *const {e1} = d->end, *const {next} = d->next;"));
            w.block("if (!d->code)", "}", |w| self.bare_element(w, &inner, &below, value));
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
            Action::Inline(program) => self.spliced(w, program, step, at, value),
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

    fn spliced(&self, w: &mut Writer, program: &Program, step: &FieldStep, at: &At, value: &str) {
        let (p, e) = (at.p(), at.e());
        if matches!(program.body, Body::Switch { .. }) {
            let start = numbered("start", at.level + 1);
            let same = At { level: at.level, value: value.to_owned() };
            w.block("if (!d->code)", "}", |w| {
                w.line(&format!("const uint8_t *const {start} = {p};"));
                self.body(w, program, &same);
                w.line("if (d->code)");
                let leave = w.call(LEAVE);
                w.indent(|w| w.line(&format!("{p} = {leave}(d, {start}, {e});")));
            });
            return;
        }
        let below = at.deeper(value.to_owned());
        let (p1, e1) = (below.p(), below.e());
        let (start, next) = (numbered("start", below.level), numbered("next", below.level));
        w.block("", "}", |w| {
            w.line(&format!(
                "const uint8_t *const {start} = {p}, *{p1} = stubc_fast_enter(d, {p}, {e}, {});",
                tag(step)
            ));
            w.line(&format!("const uint8_t *const {e1} = d->end, *const {next} = d->next;"));
            w.line(&format!("{p} = {e};"));
            w.block("if (!d->code)", "}", |w| {
                self.body(w, program, &below);
                let leave = w.call(LEAVE);
                w.line(&format!("{p} = {p1} == {e1} && !d->code ? {next} : {leave}(d, {start}, {e});"));
            });
        });
    }

    fn recursive_call(&self, w: &mut Writer, target: Node, step: &FieldStep, at: &At, value: &str) {
        let (p, e) = (at.p(), at.e());
        w.block("if (!d->depth)", "} else {", |w| w.line(&format!("{p} = stubc_fail(d, STUBC_DEPTH, {e});")));
        w.indent(|w| {
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
        w.line("}");
    }

    fn array(&self, w: &mut Writer, element: &FieldStep, unordered: bool, at: &At) {
        let (p, e) = (at.p(), at.e());
        let (items, count) = (member(&at.value, "items"), member(&at.value, "count"));
        let (i, item, before) =
            (numbered("i", at.level), numbered("item", at.level), numbered("before", at.level));
        let sorted = unordered && self.model.options.rules == Rules::Der;
        let cast = self.item_type(element);
        w.block("", "}", |w| {
            w.line(&format!("size_t {i};"));
            if sorted {
                w.line(&format!("const uint8_t *{before} = NULL;"));
            }
            w.line(&format!("{items} = ({cast} *)stubc_array(d, {p}, {e}, sizeof *{items}, &{count});"));
            w.block(&format!("for ({i} = 0; {i} < {count}; {i}++)"), "}", |w| {
                w.line(&format!("const uint8_t *const {item} = {p};"));
                let below = At { level: at.level, value: format!("{items}[{i}]") };
                if sorted {
                    w.line(&format!("{p} = stubc_ordered(d, {before}, {p}, {e});"));
                    w.line(&format!("{before} = {item};"));
                    w.block("if (!d->code)", "}", |w| self.element(w, element, &below, &below.value));
                } else {
                    self.element(w, element, &below, &below.value);
                }
                w.block("if (d->code)", "}", |w| {
                    w.line("if (!d->at)");
                    w.indent(|w| w.line(&format!("d->at = {item};")));
                    if self.paths.is_some() {
                        w.line(&format!("stubc_note(d->error, STUBC_INDEX | (uint32_t){i});"));
                    }
                    w.line("break;");
                });
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
        w.line(&format!("switch ({}) {{", selector(&starts, &p, &e)));
        let mut otherwise = None;
        for arm in arms {
            match labels(&arm.op.starts) {
                Some(labels) => {
                    print_labels(w, &labels);
                    w.indent(|w| self.arm(w, arm, &kind, at));
                }
                None => otherwise = Some(arm),
            }
        }
        w.line("default:");
        w.indent(|w| match otherwise {
            Some(arm) => self.arm(w, arm, &kind, at),
            None => {
                w.line(&format!("{kind} = 0;"));
                if extensible {
                    let unknown = address(&member(&at.value, "u.unknown"));
                    w.line(&format!("{p} = stubc_get_open(d, {p}, {e}, 0, {unknown}, 0);"));
                } else {
                    w.line(&format!("{p} = stubc_fail(d, STUBC_BAD_TAG, {e});"));
                }
                w.line("break;");
            }
        });
        w.line("}");
    }

    fn arm(&self, w: &mut Writer, arm: &FieldStep, kind: &str, at: &At) {
        if let Some(field) = arm.field {
            w.line(&format!("{kind} = {};", self.model.names.kinds[&field]));
        }
        self.noted(w, arm, true, &|w| self.element(w, arm, at, &place(self.model, &at.value, arm.field)));
        w.line("break;");
    }
}

fn print_labels(w: &mut Writer, labels: &[String]) {
    for label in labels {
        w.line(&format!("case {label}:"));
    }
}

fn skip(w: &mut Writer, until: &[Start], at: &At) {
    let (p, e) = (at.p(), at.e());
    let more = match until {
        [] => String::new(),
        _ => format!(" && !({})", begins(w, until, &p, &e)),
    };
    w.line(&format!("while ({p} < {e}{more})"));
    let skip = w.call(SKIP);
    w.indent(|w| w.line(&format!("{p} = {skip}(d, {p}, {e});")));
}

fn signature(function: &str) -> String {
    format!(
        "static const uint8_t *{function}(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value)"
    )
}

/// The procedure of a scalar that is a message. The message's tags may be others than its type's: they are the caller's.
fn scalar(w: &mut Writer, function: &str, name: &str, primitive: Primitive) {
    w.function(&signature(function), |w| {
        w.line(&format!("{name} *v = ({name} *)value;"));
        w.line("(void)tag;");
        w.line("(void)v;");
        w.line(&format!("return {};", get(primitive, "p", "e", "tag", "v")));
    });
}

/// The call of the primitive that decodes a scalar.
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

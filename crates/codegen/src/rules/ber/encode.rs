//! Prints compiled encode procedures, which run the steps backward, from the end of the buffer.

use crate::c::defaults;
use crate::c::escape::comment;
use crate::c::expr::{address, flag, is_not_default, member, place, unused};
use crate::c::helpers::REFUSE;
use crate::c::paths::Paths;
use crate::c::procedures::Form;
use crate::c::writer::Writer;
use crate::model::layout::CType;
use crate::program::numbering::Numbering;
use crate::program::techniques::Direction;
use crate::program::{DefaultValue, StepPresence};
use crate::rules::Rules;
use crate::rules::ber::expr::{kept, tag, takes_tag, touches, touches_value};
use crate::rules::ber::ops::{Action, Body, FieldStep, Model, Needs, Primitive, Program, Set};
use crate::rules::ber::parts::parts;
use crate::rules::ber::runtime::{PUT_BOOLEAN, PUT_INTEGER, PUT_UNSIGNED};
use crate::stub::Node;
use std::collections::BTreeSet;
use syntax_graph::IntegerRepr;

/// Prints the encode procedures.
pub struct Printer<'a> {
    /// The model.
    pub model: &'a Model<'a>,
    /// The procedures and programs that the plan needs.
    pub needs: &'a Needs,
    /// The names for errors, if the plan has them.
    pub paths: Option<&'a Paths>,
}

impl Printer<'_> {
    /// Prints a function of a program.
    pub fn print(&self, w: &mut Writer, program: &Program, form: Form) {
        match form {
            Form::InLine => {
                let parts = self.parts(w, program);
                self.in_line(w, program, parts);
            }
            Form::Caller => self.caller(w, program),
            Form::Procedure => {
                let parts = self.parts(w, program);
                self.procedure(w, program, parts);
            }
        }
    }

    /// Prints the functions of a long SEQUENCE's parts, the last fields first. Returns their number, 0 if it is not long.
    fn parts(&self, w: &mut Writer, program: &Program) -> usize {
        let Body::Sequence(_) = &program.body else { return 0 };
        let fields = backward(program);
        let length = |field: &&FieldStep| {
            let mut part = w.part();
            self.field(&mut part, field, "*v", 0);
            part.length()
        };
        let parts = parts(&fields.iter().map(length).collect::<Vec<_>>());
        let ty = self.model.names.ty(program.node.ty);
        for (index, part) in parts.iter().enumerate() {
            let name = self.part(program, index + 1);
            let parameters = format!("stubc_encoder *c, uint8_t *q, const {ty} *v");
            w.function(&format!("STUBC_INLINE uint8_t *{name}({parameters})"), |w| {
                let fields = &fields[part.clone()];
                unused(w, &[("v", !fields.iter().any(|field| touches(field)))]);
                fields.iter().for_each(|field| self.field(w, field, "*v", 0));
                w.line("return q;");
            });
        }
        parts.len()
    }

    /// Returns the name of the function of a part.
    fn part(&self, program: &Program, number: usize) -> String {
        format!("inline_part_{number}_of_encode_{}", self.model.names.node(program.node))
    }

    fn in_line(&self, w: &mut Writer, program: &Program, parts: usize) {
        let (inner, ty) = (self.model.names.node(program.node), self.model.names.ty(program.node.ty));
        let tag = if takes_tag(program) { ", uint32_t tag" } else { "" };
        let parameters = format!("stubc_encoder *c, uint8_t *q{tag}, const {ty} *v");
        w.function(&format!("STUBC_INLINE uint8_t *inline_encode_{inner}({parameters})"), |w| {
            unused(w, &[("v", !touches_value(program))]);
            self.statements(w, program, parts);
        });
    }

    fn caller(&self, w: &mut Writer, program: &Program) {
        let (inner, ty) = (self.model.names.node(program.node), self.model.names.ty(program.node.ty));
        w.function(&signature(inner), |w| {
            let tag = if takes_tag(program) { ", tag" } else { "" };
            unused(w, &[("tag", tag.is_empty())]);
            w.line(&format!("return inline_encode_{inner}(c, q{tag}, (const {ty} *)value);"));
        });
    }

    fn procedure(&self, w: &mut Writer, program: &Program, parts: usize) {
        let (inner, name) = (self.model.names.node(program.node), self.model.names.ty(program.node.ty));
        // The tags of a scalar message may differ from those of its type, so the caller passes them.
        let primitive = program.body.primitive();
        // The kind chooses the arm of an open type even if no arm has a value.
        let is_open = matches!(program.body, Body::Open { .. });
        let has_value = is_open || touches_value(program) && primitive != Some(Primitive::Null);
        let untagged = match primitive {
            Some(primitive) => primitive == Primitive::Open,
            // The value in an open type has its own tag.
            None => !takes_tag(program) || is_open,
        };
        w.function(&signature(inner), |w| {
            if has_value {
                w.line(&format!("const {name} *const v = (const {name} *)value;"));
            }
            unused(w, &[("tag", untagged), ("value", !has_value)]);
            match primitive {
                Some(primitive) => {
                    let put = put(w, primitive, "tag", "*v");
                    w.line(&format!("return {put};"));
                }
                None => self.statements(w, program, parts),
            }
        });
    }

    /// Prints the statements that write `v`, or the calls of the functions of so many parts.
    fn statements(&self, w: &mut Writer, program: &Program, parts: usize) {
        match &program.body {
            Body::Open { arms, .. } => {
                w.when("!v->kind", |w| w.line("return stubc_fast_put_open(c, q, &v->raw);"));
                let refused = refused(w, "STUBC_DEPTH");
                w.when("!c->depth", |w| w.line(&format!("return {refused};")));
                w.line("c->depth--;");
                self.open(w, arms);
                w.line("c->depth++;");
                w.line("return q;");
            }
            Body::Scalar(_) | Body::Switch { .. } => {
                self.body(w, program, "*v", 0);
                w.line("return q;");
            }
            _ => {
                w.line("uint8_t *const end = q;");
                match parts {
                    0 => self.body(w, program, "*v", 0),
                    _ => (1..=parts).for_each(|number| {
                        w.line(&format!("q = {}(c, q, v);", self.part(program, number)));
                    }),
                }
                w.line("return stubc_fast_header(c, q, end, tag);");
            }
        }
    }

    fn body(&self, w: &mut Writer, program: &Program, value: &str, level: usize) {
        let der = self.model.options.rules == Rules::Der;
        match &program.body {
            Body::Sequence(_) | Body::Set { .. } => {
                backward(program).iter().for_each(|field| self.field(w, field, value, level));
                if matches!(program.body, Body::Set { op: Set { sorts: true, .. }, .. }) {
                    w.line(&format!("q = stubc_sort(c, q, {}, true);", end(level)));
                }
            }
            Body::Switch { arms, op } => self.union(w, arms, op.extensible, value, level),
            Body::Repeat { element, op, .. } => {
                let (items, count) = (member(value, "items"), member(value, "count"));
                // After an error, a loop whose body has none may run to its end: that is linear in the value.
                let ends = self.paths.is_some() || !is_flat(self.model, element, &mut BTreeSet::new());
                let sound = if ends { " && !c->code" } else { "" };
                w.block(&format!("for (size_t i = {count}; i > 0{sound};)"), "}", |w| {
                    w.line("i--;");
                    self.element(w, element, &format!("{items}[i]"), level);
                    if self.paths.is_some() {
                        w.when("c->code", |w| w.line("stubc_note(c->error, STUBC_INDEX | (uint32_t)i);"));
                    }
                });
                if der && op.unordered {
                    let sort = format!("q = stubc_sort(c, q, {}, false);", end(level));
                    // Octets of the caller may be several elements.
                    let is_one = element.op.keep.is_none() && is_tagged(element);
                    if is_one { w.when(&format!("{count} > 1"), |w| w.line(&sort)) } else { w.line(&sort) }
                }
            }
            Body::Scalar(step) => self.element(w, step, value, level),
            // Open types are never inlined.
            Body::Open { .. } => {}
        }
    }

    fn field(&self, w: &mut Writer, step: &FieldStep, value: &str, level: usize) {
        let lvalue = place(self.model, value, step.field);
        let print = |w: &mut Writer| self.element(w, step, &lvalue, level);
        let condition = match &step.presence {
            StepPresence::Mandatory => String::new(),
            StepPresence::Flag(_) => flag(self.model, value, step.field),
            StepPresence::Default(DefaultValue::Encoded(_)) => {
                let holds = step.field.map_or_else(String::new, |field| defaults::name(self.model, field));
                if step.boxed {
                    format!("!({lvalue} && {holds}({lvalue}))")
                } else {
                    format!("!{holds}({})", address(&lvalue))
                }
            }
            StepPresence::Default(default) => is_not_default(w, self.model, step.field, default, &lvalue),
        };
        self.noted(w, step, &condition, &print);
    }

    /// Prints the element of a field under a condition (empty: always), and the note of its name if it fails.
    fn noted(&self, w: &mut Writer, step: &FieldStep, condition: &str, print: &dyn Fn(&mut Writer)) {
        let name = self.paths.and_then(|paths| paths.field(self.model, step.field));
        let Some(name) = name else {
            return if condition.is_empty() { print(w) } else { w.when(condition, print) };
        };
        let sound =
            if condition.is_empty() { "!c->code".to_owned() } else { format!("!c->code && {condition}") };
        w.when(&sound, |w| {
            print(w);
            let field = step.field.map_or("", |field| &self.model.graph.fields[field].name);
            w.when("c->code", |w| w.line(&format!("stubc_note(c->error, {name}); {}", comment(field))));
        });
    }

    /// Prints the check of a present field's value, then its element.
    fn element(&self, w: &mut Writer, step: &FieldStep, value: &str, level: usize) {
        if let Some(check) = &step.check {
            let (guard, pointer) = match step.boxed {
                true => (format!("{value} && "), value.to_owned()),
                false => (String::new(), address(value)),
            };
            let passes = crate::c::predicates::condition(self.model, check, &pointer, "c");
            let code = crate::c::predicates::code(check, "c");
            w.when(&format!("{guard}!{passes}"), |w| refuse(w, &code));
        }
        self.bare_element(w, step, value, level);
    }

    /// Prints the element without checks, explicit tags last. Kept bytes are sent as received.
    fn bare_element(&self, w: &mut Writer, step: &FieldStep, value: &str, level: usize) {
        if let (Some(0), Some(raw)) = (step.op.keep, kept(self.model, step, value)) {
            let guard = if step.boxed { format!("{value} && ") } else { String::new() };
            let first =
                step.op.outer.first().copied().or(step.op.tag).map_or("0".to_owned(), |tag| tag.to_string());
            let mut anew = step.clone();
            anew.op.keep = None;
            let sent = |w: &mut Writer| w.line(&format!("q = stubc_put_kept(c, q, {first}, &{raw});"));
            w.either(&format!("{guard}{raw}.length"), sent, |w| self.bare_element(w, &anew, value, level));
            return;
        }
        let Some((outer, rest)) = step.op.outer.split_first() else { return self.inner(w, step, value) };
        let mut inner = step.clone();
        inner.op.outer = rest.to_vec();
        inner.op.keep = step.op.keep.map(|around| around - 1);
        let behind = end(level + 1);
        w.block("", "}", |w| {
            w.declare(&format!("uint8_t *const {behind} = q;"));
            self.bare_element(w, &inner, value, level + 1);
            w.line(&format!("q = stubc_fast_header(c, q, {behind}, {outer});"));
        });
    }

    fn inner(&self, w: &mut Writer, step: &FieldStep, value: &str) {
        match &step.action {
            Action::Primitive(primitive) => {
                let put = put(w, *primitive, &tag(step), value);
                w.line(&format!("q = {put};"));
            }
            Action::Call(target) if step.recursive => {
                let argument = if step.boxed { value.to_owned() } else { address(value) };
                w.either(
                    "!c->depth",
                    |w| refuse(w, "STUBC_DEPTH"),
                    |w| {
                        w.line("c->depth--;");
                        let call = self.call(*target, &tag(step), &argument);
                        if step.boxed {
                            let refused = refused(w, "STUBC_BAD_VALUE");
                            w.line(&format!("q = {value} ? {call} : {refused};"));
                        } else {
                            w.line(&format!("q = {call};"));
                        }
                        w.line("c->depth++;");
                    },
                );
            }
            Action::Call(target) => {
                w.line(&format!("q = {};", self.call(*target, &tag(step), &address(value))));
            }
            Action::Inline(program) => {
                let tag = if takes_tag(program) { format!(", {}", tag(step)) } else { String::new() };
                let (inner, from) = (self.model.names.node(program.node), address(value));
                w.line(&format!("q = inline_encode_{inner}(c, q{tag}, {from});"));
            }
        }
    }

    fn call(&self, target: Node, tag: &str, value: &str) -> String {
        if self.needs.procedures[&Direction::Encode].contains_key(&target) {
            format!("encode_{}(c, q, {tag}, {value})", self.model.names.node(target))
        } else {
            format!("stubc_interpret_encode(c, q, {tag}, {value}, {})", Numbering::name(self.model, target))
        }
    }

    /// Prints the switch over the kind of an open type. An arm encodes the value that its pointer points to.
    fn open(&self, w: &mut Writer, arms: &[FieldStep]) {
        w.switch("v->kind", |w| {
            for arm in arms {
                let Some(field) = arm.field else { continue };
                w.case(&[format!("case {}:", self.model.names.kinds[&field])], |w| {
                    let value = place(self.model, "*v", Some(field));
                    if self.model.layouts.ctype(field) == CType::Nothing {
                        return self.element(w, arm, &value, 0);
                    }
                    let there = |w: &mut Writer| self.element(w, arm, &value, 0);
                    w.either(&address(&value), there, |w| refuse(w, "STUBC_BAD_VALUE"));
                });
            }
            w.case(&["default:".to_owned()], |w| refuse(w, "STUBC_BAD_VALUE"));
        });
    }

    fn union(&self, w: &mut Writer, arms: &[FieldStep], extensible: bool, value: &str, level: usize) {
        w.switch(&member(value, "kind"), |w| {
            for arm in arms {
                let Some(field) = arm.field else { continue };
                w.case(&[format!("case {}:", self.model.names.kinds[&field])], |w| {
                    let own = place(self.model, value, arm.field);
                    self.noted(w, arm, "", &|w| self.element(w, arm, &own, level));
                });
            }
            if extensible {
                let unknown = address(&member(value, "u.unknown"));
                w.case(&["case 0:".to_owned()], |w| {
                    w.line(&format!("q = stubc_fast_put_open(c, q, {unknown});"));
                });
            }
            w.case(&["default:".to_owned()], |w| refuse(w, "STUBC_BAD_VALUE"));
        });
    }
}

/// Returns the fields of a program in the order of writing: the last one first.
fn backward(program: &Program) -> Vec<&FieldStep> {
    let mut fields: Vec<&FieldStep> = program.body.fields().collect();
    fields.reverse();
    fields
}

/// Returns whether the header of a step's element is that of a tag, so that its length is right.
fn is_tagged(step: &FieldStep) -> bool {
    step.op.tag.is_some() || !step.op.outer.is_empty()
}

/// Returns whether encoding a step runs no loop and no recursion. `seen`: programs that are known to.
fn is_flat(model: &Model<'_>, step: &FieldStep, seen: &mut BTreeSet<Node>) -> bool {
    let program = match &step.action {
        Action::Primitive(_) => return true,
        Action::Call(node) => &model.programs[node],
        Action::Inline(program) => program,
    };
    if step.recursive || matches!(program.body, Body::Repeat { .. } | Body::Open { .. }) {
        return false;
    }
    !seen.insert(program.node) || program.body.fields().all(|step| is_flat(model, step, seen))
}

fn signature(inner: &str) -> String {
    format!("static uint8_t *encode_{inner}(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)")
}

fn end(level: usize) -> String {
    if level == 0 { "end".to_owned() } else { format!("end{level}") }
}

/// Returns the call that notes an error.
fn refused(w: &mut Writer, code: &str) -> String {
    format!("{}(c, q, {code})", w.call(REFUSE))
}

/// Prints the call that notes an error.
fn refuse(w: &mut Writer, code: &str) {
    let refused = refused(w, code);
    w.line(&format!("q = {refused};"));
}

/// Returns the call of the primitive that encodes a scalar.
fn put(w: &mut Writer, primitive: Primitive, tag: &str, value: &str) -> String {
    let from = address(value);
    match primitive {
        Primitive::Boolean => format!("{}(c, q, {tag}, {value})", w.call(PUT_BOOLEAN)),
        Primitive::Integer(IntegerRepr::U64) => {
            format!("{}(c, q, {tag}, {value})", w.call(PUT_UNSIGNED))
        }
        Primitive::Integer(_) => format!("{}(c, q, {tag}, {value})", w.call(PUT_INTEGER)),
        Primitive::Bytes => format!("stubc_put_bytes(c, q, {tag}, {from}, 0)"),
        Primitive::Octets => format!("stubc_fast_put_octets(c, q, {tag}, {from})"),
        Primitive::Real => format!("stubc_put_real(c, q, {tag}, {from}, 0)"),
        Primitive::UtcTime => format!("stubc_put_time(c, q, {tag}, {from}, 0)"),
        Primitive::GeneralizedTime => format!("stubc_put_time(c, q, {tag}, {from}, 1)"),
        Primitive::IsoTime => format!("stubc_put_iso_time(c, q, {tag}, {from}, 0)"),
        Primitive::Bits => format!("stubc_put_bits(c, q, {tag}, {from}, 0)"),
        Primitive::NamedBits => format!("stubc_put_named_bits(c, q, {tag}, {from}, 0)"),
        Primitive::Oid => format!("stubc_fast_put_oid(c, q, {tag}, {from})"),
        Primitive::Null => format!("STUBC_CLOSE(c, q, q, {tag})"),
        Primitive::Open => format!("stubc_fast_put_open(c, q, {from})"),
    }
}

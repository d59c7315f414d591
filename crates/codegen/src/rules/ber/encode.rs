//! Compiled encode procedures: the steps backward, from the end of the buffer.

use crate::c::defaults;
use crate::stub::Node;
use crate::c::escape::comment;
use crate::c::expr::{address, flag, is_default, member, place};
use crate::c::helpers::REFUSE;
use crate::c::paths::Paths;
use crate::c::writer::Writer;
use crate::emit::Remarks;
use crate::model::layout::CType;
use crate::program::numbering::Numbering;
use crate::program::techniques::{Direction, Techniques};
use crate::program::{DefaultValue, StepPresence};
use crate::rules::ber::ops::{Action, Set, Body, FieldStep, Model, Needs, Primitive, Program};
use crate::rules::Rules;
use crate::rules::ber::expr::{kept, tag};
use crate::rules::ber::runtime::{PUT_BOOLEAN, PUT_INTEGER, PUT_UNSIGNED};
use syntax_graph::IntegerRepr;

/// Declares the procedures, since they may call each other.
pub fn prototypes(w: &mut Writer, model: &Model<'_>, _techniques: &Techniques, needs: &Needs) {
    for &node in needs.procedures[&Direction::Encode].keys() {
        w.prototype("stubc_encode_fn", &format!("encode_{}", model.names.node(node)));
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
    for (&node, program) in &needs.procedures[&Direction::Encode] {
        if let Some(remark) = model.stubs.find(node, Direction::Encode).and_then(|stub| remarks.get(&stub)) {
            w.comment(&format!("{}: {remark}", model.path(node)));
        }
        printer.procedure(w, node, program);
    }
}

struct Printer<'a> {
    model: &'a Model<'a>,
    needs: &'a Needs,
    paths: Option<&'a Paths>,
}

impl Printer<'_> {
    fn procedure(&self, w: &mut Writer, node: Node, program: &Program) {
        let name = self.model.names.ty(node.ty);
        let inner = self.model.names.node(node);
        let signature = format!(
            "static uint8_t *encode_{inner}(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)"
        );
        w.function(&signature, |w| {
            w.line(&format!("const {name} *v = (const {name} *)value;"));
            // The tags of a scalar that is a message may be others than its type's: they are the caller's.
            if let Body::Scalar(step) = &program.body
                && let Action::Primitive(primitive) = step.action
            {
                w.line("(void)tag;");
                w.line("(void)v;");
                let put = put(w, primitive, "tag", "*v");
                w.line(&format!("return {put};"));
                return;
            }
            match &program.body {
                Body::Open { arms, .. } => {
                    w.line("(void)tag;");
                    w.line("if (!v->kind)");
                    w.indent(|w| w.line("return stubc_put_open(c, q, 0, &v->raw, 0);"));
                    w.line("if (!c->depth)");
                    let refused = refused(w, "STUBC_DEPTH");
                    w.indent(|w| w.line(&format!("return {refused};")));
                    w.line("c->depth--;");
                    self.open(w, arms);
                    w.line("c->depth++;");
                    w.line("return q;");
                }
                Body::Scalar(_) | Body::Switch { .. } => {
                    w.line("(void)tag;");
                    self.body(w, program, "*v", 0);
                    w.line("return q;");
                }
                _ => {
                    w.line("uint8_t *const end = q;");
                    w.line("(void)v;");
                    self.body(w, program, "*v", 0);
                    w.line("return stubc_fast_header(c, q, end, tag);");
                }
            }
        });
    }

    fn body(&self, w: &mut Writer, program: &Program, value: &str, level: usize) {
        let der = self.model.options.rules == Rules::Der;
        match &program.body {
            Body::Sequence(_) | Body::Set { .. } => {
                let fields: Vec<&FieldStep> = program.body.fields().collect();
                for field in fields.into_iter().rev() {
                    self.field(w, field, value, level);
                }
                if matches!(program.body, Body::Set { op: Set { sorts: true, .. }, .. }) {
                    w.line(&format!("q = stubc_sort(c, q, {}, true);", end(level)));
                }
            }
            Body::Switch { arms, op } => self.union(w, arms, op.extensible, value, level),
            Body::Repeat { element, op, .. } => {
                let (items, count) = (member(value, "items"), member(value, "count"));
                let i = if level == 0 { "i".to_owned() } else { format!("i{level}") };
                w.block("", "}", |w| {
                    w.line(&format!("size_t {i};"));
                    w.block(&format!("for ({i} = {count}; {i} > 0 && !c->code;)"), "}", |w| {
                        w.line(&format!("{i}--;"));
                        self.element(w, element, &format!("{items}[{i}]"), level);
                        if self.paths.is_some() {
                            w.line("if (c->code)");
                            w.indent(|w| {
                                w.line(&format!("stubc_note(c->error, STUBC_INDEX | (uint32_t){i});"))
                            });
                        }
                    });
                });
                if der && op.unordered {
                    w.line(&format!("q = stubc_sort(c, q, {}, false);", end(level)));
                }
            }
            Body::Scalar(step) => self.element(w, step, value, level),
            // Never spliced in.
            Body::Open { .. } => {}
        }
    }

    fn field(&self, w: &mut Writer, step: &FieldStep, value: &str, level: usize) {
        let lvalue = place(self.model, value, step.field);
        let element = |w: &mut Writer| self.noted(w, step, &|w| self.element(w, step, &lvalue, level));
        let condition = match &step.presence {
            StepPresence::Mandatory => return element(w),
            StepPresence::Flag(_) => flag(self.model, value, step.field),
            StepPresence::Default(DefaultValue::Encoded(_)) => {
                let holds = step.field.map_or_else(String::new, |field| defaults::name(self.model, field));
                if step.boxed {
                    format!("!({lvalue} && {holds}({lvalue}))")
                } else {
                    format!("!{holds}({})", address(&lvalue))
                }
            }
            StepPresence::Default(default) => {
                format!("!({})", is_default(w, self.model, step.field, default, &lvalue))
            }
        };
        w.block(&format!("if ({condition})"), "}", element);
    }

    /// The element of a field that is sent; where it fails, its name is noted.
    fn noted(&self, w: &mut Writer, step: &FieldStep, print: &dyn Fn(&mut Writer)) {
        let name = self.paths.and_then(|paths| paths.field(self.model, step.field));
        let Some(name) = name else { return print(w) };
        w.block("if (!c->code)", "}", |w| {
            print(w);
            w.line("if (c->code)");
            let field = step.field.map_or("", |field| &self.model.graph.fields[field].name);
            w.indent(|w| w.line(&format!("stubc_note(c->error, {name}); {}", comment(field))));
        });
    }

    /// The element of a field that is there, after what is checked of its value.
    fn element(&self, w: &mut Writer, step: &FieldStep, value: &str, level: usize) {
        if let Some(check) = &step.check {
            let (guard, pointer) = match step.boxed {
                true => (format!("{value} && "), value.to_owned()),
                false => (String::new(), address(value)),
            };
            let passes = crate::c::predicates::condition(self.model, check, &pointer, "c");
            let code = crate::c::predicates::code(check, "c");
            w.line(&format!("if ({guard}!{passes})"));
            w.indent(|w| refuse(w, &code));
        }
        self.bare_element(w, step, value, level);
    }

    /// The element without checks, explicit tags last; as it was received, where it was.
    fn bare_element(&self, w: &mut Writer, step: &FieldStep, value: &str, level: usize) {
        if let (Some(0), Some(raw)) = (step.op.keep, kept(self.model, step, value)) {
            let guard = if step.boxed { format!("{value} && ") } else { String::new() };
            let first =
                step.op.outer.first().copied().or(step.op.tag).map_or("0".to_owned(), |tag| tag.to_string());
            w.block(&format!("if ({guard}{raw}.length)"), "} else {", |w| {
                w.line(&format!("q = stubc_put_kept(c, q, {first}, &{raw});"));
            });
            let mut anew = step.clone();
            anew.op.keep = None;
            w.indent(|w| self.bare_element(w, &anew, value, level));
            w.line("}");
            return;
        }
        let Some((outer, rest)) = step.op.outer.split_first() else { return self.inner(w, step, value, level) };
        let mut inner = step.clone();
        inner.op.outer = rest.to_vec();
        inner.op.keep = step.op.keep.map(|around| around - 1);
        let behind = end(level + 1);
        w.block("", "}", |w| {
            w.line(&format!("uint8_t *const {behind} = q;"));
            self.bare_element(w, &inner, value, level + 1);
            w.line(&format!("q = stubc_fast_header(c, q, {behind}, {outer});"));
        });
    }

    fn inner(&self, w: &mut Writer, step: &FieldStep, value: &str, level: usize) {
        match &step.action {
            Action::Primitive(primitive) => {
                let put = put(w, *primitive, &tag(step), value);
                w.line(&format!("q = {put};"));
            }
            Action::Call(target) if step.recursive => {
                let argument = if step.boxed { value.to_owned() } else { address(value) };
                w.block("if (!c->depth)", "} else {", |w| refuse(w, "STUBC_DEPTH"));
                w.indent(|w| {
                    w.line("c->depth--;");
                    let call = self.call(*target, &tag(step), &argument);
                    if step.boxed {
                        let refused = refused(w, "STUBC_BAD_VALUE");
                        w.line(&format!("q = {value} ? {call} : {refused};"));
                    } else {
                        w.line(&format!("q = {call};"));
                    }
                    w.line("c->depth++;");
                });
                w.line("}");
            }
            Action::Call(target) => {
                w.line(&format!("q = {};", self.call(*target, &tag(step), &address(value))));
            }
            Action::Inline(program) if matches!(program.body, Body::Switch { .. }) => {
                self.body(w, program, value, level);
            }
            Action::Inline(program) => {
                let behind = end(level + 1);
                w.block("", "}", |w| {
                    w.line(&format!("uint8_t *const {behind} = q;"));
                    self.body(w, program, value, level + 1);
                    w.line(&format!("q = stubc_fast_header(c, q, {behind}, {});", tag(step)));
                });
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

    /// The value behind the pointer that the kind names.
    fn open(&self, w: &mut Writer, arms: &[FieldStep]) {
        w.line("switch (v->kind) {");
        for arm in arms {
            let Some(field) = arm.field else { continue };
            w.line(&format!("case {}:", self.model.names.kinds[&field]));
            w.indent(|w| {
                let value = place(self.model, "*v", Some(field));
                if self.model.layouts.ctype(field) == CType::Nothing {
                    self.element(w, arm, &value, 0);
                } else {
                    let pointer = address(&value);
                    w.block(&format!("if ({pointer})"), "} else {", |w| self.element(w, arm, &value, 0));
                    w.indent(|w| refuse(w, "STUBC_BAD_VALUE"));
                    w.line("}");
                }
                w.line("break;");
            });
        }
        w.line("default:");
        w.indent(|w| {
            refuse(w, "STUBC_BAD_VALUE");
            w.line("break;");
        });
        w.line("}");
    }

    fn union(&self, w: &mut Writer, arms: &[FieldStep], extensible: bool, value: &str, level: usize) {
        w.line(&format!("switch ({}) {{", member(value, "kind")));
        for arm in arms {
            if let Some(field) = arm.field {
                w.line(&format!("case {}:", self.model.names.kinds[&field]));
            }
            w.indent(|w| {
                self.noted(w, arm, &|w| self.element(w, arm, &place(self.model, value, arm.field), level));
                w.line("break;");
            });
        }
        if extensible {
            w.line("case 0:");
            w.indent(|w| {
                w.line(&format!("q = stubc_put_open(c, q, 0, {}, 0);", address(&member(value, "u.unknown"))));
                w.line("break;");
            });
        }
        w.line("default:");
        w.indent(|w| {
            refuse(w, "STUBC_BAD_VALUE");
            w.line("break;");
        });
        w.line("}");
    }
}

fn end(level: usize) -> String {
    if level == 0 { "end".to_owned() } else { format!("end{level}") }
}

/// The call that notes an error.
fn refused(w: &mut Writer, code: &str) -> String {
    format!("{}(c, q, {code})", w.call(REFUSE))
}

/// Prints that call.
fn refuse(w: &mut Writer, code: &str) {
    let refused = refused(w, code);
    w.line(&format!("q = {refused};"));
}

/// The call of the primitive that encodes a scalar.
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
        Primitive::Oid => format!("stubc_put_oid(c, q, {tag}, {from}, 0)"),
        Primitive::Null => format!("stubc_put_header(c, q, q, {tag})"),
        Primitive::Open => format!("stubc_put_open(c, q, 0, {from}, 0)"),
    }
}

//! Prints the parts of compiled procedures that both directions share. Within a run of checked octets every
//! field is at a constant distance from the cursor.

use super::parts::{Cursor, Failing, Turns, block, case_labels};
use crate::c::expr::{address, flag, member, place, unused};
use crate::c::paths::{Noted, Paths};
use crate::c::procedures::{Form, procedures};
use crate::c::remarks::Remarks;
use crate::c::writer::Writer;
use crate::program::StepPresence;
use crate::program::numbering::Numbering;
use crate::program::techniques::Direction;
use crate::rules::xdr::ops::{
    Action, Body, Chooser, Count, Elements, FieldStep, Model, Need, Needs, Primitive, Program, Step,
};
use crate::stub::Node;
use std::collections::BTreeMap;

/// The names that differ by direction.
#[derive(Debug)]
pub struct Words {
    /// The direction.
    pub direction: Direction,
    /// The stem of function names.
    pub verb: &'static str,
    /// The variable with the state.
    pub state: &'static str,
    /// The variable that moves over the octets.
    pub cursor: &'static str,
    /// The qualifier of the value's type.
    pub qualifier: &'static str,
    /// The error if too few octets are left.
    pub too_short: &'static str,
}

/// The input of printing one procedure.
pub struct Walk<'a> {
    /// The model.
    pub model: &'a Model<'a>,
    /// The procedures and programs that the plan needs.
    pub needs: &'a Needs,
    /// The stubs that cannot fail.
    pub failing: &'a Failing,
    /// The program of the procedure.
    pub program: &'a Program,
    /// The function to print.
    pub form: Form,
    /// The path to the current field, for errors.
    pub noted: Noted<'a>,
}

/// The start and the value of the innermost construct.
#[derive(Clone)]
pub struct At {
    /// The address of its first octet, as an expression.
    pub start: String,
    /// The lvalue.
    pub value: String,
}

/// The input of printing all procedures.
pub struct Printing<'a> {
    /// The model.
    pub model: &'a Model<'a>,
    /// The procedures and programs that the plan needs.
    pub needs: &'a Needs,
    /// The stubs that cannot fail, by direction.
    pub failing: &'a BTreeMap<Direction, Failing>,
    /// The names for errors, if the plan has them.
    pub paths: Option<&'a Paths>,
    /// The comments.
    pub remarks: &'a Remarks,
}

impl<'a> Printing<'a> {
    /// Prints the procedures of a direction.
    pub fn procedures<W: Way<'a>>(&self, w: &mut Writer) {
        let Self { model, needs, failing, paths, remarks } = *self;
        let direction = W::WORDS.direction;
        let failing = &failing[&direction];
        procedures(w, (model, needs), remarks, direction, |w, program, form| {
            W::of(Walk { model, needs, failing, program, form, noted: Noted::of(paths) }).print(w);
        });
    }
}

/// A printer of one procedure. A direction implements the conversions; the walk through the program is
/// shared.
pub trait Way<'a>: Sized {
    /// The names of the direction.
    const WORDS: Words;

    /// Returns the printer for this input.
    fn of(walk: Walk<'a>) -> Self;
    /// Returns the input.
    fn walk(&self) -> &Walk<'a>;
    /// Returns the call that notes an error.
    fn failure(&self, w: &mut Writer, code: &str, start: &str) -> String;
    /// Prints the word for the presence of a field.
    fn presence(&self, w: &mut Writer, flag: &str, at: &At, cursor: &mut Cursor);
    /// Returns the value that a pointer points to; a decoder allocates it first.
    fn unboxed(&self, w: &mut Writer, step: &FieldStep, at: &At, value: &str) -> String;
    /// Prints the conversion of a scalar.
    fn primitive(&self, w: &mut Writer, primitive: Primitive, at: &At, value: &str, cursor: &mut Cursor);
    /// Prints the number of elements and the check that they fit. `bounds`: the most elements, and the least
    /// octets of each.
    fn count(
        &self,
        w: &mut Writer,
        element: &FieldStep,
        bounds: (u32, u64),
        value: &str,
        cursor: &mut Cursor,
    );
    /// Returns the arguments of a conversion in one go, the target first.
    fn swapped(items: &str, octets: &str) -> String;
    /// Prints the conversion of a linked list; `closed`: see [`Count::Linked`].
    fn linked(&self, w: &mut Writer, element: &FieldStep, closed: bool, at: &At, cursor: &mut Cursor);

    /// Prints the function.
    fn print(&self, w: &mut Writer) {
        match self.walk().form {
            Form::InLine => self.in_line(w),
            Form::Caller | Form::Procedure => self.procedure(w),
        }
    }

    /// Prints the inline function of a program that others inline.
    fn in_line(&self, w: &mut Writer) {
        let Walk { model, program, failing, .. } = self.walk();
        let Words { verb, qualifier, .. } = Self::WORDS;
        let node = program.node;
        let fails = failing.program_can_fail(program);
        let name = format!("inline_{verb}_{}", model.names.node(node));
        let value = format!("{qualifier}{} *v", model.names.ty(node.ty));
        let signature = failing.function(fails, &name, &value);
        w.function(&format!("STUBC_INLINE {signature}"), |w| self.statements(w, fails, None));
    }

    /// Prints the procedure; if others inline its program, it calls the inline function.
    fn procedure(&self, w: &mut Writer) {
        let Walk { model, program, failing, form, .. } = self.walk();
        let Words { verb, qualifier, state, cursor, .. } = Self::WORDS;
        let node = program.node;
        let fails = failing.can_fail(node);
        let (inner, ty) = (model.names.node(node), model.names.ty(node.ty));
        let signature =
            failing.function(fails, &format!("{verb}_{inner}"), &format!("{qualifier}void *value"));
        w.function(&format!("static {signature}"), |w| {
            if *form == Form::Caller {
                let (result, state) =
                    if fails { ("return ", format!("{state}, ")) } else { ("", String::new()) };
                w.line(&format!("{result}inline_{verb}_{inner}({state}{cursor}, ({qualifier}{ty} *)value);"));
            } else {
                let declaration = format!("{qualifier}{ty} *const v = ({qualifier}{ty} *)value;");
                self.statements(w, fails, Some(&declaration));
            }
        });
    }

    /// Prints the statements that convert `v`, which `declaration` initializes from `value`.
    fn statements(&self, w: &mut Writer, fails: bool, declaration: Option<&str>) {
        let Words { state, cursor: name, .. } = Self::WORDS;
        let mut body = w.part();
        let mut cursor = Cursor { name, offset: 0 };
        let at = At { start: "start".into(), value: "*v".into() };
        self.body(&mut body, &at, &mut cursor);
        if fails {
            cursor.settle(&mut body);
            body.line(&format!("return {name};"));
        }
        let has_value = body.is_using("v");
        if let Some(declaration) = declaration.filter(|_| has_value) {
            w.line(declaration);
        }
        if body.is_using("start") {
            w.line(&format!("const uint8_t *const start = {name};"));
        }
        let value = if declaration.is_some() { "value" } else { "v" };
        let is_idle = !fails && !has_value;
        unused(w, &[(value, !has_value), (name, is_idle), (state, fails && !body.is_using(state))]);
        w.append(body);
    }

    /// Prints the return with an error under a condition.
    fn fail(&self, w: &mut Writer, condition: &str, code: &str, start: &str) {
        w.when(condition, |w| self.leave_failed(w, code, start));
    }

    /// Prints the return with an error.
    fn leave_failed(&self, w: &mut Writer, code: &str, start: &str) {
        let state = Self::WORDS.state;
        w.uses(state);
        let call = self.failure(w, code, start);
        if self.walk().form == Form::InLine {
            // With a constant result the compiler resolves the test in the caller.
            w.line(&format!("{call};"));
            self.leave(w);
        } else {
            self.walk().noted.leave(w, state, &call);
        }
    }

    /// Prints the return after an error that is already noted.
    fn leave(&self, w: &mut Writer) {
        let state = Self::WORDS.state;
        w.uses(state);
        self.walk().noted.leave(w, state, "NULL");
    }

    /// Prints the check that so many octets are left.
    fn need(&self, w: &mut Writer, octets: u64, start: &str, cursor: &mut Cursor) {
        let Words { state, cursor: name, too_short, .. } = Self::WORDS;
        cursor.settle(w);
        self.fail(w, &format!("(size_t)({state}->end - {name}) < {octets}"), too_short, start);
    }

    fn body(&self, w: &mut Writer, at: &At, cursor: &mut Cursor) {
        match &self.walk().program.body {
            Body::Sequence(steps) => {
                for step in steps {
                    match step {
                        Step::Field(step) => self.field(w, step, at, cursor),
                        Step::Between(Need(octets)) => self.need(w, *octets, &at.start, cursor),
                    }
                }
            }
            Body::Switch { arms, op } => self.switch(w, arms, op, at, cursor),
            Body::Repeat { element, op: Elements { count, lead }, unrolled } => match count {
                Count::Fixed(count) => self.fixed(w, element, (*count, *unrolled), at, cursor),
                Count::Counted(most) => {
                    cursor.settle(w);
                    w.uses("v");
                    self.count(w, element, (*most, *lead), &at.value, cursor);
                    self.counted(w, element, *unrolled, at, cursor);
                }
                Count::Linked { closed } => self.linked(w, element, *closed, at, cursor),
            },
            Body::Scalar(step) => self.element(w, step, at, &at.value, cursor),
            Body::Set { op, .. } | Body::Open { op, .. } => match *op {},
        }
    }

    fn field(&self, w: &mut Writer, step: &FieldStep, at: &At, cursor: &mut Cursor) {
        let Walk { model, noted, .. } = self.walk();
        noted.within(model, step.field, || {
            let value = place(model, &at.value, step.field);
            if step.presence == StepPresence::Mandatory {
                return self.element(w, step, at, &value, cursor);
            }
            let flag = flag(model, &at.value, step.field);
            w.uses("v");
            self.presence(w, &flag, at, cursor);
            cursor.settle(w);
            w.when(&flag, |w| {
                self.element(w, step, at, &value, cursor);
                cursor.settle(w);
            });
        });
    }

    fn element(&self, w: &mut Writer, step: &FieldStep, at: &At, value: &str, cursor: &mut Cursor) {
        let state = Self::WORDS.state;
        if step.recursive {
            self.fail(w, &format!("!{state}->depth"), "DEPTH", &at.start);
        }
        if step.op.need > 0 {
            self.need(w, step.op.need, &at.start, cursor);
        }
        let value = if step.boxed { self.unboxed(w, step, at, value) } else { value.to_owned() };
        if step.recursive {
            w.line(&format!("{state}->depth--;"));
        }
        match &step.action {
            Action::Primitive(primitive) => {
                if *primitive != Primitive::Null {
                    w.uses("v");
                }
                self.primitive(w, *primitive, at, &value, cursor);
            }
            Action::Call(target) => self.call(w, *target, None, &value, cursor),
            Action::Inline(program) => self.call(w, program.node, Some(program), &value, cursor),
        }
        if step.recursive {
            w.line(&format!("{state}->depth++;"));
        }
    }

    /// Prints the call of a node's stub; `inlined`: its program, if it is inlined.
    fn call(
        &self,
        w: &mut Writer,
        target: Node,
        inlined: Option<&Program>,
        value: &str,
        cursor: &mut Cursor,
    ) {
        let Walk { model, needs, failing, .. } = self.walk();
        let Words { direction, verb, state, cursor: variable, .. } = Self::WORDS;
        let lead = model.programs[&target].whole;
        let compiled = needs.procedures[&direction].contains_key(&target);
        let (name, value) = (model.names.node(target), address(value));
        let function =
            if inlined.is_some() { format!("inline_{verb}_{name}") } else { format!("{verb}_{name}") };
        let fails = match inlined {
            Some(program) => failing.program_can_fail(program),
            None => !compiled || failing.can_fail(target),
        };
        w.uses("v");
        if !fails {
            w.line(&format!("{function}({}, {value});", cursor.at()));
            cursor.offset += lead.octets;
            return;
        }
        w.uses(state);
        let call = |at: &str| match compiled || inlined.is_some() {
            true => format!("{function}({state}, {at}, {value})"),
            false => {
                let row = Numbering::name(model, target);
                format!("stubc_interpret_{verb}({state}, {at}, {value}, {row})")
            }
        };
        if lead.is_static {
            w.when(&format!("!{}", call(&cursor.at())), |w| self.leave(w));
            cursor.offset += lead.octets;
        } else {
            cursor.settle(w);
            w.line(&format!("{variable} = {};", call(variable)));
            w.when(&format!("!{variable}"), |w| self.leave(w));
        }
    }

    fn switch(&self, w: &mut Writer, arms: &[FieldStep], op: &Chooser, at: &At, cursor: &mut Cursor) {
        let Walk { model, noted, .. } = self.walk();
        let Chooser { discriminant, default, .. } = op;
        let name = discriminant.field.map_or("", |field| model.names.member(field));
        let chooser = member(&at.value, name);
        self.element(w, discriminant, at, &chooser, cursor);
        cursor.settle(w);
        let truth = matches!(discriminant.action, Action::Primitive(Primitive::Truth));
        w.switch(&if truth { format!("(int){chooser}") } else { chooser }, |w| {
            for (index, arm) in arms.iter().enumerate() {
                let Some(labels) = case_labels(model, op, index) else { continue };
                w.case(&labels, |w| {
                    let value = place(model, &at.value, arm.field);
                    noted.within(model, arm.field, || self.element(w, arm, at, &value, cursor));
                    cursor.settle(w);
                });
            }
            if default.is_none() {
                w.line("default:");
                w.indent(|w| self.leave_failed(w, "BAD_VALUE", &at.start));
            }
        });
    }

    /// Prints the loops over the elements of an array; each element is a construct of its own.
    fn each(&self, w: &mut Writer, element: &FieldStep, turns: &Turns, items: &str, cursor: &mut Cursor) {
        cursor.settle(w);
        if turns.declares() {
            w.line("size_t i = 0;");
        }
        if turns.unrolled > 1 {
            w.block(&turns.unrolled_head(), "}", |w| {
                for index in 0..turns.unrolled {
                    let place = if index == 0 { "i".to_owned() } else { format!("i + {index}") };
                    self.straight(w, element, &place, items, cursor);
                }
                cursor.settle(w);
            });
        }
        let Some(head) = turns.head() else { return };
        w.block(&head, "}", |w| {
            let mut body = w.part();
            let value = format!("{items}[i]");
            let at = At { start: "at".to_owned(), value: value.clone() };
            self.walk().noted.at("i", || self.element(&mut body, element, &at, &value, cursor));
            cursor.settle(&mut body);
            if body.is_using("at") {
                w.line(&format!("const uint8_t *const at = {};", Self::WORDS.cursor));
            }
            w.append(body);
        });
    }

    /// Prints an element of static size at its distance from the cursor.
    fn straight(&self, w: &mut Writer, element: &FieldStep, index: &str, items: &str, cursor: &mut Cursor) {
        let value = format!("{items}[{index}]");
        let at = At { start: cursor.at(), value: value.clone() };
        self.walk().noted.at(index, || self.element(w, element, &at, &value, cursor));
    }

    fn fixed(
        &self,
        w: &mut Writer,
        element: &FieldStep,
        (count, unrolled): (u64, u32),
        at: &At,
        cursor: &mut Cursor,
    ) {
        let items = member(&at.value, "items");
        match block(element) {
            _ if u64::from(unrolled) >= count => {
                for index in 0..count {
                    self.straight(w, element, &index.to_string(), &items, cursor);
                }
            }
            Some(octets) => {
                w.uses("v");
                w.line(&format!(
                    "stubc_swap{}({}, {count});",
                    octets * 8,
                    Self::swapped(&items, &cursor.at())
                ));
                cursor.offset += octets * count;
            }
            None => self.each(w, element, &Turns::fixed(count, unrolled), &items, cursor),
        }
    }

    /// Prints the elements after their number.
    fn counted(&self, w: &mut Writer, element: &FieldStep, unrolled: u32, at: &At, cursor: &mut Cursor) {
        let (items, count) = (member(&at.value, "items"), member(&at.value, "count"));
        let Some(octets) = block(element) else {
            return self.each(w, element, &Turns::counted(&count, unrolled), &items, cursor);
        };
        w.line(&format!("stubc_swap{}({}, {count});", octets * 8, Self::swapped(&items, &cursor.at())));
        let lead = if cursor.offset > 0 { format!("{} + ", cursor.offset) } else { String::new() };
        w.line(&format!("{} += {lead}{octets} * {count};", cursor.name));
        cursor.offset = 0;
    }
}

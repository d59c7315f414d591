//! What compiled procedures of both directions have in common. Within a run of checked octets every field lies at a constant
//! distance from the cursor.

use super::parts::{Cursor, Failing, Turns, block, case_labels};
use crate::c::expr::{address, flag, member, place, unused};
use crate::c::paths::{Noted, Paths};
use crate::c::remarks::Remarks;
use crate::c::writer::Writer;
use crate::program::StepPresence;
use crate::program::numbering::Numbering;
use crate::program::splice::inlined;
use crate::program::techniques::Direction;
use crate::rules::xdr::ops::{
    Action, Body, Chooser, Count, Elements, FieldStep, Model, Need, Needs, Primitive, Program, Step,
};
use crate::stub::Node;

/// The words of a direction.
#[derive(Debug)]
pub struct Words {
    pub direction: Direction,
    /// The stem of its functions.
    pub verb: &'static str,
    /// The variable with the state.
    pub state: &'static str,
    /// The variable that walks over the octets.
    pub cursor: &'static str,
    /// What stands before the type of the value.
    pub qualifier: &'static str,
    /// The error where too few octets are left.
    pub too_short: &'static str,
}

/// What a printer of procedures knows.
pub struct Walk<'a> {
    pub model: &'a Model<'a>,
    pub needs: &'a Needs,
    pub failing: &'a Failing,
    pub program: &'a Program,
    /// Whether the compiler puts it into its callers.
    pub is_inline: bool,
    pub noted: Noted<'a>,
}

/// Where the innermost construct starts, and its value.
#[derive(Clone)]
pub struct At {
    pub start: String,
    pub value: String,
}

/// Prints the procedures of a direction.
pub fn procedures<'a, W: Way<'a>>(
    w: &mut Writer,
    (model, needs): (&'a Model<'a>, &'a Needs),
    paths: Option<&'a Paths>,
    remarks: &Remarks,
    failing: &'a Failing,
) {
    let direction = W::WORDS.direction;
    let procedures = &needs.procedures[&direction];
    let way = |program, is_inline| {
        W::of(Walk { model, needs, failing, program, is_inline, noted: Noted::of(paths) })
    };
    let inlined = inlined(procedures);
    for program in &inlined {
        remarks.about(w, model, program.node, direction);
        way(program, true).in_line(w);
    }
    for (&node, program) in procedures {
        remarks.about(w, model, node, direction);
        way(program, false).procedure(w, inlined.iter().any(|program| program.node == node));
    }
}

/// A printer of one procedure. A direction says how it converts; the walk through the program is the same.
pub trait Way<'a>: Sized {
    const WORDS: Words;

    fn of(walk: Walk<'a>) -> Self;
    fn walk(&self) -> &Walk<'a>;
    /// The call that notes an error.
    fn failure(&self, w: &mut Writer, code: &str, start: &str) -> String;
    /// The word that says whether a field is there.
    fn presence(&self, w: &mut Writer, flag: &str, at: &At, cursor: &mut Cursor);
    /// The value behind a pointer, for which a decoder takes memory.
    fn unboxed(&self, w: &mut Writer, step: &FieldStep, at: &At, value: &str) -> String;
    fn primitive(&self, w: &mut Writer, primitive: Primitive, at: &At, value: &str, cursor: &mut Cursor);
    /// The number of elements, and the check that they fit; `bounds`: most elements, and the octets that each has at least.
    fn count(
        &self,
        w: &mut Writer,
        element: &FieldStep,
        bounds: (u32, u64),
        value: &str,
        cursor: &mut Cursor,
    );
    /// Target and source of a conversion in one go.
    fn swapped(items: &str, octets: &str) -> String;
    fn linked(&self, w: &mut Writer, element: &FieldStep, closed: bool, at: &At, cursor: &mut Cursor);

    /// The function that is put into each of its callers.
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

    /// The procedure, which calls its function where there is one that others inline.
    fn procedure(&self, w: &mut Writer, is_inlined: bool) {
        let Walk { model, program, failing, .. } = self.walk();
        let Words { verb, qualifier, state, cursor, .. } = Self::WORDS;
        let node = program.node;
        let fails = failing.can_fail(node);
        let (inner, ty) = (model.names.node(node), model.names.ty(node.ty));
        let signature =
            failing.function(fails, &format!("{verb}_{inner}"), &format!("{qualifier}void *value"));
        w.function(&format!("static {signature}"), |w| {
            if is_inlined {
                let (result, state) =
                    if fails { ("return ", format!("{state}, ")) } else { ("", String::new()) };
                w.line(&format!("{result}inline_{verb}_{inner}({state}{cursor}, ({qualifier}{ty} *)value);"));
            } else {
                let declaration = format!("{qualifier}{ty} *const v = ({qualifier}{ty} *)value;");
                self.statements(w, fails, Some(&declaration));
            }
        });
    }

    /// The statements that convert `v`, which `declaration` makes of `value`.
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

    /// Leaves with an error under a condition.
    fn fail(&self, w: &mut Writer, condition: &str, code: &str, start: &str) {
        w.when(condition, |w| self.leave_failed(w, code, start));
    }

    /// Leaves with an error.
    fn leave_failed(&self, w: &mut Writer, code: &str, start: &str) {
        let state = Self::WORDS.state;
        w.uses(state);
        let call = self.failure(w, code, start);
        if self.walk().is_inline {
            // Its caller asks for the result, which the compiler then knows.
            w.line(&format!("{call};"));
            self.leave(w);
        } else {
            self.walk().noted.leave(w, state, &call);
        }
    }

    /// Leaves with an error that has been noted.
    fn leave(&self, w: &mut Writer) {
        let state = Self::WORDS.state;
        w.uses(state);
        self.walk().noted.leave(w, state, "NULL");
    }

    /// Checks that so many octets are left.
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

    /// Calls the stub of a node; `inlined`: its program, where that is put in place.
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

    /// The elements of an array, each a construct of its own, so many in a turn of the loop.
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

    /// An element of static size at its distance from the cursor.
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

    /// The elements behind their number.
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

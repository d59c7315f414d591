//! What procedures of both directions ask of a program: what commands convert, and what is read or written at once.

use super::helpers::{INTERPRET_DECODE, INTERPRET_ENCODE};
use super::ops::{Packed, fields_of, roots_of};
use super::table::Table;
use crate::c::defaults;
use crate::c::expr::{address, place, unused};
use crate::c::predicates::condition;
use crate::c::writer::Writer;
use crate::model::view::View;
use crate::program::needs::Needs;
use crate::program::techniques::Direction;
use crate::program::{Action, Body, FieldStep, Program, Step};
use crate::stub::Node;

/// Returns the nodes that commands convert although a program is compiled: additions, and the arms of a CHOICE that
/// procedures leave out, by their number.
pub fn left_to_commands<R: Packed>(
    program: &Program<R>,
    is_left: &dyn Fn(&R::Switch, usize) -> bool,
) -> Vec<Node> {
    let mut left = Vec::new();
    let mut open = vec![program];
    while let Some(program) = open.pop() {
        match &program.body {
            Body::Sequence(steps) => {
                let added = fields_of(steps).skip(roots_of(steps).count());
                left.extend(added.filter_map(|step| step.control().callee));
            }
            Body::Switch { arms, op } => {
                let own = arms.iter().enumerate().filter(|(at, _)| is_left(op, *at));
                left.extend(own.filter_map(|(_, step)| step.control().callee));
            }
            _ => {}
        }
        open.extend(program.body.fields().filter_map(|step| match &step.action {
            Action::Inline(inner) => Some(&**inner),
            _ => None,
        }));
    }
    left
}

/// Who checks the constraints of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checking {
    /// The commands that convert it.
    Commands,
    /// The procedure. Another one checks the values inside.
    Own,
    /// The procedure, also the values inside: it takes a structure apart.
    All,
}

/// What procedures of one direction call to convert a value.
pub struct Calls<'a, R: Packed> {
    /// The direction.
    pub direction: Direction,
    /// The model.
    pub model: &'a View<'a, R>,
    /// The procedures and programs that the plan needs.
    pub needs: &'a Needs<R>,
    /// The commands.
    pub table: &'a Table<R>,
}

impl<R: Packed> Calls<'_, R> {
    /// Returns the call that converts a value at an address: of the inline function or the procedure that has it, or of
    /// the interpreter.
    pub fn any(&self, w: &mut Writer, step: &FieldStep<R>, address: &str) -> String {
        let (inline, node) = match (&step.action, self.procedure(step)) {
            (Action::Inline(program), _) => ("inline_", program.node),
            (_, Some(node)) => ("", node),
            _ => return self.interpreter(w, step, address),
        };
        let (direction, name) = (self.direction.name(), self.model.names.node(node));
        format!("{inline}{direction}_{name}({}, at, {address})", self.state())
    }

    /// Returns who checks a value that is converted by a call.
    pub fn checking(&self, step: &FieldStep<R>) -> Checking {
        match step.action {
            Action::Inline(_) => Checking::Own,
            _ if self.procedure(step).is_some() => Checking::Own,
            _ => Checking::Commands,
        }
    }

    /// Returns the conditions that a value breaks its constraints.
    pub fn broken(
        &self,
        w: &mut Writer,
        step: &FieldStep<R>,
        value: &str,
        checking: Checking,
    ) -> Vec<String> {
        let mut found = Vec::new();
        if checking == Checking::Commands {
            return found;
        }
        if let (Checking::All, Action::Inline(program)) = (checking, &step.action) {
            for inner in program.body.fields() {
                let below = place(self.model, value, inner.field);
                found.extend(self.broken(w, inner, &below, Checking::All));
            }
        }
        let Some(check) = &step.check else { return found };
        let pointer = if step.boxed { value.to_owned() } else { address(value) };
        let passes = condition(self.model, check, &pointer, self.state());
        if !self.model.contained.is_empty() {
            w.uses(self.state());
        }
        // An encoder has found that it is missing.
        let is_perhaps_absent = step.boxed && self.direction == Direction::Encode;
        found.push(if is_perhaps_absent { format!("{value} && !{passes}") } else { format!("!{passes}") });
        found
    }

    /// Returns the node of the procedure that converts a value.
    pub fn procedure(&self, step: &FieldStep<R>) -> Option<Node> {
        match &step.action {
            Action::Call(node) => self.needs.procedures[&self.direction].contains_key(node).then_some(*node),
            _ => None,
        }
    }

    /// Returns the call of the interpreter that converts a value at an address.
    pub fn interpreter(&self, w: &mut Writer, step: &FieldStep<R>, address: &str) -> String {
        let helper = match self.direction {
            Direction::Decode => INTERPRET_DECODE,
            Direction::Encode => INTERPRET_ENCODE,
        };
        let (function, number) = (w.call(helper), self.table.program_of(self.model, step));
        format!("{function}({}, at, {number}, {address})", self.state())
    }

    /// Returns the variable in C that holds the state.
    fn state(&self) -> &'static str {
        match self.direction {
            Direction::Decode => "d",
            Direction::Encode => "c",
        }
    }
}

/// Returns the parts of fixed width of a scalar at an lvalue.
pub type Scalars<'f, R, S> = dyn Fn(&FieldStep<R>, &str) -> Option<Vec<S>> + 'f;

/// Notes that a value is used, unless it consists of no parts.
pub fn note_use<S>(w: &mut Writer, parts: Option<&[S]>) {
    if parts.is_none_or(|parts| !parts.is_empty()) {
        w.uses("v");
    }
}

/// Returns the parts of fixed width that an inlined structure consists of, if its encoding is nothing else.
pub fn flat<R: Packed, S>(
    model: &View<'_, R>,
    program: &Program<R>,
    value: &str,
    scalar: &Scalars<'_, R, S>,
) -> Option<Vec<S>> {
    let Body::Sequence(steps) = &program.body else { return None };
    let is_kept = model.graph.kept.contains(&program.node.ty);
    if program.whole.extensible || !program.relations.is_empty() || is_kept {
        return None;
    }
    let mut parts = Vec::new();
    for step in steps {
        let Step::Field(step) = step else { return None };
        if step.op.is_flagged || step.recursive || step.boxed {
            return None;
        }
        let below = place(model, value, step.field);
        parts.extend(match &step.action {
            Action::Inline(program) => flat(model, program, &below, scalar)?,
            _ => scalar(step, &below)?,
        });
    }
    Some(parts)
}

/// Returns the condition that a value is the constructed default of its field.
pub fn holds_default<R: Packed>(model: &View<'_, R>, step: &FieldStep<R>, value: &str) -> String {
    let holds = step.field.map_or_else(String::new, |field| defaults::name(model, field));
    if step.boxed { format!("{value} && {holds}({value})") } else { format!("{holds}({})", address(value)) }
}

/// Prints a procedure: the declaration of `v` if its statements use it, `variables` that they use, each with its type, and
/// the statements. `state`: the parameter besides the value.
pub fn procedure(
    w: &mut Writer,
    declaration: Option<&str>,
    variables: &[(&str, &str)],
    state: &str,
    statements: impl FnOnce(&mut Writer),
) {
    let mut body = w.part();
    statements(&mut body);
    body.line("return at;");
    let has_value = body.is_using("v");
    if let Some(declaration) = declaration.filter(|_| has_value) {
        w.line(declaration);
    }
    for (variable, ty) in variables {
        if body.is_using(variable) {
            w.line(&format!("{ty} {variable};"));
        }
    }
    let value = if declaration.is_some() { "value" } else { "v" };
    unused(w, &[(state, !body.is_using(state)), (value, !has_value)]);
    w.append(body);
}

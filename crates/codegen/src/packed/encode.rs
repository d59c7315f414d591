//! What the encode procedures of packed rules share: functions, fields with defaults, additions, and values that other
//! procedures or commands encode. Errors are sticky: a procedure sets the code and goes on, since every write checks the
//! space. Then the interpreter encodes the message from its beginning.

use super::helpers::PUT_ADDITIONS;
use super::ops::{Packed, fields_of, roots_of};
use super::procedures::{Calls, holds_default};
use super::table::Table;
use crate::c::expr::{address, flag, is_not_default, place};
use crate::c::procedures::Form;
use crate::c::writer::Writer;
use crate::model::view::View;
use crate::program::needs::Needs;
use crate::program::techniques::Direction;
use crate::program::{DefaultValue, FieldStep, Program, Step, StepPresence};

/// Prints the encode procedures of a rule, whose folder adds what its messages look like.
pub struct Encoders<'a, R: Packed> {
    /// The rule.
    pub rule: R,
    /// The model.
    pub model: &'a View<'a, R>,
    /// The procedures and programs that the plan needs.
    pub needs: &'a Needs<R>,
    /// The commands.
    pub table: &'a Table<R>,
}

/// Prints the statement that leaves the message to the interpreter.
pub fn leave(w: &mut Writer) {
    w.uses("c");
    w.line("c->code = STUBC_BAD_VALUE;");
}

/// Prints the assignment of the next place.
pub fn advance(w: &mut Writer, call: &str) {
    w.uses("c");
    w.line(&format!("at = {call};"));
}

impl<R: Packed> Encoders<'_, R> {
    /// Prints a function of a program. `place`: the C type of a place, with what stands before a name. `statements`
    /// prints those that write `v`, after the declaration of `v` if it gets one.
    pub fn function(
        &self,
        w: &mut Writer,
        (program, form): (&Program<R>, Form),
        place: &str,
        statements: impl FnOnce(&mut Writer, Option<&str>),
    ) {
        let (inner, ty) = (self.model.names.node(program.node), self.model.names.ty(program.node.ty));
        let signature =
            format!("static {place}encode_{inner}(stubc_encoder *c, {place}at, const void *value)");
        match form {
            Form::InLine => {
                let signature = format!("inline_encode_{inner}(stubc_encoder *c, {place}at, const {ty} *v)");
                w.function(&format!("STUBC_INLINE {place}{signature}"), |w| statements(w, None));
            }
            Form::Caller => w.function(&signature, |w| {
                w.line(&format!("return inline_encode_{inner}(c, at, (const {ty} *)value);"));
            }),
            Form::Procedure => w.function(&signature, |w| {
                statements(w, Some(&format!("const {ty} *const v = (const {ty} *)value;")));
            }),
        }
    }

    /// Returns, for a field of the root with a flag in the encoding, the expression of that flag. Declares a variable if
    /// its presence depends on a default.
    pub fn given(&self, w: &mut Writer, number: usize, step: &FieldStep<R>) -> String {
        w.uses("v");
        match &step.presence {
            StepPresence::Flag(_) => flag(self.model, "*v", step.field),
            presence => {
                let condition = self.is_sent(w, step, presence);
                w.line(&format!("const bool given{number} = {condition};"));
                format!("given{number}")
            }
        }
    }

    /// Returns the condition that a field with a default is sent.
    fn is_sent(&self, w: &mut Writer, step: &FieldStep<R>, presence: &StepPresence) -> String {
        let value = place(self.model, "*v", step.field);
        match presence {
            StepPresence::Mandatory => "true".to_owned(),
            StepPresence::Flag(_) => flag(self.model, "*v", step.field),
            StepPresence::Default(DefaultValue::Encoded(_)) => {
                let holds = holds_default(self.model, step, &value);
                if step.boxed { format!("!({holds})") } else { format!("!{holds}") }
            }
            StepPresence::Default(default) => is_not_default(w, self.model, step.field, default, &value),
        }
    }

    /// Prints the additions, which commands encode if any is sent; the encoding of the structure begins at `start`.
    pub fn additions(&self, w: &mut Writer, program: &Program<R>, steps: &[Step<R>]) {
        let is_flag = |step: &&FieldStep<R>| matches!(step.presence, StepPresence::Flag(_));
        let flags = roots_of(steps).filter(is_flag).count();
        let (put, place) = (w.call(PUT_ADDITIONS), self.table.additions_of(program.node));
        w.uses("v");
        let call = format!("{put}(c, at, {place}, {flags}, v, start)");
        let unknown = self.model.names.unknown.get(&program.node.ty);
        let call = |w: &mut Writer| {
            if let Some(unknown) = unknown {
                w.line(&format!("c->unknown = &v->{unknown};"));
            }
            advance(w, &call);
        };
        let any = match (self.any_addition(fields_of(steps).skip(roots_of(steps).count())), unknown) {
            (Some(any), Some(unknown)) => Some(format!("{any} || v->{unknown}.present.length")),
            (None, Some(unknown)) if roots_of(steps).count() == steps.len() => {
                Some(format!("v->{unknown}.present.length"))
            }
            (any, _) => any,
        };
        match any {
            Some(any) => w.when(&any, call),
            None => call(w),
        }
    }

    /// Returns whether additions of a structure may be sent: it has some, or keeps unknown ones.
    pub fn has_additions(&self, program: &Program<R>, steps: &[Step<R>]) -> bool {
        roots_of(steps).count() < steps.len() || self.model.names.unknown.contains_key(&program.node.ty)
    }

    /// Returns the condition that an addition is there, if flags alone say it.
    fn any_addition<'s>(&self, added: impl Iterator<Item = &'s FieldStep<R>>) -> Option<String> {
        let mut flags = Vec::new();
        for step in added {
            match step.presence {
                StepPresence::Flag(_) => flags.push(flag(self.model, "*v", step.field)),
                _ => return None,
            }
        }
        (!flags.is_empty() && flags.len() <= 4).then(|| flags.join(" || "))
    }

    /// Returns the call that encodes a value at `from`.
    pub fn call(&self, w: &mut Writer, step: &FieldStep<R>, from: &str) -> String {
        self.calls().any(w, step, from)
    }

    /// Returns how procedures call others, and commands.
    pub fn calls(&self) -> Calls<'_, R> {
        Calls { direction: Direction::Encode, model: self.model, needs: self.needs, table: self.table }
    }

    /// Prints a value one level deeper.
    pub fn deeper(&self, w: &mut Writer, step: &FieldStep<R>, value: &str) {
        let Some(target) = self.calls().procedure(step) else {
            let call = self.calls().interpreter(w, step, &address(value));
            return advance(w, &call);
        };
        w.uses("c");
        let argument = if step.boxed { value.to_owned() } else { address(value) };
        let there = if step.boxed { format!("c->depth && {value}") } else { "c->depth".to_owned() };
        let call = |w: &mut Writer| {
            w.line("c->depth--;");
            advance(w, &format!("encode_{}(c, at, {argument})", self.model.names.node(target)));
            w.line("c->depth++;");
        };
        w.either(&there, call, leave);
    }
}

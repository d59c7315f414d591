//! What the decode procedures of packed rules share: functions, absent fields, additions, open types, and values that
//! other procedures or commands decode. A procedure returns the place after its value, or `STUBC_GONE`: it leaves, and
//! the interpreter decodes the message.

use super::helpers::{ELEMENTS, EXTEND, RESOLVE};
use super::ops::{Packed, fields_of, roots_of};
use super::procedures::Calls;
use super::table::Table;
use crate::c::expr::{address, flag, integer_constant, member, place};
use crate::c::procedures::Form;
use crate::c::writer::Writer;
use crate::model::layout::CType;
use crate::model::view::View;
use crate::program::needs::Needs;
use crate::program::techniques::Direction;
use crate::program::{DefaultValue, FieldStep, Program, Step, StepPresence};

/// Prints the decode procedures of a rule, whose folder adds what its messages look like.
pub struct Decoders<'a, R: Packed> {
    /// The rule.
    pub rule: R,
    /// The model.
    pub model: &'a View<'a, R>,
    /// The procedures and programs that the plan needs.
    pub needs: &'a Needs<R>,
    /// The commands.
    pub table: &'a Table<R>,
}

/// Prints the statement that leaves the procedure.
pub fn leave(w: &mut Writer) {
    w.line("return STUBC_GONE;");
}

/// Prints the assignment of the next place, and the return if there is none.
pub fn advance(w: &mut Writer, call: &str) {
    w.uses("d");
    w.line(&format!("at = {call};"));
    w.when("at == STUBC_GONE", leave);
}

impl<R: Packed> Decoders<'_, R> {
    /// Prints a function of a program. `place`: the C type of a place, with what stands before a name. `statements`
    /// prints those that fill `v`, after the declaration of `v` if it gets one.
    pub fn function(
        &self,
        w: &mut Writer,
        (program, form): (&Program<R>, Form),
        place: &str,
        statements: impl FnOnce(&mut Writer, Option<&str>),
    ) {
        let (inner, ty) = (self.model.names.node(program.node), self.model.names.ty(program.node.ty));
        let signature = format!("static {place}decode_{inner}(stubc_decoder *d, {place}at, void *value)");
        match form {
            Form::InLine => {
                let signature = format!("inline_decode_{inner}(stubc_decoder *d, {place}at, {ty} *v)");
                w.function(&format!("STUBC_INLINE {place}{signature}"), |w| statements(w, None));
            }
            Form::Caller => w.function(&signature, |w| {
                w.line(&format!("return inline_decode_{inner}(d, at, ({ty} *)value);"));
            }),
            Form::Procedure => w.function(&signature, |w| {
                statements(w, Some(&format!("{ty} *const v = ({ty} *)value;")));
            }),
        }
    }

    /// Returns the presence flag of a step's field.
    pub fn flag(&self, w: &mut Writer, step: &FieldStep<R>) -> String {
        w.uses("v");
        flag(self.model, "*v", step.field)
    }

    /// Prints the additions: commands decode those of a message that has any.
    pub fn additions(&self, w: &mut Writer, program: &Program<R>, steps: &[Step<R>]) {
        let is_flag = |step: &&FieldStep<R>| matches!(step.presence, StepPresence::Flag(_));
        let flags = roots_of(steps).filter(is_flag).count();
        let fields: Vec<_> = fields_of(steps).skip(roots_of(steps).count()).collect();
        let place_of = self.table.additions_of(program.node);
        w.uses("v");
        let extend = w.call(EXTEND);
        let unknown = self.model.names.unknown.get(&program.node.ty);
        let extended = |w: &mut Writer| {
            if let Some(unknown) = unknown {
                w.line(&format!("d->unknown = &v->{unknown};"));
            }
            advance(w, &format!("{extend}(d, at, {place_of}, {flags}, v)"));
        };
        if fields.is_empty() && unknown.is_none() {
            return w.when("is_extended", extended);
        }
        w.either("is_extended", extended, |w| {
            if let Some(unknown) = unknown {
                w.line(&format!("memset(&v->{unknown}, 0, sizeof v->{unknown});"));
            }
            for step in &fields {
                match &step.presence {
                    StepPresence::Flag(_) => {
                        let flag = self.flag(w, step);
                        w.line(&format!("{flag} = false;"));
                    }
                    StepPresence::Default(default) => {
                        self.fill(w, step, default, &place(self.model, "*v", step.field));
                    }
                    StepPresence::Mandatory => {}
                }
            }
        });
    }

    /// Prints the resolution of a structure's open types, if it has any.
    pub fn resolve(&self, w: &mut Writer, program: &Program<R>) {
        if !program.relations.is_empty() {
            w.uses("v");
            let (resolve, place) = (w.call(RESOLVE), self.table.relations_of(program.node));
            advance(w, &format!("{resolve}(d, at, {place}, v)"));
        }
    }

    /// Prints the value of an absent field.
    pub fn fill(&self, w: &mut Writer, step: &FieldStep<R>, default: &DefaultValue, value: &str) {
        if step.field.is_none_or(|field| self.model.layouts.ctype(field) == CType::Nothing) {
            return;
        }
        match default {
            DefaultValue::Boolean(default) => w.line(&format!("{value} = {default};")),
            DefaultValue::Integer(number) => w.line(&format!("{value} = {};", integer_constant(number))),
            DefaultValue::EmptyArray if !step.boxed => {
                w.line(&format!("{} = NULL;", member(value, "items")));
                w.line(&format!("{} = 0;", member(value, "count")));
                let target = step.field.map(|field| self.model.graph.fields[field].target);
                let target = target.map(|target| self.model.graph.resolve(target));
                if let Some(raw) = target.and_then(|target| self.model.names.kept.get(&target)) {
                    let raw = member(value, raw);
                    w.line(&format!("memset(&{raw}, 0, sizeof {raw});"));
                }
            }
            DefaultValue::Slice(_) | DefaultValue::Bits(..)
                if self.model.default_slice(default).is_some() =>
            {
                let index = self.model.default_slice(default).unwrap_or(0);
                let to = address(value);
                w.line(&format!("memcpy({to}, &stubc_default_slices[{index}], sizeof {value});"));
            }
            _ => {
                let known = self.table.constructed.iter().position(|known| Some(*known) == step.field);
                let index = known.unwrap_or(0);
                let to = address(value);
                w.line(&format!("memcpy({to}, stubc_constructed_defaults[{index}].value, sizeof {value});"));
            }
        }
    }

    /// Returns the call that decodes a value to `to`.
    pub fn call(&self, w: &mut Writer, step: &FieldStep<R>, to: &str) -> String {
        self.calls().any(w, step, to)
    }

    /// Returns how procedures call others, and commands.
    pub fn calls(&self) -> Calls<'_, R> {
        Calls { direction: Direction::Decode, model: self.model, needs: self.needs, table: self.table }
    }

    /// Prints a value one level deeper.
    pub fn deeper(&self, w: &mut Writer, step: &FieldStep<R>, value: &str) {
        let Some(target) = self.calls().procedure(step) else {
            let call = self.calls().interpreter(w, step, &address(value));
            return advance(w, &call);
        };
        w.uses("d");
        w.when("!d->depth", leave);
        let mut argument = address(value);
        if step.boxed {
            let (elements, name) = (w.call(ELEMENTS), self.model.names.ty(target.ty));
            w.line(&format!("{value} = ({name} *){elements}(d, at, 1, 0, sizeof *{value});"));
            w.when(&format!("!{value}"), leave);
            argument = value.to_owned();
        }
        w.line("d->depth--;");
        w.line(&format!("at = decode_{}(d, at, {argument});", self.model.names.node(target)));
        w.line("d->depth++;");
        w.when("at == STUBC_GONE", leave);
    }
}

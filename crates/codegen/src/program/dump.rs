//! Writes programs as stable text, for `stubc dump programs`.

use crate::model::view::View;
use crate::program::{Action, Body, FieldStep, Program, Step, StepPresence};
use crate::rules::Rule;
use std::fmt::Write;
use syntax_graph::FieldId;

/// Returns the programs of all nodes, in id order.
pub fn text<R: Rule>(rule: &R, model: &View<'_, R>) -> String {
    let mut out = String::new();
    for program in model.programs.values() {
        program_text(&mut out, rule, model, program);
    }
    out
}

fn program_text<R: Rule>(out: &mut String, rule: &R, model: &View<'_, R>, program: &Program<R>) {
    let _ = writeln!(out, "{}: {}", model.path(program.node), rule.heading(program));
    match &program.body {
        Body::Sequence(steps) => {
            for step in steps {
                match step {
                    Step::Field(field) => line(out, rule, model, field),
                    Step::Between(between) => drop(writeln!(out, "  {}", rule.between(between))),
                }
            }
        }
        body => body.fields().for_each(|field| line(out, rule, model, field)),
    }
    for relation in &program.relations {
        let names = |path: &[FieldId]| -> String {
            let name = |field: &FieldId| match model.graph.fields[*field].name.as_str() {
                "" => "item",
                name => name,
            };
            path.iter().map(name).collect::<Vec<_>>().join(".")
        };
        let _ = writeln!(out, "  resolve {} by {}", names(&relation.path), names(&relation.governor));
    }
}

fn line<R: Rule>(out: &mut String, rule: &R, model: &View<'_, R>, step: &FieldStep<R>) {
    let name = step.field.map_or("value", |field| {
        let name = model.graph.fields[field].name.as_str();
        if name.is_empty() { "item" } else { name }
    });
    let (found, behind) = rule.found(&step.op);
    let _ = write!(out, "  {name}{found}");
    match &step.action {
        Action::Primitive(primitive) => drop(write!(out, " {primitive:?}")),
        Action::Call(target) => drop(write!(out, " call {}", model.path(*target))),
        Action::Inline(program) => drop(write!(out, " inline {}", model.path(program.node))),
    }
    match &step.presence {
        StepPresence::Mandatory => {}
        StepPresence::Flag(index) => drop(write!(out, " flag {index}")),
        StepPresence::Default(value) => drop(write!(out, " default {value:?}")),
    }
    for (yes, word) in [(step.recursive, " recursive"), (step.boxed, " boxed")] {
        if yes {
            out.push_str(word);
        }
    }
    let _ = writeln!(out, "{behind}");
}

//! Programs as stable text, for `stubc dump programs`.

use codegen::Model;
use codegen::program::{Action, Body, Count, FieldStep, Step, StepPresence};
use codegen::rules::ber::starts;
use std::fmt::Write;
use syntax_graph::FieldId;

/// The programs of all nodes, in id order.
pub fn write(model: &Model<'_>) -> String {
    let mut out = String::new();
    for &node in &model.nodes {
        let program = &model.programs[&node];
        let _ = writeln!(out, "{}: {}", model.graph.type_path(node), heading(&program.body));
        match &program.body {
            Body::Sequence(steps) => {
                for step in steps {
                    match step {
                        Step::Field(field) => line(&mut out, model, field),
                        Step::Need(octets) => drop(writeln!(out, "  need {octets}")),
                        Step::Skip { until } => {
                            let _ = writeln!(out, "  skip until {}", starts(until));
                        }
                    }
                }
            }
            body => body.fields().for_each(|field| line(&mut out, model, field)),
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
    out
}

fn heading(body: &Body) -> &'static str {
    match body {
        Body::Sequence(_) => "sequence",
        Body::Set { extensible: false, .. } => "set",
        Body::Set { extensible: true, .. } => "set, extensible",
        Body::Union { extensible: false, .. } => "union",
        Body::Union { extensible: true, .. } => "union, extensible",
        Body::Array { unordered: false, .. } => "array",
        Body::Array { unordered: true, .. } => "array, unordered",
        Body::Switch { .. } => "switch",
        Body::Elements { count: Count::Fixed(_), .. } => "elements, fixed",
        Body::Elements { count: Count::Counted(_), .. } => "elements, counted",
        Body::Elements { count: Count::Linked { .. }, .. } => "elements, linked",
        Body::Scalar(_) => "scalar",
        Body::Open { .. } => "open type",
    }
}

fn line(out: &mut String, model: &Model<'_>, step: &FieldStep) {
    let name = step.field.map_or("value", |field| {
        let name = model.graph.fields[field].name.as_str();
        if name.is_empty() { "item" } else { name }
    });
    let _ = write!(out, "  {name}");
    let found = model.options.rules.found(step);
    if !found.is_empty() {
        let _ = write!(out, " {found}");
    }
    match &step.action {
        Action::Primitive(primitive) => drop(write!(out, " {primitive:?}")),
        Action::Call(target) => drop(write!(out, " call {}", model.graph.type_path(*target))),
        Action::Inline(program) => drop(write!(out, " inline {}", model.graph.type_path(program.node))),
    }
    match &step.presence {
        StepPresence::Mandatory => {}
        StepPresence::Flag(index) => drop(write!(out, " flag {index}")),
        StepPresence::Default(value) => drop(write!(out, " default {value:?}")),
    }
    if step.need > 0 {
        let _ = write!(out, " need {}", step.need);
    }
    for (yes, word) in [(step.recursive, " recursive"), (step.boxed, " boxed")] {
        if yes {
            out.push_str(word);
        }
    }
    if let Some(around) = step.keep {
        let _ = write!(out, " keep within {around}");
    }
    out.push('\n');
}

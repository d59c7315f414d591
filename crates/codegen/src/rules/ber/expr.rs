//! C expressions about identifiers, tags and received bytes.

use crate::c::expr::member;
use crate::c::writer::Writer;
use crate::program::StepPresence;
use crate::rules::ber::ops::{Action, Body, FieldStep, Model, Primitive, Program, Start};
use crate::rules::ber::runtime::FOUND_STRING;

/// Returns the condition that one of `starts` is at `p`.
pub fn begins(w: &mut Writer, starts: &[Start], p: &str, e: &str) -> String {
    let tests: Vec<String> = starts
        .iter()
        .map(|start| match start {
            Start::Identifier(id) => format!("stubc_at({p}, {e}, {id})"),
            Start::EitherForm(id) if id.is_long() => format!("{}({p}, {e}, {id})", w.call(FOUND_STRING)),
            Start::EitherForm(id) => format!("stubc_at_string({p}, {e}, {id})"),
            Start::Any => format!("({p} < {e} && *{p} != 0)"),
        })
        .collect();
    if tests.is_empty() { "false".to_owned() } else { tests.join(" || ") }
}

/// Returns the identifier at `p` to switch on: its first octet if none of `starts` is longer. `is_there`:
/// there is an octet at `p`.
pub fn selector(starts: &[Start], p: &str, e: &str, is_there: bool) -> String {
    let is_long = |start: &Start| match start {
        Start::Identifier(id) | Start::EitherForm(id) => id.is_long(),
        Start::Any => false,
    };
    if starts.iter().any(is_long) {
        format!("stubc_identifier({p}, {e})")
    } else if is_there {
        format!("*{p}")
    } else {
        format!("{p} < {e} ? *{p} : 0")
    }
}

/// Returns the case labels of `starts`; `None` if anything may begin the element.
pub fn labels(starts: &[Start]) -> Option<Vec<String>> {
    let mut labels = Vec::new();
    for start in starts {
        match start {
            Start::Identifier(id) => labels.push(format!("case {id}:")),
            Start::EitherForm(id) => labels.extend([*id, id.other_form()].map(|id| format!("case {id}:"))),
            Start::Any => return None,
        }
    }
    Some(labels)
}

/// Returns whether the procedure of a program reads `tag`: the identifier of its element, or the arm number
/// of an open type.
pub fn takes_tag(program: &Program) -> bool {
    !matches!(program.body, Body::Scalar(_) | Body::Switch { .. })
}

/// Returns whether a step reads or fills a member of the value.
pub fn touches(step: &FieldStep) -> bool {
    let is_null = matches!(step.action, Action::Primitive(Primitive::Null));
    !is_null || step.check.is_some() || matches!(step.presence, StepPresence::Flag(_))
}

/// Returns whether the procedure of a program reads or fills a member of the value.
pub fn touches_value(program: &Program) -> bool {
    match &program.body {
        Body::Sequence(_) | Body::Set { .. } | Body::Open { .. } => {
            !program.relations.is_empty() || program.body.fields().any(touches)
        }
        Body::Scalar(step) => touches(step),
        Body::Switch { .. } | Body::Repeat { .. } => true,
    }
}

/// Returns the tag of a step as an argument; `0` without a tag.
pub fn tag(step: &FieldStep) -> String {
    step.op.tag.map_or("0".to_owned(), |tag| tag.to_string())
}

/// Returns the member with the received bytes of a step's value, if they are kept. `value` is the C value, or
/// a pointer to it if the step is boxed.
pub fn kept(model: &Model<'_>, step: &FieldStep, value: &str) -> Option<String> {
    step.op.keep?;
    let target = match &step.action {
        Action::Call(target) => target,
        Action::Inline(program) => &program.node,
        Action::Primitive(_) => return None,
    };
    let name = model.names.kept.get(&target.ty)?;
    Some(if step.boxed { format!("{value}->{name}") } else { member(value, name) })
}

//! C expressions about identifiers, and octets as received.

use crate::c::expr::member;
use crate::c::writer::Writer;
use crate::rules::ber::runtime::FOUND_STRING;
use crate::rules::ber::ops::{Action, FieldStep, Model, Start};

/// Whether one of `starts` stands at `p`.
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

/// The identifier at `p` to switch on: its first octet where none of `starts` is longer.
pub fn selector(starts: &[Start], p: &str, e: &str) -> String {
    let is_long = |start: &Start| match start {
        Start::Identifier(id) | Start::EitherForm(id) => id.is_long(),
        Start::Any => false,
    };
    if starts.iter().any(is_long) {
        format!("stubc_identifier({p}, {e})")
    } else {
        format!("{p} < {e} ? *{p} : 0")
    }
}

/// The identifiers of `starts` as case labels; none for one that anything may begin.
pub fn labels(starts: &[Start]) -> Option<Vec<String>> {
    let mut labels = Vec::new();
    for start in starts {
        match start {
            Start::Identifier(id) => labels.push(id.to_string()),
            Start::EitherForm(id) => labels.extend([id.to_string(), id.other_form().to_string()]),
            Start::Any => return None,
        }
    }
    Some(labels)
}

/// The tag of a step as an argument.
pub fn tag(step: &FieldStep) -> String {
    step.op.tag.map_or("0".to_owned(), |tag| tag.to_string())
}

/// The octets as received of what a step with the C value `value` holds; `boxed`: it is a pointer to that.
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

//! Commands of the toy rule: a row for each node, and a row for each step.

use super::ops::{Body, FieldStep, Model, Needs, Primitive, Program};
use crate::c::commands;
use crate::c::header::item_type;
use crate::c::remarks::Remarks;
use crate::c::writer::Writer;
use crate::program::Action;
use crate::program::numbering::Numbering;
use crate::program::techniques::Direction;
use crate::stub::Node;
use syntax_graph::{TypeId, TypeKind};

/// Returns whether the interpreter can run a node: offsets have 16 bits, counts of steps eight.
pub fn fits(model: &Model<'_>, node: Node) -> bool {
    let layout = model.layouts.of(node.ty);
    model.programs[&node].body.fields().count() <= 255
        && layout.offsets.values().all(|offset| offset + layout.arms_offset < 1 << 16)
        && model.nodes.len() < 1 << 16
}

/// Returns the bytes of a node's rows on a 64-bit target.
pub fn octets(program: &Program) -> u64 {
    40 + 6 * program.body.fields().count() as u64
}

/// Numbers the nodes and prints their rows. Nodes with equal programs share their steps.
pub fn print(w: &mut Writer, model: &Model<'_>, needs: &Needs, remarks: &Remarks) -> Numbering {
    let numbers = Numbering::of(model, needs, &|node| !fits(model, node));
    commands::numbers(w, model, &numbers);
    let mut rows = Vec::new();
    for (index, (holder, served)) in numbers.commands().into_iter().enumerate() {
        let node = numbers.order[index];
        let has_steps = needs.programs.contains(&node);
        if has_steps && holder == index {
            commands::title(model, remarks, index, &served).for_each(|line| w.line(&line));
            w.block(&format!("static const stubc_step steps_{index}[] ="), "};", |w| {
                model.programs[&node].body.fields().for_each(|step| {
                    w.line(&step_row(model, node.ty, &numbers, step));
                });
            });
            w.blank();
        }
        let mut members = Vec::new();
        for direction in Direction::ALL {
            if needs.procedures[&direction].contains_key(&node) {
                members.push(format!(".{} = {0}_{}", direction.name(), model.names.node(node)));
            }
        }
        if has_steps {
            members.push(format!(".steps = steps_{holder}"));
            members.extend(head(model, node));
        }
        rows.push(format!("{{{}}},", members.join(", ")));
    }
    if !rows.is_empty() {
        w.block("const stubc_node stubc_nodes[] =", "};", |w| rows.iter().for_each(|row| w.line(row)));
        w.blank();
    }
    numbers
}

/// Returns the members of a node's row that describe its steps.
fn head(model: &Model<'_>, node: Node) -> Vec<String> {
    let body = &model.programs[&node].body;
    let mut members = vec![format!(".count = {}", body.fields().count())];
    match body {
        Body::Switch { .. } => members.push(".kind = STUBC_UNION".to_owned()),
        Body::Repeat { element, .. } => {
            let item = element.field.map_or_else(String::new, |field| item_type(model, field));
            members.push(".kind = STUBC_ARRAY".to_owned());
            members.push(format!(".size = sizeof({item})"));
            members.push(format!(".length = (uint16_t)offsetof({}, count)", model.names.ty(node.ty)));
        }
        _ => members.push(".kind = STUBC_SEQUENCE".to_owned()),
    }
    members
}

fn step_row(model: &Model<'_>, owner: TypeId, numbers: &Numbering, step: &FieldStep) -> String {
    let name = model.names.ty(owner);
    let offset = match (step.field, &model.graph.types[owner].kind) {
        (Some(field), TypeKind::Union(_)) => format!("offsetof({name}, u.{})", model.names.member(field)),
        (Some(field), TypeKind::Structure(_)) => format!("offsetof({name}, {})", model.names.member(field)),
        _ => "0".to_owned(),
    };
    let (op, octets, node) = match &step.action {
        Action::Primitive(primitive @ Primitive::Number(_)) => ("NUMBER", primitive.octets(), 0),
        Action::Primitive(primitive @ Primitive::Truth) => ("TRUTH", primitive.octets(), 0),
        Action::Call(target) => ("CALL", 0, numbers.get(*target).unwrap_or(0)),
        Action::Inline(program) => ("CALL", 0, numbers.get(program.node).unwrap_or(0)),
    };
    format!("{{STUBC_{op}, {octets}, (uint16_t){offset}, {node}}},")
}

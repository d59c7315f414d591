//! Writes the command of a field: four bytes, or a wide row if these do not suffice.

use super::Table;
use super::width::{MOST_TAGS, needs_wide, simple_offset};
use crate::c::defaults;
use crate::c::escape::comment;
use crate::c::expr::repr_name;
use crate::model::layout::CType;
use crate::program::numbering::Numbering;
use crate::program::{DefaultValue, StepPresence};
use crate::rules::ber::identifier::Identifier;
use crate::rules::ber::ops::{Action, FieldStep, Model, Primitive, Start};
use crate::stub::Node;
use num_bigint::BigInt;
use syntax_graph::{FieldId, TypeKind};

/// Returns the comment after a command whose offset does not name its field.
fn unnamed_field(model: &Model<'_>, node: Node, step: &FieldStep) -> String {
    let field = step.field.map(|field| &model.graph.fields[field].name);
    let field = field
        .filter(|name| !name.is_empty() && !matches!(model.graph.types[node.ty].kind, TypeKind::Array(_)));
    let is_named = matches!(model.graph.types[node.ty].kind, TypeKind::Structure(_))
        && !needs_wide(step)
        && simple_offset(model, node, step).is_some_and(|offset| offset != "0");
    match field {
        Some(name) if !is_named => format!(" {}", comment(name)),
        _ => String::new(),
    }
}

/// Returns whether an offset that fits in its unit may exceed one byte where all units are bytes.
fn is_far(model: &Model<'_>, node: Node, step: &FieldStep) -> bool {
    let offset = step.field.and_then(|field| model.layouts.of(node.ty).offsets.get(&field));
    let in_structure = matches!(model.graph.types[node.ty].kind, TypeKind::Structure(_));
    in_structure && offset.is_some_and(|offset| *offset > 255)
}

fn opcode(model: &Model<'_>, step: &FieldStep) -> String {
    match &step.action {
        Action::Call(target) if is_typed(model, *target) => "STUBC_OP_OPEN".into(),
        Action::Call(_) | Action::Inline(_) if step.recursive => "STUBC_OP_RECUR".into(),
        Action::Call(_) | Action::Inline(_) if step.op.outer.len() == 1 => match step.op.tag {
            Some(Identifier(0x30)) => "STUBC_OP_CALL_SEQUENCE".into(),
            Some(Identifier(0x31)) => "STUBC_OP_CALL_SET".into(),
            _ => "STUBC_OP_CALL".into(),
        },
        Action::Call(_) | Action::Inline(_) => "STUBC_OP_CALL".into(),
        Action::Primitive(primitive) => match primitive {
            Primitive::Boolean => "STUBC_OP_BOOLEAN".into(),
            Primitive::Integer(repr) => format!("STUBC_OP_{}", repr_name(*repr).to_uppercase()),
            Primitive::Bytes => "STUBC_OP_BYTES".into(),
            Primitive::Octets => "STUBC_OP_OCTETS".into(),
            Primitive::Real => "STUBC_OP_REAL".into(),
            Primitive::UtcTime => "STUBC_OP_UTC_TIME".into(),
            Primitive::GeneralizedTime => "STUBC_OP_GENERALIZED_TIME".into(),
            Primitive::IsoTime => "STUBC_OP_ISO_TIME".into(),
            Primitive::Bits => "STUBC_OP_BITS".into(),
            Primitive::NamedBits => "STUBC_OP_NAMED_BITS".into(),
            Primitive::Oid => "STUBC_OP_OID".into(),
            Primitive::Null => "STUBC_OP_NULL".into(),
            Primitive::Open => "STUBC_OP_OPEN".into(),
        },
    }
}

fn is_typed(model: &Model<'_>, node: Node) -> bool {
    model.is_open(node)
}

impl Table {
    pub(super) fn step(&mut self, model: &Model<'_>, node: Node, step: &FieldStep) {
        self.steps.extend(step.field.map(|field| (self.octets, field)));
        self.uses.explicit |= !step.op.outer.is_empty();
        self.uses.two_tags |= step.op.outer.len() == MOST_TAGS;
        self.uses.many_tags |= step.op.outer.len() > MOST_TAGS;
        self.uses.recursion |= step.recursive;
        let mut flags = String::new();
        let is_arm = matches!(model.graph.types[node.ty].kind, TypeKind::Union(_)) && step.field.is_some();
        let about = unnamed_field(model, node, step);
        let tagged = step.op.tag.is_some() || !step.op.outer.is_empty();
        let direct = tagged && matches!(step.op.starts[..], [Start::Identifier(_)]) && !needs_wide(step);
        let mut arg = match &step.action {
            Action::Call(target) => self.number(*target) + usize::from(is_typed(model, *target)),
            _ => 0,
        };
        match &step.presence {
            StepPresence::Mandatory if is_arm && !direct => flags.push_str(" | STUBC_LOOK"),
            StepPresence::Mandatory => {}
            StepPresence::Flag(_) => {
                self.uses.flags = true;
                flags.push_str(" | STUBC_OPTIONAL");
            }
            StepPresence::Default(default) => {
                self.uses.default = true;
                flags.push_str(" | STUBC_DEFAULT");
                match default {
                    DefaultValue::Boolean(value) => arg = usize::from(*value),
                    DefaultValue::Integer(value) => arg = self.integer(value),
                    DefaultValue::Slice(_) | DefaultValue::Bits(..) => {
                        arg = model.default_slice(default).unwrap_or(0);
                    }
                    DefaultValue::Null => self.uses.null_default = true,
                    DefaultValue::EmptyArray => self.uses.kept_defaults |= step.op.keep.is_some(),
                    // The wide step holds the index of an encoded one.
                    DefaultValue::Encoded(_) => {}
                }
            }
        }
        if !needs_wide(step)
            && arg <= 255
            && !self.hides_sequences(step)
            && let Some(offset) = simple_offset(model, node, step)
            && let Some(tag) = self.tag_octet(step.op.outer.first().copied().or(step.op.tag))
            && let Some(inner) = self.tag_octet(step.op.tag)
        {
            let number = arg;
            let mut arg = match &step.action {
                Action::Call(target) if is_typed(model, *target) => {
                    format!("{} + 1", Numbering::name(model, *target))
                }
                Action::Call(target) => Numbering::name(model, *target),
                _ => arg.to_string(),
            };
            if !step.op.outer.is_empty() {
                flags.push_str(" | STUBC_EXPLICIT");
                if let (Action::Primitive(_), Some(_)) = (&step.action, step.op.tag) {
                    arg = inner;
                }
            }
            let op = opcode(model, step);
            if is_far(model, node, step) {
                let row = self.wide(model, node, step, number);
                let index = self.far.len();
                self.far.push(row);
                self.push(format!("STUBC_FAR({index}, {flags}, {op}, {tag}, {offset}, {arg}),"), 4);
            } else {
                self.push(format!("{op}{flags}, {tag}, {offset}, {arg},{about}"), 4);
            }
            return;
        }
        let index = self.wide_index(model, node, step, arg);
        if !step.op.outer.is_empty() {
            flags.push_str(" | STUBC_EXPLICIT");
        }
        if is_arm && direct {
            flags.push_str(" | STUBC_LOOK");
        }
        let index = match self.is_large {
            true => format!("STUBC_NUMBER({index})"),
            false => format!("0, {}, {}", index & 0xff, index >> 8),
        };
        self.push(format!("STUBC_OP_WIDE{flags}, {index},{about}"), 4);
    }

    fn integer(&mut self, value: &BigInt) -> usize {
        let unsigned = || u64::try_from(value).map(u64::cast_signed);
        let value = i64::try_from(value).or_else(|_| unsigned()).unwrap_or(0);
        if let Some(index) = self.integers.iter().position(|known| *known == value) {
            return index;
        }
        self.integers.push(value);
        self.integers.len() - 1
    }

    /// Returns the index of a step in the table of wide steps; equal steps share it.
    fn wide_index(&mut self, model: &Model<'_>, node: Node, step: &FieldStep, arg: usize) -> usize {
        let mut rows = Vec::new();
        if step.op.outer.len() > MOST_TAGS {
            rows.extend(step.op.outer.iter().map(|tag| (self.tag_row(*tag), 0)));
        }
        rows.push(self.wide(model, node, step, arg));
        let next = self.wides.len();
        let index = *self.known_wides.entry(rows.clone()).or_insert(next);
        if index == next {
            self.wides.extend(rows);
        }
        index
    }

    /// Returns the row of an explicit tag before that of its step.
    fn tag_row(&self, tag: Identifier) -> String {
        let check = if self.has_checks { ", 0" } else { "" };
        let keep = if self.has_keep { ", 0, 0" } else { "" };
        format!("0, 0, 0, {}, 0, 0, STUBC_OP_WIDE{check}{keep}", self.wide_tag(Some(tag)))
    }

    /// Returns an identifier in a wide step as C.
    fn wide_tag(&self, id: Option<Identifier>) -> String {
        match (self.is_long, id) {
            (false, id) => self.tag_octet(id).unwrap_or_default(),
            (true, id) => id.map_or("0".to_owned(), |id| id.to_string()),
        }
    }

    /// Notes the numbers of a wide step.
    fn holds_wide(&mut self, model: &Model<'_>, node: Node, step: &FieldStep, arg: usize) {
        let offsets = &model.layouts.of(node.ty).offsets;
        self.holds(arg as u64, 0xffff);
        self.holds(step.field.and_then(|field| offsets.get(&field)).copied().unwrap_or(0), 0xffff);
        if let Some(check) = &step.check {
            self.holds(model.checks.number(model.graph, check) as u64, 0xffff);
        }
        let Action::Call(target) = step.action else { return };
        if step.boxed {
            self.holds(model.layouts.extent(CType::Struct(target.ty)).size, 0xffff);
        }
        if step.op.keep.is_some() {
            self.holds(model.layouts.of(target.ty).kept_offset.unwrap_or(0), 0xffff);
        }
    }

    /// Returns the wide form of a step: its C initializer, and the index of a constructed default plus 1 (0:
    /// none).
    fn wide(&mut self, model: &Model<'_>, node: Node, step: &FieldStep, arg: usize) -> (String, usize) {
        self.holds_wide(model, node, step, arg);
        // More tags have rows of their own.
        let outer = if step.op.outer.len() > MOST_TAGS { &[] } else { &step.op.outer[..] };
        let [outer, inner] = [0, 1].map(|index| self.wide_tag(outer.get(index).copied()));
        let tag = self.wide_tag(step.op.tag);
        let in_structure = matches!(model.graph.types[node.ty].kind, TypeKind::Structure(_));
        let offset = match step.field {
            Some(field) if in_structure && model.layouts.ctype(field) != CType::Nothing => {
                format!("offsetof({}, {})", model.names.ty(node.ty), model.names.member(field))
            }
            _ => "0".to_owned(),
        };
        let size = match step.action {
            Action::Call(target) if step.boxed && step.recursive => {
                format!("sizeof({})", model.names.ty(target.ty))
            }
            _ => "0".to_owned(),
        };
        let op = if step.recursive { "STUBC_OP_RECUR".to_owned() } else { opcode(model, step) };
        let check = match &step.check {
            Some(check) => format!(", {}", model.checks.number(model.graph, check)),
            None if self.has_checks => ", 0".to_owned(),
            None => String::new(),
        };
        let keep = match (&step.action, step.op.keep) {
            (Action::Call(target), Some(around)) => {
                let member =
                    format!("offsetof({}, {})", model.names.ty(target.ty), model.names.kept[&target.ty]);
                format!(", {member}, {}", around + 1)
            }
            _ if self.has_keep => ", 0, 0".to_owned(),
            _ => String::new(),
        };
        let known = match (&step.presence, step.field) {
            (StepPresence::Default(DefaultValue::Encoded(_)), Some(field)) => {
                let key = |field| (model.constructed_default(field), defaults::name(model, field));
                let alike = |fields: &Vec<FieldId>| key(fields[0]) == key(field);
                let at = self.constructed.iter().position(alike).unwrap_or_else(|| {
                    self.constructed.push(Vec::new());
                    self.constructed.len() - 1
                });
                self.constructed[at].push(field);
                at + 1
            }
            _ => 0,
        };
        (format!("{offset}, {arg}, {size}, {outer}, {inner}, {tag}, {op}{check}{keep}"), known)
    }
}

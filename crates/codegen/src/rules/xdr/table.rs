//! Commands for the interpreter of XDR. `c/stubc_xdr_interpret.h` and ARCHITECTURE.md describe the format.

use super::parts::block;
use super::roots::Stepped;
use crate::c::commands::title;
use crate::c::header::item_type;
use crate::c::remarks::Remarks;
use crate::c::writer::Writer;
use crate::model::layout::{CType, members_of};
use crate::program::StepPresence;
use crate::program::numbering::Numbering;
use crate::program::techniques::Direction;
use crate::rules::xdr::ops::{
    Action, Body, Chooser, Count, Elements, FieldStep, Model, Need, Needs, Primitive, Step,
};
use crate::stub::Node;
use std::collections::BTreeSet;
use syntax_graph::{FieldId, FloatWidth, IntegerRepr, TypeKind};

/// The commands of a plan.
#[derive(Debug, Default)]
pub struct Table {
    /// The numbers of the nodes.
    pub numbers: Numbering,
    /// The places of each field's steps in the commands.
    pub steps: Vec<(usize, FieldId)>,
    /// Whether the runtime also serves other specifications.
    pub is_unit: bool,
    lines: Vec<String>,
    offsets: Vec<usize>,
    /// Length of all commands in octets.
    pub octets: usize,
    /// The features of the interpreter that the commands use.
    pub uses: BTreeSet<&'static str>,
}

/// The most nodes that calls can number: eight opcodes, each with one byte.
const MOST_NODES: usize = 8 * 256;
/// Octets of a step.
const STEP: usize = 4;
/// Octets of the head of an array.
const ARRAY_HEAD: usize = 15;
/// Octets of the head of a union, and of each of its cases.
const SWITCH_HEAD: usize = 6;
const CASE: usize = 6;

/// Returns whether the interpreter can run the program of `node`: offsets below 64 KiB, sizes below 16 MiB.
pub fn fits(model: &Model<'_>, node: Node) -> bool {
    let program = &model.programs[&node];
    let small = |octets: u64| octets < 1 << 24;
    let step_fits = |step: &FieldStep| {
        let boxed = step.field.and_then(|field| match model.layouts.ctype(field) {
            CType::Pointer(target) => model.layouts.of(target).extent,
            ctype => Some(model.layouts.extent(ctype)),
        });
        let primitive = match step.action {
            Action::Primitive(Primitive::Opaque(octets)) => octets,
            _ => 0,
        };
        small(step.op.need) && small(primitive) && small(boxed.map_or(0, |extent| extent.size))
    };
    let (body, layout) = match &program.body {
        Body::Sequence(steps) => {
            let needs =
                steps.iter().all(|step| !matches!(step, Step::Between(Need(octets)) if !small(*octets)));
            // A flag skips at most 255 steps, and its number is an offset.
            (needs, layout_fits(model, node))
        }
        Body::Switch { op, .. } => {
            let count = op.cases.iter().flatten().count();
            (count * CASE + program.body.fields().count() * 5 * STEP < 0xf000, layout_fits(model, node))
        }
        _ => (true, true),
    };
    body && layout && model.nodes.len() <= MOST_NODES && program.body.fields().all(step_fits)
}

fn layout_fits(model: &Model<'_>, node: Node) -> bool {
    let layout = model.layouts.of(node.ty);
    let arms = layout.arms_offset;
    layout.offsets.values().all(|offset| offset + arms < 1 << 16) && layout.flags.len() < 1 << 16
}

/// Returns the bytes of a node in the table, including its number.
pub fn octets(model: &Model<'_>, node: Node) -> u64 {
    let program = &model.programs[&node];
    let fields: usize = program.body.fields().map(steps_of).sum();
    let (head, rest) = match &program.body {
        Body::Sequence(steps) => {
            (1, steps.iter().filter(|step| matches!(step, Step::Between(_))).count() + 1)
        }
        Body::Switch { op, arms } => (SWITCH_HEAD + CASE * op.cases.iter().flatten().count(), arms.len()),
        Body::Repeat { .. } => (ARRAY_HEAD, 1),
        _ => (1, 1),
    };
    (2 + head + STEP * (fields + rest)) as u64
}

/// Returns the number of steps that a field needs.
fn steps_of(step: &FieldStep) -> usize {
    let own = match step.action {
        Action::Primitive(Primitive::Opaque(_)) => 2,
        Action::Primitive(Primitive::Counted(most)) => 1 + usize::from(most != u32::MAX),
        Action::Primitive(Primitive::Null) => 0,
        _ => 1,
    };
    let optional = usize::from(step.presence != StepPresence::Mandatory);
    own + optional + usize::from(step.recursive) + usize::from(step.op.need > 0) + usize::from(step.boxed)
}

impl Table {
    /// Numbers the nodes and writes their commands.
    pub fn build(model: &Model<'_>, needs: &Needs, remarks: &Remarks) -> Self {
        let mut table = Self::default();
        if needs.indexed.is_empty() {
            return table;
        }
        table.numbers = Numbering::of(model, needs, &|node| !fits(model, node));
        for (index, (holder, served)) in table.numbers.commands().into_iter().enumerate() {
            let node = table.numbers.order[index];
            let place = if holder == index { table.octets } else { table.offsets[holder] };
            table.offsets.push(place);
            if holder == index && needs.programs.contains(&node) && fits(model, node) {
                table.lines.extend(title(model, remarks, place, &served));
                table.program(model, node);
            }
        }
        table
    }

    fn push(&mut self, line: String, octets: usize) {
        self.lines.push(line);
        self.octets += octets;
    }

    fn step(&mut self, op: &str, rest: &str) {
        self.push(format!("{op}, {rest},"), STEP);
    }

    fn number(&mut self, number: u64) {
        self.push(format!("STUBC_FOUR({number}u),"), STEP);
    }

    fn program(&mut self, model: &Model<'_>, node: Node) {
        match &model.programs[&node].body {
            Body::Sequence(steps) => {
                self.push("STUBC_SEQUENCE,".into(), 1);
                for step in steps {
                    match step {
                        Step::Field(step) => self.field(model, node, step, true),
                        Step::Between(Need(octets)) => self.need(*octets),
                    }
                }
                self.step("STUBC_STOP", "0, 0, 0");
            }
            Body::Switch { arms, op: Chooser { discriminant, cases, default } } => {
                self.uses.insert("SWITCH");
                let chooser = match discriminant.action {
                    Action::Primitive(primitive) => opcode(primitive),
                    Action::Call(_) | Action::Inline(_) => None,
                };
                self.uses.extend(chooser.and_then(|(_, feature)| feature));
                let lengths: Vec<usize> = arms.iter().map(|arm| STEP * (steps_of(arm) + 1)).collect();
                let count = cases.iter().flatten().count();
                let first = SWITCH_HEAD + CASE * count;
                let start = |index: usize| first + lengths[..index].iter().sum::<usize>();
                let op = chooser.map_or("STUBC_STOP", |(op, _)| op);
                let fallback = default.map_or(0xffff, start);
                self.push(
                    format!("STUBC_SWITCH, {op}, STUBC_TWO({count}), STUBC_TWO({fallback}),"),
                    SWITCH_HEAD,
                );
                for (index, numbers) in cases.iter().enumerate() {
                    for number in numbers {
                        let number = i64::try_from(number).unwrap_or(0) as u32;
                        let target = start(index);
                        self.push(format!("STUBC_FOUR({number}u), STUBC_TWO({target}),"), CASE);
                    }
                }
                for arm in arms {
                    self.field(model, node, arm, true);
                    self.step("STUBC_STOP", "0, 0, 0");
                }
            }
            Body::Repeat { element, op: Elements { count, lead }, .. } => {
                self.elements(model, node, element, *count, *lead)
            }
            Body::Scalar(step) => {
                self.push("STUBC_SEQUENCE,".into(), 1);
                self.field(model, node, step, false);
                self.step("STUBC_STOP", "0, 0, 0");
            }
            Body::Set { op, .. } | Body::Open { op, .. } => match *op {},
        }
    }

    fn elements(&mut self, model: &Model<'_>, node: Node, element: &FieldStep, count: Count, lead: u64) {
        let name = model.names.ty(node.ty);
        let field = element.field;
        let item = field.map_or_else(String::new, |field| item_type(model, field));
        let (kind, number, link) = match count {
            Count::Fixed(count) => ("STUBC_FIXED", count, "0, 0".to_owned()),
            Count::Counted(most) => {
                self.uses.insert("COUNTED_ARRAY");
                ("STUBC_COUNTED", u64::from(most), "0, 0".to_owned())
            }
            Count::Linked { closed } => {
                self.uses.insert("LINKED");
                let link = field.map_or("", |field| model.names.member(field));
                let kind = if closed { "STUBC_CLOSED_LIST" } else { "STUBC_LIST" };
                (kind, 0, format!("STUBC_AT({item}, {link})"))
            }
        };
        if matches!(count, Count::Fixed(_)) {
            self.uses.insert("FIXED_ARRAY");
        }
        let octets = if matches!(count, Count::Linked { .. }) { 0 } else { block(element).unwrap_or(0) };
        match octets {
            4 => drop(self.uses.insert("SWAP32")),
            8 => drop(self.uses.insert("SWAP64")),
            _ => {}
        }
        let size = if matches!(count, Count::Fixed(_)) {
            format!("STUBC_SIZE(*(({name} *)0)->items)")
        } else {
            format!("STUBC_SIZE({item})")
        };
        self.push(
            format!("{kind}, {octets}, STUBC_FOUR({number}u), {size}, STUBC_FOUR({lead}u), {link},"),
            ARRAY_HEAD,
        );
        self.field(model, node, element, false);
        self.step("STUBC_STOP", "0, 0, 0");
    }

    fn need(&mut self, octets: u64) {
        self.step("STUBC_OP_NEED", &format!("STUBC_THREE({octets}u)"));
    }

    /// Writes the steps of a field. Without `has_offset` its offset is 0: an element is at the start of its
    /// place.
    fn field(&mut self, model: &Model<'_>, node: Node, step: &FieldStep, has_offset: bool) {
        let first = self.octets;
        self.steps_of_field(model, node, step, has_offset);
        if let Some(field) = step.field {
            self.steps.extend((first..self.octets).step_by(STEP).map(|at| (at, field)));
        }
    }

    fn steps_of_field(&mut self, model: &Model<'_>, node: Node, step: &FieldStep, has_offset: bool) {
        let offset = |field: FieldId| self_offset(model, node, field);
        let place = match step.field {
            Some(field) if has_offset && !matches!(model.layouts.ctype(field), CType::Nothing) => {
                offset(field)
            }
            _ => "0, 0".to_owned(),
        };
        if let (StepPresence::Flag(flag), Some(_)) = (&step.presence, step.field) {
            self.uses.insert("OPTIONAL");
            let skip = steps_of(step) - 1;
            self.step("STUBC_OP_OPTIONAL", &format!("STUBC_TWO({flag}), {skip}"));
        }
        if step.recursive {
            self.uses.insert("DEPTH");
            self.step("STUBC_OP_DEPTH", "0, 0, 0");
        }
        if step.op.need > 0 {
            self.need(step.op.need);
        }
        let mut flags = String::new();
        if step.recursive {
            flags.push_str(" | STUBC_RECURSIVE");
        }
        if step.boxed {
            self.uses.insert("BOXED");
            flags.push_str(" | STUBC_BOXED");
            if let Some(field) = step.field
                && let CType::Pointer(target) = model.layouts.ctype(field)
            {
                self.step("STUBC_OP_BOX", &format!("STUBC_SIZE({})", model.names.ty(target)));
            }
        }
        match &step.action {
            Action::Call(target) => {
                let number = self.numbers.get(*target).unwrap_or(0);
                let (op, low) = match number >> 8 {
                    0 => ("STUBC_OP_CALL".to_owned(), Numbering::name(model, *target)),
                    high => (format!("(STUBC_OP_CALL + {high})"), (number & 0xff).to_string()),
                };
                self.step(&format!("{op}{flags}"), &format!("{place}, {low}"));
            }
            Action::Primitive(primitive) => {
                let Some((op, feature)) = opcode(*primitive) else { return };
                self.uses.extend(feature);
                match primitive {
                    Primitive::Opaque(octets) => {
                        self.step(op, &format!("{place}, 0"));
                        self.number(*octets);
                    }
                    Primitive::Counted(u32::MAX) => self.step(op, &format!("{place}, 0")),
                    Primitive::Counted(most) => {
                        self.step(op, &format!("{place}, 1"));
                        self.number(u64::from(*most));
                    }
                    _ => self.step(op, &format!("{place}, 0")),
                }
            }
            Action::Inline(_) => {}
        }
    }

    /// Prints the `stubc_unit` of this specification for a runtime that serves several, after the tables.
    pub fn print_unit(&self, w: &mut Writer) {
        let mut members = Vec::new();
        if !self.numbers.order.is_empty() {
            members.extend([".programs = stubc_programs".to_owned(), ".nodes = stubc_nodes".to_owned()]);
        }
        if self.numbers.decoders > 0 {
            members.push(".decoders = stubc_decoders".to_owned());
            members.push(format!(".decoder_count = {}", self.numbers.decoders));
        }
        if !self.numbers.encoders.is_empty() {
            members.push(".encoders = stubc_encoders".to_owned());
            members.push(format!(".encoders_from = {}", self.numbers.encoders.start));
            members.push(format!(".encoder_count = {}", self.numbers.encoders.len()));
        }
        w.block("static const stubc_unit stubc_own =", "};", |w| {
            members.iter().for_each(|member| w.line(&format!("{member},")));
        });
        w.blank();
    }

    /// Prints the tables.
    pub fn print(&self, w: &mut Writer, model: &Model<'_>, stepped: &Stepped) {
        if self.numbers.order.is_empty() {
            return;
        }
        crate::c::commands::numbers(w, model, &self.numbers);
        let sides = [
            (Direction::Decode, 0..self.numbers.decoders),
            (Direction::Encode, self.numbers.encoders.clone()),
        ];
        for (direction, range) in sides {
            if range.is_empty() {
                continue;
            }
            let verb = direction.name();
            w.block(&format!("stubc_{verb}_fn *const stubc_{verb}rs[] ="), "};", |w| {
                for &node in &self.numbers.order[range] {
                    w.line(&format!("{},", stepped[&(direction, node)]));
                }
            });
            w.blank();
        }
        w.block("const uint8_t stubc_programs[] =", "};", |w| {
            for line in &self.lines {
                w.line(line);
            }
            if self.octets == 0 {
                w.line("0");
            }
        });
        w.blank();
        let offsets: Vec<String> = self.offsets.iter().map(ToString::to_string).collect();
        w.line(&format!("const STUBC_PROGRAM_OFFSET stubc_nodes[] = {{{}}};", offsets.join(", ")));
        w.blank();
    }
}

/// Returns the offset of a member, as two bytes.
fn self_offset(model: &Model<'_>, node: Node, field: FieldId) -> String {
    let name = model.names.ty(node.ty);
    let member = model.names.member(field);
    debug_assert!(members_of(model.graph, node.ty).any(|known| known == field));
    match model.graph.types[node.ty].kind {
        TypeKind::Union(_) => format!("STUBC_AT({name}, u.{member})"),
        _ => format!("STUBC_AT({name}, {member})"),
    }
}

/// Returns the opcode of a primitive, and its feature if not every interpreter has it. `None` for a primitive
/// without octets.
fn opcode(primitive: Primitive) -> Option<(&'static str, Option<&'static str>)> {
    Some(match primitive {
        Primitive::Word(IntegerRepr::I8) => ("STUBC_OP_I8", Some("SMALL")),
        Primitive::Word(IntegerRepr::U8) => ("STUBC_OP_U8", Some("SMALL")),
        Primitive::Word(IntegerRepr::I16) => ("STUBC_OP_I16", Some("SMALL")),
        Primitive::Word(IntegerRepr::U16) => ("STUBC_OP_U16", Some("SMALL")),
        Primitive::Word(IntegerRepr::I32 | IntegerRepr::U32) | Primitive::Float(FloatWidth::Single) => {
            ("STUBC_OP_WORD", None)
        }
        Primitive::Word(_) => ("STUBC_OP_WORD", Some("SMALL")),
        Primitive::Hyper(_) | Primitive::Float(FloatWidth::Double) => ("STUBC_OP_HYPER", Some("HYPER")),
        Primitive::Truth => ("STUBC_OP_TRUTH", Some("TRUTH")),
        Primitive::Opaque(_) => ("STUBC_OP_OPAQUE", Some("OPAQUE")),
        Primitive::Counted(_) => ("STUBC_OP_COUNTED", Some("COUNTED")),
        Primitive::Null => return None,
    })
}

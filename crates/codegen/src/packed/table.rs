//! Commands for the interpreter: a program for each node and for each kind of scalar. `docs/design/per.md` and
//! `docs/design/oer.md` describe the formats, `c/per/stubc_per.h` and `c/oer/stubc_oer.h` their numbers.
//!
//! Fields refer to programs as [`super::places`] says.

use super::ops::Packed;
use super::places::{Places, Reference, Shape};
use super::text::Text;
use crate::c::commands::title;
use crate::c::header::item_type;
use crate::c::relations::hops;
use crate::c::remarks::Remarks;
use crate::model::layout::CType;
use crate::model::view::View;
use crate::program::needs::Needs;
use crate::program::numbering::Numbering;
use crate::program::techniques::Direction;
use crate::program::{Action, Body, DefaultValue, FieldStep, Step, StepPresence};
use crate::stub::Node;
use num_bigint::Sign;
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::{FieldId, TypeId, TypeKind};

/// The commands of a plan.
#[derive(Debug)]
pub struct Table<R> {
    /// The numbers of nodes among themselves, which tell equal programs.
    numbers: Numbering,
    /// For the index of each node's program, that of the program with its commands.
    holders: Vec<usize>,
    /// All programs: those of nodes in the order of `numbers`, then the others.
    programs: Vec<Program>,
    /// The index of each program that belongs to no node.
    known: BTreeMap<String, usize>,
    /// The places of the programs.
    pub places: Places,
    /// The number of the program of each root.
    pub roots: BTreeMap<TypeId, usize>,
    /// The number of the program of each contained type.
    pub contained: Vec<usize>,
    /// Fields with constructed defaults.
    pub constructed: Vec<FieldId>,
    /// Hops to governors and open types, as C initializers.
    pub hops: Vec<String>,
    /// The largest number in hops.
    pub most_hop: u64,
    /// The first hop of each relation, and the path to its open types.
    pub ways: Vec<(usize, Vec<FieldId>)>,
    /// The place of each field's step in the commands.
    pub steps: Vec<(usize, FieldId)>,
    /// Commands as lines of C.
    pub lines: Vec<String>,
    /// Length of all commands in bytes.
    pub octets: usize,
    /// The nodes whose procedures commands call, in the order of the tables of procedures.
    pub procedures: BTreeMap<Direction, Vec<Node>>,
    /// The place of the additions in each structure's commands, by the index of its program.
    additions: BTreeMap<usize, usize>,
    /// The place of the relations in each structure's commands, by the index of its program.
    relations: BTreeMap<usize, usize>,
    /// The features of the interpreter that the commands use.
    pub uses: BTreeSet<&'static str>,
    rule: R,
}

/// The hops that only some paths have, each with its feature of the interpreter.
const HOPS: [(&str, &str); 5] = [
    ("STUBC_HOP_TEST", "USE_HOP_TEST"),
    ("STUBC_HOP_KIND", "USE_HOP_KIND"),
    ("STUBC_HOP_ITEMS", "USE_HOP_ITEMS"),
    ("STUBC_HOP_OCTETS", "USE_HOP_OCTETS"),
    ("STUBC_HOP_PARTS", "USE_PARTS"),
];

/// A program before its references have numbers.
#[derive(Clone, Debug, Default)]
struct Program {
    title: Vec<String>,
    parts: Vec<Part>,
}

impl Program {
    fn of(text: Text) -> Self {
        Self { title: Vec::new(), parts: vec![Part::Text(text)] }
    }
}

/// A part of a program.
#[derive(Clone, Debug)]
enum Part {
    /// Bytes.
    Text(Text),
    /// A reference, with bits below the number of the program; the field begins here.
    Reference { program: usize, kind: Option<u64>, rest: Text, field: Option<FieldId> },
    /// The additions of a structure follow.
    Additions,
    /// The relations of a node.
    Relations(Node),
}

impl<R> Table<R> {
    fn empty(rule: R) -> Self {
        Self {
            numbers: Numbering::default(),
            holders: Vec::new(),
            programs: Vec::new(),
            known: BTreeMap::new(),
            places: Places::default(),
            roots: BTreeMap::new(),
            contained: Vec::new(),
            constructed: Vec::new(),
            hops: Vec::new(),
            most_hop: 0,
            ways: Vec::new(),
            steps: Vec::new(),
            lines: Vec::new(),
            octets: 0,
            procedures: BTreeMap::new(),
            additions: BTreeMap::new(),
            relations: BTreeMap::new(),
            uses: BTreeSet::new(),
            rule,
        }
    }
}

impl<R: Packed> Table<R> {
    /// Numbers the programs and writes their commands.
    pub fn build(model: &View<'_, R>, needs: &Needs<R>, remarks: &Remarks, rule: R) -> Self {
        let mut table = Self::empty(rule);
        let decodes = |node: Node| needs.decoded.contains(&node);
        let has_procedure = |node: Node| Direction::ALL.map(|way| needs.is_called_by_number(node, way));
        // Hops name the structs of governors and open types, so these commands cannot be shared.
        let is_alone = |node: Node| {
            decodes(node) && !model.programs[&node].relations.is_empty()
                || has_procedure(node).contains(&true)
        };
        table.numbers = Numbering::of(model, needs, &is_alone);
        let commands = table.numbers.commands();
        table.holders = commands.iter().map(|(holder, _)| *holder).collect();
        table.programs = vec![Program::default(); commands.len()];
        let mut served = BTreeMap::new();
        for (index, (holder, nodes)) in commands.into_iter().enumerate() {
            let node = table.numbers.order[index];
            if holder == index && needs.programs.contains(&node) && !model.is_scalar(node.ty) {
                let is_decoded = nodes.iter().any(|node| decodes(*node));
                let mut program = table.program(model, node, None, is_decoded);
                if let Some(prefix) = table.prefix(node, has_procedure(node)) {
                    program.parts.insert(0, Part::Text(prefix));
                }
                table.programs[index] = program;
                served.insert(index, nodes);
            }
        }
        let mut roots = BTreeMap::new();
        for (root, step) in model.options.roots.iter().zip(model.root_steps) {
            if needs.interprets() {
                roots.insert(root.ty, table.root(model, step, decodes(model.root_node(root))));
            }
        }
        let contained = model.contained_steps.iter();
        let contained: Vec<usize> = contained.map(|step| table.root(model, step, true)).collect();
        table.arrange(model, roots.values().chain(&contained).copied());
        table.contained = contained.into_iter().map(|index| table.places.number_of(index)).collect();
        table.roots = roots.into_iter().map(|(ty, index)| (ty, table.places.number_of(index))).collect();
        for (index, nodes) in served {
            table.programs[index].title = title(model, remarks, table.number(index), &nodes).collect();
        }
        table.write(model);
        table
    }

    /// Returns the bytes before the program of a node whose procedures commands call, by direction.
    fn prefix(&mut self, node: Node, has_procedure: [bool; 2]) -> Option<Text> {
        let mut text = has_procedure.contains(&true).then(|| Text::op("STUBC_OP_PROCEDURE"))?;
        for (direction, has_procedure) in Direction::ALL.into_iter().zip(has_procedure) {
            let all = self.procedures.entry(direction).or_default();
            if has_procedure {
                all.push(node);
            }
            text = text.and(&Text::number(if has_procedure { all.len() as u64 } else { 0 }));
        }
        Some(text)
    }

    /// Returns the number of the program that converts the value of a step.
    pub fn program_of(&self, model: &View<'_, R>, step: &FieldStep<R>) -> usize {
        let own = match &step.action {
            Action::Primitive(primitive) => {
                let text = self.rule.scalar(&mut BTreeSet::new(), *primitive, &step.op.form);
                self.known.get(&text.key()).copied()
            }
            Action::Call(target) => self.numbers.get(*target),
            Action::Inline(program) => self.numbers.get(program.node),
        };
        let own = own.unwrap_or(0);
        let is_deeper = step.recursive || step.boxed;
        let deeper = is_deeper.then(|| self.known.get(&recur_key(own, &box_size(model, step))).copied());
        let inner = deeper.flatten().unwrap_or(own);
        let checked = check_text(model, step).map(|text| self.known.get(&checked_key(inner, &text)).copied());
        self.number(checked.flatten().unwrap_or(inner))
    }

    /// Returns the index of the program that holds the commands of another.
    fn holder(&self, index: usize) -> usize {
        self.holders.get(index).copied().unwrap_or(index)
    }

    /// Returns the number of a program for generated C.
    fn number(&self, index: usize) -> usize {
        self.places.number_of(self.holder(index))
    }

    /// Returns the number of a node's program.
    pub fn number_of(&self, node: Node) -> usize {
        self.numbers.get(node).map_or(0, |index| self.number(index))
    }

    /// Returns the place of a structure's additions in the commands.
    pub fn additions_of(&self, node: Node) -> usize {
        self.place(&self.additions, node)
    }

    /// Returns the place of a structure's relations in the commands.
    pub fn relations_of(&self, node: Node) -> usize {
        self.place(&self.relations, node)
    }

    fn place(&self, places: &BTreeMap<usize, usize>, node: Node) -> usize {
        let holder = self.numbers.get(node).map(|index| self.holders[index]);
        holder.and_then(|holder| places.get(&holder)).copied().unwrap_or(0)
    }

    /// Returns the program of a root, which may have other sizes than the type that it refers to.
    fn root(&mut self, model: &View<'_, R>, step: &FieldStep<R>, decodes: bool) -> usize {
        let form = &step.op.form;
        if let Action::Call(target) = &step.action
            && *form != R::Form::default()
        {
            let program = self.program(model, *target, Some(form), decodes);
            let index = self.intern(format!("{form:?} of {target:?}"), program);
            return self.checked(model, step, index);
        }
        self.target(model, step)
    }

    /// Returns the index of a program that belongs to no node.
    fn intern(&mut self, key: String, program: Program) -> usize {
        let next = self.programs.len();
        let index = *self.known.entry(key).or_insert(next);
        if index == next {
            self.programs.push(program);
        }
        index
    }

    /// Returns the program that converts the value of a step.
    fn target(&mut self, model: &View<'_, R>, step: &FieldStep<R>) -> usize {
        let own = match &step.action {
            Action::Primitive(primitive) => {
                let text = self.rule.scalar(&mut self.uses, *primitive, &step.op.form);
                self.intern(text.key(), Program::of(text))
            }
            Action::Call(target) => self.numbers.get(*target).unwrap_or(0),
            Action::Inline(program) => self.numbers.get(program.node).unwrap_or(0),
        };
        if !step.recursive && !step.boxed {
            return self.checked(model, step, own);
        }
        self.uses.insert("USE_RECUR");
        let size = box_size(model, step);
        if step.boxed {
            self.uses.insert("USE_ARENA");
        }
        let parts = vec![
            Part::Text(Text::op("STUBC_OP_RECUR")),
            Part::Reference { program: own, kind: None, rest: size.clone(), field: None },
        ];
        let deeper = self.intern(recur_key(own, &size), Program { title: Vec::new(), parts });
        self.checked(model, step, deeper)
    }

    /// Returns the program that also checks the value of a step, if it has a check.
    fn checked(&mut self, model: &View<'_, R>, step: &FieldStep<R>, program: usize) -> usize {
        let Some(text) = check_text(model, step) else { return program };
        let key = checked_key(program, &text);
        let inner = Part::Reference { program, kind: None, rest: Text::default(), field: None };
        self.intern(key, Program { title: Vec::new(), parts: vec![Part::Text(text), inner] })
    }

    /// Returns the program of a node; an array may have another form.
    fn program(&mut self, model: &View<'_, R>, node: Node, form: Option<&R::Form>, decodes: bool) -> Program {
        let program = &model.programs[&node];
        let mut parts = Vec::new();
        if let Some(raw) = model.names.kept.get(&node.ty) {
            self.uses.insert("USE_KEEP");
            let offset = model.layouts.of(node.ty).kept_offset.unwrap_or(0);
            let offset = Text::sized(offset, &format!("offsetof({}, {raw})", model.names.ty(node.ty)));
            parts.push(Part::Text(Text::op("STUBC_OP_KEPT").and(&offset)));
        }
        let extensible = |yes: bool| if yes { " | STUBC_EXTENSIBLE" } else { "" };
        match &program.body {
            Body::Sequence(steps) => {
                self.uses.insert("USE_SEQUENCE");
                let is_governed = decodes && !program.relations.is_empty();
                let governs = if is_governed { " | STUBC_GOVERNS" } else { "" };
                let keeps = if model.names.unknown.contains_key(&node.ty) { " | STUBC_KEEPS" } else { "" };
                let more = format!("{}{keeps}", extensible(program.whole.extensible));
                parts.push(Part::Text(Text::op(&format!("STUBC_OP_SEQUENCE{more}{governs}"))));
                self.sequence(model, node, steps, &mut parts);
                if is_governed {
                    self.uses.insert("USE_HOPS");
                    parts.push(Part::Relations(node));
                }
            }
            Body::Switch { arms, op } => {
                self.uses.insert("USE_CHOICE");
                if arms.len() > 255 {
                    self.uses.insert("USE_LARGE");
                }
                let (choice, tagged) = (R::choice(op), R::tagged(&mut self.uses, op));
                parts.push(Part::Text(Text::op(&format!(
                    "STUBC_OP_CHOICE{}{tagged}",
                    extensible(choice.extensible)
                ))));
                parts.push(Part::Text(arms_offset(model, node)));
                parts.push(Part::Text(Text::number(choice.roots as u64)));
                if choice.extensible {
                    self.uses.extend(R::UNKNOWN_ARMS);
                    parts.push(Part::Text(Text::number((arms.len() - choice.roots) as u64)));
                }
                for (at, arm) in arms.iter().enumerate() {
                    let (program, rest) = (self.target(model, arm), R::arm(op, at));
                    parts.push(Part::Reference { program, kind: None, rest, field: arm.field });
                }
            }
            Body::Repeat { element, op, .. } => {
                let head = R::elements(&mut self.uses, op, form);
                self.elements(model, element, head, &mut parts);
            }
            Body::Open { arms, .. } => {
                self.uses.extend(["USE_TYPED", "USE_ARENA"]);
                self.uses.extend(R::OPEN);
                parts.push(Part::Text(Text::op("STUBC_OP_TYPED")));
                parts.push(Part::Text(arms_offset(model, node)));
                parts.push(Part::Text(Text::number(arms.len() as u64)));
                for arm in arms {
                    let program = self.target(model, arm);
                    let rest = arm.field.map_or_else(|| Text::number(0), |field| item_size(model, field));
                    parts.push(Part::Reference { program, kind: None, rest, field: None });
                }
            }
            Body::Scalar(_) => {}
            Body::Set { op, .. } => match *op {},
        }
        Program { title: Vec::new(), parts }
    }

    /// Adds the fields of a structure, then its additions.
    fn sequence(&mut self, model: &View<'_, R>, node: Node, steps: &[Step<R>], parts: &mut Vec<Part>) {
        let fields = |steps: &[Step<R>]| -> Vec<FieldStep<R>> {
            steps
                .iter()
                .map_while(|step| match step {
                    Step::Field(field) => Some(field.clone()),
                    Step::Between(_) => None,
                })
                .collect()
        };
        let head = |own: &[FieldStep<R>]| {
            let flags = own.iter().filter(|step| step.op.is_flagged).count();
            R::counts(own.len() as u64, flags as u64)
        };
        let roots = fields(steps);
        parts.push(Part::Text(head(&roots)));
        roots.iter().for_each(|step| self.field(model, node, step, parts));
        if !model.programs[&node].whole.extensible {
            return;
        }
        self.uses.extend(R::ADDITIONS);
        if let Some(unknown) = model.names.unknown.get(&node.ty) {
            self.uses.insert("USE_KEEP_UNKNOWN");
            let offset = model.layouts.of(node.ty).unknown_offset.unwrap_or(0);
            let offset = Text::sized(offset, &format!("offsetof({}, {unknown})", model.names.ty(node.ty)));
            parts.push(Part::Text(offset));
        }
        parts.push(Part::Additions);
        let mut rest = &steps[roots.len()..];
        let program = &model.programs[&node];
        let additions = Text::number(program.whole.additions as u64);
        let (flags, is_more) = added_flags(&steps[roots.len()..], !program.relations.is_empty());
        self.uses.extend(if is_more { R::ADDED_DEFAULTS } else { &[] });
        parts.push(Part::Text(additions.and(&R::added_flags(flags))));
        while let Some((Step::Between(added), behind)) = rest.split_first() {
            let own = fields(&behind[..added.fields]);
            parts.push(Part::Text(if added.is_group { head(&own) } else { Text::number(0) }));
            own.iter().for_each(|step| self.field(model, node, step, parts));
            rest = &behind[added.fields..];
        }
    }

    /// Adds the step of a structure's field.
    fn field(&mut self, model: &View<'_, R>, node: Node, step: &FieldStep<R>, parts: &mut Vec<Part>) {
        let program = self.target(model, step);
        let kind = match (&step.presence, step.op.is_flagged) {
            (StepPresence::Mandatory, _) => 0,
            (StepPresence::Flag(_), false) => 1,
            (StepPresence::Flag(_), true) => 2,
            (StepPresence::Default(_), _) => 3,
        };
        let mut rest = match step.field {
            Some(field) if model.layouts.ctype(field) != CType::Nothing => {
                let (name, member) = (model.names.ty(node.ty), model.names.member(field));
                Text::sized(model.layouts.of(node.ty).offsets[&field], &format!("offsetof({name}, {member})"))
            }
            _ => Text::number(0),
        };
        if let (StepPresence::Default(value), Some(field)) = (&step.presence, step.field) {
            rest = rest.and(&self.known_default(model, value, field));
        }
        parts.push(Part::Reference { program, kind: Some(kind), rest, field: step.field });
    }

    /// Returns the default of a field: a number, a string or a constructed value.
    fn known_default(&mut self, model: &View<'_, R>, value: &DefaultValue, field: FieldId) -> Text {
        self.uses.insert("USE_DEFAULT");
        match value {
            DefaultValue::Boolean(value) => return Text::number(u64::from(*value) << 2),
            DefaultValue::Integer(number) if number.magnitude().bits() < 30 => {
                let sign = u64::from(number.sign() == Sign::Minus);
                let magnitude = u64::try_from(number.magnitude()).unwrap_or(0);
                return Text::number(magnitude << 2 | sign);
            }
            DefaultValue::Slice(_) | DefaultValue::Bits(..) => {
                if let Some(index) = model.default_slice(value) {
                    return Text::number((index as u64) << 2 | 2);
                }
            }
            _ => {}
        }
        self.uses.insert("CONSTRUCTED_DEFAULTS");
        let known = self.constructed.iter().position(|known| *known == field);
        let index = known.unwrap_or_else(|| {
            self.constructed.push(field);
            self.constructed.len() - 1
        });
        Text::number((index as u64) << 2 | 3)
    }

    /// Adds the elements of an array, after what its rule says of their number.
    fn elements(&mut self, model: &View<'_, R>, element: &FieldStep<R>, head: Text, parts: &mut Vec<Part>) {
        self.uses.extend(["USE_ARRAY", "USE_ARENA"]);
        let size = element.field.map_or_else(|| Text::number(1), |field| item_size(model, field));
        parts.push(Part::Text(head.and(&size)));
        let program = self.target(model, element);
        parts.push(Part::Reference { program, kind: None, rest: Text::default(), field: None });
    }

    /// Finds the places of the programs that roots and steps need.
    fn arrange(&mut self, model: &View<'_, R>, roots: impl Iterator<Item = usize>) {
        let fixed = R::first_programs(&self.uses).into_iter();
        let fixed: Vec<usize> = fixed.map(|text| self.intern(text.key(), Program::of(text))).collect();
        let mut first = 0;
        let shapes = self.programs.iter().map(|program| self.shape(model, program, &mut first));
        let shapes: Vec<Shape> = shapes.collect();
        let own = (0..self.numbers.order.len()).filter(|index| !self.programs[*index].parts.is_empty());
        let mut present: BTreeSet<usize> = own.chain(roots.map(|root| self.holder(root))).collect();
        let mut open: Vec<usize> = present.iter().copied().collect();
        while let Some(program) = open.pop() {
            let named = shapes[program].references.iter().map(|reference| reference.program);
            open.extend(named.filter(|program| present.insert(*program)));
        }
        self.places = Places::of(&shapes, &present, R::IS_DIRECT, &fixed);
    }

    /// Returns the bytes and the references of a program. `first`: the first hop of its relations.
    fn shape(&self, model: &View<'_, R>, program: &Program, first: &mut usize) -> Shape {
        let mut shape = Shape::default();
        for part in &program.parts {
            match part {
                Part::Text(text) => shape.fixed += text.octets(),
                Part::Reference { program, kind, rest, .. } => {
                    let (program, has_kind) = (self.holder(*program), kind.is_some());
                    shape.references.push(Reference { before: shape.fixed, program, has_kind });
                    shape.fixed += rest.octets();
                }
                Part::Additions => {}
                Part::Relations(node) => {
                    let relations = &model.programs[node].relations;
                    shape.fixed += relations_text(*first, relations.len()).octets();
                    *first +=
                        relations.iter().map(|relation| hops(model, relation, 0).rows.len()).sum::<usize>();
                }
            }
        }
        shape
    }

    /// Makes the hops of all relations, in the order of the programs. Returns the first one of each node.
    fn hop(&mut self, model: &View<'_, R>) -> BTreeMap<Node, usize> {
        let mut firsts = BTreeMap::new();
        let parts = self.programs.iter().flat_map(|program| &program.parts);
        let nodes =
            parts.filter_map(|part| if let Part::Relations(node) = part { Some(*node) } else { None });
        for node in nodes.collect::<Vec<Node>>() {
            firsts.insert(node, self.hops.len());
            for relation in &model.programs[&node].relations {
                self.ways.push((self.hops.len(), relation.path.clone()));
                let found = hops(model, relation, self.number_of(relation.open));
                let uses = HOPS.iter().filter(|(op, _)| found.rows.iter().any(|row| row.contains(op)));
                self.uses.extend(uses.map(|(_, feature)| *feature));
                self.most_hop = self.most_hop.max(found.most);
                self.hops.extend(found.rows);
            }
        }
        firsts
    }

    /// Writes all programs in the order of their places.
    fn write(&mut self, model: &View<'_, R>) {
        let firsts = self.hop(model);
        for index in self.places.order.clone() {
            debug_assert_eq!(self.octets, self.places.offset(index), "a program has another place");
            let Program { title, parts } = std::mem::take(&mut self.programs[index]);
            if title.is_empty() && !parts.is_empty() {
                self.lines.push(format!("/* {} */", self.number(index)));
            }
            self.lines.extend(title);
            for part in parts {
                match part {
                    Part::Text(text) => self.push(&text),
                    Part::Reference { program, kind, rest, field } => {
                        self.steps.extend(field.map(|field| (self.octets, field)));
                        let number = self.places.from(self.holder(program), self.octets) as u64;
                        let number = Text::number(kind.map_or(number, |kind| number << 2 | kind));
                        self.push(&number.and(&rest));
                    }
                    Part::Additions => {
                        self.additions.insert(index, self.octets);
                    }
                    Part::Relations(node) => {
                        self.relations.insert(index, self.octets);
                        let count = model.programs[&node].relations.len();
                        self.push(&relations_text(firsts[&node], count));
                    }
                }
            }
        }
    }

    fn push(&mut self, text: &Text) {
        self.octets += text.octets();
        self.lines.push(text.line());
    }
}

/// Returns the first hop and the number of the relations of a structure.
fn relations_text(first: usize, count: usize) -> Text {
    Text::number(first as u64).and(&Text::number(count as u64))
}

/// Returns the bytes of a node's program, about: references take one or two bytes.
pub fn octets<R: Packed>(model: &View<'_, R>, node: Node) -> u64 {
    let program = &model.programs[&node];
    let fields = program.body.fields().count() as u64;
    let checks = program.body.fields().filter(|step| step.check.is_some()).count() as u64;
    4 * checks
        + match &program.body {
            Body::Sequence(_) => 5 + 3 * fields + 2 * program.whole.additions as u64,
            Body::Switch { .. } => 5 + 2 * fields,
            Body::Open { .. } => 5 + 4 * fields,
            Body::Repeat { .. } => 9,
            Body::Scalar(_) | Body::Set { .. } => 4,
        }
}

/// Returns the number of flags that the additions of a structure have in the struct, and below it whether more must be
/// done if none is sent: some have defaults, or `is_governed`, relations follow them.
fn added_flags<R: Packed>(added: &[Step<R>], is_governed: bool) -> (Text, bool) {
    let added = added.iter().filter_map(|step| match step {
        Step::Field(field) => Some(matches!(field.presence, StepPresence::Flag(_))),
        Step::Between(_) => None,
    });
    let (flagged, others): (Vec<bool>, Vec<bool>) = added.partition(|is_flagged| *is_flagged);
    let is_more = is_governed || !others.is_empty();
    (Text::number((flagged.len() as u64) << 1 | u64::from(is_more)), is_more)
}

/// Returns the offset of a union's arms.
fn arms_offset<R: Packed>(model: &View<'_, R>, node: Node) -> Text {
    if !crate::c::header::has_arms(model, node.ty) {
        return Text::number(0);
    }
    debug_assert!(matches!(model.graph.types[node.ty].kind, TypeKind::Union(_) | TypeKind::Open(_)));
    let offset = model.layouts.of(node.ty).arms_offset;
    Text::sized(offset, &format!("offsetof({}, u)", model.names.ty(node.ty)))
}

/// Returns the size of a value in memory of its own; 0 without a member.
fn item_size<R: Packed>(model: &View<'_, R>, field: FieldId) -> Text {
    match model.layouts.ctype(field) {
        // The header declares such elements as bytes.
        CType::Nothing => Text::number(1),
        ctype => {
            Text::sized(model.layouts.extent(ctype).size, &format!("sizeof({})", item_type(model, field)))
        }
    }
}

/// Returns the size of the memory of its own that a step's value has; 0 if it has none.
fn box_size<R: Packed>(model: &View<'_, R>, step: &FieldStep<R>) -> Text {
    match step.field.map(|field| model.layouts.ctype(field)) {
        Some(CType::Pointer(target)) => {
            let octets = model.layouts.of(target).extent.map_or(0, |extent| extent.size);
            Text::sized(octets, &format!("sizeof({})", model.names.ty(target)))
        }
        _ => Text::number(0),
    }
}

/// Returns the commands of a step's check, in front of the program of its value.
fn check_text<R: Packed>(model: &View<'_, R>, step: &FieldStep<R>) -> Option<Text> {
    let check = step.check.as_ref()?;
    let boxed = if step.boxed { " | STUBC_BOXED" } else { "" };
    let number = Text::number(model.checks.number(model.graph, check) as u64);
    Some(Text::op(&format!("STUBC_OP_CHECKED{boxed}")).and(&number))
}

/// Returns the key of the program that checks a value.
fn checked_key(program: usize, text: &Text) -> String {
    format!("checked {program} {}", text.key())
}

/// Returns the key of the program that enters a level of depth.
fn recur_key(own: usize, size: &Text) -> String {
    format!("recur {own} {}", size.key())
}

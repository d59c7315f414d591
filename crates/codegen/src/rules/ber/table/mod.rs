//! Commands for the interpreter: the table back end. ARCHITECTURE.md describes the format.

mod print;

use crate::c::commands::title;
use crate::stub::Node;
use crate::c::defaults;
use crate::c::escape::comment;
use crate::c::expr::{integer_constant, repr_name};
use crate::c::header::item_type;
use crate::c::several::UNITS;
use crate::model::layout::CType;
use crate::c::remarks::Remarks;
use crate::program::numbering::Numbering;
use crate::program::techniques::Direction;
use crate::program::{DefaultValue, Key, StepPresence};
use crate::rules::ber::ops::{Action, Array, Set, Skip, Union, Body, FieldStep, Model, Needs, Primitive, Start, Step};
use crate::rules::Rules;
use crate::rules::ber::identifier::Identifier;
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::{FieldId, IntegerRepr, TypeId, TypeKind};

/// The commands of a plan.
#[derive(Debug, Default)]
pub struct Table {
    /// Whether anything is interpreted.
    pub is_used: bool,
    /// The numbers of the nodes.
    pub numbers: Numbering,
    /// The dictionary of identifiers; empty when every one is a single octet that needs none.
    pub tags: Vec<u32>,
    /// Integer defaults.
    pub integers: Vec<String>,
    /// Fields with constructed defaults; together those that the same octets stand for and the same function knows.
    pub constructed: Vec<Vec<FieldId>>,
    /// Steps that do not fit into four octets, as C initializers, and one more than the index of a constructed default.
    pub wides: Vec<(String, usize)>,
    /// Where each of them is: what reads the same is there once.
    known_wides: BTreeMap<(String, usize), usize>,
    /// More of them, for targets that align to less than 4 octets: offsets that are in octets there, and beyond 255.
    pub far: Vec<(String, usize)>,
    /// Ways to governors and open types, as C initializers.
    pub hops: Vec<String>,
    /// Where the step of each field lies.
    pub steps: Vec<(usize, FieldId)>,
    /// The first hop of each relation, and the way to its open types.
    pub ways: Vec<(usize, Vec<FieldId>)>,
    /// Commands as lines of C.
    lines: Vec<String>,
    /// Start of each node's commands.
    offsets: Vec<usize>,
    /// Whether the runtime serves other specifications as well.
    pub is_unit: bool,
    /// Whether wide steps have room for the number of a constructed default.
    has_known: bool,
    /// Whether wide steps hold identifiers, not their places in the dictionary.
    is_long: bool,
    /// Members of wide steps that other specifications need: zeros.
    spare: String,
    /// Whether every root is interpreted: their steps stand by themselves, not behind the programs.
    pub all_interpreted: bool,
    /// The step of each interpreted root; where it lies when it stands behind the programs.
    pub roots: BTreeMap<TypeId, String>,
    /// Length of all commands in octets.
    pub octets: usize,
    /// Whether a step has an explicit tag, closes a cycle, has a default.
    pub uses: Uses,
}

/// Features of the interpreter that the commands use.
#[derive(Debug, Default)]
pub struct Uses {
    /// An explicit tag.
    pub explicit: bool,
    /// Two explicit tags around one field.
    pub two_tags: bool,
    /// Governors that are structures.
    pub parts: bool,
    /// The representations of governors that are numbers.
    pub numbers: BTreeSet<&'static str>,
    /// A recursive field.
    pub recursion: bool,
    /// A default.
    pub default: bool,
    /// A default that is NULL.
    pub null_default: bool,
    /// A presence flag.
    pub flags: bool,
    /// An extension insertion point.
    pub skips: bool,
    /// Kinds of programs.
    pub kinds: BTreeSet<&'static str>,
    /// Most fields of a SET.
    pub set_fields: usize,
}

/// Whether the interpreter can hold the program of `node`.
pub fn fits(model: &Model<'_>, node: Node) -> bool {
    let program = &model.programs[&node];
    let layout = model.layouts.of(node.ty);
    let steps = program.body.fields().count() + usize::from(matches!(program.body, Body::Sequence(_)));
    steps <= 255
        && layout.flags.len() <= 255
        && layout.arms_offset <= 255
        && super::relations::fit(model, node)
        && typed_sizes_fit(model, &program.body)
        && program.body.fields().all(|step| step_fits(model, node, &program.body, step))
        && roots(model, node).all(|step| step_fits(model, node, &program.body, step))
}

/// The steps of the roots that are of a node's type.
fn roots<'m>(model: &'m Model<'_>, node: Node) -> impl Iterator<Item = &'m FieldStep> + 'm {
    let roots = model.options.roots.iter().zip(model.root_steps);
    roots.filter(move |(root, _)| model.root_node(root) == node).map(|(_, step)| step)
}

/// Whether what an open type may hold is counted in units of eight octets by one.
fn typed_sizes_fit(model: &Model<'_>, body: &Body) -> bool {
    let Body::Open { arms, .. } = body else { return true };
    let mut fields = arms.iter().filter_map(|arm| arm.field);
    fields.all(|field| model.layouts.extent(model.layouts.ctype(field)).size.div_ceil(8) <= 255)
}

fn step_fits(model: &Model<'_>, node: Node, body: &Body, step: &FieldStep) -> bool {
    let extent = step.field.map_or(8, |field| model.layouts.extent(model.layouts.ctype(field)).size);
    let offset =
        step.field.and_then(|field| model.layouts.of(node.ty).offsets.get(&field)).copied().unwrap_or(0);
    let target_fits = match step.action {
        Action::Call(target) => {
            let untagged = step.op.tag.is_none() && matches!(model.graph.types[target.ty].kind, TypeKind::Union(_));
            let boxed = !step.boxed || model.layouts.extent(CType::Struct(target.ty)).size < 1 << 16;
            boxed && (!untagged || model.graph.fields_of(target.ty).len() <= 255)
        }
        Action::Primitive(Primitive::IsoTime) => false,
        _ => true,
    };
    let default_fits = match &step.presence {
        StepPresence::Default(DefaultValue::Integer(value)) => i32::try_from(value).is_ok(),
        _ => true,
    };
    step.op.outer.len() <= 2
        && offset < 1 << 16
        && target_fits
        && default_fits
        && kept_fits(model, step)
        && (!matches!(body, Body::Repeat { .. }) || extent < 1 << 16)
}

/// Whether a step can say where octets as received go; of an absent field there are none.
fn kept_fits(model: &Model<'_>, step: &FieldStep) -> bool {
    match (&step.action, step.op.keep) {
        (Action::Call(target), Some(_)) => {
            let is_default = matches!(step.presence, StepPresence::Default(_));
            !is_default && model.layouts.of(target.ty).kept_offset.is_none_or(|offset| offset < 1 << 16)
        }
        _ => true,
    }
}

/// Octets of a node in the table, its number and the steps of the roots that it is included, when every step takes its usual size.
pub fn octets(model: &Model<'_>, node: Node) -> u64 {
    let program = &model.programs[&node];
    let of_roots: usize = roots(model, node).map(|step| if needs_wide(step) { 14 } else { 4 }).sum();
    // A scalar has no commands but those of roots.
    if model.is_scalar(node.ty) {
        return of_roots as u64;
    }
    let skips = match &program.body {
        Body::Sequence(steps) => steps.iter().filter(|step| matches!(step, Step::Between(_))).count(),
        _ => 0,
    };
    let wide = program
        .body
        .fields()
        .filter(|step| simple_offset(model, node, step).is_none() || needs_wide(step))
        .count();
    let sizes = if let Body::Open { arms, .. } = &program.body { arms.len() } else { 0 };
    let relations = &program.relations;
    let hops: usize = relations.iter().map(|one| 6 * (one.governor.len() + one.path.len())).sum();
    let tail = sizes + hops + if relations.is_empty() { 0 } else { 3 };
    (3 + 2 + 4 * (program.body.fields().count() + skips) + of_roots + 10 * wide + tail) as u64
}

/// A reason for a wide step that lies in the step alone.
fn needs_wide(step: &FieldStep) -> bool {
    let default = match &step.presence {
        StepPresence::Default(value) => Some(value),
        _ => None,
    };
    let has_index_default =
        default.is_some_and(|value| !matches!(value, DefaultValue::EmptyArray | DefaultValue::Null));
    let natural = match (&step.action, step.op.tag) {
        (Action::Call(_), Some(tag)) => tag == Identifier(0x30) || tag == Identifier(0x31),
        (_, Some(tag)) => !tag.is_long() && !has_index_default,
        (_, None) => true,
    };
    step.check.is_some()
        || matches!(default, Some(DefaultValue::Encoded(_)))
        || step.op.keep.is_some()
        || step.recursive
        || step.op.outer.len() > 1
        || (step.op.outer.len() == 1 && !natural)
}

/// The offset octet as C, and its scale, where one octet suffices.
fn simple_offset(model: &Model<'_>, node: Node, step: &FieldStep) -> Option<String> {
    let Some(field) = step.field else { return Some("0".into()) };
    let in_structure = matches!(model.graph.types[node.ty].kind, TypeKind::Structure(_));
    let ctype = model.layouts.ctype(field);
    if !in_structure || ctype == CType::Nothing {
        return Some("0".into());
    }
    let offset = model.layouts.of(node.ty).offsets[&field];
    let scale = match ctype {
        CType::Bool | CType::Integer(IntegerRepr::I8 | IntegerRepr::U8) => 1,
        CType::Integer(IntegerRepr::I16 | IntegerRepr::U16) => 2,
        _ => 4,
    };
    let (ty, member) = (model.names.ty(node.ty), model.names.member(field));
    (offset.is_multiple_of(scale) && offset / scale <= 255)
        .then(|| format!("STUBC_OFFSET({ty}, {member}, {scale})"))
}

/// The comment behind a row that does not name its field by the offset.
fn unnamed_field(model: &Model<'_>, node: Node, step: &FieldStep) -> String {
    let field = step.field.map(|field| &model.graph.fields[field].name);
    let field = field.filter(|name| !name.is_empty() && !matches!(model.graph.types[node.ty].kind, TypeKind::Array(_)));
    let is_named = matches!(model.graph.types[node.ty].kind, TypeKind::Structure(_))
        && !needs_wide(step)
        && simple_offset(model, node, step).is_some_and(|offset| offset != "0");
    match field {
        Some(name) if !is_named => format!(" {}", comment(name)),
        _ => String::new(),
    }
}

/// Whether an offset that fits in its unit may not where all units are octets; pointers are hardly larger there.
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
            // Such a node is compiled in every plan; a union has commands all the same, by whose tags others know it.
            Primitive::IsoTime => "STUBC_OP_OCTETS".into(),
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
    /// Numbers the nodes and writes their commands. `shared` holds the features of a runtime that serves other
    /// specifications as well: all have the same form of wide steps and of roots.
    pub fn build(
        model: &Model<'_>,
        needs: &Needs,
        remarks: &Remarks,
        shared: &BTreeSet<String>,
    ) -> Self {
        let is_unit = shared.contains(UNITS);
        let mut table = Self { is_used: needs.interprets(), is_unit, ..Self::default() };
        if !table.is_used {
            return table;
        }
        let decodes = |node: Node| needs.interpreted[&Direction::Decode].contains(&node);
        // Where governors and open types are is said by the names of their structs.
        let is_alone = |node: Node| decodes(node) && !model.programs[&node].relations.is_empty();
        table.numbers = Numbering::of(model, needs, &is_alone);
        table.tags = table.dictionary(model, needs);
        table.is_long = table.tags.len() > 256 || shared.contains("LONG_DICTIONARY");
        table.has_known = shared.contains("CONSTRUCTED_DEFAULTS");
        if shared.contains("USE_KEEP") && model.names.kept.is_empty() {
            table.spare = ", 0, 0".to_owned();
        }
        for (index, (holder, served)) in table.numbers.commands().into_iter().enumerate() {
            let node = table.numbers.order[index];
            let place = if holder == index { table.octets } else { table.offsets[holder] };
            table.offsets.push(place);
            if holder == index && needs.programs.contains(&node) {
                table.lines.extend(title(model, remarks, place, &served));
                table.program(model, node, served.iter().any(|node| decodes(*node)));
            }
        }
        let is_step = shared.is_empty() || shared.contains("ROOT_STEPS");
        table.all_interpreted = is_step && model.options.roots.iter().all(|root| {
            let node = model.root_node(root);
            Direction::ALL.into_iter().all(|way| {
                !root.has(way)
                    || needs.interpreted[&way].contains(&node) && !needs.procedures[&way].contains_key(&node)
            })
        });
        for (root, step) in model.options.roots.iter().zip(model.root_steps) {
            let node = model.root_node(root);
            let interpreted =
                |direction| needs.interpreted[&direction].contains(&node) && root.has(direction);
            if !Direction::ALL.into_iter().any(interpreted) {
                continue;
            }
            let place = table.octets;
            if table.all_interpreted {
                table.step(model, node, step);
                table.octets = place;
                let own = table.lines.pop().unwrap_or_default();
                table.roots.insert(root.ty, own.trim_end_matches(',').to_owned());
            } else {
                table.roots.insert(root.ty, place.to_string());
                table.push(comment(&format!("{place}: the root {}", model.graph.type_path(root.ty))), 0);
                table.step(model, node, step);
            }
        }
        table
    }

    /// The number of a node that commands call.
    fn number(&self, node: Node) -> usize {
        self.numbers.get(node).expect("what is called is numbered")
    }

    /// Identifiers that do not stand for themselves in a tag octet.
    fn dictionary(&self, model: &Model<'_>, needs: &Needs) -> Vec<u32> {
        let mut used = BTreeSet::new();
        for node in &needs.programs {
            for step in model.programs[node].body.fields() {
                used.extend(step.op.outer.iter().copied().chain(step.op.tag));
            }
        }
        for step in model.root_steps {
            used.extend(step.op.outer.iter().copied().chain(step.op.tag));
        }
        let mut tags: Vec<u32> = used.iter().filter(|id| id.is_long()).map(|id| id.0).collect();
        if tags.is_empty() {
            return tags;
        }
        tags.insert(0, 0);
        loop {
            let hidden =
                used.iter().map(|id| id.0).find(|id| (*id as usize) < tags.len() && !tags.contains(id));
            match hidden {
                Some(id) => tags.push(id),
                None => return tags,
            }
        }
    }

    /// The tag octet of an identifier; nothing when the dictionary is too long for it.
    fn tag_octet(&self, id: Option<Identifier>) -> Option<String> {
        let Some(id) = id else { return Some("0".into()) };
        match self.tags.iter().position(|tag| *tag == id.0) {
            Some(index) => (index <= 255).then(|| format!("{index} /* {id} */")),
            None => Some(id.to_string()),
        }
    }

    /// Whether the dictionary has other identifiers where those of a SEQUENCE and a SET inside an explicit tag would be.
    fn hides_sequences(&self, step: &FieldStep) -> bool {
        let known = [Identifier(0x30), Identifier(0x31)];
        !step.op.outer.is_empty() && step.op.tag.is_some_and(|tag| known.contains(&tag)) && self.tags.len() > 0x30
    }

    fn push(&mut self, line: String, octets: usize) {
        self.lines.push(line);
        self.octets += octets;
    }

    /// The commands of a node; what is for decoding alone is left out where nobody `decodes` by them.
    #[allow(clippy::too_many_lines, reason = "one match: the commands of each kind of body")]
    fn program(&mut self, model: &Model<'_>, node: Node, decodes: bool) {
        let name = model.names.ty(node.ty).to_owned();
        let program = &model.programs[&node];
        let flags = model.layouts.of(node.ty).flags.len();
        let der = model.options.rules == Rules::Der;
        let extensible = |yes: bool| if yes { " | STUBC_EXTENSIBLE" } else { "" };
        let is_governed = decodes && !program.relations.is_empty();
        let governs = if is_governed { " | STUBC_GOVERNS" } else { "" };
        match &program.body {
            Body::Sequence(steps) => {
                let steps = steps.iter().filter(|step| decodes || matches!(step, Step::Field(_)));
                self.push(format!("STUBC_SEQUENCE{governs}, {}, {flags},", steps.clone().count()), 3);
                for step in steps {
                    match step {
                        Step::Field(field) => self.step(model, node, field),
                        Step::Between(Skip { .. }) => {
                            self.uses.skips = true;
                            self.push("STUBC_OP_SKIP, 0, 0, 0,".into(), 4);
                        }
                    }
                }
            }
            Body::Set { fields, op: Set { extensible: more, sorts } } => {
                self.uses.kinds.insert("SET");
                self.uses.set_fields = self.uses.set_fields.max(fields.len());
                let sorted = if *sorts { " | STUBC_SORTED" } else { "" };
                self.push(
                    format!("STUBC_SET{}{sorted}{governs}, {}, {flags},", extensible(*more), fields.len()),
                    3,
                );
                for field in fields {
                    self.step(model, node, field);
                }
            }
            Body::Switch { arms, op: Union { extensible: more } } => {
                self.uses.kinds.insert("UNION");
                if *more {
                    self.uses.kinds.insert("UNKNOWN_ARM");
                }
                let offset = if crate::c::header::has_arms(model, node.ty) {
                    format!("STUBC_OFFSET({name}, u, 1)")
                } else {
                    "1".into()
                };
                self.push(format!("STUBC_UNION{}, {}, {offset},", extensible(*more), arms.len()), 3);
                for arm in arms {
                    self.step(model, node, arm);
                }
            }
            Body::Repeat { element, op: Array { unordered }, .. } => {
                self.uses.kinds.insert("ARRAY");
                let sorted = if der && *unordered { " | STUBC_SORTED" } else { "" };
                let item = element.field.map_or_else(String::new, |field| item_type(model, field));
                self.push(format!("STUBC_ARRAY{sorted}, STUBC_SIZE({item}),"), 3);
                self.step(model, node, element);
            }
            Body::Open { arms, .. } => {
                let offset = if crate::c::header::has_arms(model, node.ty) {
                    format!("STUBC_OFFSET({name}, u, 1)")
                } else {
                    "0".into()
                };
                self.push(format!("STUBC_TYPED, {}, {offset},", arms.len()), 3);
                for arm in arms {
                    self.step(model, node, arm);
                }
                for field in arms.iter().filter_map(|arm| arm.field) {
                    let size = match model.layouts.ctype(field) {
                        CType::Nothing => "0".into(),
                        _ => format!("STUBC_SIZE_IN_UNITS({})", item_type(model, field)),
                    };
                    self.push(format!("{size},"), 1);
                }
            }
            Body::Scalar(_) => {}
        }
        if is_governed {
            let first = self.hops.len();
            for relation in &program.relations {
                match relation.key {
                    Key::Number(repr) => drop(self.uses.numbers.insert(repr_name(repr))),
                    Key::Parts(_) => self.uses.parts = true,
                    Key::Octets => {}
                }
                let open = self.number(relation.open).to_string();
                self.ways.push((self.hops.len(), relation.path.clone()));
                self.hops.extend(super::relations::hops(model, relation, &open).into_iter().flatten());
            }
            let count = program.relations.len();
            self.push(format!("{}, {}, {count},", first & 0xff, first >> 8), 3);
        }
    }

    fn step(&mut self, model: &Model<'_>, node: Node, step: &FieldStep) {
        self.steps.extend(step.field.map(|field| (self.octets, field)));
        self.uses.explicit |= !step.op.outer.is_empty();
        self.uses.two_tags |= step.op.outer.len() > 1;
        self.uses.recursion |= step.recursive;
        let mut flags = String::new();
        let is_arm = matches!(model.graph.types[node.ty].kind, TypeKind::Union(_)) && step.field.is_some();
        let about = unnamed_field(model, node, step);
        let tagged = step.op.tag.is_some() || !step.op.outer.is_empty();
        let direct = tagged && matches!(step.op.starts[..], [Start::Identifier(_)]) && !needs_wide(step);
        let mut arg = match &step.action {
            Action::Call(target) if is_typed(model, *target) => self.number(*target) + 1,
            Action::Call(target) => self.number(*target),
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
                    DefaultValue::Integer(value) => arg = self.integer(integer_constant(value)),
                    DefaultValue::Slice(_) | DefaultValue::Bits(..) => {
                        arg = model.default_slice(default).unwrap_or(0);
                    }
                    DefaultValue::Null => self.uses.null_default = true,
                    // Encoded ones have their place in a wide step.
                    DefaultValue::EmptyArray | DefaultValue::Encoded(_) => {}
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
                self.far.push(row);
                let index = self.far.len() - 1;
                self.push(format!("STUBC_FAR({index}, {flags}, {op}, {tag}, {offset}, {arg}),"), 4);
            } else {
                self.push(format!("{op}{flags}, {tag}, {offset}, {arg},{about}"), 4);
            }
            return;
        }
        let row = self.wide(model, node, step, arg);
        let index = *self.known_wides.entry(row.clone()).or_insert(self.wides.len());
        if index == self.wides.len() {
            self.wides.push(row);
        }
        if !step.op.outer.is_empty() {
            flags.push_str(" | STUBC_EXPLICIT");
        }
        if is_arm && direct {
            flags.push_str(" | STUBC_LOOK");
        }
        self.push(format!("STUBC_OP_WIDE{flags}, 0, {}, {},{about}", index & 0xff, index >> 8), 4);
    }

    fn integer(&mut self, value: String) -> usize {
        if let Some(index) = self.integers.iter().position(|known| *known == value) {
            return index;
        }
        self.integers.push(value);
        self.integers.len() - 1
    }

    /// The form at full width.
    fn wide(&mut self, model: &Model<'_>, node: Node, step: &FieldStep, arg: usize) -> (String, usize) {
        let tag = |id: Option<Identifier>| match (self.is_long, id) {
            (false, id) => self.tag_octet(id).unwrap_or_default(),
            (true, id) => id.map_or("0".to_owned(), |id| id.to_string()),
        };
        let outer = |index: usize| tag(step.op.outer.get(index).copied());
        let tag = tag(step.op.tag);
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
            None => String::new(),
        };
        let missing = if check.is_empty() && !model.checks.is_empty() { ", 0" } else { "" };
        let keep = match (&step.action, step.op.keep) {
            (Action::Call(target), Some(around)) => {
                let member = format!("offsetof({}, {})", model.names.ty(target.ty), model.names.kept[&target.ty]);
                format!(", {member}, {}", around + 1)
            }
            _ if model.names.kept.is_empty() => self.spare.clone(),
            _ => ", 0, 0".to_owned(),
        };
        let (outer, inner) = (outer(0), outer(1));
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
        (format!("{offset}, {arg}, {size}, {outer}, {inner}, {tag}, {op}{check}{missing}{keep}"), known)
    }
}

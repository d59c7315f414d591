//! Commands for the interpreter: the table back end. ARCHITECTURE.md describes the format.

mod print;
mod step;
mod width;

pub use width::octets;

use crate::c::commands::title;
use crate::c::expr::repr_name;
use crate::c::header::item_type;
use crate::c::remarks::Remarks;
use crate::c::several::UNITS;
use crate::model::layout::CType;
use crate::program::numbering::Numbering;
use crate::program::techniques::Direction;
use crate::program::{Key, Relation};
use crate::rules::Rules;
use crate::rules::ber::identifier::Identifier;
use crate::rules::ber::ops::{Array, Body, FieldStep, Model, Needs, Set, Skip, Step, Union};
use crate::stub::Node;
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::{FieldId, TypeId};

/// The feature of a runtime whose commands have the form for large programs.
pub const LARGE: &str = "LARGE";

/// The commands of a plan.
#[derive(Debug, Default)]
pub struct Table {
    /// Whether anything is interpreted.
    pub is_used: bool,
    /// The numbers of the nodes.
    pub numbers: Numbering,
    /// The dictionary of identifiers; empty if each of them is a single octet.
    pub tags: Vec<u32>,
    /// Integer defaults; those of 64 bits without a sign by their bits.
    pub integers: Vec<i64>,
    /// Fields with constructed defaults, grouped by equal bytes and comparing function.
    pub constructed: Vec<Vec<FieldId>>,
    /// Steps that do not fit in four bytes: the C initializer, and the index of a constructed default plus 1
    /// (0: none).
    pub wides: Vec<(String, usize)>,
    /// The index of each of these steps; equal steps share one.
    known_wides: BTreeMap<Vec<(String, usize)>, usize>,
    /// More of them, for targets with alignments below 4: there offsets are in bytes and may exceed 255.
    pub far: Vec<(String, usize)>,
    /// Hops to governors and open types, as C initializers.
    pub hops: Vec<String>,
    /// The place of each field's step in the commands.
    pub steps: Vec<(usize, FieldId)>,
    /// The first hop of each relation, and the path to its open types.
    pub ways: Vec<(usize, Vec<FieldId>)>,
    /// Commands as lines of C.
    lines: Vec<String>,
    /// Start of each node's commands.
    offsets: Vec<usize>,
    /// Whether the runtime also serves other specifications.
    pub is_unit: bool,
    /// Whether wide steps have room for the number of a constructed default.
    has_known: bool,
    /// Whether wide steps hold identifiers instead of dictionary indices.
    is_long: bool,
    /// Whether the commands have the form for large programs: three bytes for each number of a head, 32 bits
    /// for each of a wide step or a hop.
    pub is_large: bool,
    /// Whether a number does not fit in the usual form.
    exceeds: bool,
    /// Whether wide steps have room for a check.
    has_checks: bool,
    /// Whether wide steps have room for the place of received bytes.
    has_keep: bool,
    /// The step of each root that the interpreter may run.
    pub roots: BTreeMap<TypeId, String>,
    /// The step of each type that strings must contain.
    pub contained: Vec<String>,
    /// Length of all commands in octets.
    pub octets: usize,
    /// The features of the interpreter that the commands use.
    pub uses: Uses,
}

/// Features of the interpreter that the commands use.
#[derive(Debug, Default)]
pub struct Uses {
    /// An explicit tag.
    pub explicit: bool,
    /// Two explicit tags around one field.
    pub two_tags: bool,
    /// More explicit tags around one field.
    pub many_tags: bool,
    /// A default of a field that keeps its received bytes.
    pub kept_defaults: bool,
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

impl Table {
    /// Numbers the nodes and writes their commands: in the usual form, or in the large one if some number does
    /// not fit. `shared` holds the features of a runtime that also serves other specifications: all have the
    /// same form of commands, of wide steps and of roots.
    pub fn build(model: &Model<'_>, needs: &Needs, remarks: &Remarks, shared: &BTreeSet<String>) -> Self {
        let write = |is_large| {
            let is_unit = shared.contains(UNITS);
            let mut table = Self { is_used: needs.interprets(), is_unit, is_large, ..Self::default() };
            if table.is_used {
                table.write(model, needs, remarks, shared);
            }
            table
        };
        let table = write(shared.contains(LARGE));
        if table.exceeds { write(true) } else { table }
    }

    fn write(&mut self, model: &Model<'_>, needs: &Needs, remarks: &Remarks, shared: &BTreeSet<String>) {
        let decodes = |node: Node| needs.decoded.contains(&node);
        // Hops name the structs of governors and open types, so these commands cannot be shared.
        let is_alone = |node: Node| decodes(node) && !model.programs[&node].relations.is_empty();
        self.numbers = Numbering::of(model, needs, &is_alone);
        self.tags = self.dictionary(model, needs);
        self.is_long = self.tags.len() > 256 || shared.contains("LONG_DICTIONARY");
        self.has_known = shared.contains("CONSTRUCTED_DEFAULTS");
        self.has_checks = !model.checks.is_empty() || shared.contains("CHECKS");
        self.has_keep = !model.names.kept.is_empty() || shared.contains("USE_KEEP");
        for (index, (holder, served)) in self.numbers.commands().into_iter().enumerate() {
            let node = self.numbers.order[index];
            let place = if holder == index { self.octets } else { self.offsets[holder] };
            self.offsets.push(place);
            if holder == index && needs.programs.contains(&node) {
                self.lines.extend(title(model, remarks, place, &served));
                self.program(model, node, served.iter().any(|node| decodes(*node)));
            }
        }
        for (root, step) in model.options.roots.iter().zip(model.root_steps) {
            let node = model.root_node(root);
            let encodes = root.encode && needs.interpreted[&Direction::Encode].contains(&node);
            if encodes || root.decode && decodes(node) {
                let step = self.apart(model, node, step);
                self.roots.insert(root.ty, step);
            }
        }
        for (ty, step) in model.contained.iter().zip(model.contained_steps) {
            let step = self.apart(model, Node::general(*ty), step);
            self.contained.push(step);
        }
        self.holds_tables();
    }

    /// Returns a step that belongs to no program, as the initializer of four bytes.
    fn apart(&mut self, model: &Model<'_>, node: Node, step: &FieldStep) -> String {
        let place = self.octets;
        self.step(model, node, step);
        self.octets = place;
        let own = self.lines.pop().unwrap_or_default();
        format!("{{{}}}", own.trim_end_matches(','))
    }

    /// Returns the number of a node that commands call.
    fn number(&self, node: Node) -> usize {
        self.numbers.get(node).expect("what is called is numbered")
    }

    /// Returns the identifiers that a tag byte encodes by their index.
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

    /// Returns the tag byte of an identifier as C; `None` if its index exceeds 255.
    fn tag_octet(&self, id: Option<Identifier>) -> Option<String> {
        let Some(id) = id else { return Some("0".into()) };
        match self.tags.iter().position(|tag| *tag == id.0) {
            Some(index) => (index <= 255).then(|| format!("{index} /* {id} */")),
            None => Some(id.to_string()),
        }
    }

    /// Returns whether dictionary indices hide the identifiers of a SEQUENCE and a SET inside an explicit
    /// tag.
    fn hides_sequences(&self, step: &FieldStep) -> bool {
        let known = [Identifier(0x30), Identifier(0x31)];
        !step.op.outer.is_empty()
            && step.op.tag.is_some_and(|tag| known.contains(&tag))
            && self.tags.len() > 0x30
    }

    /// Notes the lengths of the tables, to which commands refer by number.
    fn holds_tables(&mut self) {
        let wides = self.wides.len() + self.far.len();
        for length in [self.numbers.order.len(), wides, self.constructed.len()] {
            self.holds(length as u64, 0xffff);
        }
    }

    fn push(&mut self, line: String, octets: usize) {
        self.lines.push(line);
        self.octets += octets;
    }

    /// Notes a number that has to be at most `most` in the usual form.
    fn holds(&mut self, number: u64, most: u64) {
        self.exceeds |= !self.is_large && number > most;
    }

    /// Returns a number of a program's head or tail as C.
    fn count(&mut self, number: usize) -> String {
        self.holds(number as u64, 0xff);
        if self.is_large { format!("STUBC_NUMBER({number})") } else { number.to_string() }
    }

    /// Writes the head of a program: `kind` with its flags, and two numbers.
    fn head(&mut self, kind: &str, first: usize, second: &str) {
        let first = self.count(first);
        let octets = if self.is_large { 7 } else { 3 };
        self.push(format!("{kind}, {first}, {second},"), octets);
    }

    /// Returns the offset of a union's arms, which takes the place of a head's second number.
    fn arms_offset(&self, model: &Model<'_>, node: Node, without: &str) -> String {
        let offset = if crate::c::header::has_arms(model, node.ty) {
            format!("STUBC_OFFSET({}, u, 1)", model.names.ty(node.ty))
        } else {
            without.to_owned()
        };
        if self.is_large { format!("{offset}, 0, 0") } else { offset }
    }

    /// Writes the commands of a node; those for decoding only are omitted unless some node `decodes` by them.
    #[allow(clippy::too_many_lines, reason = "one match: the commands of each kind of body")]
    fn program(&mut self, model: &Model<'_>, node: Node, decodes: bool) {
        let program = &model.programs[&node];
        let flags = self.count(model.layouts.of(node.ty).flags.len());
        let der = model.options.rules == Rules::Der;
        let extensible = |yes: bool| if yes { " | STUBC_EXTENSIBLE" } else { "" };
        let is_governed = decodes && !program.relations.is_empty();
        let governs = if is_governed { " | STUBC_GOVERNS" } else { "" };
        match &program.body {
            Body::Sequence(steps) => {
                let steps = steps.iter().filter(|step| decodes || matches!(step, Step::Field(_)));
                self.head(&format!("STUBC_SEQUENCE{governs}"), steps.clone().count(), &flags);
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
                let kind = format!("STUBC_SET{}{sorted}{governs}", extensible(*more));
                self.head(&kind, fields.len(), &flags);
                for field in fields {
                    self.step(model, node, field);
                }
            }
            Body::Switch { arms, op: Union { extensible: more } } => {
                self.uses.kinds.insert("UNION");
                if *more {
                    self.uses.kinds.insert("UNKNOWN_ARM");
                }
                let offset = self.arms_offset(model, node, "1");
                self.head(&format!("STUBC_UNION{}", extensible(*more)), arms.len(), &offset);
                for arm in arms {
                    self.step(model, node, arm);
                }
            }
            Body::Repeat { element, op: Array { unordered }, .. } => {
                self.uses.kinds.insert("ARRAY");
                let sorted = if der && *unordered { " | STUBC_SORTED" } else { "" };
                if let Some(field) = element.field {
                    self.holds(model.layouts.extent(model.layouts.ctype(field)).size, 0xffff);
                    let octets = if self.is_large { 7 } else { 3 };
                    let item = item_type(model, field);
                    self.push(format!("STUBC_ARRAY{sorted}, STUBC_SIZE({item}),"), octets);
                }
                self.step(model, node, element);
            }
            Body::Open { arms, .. } => {
                let offset = self.arms_offset(model, node, "0");
                self.head("STUBC_TYPED", arms.len(), &offset);
                for arm in arms {
                    self.step(model, node, arm);
                }
                for field in arms.iter().filter_map(|arm| arm.field) {
                    self.kind_size(model, field);
                }
            }
            Body::Scalar(_) => {}
        }
        if is_governed {
            self.relations(model, &program.relations);
        }
    }

    /// Writes the size of an open type's value after the steps of its arms.
    fn kind_size(&mut self, model: &Model<'_>, field: FieldId) {
        let ctype = model.layouts.ctype(field);
        self.holds(model.layouts.extent(ctype).size.div_ceil(8), 0xff);
        let octets = if self.is_large { 4 } else { 1 };
        let size = match ctype {
            CType::Nothing => vec!["0"; octets].join(", "),
            _ => format!("STUBC_SIZE_IN_UNITS({})", item_type(model, field)),
        };
        self.push(format!("{size},"), octets);
    }

    /// Writes the hops of a structure's relations, and after its steps the place of the first and the number
    /// of relations.
    fn relations(&mut self, model: &Model<'_>, relations: &[Relation]) {
        let first = self.hops.len();
        for relation in relations {
            match relation.key {
                Key::Number(repr) => drop(self.uses.numbers.insert(repr_name(repr))),
                Key::Parts(_) => self.uses.parts = true,
                Key::Octets => {}
            }
            let open = self.number(relation.open);
            self.ways.push((self.hops.len(), relation.path.clone()));
            let hops = crate::c::relations::hops(model, relation, open);
            self.holds(hops.most, 0xffff);
            self.hops.extend(hops.rows);
        }
        self.holds(first as u64, 0xffff);
        let count = self.count(relations.len());
        if self.is_large {
            self.push(format!("STUBC_NUMBER({first}), {count},"), 6);
        } else {
            self.push(format!("{}, {}, {count},", first & 0xff, first >> 8), 3);
        }
    }
}

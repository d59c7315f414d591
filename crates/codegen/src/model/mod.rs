//! The model: everything about the output that does not depend on the plan.

pub mod defaults;
pub mod encoded_max;
mod keys;
pub mod layout;
pub mod names;

use crate::checks::{self, Checks};
use crate::model::keys::Keys;
use crate::model::layout::{Layouts, members_of};
use crate::model::names::Names;
use crate::program::techniques::Direction;
use crate::program::{DefaultValue, FieldStep, Program, StepPresence};
use crate::rules::Rules;
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::opens::relations;
use syntax_graph::recursion::recursive_fields;
use syntax_graph::{Diagnostic, FieldId, TypeId, TypeKind, ValidGraph, open_defaults};

/// A message type that the application sends or receives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// The definition, as the user named it (a reference is not followed: its tags count).
    pub ty: TypeId,
    /// Whether it is received.
    pub decode: bool,
    /// Whether it is sent.
    pub encode: bool,
    /// Whether the application itself decodes and encodes it; else remote procedures alone exchange it.
    pub entry_points: bool,
}

impl Root {
    /// A message type that the application decodes and encodes.
    pub fn both_ways(ty: TypeId) -> Self {
        Self { ty, decode: true, encode: true, entry_points: true }
    }

    /// Whether it is used in this direction.
    pub fn has(&self, direction: Direction) -> bool {
        match direction {
            Direction::Decode => self.decode,
            Direction::Encode => self.encode,
        }
    }
}

/// The sides of remote procedure calls that stubs are wanted for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RpcSides {
    /// Stubs that call.
    pub client: bool,
    /// Stubs that are called.
    pub server: bool,
}

impl RpcSides {
    /// Whether there are stubs at all.
    pub fn any(self) -> bool {
        self.client || self.server
    }
}

/// What the user asked for.
#[derive(Clone, Debug)]
pub struct Options {
    /// Base name of the output files.
    pub name: String,
    /// In front of every symbol, type, macro and file.
    pub prefix: String,
    /// Encoding rules.
    pub rules: Rules,
    /// The roots, in the order of the output.
    pub roots: Vec<Root>,
    /// Remote procedure calls.
    pub rpc: RpcSides,
    /// Whether the runtime counts executed commands.
    pub count_commands: bool,
    /// Whether the stubs count what they decode and encode, as a profile.
    pub instrument: bool,
    /// Whether values outside the constraints of the specification are errors in both directions.
    pub check_constraints: bool,
    /// Whether errors say the path of the field.
    pub error_paths: bool,
}

/// What does not depend on the plan.
#[derive(Debug)]
pub struct Model<'g> {
    /// The graph.
    pub graph: &'g ValidGraph,
    /// What the user asked for.
    pub options: Options,
    /// The nodes that the roots reach: constructors behind references, and scalar roots, in id order.
    pub nodes: Vec<TypeId>,
    /// Nodes reached in each direction.
    pub reached: BTreeMap<Direction, BTreeSet<TypeId>>,
    /// Named scalars that fields of nodes refer to: they get a typedef.
    pub scalars: Vec<TypeId>,
    /// C identifiers.
    pub names: Names,
    /// C layout.
    pub layouts: Layouts,
    /// The program of each node.
    pub programs: BTreeMap<TypeId, Program>,
    /// The step of each root, in the order of the options.
    pub root_steps: Vec<FieldStep>,
    /// What steps check.
    pub checks: Checks,
    /// The types that strings are to contain, and the step that decodes each.
    pub contained: Vec<(TypeId, FieldStep)>,
    /// The defaults that are strings, by the index under which the C keeps them.
    pub default_slices: Vec<DefaultValue>,
    /// Octets of the first of these: of those that hold an open type which a structure around the field resolves.
    pub open_defaults: usize,
    /// The tables of what governors may be: of each value its length, the number of the arm in two octets (the
    /// low one first), and its contents octets; a length of 0 ends a table.
    pub keys: Vec<u8>,
}

impl<'g> Model<'g> {
    /// Fixes names, layout and programs of what the roots reach.
    ///
    /// # Errors
    /// What cannot be generated, such as a tag number beyond [`crate::rules::ber::identifier::MAX_TAG_NUMBER`].
    pub fn build(graph: &'g ValidGraph, options: Options) -> Result<Self, Vec<Diagnostic>> {
        let recursive = recursive_fields(graph);
        let is_checked = options.check_constraints && options.rules.encoding().checks_constraints();
        let named: Vec<TypeId> = options.roots.iter().filter(|_| is_checked).map(|root| root.ty).collect();
        let contained = checks::contained(graph, &named);
        let mut reached = BTreeMap::new();
        for direction in Direction::ALL {
            let roots = options.roots.iter().filter(|root| root.has(direction)).map(|root| root.ty);
            // What is contained is decoded, whichever way a message goes.
            let decoded = contained.iter().copied().filter(|_| direction == Direction::Decode);
            reached.insert(direction, reach(graph, roots.chain(decoded).map(|ty| graph.resolve(ty))));
        }
        let all: BTreeSet<TypeId> = reached.values().flatten().copied().collect();
        let nodes: Vec<TypeId> = all.into_iter().collect();
        let scalars = named_scalars(graph, &nodes, &options.roots);
        let names = Names::assign(graph, &options, &nodes, &scalars);
        let layouts = Layouts::compute(graph, &nodes, &recursive, options.rules);
        let lowering = options.rules.encoding().lowering(graph, &layouts, &options);
        let mut errors = layouts.too_large(graph);
        let mut programs = BTreeMap::new();
        for &node in &nodes {
            match lowering.node(node) {
                Ok(program) => drop(programs.insert(node, program)),
                Err(diagnostic) => errors.push(*diagnostic),
            }
        }
        let mut root_steps = Vec::new();
        for root in &options.roots {
            match lowering.root(root.ty) {
                Ok(step) => root_steps.push(step),
                Err(diagnostic) => errors.push(*diagnostic),
            }
        }
        let mut contained_steps = Vec::new();
        for ty in contained {
            match lowering.root(ty) {
                Ok(step) => contained_steps.push((ty, step)),
                Err(diagnostic) => errors.push(*diagnostic),
            }
        }
        drop(lowering);
        let relations = relations(graph, &recursive);
        let mut keys = Keys::default();
        for (node, program) in &mut programs {
            let own = relations.get(node).into_iter().flatten();
            program.relations = own.flat_map(|relation| keys.lower(graph, relation)).collect();
        }
        if errors.is_empty() {
            let steps = programs.values().flat_map(|program| program.body.fields());
            let of_contained = contained_steps.iter().map(|(_, step)| step);
            let checks = Checks::collect(graph, steps.chain(&root_steps).chain(of_contained));
            let is_used = |direction| !reached[&direction].is_empty();
            let (default_slices, open_defaults) = default_slices(graph, is_used, &programs);
            Ok(Self {
                graph,
                options,
                nodes,
                reached,
                scalars,
                names,
                layouts,
                programs,
                root_steps,
                checks,
                contained: contained_steps,
                default_slices,
                open_defaults,
                keys: keys.octets,
            })
        } else {
            Err(errors)
        }
    }

    /// The nodes that one direction reaches, in id order.
    pub fn nodes_in(&self, direction: Direction) -> impl Iterator<Item = TypeId> + '_ {
        self.reached[&direction].iter().copied()
    }

    /// Whether anything is decoded or encoded at all.
    pub fn uses(&self, direction: Direction) -> bool {
        !self.reached[&direction].is_empty()
    }

    /// Index of a string default.
    pub fn default_slice(&self, default: &DefaultValue) -> Option<usize> {
        self.default_slices.iter().position(|known| known.as_slice() == default.as_slice())
    }

    /// The constructed default of a field.
    pub fn constructed_default(&self, field: FieldId) -> Option<&DefaultValue> {
        let mut steps = self.programs[&self.graph.fields[field].owner].body.fields();
        match &steps.find(|step| step.field == Some(field))?.presence {
            StepPresence::Default(default @ DefaultValue::Encoded(_)) => Some(default),
            _ => None,
        }
    }

    /// Whether a node is a scalar, which only roots are.
    pub fn is_scalar(&self, node: TypeId) -> bool {
        !is_node(self.graph, node)
    }
}

/// Whether a type has a program of its own wherever it stands: a constructor, an open type that is resolved.
fn is_node(graph: &ValidGraph, ty: TypeId) -> bool {
    match &graph.types[ty].kind {
        TypeKind::Scalar(_) => false,
        TypeKind::Open(open) => !open.arms.is_empty(),
        _ => true,
    }
}

fn reach(graph: &ValidGraph, roots: impl Iterator<Item = TypeId>) -> BTreeSet<TypeId> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<TypeId> = roots.collect();
    while let Some(node) = open.pop() {
        if !reached.insert(node) {
            continue;
        }
        for &field in graph.fields_of(node) {
            let target = graph.resolve(graph.fields[field].target);
            if is_node(graph, target) {
                open.push(target);
            }
        }
    }
    reached
}

fn named_scalars(graph: &ValidGraph, nodes: &[TypeId], roots: &[Root]) -> Vec<TypeId> {
    let targets =
        nodes.iter().flat_map(|&node| members_of(graph, node)).map(|field| graph.fields[field].target);
    let named: BTreeSet<TypeId> = targets
        .chain(roots.iter().map(|root| root.ty))
        .filter(|&ty| matches!(graph.types[ty].origin, syntax_graph::Origin::Definition(_)))
        .filter(|ty| !nodes.contains(ty))
        .collect();
    named.into_iter().collect()
}

/// Defaults that are kept as octets: those of fields, and what constructed ones are compared with before they are sent. First
/// come those, of so many octets, that hold an open type whose governor is in a structure around the field.
fn default_slices(
    graph: &ValidGraph,
    is_used: impl Fn(Direction) -> bool,
    programs: &BTreeMap<TypeId, Program>,
) -> (Vec<DefaultValue>, usize) {
    let mut found = Vec::new();
    let mut open = Vec::new();
    for step in programs.values().flat_map(|program| program.body.fields()) {
        let StepPresence::Default(default) = &step.presence else { continue };
        match default {
            DefaultValue::Slice(_) | DefaultValue::Bits(..) => found.push(default.clone()),
            DefaultValue::Encoded(_) if is_used(Direction::Decode) => found.push(default.clone()),
            _ => {}
        }
        let (DefaultValue::Encoded(_), Some(field)) = (default, step.field) else { continue };
        let Some(value) = graph.default_value(field) else { continue };
        if !open_defaults::opens_in(graph, graph.fields[field].target, value).is_empty() {
            open.push(default);
        }
        if is_used(Direction::Encode) {
            defaults::all_octets(graph, graph.fields[field].target, value, &mut found);
        }
    }
    found.sort_by_key(|default| !open.contains(&default));
    let mut slices: Vec<DefaultValue> = Vec::new();
    for default in found {
        if !slices.iter().any(|known| known.as_slice() == default.as_slice()) {
            slices.push(default);
        }
    }
    let of_open_types = slices.iter().filter(|default| open.contains(default));
    let octets = of_open_types.filter_map(DefaultValue::as_slice).map(|(octets, _)| octets.len()).sum();
    (slices, octets)
}

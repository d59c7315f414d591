//! The model: everything about the output that does not depend on the plan.

pub mod defaults;
pub mod encoded_max;
mod keys;
pub mod layout;
pub mod names;
pub mod values;
pub mod view;

use crate::checks::{self, Checks};
use crate::model::keys::Keys;
use crate::model::layout::{Layouts, members_of};
use crate::model::names::Names;
use crate::program::techniques::Direction;
use crate::program::{Control, DefaultValue, Operations, Programs, Relation, StepPresence};
use crate::rules::{Code, Rules, Source};
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
    /// Whether helpers for applications are counted as part of the output.
    pub helpers: Helpers,
}

/// The helpers for applications: `stubc_util.h` and `stubc_util.c`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Helpers {
    /// Not written.
    #[default]
    None,
    /// Written, and not counted.
    Beside,
    /// Written, and counted as a part of every plan.
    Counted,
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
    /// What steps check.
    pub checks: Checks,
    /// The types that strings are to contain.
    pub contained: Vec<TypeId>,
    /// The defaults that are strings, by the index under which the C keeps them.
    pub default_slices: Vec<DefaultValue>,
    /// Octets of the first of these: of those that hold an open type which a structure around the field resolves.
    pub open_defaults: usize,
    /// The tables of what governors may be: of each value its length, the number of the arm in two octets (the
    /// low one first), and its contents octets; a length of 0 ends a table.
    pub keys: Vec<u8>,
    /// The programs, which their rule alone opens.
    pub(crate) code: Box<dyn Code>,
}

impl<'g> Model<'g> {
    /// Fixes names, layout and programs of what the roots reach.
    ///
    /// # Errors
    /// What cannot be generated, such as a tag number beyond 2^21 under BER.
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
        let relations = relations(graph, &recursive);
        let mut keys = Keys::default();
        let relations = nodes.iter().filter_map(|node| {
            let own = relations.get(node)?.iter();
            Some((*node, own.flat_map(|relation| keys.lower(graph, relation)).collect()))
        });
        let relations = relations.collect();
        let contained: Vec<TypeId> = contained.into_iter().collect();
        let source = Source {
            graph,
            layouts: &layouts,
            options: &options,
            nodes: &nodes,
            contained: &contained,
            relations,
        };
        let mut errors = layouts.too_large(graph);
        let code = match options.rules.encoding().lower(source) {
            Ok(code) if errors.is_empty() => code,
            Ok(_) => return Err(errors),
            Err(others) => {
                errors.extend(others);
                return Err(errors);
            }
        };
        let steps = nodes.iter().flat_map(|&node| code.steps(node));
        let all = steps.clone().chain(code.roots()).chain(code.contained());
        let checks = Checks::collect(graph, all.filter_map(|step| step.check));
        let is_used = |direction| !reached[&direction].is_empty();
        let (default_slices, open_defaults) = default_slices(graph, is_used, steps);
        Ok(Self {
            graph,
            options,
            nodes,
            reached,
            scalars,
            names,
            layouts,
            checks,
            contained,
            default_slices,
            open_defaults,
            keys: keys.octets,
            code,
        })
    }

    /// The steps of a node's fields, in the order of its program.
    pub fn steps(&self, node: TypeId) -> Vec<Control<'_>> {
        self.code.steps(node)
    }

    /// The relations of a node.
    pub fn relations(&self, node: TypeId) -> &[Relation] {
        self.code.relations(node)
    }

    /// The first of the nodes that are alike, for each of `nodes`: see [`crate::program::alike`].
    pub fn representatives(
        &self,
        nodes: &BTreeSet<TypeId>,
        shares: &dyn Fn(TypeId) -> bool,
    ) -> BTreeMap<TypeId, TypeId> {
        self.code.representatives(self, nodes, shares)
    }

    /// The programs, where they are of this rule.
    pub fn programs<O: Operations>(&self) -> Option<&Programs<O>> {
        self.code.programs().downcast_ref()
    }

    /// The same, for tests that put a fault into them.
    pub fn programs_mut<O: Operations>(&mut self) -> Option<&mut Programs<O>> {
        self.code.programs_mut().downcast_mut()
    }

    /// All programs as text, for dumps.
    pub fn dump(&self) -> String {
        self.code.dump(self)
    }

    /// Whether a node is an open type that a governor resolves: its stub is called when the governor is known.
    pub fn is_open(&self, node: TypeId) -> bool {
        matches!(&self.graph.types[node].kind, TypeKind::Open(open) if !open.arms.is_empty())
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
        let mut steps = self.steps(self.graph.fields[field].owner).into_iter();
        match steps.find(|step| step.field == Some(field))?.presence {
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
fn default_slices<'p>(
    graph: &ValidGraph,
    is_used: impl Fn(Direction) -> bool,
    steps: impl Iterator<Item = Control<'p>>,
) -> (Vec<DefaultValue>, usize) {
    let mut found = Vec::new();
    let mut open = Vec::new();
    for step in steps {
        let StepPresence::Default(default) = step.presence else { continue };
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

//! The model: everything about the output that does not depend on the plan.

pub mod arena_max;
pub mod defaults;
pub mod encoded_max;
mod keys;
pub mod layout;
pub mod names;
pub mod shape;
mod unfit;
pub mod values;
pub mod view;

use crate::checks::{self, Checks};
use crate::model::keys::Keys;
use crate::model::layout::{Layouts, members_of};
use crate::model::names::Names;
use crate::program::techniques::Direction;
use crate::program::{Chooser, Control, DefaultValue, Operations, Programs, Relation, StepPresence};
use crate::rules::{Code, Rules, Source};
use crate::shape::{Request, Shape};
use crate::stub::{Context, Node, Stubs};
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::opens::{opens_in, relations};
use syntax_graph::recursion::recursive_fields;
use syntax_graph::{Diagnostic, FieldId, TypeId, TypeKind, ValidGraph};

/// A message type that the application sends or receives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// The definition as named by the user; references are not followed, as their tags count.
    pub ty: TypeId,
    /// Whether the application receives it.
    pub decode: bool,
    /// Whether the application sends it.
    pub encode: bool,
    /// Whether it has entry points; otherwise only remote procedures exchange it.
    pub entry_points: bool,
}

impl Root {
    /// Returns a message type with entry points in both directions.
    pub fn both_ways(ty: TypeId) -> Self {
        Self { ty, decode: true, encode: true, entry_points: true }
    }

    /// Returns whether it is used in this direction.
    pub fn has(&self, direction: Direction) -> bool {
        match direction {
            Direction::Decode => self.decode,
            Direction::Encode => self.encode,
        }
    }
}

/// The sides of remote procedure calls that get stubs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RpcSides {
    /// Client stubs.
    pub client: bool,
    /// Server stubs.
    pub server: bool,
    /// Whether the stubs are in files of their own, `NAME_clnt.c` and `NAME_svc.c`, apart from `NAME.c`.
    pub apart: bool,
    /// Whether clients get functions that add calls to batches.
    pub batch: bool,
}

impl RpcSides {
    /// Returns whether any side gets stubs.
    pub fn any(self) -> bool {
        self.client || self.server
    }
}

/// The user's options for the output.
#[derive(Clone, Debug)]
pub struct Options {
    /// Base name of the output files.
    pub name: String,
    /// Prefix of every symbol, type, macro and file.
    pub prefix: String,
    /// Encoding rules.
    pub rules: Rules,
    /// The roots, in the order of the output.
    pub roots: Vec<Root>,
    /// Remote procedure calls.
    pub rpc: RpcSides,
    /// Whether the interpreter is small at any level of optimization, because the bytes have a cap.
    pub compact: bool,
    /// Whether the runtime counts executed commands.
    pub count_commands: bool,
    /// Whether the stubs count fields and messages for a profile.
    pub instrument: bool,
    /// Whether values outside the constraints of the specification are errors in both directions.
    pub check_constraints: bool,
    /// Whether errors hold the path of the field.
    pub error_paths: bool,
    /// Maximum number of bytes of a decoded string, at least [`LEAST_MAX_STRING`]; `None` sets no limit.
    pub max_string: Option<u32>,
    /// Whether helpers for applications count as part of the output.
    pub helpers: Helpers,
    /// The files of filters, names and texts, which count as part of the output.
    pub filters: Vec<(String, String)>,
    /// The shapes that the user declares.
    pub shapes: Vec<Request>,
}

impl Options {
    /// Returns options for these roots with everything else off: no prefix, no remote procedure calls.
    pub fn new(name: &str, rules: Rules, roots: Vec<Root>) -> Self {
        Self {
            name: names::identifier(name),
            prefix: String::new(),
            rules,
            roots,
            rpc: RpcSides::default(),
            compact: false,
            count_commands: false,
            instrument: false,
            check_constraints: false,
            error_paths: false,
            max_string: None,
            helpers: Helpers::None,
            filters: Vec::new(),
            shapes: Vec::new(),
        }
    }
}

/// The least limit of strings. Decoders take shorter ones without a comparison, as far as a length of one byte reaches.
pub const LEAST_MAX_STRING: u32 = 127;

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

/// Everything about the output that does not depend on the plan.
#[derive(Debug)]
pub struct Model<'g> {
    /// The graph.
    pub graph: &'g ValidGraph,
    /// The user's options.
    pub options: Options,
    /// The types that the roots reach: constructors behind references, and scalar roots, in id order.
    pub types: Vec<TypeId>,
    /// The nodes of these types: each general one, and those of single fields.
    pub nodes: Vec<Node>,
    /// Nodes reached in each direction.
    pub reached: BTreeMap<Direction, BTreeSet<Node>>,
    /// The stubs of these nodes.
    pub stubs: Stubs,
    /// Named scalars in fields of nodes: each gets a typedef.
    pub scalars: Vec<TypeId>,
    /// C identifiers.
    pub names: Names,
    /// C layout.
    pub layouts: Layouts,
    /// The checks of steps.
    pub checks: Checks,
    /// The types that strings must contain (CONTAINING).
    pub contained: Vec<TypeId>,
    /// The string defaults, by their index in the C.
    pub default_slices: Vec<DefaultValue>,
    /// Bytes of the first string defaults: those with an open type resolved by an enclosing structure.
    pub open_defaults: usize,
    /// The defaults of open types that are of no known type.
    pub unknown_defaults: BTreeMap<FieldId, DefaultValue>,
    /// The tables of governor values. An entry is the value's length, the number of the arm in two bytes (low
    /// byte first), and its contents octets; the length 0 ends a table.
    pub keys: Vec<u8>,
    /// The comparisons of governors that are structures.
    pub choosers: Vec<Chooser>,
    /// The shapes of messages, in the order of the options.
    pub shapes: Vec<Shape>,
    /// The programs, which only the folder of their rule reads.
    pub(crate) code: Box<dyn Code>,
}

impl<'g> Model<'g> {
    /// Decides names, layout and programs of everything that the roots reach.
    ///
    /// # Errors
    /// The types that cannot be generated, such as a tag number beyond 2^21 under BER.
    pub fn build(graph: &'g ValidGraph, options: Options) -> Result<Self, Vec<Diagnostic>> {
        Self::build_apart(graph, options, &BTreeSet::new())
    }

    /// Decides the same, with a node of its own ([`Context::Field`]) for the value of each of these fields, beside the
    /// general node of its type.
    ///
    /// # Errors
    /// As [`build`](Self::build).
    pub fn build_apart(
        graph: &'g ValidGraph,
        options: Options,
        apart: &BTreeSet<FieldId>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let recursive = recursive_fields(graph);
        let apart = &(apart | &options.rules.encoding().apart(graph));
        let is_checked = options.check_constraints && options.rules.encoding().checks_constraints();
        let named: Vec<TypeId> = options.roots.iter().filter(|_| is_checked).map(|root| root.ty).collect();
        let contained = checks::contained(graph, &named);
        let mut reached = BTreeMap::new();
        for direction in Direction::ALL {
            let roots = options.roots.iter().filter(|root| root.has(direction)).map(|root| root.ty);
            // Contained types are decoded in both directions.
            let decoded = contained.iter().copied().filter(|_| direction == Direction::Decode);
            reached.insert(direction, reach(graph, roots.chain(decoded), apart));
        }
        let all: BTreeSet<Node> = reached.values().flatten().copied().collect();
        let nodes: Vec<Node> = all.into_iter().collect();
        let mut types: Vec<TypeId> = nodes.iter().map(|node| node.ty).collect();
        types.dedup();
        let scalars = named_scalars(graph, &types, &options.roots);
        let names = Names::assign(graph, &options, &types, &scalars, &nodes);
        let layouts = Layouts::compute(graph, &types, &recursive, options.rules);
        let relations = relations(graph, &recursive);
        let mut keys = Keys::default();
        let relations = nodes.iter().filter_map(|node| {
            let own = relations.get(&node.ty)?.iter();
            Some((*node, own.flat_map(|relation| keys.lower(graph, &recursive, relation)).collect()))
        });
        let relations = relations.collect();
        let contained: Vec<TypeId> = contained.into_iter().collect();
        let source = Source {
            graph,
            layouts: &layouts,
            options: &options,
            nodes: &nodes,
            apart,
            contained: &contained,
            relations,
        };
        let mut errors = layouts.too_large(graph);
        errors.extend(unfit::too_wide(graph, &nodes));
        errors.extend(unfit::beyond(graph, options.max_string, &nodes));
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
        let mut model = Self {
            graph,
            options,
            unknown_defaults: defaults::unknown(graph, &types),
            types,
            nodes,
            stubs: Stubs::of_nodes(
                reached.iter().flat_map(|(direction, nodes)| nodes.iter().map(|node| (*direction, *node))),
            ),
            reached,
            scalars,
            names,
            layouts,
            checks,
            contained,
            default_slices,
            open_defaults,
            keys: keys.octets,
            choosers: keys.choosers,
            shapes: Vec::new(),
            code,
        };
        model.shapes = model.code.shapes(&model)?;
        Ok(model)
    }

    /// Returns the steps of a node's fields, in the order of its program.
    pub fn steps(&self, node: Node) -> Vec<Control<'_>> {
        self.code.steps(node)
    }

    /// Returns the relations of a node.
    pub fn relations(&self, node: Node) -> &[Relation] {
        self.code.relations(node)
    }

    /// Returns the first node with an equal program for each of `nodes`: see [`crate::program::alike`].
    pub fn representatives(
        &self,
        nodes: &BTreeSet<Node>,
        shares: &dyn Fn(Node) -> bool,
    ) -> BTreeMap<Node, Node> {
        self.code.representatives(self, nodes, shares)
    }

    /// Returns the programs, if they are of this rule.
    pub fn programs<O: Operations>(&self) -> Option<&Programs<O>> {
        self.code.programs().downcast_ref()
    }

    /// Returns the programs mutably, for tests that put a fault into them.
    pub fn programs_mut<O: Operations>(&mut self) -> Option<&mut Programs<O>> {
        self.code.programs_mut().downcast_mut()
    }

    /// Returns all programs as text, for dumps.
    pub fn dump(&self) -> String {
        self.code.dump(self)
    }

    /// Returns whether a node is a resolved open type: its stub is called when the governor is known.
    pub fn is_open(&self, node: Node) -> bool {
        is_open(self.graph, node.ty)
    }

    /// Returns the node of a root: it serves its type anywhere.
    pub fn root_node(&self, root: &Root) -> Node {
        Node::general(self.graph.resolve(root.ty))
    }

    /// Returns the name of a node for reports.
    pub fn path(&self, node: Node) -> String {
        node.path(self.graph)
    }

    /// Returns the nodes that one direction reaches, in id order.
    pub fn nodes_in(&self, direction: Direction) -> impl Iterator<Item = Node> + '_ {
        self.reached[&direction].iter().copied()
    }

    /// Returns whether anything is decoded or encoded.
    pub fn uses(&self, direction: Direction) -> bool {
        !self.reached[&direction].is_empty()
    }

    /// Returns the index of a string default.
    pub fn default_slice(&self, default: &DefaultValue) -> Option<usize> {
        self.default_slices.iter().position(|known| known.as_slice() == default.as_slice())
    }

    /// Returns the constructed default of a field.
    pub fn constructed_default(&self, field: FieldId) -> Option<&DefaultValue> {
        let mut steps = self.steps(*self.nodes_of(self.graph.fields[field].owner).first()?).into_iter();
        match steps.find(|step| step.field == Some(field))?.presence {
            StepPresence::Default(default @ DefaultValue::Encoded(_)) => Some(default),
            _ => None,
        }
    }

    /// Returns the nodes of a type, the general one first.
    pub fn nodes_of(&self, ty: TypeId) -> &[Node] {
        let first = self.nodes.partition_point(|node| node.ty < ty);
        let count = self.nodes[first..].partition_point(|node| node.ty == ty);
        &self.nodes[first..first + count]
    }

    /// Returns whether a type is a scalar; among the types of a model, only roots are.
    pub fn is_scalar(&self, ty: TypeId) -> bool {
        !is_node(self.graph, ty)
    }
}

/// Returns whether a type is a resolved open type.
fn is_open(graph: &ValidGraph, ty: TypeId) -> bool {
    matches!(&graph.types[ty].kind, TypeKind::Open(open) if !open.arms.is_empty())
}

/// Returns the node of a field's value: the field's own if it is in `apart`, otherwise the general one of its
/// type. An open type is called later, when its governor is known, and never has a node of its own.
pub(crate) fn node_of_field(graph: &ValidGraph, field: FieldId, apart: &BTreeSet<FieldId>) -> Node {
    let ty = graph.resolve(graph.fields[field].target);
    match apart.contains(&field) && !is_open(graph, ty) {
        true => Node { ty, context: Context::Field(field) },
        false => Node::general(ty),
    }
}

/// Returns whether a type always has its own program: a constructor, or a resolved open type.
fn is_node(graph: &ValidGraph, ty: TypeId) -> bool {
    match &graph.types[ty].kind {
        TypeKind::Scalar(_) => false,
        TypeKind::Open(open) => !open.arms.is_empty(),
        _ => true,
    }
}

fn reach(
    graph: &ValidGraph,
    roots: impl Iterator<Item = TypeId>,
    apart: &BTreeSet<FieldId>,
) -> BTreeSet<Node> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<Node> = roots.map(|root| Node::general(graph.resolve(root))).collect();
    while let Some(node) = open.pop() {
        if !reached.insert(node) {
            continue;
        }
        let inner = graph.fields_of(node.ty).iter().map(|field| node_of_field(graph, *field, apart));
        open.extend(inner.filter(|inner| is_node(graph, inner.ty)));
    }
    reached
}

fn named_scalars(graph: &ValidGraph, types: &[TypeId], roots: &[Root]) -> Vec<TypeId> {
    let targets = types.iter().flat_map(|&ty| members_of(graph, ty)).map(|field| graph.fields[field].target);
    let named: BTreeSet<TypeId> = targets
        .chain(roots.iter().map(|root| root.ty))
        .filter(|&ty| matches!(graph.types[ty].origin, syntax_graph::Origin::Definition(_)))
        .filter(|ty| !types.contains(ty))
        .collect();
    named.into_iter().collect()
}

/// Collects the defaults kept as bytes: those of fields, and the bytes that constructed ones are compared
/// with before sending. Those with an open type whose governor is in an enclosing structure come first.
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
            // Without bytes, generated code has a constant of the value.
            DefaultValue::Encoded(octets) if !octets.is_empty() && is_used(Direction::Decode) => {
                found.push(default.clone());
            }
            _ => {}
        }
        let (DefaultValue::Encoded(_), Some(field)) = (default, step.field) else { continue };
        let Some(value) = graph.default_value(field) else { continue };
        if !opens_in(graph, graph.fields[field].target, value).is_empty() {
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

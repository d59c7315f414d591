//! The type reference graph: one node per type, one arc per field.

use petgraph::graph::{DiGraph, EdgeIndex, NodeIndex};
use petgraph::visit::EdgeRef;

/// A type of a [`TypeRefGraph`]. Types are numbered from 0 in the order of their addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(u32);

/// A reference of a [`TypeRefGraph`]. References are numbered from 0 in the order of their addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReferenceId(u32);

macro_rules! index_id {
    ($name:ident) => {
        impl $name {
            /// Returns the id of this position. Does not check that a graph holds it.
            ///
            /// # Panics
            /// The position is 2^32 or more.
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("a graph holds fewer than 2^32 nodes and arcs"))
            }

            /// Returns the position, which indexes side tables.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
index_id!(NodeId);
index_id!(ReferenceId);

/// The kind of a reference, the basis of static guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceKind {
    /// A component that is always present.
    Mandatory,
    /// A component that may be absent.
    Optional,
    /// A component with a default value, which may be absent.
    Default,
    /// A component that a later version of the specification added, optional or not.
    Addition,
    /// An arm of a union. A value holds one of the owner's arms.
    Arm,
    /// An arm that a later version of the specification added.
    AddedArm,
    /// The element of an array with a number of elements in this range.
    Element {
        /// Smallest number of elements.
        min: u64,
        /// Largest number of elements. `None` if there is no limit.
        max: Option<u64>,
    },
    /// The element of a linked list: any number of elements.
    Link,
    /// The owner is an alias of the target.
    Alias,
    /// A type that a value of the owner, an open type, may hold. A value holds one of the owner's members.
    Member,
    /// A member that the specification calls mandatory: a message has it wherever a table of such members stands.
    MandatoryMember,
    /// A member that the specification calls optional.
    OptionalMember,
}

impl ReferenceKind {
    /// Returns whether a value of the owner holds exactly one of its references of this kind.
    pub fn is_alternative(self) -> bool {
        matches!(self, Self::Arm | Self::AddedArm) || self.is_member()
    }

    /// Returns whether the reference is a type that a value of an open type may hold.
    pub fn is_member(self) -> bool {
        matches!(self, Self::Member | Self::MandatoryMember | Self::OptionalMember)
    }

    /// Returns whether the reference is the element of an array or list.
    pub fn is_element(self) -> bool {
        matches!(self, Self::Element { .. } | Self::Link)
    }

    /// Returns the word for the kind in dumps.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mandatory => "mandatory",
            Self::Optional => "optional",
            Self::Default => "default",
            Self::Addition => "addition",
            Self::Arm => "arm",
            Self::AddedArm => "added arm",
            Self::Element { .. } => "element",
            Self::Link => "link",
            Self::Alias => "alias",
            Self::Member => "member",
            Self::MandatoryMember => "mandatory member",
            Self::OptionalMember => "optional member",
        }
    }
}

/// An arc: a field of the owner whose type is the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The field's name, empty for array elements and aliases. Its words are a hint to its frequency.
    pub name: String,
    /// The kind of the reference.
    pub kind: ReferenceKind,
}

/// What a notation says of a type beside its references. The predictor `markov` uses it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// Whether an array has no order, such as a SET OF.
    pub unordered: bool,
    /// Whether an identifier in the message tells the type of the value, as with an open type.
    pub open: bool,
    /// The number of types that the specification knows for an open type.
    pub known: u32,
    /// The number of those that the specification calls mandatory.
    pub mandatory: u32,
    /// The number of values of a scalar that have names.
    pub named: u32,
}

/// A type.
#[derive(Clone, Debug)]
struct Type {
    name: String,
    traits: Traits,
}

/// The types of a specification and the references between them. Parallel arcs, self-loops and cycles are allowed.
///
/// Scalars and embedded constructors are nodes, too: every field is an arc.
#[derive(Clone, Debug, Default)]
pub struct TypeRefGraph {
    graph: DiGraph<Type, Reference>,
}

impl TypeRefGraph {
    /// Returns an empty graph.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns an empty graph with room for this many types and references.
    pub fn with_capacity(types: usize, references: usize) -> Self {
        Self { graph: DiGraph::with_capacity(types, references) }
    }

    /// Adds a type. Its name need not be unique, and may be a path with dots. The predictor `markov` uses the
    /// words in the last part of the path.
    pub fn add_type(&mut self, name: impl Into<String>) -> NodeId {
        NodeId::new(self.graph.add_node(Type { name: name.into(), traits: Traits::default() }).index())
    }

    /// Sets the traits of a type. Without them it has none.
    ///
    /// # Panics
    /// The graph has no such type.
    pub fn set_traits(&mut self, node: NodeId, traits: Traits) {
        self.graph[node_index(node)].traits = traits;
    }

    /// Adds a field of `owner` whose type is `target`. Add fields in the order of the specification: the
    /// predictor `markov` uses this order.
    ///
    /// # Panics
    /// The graph lacks one of the types.
    pub fn add_reference(
        &mut self,
        owner: NodeId,
        target: NodeId,
        name: impl Into<String>,
        kind: ReferenceKind,
    ) -> ReferenceId {
        let reference = Reference { name: name.into(), kind };
        ReferenceId::new(self.graph.add_edge(node_index(owner), node_index(target), reference).index())
    }

    /// Returns the number of types.
    pub fn type_count(&self) -> usize {
        self.graph.node_count()
    }

    /// Returns the number of references.
    pub fn reference_count(&self) -> usize {
        self.graph.edge_count()
    }

    /// Returns the ids of all types, in the order of their addition.
    pub fn types(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        (0..self.type_count()).map(NodeId::new)
    }

    /// Returns the ids of all references, in the order of their addition.
    pub fn references(&self) -> impl ExactSizeIterator<Item = ReferenceId> + use<> {
        (0..self.reference_count()).map(ReferenceId::new)
    }

    /// Returns the name of a type.
    ///
    /// # Panics
    /// The graph has no such type. The other accessors panic in the same way.
    pub fn name(&self, node: NodeId) -> &str {
        &self.graph[node_index(node)].name
    }

    /// Returns the traits of a type.
    pub fn traits(&self, node: NodeId) -> Traits {
        self.graph[node_index(node)].traits
    }

    /// Returns a reference.
    pub fn reference(&self, id: ReferenceId) -> &Reference {
        &self.graph[edge_index(id)]
    }

    /// Returns the type that holds a reference.
    pub fn owner(&self, id: ReferenceId) -> NodeId {
        self.ends(id).0
    }

    /// Returns the type that a reference refers to.
    pub fn target(&self, id: ReferenceId) -> NodeId {
        self.ends(id).1
    }

    /// Returns the owner and the target of a reference.
    pub fn ends(&self, id: ReferenceId) -> (NodeId, NodeId) {
        let (owner, target) =
            self.graph.edge_endpoints(edge_index(id)).expect("the graph holds the reference");
        (NodeId::new(owner.index()), NodeId::new(target.index()))
    }

    /// Returns the fields of a type, in the order of their addition.
    pub fn fields_of(&self, node: NodeId) -> Vec<ReferenceId> {
        self.adjacent(node, petgraph::Outgoing)
    }

    /// Returns the references to a type, in the order of their addition.
    pub fn references_to(&self, node: NodeId) -> Vec<ReferenceId> {
        self.adjacent(node, petgraph::Incoming)
    }

    fn adjacent(&self, node: NodeId, direction: petgraph::Direction) -> Vec<ReferenceId> {
        let edges = self.graph.edges_directed(node_index(node), direction);
        let mut ids: Vec<_> = edges.map(|edge| ReferenceId::new(edge.id().index())).collect();
        ids.sort_unstable();
        ids
    }

    /// Returns the strongly connected components over the arcs that `holds` selects, owners before targets. The
    /// nodes of each component are in id order. The algorithm is iterative, since specifications may nest deeply.
    pub(crate) fn components(&self, holds: impl Fn(ReferenceId) -> bool) -> Vec<Vec<NodeId>> {
        let kept = petgraph::visit::EdgeFiltered::from_fn(&self.graph, |edge| {
            holds(ReferenceId::new(edge.id().index()))
        });
        let mut components: Vec<Vec<NodeId>> = petgraph::algo::kosaraju_scc(&kept)
            .into_iter()
            .map(|nodes| {
                let mut nodes: Vec<_> = nodes.into_iter().map(|node| NodeId::new(node.index())).collect();
                nodes.sort_unstable();
                nodes
            })
            .collect();
        components.reverse();
        components
    }
}

fn node_index(node: NodeId) -> NodeIndex {
    NodeIndex::new(node.index())
}

fn edge_index(reference: ReferenceId) -> EdgeIndex {
    EdgeIndex::new(reference.index())
}

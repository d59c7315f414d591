//! The type reference graph: one node per type, one arc per field.

use petgraph::graph::{DiGraph, EdgeIndex, NodeIndex};
use petgraph::visit::EdgeRef;

/// One type of a [`TypeRefGraph`]: types are numbered from 0 in the order in which they were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(u32);

/// One reference of a [`TypeRefGraph`]: numbered from 0 in the order in which they were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReferenceId(u32);

macro_rules! index_id {
    ($name:ident) => {
        impl $name {
            /// The id of this position; the graph need not hold it.
            ///
            /// # Panics
            /// When the position is 2^32 or beyond.
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("a graph holds fewer than 2^32 nodes and arcs"))
            }

            /// The position, by which side tables are indexed.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
index_id!(NodeId);
index_id!(ReferenceId);

/// How a type refers to another: what the static guess of the field frequency goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceKind {
    /// A component that is always there.
    Mandatory,
    /// A component that may be left out.
    Optional,
    /// A component with a default value, which may be left out.
    Default,
    /// A component that a later version of the specification added, mandatory there or not.
    Addition,
    /// An arm of a union; the owner's arms are alternatives of each other.
    Arm,
    /// An arm that a later version of the specification added.
    AddedArm,
    /// The element of an array of this size; no `max`: any number of elements.
    Element {
        /// Smallest number of elements.
        min: u64,
        /// Largest number of elements.
        max: Option<u64>,
    },
    /// The element of a linked list: any number of elements, each of which says whether another follows.
    Link,
    /// The owner is another name of the target.
    Alias,
    /// A type that a value of the owner, an open type, may hold; members are alternatives of each other.
    Member,
}

impl ReferenceKind {
    /// Whether a value of the owner holds one of all references of this kind.
    pub fn is_alternative(self) -> bool {
        matches!(self, Self::Arm | Self::AddedArm | Self::Member)
    }

    /// Whether a value of the owner, an array, holds any number of them.
    pub fn is_element(self) -> bool {
        matches!(self, Self::Element { .. } | Self::Link)
    }

    /// The word for it in dumps.
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
        }
    }
}

/// An arc: a field of the owner whose type is the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The field's name; may be empty (array elements, aliases). Its words are a hint of how often it occurs.
    pub name: String,
    /// How the owner refers to the target.
    pub kind: ReferenceKind,
}

/// Types and the references between them; parallel arcs, self-loops and cycles are all allowed.
///
/// Scalars and embedded constructors are nodes too, so that every field is an arc.
#[derive(Clone, Debug, Default)]
pub struct TypeRefGraph {
    graph: DiGraph<String, Reference>,
}

impl TypeRefGraph {
    /// An empty graph.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty graph with room for this many types and references.
    pub fn with_capacity(types: usize, references: usize) -> Self {
        Self { graph: DiGraph::with_capacity(types, references) }
    }

    /// Adds a type. The name need not be unique. It may be a path with dots: the words of its last part are a hint of how
    /// often it occurs.
    pub fn add_type(&mut self, name: impl Into<String>) -> NodeId {
        NodeId::new(self.graph.add_node(name.into()).index())
    }

    /// Adds a field of `owner` whose type is `target`. Fields are added in the order of the specification, which is a hint
    /// too.
    ///
    /// # Panics
    /// When the graph lacks one of the types.
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

    /// The number of types.
    pub fn type_count(&self) -> usize {
        self.graph.node_count()
    }

    /// The number of references.
    pub fn reference_count(&self) -> usize {
        self.graph.edge_count()
    }

    /// The types in order.
    pub fn types(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        (0..self.type_count()).map(NodeId::new)
    }

    /// The references in order.
    pub fn references(&self) -> impl ExactSizeIterator<Item = ReferenceId> + use<> {
        (0..self.reference_count()).map(ReferenceId::new)
    }

    /// The name of a type.
    ///
    /// # Panics
    /// When the graph lacks the type; so do the other accessors.
    pub fn name(&self, node: NodeId) -> &str {
        &self.graph[node_index(node)]
    }

    /// A reference.
    pub fn reference(&self, id: ReferenceId) -> &Reference {
        &self.graph[edge_index(id)]
    }

    /// The type that a reference is a field of.
    pub fn owner(&self, id: ReferenceId) -> NodeId {
        self.ends(id).0
    }

    /// The type that a reference refers to.
    pub fn target(&self, id: ReferenceId) -> NodeId {
        self.ends(id).1
    }

    /// Owner and target of a reference.
    pub fn ends(&self, id: ReferenceId) -> (NodeId, NodeId) {
        let (owner, target) =
            self.graph.edge_endpoints(edge_index(id)).expect("the graph holds the reference");
        (NodeId::new(owner.index()), NodeId::new(target.index()))
    }

    /// The fields of a type, in the order in which they were added.
    pub fn fields_of(&self, node: NodeId) -> Vec<ReferenceId> {
        self.adjacent(node, petgraph::Outgoing)
    }

    /// The references to a type, in the order in which they were added.
    pub fn references_to(&self, node: NodeId) -> Vec<ReferenceId> {
        self.adjacent(node, petgraph::Incoming)
    }

    fn adjacent(&self, node: NodeId, direction: petgraph::Direction) -> Vec<ReferenceId> {
        let edges = self.graph.edges_directed(node_index(node), direction);
        let mut ids: Vec<_> = edges.map(|edge| ReferenceId::new(edge.id().index())).collect();
        ids.sort_unstable();
        ids
    }

    /// The strongly connected components over the arcs that `holds` keeps, callers before callees, the nodes of each
    /// in id order. Iterative, since a specification may nest as deep as it likes.
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

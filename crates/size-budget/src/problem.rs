//! The planner's problem: nodes, references and shared costs as numbers.

use crate::plan::Technique;
use std::fmt;

macro_rules! declare_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name(u32);

        impl $name {
            /// Makes the id of this position. Does not check that a problem holds it.
            ///
            /// # Panics
            /// When the position is 2^32 or more.
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("a problem holds fewer than 2^32 of each"))
            }

            /// The position, counted from 0 in the order of addition.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

declare_id!(
    /// One node of a [`Problem`].
    NodeId
);
declare_id!(
    /// One reference of a [`Problem`].
    ReferenceId
);
declare_id!(
    /// One shared cost of a [`Problem`].
    SharedId
);

/// A node in one technique.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Candidate {
    /// Bytes of the standalone form, with all references called: the table of an interpreted node, the procedure of a
    /// compiled one.
    pub size: u64,
    /// Instructions per visit, with all references called. Excludes the instructions of the callees.
    pub time: f64,
    /// Shared costs that the candidate needs beside its own bytes. Each is paid once, however many candidates use it.
    /// Both techniques of a node, or nodes of both directions, may use the same item.
    pub shared: Vec<SharedId>,
}

/// A definition in one direction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Visits per message, times the share of the direction.
    pub frequency: f64,
    /// Share of the messages that are of the node's direction. [`Problem::charged`] uses it: no more messages enter the
    /// node.
    pub messages: f64,
    /// Whether code outside the problem (the API) calls the node. Its standalone form then always exists.
    pub root: bool,
    /// The candidate for the interpreted technique.
    pub interpreted: Candidate,
    /// The candidate for the compiled technique.
    pub compiled: Candidate,
    /// Bytes of commands that the interpreter reads in a visit, beside those in the size of the interpreted candidate:
    /// commands that several nodes share. Only [`Problem::charged`] uses the number.
    pub command_bytes: u64,
    /// Commands that the interpreter dispatches per visit if the node is interpreted. Reports use the number, and
    /// [`Problem::of_calls`]; otherwise no choice depends on it.
    pub dispatches: f64,
    /// Those of the commands that convert a part of the message; the others find that a field is absent, or check.
    /// Only reports use the number.
    pub conversions: f64,
    /// Number of commands of the node's program. [`Limits::body_commands`](crate::Limits::body_commands) limits their
    /// sum in a body with all that is inlined into it.
    pub commands: u32,
    /// The technique that every plan must give the node; `None` leaves the choice to the solver.
    pub pinned: Option<Technique>,
}

impl Node {
    /// A root without pin, whose size, time and frequency are 0 until the caller sets them.
    pub fn root() -> Self {
        Self { root: true, ..Self::default() }
    }
}

/// A call site: a place in the owner's code that calls the callee.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// The node whose code holds the call.
    pub owner: NodeId,
    /// The node that is called.
    pub callee: NodeId,
    /// Visits per message, times the share of the direction.
    pub frequency: f64,
    /// Bytes by which each compiled copy of the owner grows when the callee's code replaces the call; may be negative.
    /// The callee's own references count as called: their inlining adds its own bytes.
    pub size_delta: i64,
    /// Instructions that inlining saves per visit; may be negative.
    pub time_saved: f64,
    /// Whether the reference is never inlined, usually because it closes a cycle. All other references must form no
    /// cycle.
    pub recursive: bool,
}

impl Reference {
    /// The rule of inlining: a reference may be inlined if it is not recursive and both its nodes are compiled.
    pub(crate) fn may_inline(&self, is_compiled: impl Fn(NodeId) -> bool) -> bool {
        !self.recursive && is_compiled(self.owner) && is_compiled(self.callee)
    }
}

/// Why the numbers given to a builder are not a valid problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// A frequency, time or dispatch count of the node is negative, infinite or not a number.
    BadNode(NodeId),
    /// The frequency or saved time of the reference is infinite or not a number, or its frequency is negative.
    BadReference(ReferenceId),
    /// A reference names a node that does not exist.
    UnknownNode(ReferenceId),
    /// A candidate of this node names a shared cost that does not exist.
    UnknownShared(NodeId),
    /// References that are not marked recursive form a cycle, which contains this node.
    Cycle(NodeId),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadNode(node) => {
                write!(f, "node {}: a time or frequency is negative or not finite", node.index())
            }
            Self::BadReference(id) => {
                write!(f, "reference {}: a time or frequency is no usable number", id.index())
            }
            Self::UnknownNode(id) => write!(f, "reference {} names a node that does not exist", id.index()),
            Self::UnknownShared(node) => {
                write!(f, "node {} names a shared cost that does not exist", node.index())
            }
            Self::Cycle(node) => {
                write!(
                    f,
                    "references through node {} form a cycle, but none is marked recursive",
                    node.index()
                )
            }
        }
    }
}

impl std::error::Error for BuildError {}

/// Collects the numbers of a [`Problem`] and checks them.
#[derive(Clone, Debug, Default)]
pub struct ProblemBuilder {
    fixed_size: u64,
    interpreter: u64,
    nodes: Vec<Node>,
    references: Vec<Reference>,
    shared: Vec<u64>,
}

impl ProblemBuilder {
    /// Starts a problem in which every plan costs `fixed_size` bytes beside its candidates.
    pub fn new(fixed_size: u64) -> Self {
        Self { fixed_size, ..Self::default() }
    }

    /// Sets the bytes of the interpreter's code that a message runs if all its nodes are interpreted. Only
    /// [`Problem::charged`] uses the number.
    pub fn interpreter(&mut self, bytes: u64) {
        self.interpreter = bytes;
    }

    /// Adds a shared cost in bytes. A plan pays it once if any chosen candidate uses it.
    pub fn shared(&mut self, size: u64) -> SharedId {
        self.shared.push(size);
        SharedId::new(self.shared.len() - 1)
    }

    /// Adds a node.
    pub fn node(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId::new(self.nodes.len() - 1)
    }

    /// Adds a reference.
    pub fn reference(&mut self, reference: Reference) -> ReferenceId {
        self.references.push(reference);
        ReferenceId::new(self.references.len() - 1)
    }

    /// Checks the numbers and makes the problem.
    ///
    /// # Errors
    /// The first number or reference that is wrong.
    pub fn build(self) -> Result<Problem, BuildError> {
        let usable = |value: f64| value.is_finite() && value >= 0.0;
        for (index, node) in self.nodes.iter().enumerate() {
            let id = NodeId::new(index);
            let candidates = [&node.interpreted, &node.compiled];
            let counts = [node.frequency, node.messages, node.dispatches, node.conversions];
            if !counts.into_iter().chain(candidates.map(|c| c.time)).all(usable) {
                return Err(BuildError::BadNode(id));
            }
            if candidates.iter().any(|c| c.shared.iter().any(|item| item.index() >= self.shared.len())) {
                return Err(BuildError::UnknownShared(id));
            }
        }
        for (index, reference) in self.references.iter().enumerate() {
            let id = ReferenceId::new(index);
            if reference.owner.index().max(reference.callee.index()) >= self.nodes.len() {
                return Err(BuildError::UnknownNode(id));
            }
            if !usable(reference.frequency) || !reference.time_saved.is_finite() {
                return Err(BuildError::BadReference(id));
            }
        }
        self.connect()
    }

    fn connect(mut self) -> Result<Problem, BuildError> {
        for node in &mut self.nodes {
            for candidate in [&mut node.interpreted, &mut node.compiled] {
                candidate.shared.sort_unstable();
                candidate.shared.dedup();
            }
        }
        let mut references_of = vec![Vec::new(); self.nodes.len()];
        let mut all_to = vec![Vec::new(); self.nodes.len()];
        for (index, reference) in self.references.iter().enumerate() {
            references_of[reference.owner.index()].push(ReferenceId::new(index));
            all_to[reference.callee.index()].push(ReferenceId::new(index));
        }
        let ranks = ranks(&self.nodes, &self.references, &references_of)?;
        let mut order = vec![NodeId::new(0); ranks.len()];
        for (node, &rank) in ranks.iter().enumerate() {
            order[rank as usize] = NodeId::new(node);
        }
        let reached = reached(&self.nodes, &self.references, &references_of);
        for references in &mut all_to {
            references.retain(|id| reached[self.references[id.index()].owner.index()]);
        }
        let free = |node: NodeId| {
            reached[node.index()] && self.nodes[node.index()].pinned != Some(Technique::Interpreted)
        };
        let inlinable = self.references.iter().map(|reference| reference.may_inline(free)).collect();
        let mut shared_users = vec![Vec::new(); self.shared.len()];
        for (index, node) in self.nodes.iter().enumerate().filter(|(index, _)| reached[*index]) {
            let mut items: Vec<SharedId> = node.interpreted.shared.clone();
            items.extend(&node.compiled.shared);
            items.sort_unstable();
            items.dedup();
            for item in items {
                shared_users[item.index()].push(NodeId::new(index));
            }
        }
        Ok(Problem {
            fixed_size: self.fixed_size,
            interpreter: self.interpreter,
            nodes: self.nodes,
            references: self.references,
            shared: self.shared,
            references_of,
            references_to: all_to,
            order,
            ranks,
            reached,
            inlinable,
            shared_users,
        })
    }
}

/// Positions of the nodes in an order in which owners come before callees.
fn ranks(nodes: &[Node], references: &[Reference], of: &[Vec<ReferenceId>]) -> Result<Vec<u32>, BuildError> {
    let mut pending = vec![0_u32; nodes.len()];
    for reference in references.iter().filter(|reference| !reference.recursive) {
        pending[reference.callee.index()] += 1;
    }
    let mut order: Vec<usize> = (0..nodes.len()).filter(|&node| pending[node] == 0).collect();
    let mut ranks = vec![u32::MAX; nodes.len()];
    let mut at = 0;
    while at < order.len() {
        ranks[order[at]] = at as u32;
        for id in &of[order[at]] {
            let reference = &references[id.index()];
            if !reference.recursive {
                pending[reference.callee.index()] -= 1;
                if pending[reference.callee.index()] == 0 {
                    order.push(reference.callee.index());
                }
            }
        }
        at += 1;
    }
    match ranks.iter().position(|&rank| rank == u32::MAX) {
        Some(node) => Err(BuildError::Cycle(NodeId::new(on_cycle(&ranks, references, node)))),
        None => Ok(ranks),
    }
}

/// Returns a node on a cycle that contains an unranked node or leads to it. Each unranked node has an unranked owner,
/// so the way from owner to owner comes to a node a second time.
fn on_cycle(ranks: &[u32], references: &[Reference], unranked: usize) -> usize {
    let mut owners: Vec<Option<usize>> = vec![None; ranks.len()];
    for reference in references.iter().filter(|reference| !reference.recursive) {
        let owner = reference.owner.index();
        if ranks[owner] == u32::MAX {
            owners[reference.callee.index()] = Some(owner);
        }
    }
    let mut node = unranked;
    // Taking the owner ends the walk at the first node that is visited again.
    while let Some(owner) = owners[node].take() {
        node = owner;
    }
    node
}

/// Which nodes a root reaches, in any technique.
fn reached(nodes: &[Node], references: &[Reference], of: &[Vec<ReferenceId>]) -> Vec<bool> {
    let mut reached: Vec<bool> = nodes.iter().map(|node| node.root).collect();
    let mut open: Vec<usize> = (0..nodes.len()).filter(|&node| reached[node]).collect();
    while let Some(node) = open.pop() {
        for id in &of[node] {
            let callee = references[id.index()].callee.index();
            if !reached[callee] {
                reached[callee] = true;
                open.push(callee);
            }
        }
    }
    reached
}

/// Nodes, references and shared costs whose numbers are sound.
///
/// # The rules of a plan
///
///  - Every node is interpreted or compiled. A node that no root reaches costs and saves nothing.
///  - A reference may be inlined when it is not recursive and both its owner and its callee are compiled.
///  - The standalone form of a node exists if the node is a root or some reference to it is called. An interpreted
///    owner calls all its references. Without a standalone form, only the copies inlined elsewhere exist.
///  - Each inlined copy of a callee contains all code that is inlined into the callee.
///  - A shared cost is paid once if any reached node uses it in its chosen technique.
///
/// [`evaluate`](Self::evaluate) computes size and time by these rules and is their only definition.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    pub(crate) fixed_size: u64,
    pub(crate) interpreter: u64,
    pub(crate) nodes: Vec<Node>,
    pub(crate) references: Vec<Reference>,
    pub(crate) shared: Vec<u64>,
    /// The references in the code of each node; indexed by owner.
    pub(crate) references_of: Vec<Vec<ReferenceId>>,
    /// The references to each node from owners that a root reaches; indexed by callee.
    pub(crate) references_to: Vec<Vec<ReferenceId>>,
    /// All nodes, owners before callees.
    pub(crate) order: Vec<NodeId>,
    /// The position of each node in `order`.
    pub(crate) ranks: Vec<u32>,
    pub(crate) reached: Vec<bool>,
    /// References that some plan may inline.
    pub(crate) inlinable: Vec<bool>,
    /// The reached nodes that use each shared cost in either technique.
    pub(crate) shared_users: Vec<Vec<NodeId>>,
}

impl Problem {
    /// The problem of Hoschka's figure 1 (1997): only compiled code has weight, and the profit is the number of
    /// commands that the interpreter no longer dispatches. Instructions decide between plans with almost equal numbers
    /// of commands. The plans of the result are also plans of this problem.
    pub fn of_calls(&self) -> Self {
        /// Weight of a command in instructions: about fifty times its saving, so that time decides only if calls are
        /// almost equal. If calls alone decided, predictions of rare nodes would decide.
        const CALL: f64 = 1000.0;
        let mut problem = self.of_compiled_bytes();
        for node in &mut problem.nodes {
            node.interpreted.time += CALL * node.dispatches;
        }
        problem
    }

    /// [`of_calls`](Self::of_calls) with dispatched commands as the only time. Use it for bounds such as
    /// [`lp_bound`](crate::lp_bound).
    pub fn of_calls_alone(&self) -> Self {
        let mut problem = self.of_compiled_bytes();
        for node in &mut problem.nodes {
            (node.interpreted.time, node.compiled.time) = (node.dispatches, 0.0);
        }
        for reference in &mut problem.references {
            reference.time_saved = 0.0;
        }
        problem
    }

    fn of_compiled_bytes(&self) -> Self {
        let mut problem = self.clone();
        problem.fixed_size = 0;
        problem.shared.fill(0);
        for node in &mut problem.nodes {
            node.interpreted.size = 0;
        }
        problem
    }

    /// The ids of all nodes, in order of addition.
    pub fn node_ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..self.nodes.len()).map(NodeId::new)
    }

    /// The ids of all references, in order of addition.
    pub fn reference_ids(&self) -> impl DoubleEndedIterator<Item = ReferenceId> + ExactSizeIterator + use<> {
        (0..self.references.len()).map(ReferenceId::new)
    }

    /// Returns a node.
    ///
    /// # Panics
    /// When the problem has no such node. The other accessors panic in the same way.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Returns a reference.
    pub fn reference(&self, id: ReferenceId) -> &Reference {
        &self.references[id.index()]
    }

    /// The references in a node's code.
    pub fn references_of(&self, owner: NodeId) -> &[ReferenceId] {
        &self.references_of[owner.index()]
    }

    /// The references to a node, from owners that a root reaches.
    pub fn references_to(&self, callee: NodeId) -> &[ReferenceId] {
        &self.references_to[callee.index()]
    }

    /// Whether a root reaches the node.
    pub fn is_reached(&self, id: NodeId) -> bool {
        self.reached[id.index()]
    }

    /// Bytes of a shared cost.
    pub fn shared_size(&self, id: SharedId) -> u64 {
        self.shared[id.index()]
    }

    /// Bytes that every plan costs.
    pub fn fixed_size(&self) -> u64 {
        self.fixed_size
    }

    /// Whether some plan may inline the reference: both its ends are reached and may be compiled.
    pub(crate) fn may_inline(&self, id: ReferenceId) -> bool {
        self.inlinable[id.index()]
    }

    /// Whether the standalone form of a node may disappear: it is no root, and every reference to it may be inlined.
    pub(crate) fn is_droppable(&self, id: NodeId) -> bool {
        let to = self.references_to(id);
        !self.node(id).root && !to.is_empty() && to.iter().all(|r| self.may_inline(*r))
    }

    /// The nodes in an order in which owners come before callees.
    pub(crate) fn owners_first(&self) -> &[NodeId] {
        &self.order
    }

    /// Instructions per message that compiling a node saves; negative if the compiled form is slower.
    pub(crate) fn compile_gain(&self, id: NodeId) -> f64 {
        let node = self.node(id);
        node.frequency * (node.interpreted.time - node.compiled.time)
    }

    /// Instructions per message that inlining a reference saves.
    pub(crate) fn inline_gain(&self, id: ReferenceId) -> f64 {
        let reference = self.reference(id);
        reference.frequency * reference.time_saved
    }
}

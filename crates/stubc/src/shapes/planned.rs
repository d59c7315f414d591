//! Shapes in the planner's problem: each is a node that is compiled, or is not there. In plans with tables, a compiled
//! node is a shape that is tried by its table, and a reference without a target refines it to compiled code.

use crate::candidates::Part;
use codegen::shape::{Shape, cost};
use codegen::stub::Stub;
use codegen::{Direction, cost as costs};
use size_budget::{Candidate, Node, NodeId, ProblemBuilder, Reference, SharedId, Technique};

/// The share of a root's messages that have a shape, if the user does not say it.
pub const SHARE: f64 = 0.5;

/// Returns the node of each shape that decoders may try first. Without the shape, its messages take the mean time of
/// compiled stubs. `shared`: what any procedure of decoding needs.
pub fn nodes(part: &Part<'_>, shared: &[SharedId]) -> Vec<Node> {
    let mean = Mean::of(part);
    let numbered = part.model.shapes.iter().enumerate();
    numbered.map(|(at, shape)| node(part, shared, (at, shape), &mean)).collect()
}

fn node(part: &Part<'_>, shared: &[SharedId], (at, shape): (usize, &Shape), mean: &Mean) -> Node {
    let Part { model, prediction, sizes, share, .. } = *part;
    let Some(segments) = &shape.decode else { return Node::root() };
    let messages = share * prediction.shares[&Direction::Decode];
    let table = sizes.table(at);
    let time = match table {
        Some(_) => cost::table_instructions(model, segments),
        None => cost::instructions(segments),
    };
    let compiled = sizes.shapes.get(at).copied().unwrap_or(0);
    // A table replaces interpreted stubs rather than compiled ones: their time is that of the plan without tables.
    let general = match sizes.has_tables {
        true => mean.compiled.max(cost::general(segments)) * sizes.slowness.max(1.0),
        false => mean.compiled,
    };
    let node = Node {
        frequency: frequency(part, shape),
        messages,
        interpreted: Candidate { size: 0, time: general.max(time), shared: Vec::new() },
        compiled: Candidate {
            size: table.map_or(compiled, |table| table.tried),
            time,
            shared: shared.to_vec(),
        },
        ..Node::root()
    };
    match &sizes.hits {
        None => node,
        // Its messages are among those of the stubs.
        Some(hits) if !hits.tried[at] => {
            Node { frequency: 0.0, pinned: Some(Technique::Interpreted), ..node }
        }
        // Its messages have left the stubs. Without it and without procedures, commands would decode them.
        Some(_) => {
            let interpreted = Candidate { time: mean.interpreted.max(time), ..node.interpreted };
            Node { interpreted, dispatches: mean.dispatches, conversions: mean.conversions, ..node }
        }
    }
}

/// A message that is decoded without shapes, in the mean.
struct Mean {
    /// Instructions by commands.
    interpreted: f64,
    /// Instructions by procedures.
    compiled: f64,
    /// Commands that the interpreter runs.
    dispatches: f64,
    /// Those that convert something.
    conversions: f64,
}

impl Mean {
    fn of(part: &Part<'_>) -> Self {
        let Part { model, prediction, sizes, .. } = *part;
        let way = Direction::Decode;
        let message = prediction.extent(model, way).time(model, sizes.times, way);
        let mut mean = Self {
            interpreted: message.interpreted,
            compiled: message.compiled,
            dispatches: 0.0,
            conversions: 0.0,
        };
        for (_, Stub { node, .. }) in model.stubs.iter().filter(|(_, stub)| stub.direction == way) {
            let often = |field| prediction.per_owner(field, way);
            let visit = costs::visit(model, sizes.times, node, way, &often);
            let visits = prediction.of_type_per_message(node.ty, way);
            mean.interpreted += visit.interpreted * visits;
            mean.compiled += visit.compiled * visits;
            mean.dispatches += visit.dispatches * visits;
            mean.conversions += visit.conversions * visits;
        }
        mean
    }
}

/// Adds the choice of compiled code for each shape that is a table. Returns the positions of these shapes.
pub fn steps(builder: &mut ProblemBuilder, part: &Part<'_>, shapes: &[NodeId]) -> Vec<usize> {
    let Part { model, sizes, .. } = *part;
    let mut nothing = None;
    let mut steps = Vec::new();
    for (at, owner) in shapes.iter().enumerate() {
        let (Some(table), Some(segments)) = (sizes.table(at), &model.shapes[at].decode) else { continue };
        let nothing = nothing
            .get_or_insert_with(|| builder.node(Node { pinned: Some(Technique::Compiled), ..Node::root() }));
        let compiled = table.compiled + sizes.shapes.get(at).copied().unwrap_or(0);
        builder.reference(Reference {
            owner: *owner,
            callee: *nothing,
            frequency: frequency(part, &model.shapes[at]),
            size_delta: compiled as i64 - (table.holes + table.tried) as i64,
            time_saved: cost::table_instructions(model, segments) - cost::instructions(segments),
            recursive: false,
        });
        steps.push(at);
    }
    steps
}

/// Returns how many messages of a shape there are in a message.
fn frequency(part: &Part<'_>, shape: &Shape) -> f64 {
    let Part { model, prediction, share, .. } = *part;
    let root = model.options.roots[shape.root].ty;
    let messages = share * prediction.shares[&Direction::Decode];
    messages * prediction.root_share(root, Direction::Decode) * shape.share.unwrap_or(SHARE)
}

//! Shapes in the planner's problem: each is a node that is compiled, or is not there.

use crate::candidates::Part;
use codegen::shape::{Shape, cost};
use codegen::stub::Stub;
use codegen::{Direction, cost as costs};
use size_budget::{Candidate, Node, SharedId};

/// The share of a root's messages that have a shape, if the user does not say it.
pub const SHARE: f64 = 0.5;

/// Returns the node of each shape that decoders may try first. Without the shape, its messages take the mean time of
/// compiled stubs. `shared`: what any procedure of decoding needs.
pub fn nodes(part: &Part<'_>, shared: &[SharedId]) -> Vec<Node> {
    let general = general(part);
    let numbered = part.model.shapes.iter().enumerate();
    numbered.map(|(at, shape)| node(part, shared, (at, shape), general)).collect()
}

fn node(part: &Part<'_>, shared: &[SharedId], (at, shape): (usize, &Shape), general: f64) -> Node {
    let Part { model, prediction, sizes, share, .. } = *part;
    let Some(segments) = &shape.decode else { return Node::root() };
    let root = model.options.roots[shape.root].ty;
    let messages = share * prediction.shares[&Direction::Decode];
    let time = cost::instructions(segments);
    Node {
        frequency: messages * prediction.root_share(root, Direction::Decode) * shape.share.unwrap_or(SHARE),
        messages,
        interpreted: Candidate { size: 0, time: general.max(time), shared: Vec::new() },
        compiled: Candidate {
            size: sizes.shapes.get(at).copied().unwrap_or(0),
            time,
            shared: shared.to_vec(),
        },
        ..Node::root()
    }
}

/// Returns the mean instructions of decoding a message with compiled stubs.
fn general(part: &Part<'_>) -> f64 {
    let Part { model, prediction, sizes, .. } = *part;
    let decoded = model.stubs.iter().filter(|(_, stub)| stub.direction == Direction::Decode);
    let visits = decoded.map(|(_, Stub { node, direction })| {
        let often = |field| prediction.per_owner(field, direction);
        let visit = costs::visit(model, sizes.times, node, direction, &often);
        visit.compiled * prediction.of_type_per_message(node.ty, direction)
    });
    let message = prediction.extent(model, Direction::Decode).time(model, sizes.times, Direction::Decode);
    visits.sum::<f64>() + message.compiled
}

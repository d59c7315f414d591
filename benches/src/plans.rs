//! Plans by hand: which nodes are compiled, which references inlined.

use codegen::{Direction, Model, Techniques, emit};
use syntax_graph::{Id, TypeKind};

/// All nodes compiled; references inlined when `inline` says so of their field number.
pub fn compiled(model: &Model<'_>, inline: impl Fn(usize) -> bool) -> Techniques {
    let mut techniques = Techniques::default();
    for direction in Direction::ALL {
        let side = techniques.side_mut(direction);
        for node in model.nodes_in(direction) {
            side.compiled.insert(node);
            for &field in model.graph.fields_of(node) {
                let target = model.graph.resolve(model.graph.fields[field].target);
                let constructor =
                    !matches!(model.graph.types[target].kind, TypeKind::Scalar(_) | TypeKind::Open(_));
                if constructor && !model.layouts.is_recursive(field) && inline(field.index()) {
                    side.inlined.insert(field);
                }
            }
        }
    }
    techniques
}

/// All nodes interpreted that can be.
pub fn interpreted(model: &Model<'_>) -> Techniques {
    let mut techniques = Techniques::default();
    for direction in Direction::ALL {
        let nodes = model.nodes_in(direction).filter(|&node| !emit::table_limits(model, node));
        techniques.side_mut(direction).compiled = nodes.collect();
    }
    techniques
}

/// Half of everything, as the seed has it.
pub fn random(model: &Model<'_>, seed: u64) -> Techniques {
    let bit = |n: u64| (n.wrapping_add(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 37) & 1 == 1;
    let mut techniques = compiled(model, |field| bit(field as u64 + 7));
    for direction in Direction::ALL {
        let shift = if direction == Direction::Decode { 1000 } else { 5000 };
        techniques
            .side_mut(direction)
            .compiled
            .retain(|node| bit(node.index() as u64 + shift) || !emit::table_limits(model, *node));
    }
    techniques
}

/// The four plans that everything is held to: every technique by itself, and all borders between them.
pub fn all(model: &Model<'_>) -> Vec<(&'static str, Techniques)> {
    vec![
        ("interpreted", interpreted(model)),
        ("compiled", compiled(model, |_| false)),
        ("inlined", compiled(model, |_| true)),
        ("random 1", random(model, 1)),
    ]
}

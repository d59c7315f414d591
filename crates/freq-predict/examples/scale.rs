//! Measures the time of a prediction for 100,000 types and 1,000,000 fields, with recursion and names.
//!
//!     cargo run --release -p freq-predict --example scale

use freq_predict::{NodeId, Overrides, ReferenceKind, TypeRefGraph, predict};
use std::time::Instant;

const TYPES: usize = 100_000;
const FIELDS: usize = 10;
const KINDS: [ReferenceKind; 4] =
    [ReferenceKind::Mandatory, ReferenceKind::Optional, ReferenceKind::Default, ReferenceKind::Addition];
const NAMES: [&str; 5] = ["requestList", "errorReport", "item", "otherEntries", "version"];

fn main() {
    let mut numbers = 1_u64;
    let mut below = |limit: usize| {
        numbers = numbers.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (numbers >> 33) as usize % limit
    };
    let mut graph = TypeRefGraph::with_capacity(TYPES, TYPES * FIELDS);
    let nodes: Vec<NodeId> = (0..TYPES).map(|at| graph.add_type(format!("M.Type{at}"))).collect();
    for at in 0..TYPES {
        for field in 0..FIELDS {
            // The graph is a tree with references across it, and a few references that lead back. Most fields are
            // scalars: the last tenth of the types.
            let (child, later) = (4 * at + 1 + below(4), at + below(TYPES - at));
            let (to, kind) = match below(100) {
                0 if at > 0 => (at - 1 - below(at.min(20)), ReferenceKind::Optional),
                1..5 => (later, ReferenceKind::Optional),
                5..30 if child < TYPES => (child, KINDS[below(KINDS.len())]),
                _ => (TYPES - 1 - below(TYPES / 10), KINDS[below(KINDS.len())]),
            };
            let kind = match at % 4 {
                0 => ReferenceKind::Arm,
                1 if field == 0 => ReferenceKind::Element { min: 0, max: None },
                _ => kind,
            };
            // A value that contains a mandatory value of its own type would never end.
            let kind =
                if to <= at && kind == ReferenceKind::Mandatory { ReferenceKind::Optional } else { kind };
            graph.add_reference(nodes[at], nodes[to], format!("{}{field}", NAMES[below(NAMES.len())]), kind);
        }
    }
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        let frequencies = predict(&graph, &[(nodes[0], 1.0)], &Overrides::new()).expect("the root is a type");
        best = best.min(start.elapsed().as_secs_f64());
        assert!(nodes.iter().all(|node| frequencies.of_type(*node).is_finite()));
    }
    #[expect(clippy::print_stdout, reason = "an example shows its result")]
    {
        println!("{TYPES} types, {} fields: {best:.2} s, the best of five", graph.reference_count());
    }
}

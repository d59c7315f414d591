//! Joins prediction and planning for a generator of another notation.
//!
//! The predicted frequencies become numbers of a `size-budget` problem, and a printer follows the plan.

use freq_predict::{NodeId, Overrides, ReferenceKind, TypeRefGraph, predict};
use size_budget::{Candidate, Node, ProblemBuilder, Reference, cap_for_percent, greedy, reasons};

/// A field of a message type: its name, the position of its type in [`MESSAGES`], and its kind.
type Field = (&'static str, usize, ReferenceKind);
/// Message types similar to those of protobuf: name and fields.
const MESSAGES: [(&str, &[Field]); 4] = [
    ("Batch", &[("header", 1, ReferenceKind::Mandatory), ("events", 2, ANY)]),
    ("Header", &[("debug", 3, ReferenceKind::Optional)]),
    ("Event", &[("cause", 2, ReferenceKind::Optional)]),
    ("Debug", &[]),
];
const ANY: ReferenceKind = ReferenceKind::Element { min: 0, max: None };
/// Number of scalars in each message.
const SCALARS: [u32; 4] = [1, 5, 3, 20];

fn main() {
    let mut graph = TypeRefGraph::new();
    let types: Vec<NodeId> = MESSAGES.iter().map(|(name, _)| graph.add_type(*name)).collect();
    for (owner, (_, fields)) in MESSAGES.iter().enumerate() {
        for &(name, target, kind) in *fields {
            graph.add_reference(types[owner], types[target], name, kind);
        }
    }
    let frequencies =
        predict(&graph, &[(types[0], 1.0)], &Overrides::new()).expect("the root is one of the messages");

    let mut builder = ProblemBuilder::new(200);
    let interpreter = builder.shared(300);
    let mut nodes = Vec::new();
    for (at, (_, held)) in MESSAGES.iter().enumerate() {
        let fields = SCALARS[at] + held.len() as u32;
        let (bytes, count) = (u64::from(fields), f64::from(fields));
        nodes.push(builder.node(Node {
            frequency: frequencies.of_type(types[at]),
            root: at == 0,
            interpreted: Candidate { size: 4 * bytes, time: 40.0 * count, shared: vec![interpreter] },
            compiled: Candidate { size: 30 * bytes + 40, time: 12.0 * count, shared: Vec::new() },
            dispatches: count,
            conversions: count,
            commands: fields,
            ..Node::default()
        }));
    }
    for id in graph.references() {
        let (owner, callee) = graph.ends(id);
        builder.reference(Reference {
            owner: nodes[owner.index()],
            callee: nodes[callee.index()],
            frequency: frequencies.of_reference(id),
            size_delta: 30 * i64::from(SCALARS[callee.index()]) - 10,
            time_saved: 9.0,
            recursive: owner == callee,
        });
    }
    let problem = builder.build().expect("the numbers are sound");
    let cap = cap_for_percent(&problem, 50.0);
    let plan = greedy(&problem, cap).expect("the cap is above the smallest size");
    #[expect(clippy::print_stdout, reason = "an example shows its result")]
    {
        println!("{} of {cap} bytes", plan.totals.size);
        for ((at, (name, _)), reason) in MESSAGES.iter().enumerate().zip(reasons(&problem, &plan)) {
            let form = if plan.is_compiled(nodes[at]) { "function" } else { "row" };
            println!("{name}: {form}, {:.2} a batch; {reason}", frequencies.of_type(types[at]));
        }
    }
}

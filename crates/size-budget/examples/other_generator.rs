//! Uses the planner for another generator: its printer writes protobuf-like messages as table rows or as functions.
//!
//! The generator has its own bytes and instructions. It needs no other crate of stubc.

use size_budget::{
    Candidate, Node, ProblemBuilder, Reference, cap_for_percent, exact, greedy, lp_bound, reasons,
};
use std::time::Duration;

/// Name, messages per second, number of fields, and whether the application calls it.
const MESSAGES: [(&str, f64, u32, bool); 4] = [
    ("Batch", 1.0, 3, true),
    ("Header", 1.0, 6, false),
    ("Event", 6.0, 4, false),
    ("Debug", 0.01, 20, false),
];
/// The positions of an outer and an inner message, and how often the inner one occurs per second.
const HOLDS: [(usize, usize, f64); 3] = [(0, 1, 1.0), (0, 2, 6.0), (1, 3, 0.01)];

fn main() {
    let mut builder = ProblemBuilder::new(200);
    let interpreter = builder.shared(300);
    let mut nodes = Vec::new();
    for (_, frequency, fields, root) in MESSAGES {
        nodes.push(builder.node(Node {
            frequency,
            root,
            interpreted: Candidate {
                size: 4 * u64::from(fields) + 2,
                time: 40.0 * f64::from(fields),
                shared: vec![interpreter],
            },
            compiled: Candidate {
                size: 30 * u64::from(fields) + 40,
                time: 12.0 * f64::from(fields),
                shared: Vec::new(),
            },
            dispatches: f64::from(fields),
            conversions: f64::from(fields),
            commands: fields,
            ..Node::default()
        }));
    }
    for (owner, callee, frequency) in HOLDS {
        let size_delta = 30 * i64::from(MESSAGES[callee].2) - 10;
        builder.reference(Reference {
            owner: nodes[owner],
            callee: nodes[callee],
            frequency,
            size_delta,
            time_saved: 9.0,
            recursive: false,
        });
    }
    let problem = builder.build().expect("the numbers are sound");
    let cap = cap_for_percent(&problem, 50.0);
    let plan = greedy(&problem, cap).expect("above the smallest");
    let best = exact(&problem, cap, Duration::from_secs(5)).expect("above the smallest");
    #[expect(clippy::print_stdout, reason = "an example shows its result")]
    {
        println!("cap {cap}: {} bytes, {} instructions", plan.totals.size, plan.totals.time);
        println!("best {} (proven: {})", best.plan().totals.time, best.is_proven());
        println!("no plan saves more than {:.1}", lp_bound(&problem, cap));
        for ((name, ..), reason) in MESSAGES.iter().zip(reasons(&problem, &plan)) {
            println!("{name}: {reason}");
        }
    }
}

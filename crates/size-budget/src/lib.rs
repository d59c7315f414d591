//! Chooses a technique per node under a code-size cap.
//!
//! The crate knows only numbers. A [`Problem`] holds *nodes* and *references*. A node, for example a type definition
//! in one direction, is interpreted or compiled; both candidates have a size and a time. A reference, a call site
//! between compiled nodes, is called or inlined.
//!
//!  - [`greedy`](greedy::greedy) finds a fast plan within a cap.
//!  - [`exact`](exact::exact) finds the fastest plan and proves it, if its time limit allows.
//!  - [`lp_bound`] bounds the saving of any plan.
//!  - [`Problem::charged`] adds the cost of cold code to the times.
//!  - [`search()`] keeps a cap on the measured bytes of a plan.
//!
//! The problem is the multiple-choice knapsack with precedence of Hoschka's stub compiler Mavros (1997), extended by
//! inlining and by costs that several candidates share.
//!
//! Sizes are bytes. Times are instructions per message: a node's time per visit times its frequency (visits per
//! message). Results are deterministic, except that the exact solver may stop at a time limit. Ties go to the lower id.
//!
//! ```
//! use size_budget::{Candidate, Node, ProblemBuilder, greedy};
//! let mut builder = ProblemBuilder::new(0);
//! let node = |frequency, size| Node {
//!     frequency,
//!     interpreted: Candidate { size: 20, time: 90.0, shared: Vec::new() },
//!     compiled: Candidate { size, time: 30.0, shared: Vec::new() },
//!     ..Node::root()
//! };
//! let hot = builder.node(node(1.0, 300));
//! let rare = builder.node(node(0.1, 200));
//! let problem = builder.build().expect("the numbers are sound");
//! let plan = greedy(&problem, 400).expect("the cap is above the smallest size");
//! assert!(plan.is_compiled(hot) && !plan.is_compiled(rare));
//! assert_eq!(plan.totals.size, 320);
//! ```
//!
//! # Another generator
//!
//! The messages resemble those of protobuf. The printer writes each message as a row of an interpreter's table or as
//! a function. The generator has its own graph, costs and printer; the plan chooses the form of each message.
//!
//! ```
//! use size_budget::{Candidate, Node, ProblemBuilder, Reference, greedy};
//!
//! /// Name, number of fields, messages per second, and the position of the message that contains it.
//! const MESSAGES: [(&str, u32, f64, Option<usize>); 4] = [
//!     ("Batch", 3, 1.0, None),
//!     ("Header", 6, 1.0, Some(0)),
//!     ("Event", 4, 6.0, Some(0)),
//!     ("Debug", 20, 0.01, Some(1)),
//! ];
//!
//! // Costs: per field, a row takes 4 bytes and 40 instructions, a function 30 bytes and 12 instructions.
//! // The interpreter takes 300 bytes, once.
//! let mut builder = ProblemBuilder::new(200);
//! let interpreter = builder.shared(300);
//! let nodes = MESSAGES.map(|(_, fields, frequency, holder)| {
//!     let (bytes, count) = (u64::from(fields), f64::from(fields));
//!     builder.node(Node {
//!         frequency,
//!         root: holder.is_none(),
//!         interpreted: Candidate { size: 4 * bytes, time: 40.0 * count, shared: vec![interpreter] },
//!         compiled: Candidate { size: 30 * bytes + 40, time: 12.0 * count, shared: Vec::new() },
//!         dispatches: count,
//!         conversions: count,
//!         commands: fields,
//!         ..Node::default()
//!     })
//! });
//! // Graph: the calls, their frequencies, and the effect of inlining.
//! for (at, &(_, fields, frequency, holder)) in MESSAGES.iter().enumerate() {
//!     let Some(holder) = holder else { continue };
//!     builder.reference(Reference {
//!         owner: nodes[holder],
//!         callee: nodes[at],
//!         frequency,
//!         size_delta: 30 * i64::from(fields) - 10,
//!         time_saved: 9.0,
//!         recursive: false,
//!     });
//! }
//! let problem = builder.build()?;
//! let plan = greedy(&problem, 1_000).expect("the cap is above the smallest size");
//! assert!(plan.totals.size <= 1_000);
//!
//! // Printer: a function or a row.
//! let print = |(at, &(name, fields, ..)): (usize, &(&str, u32, f64, Option<usize>))| {
//!     if plan.is_compiled(nodes[at]) {
//!         format!("void decode_{name}(reader *r) {{ /* {fields} fields */ }}")
//!     } else {
//!         format!("[{name}] = {{ {fields} }},")
//!     }
//! };
//! let printed: Vec<String> = MESSAGES.iter().enumerate().map(print).collect();
//! assert_eq!(printed[2], "void decode_Event(reader *r) { /* 4 fields */ }");
//! assert_eq!(printed[3], "[Debug] = { 20 },");
//! # Ok::<(), size_budget::BuildError>(())
//! ```

pub mod bound;
pub mod bytes;
pub mod cold;
pub mod exact;
mod exchange;
pub mod explain;
pub mod extremes;
pub mod greedy;
pub mod plan;
pub mod problem;
pub mod search;
mod set_up;
mod state;

pub use bound::{lp_bound, optimality_gap};
pub use bytes::{Bytes, Measured, Predicted};
pub use cold::Cache;
pub use exact::{Effort, Solved, exact};
pub use explain::{FrontierPoint, Purchase, Reason, Verdict, buys, frontier, reasons};
pub use extremes::{
    Limits, all_compiled, all_inlined, all_interpreted, cap_for_percent, fastest, smallest, without_idle,
};
pub use greedy::{CapTooSmall, greedy, simple_greedy};
pub use plan::{Link, Plan, PlanError, Technique, Totals};
pub use problem::{
    BuildError, Candidate, Node, NodeId, Problem, ProblemBuilder, Reference, ReferenceId, SharedId,
};
pub use search::{Cap, Chooser, EXACT_LIMIT, Found, LOOSE, Measure, Note, SearchError, Solver, search};

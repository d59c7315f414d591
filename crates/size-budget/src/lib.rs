//! Chooses a technique per node under a code-size cap.
//!
//! The crate knows only numbers. A [`Problem`] holds *nodes* (say: a type definition in one direction), each either
//! interpreted or compiled, with the bytes and instructions of both candidates, and *references* (call sites
//! between compiled nodes), each either a call or inlined. [`greedy`](greedy::greedy) finds the plan that saves
//! most time within a cap, [`exact`](exact::exact) the provably best one, and [`lp_bound`] says
//! how much any plan could save. The problem is the multiple-choice knapsack with precedence of Hoschka's stub
//! compiler Mavros (1997), extended by inlining and by costs that several candidates share.
//!
//! Sizes are bytes, times are instructions per message: a node's time per visit times its frequency (visits
//! per message). Everything is deterministic; ties go to the lower id.
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

pub mod bound;
pub mod exact;
pub mod explain;
pub mod extremes;
pub mod greedy;
pub mod plan;
pub mod problem;
mod set_up;
mod state;

pub use bound::{lp_bound, optimality_gap};
pub use exact::{Solved, exact};
pub use explain::{Purchase, Reason, Verdict, buys, frontier, reasons};
pub use extremes::{Limits, all_compiled, all_interpreted, cap_for_percent, fastest, smallest};
pub use greedy::{CapTooSmall, greedy, simple_greedy};
pub use plan::{Link, Plan, PlanError, Technique, Totals};
pub use problem::{
    BuildError, Candidate, Node, NodeId, Problem, ProblemBuilder, Reference, ReferenceId, SharedId,
};

//! Lowers graphs to programs, models their costs, emits C and measures object files.
//!
//! [`Model::build`] decides everything that does not depend on the plan: the nodes that the roots reach,
//! their C names and layout, and their [programs](program). [`emit`](emit::emit) prints a model under
//! [`Techniques`], the plan in codegen's terms, and never compares techniques. [`measure`] reads sizes from
//! object files.

pub mod blob;
mod c;
pub mod checks;
pub mod cost;
pub mod emit;
pub mod filter;
pub mod measure;
pub mod model;
mod packed;
pub mod program;
pub mod rules;
pub mod shape;
pub mod stub;

pub use emit::{OutputFiles, emit};
pub use model::encoded_max::encoded_max;
pub use model::{Helpers, LEAST_MAX_STRING, Model, Options, Root, RpcSides, layout, names};
pub use program::techniques::{Direction, Side, Techniques};
pub use program::unroll;
pub use rules::Rules;
pub use stub::{Context, Node, Stub, StubId};

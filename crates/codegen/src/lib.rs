//! Lowering, cost, measurement and C emission.
//!
//! [`Model::build`] fixes what does not depend on the plan: which nodes the roots reach, their C names and
//! layout, and their [programs](program). [`emit`](emit::emit) prints a model under [`Techniques`], the plan in codegen's own
//! terms, and never weighs one technique against another. Sizes come from [`measure`], which reads object files.

mod c;
pub mod checks;
pub mod cost;
pub mod emit;
pub mod measure;
pub mod model;
pub mod program;
pub mod rules;

pub use emit::{OutputFiles, emit};
pub use model::encoded_max::encoded_max;
pub use model::{Helpers, Model, Options, Root, RpcSides, layout, names};
pub use program::techniques::{Direction, Side, Techniques};
pub use program::unroll;
pub use rules::Rules;

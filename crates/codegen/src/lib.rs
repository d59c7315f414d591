//! Lowering, cost, measurement and C emission.
//!
//! [`Model::build`] fixes what does not depend on the plan: which nodes the roots reach, their C names and
//! layout, and their [programs](program). [`emit`](emit::emit) prints a model under [`Techniques`], the plan in codegen's own
//! terms, and never weighs one technique against another. Sizes come from [`measure`], which reads object files.

pub mod alike;
pub mod checks;
pub mod cost;
pub mod emit;
mod encoded_max;
pub mod identifier;
mod keys;
pub mod layout;
pub mod lower;
pub mod lower_xdr;
pub mod measure;
pub mod model;
pub mod names;
pub mod program;
pub mod set_order;
pub mod splice;
pub mod techniques;
pub mod unroll;

pub use emit::{OutputFiles, emit};
pub use encoded_max::encoded_max;
pub use model::{Model, Options, Root, RpcSides, Rules};
pub use techniques::{Direction, Side, Techniques};

//! Values to values of the graph: DEFAULTs, constants, object identifiers, numbers.

pub mod contained;
pub mod externals;
pub mod governors;
pub mod iris;
pub mod numbers;
pub mod oid;
pub mod parts;
pub mod real;
pub mod scalars;
pub mod whole;

//! The syntax graph of an interface specification, independent of the notation: the shared vocabulary of stubc.
//!
//! A [`SyntaxGraph`] is a set of arenas: modules, type nodes and field nodes, named by small typed ids. A *type node*
//! is a definition of the specification, or a constructor or scalar that is embedded in a field. A *field node* is a
//! component of a structure, an arm of a union or the element of an array. It refers to its type by [`TypeId`].
//!
//! Front ends build the graph, and [`validate`](validate::validate) turns it into a [`ValidGraph`]. Every later stage
//! reads this graph and keeps its results in side tables keyed by id.
//!
//! The crate does no I/O and knows no notation and no encoding rule. Tags are part of an ASN.1 type
//! (X.680 clause 8); other crates know how an encoding rule uses them. [`visible`] deduces which constraints the packed
//! encoding rules see, because the standards define this on the constraints alone.

pub mod constraint;
pub mod diagnostic;
pub mod dump;
pub mod filter;
pub mod first_tags;
pub mod governors;
pub mod graph;
pub mod ids;
pub mod intervals;
pub mod lists;
pub mod opens;
pub mod pattern;
pub mod permitted;
pub mod predicate;
pub mod real_end;
pub mod recursion;
pub mod residual;
pub mod source;
mod time_values;
pub mod types;
pub mod unchecked;
pub mod validate;
pub mod value;
pub mod visible;

pub use constraint::{Constraint, Constraints};
pub use diagnostic::{Advice, Diagnostic, Label, Severity};
pub use graph::{
    Cluster, ClusterArgument, ClusterCall, ClusterFeed, Field, Module, Notation, Origin, Presence, Procedure,
    RpcProgram, RpcVersion, SyntaxGraph, TypeDef,
};
pub use ids::{FieldId, FileId, Id, IndexVec, ModuleId, TypeId};
pub use intervals::Intervals;
pub use pattern::Pattern;
pub use permitted::Permitted;
pub use predicate::{Predicate, RealComponents};
pub use real_end::RealEnd;
pub use source::{SourceMap, Span};
pub use types::{
    Array, Bounds, CharKind, Discriminant, Enumeration, FloatWidth, Integer, IntegerRepr, OpenAlternative,
    OpenType, Order, Scalar, SizeRange, Structure, Tag, TagClass, TimeKind, TypeKind, Union,
};
pub use validate::ValidGraph;
pub use value::{Unknown, Value};
pub use visible::{OctetInteger, OctetView, PackedView};

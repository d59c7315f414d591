//! Predicts how often each type of an interface specification occurs at run time.
//!
//! The model is that of Hoschka's stub compiler Mavros (1997): types are the states of a Markov model, fields are
//! its arcs, and an arc is weighted by the *field frequency* v, the mean number of occurrences of the field per
//! value of its enclosing type. The *type frequency* f, the mean number of values of a type per root message,
//! follows from `f = e + W^T f`, where e says how often a type is itself the message.
//!
//! The crate stands alone: a generator for any notation builds a [`TypeRefGraph`], one node per type and one
//! arc per field, and calls [`predict`]. What is measured or known better goes into [`Overrides`]. Four
//! predictors are selectable by [`Heuristic`]; the numbers of the default one are [`Parameters`]. [`Frequencies`] says for
//! every number where it came from.
//!
//! With the cargo feature `syntax-graph` (default), the module `from_syntax` converts stubc's own graph.
//!
//! ```
//! use freq_predict::{Overrides, ReferenceKind, TypeRefGraph, predict};
//! let mut graph = TypeRefGraph::new();
//! let message = graph.add_type("Message");
//! let entry = graph.add_type("Entry");
//! graph.add_reference(message, entry, "entries", ReferenceKind::Element { min: 4, max: Some(4) });
//! let last = graph.add_reference(message, entry, "last", ReferenceKind::Optional);
//! let frequencies = predict(&graph, &[(message, 1.0)], &Overrides::new())?;
//! assert_eq!(frequencies.of_type(entry), 4.5);
//! assert_eq!(frequencies.of_reference(last), 0.5);
//! # Ok::<(), freq_predict::PredictError>(())
//! ```

pub mod dump;
mod facts;
pub mod frequencies;
#[cfg(feature = "syntax-graph")]
pub mod from_syntax;
pub mod guess;
pub mod heuristics;
mod markov;
pub mod overrides;
pub mod parameters;
pub mod roots;
pub mod type_ref_graph;
mod words;

pub use frequencies::{Contribution, Frequencies, PredictError, predict, predict_by, predict_with};
pub use guess::{Cause, Factor};
pub use heuristics::{Heuristic, Rule, Weight};
pub use overrides::{Known, OverrideError, Overrides};
pub use parameters::Parameters;
pub use roots::root_shares;
pub use type_ref_graph::{NodeId, Reference, ReferenceId, ReferenceKind, TypeRefGraph};

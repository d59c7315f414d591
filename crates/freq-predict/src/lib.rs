//! Predicts how often each type and field of an interface specification occurs at run time.
//!
//! The model is that of Hoschka's stub compiler Mavros (1997). Types are the states of a Markov model, fields
//! are its arcs. An arc's weight is the *field frequency* v: the mean occurrences of the field per value of
//! its enclosing type. The *type frequency* f is the mean number of values of a type per root message. It is
//! the solution of `f = e + W^T f`, where e holds the share of messages of each type, and W the field frequencies.
//!
//! The crate needs no other part of stubc. A generator for any notation builds a [`TypeRefGraph`], one node per
//! type and one arc per field, and calls [`predict`]. Known frequencies go into [`Overrides`]. [`Heuristic`] selects
//! one of four predictors; [`Parameters`] are the numbers of the default one. [`Frequencies`] holds the origin of
//! every number.
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
//!
//! # Another notation
//!
//! For messages similar to those of protobuf, a parser of a dozen lines makes the graph. [`predict`] gives each
//! type a frequency, and [`dump`] prints its origin.
//!
//! ```
//! use freq_predict::{NodeId, Overrides, ReferenceKind, TypeRefGraph, dump, predict};
//! use std::collections::BTreeMap;
//!
//! const MESSAGES: &str = "
//! message Batch { required Header header; repeated Event events; }
//! message Header { required string host; optional string user; optional Debug debug; }
//! message Event { required int64 time; optional string text; optional Event cause; }
//! message Debug { repeated string lines; }
//! ";
//!
//! let (mut graph, mut types) = (TypeRefGraph::new(), BTreeMap::<&str, NodeId>::new());
//! for line in MESSAGES.lines().filter(|line| !line.is_empty()) {
//!     let words: Vec<&str> = line.split([' ', ';', '{', '}']).filter(|word| !word.is_empty()).collect();
//!     let owner = *types.entry(words[1]).or_insert_with(|| graph.add_type(words[1]));
//!     for field in words[2..].chunks(3) {
//!         let kind = match field[0] {
//!             "required" => ReferenceKind::Mandatory,
//!             "repeated" => ReferenceKind::Element { min: 0, max: None },
//!             _ => ReferenceKind::Optional,
//!         };
//!         let target = *types.entry(field[1]).or_insert_with(|| graph.add_type(field[1]));
//!         graph.add_reference(owner, target, field[2], kind);
//!     }
//! }
//! let frequencies = predict(&graph, &[(types["Batch"], 1.0)], &Overrides::new())?;
//! // A batch has a header and some events; fields for debugging are rare.
//! assert_eq!(frequencies.of_type(types["Header"]), 1.0);
//! assert!(frequencies.of_type(types["Event"]) > 1.0);
//! assert!(frequencies.of_type(types["Debug"]) < 0.5);
//! assert!(dump::frequencies(&graph, &frequencies, &[]).contains("Batch.header = 1 x 1 (mandatory)"));
//! # Ok::<(), freq_predict::PredictError>(())
//! ```
//!
//! [`Overrides::set_measured`] combines a measurement with the guess, in proportion to the number of messages.
//! The example `join` passes the frequencies to the crate `size-budget`, which plans with them.

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
mod returns;
pub mod roots;
pub mod type_ref_graph;
mod words;

pub use frequencies::{Contribution, Frequencies, PredictError, predict, predict_by, predict_with};
pub use guess::{Cause, Factor};
pub use heuristics::{Heuristic, Rule, Weight};
pub use overrides::{Known, OverrideError, Overrides};
pub use parameters::Parameters;
pub use roots::{RootShare, root_shares};
pub use type_ref_graph::{NodeId, Reference, ReferenceId, ReferenceKind, Traits, TypeRefGraph};

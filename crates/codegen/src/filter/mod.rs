//! Filters: C functions that decide about a message without decoding it.
//!
//! The passes in their order: a checked predicate ([`syntax_graph::filter`]) becomes a formula over numbered probes
//! (`decision`) and the demand for fields (`demand`). A rule's folder lowers its own programs under that demand to
//! straight code (`code`): undemanded fields become skips, and the code ends as soon as the answer is certain.
//! `print` prints the control code, the rule's folder its moves and conditions, `emit` the files. An interpreted filter is
//! a table of commands (`commands`) instead.

pub(crate) mod code;
pub(crate) mod commands;
pub(crate) mod decision;
pub(crate) mod demand;
pub(crate) mod emit;
pub(crate) mod numbers;
pub(crate) mod print;
pub(crate) mod strings;
pub mod view;

pub use emit::{Form, Request, commands, filters, xdp};

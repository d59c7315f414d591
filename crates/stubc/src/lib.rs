//! The optimizing stub compiler as a library. The binary `stubc` adds the command line and I/O.
//!
//! [`Compiler`] takes specifications as text and returns C files, a [`Report`] and diagnostics. It does no
//! I/O. Sizes are measured with the caller's [`Toolchain`], or estimated without one.
//!
//! ```
//! use stubc::{Cap, Compiler};
//! let text = "Toy DEFINITIONS AUTOMATIC TAGS ::= BEGIN
//!     Message ::= SEQUENCE { id INTEGER (0..255), body OCTET STRING, note Note OPTIONAL }
//!     Note ::= SEQUENCE { text UTF8String }
//! END";
//! let compiled = Compiler::new()
//!     .spec("toy.asn1", text)
//!     .pdu("Message")
//!     .max_size(Cap::Bytes(40 * 1024))
//!     .compile()
//!     .expect("the specification is sound and the cap ample");
//! let names: Vec<&str> = compiled.files.files.iter().map(|file| file.0.as_str()).collect();
//! assert_eq!(names, ["toy.h", "toy.c", "stubc_rt.h", "stubc_rt.c"]);
//! // Without a toolchain, sizes are estimates.
//! assert!(!compiled.report.size.measured);
//! ```
//!
//! [`Build::planned`] has one line for each stage. The results of the stages are public, so a caller can stop after
//! any stage.

pub mod apart;
mod banner;
#[cfg(feature = "cc")]
pub mod build;
pub mod build_file;
pub mod calls;
pub mod candidates;
pub mod clusters;
pub mod config;
pub mod driver;
mod entries;
pub mod failure;
pub mod filter;
pub mod front;
pub mod harness;
pub mod lints;
pub mod measuring;
mod onc_rpc;
mod open_tables;
pub mod outputs;
pub mod pattern;
pub mod plan_file;
pub mod planning;
pub mod plural;
pub mod predict;
pub mod profile;
pub mod report;
pub mod roots;
pub mod service;
pub mod settings;
pub mod shapes;
mod small_runtime;
pub mod stack;
pub mod suggest;
pub mod target;
pub mod together;
pub mod toolchain;
pub mod unbounded;
pub mod witness;

pub use codegen::OutputFiles;
pub use driver::{Compiled, Compiler};
pub use failure::{CompileError, Failure};
pub use report::Report;
pub use settings::{Cache, Cap, Choice, RootRequest, RulesName, Settings, Solver};
pub use together::{Build, BuildError, Built};
pub use toolchain::{Object, Toolchain, ToolchainError};

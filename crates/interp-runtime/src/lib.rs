//! The C runtime that stubc emits, as text, and an independent codec in Rust.
//!
//! [`sources`] holds the texts of the C. The feature `codec`, on by default, adds the Rust codec; without it
//! the crate has no dependencies.
//!
//! The Rust [`Codec`] decodes and encodes BER, DER, XDR, PER and OER straight from a
//! [`ValidGraph`](syntax_graph::ValidGraph). It is independent: it shares nothing with the C of this crate or
//! the lowering to programs. Both follow `docs/semantics.md` and `docs/semantics-xdr.md`. A message must give
//! the same value, or the same error at the same offset, in both.
//!
//! ```
//! use interp_runtime::{Codec, Rules, json};
//! use syntax_graph::validate::ValidGraph;
//!
//! /// Returns the first message of `input` as JSON, and the bytes after it.
//! fn show<'i>(graph: &ValidGraph, name: &str, input: &'i [u8]) -> Result<(String, &'i [u8]), String> {
//!     let root = *graph.definitions(name).first().ok_or("no such type")?;
//!     let decoded = Codec::new(graph, Rules::Ber).decode(root, input).map_err(|error| error.to_string())?;
//!     Ok((json::to_json(graph, root, &decoded.value).to_string(), &input[decoded.length..]))
//! }
//! ```
//!
//! - [`Codec`]: bytes to [`Value`](syntax_graph::Value) and back.
//! - [`json`]: values as JSON and back (section 1 of `docs/semantics.md`).
//! - [`random`]: random legal values, for tests.

#[cfg(feature = "codec")]
mod ber;
#[cfg(feature = "codec")]
mod choice;
#[cfg(feature = "codec")]
mod codec;
#[cfg(feature = "codec")]
mod constraint;
#[cfg(feature = "codec")]
mod equality;
#[cfg(feature = "codec")]
mod error;
#[cfg(all(feature = "codec", feature = "toy-rule"))]
mod fixed;
#[cfg(feature = "codec")]
pub mod json;
#[cfg(feature = "codec")]
mod nesting;
#[cfg(feature = "codec")]
mod oer;
#[cfg(feature = "codec")]
mod opens;
#[cfg(feature = "codec")]
mod packed;
#[cfg(feature = "codec")]
mod parts;
#[cfg(feature = "codec")]
mod per;
#[cfg(feature = "codec")]
pub mod random;
#[cfg(feature = "codec")]
mod real;
#[cfg(feature = "codec")]
mod shape;
pub mod sources;
#[cfg(feature = "codec")]
mod trace;
#[cfg(feature = "codec")]
mod work;
#[cfg(feature = "codec")]
mod xdr;

#[cfg(feature = "codec")]
pub use codec::{Codec, Decoded, Lengths, Limits, MAX_NESTING, Rules};
#[cfg(feature = "codec")]
pub use error::{DecodeError, EncodeError, ErrorCode};
#[cfg(feature = "codec")]
pub use random::{Generator, Random, random_value};
#[cfg(feature = "codec")]
pub use trace::Part;

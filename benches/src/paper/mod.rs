//! The tables and figures of the paper of 1997 that are not in `figure1.rs`, with the paper's numbers beside ours.
//!
//! Each measurement writes a file of `benches/data`. Tables and pictures are made from these files alone.

pub mod bytes;
pub mod data;
pub mod ranks;
pub mod speed;

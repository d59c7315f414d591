//! All tests of the tool: one program, since a linked program for each file would take longer to build than to run.

mod avr;
mod bad_input;
mod build;
mod cache;
mod calls;
mod careless;
mod clusters;
mod command_line;
mod common;
mod constraints;
#[cfg(unix)]
mod documents;
mod estimates;
mod filter;
mod flags;
mod frontier;
mod harness;
mod header;
#[cfg(unix)]
mod injection;
mod instrument;
mod linear_check;
mod link;
mod outputs;
mod pipeline;
mod plug;
mod printed_c;
mod profiles;
mod programs;
mod report_page;
mod rigid_shapes;
mod rpc;
mod rpc_peers;
mod service;
mod shapes;
mod sharing;
#[cfg(unix)]
mod signals;
mod small_runtime;
mod stack;
mod threads;
mod util;
mod warnings;
mod xdr;
mod xdr_golden;
mod xdr_reports;
mod xdr_unrolling;

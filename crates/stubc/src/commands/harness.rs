//! `harness`: compiles specifications, and also writes a fuzz target and a test with random values.

use super::{Job, Stop, compile};
use crate::args::HarnessArgs;
use stubc::RootRequest;
use stubc::harness::Harness;

/// Compiles, and writes the harness beside the stubs.
pub fn run(args: &HarnessArgs) -> Result<(), Stop> {
    let mut common = args.compile.clone();
    if common.pdu.iter().all(|root| root.name != args.ty) {
        common.pdu.push(RootRequest { name: args.ty.clone(), decode: true, encode: true });
    }
    let mut job = Job::new(&common)?;
    job.settings.harness =
        Some(Harness { ty: args.ty.clone(), seed: args.seed, values: args.values as usize });
    compile::run(&mut job)
}

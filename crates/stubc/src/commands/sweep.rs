//! `sweep`: size against interpreter calls eliminated.

use super::{Job, Stop};
use crate::args::SweepArgs;

/// Plans at each point, and measures over the messages.
pub fn run(job: &mut Job, args: &SweepArgs) -> Result<(), Stop> {
    let _ = args;
    Err(job.usage("sweep is not supported yet"))
}

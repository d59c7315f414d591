//! `profile --calls`: mines captured calls of remote programs.

use super::profile::{LONGEST, progress};
use super::{Job, Stop};
use crate::args::ProfileArgs;
use crate::captures::{self, Ends, Packet, Payload};
use crate::files;
use std::path::Path;
use stubc::calls::Listener;
use stubc::front;
use stubc::plural::count;

/// Reads all captures, and delivers what follows what.
pub fn run(job: &mut Job, args: &ProfileArgs) -> Result<(), Stop> {
    if args.messages.is_empty() {
        return Err(job.usage("--messages names no capture"));
    }
    if !(0.0..=1e9).contains(&args.within) {
        return Err(job.usage("--within must be a number of milliseconds from 0 to 1000000000"));
    }
    let specification = front::specification(&job.settings).map_err(|error| job.failed(&error))?;
    if specification.graph.programs.is_empty() {
        return Err(job.usage("--calls needs a remote program, and the specification has none"));
    }
    let mut listener = Listener::new(&job.settings, &specification.graph, (args.within * 1e6) as u64);
    let captured = files::message_files(&args.messages).map_err(|message| job.input_error(&message))?;
    let octets = captured.iter().filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum();
    let progress = progress(octets);
    let mut strange: u64 = 0;
    for file in &captured {
        progress.set_message(file.file_name().unwrap_or_default().to_string_lossy().into_owned());
        if !captures::is_capture(file) {
            let message = format!("{} is no capture; --calls needs pcap or pcapng", file.display());
            return Err(job.input_error(&message));
        }
        let mut read = || -> Result<(), String> {
            let source = progress.wrap_read(files::open(file)?);
            captures::read(file, source, args.port, |Packet { ends, time }, payload| match payload {
                Payload::Datagram(octets) => strange += u64::from(!listener.message(ends, time, octets)),
                Payload::Stream(octets) => strange += records(&mut listener, ends, time, octets),
            })
        };
        read().map_err(|message| job.input_error(&message))?;
    }
    progress.finish_and_clear();
    let calls = listener.finish();
    let total: u64 = calls.counts.iter().sum();
    if total == 0 {
        return Err(job.input_error("no call of the specification's programs was found; check --port"));
    }
    if strange + calls.malformed > 0 {
        let skipped = count(strange, "message");
        let undecodable = calls.malformed;
        job.renderer.line(&format!(
            "counted {}, skipped {skipped} that are no calls or replies; arguments or results of {undecodable} cannot be decoded",
            count(total, "call"),
        ));
    }
    let ending = args.compile.out_dir.as_deref().and_then(Path::extension).and_then(|ending| ending.to_str());
    job.deliver(&match ending {
        Some("dot") => calls.dot(),
        Some("svg") => calls.svg(),
        _ => calls.toml(),
    })
}

/// Hears the complete records of a stream (RFC 5531 section 11) and removes them. Returns how many are no calls or
/// replies; after such a one, the rest is removed too, since the start of the next record is uncertain.
fn records(listener: &mut Listener<'_>, ends: Ends, time: u64, octets: &mut Vec<u8>) -> u64 {
    let mut message = Vec::new();
    let mut at = 0;
    let mut taken = 0;
    while let Some(mark) = octets.get(at..).and_then(|rest| rest.first_chunk::<4>()) {
        let mark = u32::from_be_bytes(*mark);
        let length = (mark & 0x7fff_ffff) as usize;
        if length > LONGEST - message.len() {
            octets.clear();
            return 1;
        }
        let Some(fragment) = octets.get(at + 4..at + 4 + length) else { break };
        message.extend_from_slice(fragment);
        at += 4 + length;
        if mark >> 31 == 0 {
            continue;
        }
        if !listener.message(ends, time, &message) {
            octets.clear();
            return 1;
        }
        message.clear();
        taken = at;
    }
    octets.drain(..taken);
    0
}

//! `profile`: counts field frequencies in captured messages, proposes shapes of them, and merges profiles.

use super::{Job, Stop};
use crate::args::{DirectionArg, FramingArg, ProfileArgs};
use crate::captures::{self, Packet, Payload};
use crate::files;
use codegen::Direction;
use indicatif::{ProgressBar, ProgressStyle};
use interp_runtime::{Codec, ErrorCode};
use std::io::Read;
use std::path::Path;
use stubc::front::Specification;
use stubc::plural::count;
use stubc::profile::{Counts, Profile};
use stubc::shapes::mined::{self, Wanted};
use stubc::witness::codec;
use stubc::{RootRequest, front, roots};
use syntax_graph::{TypeId, Value};

/// Maximum number of refused messages that are listed; further ones are only counted.
const LISTED: u64 = 20;
/// Maximum number of messages that make proposals of shapes.
const KEPT: usize = 100_000;
/// Bytes read at once.
const CHUNK: usize = 1 << 20;
/// The longest message in bytes.
pub(super) const LONGEST: usize = 16 << 20;

/// Decodes all messages, counts their fields, and delivers the profile.
pub fn run(job: &mut Job, args: &ProfileArgs) -> Result<(), Stop> {
    if args.messages.is_empty() {
        return Err(job.usage("--messages names no message"));
    }
    let name = args.ty.clone().unwrap_or_default();
    if job.settings.roots.is_empty() {
        job.settings.roots.push(RootRequest { name: name.clone(), decode: true, encode: true });
    }
    let specification = front::specification(&job.settings).map_err(|error| job.failed(&error))?;
    let graph = &specification.graph;
    let ty = roots::message(graph, &name)
        .map_err(|(message, hint)| job.unknown_type(&message, hint.as_deref()))?;
    let mut tally = Tally {
        job,
        codec: codec(&job.settings, &specification.graph),
        ty,
        counts: Counts::default(),
        kept: args.shapes.map(|_| Vec::new()),
        refused: 0,
    };
    let messages = files::message_files(&args.messages).map_err(|message| job.input_error(&message))?;
    let octets = messages.iter().filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum();
    let progress = progress(octets);
    for file in &messages {
        progress.set_message(file.file_name().unwrap_or_default().to_string_lossy().into_owned());
        let told = |message: String| job.input_error(&message);
        if captures::is_capture(file) {
            let source = progress.wrap_read(files::open(file).map_err(told)?);
            let each = |_: Packet, payload: Payload<'_>| tally.payload(file, payload, args.framing);
            captures::read(file, source, args.port, each).map_err(told)?;
        } else if args.framing == FramingArg::File {
            let octets = files::read_octets(file).map_err(told)?;
            progress.inc(octets.len() as u64);
            tally.message(file, None, &octets);
        } else {
            let source = progress.wrap_read(files::open(file).map_err(told)?);
            tally.stream(file, source, args.framing).map_err(told)?;
        }
    }
    progress.finish_and_clear();
    let Tally { counts, refused, kept, .. } = tally;
    let read = counts.messages();
    if refused > LISTED {
        job.renderer.line(&format!("warning: skipped {}", count(refused - LISTED, "further message")));
    }
    if read == 0 {
        return Err(job.input_error("no message could be decoded; check --type and --framing"));
    }
    if refused > 0 {
        job.renderer.line(&format!("counted {}, skipped {refused}", count(read, "message")));
    }
    let direction = args.direction.map(|direction| match direction {
        DirectionArg::Decode => Direction::Decode,
        DirectionArg::Encode => Direction::Encode,
    });
    match (args.shapes, kept) {
        (Some(most), Some(kept)) => {
            let wanted = Wanted { ty, most: most.into(), direction };
            job.deliver(&shapes(job, &specification, &kept, wanted)?)
        }
        _ => job.deliver(&counts.profile(graph, direction).to_toml()),
    }
}

/// Returns the configuration of the shapes that messages have.
fn shapes(
    job: &Job,
    specification: &Specification,
    messages: &[Vec<u8>],
    wanted: Wanted,
) -> Result<String, Stop> {
    if messages.len() < 4 {
        return Err(job.input_error("--shapes needs four messages at least: half of them are held out"));
    }
    let found = mined::proposals(specification, &job.settings, messages, wanted);
    for (alike, reason) in &found.refused {
        job.renderer.line(&format!("note: no shape of {}: {reason}", count(*alike, "message")));
    }
    if found.shapes.is_empty() {
        return Err(
            job.input_error("no shape was found: no messages are alike, or none of them can be a shape")
        );
    }
    Ok(found.to_toml())
}

/// Merges profiles.
pub fn merge(args: &ProfileArgs) -> Result<(), Stop> {
    let job = Job::without_specification(&args.compile);
    let mut sum = Profile::default();
    for path in &args.merge {
        let text = files::read_text(path).map_err(|message| job.input_error(&message))?.text;
        let profile = Profile::parse(&text)
            .map_err(|error| job.input_error(&format!("{} is not a profile: {error}", path.display())))?;
        sum.merge(&profile);
    }
    job.deliver(&sum.to_toml())
}

/// The counts so far.
struct Tally<'a> {
    job: &'a Job,
    codec: Codec<'a>,
    ty: TypeId,
    counts: Counts,
    /// The messages, if they are wanted.
    kept: Option<Vec<Vec<u8>>>,
    refused: u64,
}

impl Tally<'_> {
    /// Counts all messages of a datagram.
    fn datagram(&mut self, file: &Path, octets: &[u8], framing: FramingArg) {
        if framing == FramingArg::File {
            return self.message(file, None, octets);
        }
        if let Some(taken) = self.messages(file, 0, octets, framing).filter(|taken| *taken < octets.len()) {
            self.refuse(file, Some(taken), "the data ends within a message");
        }
    }

    /// Counts all messages of a file, chunk by chunk, so memory does not grow with the file.
    fn stream(&mut self, file: &Path, mut source: impl Read, framing: FramingArg) -> Result<(), String> {
        let (mut held, mut start) = (Vec::new(), 0);
        loop {
            let read = source.by_ref().take(CHUNK as u64).read_to_end(&mut held);
            let read =
                read.map_err(|error| format!("cannot read {}: {}", file.display(), files::plain(&error)))?;
            if read == 0 {
                break;
            }
            let Some(taken) = self.messages(file, start, &held, framing) else { return Ok(()) };
            held.drain(..taken);
            start += taken;
            if held.len() > LONGEST {
                self.refuse(file, Some(start), "a message is longer than 16 MiB; the rest is skipped, too");
                return Ok(());
            }
        }
        if !held.is_empty() {
            self.refuse(file, Some(start), "the data ends within a message");
        }
        Ok(())
    }

    /// Counts the messages of a packet.
    fn payload(&mut self, file: &Path, payload: Payload<'_>, framing: FramingArg) {
        match payload {
            Payload::Datagram(octets) => self.datagram(file, octets, framing),
            Payload::Stream(octets) => {
                let framing = if framing == FramingArg::File { FramingArg::Stream } else { framing };
                let taken = self.messages(file, 0, octets, framing).unwrap_or(octets.len());
                octets.drain(..taken);
            }
        }
    }

    /// Counts the messages at the front of bytes read from offset `start`. Returns the number of bytes
    /// consumed; the rest begins a message. Returns `None` when the start of the next message is unknown.
    fn messages(&mut self, file: &Path, start: usize, octets: &[u8], framing: FramingArg) -> Option<usize> {
        let width = match framing {
            FramingArg::Length2 => 2,
            FramingArg::Length4 => 4,
            FramingArg::File | FramingArg::Stream => 0,
        };
        let mut at = 0;
        while at < octets.len() {
            let rest = &octets[at..];
            if width > 0 {
                let Some(length) = rest.get(..width) else { break };
                let length = length.iter().fold(0_usize, |sum, &octet| sum << 8 | usize::from(octet));
                let Some(message) = rest[width..].get(..length) else { break };
                self.message(file, Some(start + at + width), message);
                at += width + length;
                continue;
            }
            match self.codec.decode(self.ty, rest) {
                Ok(decoded) => {
                    self.count(decoded.value, &rest[..decoded.length]);
                    // A message of no bytes must not be counted forever.
                    at += decoded.length.max(1);
                }
                Err(error) if error.code == ErrorCode::Truncated => break,
                Err(error) => {
                    self.refuse(file, Some(start + at), &format!("{error}; the rest is skipped, too"));
                    return None;
                }
            }
        }
        Some(at)
    }

    fn message(&mut self, file: &Path, at: Option<usize>, octets: &[u8]) {
        match self.codec.decode_exact(self.ty, octets) {
            Ok(value) => self.count(value, octets),
            Err(error) => self.refuse(file, at, &error.to_string()),
        }
    }

    fn count(&mut self, mut value: Value, octets: &[u8]) {
        value.forget_received();
        self.counts.add(self.codec.graph(), self.ty, &value);
        self.counts.measure(octets.len(), self.codec.lengths(octets));
        if let Some(kept) = self.kept.as_mut().filter(|kept| kept.len() < KEPT) {
            kept.push(octets.to_vec());
        }
    }

    fn refuse(&mut self, file: &Path, at: Option<usize>, what: &str) {
        self.refused += 1;
        if self.refused <= LISTED {
            let at = at.map(|at| format!(" at offset {at}")).unwrap_or_default();
            self.job.renderer.line(&format!("warning: skipped a message of {}{at}: {what}", file.display()));
        }
    }
}

/// Returns a progress bar on a terminal; it draws nothing elsewhere.
pub(super) fn progress(octets: u64) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{bar:30} {bytes}/{total_bytes}, {bytes_per_sec}, {eta} left  {msg}");
    ProgressBar::new(octets).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

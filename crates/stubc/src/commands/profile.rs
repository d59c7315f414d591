//! `profile`: field frequencies, counted in captured messages; and profiles added up.

use super::message::codec;
use super::{Job, Stop};
use crate::args::{DirectionArg, FramingArg, ProfileArgs};
use crate::files;
use codegen::Direction;
use indicatif::{ProgressBar, ProgressStyle};
use interp_runtime::Codec;
use std::path::Path;
use stubc::profile::{Counts, Profile};
use stubc::{RootRequest, front, roots};
use syntax_graph::TypeId;

/// Refused messages that are listed; the others are counted.
const LISTED: u64 = 20;

/// Decodes all messages and counts.
pub fn run(job: &mut Job, args: &ProfileArgs) -> Result<(), Stop> {
    let name = args.ty.clone().unwrap_or_default();
    if job.settings.roots.is_empty() {
        job.settings.roots.push(RootRequest { name: name.clone(), decode: true, encode: true });
    }
    let specification = front::specification(&job.settings).map_err(|error| job.failed(&error))?;
    let graph = &specification.graph;
    let ty =
        roots::find(graph, &name).map_err(|(message, hint)| job.unknown_type(&message, hint.as_deref()))?;
    let mut tally =
        Tally { job, codec: codec(job, &specification), ty, counts: Counts::default(), refused: 0 };
    let messages = files::message_files(&args.messages).map_err(|message| job.input_error(&message))?;
    let progress = progress(messages.len());
    for file in &messages {
        progress.set_message(file.file_name().unwrap_or_default().to_string_lossy().into_owned());
        let octets = files::read_octets(file).map_err(|message| job.input_error(&message))?;
        tally.file(file, &octets, args.framing);
        progress.inc(1);
    }
    progress.finish_and_clear();
    let Tally { counts, refused, .. } = tally;
    let read = counts.messages();
    if refused > LISTED {
        job.renderer.line(&format!("warning: {} more are left out", refused - LISTED));
    }
    if read == 0 {
        return Err(job.input_error("no message could be decoded: there is nothing to measure"));
    }
    if refused > 0 {
        job.renderer.line(&format!("{read} messages were counted, {refused} were left out"));
    }
    let direction = args.direction.map(|direction| match direction {
        DirectionArg::Decode => Direction::Decode,
        DirectionArg::Encode => Direction::Encode,
    });
    job.deliver(&counts.profile(graph, direction).to_toml())
}

/// Adds profiles up.
pub fn merge(args: &ProfileArgs) -> Result<(), Stop> {
    let job = Job::without_specification(&args.compile);
    let mut sum = Profile::default();
    for path in &args.merge {
        let text = files::read_text(path).map_err(|message| job.input_error(&message))?.text;
        let profile = Profile::parse(&text)
            .map_err(|error| job.input_error(&format!("{} is no profile: {error}", path.display())))?;
        sum.merge(&profile);
    }
    job.deliver(&sum.to_toml())
}

/// What was counted so far.
struct Tally<'a> {
    job: &'a Job,
    codec: Codec<'a>,
    ty: TypeId,
    counts: Counts,
    refused: u64,
}

impl Tally<'_> {
    fn file(&mut self, file: &Path, octets: &[u8], framing: FramingArg) {
        match framing {
            FramingArg::File => match self.codec.decode_exact(self.ty, octets) {
                Ok(value) => self.counts.add(self.codec.graph(), self.ty, &value),
                Err(error) => self.refuse(file, None, &error.to_string()),
            },
            FramingArg::Stream => self.stream(file, octets),
            FramingArg::Length2 => self.delimited(file, octets, 2),
            FramingArg::Length4 => self.delimited(file, octets, 4),
        }
    }

    /// Messages back to back. Where one is refused nobody knows where the next begins.
    fn stream(&mut self, file: &Path, octets: &[u8]) {
        let mut at = 0;
        while at < octets.len() {
            match self.codec.decode(self.ty, &octets[at..]) {
                Ok(decoded) => {
                    self.counts.add(self.codec.graph(), self.ty, &decoded.value);
                    // A message of no octets would be found for ever.
                    at += decoded.length.max(1);
                }
                Err(error) => {
                    let what = format!("{error}; so is the rest of the stream");
                    return self.refuse(file, Some(at), &what);
                }
            }
        }
    }

    /// Messages each after its length in octets, big-endian.
    fn delimited(&mut self, file: &Path, octets: &[u8], width: usize) {
        let mut at = 0;
        while at < octets.len() {
            let length = octets
                .get(at..at + width)
                .map(|length| length.iter().fold(0_usize, |sum, &octet| sum << 8 | usize::from(octet)));
            let message = length.and_then(|length| octets.get(at + width..)?.get(..length));
            let Some(message) = message else {
                return self.refuse(file, Some(at), "the stream ends within a message");
            };
            match self.codec.decode_exact(self.ty, message) {
                Ok(value) => self.counts.add(self.codec.graph(), self.ty, &value),
                Err(error) => self.refuse(file, Some(at + width), &error.to_string()),
            }
            at += width + message.len();
        }
    }

    fn refuse(&mut self, file: &Path, at: Option<usize>, what: &str) {
        self.refused += 1;
        if self.refused <= LISTED {
            let at = at.map(|at| format!(" from octet {at}")).unwrap_or_default();
            self.job.renderer.line(&format!("warning: {}{at} is left out: {what}", file.display()));
        }
    }
}

/// A bar on a terminal, nothing elsewhere.
fn progress(files: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} files, {eta} left  {msg}");
    ProgressBar::new(files as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

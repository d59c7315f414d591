//! `fetch`: a client of `specs/xdr/specialize.x`, which gets the blob of a filter or shape from a server.

use super::{Job, Stop};
use crate::args::FetchArgs;
use crate::files;
use crate::sockets::{Limits, Stream, connect, read_record, write_record};
use clap::Parser;
use codegen::blob::{Blob, Kind};
use data_encoding::HEXUPPER_PERMISSIVE;
use serde_json::{Value as Json, json};
use std::path::Path;
use std::time::{Duration, Instant};
use stubc::config;
use stubc::plural::count;
use stubc::service::Sum;
use stubc::service::protocol::{self, FETCH, PREPARE, Protocol, from_text, to_text};
use stubc::shapes::beside;
use stubc::shapes::config::Sample;

/// The first pause before a busy server is asked again; each pause is twice the one before, up to [`LONGEST`].
const PAUSE: Duration = Duration::from_millis(100);
/// The longest pause.
const LONGEST: Duration = Duration::from_secs(2);

/// Prepares and fetches a blob, checks its header, and writes it.
pub fn run(args: &FetchArgs) -> Result<(), Stop> {
    let mut common = crate::args::Cli::parse_from(["stubc"]).compile;
    (common.quiet, common.out_dir) = (args.quiet, Some(args.out.clone()));
    let job = Job::without_specification(&common);
    let decoded = HEXUPPER_PERMISSIVE.decode(args.configuration.as_bytes()).ok();
    let Some(configuration): Option<Sum> = decoded.and_then(|octets| octets.try_into().ok()) else {
        return Err(job.usage(
            "--configuration: expected the 64 hexadecimal digits that `stubc filter --engine` prints",
        ));
    };
    let (kind, text) = match (&args.shape, &args.predicate) {
        (Some(path), _) => (Kind::Shape, shape(path).map_err(|message| job.input_error(&message))?),
        (None, predicate) => (Kind::Filter, predicate.clone().unwrap_or_default()),
    };
    let protocol = Protocol::new().map_err(|error| job.failed(&error))?;
    let error = |what: String| job.input_error(&format!("{}: {what}", args.from));
    let stream =
        connect(&args.from).map_err(|fault| error(format!("cannot connect: {}", files::plain(&fault))))?;
    let mut client = Client {
        protocol,
        stream,
        xid: std::process::id(),
        end: Instant::now() + Duration::from_secs(args.timeout),
    };
    let (token, blob) = client.blob(kind, &text, &configuration).map_err(|fault| match fault {
        Fault::Refused(report) => {
            job.renderer.line(report.trim_end());
            1
        }
        Fault::Other(what) => error(what),
    })?;
    std::fs::write(&args.out, &blob).map_err(|fault| {
        job.input_error(&format!("cannot write {}: {}", args.out.display(), files::plain(&fault)))
    })?;
    if args.quiet {
        return Ok(());
    }
    job.print(&format!("{}: {}, token {token}\n", args.out.display(), count(blob.len() as u64, "byte")))
}

/// Returns the text of the only shape of a configuration, with its sample inside.
fn shape(path: &Path) -> Result<String, String> {
    let text = files::read_text(path)?.text;
    let name = path.display().to_string();
    let (config, _) = config::parse(syntax_graph::Id::new(0), &text).map_err(|errors| {
        let texts: Vec<String> = errors.iter().map(|error| format!("{name}: {}", error.message)).collect();
        texts.join("\n")
    })?;
    let [shape] = &config.shapes[..] else {
        return Err(format!("{name}: expected one [shape.NAME]; `stubc shape` writes it"));
    };
    let mut shape = shape.value.clone();
    match &shape.sample.0 {
        Sample::Message(_) => {}
        Sample::Like(file) => {
            let octets = files::read_octets(Path::new(&beside(&name, file)))?;
            shape.sample.0 = Sample::Message(octets);
        }
        Sample::Value(_) => {
            return Err(format!("{name}: the sample must be a message; `stubc encode` makes it of a value"));
        }
    }
    Ok(shape.to_string())
}

/// Why there is no blob.
enum Fault {
    /// The server's report of errors in the context.
    Refused(String),
    /// Something else.
    Other(String),
}

/// A connection to a server.
struct Client {
    protocol: Protocol,
    stream: Box<dyn Stream>,
    xid: u32,
    end: Instant,
}

impl Client {
    /// Returns token and blob of a filter or shape.
    fn blob(&mut self, kind: Kind, text: &str, configuration: &Sum) -> Result<(String, Vec<u8>), Fault> {
        let hex = interp_runtime::json::hex;
        let name = format!("SPECIALIZE_{}", kind.name().to_uppercase());
        let context = json!({"kind": name, "text": from_text(text), "configuration": hex(configuration)});
        let mut pause = PAUSE;
        loop {
            let prepared = self.ask(PREPARE, &context)?;
            let token = match prepared["status"].as_str().unwrap_or_default() {
                "SPECIALIZE_DONE" => prepared["token"].clone(),
                "SPECIALIZE_REFUSED" => {
                    return Err(Fault::Refused(to_text(&prepared["report"]).unwrap_or_default()));
                }
                "SPECIALIZE_LATER" => {
                    self.pause(&mut pause, "the server is busy")?;
                    continue;
                }
                _ => return Err(Fault::Other("the server cannot specialize; its log says why".to_owned())),
            };
            let fetched = self.ask(FETCH, &token)?;
            let Some(blob) = fetched["blob"].as_str() else {
                // Another client has removed it.
                self.pause(&mut pause, "the server does not keep the blob")?;
                continue;
            };
            let blob = HEXUPPER_PERMISSIVE.decode(blob.as_bytes()).unwrap_or_default();
            if !Blob::is_for(&blob, kind, configuration) {
                return Err(Fault::Other("the blob is for another device".to_owned()));
            }
            return Ok((token.as_str().unwrap_or_default().to_lowercase(), blob));
        }
    }

    /// Waits before the next try.
    fn pause(&self, pause: &mut Duration, why: &str) -> Result<(), Fault> {
        if Instant::now() + *pause > self.end {
            return Err(Fault::Other(format!("{why}, and the time of --timeout is over")));
        }
        std::thread::sleep(*pause);
        *pause = (*pause * 2).min(LONGEST);
        Ok(())
    }

    /// Makes a call.
    fn ask(&mut self, procedure: u32, argument: &Json) -> Result<Json, Fault> {
        self.xid = self.xid.wrapping_add(1);
        let call = self.protocol.call(self.xid, procedure, argument);
        let call = call.ok_or_else(|| Fault::Other("the predicate or shape is too long".to_owned()))?;
        let left = self.end.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        let limits = Limits { idle: left, whole: left, most: protocol::MOST };
        let lost = |error: std::io::Error| Fault::Other(format!("no answer: {}", files::plain(&error)));
        self.stream.limit(left, left).map_err(lost)?;
        write_record(&mut *self.stream, &call).map_err(lost)?;
        let record = read_record(&mut *self.stream, limits).map_err(lost)?;
        let record = record.ok_or_else(|| Fault::Other("the server closed the connection".to_owned()))?;
        self.protocol.result(self.xid, procedure, &record).map_err(Fault::Other)
    }
}

//! `serve`: a server of `specs/xdr/specialize.x`. A thread for each socket and each connection; at most
//! [`JOBS`] specializations at once, each on a thread of its own.

use super::{Job, Stop};
use crate::args::ServeArgs;
use crate::blobs::Blobs;
use crate::files;
use crate::render::Renderer;
use crate::sockets::{Limits, Listener, Stream, read_record, write_record};
use codegen::blob::Kind;
use data_encoding::HEXUPPER_PERMISSIVE;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use stubc::service::protocol::{self, Call, DROP, FETCH, Incoming, PREPARE, Protocol, from_text, to_text};
use stubc::service::{Context, Service, Sum};

/// Maximum number of specializations at once.
const JOBS: usize = 4;
/// Number of specializations in memory from which on reports that no call waits for are forgotten.
const KEPT: usize = 64;
/// Bytes of the stack of a specialization, which recurses over the specification.
const STACK: usize = 64 << 20;
/// Time until the first byte of a call, and from there to its end.
const TIMES: [Duration; 2] = [Duration::from_secs(60), Duration::from_secs(10)];
/// Pause after a connection that the operating system could not accept.
const PAUSE: Duration = Duration::from_millis(100);
/// The most bytes of a report, as in `specialize.x`.
const MOST_REPORT: usize = 16384;

/// Serves until a signal ends the run.
pub fn run(args: &ServeArgs) -> Result<(), Stop> {
    let job = Job::new(&args.compile)?;
    let service = Service::new(&job.settings).map_err(|error| job.failed(&error))?;
    let specification = service.specification();
    job.renderer.all(&specification.sources, &specification.diagnostics);
    let protocol = Protocol::new().map_err(|error| job.failed(&error))?;
    let folder = args.store.clone().or_else(|| Some(dirs::cache_dir()?.join("stubc/blobs")));
    let folder = folder.ok_or_else(|| job.usage("no folder for blobs is known; name one by --store"))?;
    let cannot = |what: String, error: &std::io::Error| {
        job.input_error(&format!("cannot {what}: {}", files::plain(error)))
    };
    let blobs = Blobs::open(&folder, usize::from(args.most_blobs))
        .map_err(|error| cannot(format!("make {}", folder.display()), &error))?;
    let mut listeners = Vec::new();
    for address in &args.listen {
        let listener = Listener::new(address);
        listeners.push(listener.map_err(|error| cannot(format!("listen at {address}"), &error))?);
    }
    let server = Arc::new(Server {
        service,
        protocol,
        blobs,
        renderer: job.renderer,
        patience: Duration::from_secs(args.patience),
        connections: (AtomicUsize::new(0), usize::from(args.connections)),
        jobs: Mutex::new(BTreeMap::new()),
        ended: Condvar::new(),
    });
    for listener in &listeners {
        job.print(&format!("listening at {}\n", listener.address()))?;
    }
    std::thread::scope(|scope| {
        for listener in &listeners {
            let server = &server;
            scope.spawn(move || accept(server, listener));
        }
    });
    Ok(())
}

/// What all threads share.
struct Server {
    service: Service,
    protocol: Protocol,
    blobs: Blobs,
    renderer: Renderer,
    /// How long a call waits for its specialization.
    patience: Duration,
    /// The connections, and the most of them.
    connections: (AtomicUsize, usize),
    /// The specializations under way or just ended, by their tokens, with the calls that wait for each.
    jobs: Mutex<BTreeMap<Sum, State>>,
    /// A specialization has ended.
    ended: Condvar,
}

/// A specialization.
struct State {
    /// The calls that wait for it.
    waiting: usize,
    /// The result for them, once it has ended.
    result: Option<Json>,
}

/// Accepts connections for ever. Those beyond the most are closed at once.
fn accept(server: &Arc<Server>, listener: &Listener) {
    loop {
        let Ok(mut stream) = listener.accept() else {
            std::thread::sleep(PAUSE);
            continue;
        };
        let connection = Connection::new(Arc::clone(server));
        let Some(connection) = connection else { continue };
        // Where no thread can start, the connection is closed.
        let _ = std::thread::Builder::new().spawn(move || connection.converse(&mut *stream));
    }
}

/// A connection that counts.
struct Connection(Arc<Server>);

impl Connection {
    fn new(server: Arc<Server>) -> Option<Self> {
        let (open, most) = &server.connections;
        let added =
            open.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |open| (open < *most).then_some(open + 1));
        added.is_ok().then_some(Self(server))
    }

    /// Answers calls until the connection ends or is at fault.
    fn converse(&self, stream: &mut dyn Stream) {
        let limits = Limits { idle: TIMES[0], whole: TIMES[1], most: protocol::MOST };
        while let Ok(Some(record)) = read_record(stream, limits) {
            let reply = match self.0.protocol.incoming(&record) {
                Incoming::Nothing => return,
                Incoming::Answer(reply) => reply,
                Incoming::Call(call) => self.0.protocol.reply(&call, &answer(&self.0, &call)),
            };
            if write_record(stream, &reply).is_err() {
                return;
            }
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.connections.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Returns the result of a call.
fn answer(server: &Arc<Server>, call: &Call) -> Json {
    match call.procedure {
        PREPARE => match context(&call.argument) {
            Some(context) => prepare(server, context),
            None => only("SPECIALIZE_FAILED"),
        },
        FETCH => match sum(&call.argument).and_then(|token| server.blobs.find(&token)) {
            Some(blob) => json!({"status": "SPECIALIZE_DONE", "blob": interp_runtime::json::hex(&blob)}),
            None => only("SPECIALIZE_UNKNOWN"),
        },
        DROP if sum(&call.argument).is_some_and(|token| server.blobs.remove(&token)) => {
            json!("SPECIALIZE_DONE")
        }
        _ => json!("SPECIALIZE_UNKNOWN"),
    }
}

/// Returns a result that is a status alone.
fn only(status: &str) -> Json {
    json!({ "status": status })
}

fn context(argument: &Json) -> Option<Context> {
    let kind = match argument["kind"].as_str()? {
        "SPECIALIZE_FILTER" => Kind::Filter,
        "SPECIALIZE_SHAPE" => Kind::Shape,
        _ => return None,
    };
    let text = to_text(&argument["text"])?;
    Some(Context { kind, text, configuration: sum(&argument["configuration"])? })
}

fn sum(digest: &Json) -> Option<Sum> {
    HEXUPPER_PERMISSIVE.decode(digest.as_str()?.as_bytes()).ok()?.try_into().ok()
}

fn locked(server: &Server) -> MutexGuard<'_, BTreeMap<Sum, State>> {
    server.jobs.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prepares a blob: from the folder, from a specialization that is under way, or by a new one.
fn prepare(server: &Arc<Server>, context: Context) -> Json {
    let token = server.service.token(&context);
    if server.blobs.find(&token).is_some() {
        return done(&token);
    }
    let mut jobs = locked(server);
    if !jobs.contains_key(&token) {
        if jobs.values().filter(|job| job.result.is_none()).count() >= JOBS {
            return only("SPECIALIZE_LATER");
        }
        if jobs.len() >= KEPT {
            jobs.retain(|_, job| job.result.is_none() || job.waiting > 0);
        }
        let worker = Worker { server: Arc::clone(server), token };
        if std::thread::Builder::new().stack_size(STACK).spawn(move || worker.run(&context)).is_err() {
            return only("SPECIALIZE_LATER");
        }
        jobs.insert(token, State { waiting: 0, result: None });
    }
    let end = Instant::now() + server.patience;
    if let Some(job) = jobs.get_mut(&token) {
        job.waiting += 1;
    }
    loop {
        let Some(job) = jobs.get_mut(&token) else { return only("SPECIALIZE_FAILED") };
        let left = end.saturating_duration_since(Instant::now());
        let result = match &job.result {
            Some(result) => result.clone(),
            None if left.is_zero() => only("SPECIALIZE_LATER"),
            None => {
                jobs = server.ended.wait_timeout(jobs, left).unwrap_or_else(PoisonError::into_inner).0;
                continue;
            }
        };
        job.waiting -= 1;
        if job.waiting == 0 && job.result.is_some() {
            jobs.remove(&token);
        }
        return result;
    }
}

fn done(token: &Sum) -> Json {
    json!({"status": "SPECIALIZE_DONE", "token": interp_runtime::json::hex(token)})
}

/// A thread that specializes.
struct Worker {
    server: Arc<Server>,
    token: Sum,
}

impl Worker {
    fn run(self, context: &Context) {
        let result = match self.server.service.specialize(context) {
            Ok(blob) => match self.server.blobs.keep(&self.token, &blob.0) {
                Ok(()) => done(&self.token),
                Err(error) => {
                    let error = files::plain(&error);
                    self.server.renderer.error(&format!("cannot store a blob: {error}"));
                    only("SPECIALIZE_FAILED")
                }
            },
            Err(error) => {
                let mut report = self.server.renderer.text(&error.sources, &error.diagnostics);
                if report.len() > MOST_REPORT {
                    let cut = (0..=MOST_REPORT).rev().find(|at| report.is_char_boundary(*at)).unwrap_or(0);
                    report.truncate(cut);
                }
                json!({"status": "SPECIALIZE_REFUSED", "report": from_text(&report)})
            }
        };
        self.end(result);
    }

    /// Leaves the result to the calls that wait.
    fn end(&self, result: Json) {
        let is_done = result["status"] == "SPECIALIZE_DONE";
        let mut jobs = locked(&self.server);
        if let Some(job) = jobs.get_mut(&self.token) {
            job.result = Some(result);
            // Calls whose patience has ended ask again, and find a blob in the folder, but no report.
            if job.waiting == 0 && is_done {
                jobs.remove(&self.token);
            }
        }
        self.server.ended.notify_all();
    }
}

impl Drop for Worker {
    /// A specialization that panics has failed.
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.end(only("SPECIALIZE_FAILED"));
        }
    }
}

//! Measures filters that arrive at run time, and the service that makes them: `service [--write]`. The times need the
//! binary `stubc` of the same profile.

use codegen::blob::Kind;
use serde_json::{Value as Json, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Instant;
use stubc::service::protocol::{FETCH, PREPARE, Protocol};
use stubc_benches::console::{ended, say, stubc_beside};
use stubc_benches::filters::count::ROWS;
use stubc_benches::filters::shipped::shipped;
use stubc_benches::report;

/// Calls of each kind.
const CALLS: usize = 200;

fn main() -> ExitCode {
    ended(measure())
}

fn measure() -> Result<(), String> {
    let mut table = String::from(
        "| filter | blob | decoder: instructions | bytes | interpreter and checker: instructions | bytes | fewer instructions |\n\
         |---|---:|---:|---:|---:|---:|---:|\n",
    );
    // The three whose decoders need no configuration.
    for row in &ROWS[..3] {
        let Some(found) = shipped(row).map_err(|error| format!("{}: {error}", row.name))? else { continue };
        let ([before, after], [decoder, engine]) = (found.instructions, found.bytes);
        table += &format!(
            "| `{}` | {} | {before:.0} | {decoder} | {after:.0} | {engine} | {:.0} % |\n",
            row.predicate,
            found.blob,
            100.0 * (1.0 - after / before)
        );
    }
    table += &format!("\n{}", times()?);
    say(&table);
    if std::env::args().any(|argument| argument == "--write") {
        report::replace(&Path::new(env!("CARGO_MANIFEST_DIR")).join("service.md"), "service", &table)?;
    }
    Ok(())
}

/// Returns the table of times.
fn times() -> Result<String, String> {
    let text = |error: std::io::Error| error.to_string();
    let folder = tempfile::tempdir().map_err(text)?;
    let specification = Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs/snmp/v2c.asn1");
    let program = stubc_beside()?;
    let mut server = Server::start(&program, &specification, folder.path())?;
    let protocol = Protocol::new().map_err(|error| format!("{:?}", error.diagnostics))?;
    let stream = UnixStream::connect(folder.path().join("socket")).map_err(text)?;
    let mut client = Client { protocol, stream, xid: 0, octets: [0; 2] };
    let digest =
        stubc::filter::digest_of(Kind::Filter, stubc::RulesName::Ber, "COMMUNITY-BASED-SNMPv2.Message");
    let context = |number: usize| {
        let text = format!("Message: data.get-bulk-request.max-repetitions > {number}");
        json!({"kind": "SPECIALIZE_FILTER", "text": text, "configuration": interp_runtime::json::hex(&digest)})
    };
    let mut table =
        String::from("| call | microseconds, median | bytes sent | bytes received |\n|---|---:|---:|---:|\n");
    let mut token = Json::Null;
    for (name, procedure) in [("PREPARE, first", PREPARE), ("PREPARE, kept", PREPARE), ("FETCH", FETCH)] {
        let mut times = Vec::new();
        for number in 0..CALLS {
            let argument = if procedure == FETCH { token.clone() } else { context(number) };
            let (micros, result) = client.ask(procedure, &argument)?;
            times.push(micros);
            if procedure == PREPARE {
                token = result["token"].clone();
            }
        }
        times.sort_by(f64::total_cmp);
        let [sent, received] = client.octets;
        table += &format!("| {name} | {:.0} | {sent} | {received} |\n", times[CALLS / 2]);
    }
    server.end();
    Ok(table)
}

/// A server.
struct Server(Child);

impl Server {
    fn start(program: &Path, specification: &Path, folder: &Path) -> Result<Self, String> {
        let mut child = Command::new(program)
            .args(["serve", "--listen", "unix:socket", "--store", "blobs"])
            .arg(specification)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{}: {error}; build stubc first", program.display()))?;
        let mut line = String::new();
        let read = child.stdout.take().map(|output| BufReader::new(output).read_line(&mut line));
        if !matches!(read, Some(Ok(1..))) {
            return Err("the server does not listen".to_owned());
        }
        Ok(Self(child))
    }

    fn end(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// A client that measures.
struct Client {
    protocol: Protocol,
    stream: UnixStream,
    xid: u32,
    /// The bytes of the last call and of its reply, with their record marks.
    octets: [usize; 2],
}

impl Client {
    /// Makes a call. Returns the microseconds until its reply, and the result.
    fn ask(&mut self, procedure: u32, argument: &Json) -> Result<(f64, Json), String> {
        self.xid += 1;
        let call =
            self.protocol.call(self.xid, procedure, argument).ok_or("a call that cannot be encoded")?;
        let mark = u32::try_from(call.len()).map_err(|error| error.to_string())? | 1 << 31;
        let record = [&mark.to_be_bytes(), &call[..]].concat();
        let begin = Instant::now();
        let text = |error: std::io::Error| error.to_string();
        self.stream.write_all(&record).map_err(text)?;
        let mut head = [0; 4];
        self.stream.read_exact(&mut head).map_err(text)?;
        let mut reply = vec![0; (u32::from_be_bytes(head) & !(1 << 31)) as usize];
        self.stream.read_exact(&mut reply).map_err(text)?;
        let micros = begin.elapsed().as_secs_f64() * 1e6;
        self.octets = [record.len(), reply.len() + 4];
        Ok((micros, self.protocol.result(self.xid, procedure, &reply)?))
    }
}

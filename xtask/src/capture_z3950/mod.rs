//! Captures Z39.50 APDUs: YAZ's client talks to YAZ's test server through a recording proxy.
//!
//! Only the loopback interface is used, every wait has a limit, and both programs are always stopped at the
//! end. The server invents counts that differ between runs, so the captured files are checked in.

mod pdus;
mod proxy;
mod sessions;

use crate::message_folder::{self, Entry};
use proxy::{Exchange, Server};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The longest APDU kept in bytes: the samples stay small.
const LONGEST: usize = 16 * 1024;

/// Runs all sessions and writes `specs/z3950/messages`.
pub(crate) fn run(root: &Path) -> Result<String, String> {
    let version = version()?;
    let work = std::env::temp_dir().join(format!("capture-z3950-{}", std::process::id()));
    std::fs::create_dir_all(&work).map_err(|error| format!("{}: {error}", work.display()))?;
    let captured = capture(&work, &version);
    std::fs::remove_dir_all(&work).map_err(|error| format!("{}: {error}", work.display()))?;
    let entries = captured?;
    let files = message_folder::files(&entries, &["direction", "origin"]);
    message_folder::write(&root.join("specs/z3950/messages"), &files)?;
    let kinds: BTreeSet<&str> = entries.iter().map(|entry| entry.kind.as_str()).collect();
    Ok(format!("{} distinct APDUs of {} kinds", entries.len(), kinds.len()))
}

fn version() -> Result<String, String> {
    let output = Command::new("yaz-client").arg("-V").output();
    let output = output.map_err(|error| format!("yaz-client: {error} (Debian package yaz)"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut words = text.split_whitespace().skip_while(|word| *word != "version:").skip(1);
    words.next().map(str::to_owned).ok_or_else(|| format!("yaz-client -V says {text:?}"))
}

fn capture(work: &Path, version: &str) -> Result<Vec<Entry>, String> {
    for (name, text) in sessions::SERVER_FILES.iter().chain(&sessions::CLIENT_FILES) {
        std::fs::write(work.join(name), text).map_err(|error| format!("{name}: {error}"))?;
    }
    let mut entries: Vec<Entry> = Vec::new();
    let mut known = BTreeSet::new();
    for (name, commands) in sessions::SESSIONS {
        // One server per session: an APDU that it refuses ends only that session.
        let server = Server::start(work)?;
        for exchange in server.record(work, commands)? {
            for (direction, octets) in in_turn(&exchange)? {
                if octets.len() <= LONGEST && known.insert(octets.clone()) {
                    let origin = format!("yaz-client and yaz-ztest {version}, session {name}");
                    let kind = pdus::kind(&octets)?.to_owned();
                    entries.push(Entry { octets, kind, notes: vec![direction.to_owned(), origin] });
                }
            }
        }
    }
    Ok(entries)
}

/// Returns the APDUs of one connection: each request with its response.
fn in_turn(exchange: &Exchange) -> Result<Vec<(&'static str, Vec<u8>)>, String> {
    let mut requests = pdus::split(&exchange.from_client)?.into_iter();
    let mut responses = pdus::split(&exchange.from_server)?.into_iter();
    let mut turns = Vec::new();
    loop {
        let turn = [("request", requests.next()), ("response", responses.next())];
        if turn.iter().all(|side| side.1.is_none()) {
            return Ok(turns);
        }
        turns.extend(turn.into_iter().filter_map(|(name, octets)| Some((name, octets?))));
    }
}

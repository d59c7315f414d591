//! Mines captured calls of remote programs: which call follows which on a connection, and which values of replies
//! recur in later calls.

mod picture;
mod propose;
mod text;

use crate::onc_rpc::Words;
use crate::witness;
use crate::{Settings, clusters};
use interp_runtime::Codec;
use std::collections::{BTreeMap, VecDeque};
use std::net::SocketAddr;
use syntax_graph::{Presence, Procedure, SyntaxGraph, TypeId, TypeKind, ValidGraph, Value};

/// The most connections that are followed at once; beyond it, the one that was silent longest is dropped.
const CONNECTIONS: usize = 4096;
/// The most chains that are counted; further ones are ignored.
const CHAINS: usize = 1 << 16;
/// The most values of a message that are compared.
const PARTS: usize = 256;
/// Accepted replies without an error start with these words after their number (RFC 5531 section 9).
const REPLY: u32 = 1;

/// A value of an earlier call's reply that a later call of the chain has among its arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Feed {
    /// The position of the earlier call in the chain.
    pub from: usize,
    /// The path of the value in the reply; empty for the whole.
    pub value: String,
    /// The path in the arguments; empty for the whole.
    pub argument: String,
}

/// A sequence of calls that followed each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chain {
    /// How often it occurred.
    pub count: u64,
    /// What its last call took from replies, and how often.
    pub feeds: BTreeMap<Feed, u64>,
}

/// The calls of a capture.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    /// The names of the specification's procedures, short where they are unique.
    pub names: Vec<String>,
    /// Calls of each procedure.
    pub counts: Vec<u64>,
    /// Chains of two to [`clusters::CALLS`] calls, by the numbers of their procedures.
    pub chains: BTreeMap<Vec<u16>, Chain>,
    /// Replies that belong to the calls.
    pub replies: u64,
    /// Connections with a call.
    pub connections: u64,
    /// Calls and results that cannot be decoded.
    pub malformed: u64,
    /// The most nanoseconds between a reply and the call that follows it.
    pub within: u64,
}

/// Hears the messages of a capture.
#[derive(Debug)]
pub struct Listener<'g> {
    codec: Codec<'g>,
    procedures: Vec<&'g Procedure>,
    numbers: Vec<[u32; 3]>,
    connections: BTreeMap<[SocketAddr; 2], Connection>,
    heard: u64,
    calls: Calls,
}

/// The last calls of a client to a server, each within the time limit after the one before.
#[derive(Debug, Default)]
struct Connection {
    recent: VecDeque<Made>,
    heard: u64,
}

/// A call.
#[derive(Debug)]
struct Made {
    xid: u32,
    procedure: u16,
    sent: u64,
    answered: Option<u64>,
    results: Vec<Part>,
}

/// A value within a message.
#[derive(Debug)]
struct Part {
    path: String,
    ty: TypeId,
    value: Value,
}

impl<'g> Listener<'g> {
    /// Returns a listener for the programs of a specification. Calls follow each other if at most `within` nanoseconds
    /// are between them.
    pub fn new(settings: &Settings, graph: &'g ValidGraph, within: u64) -> Self {
        let mut procedures = Vec::new();
        let mut numbers = Vec::new();
        for program in &graph.programs {
            for version in &program.versions {
                for procedure in &version.procedures {
                    numbers.push([program.number, version.number, procedure.number]);
                    procedures.push(procedure);
                }
            }
        }
        let calls = Calls {
            names: clusters::short_names(graph),
            counts: vec![0; procedures.len()],
            within,
            ..Calls::default()
        };
        let codec = witness::codec(settings, graph);
        Self { codec, procedures, numbers, connections: BTreeMap::new(), heard: 0, calls }
    }

    /// Returns what was heard.
    pub fn finish(self) -> Calls {
        self.calls
    }

    /// Hears a message that traveled at a time, in nanoseconds. Returns whether it is a call or a reply.
    pub fn message(&mut self, ends: [SocketAddr; 2], time: u64, message: &[u8]) -> bool {
        let mut words = Words(message);
        match (words.next(), words.next()) {
            (Some(xid), Some(0)) => self.call(ends, time, xid, words).is_some(),
            (Some(xid), Some(REPLY)) => self.reply(ends, time, xid, words).is_some(),
            _ => false,
        }
    }

    /// Hears a call. `None`: it is none.
    fn call(&mut self, ends: [SocketAddr; 2], time: u64, xid: u32, mut words: Words<'_>) -> Option<()> {
        if words.next()? != 2 {
            return None;
        }
        let number = [words.next()?, words.next()?, words.next()?];
        words.credentials()?;
        words.credentials()?;
        let known = self.numbers.iter().position(|known| *known == number);
        let Some(procedure) = known.and_then(|known| u16::try_from(known).ok()) else { return Some(()) };
        let arguments = self.arguments(procedure, words.0);
        self.heard += 1;
        if self.connections.len() >= CONNECTIONS && !self.connections.contains_key(&ends) {
            let oldest = self.connections.iter().min_by_key(|(_, other)| other.heard).map(|(ends, _)| *ends);
            oldest.map(|ends| self.connections.remove(&ends));
        }
        let is_new = !self.connections.contains_key(&ends);
        let connection = self.connections.entry(ends).or_default();
        connection.heard = self.heard;
        // A datagram that the client sends again is not another call.
        if connection.recent.iter().any(|made| made.xid == xid) {
            return Some(());
        }
        self.calls.connections += u64::from(is_new);
        if let Some(before) = connection.recent.back()
            && time.saturating_sub(before.answered.unwrap_or(before.sent)) > self.calls.within
        {
            connection.recent.clear();
        }
        if connection.recent.len() == clusters::CALLS {
            connection.recent.pop_front();
        }
        let made = Made { xid, procedure, sent: time, answered: None, results: Vec::new() };
        connection.recent.push_back(made);
        self.calls.counts[usize::from(procedure)] += 1;
        count(&mut self.calls.chains, self.codec.graph(), &connection.recent, &arguments);
        Some(())
    }

    /// Hears a reply. `None`: it is none.
    fn reply(&mut self, ends: [SocketAddr; 2], time: u64, xid: u32, mut words: Words<'_>) -> Option<()> {
        let is_denied = words.next()? != 0;
        let connection = self.connections.get_mut(&[ends[1], ends[0]]);
        let made =
            connection.and_then(|connection| connection.recent.iter_mut().find(|made| made.xid == xid));
        let Some(made) = made.filter(|made| made.answered.is_none()) else { return Some(()) };
        made.answered = Some(time);
        self.calls.replies += 1;
        if is_denied {
            return Some(());
        }
        words.credentials()?;
        let is_success = words.next()? == 0;
        if let Some(ty) = self.procedures[usize::from(made.procedure)].result.filter(|_| is_success) {
            match self.codec.decode(ty, words.0) {
                Ok(decoded) => {
                    parts(self.codec.graph(), String::new(), ty, &decoded.value, &mut made.results);
                    made.results.retain(|part| is_telling(&part.value));
                }
                Err(_) => self.calls.malformed += 1,
            }
        }
        Some(())
    }

    /// Returns the values of a call's arguments, as far as they can be decoded.
    fn arguments(&mut self, procedure: u16, mut octets: &[u8]) -> Vec<Part> {
        let mut all = Vec::new();
        let types = &self.procedures[usize::from(procedure)].arguments;
        for (index, ty) in types.iter().enumerate() {
            let Ok(decoded) = self.codec.decode(*ty, octets) else {
                self.calls.malformed += 1;
                break;
            };
            let path = clusters::argument_path(types.len(), index);
            parts(self.codec.graph(), path, *ty, &decoded.value, &mut all);
            octets = octets.get(decoded.length..).unwrap_or_default();
        }
        all
    }
}

/// Counts the chains that end with the last of these calls, which has these arguments.
fn count(
    chains: &mut BTreeMap<Vec<u16>, Chain>,
    graph: &SyntaxGraph,
    recent: &VecDeque<Made>,
    arguments: &[Part],
) {
    let last = recent.len() - 1;
    let mut found: Vec<(usize, &str, &str)> = Vec::new();
    for (from, made) in recent.iter().enumerate().take(last).filter(|(_, made)| made.answered.is_some()) {
        // A part of a value that recurs says no more than the value.
        let mut inside: Option<&str> = None;
        for argument in arguments {
            if inside.is_some_and(|outer| is_within(&argument.path, outer)) {
                continue;
            }
            let is_same = |part: &&Part| {
                clusters::is_same_type(graph, part.ty, argument.ty) && part.value == argument.value
            };
            if let Some(part) = made.results.iter().find(is_same) {
                inside = Some(&argument.path);
                found.push((from, &part.path, &argument.path));
            }
        }
    }
    for length in 2..=recent.len() {
        let start = recent.len() - length;
        let key: Vec<u16> = recent.iter().skip(start).map(|made| made.procedure).collect();
        if chains.len() >= CHAINS && !chains.contains_key(&key) {
            continue;
        }
        let chain = chains.entry(key).or_default();
        chain.count += 1;
        for (from, value, argument) in found.iter().filter(|(from, ..)| *from >= start) {
            let feed =
                Feed { from: from - start, value: (*value).to_owned(), argument: (*argument).to_owned() };
            *chain.feeds.entry(feed).or_default() += 1;
        }
    }
}

/// Returns whether a path is that of a part of the value at another path.
fn is_within(path: &str, outer: &str) -> bool {
    outer.is_empty() || path.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.'))
}

/// Adds a value and its parts, each after the value around it, as far as paths of feeds reach.
fn parts(graph: &SyntaxGraph, path: String, ty: TypeId, value: &Value, out: &mut Vec<Part>) {
    if out.len() >= PARTS {
        return;
    }
    let value = value.plain();
    let ty = graph.resolve(ty);
    out.push(Part { path: path.clone(), ty, value: value.clone() });
    let mut inner = |field, value| {
        let field: &syntax_graph::Field = &graph.fields[field];
        if field.presence == Presence::Mandatory {
            parts(graph, clusters::joined(&path, &field.name), field.target, value, out);
        }
    };
    match (&graph.types[ty].kind, value) {
        (TypeKind::Structure(_), Value::Structure(fields)) => {
            fields.iter().for_each(|(field, value)| inner(*field, value));
        }
        (TypeKind::Union(_), Value::Switch { arm, value, .. }) => inner(*arm, value),
        _ => {}
    }
}

/// Returns whether a value can hardly recur by accident: handles, names, cookies, but no small numbers.
fn is_telling(value: &Value) -> bool {
    match value {
        Value::Octets(octets) | Value::Chars(octets) => {
            octets.len() >= 4 && octets.iter().any(|octet| *octet != octets[0])
        }
        Value::Integer(number) => number.bits() > 16,
        Value::Structure(fields) => fields.iter().any(|(_, value)| is_telling(value)),
        _ => false,
    }
}

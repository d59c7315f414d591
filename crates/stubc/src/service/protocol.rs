//! The messages of the service: ONC RPC version 2 (RFC 5531) with the types of `specialize.x`, which the independent codec
//! converts. The codec is Rust and works from the specification alone; generated stubs are C, and would need a C compiler
//! to build `stubc`. Clients in C use generated stubs, so each side tests the other.

use super::broken;
use crate::failure::CompileError;
use crate::onc_rpc::Words;
use crate::settings::Settings;
use crate::witness;
use interp_runtime::{Codec, json};
use serde_json::Value as Json;
use syntax_graph::{RpcProgram, SourceMap, TypeId, ValidGraph};

/// The specification of the service.
pub const SPECIFICATION: &str = include_str!("../../../../specs/xdr/specialize.x");
/// The most bytes of a call or reply.
pub const MOST: usize = 32 << 10;

/// Makes a context into a blob.
pub const PREPARE: u32 = 1;
/// Returns a blob.
pub const FETCH: u32 = 2;
/// Removes a blob.
pub const DROP: u32 = 3;

/// Why a server does not carry out a call that it accepts (RFC 5531 section 9: `accept_stat`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It has no such program.
    Program = 1,
    /// It has no such version.
    Version = 2,
    /// The version has no such procedure.
    Procedure = 3,
    /// The arguments cannot be decoded.
    Arguments = 4,
    /// It cannot answer.
    System = 5,
}

/// A call of the service.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Its number.
    pub xid: u32,
    /// The procedure.
    pub procedure: u32,
    /// Its argument; null for procedure 0.
    pub argument: Json,
}

/// What a server does with a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Incoming {
    /// Carries out a call.
    Call(Call),
    /// Answers at once.
    Answer(Vec<u8>),
    /// Closes the connection: the record is no call.
    Nothing,
}

/// The converter of messages.
#[derive(Debug)]
pub struct Protocol {
    graph: ValidGraph,
    program: RpcProgram,
}

impl Protocol {
    /// Reads the specification of the service.
    ///
    /// # Errors
    /// None; tests read it.
    pub fn new() -> Result<Self, CompileError> {
        let mut sources = SourceMap::new();
        sources.add("specialize.x", SPECIFICATION);
        let output = idl_front::parse(&sources, &idl_front::FrontOptions::default());
        if !output.is_ok() {
            return Err(broken(sources, output.diagnostics));
        }
        let graph =
            der_values::validate(output.graph, None).map_err(|errors| broken(sources.clone(), errors))?;
        let program = graph.programs.first().cloned();
        Ok(Self { program: program.ok_or_else(|| broken(sources, Vec::new()))?, graph })
    }

    /// Returns the version that this version of stubc speaks.
    fn version(&self) -> u32 {
        self.program.versions.first().map_or(0, |version| version.number)
    }

    /// Returns the types of argument and result of a procedure.
    fn types(&self, procedure: u32) -> Option<(TypeId, TypeId)> {
        let mut procedures = self.program.versions.iter().flat_map(|version| &version.procedures);
        let found = procedures.find(|found| found.number == procedure)?;
        Some((*found.arguments.first()?, found.result?))
    }

    /// Returns what a server does with a record.
    pub fn incoming(&self, record: &[u8]) -> Incoming {
        let mut words = Words(record);
        let (Some(xid), Some(0)) = (words.next(), words.next()) else { return Incoming::Nothing };
        let Some(rpc) = words.next() else { return Incoming::Nothing };
        if rpc != 2 {
            // Denied: RPC_MISMATCH, from version 2 to 2.
            return Incoming::Answer(joined(&[xid, 1, 1, 0, 2, 2]));
        }
        let (Some(program), Some(version), Some(procedure)) = (words.next(), words.next(), words.next())
        else {
            return Incoming::Nothing;
        };
        if words.credentials().and_then(|()| words.credentials()).is_none() {
            return Incoming::Nothing;
        }
        if program != self.program.number {
            return Incoming::Answer(self.fault(xid, Fault::Program));
        }
        if version != self.version() {
            return Incoming::Answer(self.fault(xid, Fault::Version));
        }
        if procedure == 0 {
            return Incoming::Answer(accepted(xid, 0, &[]));
        }
        let Some((ty, _)) = self.types(procedure) else {
            return Incoming::Answer(self.fault(xid, Fault::Procedure));
        };
        match self.codec().decode(ty, words.0) {
            Ok(decoded) => {
                let argument = json::to_json(&self.graph, ty, &decoded.value);
                Incoming::Call(Call { xid, procedure, argument })
            }
            Err(_) => Incoming::Answer(self.fault(xid, Fault::Arguments)),
        }
    }

    /// Returns the reply with the result of a call.
    pub fn reply(&self, call: &Call, result: &Json) -> Vec<u8> {
        let body = self.types(call.procedure).and_then(|(_, ty)| self.encoded(ty, result));
        body.map_or_else(|| self.fault(call.xid, Fault::System), |body| accepted(call.xid, 0, &body))
    }

    /// Returns the reply to a call that is not carried out.
    pub fn fault(&self, xid: u32, fault: Fault) -> Vec<u8> {
        let range = joined(&[self.version(), self.version()]);
        accepted(xid, fault as u32, if fault == Fault::Version { &range } else { &[] })
    }

    /// Returns a call; `None` if the argument is not of the procedure's type.
    pub fn call(&self, xid: u32, procedure: u32, argument: &Json) -> Option<Vec<u8>> {
        let body = self.encoded(self.types(procedure)?.0, argument)?;
        let head = joined(&[xid, 0, 2, self.program.number, self.version(), procedure, 0, 0, 0, 0]);
        Some([head, body].concat())
    }

    /// Returns the result in the reply to a call.
    ///
    /// # Errors
    /// What is wrong with the reply, or why the server does not carry out the call.
    pub fn result(&self, xid: u32, procedure: u32, record: &[u8]) -> Result<Json, String> {
        let mut words = Words(record);
        let malformed = || "the reply is malformed".to_owned();
        let head = [words.next(), words.next(), words.next()];
        if head[0] != Some(xid) || head[1] != Some(1) {
            return Err("the reply is to another call".to_owned());
        }
        if head[2] != Some(0) {
            return Err("the server denies the call".to_owned());
        }
        words.credentials().ok_or_else(malformed)?;
        match words.next().ok_or_else(malformed)? {
            0 => {}
            1 => return Err("the server is for another program".to_owned()),
            2 => return Err("the server speaks another version of the service".to_owned()),
            3 => return Err("the server lacks the procedure".to_owned()),
            4 => return Err("the server cannot decode the call".to_owned()),
            _ => return Err("the server cannot answer".to_owned()),
        }
        let (_, ty) = self.types(procedure).ok_or_else(malformed)?;
        let value = self.codec().decode_exact(ty, words.0);
        Ok(json::to_json(
            &self.graph,
            ty,
            &value.map_err(|error| format!("the reply is malformed: {error}"))?,
        ))
    }

    /// Returns the codec: XDR, as the notation says.
    fn codec(&self) -> Codec<'_> {
        witness::codec(&Settings::default(), &self.graph)
    }

    fn encoded(&self, ty: TypeId, value: &Json) -> Option<Vec<u8>> {
        let codec = self.codec();
        let value = codec.read_json(ty, value).ok()?;
        codec.encode(ty, &value).ok()
    }
}

/// Returns a text as the codec's JSON has it, where a string has a character for each byte.
pub fn from_text(text: &str) -> Json {
    Json::String(text.bytes().map(char::from).collect())
}

/// Returns the text of a string of the codec's JSON; `None` if it is not UTF-8.
pub fn to_text(string: &Json) -> Option<String> {
    let octets = string.as_str()?.chars().map(|c| u8::try_from(c).ok());
    String::from_utf8(octets.collect::<Option<_>>()?).ok()
}

fn joined(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

/// Returns an accepted reply without a verifier.
fn accepted(xid: u32, status: u32, body: &[u8]) -> Vec<u8> {
    [&joined(&[xid, 1, 0, 0, 0, status]), body].concat()
}

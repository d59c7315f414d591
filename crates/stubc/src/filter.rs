//! Compiles filters: from the text of a predicate to C.

use crate::banner::banner;
use crate::driver::{codegen_rules, rules_of};
use crate::failure::{CompileError, Failure};
use crate::front::{self, Specification};
use crate::roots;
use crate::settings::{RulesName, Settings};
use crate::toolchain::{Toolchain, ToolchainError};
use codegen::blob::{self, Configuration, Kind};
use codegen::filter::{Form, Request};
use codegen::names::{identifier, reserved};
use codegen::{OutputFiles, measure};
use sha2::{Digest, Sha256};
use syntax_graph::filter::Filter;
use syntax_graph::{Diagnostic, SourceMap, Span};

/// The name that diagnostics show for a predicate of the command line.
pub(crate) const PLACE: &str = "<predicate>";

/// A compiled filter.
#[derive(Clone, Debug)]
pub struct Filtered {
    /// The specification.
    pub specification: Specification,
    /// The checked predicate.
    pub filter: Filter,
    /// `NAME.h` and `NAME.c`.
    pub files: OutputFiles,
}

/// The bytes of a filter's object code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// All of them.
    pub total: u64,
    /// Those of its commands, if it is interpreted.
    pub commands: u64,
}

/// Checks that a filter's function can have this name.
///
/// # Errors
/// The reason, as a sentence about the name.
pub fn check_function(name: &str) -> Result<(), String> {
    if identifier(name) != name {
        return Err(format!("the name of a function must be a name in C, and `{name}` is none"));
    }
    match reserved::holder(name, reserved::Place::File) {
        Some(holder) => Err(format!("a function cannot have the name `{name}`, which belongs to {holder}")),
        None => Ok(()),
    }
}

/// The headers before the message in a packet: the macros of a program for XDP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headers(String);

impl std::str::FromStr for Headers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not `eth`, then `ipv4` or `ipv6`, then `udp:PORT` or `tcp:PORT`");
        let mut lines = Vec::new();
        let parts: Vec<&str> = text.split(',').collect();
        let ["eth", network, transport] = parts[..] else { return Err(wrong()) };
        for name in network.split('|') {
            lines.push(match name {
                "ipv4" => "#define STUBC_XDP_IPV4".to_owned(),
                "ipv6" => "#define STUBC_XDP_IPV6".to_owned(),
                _ => return Err(wrong()),
            });
        }
        for part in transport.split('|') {
            let (name, port) = part.split_once(':').ok_or_else(wrong)?;
            let port: u16 = port.parse().map_err(|_| wrong())?;
            match name {
                "udp" | "tcp" => lines.push(format!("#define STUBC_XDP_{} {port}", name.to_uppercase())),
                _ => return Err(wrong()),
            }
        }
        let count = lines.len();
        lines.sort();
        lines.dedup_by_key(|line| line.split(' ').nth(1).map(ToOwned::to_owned));
        if lines.len() < count { Err(wrong()) } else { Ok(Self(lines.join("\n"))) }
    }
}

/// Parses and checks a predicate, and emits its program for XDP.
///
/// # Errors
/// As [`compile`], and filters that have no bound.
pub fn xdp(settings: &Settings, headers: &Headers, name: &str, text: &str) -> Result<Filtered, CompileError> {
    emitted(settings, Form::Xdp, Some(headers), name, text)
}

/// Parses and checks a predicate, and emits its C.
///
/// # Errors
/// The errors in the specification or the predicate, and encoding rules without filters.
pub fn compile(settings: &Settings, form: Form, name: &str, text: &str) -> Result<Filtered, CompileError> {
    emitted(settings, form, None, name, text)
}

fn emitted(
    settings: &Settings,
    form: Form,
    headers: Option<&Headers>,
    name: &str,
    text: &str,
) -> Result<Filtered, CompileError> {
    let mut specification = front::specification(settings)?;
    let file = specification.sources.add(PLACE, text);
    let failed = |sources: &SourceMap, diagnostics: Vec<Diagnostic>| CompileError {
        failure: Failure::Input,
        diagnostics,
        sources: sources.clone(),
    };
    let filter = idl_front::filter::filter(&specification.sources, file, &specification.graph)
        .map_err(|errors| failed(&specification.sources, errors))?;
    let request = Request { name, text, filter: &filter, form };
    let rules = codegen_rules(&specification, settings);
    let (graph, banner) = (&specification.graph, banner(settings, None));
    let files = match headers {
        Some(headers) => codegen::filter::xdp(graph, rules, &banner, &request, &headers.0),
        None => codegen::filter::filters(graph, rules, name, &banner, &[request]),
    };
    let files = files.map_err(|errors| failed(&specification.sources, errors))?;
    Ok(Filtered { specification, filter, files })
}

/// An engine of filters or shapes that arrive at run time.
#[derive(Clone, Debug)]
pub struct Engine {
    /// The specification.
    pub specification: Specification,
    /// `NAME.h` and `NAME.c`.
    pub files: OutputFiles,
    /// The digest of what it accepts.
    pub digest: [u8; 32],
}

/// Returns the digest of the configuration of devices that filter messages of this type, `Module.Type`, or find their
/// holes.
pub fn digest_of(kind: Kind, rules: RulesName, root: &str) -> [u8; 32] {
    // Neither rule lets a filter see a difference. The holes of a shape are checked by one of them.
    let rules = if kind == Kind::Filter && rules == RulesName::Der { RulesName::Ber } else { rules };
    let configuration = Configuration { kind, rules: rules.name().to_owned(), root: root.to_owned() };
    Sha256::digest(configuration.text()).into()
}

/// Emits the engine and the checker of filters or shapes that arrive at run time, for messages of a type.
///
/// # Errors
/// The errors in the specification, an unknown type, and encoding rules without engines.
pub fn engine(settings: &Settings, kind: Kind, name: &str, ty: &str) -> Result<Engine, CompileError> {
    let specification = front::specification(settings)?;
    let failed =
        |failure, diagnostics| CompileError { failure, diagnostics, sources: specification.sources.clone() };
    let root = roots::message(&specification.graph, ty).map_err(|(message, hint)| {
        let hint = hint.map(|hint| format!("; {hint}")).unwrap_or_default();
        failed(Failure::Usage(format!("--engine: {message}{hint}")), Vec::new())
    })?;
    let digest = digest_of(kind, rules_of(&specification, settings), &specification.graph.type_path(root));
    let rules = codegen_rules(&specification, settings);
    let unused = match kind {
        Kind::Filter => Vec::new(),
        Kind::Shape => codegen::shape::table::unused(&specification.graph, root),
    };
    let banner = banner(settings, None);
    let Some(files) = blob::engine(rules, kind, name, &banner, &digest, &unused) else {
        let message = format!("these encoding rules have no {}s that arrive at run time", kind.name());
        let error = Diagnostic::error("filter-commands", Span::none(), message);
        return Err(failed(Failure::Input, vec![error.with_help("use --rules ber or der")]));
    };
    Ok(Engine { specification, files, digest })
}

/// Returns the bytes of a filter's object code, and those of its commands.
///
/// # Errors
/// The compiler is missing or fails, or its object cannot be read.
pub fn size(files: &OutputFiles, toolchain: &dyn Toolchain) -> Result<Bytes, ToolchainError> {
    let objects = toolchain.compile(files, &[])?;
    let mut bytes = Bytes { total: toolchain.helpers(&objects), commands: 0 };
    for object in &objects {
        let size = measure::object_size(&object.data)
            .map_err(|message| ToolchainError { message, output: String::new() })?;
        bytes.total += size.counted;
        let tables = size.by_symbol.iter().filter(|(name, _)| name.ends_with("_commands"));
        bytes.commands += tables.map(|(_, bytes)| bytes).sum::<u64>();
    }
    Ok(bytes)
}

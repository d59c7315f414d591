//! Specialization on request: contexts become blobs, which tokens name. `docs/service.md` describes the service; the
//! binary has its sockets and its folder of blobs.

pub mod protocol;

use crate::driver::{codegen_rules, rules_of};
use crate::failure::{CompileError, Failure};
use crate::filter::{PLACE, digest_of};
use crate::front::{self, Specification};
use crate::settings::{RulesName, Settings};
use codegen::Rules;
use codegen::filter::Blob;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use syntax_graph::{Diagnostic, SourceMap, Span};

/// A SHA-256.
pub type Sum = [u8; 32];

/// What a device asks for: the text of a filter, for an interpreter whose configuration has this digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// The predicate.
    pub text: String,
    /// The digest of the configuration.
    pub configuration: Sum,
}

/// A specification for which contexts are specialized.
#[derive(Clone, Debug)]
pub struct Service {
    specification: Specification,
    rules: (RulesName, Rules),
    /// The digest of the specification's text and rules.
    digest: Sum,
}

impl Service {
    /// Reads a specification.
    ///
    /// # Errors
    /// The errors in the specification.
    pub fn new(settings: &Settings) -> Result<Self, CompileError> {
        let specification = front::specification(settings)?;
        let rules = (rules_of(&specification, settings), codegen_rules(&specification, settings));
        let mut texts: Vec<&str> =
            settings.specs.iter().chain(&settings.includes).map(|(_, text)| text.as_str()).collect();
        texts.sort_unstable();
        let parts = texts.iter().map(|text| text.as_bytes());
        let digest = sum([rules.0.name().as_bytes()].into_iter().chain(parts));
        Ok(Self { specification, rules, digest })
    }

    /// Returns the specification.
    pub fn specification(&self) -> &Specification {
        &self.specification
    }

    /// Returns the token of a context.
    pub fn token(&self, context: &Context) -> Sum {
        let version = env!("CARGO_PKG_VERSION");
        let kind = "filter";
        sum([
            b"stubc token 1".as_slice(),
            &self.digest,
            &context.configuration,
            version.as_bytes(),
            kind.as_bytes(),
            context.text.as_bytes(),
        ]
        .into_iter())
    }

    /// Returns the blob of a context.
    ///
    /// # Errors
    /// The errors of the predicate, what commands cannot express, and a configuration of another type.
    pub fn specialize(&self, context: &Context) -> Result<Blob, CompileError> {
        let mut sources = self.specification.sources.clone();
        let file = sources.add(PLACE, context.text.as_str());
        let graph = &self.specification.graph;
        let failed =
            |diagnostics| CompileError { failure: Failure::Input, diagnostics, sources: sources.clone() };
        let filter = idl_front::filter::filter(&sources, file, graph).map_err(failed)?;
        let own = digest_of(self.rules.0, &graph.type_path(filter.root));
        let error = |code, message: String, help: &str| {
            let all = Span::new(file, 0, context.text.len());
            failed(vec![Diagnostic::error(code, all, message).with_help(help)])
        };
        if own != context.configuration {
            let [own, other] = [&own, &context.configuration].map(|digest| HEXLOWER.encode(digest));
            let root = graph.type_path(filter.root);
            let message = format!(
                "the device's interpreter is not for `{root}`: its configuration is {other}, and not {own}"
            );
            return Err(error(
                "filter-configuration",
                message,
                "emit the interpreter for this type by `stubc filter TYPE --engine`, with this version of stubc",
            ));
        }
        let commands = codegen::filter::commands(graph, self.rules.1, &filter).map_err(failed)?;
        let too_long = || {
            let message =
                format!("the filter has {} bytes of commands, more than devices accept", commands.len());
            error("filter-commands", message, "make the predicate shorter")
        };
        Blob::new(&own, &commands).ok_or_else(too_long)
    }
}

/// Hashes parts with their lengths, so that the borders between parts count.
fn sum<'a>(parts: impl Iterator<Item = &'a [u8]>) -> Sum {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// Returns the error of a specification of the service itself, which tests exclude.
fn broken(sources: SourceMap, diagnostics: Vec<Diagnostic>) -> CompileError {
    CompileError { failure: Failure::Input, diagnostics, sources }
}

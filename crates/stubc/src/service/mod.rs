//! Specialization on request: contexts become blobs, which tokens name. `docs/service.md` describes the service; the
//! binary has its sockets and its folder of blobs.

pub mod protocol;

use crate::driver::{codegen_rules, rules_of};
use crate::failure::{CompileError, Failure};
use crate::filter::{PLACE, digest_of};
use crate::front::{self, Specification};
use crate::settings::{RootRequest, RulesName, Settings};
use crate::{config, driver, shapes};
use codegen::blob::{Blob, Kind};
use codegen::{Model, Rules};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use syntax_graph::{Diagnostic, SourceMap, Span};

/// The name that diagnostics show for a shape that a device asks for.
const SHAPE: &str = "<shape>";

/// A SHA-256.
pub type Sum = [u8; 32];

/// What a device asks for: the text of a filter or a shape, for an engine whose configuration has this digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// What the text is.
    pub kind: Kind,
    /// The predicate, or a `[shape.NAME]` that holds its sample.
    pub text: String,
    /// The digest of the configuration.
    pub configuration: Sum,
}

/// A specification for which contexts are specialized.
#[derive(Clone, Debug)]
pub struct Service {
    settings: Settings,
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
        Ok(Self { settings: settings.clone(), specification, rules, digest })
    }

    /// Returns the specification.
    pub fn specification(&self) -> &Specification {
        &self.specification
    }

    /// Returns the token of a context.
    pub fn token(&self, context: &Context) -> Sum {
        let version = env!("CARGO_PKG_VERSION");
        sum([
            b"stubc token 1".as_slice(),
            &self.digest,
            &context.configuration,
            version.as_bytes(),
            context.kind.name().as_bytes(),
            context.text.as_bytes(),
        ]
        .into_iter())
    }

    /// Returns the blob of a context.
    ///
    /// # Errors
    /// The errors of the text, what tables cannot express, and a configuration of another type.
    pub fn specialize(&self, context: &Context) -> Result<Blob, CompileError> {
        match context.kind {
            Kind::Filter => self.filter(context),
            Kind::Shape => self.shape(context),
        }
    }

    fn filter(&self, context: &Context) -> Result<Blob, CompileError> {
        let mut sources = self.specification.sources.clone();
        let file = sources.add(PLACE, context.text.as_str());
        let graph = &self.specification.graph;
        let failed =
            |diagnostics| CompileError { failure: Failure::Input, diagnostics, sources: sources.clone() };
        let filter = idl_front::filter::filter(&sources, file, graph).map_err(failed)?;
        let all = Span::new(file, 0, context.text.len());
        let own = self.configuration(context, &graph.type_path(filter.root), all);
        let own = own.map_err(|error| failed(vec![error]))?;
        let commands = codegen::filter::commands(graph, self.rules.1, &filter).map_err(failed)?;
        blob(context.kind, &own, &[], &commands, all).map_err(|error| failed(vec![error]))
    }

    fn shape(&self, context: &Context) -> Result<Blob, CompileError> {
        let text = &context.text;
        let mut sources = SourceMap::new();
        let file = sources.add(SHAPE, text.as_str());
        let all = Span::new(file, 0, text.len());
        let failed =
            |diagnostics| CompileError { failure: Failure::Input, diagnostics, sources: sources.clone() };
        let (config, _) = config::parse(file, text).map_err(&failed)?;
        let [shape] = &config.shapes[..] else {
            let error = Diagnostic::error("shape-table", all, "expected one [shape.NAME]");
            return Err(failed(vec![error]));
        };
        if shape.value.sample.0.file().is_some() {
            let error = Diagnostic::error("shape-sample", shape.value.sample.1, "the server reads no files");
            return Err(failed(vec![error.with_help("give the sample by `message = \"...\"`")]));
        }
        shapes::message(&self.specification.graph, &shape.value).map_err(|error| failed(vec![*error]))?;
        let mut settings = self.settings.clone();
        let name = shape.value.ty.0.clone();
        settings.roots = vec![RootRequest { name, decode: true, encode: false }];
        // Nothing of the text but the shape counts.
        settings.configs = vec![(SHAPE.to_owned(), shape.value.to_string())];
        let specification = front::specification(&settings)?;
        let model = driver::model(&specification, &settings)?;
        let request = &model.options.shapes[0];
        let own = self.configuration(context, &specification.graph.type_path(request.root), request.span);
        let made = own.and_then(|own| shape_blob(&model, &own));
        made.map_err(|error| CompileError {
            failure: Failure::Input,
            diagnostics: vec![error],
            sources: specification.sources.clone(),
        })
    }

    /// Returns the digest of the configuration of engines for a type, if it is that of the context.
    fn configuration(&self, context: &Context, root: &str, place: Span) -> Result<Sum, Diagnostic> {
        let own = digest_of(context.kind, self.rules.0, root);
        if own == context.configuration {
            return Ok(own);
        }
        let kind = context.kind.name();
        let [digest, other] = [&own, &context.configuration].map(|digest| HEXLOWER.encode(digest));
        let message = format!(
            "the device's engine is not for `{root}`: its configuration is {other}, and not {digest}"
        );
        let command = if context.kind == Kind::Filter { "TYPE" } else { "--type TYPE" };
        let help = format!(
            "emit the engine for this type by `stubc {kind} {command} --engine`, with this version of stubc"
        );
        Err(Diagnostic::error("filter-configuration", place, message).with_help(help))
    }
}

/// Returns the blob of the first shape of a model, for devices whose configuration has this digest.
///
/// # Errors
/// What a table cannot express.
pub fn shape_blob(model: &Model<'_>, own: &Sum) -> Result<Blob, Diagnostic> {
    let table = codegen::shape::table::table(model, 0).map_err(|error| *error)?;
    blob(Kind::Shape, own, &table.header(), &table.records, model.options.shapes[0].span)
}

/// Returns the blob of a table, or the error that devices do not accept its length.
fn blob(kind: Kind, own: &Sum, more: &[u8], table: &[u8], place: Span) -> Result<Blob, Diagnostic> {
    Blob::new(kind, own, more, table).ok_or_else(|| {
        let (name, length) = (kind.name(), table.len());
        let message = format!("the {name} has a table of {length} bytes, more than devices accept");
        let help = match kind {
            Kind::Filter => "make the predicate shorter",
            Kind::Shape => "compile the shape in, or take a shorter sample",
        };
        Diagnostic::error("filter-commands", place, message).with_help(help)
    })
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

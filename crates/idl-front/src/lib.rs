//! Specification text to [`SyntaxGraph`]: the front ends for ASN.1 and XDR.
//!
//! [`parse`] takes all texts of a specification at once, in any order, with one or more modules per file.
//! Files that end in `.x` are XDR; all others are ASN.1.
//!
//! - It reports all faults in one run and always returns a graph. The graph is complete if no diagnostic is an error.
//! - No input makes it panic. Nesting, instantiation and size have limits; reaching one gives a diagnostic.
//! - It does no I/O. [`FrontOutput::missing_modules`] names imported modules that are absent, for the caller to find.

mod asn1;
mod fault;
pub mod filter;
mod spelling;
mod xdr;

use std::collections::BTreeSet;
use syntax_graph::{Diagnostic, SourceMap, SyntaxGraph, TypeId};

/// What the caller knows beforehand.
#[derive(Clone, Debug, Default)]
pub struct FrontOptions {
    /// The types (`Type` or `Module.Type`) that the application sends and receives: errors in modules that none of
    /// them reaches are warnings. None: every error is an error.
    pub roots: Option<Vec<String>>,
    /// Folders where missing modules have been looked for by their names, for diagnostics.
    pub searched: Vec<String>,
}

/// A specification as a graph, with all that was found on the way.
#[derive(Clone, Debug)]
pub struct FrontOutput {
    /// The graph; complete when no diagnostic is an error.
    pub graph: SyntaxGraph,
    /// Findings, by place.
    pub diagnostics: Vec<Diagnostic>,
    /// Names of modules that are imported but not given; of XDR, of files that are included.
    pub missing_modules: Vec<String>,
    /// Types that stand for what could not be resolved, which has been reported.
    pub unresolved: BTreeSet<TypeId>,
    /// Open types that stay slices although the specification says what they hold, each with a warning: for the caller to
    /// report where a message holds one and no option asks for a slice.
    pub slices: Vec<(TypeId, Diagnostic)>,
}

impl FrontOutput {
    /// Whether the graph may be used.
    pub fn is_ok(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Parses and resolves a specification.
pub fn parse(sources: &SourceMap, options: &FrontOptions) -> FrontOutput {
    // Nesting is bounded, but what the bound needs of the stack may be more than the caller's thread has left.
    let on_own_stack = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let handle = thread.spawn_scoped(scope, || compile(sources, options)).ok()?;
        Some(handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    on_own_stack.unwrap_or_else(|| compile(sources, options))
}

/// Whether a file of this name is XDR.
pub fn is_xdr(name: &str) -> bool {
    name.ends_with(".x")
}

fn compile(sources: &SourceMap, options: &FrontOptions) -> FrontOutput {
    // The driver refuses a mixture; one that comes here is ASN.1, and says what is wrong with the rest.
    let mut files = sources.files();
    if files.next().is_some_and(|(_, file)| is_xdr(&file.name)) && files.all(|(_, file)| is_xdr(&file.name)) {
        xdr::compile(sources)
    } else {
        asn1::compile(sources, options)
    }
}

/// Octets of stack for the deepest nesting that is accepted, unoptimized, several times over.
const STACK: usize = 64 << 20;

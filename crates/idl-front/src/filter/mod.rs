//! The language of filters: `Type: predicate`, checked against a graph.
//!
//! The passes in their order: [`lexer`] makes tokens, [`parse`] the syntax ([`ast`]), [`check`] the typed predicate
//! ([`syntax_graph::filter`]). `docs/specialization.md` describes the language.

mod ast;
mod check;
mod lexer;
mod literals;
mod parse;
mod paths;
mod tokens;

use syntax_graph::filter::{Filter, Path};
use syntax_graph::{Diagnostic, FileId, SourceMap, SyntaxGraph, TypeId};

/// Parses and checks the filter that is the text of a file.
///
/// # Errors
/// All faults of the text: the first one of its syntax, or all names, types and values that are wrong.
pub fn filter(sources: &SourceMap, file: FileId, graph: &SyntaxGraph) -> Result<Filter, Vec<Diagnostic>> {
    let tokens = lexer::tokenize(file, &sources.file(file).text)?;
    let parsed = parse::filter(tokens::Tokens::all(file, &tokens)).map_err(|fault| vec![fault])?;
    check::filter(graph, &parsed)
}

/// Parses the path that is the text of a file and finds it in a type. A path may end, but not go on, at an array.
///
/// # Errors
/// The fault of its syntax, or the first name that is wrong.
pub fn path(
    sources: &SourceMap,
    file: FileId,
    graph: &SyntaxGraph,
    ty: TypeId,
) -> Result<Path, Vec<Diagnostic>> {
    let tokens = lexer::tokenize(file, &sources.file(file).text)?;
    let parsed = parse::whole_path(tokens::Tokens::all(file, &tokens)).map_err(|fault| vec![fault])?;
    check::path(graph, ty, &parsed).map_err(|fault| vec![*fault])
}

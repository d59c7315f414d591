//! The language of filters: `Type: predicate`, checked against a graph.
//!
//! The passes in their order: `lexer` makes tokens, `parse` the syntax (`ast`), `check` the typed predicate
//! ([`syntax_graph::filter`]). `docs/specialization.md` describes the language.

mod ast;
mod check;
mod lexer;
mod literals;
mod parse;
mod paths;
mod tokens;

use syntax_graph::filter::{Filter, Test};
use syntax_graph::{Diagnostic, FileId, SourceMap, Span, SyntaxGraph};

/// Parses and checks the filter that is the text of a file.
///
/// # Errors
/// All faults of the text: the first one of its syntax, or all names, types and values that are wrong.
pub fn filter(sources: &SourceMap, file: FileId, graph: &SyntaxGraph) -> Result<Filter, Vec<Diagnostic>> {
    filter_within(sources, Span::new(file, 0, sources.file(file).text.len()), graph)
}

/// Parses and checks the filter that is the text of a span.
///
/// # Errors
/// As [`filter`].
pub fn filter_within(
    sources: &SourceMap,
    span: Span,
    graph: &SyntaxGraph,
) -> Result<Filter, Vec<Diagnostic>> {
    let tokens = lexer::tokenize(span, &sources.file(span.file).text)?;
    let parsed = parse::filter(tokens::Tokens::all(span, &tokens)).map_err(|fault| vec![fault])?;
    check::filter(graph, &parsed)
}

/// Checks a view of the messages of a type: `ty` and `fields` are the places of its name and of paths.
///
/// # Errors
/// All faults: names that are wrong, and paths that end at no scalar.
pub fn view(
    sources: &SourceMap,
    ty: Span,
    fields: &[Span],
    graph: &SyntaxGraph,
) -> Result<Filter, Vec<Diagnostic>> {
    let root = check::root(graph, sources.text(ty), ty).map_err(|fault| vec![*fault])?;
    let mut paths = Vec::new();
    let mut faults = Vec::new();
    for span in fields {
        let path = lexer::tokenize(*span, &sources.file(span.file).text).and_then(|tokens| {
            let parsed =
                parse::whole_path(tokens::Tokens::all(*span, &tokens)).map_err(|fault| vec![fault])?;
            check::member(graph, root, &parsed).map_err(|fault| vec![*fault])
        });
        match path {
            Ok(path) => paths.push(path),
            Err(own) => faults.extend(own),
        }
    }
    if faults.is_empty() { Ok(Filter { root, test: Test::Members(paths) }) } else { Err(faults) }
}

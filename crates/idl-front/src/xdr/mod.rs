//! The XDR front end (RFC 4506, RFC 5531 section 12, the dialect of rpcgen): tokens, preprocessor, grammar, names,
//! lowering.

mod ast;
mod builtin;
mod condition;
mod constants;
mod empty;
mod lexer;
mod lists;
mod lower;
mod numbers;
mod parse;
mod preprocess;
mod programs;
mod scope;
mod tokens;
mod unions;

use crate::FrontOutput;
use ast::Definition;
use lower::Lowering;
use scope::Scope;
use syntax_graph::SourceMap;
use tokens::Tokens;

/// All specifications of all files to a graph, one module a file.
pub fn compile(sources: &SourceMap) -> FrontOutput {
    let (mut diagnostics, mut missing_modules) = (Vec::new(), Vec::new());
    let mut files = preprocess::preprocess(sources, &mut missing_modules, &mut diagnostics);
    files.push(builtin::library(&mut diagnostics));
    let mut definitions: Vec<Vec<Definition<'_>>> = Vec::new();
    for file in &files {
        let tokens = Tokens::all(file.file, &file.tokens);
        definitions.push(parse::definitions::definitions(tokens, &mut diagnostics));
    }
    builtin::prune(&files, &mut definitions);
    let scope = Scope::link(&files, definitions, &mut diagnostics);
    let mut lowering = Lowering::new(&scope, sources);
    lowering.lower_all();
    empty::check(&lowering.graph, &mut lowering.diagnostics);
    diagnostics.append(&mut lowering.diagnostics);
    missing_modules.append(&mut lowering.missing);
    missing_modules.sort_unstable();
    missing_modules.dedup();
    syntax_graph::diagnostic::sort(&mut diagnostics);
    FrontOutput {
        graph: lowering.graph,
        diagnostics,
        missing_modules,
        unresolved: std::collections::BTreeSet::new(),
        slices: Vec::new(),
    }
}

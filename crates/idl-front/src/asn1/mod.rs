//! The ASN.1 front end: calls the stages in their order and sorts the findings.

mod constraints;
mod findings;
mod lowering;
mod macros;
pub(crate) mod names;
mod objects;
mod parse;
mod rules;
pub(crate) mod text;
mod types;
mod values;

use crate::{FrontOptions, FrontOutput};
use lowering::Lowering;
use macros::grammar::MacroTable;
use macros::table;
use names::builtin;
use names::resolve::Program;
use objects::slices;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::{Diagnostic, FileId, Module, Notation, SourceMap};
use text::lexer;
use text::tokens::{NodeIds, Source, Token, Tokens};

/// All modules of all files to a graph.
pub fn compile(sources: &SourceMap, options: &FrontOptions) -> FrontOutput {
    let mut diagnostics = Vec::new();
    let texts: Vec<Text<'_>> = (sources.files())
        .map(|(id, file)| (Some(id), file.text.as_str()))
        .chain([(None, table::STANDARD), (None, builtin::TEXT)])
        .map(|(file, text)| {
            let id = file.unwrap_or(syntax_graph::Span::none().file);
            Text { file, text, tokens: lexer::tokenize(id, text, &mut diagnostics) }
        })
        .collect();
    let nodes = NodeIds::default();
    // What a macro's use looks like must be known before anything is parsed.
    let (no_macros, no_types) = (MacroTable::default(), BTreeSet::new());
    let plain: Vec<Source<'_>> =
        texts.iter().map(|text| text.source(&no_macros, &no_types, &nodes)).collect();
    let macros = MacroTable::collect(&plain, &mut diagnostics);
    let small_types =
        plain.iter().flat_map(|source| parse::words::small_names(Tokens::all(source))).collect();
    let files: Vec<Source<'_>> =
        texts.iter().map(|text| text.source(&macros, &small_types, &nodes)).collect();

    let mut modules = Vec::new();
    let standard = files.len() - 2;
    for (_, source) in files.iter().enumerate().filter(|(index, _)| *index != standard) {
        modules.append(&mut parse::module::modules(Tokens::all(source), &mut diagnostics));
    }
    if let Some(builtin) = modules.last_mut() {
        builtin.builtin = true;
    }
    let mut missing_modules = Vec::new();
    let program =
        Program::link(&files, &nodes, modules, &options.searched, &mut missing_modules, &mut diagnostics);

    let tokens: usize = files.iter().map(|source| source.tokens.len()).sum();
    let mut lowering = Lowering::new(&program, tokens);
    for module in program.modules.iter().filter(|module| !module.builtin) {
        let name = module.name.text.to_owned();
        lowering.graph.modules.push(Module { name, notation: Notation::Asn1, span: module.name.span });
    }
    lowering.lower_all();
    lowering.resolve_governors();
    lowering.resolve_tags();
    lowering.check_implicit_tags();
    lowering.note_contained();
    lowering.resolve_defaults();
    lowering.resolve_constraints();
    lowering.check_tables();
    lowering.check_relations();
    lowering.check_exceptions();
    lowering.check_empty_constraints();
    lowering.check_circular_constraints();
    lowering.check_defaults();
    lowering.collect_constants();
    lowering.drop_governors();
    diagnostics.append(&mut lowering.findings.into_diagnostics());
    let (mut graph, unresolved) = (lowering.graph, lowering.types.into_failed());
    syntax_graph::opens::make_arms(&mut graph, None);
    let slices = slices::slices(&graph, lowering.objects.governed(), &unresolved);
    for source in &files {
        diagnostics.append(&mut source.warnings.borrow_mut());
    }
    forget_cut_off(&program, &mut diagnostics);
    soften(&program, options, &mut diagnostics);
    syntax_graph::diagnostic::sort(&mut diagnostics);
    fold_twins(&mut diagnostics);
    fold_lexical(&mut diagnostics);
    fold_repeated(&mut diagnostics);
    FrontOutput { graph, diagnostics, missing_modules, unresolved, slices }
}

/// A text with its tokens.
struct Text<'t> {
    file: Option<FileId>,
    text: &'t str,
    tokens: Vec<Token>,
}

impl Text<'_> {
    fn source<'a>(
        &'a self,
        macros: &'a MacroTable,
        small_types: &'a BTreeSet<String>,
        nodes: &'a NodeIds,
    ) -> Source<'a> {
        Source {
            file: self.file,
            text: self.text,
            tokens: &self.tokens,
            macros,
            small_types,
            nodes,
            warnings: RefCell::default(),
        }
    }
}

/// Drops undefined names of a module that is cut off: the missing part may define them. Its end is reported instead.
fn forget_cut_off(program: &Program<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let cut_off: Vec<syntax_graph::Span> =
        program.modules.iter().filter(|module| module.is_cut_off).map(|module| module.name.span).collect();
    diagnostics.retain(|diagnostic| {
        let place = diagnostic.labels.first().map(|label| label.span);
        let within = |module: &syntax_graph::Span| {
            place.is_some_and(|place| place.file == module.file && place.start >= module.start)
        };
        diagnostic.code != "unresolved-name" || !cut_off.iter().any(within)
    });
}

/// Keeps one of two findings of the same fault in one place: the one with more labels and notes.
fn fold_twins(diagnostics: &mut Vec<Diagnostic>) {
    let place = |diagnostic: &Diagnostic| diagnostic.labels.first().map(|label| label.span);
    diagnostics.dedup_by(|next, kept| {
        // A name that may stand for a type or a set is looked for as either.
        let told = next.message == kept.message || next.code == "unresolved-name";
        let same = next.code == kept.code && told && place(next) == place(kept);
        let told = |diagnostic: &Diagnostic| (diagnostic.labels.len(), diagnostic.notes.len());
        if same && place(next).is_some() && told(next) > told(kept) {
            std::mem::swap(next, kept);
        }
        same && place(next).is_some()
    });
}

/// Drops `value-mismatch` where a lexical error was reported.
fn fold_lexical(diagnostics: &mut Vec<Diagnostic>) {
    const LEXICAL: [&str; 4] =
        ["malformed-number", "malformed-string", "stray-character", "unterminated-string"];
    let place =
        |diagnostic: &Diagnostic| diagnostic.labels.first().map(|label| (label.span.file, label.span.start));
    let told: BTreeSet<_> = (diagnostics.iter())
        .filter(|diagnostic| diagnostic.is_error() && LEXICAL.contains(&diagnostic.code))
        .filter_map(place)
        .collect();
    diagnostics.retain(|diagnostic| {
        diagnostic.code != "value-mismatch" || !place(diagnostic).is_some_and(|place| told.contains(&place))
    });
}

/// Reports an undefined name once in a module, at its first use, with the number of uses.
fn fold_repeated(diagnostics: &mut Vec<Diagnostic>) {
    let mut uses: BTreeMap<(String, String), usize> = BTreeMap::new();
    let key = |diagnostic: &Diagnostic| {
        let place = diagnostic.labels.first().filter(|_| diagnostic.code == "unresolved-name")?;
        Some((diagnostic.message.clone(), place.message.clone()))
    };
    for key in diagnostics.iter().filter_map(key) {
        *uses.entry(key).or_default() += 1;
    }
    diagnostics.retain_mut(|diagnostic| {
        let Some(count) = key(diagnostic).and_then(|key| uses.get_mut(&key)) else { return true };
        let is_first = *count > 0;
        if *count > 1 {
            diagnostic.add_note(format!("it is used {count} times in this module"));
        }
        *count = 0;
        is_first
    });
}

/// Errors in modules that no root reaches become warnings.
fn soften(program: &Program<'_>, options: &FrontOptions, diagnostics: &mut [Diagnostic]) {
    let Some(roots) = &options.roots else { return };
    let reached = program.reached_from(roots);
    for diagnostic in diagnostics.iter_mut().filter(|diagnostic| diagnostic.is_error()) {
        let Some(place) = diagnostic.labels.first().map(|label| label.span) else { continue };
        // The module that an error stands in: the last that begins before it.
        let home = (program.modules.iter().enumerate())
            .filter(|(_, module)| {
                module.name.span.file == place.file && module.name.span.start <= place.start
            })
            .max_by_key(|(_, module)| module.name.span.start);
        if home.is_some_and(|(index, _)| !reached.contains(&index)) {
            diagnostic.severity = syntax_graph::Severity::Warning;
            diagnostic.add_note("no root type reaches this module");
        }
    }
}
